"""Actions and their notation: ``place CB03``, ``switch 3 CB05``, ``duel 3``, ``keep PW05``.

An action is a whole number. Slots of the line-up are 1 to 7 for people and 0 to 6 inside. The numbers of actions that
name a slot, a pair of slots or a card are a base plus that slot, pair or card; an action that names a slot and a card
has 64 numbers for each slot.
"""

from itertools import combinations
from typing import Final

from services.engine.ruleset import JsonObject, MalformedAction
from services.rulesets.duels.cards import FIGHTERS, FIRST_POWER, IDS, IS_EQUIPMENT, PLACES, SLOTS

# Placing: a base of 0 and the card.
ACTION_LEAVE: Final = 64
ACTION_PASS: Final = 65
ACTION_NO_EQUIPMENT: Final = 66
ACTION_TAKE_VC: Final = 67
ACTION_TAKE_POWER: Final = 68
ACTION_DECLINE: Final = 69
ACTION_ACT: Final = 72
ACTION_DUEL: Final = 80
ACTION_SLOT: Final = 88
ACTION_SWAP: Final = 96
ACTION_PAIR: Final = 120
ACTION_EQUIP: Final = 192
ACTION_KEEP: Final = 256
ACTION_CARD: Final = 320
ACTION_SWITCH: Final = 512
ACTION_FILL: Final = 1024
ACTIONS_OF_A_SLOT: Final = 64
"""Numbers for each slot, of actions that name a slot and a card."""
AFTER_LAST_ACTION: Final = ACTION_FILL + SLOTS * ACTIONS_OF_A_SLOT

PAIRS: Final[list[tuple[int, int]]] = list(combinations(range(SLOTS), 2))
"""The pairs of slots in order."""
PAIR_PLACES: Final[dict[tuple[int, int], int]] = {pair: place for place, pair in enumerate(PAIRS)}

_PLAIN_NOTATION: Final = {
    ACTION_LEAVE: "leave",
    ACTION_PASS: "pass",
    ACTION_NO_EQUIPMENT: "no_equipment",
    ACTION_TAKE_VC: "take_vc",
    ACTION_TAKE_POWER: "take_power",
    ACTION_DECLINE: "decline",
}
_OF_SLOT: Final = {ACTION_ACT: "act", ACTION_DUEL: "duel", ACTION_SLOT: "slot"}
_OF_PAIR: Final = {ACTION_SWAP: "swap", ACTION_PAIR: "slots"}
_OF_CARD: Final = {0: "place", ACTION_EQUIP: "equip", ACTION_KEEP: "keep", ACTION_CARD: "card"}
_OF_SLOT_AND_CARD: Final = {ACTION_SWITCH: "switch", ACTION_FILL: "fill"}
_MESSAGES: Final = {
    "slot": "choose_slot",
    "slots": "choose_slots",
    "card": "choose_card",
}
"""Fields of the Action message whose names are not the notation's."""


def _may_be(base: int, card: int) -> bool:
    """Whether an action may ever name the card."""
    if base == ACTION_EQUIP:
        return IS_EQUIPMENT[card]
    return base != ACTION_KEEP or card >= FIRST_POWER


def _all() -> dict[int, tuple[str, JsonObject]]:
    """Every action there is: its notation, and its form."""
    found: dict[int, tuple[str, JsonObject]] = {}
    for action, word in _PLAIN_NOTATION.items():
        found[action] = (word, {word: {}})
    for base, word in _OF_SLOT.items():
        for slot in range(SLOTS):
            found[base + slot] = (f"{word} {slot + 1}", {_MESSAGES.get(word, word): {"slot": slot + 1}})
    form: JsonObject
    for base, word in _OF_PAIR.items():
        for place, (one, two) in enumerate(PAIRS):
            form = {_MESSAGES.get(word, word): {"slot": one + 1, "other_slot": two + 1}}
            found[base + place] = (f"{word} {one + 1} {two + 1}", form)
    for base, word in _OF_CARD.items():
        for card in range(FIGHTERS):
            if _may_be(base, card):
                found[base + card] = (f"{word} {IDS[card]}", {_MESSAGES.get(word, word): {"card": IDS[card]}})
    for base, word in _OF_SLOT_AND_CARD.items():
        for slot in range(SLOTS):
            for card in range(FIGHTERS):
                form = {word: {"slot": slot + 1, "card": IDS[card]}}
                found[base + slot * ACTIONS_OF_A_SLOT + card] = (f"{word} {slot + 1} {IDS[card]}", form)
    return dict(sorted(found.items()))


