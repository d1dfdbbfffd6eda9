from functools import partial
from typing import Any

import pytest

from services.engine.clocks import Forfeit, PerDecision, PlayByBot, TakeOver
from services.errors import Reason
from services.identity import Caller, PlayerKind, Scope
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.deadlines import move_due
from services.matches.match import Match, SeatStatus, StartRule, Status, Visibility
from services.matches.redis_keys import match_key
from tests.integration.matches.harness import World, at_once, caller_of, refused


def test_of_fifty_who_join_one_seat_at_once_exactly_one_gets_it(world: World) -> None:
    match = world.create(world.caller(), "me", "open", "open")
    people = [world.caller(f"P{n}") for n in range(50)]
    results = at_once([partial(world.matches.join, person, match.id, seat=1) for person in people])
    assert sorted(str(result) for result in results if not isinstance(result, Match)) == ["Reason.SEAT_TAKEN"] * 49
    (winner,) = (place for place, result in enumerate(results) if isinstance(result, Match))
    assert world.matches.get(people[0], match.id).seats[1].player_id == people[winner].player_id
    world.check_whole(match.id)


def test_fifty_who_join_any_seat_at_once_fill_the_match_which_starts_once(world: World) -> None:
    match = world.create(world.caller(), "me", "open", "open", "open")
    people = [world.caller(f"P{n}") for n in range(50)]
    results = at_once([partial(world.matches.join, person, match.id) for person in people])
    seated = [place for place, result in enumerate(results) if isinstance(result, Match)]
    assert len(seated) == 3
    assert {result for result in results if isinstance(result, Reason)} <= {Reason.SEAT_TAKEN, Reason.MATCH_NOT_OPEN}
    full = world.matches.get(people[0], match.id)
    assert full.status is Status.LIVE
    assert {seat.player_id for seat in full.seats[1:]} == {people[place].player_id for place in seated}
    assert len(world.store.read_log(match.id)) == 1
    world.check_whole(match.id)


def test_who_starts_at_once_starts_one_match(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "me", "open", start_rule=StartRule.BY_CREATOR)
    assert refused(lambda: world.matches.start(ann, match.id)).reason is Reason.SEATS_NOT_FILLED
    world.matches.join(world.caller("Ben"), match.id)
    assert world.matches.get(ann, match.id).status is Status.OPEN
    results = at_once([lambda: world.matches.start(ann, match.id)] * 8)
    assert [result.status for result in results] == [Status.LIVE] * 8
    assert len(world.store.read_log(match.id)) == 1
    world.check_whole(match.id)


def test_only_the_creator_or_an_admin_starts_a_match(world: World) -> None:
    match = world.create(world.caller(), "me", "open", start_rule=StartRule.BY_CREATOR)
    ben = world.caller("Ben")
    world.matches.join(ben, match.id)
    assert refused(lambda: world.matches.start(ben, match.id)).reason is Reason.NOT_THE_CREATOR
    admin = world.caller("Root", Scope.ADMIN)
    assert world.matches.start(admin, match.id).status is Status.LIVE


def test_a_match_that_nobody_has_to_join_starts_at_once(world: World) -> None:
    match = world.create(world.caller(), "me", "bot:greedy", "bot:greedy")
    assert match.status is Status.LIVE
    assert match.started_ms == world.clock.now_ms
    assert [seat.player_id for seat in match.seats[1:]] == ["bot_sealed_greedy"] * 2


def test_joining_again_changes_nothing_and_another_seat_is_refused(world: World) -> None:
    match = world.create(world.caller(), "me", "open", "open", "open")
    ben = world.caller("Ben")
    first = world.matches.join(ben, match.id, seat=2, client_seed="AB" * 32)
    assert first.seats[2].client_seed == "ab" * 32
    before = world.redis.hgetall(match_key(match.id))
    assert world.matches.join(ben, match.id) == first
    assert world.matches.join(ben, match.id, seat=2, client_seed="ab" * 32) == first
    other = refused(lambda: world.matches.join(ben, match.id, seat=2, client_seed="cd" * 32))
    assert other.reason is Reason.CLIENT_SEED_GIVEN
    assert world.redis.hgetall(match_key(match.id)) == before
    assert refused(lambda: world.matches.join(ben, match.id, seat=1)).reason is Reason.ALREADY_SEATED


