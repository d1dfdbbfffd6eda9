"""Matches that are played again for their positions: how many are kept, and how many are played at a time."""

from collections.abc import Callable

import pytest

from services.analysis.played_matches import STRIDE
from services.analysis.positions import MOST_AT_ONCE, PlayedMatches
from services.engine import replay as replays
from services.engine.engine import Engine, RulesetVersion
from services.engine.in_process import InProcessEngine
from services.engine.replay import Recording, ReplaySeat
from services.errors import Reason, Refusal
from tests.rulesets.sealed import RULESET

ENGINE = InProcessEngine(RULESET)


def recorded() -> Recording:
    """A match of Sealed Rows between four in which all play their first legal action."""
    seats = [ReplaySeat(name=f"Player {seat}", kind="person", bot=None) for seat in range(4)]
    match = Recording(ENGINE, seats=seats, options={}, server_seed=bytes(32))
    while match.outcome is None:
        seat = match.step.pending[0]
        match.play(seat, ENGINE.default(match.step.position, seat))
    return match


MATCH = recorded()
REPLAY = replays.write(MATCH.replay())


def pinned(_: RulesetVersion) -> Engine:
    return ENGINE


def counted(calls: list[str], name: str) -> Callable[[], bytes]:
    def replay() -> bytes:
        calls.append(name)
        return REPLAY

    return replay


def test_every_position_is_reached_from_any_that_is_kept() -> None:
    played = PlayedMatches().get("a", lambda: REPLAY, pinned)
    moves = MATCH.steps
    assert len(moves) > STRIDE
    expected = [ENGINE.start(4, {}, MATCH.step.position.seed)]
    for move in moves:
        expected.append(ENGINE.play(expected[-1].position, move.seat, move.action)[1])
    for first in (0, 1, STRIDE - 1, STRIDE, STRIDE + 1, len(moves) - 1, len(moves)):
        reached = list(played.positions(first))
        assert [each.number for each in reached] == list(range(first, len(moves) + 1))
        assert [each.step for each in reached] == expected[first:]
        assert [each.before for each in reached] == [
            None if number == 0 else expected[number - 1].position for number in range(first, len(moves) + 1)
        ]
    assert list(played.positions(len(moves) + 1)) == []


def test_matches_are_kept_as_long_as_there_is_room() -> None:
    calls: list[str] = []
    size = PlayedMatches().get("a", lambda: REPLAY, pinned).size
    kept = PlayedMatches(most_bytes=2 * size)
    for name in ("a", "b", "a", "c", "a", "b"):  # b makes room for c, and c for b
        kept.get(name, counted(calls, name), pinned)
    assert calls == ["a", "b", "c", "b"]


def test_so_many_are_played_again_at_a_time() -> None:
    kept = PlayedMatches()

    def replay(number: int) -> bytes:
        kept.get(f"{number}", lambda: replay(number + 1), pinned)
        return REPLAY

    with pytest.raises(Refusal) as caught:
        kept.get("0", lambda: replay(1), pinned)
    assert (MOST_AT_ONCE, caught.value.reason) == (2, Reason.BUSY)
    assert kept.get("0", lambda: REPLAY, pinned).outcome == MATCH.outcome


def test_a_ruleset_that_plays_it_otherwise_is_not_believed() -> None:
    document = MATCH.replay()
    first, *others = document.steps
    lie = document.model_copy(update={"steps": (first.model_copy(update={"decision": 9}), *others)})
    with pytest.raises(Refusal) as caught:
        PlayedMatches().get("a", lambda: replays.write(lie), pinned)
    assert caught.value.reason is Reason.UNSUPPORTED_VERSION
