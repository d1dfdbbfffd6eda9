"""What may be known of which of a player's out-of-sight cards are in hand, brought up to date by what is public.

Every card comes to a player in the open, so the set of a player's cards in hand, in the deck and face down is public;
hidden is how it is split. An audience (everybody, or one player who looked at the hand) learns of the split in five
ways: a card is seen on its way to the hand or in it; the deck runs out, so that all cards that are out of sight are in
hand or face down (FO-R37); a card is shuffled into the deck when others are in hand already (FO-R53); a face-down card
of this Face Off was in hand when it was laid (FO-R18); and so was a victory card that was placed face down (option
``placed_vc=face_down``).

What is concluded never rules out what is true. Where a card that leaves the hand may be one of several that came there
at different times, no more is concluded than holds for all of them (FO-P05).

The same functions bring a state and a view up to date, so that a viewer who follows the events knows the same. They
are called before the card in question moves, save :func:`drew`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from services.rulesets.faceoff.table.state import LateCard, Memory, Table

NOTHING_KNOWN: Final = Memory((), (), (), 0, ())
"""What is known of a hand that came from the deck alone."""


# -- what happens ----------------------------------------------------------------------------------------------------


def drew(table: Table, seat: int, number: int) -> None:
    """A player drew cards that nobody else saw."""
    laid = number if table.down[seat] else 0
    if laid or table.memories[seat].late:
        table.memories[seat] = _drawn(table.memories[seat], number, laid)
    if table.looks:
        _change_private(table, seat, lambda private: _drawn(private, number, laid))


def left_hand(table: Table, seat: int, card: int) -> None:
    """A card is about to leave a player's hand, and all see which."""
    memory = table.memories[seat]
    if memory is not NOTHING_KNOWN:
        table.memories[seat] = _gone(memory, card, _held(table, seat))
    if table.looks:
        _change_private(table, seat, lambda private: _gone(private, card, _held(table, seat)))


def left_deck(table: Table, seat: int, card: int) -> None:
    """A card is about to leave a player's deck from the top, and all see which: it was not in hand."""
    table.memories[seat] = _never_drawn(table.memories[seat], card)
    if table.looks:
        _change_private(table, seat, lambda private: _never_drawn(private, card))


def laid_down(table: Table, seat: int) -> None:
    """A player is about to lay a card from hand face down: it may be any of those that are known to be there, too."""
    memory = table.memories[seat]
    if memory.firm or memory.fresh:
        table.memories[seat] = _unsure(memory)
    if table.looks:
        _change_private(table, seat, _unsure)


def turned_up(table: Table, seat: int, cards: list[int]) -> None:
    """A player's face-down cards are about to be shown and discarded (FO-088)."""
    memory = table.memories[seat]
    if memory is not NOTHING_KNOWN:
        table.memories[seat] = _shown(memory, cards, _held(table, seat))
    if table.looks:
        _change_private(table, seat, lambda private: _shown(private, cards, _held(table, seat)))


def seen_in_hand(table: Table, seat: int, card: int) -> None:
    """A card in a player's hand is shown to all, and stays there."""
    left_hand(table, seat, card)
    came_to_hand(table, seat, card)


def came_to_hand(table: Table, seat: int, card: int) -> None:
    """A card that all have seen is about to come to a player's hand."""
    laid = bool(table.down[seat])
    table.memories[seat] = _with_card(table.memories[seat], card, laid)
    if table.looks:
        _change_private(table, seat, lambda private: _with_card(private, card, laid))


def reshuffled(table: Table, seat: int, held: list[int]) -> None:
    """A player's deck has run out, and the discard pile becomes the deck: ``held``, all cards that were out of sight,
    are in hand or face down."""
    table.memories[seat] = _all_known(table.memories[seat], held)
    if table.looks:
        _change_private(table, seat, lambda private: _all_known(private, held))


def shuffled_in(table: Table, seat: int, card: int) -> None:
    """A card that all have seen is about to be shuffled into a player's deck: it is not in hand now."""
    table.memories[seat] = _with_late(table.memories[seat], card, _held(table, seat))
    if table.looks:
        _change_private(table, seat, lambda private: _with_late(private, card, _held(table, seat)))


