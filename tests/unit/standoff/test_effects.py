"""What each card, token and satellite does, in positions laid out for it."""

import pytest

from tests.unit.standoff.scenario import PlayedTable, Scenario


def with_card(card: str, budget: int = 8, seats: int = 2) -> Scenario:
    return Scenario(seats).tiles("A", "3,4").hand("A", card).budget(budget)


# -- the board -------------------------------------------------------------------------------------------------------


def test_a_drop_pod_lands_on_any_empty_hex() -> None:
    """ST-R18: no adjacency, but collision."""
    table = with_card("DROPPOD").begin().play("A", "play DROPPOD")
    assert len(table.legal("A", "target")) == 116
    assert table.refused("A", "target 2,5") == "COLLISION"
    table.play("A", "target 0,0")
    assert table.owner("0,0") == "A"
    assert table.in_play() == ["DROPPOD"]


def test_a_drop_pod_keeps_away_from_anothers_forcefield() -> None:
    """ST-R18, ST-R50."""
    table = with_card("DROPPOD").tiles("B", "0,0").token("FORCEFIELD", "0,0").begin().play("A", "play DROPPOD")
    assert table.refused("A", "target 1,0") == "FORCEFIELD"
    assert table.refused("A", "target 2,0") == ""


def test_an_orbital_strike_takes_the_improvement_too() -> None:
    """ST-R53."""
    table = with_card("ORBSTRIKE").tiles("B", "6,0").begin().play("A", "play ORBSTRIKE", "target 6,0")
    assert table.owner("6,0") == ""
    assert table.token("6,0") == ""
    assert table.kinds() == ["tile_destroyed", "control_changed", "token_removed", "resolved"]


def test_a_barricade_is_black_and_goes_near_forcefields() -> None:
    """ST-069, ST-R16."""
    table = with_card("BARRICADE").tiles("B", "0,0").token("FORCEFIELD", "0,0").begin()
    table.play("A", "play BARRICADE", "target 1,0")
    assert table.owner("1,0") == "#"


def test_a_howitzer_shoots_three_steps_and_not_itself() -> None:
    """ST-051, ST-076, ST-R58."""
    table = Scenario().tiles("A", "0,0").tiles("B", "3,0", "0,4").token("HOWITZER", "0,0").budget(3).begin()
    table.play("A", "activate 0,0")
    assert table.budget() == 2
    assert table.actions() == 3
    assert table.legal("A") == ["target 3,0"]
    table.play("A", "target 3,0", "credit")
    assert table.refused("A", "activate 0,0") == "NO_TARGET"


def test_a_howitzer_is_used_by_who_controls_it() -> None:
    """ST-074."""
    table = Scenario().tiles("B", "0,0").tiles("A", "1,0").token("HOWITZER", "0,0").budget(3).begin()
    assert table.legal("A", "activate") == []
    assert table.refused("A", "activate 0,0") == "NOT_PLAYABLE"


def test_an_improvement_goes_on_a_tile_of_ones_own() -> None:
    """ST-048, ST-049, ST-050."""
    table = with_card("HOWITZER").tiles("A", "6,0").tiles("B", "5,0").begin().play("A", "play HOWITZER")
    assert table.legal("A") == ["target 3,4"]  # 6,0 has a well
    table.play("A", "target 3,4")
    assert table.token("3,4") == "HOWITZER"
    assert table.discard("A") == []


def test_a_saboteur_reaches_two_steps_and_no_well() -> None:
    """ST-R53."""
    table = with_card("SABOTEUR").tiles("A", "5,0").tiles("B", "4,1").token("BUNKER", "4,1").token("RELAY", "5,-2")
    played = table.begin().play("A", "play SABOTEUR")
    assert played.legal("A") == ["target 5,-2", "target 4,1"]
    played.play("A", "target 4,1")
    assert played.token("4,1") == ""
    assert played.owner("4,1") == "B"


@pytest.mark.parametrize("card", ["TACOFF", "DEFECTION"])
def test_a_bunker_protects_the_tile_of_a_player_from_what_is_next_to_it(card: str) -> None:
    table = with_card(card).tiles("A", "0,0", "1,0").tiles("B", "0,1", "1,-1").token("BUNKER", "0,1").begin()
    table.play("A", f"play {card}")
    assert table.refused("A", "target 0,1") == "NO_TARGET"
    assert "target 1,-1" in table.legal("A")


