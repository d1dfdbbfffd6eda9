"""Every option, in a position in which it matters."""

import pytest

from services.engine.options import complete
from services.errors import Refusal
from services.rulesets.standoff.cards import CARDS
from services.rulesets.standoff.options import OPTIONS
from tests.unit.standoff.games import play_out, start
from tests.unit.standoff.scenario import Scenario


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(Refusal):
        complete({"wells": True}, OPTIONS)
    with pytest.raises(Refusal):
        complete({"board": "earth"}, OPTIONS)


def test_the_first_turn_is_seat_0s_or_anybodys() -> None:
    """ST-R03."""
    assert {start(seed, 3)[0].active for seed in range(20)} == {0}
    assert {start(seed, 3, {"first_player": "random"})[0].active for seed in range(40)} == {0, 1, 2}


def test_the_first_player_may_begin_with_fewer_cards() -> None:
    """ST-R04."""
    state, _ = start(1, 3, {"first_player_hand": 4})
    assert [len(hand) for hand in state.hands] == [4, 5, 5]
    assert [len(deck) for deck in state.decks] == [6, 5, 5]


def test_a_well_may_pay_at_once() -> None:
    """ST-R21: to the player who takes it in the turn, and at upkeeps as ever."""
    scene = Scenario(well_timing="immediate").tiles("A", "5,0", "-3,5").hand("A", "HEX1", "HEX1")
    table = scene.begin().play("A", "play HEX1", "place 6,0")
    assert table.budget() == 1
    table.play("A", "end_turn").play("B", "end_turn")
    assert table.budget() == 1
    well = Scenario(well_timing="immediate").tiles("A", "-3,5").hand("A", "HEX1", "HEX1").begin()
    well.play("A", "play HEX1", "place -3,6")
    assert well.encampments() == 1
    lost = Scenario(well_timing="immediate").tiles("A", "5,0").tiles("B", "6,0").hand("A", "TACOFF").budget(1).begin()
    assert lost.play("A", "play TACOFF", "target 6,0").budget() == 0


def test_a_forcefield_may_reach_two_steps() -> None:
    """ST-R50."""
    scene = {
        radius: Scenario(forcefield_radius=radius).tiles("B", "0,0").token("FORCEFIELD", "0,0").tiles("A", "3,0")
        for radius in (1, 2)
    }
    legal = {
        radius: table.hand("A", "HEX1").begin().play("A", "play HEX1").legal("A") for radius, table in scene.items()
    }
    assert "place 2,0" in legal[1]
    assert "place 2,0" not in legal[2]


def test_a_majority_may_end_the_match() -> None:
    """ST-R40: ten of nineteen, not nine."""
    red = ("0,0", "1,0", "0,1", "-1,0", "0,-1", "1,-1", "-1,1", "2,0", "-2,0")
    table = Scenario(early_majority=True).tiles("A", *red[:8]).hand("A", "HEX1", "HEX1").encampments(2).begin()
    table.play("A", "play HEX1", "place -2,0")
    assert table.ranking() == ""
    table.play("A", "play HEX1", "place 0,2")
    assert table.ranking() == "AB"
    assert table.event("game_ended")["ending"] == "ENDING_MAJORITY"


@pytest.mark.parametrize(("indestructible", "token"), [(False, ""), (True, "WELL_CREDIT")])
def test_wells_may_be_indestructible(indestructible: bool, token: str) -> None:
    """ST-R53."""
    scene = Scenario(wells_indestructible=indestructible).tiles("B", "6,0").hand("A", "ORBSTRIKE").budget(3)
    table = scene.begin().play("A", "play ORBSTRIKE", "target 6,0")
    assert table.owner("6,0") == ""
    assert table.token("6,0") == token


def test_a_horse_may_go_to_the_discard_pile() -> None:
    """ST-R55."""
    table = Scenario(horse_to="discard").hand("A", "TROJAN").budget(1).deck("B", "CR1").begin()
    table.play("A", "play TROJAN")
    assert table.discard("B") == ["HORSE"]
    assert table.deck("B") == ["CR1"]


def test_the_core_set_has_no_satellites() -> None:
    """ST-R57."""
    state, _ = start(1, 2, {"temporary_set": "core"})
    cards = [CARDS.kind[card] for card in state.row + state.draft]
    assert len(cards) == 48
    assert "satellite" not in cards


def test_the_last_round_decides() -> None:
    """ST-R43: after so many complete rounds, by the board as it is."""
    state, events = start(5, 3, {"round_limit": 2, "first_player": "random"})
    last = (state.first + 2) % 3
    play_out(state, 5)
    assert state.round == 2
    assert state.active == last
    table = Scenario(round_limit=7).round(7).turn("B").tiles("A", "3,4").begin().play("B", "end_turn")
    assert table.event("game_ended") == {"ending": "ENDING_ADJUDICATED", "ranking": [1, 0]}
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "adjudicated"
    assert not Scenario(round_limit=7).round(6).turn("B").begin().play("B", "end_turn").ranking()
    assert events[0] == (0, state.first)


def test_a_group_may_be_placed_in_one_decision() -> None:
    scene = Scenario(placement_api="macro").tiles("A", "3,4").hand("A", "HEX2", "HEX1").budget(2)
    table = scene.begin()
    assert table.legal("A", "play") == []
    assert len([text for text in table.legal("A", "place") if text.startswith("place HEX1 ")]) == 9
    assert len([text for text in table.legal("A", "place") if text.startswith("place HEX2 ")]) == 24
    assert table.refused("A", "play HEX2") == "NOT_PLAYABLE"
    assert table.refused("A", "place HEX2 2,4 4,3") == "NOT_CONTIGUOUS"
    assert table.refused("A", "place HEX2 1,4 0,4") == "NOT_ADJACENT"
    assert table.refused("A", "place HEX2 2,4 2,5") == "COLLISION"
    assert table.refused("A", "place HEX2 2,4") == "NO_PLACEMENT"
    table.play("A", "place HEX2 3,3 2,4")
    assert table.owner("2,4") == table.owner("3,3") == "A"
    assert (table.budget(), table.actions(), table.encampments()) == (0, 3, 0)
    assert table.refused("A", "place HEX1 4,3") == "NO_ENCAMPMENT"
    tile_by_tile = Scenario().tiles("A", "3,4").hand("A", "HEX2").budget(2).begin()
    assert tile_by_tile.refused("A", "place HEX2 2,4 3,3") == "NOT_PLAYABLE"