def placed_down(table: Table, seat: int, hidden: list[int]) -> None:
    """A player is about to place a victory or bonus card from hand face down. ``hidden``: all the player's cards that
    are out of sight."""
    memory = table.memories[seat]
    cards = [card for card in hidden if table.rules.cards.placeable[card]]
    table.memories[seat] = _with_placed(memory, cards, _held(table, seat))
    if table.looks:
        _change_private(table, seat, lambda private: _with_placed(private, cards, _held(table, seat)))


def looked(table: Table, viewer: int, seat: int, hand: list[int]) -> None:
    """A player looks at another's hand."""
    memory = audience(table, viewer, seat)
    cards = tuple(sorted(hand))
    # What is known to be out of sight and is not in hand lies face down.
    elsewhere = tuple([card for card in memory.known if card not in hand])
    placed = tuple([tuple([card for card in each if card not in hand]) for each in memory.placed])
    late = memory.late
    for each in memory.late:
        if each.card in hand:
            late = _without(late, each.card)
    down = len(table.down[seat])
    if down:
        seen = Memory(elsewhere, cards, late, 0, placed)
    else:
        seen = Memory(tuple(sorted(elsewhere + cards)), (), late, 0, placed)
    seen = _capped(seen, _held(table, seat))
    seats = len(table.memories)
    nobody: list[Memory | None] = [None] * (seats * seats)
    looks = table.looks.copy() or nobody
    looks[viewer * seats + seat] = seen
    table.looks = looks
    _forget_the_same(table)


# -- what is known ---------------------------------------------------------------------------------------------------


def audience(table: Table, viewer: int, seat: int) -> Memory:
    """What a viewer knows of another player's hand."""
    if table.looks and viewer >= 0:
        private = table.looks[viewer * len(table.memories) + seat]
        if private is not None:
            return private
    return table.memories[seat]


def unknown(table: Table, seat: int, memory: Memory) -> int:
    """How many of a player's cards that are in hand, face down, or placed face down an audience does not know."""
    return _unknown(memory, _held(table, seat))


def slots(table: Table, seat: int, memory: Memory) -> int:
    """How many unknown cards may be in a player's hand or face down in this Face Off."""
    return _slots(memory, _held(table, seat))


def may_lack(table: Table, seat: int, out_of_sight: list[int], fits: Callable[[int], bool]) -> bool:
    """Whether a player's hand may hold no card that fits, as far as everybody knows. ``out_of_sight``: all the player's
    cards that others may not see. False only where every hand that agrees with what all know holds one (FO-P03)."""
    memory = table.memories[seat]
    elsewhere = len(table.down[seat]) + sum([any(map(fits, may_be)) for may_be in memory.placed])
    if any(map(fits, memory.firm)) or sum(map(fits, memory.known)) > elsewhere:
        return False
    late = [each.card for each in memory.late]
    others = len([card for card in out_of_sight if card not in late and not fits(card)])
    late_others = 0
    for card, slots in reversed(memory.late):  # the last to come has the fewest places
        late_others += slots > late_others and not fits(card)
    return others + late_others >= table.hand_count(seat)


class Held(NamedTuple):
    """How many cards a player holds that others may not know."""

    in_hand: int
    """In hand, or face down in this Face Off."""
    in_front: int
    """Placed face down."""


def _held(table: Table, seat: int) -> Held:
    placed = len(table.front[seat]) if table.rules.placed_hidden else 0
    return Held(table.hand_count(seat) + len(table.down[seat]), placed)


def _unknown(memory: Memory, held: Held) -> int:
    return held.in_hand + held.in_front - len(memory.known) - len(memory.firm)


def _slots(memory: Memory, held: Held) -> int:
    return min(_unknown(memory, held), held.in_hand - len(memory.firm))


def or_nothing(memory: Memory) -> Memory:
    """The memory, or ``NOTHING_KNOWN`` itself if it says no more than that, which costs nothing to keep up to date."""
    return NOTHING_KNOWN if memory == NOTHING_KNOWN else memory


# -- changing what is known ------------------------------------------------------------------------------------------


def _change_private(table: Table, seat: int, change: Callable[[Memory], Memory]) -> None:
    """Change what single players know of a seat."""
    seats = len(table.memories)
    for place in range(seat, seats * seats, seats):
        private = table.looks[place]
        if private is not None:
            table.looks[place] = change(private)
    _forget_the_same(table)


