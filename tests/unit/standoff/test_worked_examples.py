"""The worked examples of the rules page, one test each; those about the board and placements are in
``test_worked_examples_board.py``. Cards by their ids, hexes as in the notation; expectations by hand."""

from collections import Counter

from services.engine.chance import SeededChance
from services.engine.options import complete
from services.rulesets.standoff.cards import CARDS
from services.rulesets.standoff.options import OPTIONS
from services.rulesets.standoff.ruleset import RULESET
from tests.unit.rulesets.random_matches import chance_of
from tests.unit.standoff.games import decisions, start
from tests.unit.standoff.scenario import PlayedTable, Scenario


def named(hexes: str) -> list[str]:
    return hexes.split(" ")


RED = named("0,-2 1,-2 2,-2 -1,-1 0,-1 1,-1 2,-1 -2,0 -1,0 0,0 1,0 2,0 -2,1 -1,1 0,1 1,1 -2,2 -1,2 0,2")
WEST = named("-6,0 -5,0 -6,1 -5,1 -6,2 -5,2 -6,3 -5,3 -6,4 -5,4 -6,5 -5,5 -4,5 -5,6 -4,6")
EAST = named("6,-1 5,-1 6,-2 5,-2 6,-3 5,-3 6,-4 5,-4 6,-5 5,-5 4,-5 5,-6 4,-6")
"""Fifteen and thirteen hexes that are neither red nor black."""


def ids(cards: tuple[int, ...]) -> Counter[str]:
    return Counter(CARDS.ids[card] for card in cards)


# -- set up and the turn ---------------------------------------------------------------------------------------------


def test_a_new_match_gives_everybody_ten_cards_and_sets_out_both_markets() -> None:
    """ST-T01 (ST-003, ST-004, ST-005, ST-006, ST-R04)."""
    state, _ = start(1, 2, {"first_player_hand": 5})
    for seat in range(2):
        assert ids(state.hands[seat] + state.decks[seat]) == {"CR1": 6, "HEX1": 4}
        assert len(state.hands[seat]) == 5
        assert len(state.decks[seat]) == 5
    assert len([card for card in CARDS.piles if CARDS.ids[card] != "HORSE"]) == 8
    assert len(state.row) == 8
    assert all(card in CARDS.temporary for card in state.row)
    assert len(state.draft) == 80


def test_the_piles_are_full_after_the_starting_decks_are_taken() -> None:
    """ST-T03 (ST-003, ST-004, ST-R05)."""
    state, _ = start(1, seats=4)
    assert {CARDS.ids[card]: number for card, number in zip(CARDS.piles, state.piles, strict=True)} == {
        "HEX1": 18,
        "HEX2": 18,
        "HEX3": 18,
        "HEX4": 18,
        "CR1": 30,
        "CR2": 24,
        "CR3": 16,
        "TACOFF": 8,
        "HORSE": 4,
    }
    held = sum((ids(state.hands[seat] + state.decks[seat]) for seat in range(4)), Counter())
    assert held == {"CR1": 24, "HEX1": 16}


def test_resource_cards_are_free_actions() -> None:
    """ST-T04 (ST-016, ST-029, ST-054, ST-056)."""
    table = Scenario().hand("A", "CR1", "CR1", "CR2").begin()
    table.play("A", "play CR1", "play CR1", "play CR2")
    assert table.budget() == 4
    assert table.actions() == 4


def test_a_credit_costs_an_action() -> None:
    """ST-T05 (ST-021, ST-023)."""
    table = Scenario().begin().play("A", "credit", "credit")
    assert table.budget() == 2
    assert table.actions() == 2


def test_the_budget_does_not_carry_over() -> None:
    """ST-T06 (ST-015, ST-017, ST-018)."""
    table = Scenario().budget(3).begin().play("A", "end_turn")
    assert table.pending() == "B"
    assert table.budget() == 0
    table.play("B", "end_turn")
    assert table.pending() == "A"
    assert table.budget() == 0


