"""Decisions are judged by what was really on the table."""

import statistics

from services.series.own_bots import NO_OWN_BOTS
from tests.benchmarks.decision_quality import Trial


def test_an_expert_gains_nothing_over_itself_and_a_random_bot_loses() -> None:
    trial = Trial("duels", 2, ("expert", "random"), NO_OWN_BOTS, player="expert", decisions=20, playouts=10)

    judged = trial.judge(0)

    assert len(judged) == 20
    assert {each.gains["expert"] for each in judged} == {None}
    assert statistics.fmean([each.gains["random"] or 0.0 for each in judged]) < -0.05
    assert {each.phase for each in judged} >= {"PHASE_PLACE", "PHASE_TURN"}


def test_the_same_match_is_judged_alike_again() -> None:
    trial = Trial("commanders", 3, ("greedy",), NO_OWN_BOTS, player="greedy", decisions=5, playouts=3)

    assert trial.judge(7) == trial.judge(7)
