"""Every match's commitment gets into the public log, once, whoever dies on the way."""

import json
from collections.abc import Iterable

import pytest
from redis import Redis

from services.fairness.commitment_log import CommitmentLog
from services.fairness.hash_chain import checked
from services.identity import Scope
from services.matches.commitment_appending import CommitmentAppending, digest_of
from services.matches.commitment_queue import REQUESTED_KEY, CommitmentQueue
from services.matches.match import Match, Visibility
from tests.integration.matches.harness import World


class Died(Exception):
    """The process is gone."""


class DyingLog(CommitmentLog):
    """A log whose process is lost before or after the transaction of an append."""

    def __init__(self, log: CommitmentLog, world: World, *, committed: bool) -> None:
        super().__init__(world.database)
        self._log = log
        self._committed = committed

    def append(self, digests: Iterable[bytes]) -> int:
        if self._committed:
            self._log.append(digests)
        raise Died


def new_match(world: World, **more: object) -> Match:
    world.clock.advance(1)
    return world.create(world.caller(), "me", "open", **more)


def logged(world: World) -> list[str]:
    entries = world.commitment_log.entries(0, 1_000)
    assert list(checked(entries)) == entries
    return [entry.digest.hex() for entry in entries]


def waiting(world: World) -> int:
    return CommitmentQueue(world.redis).depth()


def test_commitments_are_appended_in_the_order_in_which_matches_were_created(world: World) -> None:
    matches = [new_match(world) for _ in range(40)]
    assert logged(world) == []
    assert waiting(world) == 40
    assert world.commitments.append_waiting() == 40
    assert logged(world) == [match.commitment for match in matches]
    assert waiting(world) == 0
    assert world.commitments.append_waiting() == 0


def test_nothing_but_its_creation_puts_a_match_in_the_queue(world: World) -> None:
    match, people = world.table(2)
    world.commitments.append_waiting()
    world.finish(match.id, people)
    world.scoring.score(match.id)
    assert waiting(world) == 0
    assert logged(world) == [match.commitment]


def test_a_private_match_leaves_nothing_but_a_digest_and_the_time(world: World) -> None:
    match = new_match(world, visibility=Visibility.PRIVATE)
    world.clock.advance(3)
    world.commitments.append_waiting()
    (entry,) = world.commitment_log.entries(0, 10)
    assert (entry.index, entry.time_ms, entry.digest) == (0, world.clock.now_ms, digest_of(match))


@pytest.mark.parametrize("committed", [False, True], ids=["before the commit", "after the commit"])
def test_an_appender_that_dies_loses_and_doubles_nothing(world: World, committed: bool) -> None:
    matches = [new_match(world) for _ in range(3)]
    dying = DyingLog(world.commitment_log, world, committed=committed)
    with pytest.raises(Died):
        CommitmentAppending(world.store, CommitmentQueue(world.redis), dying).append_waiting()
    assert waiting(world) == 3
    world.commitments.append_waiting()
    assert logged(world) == [match.commitment for match in matches]
    assert waiting(world) == 0


def test_a_match_that_never_entered_the_queue_is_found(world: World) -> None:
    matches = [new_match(world) for _ in range(3)]
    live, _ = world.table(2)
    world.commitments.append_waiting()
    lost = [new_match(world) for _ in range(2)]
    CommitmentQueue(world.redis).remove([match.id for match in lost])
    assert world.commitments.reconcile() == 2
    assert sorted(logged(world)) == sorted(match.commitment for match in [*matches, live, *lost])
    assert world.commitments.reconcile() == 0


def test_more_matches_than_a_page_are_looked_through(world: World) -> None:
    caller = world.caller()
    matches = [world.create(caller, "me", "open") for _ in range(300)]
    CommitmentQueue(world.redis).remove([match.id for match in matches])
    assert world.commitments.reconcile() == 300


def test_work_is_requested_once_until_somebody_begins_it(world: World, redis_client: Redis) -> None:
    queue = CommitmentQueue(redis_client)
    assert not queue.must_request()
    new_match(world)
    assert queue.must_request()
    assert not queue.must_request()
    assert 0 < redis_client.ttl(REQUESTED_KEY) <= 30
    queue.begin()
    assert queue.must_request()  # what was not worked off, or came since
    world.commitments.append_waiting()
    assert not queue.must_request()


def test_a_match_that_has_left_redis_holds_up_nobody(world: World, redis_client: Redis) -> None:
    gone, left = new_match(world), new_match(world)
    redis_client.delete(*redis_client.scan_iter(f"*match:{gone.id}*"))
    assert world.commitments.append_waiting() == 1
    assert logged(world) == [left.commitment]
    assert waiting(world) == 0


@pytest.mark.parametrize("aborted", [False, True])
def test_a_replay_that_is_read_before_its_commitment_is_in_the_log_is_the_one_that_is_archived(
    world: World, aborted: bool
) -> None:
    match, people = world.table(2)
    new_match(world)
    if aborted:
        world.matches.abort(world.caller("Root", Scope.ADMIN), match.id)
    else:
        world.finish(match.id, people)
    assert logged(world) == []
    at_once = world.matches.replay(people[0], match.id)
    (entry,) = world.commitment_log.entries(0, 10)
    assert json.loads(at_once)["commitment_log"] == {"index": 0, "hash": entry.hash.hex()}
    assert entry.digest.hex() == match.commitment
    assert world.commitments.append_waiting() == 1
    assert world.scoring.score(match.id)
    world.expire(match.id)
    assert world.matches.replay(people[1], match.id) == at_once


def test_a_match_that_is_archived_before_its_commitment_was_appended_brings_it_into_the_log(world: World) -> None:
    match, people = world.table(2)
    world.finish(match.id, people)
    world.scoring.score(match.id)
    world.expire(match.id)
    assert world.commitments.append_waiting() == 0
    assert logged(world) == [match.commitment]
    assert json.loads(world.matches.replay(people[0], match.id))["commitment_log"]["index"] == 0