def test_a_bought_card_goes_to_the_discard_pile() -> None:
    """ST-T07 (ST-027, ST-055, ST-059, ST-060, ST-061)."""
    table = Scenario().budget(2).pile("CR2", 24).begin().play("A", "buy CR2")
    assert table.discard("A") == ["CR2"]
    assert table.hand("A") == []
    assert table.budget() == 0
    assert table.actions() == 3
    assert table.pile("CR2") == 23


def test_a_card_that_is_too_dear_cannot_be_bought() -> None:
    """ST-T08 (ST-060)."""
    table = Scenario().budget(1).begin()
    assert table.refused("A", "buy CR2") == "NO_CREDITS"


def market() -> Scenario:
    return Scenario().slot(3, "SUPPLYRUN").budget(3)


def test_a_card_of_the_temporary_market_is_replaced() -> None:
    """ST-T09 (ST-062, ST-063, ST-R06, ST-R07)."""
    table = market().draft("SURGE").begin()
    before = len(table.state.draft)
    table.play("A", "buy_slot 3")
    assert table.slot(3) == "SURGE"
    assert len(table.state.draft) == before - 1
    assert table.discard("A") == ["SUPPLYRUN"]


def test_without_a_draft_pile_the_slot_stays_empty() -> None:
    """ST-T10 (ST-063, ST-R09)."""
    table = market().no_draft().hand("A", "CR3").begin().play("A", "buy_slot 3")
    assert table.slot(3) == ""
    assert sum(table.slot(slot) != "" for slot in range(1, 9)) == 7
    table.play("A", "play CR3")
    assert table.refused("A", "buy_slot 3") == "NO_STOCK"


def test_an_empty_deck_is_made_of_the_discard_pile() -> None:
    """ST-T11 (ST-022, ST-030)."""
    table = Scenario().hand("A", "CR1", "HEX1").discard("A", "CR1", "CR2", "HEX2").begin().play("A", "draw")
    assert len(table.deck("A")) == 2
    assert table.discard("A") == []
    assert len(table.hand("A")) == 3
    assert table.actions() == 3


def test_with_nothing_to_draw_the_action_is_spent_all_the_same() -> None:
    """ST-T12 (ST-031, ST-R27)."""
    table = Scenario().hand("A", "CR1", "HEX1").begin().play("A", "draw")
    assert table.hand("A") == ["CR1", "HEX1"]
    assert table.actions() == 3
    assert table.kinds() == ["actions"]


def test_without_actions_resource_cards_and_the_end_of_the_turn_are_left() -> None:
    """ST-T13 (ST-021, ST-056, ST-R23, ST-R28)."""
    table = Scenario().hand("A", "CR1", "HEX1").actions(0).begin()
    assert table.legal("A") == ["play CR1", "end_turn"]
    assert table.refused("A", "play HEX1") == "NO_ACTIONS"
    assert table.refused("A", "draw") == "NO_ACTIONS"


# -- encampments and wells -------------------------------------------------------------------------------------------


def test_one_encampment_card_may_be_played_in_a_turn() -> None:
    """ST-T22 (ST-025, ST-028)."""
    table = Scenario().hand("A", "HEX1", "HEX2").budget(6).begin()
    table.play("A", "play HEX1", "place 3,4")
    assert table.actions() == 3
    assert table.refused("A", "play HEX2") == "NO_ENCAMPMENT"


def test_an_encampment_well_allows_one_more() -> None:
    """ST-T23 (ST-028, ST-074, ST-078, ST-R22)."""
    table = Scenario().tiles("A", "-3,6").hand("A", "HEX1", "HEX1", "HEX1").turn("B").begin().play("B", "end_turn")
    assert table.encampments() == 2
    table.play("A", "play HEX1", "place 3,4", "play HEX1", "place 4,3")
    assert table.refused("A", "play HEX1") == "NO_ENCAMPMENT"