def test_a_bunker_is_no_use_against_a_strike_or_without_a_player() -> None:
    table = with_card("ORBSTRIKE").tiles("B", "0,1").token("BUNKER", "0,1").begin().play("A", "play ORBSTRIKE")
    assert "target 0,1" in table.legal("A")
    black = with_card("SAPPERS").token("BUNKER", "2,5").begin().play("A", "play SAPPERS")
    assert "target 2,5" in black.legal("A")


def test_defection_needs_two_neighbours_and_keeps_the_improvement() -> None:
    """ST-R60."""
    table = with_card("DEFECTION").tiles("A", "5,0", "5,1").tiles("B", "6,0", "4,0").black("6,-1").begin()
    table.play("A", "play DEFECTION")
    assert table.legal("A") == ["target 6,0"]
    table.play("A", "target 6,0")
    assert table.owner("6,0") == "A"
    assert table.token("6,0") == "WELL_CREDIT"
    assert table.event("control_changed") == {"hex": "6,0", "card": "WELL_CREDIT", "before": 1, "now": 0}
    assert table.budget() == 3


def test_defection_can_end_the_match() -> None:
    """ST-R42, with early_majority."""
    red = ("0,0", "1,0", "0,1", "-1,0", "0,-1", "1,-1", "-1,1", "2,0", "-2,0")
    table = Scenario(early_majority=True).tiles("A", *red).tiles("B", "0,2", "0,3").tiles("A", "1,1", "-1,2")
    scene = table.hand("A", "DEFECTION").budget(5)
    with pytest.raises(Exception, match="ending"):
        scene.begin()
    less = Scenario(early_majority=True).tiles("A", *red).tiles("B", "1,1").hand("A", "DEFECTION").budget(5).begin()
    less.play("A", "play DEFECTION", "target 1,1")
    assert less.event("game_ended")["ending"] == "ENDING_MAJORITY"
    assert less.ranking() == "AB"


def test_a_platform_carries_its_tile_one_step() -> None:
    """ST-051: to an empty hex without an improvement."""
    table = Scenario().tiles("A", "5,0").tiles("B", "4,0").token("PLATFORM", "5,0").budget(2).begin()
    table.play("A", "activate 5,0")
    assert table.budget() == 0
    assert table.refused("A", "target 4,0") == "COLLISION"
    assert table.refused("A", "target 6,0") == "NO_TARGET"  # a well
    table.play("A", "target 5,1")
    assert [table.owner("5,0"), table.owner("5,1"), table.token("5,1")] == ["", "A", "PLATFORM"]


def test_anybody_moves_a_platform_on_a_black_tile_even_to_a_forcefield() -> None:
    """ST-052, ST-R50, ST-R58."""
    table = Scenario().tiles("B", "4,0").token("FORCEFIELD", "4,0").token("PLATFORM", "3,1").budget(1).begin()
    assert table.owner("3,1") == "#"
    table.play("A", "activate 3,1")
    assert table.budget() == 0
    table.play("A", "target 4,1")
    assert table.owner("4,1") == "#"
    assert table.event("tile_moved") == {"player": 0, "hex": "3,1", "to_hex": "4,1"}


def test_a_platform_goes_on_a_tile_of_ones_own_or_a_black_one() -> None:
    table = with_card("PLATFORM").begin().play("A", "play PLATFORM")
    assert "target 3,4" in table.legal("A")
    assert "target 2,5" in table.legal("A")
    assert "target -2,4" not in table.legal("A")  # a forcefield


def test_a_beacon_lets_anybody_land_a_tile_and_is_gone() -> None:
    """ST-053: the gray hex."""
    table = with_card("BEACON", budget=3).begin().play("A", "play BEACON", "target 2,4")
    table.play("A", "activate 2,4", "target 2,4")
    assert table.budget() == 0
    assert table.owner("2,4") == "A"
    assert table.token("2,4") == ""
    other = Scenario().token("BEACON", "0,0").turn("B").budget(2).begin().play("B", "activate 0,0", "target 0,0")
    assert other.owner("0,0") == "B"


def test_a_beacon_near_anothers_forcefield_cannot_be_used() -> None:
    """ST-R18, ST-R50."""
    table = Scenario().tiles("B", "1,0").token("FORCEFIELD", "1,0").token("BEACON", "0,0").budget(2).begin()
    assert table.legal("A", "activate") == []
    assert table.refused("A", "activate 0,0") == "NO_TARGET"


