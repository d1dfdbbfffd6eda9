"""Each option, at work in a position laid out for it."""

from itertools import combinations

import pytest

from services.engine.chance import FastChance, SeededChance
from services.engine.options import complete
from services.engine.ruleset import SPECTATOR, OptionType, OptionValue
from services.rulesets.factionwars.options import OPTIONS
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State
from tests.unit.factionwars.scenario import PlayedTable, Scenario

UNMET = ("Melting Pot", "True Colors", "Elite Guard")
ACTIONS = ("AC01", "AC02", "AC03", "AC04", "AC05", "AC06", "AC07", "AC08")


def new_game(players: int, **options: OptionValue) -> State:
    state, _ = RULESET.start(players, complete(options, OPTIONS), SeededChance(bytes(32)))
    return state


def test_the_options_and_their_defaults() -> None:
    assert {option.name: option.default for option in OPTIONS} == {
        "fewer_battles": False,
        "conscript_values": [1, 2, 3],
        "faction_bonus_location": "recruit_deck",
        "reshuffle_timing": "on_demand",
        "final_pass": "Dth",
        "action_card_to": "recruit_discard",
        "tiebreak": "shared",
        "conscript_rps": False,
    }
    assert all(option.default == option.choices[0] for option in OPTIONS if option.type is OptionType.CHOICE)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_fewer_battles_adds_a_position_and_a_bid_card(players: int) -> None:
    """FW-061."""
    state = new_game(players, fewer_battles=True)
    assert len(state.line_up) == players + 1
    assert [RULESET.notation(action) for action in RULESET.legal(state, 0)][-1] == f"bid {players + 1}"


def fight(first: str, second: str, **options: OptionValue) -> int:
    """Who wins a battle when A reveals ``first`` and B ``second``."""
    table = Scenario(players=2, **options).battle_deck("A", first).battle_deck("B", second).begin().bid(1, 1)
    return int(table.all_of("battle_won")[0]["player"])


def test_conscript_values_are_those_of_the_option() -> None:
    """FW-R04."""
    assert fight("c1", "c2") == 1
    assert fight("c1", "c2", conscript_values=[5, 4, 0]) == 0
    assert fight("c1", "Ronin", conscript_values=[5, 4, 0]) == 0
    assert fight("c3", "Gatling Gun", conscript_values=[5, 4, 0]) == 1


def test_conscripts_of_equal_value_leave_the_first_battle_unresolved() -> None:
    """FW-R04, FW-022."""
    table = Scenario(players=2, conscript_values=[1, 1, 1]).line_up("Deputy", "Raider").begin().bid(1, 1)
    assert table.all_of("battle_unresolved") == [{"position": 1, "card": "CB07"}]


@pytest.mark.parametrize("players", [2, 5])
def test_on_display_the_faction_cards_are_bonus_cards_and_stand_ins_join_the_deck(players: int) -> None:
    """FW-R05, FW-P01."""
    state = new_game(players, faction_bonus_location="display")
    view = RULESET.view_json(RULESET.observe(state, SPECTATOR))
    assert sorted(view["bonus_display"] + view["bonus_rest"]) == ["BN3", "CB01", "NJ01", "PR01", "VK01"]
    deck = view["recruit_deck"] + view["line_up"]
    assert len(deck) == 58
    assert {"CB12", "NJ12", "PR12", "VK12"} <= set(deck)
    assert not {"CB01", "NJ01", "PR01", "VK01"} & set(deck)


def test_a_faction_card_on_display_scores_for_every_player() -> None:
    """FW-R05, FW-R06, FW-059."""
    table = (
        Scenario(players=2, faction_bonus_location="display")
        .on_display("Fair Winds", "Gatling Gun", "Clean Hands")
        .battle_discard("A", "Deckhand", "Gunner", "Captain", "Deputy", "Monk")
        .battle_discard("B", "Lookout")
        .begin()
    )
    assert table.score("A") == (3 + 2 + 3 + 2) - 2 + 3 + 1
    assert table.score("B") == 2 + 1 + 3


