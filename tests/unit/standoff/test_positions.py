"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.ruleset import JsonObject, MalformedPosition, OptionValue
from services.rulesets.standoff.ruleset import RULESET
from tests.marks import each_row
from tests.unit.standoff.scenario import PlayedTable, Scenario

SHORT: dict[str, OptionValue] = {"round_limit": 12}


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    table = Scenario().hand("A", "CR1").begin()
    written = json.loads(RULESET.dump(table.state))
    for key in ("options", "first", "active", "budget", "trash", "in_play", "used", "ending", "words_used"):
        del written[key]
    for player in written["players"]:
        for key in ("tiles", "deck", "discard", "orbit", "scheduled"):
            del player[key]
    loaded = RULESET.load(json.dumps(written).encode(), FastChance(1))
    assert RULESET.dump(loaded) == RULESET.dump(table.state)


# -- in the middle of an effect --------------------------------------------------------------------------------------


def second_of_three_tiles() -> PlayedTable:
    table = Scenario().tiles("A", "3,4").hand("A", "HEX3").budget(4).begin()
    return table.play("A", "play HEX3", "place 3,3")


def slot_to_trash() -> PlayedTable:
    return Scenario().hand("A", "EMBARGO").begin().play("A", "play EMBARGO")


def card_of_a_shown_hand() -> PlayedTable:
    table = Scenario(3).hand("A", "INFILTRATE").hand("C", "CR1", "HEX1").budget(2).begin()
    return table.play("A", "play INFILTRATE")


def second_card_to_trash() -> PlayedTable:
    table = Scenario().hand("A", "SCRAPYARD", "CR1", "CR2", "HEX1").begin()
    return table.play("A", "play SCRAPYARD", "pick CR1")


def target_of_a_token() -> PlayedTable:
    table = Scenario().tiles("A", "0,0").tiles("B", "1,0").token("HOWITZER", "0,0").budget(1).begin()
    return table.play("A", "activate 0,0")


def target_of_a_satellite() -> PlayedTable:
    return Scenario().orbit("A", "LANCE").tiles("B", "0,0").budget(2).begin().play("A", "activate_satellite 1")


def card_to_discard() -> PlayedTable:
    return Scenario().hand("A", *["CR1"] * 6, "HEX1").begin().play("A", "end_turn")


MIDDLES: list[Callable[[], PlayedTable]] = [
    second_of_three_tiles,
    slot_to_trash,
    card_of_a_shown_hand,
    second_card_to_trash,
    target_of_a_token,
    target_of_a_satellite,
    card_to_discard,
]


@pytest.mark.parametrize("middle", MIDDLES)
def test_a_decision_in_the_middle_of_an_effect_is_saved_cloned_and_resumed(
    middle: Callable[[], PlayedTable],
) -> None:
    state = middle().state
    data = RULESET.dump(state)
    again = RULESET.load(data, FastChance(0))
    cloned = RULESET.clone(state)
    imagined = RULESET.imagine(RULESET.observe(state, 0), FastChance(0))
    legal = RULESET.legal(state, 0)
    assert legal
    for other in (again, cloned, imagined):
        assert RULESET.legal(other, 0) == legal
        for action in legal:
            copies = [RULESET.clone(each) for each in (state, other)]
            for each in copies:
                RULESET.play(each, 0, action)
            views = [RULESET.view_json(RULESET.observe(each, 0)) for each in copies]
            assert views[0]["players"][0]["tiles"] == views[1]["players"][0]["tiles"]
            assert (
                views[0]["resolving" if "resolving" in views[0] else "phase"]
                == (views[1]["resolving" if "resolving" in views[1] else "phase"])
            )
    assert RULESET.dump(state) == data


# -- what is not a position ------------------------------------------------------------------------------------------

PLAIN = json.loads(RULESET.dump(Scenario().tiles("A", "3,4").hand("A", "CR1").orbit("B", "SOLAR").begin().state))
PLACING, _, LOOKING, _, SHOOTING, _, DISCARDING = [json.loads(RULESET.dump(middle().state)) for middle in MIDDLES]


