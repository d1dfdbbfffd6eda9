"""The server is killed in the middle of everything. What was acknowledged is there, and nothing is there by halves."""

import json
import threading
import time
from pathlib import Path

from services.engine import replay
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches.match import Status
from tests.integration.matches.harness import World
from tests.valkey import RealValkey


def play_until_lost(world: World, match_id: str, seat: int, person: Caller, acknowledged: list[bytes]) -> None:
    """Answer decision after decision until the server is gone or the match over."""
    number = 1
    while True:
        try:
            look = world.matches.view(person, match_id, seat)
            if look.status is not Status.LIVE:
                return
            if look.decision is None:
                time.sleep(0.01)
                continue
            number = look.decision
            action = json.loads(look.legal)[0]["notation"]
            acknowledged.append(world.matches.decide(person, match_id, seat, number, action))
        except Refusal as refusal:
            if refusal.reason is not Reason.BUSY:
                raise
            return


def test_a_server_killed_while_four_play_has_all_that_was_acknowledged_and_nothing_by_halves(
    mortal_valkey: RealValkey, own_database: Path
) -> None:
    world = World(mortal_valkey.client(), own_database)
    match, people = world.table(4)
    acknowledged: list[list[bytes]] = [[] for _ in people]
    kills = 0
    while world.matches.get(people[0], match.id).status is Status.LIVE:
        threads = [
            threading.Thread(target=play_until_lost, args=(world, match.id, seat, person, acknowledged[seat]))
            for seat, person in enumerate(people)
        ]
        for thread in threads:
            thread.start()
        done = sum(map(len, acknowledged))
        while sum(map(len, acknowledged)) < done + 4 and any(thread.is_alive() for thread in threads):
            threads[0].join(0.001)
        mortal_valkey.kill()
        kills += 1
        for thread in threads:
            thread.join(30)
        mortal_valkey.restart()
        world.redis.close()
        world.open(mortal_valkey.client())
        world.check_whole(match.id)
        for seat, person in enumerate(people):
            for answer in acknowledged[seat]:
                told = json.loads(answer)
                again = world.matches.decide(person, match.id, seat, told["decision"], told["notation"])
                assert again == answer
    assert kills >= 2
    read = replay.read(world.matches.replay(people[0], match.id))
    replay.re_execute(read, world.engines.engine("sealed"))
    assert len(read.steps) >= sum(map(len, acknowledged))
    assert world.scoring.score(match.id)
    world.redis.close()


def test_a_server_killed_in_each_moment_of_a_matchs_life_goes_on_where_it_was(
    mortal_valkey: RealValkey, own_database: Path
) -> None:
    world = World(mortal_valkey.client(), own_database)
    ann, ben = world.caller(), world.caller("Ben")

    def crash() -> None:
        mortal_valkey.kill()
        mortal_valkey.restart()
        world.redis.close()
        world.open(mortal_valkey.client())

    match = world.create(ann, "me", "bot:random", "open")
    crash()
    world.check_whole(match.id)
    assert world.matches.join(ben, match.id).status is Status.LIVE
    crash()
    world.check_whole(match.id)
    assert [task.kind.value for task in world.tasks()] == ["turn"]
    world.bot_turns.play_turns(match.id)
    crash()
    world.decide(ann, match.id, "place 1")
    world.matches.resign(ben, match.id)
    crash()
    world.check_whole(match.id)
    world.bot_turns.play_turns(match.id)
    while (look := world.matches.view(ann, match.id, 0)).status is Status.LIVE:
        world.decide(ann, match.id, json.loads(look.legal)[0]["notation"])
        world.bot_turns.play_turns(match.id)
    crash()
    assert "score" in [task.kind.value for task in world.tasks()]
    assert world.scoring.score(match.id)
    crash()
    assert world.matches.get(ann, match.id).status is Status.FINISHED
    assert world.redis.pttl(next(world.redis.scan_iter(f"*match:{match.id}"))) > 0
    world.redis.close()