def _forget_the_same(table: Table) -> None:
    """What one player knows is kept only while it is more than what all know."""
    seats = len(table.memories)
    left = False
    for place, private in enumerate(table.looks):
        if private is None:
            continue
        if private == table.memories[place % seats]:
            table.looks[place] = None
        else:
            left = True
    if not left:
        table.looks = []


def _drawn(memory: Memory, number: int, laid: int) -> Memory:
    late = tuple([LateCard(card, slots + number) for card, slots in memory.late])
    return Memory(memory.known, memory.firm, late, memory.fresh + laid, memory.placed)


def _gone(memory: Memory, card: int, held: Held) -> Memory:
    """Without a card that was in hand or face down. If it was not known, it may be any of those that can be it; what is
    known of the others is what holds whichever it was. ``held``: with the card."""
    known, firm, late, fresh, placed = memory.known, memory.firm, memory.late, memory.fresh, memory.placed
    if placed:
        placed = tuple([tuple([other for other in each if other != card]) for each in placed])
    if card in firm:
        firm = tuple([other for other in firm if other != card])
    elif card in known:
        known = tuple([other for other in known if other != card])
    else:
        late = _without(late, card)
        fresh = max(0, fresh - 1)
    after = Memory(known, firm, late, fresh, placed)
    return _capped(after, Held(held.in_hand - 1, held.in_front)) if late else or_nothing(after)


def _never_drawn(memory: Memory, card: int) -> Memory:
    """Without a card that was in the deck."""
    if not memory.late and not memory.placed:
        return memory
    late = tuple([each for each in memory.late if each.card != card])
    placed = tuple([tuple([other for other in each if other != card]) for each in memory.placed])
    return or_nothing(Memory(memory.known, memory.firm, late, memory.fresh, placed))


def _without(late: tuple[LateCard, ...], card: int) -> tuple[LateCard, ...]:
    """The late cards when one card is known to have been drawn: one of the cards in hand that came after it is this."""
    cards = [each.card for each in late]
    if card not in cards:
        return late
    place = cards.index(card)
    before = [LateCard(other, slots - 1) for other, slots in late[:place]]
    after = [LateCard(other, min(slots, late[place].slots - 1)) for other, slots in late[place + 1 :]]
    return (*before, *after)


def _capped(memory: Memory, held: Held) -> Memory:
    """Without the late cards of which there is nothing to remember: a card that may be any of the unknown ones in hand
    is like those that were in the deck before it."""
    if not memory.late:
        return memory
    most = _slots(memory, held)
    late = tuple([each for each in memory.late if each.slots < most])
    return or_nothing(Memory(memory.known, memory.firm, late, memory.fresh, memory.placed))


def _with_late(memory: Memory, card: int, held: Held) -> Memory:
    late = (*memory.late, LateCard(card, 0))
    return _capped(Memory(memory.known, memory.firm, late, memory.fresh, memory.placed), held)


def _with_placed(memory: Memory, cards: list[int], held: Held) -> Memory:
    """One card more in front: any of these, if it may be in hand. ``held``: before it is placed."""
    unknown = _unknown(memory, held)
    may_be = tuple([card for card in cards if unknown > 0 or card in memory.known])
    after = Memory(memory.known, memory.firm, memory.late, memory.fresh, (*memory.placed, may_be))
    return _capped(after, Held(held.in_hand - 1, held.in_front + 1))


def _unsure(memory: Memory) -> Memory:
    if not memory.firm and not memory.fresh:
        return memory
    return or_nothing(Memory(tuple(sorted(memory.known + memory.firm)), (), memory.late, 0, memory.placed))


def _shown(memory: Memory, cards: list[int], held: Held) -> Memory:
    for number, card in enumerate(cards):
        memory = _gone(memory, card, Held(held.in_hand - number, held.in_front))
    return _unsure(memory)


def _with_card(memory: Memory, card: int, laid: bool) -> Memory:
    if laid:
        firm = tuple(sorted((*memory.firm, card)))
        return Memory(memory.known, firm, memory.late, memory.fresh, memory.placed)
    known = tuple(sorted((*memory.known, card)))
    return Memory(known, memory.firm, memory.late, memory.fresh, memory.placed)


def _all_known(memory: Memory, held: list[int]) -> Memory:
    known = tuple(sorted([card for card in held if card not in memory.firm]))
    return or_nothing(Memory(known, memory.firm, (), 0, memory.placed))
