"""Actions, and the rulings of turns and duels that no worked example shows."""

from collections.abc import Iterator

import pytest

from services.engine.ruleset import IllegalAction
from services.rulesets.duels import cards
from services.rulesets.duels.cards import Cost, Effect
from services.rulesets.duels.ruleset import RULESET
from tests.unit.duels.scenario import Scenario
from tests.unit.duels.test_worked_examples import FULL


def test_the_lookout_shows_a_card_to_its_player_alone() -> None:
    table = Scenario().line_up("A", "P3").line_up("B", "P7", "E4").begin()
    table.play("A", "act 1")
    assert table.legal("A") == [f"slot {slot}" for slot in range(1, 8)]
    table.play("A", "slot 2")
    assert table.event("peeked", "A") == {"player": 0, "slot": 2, "card": "NJ09"}
    assert table.event("peeked", "B") == table.event("peeked") == {"player": 0, "slot": 2}
    assert table.view("A")["players"][1]["line_up"][1]["card"] == "NJ09"
    assert "card" not in table.view("")["players"][1]["line_up"][1]
    assert table.pending() == "B"


def test_the_card_sharp_moves_vc_cards_and_the_players_cards_stay() -> None:
    """FD-R34."""
    table = Scenario().line_up("A", *FULL).vc("Jade Mask", "Tea Bowl").begin().play("A", "act 7").play("A", "slots 1 2")
    assert [table.vc(1), table.vc(2)] == ["Tea Bowl", "Jade Mask"]
    assert table.card("A", 1) == "Marshal"
    assert table.card("A", 7) == ""


def test_two_vc_cards_left_change_places_without_a_question() -> None:
    """Which VC cards are left is public, so that timing tells nothing."""
    scenario = Scenario().line_up("A", "P2", "P7", *["-"] * 5).line_up("B", "P7", "P6", *["-"] * 5)
    table = scenario.vc("Jade Mask", "Tea Bowl", *["-"] * 5).begin().play("A", "act 1")
    assert [table.vc(1), table.vc(2)] == ["Tea Bowl", "Jade Mask"]
    assert table.pending() == "B"


def test_an_action_that_could_do_nothing_is_not_offered() -> None:
    """FD-P02."""
    scenario = Scenario().line_up("A", "P2", *["-"] * 6).line_up("B", "P7", *["-"] * 6)
    assert scenario.vc("Jade Mask", *["-"] * 6).begin().legal("A", "act") == []
    scenario = Scenario().line_up("A", "P3").line_up("B", *FULL).face_up("B", *range(1, 8))
    assert scenario.begin().legal("A", "act") == ["act 7"]  # the Card Sharp


def test_a_locked_card_is_neither_switched_nor_moved_but_acts_and_duels() -> None:
    table = Scenario().line_up("A", "P3", "P7").line_up("B", "P2").turn("B").begin()
    table.play("B", "act 1").play("B", "slot 1")
    assert table.view("")["players"][0]["line_up"][0]["locked"] is True
    assert [a for a in table.legal("A") if a.startswith(("switch 1", "swap 1"))] == []
    assert {"act 1", "duel 1"} <= set(table.legal("A"))


def test_a_saddlebag_in_the_line_up_draws_a_power_card() -> None:
    table = Scenario().line_up("A", "E1").power_deck("Ray Gun", "Wire Cutter").begin().play("A", "act 1")
    assert table.destroyed("A") == ["Saddlebag"]
    assert table.legal("A") == ["keep PW14", "keep PW15"]
    table.play("A", "keep Ray Gun")
    assert "Ray Gun" in table.hand("A")
    assert table.pending() == "B"


def test_a_powder_monkey_reveals_a_card_whose_action_does_not_go_off() -> None:
    table = Scenario().line_up("A", "Powder Monkey").line_up("B", "P7", "E1").begin()
    table.play("A", "act 1").play("A", "slot 2")
    assert table.event("card_exposed") == {"player": 1, "slot": 2, "card": "NJ13"}
    assert table.is_face_up("B", 2)
    assert [a for a in table.legal("B") if a.split(" ")[1] == "2"] == ["duel 2"]
    assert table.destroyed("A") == ["Powder Monkey"]


def test_a_whetstone_raises_a_personality_until_the_end_of_the_round() -> None:
    """FD-R28 (FD-P03)."""
    table = Scenario().line_up("A", "Whetstone", "P5", "E4").line_up("B", "P7", "P6").begin()
    table.play("A", "act 1")
    assert table.legal("A") == [f"slot {slot}" for slot in range(2, 8)]
    table.play("A", "slot 2").play("B", "duel 2")
    assert table.pending() == "A"  # 7 against 6
    table.play("A", "no_equipment").play("B", "no_equipment")
    assert table.event("duel_decided") == {"totals": [7, 6], "winner": 0}


def test_more_power_moves_with_its_card_and_ends_when_it_is_switched_out() -> None:
    """FD-P03."""
    table = Scenario().line_up("A", "Whetstone", "P5").begin().play("A", "act 1").play("A", "slot 2")
    table.play("B", "swap 1 2").play("A", "swap 2 3")
    assert table.state.bonus[0] == [0, 0, 2, 0, 0, 0, 0]
    table.play("B", "swap 1 2").play("A", "switch 3 E5")
    assert table.state.bonus[0] == [0] * 7


def test_a_drill_sergeant_moves_two_other_cards_and_stays() -> None:
    table = Scenario().line_up("A", "Drill Sergeant", "P7", "P6").begin().play("A", "act 1")
    assert "slots 1 2" not in table.legal("A")
    table.play("A", "slots 2 3")
    assert [table.card("A", slot) for slot in (1, 2, 3)] == ["Drill Sergeant", "Gunslinger", "Marshal"]
    assert table.is_face_up("A", 1)
    assert table.state.quiet == 0


