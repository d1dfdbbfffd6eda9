"""Positions as bytes: round trips, resuming in the middle of anything, and what is not a position."""

import copy
import json
from typing import Any

import pytest

from services.engine.chance import FastChance
from services.engine.ruleset import JsonObject, MalformedPosition, OptionValue
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import PHASE_AGREE, PHASE_CHAMPION, PHASE_REROLL, PHASE_SELECT
from tests.marks import each_row
from tests.unit.commanders.games import (
    at_phase,
    in_the_middle,
    start,
)
from tests.unit.commanders.scenario import PlayedTable, Scenario


def test_a_position_may_leave_out_what_has_its_default_value() -> None:
    document = json.loads(RULESET.dump(in_the_middle(2, 1, 2)))
    whole = RULESET.dump(RULESET.load(json.dumps(document).encode(), FastChance(1)))
    for key in ("options", "skirmish", "words_used"):
        del document[key]
    for player in document["players"]:
        for key in ("fallen", "armies", "wins", "reroll_used", "dice"):
            del player[key]
    assert RULESET.dump(RULESET.load(json.dumps(document).encode(), FastChance(1))) == whole


RECRUITING = json.loads(RULESET.dump(in_the_middle(2, 1, 10, {"first_player": "seat_0"})))
OPTIONAL: dict[str, OptionValue] = {"final_tiebreak": "optional"}
POSITIONS = {
    "suit": json.loads(RULESET.dump(start(2, 1)[0])),
    "place": RECRUITING,
    "select": json.loads(RULESET.dump(at_phase(PHASE_SELECT, 2, 1))),
    "reroll": json.loads(RULESET.dump(at_phase(PHASE_REROLL, 2, 1))),
    "agree": json.loads(RULESET.dump(at_phase(PHASE_AGREE, 2, 1, OPTIONAL))),
    "champion": json.loads(RULESET.dump(at_phase(PHASE_CHAMPION, 2, 1))),
    "over": Scenario(3).survived("A", "B", "A", "C").document(),
    "last_standing": json.loads(RULESET.dump(in_the_middle(2, 4, 99))),
}


def broken(change: Any, position: str = "place") -> str:
    """What is wrong with a position after a change."""
    document = copy.deepcopy(POSITIONS[position])
    change(document)
    with pytest.raises(MalformedPosition) as raised:
        RULESET.load(json.dumps(document).encode(), FastChance(1))
    return str(raised.value)


def set_to(key: str, value: object) -> Any:
    return lambda document: document.__setitem__(key, value)


def player(number: int, **changes: object) -> Any:
    return lambda document: document["players"][number].update(changes)


def without(*keys: str) -> Any:
    def change(document: JsonObject) -> None:
        for key in keys:
            document.pop(key, None)
            for one in document["players"]:
                one.pop(key, None)

    return change


@each_row(
    ("change", "message"),
    [
        (set_to("secret", 1), "state: has a field that is not known"),
        (set_to("phase", "PHASE_UNSPECIFIED"), "phase: must be one of PHASE_SUIT, PHASE_PLACE"),
        (set_to("phase", "PHASE_SUIT"), "turn: must be that of the first player without a suit"),
        (set_to("phase", "PHASE_SELECT"), "deck: must be drawn and placed before the skirmishes"),
        (set_to("phase", "PHASE_GAME_OVER"), "turn: must be absent when it is nobody's"),
        (set_to("first", 1), "first: must be 0"),
        (set_to("first", 2), "first: must be a whole number from 0 to 1"),
        (without("first"), "first: must be absent while suits are chosen"),
        (without("turn"), "turn: must be absent when it is nobody's"),
        (set_to("turn", 1), "drawn: must be cards of the player who drew last"),
        (set_to("skirmish", 1), "skirmish: must be 0 before the first"),
        (set_to("skirmish", 8), "skirmish: must be a whole number from 0 to 7"),
        (set_to("options", {"first_player": "seat_1"}), "options.first_player: must be one of roll, seat_0"),
        (set_to("options", []), "options: must be an object"),
        (set_to("deck", ["2S"]), "cards: each unit must be in exactly one place"),
        (set_to("deck", ["AS"]), "deck: has something that is not such an id"),
        (set_to("deck", "2S"), "deck: must be a list"),
        (set_to("drawn", []), "cards: each unit must be in exactly one place"),
        (set_to("aside", []), "aside: must hold the commanders of the suits that nobody has"),
        (set_to("players", [{}]), "players: must be 2 to 4"),
        (set_to("players", [{}, 3]), "players[1]: must be an object"),
        (player(0, suit="X"), "players[0].suit: must be one of (empty), S, H, D, C"),
        (player(0, standing=[]), "players[0].standing: with fallen must be the four commanders"),
        (player(0, armies={"ace": ["2S"], "ten": []}), "players[0].armies: has a field that is not known"),
        (player(0, wins=1), "players: must have a victory for each commander"),
        (player(0, wins=True), "players[0].wins: must be a whole number from 0 to 4"),
        (player(0, reroll_used=True), "players: have no single reroll to use"),
        (player(0, reroll_used=1), "players[0].reroll_used: must be true or false"),
        (player(0, fielded="A"), "players: field nobody now"),
        (player(0, fielded="T"), "players[0].fielded: has something that is not such an id"),
        (player(0, selection=""), "players[0].selection: bonuses are selected in turn order"),
        (player(0, selection="N1+N1"), "players[0].selection: must be one of"),
        (player(0, dice=[3]), "players[0].dice: do not fit the bonuses"),
        (player(0, dice=[21]), "players[0].dice: must be a whole number from 1 to 20"),
        (set_to("words_used", {"deck": 1}), "words_used: names a chance stream that is not used"),
        (set_to("words_used", {"dice": -1}), "words_used.dice: must be a whole number from 0 to 2147483648"),
        (set_to("words_used", []), "words_used: must be an object"),
    ],
)
def test_a_recruiting_position_must_be_consistent(change: Any, message: str) -> None:
    assert broken(change).startswith(message)


