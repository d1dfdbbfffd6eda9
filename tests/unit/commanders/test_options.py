"""Each option, at work in a position laid out for it."""

import pytest

from services.engine.chance import FastChance, SeededChance
from services.engine.options import complete
from services.engine.ruleset import OptionType, OptionValue
from services.rulesets.commanders.options import OPTIONS
from services.rulesets.commanders.ruleset import RULESET
from tests.unit.commanders.scenario import PlayedTable, Scenario


def test_the_options_and_their_defaults() -> None:
    assert {option.name: option.default for option in OPTIONS} == {
        "first_player": "roll",
        "suits": "chosen",
        "two_player_last_four": "until_empty",
        "units": "open",
        "base_die": "d20",
        "match": "groups",
        "small_straight_die": "d20",
        "min_units_entire": 2,
        "s1_counts_commander": False,
        "stacking": "ladder",
        "auto_bonus": False,
        "reroll_scope": "skirmish",
        "final_tiebreak": "mandatory",
        "tiebreak_commit": "simultaneous",
    }
    assert all(option.default == option.choices[0] for option in OPTIONS if option.type is OptionType.CHOICE)


def fight(units: str, suit: str, **options: OptionValue) -> PlayedTable:
    """A's Ace of a suit with these units, against B's without any."""
    other = "H" if suit == "S" else "S"
    table = Scenario(2, **options).suits(suit, other).army("A", "Ace", units).army("B", "Ace", "").begin()
    return table.only_skirmish(1)


def test_seat_0_goes_first_with_the_option() -> None:
    """FC-R04."""
    for seed in range(8):
        table = PlayedTable.new_game(3, seed=seed, suits="by_seat", first_player="seat_0")
        assert table.all_of("first_player") == [{"player": 0}]
        assert "first_rolled" not in table.kinds()


def test_suits_by_seat() -> None:
    """FC-R03."""
    table = PlayedTable.new_game(4, suits="by_seat")
    assert [event["suit"] for event in table.all_of("suit_taken")] == ["S", "H", "D", "C"]
    assert table.legal(table.pending()[0])[0] == "place A"


@pytest.mark.parametrize(("players", "undrawn"), [(2, 2), (3, 0), (4, 0)])
def test_one_each_is_for_two_players_only(players: int, undrawn: int) -> None:
    """FC-R05."""
    table = PlayedTable.new_game(players, suits="by_seat", two_player_last_four="one_each").recruit()
    assert len(table.state.deck) == undrawn


@pytest.mark.parametrize(
    ("base_die", "dice"), [("d20", ["d20 base"]), ("d10", ["d10 base"]), ("d6", ["d6 base"]), ("none", [])]
)
def test_the_base_die(base_die: str, dice: list[str]) -> None:
    """FC-R09."""
    assert fight("2H 3S 4D", "C", base_die=base_die).dice("A") == [*dice, "d6 N2"]


def test_an_army_without_dice_loses_to_any_die() -> None:
    """FC-R10."""
    table = fight("2H 3S 4D", "C", base_die="none")
    assert table.rolled("B") == [[]]
    assert table.all_of("skirmish_won")[0]["player"] == 0


@pytest.mark.parametrize(
    ("units", "groups", "extra_cards", "pairs"),
    [
        ("2S 2H 3D", 1, 1, 1),
        ("2S 2H 2D 9S", 1, 2, 3),
        ("2S 2H 2D 2C", 1, 3, 6),
        ("2S 2H 5D 5C", 2, 2, 2),
        ("2S 2H 2D 5D 5C", 2, 3, 4),
    ],
)
def test_matching_numbers(units: str, groups: int, extra_cards: int, pairs: int) -> None:
    """FC-R11."""
    for match, dice in (("groups", groups), ("extra_cards", extra_cards), ("pairs", pairs)):
        assert fight(units, "C", match=match).dice("A").count("d10 N1") == dice


