"""What each seat may hope for, as the evaluation sees it."""

import pytest
from hypothesis import given, settings

from services.bots.playouts import shares
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.cards import COMMANDERS, PLACES
from services.rulesets.commanders.evaluation import strength
from services.rulesets.commanders.options import OPTIONS, rules_for
from services.rulesets.commanders.ruleset import RULESET
from tests.unit.commanders.games import OPTION_SETS, SEATS, SEEDS, decisions, in_the_middle, start
from tests.unit.commanders.scenario import Scenario


@settings(max_examples=15, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_shares_add_up_to_one_and_are_the_result_at_the_end(
    seats: int, seed: int, options: dict[str, OptionValue]
) -> None:
    state, _ = start(seats, seed, options)
    for seat, action in decisions(state, seed):
        expected = RULESET.evaluate(state)
        assert len(expected) == seats
        assert all(0.0 <= share <= 1.0 for share in expected)
        assert sum(expected) == pytest.approx(1.0)
        RULESET.play(state, seat, action)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert RULESET.evaluate(state) == shares(outcome)


@pytest.mark.parametrize(
    ("units", "average"),
    [
        ("", 10.5),
        ("2S", 10.5),
        ("2S 5S", 10.5 + 21 + 31.5),
        ("2S 5C", 10.5 + 21),
        ("2S 2C", 10.5 + 21 + 5.5),
        ("2H 3H 4H 7H", 10.5 + 3.5 + 11 + 16.5 + 10),
        ("2H 2D 3H 4D 9C", 10.5 + 5.5 + 3.5),
    ],
)
def test_strength_is_the_average_total_with_the_best_bonuses(units: str, average: float) -> None:
    """Under a commander of spades: a d20, two d20 for its color, three d20 for its suit, and so on (FC-020). The
    advantage counts ten points."""
    rules = rules_for(2, complete({}, OPTIONS))
    assert strength(rules, [PLACES[id] for id in units.split()], 0) == average


def test_nobody_is_ahead_when_a_match_begins() -> None:
    for seats in (2, 3, 4):
        state, _ = start(seats, 1)
        assert RULESET.evaluate(state) == pytest.approx([1 / seats] * seats)


def test_the_stronger_armies_hope_for_more() -> None:
    table = (
        Scenario(2, auto_bonus=False)
        .suits("S", "H")
        .army("A", "Ace", "2S 3S 4S")
        .army("A", "King", "6S 8S")
        .army("B", "Ace", "2D 5C")
        .army("B", "King", "9D 5S")
        .begin()
    )
    strong, weak = RULESET.evaluate(table.state)
    assert strong > 0.6 > 0.4 > weak


@pytest.mark.parametrize("number", [10, 25, 38])
def test_mirrored_seats_have_mirrored_hopes(number: int) -> None:
    state = in_the_middle(2, 5, number)
    mirrored = state.clone()
    mirrored.armies = state.armies[COMMANDERS:] + state.armies[:COMMANDERS]
    mirrored.turn = 1 - state.turn
    for part in (mirrored.suits, mirrored.wins, mirrored.fallen, mirrored.rolls):
        part.reverse()
    assert RULESET.evaluate(mirrored) == pytest.approx(RULESET.evaluate(state)[::-1])


def test_two_victories_of_two_are_nearly_the_war() -> None:
    table = Scenario(2).suits("S", "H").survived("A", "A").begin()
    assert RULESET.evaluate(table.state)[0] > 0.7