def test_credit_wells_pay_at_upkeep() -> None:
    """ST-T24 (ST-019, ST-020, ST-078, ST-R20, ST-R22)."""
    table = Scenario().tiles("A", "6,0", "0,6").turn("B").begin().play("B", "end_turn")
    assert table.pending() == "A"
    assert table.budget() == 2
    assert [share["upkeep_paid"]["hex"] for share in table.happened if "upkeep_paid" in share] == ["6,0", "0,6"]


def test_a_well_taken_in_the_turn_pays_at_the_next_upkeep() -> None:
    """ST-T25 (ST-070, ST-078, ST-R17, ST-R21)."""
    table = Scenario().tiles("A", "5,0").hand("A", "HEX1").begin().play("A", "play HEX1", "place 6,0")
    assert table.event("control_changed") == {"hex": "6,0", "card": "WELL_CREDIT", "now": 0}
    assert table.budget() == 0
    table.play("A", "end_turn").play("B", "end_turn")
    assert table.budget() == 1


# -- the end ---------------------------------------------------------------------------------------------------------


def red_zone(first: int, second: int, black: int = 0) -> Scenario:
    """So many red hexes with a tile of A, then of B, then with a black one, in the order of the hexes."""
    table = Scenario().tiles("A", *RED[:first]).tiles("B", *RED[first : first + second])
    return table.black(*RED[first + second : first + second + black])


def last_hex_filled(table: Scenario) -> PlayedTable:
    """A player lands on the last red hex, which is empty."""
    return table.hand("A", "BARRICADE").budget(3).begin().play("A", "play BARRICADE", f"target {RED[-1]}")


def test_a_majority_ends_nothing_before_the_zone_is_filled() -> None:
    """ST-T26 (ST-008, ST-014, ST-R40)."""
    table = red_zone(10, 8).begin().play("A", "credit", "draw", "end_turn")
    assert table.pending() == "B"
    assert table.ranking() == ""


def test_the_last_red_hex_ends_the_match_at_once() -> None:
    """ST-T27 (ST-007, ST-008, ST-009, ST-012, ST-R32, ST-R42)."""
    table = red_zone(9, 9).tiles("A", "0,3").hand("A", "HEX1").begin()
    table.play("A", "play HEX1", f"place {RED[-1]}")
    assert table.pending() == ""
    assert table.ranking() == "AB"
    assert [table.red("A"), table.red("B")] == [10, 9]
    assert table.event("game_ended") == {"ending": "ENDING_FILLED", "ranking": [0, 1]}


def test_black_tiles_fill_the_zone_and_nobody_needs_a_majority() -> None:
    """ST-T28 (ST-009, ST-013, ST-R16)."""
    table = last_hex_filled(red_zone(9, 8, 1))
    assert [table.red("A"), table.red("B")] == [9, 8]
    assert table.ranking() == "AB"


def test_a_tie_goes_to_the_player_with_fewer_tiles() -> None:
    """ST-T29 (ST-010, ST-R41)."""
    table = last_hex_filled(red_zone(9, 9).tiles("A", *WEST).tiles("B", *EAST))
    assert [table.red("A"), table.red("B")] == [9, 9]
    assert [table.state.own[seat].bit_count() for seat in range(2)] == [24, 22]
    assert table.ranking() == "BA"


def test_a_full_tie_goes_to_who_had_the_first_turn_last() -> None:
    """ST-T30 (ST-011, ST-R44)."""
    table = last_hex_filled(red_zone(9, 9).tiles("A", *WEST[:13]).tiles("B", *EAST))
    assert [table.state.own[seat].bit_count() for seat in range(2)] == [22, 22]
    assert table.ranking() == "BA"


# -- the end of a turn -----------------------------------------------------------------------------------------------


