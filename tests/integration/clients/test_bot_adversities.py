"""A bot whose service forgets, is away, or tells it odd things."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playhall_client import AccountEvent, Bot, Ended, Invitation, Turn
from tests.integration.clients.promising import Promising, seated
from tests.integration.clients.scripted import Asked, ScriptedServer, answered, refused, streamed
from tests.integration.clients.test_bots import playing
from tests.waiting import wait_until

ABOUT = {"match": "m_1", "ruleset": "sealed", "seat": 0}
LEGAL = [{"notation": "place 1", "action": {}, "label": "Place 1"}, {"notation": "place 2", "action": {}, "label": ""}]
ASKED = {**ABOUT, "status": "live", "invited": False, "decision": 1, "view": {}, "legal": LEGAL}
TAKEN = answered(200, {"match": "m_1", "seat": 0, "decision": 1, "notation": "place 1"})
DECIDE = "POST /v1/matches/m_1/decisions/1"
STREAM = "GET /v1/events/ndjson"


class Alternating(Bot):
    """Chooses another action each time that it is asked."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "k")
        self.turns: list[Turn] = []
        self.ended: list[Ended] = []

    def choose(self, turn: Turn) -> str:
        self.turns.append(turn)
        return turn.legal[(len(self.turns) - 1) % len(turn.legal)].notation

    def match_ended(self, match: Ended) -> None:
        self.ended.append(match)


def event(type: str, cursor: str, **fields: Any) -> bytes:
    return json.dumps({"type": type, "cursor": cursor, **fields}).encode() + b"\n"


def opened(cursor: str, *matches: dict[str, Any]) -> bytes:
    return event("open", cursor, matches=list(matches))


@contextmanager
def at_work(server: ScriptedServer) -> Iterator[Alternating]:
    bot = Alternating(server.url)
    with playing(bot):
        yield bot


def test_an_answer_that_was_lost_is_sent_again_and_not_chosen_again(server: ScriptedServer) -> None:
    server.answers_to(STREAM, streamed(opened("a", ASKED)))  # again and again: nothing was kept
    server.answers_to(DECIDE, TAKEN)
    with at_work(server) as bot:
        wait_until(lambda: len(server.bodies(DECIDE)) >= 3, "it is answered again")
    assert server.bodies(DECIDE)[:3] == [{"action": "place 1"}] * 3
    assert len(bot.turns) == 1


def test_an_answer_that_no_longer_fits_is_chosen_anew(server: ScriptedServer) -> None:
    server.answers_to(STREAM, streamed(opened("a", ASKED)))
    server.answers_to(DECIDE, TAKEN, refused(422, "ILLEGAL_ACTION"), TAKEN)
    with at_work(server) as bot:
        wait_until(lambda: len(server.bodies(DECIDE)) >= 3, "it is answered anew")
    assert [body["action"] for body in server.bodies(DECIDE)[:3]] == ["place 1", "place 1", "place 2"]
    assert len(bot.turns) == 2


def test_a_service_that_is_away_for_long_gets_the_answer_in_the_end(server: ScriptedServer) -> None:
    server.answers_to(STREAM, streamed(opened("a", ASKED), is_whole=False) + server.HANG)
    away = [refused(500, "INTERNAL"), refused(503, "BUSY", Retry_After="0"), refused(500, "INTERNAL"), b""]
    server.answers_to(DECIDE, *away, TAKEN)
    with at_work(server) as bot:
        wait_until(lambda: len(server.bodies(DECIDE)) == 5, "it is taken")
    assert server.bodies(DECIDE) == [{"action": "place 1"}] * 5
    assert len(bot.turns) == 1


def test_what_a_turn_was_told_without_is_asked_for(server: ScriptedServer) -> None:
    turn = event("your_turn", "b", **ABOUT, decision=1, deadline_at=None)
    server.answers_to(STREAM, streamed(opened("a"), turn, is_whole=False) + server.HANG)
    view = {**ABOUT, "revision": 3, "status": "live", "decision": 1, "legal": LEGAL, "view": {"hand": [1]}}
    server.answers_to("GET /v1/matches/m_1/seats/0/view", answered(200, view))
    server.answers_to(DECIDE, TAKEN)
    with at_work(server) as bot:
        wait_until(lambda: server.bodies(DECIDE), "it is answered")
    assert [turn.view for turn in bot.turns] == [{"hand": [1]}]


