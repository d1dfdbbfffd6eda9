"""What the operations page promises is told: figures, and in the logs who did what to which match."""

import json
import re
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

import pytest

from tests.e2e.platform import Platform
from tests.e2e.players import play_on, play_series
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "operations.md"
ONLY_IN_TROUBLE: Final = {"playhall_engine_call_failures_total", "playhall_ratings_differ_total"}
OF_REPLICAS: Final = {"playhall_redis_replica_lag_seconds", "playhall_redis_replica_lag_bytes"}

OF_WEBHOOKS: Final = {"playhall_webhook_call_seconds"}
OF_PAIRING: Final = {"playhall_ticket_wait_seconds"}


def promised() -> set[str]:
    """The figures of the page's table."""
    rows = [line.split("|")[1] for line in PAGE.read_text().splitlines() if line.startswith("| `playhall_")]
    return {name for row in rows for name in re.findall(r"`(playhall_\w+)`", row)}


def told(platform: Platform) -> dict[str, str]:
    """The figures that the platform tells now: name and labels, and value."""
    page = re.search(r"Prometheus metrics: (\S+)", platform.output())
    assert page
    with urlopen(page[1], timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if line.startswith("playhall_"))


def stream(platform: Platform, match: str) -> Any:
    """What happens in a match, as its creator follows it."""
    url, key = platform.folder.url(), platform.folder.key()
    headers = {"Authorization": f"Bearer {key}"}
    return urlopen(Request(f"{url}/v1/matches/{match}/events/ndjson", headers=headers), timeout=60)


def test_every_figure_of_the_page_is_told_once_a_match_was_played_and_watched(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    with stream(platform, match) as lines:
        wait_until(lambda: told(platform).get('playhall_streams{api="rest"}') == "1.0", "somebody watches")
        play_on(rest, match)
        assert json.loads(lines.read().splitlines()[-1])["type"] == "end"
    wait_until(lambda: rest.get("/v1/players/me/statistics")["statistics"], "it was archived")
    play_series(rest)
    figures = told(platform)
    assert 'playhall_engine_call_seconds_count{call="Play",ruleset="factionwars"}' in figures
    names = {re.sub(r"(_bucket|_sum|_count)?(\{.*)?$", "", name) for name in figures}
    assert promised() >= {"playhall_requests_total", "playhall_streams", "playhall_queue_tasks"}
    assert promised() - ONLY_IN_TROUBLE - OF_REPLICAS - OF_WEBHOOKS - OF_PAIRING <= names
    assert not {name for name in names if name not in promised()}


def test_a_match_can_be_followed_through_the_logs(platform: Platform) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    play_on(rest, match)

    def lines(process: str, event: str) -> list[str]:
        log = (platform.folder.logs / f"{process}.log").read_text()
        return [line for line in log.splitlines() if f"event={event} " in line and f" match={match}" in line]

    wait_until(lambda: lines("background", "done"), "it was archived")
    assert all(" request_id=" in line for line in lines("gateway", "request"))
    assert any("/decisions/" in line for line in lines("gateway", "request"))
    for process, task in (("worker-turns", "turns.play"), ("background", "scoring.score")):
        done = lines(process, "done")
        assert any(f" task={task} " in line for line in done)
        assert all(" id=" in line and " rev=" in line for line in done)