@pytest.mark.parametrize(
    "display", list(combinations(("Clean Hands", "Gatling Gun", "Kuji-kiri", "Fair Winds", "Odin's Favor"), 3))
)
def test_any_three_of_the_five_may_be_on_display(display: tuple[str, str, str]) -> None:
    """FW-011, FW-R05."""
    scenario = Scenario(players=2, faction_bonus_location="display").on_display(*display)
    view = RULESET.view_json(RULESET.observe(scenario.begin().state, SPECTATOR))
    names = {
        "BN3": "Clean Hands",
        "CB01": "Gatling Gun",
        "NJ01": "Kuji-kiri",
        "PR01": "Fair Winds",
        "VK01": "Odin's Favor",
    }
    assert tuple(names[id] for id in view["bonus_display"]) == display
    assert len(view["bonus_rest"]) == 2


def deck_running_out(**options: OptionValue) -> PlayedTable:
    """The refill takes the last two cards of the recruit deck."""
    return (
        Scenario(players=2, **options)
        .line_up("Deputy", "Raider")
        .recruit_deck("Sheriff", "Skald")
        .recruit_discard(*ACTIONS)
        .rest_belongs_to("B")
        .begin()
        .bid(1, 2)
    )


def test_an_empty_deck_is_reshuffled_when_a_card_is_needed() -> None:
    """FW-R10."""
    table = deck_running_out()
    assert table.recruit_deck() == []
    assert "recruits_reshuffled" not in table.kinds()
    table.bid(1, 2)
    assert table.all_of("recruits_reshuffled") == [{"pass": 2, "cards": 9, "with_war_is_over": True}]


def test_an_empty_deck_is_reshuffled_at_once_with_the_option() -> None:
    """FW-R10."""
    table = deck_running_out(reshuffle_timing="immediate")
    assert table.all_of("recruits_reshuffled") == [{"pass": 2, "cards": 9, "with_war_is_over": True}]
    assert len(table.recruit_deck()) == 9
    assert table.recruit_discard() == []


def test_a_deck_that_could_not_be_reshuffled_at_once_is_when_a_card_is_needed() -> None:
    """FW-R16, FW-P04."""
    table = (
        Scenario(players=2, reshuffle_timing="immediate", action_card_to="removed")
        .line_up("Deputy", "Raider")
        .recruit_deck("Sheriff", "Skald")
        .removed(*ACTIONS)
        .rest_belongs_to("B")
        .begin()
        .bid(1, 2)
    )
    assert table.recruit_deck() == []
    table.bid(1, 1)
    assert table.all_of("recruits_reshuffled") == [{"pass": 2, "cards": 3, "with_war_is_over": True}]


@pytest.mark.parametrize(
    ("players", "printed", "passes"), [(2, "Dth", 2), (3, "after_D", 3), (4, "Dth", 3), (5, "after_D", 4)]
)
def test_the_final_pass(players: int, printed: str, passes: int) -> None:
    """FW-027, FW-028, FW-R11."""
    view = RULESET.view_json(RULESET.observe(new_game(players, final_pass=printed), SPECTATOR))
    assert view["final_pass"] == passes


def test_war_is_over_comes_one_pass_later_with_after_d() -> None:
    """FW-R11."""
    table = deck_running_out(final_pass="after_D")
    table.bid(1, 2)
    assert table.all_of("recruits_reshuffled") == [{"pass": 2, "cards": 8, "with_war_is_over": False}]


def test_used_action_cards_leave_the_game_with_the_option() -> None:
    """FW-R31."""
    for destination, discard, removed in (("recruit_discard", ["Rout"], []), ("removed", [], ["Rout"])):
        table = Scenario(players=2, action_card_to=destination).line_up("Rout", "Raider").begin().bid(1, 2)
        assert table.recruit_discard() == discard
        assert table.removed() == removed


def tied_at_four(**options: OptionValue) -> PlayedTable:
    """A, B and C have 4 points each: A with a bystander, B with one recruit, C with two."""
    return (
        Scenario(players=3, **options)
        .on_display(*UNMET)
        .battle_discard("A", "Sheriff", "Gambler", "Shopkeeper")
        .battle_discard("B", "Skald")
        .battle_discard("C", "Ronin", "Raider")
        .game_over()
        .begin()
    )


