"""All matches of a player in one watch."""

import json
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from playhall.factionwars.v1 import factionwars_pb2
from playhall.play.v1 import play_pb2 as pb

from services.tournaments.log import ResultSet
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import announced, begun, caller_of, look
from tests.integration.grpc_api.clients import PlayClient, moment_text
from tests.waiting import wait_until

Over = Callable[[Client], PlayClient]


def taken(watch: Any, number: int) -> list[pb.WatchAccountResponse]:
    """The first lines of a watch, which is given up then."""
    lines = [line for _, line in zip(range(number), watch, strict=False)]
    watch.cancel()
    return lines


def kinds(lines: list[pb.WatchAccountResponse]) -> list[str | None]:
    return [line.WhichOneof("line") for line in lines]


def test_a_match_is_told_as_rest_tells_it(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    (opened,) = taken(two.ask("WatchAccount"), 1)
    assert list(opened.open.matches) == []
    match = one.ask("CreateMatch", ruleset="sealed", seats=["me", f"player:{bob.id}"]).match.id
    two.ask("JoinMatch", match=match)
    one.ask("ResignMatch", match=match)
    rest = bob.read(f"/v1/events?since={opened.cursor}")["events"]
    lines = taken(two.ask("WatchAccount", since=opened.cursor), len(rest))
    assert kinds(lines) == [event["type"] for event in rest]
    assert kinds(lines) == ["invited", "seated", "match_began", "your_turn", "match_ended"]
    assert [moment_text(line.at) for line in lines] == [event["at"] for event in rest]
    seat = pb.SeatInMatch(match=match, ruleset="sealed", seat=1)
    assert lines[0].invited == pb.Invitation(seat=seat, by=pb.Player(id=ada.id, name="Ada"))
    assert [lines[1].seated, lines[2].match_began] == [seat, seat]
    assert lines[3].your_turn == pb.Turn(seat=seat, revision=1, decision=1)
    end = lines[4].match_ended
    assert (end.seat, end.status, end.outcome.reason) == (seat, pb.MATCH_STATUS_FINISHED, "resignation")
    for place, line in enumerate(lines[:-1]):
        again = taken(two.ask("WatchAccount", since=line.cursor), len(lines) - place - 1)
        assert kinds(again) == kinds(lines[place + 1 :])


def test_an_invitation_to_a_tournament_is_told(both: Hall, over_grpc: Over, ada: Client, bob: Client) -> None:
    two = over_grpc(bob)
    (opened,) = taken(two.ask("WatchAccount"), 1)
    tournament = announced(both, ada)
    both.tournaments.entrants.enter(caller_of(ada), tournament.id, bob.id)
    look(both)
    (line,) = taken(two.ask("WatchAccount", since=opened.cursor), 1)
    named = pb.NamedTournament(id=tournament.id, name="Cup")
    person = pb.PersonAtTable(entrant="e1", name="Bob", player=bob.id)
    assert line.tournament_invited == pb.TournamentInvitation(
        tournament=named, ruleset="sealed", entrant=person, host=ada.id
    )
    (again,) = taken(two.ask("WatchAccount"), 1)
    assert [(each.tournament, each.invited) for each in again.open.tournaments] == [(named, True)]


def test_a_tournament_is_told_as_rest_tells_it(
    both: Hall, over_grpc: Over, ada: Client, bob: Client, carol: Client
) -> None:
    two = over_grpc(bob)
    (opened,) = taken(two.ask("WatchAccount"), 1)
    assert list(opened.open.tournaments) == []
    tournament = begun(both, carol, ada, bob)
    rest = bob.read(f"/v1/events?since={opened.cursor}")["events"]
    lines = taken(two.ask("WatchAccount", since=opened.cursor), len(rest))
    assert kinds(lines) == [event["type"] for event in rest]
    table = next(line.your_table for line in lines if line.WhichOneof("line") == "your_table")
    told = next(event for event in rest if event["type"] == "your_table")
    named = pb.NamedTournament(id=tournament.id, name="Cup")
    assert table.tournament == named
    assert table.seat == pb.SeatInMatch(match=told["match"], ruleset="sealed", seat=told["seat"])
    (opponent,) = table.opponents
    assert (opponent.name, opponent.player, opponent.is_bot) == ("Ada", ada.id, False)
    assert opponent.seat == 1 - told["seat"]
    (again,) = taken(two.ask("WatchAccount"), 1)
    (mine,) = again.open.tournaments
    assert (mine.tournament, mine.status, mine.round, mine.table, mine.seat) == (named, "running", 1, 1, table.seat)
    set_ = ResultSet(round=1, table=1, places=(1, 2), forfeits=("e2",))
    both.tournaments.rounds.set_result(caller_of(carol), tournament.id, set_, reason="Bob has gone home.")
    look(both)
    (*_, corrected, ended) = taken(two.ask("WatchAccount", since=again.cursor), 3)
    assert (corrected.tournament_corrected.change, corrected.tournament_corrected.reason) == (
        "result_set",
        "Bob has gone home.",
    )
    assert {each.person.player: each.forfeit for each in corrected.tournament_corrected.results} == {
        ada.id: told["seat"] == 0,
        bob.id: told["seat"] == 1,
    } or len(corrected.tournament_corrected.results) == 2
    assert (ended.tournament_ended.status, ended.tournament_ended.standing.rank) in (("finished", 1), ("finished", 2))


def test_one_watch_is_enough_to_play_by(both: Hall, over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    made = one.ask("CreateMatch", ruleset="factionwars", seats=["me", "open"]).match
    match = two.ask("JoinMatch", match=made.id).match
    assert match.status == pb.MATCH_STATUS_LIVE
    asked = {"include": [pb.INCLUDE_VIEW, pb.INCLUDE_LEGAL], "encoding": pb.ENCODING_MESSAGE}
    (opened,) = taken(one.ask("WatchAccount", **asked), 1)
    (turn,) = [each.turn for each in opened.open.matches]
    view = factionwars_pb2.View()
    assert turn.view.message.Unpack(view)
    looked = one.ask("GetView", match=match.id, seat=0, encoding=pb.ENCODING_MESSAGE).view
    assert (turn.view, turn.decision, turn.revision) == (looked.view, looked.decision, looked.revision)
    assert [action.notation for action in turn.legal] == [action.notation for action in looked.legal]
    one.ask("Decide", match=match.id, decision=turn.decision, message=turn.legal[0].action.message)
    while not one.ask("GetView", match=match.id, seat=0).view.HasField("decision"):
        two.answer_first(match.id, 1)
    (next_turn,) = taken(one.ask("WatchAccount", since=opened.cursor, include=[pb.INCLUDE_LEGAL]), 1)
    assert next_turn.your_turn.decision == turn.decision + 1
    assert next_turn.your_turn.legal[0].notation
    assert json.loads(next_turn.your_turn.legal[0].action.json)
    assert not next_turn.your_turn.HasField("view")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"since": "not a cursor"}, "/since"),
        ({"since": "A" * 300}, "/since"),
        ({"encoding": 77}, "/encoding"),
        ({"include": [pb.INCLUDE_VIEW, 7]}, "/include/1"),
        ({"include": [pb.INCLUDE_UNSPECIFIED]}, "/include/0"),
    ],
)
def test_bad_requests_are_refused_with_a_pointer(
    over_grpc: Over, ada: Client, fields: dict[str, Any], pointer: str
) -> None:
    refused = over_grpc(ada).refused("WatchAccount", **fields)
    assert (refused.reason, list(refused.fields)) == ("INVALID_FIELD", [pointer])


def test_a_watch_ends_with_its_key(hall: Hall, over_grpc: Over, ada: Client, bob: Client, live: str) -> None:
    watch = over_grpc(bob).ask("WatchAccount")
    assert next(watch).WhichOneof("line") == "open"
    wait_until(lambda: hall.hub.followers() == 1, "it watches")
    hall.keys.revoke(hall.keys.list(bob.id)[0].id)
    over_grpc(ada).ask("ResignMatch", match=live)
    with pytest.raises(grpc.RpcError) as ended:
        next(watch)
    assert ended.value.code() is grpc.StatusCode.UNAUTHENTICATED