@pytest.mark.parametrize(("die", "dice"), [("d20", "d20 N3"), ("d10", "d10 N3")])
def test_the_die_of_a_small_straight(die: str, dice: str) -> None:
    """FC-R13."""
    assert fight("2H 3S 4D 5C", "C", small_straight_die=die).dice("A") == ["d20 base", dice]
    assert fight("2H 3S 4D 5C 6C", "C", small_straight_die=die).dice("A") == ["d20 base", "d20 N4"]


@pytest.mark.parametrize(
    ("units", "least", "bonuses"),
    [
        ("5S", 1, ["C2", "S3"]),
        ("5S", 2, []),
        ("5S 8S", 2, ["C2", "S3"]),
        ("5S 8S", 3, []),
        ("5S 8S 10S", 3, ["C2", "S3"]),
        ("", 1, []),
    ],
)
def test_how_many_units_can_be_entirely_of_one_kind(units: str, least: int, bonuses: list[str]) -> None:
    """FC-R14."""
    assert fight(units, "S", min_units_entire=least).bonuses("A") == bonuses


@pytest.mark.parametrize(
    ("units", "suit", "counts", "bonuses"),
    [
        ("2S 4S 6S 8S 3H", "S", False, ["N2"]),
        ("2S 4S 6S 8S 3H", "S", True, ["N2", "S1"]),
        ("2S 4S 6S 8S 3H", "C", True, ["N2"]),
        ("2S 4S 6S 8S 10S 3H", "C", True, ["N2", "S1"]),
        ("2H 4H 6H 8H", "H", True, ["C2", "S3"]),
    ],
)
def test_whether_the_commander_is_one_of_five(units: str, suit: str, counts: bool, bonuses: list[str]) -> None:
    """FC-R15."""
    assert fight(units, suit, s1_counts_commander=counts).bonuses("A") == bonuses


def test_literally_every_line_is_a_bonus_of_its_own() -> None:
    """FC-R16, FC-R17."""
    table = fight("2H 5D 8H", "H", stacking="literal")
    assert table.dice("A") == ["d20 base", "d10 C1", "d10 C1", "d20 C2", "d20 C2"]
    table = fight("2H 5H 8H", "H", stacking="literal")
    assert table.legal("A") == ["select C1+C2+S2", "select C1+C2+S3", "select C1+S2+S3", "select C2+S2+S3"]
    table = fight("2H 3H 4H 5H", "H", stacking="literal")
    assert sorted(table.legal("A")) == [
        "select N2+C1+S2",
        "select N2+C1+S3",
        "select N2+C2+S2",
        "select N2+C2+S3",
        "select N3+C1+S2",
        "select N3+C1+S3",
        "select N3+C2+S2",
        "select N3+C2+S3",
    ]


def test_bonuses_are_selected_for_the_players_with_the_option() -> None:
    """FC-R18, FC-P04."""
    table = fight("2S 3S 4S 5S 6S 2C", "C", auto_bonus=True)
    assert table.bonuses("A") == ["N4", "C2", "S1"]
    table = fight("2S 2C 3S 3C 4S 4C 5S 5C 6S", "C", auto_bonus=True)
    assert table.bonuses("A") == ["N1", "C2", "S1"]  # four d10 are more than a d20


def advantage_twice(**options: OptionValue) -> PlayedTable:
    """A's Ace and King have the True Synergetic Advantage."""
    scenario = Scenario(2, **options).suits("S", "H").army("A", "Ace", "2S 3S 4S").army("A", "King", "6S 7S 8S")
    for commander in ("Ace", "King"):
        scenario.army("B", commander, "")
    return scenario.begin()


def test_a_die_may_be_rerolled_in_each_skirmish() -> None:
    """FC-R20."""
    table = advantage_twice().play("A", "reroll 1")
    assert table.pending() == ["A"]
    assert table.state.skirmish == 2
    assert table.legal("A")[0] == "keep"


