"""What each seat may hope for, as the evaluation sees it."""

import pytest
from hypothesis import given, settings

from services.bots.playouts import shares
from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.armies import figures
from services.rulesets.commanders.cards import COMMANDERS, PLACES, card_set
from services.rulesets.commanders.expert import placements
from services.rulesets.commanders.options import OPTIONS, rules_for
from services.rulesets.commanders.recruiting import play_on
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import PHASE_PLACE
from tests.unit.commanders.games import OPTION_SETS, SEATS, decisions, in_the_middle, start
from tests.unit.commanders.scenario import Scenario
from tests.unit.rulesets.random_matches import SEEDS


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
def test_figures_hold_the_average_total_with_the_best_bonuses(units: str, average: float) -> None:
    """Under a commander of spades: a d20, two d20 for its color, three d20 for its suit, and so on (FC-020). The
    advantage counts ten points."""
    rules = rules_for(2, complete({}, OPTIONS))
    found, _ = figures(rules, card_set([PLACES[id] for id in units.split()]), 0)
    assert found == average


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


def tied_war(*armies: tuple[int, str]) -> list[float]:
    """The hopes of A, whose Ace and King survived, and of B, whose Queen and Jack did. No unit lies on the table but
    under these places: 0 to 3 are A's commanders, 4 to 7 those of B."""
    state = Scenario(2).suits("S", "H").survived("A", "A", "B", "B").begin().state
    state.armies = [[] for _ in state.armies]
    for place, units in armies:
        state.armies[place] = [PLACES[id] for id in units.split()]
    return RULESET.evaluate(state)


def test_a_tie_is_even_if_those_who_survived_are_as_strong() -> None:
    assert tied_war() == pytest.approx([0.5, 0.5])
    assert tied_war((1, "2S 3S 4S"), (7, "2H 3H 4H")) == pytest.approx([0.5, 0.5])
    assert tied_war((2, "2S 3S 4S"), (3, "6S 7S 8S"), (4, "2H 5H")) == pytest.approx([0.5, 0.5])


def test_a_tie_is_for_who_has_the_stronger_commanders_left() -> None:
    """The King has six d20 against one for each of B's. A matching number, a d10, and a color are worth less."""
    assert tied_war((1, "2S 5S"))[0] > 0.999
    assert 0.5 < tied_war((1, "2S 2C"))[0] < tied_war((1, "2S 2C"), (0, "2H 2D"))[0] < 0.999


def test_who_may_still_reroll_hopes_for_the_die_that_helps_most() -> None:
    """A has 44 against 45, and the advantage, which wins a tie: nine times in ten the d20 that shows 2 brings the point
    that lacks. Then A has won the war; else B, whose Jack cannot be beaten by an Ace and a King without units."""
    scenario = Scenario(2).suits("S", "H").survived("A", "A", "B")
    scenario.army("A", "Jack", "2S 3S 4S").army("B", "Jack", "5H 9H 3H")
    state = scenario.begin(dice=[10, 2, 12, 2, 6, 6, 6, 5, 8, 8, 8, 8, 8]).state
    state.armies = [army if place in (3, 7) else [] for place, army in enumerate(state.armies)]
    assert RULESET.evaluate(state)[0] == pytest.approx(0.9, abs=0.001)


# -- the recruit phase played on -------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(SEATS, SEEDS, OPTION_SETS)
def test_recruiting_is_played_on_to_the_last_card(seats: int, seed: int, options: dict[str, OptionValue]) -> None:
    """Every card lies where it lay, and those of the deck under one commander each, all but the two that
    ``one_each`` leaves undrawn (FC-R05)."""
    state = in_the_middle(seats, seed, seed % 36, options)
    if state.phase != PHASE_PLACE:
        return
    undrawn = 2 if seats == 2 and options.get("two_player_last_four") == "one_each" else 0
    armies = play_on(state)
    assert sum([army.bit_count() for army in armies]) == 36 - undrawn
    assert sum(armies).bit_count() == 36 - undrawn
    for before, after in zip(state.armies, armies, strict=True):
        assert card_set(before) & ~after == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_last_card_is_played_on_where_the_expert_places_it(seats: int) -> None:
    for seed in range(12):
        state = in_the_middle(seats, seed, 0)
        for seat, action in decisions(state, seed):
            if state.phase == PHASE_PLACE and not state.deck and len(state.drawn) == 1:
                break
            RULESET.play(state, seat, action)
        armies = play_on(state)
        worth = placements(RULESET.observe(state, state.turn), list(range(COMMANDERS)))
        own = armies[COMMANDERS * state.turn :][:COMMANDERS]
        placed = [army >> state.drawn[0] & 1 for army in own].index(1)
        assert worth[placed] == pytest.approx(max(worth))


def test_a_position_is_judged_by_the_cards_that_come() -> None:
    """The same table with another deck is another position: a search imagines both."""
    state = in_the_middle(2, 5, 20)
    view = RULESET.observe(state, 0)
    assert len({RULESET.evaluate(RULESET.imagine(view, FastChance(seed)))[0] for seed in range(10)}) > 5
