"""The Market action of an assault card (FO-104 to FO-108): an auction for the face-up Market card."""

from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.table.actions import ACTION_BID, ACTION_PASS, ACTION_SHUFFLE_IN
from services.rulesets.faceoff.table.events import (
    EVENT_ASKED,
    EVENT_BID_MADE,
    EVENT_BID_PASSED,
    EVENT_MARKET_FLIPPED,
    EVENT_MARKET_SKIPPED,
    EVENT_MARKET_SOLD,
    EVENT_MARKET_UNSOLD,
    EVENT_PUT_ON_DISCARD,
)
from services.rulesets.faceoff.table.player_cards import change_vp, shuffle_in
from services.rulesets.faceoff.table.state import NO_SEAT, PHASE_BID, PHASE_DESTINATION, State


def open_bidding(state: State, skipped: bool, events: list[Event]) -> bool:
    """The first player opens, or the next who has a token (FO-105, FO-R50). True: there is nothing to decide."""
    if skipped or state.market == NO_CARD:  # FO-110, FO-R52
        events.append((EVENT_MARKET_SKIPPED,))
        return True
    seats = state.rules.seats
    seat = state.first
    while not state.vp[seat]:
        state.passed |= 1 << seat
        events.append((EVENT_BID_PASSED, seat))
        seat = (seat + 1) % seats
        if state.passed == state.rules.everyone:
            state.passed = 0
            events.append((EVENT_MARKET_UNSOLD,))
            return True
    return _turn_of(state, seat, events)


def _turn_of(state: State, seat: int, events: list[Event]) -> bool:
    """A player bids: forced if there is only one bid."""
    if not state.bid and state.vp[seat] == 1:
        return bid(state, seat, ACTION_BID + 1, events)
    state.phase = PHASE_BID
    state.waiting = 1 << seat
    state.turn = 0
    events.append((EVENT_ASKED, PHASE_BID, seat, 0))
    return False


def bid_choices(state: State, seat: int) -> list[int]:
    """A higher bid of tokens that the player has, or no more bids (FO-105, FO-106, FO-R51); who opens must bid."""
    bids = [ACTION_BID + tokens for tokens in range(state.bid + 1, state.vp[seat] + 1)]
    return [ACTION_PASS, *bids] if state.bid else bids


def bid(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player bids or passes; the next one's turn, until all but one have passed (FO-107). A player who cannot raise
    passes (FO-R51). False: somebody must decide."""
    if action == ACTION_PASS:
        state.passed |= 1 << seat
        events.append((EVENT_BID_PASSED, seat))
    else:
        state.bid = action - ACTION_BID
        state.bidder = seat
        events.append((EVENT_BID_MADE, seat, state.bid))
    seats = state.rules.seats
    following = (seat + 1) % seats
    while following != state.bidder:
        if not state.passed >> following & 1:
            if state.vp[following] > state.bid:
                return _turn_of(state, following, events)
            state.passed |= 1 << following
            events.append((EVENT_BID_PASSED, following))
        following = (following + 1) % seats
    return _sell(state, events)


def _sell(state: State, events: list[Event]) -> bool:
    """The winner pays, and decides where the card goes (FO-108)."""
    winner = state.bidder
    events.append((EVENT_MARKET_SOLD, winner, state.market, state.bid))
    change_vp(state, winner, -state.bid, events)
    state.phase = PHASE_DESTINATION
    state.waiting = 1 << winner
    events.append((EVENT_ASKED, PHASE_DESTINATION, winner, 0))
    return False


def put_away(state: State, seat: int, action: int, events: list[Event]) -> None:
    """The card goes to the discard pile or into the deck (FO-R53), and the next is flipped (FO-R52);
    by the chart they last (FO-R76)."""
    card = state.market
    if action == ACTION_SHUFFLE_IN:
        shuffle_in(state, seat, card, events)
    else:
        state.discards[seat].append(card)
        events.append((EVENT_PUT_ON_DISCARD, seat, card))
    state.bid = 0
    state.bidder = NO_SEAT
    state.passed = 0
    state.market = state.market_deck.pop() if state.market_deck else NO_CARD
    events.append((EVENT_MARKET_FLIPPED, state.market))
