"""Whole matches: how long they are, what always holds; actions as text and JSON; refusals."""

from collections import Counter

import pytest
from hypothesis import given, settings

from services.engine.chance import FastChance
from services.engine.options import complete
from services.engine.ruleset import IllegalAction, JsonObject, MalformedAction, OptionValue
from services.rulesets.standoff.board import HEXES, RED
from services.rulesets.standoff.cards import CARDS, NO_CARD
from services.rulesets.standoff.notation import ACTION_GROUP, AFTER_LAST_ACTION, group_of, kind_of
from services.rulesets.standoff.options import OPTIONS
from services.rulesets.standoff.refusals import CODES
from services.rulesets.standoff.ruleset import RULESET
from services.rulesets.standoff.table import ENDED_FILLED, State
from tests.marks import each_row
from tests.unit.rulesets.random_matches import SEEDS
from tests.unit.standoff.games import OPTION_SETS, SEATS, decisions, start
from tests.unit.standoff.scenario import Scenario


def copies(state: State) -> Counter[int]:
    """How many of each card are anywhere."""
    found = Counter({card: number for card, number in zip(CARDS.piles, state.piles, strict=True) if number})
    zones = [*state.decks, *state.hands, *state.discards, *state.orbits, state.row, state.draft, state.trash]
    for zone in (*zones, state.in_play):
        found.update(card for card in zone if card != NO_CARD)
    return found


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS, OPTION_SETS)
def test_nothing_is_lost_or_doubled_and_the_board_is_in_order(
    seed: int, seats: int, options: dict[str, OptionValue]
) -> None:
    """ST-042, ST-065, ST-072: a tile and a token on a hex at most."""
    state, _ = start(seed, seats, options)
    cards = copies(state)
    for seat, action in decisions(state, seed):
        RULESET.play(state, seat, action)
        assert copies(state) == cards
        tiles = [state.black, *state.own]
        assert sum(mask.bit_count() for mask in tiles) == sum(tiles).bit_count() <= HEXES
        assert sum(mask.bit_count() for mask in state.tokens) == sum(state.tokens).bit_count()
    assert RULESET.outcome(state) is not None
    assert state.round <= state.rules.round_limit


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_match_of_full_length_fills_the_red_zone(seats: int) -> None:
    """ST-008, ST-R43: most do so well before round 200."""
    endings: Counter[int] = Counter()
    for seed in range(4):
        state, _ = RULESET.start(seats, complete({}, OPTIONS), FastChance(seed))
        chance = FastChance(seed + 100)
        number = 0
        while pending := RULESET.pending(state):
            legal = RULESET.legal(state, pending[0])
            RULESET.play(state, pending[0], legal[chance.below("", len(legal))])
            number += 1
        assert 200 < number < 20_000 < RULESET.describe().max_decisions
        endings[state.ended] += 1
        assert (state.ended == ENDED_FILLED) == (RED & ~(state.black | sum(state.own)) == 0)
    assert endings[ENDED_FILLED] >= 1


def test_a_match_of_defaults_comes_to_its_end() -> None:
    """ST-P05: nobody answers."""
    state, _ = start(1, 3, {"round_limit": 5})
    number = 0
    while pending := RULESET.pending(state):
        RULESET.play(state, pending[0], RULESET.default(state, pending[0]))
        number += 1
    assert number == 15
    table = Scenario().tiles("A", "3,4").hand("A", "HEX2").budget(2).begin().play("A", "play HEX2")
    assert RULESET.default(table.state, 0) == RULESET.legal(table.state, 0)[0]


# -- actions as text and JSON ----------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(SEEDS, SEATS, OPTION_SETS)
def test_every_action_reads_back_from_its_notation_and_its_form(
    seed: int, seats: int, options: dict[str, OptionValue]
) -> None:
    state, _ = start(seed, seats, {**options, "round_limit": 6})
    for seat, action in decisions(state, seed):
        for each in RULESET.legal(state, seat):
            assert RULESET.parse(RULESET.notation(each)) == each
            assert RULESET.action_from_json(RULESET.action_json(each)) == each
        RULESET.play(state, seat, action)


def test_notations_are_short_words() -> None:
    forms = {
        "play HEX2": {"play": {"card": "HEX2"}},
        "play CR1": {"play_resource": {"card": "CR1"}},
        "place 3,-4": {"place_tile": {"hex": "3,-4"}},
        "place HEX2 2,4 3,3": {"play_group": {"card": "HEX2", "hexes": ["3,3", "2,4"]}},
        "place 2,4 3,3": {"place_group": {"hexes": ["3,3", "2,4"]}},
        "draw": {"draw": {}},
        "credit": {"take_credit": {}},
        "discard HORSE": {"discard": {"card": "HORSE"}},
        "buy CR2": {"buy": {"card": "CR2"}},
        "buy_slot 3": {"buy_slot": {"slot": 3}},
        "activate 0,0": {"activate": {"hex": "0,0"}},
        "activate_satellite 1": {"activate_satellite": {"satellite": 1}},
        "target 6,0": {"target_hex": {"hex": "6,0"}},
        "opponent 1": {"target_player": {"player": 1}},
        "pick CR3": {"pick_card": {"card": "CR3"}},
        "pick_slot 5": {"pick_slot": {"slot": 5}},
        "stop": {"stop": {}},
        "discard_down HEX1": {"discard_down": {"card": "HEX1"}},
        "end_turn": {"end_turn": {}},
    }
    for text, form in forms.items():
        action = RULESET.parse(text)
        assert RULESET.action_json(action) == form
        assert RULESET.action_from_json(form) == action
    assert RULESET.notation(RULESET.parse("place HEX2 2,4 3,3")) == "place HEX2 3,3 2,4"  # hexes ascend by r, then q