def give_away(document: JsonObject) -> None:
    """A unit of the first player's lies under the second player's Ace."""
    armies = document["players"][0]["armies"]
    word = next(word for word in armies if armies[word])
    document["players"][1]["armies"]["ace"].append(armies[word].pop())


def same_suit(document: JsonObject) -> None:
    document["players"][1].update({key: document["players"][0][key] for key in ("suit", "standing", "fallen")})
    document["aside"] = [
        f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJ" if suit != document["players"][0]["suit"]
    ]


def swap_suits(document: JsonObject) -> None:
    """The players have each other's suits, though they have them by seat."""
    document["options"]["suits"] = "by_seat"
    one, other = document["players"]
    for key in ("suit", "standing"):
        one[key], other[key] = other[key], one[key]


def undraw(document: JsonObject) -> None:
    """A card of the deck is drawn before its time."""
    document["drawn"].append(document["deck"].pop())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (give_away, "players: must have placed as many units as they have drawn"),
        (same_suit, "players: two have the same suit"),
        (undraw, "deck: cannot have so many cards"),
        (swap_suits, "players: must have their suits by seat"),
    ],
)
def test_cards_are_where_the_draws_have_brought_them(change: Any, message: str) -> None:
    """FC-009, FC-012, FC-R05."""
    assert broken(change).startswith(message)


def other_turn(document: JsonObject) -> None:
    document["turn"] = 1 - document["turn"]


def each(**changes: object) -> Any:
    return lambda document: [one.update(changes) for one in document["players"]]


def fell_all(document: JsonObject) -> None:
    for one in document["players"]:
        one["fallen"] += one["standing"][:1]
        del one["standing"][:1]


def stand_all(document: JsonObject) -> None:
    for one in document["players"]:
        one["standing"] = one["standing"] + one["fallen"]
        one["fallen"] = []


@each_row(
    ("position", "change", "message"),
    [
        ("suit", set_to("turn", 1), "turn: must be that of the first player without a suit"),
        ("suit", set_to("first", 0), "first: must be absent while suits are chosen"),
        ("suit", lambda d: d["drawn"].append(d["deck"].pop()), "deck: must be whole while suits are chosen"),
        ("select", other_turn, "players["),
        ("select", each(selection=""), "players["),
        ("select", each(dice=[1]), "players[0].dice: do not fit the bonuses"),
        ("select", without("fielded"), "players: must field the commanders whose skirmish it is"),
        ("select", set_to("options", {"auto_bonus": True}), "turn: the player has no bonuses to choose from"),
        ("select", set_to("skirmish", 0), "skirmish: must be the one that is fought"),
        ("select", fell_all, "players: one "),
        ("reroll", without("selection"), "players["),
        ("reroll", each(selection="N1"), "players["),
        ("reroll", each(dice=[]), "players[0].dice: do not fit the bonuses"),
        ("reroll", set_to("phase", "PHASE_SELECT"), "players["),
        ("agree", set_to("skirmish", 3), "phase: nobody is asked whether to fight now"),
        ("agree", set_to("options", {}), "phase: nobody is asked whether to fight now"),
        ("champion", set_to("skirmish", 4), "skirmish: must be one that breaks the tie"),
        ("champion", set_to("skirmish", 6), "players: must have lost a commander"),
        ("champion", set_to("turn", 0), "turn: must be absent when it is nobody's"),
        ("champion", each(wins=1), "players: must be tied in victories"),
        ("champion", stand_all, "players: only one Ace can stand"),
        ("champion", each(fielded="A"), "players: can put forward a standing commander"),
        ("over", set_to("skirmish", 3), "skirmish: must be the last that was fought"),
        ("over", set_to("turn", 0), "turn: must be absent when it is nobody's"),
        ("over", stand_all, "players: one Ace stands after their skirmish"),
        ("over", each(wins=1), "players: must have a victory for each commander"),
    ],
)
def test_a_position_of_the_war_must_be_consistent(position: str, change: Any, message: str) -> None:
    assert broken(change, position).startswith(message)


