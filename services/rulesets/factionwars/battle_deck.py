"""A player's battle cards: the battle deck and its discard pile."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.factionwars.cards import IS_BYSTANDER, IS_RECRUIT, PLAYERS_MAX
from services.rulesets.factionwars.events import EVENT_DECK_RESHUFFLED
from services.rulesets.factionwars.table import State, Table

DECK_STREAM: Final = [f"deck:{seat}" for seat in range(PLAYERS_MAX)]
PICK_STREAM: Final = [f"pick:{seat}" for seat in range(PLAYERS_MAX)]


def recruits_of(table: Table, seat: int) -> list[int]:
    """A player's recruits in catalogue order. Conscripts and bystanders are none (FW-051, FW-053)."""
    recruits = [card for card in table.decks[seat] if IS_RECRUIT[card]]
    recruits += [card for card in table.discards[seat] if IS_RECRUIT[card]]
    recruits.sort()
    return recruits


def has_recruit(table: Table, seat: int) -> bool:
    """Whether a player owns a recruit."""
    for card in table.discards[seat]:
        if IS_RECRUIT[card]:
            return True
    return any(IS_RECRUIT[card] for card in table.decks[seat])


def bystanders_of(table: Table, seat: int) -> list[int]:
    """A player's bystanders in catalogue order."""
    return sorted([card for card in table.decks[seat] + table.discards[seat] if IS_BYSTANDER[card]])


def random_recruit(state: State, seat: int) -> int:
    """One of a player's recruits, each equally likely (FW-R34). The list it is drawn from is in catalogue order, so
    that the pick does not depend on the order of the deck."""
    recruits = recruits_of(state, seat)
    return recruits[state.chance.below(PICK_STREAM[seat], len(recruits))]


def take_out(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Take a card out of a player's battle cards. What is left is shuffled into a new battle deck (FW-042, FW-R35)."""
    deck, pile = state.decks[seat], state.discards[seat]
    if card in pile:
        pile.remove(card)
    else:
        deck.remove(card)
    reshuffle(state, seat, events)


def reshuffle(state: State, seat: int, events: list[Event]) -> None:
    """Shuffle a player's battle deck and its discard pile into a new battle deck. The cards are put in catalogue order
    first: the new order tells nothing of the old one (FW-P06)."""
    deck, pile = state.decks[seat], state.discards[seat]
    deck += pile
    pile.clear()
    deck.sort()
    state.chance.shuffle(DECK_STREAM[seat], deck)
    events.append((EVENT_DECK_RESHUFFLED, seat, len(deck)))