def test_a_beacon_goes_on_an_empty_hex_two_steps_away() -> None:
    table = with_card("BEACON").begin().play("A", "play BEACON")
    assert table.legal("A") == [f"target {hex}" for hex in ("3,2", "4,2", "2,3", "3,3", "4,3", "1,4", "2,4", "1,5")]


# -- upkeep ----------------------------------------------------------------------------------------------------------


def at_upkeep(scene: Scenario) -> PlayedTable:
    """B ends the turn; A's upkeep follows."""
    return scene.turn("B").begin().play("B", "end_turn")


def test_tokens_and_satellites_work_at_upkeep_in_order() -> None:
    """ST-019, ST-020, ST-R20: wells, other tokens by hex, satellites, what was scheduled."""
    scene = Scenario().tiles("A", "6,0", "0,0", "1,0", "-3,6").token("RELAY", "1,0").token("DEPOT", "0,0")
    scene = scene.orbit("A", "SOLAR", "UPLINK").deck("A", "CR1", "CR2").scheduled("A", "LOAN", 2, 1)
    table = at_upkeep(scene.discard("A", "LOAN"))
    paid = [share["upkeep_paid"]["card"] for share in table.happened if "upkeep_paid" in share]
    assert paid == ["WELL_CREDIT", "WELL_ENCAMP", "DEPOT", "RELAY", "SOLAR", "LOAN"]
    assert table.budget() == 1 + 1 - 3
    assert table.actions() == 5
    assert table.encampments() == 2
    assert table.hand("A") == ["CR1"]


def test_a_debt_takes_the_budget_below_nothing() -> None:
    """ST-R29: then nothing can be played or bought, not even for nothing, until it is paid."""
    table = Scenario().hand("A", "LOAN", "HEX1", "CR1", "SCRAPYARD", "CR3").begin().play("A", "play LOAN")
    assert table.budget() == 4
    table.play("A", "end_turn").play("B", "end_turn")
    assert table.budget() == -3
    assert table.refused("A", "play SCRAPYARD") == "NO_CREDITS"
    assert table.refused("A", "buy HEX1") == "NO_CREDITS"
    table.play("A", "play CR3", "play SCRAPYARD", "stop")
    assert table.refused("A", "buy HEX1") == ""


def test_a_contract_pays_three_times() -> None:
    table = Scenario().hand("A", "CONTRACT").budget(1).begin().play("A", "play CONTRACT")
    budgets = []
    for _ in range(4):
        table.play("A", "end_turn").play("B", "end_turn")
        budgets.append(table.budget())
    assert budgets == [1, 1, 1, 0]


def test_jamming_takes_an_action_of_each_opponent_but_leaves_two() -> None:
    """ST-R60: each, where the card says so."""
    table = Scenario(3).hand("A", "JAMMING", "JAMMING").budget(4).begin().play("A", "play JAMMING", "end_turn")
    assert table.actions() == 3
    table.play("B", "end_turn")
    assert table.actions() == 3
    table.play("C", "end_turn")
    assert table.actions() == 4
    thrice = Scenario().hand("A", "SURGE", "JAMMING", "JAMMING").budget(6).scheduled("B", "JAMMING", 1, 1)
    played = thrice.begin().play("A", "play JAMMING", "play JAMMING", "end_turn")
    assert played.actions() == 2


# -- cards -----------------------------------------------------------------------------------------------------------


def test_a_supply_run_draws_three_one_by_one() -> None:
    """ST-030: the discard pile is shuffled in between; ST-R24: not the card itself."""
    table = Scenario().hand("A", "SUPPLYRUN").budget(1).deck("A", "CR1").discard("A", "HEX1", "HEX2").begin()
    table.play("A", "play SUPPLYRUN")
    assert sorted(table.hand("A")) == ["CR1", "HEX1", "HEX2"]
    assert table.in_play() == ["SUPPLYRUN"]
    assert [kind for kind in table.kinds() if kind in ("drew", "reshuffled")] == ["drew", "reshuffled", "drew"]


