"""The worked examples of the rules page, one test each at least. Cards in the game's words; expectations by hand."""

import pytest

from services.engine.ruleset import OptionValue
from services.rulesets.commanders.bonuses import average
from services.rulesets.commanders.cards import BONUS_PLACES, PLACES, UNITS
from services.rulesets.commanders.options import OPTIONS, rules_for
from tests.unit.commanders.scenario import PlayedTable, Scenario

DEFAULTS = {option.name: option.default for option in OPTIONS}
C2_AND_S3 = 1 << BONUS_PLACES["C2"] | 1 << BONUS_PLACES["S3"]


def draws(players: int, **options: OptionValue) -> tuple[list[tuple[int, int]], PlayedTable]:
    """Who drew how many, turn by turn, when seat 0 goes first; and the match once all are placed under the Jack."""
    table = PlayedTable.new_game(players, (), 0, suits="by_seat", first_player="seat_0", **options)
    happened = list(table.happened)
    table.recruit()
    happened += table.happened
    return [(s["drew"]["player"], s["drew"]["number"]) for s in happened if "drew" in s], table


def fight(units: str, suit: str, **options: OptionValue) -> PlayedTable:
    """A's Ace of a suit, with these units, against B's without any."""
    other = "H" if suit == "S" else "S"
    table = Scenario(2, **options).suits(suit, other).army("A", "Ace", units).army("B", "Ace", "").begin()
    return table.only_skirmish(1)


def bonus_dice(table: PlayedTable) -> list[str]:
    """A's dice without the base die."""
    dice = table.dice("A")
    assert dice[0] == "d20 base"
    return dice[1:]


# -- set-up ----------------------------------------------------------------------------------------------------------


def test_the_deck_is_the_36_cards_without_faces() -> None:
    """FC-T01 (FC-006, FC-007, FC-008, FC-R02)."""
    state = PlayedTable.new_game(2).state
    assert len(state.deck) == 52 - 16
    assert sorted(state.deck) == list(range(UNITS))
    ids = {suit: [id for id in PLACES if id.endswith(suit)] for suit in "SHDC"}
    for suit in "SHDC":
        assert ids[suit] == [f"{number}{suit}" for number in range(2, 11)]


def test_two_players_draw_four_and_the_last_four_one_by_one() -> None:
    """FC-T02 (FC-012, FC-013, FC-R05)."""
    drawn, table = draws(2)
    assert [number for _, number in drawn] == [4] * 8 + [1] * 4
    assert [seat for seat, _ in drawn] == [0, 1] * 6
    assert [table.units(player) for player in "AB"] == [18, 18]
    assert table.state.deck == []


def test_three_players_draw_four_nine_times() -> None:
    """FC-T03 (FC-012, FC-R05)."""
    drawn, table = draws(3)
    assert drawn == [(0, 4), (1, 4), (2, 4)] * 3
    assert [table.units(player) for player in "ABC"] == [12, 12, 12]


