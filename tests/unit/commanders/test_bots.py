"""The bots: greedy plays what a person would see at a glance."""

import json

import pytest

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.notation import ACTION_PLACE
from services.rulesets.commanders.options import OPTIONS
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import PHASE_AGREE, PHASE_CHAMPION
from tests.unit.commanders.games import at_phase, chance_of, in_the_middle
from tests.unit.commanders.scenario import PlayedTable, Scenario

GREEDY = RULESET.bots()["greedy"]
RANDOM = RULESET.bots()["random"]


def choice(table: PlayedTable, seed: int = 0) -> str:
    """What greedy does for the player who must decide."""
    seat = RULESET.pending(table.state)[0]
    view = RULESET.observe(table.state, seat)
    return RULESET.notation(GREEDY.choose(view, RULESET.legal(table.state, seat), FastChance(seed)))


def test_greedy_selects_the_bonuses_with_the_highest_average() -> None:
    table = Scenario(2).suits("C", "S").army("A", "Ace", "2S 3S 4S 5S 6S 2C").army("B", "Ace", "").begin()
    assert choice(table) == "select N4+C2+S1"


ADVANTAGE = Scenario(2).suits("S", "H").army("A", "Ace", "2S 3S 4S").army("B", "Ace", "5H 9H 3H")


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        # A has 44 in each. B with 30 is beaten: A keeps. With 54 a d20 that shows 2 helps most, with 45 likewise.
        ([10, 2, 12, 2, 6, 6, 6, 5, 5, 5, 5, 5, 5], "keep"),
        ([10, 2, 12, 2, 6, 6, 6, 9, 9, 9, 9, 9, 9], "reroll 4"),
        ([10, 2, 12, 2, 6, 6, 6, 5, 8, 8, 8, 8, 8], "reroll 4"),
        ([10, 2, 12, 2, 6, 6, 6, 20, 20, 20, 20, 20, 20], "keep"),
    ],
)
def test_greedy_rerolls_the_die_that_wins_most_often(dice: list[int], expected: str) -> None:
    assert choice(ADVANTAGE.begin(dice=dice)) == expected


def test_greedy_puts_cards_of_its_own_suit_together() -> None:
    """A's own suit under one commander is worth far more than spread out."""
    table = PlayedTable.new_game(2, suits="by_seat", first_player="seat_0")
    document = json.loads(RULESET.dump(table.state))
    for wanted in ("10S", "9S", "8S", "7S"):
        place = document["deck"].index(wanted) if wanted in document["deck"] else -1
        if place >= 0:
            other = next(number for number, id in enumerate(document["drawn"]) if id not in ("10S", "9S", "8S", "7S"))
            document["deck"][place], document["drawn"][other] = document["drawn"][other], wanted
    table = PlayedTable.of(document)
    for _ in range(4):
        table.play("A", choice(table))
    armies = [table.army("A", commander) for commander in ("Ace", "King", "Queen", "Jack")]
    assert sorted(len(army) for army in armies) in ([0, 0, 0, 4], [0, 0, 2, 2])


def test_greedy_puts_its_strongest_commander_forward() -> None:
    table = (
        Scenario(2).suits("S", "H").survived("A", "A", "B", "B").army("A", "Ace", "").army("A", "King", "2S 5S 8S")
    ).begin()
    assert choice(table) == "champion K"


def test_greedy_shares_a_win_that_it_would_hardly_get_alone() -> None:
    scenario = Scenario(2, final_tiebreak="optional").suits("S", "H").survived("A", "A", "B", "B")
    for player, commander, units in (("A", "Ace", ""), ("A", "King", ""), ("B", "Queen", "2H 5H"), ("B", "Jack", "")):
        scenario.army(player, commander, units)
    table = scenario.begin()
    assert choice(table) == "share"
    table.play("A", "fight")
    assert choice(table) == "fight"


@pytest.mark.parametrize("phase", [PHASE_AGREE, PHASE_CHAMPION])
def test_bots_choose_something_legal_in_the_tie_break(phase: int) -> None:
    options: dict[str, OptionValue] = {"final_tiebreak": "optional"} if phase == PHASE_AGREE else {}
    state = at_phase(phase, 3, 1, options)
    for seat in RULESET.pending(state):
        legal = RULESET.legal(state, seat)
        for bot in (GREEDY, RANDOM):
            assert bot.choose(RULESET.observe(state, seat), legal, chance_of(1)) in legal


@pytest.mark.parametrize("units", ["open", "face_down"])
def test_greedy_beats_random(units: str) -> None:
    """Of 40 matches of two: it wins some 98 in a hundred, so that fewer than 33 come once in millions of runs."""
    won = 0
    for number in range(40):
        seat = number % 2
        state, _ = RULESET.start(2, complete({"units": units}, OPTIONS), chance_of(number))
        chance = FastChance(number)
        while pending := RULESET.pending(state):
            for one in pending:
                bot = GREEDY if one == seat else RANDOM
                RULESET.play(state, one, bot.choose(RULESET.observe(state, one), RULESET.legal(state, one), chance))
        outcome = RULESET.outcome(state)
        assert outcome is not None
        won += outcome.results[seat].rank == 1
    assert won >= 33


def test_random_plays_everything() -> None:
    state = in_the_middle(2, 1, 5)
    seat = RULESET.pending(state)[0]
    view, legal = RULESET.observe(state, seat), RULESET.legal(state, seat)
    assert {RANDOM.choose(view, legal, FastChance(seed)) for seed in range(60)} == {
        ACTION_PLACE,
        ACTION_PLACE + 1,
        ACTION_PLACE + 2,
        ACTION_PLACE + 3,
    }


def test_bots_do_not_look_behind_the_view() -> None:
    state = in_the_middle(2, 3, 20, {"units": "face_down"})
    seat = RULESET.pending(state)[0]
    view = RULESET.observe(state, seat)
    legal = RULESET.legal(state, seat)
    chosen = {
        GREEDY.choose(RULESET.observe(RULESET.imagine(view, FastChance(number)), seat), legal, FastChance(1))
        for number in range(20)
    }
    assert len(chosen) == 1