_ALL: Final = _all()
ALL_ACTIONS: Final[list[int]] = list(_ALL)
"""Every action there is."""
_BY_NOTATION: Final[dict[str, int]] = {text: action for action, (text, _) in _ALL.items()}


def notation(action: int) -> str:
    """An action as text."""
    return _ALL[action][0]


def parse(text: str) -> int:
    """An action from its notation.

    Raises:
        MalformedAction: the text is none.
    """
    action = _BY_NOTATION.get(text) if isinstance(text, str) else None
    if action is None:
        raise MalformedAction(
            "an action is a word, such as `pass`, or a word with slots 1 to 7 or ids of cards, such as `place CB03`, "
            "`switch 3 CB05`, `swap 2 5`, `duel 3`"
        )
    return action


def action_json(action: int) -> JsonObject:
    """An action as the JSON of the Action message."""
    (kind, body), *_ = _ALL[action][1].items()
    return {kind: dict(body)}


def action_from_json(document: JsonObject) -> int:
    """An action from its JSON.

    Raises:
        MalformedAction: it is none.
    """
    if not isinstance(document, dict) or len(document) != 1:
        raise MalformedAction("an action has exactly one field")
    kind, body = next(iter(document.items()))
    keys = _KEYS.get(kind) if isinstance(kind, str) else None
    if keys is None:
        raise MalformedAction("an action has one of the fields " + ", ".join(f"`{name}`" for name in _KEYS))
    if not isinstance(body, dict) or set(body) != set(keys):
        wanted = " and ".join(f"`{key}`" for key in keys) or "no field"
        raise MalformedAction(f"`{kind}` must be an object with {wanted} alone")
    values = [_word(kind, key, body[key]) for key in keys]
    text = " ".join([_NOTATION_OF.get(kind, kind), *values])
    if text not in _BY_NOTATION:
        raise MalformedAction(f"`{kind}` names what it cannot: slots in ascending order, or a card of the right kind")
    return _BY_NOTATION[text]


_NOTATION_OF: Final = {field: word for word, field in _MESSAGES.items()}
_KEYS: Final[dict[str, tuple[str, ...]]] = {
    kind: tuple(body) for _, form in _ALL.values() for kind, body in form.items()
}
"""The fields of each kind of action, in order."""


def _word(kind: str, key: str, value: object) -> str:
    if key == "card":
        if not isinstance(value, str) or not 0 <= PLACES.get(value, -1) < FIGHTERS:
            raise MalformedAction(f"`{kind}.card` must be the id of a personality or an equipment")
        return value
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= SLOTS:
        raise MalformedAction(f"`{kind}.{key}` must be a whole number from 1 to {SLOTS}")
    return str(value)


def slot_of(action: int) -> int:
    """The slot that an action names first, or -1."""
    if ACTION_ACT <= action < ACTION_SWAP:
        return (action - ACTION_ACT) % 8
    if ACTION_SWAP <= action < ACTION_EQUIP:
        return pair_of(action)[0]
    return (action - ACTION_SWITCH) // ACTIONS_OF_A_SLOT % 8 if action >= ACTION_SWITCH else -1


def pair_of(action: int) -> tuple[int, int]:
    """The two slots that an action names."""
    return PAIRS[action - (ACTION_SWAP if action < ACTION_PAIR else ACTION_PAIR)]


def card_of(action: int) -> int:
    """The card that an action names, or -1."""
    if action < ACTION_LEAVE or action >= ACTION_EQUIP:
        return action % ACTIONS_OF_A_SLOT
    return -1
