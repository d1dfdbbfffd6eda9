"""Cards in a few words."""

from typing import Final

from services.rulesets.faceoff.cards.cards import NO_CARD, Cards
from services.rulesets.faceoff.cards.vocabulary import AS_PERSONALITY, KIND_ASSAULT, KIND_BONUS
from services.rulesets.faceoff.table.state import (
    HIDDEN,
)


def card_text(cards: Cards, card: int) -> str:
    """A card in a few words: its name, and its power or value."""
    if card == HIDDEN:
        return "a face-down card"
    if card == NO_CARD:
        return "nothing"
    name = cards.names[card]
    if cards.types[card]:
        return f"{name} ({_TYPES[cards.types[card]]}{cards.power[card]})"
    if cards.pieces[card]:
        pieces = "1 piece" if cards.pieces[card] == 1 else f"{cards.pieces[card]} pieces"
        return f"{name} ({set_name(cards, cards.set_of[card])} {cards.value[card]}, {pieces})"
    if cards.kind[card] == KIND_BONUS:
        return f"{name} (bonus {cards.value[card]})"
    if cards.kind[card] == KIND_ASSAULT:
        return f"{name} (HQ assault: {without_full_stop(cards.texts[card])})"
    return name


_TYPES: Final = ("", "P", "E", "P/E")


def set_name(cards: Cards, faction: int) -> str:
    """What the victory cards of a faction are called."""
    return cards.sets[faction].replace("_", " ").title()


def entry_text(cards: Cards, entry: int) -> str:
    """A card near the HQ; what it is played as, where it could be otherwise."""
    card, played_as = divmod(entry, 3)
    if cards.is_personality[card] and cards.is_equipment[card]:
        kind = "a personality" if played_as == AS_PERSONALITY else "an equipment"
        return f"{card_text(cards, card)} as {kind}"
    return card_text(cards, card)


def without_full_stop(text: str) -> str:
    """A text that is to stand within a sentence."""
    return text.removesuffix(".")