def test_a_hand_written_champion_waits_for_the_other() -> None:
    document = Scenario(2).survived("A", "A", "B", "B").document()
    document["players"][0]["fielded"] = "K"
    table = PlayedTable.of(document)
    assert table.pending() == ["B"]
    table.play("B", "champion J")
    assert table.all_of("skirmish_started")[0]["fighters"] == [
        {"player": 0, "commander": "K"},
        {"player": 1, "commander": "J"},
    ]


@pytest.mark.parametrize(("viewer", "secret"), [(0, True), (1, True), (0, False), (1, False)])
def test_a_champion_put_forward_is_known_to_those_who_may_know_it(viewer: int, secret: bool) -> None:
    """FC-R27."""
    commit = "simultaneous" if secret else "sequential"
    document = Scenario(2, tiebreak_commit=commit).survived("A", "A", "B", "B").document()
    document["players"][0]["fielded"] = "K"
    if not secret:
        document["turn"] = 1
    state = RULESET.load(json.dumps(document).encode(), FastChance(1))
    view = RULESET.view_json(RULESET.observe(state, viewer))
    assert view["players"][0].get("fielded") == (None if secret and viewer == 1 else "K")
    RULESET.view_from_json(view)
    if "fielded" in view["players"][0]:
        del view["players"][0]["fielded"]
    else:
        view["players"][0]["fielded"] = "K"
    with pytest.raises(MalformedPosition, match=r"players\[0\].fielded: is known to those who may know it"):
        RULESET.view_from_json(view)


def face_down_view() -> JsonObject:
    """What seat 0 sees after it has placed its first turn, and seat 1 its first card."""
    table = PlayedTable.new_game(2, units="face_down", suits="by_seat", first_player="seat_0")
    table.place("Ace", "Ace", "Ace", "Ace", "Ace")
    return RULESET.view_json(RULESET.observe(table.state, 0))


def hide_own(view: JsonObject) -> None:
    own = view["players"][0]["armies"]["ace"]
    view["unseen"].append(own[0])
    own[0] = ""


def show_others(view: JsonObject) -> None:
    view["players"][1]["armies"]["ace"][0] = view["unseen"].pop()


def show_drawn(view: JsonObject) -> None:
    view["drawn"] = [view["unseen"].pop() for _ in view["drawn"]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (hide_own, r"players\[0\].armies: are known to those who may know them only"),
        (show_others, r"players\[1\].armies: are known to those who may know them only"),
        (show_drawn, "drawn: is known to those who may know it"),
    ],
)
def test_a_view_shows_what_its_viewer_may_know(change: Any, message: str) -> None:
    """FC-R08, FC-P02."""
    view = face_down_view()
    RULESET.view_from_json(view)
    change(view)
    with pytest.raises(MalformedPosition, match=message):
        RULESET.view_from_json(view)


def test_a_tie_that_is_fought_out_is_not_over() -> None:
    """FC-R26."""
    document = json.loads(RULESET.dump(at_phase(PHASE_AGREE, 2, 1, OPTIONAL)))
    document["phase"] = "PHASE_GAME_OVER"
    del document["turn"]
    assert RULESET.outcome(RULESET.load(json.dumps(document).encode(), FastChance(1))) is not None
    document["options"]["final_tiebreak"] = "mandatory"
    with pytest.raises(MalformedPosition, match="the tie is fought out"):
        RULESET.load(json.dumps(document).encode(), FastChance(1))
