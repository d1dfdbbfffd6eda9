"""Before the start: seats are left, declined and given to others, and matches are found that one may join."""

import json

import pytest

from services.errors import Reason, Refusal
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.matches.creation_request import NewMatch, parse_seat, parse_seats
from services.matches.match import Match, SeatStatus, StartRule, Status, Visibility
from tests.integration.matches.harness import World, at_once, refused


@pytest.fixture
def ann(world: World) -> Caller:
    return world.caller("Ann")


@pytest.fixture
def ben(world: World) -> Caller:
    return world.caller("Ben")


def sitting(match: Match) -> list[str | None]:
    return [seat.player_name if seat.status is SeatStatus.TAKEN else None for seat in match.seats]


def listed(world: World, caller: Caller, **wanted: str) -> list[str]:
    found, _ = world.matches.list(caller, **wanted)  # type: ignore[arg-type]
    return [match.id for match in found]


# -- leaving ------------------------------------------------------------------------------


def test_a_seat_that_was_left_is_open_to_others(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", "open")
    world.matches.join(ben, match.id, client_seed="ab" * 32)
    left = world.matches.leave(ben, match.id)
    assert sitting(left) == ["Ann", None, None]
    assert (left.seats[1].status, left.seats[1].client_seed) == (SeatStatus.OPEN, None)
    assert listed(world, ann, player=ben.player_id) == []
    assert sitting(world.matches.join(world.caller("Cid"), match.id)) == ["Ann", "Cid", None]
    world.check_whole(match.id)


def test_leaving_again_changes_nothing(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", "open")
    world.matches.join(ben, match.id)
    left = world.matches.leave(ben, match.id)
    assert world.matches.leave(ben, match.id) == left
    assert world.matches.leave(world.caller("Cid"), match.id).seats == left.seats


def test_an_invitation_may_be_declined(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", f"player:{ben.player_id}", "open")
    assert world.matches.leave(ben, match.id).seats[1].status is SeatStatus.OPEN
    assert listed(world, ben, player=ben.player_id) == []


def test_who_declines_a_private_match_sees_it_no_more(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", f"player:{ben.player_id}", "open", visibility=Visibility.PRIVATE)
    world.matches.leave(ben, match.id)
    assert refused(lambda: world.matches.get(ben, match.id)).reason is Reason.NOT_FOUND
    assert refused(lambda: world.matches.leave(ben, match.id)).reason is Reason.NOT_FOUND


def test_a_live_match_is_resigned_not_left(world: World) -> None:
    match, people = world.table(2)
    assert refused(lambda: world.matches.leave(people[1], match.id)).reason is Reason.MATCH_NOT_OPEN
    assert world.matches.get(people[1], match.id).status is Status.LIVE


def test_the_creator_may_leave_and_still_calls_the_match_off(world: World, ann: Caller) -> None:
    match = world.create(ann, "me", "open")
    assert sitting(world.matches.leave(ann, match.id)) == [None, None]
    assert world.matches.abort(ann, match.id).status is Status.ABORTED


def test_a_full_match_that_waits_for_its_creator_may_be_left(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", start_rule=StartRule.BY_CREATOR)
    world.matches.join(ben, match.id)
    world.matches.leave(ben, match.id)
    assert refused(lambda: world.matches.start(ann, match.id)).reason is Reason.SEATS_NOT_FILLED


def test_either_the_last_seat_is_left_or_the_match_starts(world: World, ann: Caller, ben: Caller) -> None:
    cid = world.caller("Cid")
    for _ in range(10):
        match = world.create(ann, "me", "open", "open")
        world.matches.join(ben, match.id)
        at_once([lambda m=match: world.matches.leave(ben, m.id), lambda m=match: world.matches.join(cid, m.id)])  # type: ignore[misc]
        after = world.matches.get(ann, match.id)
        assert sitting(after).count("Ben") == (after.status is Status.LIVE)
        world.check_whole(match.id)


# -- giving seats to others ------------------------------------------------------------------------------


def assign(world: World, caller: Caller, match: Match, seat: int, text: str) -> Match:
    return world.matches.assign(caller, match.id, seat, parse_seat(text))


def test_the_creator_fills_an_open_seat_with_a_bot_and_the_match_starts(world: World, ann: Caller) -> None:
    match = world.create(ann, "me", "open")
    started = assign(world, ann, match, 1, "bot:greedy")
    assert (started.status, started.seats[1].bot) == (Status.LIVE, "greedy")
    world.check_whole(match.id)


def test_a_seat_may_be_kept_for_somebody_and_opened_again(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open")
    kept = assign(world, ann, match, 1, f"player:{ben.player_id}")
    assert (kept.seats[1].status, kept.seats[1].player_name) == (SeatStatus.RESERVED, "Ben")
    assert listed(world, ben, joinable=ben.player_id) == [match.id]
    assert assign(world, ann, match, 1, f"player:{ben.player_id}") == kept
    assert assign(world, ann, match, 1, "open").seats[1].status is SeatStatus.OPEN
    assert listed(world, ben, player=ben.player_id) == []


def test_nobody_is_unseated(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", "open")
    world.matches.join(ben, match.id)
    assert refused(lambda: assign(world, ann, match, 1, "bot:greedy")).reason is Reason.SEAT_TAKEN
    assert refused(lambda: assign(world, ann, match, 0, "open")).reason is Reason.SEAT_TAKEN
    assert refused(lambda: assign(world, ann, match, 2, f"player:{ben.player_id}")).reason is Reason.ALREADY_SEATED
    assert refused(lambda: assign(world, ann, match, 2, "me")).reason is Reason.ALREADY_SEATED


def test_only_the_creator_of_an_open_match_gives_seats(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", "open")
    assert refused(lambda: assign(world, ben, match, 1, "bot:greedy")).reason is Reason.NOT_THE_CREATOR
    assert refused(lambda: assign(world, ann, match, 3, "bot:greedy")).reason is Reason.NOT_FOUND
    unknown = refused(lambda: assign(world, ann, match, 1, "bot:hal"))
    assert (unknown.reason, unknown.errors[0].pointer) == (Reason.UNKNOWN_BOT, "/seat")
    world.matches.abort(ann, match.id)
    assert refused(lambda: assign(world, ann, match, 1, "bot:greedy")).reason is Reason.MATCH_NOT_OPEN


# -- finding ------------------------------------------------------------------------------


def test_matches_are_found_in_which_it_is_ones_turn(world: World) -> None:
    match, (ann, ben) = world.table(2)
    world.clock.advance(1)
    other = world.create(ann, "me", "open")
    assert listed(world, ann, pending=ann.player_id) == [match.id]
    for card in range(1, 6):  # Ann lays all her cards down; nobody waits for her then
        if world.matches.get(ann, match.id).decision(0) is None:
            break
        world.decide(ann, match.id, f"place {card}")
    assert world.matches.get(ann, match.id).decision(0) is None
    assert listed(world, ann, pending=ann.player_id) == []
    assert listed(world, ann, pending=ben.player_id) == [match.id]
    assert listed(world, ann, player=ann.player_id) == [other.id, match.id]


def test_matches_are_found_that_one_may_join(world: World, ann: Caller, ben: Caller) -> None:
    free = world.create(ann, "me", "open")
    full = world.create(ann, "me", "bot:greedy", start_rule=StartRule.BY_CREATOR)
    kept = world.create(ann, "me", f"player:{world.caller('Cid').player_id}")
    world.clock.advance(1)
    mine = world.create(ann, "me", f"player:{ben.player_id}")
    assert full.status is kept.status is Status.OPEN
    assert listed(world, ben, joinable=ben.player_id) == [mine.id, free.id]
    assert listed(world, ann, joinable=ann.player_id) == []


def test_a_cursor_does_not_name_a_match_that_may_not_be_seen(world: World, ann: Caller, ben: Caller) -> None:
    shown = world.create(ann, "me", "open").id
    world.clock.advance(1)
    hidden = {world.create(ann, "me", "open", visibility=Visibility.PRIVATE).id for _ in range(30)}
    found, cursor = world.matches.list(ben, limit=1)
    while not found:  # every page looks at a bounded number of matches
        assert cursor is not None
        assert cursor not in hidden
        found, cursor = world.matches.list(ben, limit=1, before=cursor)
    assert [match.id for match in found] == [shown]


# -- sent again, or too late ------------------------------------------------------------------------------


def test_a_creation_that_is_attempted_again_makes_one_match(world: World, ann: Caller) -> None:
    new = NewMatch("sealed", parse_seats(["me", "bot:greedy"]), {})
    creation = Creation(world.clock(), bytes(range(32)))
    made = at_once([lambda: world.matches.create(ann, new, creation=creation) for _ in range(4)])
    assert len({match.id for match in made}) == 1
    assert len({match.commitment for match in made}) == 1
    assert listed(world, ann) == [made[0].id]
    world.check_whole(made[0].id)


def test_a_change_is_refused_that_expects_another_match(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "open", "open")
    seen: list[Match] = []

    def stale(found: Match) -> None:
        seen.append(found)
        raise Refusal(Reason.PRECONDITION_FAILED)

    calls = [
        lambda: world.matches.join(ben, match.id, expected=stale),
        lambda: world.matches.leave(ann, match.id, expected=stale),
        lambda: world.matches.assign(ann, match.id, 1, parse_seat("bot:greedy"), expected=stale),
        lambda: world.matches.abort(ann, match.id, expected=stale),
    ]
    for call in calls:
        assert refused(call).reason is Reason.PRECONDITION_FAILED
    assert len(seen) == 4
    assert world.matches.get(ann, match.id) == match


def test_a_change_that_has_been_made_expects_nothing(world: World, ann: Caller) -> None:
    """The first answer was lost: whoever sends the request again still has the old ETag."""
    match = world.create(ann, "me", "open")
    aborted = world.matches.abort(ann, match.id)

    def stale(_: Match) -> None:
        raise Refusal(Reason.PRECONDITION_FAILED)

    assert world.matches.abort(ann, match.id, expected=stale) == aborted


# -- trying out ------------------------------------------------------------------------------


def test_a_dry_run_says_what_the_decision_would(world: World) -> None:
    match, (ann, ben) = world.table(2)
    checked = world.matches.check(ann, match.id, 1, "place 2")
    assert (checked.seat, checked.decision, checked.notation) == (0, 1, "place 2")
    assert world.matches.check(ann, match.id, 1, json.loads(checked.action)) == checked
    for caller, number, action in [
        (ann, 1, "place 9"),
        (ann, 1, "keep"),
        (ann, 2, "place 1"),
        (world.caller("Cid"), 1, "place 1"),
    ]:
        dry = refused(lambda c=caller, n=number, a=action: world.matches.check(c, match.id, n, a))  # type: ignore[misc]
        seat = 1 if caller is ben else 0
        wet = refused(lambda c=caller, n=number, a=action, s=seat: world.matches.decide(c, match.id, s, n, a))  # type: ignore[misc]
        assert (dry.reason, dry.errors) == (wet.reason, wet.errors)


def test_a_dry_run_changes_nothing(world: World) -> None:
    match, (ann, _) = world.table(2)
    world.tasks()
    before = world.matches.get(ann, match.id)
    for _ in range(3):
        world.matches.check(ann, match.id, 1, "place 2")
    assert world.matches.get(ann, match.id) == before
    assert world.tasks() == []
    world.check_whole(match.id)


def test_a_dry_run_of_an_answered_decision_knows_the_answer(world: World) -> None:
    match, (ann, ben) = world.table(2)
    world.decide(ann, match.id, "place 2")
    assert world.matches.check(ann, match.id, 1, "place 2").notation == "place 2"
    other = refused(lambda: world.matches.check(ann, match.id, 1, "place 3"))
    assert other.reason is Reason.DECISION_ALREADY_ANSWERED
    world.finish(match.id, [ann, ben])
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.check(ann, match.id, 1, "place 2").notation == "place 2"


def test_an_admin_without_a_seat_has_nothing_to_try_out(world: World) -> None:
    match, _ = world.table(2)
    root = world.caller("Root", Scope.ADMIN)
    assert refused(lambda: world.matches.check(root, match.id, 1, "place 2")).reason is Reason.NOT_YOUR_SEAT