def test_a_scrapyard_trashes_up_to_two_cards() -> None:
    """D6."""
    table = Scenario().hand("A", "SCRAPYARD", "CR1", "CR1", "HORSE").begin().play("A", "play SCRAPYARD")
    assert table.legal("A") == ["pick CR1", "pick HORSE", "stop"]
    table.play("A", "pick HORSE", "pick CR1")
    assert table.trash() == ["HORSE", "CR1"]
    assert table.hand("A") == ["CR1"]
    assert table.pending() == "A"
    none = Scenario().hand("A", "SCRAPYARD", "CR1").begin().play("A", "play SCRAPYARD", "stop")
    assert none.trash() == []
    alone = Scenario().hand("A", "SCRAPYARD").begin().play("A", "play SCRAPYARD")
    assert alone.legal("A", "pick") == []


def test_a_priority_order_searches_the_deck_and_shuffles_it() -> None:
    """ST-R31: it does not reshuffle the discard pile."""
    table = Scenario().hand("A", "PRIORITY").budget(1).deck("A", "CR1", "HEX2", "CR1", "CR3").begin()
    table.play("A", "play PRIORITY")
    assert table.legal("A") == ["pick HEX2", "pick CR1", "pick CR3"]
    table.play("A", "pick CR3")
    assert table.hand("A") == ["CR3"]
    assert sorted(table.deck("A")) == ["CR1", "CR1", "HEX2"]
    assert table.event("card_found", "A") == {"player": 0, "card": "CR3"}
    assert table.event("card_found", "B") == {"player": 0}
    empty = Scenario().hand("A", "PRIORITY").budget(1).discard("A", "CR1").begin()
    assert empty.refused("A", "play PRIORITY") == "NO_TARGET"


def test_infiltrate_shows_a_hand_and_discards_a_card_of_it() -> None:
    """ST-R31, ST-R61."""
    table = Scenario(3).hand("A", "INFILTRATE").budget(2).hand("B", "HORSE", "CR2", "CR2").hand("C", "CR1").begin()
    table.play("A", "play INFILTRATE")
    assert table.legal("A") == ["opponent 1", "opponent 2"]
    assert table.refused("A", "pick CR2") == "WRONG_PHASE"
    table.play("A", "opponent 1")
    assert table.view("A")["shown"] == ["CR2", "CR2", "HORSE"]
    assert table.view("C")["shown"] == []
    assert table.event("hand_shown", "A")["cards"] == ["CR2", "CR2", "HORSE"]
    assert table.event("hand_shown", "C")["cards"] == []
    assert table.legal("A") == ["pick CR2", "pick HORSE"]
    table.play("A", "pick CR2")
    assert table.hand("B") == ["HORSE", "CR2"]
    assert table.discard("B") == ["CR2"]
    assert table.view("A")["shown"] == []


def test_infiltrate_needs_an_opponent_with_cards() -> None:
    """ST-R31; with one opponent nobody is asked which."""
    assert Scenario().hand("A", "INFILTRATE").budget(2).begin().refused("A", "play INFILTRATE") == "NO_TARGET"
    table = Scenario(3).hand("A", "INFILTRATE").budget(2).hand("C", "CR1").begin().play("A", "play INFILTRATE")
    assert table.legal("A") == ["pick CR1"]


def test_the_player_chooses_who_gains_a_horse() -> None:
    """ST-R55, ST-R60."""
    table = Scenario(3).hand("A", "TROJAN").budget(1).begin().play("A", "play TROJAN")
    assert table.legal("A") == ["opponent 1", "opponent 2"]
    table.play("A", "opponent 2")
    assert table.deck("C") == ["HORSE"]
    assert table.trash() == ["TROJAN"]


def test_without_a_horse_nothing_is_gained() -> None:
    """ST-R55, ST-R56."""
    table = Scenario().hand("A", "TROJAN").budget(1).discard("B", *["HORSE"] * 4).begin().play("A", "play TROJAN")
    assert table.deck("B") == []
    assert table.trash() == ["TROJAN"]


def test_salvage_takes_a_card_back() -> None:
    table = Scenario().hand("A", "SALVAGE").budget(1).discard("A", "HEX4", "CR1").begin().play("A", "play SALVAGE")
    assert table.legal("A") == ["pick HEX4", "pick CR1"]
    table.play("A", "pick HEX4")
    assert table.hand("A") == ["HEX4"]
    assert table.discard("A") == ["CR1"]
    assert Scenario().hand("A", "SALVAGE").budget(1).begin().refused("A", "play SALVAGE") == "NO_TARGET"