def test_four_players_draw_four_eight_times_and_then_one_each() -> None:
    """FC-T04 (FC-012, FC-013)."""
    drawn, table = draws(4)
    assert drawn == [(0, 4), (1, 4), (2, 4), (3, 4)] * 2 + [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert [table.units(player) for player in "ABCD"] == [9, 9, 9, 9]


def test_with_one_each_two_cards_stay_undrawn() -> None:
    """FC-T05 (FC-013, FC-R05)."""
    drawn, table = draws(2, two_player_last_four="one_each")
    assert [number for _, number in drawn] == [4] * 8 + [1] * 2
    assert [table.units(player) for player in "AB"] == [17, 17]
    assert len(table.state.deck) == 2


def test_those_who_tie_for_the_first_turn_roll_again() -> None:
    """FC-T06 (FC-011, FC-R04)."""
    table = PlayedTable.new_game(3, dice=[17, 17, 4, 3, 12], suits="by_seat")
    assert [[(r["player"], r["value"]) for r in roll["rolls"]] for roll in table.all_of("first_rolled")] == [
        [(0, 17), (1, 17), (2, 4)],
        [(0, 3), (1, 12)],
    ]
    assert table.all_of("first_player") == [{"player": 1}]
    order = []
    for _ in range(3):
        order += table.pending()
        table.place("Ace", "Ace", "Ace", "Ace")
    assert order == ["B", "C", "A"]


# -- recruit phase ---------------------------------------------------------------------------------------------------


def test_all_cards_may_lie_under_one_commander() -> None:
    """FC-T07 (FC-R06, FC-R29)."""
    _, table = draws(2)
    assert len(table.army("A", "Jack")) == 18
    assert [table.army("A", commander) for commander in ("Ace", "King", "Queen")] == [[], [], []]
    for skirmish in (1, 2, 3):
        table_of_one = PlayedTable(table.state)
        table_of_one.happened = table.happened
        assert table_of_one.only_skirmish(skirmish).dice("A") == ["d20 base"]


# -- bonuses ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("match", "dice"), [("groups", 2), ("extra_cards", 3), ("pairs", 4)])
def test_each_matching_number_gives_a_die(match: str, dice: int) -> None:
    """FC-T08 (FC-020, FC-R11)."""
    table = fight("7S 7H 7D 4C 4S", "S", match=match)
    assert table.bonuses("A") == ["N1"]
    assert bonus_dice(table) == ["d10 N1"] * dice


@pytest.mark.parametrize(
    ("units", "bonus", "dice"),
    [
        ("2H 3S 4D", "N2", ["d6 N2"]),
        ("2H 3S 4D 5C", "N3", ["d20 N3"]),
        ("2H 3S 4D 5C 6H", "N4", ["d20 N4"]),
        ("8H 9H 10S 2D", "N2", ["d6 N2"]),
    ],
)
def test_straights_of_three_four_and_five(units: str, bonus: str, dice: list[str]) -> None:
    """FC-T09 (FC-020, FC-R12, FC-R13)."""
    table = fight(units, "C")
    assert table.bonuses("A") == [bonus]
    assert bonus_dice(table) == dice


def test_the_highest_straight_alone_counts() -> None:
    """FC-T10 (FC-016, FC-R16, FC-R17)."""
    assert fight("3S 4H 5D 6C 7S", "S").dice("A") == ["d20 base", "d20 N4"]


def test_literally_a_second_straight_takes_the_place_of_a_missing_category() -> None:
    """FC-T10 (FC-017, FC-R16, FC-R17)."""
    table = fight("3S 4H 5D 6C 7S", "S", stacking="literal")
    assert table.legal("A") == ["select N2+N3", "select N2+N4", "select N3+N4"]
    table.play("A", "select N3+N4")
    first = next(roll for roll in table.all_of("rolled") if roll["player"] == 0)
    assert [(die["sides"], die["source"]) for die in first["dice"]] == [(20, "base"), (20, "N3"), (20, "N4")]


def test_one_color_that_is_not_the_commanders() -> None:
    """FC-T11 (FC-020)."""
    assert bonus_dice(fight("2H 5D 8H", "S")) == ["d10 C1", "d10 C1"]


def test_the_commanders_color_takes_the_place_of_one_color() -> None:
    """FC-T12 (FC-016, FC-020, FC-R16)."""
    assert bonus_dice(fight("2H 5D 8H", "H")) == ["d20 C2", "d20 C2"]


def test_one_color_of_two_suits_gives_no_suit_bonus() -> None:
    """FC-T13 (FC-020)."""
    assert fight("2S 5C 8S", "S").dice("A") == ["d20 base", "d20 C2", "d20 C2"]


def test_the_commanders_suit_gives_color_and_suit() -> None:
    """FC-T14 (FC-019, FC-020)."""
    table = fight("2S 5S 8S", "S")
    assert table.bonuses("A") == ["C2", "S3"]
    assert table.dice("A") == ["d20 base", "d20 C2", "d20 C2", "d20 S3", "d20 S3", "d20 S3"]
    assert table.all_of("bonuses_selected")[0]["synergy"] is False
    units = [PLACES[id] for id in ("2S", "5S", "8S")]
    assert average(rules_for(2, DEFAULTS), units, C2_AND_S3) == 63.0


def test_another_suit_than_the_commanders() -> None:
    """FC-T15 (FC-020)."""
    assert bonus_dice(fight("2H 5H 9H", "S")) == ["d10 C1", "d10 C1", "d10 S2", "d10 S2", "d10 S2"]


def test_five_of_a_suit_among_other_units() -> None:
    """FC-T16 (FC-020, FC-R15)."""
    table = fight("2S 4S 6S 8S 10S 3H", "S")
    assert table.bonuses("A") == ["N2", "S1"]
    assert bonus_dice(table) == ["d6 N2", "d20 S1"]
    assert table.all_of("bonuses_selected")[0]["synergy"] is False


def test_a_large_straight_in_the_commanders_suit() -> None:
    """FC-T17 (FC-016, FC-019, FC-020)."""
    table = fight("2S 3S 4S 5S 6S", "S")
    assert table.bonuses("A") == ["N4", "C2", "S3"]
    assert table.dice("A") == ["d20 base", "d20 N4", "d20 C2", "d20 C2", "d20 S3", "d20 S3", "d20 S3"]
    assert table.all_of("bonuses_selected")[0]["synergy"] is True


def test_three_in_sequence_in_the_commanders_suit() -> None:
    """FC-T18 (FC-019, FC-020)."""
    table = fight("2C 3C 4C", "C")
    assert table.bonuses("A") == ["N2", "C2", "S3"]
    assert bonus_dice(table) == ["d6 N2", "d20 C2", "d20 C2", "d20 S3", "d20 S3", "d20 S3"]
    assert table.pending() == ["A"]
    assert "keep" in table.legal("A")


def test_a_second_number_bonus_takes_the_place_of_a_missing_suit_bonus() -> None:
    """FC-T19 (FC-017, FC-018, FC-R17)."""
    table = fight("2H 3H 4H 9H 9D", "H")
    assert table.bonuses("A") == ["N1", "N2", "C2"]
    assert table.dice("A") == ["d20 base", "d10 N1", "d6 N2", "d20 C2", "d20 C2"]
    assert table.all_of("bonuses_selected")[0]["synergy"] is False


@pytest.mark.parametrize("units", ["5S", ""])
def test_one_unit_or_none_is_entirely_nothing(units: str) -> None:
    """FC-T20 (FC-R14)."""
    assert fight(units, "S").dice("A") == ["d20 base"]


def test_one_unit_is_enough_with_the_option() -> None:
    """FC-T20 (FC-R14)."""
    assert fight("5S", "S", min_units_entire=1).bonuses("A") == ["C2", "S3"]
    assert fight("", "S", min_units_entire=1).bonuses("A") == []


def test_a_single_selection_is_not_asked_for() -> None:
    """FC-T21 (FC-R18)."""
    table = fight("9H 9D", "H")
    assert table.bonuses("A") == ["N1", "C2"]
    assert bonus_dice(table) == ["d10 N1", "d20 C2", "d20 C2"]


def test_match_or_straight_is_the_owners_choice_when_all_categories_apply() -> None:
    """FC-T21 (FC-017, FC-R17, FC-R18, FC-R19)."""
    table = fight("2S 3S 4S 5S 6S 2C", "C")
    assert table.pending() == ["A"]
    assert table.legal("A") == ["select N1+C2+S1", "select N4+C2+S1"]
    for selection, dice in (("N1+C2+S1", "d10 N1"), ("N4+C2+S1", "d20 N4")):
        table = fight("2S 3S 4S 5S 6S 2C", "C").play("A", f"select {selection}")
        assert bonus_dice(table) == [dice, "d20 C2", "d20 C2", "d20 S1"]
        assert table.all_of("bonuses_selected")[0]["synergy"] is True


# -- skirmishes ------------------------------------------------------------------------------------------------------

THREE_REDS = "2H 5D 8H"
OTHER_REDS = "3H 6D 9H"


def two_colors(dice: list[int]) -> PlayedTable:
    """Two Aces with a d20 and two d10 each."""
    scenario = Scenario(2).suits("S", "C").army("A", "Ace", THREE_REDS).army("B", "Ace", OTHER_REDS)
    return scenario.begin(dice=dice)


def test_the_highest_total_wins() -> None:
    """FC-T22 (FC-004, FC-014, FC-015, FC-R24)."""
    table = two_colors([14, 9, 8, 10, 9, 8]).only_skirmish(1)
    assert [roll["total"] for roll in table.all_of("rolled")] == [31, 27]
    assert table.all_of("skirmish_won") == [{"player": 0, "commander": "A", "total": 31, "by": "WON_BY_TOTAL"}]
    assert table.state.wins[0] >= 1
    assert "A" in table.standing("A")
    assert "A" not in table.standing("B")


def advantage_against_none(dice: list[int]) -> PlayedTable:
    """A's Ace has the True Synergetic Advantage: a d20, a d6, five d20. B's has a d20 and two d10."""
    scenario = Scenario(2).suits("C", "S").army("A", "Ace", "2C 3C 4C").army("B", "Ace", OTHER_REDS)
    return scenario.begin(dice=dice)


def test_the_advantage_wins_a_tie_without_a_reroll() -> None:
    """FC-T23 (FC-021)."""
    table = advantage_against_none([4, 2, 4, 5, 5, 5, 5, 12, 9, 9])
    assert [roll["total"] for roll in table.all_of("rolled")] == [30, 30]
    table.play("A", "keep")
    assert table.all_of("skirmish_won")[0] == {"player": 0, "commander": "A", "total": 30, "by": "WON_BY_SYNERGY"}
    assert [roll["attempt"] for roll in table.all_of("rolled") if roll["attempt"] > 1][:1] == []


def test_without_advantage_all_who_tie_roll_everything_again() -> None:
    """FC-T24 (FC-022, FC-R21)."""
    table = two_colors([10, 10, 10, 12, 10, 8, 4, 9, 9, 20, 8, 7]).only_skirmish(1)
    assert table.rolled("A") == [[10, 10, 10], [4, 9, 9]]
    assert table.rolled("B") == [[12, 10, 8], [20, 8, 7]]
    assert table.all_of("skirmish_tied") == [{"total": 30, "players": [0, 1], "again": [0, 1]}]
    assert table.all_of("skirmish_won")[0]["player"] == 1
    assert table.all_of("skirmish_won")[0]["total"] == 35


def test_only_those_with_the_advantage_roll_again() -> None:
    """FC-T25 (FC-021, FC-022, FC-R21, FC-R22)."""
    forty = [5, 5, 6, 6, 6, 6, 6]
    dice = [*forty, *forty, 10, 6, 6, 6, 6, 6, 1, 1, 2, 2, 2, 2, 2]
    again = [9, 1, 1, 1, 1, 1, 1, 8, 1, 1, 1, 1, 1, 1]
    table = (
        Scenario(4)
        .suits("S", "H", "D", "C")
        .army("A", "Ace", "2S 3S 4S")
        .army("B", "Ace", "2H 3H 4H")
        .army("C", "Ace", "2D 5D 8D")
        .army("D", "Ace", "2C 3C 4C")
        .begin(dice=[*dice, *again])
    )
    assert [roll["total"] for roll in table.all_of("rolled")] == [40, 40, 40, 12]
    assert [event["synergy"] for event in table.all_of("bonuses_selected")] == [True, True, False, True]
    for player in "ABD":
        assert table.pending() == [player]
        table.play(player, "keep")
    assert table.all_of("skirmish_tied")[0] == {"total": 40, "players": [0, 1, 2], "again": [0, 1]}
    assert table.all_of("skirmish_won")[0] == {"player": 0, "commander": "A", "total": 15, "by": "WON_BY_TOTAL"}


def test_a_rerolled_die_stands() -> None:
    """FC-T26 (FC-019, FC-R20)."""
    table = advantage_against_none([3, 1, 18, 5, 5, 5, 5, 12, 9, 9, 2])
    assert table.legal("A") == ["keep", *(f"reroll {die}" for die in range(1, 8))]
    table.play("A", "reroll 1")
    assert table.all_of("rerolled") == [
        {"player": 0, "die": 1, "source": "base", "sides": 20, "old": 3, "new": 2, "total": 41}
    ]
    assert "skirmish_won" in table.kinds()  # no second reroll of this skirmish


# -- the end ---------------------------------------------------------------------------------------------------------


def test_two_victories_each_are_a_tie() -> None:
    """FC-T27 (FC-023, FC-R25)."""
    table = Scenario(2).survived("A", "A", "B", "B").begin()
    assert table.all_of("war_tied") == [{"players": [0, 1], "wins": 2}]
    assert table.pending() == ["A", "B"]


def test_two_victories_against_one_and_one_win_the_war() -> None:
    """FC-T27 (FC-005, FC-R25)."""
    table = Scenario(3).survived("A", "B", "A", "C").begin()
    assert table.winners() == ["A"]
    assert table.wins() == [2, 1, 1]
    assert "war_tied" not in table.kinds()


def test_four_victories_of_four_players_are_settled_by_one_skirmish() -> None:
    """FC-T27 (FC-023, FC-R25, FC-R27)."""
    scenario = Scenario(4).survived("D", "C", "B", "A")
    for player, commander in zip("DCBA", ("Ace", "King", "Queen", "Jack"), strict=True):
        scenario.army(player, commander, "")
    table = scenario.begin(dice=[5, 6, 19, 7])
    assert table.all_of("skirmish_started")[0]["fighters"] == [
        {"player": 0, "commander": "J"},
        {"player": 1, "commander": "Q"},
        {"player": 2, "commander": "K"},
        {"player": 3, "commander": "A"},
    ]
    assert table.winners() == ["C"]
    assert table.wins() == [1, 1, 1, 1]


def test_a_tie_is_fought_out_until_one_players_commanders_are_left() -> None:
    """FC-T28 (FC-023, FC-024, FC-R27, FC-R28)."""
    scenario = Scenario(2).survived("A", "A", "B", "B")
    for player, commander in (("A", "Ace"), ("A", "King"), ("B", "Queen"), ("B", "Jack")):
        scenario.army(player, commander, "")
    table = scenario.begin(dice=[15, 4, 3, 9, 11, 7])
    table.play("A", "champion A")
    assert table.happened == [{"champion_committed": {"player": 0}}]
    table.play("B", "champion Q")
    assert table.standing("A") == "AK"
    assert table.standing("B") == "J"
    assert table.pending() == ["A"]  # B's Jack must be fielded
    assert table.legal("A") == ["champion A", "champion K"]
    table.play("A", "champion K")
    assert [(won["player"], won["commander"]) for won in table.all_of("skirmish_won")] == [(1, "J"), (0, "A")]
    assert table.standing("A") == "A"
    assert table.standing("B") == ""
    assert table.winners() == ["A"]
    assert table.wins() == [2, 2]


def test_without_any_die_a_d20_decides() -> None:
    """FC-T29 (FC-R10)."""
    scenario = Scenario(2, base_die="none").army("A", "Ace", "").army("B", "Ace", "")
    table = scenario.begin(dice=[9, 9, 4, 11]).only_skirmish(1)
    assert table.rolled("A") == [[], [9], [4]]
    assert table.rolled("B") == [[], [9], [11]]
    assert table.dice("A") == ["d20 sudden_death"]
    assert table.all_of("skirmish_won")[0]["player"] == 1
