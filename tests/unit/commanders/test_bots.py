"""The bots: greedy plays what a person would see at a glance, expert what wins the war."""

import json

import pytest

from services.bots.levels import LevelBot
from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import Bot, OptionValue
from services.rulesets.commanders.expert import decisive
from services.rulesets.commanders.notation import ACTION_PLACE
from services.rulesets.commanders.options import OPTIONS
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import PHASE_AGREE, PHASE_CHAMPION, View
from tests.unit.commanders.games import at_phase, in_the_middle
from tests.unit.commanders.scenario import PlayedTable, Scenario
from tests.unit.rulesets.random_matches import chance_of

EXPERT = RULESET.bots()["expert"]
GREEDY = RULESET.bots()["greedy"]
RANDOM = RULESET.bots()["random"]


BOTH = pytest.mark.parametrize("bot", [EXPERT, GREEDY], ids=["expert", "greedy"])


def choice(table: PlayedTable, seed: int = 0, bot: Bot[View] = GREEDY) -> str:
    """What a bot does for the player who must decide."""
    seat = RULESET.pending(table.state)[0]
    view = RULESET.observe(table.state, seat)
    return RULESET.notation(bot.choose(view, RULESET.legal(table.state, seat), FastChance(seed)))


@BOTH
def test_the_bonuses_with_the_highest_average_are_selected(bot: Bot[View]) -> None:
    table = Scenario(2).suits("C", "S").army("A", "Ace", "2S 3S 4S 5S 6S 2C").army("B", "Ace", "").begin()
    assert choice(table, bot=bot) == "select N4+C2+S1"


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


def first_turn(*drawn: str) -> PlayedTable:
    """A match of two in which A, of spades, draws these cards first."""
    document = json.loads(RULESET.dump(PlayedTable.new_game(2, suits="by_seat", first_player="seat_0").state))
    others = [id for id in document["drawn"] if id not in drawn]
    document["deck"] = [others.pop() if id in drawn else id for id in document["deck"]]
    document["drawn"] = list(drawn)
    return PlayedTable.of(document)


@pytest.mark.parametrize("drawn", [("10S", "6S", "4H", "2D"), ("4H", "10S", "4C", "6S")])
def test_expert_keeps_its_own_suit_apart_from_others(drawn: tuple[str, ...]) -> None:
    """Two units of the commander's suit are worth five d20, as long as no other joins them."""
    table = first_turn(*drawn)
    for _ in drawn:
        table.play("A", choice(table, bot=EXPERT))
    for commander in ("Ace", "King", "Queen", "Jack"):
        assert len({unit[-1] == "S" for unit in table.army("A", commander)}) <= 1


def test_expert_weighs_a_skirmish_by_what_it_decides() -> None:
    """Of two players: two skirmishes won, one even and one lost. The even one makes the difference between a tie and a
    win; the lost one only if the even one is lost, too. Each counts a tenth besides."""
    assert decisive([1.0, 1.0, 0.5, 0.0], (0.0, 0.0, 0.5, 1.0, 1.0)) == pytest.approx([0.6, 0.6, 0.6, 0.35])


def test_expert_wins_most_matches_against_greedy() -> None:
    """Of 30 matches of two: it wins some 75 in a hundred, a player no better than greedy 50."""
    won = 0
    for number in range(30):
        seat = number % 2
        state, _ = RULESET.start(2, complete({}, OPTIONS), chance_of(number))
        chance = FastChance(number)
        while pending := RULESET.pending(state):
            for one in pending:
                bot = EXPERT if one == seat else GREEDY
                RULESET.play(state, one, bot.choose(RULESET.observe(state, one), RULESET.legal(state, one), chance))
        outcome = RULESET.outcome(state)
        assert outcome is not None
        won += outcome.results[seat].rank == 1
    assert won >= 18


@pytest.mark.parametrize("seed", range(6))
def test_search_finds_the_best_place_when_all_cards_are_known(seed: int) -> None:
    """One card is left in the deck, so that every world that it imagines is the same."""
    state = in_the_middle(2, seed, 36)
    assert (len(state.drawn), len(state.deck)) == (1, 1)
    seat = state.turn
    worth = {}
    for action in RULESET.legal(state, seat):
        after = RULESET.clone(state)
        RULESET.play(after, seat, action)
        worth[action] = RULESET.evaluate(after)[seat]
    view, legal = RULESET.observe(state, seat), RULESET.legal(state, seat)
    search = RULESET.bots()["search"]
    assert isinstance(search, LevelBot)
    found = search.explain(view, legal, FastChance(seed))
    assert worth[found.choice] == pytest.approx(max(worth.values()))
    assert {report.action: report.value for report in found.reports} == pytest.approx(worth)


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


@BOTH
def test_the_strongest_commander_is_put_forward(bot: Bot[View]) -> None:
    table = (
        Scenario(2).suits("S", "H").survived("A", "A", "B", "B").army("A", "Ace", "").army("A", "King", "2S 5S 8S")
    ).begin()
    assert choice(table, bot=bot) == "champion K"


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
        for bot in (EXPERT, GREEDY, RANDOM):
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


@BOTH
def test_bots_do_not_look_behind_the_view(bot: Bot[View]) -> None:
    state = in_the_middle(2, 3, 20, {"units": "face_down"})
    seat = RULESET.pending(state)[0]
    view = RULESET.observe(state, seat)
    legal = RULESET.legal(state, seat)
    chosen = {
        bot.choose(RULESET.observe(RULESET.imagine(view, FastChance(number)), seat), legal, FastChance(1))
        for number in range(20)
    }
    assert len(chosen) == 1
