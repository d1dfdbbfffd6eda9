"""What may be known of face-down cards (FD-R29, FD-R32), kept in a table and brought up to date by what is public.

A player who looked at a card knows it while it stays in the line-up, wherever it is moved. When it is switched out it
is known to be in hand, and from then on to be in hand or in a slot that was filled from hand later. The same holds for
a Power card that was taken in this round: nobody has seen it, but it cannot be in a slot that was filled before
(FD-P06).

The same functions bring a state and a view up to date, so that a viewer who follows the events knows the same.
"""

from bisect import bisect_left, insort
from typing import Final

from services.rulesets.duels.cards import NO_CARD, SEATS, SLOTS, is_power
from services.rulesets.duels.table import NO_SLOT, Memory, Table

FROM_HAND: Final = 1 << 30
"""In place of a slot's number of fills, for a card that is seen in hand: it may have come there at any time."""


def line_up(table: Table, masks: list[int]) -> None:
    """Both players are ready: their cards are in the line-up."""
    for seat, mask in enumerate(masks):
        table.down[seat] = mask
        table.fills[seat] = 1
        table.filled[seat] = [mask >> slot & 1 for slot in range(SLOTS)]


def switch(table: Table, seat: int, slot: int, card: int, taken: int) -> None:
    """A card from hand takes the place of one in the line-up. ``taken`` and ``card`` as far as they are known."""
    fill(table, seat, slot, card)
    if table.peeked[seat] == slot:
        table.peeked[seat] = NO_SLOT
        if len(table.memories) > SEATS:  # the opponent knows that it is in hand now, and its owner knows which it is
            table.recalled[seat] = taken
            table.recalled_since[seat] = table.fills[seat]


def fill(table: Table, seat: int, slot: int, card: int) -> None:
    """A card from hand comes into the line-up."""
    table.cards[seat][slot] = card
    table.down[seat] |= 1 << slot
    table.fills[seat] += 1
    table.filled[seat][slot] = table.fills[seat]
    table.bonus[seat][slot] = 0


def move(table: Table, seat: int, one: int, two: int) -> None:
    """Two face-down cards change places (FD-R14): what is known of them goes with them."""
    for facts in (table.cards[seat], table.filled[seat], table.bonus[seat]):
        facts[one], facts[two] = facts[two], facts[one]
    if table.peeked[seat] == one:
        table.peeked[seat] = two
    elif table.peeked[seat] == two:
        table.peeked[seat] = one


def turn_up(table: Table, seat: int, slot: int, card: int) -> None:
    """A face-down card is revealed to all (FD-052)."""
    bit = 1 << slot
    table.cards[seat][slot] = card
    table.down[seat] &= ~bit
    table.up[seat] |= bit
    table.locked[seat] &= ~bit
    if table.peeked[seat] == slot:
        table.peeked[seat] = NO_SLOT
    see(table, seat, card, table.filled[seat][slot])


def see(table: Table, seat: int, card: int, filled: int) -> None:
    """Everybody sees a card of a player, in a slot that was filled then or in hand (``FROM_HAND``)."""
    if table.recalled[seat] == card:
        table.recalled[seat] = NO_CARD
        table.recalled_since[seat] = 0
    if is_power(card):
        for memory in table.memories[seat::SEATS]:
            learn(memory, card, filled)


def learn(memory: Memory, card: int, filled: int) -> None:
    """An audience sees one of a player's Power cards. If it is new to them, it may be any of those that can be where
    it was seen; what they know of the others is what holds if it was the latest of these."""
    if card in memory.shown:
        return
    insort(memory.shown, card)
    latest = bisect_left(memory.since, filled) - 1
    if latest >= 0:
        del memory.since[latest]


def peek(table: Table, seat: int, slot: int, card: int) -> None:
    """A player's face-down card is looked at by the opponent; ``card`` as far as it is known."""
    table.peeked[seat] = slot
    if card >= 0 and is_power(card) and len(table.memories) > SEATS:
        learn(table.memories[SEATS + seat], card, table.filled[seat][slot])


def take_power(table: Table, seat: int) -> None:
    """A player takes a Power card to hand, unseen."""
    for memory in table.memories[seat::SEATS]:
        memory.since.append(table.fills[seat])


def destroy(table: Table, seat: int, card: int, slot: int) -> None:
    """A card that all have seen leaves the game (FD-049). ``slot``: where it was in the line-up, or ``NO_SLOT``."""
    table.destroyed[seat].append(card)
    if slot != NO_SLOT:
        table.cards[seat][slot] = NO_CARD
        table.up[seat] &= ~(1 << slot)
        table.bonus[seat][slot] = 0
        table.filled[seat][slot] = 0
    for memory in table.memories[seat::SEATS]:
        if card in memory.shown:
            memory.shown.remove(card)


def clear_line_up(table: Table) -> None:
    """All line-up cards go back to hand (FD-040): nobody knows where they will be next."""
    for seat in range(SEATS):
        table.cards[seat] = [NO_CARD] * SLOTS
        table.down[seat] = 0
        table.up[seat] = 0
        table.locked[seat] = 0
        table.bonus[seat] = [0] * SLOTS
        table.filled[seat] = [0] * SLOTS
        table.fills[seat] = 0
        table.placed[seat] = 0
        table.duels_won[seat] = 0
        table.peeked[seat] = NO_SLOT
        table.recalled[seat] = NO_CARD
        table.recalled_since[seat] = 0
        for memory in table.memories[seat::SEATS]:
            memory.since = [0] * len(memory.since)