def test_a_seat_kept_for_a_player_is_for_nobody_else(world: World) -> None:
    ben, eve = world.caller("Ben"), world.caller("Eve")
    match = world.create(world.caller(), "me", f"player:{ben.player_id}")
    assert match.seats[1].status is SeatStatus.RESERVED
    assert match.seats[1].player_name == "Ben"
    assert refused(lambda: world.matches.join(eve, match.id)).reason is Reason.SEAT_TAKEN
    assert refused(lambda: world.matches.join(eve, match.id, seat=1)).reason is Reason.SEAT_TAKEN
    assert world.matches.join(ben, match.id).seats[1].status is SeatStatus.TAKEN
    assert world.matches.get(ben, match.id).status is Status.LIVE


def test_who_is_kept_a_seat_does_not_take_another(world: World) -> None:
    ben = world.caller("Ben")
    match = world.create(world.caller(), "me", "open", f"player:{ben.player_id}")
    assert refused(lambda: world.matches.join(ben, match.id, seat=1)).reason is Reason.ALREADY_SEATED
    assert world.matches.join(ben, match.id).seat_of(ben.player_id) == 2


def test_nobody_joins_a_match_that_is_live(world: World) -> None:
    match, _ = world.table(2)
    eve = world.caller("Eve")
    assert refused(lambda: world.matches.join(eve, match.id)).reason is Reason.MATCH_NOT_OPEN


@pytest.mark.parametrize(
    ("seats", "reason", "pointer"),
    [
        (["me"], Reason.SEATS_OUT_OF_RANGE, "/seats"),
        (["open"] * 5, Reason.SEATS_OUT_OF_RANGE, "/seats"),
        (["me", "me"], Reason.ALREADY_SEATED, "/seats/1"),
        (["me", "bot:nobody"], Reason.UNKNOWN_BOT, "/seats/1"),
        (["me", "player:p_00000000000000000000000000"], Reason.NOT_FOUND, "/seats/1"),
        (["me", "player:bot_sealed_greedy"], Reason.INVALID_FIELD, "/seats/1"),
        (["me", "player:\ud800"], Reason.NOT_FOUND, "/seats/1"),
        (["me", "bot:\ud800"], Reason.UNKNOWN_BOT, "/seats/1"),
    ],
)
def test_seats_that_cannot_be_are_refused_and_nothing_is_created(
    world: World, seats: list[str], reason: Reason, pointer: str
) -> None:
    ann = world.caller()
    refusal = refused(lambda: world.create(ann, *seats))
    assert refusal.reason is reason
    assert [error.pointer for error in refusal.errors] == [pointer]
    assert list(world.redis.scan_iter()) == []


def test_what_else_cannot_be_is_refused_with_a_pointer(world: World) -> None:
    ann = world.caller()

    def pointer(**changes: Any) -> tuple[Reason, str]:
        new = {"ruleset": "sealed", "seats": parse_seats(["me", "open"]), "options": {}, **changes}
        refusal = refused(lambda: world.matches.create(ann, NewMatch(**new)))
        return refusal.reason, refusal.errors[0].pointer

    assert pointer(ruleset="chess") == (Reason.UNKNOWN_RULESET, "/ruleset")
    assert pointer(options={"take": "lowest"}) == (Reason.UNKNOWN_OPTION, "/options/take")
    assert pointer(options={"takes": "most"}) == (Reason.INVALID_OPTION, "/options/takes")
    assert pointer(on_time_out=Forfeit()) == (Reason.INVALID_FIELD, "/on_time_out")
    clocks = {"time_control": PerDecision(seconds=1)}
    assert pointer(**clocks, on_time_out=TakeOver(bot="nobody")) == (Reason.UNKNOWN_BOT, "/on_time_out/bot")
    assert pointer(**clocks, on_time_out=PlayByBot(bot="nobody")) == (Reason.UNKNOWN_BOT, "/on_time_out/bot")
    assert list(world.redis.scan_iter()) == []


