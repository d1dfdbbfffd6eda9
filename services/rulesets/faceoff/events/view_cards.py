"""Cards that a viewer sees named in events, and cards that leave a hand or a deck before its eyes."""

from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.enum_words import PLAYED_AS_WORDS
from services.rulesets.faceoff.table.state import HIDDEN, View

_PLAYED_AS: Final = {word: number for number, word in enumerate(PLAYED_AS_WORDS)}


def card_of(view: View, id: str) -> int:
    """A card by its id."""
    return view.rules.cards.index[id]


def cards_of(view: View, ids: list[str]) -> list[int]:
    """Cards by their ids; an empty text is one that may not be known."""
    index = view.rules.cards.index
    return [index[id] if id else HIDDEN for id in ids]


def entry_of(view: View, body: JsonObject) -> int:
    """A card with what it was played as."""
    return PLAYED_AS * card_of(view, body["card"]) + _PLAYED_AS[body["played_as"]]


def leave_hand(view: View, seat: int, card: int) -> None:
    """A card leaves a hand, seen by all."""
    hand_memory.left_hand(view, seat, card)
    take_from_hand(view, seat, card)
    view.hidden[seat].remove(card)


def take_from_hand(view: View, seat: int, card: int) -> None:
    """A card leaves a hand; the viewer knows which if it is the viewer's own."""
    view.hand_sizes[seat] -= 1
    if seat == view.viewer:
        view.hand.remove(card)


def leave_deck(view: View, seat: int, number: int) -> None:
    """Cards leave the top of a deck."""
    view.deck_sizes[seat] -= number
    forget_top(view, seat)


def forget_top(view: View, seat: int) -> None:
    """The top card of a deck is another, or nobody knows which."""
    view.known_top[seat] = 0
    if seat == view.viewer:
        view.deck_top = NO_CARD
