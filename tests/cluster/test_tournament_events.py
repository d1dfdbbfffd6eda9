"""Tournaments of house bots on a platform some of whose processes are killed."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cluster.tournament_events import hold, stage_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.parametrize(("format_", "rounds", "entrants"), [("pods", 3, 24), ("elimination", 0, 16)])
def test_whoever_is_killed_the_tournament_is_the_one_that_nothing_disturbs(
    format_: str, rounds: int, entrants: int, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        verdict = hold(
            stack,
            tmp_path,
            stage_of(format_, rounds),
            entrants,
            ruleset="commanders",
            bots=("greedy", "random"),
            seed=bytes(range(32)),
            kill_seconds=4,
        )
    assert {what: wrong for what, wrong in verdict.problems.items() if wrong} == {}
    assert len(verdict.problems) > 15
    assert verdict.figures["tables"] >= {"pods": 18, "elimination": 30}[format_]
    assert verdict.figures["kills"] >= 1