def test_an_embargo_clears_a_slot() -> None:
    table = Scenario().hand("A", "EMBARGO").slot(5, "SURGE").draft("LANCE").begin().play("A", "play EMBARGO")
    assert table.legal("A") == [f"pick_slot {slot}" for slot in range(1, 9)]
    table.play("A", "pick_slot 5")
    assert table.slot(5) == "LANCE"
    assert table.trash() == ["SURGE"]
    assert table.budget() == 1


def test_staging_ground_allows_another_encampment_card() -> None:
    """ST-028."""
    table = Scenario().hand("A", "STAGING").budget(1).begin().play("A", "play STAGING")
    assert table.encampments() == 2


def test_a_vanguard_uses_up_no_encampment() -> None:
    """ST-028."""
    table = with_card("VANGUARD").begin().play("A", "play VANGUARD", "place 3,3", "place 2,4")
    assert table.encampments() == 1


# -- satellites ------------------------------------------------------------------------------------------------------


def test_a_satellite_stays_in_orbit_and_a_third_cannot_be_played() -> None:
    """ST-R57."""
    table = Scenario().hand("A", "SOLAR", "SOLAR", "LANCE").budget(11).begin().play("A", "play SOLAR", "play SOLAR")
    assert table.orbit("A") == ["SOLAR", "SOLAR"]
    assert table.in_play() == []
    assert table.refused("A", "play LANCE") == "NO_TARGET"
    table.play("A", "end_turn").play("B", "end_turn")
    assert table.budget() == 2


def test_an_uplink_raises_the_hand_limit() -> None:
    """ST-032, ST-034, ST-R57."""
    table = Scenario().orbit("A", "UPLINK").deck("A", *["CR1"] * 8).begin().play("A", "end_turn")
    assert len(table.hand("A")) == 6
    seven = Scenario().orbit("A", "UPLINK").hand("A", *["CR1"] * 7).begin().play("A", "end_turn")
    assert seven.happened[-1] == {"discard_asked": {"player": 0, "number": 1}}


def test_two_uplinks_give_one_card_more_each() -> None:
    """ST-R57, ST-R59."""
    table = Scenario().orbit("A", "UPLINK", "UPLINK").deck("A", *["CR1"] * 8).begin().play("A", "end_turn")
    assert len(table.hand("A")) == 7
    eight = Scenario().orbit("A", "UPLINK", "UPLINK").hand("A", *["CR1"] * 8).begin().play("A", "end_turn")
    assert eight.happened[-1] == {"discard_asked": {"player": 0, "number": 1}}


def test_a_lance_fires_once_per_turn_at_the_red_zone() -> None:
    """ST-R57, ST-R58."""
    table = Scenario().orbit("A", "SOLAR", "LANCE").tiles("B", "0,0", "0,1", "3,0").budget(4).begin()
    table.play("A", "activate_satellite 2")
    assert table.legal("A") == ["target 0,0", "target 0,1"]
    table.play("A", "target 0,0")
    assert table.budget() == 2
    assert table.refused("A", "activate_satellite 2") == "NOT_PLAYABLE"
    assert table.refused("A", "activate_satellite 1") == "NOT_PLAYABLE"
    table.play("A", "end_turn").play("B", "end_turn").play("A", "credit", "credit")
    assert "activate_satellite 2" in table.legal("A")


def test_a_satellite_just_deployed_may_be_used() -> None:
    """ST-R58."""
    table = Scenario().hand("A", "LANCE").tiles("B", "0,0").budget(7).begin().play("A", "play LANCE")
    assert "activate_satellite 1" in table.legal("A")


def test_an_interceptor_sends_a_satellite_to_its_owners_discard_pile() -> None:
    """ST-R57, ST-R60."""
    table = Scenario(3).hand("A", "INTERCEPTOR").budget(1).deck("A", "CR1")
    played = table.orbit("B", "SOLAR").orbit("C", "LANCE", "UPLINK").begin().play("A", "play INTERCEPTOR")
    assert played.legal("A") == ["opponent 1", "opponent 2"]
    played.play("A", "opponent 2")
    assert played.legal("A") == ["pick UPLINK", "pick LANCE"]
    played.play("A", "pick LANCE")
    assert played.orbit("C") == ["UPLINK"]
    assert played.discard("C") == ["LANCE"]
    assert played.hand("A") == ["CR1"]
    none = Scenario().hand("A", "INTERCEPTOR").budget(1).orbit("A", "SOLAR").begin()
    assert none.refused("A", "play INTERCEPTOR") == "NO_TARGET"
