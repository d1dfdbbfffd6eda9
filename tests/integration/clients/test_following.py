"""Streams that go on, whatever becomes of their connections."""

import threading
from collections.abc import Callable

import pytest

from playhall_client import AccountEvent, ApiError, Client, MatchEvent, NotFound, Unauthenticated
from tests.integration.clients.conftest import QUICK, Asking, Service
from tests.integration.clients.scripted import ScriptedServer, line, refused, streamed
from tests.integration.gateway.harness import Client as Player
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.play import answer, play_out
from tests.waiting import wait_until

Make = Callable[..., Asking]

SNAPSHOT, STEP_2, STEP_3 = line("snapshot", 1, status="live"), line("step", 2), line("step", 3)
END = line("end", 3, status="finished")
WHOLE = [("snapshot", 1), ("step", 2), ("step", 3), ("end", 3)]


def followed(asking: Make, server: ScriptedServer, **settings: float) -> list[tuple[str, int]]:
    """What a follower of a match is told."""
    told = asking(server.url, "k", **settings).entries("events", "m_1")
    return [(event.type, event.revision) for event in told]


def resumed_at(server: ScriptedServer) -> list[str]:
    """Where each connection began."""
    return [asked.line.removeprefix("GET /v1/matches/m_1/events/ndjson") for asked in server.asked]


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_line_that_was_cut_off_is_asked_for_again(asking: Make, server: ScriptedServer, is_whole: bool) -> None:
    server.answers(
        streamed(SNAPSHOT, STEP_2[:10], is_whole=is_whole), streamed(STEP_2 + STEP_3[:-1]), streamed(STEP_3, END)
    )
    assert followed(asking, server) == WHOLE
    assert resumed_at(server) == ["", "?since=1", "?since=2"]


def test_a_line_is_put_together_from_pieces(asking: Make, server: ScriptedServer) -> None:
    everything = SNAPSHOT + b"\n" + STEP_2 + b"\n\n" + STEP_3 + END
    server.answers(streamed(*(bytes([byte]) for byte in everything)))
    assert followed(asking, server) == WHOLE


def test_a_stream_that_fell_silent_is_dead(asking: Make, server: ScriptedServer) -> None:
    server.answers(streamed(SNAPSHOT, is_whole=False) + server.HANG, server.HANG, streamed(STEP_2, STEP_3, END))
    assert followed(asking, server, silence_seconds=1.0) == WHOLE
    assert resumed_at(server) == ["", "?since=1", "?since=1"]


def test_what_was_told_is_not_told_again(asking: Make, server: ScriptedServer) -> None:
    server.answers(streamed(SNAPSHOT, STEP_2, STEP_2), streamed(STEP_2, STEP_3, END))
    assert followed(asking, server) == WHOLE


def test_an_unknown_line_is_passed_on_with_its_type(asking: Make, server: ScriptedServer) -> None:
    server.answers(streamed(SNAPSHOT, line("interlude", 2, tune="la"), line("of", 3, notice={"kind": "new"}), END))
    told = asking(server.url, "k").entries("events", "m_1")
    assert [event.type for event in told] == ["snapshot", "interlude", "of", "end"]
    assert told[1].raw["tune"] == "la"
    assert told[2].notice.kind == "new"


@pytest.mark.parametrize("broken", [b"not json\n", b"[1]\n", b"{}\n", b'{"type": "step", "notice": 3}\n', b"\xff\n"])
def test_a_line_of_something_else_ends_the_connection(asking: Make, server: ScriptedServer, broken: bytes) -> None:
    server.answers(streamed(SNAPSHOT, broken, STEP_2), streamed(STEP_2, STEP_3, END))
    assert followed(asking, server) == WHOLE


