"""Actions and their notation: ``bid 3``, ``player 2``, ``card BY03``.

An action is a whole number: 1 to 6 bids on a position, from 16 chooses a player (a seat), from 32 chooses a card (its
place in the catalogue).
"""

from typing import Final

from services.engine.ruleset import JsonObject, MalformedAction
from services.rulesets.factionwars.cards import IDS, LINE_UP_CARDS, PLACES, PLAYERS_MAX, RECRUIT_DECK, STAND_IN_OF

_ACTION_PLAYER: Final = 16
_ACTION_CARD: Final = 32
_CHOOSABLE: Final = len(RECRUIT_DECK) + len(STAND_IN_OF)  # conscripts never are


def choose_player(seat: int) -> int:
    """The action that chooses a player."""
    return _ACTION_PLAYER + seat


def choose_card(card: int) -> int:
    """The action that chooses a card."""
    return _ACTION_CARD + card


def position_of(action: int) -> int:
    """The position that an action bids on, or 0."""
    return action if action < _ACTION_PLAYER else 0


def player_of(action: int) -> int:
    """The seat that an action chooses, or -1."""
    return action - _ACTION_PLAYER if _ACTION_PLAYER <= action < _ACTION_CARD else -1


def card_of(action: int) -> int:
    """The card that an action chooses, or -1."""
    return action - _ACTION_CARD if action >= _ACTION_CARD else -1


def notation(action: int) -> str:
    """An action as text."""
    if action >= _ACTION_CARD:
        return f"card {IDS[action - _ACTION_CARD]}"
    if action >= _ACTION_PLAYER:
        return f"player {action - _ACTION_PLAYER}"
    return f"bid {action}"


def parse(text: str) -> int:
    """An action from its notation.

    Raises:
        MalformedAction: the text is none.
    """
    action = _BY_NOTATION.get(text) if isinstance(text, str) else None
    if action is None:
        raise MalformedAction("an action is `bid <position>`, `player <seat>` or `card <id>`")
    return action


def action_json(action: int) -> JsonObject:
    """An action as the JSON of the Action message."""
    if action >= _ACTION_CARD:
        return {"choose_card": {"card": IDS[action - _ACTION_CARD]}}
    if action >= _ACTION_PLAYER:
        return {"choose_player": {"player": action - _ACTION_PLAYER}}
    return {"bid": {"position": action}}


def action_from_json(document: JsonObject) -> int:
    """An action from its JSON.

    Raises:
        MalformedAction: it is none.
    """
    if not isinstance(document, dict) or len(document) != 1:
        raise MalformedAction("an action has exactly one of `bid`, `choose_player` and `choose_card`")
    kind, body = next(iter(document.items()))
    if kind == "bid":
        return _number(kind, body, "position", 1, LINE_UP_CARDS)
    if kind == "choose_player":
        return _ACTION_PLAYER + _number(kind, body, "player", 0, PLAYERS_MAX - 1)
    if kind == "choose_card":
        card = _only(kind, body, "card")
        place = PLACES.get(card, -1) if isinstance(card, str) else -1
        if not 0 <= place < _CHOOSABLE:
            raise MalformedAction("`choose_card.card` must be the id of a recruit or a bystander")
        return _ACTION_CARD + place
    raise MalformedAction("an action has exactly one of `bid`, `choose_player` and `choose_card`")


def _only(kind: str, body: object, key: str) -> object:
    if not isinstance(body, dict) or set(body) != {key}:
        raise MalformedAction(f"`{kind}` must be an object with `{key}` alone")
    return body[key]


def _number(kind: str, body: object, key: str, least: int, most: int) -> int:
    value = _only(kind, body, key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise MalformedAction(f"`{kind}.{key}` must be a whole number from {least} to {most}")
    return value


ALL_ACTIONS: Final[list[int]] = [
    *range(1, LINE_UP_CARDS + 1),
    *map(choose_player, range(PLAYERS_MAX)),
    *map(choose_card, range(_CHOOSABLE)),
]
"""Every action there is."""

_BY_NOTATION: Final[dict[str, int]] = {notation(action): action for action in ALL_ACTIONS}
