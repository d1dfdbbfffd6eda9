"""What each seat may hope for, as the evaluation sees it."""

import pytest
from hypothesis import given, settings

from services.bots.playouts import shares
from services.engine.ruleset import OptionValue
from services.rulesets.factionwars.ruleset import RULESET
from tests.unit.factionwars.games import OPTION_SETS, SEATS, decisions, start
from tests.unit.factionwars.scenario import Scenario
from tests.unit.rulesets.random_matches import SEEDS


@settings(max_examples=10, deadline=None)
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


def test_equal_winners_have_equal_parts() -> None:
    table = Scenario(players=3).battle_discard("A", "Deckhand").battle_discard("C", "Deckhand").game_over().begin()
    assert RULESET.evaluate(table.state) == [0.5, 0.0, 0.5]


def test_players_with_equal_cards_have_equal_hopes() -> None:
    table = Scenario(players=4).line_up("Deputy", "Monk", "Jarl", "Skald").begin()
    assert RULESET.evaluate(table.state) == [0.25] * 4


def test_mirrored_seats_have_mirrored_hopes() -> None:
    one = Scenario(players=2).battle_discard("A", "Sheriff").battle_discard("B", "Genin", "Raider").begin()
    other = Scenario(players=2).battle_discard("B", "Sheriff").battle_discard("A", "Genin", "Raider").begin()
    assert RULESET.evaluate(one.state) == RULESET.evaluate(other.state)[::-1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_leader_hopes_for_most_and_a_lead_counts_most_at_the_end(seats: int) -> None:
    ahead = Scenario(players=seats).battle_discard("B", "Sheriff", "Skald", "Quartermaster")
    early = RULESET.evaluate(ahead.begin().state)
    late = RULESET.evaluate(ahead.war_is_over_drawn().begin().state)
    assert max(early) == early[1] > 1 / seats
    assert late[1] > early[1]


def test_strong_cards_promise_more_than_weak_ones_of_as_many_points() -> None:
    table = Scenario(players=2).battle_discard("A", "Gambler").battle_discard("B", "Raider").begin()
    weak, strong = RULESET.evaluate(table.state)
    assert strong > weak
