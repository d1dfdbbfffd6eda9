"""Total power in a Face Off and near the HQ, and who ranks before whom (FO-082 to FO-084, FO-111 to FO-114).

The parts of a total are the printed power, the combo bonuses, and everything that modifies it.
"""

from typing import Final, TypeAlias

from services.rulesets.faceoff.cards.cards import NO_CARD, NO_LETTER
from services.rulesets.faceoff.cards.vocabulary import AS_EQUIPMENT, AS_PERSONALITY, LOCATION_FACEOFF, LOCATION_HQ
from services.rulesets.faceoff.power.conditions import holds
from services.rulesets.faceoff.table.state import Table

Parts: TypeAlias = tuple[int, int, int]
"""Printed power, combo bonuses, modifiers. The total is their sum, and may be negative (FO-R26)."""

_NO_MORE_LETTERS: Final = NO_LETTER + 1
"""Ends a player's list of letters: a list that goes on beats it (FO-R29)."""


# -- Face Off --------------------------------------------------------------------------------------------------------


def faceoff_parts(table: Table, seat: int) -> Parts:
    """A player's power in the Face Off (FO-082, FO-R55); the HQ card has no effect there (FO-R78)."""
    cards = table.rules.cards
    personality, equipment = table.personality[seat], table.equipment[seat]
    printed = cards.power[equipment] if equipment != NO_CARD else 0
    combos = 0
    modifiers = table.mods[seat]
    if personality != NO_CARD:
        printed += cards.power[personality]
        if equipment != NO_CARD:
            combos = cards.pair[personality][equipment]
        for reward in table.perms[seat]:
            modifiers += cards.faceoff_mod[reward]
    return printed, combos, modifiers


def faceoff_key(table: Table, seat: int, total: int) -> tuple[int, ...]:
    """Who ranks first in the Face Off has the least (FO-084, FO-R27, FO-R28, FO-R31)."""
    letters = table.rules.letters
    personality, equipment = table.personality[seat], table.equipment[seat]
    return (
        -total,
        _not_at_home(table, seat),
        letters[personality] if personality != NO_CARD else NO_LETTER,
        letters[equipment] if equipment != NO_CARD else NO_LETTER,
        (seat - table.first) % table.rules.seats,
    )


def _not_at_home(table: Table, seat: int) -> int:
    """0 for the player whose faction's HQ is active. Heathen House is nobody's (FO-R27)."""
    return int(table.factions[seat] != table.rules.cards.faction[table.hq])


# -- near the HQ -----------------------------------------------------------------------------------------------------


def sheltered(table: Table, seat: int) -> bool:
    """Whether a card in a player's army grants it Shelter now (FO-R43)."""
    cards = table.rules.cards
    for entry in table.stacks[seat]:
        card = entry // 3
        if cards.shelter[card] and holds(table, seat, *cards.shelter_cond[card]):
            return True
    return False


def sieges(table: Table, seat: int) -> list[list[int]]:
    """What the Siege cards in all other armies do to this one, by stack entry (FO-R42)."""
    siege = table.rules.cards.siege
    found: list[list[int]] = []
    for other, stack in enumerate(table.stacks):
        if other != seat:
            found += [siege[entry // 3] for entry in stack if siege[entry // 3]]
    return found


def army_parts(table: Table, seat: int) -> Parts:
    """A player's power near the HQ (FO-111, FO-112)."""
    stack = table.stacks[seat]
    modifiers = table.hq_mods[seat]
    if not stack:
        return 0, 0, modifiers
    rules = table.rules
    cards = rules.cards
    power = cards.power
    printed = 0
    personalities: list[int] = []
    equipment: list[int] = []
    for entry in stack:
        card, played_as = divmod(entry, 3)
        printed += power[card]
        if played_as == AS_PERSONALITY:
            personalities.append(card)
        elif played_as == AS_EQUIPMENT:
            equipment.append(card)
    changes = [cards.hq_own[reward] for reward in table.perms[seat] if cards.hq_own[reward]]
    if cards.hq_all[table.hq]:
        changes.append(cards.hq_all[table.hq])
    against = sieges(table, seat)
    if against and not sheltered(table, seat):
        changes += against
    for change in changes:
        for entry in stack:
            modifiers += change[entry]
    combos = rules.best_pairs(cards.pair, personalities, equipment) if personalities and equipment else 0
    return printed, combos, modifiers


def army_key(table: Table, seat: int, total: int) -> tuple[int, list[int], list[int], int]:
    """Who ranks first near the HQ has the least: as in a Face Off, with all letters of the army in order (FO-114,
    FO-R29, FO-R31)."""
    letters = table.rules.letters
    found: list[list[int]] = [[], [], []]
    for entry in table.stacks[seat]:
        found[entry % 3].append(letters[entry // 3])
    return (
        2 * -total + _not_at_home(table, seat),
        [*sorted(found[AS_PERSONALITY]), _NO_MORE_LETTERS],
        [*sorted(found[AS_EQUIPMENT]), _NO_MORE_LETTERS],
        (seat - table.first) % table.rules.seats,
    )


# -- ranking ---------------------------------------------------------------------------------------------------------


def ranking(table: Table, location: int, seats: list[int]) -> list[int]:
    """These players by their power at a location, the strongest first."""
    if location == LOCATION_FACEOFF:
        faceoff = {seat: faceoff_key(table, seat, sum(faceoff_parts(table, seat))) for seat in seats}
        return sorted(seats, key=faceoff.__getitem__)
    army = {seat: army_key(table, seat, sum(army_parts(table, seat))) for seat in seats}
    return sorted(seats, key=army.__getitem__)


def high_man(table: Table, location: int) -> int:
    """The player with the most power there, of all players (FO-062, FO-R47)."""
    return ranking(table, location, list(range(table.rules.seats)))[0]


def low_man(table: Table, location: int) -> int:
    """The player with the least."""
    return ranking(table, location, list(range(table.rules.seats)))[-1]


# -- attacks ---------------------------------------------------------------------------------------------------------


def shielded(table: Table, location: int, seat: int) -> bool:
    """Whether a player has a Shield in play at the location: revealed in this Face Off, in the stack, or revealed in
    this Build Up (FO-R44)."""
    shield = table.rules.cards.shield[location]
    if location == LOCATION_HQ:
        return any(shield[entry // 3] for entry in table.stacks[seat]) or any(
            shield[entry // 3] for entry in table.builds[seat]
        )
    personality, equipment = table.personality[seat], table.equipment[seat]
    return (personality != NO_CARD and shield[personality]) or (equipment != NO_CARD and shield[equipment])
