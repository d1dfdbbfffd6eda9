"""Whole matches played by nothing but one stream each, with views and legal actions."""

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.engine import registry
from services.engine.documents import encode
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.ruleset import SPECTATOR
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.served import Gateway
from tests.rulesets.sealed import RULESET as SEALED

LINES, SERVER_SENT, LONG_POLL = "/events/ndjson", "/events/sse", "/events"
FORMS = (LINES, SERVER_SENT, LONG_POLL)
SHORT: dict[str, dict[str, Any]] = {"standoff": {"round_limit": 6}, "faceoff": {"timing": "shorter"}}
"""Options that make matches short."""
SEATS = {"duels": 2, "faceoff": 2}
"""Of the others three: with the spectator as many readers as the hall has slots."""
PATIENCE_SECONDS = 120


@dataclass
class Reader:
    """Follows a viewer, in one form of stream, and plays its seat by what it is told. Now and then it is cut off.

    ``views``: the view that came with each revision; ``legal``: the notations that came with it; ``steps``: the
    revisions of the steps in their order."""

    gateway: Gateway
    client: Client
    match: str
    viewer: int
    form: str
    dice: random.Random
    views: dict[int, bytes] = field(default_factory=dict)
    legal: dict[int, list[str]] = field(default_factory=dict)
    steps: list[int] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    cuts: int = 0
    compared: int = 0
    has_ended: bool = False
    _since: int | None = None
    _answered: int = 0

    @property
    def place(self) -> str:
        seat = "" if self.viewer == SPECTATOR else f"/seats/{self.viewer}"
        return f"/v1/matches/{self.match}{seat}"

    def follow(self) -> None:
        ends = time.monotonic() + PATIENCE_SECONDS
        while not self.has_ended and time.monotonic() < ends:
            for line in self._lines():
                self._take(line)
                if self.dice.random() < 0.1:
                    self.cuts += 1
                    break

    def _lines(self) -> Iterator[bytes]:
        since = f"&since={self._since}" if self._since is not None else ""
        wait = "&wait=2" if self.form == LONG_POLL else ""
        path = f"{self.place}{self.form}?include=view,legal{since}{wait}"
        connection, response = self.gateway.ask(self.client, path)
        with closing(connection):
            if response.status == 503:  # its last connection still holds the slot
                time.sleep(0.05)
            elif self.form == LONG_POLL:
                yield from map(encode, json.loads(response.read())["events"])
            elif self.form == SERVER_SENT:
                yield from (line[6:-1] for line in response if line.startswith(b"data: "))
            else:
                yield from (line[:-1] for line in response if line != b"\n")

    def _take(self, raw: bytes) -> None:
        line = json.loads(raw)
        if line["type"] == "end":
            self.has_ended = True
            return
        self._since = line["revision"]
        if line["type"] == "step":
            self.steps.append(line["revision"])
            self.untold += [str(event) for event in line["events"] if not event.get("text")]
        if "view" in line:
            view = encode(line["view"])
            assert b'"view":' + view in raw
            assert self.views.setdefault(line["revision"], view) == view
            if self.dice.random() < 0.2:
                self._compare(line["revision"], view)
        if line.get("legal"):
            self.legal[line["revision"]] = [action["notation"] for action in line["legal"]]
            if line["decision"] > self._answered:
                self._answer(line)

    def _compare(self, revision: int, view: bytes) -> None:
        with closing(self.gateway.ask(self.client, f"{self.place}/view")[1]) as response:
            now = response.read()
        if json.loads(now)["revision"] == revision:
            assert b'"view":' + view in now
            self.compared += 1

    def _answer(self, line: dict[str, Any]) -> None:
        notation = self.dice.choice(line["legal"])["notation"]
        path = f"/v1/matches/{self.match}/decisions/{line['decision']}"
        with closing(self.gateway.ask(self.client, path, "POST", {"action": notation})[1]) as response:
            assert response.status == 200, response.read()
        self._answered = line["decision"]


@pytest.mark.parametrize("name", [*registry.installed_ids(), "sealed"])
def test_a_match_is_played_by_one_stream_for_each_viewer(
    name: str, tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str
) -> None:
    path = tmp_path / "playhall.db"
    path.write_bytes(migrated.read_bytes())
    engine: InProcessEngine[Any, Any, Any] = InProcessEngine(SEALED if name == "sealed" else registry.ruleset(name))
    hall = open_hall(tmp_path, redis_client, redis_url, path, EngineDirectory({name: engine}))
    gateway = Gateway(hall)
    try:
        seats = SEATS.get(name, 3)
        players = [hall.client(f"Player {seat}") for seat in range(seats)]
        new = {"ruleset": name, "seats": ["me", *["open"] * (seats - 1)], "options": SHORT.get(name, {})}
        match = players[0].make("/v1/matches", new)["id"]
        watching = hall.client("Nobody")
        readers = [
            Reader(gateway, client, match, viewer, FORMS[(viewer + 1) % 3], random.Random(viewer))
            for viewer, client in enumerate([watching, *players], SPECTATOR)
        ]
        threads = [threading.Thread(target=reader.follow) for reader in readers]
        threads[0].start()  # a spectator is there before the start
        for client in players[1:]:
            client.make(f"/v1/matches/{match}:join", {})
        for thread in threads[1:]:
            thread.start()
        for thread in threads:
            thread.join()
        assert [reader.has_ended for reader in readers] == [True] * (seats + 1)
        check_views(hall, engine, match, readers)
    finally:
        gateway.stop()
        hall.hub.close()


def check_views(hall: Hall, engine: "InProcessEngine[Any, Any, Any]", match: str, readers: list[Reader]) -> None:
    """Hold all that was told against the match, which is played again."""
    replay = readers[1].client.read(f"/v1/matches/{match}/replay")
    step = engine.start(len(replay["seats"]), replay["options"], bytes.fromhex(replay["seed"]))
    shown: list[tuple[Any, Any]] = [(replay["start"]["shown"], step)]
    for told in replay["steps"]:
        _, step = engine.play(step.position, told["seat"], told["action"])
        shown.append((told["shown"], step))
    for reader in readers:
        looks = {0: (b"null", [])} | {
            revisions[reader.viewer + 1]: (
                step.situation(reader.viewer).view,
                [action["notation"] for action in json.loads(step.situation(reader.viewer).legal)],
            )
            for revisions, step in shown
        }
        last = shown[-1][0][reader.viewer + 1]
        for revision, view in reader.views.items():
            assert view == looks[revision][0], (reader.viewer, revision)
        for revision, legal in reader.legal.items():
            assert legal == looks[revision][1], (reader.viewer, revision)
        assert last in reader.views
        assert reader.steps == list(range(reader.steps[0], last + 1)), reader.viewer
        assert reader.untold == []
    assert sum(reader.cuts for reader in readers) > 0
    assert sum(reader.compared for reader in readers) > 0