def test_a_turn_that_has_passed_meanwhile_is_let_go(server: ScriptedServer) -> None:
    passed = event("your_turn", "b", **ABOUT, decision=1, deadline_at=None)
    ended = event("match_ended", "c", **ABOUT, status="aborted", outcome=None, abort_reason="idle")
    server.answers_to(STREAM, streamed(opened("a"), passed, ended, is_whole=False) + server.HANG)
    view = {**ABOUT, "revision": 3, "status": "aborted", "decision": None, "legal": [], "view": {}}
    server.answers_to("GET /v1/matches/m_1/seats/0/view", answered(200, view))
    with at_work(server) as bot:
        wait_until(lambda: bot.ended, "it hears of the end")
    assert bot.turns == []
    assert [(match.status, match.outcome, match.rank) for match in bot.ended] == [("aborted", None, None)]


def test_the_end_of_a_match_that_was_missed_is_found(server: ScriptedServer) -> None:
    server.answers_to(STREAM, streamed(opened("a", ASKED)), streamed(opened("b"), is_whole=False) + server.HANG)
    server.answers_to(DECIDE, TAKEN)
    outcome = {"reason": "points", "results": [{"seat": 0, "rank": 2, "score": 3, "breakdown": []}]}
    match = {"id": "m_1", "ruleset": "sealed", "status": "finished", "seat": 0, "outcome": outcome}
    server.answers_to("GET /v1/matches/m_1", answered(200, match))
    with at_work(server) as bot:
        wait_until(lambda: bot.ended, "it hears of the end")
    assert [(match.match, match.status, match.rank) for match in bot.ended] == [("m_1", "finished", 2)]


def test_events_that_nobody_knows_are_passed_over(server: ScriptedServer) -> None:
    odd = [event("tournament", "b", mood=3), event("omen", "c", **ABOUT), event("toll", "d", match=None)]
    turn = event("your_turn", "e", **ABOUT, decision=1, deadline_at=None, view={}, legal=LEGAL, colour="red")
    server.answers_to(STREAM, streamed(opened("a"), *odd, turn, is_whole=False) + server.HANG)
    server.answers_to(DECIDE, TAKEN)
    with at_work(server):
        wait_until(lambda: server.bodies(DECIDE), "it is answered")


def test_an_invitation_is_answered_although_the_service_is_away(server: ScriptedServer) -> None:
    asked: list[Invitation] = []

    class Guest(Alternating):
        def accepts(self, invitation: Invitation) -> bool:
            asked.append(invitation)
            return True

    invited = event("invited", "b", **ABOUT, by={"id": "p_1", "name": "Ada"})
    server.answers_to(STREAM, streamed(opened("a"), invited, is_whole=False) + server.HANG)
    platform = Promising()
    match = platform.match("m_1")
    server.answers_to("GET /v1/matches/m_1", answered(200, match))
    server.answers_to("GET /v1/signing-keys", answered(200, platform.published))

    def joined(asked: Asked) -> bytes:
        return answered(200, seated(match, json.loads(asked.body)["client_seed"]))

    server.answers_to("POST /v1/matches/m_1:join", refused(503, "BUSY"), b"", refused(500, "INTERNAL"), joined)
    with playing(Guest(server.url)):
        wait_until(lambda: len(server.bodies("POST /v1/matches/m_1:join")) == 4, "it joins")
    assert [(invitation.match, invitation.by and invitation.by.name) for invitation in asked] == [("m_1", "Ada")]


def test_what_happens_in_tournaments_is_told_in_order_and_beside_play(server: ScriptedServer) -> None:
    about = {"tournament": "tournament_1", "name": "Cup", "round": 1}
    table = event("your_table", "c", **about, **ABOUT, table=1, opponents=[{"entrant": "e2", "name": "Bo", "seat": 1}])
    result = event("table_result", "e", **about, table=1, last_match="m_1", results=[], standing={"rank": 2})
    turn = event("your_turn", "d", **ABOUT, decision=1, deadline_at=None, view={}, legal=LEGAL)
    paired = event("round_paired", "b", **about, place="table", reasons=[])
    server.answers_to(STREAM, streamed(opened("a"), paired, table, turn, result, is_whole=False) + server.HANG)
    server.answers_to(DECIDE, TAKEN)
    told: list[AccountEvent] = []

    class Entrant(Alternating):
        def in_tournament(self, event: AccountEvent) -> None:
            told.append(event)
            if event.type == "round_paired":
                raise RuntimeError("what fails is logged, and play goes on")

    bot = Entrant(server.url)
    with playing(bot):
        wait_until(lambda: server.bodies(DECIDE) and len(told) == 3, "it is told, and plays")
    assert [each.type for each in told] == ["round_paired", "your_table", "table_result"]
    assert (told[1].match, told[1].opponents[0].name, told[2].last_match) == ("m_1", "Bo", "m_1")
    assert told[2].standing is not None
    assert told[2].standing.rank == 2
    assert len(bot.turns) == 1
