"""Battles (FW-017 to FW-023)."""

from services.engine.event_table import Event
from services.rulesets.factionwars.battle_deck import reshuffle
from services.rulesets.factionwars.cards import IS_CONSCRIPT, NO_SEAT, SYMBOL
from services.rulesets.factionwars.events import (
    EVENT_BATTLE_CARD_REVEALED,
    EVENT_BATTLE_DROPPED,
    EVENT_BATTLE_STARTED,
    EVENT_BATTLE_TIED,
    EVENT_BATTLE_UNRESOLVED,
    EVENT_BATTLE_WON,
)
from services.rulesets.factionwars.table import State


def battle(state: State, position: int, card: int, bidders: list[int], events: list[Event]) -> int:
    """Fight over a card: the winner's seat, or ``NO_SEAT`` if the tie was never resolved (FW-022).

    Every step reveals a card of each who is left, and nothing is shuffled in a battle (FW-R22): it ends.
    """
    events.append((EVENT_BATTLE_STARTED, position, card, *bidders))
    fighting = bidders
    step = 0
    while len(fighting) > 1:
        step += 1
        fighting = _reveal(state, fighting, step, events)
        if len(fighting) > 1:
            events.append((EVENT_BATTLE_TIED, *fighting))
            fighting = _drop_those_without_cards(state, fighting, events)
    if not fighting:
        events.append((EVENT_BATTLE_UNRESOLVED, position, card))
        return NO_SEAT
    events.append((EVENT_BATTLE_WON, fighting[0], card))
    return fighting[0]


def _drop_those_without_cards(state: State, fighting: list[int], events: list[Event]) -> list[int]:
    """Who cannot reveal drops out for good; who is left alone claims without revealing (FW-R21)."""
    left = [seat for seat in fighting if state.decks[seat]]
    if len(left) < len(fighting):
        events += [(EVENT_BATTLE_DROPPED, seat) for seat in fighting if seat not in left]
    return left


def _reveal(state: State, fighting: list[int], step: int, events: list[Event]) -> list[int]:
    """Each reveals the top card of their battle deck and discards it (FW-018, FW-021): those with the highest go on
    (FW-019, FW-020, FW-R20)."""
    power = state.rules.power
    best = -1
    ahead: list[int] = []
    revealed: list[int] = []
    for seat in fighting:
        card = state.decks[seat].pop()
        state.discards[seat].append(card)
        strength = power[card]
        events.append((EVENT_BATTLE_CARD_REVEALED, seat, card, step, strength >> 1, state.rules.symbol[card]))
        if strength > best:
            best = strength
            ahead = [seat]
            revealed = [card]
        elif strength == best:
            ahead.append(seat)
            revealed.append(card)
    return ahead if len(ahead) == 1 else state.rules.break_tie(ahead, revealed)


def all_stay_tied(seats: list[int], _revealed: list[int]) -> list[int]:
    """A tie is a tie (FW-020)."""
    return seats


def rock_paper_scissors(seats: list[int], revealed: list[int]) -> list[int]:
    """A tie among conscripts alone is broken by their symbols if there are exactly two: those with the winning one go
    on (option ``conscript_rps``, FW-P02)."""
    if not all(IS_CONSCRIPT[card] for card in revealed):
        return seats
    symbols = sorted({SYMBOL[card] for card in revealed})
    if len(symbols) != 2:
        return seats
    low, high = symbols
    winning = high if high - low == 1 else low  # rock beats scissors, the two that are not neighbours
    return [seat for seat, card in zip(seats, revealed, strict=True) if SYMBOL[card] == winning]


def reshuffle_depleted(state: State, bidders: list[int], events: list[Event]) -> None:
    """After the battle, who has no battle deck left shuffles a new one, the claimed card included (FW-023, FW-R23)."""
    for seat in bidders:
        if not state.decks[seat]:
            reshuffle(state, seat, events)
