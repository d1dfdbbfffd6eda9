"""Actions and their notation: ``suit H``, ``place K``, ``select N1+C2+S1``, ``reroll 2``, ``keep``, ``fight``,
``share``, ``champion Q``.

An action is a whole number: from 0 a suit, from 4 a commander to place under, from 8 a champion, then three of their
own, from 16 the die to reroll, from 64 a set of bonuses.
"""

from typing import Final

from services.engine.ruleset import JsonObject, MalformedAction
from services.rulesets.commanders.bonuses import SELECTABLE
from services.rulesets.commanders.cards import BONUS_PLACES, BONUSES, RANKS, SUITS

ACTION_SUIT: Final = 0
ACTION_PLACE: Final = 4
ACTION_CHAMPION: Final = 8
ACTION_KEEP: Final = 12
ACTION_FIGHT: Final = 13
ACTION_SHARE: Final = 14
ACTION_REROLL: Final = 16
ACTION_SELECT: Final = 64

DICE_MAX: Final = 40
"""More dice than a commander can roll: with ``match=pairs`` 18 units give 25 for matching numbers, and no other bonus
more than six."""

_CHOICES: Final = (
    "an action is `suit <suit>`, `place <commander>`, `select <bonuses>`, `reroll <die>`, `keep`, `fight`, `share` or "
    "`champion <commander>`"
)


def bonuses_text(bonuses: int) -> str:
    """A set of bonuses as text, such as ``N1+C2``; nothing for none."""
    return "+".join(bonus_ids(bonuses))


def bonus_ids(bonuses: int) -> list[str]:
    """The ids of a set of bonuses in the order of the table."""
    return [line.id for place, line in enumerate(BONUSES) if bonuses >> place & 1]


def notation(action: int) -> str:
    """An action as text."""
    if action >= ACTION_SELECT:
        return f"select {bonuses_text(action - ACTION_SELECT)}"
    if action >= ACTION_REROLL:
        return f"reroll {action - ACTION_REROLL}"
    if action >= ACTION_KEEP:
        return _WORDS[action]
    if action >= ACTION_CHAMPION:
        return f"champion {RANKS[action - ACTION_CHAMPION]}"
    if action >= ACTION_PLACE:
        return f"place {RANKS[action - ACTION_PLACE]}"
    return f"suit {SUITS[action]}"


_WORDS: Final = {ACTION_KEEP: "keep", ACTION_FIGHT: "fight", ACTION_SHARE: "share"}


def parse(text: str) -> int:
    """An action from its notation.

    Raises:
        MalformedAction: the text is none.
    """
    action = _BY_NOTATION.get(text) if isinstance(text, str) else None
    if action is None:
        raise MalformedAction(_CHOICES)
    return action


def action_json(action: int) -> JsonObject:
    """An action as the JSON of the Action message."""
    if action >= ACTION_SELECT:
        return {"select_bonuses": {"bonuses": bonus_ids(action - ACTION_SELECT)}}
    if action >= ACTION_REROLL:
        return {"reroll": {"die": action - ACTION_REROLL}}
    if action >= ACTION_KEEP:
        return {_EMPTY[action]: {}}
    if action >= ACTION_CHAMPION:
        return {"choose_champion": {"commander": RANKS[action - ACTION_CHAMPION]}}
    if action >= ACTION_PLACE:
        return {"place": {"commander": RANKS[action - ACTION_PLACE]}}
    return {"choose_suit": {"suit": SUITS[action]}}


_EMPTY: Final = {ACTION_KEEP: "keep", ACTION_FIGHT: "fight", ACTION_SHARE: "share_win"}
_EMPTY_ACTIONS: Final = {kind: action for action, kind in _EMPTY.items()}


def action_from_json(document: JsonObject) -> int:
    """An action from its JSON.

    Raises:
        MalformedAction: it is none.
    """
    if not isinstance(document, dict) or len(document) != 1:
        raise MalformedAction("an action has exactly one kind")
    kind, body = next(iter(document.items()))
    if kind == "choose_suit":
        return ACTION_SUIT + _letter(kind, body, "suit", SUITS)
    if kind == "place":
        return ACTION_PLACE + _letter(kind, body, "commander", RANKS)
    if kind == "choose_champion":
        return ACTION_CHAMPION + _letter(kind, body, "commander", RANKS)
    if kind == "select_bonuses":
        return ACTION_SELECT + _bonuses(kind, body)
    if kind == "reroll":
        return ACTION_REROLL + _die(kind, body)
    if kind in _EMPTY_ACTIONS:
        if body != {}:
            raise MalformedAction(f"`{kind}` must be an empty object")
        return _EMPTY_ACTIONS[kind]
    raise MalformedAction("the kind of action is not known")


def _only(kind: str, body: object, key: str) -> object:
    if not isinstance(body, dict) or set(body) != {key}:
        raise MalformedAction(f"`{kind}` must be an object with `{key}` alone")
    return body[key]


def _letter(kind: str, body: object, key: str, letters: str) -> int:
    value = _only(kind, body, key)
    if not isinstance(value, str) or len(value) != 1 or value not in letters:
        raise MalformedAction(f"`{kind}.{key}` must be one of {', '.join(letters)}")
    return letters.index(value)


def _bonuses(kind: str, body: object) -> int:
    ids = _only(kind, body, "bonuses")
    if not isinstance(ids, list) or not all(isinstance(id, str) and id in BONUS_PLACES for id in ids):
        raise MalformedAction(f"`{kind}.bonuses` must be a list of ids of bonuses")
    places = [BONUS_PLACES[id] for id in ids]
    bonuses = sum(1 << place for place in set(places))
    if places != sorted(set(places)) or bonuses not in SELECTABLE:
        raise MalformedAction(f"`{kind}.bonuses` must be in the order of the table, three at most, two of a category")
    return bonuses


def _die(kind: str, body: object) -> int:
    value = _only(kind, body, "die")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= DICE_MAX:
        raise MalformedAction(f"`{kind}.die` must be a whole number from 1 to {DICE_MAX}")
    return value


ALL_ACTIONS: Final[list[int]] = [
    *range(ACTION_SUIT, ACTION_SUIT + len(SUITS)),
    *range(ACTION_PLACE, ACTION_PLACE + len(RANKS)),
    *range(ACTION_CHAMPION, ACTION_CHAMPION + len(RANKS)),
    ACTION_KEEP,
    ACTION_FIGHT,
    ACTION_SHARE,
    *range(ACTION_REROLL + 1, ACTION_REROLL + DICE_MAX + 1),
    *[ACTION_SELECT + bonuses for bonuses in SELECTABLE],
]
"""Every action there is."""

_BY_NOTATION: Final[dict[str, int]] = {notation(action): action for action in ALL_ACTIONS}
