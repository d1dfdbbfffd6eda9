"""The worked examples of the rules page, one test each. Cards in the game's words; expectations by hand."""

import pytest

from services.engine.options import complete
from services.rulesets.duels.cards import IS_EQUIPMENT, IS_PERSONALITY, VICTORY_DECK, is_power
from services.rulesets.duels.ruleset import RULESET
from tests.unit.duels.games import decisions, start
from tests.unit.duels.scenario import Scenario
from tests.unit.rulesets.random_matches import chance_of

FULL = ("P7", "P6", "P5", "P5", "P4", "P3", "P2")


def test_a_new_game_has_13_cards_a_hand_and_seven_vcs_dealt() -> None:
    """FD-T01 (FD-002, FD-003, FD-004, FD-005, FD-006, FD-007, FD-R01, FD-R02)."""
    state, _ = start(1)
    for hand in state.hands:
        assert sum(IS_PERSONALITY[card] for card in hand) == 7
        assert sum(IS_EQUIPMENT[card] for card in hand) == 6
    assert len(state.line) + len(state.vc_deck) == 21
    assert len(state.power_deck) == 24
    assert len([card for card in state.line if card in VICTORY_DECK]) == 7
    assert len(state.vc_deck) == 14


def test_after_placing_nobody_sees_the_other_players_cards() -> None:
    """FD-T02 (FD-008, FD-011)."""
    table = Scenario().placing().begin()
    table.line_up("A", *FULL).line_up("B", *FULL)
    for seat in range(2):
        assert table.state.down[seat].bit_count() == 7
        assert len(table.state.hands[seat]) == 6
    for viewer, hidden in (("A", [1]), ("B", [0]), ("", [0, 1])):
        for seat in hidden:
            player = table.view(viewer)["players"][seat]
            assert player["hand"] == []
            assert [slot["occupied"] for slot in player["line_up"]] == [True] * 7
            assert ["card" in slot for slot in player["line_up"]] == [False] * 7


def test_an_equipment_may_be_placed_and_no_slot_left_empty() -> None:
    """FD-T03 (FD-008, FD-010, FD-R10)."""
    table = Scenario().placing().begin()
    assert "place CB08" in table.legal("A")  # Long Rifle, an equipment
    assert table.legal("A", "leave") == []


def test_a_switch_keeps_the_hand_size_and_shows_the_slot_alone() -> None:
    """FD-T04 (FD-015, FD-020, FD-R12)."""
    table = Scenario().line_up("A", "P7", "P4").hand("A", "P6", "E5", "E4").begin()
    table.play("A", "switch 2 P6")
    assert table.card("A", 2) == "Gunslinger"
    assert table.hand("A") == ["Blacksmith", "Long Rifle", "Six-Shooter"]
    assert table.event("switched", "B") == {"player": 0, "slot": 2}
    assert table.event("switched", "A") == {"player": 0, "slot": 2, "card": "CB02", "taken": "CB05"}
    assert table.pending() == "B"


def test_a_spot_left_by_a_destroyed_card_can_be_filled() -> None:
    """FD-T05 (FD-016, FD-022, FD-023, FD-R13)."""
    table = Scenario().line_up("A", "P7", "P6", "P5", "P2").begin()
    assert table.legal("A", "fill") == []
    table.play("A", "act 4").play("A", "slots 1 2").play("B", "swap 1 2")
    assert table.destroyed("A") == ["Card Sharp"]
    assert len(table.hand("A")) == 6
    assert table.legal("A", "fill") == [f"fill 4 {card}" for card in ("CB08", "CB09", "CB10", "CB11", "CB12", "CB13")]
    table.play("A", "fill 4 E5")
    assert table.state.down[0].bit_count() == 7
    assert len(table.hand("A")) == 5


def test_any_two_of_five_face_down_cards_may_change_places() -> None:
    """FD-T06 (FD-017, FD-R14)."""
    table = Scenario().line_up("A", *FULL[:6], "-").face_up("A", 6).begin()
    pairs = table.legal("A", "swap")
    assert len(pairs) == 10
    assert all(pair[-1] in "2345" for pair in pairs)


