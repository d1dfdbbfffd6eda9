"""Playing over gRPC, beside REST on the same matches."""

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import grpc
import pytest
from playhall.factionwars.v1 import factionwars_pb2
from playhall.play.v1 import play_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.engine.versions import Target
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.play import run_out_of_time
from tests.integration.grpc_api.clients import PlayClient, moment_text, served, services_of
from tests.rulesets.versioned import Versioned
from tests.waiting import wait_until

Over = Callable[[Client], PlayClient]


def play_out(match: str, *seats: PlayClient) -> pb.Match:
    """Play a match of people alone to its end."""
    while True:
        details: pb.Match = seats[0].ask("GetMatch", match=match).match
        if details.status != pb.MATCH_STATUS_LIVE:
            return details
        for seat in details.pending:
            seats[seat].answer_first(match, seat)


def test_a_whole_match_is_played_over_grpc_alone(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    found = {ruleset.id: ruleset for ruleset in one.ask("ListRulesets").rulesets}
    assert (found["sealed"].min_seats, found["sealed"].max_seats) == (2, 4)
    match = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"], options=b'{"takes":"lowest"}').match
    assert (match.status, match.seat, json.loads(match.options)["takes"]) == (pb.MATCH_STATUS_OPEN, 0, "lowest")
    lines: list[pb.WatchResponse] = []
    watch = threading.Thread(target=lambda: lines.extend(two.ask("Watch", match=match.id, seat=1)), daemon=True)
    assert two.ask("JoinMatch", match=match.id).match.status == pb.MATCH_STATUS_LIVE
    watch.start()
    ended = play_out(match.id, one, two)
    watch.join(20)
    assert ended.status == pb.MATCH_STATUS_FINISHED
    assert [result.seat for result in ended.outcome.results] == [0, 1]
    assert lines[0].WhichOneof("line") == "snapshot"
    assert [line.revision for line in lines[1:-1]] == list(range(lines[0].revision + 1, lines[-1].revision + 1))
    assert lines[-1].end.outcome == lines[-2].step.outcome == ended.outcome
    replay = json.loads(one.ask("GetReplay", match=match.id).replay)
    assert replay["match"] == match.id


def test_grpc_tells_what_rest_tells(over_grpc: Over, ada: Client, bob: Client, live: str) -> None:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 4"})
    rest = ada.get(f"/v1/matches/{live}/seats/0/view")
    view = over_grpc(ada).ask("GetView", match=live, seat=0, with_actions=True).view
    assert rest.json is not None
    assert view.view.json in rest.data
    assert json.loads(view.view.json) == rest.json["view"]
    told = [{"notation": a.notation, "action": json.loads(a.action.json), "label": a.label} for a in view.legal]
    assert told == rest.json["legal"]
    assert (view.match, view.seat, view.revision, view.decision) == (live, 0, 2, 2)
    assert list(view.pending) == rest.json["pending"]
    match, listed = over_grpc(bob).ask("GetMatch", match=live).match, bob.read(f"/v1/matches/{live}")
    assert (match.commitment, match.revision, match.decision) == (listed["commitment"], listed["revision"], 1)
    assert moment_text(match.created_at) == listed["created_at"]
    assert [seat.player.name for seat in match.seats] == ["Ada", "Bob"]
    spectator = over_grpc(ada).ask("GetView", match=live).view
    assert not spectator.HasField("seat")
    assert list(spectator.legal) == []


def test_an_older_version_of_a_ruleset_that_is_served_can_be_read(hall: Hall) -> None:
    card = {"id": "ANT", "name": "ant", "kind": "card"}
    old, new = Versioned("1.0.0", (card,)), Versioned("1.2.0")
    both = EngineDirectory({"sealed": [Target(InProcessEngine(new)), Target(InProcessEngine(old))]})
    services = replace(services_of(hall), engines=both)
    with served(services, PlayLimits(threads=2)) as (_, target), grpc.insecure_channel(target) as channel:
        anybody = PlayClient(channel, None)
        assert anybody.ask("GetRuleset", ruleset="sealed").ruleset.summary.version == "1.2.0"
        found = anybody.ask("GetRuleset", ruleset="sealed", version="1.0.0").ruleset
        assert (found.summary.version, json.loads(found.cards)) == ("1.0.0", [card])
        refused = anybody.refused("GetRuleset", ruleset="sealed", version="1.1.0")
        assert refused.reason == "UNSUPPORTED_VERSION"
        assert refused.metadata == {"version": "1.1.0", "served": "1.0.0, 1.2.0"}


def test_a_ruleset_tells_how_it_is_drawn_and_played(over_grpc: Over, ada: Client) -> None:
    player = over_grpc(ada)
    found = player.ask("GetRuleset", ruleset="sealed").ruleset
    assert json.loads(found.layout) == ada.read("/v1/rulesets/sealed/layout")
    assert found.rules == ada.get("/v1/rulesets/sealed/rules").text
    assert json.loads(found.options)[0]["title"] == "Winning card"
    assert json.loads(found.schemas["card"]) == ada.read("/v1/rulesets/sealed/schemas/card")
    options = b'{"open_draws":true}'
    narrowed = player.ask("GetRuleset", ruleset="sealed", seats=2, options=options).ruleset
    points = [zone for zone in json.loads(narrowed.layout)["zones"] if zone["id"] == "points"]
    assert [("when" in zone, zone.get("row", 0)) for zone in points] == [(False, 0)]


def test_a_move_of_either_face_is_the_same_move(over_grpc: Over, ada: Client, live: str) -> None:
    player = over_grpc(ada)
    answer = player.ask("Decide", match=live, decision=1, notation="place 4")
    assert (answer.seat, answer.decision, answer.notation, answer.next_decision) == (0, 1, "place 4", 2)
    assert [json.loads(event.json) for event in answer.events] == [{"placed": {"seat": 0, "card": 4}}]
    assert [event.text for event in answer.events] == ["Player 0 lays 4."]
    assert json.loads(answer.action.json) == {"place": {"card": 4}}
    rest = ada.make(f"/v1/matches/{live}/decisions/1", {"action": {"place": {"card": 4}}})
    assert (rest["revision"], rest["notation"]) == (answer.revision, "place 4")
    assert player.ask("Decide", match=live, decision=1, json=b'{"place":{"card":4}}') == answer
    refused = player.refused("Decide", match=live, decision=1, notation="place 5")
    assert (refused.code, refused.reason) == (grpc.StatusCode.ABORTED, "DECISION_ALREADY_ANSWERED")


def test_an_action_can_be_tried_out(over_grpc: Over, hall: Hall, ada: Client, live: str) -> None:
    player, before = over_grpc(ada), hall.fingerprint()
    checked = player.ask("CheckDecision", match=live, decision=1, json=b'{"place":{"card":4}}')
    assert (checked.seat, checked.decision, checked.notation) == (0, 1, "place 4")
    assert player.refused("CheckDecision", match=live, decision=1, notation="keep").reason == "ILLEGAL_ACTION"
    assert hall.fingerprint() == before


def test_seats_are_left_given_and_resigned(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    match = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"], start_rule=pb.START_RULE_BY_CREATOR).match.id
    assert two.ask("JoinMatch", match=match, seat=1, client_seed="AB" * 32).match.seats[1].client_seed == "ab" * 32
    seen = one.ask("GetMatch", match=match).match
    digest = hashlib.sha256(bytes.fromhex("ab" * 32)).hexdigest()
    assert (seen.seats[1].client_seed, seen.seats[1].client_seed_sha256) == ("", digest)
    assert hashlib.sha256(seen.commitment_document).hexdigest() == seen.commitment
    assert len(seen.commitment_signature.value) == 64
    assert not two.ask("LeaveMatch", match=match).match.HasField("seat")
    kept = one.ask("AssignSeat", match=match, seat=1, occupant="bot:random").match.seats[1]
    assert (kept.status, kept.player.bot, kept.player.kind) == (pb.SEAT_STATUS_TAKEN, "random", "bot")
    assert one.ask("SeedMatch", match=match, client_seed="0a" * 32).match.seats[0].client_seed == "0a" * 32
    assert one.refused("SeedMatch", match=match, client_seed="1a" * 32).reason == "CLIENT_SEED_GIVEN"
    started = one.ask("StartMatch", match=match, client_seed="0a" * 32).match
    assert (started.status, started.seats[0].client_seed) == (pb.MATCH_STATUS_LIVE, "0a" * 32)
    assert one.ask("ResignMatch", match=match).match.seats[0].resigned
    other = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"]).match.id
    assert one.ask("AbortMatch", match=other).match.status == pb.MATCH_STATUS_ABORTED


def test_matches_are_listed_page_by_page(over_grpc: Over, ada: Client, bob: Client) -> None:
    one = over_grpc(ada)
    made = [one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"]).match.id for _ in range(5)]
    bob.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})
    found: list[str] = []
    token = ""
    while True:
        page = one.ask("ListMatches", player="me", status=pb.MATCH_STATUS_OPEN, page_size=2, page_token=token)
        found += [match.id for match in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert found == made[::-1]
    assert [match.id for match in one.ask("ListMatches", ruleset="none").matches] == []


def test_a_match_that_is_created_again_with_its_request_id_is_the_same(
    over_grpc: Over, hall: Hall, ada: Client, bob: Client
) -> None:
    one, fields = over_grpc(ada), {"ruleset": "sealed", "seats": ["me", "open"], "request_id": "0b1c"}
    first = one.ask("CreateMatch", **fields)
    before = hall.fingerprint()
    assert one.ask("CreateMatch", **fields) == first
    assert hall.fingerprint() == before
    assert one.refused("CreateMatch", **{**fields, "seats": ["open", "me"]}).reason == "IDEMPOTENCY_KEY_REUSED"
    assert over_grpc(bob).ask("CreateMatch", **fields).match.id != first.match.id
    assert one.ask("CreateMatch", **{**fields, "request_id": ""}).match.id != first.match.id


def test_a_refused_creation_leaves_its_request_id_free(over_grpc: Over, ada: Client) -> None:
    one = over_grpc(ada)
    assert one.refused("CreateMatch", ruleset="x", seats=["me"], request_id="r1").reason == "UNKNOWN_RULESET"
    assert one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"], request_id="r1").match.id


def test_documents_are_the_rulesets_own_messages_where_they_are_asked_for(
    both: Hall, over_grpc: Over, ada: Client
) -> None:
    one = over_grpc(ada)
    match = one.ask("CreateMatch", ruleset="factionwars", seats=["me", "bot:random"]).match.id
    packed = one.ask("GetView", match=match, seat=0, encoding=pb.ENCODING_MESSAGE, with_actions=True).view
    view, action = factionwars_pb2.View(), factionwars_pb2.Action()
    assert packed.view.message.Unpack(view)
    assert view.viewer == 0
    assert packed.legal[0].action.message.Unpack(action)
    answer = one.ask(
        "Decide",
        match=match,
        decision=packed.decision,
        message=packed.legal[0].action.message,
        encoding=pb.ENCODING_MESSAGE,
    )
    assert answer.notation == packed.legal[0].notation
    assert answer.action.message == packed.legal[0].action.message
    lines = one.ask("Watch", match=match, seat=0, since=1, encoding=pb.ENCODING_MESSAGE)
    event = factionwars_pb2.Event()
    assert next(lines).step.events[0].message.Unpack(event)
    lines.cancel()


def test_messages_that_the_service_does_not_have_are_refused(over_grpc: Over, ada: Client, live: str) -> None:
    one = over_grpc(ada)
    asked = one.refused("GetView", match=live, encoding=pb.ENCODING_MESSAGE)
    assert (asked.reason, list(asked.fields)) == ("INVALID_FIELD", ["/encoding"])
    assert one.refused("Decide", match=live, decision=1, message={}).reason == "MALFORMED_ACTION"
    assert list(one.refused("Watch", match=live, encoding=77).fields) == ["/encoding"]


def next_lines(stream: Any, number: int) -> list[tuple[str, int]]:
    return [(line.WhichOneof("line"), line.revision) for _, line in zip(range(number), stream, strict=False)]


def test_a_watch_is_resumed_from_any_revision(over_grpc: Over, ada: Client, bob: Client, live: str) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    play_out(live, one, two)
    whole = list(one.ask("Watch", match=live, seat=0, since=0))
    revisions = [line.revision for line in whole[:-1]]
    assert revisions == list(range(1, len(whole)))
    for since in (0, 3, revisions[-2]):
        assert list(one.ask("Watch", match=live, seat=0, since=since)) == whole[since:]
    assert next_lines(one.ask("Watch", match=live, seat=0, since=revisions[-1]), 9) == [("end", revisions[-1])]
    assert next_lines(one.ask("Watch", match=live, seat=0), 9) == [("snapshot", revisions[-1]), ("end", revisions[-1])]
    assert next_lines(one.ask("Watch", match=live, since=99), 1)[0][0] == "snapshot"


def test_a_watcher_who_leaves_makes_room(over_grpc: Over, hall: Hall, ada: Client, live: str) -> None:
    one = over_grpc(ada)
    watches = [one.ask("Watch", match=live) for _ in range(4)]
    for watch in watches:
        assert next_lines(watch, 1) == [("snapshot", 1)]
    fifth = one.refused("Watch", match=live)
    assert (fifth.code, fifth.reason) == (grpc.StatusCode.UNAVAILABLE, "BUSY")
    for watch in watches:
        watch.cancel()
    wait_until(lambda: hall.hub.followers() == 0, "the watchers have left")
    again = one.ask("Watch", match=live)
    assert next_lines(again, 1) == [("snapshot", 1)]
    again.cancel()


def test_a_seat_is_told_that_its_time_ran_out(over_grpc: Over, hall: Hall, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    match = one.ask(
        "CreateMatch",
        ruleset="sealed",
        seats=["me", "open"],
        time_control=pb.TimeControl(per_decision=pb.PerDecision(seconds=60)),
    ).match.id
    two.ask("JoinMatch", match=match)
    run_out_of_time(hall, match)
    watch = one.ask("Watch", match=match, seat=0, since=1)
    assert next(watch).step.notice == pb.Notice(kind="time_ran_out", seat=0, text="Player 0's time runs out.")
    watch.cancel()


def test_a_revoked_key_is_told_nothing_more(over_grpc: Over, hall: Hall, ada: Client, bob: Client, live: str) -> None:
    watch = over_grpc(ada).ask("Watch", match=live, seat=0)
    assert next_lines(watch, 1) == [("snapshot", 1)]
    assert ada.key is not None
    hall.keys.revoke(ada.key.split("_")[2])
    bob.make(f"/v1/matches/{live}:resign")
    with pytest.raises(grpc.RpcError) as caught:
        list(watch)
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


def test_who_leaves_a_seat_is_told_nothing_of_who_takes_it(
    over_grpc: Over, hall: Hall, ada: Client, bob: Client, carol: Client
) -> None:
    match = carol.make("/v1/matches", {"ruleset": "sealed", "seats": ["open", "open"]})["id"]
    ada.make(f"/v1/matches/{match}:join", {"seat": 0})
    watch = over_grpc(ada).ask("Watch", match=match, seat=0)
    assert next_lines(watch, 1) == [("snapshot", 0)]
    ada.make(f"/v1/matches/{match}:leave")
    bob.make(f"/v1/matches/{match}:join", {"seat": 0})
    ada.make(f"/v1/matches/{match}:join", {"seat": 1})
    with pytest.raises(grpc.RpcError) as caught:
        list(watch)
    assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED


def test_spectators_watch_with_the_delay_of_the_match(over_grpc: Over, ada: Client, bob: Client) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    match = one.ask("CreateMatch", ruleset="sealed", seats=["me", "open"], spectator_delay_seconds=3600).match.id
    two.ask("JoinMatch", match=match)
    for player in (one, two):
        player.answer_first(match, 0 if player is one else 1)
    assert one.ask("GetView", match=match).view.revision == 0
    assert one.ask("GetView", match=match, seat=0).view.revision == 2
    watch = one.ask("Watch", match=match)
    assert next_lines(watch, 1) == [("snapshot", 0)]
    watch.cancel()


def test_a_match_is_played_by_one_watch(over_grpc: Over, ada: Client, live: str) -> None:
    one = over_grpc(ada)
    include = [pb.INCLUDE_VIEW, pb.INCLUDE_LEGAL]
    watch = one.ask("Watch", match=live, seat=0, since=0, include=include, with_actions=True)
    answered = 0
    for line in watch:
        if line.step.legal and line.step.decision > answered:
            view = one.ask("GetView", match=live, seat=0, with_actions=True).view
            assert (line.revision, list(line.step.legal)) == (view.revision, list(view.legal))
            assert line.step.view == view.view
            answered = line.step.decision
            one.ask("Decide", match=live, decision=answered, notation=line.step.legal[0].notation)
        assert all(event.text for event in line.step.events)
        if answered == 3:
            break
    watch.cancel()
    assert answered == 3


def test_a_watch_carries_what_it_is_asked_for_and_no_more(over_grpc: Over, ada: Client, bob: Client, live: str) -> None:
    one, two = over_grpc(ada), over_grpc(bob)
    one.answer_first(live, 0)

    def step_with(*include: int) -> pb.Step:
        watch = one.ask("Watch", match=live, seat=0, since=1, include=include)
        step: pb.Step = next(watch).step
        watch.cancel()
        return step

    plain, view, legal = step_with(), step_with(pb.INCLUDE_VIEW), step_with(pb.INCLUDE_LEGAL)
    assert [each.HasField("view") for each in (plain, view, legal)] == [False, True, False]
    assert [bool(each.legal) for each in (plain, view, legal)] == [False, False, True]
    assert two.refused("Watch", match=live, seat=0, include=[pb.INCLUDE_VIEW]).reason == "NOT_YOUR_SEAT"
    assert list(one.refused("Watch", match=live, include=[pb.INCLUDE_VIEW, 7]).fields) == ["/include/1"]
    assert list(one.refused("Watch", match=live, include=[pb.INCLUDE_UNSPECIFIED]).fields) == ["/include/0"]
