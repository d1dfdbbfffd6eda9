"""Actions and their notation: ``play HEX2``, ``place 3,-4``, ``buy_slot 3``, ``place HEX2 2,4 3,3``.

An action is a whole number: the number of its kind, then what it names; kinds are numbered in the order of a legal
list. A group that is placed in one decision is a number of its own sort: the card that is played, then the hexes.
Slots and satellites are counted from 1 for people and from 0 inside.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from services.engine.ruleset import JsonObject, MalformedAction
from services.rulesets.standoff.board import NOWHERE, hex_named, hexes, mask_of, name
from services.rulesets.standoff.cards import MAX_GROUP, NO_CARD, ROW_SLOTS, Cards
from services.rulesets.standoff.table import ORBIT_LIMIT

ACTIONS_OF_A_KIND: Final = 256
"""Numbers for each kind of action."""

ACTION_PLAY: Final = 0x000
ACTION_PLACE: Final = 0x100
ACTION_RESOURCE: Final = 0x200
ACTION_DRAW: Final = 0x300
ACTION_CREDIT: Final = 0x400
ACTION_DISCARD: Final = 0x500
ACTION_BUY: Final = 0x600
ACTION_BUY_SLOT: Final = 0x700
ACTION_ACTIVATE: Final = 0x800
ACTION_ACTIVATE_SATELLITE: Final = 0x900
ACTION_TARGET: Final = 0xA00
ACTION_PLAYER: Final = 0xB00
ACTION_PICK: Final = 0xC00
ACTION_PICK_SLOT: Final = 0xD00
ACTION_STOP: Final = 0xE00
ACTION_DISCARD_DOWN: Final = 0xF00
ACTION_END_TURN: Final = 0x1000
AFTER_LAST_ACTION: Final = ACTION_END_TURN + 1

ACTION_GROUP: Final = 1 << 240
"""A group in one decision: this times ``ANY_CARD`` or the card plus ``FIRST_CARD``, plus the set of hexes."""
ANY_CARD: Final = 1
FIRST_CARD: Final = 2

_SEATS: Final = 4


def play_group(card: int, group: int) -> int:
    """Play a card and place its group in one decision; ``NO_CARD``: place the group of a card already played."""
    return ACTION_GROUP * (ANY_CARD if card == NO_CARD else FIRST_CARD + card) + group


def group_of(action: int) -> int:
    """The hexes of a group that is placed in one decision; 0 for other actions."""
    return action % ACTION_GROUP if action >= ACTION_GROUP else 0


def card_of_group(action: int) -> int:
    """The card that is played together with its group, or ``NO_CARD``."""
    return action // ACTION_GROUP - FIRST_CARD if action >= ACTION_GROUP * FIRST_CARD else NO_CARD


def kind_of(action: int) -> int:
    """The number of an action's kind; ``ACTION_GROUP`` for a group."""
    return action & ~(ACTIONS_OF_A_KIND - 1) if action < ACTION_GROUP else ACTION_GROUP


def argument_of(action: int) -> int:
    """What an action names, as a number."""
    return action & (ACTIONS_OF_A_KIND - 1)


# -- the forms of actions --------------------------------------------------------------------------------------------

_NOTHING: Final = {ACTION_DRAW: "draw", ACTION_CREDIT: "credit", ACTION_STOP: "stop", ACTION_END_TURN: "end_turn"}
_OF_CARD: Final = {
    ACTION_PLAY: "play",
    ACTION_RESOURCE: "play",
    ACTION_DISCARD: "discard",
    ACTION_BUY: "buy",
    ACTION_PICK: "pick",
    ACTION_DISCARD_DOWN: "discard_down",
}
_OF_HEX: Final = {ACTION_PLACE: "place", ACTION_ACTIVATE: "activate", ACTION_TARGET: "target"}


class _NumberForm(NamedTuple):
    """The form of an action that names a number. ``field``: of its message; ``number``: how many from ``least`` on."""

    word: str
    field: str
    least: int
    number: int


