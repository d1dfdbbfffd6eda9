"""What a bot that thinks finds of a match's decisions, and how it is shown."""

import io
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from cli.analyse import print_decision
from cli.local_match import LocalMatch
from services.bots.playouts import Policies
from services.bots.rollouts import RolloutBot, RolloutSettings
from services.bots.thinking import Budget
from services.bots.tree_search import TreeSearchBot, TreeSettings
from services.engine.in_process import InProcessEngine
from services.engine.replay import Replay, ReplayDiffers
from services.engine.ruleset import ActionReport, Bot, BotInfo, Description, Explanation
from services.training.analysis import analyse
from tests.rulesets.sealed import RULESET, Sealed, View
from tests.unit.training.matches import finished

RANDOM = RULESET.bots()["random"]
POLICIES = Policies(RANDOM, (RANDOM,))
BUDGET = Budget(iterations=30)
ROLLOUTS = RolloutBot(RULESET, POLICIES, RolloutSettings(BUDGET))
TREE = TreeSearchBot(RULESET, POLICIES, TreeSettings(BUDGET))


class ThinkingSealed(Sealed):
    """Sealed Rows with bots that think."""

    def describe(self) -> Description:
        about = super().describe()
        return replace(about, bots=(*about.bots, BotInfo("rollouts", ""), BotInfo("tree", "")))

    def bots(self) -> Mapping[str, Bot[View]]:
        thinking: dict[str, Any] = {"rollouts": ROLLOUTS, "tree": TREE}
        return {**super().bots(), **thinking}


def played(*bots: str) -> Replay:
    match = LocalMatch(InProcessEngine(ThinkingSealed()), bots, {}, bytes(32))
    deque(match.moves(), maxlen=0)
    return match.replay()


@pytest.mark.parametrize(("seat", "bot"), [(0, ROLLOUTS), (1, TREE)])
def test_a_bot_finds_what_it_has_played(seat: int, bot: Any) -> None:
    found = list(analyse(played("rollouts", "tree"), ThinkingSealed(), bot, seat=seat))
    assert len(found) >= 6
    for each in found:
        assert each.seat == seat
        assert each.explanation.choice == each.played
        assert each.explanation.iterations <= 30
        assert each.view.viewer == seat


def test_every_legal_action_is_reported() -> None:
    first, *_ = analyse(finished(), RULESET, ROLLOUTS)
    assert sorted(report.action for report in first.explanation.reports) == [1, 2, 3, 4, 5]
    assert (first.seat, first.decision, first.played) == (0, 1, 5)


def test_decisions_are_picked_by_seat_and_number() -> None:
    replay = finished()
    assert [(each.seat, each.decision) for each in analyse(replay, RULESET, ROLLOUTS, decision=2)] == [(0, 2), (1, 2)]
    assert [(each.seat, each.decision) for each in analyse(replay, RULESET, ROLLOUTS, seat=1, decision=2)] == [(1, 2)]
    assert list(analyse(replay, RULESET, ROLLOUTS, decision=99)) == []


def test_a_replay_that_does_not_hold_is_not_analysed() -> None:
    with pytest.raises(ReplayDiffers):
        analyse(finished().model_copy(update={"final_state_sha256": "0" * 64}), RULESET, ROLLOUTS)


def test_actions_are_shown_best_first_with_what_follows_and_the_played_one_is_marked() -> None:
    reports = (
        ActionReport(2, 20, 0.75, 0.125, ((0, 2), (1, 4), (0, 3))),
        ActionReport(1, 9, 0.5, 0.25),
        ActionReport(3, 1, 0.25, None),
        ActionReport(4, 0, None, None),
        ActionReport(5, 0, None, None),
    )
    first, *_ = analyse(finished(), RULESET, ROLLOUTS)
    decision = replace(first, played=4, explanation=Explanation(2, reports, 30, 0.25))
    console = Console(width=100, file=io.StringIO(), record=True)
    print_decision(console, finished(), RULESET, decision, 3)
    heading, _, *rows, left_out, _ = console.export_text().splitlines()
    assert heading == "Seat 0 (Player 0), decision 1: Lay 4 in column 1 · 30 playouts, 0.2 s"
    assert [row.split() for row in rows] == [
        ["Lay", "2", "in", "column", "1", "20", "0.750", "±", "0.125", "1:", "place", "4,", "0:", "place", "3"],
        ["Lay", "1", "in", "column", "1", "9", "0.500", "±", "0.250"],
        ["Lay", "3", "in", "column", "1", "1", "0.250"],
        ["▸", "Lay", "4", "in", "column", "1", "0", "-"],
    ]
    assert left_out == "  1 other legal actions"
