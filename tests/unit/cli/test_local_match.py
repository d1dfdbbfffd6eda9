"""Bot matches in one process."""

from collections import deque

from cli.local_match import LocalMatch, Move
from services.engine import replay
from services.engine.in_process import InProcessEngine
from tests.rulesets.sealed import RULESET

SEED = bytes(31) + b"\x2a"


def match(seed: bytes = SEED) -> LocalMatch:
    about = RULESET.describe()
    bots = [bot.id for bot in about.bots]
    return LocalMatch(InProcessEngine(RULESET), [bots[seat % len(bots)] for seat in range(3)], {}, seed)


def played(seed: bytes = SEED) -> list[Move]:
    return list(match(seed).moves())


def test_the_same_seed_gives_the_same_match() -> None:
    assert played() == played()


def test_another_seed_gives_another_match() -> None:
    assert played()[-1].step.position.state != played(bytes(32))[-1].step.position.state


def test_each_seat_counts_its_own_decisions_from_one() -> None:
    for seat in range(3):
        own = [move.decision for move in played() if move.seat == seat]
        assert own == list(range(1, len(own) + 1))


def test_a_match_is_played_to_its_end() -> None:
    last = played()[-1].step
    assert last.pending == ()
    assert last.outcome is not None
    assert sorted(result.seat for result in last.outcome.results) == [0, 1, 2]


def test_its_replay_is_the_same_to_the_byte_and_executes_again() -> None:
    first, second = match(), match()
    for table in (first, second):
        deque(table.moves(), maxlen=0)
    data = replay.write(first.replay())
    assert data == replay.write(second.replay())
    replay.re_execute(replay.read(data), InProcessEngine(RULESET))


def test_what_a_bot_did_is_told_in_words() -> None:
    assert all(move.label and move.action for move in played())