_OF_NUMBER: Final = {
    ACTION_BUY_SLOT: _NumberForm("buy_slot", "slot", 1, ROW_SLOTS),
    ACTION_ACTIVATE_SATELLITE: _NumberForm("activate_satellite", "satellite", 1, ORBIT_LIMIT),
    ACTION_PLAYER: _NumberForm("opponent", "player", 0, _SEATS),
    ACTION_PICK_SLOT: _NumberForm("pick_slot", "slot", 1, ROW_SLOTS),
}
_MESSAGES: Final = {
    ACTION_PLAY: "play",
    ACTION_PLACE: "place_tile",
    ACTION_RESOURCE: "play_resource",
    ACTION_DRAW: "draw",
    ACTION_CREDIT: "take_credit",
    ACTION_DISCARD: "discard",
    ACTION_BUY: "buy",
    ACTION_BUY_SLOT: "buy_slot",
    ACTION_ACTIVATE: "activate",
    ACTION_ACTIVATE_SATELLITE: "activate_satellite",
    ACTION_TARGET: "target_hex",
    ACTION_PLAYER: "target_player",
    ACTION_PICK: "pick_card",
    ACTION_PICK_SLOT: "pick_slot",
    ACTION_STOP: "stop",
    ACTION_DISCARD_DOWN: "discard_down",
    ACTION_END_TURN: "end_turn",
}
"""Fields of the Action message."""
_PLAY_GROUP: Final = "play_group"
_PLACE_GROUP: Final = "place_group"
_KINDS_BY_WORD: Final = {
    word: kind for kind, word in {**_NOTHING, **_OF_CARD, **_OF_HEX}.items() if kind != ACTION_RESOURCE
} | {form.word: kind for kind, form in _OF_NUMBER.items()}
_FIELDS: Final = {field: kind for kind, field in _MESSAGES.items()}


def notation(action: int, cards: Cards) -> str:
    """An action as text."""
    if action >= ACTION_GROUP:
        card = card_of_group(action)
        named = [] if card == NO_CARD else [cards.ids[card]]
        return " ".join(["place", *named, *map(name, hexes(group_of(action)))])
    kind, argument = kind_of(action), argument_of(action)
    if kind in _NOTHING:
        return _NOTHING[kind]
    if kind in _OF_CARD:
        return f"{_OF_CARD[kind]} {cards.ids[argument]}"
    if kind in _OF_HEX:
        return f"{_OF_HEX[kind]} {name(argument)}"
    form = _OF_NUMBER[kind]
    return f"{form.word} {argument + form.least}"


def parse(text: str, cards: Cards) -> int:
    """An action from its notation.

    Raises:
        MalformedAction: the text is none.
    """
    word, *rest = text.split(" ") if isinstance(text, str) else [""]
    kind = _KINDS_BY_WORD.get(word)
    if kind is None:
        raise MalformedAction(
            "an action is a word, such as `draw`, or a word with a card, hexes or a number, such as `play HEX2`, "
            "`place 3,-4`, `place HEX2 2,4 3,3`, `buy_slot 3`"
        )
    if kind == ACTION_PLACE and len(rest) != 1:
        return _parse_group(rest, cards)
    if len(rest) != (0 if kind in _NOTHING else 1):
        raise MalformedAction(f"`{word}` names {'nothing' if kind in _NOTHING else 'one thing'}")
    if kind in _NOTHING:
        return kind
    if kind in _OF_CARD:
        return _with_card(kind, _card(rest[0], cards), cards)
    if kind in _OF_HEX:
        return kind + _hex(rest[0])
    return kind + _number(kind, int(rest[0]) if rest[0].isdecimal() and len(rest[0]) < 3 else None, rest[0])


def _parse_group(words: Sequence[str], cards: Cards) -> int:
    if words and words[0] in cards.numbers:
        return _group(_card(words[0], cards), words[1:], cards)
    return _group(NO_CARD, words, cards)


def _group(card: int, texts: Sequence[str], cards: Cards) -> int:
    """A group, its hexes in any order."""
    found = [_hex(text) for text in texts]
    group = mask_of(found)
    least = 2 if card == NO_CARD else 1  # a single hex in the middle of a card is placed as a tile
    if group.bit_count() != len(found) or not least <= len(found) <= MAX_GROUP:
        raise MalformedAction(f"a group is {least} to {MAX_GROUP} different hexes, such as `place HEX2 2,4 3,3`")
    if card != NO_CARD and not cards.group[card]:
        raise MalformedAction(f"`{cards.ids[card]}` is not a card that begins with a group")
    return play_group(card, group)


