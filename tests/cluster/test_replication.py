"""What a primary that dies takes with it: with WAIT nothing that was acknowledged."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.database import Database
from services.errors import Reason, Refusal
from services.identity import Caller
from services.identity.idempotent_creation import once
from services.matches.creation_request import NewMatch, parse_seats
from services.redis_clients import live_state
from services.redis_clients.replication import replication_from
from services.settings import Settings, read_settings
from tests.cluster.servers import HOST, Link, Pair, linked, proxied
from tests.integration.matches.harness import World
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

TABLES = 5


@dataclass(frozen=True, slots=True)
class Lagging:
    """A primary, a replica behind a link that can be held, and an address that leads to whichever is the primary."""

    pair: Pair
    link: Link
    port: int
    folder: Path

    def settings(self, replicas: int, milliseconds: int) -> Settings:
        return read_settings(
            {
                "PLAYHALL_DATA_DIR": str(self.folder),
                "PLAYHALL_REDIS_URL": f"redis://{HOST}:{self.port}/0",
                "PLAYHALL_REDIS_WAIT_REPLICAS": str(replicas),
                "PLAYHALL_REDIS_WAIT_MILLISECONDS": str(milliseconds),
            }
        )

    def world(self, replicas: int = 0, milliseconds: int = 200) -> World:
        settings = self.settings(replicas, milliseconds)
        database = self.folder / "world.db"
        Database(f"sqlite:///{database}").upgrade()
        client = live_state(settings.redis)
        made = World(client, database)
        made.open(client, replication_from(settings.redis, client))
        return made

    def cut(self) -> None:
        """The replica has everything so far, and gets nothing more."""
        wait_until(lambda: self.pair.other.offset() == self.pair.one.offset(), "the replica")
        self.link.hold()

    def lose_the_primary(self) -> None:
        """The replica becomes the primary with what it has."""
        self.pair.one.kill()
        self.pair.other.promote()


@pytest.fixture
def lagging(tmp_path: Path) -> Iterator[Lagging]:
    pair = Pair()
    with ExitStack() as stack:
        stack.callback(pair.close)
        link = stack.enter_context(linked(pair.one))
        pair.other.follow(link.port)
        port = stack.enter_context(proxied([pair.one, pair.other]))
        yield Lagging(pair, link, port, tmp_path)


def decide_once(world: World, person: Caller, match_id: str) -> bytes:
    """Answer decision 1 of seat 0 with the same action, whether it is answered already or not."""
    return world.matches.decide(person, match_id, 0, 1, "place 1")


def is_answered(world: World, match_id: str) -> bool:
    return world.store.find_answer(match_id, 0, 1) is not None


def test_a_lagging_replica_that_takes_over_lacks_acknowledged_moves_and_matches(lagging: Lagging) -> None:
    world = lagging.world()
    tables = [world.table(2) for _ in range(TABLES)]
    lagging.cut()
    for match, people in tables:
        decide_once(world, people[0], match.id)
    created = world.create(tables[0][1][0], "me", "open")
    assert all(is_answered(world, match.id) for match, _ in tables)

    lagging.lose_the_primary()

    assert [is_answered(world, match.id) for match, _ in tables] == [False] * TABLES
    assert world.store.match(created.id) is None


def test_with_wait_nothing_is_acknowledged_that_a_replica_lacks(lagging: Lagging) -> None:
    world = lagging.world(replicas=1)
    tables = [world.table(2) for _ in range(TABLES)]
    replies = [decide_once(world, people[0], match.id) for match, people in tables]
    lagging.cut()
    for match, people in tables:
        number = world.matches.get(people[1], match.id).decisions[1]
        assert number is not None
        with pytest.raises(Refusal) as refused:
            world.matches.decide(people[1], match.id, 1, number, "place 2")
        assert refused.value.reason is Reason.BUSY
    with pytest.raises(Refusal) as refused:
        world.create(tables[0][1][0], "me", "open")
    assert refused.value.reason is Reason.BUSY

    lagging.lose_the_primary()

    lone = lagging.world()  # there is no replica any more
    again = [decide_once(lone, people[0], match.id) for match, people in tables]
    assert again == replies


def test_who_tries_again_is_refused_until_the_replica_has_it_and_then_gets_the_answer(lagging: Lagging) -> None:
    world = lagging.world(replicas=1)
    match, people = world.table(2)
    lagging.cut()
    for _ in range(3):
        with pytest.raises(Refusal, match="too few servers have it"):
            decide_once(world, people[0], match.id)
    assert is_answered(world, match.id)  # it stands on the primary

    lagging.link.deliver()

    def answered() -> bool:
        try:
            return bool(json.loads(decide_once(world, people[0], match.id))["decision"] == 1)
        except Refusal:
            return False

    wait_until(answered, "the replica")
    assert len(world.store.read_log(match.id)) == 2  # the start, and the decision once


def test_creating_and_joining_again_wait_for_the_replica_too(lagging: Lagging) -> None:
    world = lagging.world(replicas=1)
    ann, ben = world.caller("Ann"), world.caller("Ben")
    match = world.create(ann, "me", "open", "open")
    new, creation = NewMatch("sealed", parse_seats(("me", "open")), {}), once(world.clock)
    lagging.cut()
    for _ in range(2):
        with pytest.raises(Refusal, match="too few servers have it"):
            world.matches.join(ben, match.id)
        with pytest.raises(Refusal, match="too few servers have it"):
            world.matches.create(ann, new, creation=creation)
