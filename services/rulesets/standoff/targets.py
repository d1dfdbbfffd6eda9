"""What an effect may be aimed at: the page's target filters, as sets of hexes."""

from services.rulesets.standoff import tiles
from services.rulesets.standoff.board import BIT, BOARD, RED, TOUCHING, neighbours, within
from services.rulesets.standoff.cards import (
    OWNER_NEUTRAL,
    OWNER_OPPONENT,
    OWNER_SELF,
    TARGET_ADJACENT_TO_OWN,
    TARGET_EMPTY,
    TARGET_IMPROVED,
    TARGET_MIN_ADJACENT_OWN,
    TARGET_NOT_SOURCE,
    TARGET_OWNER,
    TARGET_RESPECTS_BUNKER,
    TARGET_SOURCE,
    TARGET_WELLS,
    TARGET_WITHIN_OWN,
    TARGET_WITHIN_SOURCE,
    TARGET_ZONE,
    Op,
)
from services.rulesets.standoff.table import Table

# Where the target begins in an effect of each kind
_TILE_TARGET = 2
_PLAIN_TARGET = 1


def hexes(table: Table, seat: int, source: int, effect: tuple[int, ...]) -> int:
    """The hexes that a player may aim an effect at. ``source``: the hex of the token that does it, or ``NOWHERE``."""
    op = effect[0]
    if op == Op.DESTROY_TILE:
        return _filtered(table, seat, source, effect, _PLAIN_TARGET) & tiles.occupied(table)
    if op == Op.PLACE_TILE:
        free = tiles.empty(table) if effect[1] else tiles.space(table, seat)  # ST-R16, ST-R18
        return _filtered(table, seat, source, effect, _TILE_TARGET) & free
    if op == Op.PLACE_IMPROVEMENT:
        return _filtered(table, seat, source, effect, _TILE_TARGET) & ~tiles.improved(table)  # ST-072
    if op == Op.DESTROY_IMPROVEMENT:
        return _filtered(table, seat, source, effect, _PLAIN_TARGET) & _destructible(table)
    if op == Op.CONVERT_TILE:
        return _filtered(table, seat, source, effect, _PLAIN_TARGET) & tiles.occupied(table) & ~table.own[seat]
    return _destinations(table, seat, source, effect[1])


def _filtered(table: Table, seat: int, source: int, effect: tuple[int, ...], at: int) -> int:
    """The hexes that pass a filter, which begins at a place of the effect."""
    found = _of_owners(table, seat, effect[at + TARGET_OWNER], effect[at + TARGET_EMPTY])
    if effect[at + TARGET_ADJACENT_TO_OWN]:
        found &= neighbours(table.own[seat])
    if effect[at + TARGET_WITHIN_OWN]:
        found &= within(table.own[seat], effect[at + TARGET_WITHIN_OWN])
    if effect[at + TARGET_WITHIN_SOURCE]:
        found &= within(BIT[source], effect[at + TARGET_WITHIN_SOURCE])
    if effect[at + TARGET_NOT_SOURCE]:
        found &= ~BIT[source]
    if effect[at + TARGET_SOURCE]:
        found &= BIT[source]
    if effect[at + TARGET_ZONE]:
        found &= RED
    if effect[at + TARGET_IMPROVED] >= 0:
        found &= tiles.improved(table) if effect[at + TARGET_IMPROVED] else ~tiles.improved(table)
    if effect[at + TARGET_WELLS] >= 0:
        found &= _wells(table) if effect[at + TARGET_WELLS] else ~_wells(table)
    if effect[at + TARGET_RESPECTS_BUNKER]:
        found &= ~tiles.protected(table)
    if effect[at + TARGET_MIN_ADJACENT_OWN]:
        found = _touching(found, table.own[seat], effect[at + TARGET_MIN_ADJACENT_OWN])
    return found


def _of_owners(table: Table, seat: int, owners: int, empty: int) -> int:
    """The hexes with a tile of some owners, and the empty ones; all hexes if neither is asked for."""
    if not owners:
        return tiles.empty(table) if empty else BOARD
    found = tiles.empty(table) if empty else 0
    if owners & OWNER_SELF:
        found |= table.own[seat]
    if owners & OWNER_OPPONENT:
        found |= tiles.others(table, seat)
    if owners & OWNER_NEUTRAL:
        found |= table.black
    return found


def _touching(hexes: int, own: int, number: int) -> int:
    """The hexes next to at least so many of a player's tiles."""
    found = 0
    while hexes:
        bit = hexes & -hexes
        hexes ^= bit
        if (TOUCHING[bit.bit_length()] & own).bit_count() >= number:
            found |= bit
    return found


def _wells(table: Table) -> int:
    found = 0
    for token, well in enumerate(table.rules.cards.wells):
        if well:
            found |= table.tokens[token]
    return found


def _destructible(table: Table) -> int:
    """The hexes with an improvement that may be destroyed (ST-R53)."""
    found = 0
    for token, where in enumerate(table.tokens):
        if not table.rules.indestructible >> token & 1:
            found |= where
    return found


def _destinations(table: Table, seat: int, source: int, steps: int) -> int:
    """Where a token may carry its tile: a hex without tile and token; another player's forcefield stops a player's
    tile, but no black one (ST-R50)."""
    free = tiles.empty(table) if table.black & BIT[source] else tiles.space(table, seat)
    return within(BIT[source], steps) & free & ~tiles.improved(table)
