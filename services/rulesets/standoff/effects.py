"""What effects do: the page's verbs, without their choices (``effect_choices.py`` has those).

A verb that gains or draws never asks; it is all that happens at upkeep (ST-020). The others have been aimed already.
"""

from services.engine.event_table import Event
from services.rulesets.standoff import scoring, tiles
from services.rulesets.standoff.board import BIT
from services.rulesets.standoff.cards import NO_CARD, Op
from services.rulesets.standoff.events import (
    EVENT_ACTIONS,
    EVENT_BOUGHT,
    EVENT_CARD_GIVEN,
    EVENT_CREDITS,
    EVENT_DECK_SHUFFLED,
    EVENT_DISCARDED,
    EVENT_DREW,
    EVENT_ENCAMPMENTS,
    EVENT_RESHUFFLED,
    EVENT_SLOT_FILLED,
    EVENT_TILE_CONVERTED,
    EVENT_TILE_DESTROYED,
    EVENT_TILE_MOVED,
    EVENT_TILES_PLACED,
    EVENT_TOKEN_PLACED,
    EVENT_TOKEN_REMOVED,
    NO_SLOT,
)
from services.rulesets.standoff.table import NOT_ENDED, State, without

DECK_STREAMS = ["deck:0", "deck:1", "deck:2", "deck:3"]
"""The chance stream of each player's deck."""

# -- gains and draws -------------------------------------------------------------------------------------------------


def automatic(state: State, seat: int, effect: tuple[int, ...], events: list[Event]) -> None:
    """An effect that never asks."""
    op = effect[0]
    if op == Op.GAIN_CREDITS:
        gain_credits(state, seat, len(state.hands[seat]) if effect[2] else effect[1], events)
    elif op == Op.GAIN_ACTIONS:
        gain_actions(state, seat, effect[1], effect[2], events)
    elif op == Op.GAIN_ENCAMPMENTS:
        state.encampments += effect[1]
        events.append((EVENT_ENCAMPMENTS, seat, effect[1], state.encampments))
    else:
        draw(state, seat, effect[1], events)


def gain_credits(state: State, seat: int, number: int, events: list[Event]) -> None:
    """Add to the budget (ST-016), or take from it: it may go below 0 (ST-R29)."""
    state.budget += number
    events.append((EVENT_CREDITS, seat, number, state.budget))


def gain_actions(state: State, seat: int, number: int, floor: int, events: list[Event]) -> None:
    """Add to the actions of this turn, or take from them: never below ``floor`` by that."""
    before = state.actions
    state.actions = max(before + number, min(before, floor))
    events.append((EVENT_ACTIONS, seat, state.actions - before, state.actions))


def draw(state: State, seat: int, number: int, events: list[Event]) -> None:
    """Draw cards one by one. With an empty deck the discard pile is shuffled into it first (ST-030); if that is empty
    too, nothing is drawn (ST-031)."""
    while number > 0:
        deck = state.decks[seat]
        if not deck:
            if not state.discards[seat]:
                return
            _reshuffle(state, seat, events)
            continue
        taken = deck[: -number - 1 : -1]
        state.decks[seat] = deck[:-number]
        state.hands[seat] += taken
        events.append((EVENT_DREW, seat, len(taken), *taken))
        number -= len(taken)


def _reshuffle(state: State, seat: int, events: list[Event]) -> None:
    cards = list(state.discards[seat])
    state.discards[seat] = ()
    state.chance.shuffle(DECK_STREAMS[seat], cards)
    state.decks[seat] = tuple(cards)
    events.append((EVENT_RESHUFFLED, seat, len(cards)))


def shuffle_deck(state: State, seat: int, events: list[Event]) -> None:
    """Shuffle a player's deck."""
    cards = list(state.decks[seat])
    state.chance.shuffle(DECK_STREAMS[seat], cards)
    state.decks[seat] = tuple(cards)
    events.append((EVENT_DECK_SHUFFLED, seat))


# -- cards -----------------------------------------------------------------------------------------------------------


def discard(state: State, seat: int, card: int, events: list[Event]) -> None:
    """A card goes from a player's hand to their discard pile."""
    state.hands[seat] = without(state.hands[seat], card)
    state.discards[seat] += (card,)
    events.append((EVENT_DISCARDED, seat, card))


def buy(state: State, seat: int, card: int, slot: int, events: list[Event]) -> None:
    """A card from a pile or a slot goes to the buyer's discard pile (ST-061); the slot is filled again (ST-063)."""
    state.discards[seat] += (card,)
    events.append((EVENT_BOUGHT, seat, card, slot))
    if slot == NO_SLOT:
        state.piles[state.rules.cards.places_in_pile[card]] -= 1
    else:
        fill_slot(state, slot, events)


