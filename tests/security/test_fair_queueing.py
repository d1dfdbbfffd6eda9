"""One owner's flood of bot matches does not delay another owner's turns, and no turn is lost on the way."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from services.database import Database
from services.engine.clocks import PerDecision
from services.engine.registry import engines_from
from services.fairness.signing import create_key_file
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.deadlines import move_due
from services.matches.matches import Matches
from services.matches.outbox import OutboxEntry, OutboxKind
from services.matches.turn_queue import Turn, TurnQueue
from services.redis_clients.addresses import plain_url
from services.settings import PREFIX, read_settings
from tests.integration.matches.harness import NUDGE_SECONDS, World
from tests.waiting import wait_until
from workers.app import create_worker
from workers.relay import Publisher, Relay

BOTS = ("bot:random",) * 4


class Desk:
    """The relay of a world, its broker, and tasks that take turns one by one."""

    def __init__(self, world: World, redis_url: str, folder: Path) -> None:
        self.world = world
        self.queue = TurnQueue(world.redis)
        self.settings = read_settings({"PLAYHALL_DATA_DIR": str(folder), "PLAYHALL_REDIS_URL": redis_url})
        self.app = create_worker(self.settings)
        self.broker = Redis.from_url(plain_url(self.settings.redis.broker_url))
        self.publisher = Publisher(self.app, world.redis, self.broker)
        self.relay = Relay(world.outbox, self.publisher, "relay")
        self._tasks = 0

    def move(self) -> None:
        """Move what is in the outbox to the queue."""
        while self.world.outbox.depth():
            self.relay.step()

    def tasks(self) -> int:
        """How many tasks wait in the broker."""
        return int(self.broker.llen("turns"))

    def take(self) -> Turn | None:
        """What a new task is given."""
        self._tasks += 1
        return self.queue.take(f"task {self._tasks}")

    def take_all(self) -> list[str]:
        """The matches of all turns, in the order in which they are played."""
        return [turn.match_id for turn in iter(self.take, None)]

    def close(self) -> None:
        self.app.close()
        self.broker.close()


@pytest.fixture
def desk(redis_client: Redis, redis_url: str, tmp_path: Path) -> Iterator[Desk]:
    path = tmp_path / "world.db"
    Database(f"sqlite:///{path}").upgrade()
    made = Desk(World(redis_client, path), redis_url, tmp_path)
    made.broker.flushdb()
    yield made
    made.close()


def entry(match: str, owner: str, *, rev: int = 1, kind: OutboxKind = OutboxKind.TURN) -> OutboxEntry:
    return OutboxEntry(0, f"{rev}-0", kind, match, rev, owner=owner)


def test_the_turn_of_another_owner_is_played_next_however_many_matches_one_owner_has(desk: Desk) -> None:
    greedy, ann = desk.world.caller("Greedy"), desk.world.caller("Ann")
    flood = [desk.world.create(greedy, *BOTS).id for _ in range(150)]
    desk.move()
    assert [desk.take() is not None for _ in range(10)] == [True] * 10
    hers = desk.world.create(ann, "me", "bot:random", "bot:random").id
    desk.move()
    assert desk.tasks() == 151
    order = desk.take_all()
    assert order.index(hers) <= 1
    assert set(order) - {hers} < set(flood)
    assert len(order) == 141


def test_what_a_flood_asks_for_anew_stands_behind_what_others_wait_for(desk: Desk) -> None:
    greedy, ann = desk.world.caller("Greedy"), desk.world.caller("Ann")
    flood = [desk.world.create(greedy, *BOTS) for _ in range(5)]
    hers = desk.world.create(ann, "me", "bot:random").id
    desk.move()
    first = desk.take()
    while first is not None and first.match_id == hers:
        first = desk.take()
    for match in flood:
        loaded = desk.world.store.load(match.id)
        assert loaded is not None
        for _ in range(20):
            desk.world.store.request_bot_turn(loaded.stored)
    desk.move()
    order = desk.take_all()
    assert hers not in order[2:]
    assert sorted(order).count(flood[0].id) == 1


def test_owners_take_turns_and_the_matches_of_one_owner_keep_their_order(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    for number in range(4):
        queue.add(entry(f"a{number}", "p_a"))
    for number in range(2):
        queue.add(entry(f"b{number}", "p_b"))
    queue.add(entry("c0", "p_c"))
    taken = [queue.take(str(task)) for task in range(8)]
    order = [turn and turn.match_id for turn in taken]
    assert order == ["a0", "b0", "c0", "a1", "b1", "a2", "a3", None]


def test_an_owner_that_was_away_is_four_turns_ahead_and_no_more(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    for number in range(100):
        queue.add(entry(f"a{number:03}", "p_a"))
    for task in range(50):
        queue.take(str(task))
    for number in range(10):
        queue.add(entry(f"b{number}", "p_b"))
    taken = [queue.take(f"later {task}") for task in range(10)]
    owners = "".join(turn.match_id[0] for turn in taken if turn)
    assert owners == "bbbbababab"


def test_an_owner_that_always_comes_back_gets_no_more_than_its_share(redis_client: Redis) -> None:
    """It asks for the next turn when the last was played, so that it seems to be away again and again."""
    queue = TurnQueue(redis_client)
    for number in range(100):
        queue.add(entry(f"a{number:03}", "p_a"))
    for task in range(10):
        queue.take(f"before {task}")
    owners = ""
    for task in range(30):
        queue.add(entry(f"b{task}", "p_b"))
        turn = queue.take(str(task))
        assert turn is not None
        owners += turn.match_id[0]
    assert owners == "bbbb" + "ab" * 13


def test_the_end_of_one_match_is_archived_beside_a_flood_of_ends(desk: Desk) -> None:
    for number in range(150):
        desk.publisher(entry(f"m_{number:03}", "p_greedy", kind=OutboxKind.SCORE))
    ends = TurnQueue(desk.world.redis, "scoring")
    for task in range(10):
        ends.take(f"before {task}")
    desk.publisher(entry("m_hers", "p_ann", kind=OutboxKind.SCORE))
    assert desk.broker.llen("scoring") == 151
    assert ends.take("next") == Turn(OutboxKind.SCORE, "m_hers", 1)


def test_a_turn_that_waits_keeps_its_place_when_it_is_asked_for_again(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    assert queue.add(entry("m_1", "p_a"))
    assert queue.add(entry("m_2", "p_a"))
    assert not queue.add(entry("m_1", "p_a", rev=9))
    assert queue.depth() == 2
    assert queue.take("t1") == Turn(OutboxKind.TURN, "m_1", 9)
    assert queue.take("t2") == Turn(OutboxKind.TURN, "m_2", 1)


def test_time_that_ran_out_stands_in_the_same_line(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    for number in range(20):
        queue.add(entry(f"m_{number:02}", "p_a"))
    queue.add(entry("m_99", "p_b", kind=OutboxKind.OVERDUE))
    kinds = [turn.kind for turn in (queue.take("t1"), queue.take("t2")) if turn]
    assert OutboxKind.OVERDUE in kinds


def test_a_task_that_is_delivered_again_plays_the_turn_that_it_had_taken(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    queue.add(entry("m_1", "p_a"))
    queue.add(entry("m_2", "p_a"))
    assert queue.take("t1") == Turn(OutboxKind.TURN, "m_1", 1)
    assert queue.take("t1") == Turn(OutboxKind.TURN, "m_1", 1)  # its worker died in the middle
    queue.done("t1")
    assert queue.take("t1") == Turn(OutboxKind.TURN, "m_2", 1)  # it died before the broker was told


def test_a_relay_that_dies_between_queue_and_broker_loses_nothing_and_doubles_nothing(desk: Desk) -> None:
    match = desk.world.create(desk.world.caller("Ann"), *BOTS).id
    (left,) = desk.world.take("died")
    desk.queue.add(left)  # and then it died
    assert desk.world.outbox.reclaim("relay", idle_ms=0, count=10) == [left]
    desk.publisher(left)
    desk.publisher(left)  # another died after it had sent the task
    assert desk.tasks() == 1
    assert desk.take_all() == [match]


def test_the_nudge_brings_a_task_for_a_turn_whose_own_was_lost(desk: Desk) -> None:
    match = desk.world.create(desk.world.caller("Ann"), *BOTS)
    desk.move()
    desk.broker.flushdb()
    desk.world.clock.advance(NUDGE_SECONDS)
    assert move_due(desk.world.redis, desk.world.clock.now_ms, nudge_seconds=NUDGE_SECONDS) == 1
    desk.move()
    assert desk.tasks() == 1
    assert desk.take_all() == [match.id]


def test_nudges_of_matches_that_wait_in_a_long_line_add_nothing_to_it(desk: Desk) -> None:
    greedy = desk.world.caller("Greedy")
    for _ in range(20):
        desk.world.create(greedy, *BOTS)
    desk.move()
    for _ in range(3):
        desk.world.clock.advance(NUDGE_SECONDS)
        move_due(desk.world.redis, desk.world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
        desk.move()
    assert (desk.tasks(), desk.queue.depth()) == (20, 20)


def test_a_task_that_was_lost_is_replaced_however_many_searches_share_its_queue(desk: Desk) -> None:
    thinks = entry("m_1", "p_a", kind=OutboxKind.THINK)
    desk.publisher(thinks)
    desk.broker.flushdb()
    for number in range(5):
        desk.publisher(entry(f"s_{number}", "p_b", kind=OutboxKind.SEARCH))
    desk.publisher(thinks)
    assert desk.broker.llen("thinking") == 6


def test_a_search_whose_task_was_lost_is_made_however_many_bots_think(desk: Desk) -> None:
    for number in range(5):
        desk.publisher(entry(f"m_{number}", "p_a", kind=OutboxKind.THINK))
    search = entry("s_1", "p_b", kind=OutboxKind.SEARCH)
    TurnQueue(desk.world.redis, "searches").add(search)  # and then the relay died
    desk.publisher(entry("m_0", "p_a", kind=OutboxKind.THINK))  # a nudge
    desk.publisher(search)
    sent = [json.loads(task)["headers"]["task"] for task in desk.broker.lrange("thinking", 0, -1)]
    assert sent.count("analysis.search") == 1


def test_whatever_asks_for_a_turn_says_whose_it_is(desk: Desk) -> None:
    ann = desk.world.caller("Ann")
    match = desk.world.create(ann, *BOTS, time_control=PerDecision(seconds=5))
    assert desk.world.bot_turns.play_turns(match.id, max_decisions=1).more
    desk.world.clock.advance(NUDGE_SECONDS)
    move_due(desk.world.redis, desk.world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
    found = desk.world.tasks()
    assert [found.owner for found in found] == [ann.player_id] * 3  # the start, what is left to do, the nudge


def test_what_an_empty_queue_remembers_is_nothing(redis_client: Redis) -> None:
    queue = TurnQueue(redis_client)
    for owner in range(100):
        queue.add(entry(f"m_{owner}", f"p_{owner}"))
    for task in range(101):
        queue.take(str(task))
        queue.done(str(task))
    assert redis_client.keys("{turns}:*") == []


@pytest.mark.slow
def test_a_worker_plays_the_other_owners_turn_among_its_first(desk: Desk, tmp_path: Path) -> None:
    """150 five-bot matches of one player are in line when another's bot is to answer."""
    environment = {
        "PLAYHALL_DATA_DIR": str(tmp_path),
        "PLAYHALL_REDIS_URL": desk.settings.redis.redis_url,
        "PLAYHALL_NUDGE_SECONDS": "600",
    }
    world = desk.world
    matches = Matches(world.store, engines_from("local", 5.0), world.players, world.archive, **world.fairness)
    Database(read_settings(environment).database.database_url).upgrade()
    create_key_file(tmp_path / "signing-keys.json")
    five = NewMatch("factionwars", parse_seats(["bot:greedy"] * 5), {})
    greedy, ann = world.caller("Greedy"), world.caller("Ann")
    for _ in range(150):
        matches.create(greedy, five)
    desk.move()
    hers = matches.create(ann, NewMatch("factionwars", parse_seats(["bot:greedy", "me"]), {})).id
    desk.move()
    log_path = tmp_path / "worker.log"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    command = (sys.executable, "-P", "-m", "cli", "worker", "--queues", "turns", "--processes", "1")
    with log_path.open("wb") as log:
        worker = subprocess.Popen(command, env={**kept, **environment}, stdout=log, stderr=log, start_new_session=True)

    def played() -> list[str]:
        return re.findall(r"event=done.* match=(m_\w+)", log_path.read_text())

    try:
        wait_until(lambda: len(played()) >= 3, "the worker's first turns", 60)
        assert hers in played()[:2]
    finally:
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(60) == 0
