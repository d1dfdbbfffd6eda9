"""Long matches in the archive: to read them costs little, and what must cost much is done by few at a time."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.database import Database
from services.engine.registry import EngineDirectory, engines_from
from services.errors import Reason
from services.matches.archived_matches import MOST_EXPENSIVE, ArchivedMatches
from tests.integration.gateway.harness import Client, Hall, open_hall

pytestmark = pytest.mark.slow

SEATS = 4


@pytest.fixture
def hall(tmp_path: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    database = tmp_path / "playhall.db"
    sql = Database(f"sqlite:///{database}")
    sql.upgrade()
    sql.close()
    opened = open_hall(tmp_path, redis_client, redis_url, database, engines_from("local", 5.0))
    yield opened
    opened.hub.close()


@pytest.fixture
def match(hall: Hall) -> str:
    """A match of some hundred moves between bots, archived and gone from Redis."""
    new = {"ruleset": "faceoff", "seats": ["bot:random"] * SEATS}
    made: str = hall.client("Ann").make("/v1/matches", new)["id"]
    hall.play_house(made)
    assert hall.scoring.score(made)
    for key in hall.redis.scan_iter(f"*{made}*"):
        hall.redis.delete(key)
    return made


def execute(hall: Hall, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(hall.database_path)) as connection, connection:
        connection.execute(statement, values)


def rows(hall: Hall, table: str) -> int:
    with closing(sqlite3.connect(hall.database_path)) as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found


def without_texts(line: Any) -> Any:
    """A line as it is told of a match that was archived before events had words."""
    if "events" not in line:
        return line
    return line | {
        "events": [{name: told for name, told in event.items() if name != "text"} for event in line["events"]]
    }


def read_all(client: Client, match: str) -> list[Any]:
    """The spectators' lines, poll after poll."""
    lines: list[Any] = []
    since = 0
    while not lines or lines[-1]["type"] != "end":
        page = client.read(f"/v1/matches/{match}/events?since={since}")
        assert 0 < len(page["events"]) <= 101  # the end comes with the last hundred
        lines += page["events"]
        since = page["next_since"]
    return lines


def as_of_an_old_version(hall: Hall) -> None:
    execute(hall, "DELETE FROM match_views")
    execute(hall, "DELETE FROM match_log")


def test_a_long_past_comes_page_by_page_and_whole(hall: Hall, match: str) -> None:
    ann = hall.client("Reader")
    lines = read_all(ann, match)
    steps = lines[:-1]
    assert len(steps) > 250
    assert [line["revision"] for line in steps] == list(range(1, len(steps) + 1))
    streamed = list(ann.lines(f"/v1/matches/{match}/events/ndjson?since=0"))
    assert [json.loads(line) for line in streamed] == lines
    resumed = ann.read(f"/v1/matches/{match}/events?since={len(steps) - 2}")["events"]
    assert resumed == lines[-3:]


def test_views_and_events_need_neither_the_replay_nor_the_ruleset(hall: Hall, match: str) -> None:
    execute(hall, "UPDATE matches SET replay = ?", zlib.compress(b"no replay"))
    hall.serve_engines(EngineDirectory({}))
    ann = hall.client("Reader")
    assert ann.read(f"/v1/matches/{match}/view")["status"] == "finished"
    assert read_all(ann, match)[-1]["type"] == "end"


def test_a_match_that_was_archived_before_reads_the_same_and_is_taken_apart_once(hall: Hall, match: str) -> None:
    admin = hall.client("Reader")
    view, lines = admin.read(f"/v1/matches/{match}/view"), read_all(admin, match)
    stored = rows(hall, "match_views"), rows(hall, "match_log")
    as_of_an_old_version(hall)
    hall.serve_engines(engines_from("local", 5.0))  # nothing is remembered
    again = hall.client("Again")
    assert again.read(f"/v1/matches/{match}/view") == view
    assert read_all(again, match) == [without_texts(line) for line in lines]
    assert (rows(hall, "match_views"), rows(hall, "match_log")) == stored
    assert stored[0] == SEATS + 1


def test_few_old_matches_are_taken_apart_at_a_time(hall: Hall, match: str) -> None:
    as_of_an_old_version(hall)
    ann = hall.client("Reader")
    archived: ArchivedMatches = hall.matches._archived
    held = [archived.expensive() for _ in range(MOST_EXPENSIVE)]
    for each in held:
        each.__enter__()
    for path in ("/view", "/events?since=0"):
        refused = ann.get(f"/v1/matches/{match}{path}")
        assert (refused.status_code, refused.json["code"]) == (503, Reason.BUSY.name)  # type: ignore[index]
        assert refused.headers["Retry-After"] == "1"
    assert ann.get(f"/v1/matches/{match}").status_code == 200
    assert ann.get(f"/v1/matches/{match}/replay").status_code == 200
    for each in held:
        each.__exit__(None, None, None)
    assert ann.get(f"/v1/matches/{match}/view").status_code == 200