def fill_slot(state: State, slot: int, events: list[Event]) -> None:
    """The top card of the draft pile is turned face up in a slot; without one the slot stays empty (ST-063)."""
    card = NO_CARD
    if state.draft:
        card = state.draft[-1]
        state.draft = state.draft[:-1]
    state.row = (*state.row[:slot], card, *state.row[slot + 1 :])
    events.append((EVENT_SLOT_FILLED, slot, card))


def give(state: State, seat: int, other: int, card: int, to_deck: bool, events: list[Event]) -> None:
    """A player gains a card from beside the market, in the deck, which is shuffled, or on the discard pile (ST-R55)."""
    state.piles[state.rules.cards.places_in_pile[card]] -= 1
    events.append((EVENT_CARD_GIVEN, seat, other, card, int(to_deck)))
    if to_deck:
        state.decks[other] += (card,)
        shuffle_deck(state, other, events)
    else:
        state.discards[other] += (card,)


# -- the board -------------------------------------------------------------------------------------------------------


def place_tiles(state: State, seat: int, owner: int, hexes: int, events: list[Event]) -> None:
    """Tiles come to lie on some hexes, all at once (ST-R15); that may end the match (ST-R42)."""
    before = state.own.copy()
    tiles.lay(state, owner, hexes)
    events.append((EVENT_TILES_PLACED, seat, owner, hexes))
    _controls(state, seat, before, hexes, events)
    _look_for_the_end(state, events)


def destroy_tile(state: State, seat: int, hex: int, with_token: bool, events: list[Event]) -> None:
    """A tile leaves the board, and the improvement with it or not (ST-R52, ST-R53)."""
    before = state.own.copy()
    events.append((EVENT_TILE_DESTROYED, seat, hex, tiles.lift(state, hex)))
    _controls(state, seat, before, BIT[hex], events)
    if with_token:
        destroy_token(state, seat, hex, events)


def destroy_token(state: State, seat: int, hex: int, events: list[Event]) -> None:
    """The improvement of a hex leaves the board, if there is one that can be destroyed."""
    token = tiles.token_on(state, hex)
    if token >= 0 and not state.rules.indestructible >> token & 1:
        remove_token(state, seat, hex, token, events)


def remove_token(state: State, seat: int, hex: int, token: int, events: list[Event]) -> None:
    """A token leaves the board."""
    state.tokens[token] &= ~BIT[hex]
    events.append((EVENT_TOKEN_REMOVED, seat, hex, state.rules.cards.tokens[token]))


def convert_tile(state: State, seat: int, hex: int, events: list[Event]) -> None:
    """A tile is replaced by one of the player's own; the improvement stays."""
    before = state.own.copy()
    owner = tiles.lift(state, hex)
    tiles.lay(state, seat, BIT[hex])
    events.append((EVENT_TILE_CONVERTED, seat, hex, owner))
    _controls(state, seat, before, BIT[hex], events)
    _look_for_the_end(state, events)


def move_tile(state: State, seat: int, start: int, end: int, events: list[Event]) -> None:
    """A token carries its tile to another hex. Its controller stays the same."""
    token = tiles.token_on(state, start)
    owner = tiles.lift(state, start)
    tiles.lay(state, owner, BIT[end])
    state.tokens[token] ^= BIT[start] | BIT[end]
    events.append((EVENT_TILE_MOVED, seat, start, end, owner))
    _look_for_the_end(state, events)


def place_token(state: State, seat: int, hex: int, card: int, events: list[Event]) -> None:
    """The token of a card comes to lie on a hex (ST-049)."""
    state.tokens[state.rules.cards.token_numbers[card]] |= BIT[hex]
    events.append((EVENT_TOKEN_PLACED, seat, hex, card))


def _controls(state: State, seat: int, before: list[int], hexes: int, events: list[Event]) -> None:
    if not hexes & tiles.improved(state):
        return
    changes = tiles.control_changes(state, before, hexes)
    events += changes
    if not state.rules.immediate_wells:
        return
    cards = state.rules.cards
    for _, _, card, _, holder in changes:
        if holder == seat and cards.kind[card] == "well":  # ST-R21, ST-P04
            for effect in cards.upkeep[card]:
                automatic(state, seat, effect, events)


def _look_for_the_end(state: State, events: list[Event]) -> None:
    how = scoring.how_it_ends(state)
    if how != NOT_ENDED:
        scoring.end(state, how, events)
