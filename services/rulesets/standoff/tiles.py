"""What lies on the board, who controls it, and what changes it (ST-042, ST-070 to ST-075).

The functions that change it are for a state and for a view that follows it alike.
"""

from services.engine.event_table import Event
from services.rulesets.standoff import placement
from services.rulesets.standoff.board import BIT, BOARD
from services.rulesets.standoff.board import hexes as all_of
from services.rulesets.standoff.events import EVENT_CONTROL_CHANGED
from services.rulesets.standoff.table import BLACK_TILE, NO_SEAT, Table


def occupied(table: Table) -> int:
    """The hexes with a tile."""
    found = table.black
    for own in table.own:
        found |= own
    return found


def others(table: Table, seat: int) -> int:
    """The hexes with a tile of another player."""
    found = 0
    for other, own in enumerate(table.own):
        if other != seat:
            found |= own
    return found


def forbidden(table: Table, seat: int) -> int:
    """The hexes on which a player's tiles may not be placed, landed or moved: near others' forcefields (ST-R50)."""
    found = 0
    for token, steps in table.rules.cards.blocking_tokens:
        if table.tokens[token]:
            found |= placement.forbidden(table.tokens[token], others(table, seat), steps + table.rules.forcefield_steps)
    return found


def space(table: Table, seat: int) -> int:
    """The hexes on which a player's tiles may be placed."""
    return placement.space(occupied(table), forbidden(table, seat))


def empty(table: Table) -> int:
    """The hexes without a tile: where black ones may be placed (ST-R16)."""
    return BOARD & ~occupied(table)


def improved(table: Table) -> int:
    """The hexes with an improvement."""
    found = 0
    for hexes in table.tokens:
        found |= hexes
    return found


def protected(table: Table) -> int:
    """The hexes with a player's tile under a token that protects it."""
    found = 0
    for token in table.rules.cards.protecting_tokens:
        found |= table.tokens[token]
    return found & ~table.black & occupied(table) if found else 0


def owner(table: Table, hex: int) -> int:
    """The seat whose tile is on a hex; ``BLACK_TILE`` for a black tile and for none."""
    bit = BIT[hex]
    for seat, own in enumerate(table.own):
        if own & bit:
            return seat
    return BLACK_TILE


def token_on(table: Table, hex: int) -> int:
    """The number of the token on a hex, or -1."""
    bit = BIT[hex]
    for token, hexes in enumerate(table.tokens):
        if hexes & bit:
            return token
    return -1


def tile_count(table: Table, seat: int) -> int:
    """All tiles of a player on the board (ST-R41)."""
    return table.own[seat].bit_count()


# -- changes ---------------------------------------------------------------------------------------------------------


def lay(table: Table, seat: int, hexes: int) -> None:
    """Put tiles of a player on empty hexes; ``BLACK_TILE``: black ones."""
    if seat == BLACK_TILE:
        table.black |= hexes
    else:
        table.own[seat] |= hexes


def lift(table: Table, hex: int) -> int:
    """Take the tile off a hex. Returns whose it was. An improvement stays (ST-R52)."""
    bit = BIT[hex]
    seat = owner(table, hex)
    if seat == BLACK_TILE:
        table.black &= ~bit
    else:
        table.own[seat] &= ~bit
    return seat


def control_changes(table: Table, before: list[int], hexes: int) -> list[Event]:
    """Who controls the improvements on some hexes now, where it was another (ST-074). ``before``: each player's tiles
    then."""
    found: list[Event] = []
    for token, where in enumerate(table.tokens):
        for hex in all_of(where & hexes):
            once, now = _holder(before, BIT[hex]), _holder(table.own, BIT[hex])
            if once != now:
                found.append((EVENT_CONTROL_CHANGED, hex, table.rules.cards.tokens[token], once, now))
    found.sort()
    return found


def _holder(own: list[int], bit: int) -> int:
    for seat, tiles in enumerate(own):
        if tiles & bit:
            return seat
    return NO_SEAT
