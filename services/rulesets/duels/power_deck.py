"""The Power deck: looking at its top cards and keeping one (FD-033, FD-R03, FD-R05)."""

from bisect import insort
from typing import Final

from services.engine.event_table import Event
from services.rulesets.duels import memory
from services.rulesets.duels.events import EVENT_POWER_DISCARDED, EVENT_POWER_KEPT, EVENT_POWER_LOOKED
from services.rulesets.duels.table import PHASE_KEEP, State

POWER_STREAM: Final = "power"
LOOKED_AT: Final = 2


def look(state: State, seat: int, events: list[Event]) -> bool:
    """Look at the top two cards, of which one is to be kept. A last card is kept at once (FD-R03). False: the player
    must choose. The deck has a card."""
    cards = looked(state)
    events.append((EVENT_POWER_LOOKED, seat, len(cards), *cards))
    if len(cards) == 1:
        keep(state, seat, cards[0], events)
        return True
    state.phase = PHASE_KEEP
    state.asked = seat
    return False


def looked(state: State) -> list[int]:
    """The top cards, as they are looked at, ascending."""
    return sorted(state.power_deck[-LOOKED_AT:])


def keep(state: State, seat: int, card: int, events: list[Event]) -> None:
    """Take one of the top cards to hand; discard the other, which is never shuffled back (FD-R03)."""
    others = [other for other in state.power_deck[-LOOKED_AT:] if other != card]
    del state.power_deck[-LOOKED_AT:]
    insort(state.hands[seat], card)
    memory.take_power(state, seat)
    events.append((EVENT_POWER_KEPT, seat, card))
    for other in others:
        state.discards[seat].append(other)
        events.append((EVENT_POWER_DISCARDED, seat, other, int(state.rules.show_discards)))