def test_a_card_that_played_its_action_is_locked_and_can_be_duelled() -> None:
    """FD-T07 (FD-018, FD-038, FD-039, FD-R15)."""
    table = Scenario().line_up("A", "P7", "P6", "P3").begin()
    table.play("A", "act 3").play("A", "slot 5").play("B", "swap 1 2")
    assert table.is_face_up("A", 3)
    assert [action for action in table.legal("A", "switch") if action.startswith("switch 3")] == []
    assert [action for action in table.legal("A", "swap") if "3" in action] == []
    assert "act 3" not in table.legal("A")
    assert "duel 3" in table.legal("A")


def duel(one: str, other: str, turn: str = "A") -> Scenario:
    """A position in which these cards lie in slot 1; B's first hand card of each kind is laid out by the test."""
    return Scenario().line_up("A", one).line_up("B", other).turn(turn)


def test_the_stronger_personality_decides_first_and_the_other_answers() -> None:
    """FD-T08 (FD-026, FD-027, FD-028, FD-029, FD-031, FD-036, FD-R22, FD-R23)."""
    table = duel("P6", "P5").hand("A", "E1").hand("B", "E3").begin().play("A", "duel 1")
    assert table.pending() == "A"
    table.play("A", "equip E1")
    assert table.pending() == "B"
    table.play("B", "equip E3")
    assert table.event("duel_decided") == {"totals": [7, 8], "winner": 1}
    assert table.destroyed("A")[-1] == "Saddlebag"
    assert table.destroyed("B")[-1] == "Chain Sickle"
    assert table.pending() == "B"


def test_without_equipment_the_stronger_personality_wins() -> None:
    """FD-T09 (FD-031, FD-035, FD-036)."""
    table = duel("P6", "P5").begin().play("A", "duel 1").play("A", "no_equipment").play("B", "no_equipment")
    assert table.event("duel_decided") == {"totals": [6, 5], "winner": 0}
    table = duel("P6", "P5").begin().play("A", "duel 1")
    vc = table.vc(1)
    table.play("A", "no_equipment").play("B", "equip E1")
    assert table.event("duel_decided") == {"totals": [6, 6]}
    assert table.removed() == [vc]
    assert table.won("A") == table.won("B") == []
    assert table.destroyed("B") == ["Secret Drawer"]


def test_with_equal_personalities_the_active_player_decides_first() -> None:
    """FD-T10 (FD-030, FD-R21)."""
    table = duel("P5", "P5").begin().play("A", "duel 1")
    assert table.pending() == "A"
    table.play("A", "no_equipment").play("B", "equip E1")
    assert table.event("duel_decided") == {"totals": [5, 6], "winner": 1}


def test_the_stronger_decides_first_though_it_is_the_others_turn() -> None:
    """FD-T11 (FD-028)."""
    assert duel("P5", "P6").begin().play("A", "duel 1").pending() == "B"
    assert duel("P6", "P5", turn="B").begin().play("B", "duel 1").pending() == "A"


def test_an_equipment_revealed_by_its_owner_loses_at_once() -> None:
    """FD-T12 (FD-010, FD-037, FD-R20)."""
    table = duel("E4", "P2").begin().play("A", "duel 1")
    assert "equipment_asked" not in table.kinds()
    assert table.destroyed("A") == ["Six-Shooter"]
    assert table.card("A", 1) == ""
    assert table.pending() == "B"
    assert table.legal("B") == ["take_vc", "take_power"]
    table.play("B", "take_vc")
    assert table.card("B", 1) == "Shadow Walker"
    assert table.is_face_up("B", 1)


def test_an_equipment_revealed_by_the_other_player_loses_too() -> None:
    """FD-T13 (FD-037, FD-R20)."""
    table = duel("P2", "E5").begin().play("A", "duel 1")
    assert table.destroyed("B") == ["Great Bow"]
    assert table.event("duel_decided") == {"totals": [2, 0], "winner": 0}
    assert table.pending() == "A"


def won_duel() -> Scenario:
    return duel("P6", "E5")


def test_the_winner_may_take_the_vc_card() -> None:
    """FD-T14 (FD-032)."""
    table = won_duel().vc("Jade Mask").begin().play("A", "duel 1").play("A", "take_vc")
    assert table.won("A") == ["Jade Mask"]
    assert table.view("")["players"][0]["won"] == ["NV5"]
    assert len(table.state.power_deck) == 24


