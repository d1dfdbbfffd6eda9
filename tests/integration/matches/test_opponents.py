"""Finding an opponent: challenges and their ends, rematches, blocks, limits of invitations, the lobby."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from redis import Redis

from services.engine.clocks import Fischer
from services.errors import Reason
from services.identity import Caller, PlayerKind, Scope
from services.identity.idempotent_creation import once
from services.matches.creation_request import NewMatch, SeatKind, SeatRequest
from services.matches.deadlines import move_due
from services.matches.expiry import Expiry
from services.matches.idle_matches import IdleMatches
from services.matches.invitations import InvitationLimits
from services.matches.match import AbortReason, DeclineReason, Match, SeatStatus, StartRule, Status, Visibility
from services.matches.outbox import OutboxKind
from services.matches.redis_keys import SHARDS, account_key, rematch_key
from tests.integration.matches.harness import NUDGE_SECONDS, World, at_once, caller_of, refused


@pytest.fixture
def ann(world: World) -> Caller:
    return world.caller("Ann")


@pytest.fixture
def ben(world: World) -> Caller:
    return world.caller("Ben")


@pytest.fixture
def cid(world: World) -> Caller:
    return world.caller("Cid")


def challenge(world: World, by: Caller, *others: Caller, **more: Any) -> Match:
    """A match of somebody with others whom it invites."""
    return world.create(by, "me", *(f"player:{other.player_id}" for other in others), **more)


def seat_for(player: Caller) -> SeatRequest:
    return SeatRequest(SeatKind.PLAYER, player.player_id)


def told(world: World, player: Caller, *types: str) -> list[dict[str, Any]]:
    """What a player was told in its account, without the moment; of some types."""
    entries: list[tuple[bytes, dict[bytes, bytes]]] = []
    for shard in range(SHARDS):
        found: Any = world.redis.xrange(account_key(shard, player.player_id))
        entries += found
    events = [json.loads(fields[b"event"]) for _, fields in sorted(entries, key=lambda entry: entry[0])]
    return [{name: event[name] for name in event if name != "at"} for event in events if event["type"] in types]


def names(match: Match) -> list[str | None]:
    return [seat.player_name for seat in match.seats]


def expire(world: World) -> list[str]:
    """What the ticker finds and the workers do; which matches they are told of."""
    move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
    found = [task.match_id for task in world.tasks() if task.kind is OutboxKind.EXPIRE]
    for match_id in found:
        IdleMatches(world.store, Expiry(), now_ms=world.clock).expire(match_id)
    return found


def ended(world: World, seats: int = 2, **more: Any) -> tuple[Match, list[Caller]]:
    """A match that was played, and who sat in it."""
    match, people = world.table(seats, **more)
    world.finish(match.id, people)
    return world.matches.get(people[0], match.id), people


# -- declining ----------------------------------------------------------------------------


def test_the_last_who_declines_ends_the_match_and_the_challenger_is_told_why(
    world: World, ann: Caller, ben: Caller
) -> None:
    match = challenge(world, ann, ben)
    over = world.matches.leave(ben, match.id, reason=DeclineReason.TOO_FAST)
    assert (over.status, over.abort_reason) == (Status.ABORTED, AbortReason.DECLINED)
    (decline,) = world.matches.get(ann, match.id).declines
    assert (decline.player_id, decline.player_name, decline.seat) == (ben.player_id, "Ben", 1)
    assert (decline.reason, decline.at_ms) == ("too_fast", world.clock.now_ms)
    about = {"match": match.id, "ruleset": "sealed"}
    assert told(world, ann, "declined") == [
        about
        | {"type": "declined", "seat": 0, "declined_seat": 1, "reason": "too_fast"}
        | {"by": {"id": ben.player_id, "name": "Ben"}}
    ]
    end = about | {"type": "match_ended", "status": "aborted", "outcome": None, "abort_reason": "declined"}
    assert told(world, ann, "match_ended") == [end | {"seat": 0}]
    assert told(world, ben, "match_ended") == [end | {"seat": 1}]
    (line,) = world.matches.events(ann, match.id, 0, since=0)
    assert json.loads(line.line)["notice"] == {
        "kind": "aborted",
        "reason": "declined",
        "text": "The match is called off: the invitation was declined.",
    }
    world.check_whole(match.id)


def test_the_archive_tells_the_same_of_a_match_that_was_declined(world: World, ann: Caller, ben: Caller) -> None:
    match = challenge(world, ann, ben, visibility=Visibility.PRIVATE)
    over = world.matches.leave(ben, match.id, reason=DeclineReason.LATER)
    lines = world.matches.events(ann, match.id, 0, since=0)
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.get(ben, match.id) == over
    assert world.matches.events(ann, match.id, 0, since=0) == lines
    assert json.loads(world.matches.replay(ann, match.id))["abort_reason"] == "declined"


def test_a_decline_that_is_sent_twice_is_one(world: World, ann: Caller, ben: Caller) -> None:
    match = challenge(world, ann, ben, visibility=Visibility.PRIVATE)
    done = at_once([partial(world.matches.leave, ben, match.id, reason=DeclineReason.LATER)] * 6)
    assert done == [done[0]] * 6
    assert world.matches.leave(ben, match.id, reason=DeclineReason.OPTIONS) == done[0]
    assert [each.reason for each in world.matches.get(ann, match.id).declines] == ["later"]
    assert len(told(world, ann, "declined")) == 1


def test_while_others_are_invited_or_sit_a_declined_seat_is_open_to_others(
    world: World, ann: Caller, ben: Caller, cid: Caller
) -> None:
    match = challenge(world, ann, ben, cid)
    left = world.matches.leave(ben, match.id)
    assert [seat.status.value for seat in left.seats] == ["taken", "open", "reserved"]
    assert told(world, ben, "left") == [{"type": "left", "match": match.id, "ruleset": "sealed", "seat": 1}]
    assert world.matches.leave(cid, match.id).abort_reason is AbortReason.DECLINED

    other = challenge(world, ann, ben, cid)
    world.matches.join(ben, other.id)
    assert world.matches.leave(cid, other.id).status is Status.OPEN


def test_a_match_with_a_seat_for_anybody_goes_on_without_who_declines(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", f"player:{ben.player_id}", "open")
    assert world.matches.leave(ben, match.id).status is Status.OPEN


def test_nothing_is_declined_after_the_start_or_the_end(world: World, ann: Caller, ben: Caller) -> None:
    match = challenge(world, ann, ben)
    world.matches.join(ben, match.id)
    assert refused(lambda: world.matches.leave(ben, match.id)).reason is Reason.MATCH_NOT_OPEN
    over = challenge(world, ann, ben)
    world.matches.abort(ann, over.id)
    assert refused(lambda: world.matches.leave(ben, over.id)).reason is Reason.MATCH_NOT_OPEN
    assert told(world, ann, "declined") == []


def test_who_is_asked_again_is_noted_once_with_the_last_answer(
    world: World, ann: Caller, ben: Caller, cid: Caller
) -> None:
    match = challenge(world, ann, ben, cid)
    world.matches.leave(ben, match.id, reason=DeclineReason.LATER)
    world.clock.advance(1)
    world.matches.assign(ann, match.id, 1, seat_for(ben))
    again = world.matches.leave(ben, match.id, reason=DeclineReason.NO_BOTS)
    assert [(each.player_name, each.reason) for each in again.declines] == [("Ben", "no_bots")]
    assert [event["reason"] for event in told(world, ann, "declined")] == ["later", "no_bots"]


def test_strangers_do_not_learn_who_has_declined(world: World, ann: Caller, ben: Caller, cid: Caller) -> None:
    match = challenge(world, ann, ben, cid)
    world.matches.leave(ben, match.id, reason=DeclineReason.ONLY_BOTS)
    stranger = world.caller("Stranger")
    assert world.matches.get(stranger, match.id).declines == ()
    (listed,) = world.matches.list(stranger)[0]
    assert listed.declines == ()
    assert len(world.matches.get(cid, match.id).declines) == 1


# -- expiring -----------------------------------------------------------------------------


def test_a_challenge_expires_when_its_challenger_said_without_any_rule_of_the_operator(
    world: World, ann: Caller, ben: Caller
) -> None:
    match = challenge(world, ann, ben, expires_in=60)
    assert match.expires_ms == match.created_ms + 60_000
    (invited,) = told(world, ben, "invited")
    assert (invited["expires_at"], invited["rematch_of"]) == ("2027-01-15T08:01:00.000Z", None)
    world.clock.advance(59)
    assert expire(world) == []
    world.clock.advance(1)
    assert expire(world) == [match.id]
    over = world.matches.get(ben, match.id)
    assert (over.status, over.abort_reason) == (Status.ABORTED, AbortReason.EXPIRED)
    for player in (ann, ben):
        assert [event["abort_reason"] for event in told(world, player, "match_ended")] == ["expired"]
    assert expire(world) == []


def test_the_operators_rule_holds_where_it_comes_first(world: World, ann: Caller, ben: Caller) -> None:
    rule = Expiry(open_seconds=100)
    match = challenge(world, ann, ben, expires_in=1000)
    assert rule.due_ms(match, 0) == match.created_ms + 100_000
    sooner = challenge(world, ann, ben, expires_in=10)
    assert rule.due_ms(sooner, 0) == sooner.created_ms + 10_000


def test_a_challenge_that_was_taken_in_time_is_played(world: World, ann: Caller, ben: Caller) -> None:
    match = challenge(world, ann, ben, expires_in=60)
    assert world.matches.join(ben, match.id).status is Status.LIVE
    world.clock.advance(60)
    assert expire(world) == []
    assert world.matches.get(ann, match.id).status is Status.LIVE


def test_nobody_fills_or_starts_what_has_expired_although_nobody_has_aborted_it(
    world: World, ann: Caller, ben: Caller
) -> None:
    match = challenge(world, ann, ben, expires_in=60)
    waiting = world.create(ann, "me", "bot:random", start_rule=StartRule.BY_CREATOR, expires_in=60)
    world.clock.advance(60)
    for late in (
        lambda: world.matches.join(ben, match.id),
        lambda: world.matches.assign(ann, match.id, 1, seat_for(world.caller("Cid"))),
        lambda: world.matches.start(ann, waiting.id),
    ):
        refusal = refused(late)
        assert (refusal.reason, refusal.detail) == (Reason.MATCH_NOT_OPEN, "The match has expired.")


def test_who_joins_in_the_moment_of_expiry_plays_or_is_refused(world: World) -> None:
    for _ in range(10):
        ann, ben = world.caller("Ann"), world.caller("Ben")
        match = challenge(world, ann, ben, expires_in=60)
        world.clock.now_ms = match.created_ms + 59_999
        joining = partial(world.matches.join, ben, match.id)
        late = IdleMatches(world.store, Expiry(), now_ms=partial(int, match.created_ms + 60_000))
        joined, expired = at_once([joining, partial(late.expire, match.id)])
        over = world.matches.get(ann, match.id)
        assert (joined is Reason.MATCH_NOT_OPEN) == (over.status is Status.ABORTED) == expired
        world.check_whole(match.id)


@pytest.mark.parametrize("seconds", [0, 9, 2_592_001, -1])
def test_a_time_out_of_bounds_is_refused(world: World, ann: Caller, ben: Caller, seconds: int) -> None:
    refusal = refused(lambda: challenge(world, ann, ben, expires_in=seconds))
    assert refusal.reason is Reason.INVALID_FIELD
    assert [(error.pointer, error.detail) for error in refusal.errors] == [
        ("/expires_in", "must be from 10 to 2592000")
    ]


# -- by link ------------------------------------------------------------------------------


def test_who_knows_the_id_of_an_unlisted_match_sees_and_joins_it_and_no_list_shows_it(
    world: World, ann: Caller, ben: Caller, cid: Caller
) -> None:
    match = world.create(ann, "me", "open", visibility=Visibility.UNLISTED)
    assert world.matches.list(ben)[0] == world.matches.list(ben, joinable=ben.player_id)[0] == []
    assert [each.id for each in world.matches.list(ann)[0]] == [match.id]
    assert world.matches.get(ben, match.id).visibility is Visibility.UNLISTED
    assert world.matches.join(ben, match.id).status is Status.LIVE
    assert world.matches.list(cid)[0] == []
    world.finish(match.id, [ann, ben])
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.list(cid)[0] == []
    assert world.matches.get(cid, match.id).visibility is Visibility.UNLISTED
    assert [each.id for each in world.matches.list(ben)[0]] == [match.id]


def test_a_release_that_knows_no_unlisted_matches_takes_them_for_private_ones(world: World, ann: Caller) -> None:
    match = world.create(ann, "me", "open", visibility=Visibility.UNLISTED)
    assert json.loads(match.signed_commitment.document)["visibility"] == "private"  # type: ignore[union-attr]


# -- rematches ----------------------------------------------------------------------------


def test_a_rematch_is_the_same_with_everybody_one_seat_further(world: World) -> None:
    control = Fischer(bank_seconds=600, increment_seconds=5)
    old, (ann, ben, cid) = ended(world, 3, time_control=control, visibility=Visibility.UNLISTED)
    assert world.matches.get(ben, old.id).rematch is None
    new = world.matches.rematch(ben, old.id)
    assert names(new) == ["Player 1", "Player 2", "Player 0"]
    assert [seat.status.value for seat in new.seats] == ["taken", "reserved", "reserved"]
    assert (new.creator_id, new.rematch_of, new.status) == (ben.player_id, old.id, Status.OPEN)
    assert (new.time_control, new.visibility, new.options) == (control, Visibility.UNLISTED, old.options)
    for player in (ann, ben, cid):
        assert world.matches.get(player, old.id).rematch == new.id
    assert world.matches.get(world.caller("Stranger"), old.id).rematch is None
    for player, seat in ((ann, 2), (cid, 1)):
        *_, event = told(world, player, "invited")
        assert (event["match"], event["seat"], event["rematch_of"]) == (new.id, seat, old.id)
    assert world.matches.rematch(ann, old.id).id == new.id
    assert world.matches.rematch(cid, old.id).status is Status.LIVE
    assert world.matches.rematch(cid, old.id).id == new.id


def test_a_rematch_of_a_rematch_rotates_on(world: World) -> None:
    old, (ann, ben) = ended(world)
    new = world.matches.rematch(ann, old.id)
    world.matches.rematch(ben, old.id)
    assert names(new) == ["Player 1", "Player 0"]
    world.finish(new.id, [ben, ann])
    third = world.matches.rematch(ann, new.id)
    assert (names(third), third.rematch_of) == (["Player 0", "Player 1"], new.id)
    assert world.matches.rematch(ann, old.id).id == new.id


def test_bots_play_again_and_who_resigned_is_invited(world: World, ann: Caller, ben: Caller) -> None:
    match = world.create(ann, "me", "bot:random", f"player:{ben.player_id}")
    world.matches.join(ben, match.id)
    world.matches.resign(ben, match.id)
    world.matches.resign(ann, match.id)
    while world.matches.get(ann, match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
    new = world.matches.rematch(ann, match.id)
    assert [(seat.bot, seat.status, seat.resigned) for seat in new.seats] == [
        ("random", SeatStatus.TAKEN, False),
        (None, SeatStatus.RESERVED, False),
        (None, SeatStatus.TAKEN, False),
    ]


def test_a_match_with_bots_alone_starts_again_at_once(world: World, ann: Caller) -> None:
    match = world.create(ann, "me", "bot:random")
    while world.matches.get(ann, match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        if world.matches.get(ann, match.id).decisions[0] is not None:
            look = world.matches.view(ann, match.id, 0)
            world.decide(ann, match.id, json.loads(look.legal)[0]["notation"])
    again = world.matches.rematch(ann, match.id)
    assert (again.status, [seat.bot for seat in again.seats]) == (Status.LIVE, ["random", None])


def test_two_who_ask_at_the_same_moment_through_two_processes_get_one_match(world: World, redis_client: Redis) -> None:
    for _ in range(5):
        old, people = ended(world, 3)
        processes = [World(redis_client, world.database_path) for _ in people]
        for process in processes:
            process.clock.now_ms = world.clock.now_ms
        asked = [partial(process.matches.rematch, who, old.id) for process, who in zip(processes, people, strict=True)]
        done = at_once(asked * 2)
        assert all(isinstance(match, Match) for match in done), done
        assert len({match.id for match in done}) == 1
        new = world.matches.get(people[0], done[0].id)
        assert (new.status, names(new)) == (Status.LIVE, ["Player 1", "Player 2", "Player 0"])
        found = world.matches.list(people[0], player=people[0].player_id)[0]
        assert sum(match.rematch_of == old.id for match in found) == 1
        world.check_whole(new.id)


def test_who_had_no_seat_asks_for_no_rematch(world: World, cid: Caller) -> None:
    old, (ann, _) = ended(world)
    assert refused(lambda: world.matches.rematch(cid, old.id)).reason is Reason.NOT_YOUR_SEAT
    root = world.caller("Root", Scope.ADMIN)
    assert refused(lambda: world.matches.rematch(root, old.id)).reason is Reason.NOT_YOUR_SEAT
    other = world.caller("Other")
    secret = challenge(world, root, other, visibility=Visibility.PRIVATE)
    world.matches.join(other, secret.id)
    assert refused(lambda: world.matches.rematch(cid, secret.id)).reason is Reason.NOT_FOUND
    new = world.matches.rematch(ann, old.id)
    assert refused(lambda: world.matches.join(cid, new.id)).reason is Reason.SEAT_TAKEN


def test_only_what_was_played_to_its_end_is_played_again(world: World, ann: Caller, ben: Caller) -> None:
    live, (one, _) = world.table(2)
    assert refused(lambda: world.matches.rematch(one, live.id)).reason is Reason.MATCH_NOT_FINISHED
    never = challenge(world, ann, ben)
    world.matches.abort(ann, never.id)
    assert refused(lambda: world.matches.rematch(ann, never.id)).reason is Reason.MATCH_NOT_FINISHED


def test_who_dies_between_the_name_and_the_match_is_healed_by_the_next_who_asks(world: World) -> None:
    old, (ann, ben) = ended(world)
    named = once(world.clock).id("m_")
    assert world.store.claim_rematch(old.id, named) == named
    assert refused(lambda: world.matches.get(ann, named)).reason is Reason.NOT_FOUND
    world.clock.advance(3600)
    new = world.matches.rematch(ben, old.id)
    assert (new.id, new.creator_id) == (named, ben.player_id)
    assert world.matches.rematch(ann, old.id).id == named
    world.check_whole(named)


def test_neither_id_nor_seed_follows_from_the_match_before(world: World) -> None:
    old, (ann, _) = ended(world)
    new = world.matches.rematch(ann, old.id)
    loaded = world.store.load(new.id)
    before = world.store.load(old.id)
    assert loaded is not None
    assert before is not None
    assert loaded.stored.server_seed != before.stored.server_seed
    assert new.id[12:] != old.id[12:]


def test_a_rematch_that_was_declined_is_offered_anew_by_the_next_who_asks(world: World) -> None:
    old, (ann, ben) = ended(world)
    first = world.matches.rematch(ann, old.id)
    assert world.matches.leave(ben, first.id, reason=DeclineReason.LATER).abort_reason is AbortReason.DECLINED
    second = world.matches.rematch(ben, old.id)
    assert second.id != first.id
    assert second.creator_id == ben.player_id
    assert world.matches.get(ann, old.id).rematch == second.id


def test_the_same_attempt_again_gives_the_same_match_also_when_it_was_declined(world: World) -> None:
    old, (ann, ben) = ended(world)
    creation = once(world.clock)
    first = world.matches.rematch(ann, old.id, creation=creation)
    assert world.matches.rematch(ann, old.id, creation=creation).id == first.id
    world.matches.leave(ben, first.id)
    assert world.matches.rematch(ann, old.id, creation=creation).status is Status.ABORTED


def test_a_match_in_the_archive_is_played_again(world: World) -> None:
    old, (ann, ben) = ended(world)
    assert world.scoring.score(old.id)
    world.expire(old.id)
    world.clock.advance(1)
    new = world.matches.rematch(ann, old.id)
    assert new.rematch_of == old.id
    assert world.matches.get(ben, old.id).rematch == new.id
    (first, second) = world.matches.list(ben)[0]
    assert (first.id, second.id, second.rematch) == (new.id, old.id, new.id)
    assert world.redis.pttl(rematch_key(old.id)) > 29 * 24 * 3_600_000


def test_what_stands_in_the_way_of_a_rematch_is_told_and_leaves_nothing(world: World) -> None:
    old, (ann, ben) = ended(world)
    world.open(world.redis, invitations=InvitationLimits(of_pair=1))
    challenge(world, ann, ben)
    refusal = refused(lambda: world.matches.rematch(ann, old.id))
    assert (refusal.reason, refusal.errors) == (Reason.QUOTA_EXCEEDED, ())
    assert world.matches.get(ann, old.id).rematch is None


def test_under_a_spectator_delay_no_rematch_tells_that_the_match_has_ended(world: World) -> None:
    old, (ann, ben) = ended(world, spectator_delay_seconds=600)
    stranger = world.caller("Stranger")
    refusal = refused(lambda: world.matches.rematch(ann, old.id))
    assert (refusal.reason, refusal.metadata) == (Reason.MATCH_NOT_FINISHED, {"retry_seconds": "600"})
    assert world.matches.get(stranger, old.id).status is Status.OPEN
    world.clock.advance(600)
    new = world.matches.rematch(ann, old.id)
    assert new.spectator_delay_seconds == 600
    assert world.matches.rematch(ben, old.id).id == new.id


# -- blocks -------------------------------------------------------------------------------


def doors(world: World, blocker: Caller, blocked: Caller, old: Match) -> list[Any]:
    """Every way to the blocker that is closed."""
    open_one = world.create(blocker, "me", "open")
    linked = world.create(blocker, "me", "open", visibility=Visibility.UNLISTED)
    others = world.create(world.caller("Host"), "open", "open", "open")
    world.matches.join(blocker, others.id)
    kept = world.create(blocked, "me", "open")
    return [
        partial(challenge, world, blocked, blocker),
        partial(challenge, world, blocked, blocker, visibility=Visibility.PRIVATE),
        partial(world.matches.assign, blocked, kept.id, 1, seat_for(blocker)),
        partial(world.matches.join, blocked, open_one.id),
        partial(world.matches.join, blocked, linked.id),
        partial(world.matches.join, blocked, others.id),
        partial(world.matches.rematch, blocked, old.id),
    ]


def test_who_is_blocked_finds_every_door_closed_and_is_told_nothing_more(world: World) -> None:
    old, (ann, ben) = ended(world)
    world.blocks.put(ann.player_id, ben.player_id)
    known = len(told(world, ann, "invited"))
    for door in doors(world, ann, ben, old):
        refusal = refused(door)
        assert refusal.reason is Reason.NOT_ADMITTED
        assert "block" not in f"{refusal.detail} {refusal.errors} {refusal.metadata}"
    assert len(told(world, ann, "invited")) == known
    world.blocks.delete(ann.player_id, ben.player_id)
    assert challenge(world, ben, ann).status is Status.OPEN


def test_who_invites_too_many_gets_the_same_refusal_as_who_is_blocked(world: World, ann: Caller, ben: Caller) -> None:
    world.open(world.redis, invitations=InvitationLimits(received=1))
    challenge(world, world.caller("Cid"), ann)
    full = refused(lambda: challenge(world, ben, ann))
    world.blocks.put(ann.player_id, ben.player_id)
    blocked = refused(lambda: challenge(world, ben, ann))
    assert (full.reason, full.detail, full.errors) == (blocked.reason, blocked.detail, blocked.errors)


def test_a_third_may_invite_both_and_who_blocked_sees_it_and_declines(
    world: World, ann: Caller, ben: Caller, cid: Caller
) -> None:
    world.blocks.put(ann.player_id, ben.player_id)
    match = challenge(world, cid, ann, ben)
    world.matches.join(ben, match.id)
    assert names(world.matches.get(ann, match.id)) == ["Cid", "Ann", "Ben"]
    assert world.matches.leave(ann, match.id).status is Status.OPEN
    # Once who blocked sits there, the other takes no seat.
    second = challenge(world, cid, ann, ben)
    world.matches.join(ann, second.id)
    assert refused(lambda: world.matches.join(ben, second.id)).reason is Reason.NOT_ADMITTED


def test_who_has_blocked_somebody_invites_it_not_and_may_sit_down_with_it(
    world: World, ann: Caller, ben: Caller
) -> None:
    world.blocks.put(ann.player_id, ben.player_id)
    refusal = refused(lambda: challenge(world, ann, ben))
    assert (refusal.reason, refusal.detail) == (Reason.NOT_ADMITTED, "You have blocked a player whom you invite.")
    match = world.create(ben, "me", "open")
    assert world.matches.join(ann, match.id).status is Status.LIVE


def test_who_sits_and_is_blocked_then_plays_on(world: World) -> None:
    match, (ann, ben) = world.table(2)
    world.blocks.put(ann.player_id, ben.player_id)
    assert world.matches.join(ben, match.id).status is Status.LIVE
    world.decide(ben, match.id, "place 1")


def test_admins_are_not_held_to_blocks(world: World, ann: Caller) -> None:
    root = world.caller("Root", Scope.ADMIN)
    world.blocks.put(ann.player_id, root.player_id)
    assert challenge(world, root, ann).status is Status.OPEN


def test_lists_show_no_open_match_of_who_was_blocked_by_either(world: World, ann: Caller, ben: Caller) -> None:
    match, other = later(world, ann, "me", "open"), later(world, ben, "me", "open")
    stranger = world.caller("Stranger")

    def seen_by(caller: Caller) -> list[str]:
        return [each.id for each in world.matches.list(caller, joinable=caller.player_id)[0]]

    world.blocks.put(ann.player_id, ben.player_id)
    assert (seen_by(ann), seen_by(ben), seen_by(stranger)) == ([], [], [other.id, match.id])
    assert [each.id for each in world.matches.list(ben)[0]] == [other.id]
    world.matches.join(stranger, match.id)
    assert [each.id for each in world.matches.list(ben)[0]] == [other.id, match.id]  # it is live: for all to watch


def test_a_match_that_is_seen_with_a_delay_stays_hidden_until_it_is_seen_live(
    world: World, ann: Caller, ben: Caller
) -> None:
    world.blocks.put(ann.player_id, ben.player_id)
    match = world.create(ann, "me", "open", spectator_delay_seconds=60)
    assert world.matches.list(ben)[0] == []
    world.matches.join(world.caller("Cid"), match.id)
    assert world.matches.list(ben)[0] == []
    world.clock.advance(60)
    assert [each.status for each in world.matches.list(ben)[0]] == [Status.LIVE]


# -- how many -----------------------------------------------------------------------------


def test_nobody_floods_another_with_invitations(world: World, ann: Caller, ben: Caller, cid: Caller) -> None:
    world.open(world.redis, invitations=InvitationLimits(of_pair=3, of_pair_per_minute=100))
    done = at_once([partial(challenge, world, ann, ben)] * 9)
    sent = [match for match in done if isinstance(match, Match)]
    assert len(sent) <= 3
    while len(sent) < 3:
        sent.append(challenge(world, ann, ben))
    refusal = refused(lambda: challenge(world, ann, ben))
    assert (refusal.reason, refusal.metadata) == (
        Reason.QUOTA_EXCEEDED,
        {"quota": "invitations", "limit": "3", "used": "3"},
    )
    kept = world.create(ann, "me", "open")
    assert refused(lambda: world.matches.assign(ann, kept.id, 1, seat_for(ben))).reason is Reason.QUOTA_EXCEEDED
    assert challenge(world, cid, ben).status is challenge(world, ann, cid).status is Status.OPEN
    world.matches.join(ben, sent[0].id)
    assert challenge(world, ann, ben).status is Status.OPEN


def test_invitations_that_are_called_off_again_count_for_a_minute(world: World, ann: Caller, ben: Caller) -> None:
    world.open(world.redis, invitations=InvitationLimits(of_pair=3, of_pair_per_minute=4))
    for _ in range(4):
        world.matches.abort(ann, challenge(world, ann, ben).id)
    world.clock.advance(20)
    refusal = refused(lambda: challenge(world, ann, ben))
    assert refusal.metadata == {
        "quota": "invitations_per_minute",
        "limit": "4",
        "used": "4",
        "retry_seconds": "40",
    }
    world.clock.advance(40)
    assert challenge(world, ann, ben).status is Status.OPEN


def test_an_invitation_that_is_sent_again_counts_once(world: World, ann: Caller, ben: Caller) -> None:
    world.open(world.redis, invitations=InvitationLimits(of_pair=1, of_pair_per_minute=1, received=1))
    creation = once(world.clock)
    request = NewMatch("sealed", (SeatRequest(SeatKind.ME), seat_for(ben)), {})
    new = partial(world.matches.create, ann, request, creation=creation)
    assert new().id == new().id


# -- the lobby ----------------------------------------------------------------------------


def later(world: World, by: Caller, *seats: str, **more: Any) -> Match:
    """A match that is newer than all others."""
    world.clock.advance(1)
    return world.create(by, *seats, **more)


def test_a_lobby_is_filtered_by_what_a_player_looks_for(world: World, ann: Caller, ben: Caller) -> None:
    plain = later(world, ann, "me", "open")
    three = later(world, ann, "me", "open", "open", time_control=Fischer(bank_seconds=60, increment_seconds=1))
    with_bot = later(world, ben, "me", "bot:random", "open")
    robot = caller_of(world.players.create("Robot", PlayerKind.BOT))
    of_robot = later(world, robot, "me", "open")
    world.matches.abort(ann, world.create(ann, "me", "open").id)
    looking = world.caller("Looking")

    def found(**wanted: Any) -> list[str]:
        return [match.id for match in world.matches.list(looking, **wanted)[0]]

    joinable = {"joinable": looking.player_id}
    assert found(**joinable) == [of_robot.id, with_bot.id, three.id, plain.id]
    assert found(seats=3, **joinable) == [with_bot.id, three.id]
    assert found(free_seats=2) == [three.id]
    assert found(free_seats=1) == [of_robot.id, with_bot.id, three.id, plain.id]
    assert found(time_control="fischer", **joinable) == [three.id]
    assert found(time_control="none", seats=2, **joinable) == [of_robot.id, plain.id]
    assert found(bots=True, **joinable) == [of_robot.id, with_bot.id]
    assert found(bots=False, **joinable) == [three.id, plain.id]
    assert found(creator=ben.player_id, **joinable) == [with_bot.id]
    assert found(creator=robot.player_id) == [of_robot.id]
    assert world.matches.get(looking, of_robot.id).seats[0].player_kind == "bot"


def test_the_matches_of_a_creator_are_found_wherever_they_are(world: World, ann: Caller) -> None:
    made = [later(world, ann, "open", "open") for _ in range(3)]
    for _ in range(5):
        world.create(world.caller("Other"), "me", "open")
    world.matches.abort(ann, made[0].id)
    assert world.scoring.score(made[0].id)
    world.expire(made[0].id)
    world.matches.abort(ann, made[1].id)
    ids: list[str] = []
    before: str | None = None
    while True:
        page, before = world.matches.list(ann, creator=ann.player_id, limit=1, before=before)
        ids += [match.id for match in page]
        if before is None:
            break
    assert ids == [match.id for match in reversed(made)]
    aborted = world.matches.list(ann, creator=ann.player_id, status=Status.ABORTED)[0]
    assert [match.id for match in aborted] == [made[1].id, made[0].id]


def test_pairs_that_are_kept_apart_are_asked_for_at_once(world: World) -> None:
    people: Sequence[Caller] = [world.caller(f"Player {number}") for number in range(4)]
    ids = sorted(player.player_id for player in people)
    world.blocks.put(ids[0], ids[1])
    world.blocks.put(ids[1], ids[0])
    world.blocks.put(ids[3], ids[2])
    assert world.blocks.among(ids) == {(ids[0], ids[1]), (ids[2], ids[3])}
    assert world.blocks.among(ids[1:3]) == frozenset()
    assert world.blocks.among([]) == frozenset()
    assert world.blocks.between(ids[0], ids[1:]) == (frozenset({ids[1]}), frozenset({ids[1]}))