def test_equal_scores_share_the_win() -> None:
    """FW-R40."""
    assert tied_at_four().winners() == ["A", "B", "C"]


def test_fewest_bystanders_then_most_recruits_break_the_tie() -> None:
    """FW-R40, FW-P03."""
    table = tied_at_four(tiebreak="fewest_bystanders_then_recruits")
    assert table.winners() == ["C"]
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert [result.rank for result in outcome.results] == [3, 2, 1]


def rock_paper_scissors(*tops: tuple[str, ...]) -> PlayedTable:
    scenario = Scenario(players=len(tops), conscript_rps=True).line_up(
        "Deputy", *["Raider", "Jarl", "Ronin", "Skald"][: len(tops) - 1]
    )
    for player, top in zip("ABCDE", tops, strict=False):
        scenario.battle_deck(player, *top)
    return scenario.begin().bid(*[1] * len(tops))


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("c1", "c2", 1), ("c2", "c3", 1), ("c1", "c3", 0), ("c3", "c1", 1), ("c3", "c2", 0), ("c2", "c1", 0)],
)
def test_rock_paper_scissors_break_a_tie_of_conscripts(first: str, second: str, winner: int) -> None:
    """FW-P02: c1 is rock, c2 paper, c3 scissors."""
    table = rock_paper_scissors((first,), (second,))
    symbols = {"c1": "rock", "c2": "paper", "c3": "scissors"}
    assert [told["symbol"] for told in table.all_of("battle_card_revealed")] == [symbols[first], symbols[second]]
    assert table.all_of("battle_tied") == []
    assert table.all_of("battle_won") == [{"player": winner, "card": "CB07"}]


def test_equal_symbols_stay_tied() -> None:
    """FW-P02."""
    table = rock_paper_scissors(("c1", "c2"), ("c1", "c3"))
    assert table.all_of("battle_tied") == [{"players": [0, 1]}]
    assert table.all_of("battle_won") == [{"player": 1, "card": "CB07"}]


def test_three_symbols_stay_tied() -> None:
    """FW-P02."""
    table = rock_paper_scissors(("c1", "c2"), ("c2", "c3"), ("c3", "c2"))
    assert table.all_of("battle_tied")[0] == {"players": [0, 1, 2]}
    assert table.all_of("battle_won") == [{"player": 1, "card": "CB07"}]


def test_the_holders_of_the_winning_symbol_go_on() -> None:
    """FW-P02: two papers against two rocks."""
    table = rock_paper_scissors(("c2", "c1"), ("c1",), ("c2", "c3"), ("c1",))
    assert table.all_of("battle_tied") == [{"players": [0, 2]}]
    assert table.all_of("battle_won") == [{"player": 0, "card": "CB07"}]


def test_a_tie_with_a_recruit_is_not_broken_by_symbols() -> None:
    """FW-P02: Gatling Gun has battle value 1 too."""
    table = rock_paper_scissors(("c1", "c3"), ("Gatling Gun", "c2"))
    assert table.all_of("battle_tied") == [{"players": [0, 1]}]


def test_conscript_values_do_not_count_with_symbols() -> None:
    """FW-P02."""
    table = (
        Scenario(players=2, conscript_rps=True, conscript_values=[9, 9, 9])
        .battle_deck("A", "c1")
        .battle_deck("B", "Gambler")
        .begin()
        .bid(1, 1)
    )
    assert table.all_of("battle_won")[0]["player"] == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_matches_with_all_options_changed_end(seats: int) -> None:
    options = complete(
        {
            "fewer_battles": True,
            "conscript_values": [0, 0, 9],
            "faction_bonus_location": "display",
            "reshuffle_timing": "immediate",
            "final_pass": "after_D",
            "action_card_to": "removed",
            "tiebreak": "fewest_bystanders_then_recruits",
            "conscript_rps": True,
        },
        OPTIONS,
    )
    state, _ = RULESET.start(seats, options, FastChance(seats))
    decisions = 0
    while pending := RULESET.pending(state):
        for seat in pending:
            RULESET.play(state, seat, RULESET.default(state, seat))
            decisions += 1
    assert decisions <= RULESET.describe().max_decisions
    assert RULESET.outcome(state) is not None