def test_the_winner_may_take_a_power_card_instead() -> None:
    """FD-T15 (FD-033, FD-034, FD-R05, FD-R25)."""
    scenario = won_duel().vc("Jade Mask").power_deck("Time Agent", "Force Shield")
    table = scenario.begin().play("A", "duel 1")
    before = len(table.hand("A"))
    table.play("A", "take_power")
    assert table.removed() == ["Jade Mask"]
    assert table.view("A")["looked"] == ["PW04", "PW20"]
    assert table.view("B")["looked"] == []
    table.play("A", "keep Time Agent")
    assert len(table.hand("A")) == before + 1
    assert "Time Agent" in table.hand("A")
    assert table.view("B")["players"][0]["discarded"] == ["PW20"]
    assert len(table.state.power_deck) == 22


def test_a_last_power_card_is_taken_and_without_any_there_is_no_choice() -> None:
    """FD-T16 (FD-R03)."""
    table = won_duel().power_cards_left(1).power_deck("Ray Gun").begin().play("A", "duel 1").play("A", "take_power")
    assert "Ray Gun" in table.hand("A")
    assert table.event("power_looked", "A") == {"player": 0, "number": 1, "cards": ["PW15"]}
    assert table.event("power_looked", "B") == {"player": 0, "number": 1, "cards": []}
    assert "power_discarded" not in table.kinds()
    assert table.state.power_deck == []
    assert table.pending() == "B"
    table = won_duel().power_cards_left(0).begin()
    vc = table.vc(1)
    table.play("A", "duel 1")
    assert table.won("A") == [vc]
    assert table.pending() == "B"


def test_after_seven_duels_all_cards_go_back_to_hand() -> None:
    """FD-T17 (FD-040, FD-041, FD-R33)."""
    state, _ = start(3)
    ends = {}
    for seat, action in decisions(state, 3):
        kinds = [event[0] for event in RULESET.play(state, seat, action)]
        if 30 in kinds:  # a round ended
            ends[state.round] = len(state.vc_deck)
            for player in range(2):
                kept = [card for card in state.hands[player] + state.destroyed[player] if is_power(card)]
                assert len(state.hands[player]) == 13 - len(state.destroyed[player]) + len(kept)
                assert state.cards[player] == [-1] * 7
    assert ends == {2: 7, 3: 0}


def last_duel(turn: str, **options: str) -> Scenario:
    """The last VC card of round 1, in slot 1, with a personality each."""
    scenario = Scenario(**options).line_up("A", *FULL).line_up("B", *FULL).vc("Jade Mask", *["-"] * 6)
    return scenario.face_up("A", *range(2, 8)).face_up("B", *range(2, 8)).turn(turn)


def test_turns_go_on_alternating_over_the_end_of_a_round() -> None:
    """FD-T18 (FD-013, FD-R07)."""
    for turn, begins in (("A", 1), ("B", 0)):
        other = "AB"["BA".index(turn)]
        table = last_duel(turn).begin().play(turn, "duel 1").play(turn, "no_equipment").play(other, "no_equipment")
        assert table.event("round_dealt")["round"] == 2
        assert table.event("round_dealt")["player"] == begins


def test_after_the_third_round_the_game_is_over() -> None:
    """FD-T19 (FD-042, FD-043)."""
    for seed in range(5):
        state, events = start(seed)
        for seat, action in decisions(state, seed):
            events += RULESET.play(state, seat, action)
        assert sum(event[0] == 18 for event in events) == 21
        assert state.vc_deck == []
        assert events[-1][0] == 32
        assert RULESET.pending(state) == []


def test_the_most_pieces_of_a_set_score_face_value() -> None:
    """FD-T20 (FD-044, FD-045, FD-046)."""
    scenario = Scenario().won("A", "Scroll of the Clan", "Sealed Letter", "Silk Rope")  # 7, 4, 3
    table = scenario.won("B", "Folding Screen", "Jade Mask").game_over().begin()  # 6, 5
    assert table.score("A") == 14
    assert table.score("B") == 2
    assert table.winners() == "A"


def test_equal_pieces_score_face_value_for_both() -> None:
    """FD-T21 (FD-047)."""
    scenario = Scenario().won("A", "Scroll of the Clan", "Tea Bowl")  # 7, 2
    table = scenario.won("B", "Folding Screen", "Sealed Letter").game_over().begin()  # 6, 4
    assert table.score("A") == 9
    assert table.score("B") == 10


