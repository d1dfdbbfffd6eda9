"""Each option, at every value, does what it says."""

import pytest

from services.engine.ruleset import OptionValue
from services.rulesets.duels.ruleset import RULESET
from tests.unit.duels.games import play_out, start
from tests.unit.duels.scenario import Scenario
from tests.unit.duels.test_worked_examples import FULL, equal_scores, last_duel

DEFAULTS = {
    "power_deck": 24,
    "allow_decline": False,
    "power_discard": "face_up",
    "first_player": "random",
    "round_start": "alternate",
    "allow_pass": False,
    "stall_limit": 14,
    "final_tie": "draw",
}


def won_duel(**options: OptionValue) -> Scenario:
    return Scenario(**options).line_up("A", "P6").line_up("B", "E5").power_deck("Time Agent", "Force Shield")


def test_the_defaults_are_those_of_the_rules() -> None:
    assert {option.name: option.default for option in RULESET.describe().options} == DEFAULTS


@pytest.mark.parametrize("cards", [0, 1, 12, 24])
def test_power_deck_is_the_number_of_cards_in_it(cards: int) -> None:
    """FD-R02."""
    state, _ = start(1, {"power_deck": cards})
    assert len(state.power_deck) == cards
    assert len(state.aside) == 24 - cards
    play_out(state, 1)
    assert RULESET.outcome(state) is not None


def test_without_a_power_deck_there_is_no_power_prize_and_no_action_draws() -> None:
    """FD-R03 (FD-P02)."""
    table = Scenario(power_deck=0).line_up("A", "P6", "E1").line_up("B", "E5").begin()
    assert "act 2" not in table.legal("A")
    table.play("A", "duel 1")
    assert table.won("A") == ["Dust Devil"]


def test_allow_decline_lets_the_winner_take_nothing() -> None:
    """FD-R04."""
    assert won_duel().begin().play("A", "duel 1").legal("A") == ["take_vc", "take_power"]
    table = won_duel(allow_decline=True).begin().play("A", "duel 1")
    assert table.legal("A") == ["take_vc", "take_power", "decline"]
    table.play("A", "decline")
    assert table.removed() == ["Dust Devil"]
    assert table.won("A") == []
    assert len(table.state.power_deck) == 24
    empty = Scenario(allow_decline=True, power_deck=0).line_up("A", "P6").line_up("B", "E5").begin()
    assert empty.play("A", "duel 1").legal("A") == ["take_vc", "decline"]


def test_power_discard_face_down_is_known_to_the_player_alone() -> None:
    """FD-R05."""
    shown: dict[str, list[str]] = {"A": ["PW20"], "B": [""], "": [""]}
    table = won_duel(power_discard="face_down").begin()
    table.play("A", "duel 1").play("A", "take_power").play("A", "keep Time Agent")
    for viewer, discarded in shown.items():
        assert table.view(viewer)["players"][0]["discarded"] == discarded
    assert table.event("power_discarded", "A") == {"player": 0, "card": "PW20"}
    assert table.event("power_discarded", "B") == {"player": 0}
    assert table.event("power_discarded") == {"player": 0}
    table = won_duel().begin().play("A", "duel 1").play("A", "take_power").play("A", "keep Time Agent")
    assert table.event("power_discarded", "B") == {"player": 0, "card": "PW20"}


def test_first_player_is_random_or_fixed() -> None:
    """FD-R06, FD-012."""
    assert {start(seed)[0].first for seed in range(20)} == {0, 1}
    for seat in range(2):
        assert {start(seed, {"first_player": f"seat_{seat}"})[0].active for seed in range(20)} == {seat}


@pytest.mark.parametrize(
    ("option", "turn", "winner", "begins"),
    [
        ("alternate", "A", "A", 1),
        ("alternate", "B", "A", 0),
        ("first", "A", "A", 0),
        ("first", "B", "A", 0),
        ("loser", "A", "A", 1),
        ("loser", "A", "B", 0),
        ("loser", "B", "B", 0),
        ("loser", "B", "", 0),
    ],
)
def test_round_start_says_who_begins_the_next_round(option: str, turn: str, winner: str, begins: int) -> None:
    """FD-R07 (FD-P04)."""
    table = last_duel(turn, round_start=option).begin()
    first = {"A": "equip E5", "B": "no_equipment", "": "no_equipment"}[winner]
    second = {"A": "no_equipment", "B": "equip E5", "": "no_equipment"}[winner]
    other = "AB"["BA".index(turn)]
    table.play(turn, "duel 1")
    for player in (turn, other):
        table.play(player, first if player == "A" else second)
    if winner:
        table.play(winner, "take_vc")
    assert table.event("round_dealt")["player"] == begins


def test_allow_pass_lets_a_player_do_nothing_which_is_quiet() -> None:
    """FD-R10."""
    assert Scenario().begin().legal("A", "pass") == []
    table = Scenario(allow_pass=True, stall_limit=2).begin().play("A", "pass")
    assert table.kinds() == ["passed", "turn_began"]
    table.play("B", "pass")
    assert {action.split(" ")[0] for action in table.legal("A")} <= {"act", "duel"}


@pytest.mark.parametrize("limit", [0, 1, 40])
def test_stall_limit_is_how_many_quiet_turns_there_may_be(limit: int) -> None:
    """FD-R11."""
    table = Scenario(stall_limit=limit).line_up("A", *FULL).line_up("B", *FULL).begin()
    for turn in range(limit):
        table.play("AB"[turn % 2], "swap 1 2")
    assert table.legal("AB"[limit % 2], "swap") == []
    assert table.legal("AB"[limit % 2], "duel") == [f"duel {slot}" for slot in range(1, 8)]


def test_final_tie_may_go_to_the_most_vc_cards() -> None:
    """FD-R31."""
    assert equal_scores().begin().winners() == "AB"
    table = equal_scores(final_tie="most_vc").begin()
    assert table.winners() == "B"
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert [result.score for result in outcome.results] == [25, 25]