@pytest.mark.parametrize(
    "passing",
    [
        refused(503, "BUSY", Retry_After="0"),
        refused(429, "TOO_MANY_STREAMS", Retry_After="0"),
        refused(500, "INTERNAL"),
        refused(502, ""),
        b"",
    ],
)
def test_a_service_that_is_away_is_waited_for(asking: Make, server: ScriptedServer, passing: bytes) -> None:
    server.answers(*[passing] * 8, streamed(SNAPSHOT, STEP_2), passing, streamed(STEP_3, END))
    assert followed(asking, server) == WHOLE


def test_a_key_that_is_revoked_ends_the_stream_with_an_error(asking: Make, server: ScriptedServer) -> None:
    server.answers(streamed(SNAPSHOT), refused(401, "UNAUTHENTICATED"))
    with pytest.raises(Unauthenticated):
        followed(asking, server)
    assert len(server.asked) == 2


def test_a_match_that_is_not_there(asking: Make, service: Service, ada: Player) -> None:
    with pytest.raises(NotFound):
        asking(service.url, ada.key).entries("events", "m_none")


def test_a_seat_that_is_anothers(asking: Make, service: Service, ada: Player, live: str) -> None:
    with pytest.raises(ApiError) as caught:
        asking(service.url, ada.key).entries("events", live, 1)
    assert caught.value.code == "NOT_YOUR_SEAT"


def test_each_line_comes_once_although_the_service_restarts(
    asking: Make, service: Service, hall: Hall, ada: Player, bob: Player, live: str
) -> None:
    told: list[MatchEvent] = []

    def follow() -> None:
        told.extend(asking(service.url, ada.key).entries("events", live, 0))

    follower = threading.Thread(target=follow)
    follower.start()
    wait_until(lambda: hall.hub.followers() == 1, "it follows")
    for _ in range(2):
        answer(ada, live, 0)
        service.restart()
        answer(bob, live, 1)
    play_out(live, ada, bob)
    follower.join(30)
    everything = ada.read(f"/v1/matches/{live}/seats/0/events?since=1")["events"]
    assert [event.raw for event in told[1:]] == everything


def test_what_is_given_out_is_what_a_match_of_the_platform_has(
    asking: Make, service: Service, ada: Player, bob: Player, live: str
) -> None:
    play_out(live, ada, bob)
    told = asking(service.url, ada.key).entries("events", live, since=1)
    assert [event.revision for event in told[:-1]] == list(range(2, len(told) + 1))
    assert told[-1].type == "end"
    assert {result.seat for result in told[-1].outcome.results} == {0, 1}
    assert told[0].at.tzinfo is not None


def test_the_account_s_stream_goes_on_over_restarts(asking: Make, service: Service, hall: Hall, ada: Player) -> None:
    told: list[AccountEvent] = []

    def follow() -> None:
        told.extend(asking(service.url, ada.key).entries("account_events", include=("legal", "view"), most=3))

    follower = threading.Thread(target=follow)
    follower.start()
    wait_until(lambda: hall.hub.followers() == 1, "it follows")
    bob = hall.client("Bob")
    matches = []
    for _ in range(2):
        match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"], "start_rule": "by_creator"})[
            "id"
        ]
        matches.append(match)
        service.restart()
    follower.join(30)
    assert [event.type for event in told] == ["open", "seated", "seated"]
    assert [event.match for event in told[1:]] == matches
    since = told[1].cursor
    bob.make(f"/v1/matches/{matches[0]}:join", {})
    ada.make(f"/v1/matches/{matches[0]}:start", {})
    later = asking(service.url, ada.key).entries("account_events", include=("legal", "view"), since=since, most=3)
    assert [event.type for event in later] == ["seated", "match_began", "your_turn"]
    turn = later[-1]
    assert turn.view is not None
    assert turn.legal is not None
    assert turn.legal[0].notation == "place 1"


def test_the_iterator_may_be_left(service: Service, hall: Hall, ada: Player, live: str) -> None:
    with Client(service.url, ada.key, retries=QUICK) as client:
        for event in client.events(live):
            assert event.type == "snapshot"
            break
        assert next(client.account_events()).type == "open"
        wait_until(lambda: hall.hub.followers() == 0, "nobody follows")
        assert client.match(live).status == "live"