def test_actions_ascend_as_the_page_lists_their_kinds() -> None:
    """3.3 of the page: by kind, then by card, hex or slot; groups come last (ST-P03)."""
    order = ["play HEX2", "place 0,0", "play CR1", "draw", "credit", "discard CR1", "buy CR1", "buy_slot 1"]
    order += ["activate 0,0", "activate_satellite 1", "target 0,0", "opponent 1", "pick CR1", "pick_slot 1", "stop"]
    order += ["discard_down CR1", "end_turn", "place 0,0 0,1", "place HEX2 0,0 0,1"]
    actions = [RULESET.parse(text) for text in order]
    assert actions == sorted(actions)
    assert AFTER_LAST_ACTION < ACTION_GROUP
    assert kind_of(actions[-1]) == kind_of(actions[-2]) == ACTION_GROUP
    assert group_of(actions[-1]) == group_of(actions[-2]) > 0 == group_of(actions[0])


NO_TEXTS = (
    "",
    "play",
    "play HEX9",
    "play WELL_CREDIT",
    "play HEX1 HEX2",
    "place",
    "place 8,0",
    "place 3;4",
    "place HEX2",
    "place CR1 0,0",
    "place HEX2 0,0 0,0",
    "place 0,0 0,0",
    "draw 1",
    "buy_slot 0",
    "buy_slot 9",
    "buy_slot 03",
    "opponent 4",
    "activate_satellite 3",
    "end turn",
)
NO_FORMS: tuple[JsonObject, ...] = (
    {},
    {"play": {"card": "CR1"}},
    {"play_resource": {"card": "HEX1"}},
    {"play": {"card": 3}},
    {"play": {}},
    {"draw": None},
    {"draw": {"card": "CR1"}},
    {"place_tile": {"hex": [0, 0]}},
    {"place_group": {"hexes": ["0,0"]}},
    {"place_group": {"hexes": "0,0"}},
    {"play_group": {"hexes": ["0,0"]}},
    {"play_group": {"card": "HEX2", "hexes": ["0,0", 7]}},
    {"buy_slot": {"slot": True}},
    {"buy_slot": {"slot": "3"}},
    {"draw": {}, "stop": {}},
    {"fly": {}},
)


@each_row("text", NO_TEXTS)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(MalformedAction):
        RULESET.parse(text)


@each_row("form", NO_FORMS)
def test_a_form_that_is_no_action_is_refused(form: JsonObject) -> None:
    with pytest.raises(MalformedAction):
        RULESET.action_from_json(form)


# -- refusals --------------------------------------------------------------------------------------------------------


def test_a_refusal_begins_with_a_reason_code() -> None:
    """3.3 of the page, each code that an action can be refused with."""
    table = Scenario().tiles("A", "3,4").tiles("B", "0,0").token("FORCEFIELD", "0,0")
    scene = table.hand("A", "HEX1", "CR1", "TACOFF", "HORSE", "HEX4", "FORCEFIELD").budget(5).begin()
    expected = {
        "play HEX3": "NOT_IN_HAND",
        "play HEX4": "NO_CREDITS",
        "play HORSE": "NOT_PLAYABLE",
        "discard CR3": "NOT_IN_HAND",
        "buy HORSE": "NO_STOCK",
        "buy SURGE": "NO_STOCK",
        "buy HEX4": "NO_CREDITS",
        "activate 6,0": "NOT_PLAYABLE",
        "activate_satellite 1": "NOT_PLAYABLE",
        "place 3,3": "WRONG_PHASE",
        "stop": "WRONG_PHASE",
        "discard_down CR1": "WRONG_PHASE",
        "place 3,3 2,4": "WRONG_PHASE",
        "draw": "",
    }
    assert {text: scene.refused("A", text) for text in expected} == expected
    assert scene.refused("B", "draw") == "NOT_YOUR_TURN"
    scene.play("A", "play HEX1")
    expected = {
        "place 2,5": "COLLISION",
        "place 3,4": "COLLISION",
        "place 1,2": "NOT_ADJACENT",
        "target 3,3": "WRONG_PHASE",
        "draw": "WRONG_PHASE",
    }
    assert {text: scene.refused("A", text) for text in expected} == expected
    near = Scenario().tiles("A", "2,0").tiles("B", "0,0").token("FORCEFIELD", "0,0").hand("A", "HEX1").begin()
    assert near.play("A", "play HEX1").refused("A", "place 1,0") == "FORCEFIELD"
    nowhere = Scenario().walled().cleared("0,0").hand("A", "HEX1").begin()
    assert nowhere.refused("A", "play HEX1") == "NO_PLACEMENT"
    assert set(CODES) >= set(expected.values())
    for action in (-1, 5_000, ACTION_GROUP * 99, 1 << 300, AFTER_LAST_ACTION):
        with pytest.raises(IllegalAction, match=r"WRONG_PHASE|NOT_IN_HAND|OUT_OF_BOARD"):
            RULESET.play(scene.state, 0, action)


def test_a_hex_off_the_board_is_told_as_such() -> None:
    with pytest.raises(MalformedAction, match="OUT_OF_BOARD"):
        RULESET.parse("place 8,0")