@pytest.fixture
def costly() -> Iterator[None]:
    """The Lookout costs a card of the player's choice; no printed card does."""
    cards.COST[cards.PLACES["CB06"]] = int(Cost.DESTROY_CHOICE)
    yield
    cards.COST[cards.PLACES["CB06"]] = int(Cost.NONE)


def test_a_cost_of_choice_may_be_paid_from_hand_or_line_up(costly: None) -> None:
    """FD-R36 (FD-022)."""
    table = Scenario().line_up("A", "P3", "P7").hand("A", "E5").begin().play("A", "act 1")
    assert table.view("")["action"] == {"card": "CB06", "paid": False}
    assert "card CB08" in table.legal("A")
    assert "card CB01" in table.legal("A")
    assert "card CB06" not in table.legal("A")
    in_hand = Scenario().line_up("A", "P3", "P7").hand("A", "E5").begin().play("A", "act 1").play("A", "card CB08")
    assert in_hand.event("card_destroyed") == {"player": 0, "card": "CB08"}
    assert in_hand.hand("A") == []
    assert in_hand.legal("A")[0] == "slot 1"
    table.play("A", "card CB01")
    assert table.event("card_destroyed") == {"player": 0, "card": "CB01", "slot": 2}
    table.play("A", "slot 1")
    assert table.pending() == "B"


def test_viewers_can_follow_a_cost_of_choice(costly: None) -> None:
    for paid in ("card CB08", "card CB01"):
        table = Scenario().line_up("A", "P3", "P7").hand("A", "E5").begin()
        views = [RULESET.observe(table.state, viewer) for viewer in (-1, 0, 1)]
        for move in ("act 1", paid, "slot 3"):
            table.play("A", move)
            for view, told in zip(views, (table.happened, *table.told), strict=True):
                for share in told:
                    RULESET.follow(view, share)
                assert RULESET.view_json(view) == RULESET.view_json(RULESET.observe(table.state, view.viewer))


def test_an_empty_spot_loses_to_a_personality() -> None:
    """FD-R18, FD-R17."""
    table = Scenario().line_up("A", "-", "P7").line_up("B", "P2").begin().play("A", "duel 1")
    assert table.event("duel_decided") == {"totals": [0, 2], "winner": 1}
    assert table.pending() == "B"


@pytest.mark.parametrize(("one", "other"), [("E5", "E4"), ("E5", "-"), ("-", "E4"), ("-", "-")])
def test_without_any_personality_nobody_wins(one: str, other: str) -> None:
    """FD-R19."""
    table = Scenario().line_up("A", one).line_up("B", other).begin()
    vc = table.vc(1)
    table.play("A", "duel 1")
    assert table.event("duel_decided") == {"totals": [0, 0]}
    assert table.removed() == [vc]
    assert len(table.destroyed("A") + table.destroyed("B")) == 2 - [one, other].count("-")
    assert [table.card("A", 1), table.card("B", 1)] == ["", ""]


def test_a_player_without_equipment_is_asked_like_any_other() -> None:
    table = Scenario().line_up("A", "P6").line_up("B", "P5").hand("A").hand("B").begin().play("A", "duel 1")
    assert table.legal("A") == ["no_equipment"]
    table.play("A", "no_equipment")
    assert table.kinds() == ["equipment_declined", "equipment_asked"]
    assert table.legal("B") == ["no_equipment"]


def test_with_too_few_cards_the_player_chooses_which_slots_stay_empty() -> None:
    """FD-R09."""
    table = Scenario().hand("A", "P7", "P6", "P5", "P4", "P3").placing().begin()
    table.play("A", "leave").play("A", "place P7").play("A", "leave")
    assert table.legal("A", "leave") == []
    for card in ("P6", "P5", "P4", "P3"):
        table.play("A", f"place {card}")
    assert table.view("B")["players"][0]["ready"] is True
    assert table.view("B")["players"][0]["hand_size"] == 5
    assert all(not slot["occupied"] for slot in table.view("B")["players"][0]["line_up"])
    table.line_up("B", *FULL)
    assert table.event("lined_up")["players"][0] == {"slots": [2, 4, 5, 6, 7]}
    assert table.view("B")["players"][0]["hand_size"] == 0


def test_a_player_without_any_card_still_places_seven_times() -> None:
    """So that the number of decisions tells nothing of what was left empty when."""
    table = Scenario().hand("A").placing().begin()
    for _ in range(7):
        assert table.legal("A") == ["leave"]
        table.play("A", "leave")
    assert table.pending() == "B"


def test_the_default_is_a_duel_on_a_turn_and_no_equipment_in_a_duel() -> None:
    """FD-P05."""
    table = Scenario().line_up("A", "P3").begin()
    assert RULESET.notation(RULESET.default(table.state, 0)) == "duel 1"
    table.play("A", "duel 1")
    assert RULESET.notation(RULESET.default(table.state, RULESET.pending(table.state)[0])) == "no_equipment"


def test_what_is_not_legal_is_refused_in_the_same_words() -> None:
    table = Scenario().begin()
    for action in ("fill 1 CB08", "slot 1", "keep PW01", "switch 1 NJ01", "place CB01"):
        with pytest.raises(IllegalAction, match="not one of the player's choices"):
            table.play("A", action)
    with pytest.raises(IllegalAction, match="nothing to decide"):
        table.play("B", "duel 1")


def test_every_effect_of_the_vocabulary_is_printed_on_a_card() -> None:
    """FD-025, FD-R37, FD-R27."""
    assert {Effect(effect) for effect in cards.EFFECT} == set(Effect)