def _card(id: object, cards: Cards) -> int:
    card = cards.numbers.get(id) if isinstance(id, str) else None
    if card is None or not cards.copies[card]:
        raise MalformedAction("an action names a card by its id, such as `HEX2`")
    return card


def _hex(text: object) -> int:
    hex = hex_named(text) if isinstance(text, str) else NOWHERE
    if hex == NOWHERE:
        raise MalformedAction(
            "OUT_OF_BOARD: a hex is `q,r` with whole numbers at most 7 steps from `0,0`, such as `3,-4`"
        )
    return hex


def _number(kind: int, value: object, text: object) -> int:
    word, _, least, number = _OF_NUMBER[kind]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < least + number:
        raise MalformedAction(f"`{word}` names a whole number from {least} to {least + number - 1}")
    if isinstance(text, str) and text != str(value):
        raise MalformedAction(f"`{word}` names a number without leading zeros")
    return value - least


def _with_card(kind: int, card: int, cards: Cards) -> int:
    return (ACTION_RESOURCE if kind == ACTION_PLAY and cards.kind[card] == "resource" else kind) + card


def action_json(action: int, cards: Cards) -> JsonObject:
    """An action as the JSON of the Action message."""
    if action >= ACTION_GROUP:
        card, places = card_of_group(action), [name(hex) for hex in hexes(group_of(action))]
        if card == NO_CARD:
            return {_PLACE_GROUP: {"hexes": places}}
        return {_PLAY_GROUP: {"card": cards.ids[card], "hexes": places}}
    kind, argument = kind_of(action), argument_of(action)
    body: JsonObject = {}
    if kind in _OF_CARD:
        body = {"card": cards.ids[argument]}
    elif kind in _OF_HEX:
        body = {"hex": name(argument)}
    elif kind in _OF_NUMBER:
        form = _OF_NUMBER[kind]
        body = {form.field: argument + form.least}
    return {_MESSAGES[kind]: body}


def action_from_json(document: JsonObject, cards: Cards) -> int:
    """An action from its JSON.

    Raises:
        MalformedAction: it is none.
    """
    if not isinstance(document, dict) or len(document) != 1:
        raise MalformedAction("an action has exactly one field")
    field, body = next(iter(document.items()))
    if field in (_PLAY_GROUP, _PLACE_GROUP):
        return _group_from_json(field, body, cards)
    kind = _FIELDS.get(field)
    if kind is None:
        raise MalformedAction(
            "an action has one of the fields " + ", ".join(f"`{name}`" for name in _MESSAGES.values())
        )
    key = _key(kind)
    if not isinstance(body, dict) or set(body) != ({key} if key else set()):
        raise MalformedAction(f"`{field}` must be an object with {f'`{key}`' if key else 'no field'} alone")
    if not key:
        return kind
    if kind in _OF_CARD:
        return _resource_or_not(kind, _card(body[key], cards), cards)
    return kind + (_hex(body[key]) if kind in _OF_HEX else _number(kind, body[key], body[key]))


def _key(kind: int) -> str:
    if kind in _NOTHING:
        return ""
    return "card" if kind in _OF_CARD else "hex" if kind in _OF_HEX else _OF_NUMBER[kind].field


def _resource_or_not(kind: int, card: int, cards: Cards) -> int:
    """Resource cards have a field of their own: they take no action (ST-056)."""
    if kind in (ACTION_PLAY, ACTION_RESOURCE) and (cards.kind[card] == "resource") != (kind == ACTION_RESOURCE):
        raise MalformedAction("a resource card is played with `play_resource`, another with `play`")
    return kind + card


def _group_from_json(field: str, body: object, cards: Cards) -> int:
    keys = {"card", "hexes"} if field == _PLAY_GROUP else {"hexes"}
    if not isinstance(body, dict) or set(body) != keys or not isinstance(body["hexes"], list):
        raise MalformedAction(
            f"`{field}` must be an object with {' and '.join(f'`{key}`' for key in sorted(keys))} alone"
        )
    return _group(_card(body["card"], cards) if field == _PLAY_GROUP else NO_CARD, body["hexes"], cards)