def equal_scores(**options: str) -> Scenario:
    """25 points each, five cards against six."""
    scenario = Scenario(**options)
    scenario.won("A", "Scroll of the Clan", "Folding Screen", "Jade Mask", "Sealed Letter", "Silk Rope")
    scenario.won("B", "Heart of the Machine", "Control Panel", "Lightning Jar", "Brass Gear", "Copper Coil")
    return scenario.won("B", "Dust Devil").game_over()


def test_equal_scores_are_a_draw() -> None:
    """FD-T22 (FD-048, FD-R31)."""
    table = equal_scores().begin()
    assert [table.score("A"), table.score("B")] == [25, 25]
    assert table.winners() == "AB"


def test_after_fourteen_quiet_turns_only_actions_and_duels_are_left() -> None:
    """FD-T23 (FD-R10, FD-R11)."""
    table = Scenario().line_up("A", *FULL).line_up("B", *FULL).begin()
    for turn in range(14):
        assert table.legal("AB"[turn % 2], "swap")
        table.play("AB"[turn % 2], "swap 1 2")
    words = {action.split(" ")[0] for action in table.legal("A")}
    assert words == {"act", "duel"}
    table.play("A", "duel 3").play("A", "no_equipment").play("B", "no_equipment")
    assert table.state.quiet == 0
    assert {action.split(" ")[0] for action in table.legal("B")} == {"act", "duel", "swap", "switch"}


def test_a_power_card_can_be_switched_in_on_the_next_own_turn() -> None:
    """FD-T24 (FD-021)."""
    table = won_duel().power_deck("Time Agent", "Force Shield").begin()
    table.play("A", "duel 1").play("A", "take_power").play("A", "keep Time Agent").play("B", "swap 2 3")
    assert "switch 2 PW04" in table.legal("A")
    assert table.play("A", "switch 2 PW04").card("A", 2) == "Time Agent"


def test_a_personality_that_has_won_stays_where_it_is() -> None:
    """FD-T25 (FD-R24, FD-R26)."""
    table = won_duel().begin().play("A", "duel 1").play("A", "take_vc").play("B", "swap 2 3")
    assert table.card("A", 1) == "Gunslinger"
    assert [action for action in table.legal("A") if action.split(" ")[1:2] == ["1"]] == []


def test_own_face_down_cards_are_always_visible_to_their_owner() -> None:
    """FD-T26 (FD-009)."""
    table = Scenario().line_up("A", *FULL).begin()
    seen = [slot.get("card") for slot in table.view("A")["players"][0]["line_up"]]
    assert seen == ["CB01", "CB02", "CB03", "CB04", "CB05", "CB06", "CB07"]
    for viewer in ("B", ""):
        assert all("card" not in slot for slot in table.view(viewer)["players"][0]["line_up"])


def test_an_equipment_that_lies_face_up_loses_the_duel() -> None:
    """FD-T27 (FD-R16, FD-053)."""
    table = Scenario().line_up("A", "P7", "P6", "E3").face_up("A", 3).line_up("B", "P7", "P6", "P3").turn("B").begin()
    table.play("B", "duel 3")
    assert table.destroyed("A") == ["Lasso"]
    assert table.event("duel_decided") == {"totals": [0, 3], "winner": 1}


def test_a_player_alone_in_a_set_scores_face_value_and_the_other_nothing() -> None:
    """FD-T28 (FD-R30)."""
    table = Scenario().won("A", "Folding Screen").game_over().begin()
    assert table.score("A") == 6
    assert table.score("B") == 0


@pytest.mark.parametrize("seed", range(8))
def test_cards_add_up_at_the_end_of_every_match(seed: int) -> None:
    """FD-T29 (FD-R01, FD-R25, FD-R35)."""
    state, events = RULESET.start(2, complete({}, RULESET.describe().options), chance_of(seed))
    for seat, action in decisions(state, seed):
        events += RULESET.play(state, seat, action)
    assert sum(event[0] == 18 for event in events) == 21
    assert sum(map(len, state.won)) + len(state.removed) == 21
    kept = sum(event[0] == 28 for event in events)
    assert sum(map(len, state.destroyed)) + sum(map(len, state.hands)) == 26 + kept
