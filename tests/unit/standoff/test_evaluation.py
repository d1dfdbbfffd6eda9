"""What each player may hope for in a position: shares of the win."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.ruleset import OptionValue
from services.rulesets.standoff.ruleset import RULESET
from tests.unit.rulesets.random_matches import SEEDS
from tests.unit.standoff.games import OPTION_SETS, SEATS, in_the_middle, play_out
from tests.unit.standoff.scenario import Scenario


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS, st.integers(0, 250), OPTION_SETS)
def test_the_shares_add_up_to_1(seed: int, seats: int, number: int, options: dict[str, OptionValue]) -> None:
    shares = RULESET.evaluate(in_the_middle(seed, number, seats, options))
    assert len(shares) == seats
    assert min(shares) >= 0
    assert sum(shares) == pytest.approx(1)


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS)
def test_at_the_end_the_winner_has_all_of_it(seed: int, seats: int) -> None:
    state = in_the_middle(seed, 0, seats, {"round_limit": 5})
    play_out(state, seed)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert RULESET.evaluate(state) == [float(result.rank == 1) for result in outcome.results]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_most_of_the_red_zone_may_hope_for_most(seats: int) -> None:
    scenario = (
        Scenario(seats=seats).tiles("A", "0,-2", "1,-2", "2,-2", "1,-1").tiles("B", "-2,2", "-1,2", "0,2", "-1,1")
    )
    shares = RULESET.evaluate(scenario.tiles("B", "0,1", "0,0", "-2,1", "-1,0").begin().state)
    assert shares[1] == max(shares)
    assert shares[1] > 0.5


def test_cards_that_are_better_are_worth_something() -> None:
    position = Scenario().tiles("A", "-3,-4").tiles("B", "3,4").deck("A", "HEX1", "CR1")
    poorer = RULESET.evaluate(position.deck("B", "HEX1", "CR1").begin().state)
    other = Scenario().tiles("A", "-3,-4").tiles("B", "3,4").deck("A", "HEX1", "CR1")
    richer = RULESET.evaluate(other.deck("B", "HEX1", "CR1", "TACOFF", "DROPPOD").begin().state)
    assert richer[1] > poorer[1]


def test_players_who_have_the_same_may_hope_for_the_same() -> None:
    """Only the player on turn is ahead, by its turn."""
    scenario = Scenario(seats=3).tiles("A", "-3,-4").tiles("B", "7,-4").tiles("C", "-7,3")
    shares = RULESET.evaluate(scenario.begin().state)
    assert shares[1] == shares[2]
    assert shares[0] > shares[1]
