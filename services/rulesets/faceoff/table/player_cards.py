"""Players' own cards: drawing, shuffling, and what comes to the discard pile."""

from bisect import insort

from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.chance_streams import DECK_STREAMS, MARKET_STREAMS
from services.rulesets.faceoff.table.events import (
    EVENT_DISCARDED,
    EVENT_DREW,
    EVENT_RESHUFFLED,
    EVENT_SCRUB_GAINED,
    EVENT_SHUFFLED_IN,
    EVENT_VP_CHANGED,
    ORIGIN_HAND,
)
from services.rulesets.faceoff.table.state import State


def draw(state: State, seat: int, number: int, events: list[Event]) -> list[int]:
    """Draw cards; an empty deck is made anew from the discard pile, and when both are empty that is all (FO-R37).
    Which they are."""
    hand = state.hands[seat]
    all_drawn: list[int] = []
    while number > 0 and has_top(state, seat, events):
        deck = state.decks[seat]
        count = min(number, len(deck))
        drawn = deck[: -count - 1 : -1]
        del deck[-count:]
        state.known_top[seat] = 0
        hand += drawn
        hand.sort()
        all_drawn += drawn
        hand_memory.drew(state, seat, count)
        events.append((EVENT_DREW, seat, len(drawn), *drawn))
        number -= count
    return all_drawn


def has_top(state: State, seat: int, events: list[Event]) -> bool:
    """Whether the deck has a top card, shuffled from the discard pile if it must be (FO-R37)."""
    if state.decks[seat]:
        return True
    pile = state.discards[seat]
    if not pile:
        return False
    held = state.hands[seat] + state.down[seat]
    hand_memory.reshuffled(state, seat, held + state.front[seat] if state.rules.placed_hidden else held)
    # In catalogue order first, so that only the stream and the cards decide what comes of it.
    deck = sorted(pile)
    state.chance.shuffle(DECK_STREAMS[seat], deck)
    state.decks[seat] = deck
    state.discards[seat] = []
    events.append((EVENT_RESHUFFLED, seat, len(deck)))
    return True


def out_of_sight(state: State, seat: int) -> list[int]:
    """A player's cards that the others may not see. Which they are is public, since all came there in the open; hidden
    is where each of them is."""
    cards = state.hands[seat] + state.decks[seat] + state.down[seat]
    return cards + state.front[seat] if state.rules.placed_hidden else cards


def shuffle_in(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Shuffle a bought card into the draw deck (FO-108, FO-R53)."""
    hand_memory.shuffled_in(state, seat, card)
    deck = sorted([*state.decks[seat], card])
    state.chance.shuffle(MARKET_STREAMS[seat], deck)
    state.decks[seat] = deck
    state.known_top[seat] = 0
    events.append((EVENT_SHUFFLED_IN, seat, card))


def discard_from_hand(state: State, seat: int, card: int, events: list[Event]) -> None:
    """A card goes from hand to the discard pile, seen by all (FO-090)."""
    hand_memory.left_hand(state, seat, card)
    state.hands[seat].remove(card)
    state.discards[seat].append(card)
    events.append((EVENT_DISCARDED, seat, card, ORIGIN_HAND))


def to_hand(state: State, seat: int, card: int) -> None:
    """A card that all see comes to hand."""
    hand_memory.came_to_hand(state, seat, card)
    insort(state.hands[seat], card)


def gain_scrubs(state: State, seat: int, number: int, events: list[Event]) -> None:
    """The top scrubs go to the discard pile; when there is none left, nothing does (FO-R64)."""
    deck = state.scrub_deck
    for _ in range(min(number, len(deck))):
        card = deck.pop()
        state.discards[seat].append(card)
        events.append((EVENT_SCRUB_GAINED, seat, card, deck[-1] if deck else NO_CARD))


def change_vp(state: State, seat: int, by: int, events: list[Event]) -> int:
    """Gain tokens from the bank or lose tokens to it, never below none (FO-R38). By how much they changed."""
    by = max(by, -state.vp[seat])
    if by:
        state.vp[seat] += by
        events.append((EVENT_VP_CHANGED, seat, by, state.vp[seat]))
    return by
