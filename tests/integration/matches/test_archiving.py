from functools import partial
from typing import Any

import pytest

from services.archive import Archive
from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller, Scope
from services.matches.deadlines import move_due
from services.matches.match import Match, Status, Visibility
from services.matches.redis_keys import match_keys, released_key, shard_of
from services.matches.retention import release
from tests.integration.matches.harness import NUDGE_SECONDS, TTL_SECONDS, World, at_once, refused


def test_no_key_of_a_match_expires_before_it_is_archived(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    keys = match_keys(match.id)
    assert [world.redis.pttl(key) for key in keys] == [-1] * len(keys)
    assert len(keys) == len(list(world.redis.scan_iter(f"*match:{match.id}*")))
    assert world.scoring.score(match.id)
    left = int(world.redis.pttl(keys[0]))
    assert 0 < left <= TTL_SECONDS * 1000  # by the server's clock, which need not show what the platform's does
    expiries = [world.redis.execute_command("PEXPIRETIME", key) for key in keys]  # type: ignore[no-untyped-call] # redis-py does not type it
    # The match first: who has read it just before still finds its log, and so the answer to a decision sent again.
    assert expiries[1] == expiries[0] + 60_000
    world.commitments.append_waiting()
    released = released_key(shard_of(match.id))
    lists = [key for key in world.redis.scan_iter() if world.redis.type(key) == b"zset"]
    assert lists == [released.encode()]
    assert world.redis.execute_command("PEXPIRETIME", released) == expiries[0]  # type: ignore[no-untyped-call] # as above


def test_scoring_twice_changes_nothing(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    assert world.scoring.score(match.id) is True
    expiry = partial(world.redis.execute_command, "PEXPIRETIME", match_keys(match.id)[0])
    first = expiry()
    statistics = [world.archive.statistics(person.player_id) for person in people]
    assert sum(row.played for rows in statistics for row in rows) == 2
    world.clock.advance(100)
    assert world.scoring.score(match.id) is False
    assert at_once([partial(world.scoring.score, match.id)] * 4) == [False] * 4
    assert expiry() == first
    assert [world.archive.statistics(person.player_id) for person in people] == statistics


def test_what_a_worker_left_undone_the_next_one_does(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)

    def die(*args: object, **more: object) -> Any:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "store", die)
        with pytest.raises(RuntimeError, match="killed"):
            world.scoring.score(match.id)
    with monkeypatch.context() as patch:
        patch.setattr("services.matches.scoring.release", die)
        with pytest.raises(RuntimeError, match="killed"):
            world.scoring.score(match.id)
    assert world.redis.pttl(match_keys(match.id)[0]) == -1
    assert [found.id for found in world.matches.list(people[0])[0]] == [match.id]
    assert world.scoring.score(match.id) is False
    assert world.redis.pttl(match_keys(match.id)[0]) > 0
    assert sum(row.played for row in world.archive.statistics(people[0].player_id)) == 1


def test_a_lost_scoring_comes_back(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    world.tasks()
    world.clock.advance(NUDGE_SECONDS)
    assert move_due(world.redis, world.clock.now_ms) == 1
    assert [(task.kind.value, task.match_id) for task in world.tasks()] == [("score", match.id)]
    world.scoring.score(match.id)
    world.clock.advance(10 * NUDGE_SECONDS)
    assert move_due(world.redis, world.clock.now_ms) == 0


def test_what_nobody_does_is_asked_for_less_and_less_often(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    world.tasks()
    asked = []
    for second in range(1, 61 * NUDGE_SECONDS):
        world.clock.advance(1)
        if move_due(world.redis, world.clock.now_ms, nudge_seconds=NUDGE_SECONDS):
            asked.append(second / NUDGE_SECONDS)
    assert asked == [1, 2, 4, 8, 16, 32, 48]


def test_a_match_that_goes_on_is_neither_scored_nor_released(world: World) -> None:
    match, _ = world.table(2)
    assert world.scoring.score(match.id) is False
    assert world.archive.find(match.id) is None
    with pytest.raises(ValueError, match="stays"):
        release(world.store, match, now_ms=world.clock.now_ms, ttl_seconds=1)
    assert world.redis.pttl(match_keys(match.id)[0]) == -1


def test_the_archive_row_says_how_each_seat_fared(world: World) -> None:
    match, people = world.table(3)
    world.matches.resign(people[1], match.id)
    while world.matches.get(people[0], match.id).status is Status.LIVE:
        world.bot_turns.play_turns(match.id)
        for seat in (0, 2):
            look = world.matches.view(people[seat], match.id, seat)
            if look.decision is not None:
                world.decide(people[seat], match.id, "keep" if b"keep" in look.legal else _lowest(look.legal))
    outcome = world.matches.get(people[0], match.id).outcome
    assert outcome is not None
    world.scoring.score(match.id)
    for seat, person in enumerate(people):
        (row,) = world.archive.statistics(person.player_id)
        result = outcome["results"][seat]
        assert (row.ruleset, row.seats, row.played) == ("sealed", 3, 1)
        assert (row.rank_sum, row.score_sum, row.resignations) == (result["rank"], result["score"], int(seat == 1))


def _lowest(legal: bytes) -> str:
    return legal.split(b'"notation":"')[1].split(b'"')[0].decode()


class TestLists:
    """Live and archived matches are one list."""

    def play(self, world: World, ann: Caller) -> list[Match]:
        """Matches in all states, oldest first; every second of those that ended is archived and gone from Redis."""
        made: list[Match] = []
        admin = world.caller("Root", Scope.ADMIN)
        for number in range(24):
            world.clock.advance(1)
            match = world.create(ann, "me", "open" if number % 4 in (0, 3) else "bot:greedy")
            if number % 4 == 2:
                world.matches.resign(ann, match.id)
            if number % 4 == 3:
                world.matches.abort(admin, match.id)
            if number % 8 in (2, 3):
                world.scoring.score(match.id)
                world.expire(match.id)
            if number % 8 == 6:
                world.scoring.score(match.id)  # in the archive, and in Redis still
            made.append(world.matches.get(ann, match.id))
        return made

    def pages(self, world: World, caller: Caller, limit: int, **wanted: Any) -> list[Match]:
        found: list[Match] = []
        before: str | None = None
        for _ in range(100):
            page, before = world.matches.list(caller, limit=limit, before=before, **wanted)
            assert len(page) <= limit
            found += page
            if before is None:
                return found
        raise AssertionError("the list has no end")

    @pytest.mark.parametrize("limit", [1, 3, 7, 100])
    def test_pages_hold_every_match_once_newest_first(self, world: World, limit: int) -> None:
        ann = world.caller()
        made = self.play(world, ann)
        assert self.pages(world, ann, limit) == made[::-1]
        for status in Status:
            wanted = [match for match in made[::-1] if match.status is status]
            assert len(wanted) == 6
            assert self.pages(world, ann, limit, status=status) == wanted
            assert self.pages(world, ann, limit, status=status, ruleset="sealed", player=ann.player_id) == wanted
        assert self.pages(world, ann, limit, ruleset="chess") == []
        assert self.pages(world, ann, limit, ruleset="\ud800") == self.pages(world, ann, limit, player="é") == []

    def test_a_players_matches_are_those_with_a_seat_for_it(self, world: World) -> None:
        ann, ben, eve = world.caller(), world.caller("Ben"), world.caller("Eve")
        invited = world.create(ann, "me", f"player:{ben.player_id}")
        world.clock.advance(1)
        joined = world.create(ann, "me", "open", "open")
        world.matches.join(ben, joined.id)
        world.create(ann, "me", "open")
        world.clock.advance(1)
        ended = world.create(ben, "me", "bot:greedy")
        world.matches.resign(ben, ended.id)
        world.scoring.score(ended.id)
        ids = [match.id for match in self.pages(world, eve, 2, player=ben.player_id)]
        assert ids == [ended.id, joined.id, invited.id]
        bots = [match.id for match in self.pages(world, eve, 2, player="bot_sealed_greedy")]
        assert bots == [ended.id]
        assert self.pages(world, eve, 2, player=eve.player_id) == []

    def test_a_page_is_filled_from_beyond_what_may_not_be_seen(self, world: World) -> None:
        ann, eve = world.caller(), world.caller("Eve")
        first = world.create(ann, "me", "open")
        for _ in range(9):
            world.clock.advance(1)
            hidden = world.create(ann, "me", "bot:greedy", visibility=Visibility.PRIVATE)
            world.matches.resign(ann, hidden.id)
            world.scoring.score(hidden.id)
            world.create(ann, "me", "open", visibility=Visibility.PRIVATE)
        assert [match.id for match in self.pages(world, eve, 2)] == [first.id]
        assert [match.id for match in world.matches.list(eve, limit=2)[0]] == [first.id]
        assert len(self.pages(world, ann, 2)) == 19
        assert len(self.pages(world, world.caller("Root", Scope.ADMIN), 4)) == 19

    def test_what_is_no_cursor_is_refused(self, world: World) -> None:
        ann = world.caller()
        for before in ("", "x", "m_", "m_+", "+"):
            refusal = refused(partial(world.matches.list, ann, before=before))
            assert (refusal.reason, refusal.errors[0].pointer) == (Reason.INVALID_FIELD, "/before")

    def test_an_archived_match_keeps_its_replay_and_last_view(self, world: World) -> None:
        match, people = world.table(2)
        world.finish(match.id, people)
        viewers = [(people[0], 0), (people[1], 1), (people[0], SPECTATOR)]
        looks = [world.matches.view(who, match.id, viewer) for who, viewer in viewers]
        kept = world.matches.replay(people[0], match.id)
        world.scoring.score(match.id)
        world.expire(match.id)
        assert [world.matches.view(who, match.id, viewer) for who, viewer in viewers] == looks
        assert world.matches.replay(people[0], match.id) == kept
        assert refused(lambda: world.matches.view(people[0], match.id, 1)).reason is Reason.NOT_YOUR_SEAT