def test_a_die_may_be_rerolled_once_in_the_game_with_the_option() -> None:
    """FC-R20: keeping all dice does not use the reroll up."""
    used = advantage_twice(reroll_scope="game").play("A", "reroll 1")
    assert used.state.rerolled == 0b01
    assert used.state.skirmish > 2
    kept = advantage_twice(reroll_scope="game").play("A", "keep")
    assert kept.state.rerolled == 0
    assert kept.state.skirmish == 2
    assert kept.legal("A")[0] == "keep"


def tied(players: int, *survivors: str, **options: OptionValue) -> PlayedTable:
    return Scenario(players, **options).survived(*survivors).begin()


def test_tied_players_share_the_win_if_one_declines() -> None:
    """FC-R26, FC-P05."""
    table = tied(3, "C", "A", "A", "C", final_tiebreak="optional")
    assert table.pending() == ["A"]
    assert table.legal("A") == ["fight", "share"]
    table.play("A", "fight")
    assert table.pending() == ["C"]
    table.play("C", "share")
    assert table.winners() == ["A", "C"]
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "shared"
    assert [result.rank for result in outcome.results] == [1, 3, 1]


def test_the_first_who_declines_ends_the_match() -> None:
    """FC-P05."""
    table = tied(4, "A", "B", "C", "D", final_tiebreak="optional").play("A", "share")
    assert table.pending() == []
    assert table.winners() == ["A", "B", "C", "D"]


def test_if_all_want_to_they_fight_it_out() -> None:
    """FC-R26."""
    table = tied(2, "A", "B", "A", "B", final_tiebreak="optional").play("A", "fight").play("B", "fight")
    assert table.pending() == ["A", "B"]
    assert table.all_of("champions_asked") == [{"skirmish": 5, "players": [0, 1]}]


def test_the_winner_of_the_tie_break_is_ranked_before_the_others() -> None:
    """FC-R28."""
    scenario = Scenario(4).survived("D", "C", "B", "A")
    for player, commander in zip("DCBA", ("Ace", "King", "Queen", "Jack"), strict=True):
        scenario.army(player, commander, "")
    outcome = RULESET.outcome(scenario.begin(dice=[5, 6, 19, 7]).state)
    assert outcome is not None
    assert outcome.reason == "last_standing"
    assert [(result.rank, result.score) for result in outcome.results] == [(2, 1), (2, 1), (1, 1), (2, 1)]


def test_commanders_are_put_forward_openly_in_turn_with_the_option() -> None:
    """FC-R27."""
    table = tied(2, "A", "A", "B", "B", tiebreak_commit="sequential")
    assert table.pending() == ["A"]
    table.play("A", "champion K")
    assert table.happened == [{"champion_committed": {"player": 0, "commander": "K"}}]
    assert table.pending() == ["B"]
    assert table.legal("B") == ["champion Q", "champion J"]


ALL_CHANGED: dict[str, OptionValue] = {
    "first_player": "seat_0",
    "suits": "by_seat",
    "two_player_last_four": "one_each",
    "units": "face_down",
    "base_die": "none",
    "match": "pairs",
    "small_straight_die": "d10",
    "min_units_entire": 1,
    "s1_counts_commander": True,
    "stacking": "literal",
    "auto_bonus": True,
    "reroll_scope": "game",
    "final_tiebreak": "optional",
    "tiebreak_commit": "sequential",
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_with_all_options_changed_end(seats: int) -> None:
    assert set(ALL_CHANGED) == {option.name for option in OPTIONS}
    state, _ = RULESET.start(seats, complete(ALL_CHANGED, OPTIONS), FastChance(seats))
    decisions = 0
    while pending := RULESET.pending(state):
        for seat in pending:
            RULESET.play(state, seat, RULESET.default(state, seat))
            decisions += 1
    assert decisions <= RULESET.describe().max_decisions
    assert RULESET.outcome(state) is not None


def test_the_rules_of_a_match_are_its_options() -> None:
    state, _ = RULESET.start(2, complete(ALL_CHANGED, OPTIONS), SeededChance(bytes(32)))
    assert dict(state.rules.options) == ALL_CHANGED
