"""Whole matches between bots, as the platform plays them.

Each bot is sent its seat's view and the legal actions as they are stored, and what it chooses is played, to the end.
Bots come to positions that random play does not reach: here with any two values of two options and every number of
seats, and in the long run with each value of each option alone, too.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from typing import TypeAlias

import pytest

from services.engine import registry
from services.engine.conformance.cases import Case, Choice, cases, default_cases, folder_of, other_values
from services.engine.conformance.random_games import seed
from services.engine.in_process import InProcessEngine
from services.engine.registry import AnyRuleset
from tests.rulesets import sealed

pytestmark = pytest.mark.matrix

Bots: TypeAlias = Callable[[Case], list[str]]
RULESETS: dict[str, AnyRuleset] = {**registry.installed(), "sealed": sealed.RULESET}


def play(case: Case, bots: list[str], number: int) -> int:
    """Play a match to its end; returns how many decisions it took."""
    engine = InProcessEngine(case.ruleset)
    step = engine.start(case.seats, case.options, seed(number))
    decisions = 0
    while step.pending:
        place = step.pending[0]
        situation = step.situation(place)
        legal = [action["notation"] for action in json.loads(situation.legal)]
        choice = engine.choose(bots[place], situation.view, legal, seed(decisions, f"bot {number}"))
        assert choice in legal
        _, step = engine.play(step.position, place, choice)
        decisions += 1
        assert decisions <= engine.describe().max_decisions
    assert step.outcome is not None
    assert sorted(result.seat for result in step.outcome.results) == list(range(case.seats))
    return decisions


def greedy(case: Case) -> list[str]:
    """A greedy bot in each seat."""
    return ["greedy"] * case.seats


def mixed(case: Case) -> list[str]:
    """Greedy and random bots in turn."""
    return [*islice(cycle(["greedy", "random"]), case.seats)]


def single_values(ruleset: AnyRuleset) -> Iterator[Case]:
    """Each value of each option alone, with the fewest seats: with every number of seats it is in the rows above."""
    choice = Choice.of(folder_of(ruleset))
    case = default_cases(ruleset)[0]
    for option in ruleset.describe().options:
        for value in other_values(option, choice):
            yield replace(case, options={**case.options, option.name: value}, changed=(option.name,))


def named(case: Case) -> str:
    """The case as the name of a test."""
    return f"{case.ruleset.describe().id}-{case.seats}-{case.options_text}"


def in_turn(case: Case, place: int, kind: int) -> list[pytest.MarkDecorator]:
    """`make test` has either kind of tables with the default options, and with others every fourth row, the kinds in
    turn; but not those of Face Off that take seconds."""
    is_long = case.ruleset.describe().id == "faceoff" and case.seats >= 4
    is_chosen = not case.changed or place % 8 == 4 * kind
    return [] if is_chosen and not is_long else [pytest.mark.slow]


@pytest.mark.parametrize(
    ("case", "bots"),
    [
        pytest.param(case, bots, id=f"{named(case)}-{bots.__name__}", marks=in_turn(case, place, kind))
        for ruleset in RULESETS.values()
        for place, case in enumerate(cases(ruleset))
        for kind, bots in enumerate([greedy, mixed])
    ],
)
def test_bots_play_to_the_end_with_any_two_values_of_two_options(case: Case, bots: Bots) -> None:
    assert play(case, bots(case), 1) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "case"),
    [
        pytest.param(number, case, id=named(case))
        for ruleset in RULESETS.values()
        for number, case in enumerate(single_values(ruleset), 2)
    ],
)
def test_bots_play_to_the_end_with_every_value_of_every_option(number: int, case: Case) -> None:
    """A match each, no two of a ruleset from the same seed."""
    assert play(case, greedy(case), number) > 0


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_bots_play_to_the_end_with_the_options_as_they_come(ruleset: AnyRuleset) -> None:
    description = ruleset.describe()
    defaults = {option.name: option.default for option in description.options}
    for seats in range(description.min_seats, description.max_seats + 1):
        case = Case(ruleset, seats, defaults)
        assert play(case, greedy(case), 4) > 0
