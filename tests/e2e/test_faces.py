"""One match, played over REST, over gRPC and by the house."""

import json
import threading
from collections.abc import Iterator

import grpc
import pytest
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import play_pb2_grpc

from cli.rest_client import Rest
from tests.e2e.platform import Platform
from tests.e2e.players import play_on

pytestmark = pytest.mark.slow


class GrpcPlayer:
    """A person at the table, through the gRPC play API."""

    def __init__(self, target: str, key: str) -> None:
        self.channel = grpc.insecure_channel(target)
        self._stub = play_pb2_grpc.PlayServiceStub(self.channel)
        self._metadata = (("authorization", f"Bearer {key}"),)

    def play(self, match: str, seat: int) -> list[pb.WatchResponse]:
        """Answer every decision of a seat as its watch tells of it; all lines of the watch."""
        lines = []
        for line in self._stub.Watch(pb.WatchRequest(match=match, seat=seat), timeout=300, metadata=self._metadata):
            lines.append(line)
            told = line.snapshot if line.HasField("snapshot") else line.step
            if not line.HasField("end") and told.HasField("decision"):
                self._answer(match, seat)
        return lines

    def _answer(self, match: str, seat: int) -> None:
        view = self._stub.GetView(pb.GetViewRequest(match=match, seat=seat), timeout=60, metadata=self._metadata).view
        if view.HasField("decision"):
            answer = pb.DecideRequest(match=match, decision=view.decision, notation=view.legal[-1].notation)
            self._stub.Decide(answer, timeout=60, metadata=self._metadata)


@pytest.fixture
def bob(platform: Platform) -> Iterator[GrpcPlayer]:
    """A player who knows gRPC alone."""
    player = platform.run("player", "create", "Bob").stdout.strip()
    scopes = ("--scope", "matches:read", "--scope", "matches:play")
    key = platform.run("key", "create", "--player", player, "--name", "bob", *scopes).stdout.strip()
    target = platform.folder.grpc()
    assert target
    made = GrpcPlayer(target, key)
    yield made
    made.channel.close()


@pytest.mark.timeout(400)
def test_rest_grpc_and_the_house_play_one_match(platform: Platform, bob: GrpcPlayer) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open", "bot:greedy"]})["id"]
    joined = bob._stub.JoinMatch(pb.JoinMatchRequest(match=match), timeout=60, metadata=bob._metadata).match
    assert (joined.seat, joined.status) == (1, pb.MATCH_STATUS_LIVE)
    lines: list[pb.WatchResponse] = []
    over_grpc = threading.Thread(target=lambda: lines.extend(bob.play(match, 1)), daemon=True)
    over_grpc.start()
    assert play_on(rest, match, 0) > 3
    over_grpc.join(60)
    assert not over_grpc.is_alive()
    ended = rest.get(f"/v1/matches/{match}")
    assert ended["status"] == "finished"
    assert lines[-1].end.status == pb.MATCH_STATUS_FINISHED
    told = [(result.seat, result.rank, result.score) for result in lines[-1].end.outcome.results]
    assert told == [(result["seat"], result["rank"], result["score"]) for result in ended["outcome"]["results"]]
    revisions = [line.revision for line in lines[:-1]]
    assert revisions == list(range(revisions[0], revisions[0] + len(revisions)))
    answered = [step for step in _steps(rest, match) if step["seat"] == 1]
    assert len(answered) > 3
    checked = platform.run("verify", _saved(platform, rest, match))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def _steps(rest: Rest, match: str) -> list[dict[str, object]]:
    steps: list[dict[str, object]] = rest.get(f"/v1/matches/{match}/replay")["steps"]
    return steps


def _saved(platform: Platform, rest: Rest, match: str) -> str:
    path = platform.path / "replay.json"
    path.write_text(json.dumps(rest.get(f"/v1/matches/{match}/replay")))
    return str(path)


def test_up_tells_where_grpc_clients_go(platform: Platform) -> None:
    target = platform.folder.grpc()
    assert f"gRPC clients: {target} (playhall.play.v1)" in platform.output()
