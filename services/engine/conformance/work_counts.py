"""How much work a decision is, counted without a clock: invariant 25."""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

from services.engine.chance import SeededChance
from services.engine.conformance.cases import Case, Effort
from services.engine.conformance.random_games import Game, seed

FILE: Final = "work.json"
_GAME: Final = 7
_ALLOWED: Final = 1.3


def work_stays_in_its_budget(case: Case, _effort: Effort) -> int:
    """25. A decision of a fixed game takes no more Python function calls than were recorded, plus 30 %: to play, look,
    imagine, clone, dump and load. Calls do not depend on the machine or on what else it does."""
    budgets = recorded(case.records).get(str(case.seats))
    game = Game(case, _GAME)
    if budgets is None:
        raise game.finding(f"{FILE} holds no record for {case.seats} seats: record it, and read what it says")
    measured = measure(case)
    over = {
        what: f"{calls} calls, recorded {budgets.get(what, 0)}"
        for what, calls in measured.items()
        if calls > budgets.get(what, 0) * _ALLOWED
    }
    if over:
        raise game.finding(f"a decision takes more work than recorded: {over}")
    return len(measured)


def recorded(folder: Path) -> dict[str, dict[str, float]]:
    """For each number of seats: Python calls for each operation, per decision. Empty where nothing was recorded."""
    file = folder / FILE
    budgets: dict[str, dict[str, float]] = json.loads(file.read_text()) if file.exists() else {}
    return budgets


def record(cases: list[Case], folder: Path) -> Path:
    """Write the record anew."""
    file = folder / FILE
    file.write_text(json.dumps({str(case.seats): measure(case) for case in cases}, indent=2) + "\n")
    return file


def measure(case: Case) -> dict[str, float]:
    """Python calls per decision, over a fixed random game."""
    rules = case.ruleset
    counts = dict.fromkeys(("play", "look", "imagine", "clone", "dump", "load"), 0)
    game = Game(case, _GAME)
    decisions = 0
    while move := game.pick():
        state, seat = game.state, move[0]
        view, data = rules.observe(state, seat), rules.dump(state)
        chances = [SeededChance(seed(decisions, "work")) for _ in range(2)]
        counts["look"] += calls(partial(_look, game, seat))
        counts["imagine"] += calls(partial(rules.imagine, view, chances[0]))
        counts["clone"] += calls(partial(rules.clone, state))
        counts["dump"] += calls(partial(rules.dump, state))
        counts["load"] += calls(partial(rules.load, data, chances[1]))
        counts["play"] += calls(partial(_decide, game, *move))
        decisions += 1
    return {what: round(count / max(1, decisions), 1) for what, count in counts.items()}


def _look(game: Game, seat: int) -> None:
    game.rules.view_json(game.rules.observe(game.state, seat))


def _decide(game: Game, seat: int, action: int) -> None:
    game.rules.pending(game.state)
    game.rules.legal(game.state, seat)
    game.play(seat, action)


def calls(run: Callable[[], object]) -> int:
    """How many Python functions are called."""
    count = 0

    def on_event(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(on_event)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
