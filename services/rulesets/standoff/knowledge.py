"""What each viewer may know (ST-R61): observing a state, imagining the states behind a view, what is secret.

Hidden are the orders of all decks and of the draft pile, and what of a player's cards is in hand and what in the deck.
Which cards a player has there together is known: everything that goes in or comes out does so in the open. A view holds
what lies open now; it does not remember what was shown or taken in the open before (ST-P07).
"""

from collections import Counter
from functools import lru_cache
from math import gcd
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import SPECTATOR, Secret
from services.rulesets.standoff import action_phase
from services.rulesets.standoff.cards import NO_CARD, Op
from services.rulesets.standoff.table import NO_SEAT, PHASE_RESOLVE, State, Table, View, Zone, copy_public

IMAGINE_STREAM: Final = "imagine"
COPIES: Final = 1000
"""In secrets: added to a value for each copy of the card, so that only facts about as many copies are compared."""


# -- observing -------------------------------------------------------------------------------------------------------


def observe(state: State, viewer: int) -> View:
    """What a viewer may know of a state."""
    view = View()
    view.viewer = viewer
    copy_public(state, view)
    view.hand = state.hands[viewer] if viewer != SPECTATOR else ()
    view.hand_sizes = [len(hand) for hand in state.hands]
    view.deck_sizes = [len(deck) for deck in state.decks]
    view.unseen = [
        tuple(sorted(deck if seat == viewer else deck + hand))
        for seat, (deck, hand) in enumerate(zip(state.decks, state.hands, strict=True))
    ]
    view.draft_size = len(state.draft)
    view.shown = tuple(sorted(state.hands[state.target])) if viewer == state.active and is_looking(state) else ()
    return view


def is_looking(table: Table) -> bool:
    """Whether the active player looks at another's hand."""
    return (
        table.phase == PHASE_RESOLVE
        and table.target != NO_SEAT
        and action_phase.waiting(table)[0] == Op.REVEAL_HAND_DISCARD
    )


def draft_cards(table: Table, unseen: list[Zone], hand: Zone) -> list[int]:
    """The cards of the draft pile, ascending: all that are nowhere else. ``unseen``: each player's cards that lie in
    deck and hand, less a ``hand`` that is known."""
    cards = table.rules.cards
    left = table.rules.totals.copy()
    for place, card in enumerate(cards.piles):
        left[card] -= table.piles[place]
    for zone in (table.row, table.trash, table.in_play, hand, *table.discards, *table.orbits, *unseen):
        for card in zone:
            if card != NO_CARD:
                left[card] -= 1
    return [card for card, number in enumerate(left) for _ in range(number)]


# -- imagining -------------------------------------------------------------------------------------------------------


def imagine(view: View, chance: Chance) -> State:
    """A state drawn uniformly from those that a view allows: every order of the decks and of the draft pile, and every
    choice of the cards in other players' hands, is equally likely."""
    state = State()
    copy_public(view, state)
    state.chance = chance
    state.choices = []
    state.decks = []
    state.hands = []
    for seat, unseen in enumerate(view.unseen):
        cards = list(unseen)
        hand = view.hand
        if seat != view.viewer:
            hand = _imagined_hand(view, seat, cards, chance)
        elif cards:
            chance.shuffle(IMAGINE_STREAM, cards)
        state.hands.append(hand)
        state.decks.append(tuple(cards))
    draft = draft_cards(view, view.unseen, view.hand)
    chance.shuffle(IMAGINE_STREAM, draft)
    state.draft = tuple(draft)
    return state


def _imagined_hand(view: View, seat: int, cards: list[int], chance: Chance) -> Zone:
    """Another player's hand, taken out of the cards in deck and hand; those are shuffled."""
    if view.shown and seat == view.target:
        for card in view.shown:
            cards.remove(card)
        shown = list(view.shown)
        chance.shuffle(IMAGINE_STREAM, shown)
        chance.shuffle(IMAGINE_STREAM, cards)
        return tuple(shown)
    chance.shuffle(IMAGINE_STREAM, cards)
    number = view.hand_sizes[seat]
    hand = tuple(cards[:number])
    del cards[:number]
    return hand


# -- what is secret --------------------------------------------------------------------------------------------------


def secrets(state: State, viewer: int) -> list[Secret]:
    """The hidden facts of a state: where in the draft pile, in the viewer's own deck, and in each other player's hand
    and deck the copies of each card are."""
    facts = _places("draft", state.draft)
    looking = viewer == state.active and is_looking(state)
    for seat in range(state.rules.seats):
        if seat == viewer or (looking and seat == state.target):
            facts += _places(f"deck:{seat}", state.decks[seat])
        else:
            facts += _places(f"cards:{seat}", state.hands[seat] + state.decks[seat])
    return facts


def _places(where: str, cards: Zone) -> list[Secret]:
    """For each card: the sum of the places of its copies, as far as that is even.

    Every order is equally likely, so also the one in which each card is moved on by a place, the last to the front.
    That adds the number of copies to the sum, modulo the number of places. With g their common divisor, the sum modulo
    the number of places therefore has each of the values c, c + g, c + 2g and so on as often, for each c below g;
    divided by g, rounded down, each value as often as any other.
    """
    size = len(cards)
    sums: Counter[int] = Counter()
    copies: Counter[int] = Counter(cards)
    for place, card in enumerate(cards):
        sums[card] += place
    facts: list[Secret] = []
    for card in sorted(copies):
        common = gcd(copies[card], size)
        if size > common:
            base = COPIES * copies[card]
            facts.append(
                Secret(f"{where}:{card}", base + sums[card] % size // common, _candidates(base, size // common))
            )
    return facts


@lru_cache(maxsize=1024)
def _candidates(first: int, number: int) -> tuple[int, ...]:
    return tuple(range(first, first + number))