def test_the_creators_own_id_is_the_creator(world: World) -> None:
    ann = world.caller()
    match = world.create(ann, "open", f"player:{ann.player_id}")
    assert match.seat_of(ann.player_id) == 1
    again = refused(lambda: world.create(ann, "me", f"player:{ann.player_id}"))
    assert again.reason is Reason.ALREADY_SEATED


def test_a_match_that_was_full_when_its_process_died_is_started_by_whoever_comes_next(world: World) -> None:
    for come in (
        world.matches.get,
        lambda who, id: world.matches.view(who, id, 0),
        world.matches.join,
        world.matches.start,
        lambda who, id: world.bot_turns.play_turns(id),
    ):
        ann, ben = world.caller(), world.caller("Ben")
        match = world.create(ann, "me", "open")
        die_after_joining(world, ben, match.id)
        come(ann, match.id)
        live = world.store.match(match.id)
        assert live is not None
        assert live.status is Status.LIVE
        world.check_whole(match.id)


def test_the_house_is_called_for_a_match_that_is_full_and_has_not_started(world: World) -> None:
    match = world.create(world.caller(), "me", "open")
    world.tasks()
    die_after_joining(world, world.caller("Ben"), match.id)
    assert world.tasks() == []  # whoever took the last seat would start it
    move_due(world.redis, world.clock() + 14_999)
    assert world.tasks() == []
    move_due(world.redis, world.clock() + 15_000)
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("turn", match.id)]


def test_a_new_match_of_bots_calls_the_house_once(world: World) -> None:
    """Two calls would bring two workers, which play the same match against each other."""
    match = world.create(world.caller(), "bot:random", "bot:random")
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("turn", match.id)]


def die_after_joining(world: World, caller: Caller, match_id: str) -> None:
    """Take the last seat, and get no further."""

    class Died(Exception):
        pass

    def die(*args: object) -> None:
        raise Died

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.matches.matches.start", die)
        with pytest.raises(Died):
            world.matches.join(caller, match_id)
    full = world.store.match(match_id)
    assert full is not None
    assert (full.status, full.full) == (Status.OPEN, True)


def test_a_private_match_does_not_exist_for_strangers(world: World) -> None:
    ann, ben, eve = world.caller(), world.caller("Ben"), world.caller("Eve")
    match = world.create(ann, "me", f"player:{ben.player_id}", visibility=Visibility.PRIVATE)
    nowhere = refused(lambda: world.matches.get(eve, "m_" + "0" * 26))
    for call in (
        lambda: world.matches.get(eve, match.id),
        lambda: world.matches.join(eve, match.id),
        lambda: world.matches.start(eve, match.id),
        lambda: world.matches.resign(eve, match.id),
        lambda: world.matches.abort(eve, match.id),
        lambda: world.matches.view(eve, match.id, -1),
        lambda: world.matches.view(eve, match.id, 0),
        lambda: world.matches.events(eve, match.id, -1, since=0),
        lambda: world.matches.decide(eve, match.id, 0, 1, "place 1"),
        lambda: world.matches.replay(eve, match.id),
    ):
        refusal = refused(call)
        assert (refusal.reason, refusal.detail, refusal.errors) == (nowhere.reason, nowhere.detail, nowhere.errors)
    assert world.matches.list(eve) == ([], None)
    assert world.matches.get(ben, match.id).id == match.id
    admin = world.caller("Root", Scope.ADMIN)
    assert world.matches.get(admin, match.id).id == match.id


def test_a_player_that_is_a_bot_of_a_person_joins_like_a_person(world: World) -> None:
    robot = caller_of(world.players.create("Robot", PlayerKind.BOT))
    match = world.create(world.caller(), "me", "open")
    seat = world.matches.join(robot, match.id).seats[1]
    assert (seat.player_kind, seat.bot, seat.played_by_platform) == ("bot", None, False)