def test_too_many_cards_are_discarded_one_at_a_time() -> None:
    """ST-T31 (ST-026, ST-032, ST-033, ST-R26)."""
    table = Scenario().hand("A", "CR1", "CR1", "CR1", "HEX1", "HEX1", "HEX2", "CR2").begin().play("A", "end_turn")
    assert table.pending() == "A"
    assert table.legal("A") == [f"discard_down {card}" for card in ("HEX1", "HEX2", "CR1", "CR2")]
    table.play("A", "discard_down HEX1")
    assert table.pending() == "A"
    table.play("A", "discard_down CR1")
    assert table.pending() == "B"
    assert table.hand("A") == ["CR1", "CR1", "HEX1", "HEX2", "CR2"]
    assert table.discard("A") == ["HEX1", "CR1"]


def test_a_small_hand_is_filled_up() -> None:
    """ST-T32 (ST-034)."""
    table = Scenario().hand("A", "CR1", "CR1", "CR1").deck("A", *["HEX1"] * 6).begin().play("A", "end_turn")
    assert len(table.hand("A")) == 5
    assert len(table.deck("A")) == 4


def test_an_opening() -> None:
    """ST-T33 (ST-024, ST-027, ST-037, ST-038, ST-R05, ST-R24, ST-R25)."""
    table = Scenario().hand("A", "CR1", "CR1", "CR1", "HEX1", "HEX1")
    table = table.deck("A", "CR1", "CR1", "CR1", "HEX1", "HEX1").pile("CR2", 24).pile("HEX2", 18)
    played = table.begin()
    path = [(played.budget(), played.actions())]
    for notations in (("play CR1",) * 3, ("buy CR2",), ("play HEX1", "place 3,4"), ("credit",), ("buy HEX2",)):
        played.play("A", *notations)
        path.append((played.budget(), played.actions()))
    assert path == [(0, 4), (3, 4), (1, 3), (1, 2), (2, 1), (0, 0)]
    played.play("A", "end_turn")
    assert Counter(played.discard("A")) == {"CR2": 1, "HEX2": 1, "CR1": 3, "HEX1": 1}
    assert len(played.hand("A")) == 5
    assert len(played.deck("A")) == 1
    assert [played.pile("CR2"), played.pile("HEX2")] == [23, 17]


# -- cards -----------------------------------------------------------------------------------------------------------


def test_a_tactical_offensive_takes_the_control_of_a_well() -> None:
    """ST-T34 (ST-044, ST-045, ST-046, ST-074, ST-075, ST-R52, ST-R54)."""
    table = Scenario().tiles("A", "5,0").tiles("B", "6,0").hand("A", "TACOFF", "HEX1").budget(1).begin()
    table.play("A", "play TACOFF", "target 6,0")
    assert table.owner("6,0") == ""
    assert table.token("6,0") == "WELL_CREDIT"
    assert table.event("control_changed") == {"hex": "6,0", "card": "WELL_CREDIT", "before": 1}
    assert "place 6,0" in table.play("A", "play HEX1").legal("A")
    table.play("A", "place 3,4", "end_turn")
    assert table.pending() == "B"
    assert table.budget() == 0


def test_a_card_without_a_target_is_not_offered() -> None:
    """ST-T36 (ST-R31)."""
    table = Scenario().hand("A", "TACOFF").budget(1).begin()
    assert table.legal("A", "play") == []
    assert table.refused("A", "play TACOFF") == "NO_TARGET"


def test_a_trojan_leaves_a_horse_in_the_opponents_deck() -> None:
    """ST-T37 (ST-058, ST-R55, ST-R60)."""
    table = Scenario().hand("A", "TROJAN").budget(1).deck("B", "CR1", "CR1", "HEX1", "HEX1").begin()
    table.play("A", "play TROJAN")
    assert len(table.deck("B")) == 5
    assert table.deck("B").count("HORSE") == 1
    assert table.trash() == ["TROJAN"]
    table.play("A", "end_turn")
    assert table.discard("A") == []
    assert table.pile("HORSE") == 3


def test_a_horse_cannot_be_played_but_discarded() -> None:
    """ST-T38 (ST-026, ST-057, ST-R56)."""
    table = Scenario().hand("A", "HORSE").begin()
    assert table.legal("A", "play") == []
    assert table.refused("A", "play HORSE") == "NOT_PLAYABLE"
    table.play("A", "discard HORSE")
    assert table.discard("A") == ["HORSE"]
    assert table.actions() == 3