def broken(document: JsonObject, change: Any) -> str:
    """What is wrong with a position after a change."""
    document = copy.deepcopy(document)
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.load(json.dumps(document).encode(), FastChance(1))
    return str(raised.value)


def set_to(key: str, value: object) -> Any:
    return lambda document: document.__setitem__(key, value)


def player(key: str, value: object, seat: int = 0) -> Any:
    return lambda document: document["players"][seat].__setitem__(key, value)


def resolving(key: str, value: object) -> Any:
    return lambda document: document["resolving"].__setitem__(key, value)


def in_options(name: str, value: object) -> Any:
    return lambda document: document["options"].__setitem__(name, value)


@each_row(
    ("document", "change", "message"),
    [
        (PLAIN, set_to("secret", 1), "state: has a field that is not known"),
        (PLAIN, set_to("phase", "PHASE_UNSPECIFIED"), "phase: must be one of PHASE_ACTION, PHASE_RESOLVE"),
        (PLAIN, set_to("round", 0), "round: must be a whole number from 1 to 500"),
        (PLAIN, set_to("round", 201), "round: must be at most 200"),
        (PLAIN, set_to("first", 1), "first: must be 0 with the option first_player=seat0"),
        (PLAIN, set_to("active", 2), "active: must be a whole number from 0 to 1"),
        (PLAIN, set_to("budget", 10**6), "budget: must be a whole number from -9999 to 9999"),
        (PLAIN, set_to("actions", -1), "actions: must be a whole number from 0 to 9999"),
        (PLAIN, in_options("wells", 1), "options.wells: unknown option"),
        (PLAIN, in_options("round_limit", 0), "options.round_limit: must be a whole number from 1 to 500"),
        (PLAIN, set_to("players", []), "players: must be 2 to 4"),
        (PLAIN, player("tiles", ["8,0"]), "players[0].tiles: has something that is not such an id"),
        (PLAIN, player("tiles", ["3,4", "3,4"]), "players[0].tiles: names a hex twice"),
        (PLAIN, player("tiles", ["2,5"]), "players[0].tiles: a hex has one tile"),
        (PLAIN, player("tiles", ["3,4"], 1), "players[1].tiles: a hex has one tile"),
        (PLAIN, player("hand", ["CR1", "CR2"]), "piles: CR2: too many in the match"),
        (PLAIN, player("hand", []), "piles: CR1: too few in the match"),
        (PLAIN, player("hand", ["WELL_CREDIT"]), "players[0].hand: has something that is not such an id"),
        (PLAIN, player("orbit", ["CR1"]), "players[0].orbit: has something that is not such an id"),
        (PLAIN, player("orbit", ["SOLAR", "LANCE", "LANCE"], 1), "players[1].orbit: must be at most 2"),
        (PLAIN, set_to("used", [1]), "used: must be one for each satellite of the active player"),
        (PLAIN, player("scheduled", [{"card": "LOAN", "effect": 1}]), "players[0].scheduled[0].times_left: must be a"),
        (
            PLAIN,
            player("scheduled", [{"card": "LOAN", "effect": 1, "times_left": 1}]),
            "players[0].scheduled: the card schedules no such thing",
        ),
        (
            PLAIN,
            player("scheduled", [{"card": "CONTRACT", "effect": 1, "times_left": 4}]),
            "players[0].scheduled: the card schedules no such thing",
        ),
        (PLAIN, set_to("row", ["SURGE"]), "row: must have 8 slots"),
        (PLAIN, lambda d: d["row"].__setitem__(0, ""), "row: a slot stays empty only when the draft pile is"),
        (PLAIN, lambda d: d["piles"].__setitem__("HEX1", 27), "piles: HEX1: too many in the match"),
        (PLAIN, lambda d: d["piles"].__setitem__("SURGE", 1), "piles: has a field that is not known"),
        (
            PLAIN,
            lambda d: d["tokens"].append({"hex": "6,0", "card": "BUNKER"}),
            "tokens[10].hex: has an improvement already",
        ),
        (
            PLAIN,
            lambda d: d["tokens"].append({"hex": "0,0", "card": "HEX1"}),
            "tokens[10].card: has something that is not such an id",
        ),
        (PLAIN, set_to("ending", "ENDING_FILLED"), "ending: must be there exactly when the match has ended"),
        (PLAIN, set_to("phase", "PHASE_GAME_OVER"), "ending: must be there exactly when the match has ended"),
        (
            PLAIN,
            lambda d: d.update(phase="PHASE_GAME_OVER", ending="ENDING_FILLED"),
            "ending: must be what the red zone says",
        ),
        (
            PLAIN,
            lambda d: d.update(phase="PHASE_GAME_OVER", ending="ENDING_ADJUDICATED"),
            "ending: the match was not decided by the end of the last round",
        ),
        (PLAIN, set_to("phase", "PHASE_RESOLVE"), "resolving: must be there exactly when a choice is waited for"),
        (PLAIN, set_to("phase", "PHASE_DISCARD_DOWN"), "budget: is nothing at the end of a turn"),
        (PLAIN, set_to("words_used", {"dice": 1}), "words_used: names a chance stream that is not used"),
        (DISCARDING, player("hand", ["CR1"]), "piles: HEX1: too few in the match"),
        (PLACING, resolving("card", "HEX9"), "resolving.card: has something that is not such an id"),
        (PLACING, resolving("card", "CR1"), "resolving.effect: must be one with a choice"),
        (PLACING, resolving("effect", 2), "resolving.effect: must be one with a choice"),
        (PLACING, resolving("card", "HEX2"), "resolving.card: must have been played"),
        (PLACING, resolving("left", 1), "resolving.left: does not fit the group"),
        (PLACING, resolving("group", ["-3,0"]), "resolving.group: must be connected, and touch the edge"),
        (PLACING, resolving("group", ["2,5"]), "resolving.group: must be of hexes where tiles may be placed"),
        (PLACING, resolving("hex", "3,4"), "resolving.hex: must be there for a token, and for nothing else"),
        (SHOOTING, resolving("hex", "1,0"), "resolving.hex: must have the token of the card"),
        (SHOOTING, resolving("left", 2), "resolving.left: does not fit the effect"),
        (SHOOTING, resolving("group", ["0,1"]), "resolving.group: must be empty"),
        (SHOOTING, resolving("player", 1), "resolving.player: must be an opponent, for an effect that is aimed"),
        (SHOOTING, resolving("part", "PART_ORBIT"), "resolving.effect: must be one with a choice"),
        (LOOKING, resolving("player", 0), "resolving.left: does not fit the effect"),
    ],
)
def test_what_cannot_be_is_refused_and_the_error_says_where(document: JsonObject, change: Any, message: str) -> None:
    assert broken(document, change).startswith(message)


def broken_view(change: Any) -> str:
    """What is wrong with the view of a player who looks at another's hand, after a change."""
    document = RULESET.view_json(RULESET.observe(card_of_a_shown_hand().state, 0))
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.view_from_json(document)
    return str(raised.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (player("red_tiles", 3), "players[0].red_tiles: does not fit the tiles"),
        (player("hand", ["CR1"], 1), "players: a hand is known to its player alone"),
        (player("hand_size", 2), "players[0].hand_size: does not fit the hand"),
        (player("deck_size", 4, 2), "players[2].unseen: does not fit the sizes of deck and hand"),
        (set_to("draft_size", 3), "draft_size: does not fit the cards that are nowhere else"),
        (set_to("shown", ["CR1", "CR1"]), "shown: has a card that the player cannot have"),
        (set_to("shown", ["CR1"]), "shown: does not fit the size of the hand"),
        (set_to("shown", []), "view: no position looks like that"),
        (lambda d: d["tokens"][0].__setitem__("controller", 1), "tokens[0].controller: does not fit the tiles"),
        (resolving("effect", 9), "resolving.effect: the card has no such effect"),
    ],
)
def test_a_view_that_cannot_be_is_refused(change: Any, message: str) -> None:
    assert broken_view(change).startswith(message)
