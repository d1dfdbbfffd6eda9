"""Placements: where the tiles of a card may go (ST-064 to ST-069).

Two interfaces to the same rules. Tile by tile: the first tile, then one next to the group, and so on; never a dead end.
Whole groups: every connected set of n hexes, once. Both reach the same boards.

Sets of hexes are bit masks (``board.py``). The *space* of a player is where a tile of that player's may lie: no tile on
it (ST-042) and no forcefield of another player over it (ST-R50).
"""

from typing import Final

from services.rulesets.standoff.board import (
    BOARD,
    EDGE,
    NOWHERE,
    TOUCHING,
    Place,
    index_of,
    mask_of,
    within,
    within_one,
)

OUT_OF_BOARD: Final = "OUT_OF_BOARD"
COLLISION: Final = "COLLISION"
NOT_CONTIGUOUS: Final = "NOT_CONTIGUOUS"
NOT_ADJACENT: Final = "NOT_ADJACENT"
FORCEFIELD: Final = "FORCEFIELD"
NO_PLACEMENT: Final = "NO_PLACEMENT"
LEGAL: Final = ""
"""Reasons for refusing a placement, and none."""


def forbidden(forcefields: int, others: int, steps: int) -> int:
    """Where a player's tiles may not go: so many steps around the forcefields on tiles of the others (ST-R50)."""
    held = forcefields & others
    return within(held, steps) if held else 0


def space(occupied: int, forbidden: int) -> int:
    """Where a player's tiles may go: ``occupied`` holds all tiles, black ones too."""
    return BOARD & ~(occupied | forbidden)


def entry(space: int, own: int) -> int:
    """The part of the space on the edge or next to a tile of the player's own (ST-043, ST-R12)."""
    return space & (EDGE | within_one(own))


# -- tile by tile ----------------------------------------------------------------------------------------------------


def can_place(space: int, own: int, n: int) -> bool:
    """Whether a group of n has room anywhere (ST-R14)."""
    left = entry(space, own)
    while left:
        group = _grown(left & -left, space, n)
        if group.bit_count() >= n:
            return True
        left &= ~group
    return False


def first_tiles(space: int, own: int, n: int) -> int:
    """Where the first tile of a group of n may go: on entry hexes whose part of the space has room for all of it.

    A connected part of n hexes or more always lets a smaller connected group in it grow, so there is no dead end.
    """
    left = entry(space, own)
    found = 0
    while left:
        group = _grown(left & -left, space, n)
        if group.bit_count() >= n:
            found |= group & left  # all in the same part of the space
        left &= ~group
    return found


def next_tiles(space: int, group: int) -> int:
    """Where the next tile of a group may go: next to it."""
    return within_one(group) & space & ~group


def _grown(seed: int, space: int, n: int) -> int:
    """Some of what the seed is connected with: all of it, or at least n hexes."""
    group = seed
    while group.bit_count() < n:
        further = within_one(group) & space
        if further == group:
            break
        group = further
    return group


# -- whole groups ----------------------------------------------------------------------------------------------------


def groups(space: int, own: int, n: int) -> list[int]:
    """Every group of n that may be placed, ascending, each once (Redelmeier's enumeration).

    A group is found from the lowest of its entry hexes: those below it are closed for the search.
    """
    found: list[int] = []
    starts = entry(space, own)
    while starts:
        start = starts & -starts
        _grow(found, 0, start, start, space, n)
        starts ^= start
        space ^= start
    found.sort()
    return found


def groups_with(space: int, group: int, n: int) -> list[int]:
    """Every group of n that a smaller group, placed as far as that, may still become; ascending, each once."""
    candidates = next_tiles(space, group)
    found: list[int] = []
    _grow(found, group, candidates, group | candidates, space, n - group.bit_count())
    found.sort()
    return found


def _grow(found: list[int], group: int, candidates: int, seen: int, space: int, left: int) -> None:
    """Add to the group every choice of so many hexes more. ``candidates`` may come next; once passed over, never again.
    ``seen`` are the hexes that have been candidates."""
    if left == 1:
        while candidates:
            bit = candidates & -candidates
            found.append(group | bit)
            candidates ^= bit
        return
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        fresh = TOUCHING[bit.bit_length()] & space & ~seen
        _grow(found, group | bit, candidates | fresh, seen | fresh, space, left - 1)


# -- refusals --------------------------------------------------------------------------------------------------------


def refusal(places: list[Place], n: int, occupied: int, forbidden: int, own: int) -> str:
    """Why a group at these places is refused, or ``LEGAL``; the first reason in the order of the rulebook's checks.

    ``NO_PLACEMENT``: these are not n different hexes.
    """
    found = [index_of(q, r) for q, r in places]
    if NOWHERE in found:
        return OUT_OF_BOARD
    if len(set(found)) < len(found):
        return NO_PLACEMENT
    return refusal_of_group(mask_of(found), n, occupied, forbidden, own)


def refusal_of_group(group: int, n: int, occupied: int, forbidden: int, own: int) -> str:
    """Why a group of hexes on the board is refused, or ``LEGAL``."""
    if group.bit_count() != n:
        return NO_PLACEMENT
    if group & occupied:
        return COLLISION
    if not _connected(group):
        return NOT_CONTIGUOUS
    if not entry(group, own):
        return NOT_ADJACENT
    return FORCEFIELD if group & forbidden else LEGAL


def refusal_of_tile(q: int, r: int, group: int, left: int, occupied: int, forbidden: int, own: int) -> str:
    """Why the next tile of a group is refused at (q, r), or ``LEGAL``.

    ``group``: the tiles of the card that lie already; ``left``: how many are to be placed, this one among them.
    ``NO_PLACEMENT``: there is no room for the rest of the group.
    """
    found = index_of(q, r)
    if found == NOWHERE:
        return OUT_OF_BOARD
    tile = mask_of([found])
    if tile & (occupied | group):
        return COLLISION
    if group and not tile & within_one(group):
        return NOT_CONTIGUOUS
    if not group and not entry(tile, own):
        return NOT_ADJACENT
    if tile & forbidden:
        return FORCEFIELD
    fits = group or tile & first_tiles(space(occupied, forbidden), own, left)
    return LEGAL if fits else NO_PLACEMENT


def _connected(group: int) -> bool:
    return _grown(group & -group, group, group.bit_count()) == group