def test_there_is_one_improvement_on_a_hex() -> None:
    """ST-T42 (ST-048, ST-049, ST-050, ST-072)."""
    table = Scenario().tiles("A", "6,0").hand("A", "FORCEFIELD").budget(4).begin()
    assert table.refused("A", "play FORCEFIELD") == "NO_TARGET"


def test_effects_are_resolved_in_the_written_order() -> None:
    """ST-T43 (ST-047)."""
    table = Scenario().tiles("A", "3,4").hand("A", "SAPPERS").deck("A", "CR1", "CR2").budget(1).begin()
    table.play("A", "play SAPPERS", "target 2,5")
    assert table.kinds() == ["tile_destroyed", "drew", "resolved"]
    assert table.owner("2,5") == ""
    assert table.hand("A") == ["CR1"]


def test_a_war_chest_counts_the_cards_left_in_hand() -> None:
    """ST-T44 (ST-047)."""
    table = Scenario().hand("A", "WARCHEST", "CR1", "CR1", "HEX1", "HEX1").begin().play("A", "play WARCHEST")
    assert table.budget() == 4


def test_a_surge_is_an_action_that_gives_three() -> None:
    """ST-T45 (ST-024, ST-038)."""
    table = Scenario().hand("A", "SURGE").budget(2).begin().play("A", "play SURGE")
    assert table.budget() == 0
    assert table.actions() == 6


def test_some_cards_get_round_the_limit_of_encampments() -> None:
    """ST-T46 (ST-028, ST-040)."""
    table = Scenario().hand("A", "HEX3", "VANGUARD", "STAGING", "HEX1").budget(8).begin()
    table.play("A", "play HEX3", "place 3,4", "place 3,3", "place 2,4")
    table.play("A", "play VANGUARD", "place 4,3", "place 4,2")
    assert table.refused("A", "play HEX1") == "NO_ENCAMPMENT"
    table.play("A", "play STAGING", "play HEX1", "place 1,4")
    assert table.actions() == 0
    assert table.budget() == 0


# -- the engine ------------------------------------------------------------------------------------------------------


def test_the_same_seed_and_actions_give_the_same_match() -> None:
    """ST-T47 (ST-R03, ST-R06)."""
    logs: list[list[object]] = []
    for _ in range(2):
        state, events = start(47, options={"round_limit": 30})
        log: list[object] = [events, RULESET.dump(state)]
        for seat, action in decisions(state, 47):
            log += [RULESET.play(state, seat, action), RULESET.dump(state)]
        logs.append(log)
    assert len(logs[0]) > 200
    assert logs[0] == logs[1]


def test_a_view_does_not_depend_on_the_order_of_hidden_cards() -> None:
    """ST-T48 (ST-R61)."""
    state, _ = start(50)
    other = RULESET.load(RULESET.dump(state), chance_of(50))
    other.decks[1] = other.decks[1][::-1]
    other.draft = other.draft[::-1]
    assert other.decks != state.decks
    view = RULESET.view_json(RULESET.observe(state, 0))
    assert RULESET.view_json(RULESET.observe(other, 0)) == view
    imagined = RULESET.imagine(RULESET.observe(state, 0), SeededChance(bytes(32)))
    assert RULESET.view_json(RULESET.observe(imagined, 0)) == view


def test_the_options_have_their_defaults() -> None:
    """ST-T01 (ST-R01, ST-R02, ST-R03, ST-R08)."""
    assert complete({}, OPTIONS) == {
        "board": "zirconia169",
        "first_player": "seat0",
        "first_player_hand": 3,
        "well_timing": "upkeep",
        "forcefield_radius": 1,
        "early_majority": False,
        "wells_indestructible": False,
        "horse_to": "deck",
        "temporary_set": "full",
        "round_limit": 200,
        "placement_api": "stepwise",
    }
