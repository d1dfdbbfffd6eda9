"""The board: ``board.json``, read strictly and laid out as bit masks.

A hex is a whole number, its place in the order (r, q) of its axial coordinates: (0,-7) is 0, (0,0) is 84, (0,7) is 168.
A set of hexes is an int with one bit for each, in a grid of 16 columns: hex (q, r) is bit ``(r + 7) * 16 + (q + 7)``.
The last column is a guard: a step is a shift, and none leads off the board and in again at the other side. Ascending
bits are ascending hexes.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from services.engine.catalogue import CatalogueError

RADIUS: Final = 7
COLUMNS: Final = 2 * RADIUS + 2
NOWHERE: Final = -1

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of (0,0)."""

Place: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r), pointy top, r downwards; the third is s = -q - r."""


class BoardError(CatalogueError):
    """The board file is wrong. The message names the key and says what does not hold."""


class PlacedToken(NamedTuple):
    """An improvement that lies on the board at the start: the id of its card, and its hex."""

    id: str
    hex: int


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it is at the start. ``tokens``: in ascending order of their hexes."""

    id: str
    gates: int
    red: int
    black: int
    tokens: tuple[PlacedToken, ...]


# -- geometry --------------------------------------------------------------------------------------------------------


def _ring(q: int, r: int) -> int:
    """Steps to (0,0)."""
    return max(abs(q), abs(r), abs(q + r))


def _bit(q: int, r: int) -> int:
    return 1 << (r + RADIUS) * COLUMNS + q + RADIUS


_SPAN: Final = range(-RADIUS, RADIUS + 1)
_PLACES: Final[list[Place]] = [(q, r) for r in _SPAN for q in _SPAN if _ring(q, r) <= RADIUS]

HEXES: Final[int] = len(_PLACES)
Q: Final[list[int]] = [q for q, _ in _PLACES]
R: Final[list[int]] = [r for _, r in _PLACES]
BIT: Final[list[int]] = [_bit(q, r) for q, r in _PLACES]
_HEX_AT: Final[dict[Place, int]] = {place: hex for hex, place in enumerate(_PLACES)}
_HEX_OF_BIT: Final[list[int]] = [
    _HEX_AT.get((column - RADIUS, row - RADIUS), NOWHERE) for row in range(COLUMNS - 1) for column in range(COLUMNS)
]

BOARD: Final[int] = sum(BIT)
EDGE: Final[int] = sum([_bit(q, r) for q, r in _PLACES if _ring(q, r) == RADIUS])
"""The rim (ST-R12)."""


def index_of(q: int, r: int) -> int:
    """The hex at (q, r), or ``NOWHERE``."""
    return _HEX_AT.get((q, r), NOWHERE)


def name(hex: int) -> str:
    """The hex as text, for example ``3,-4``."""
    return f"{Q[hex]},{R[hex]}"


_HEX_NAMED: Final[dict[str, int]] = {name(hex): hex for hex in range(HEXES)}


def hex_named(text: str) -> int:
    """The hex with this name, or ``NOWHERE``."""
    return _HEX_NAMED.get(text, NOWHERE)


def hex_of(bit: int) -> int:
    """The hex of a set of one."""
    return _HEX_OF_BIT[bit.bit_length() - 1]


def hexes(of: int) -> list[int]:
    """The hexes of a set, ascending."""
    found: list[int] = []
    while of:
        bit = of & -of
        found.append(_HEX_OF_BIT[bit.bit_length() - 1])
        of ^= bit
    return found


def mask_of(of: list[int]) -> int:
    """The set of some hexes."""
    mask = 0
    for hex in of:
        mask |= BIT[hex]
    return mask


def distance(one: int, other: int) -> int:
    """Steps between two hexes."""
    return _ring(Q[one] - Q[other], R[one] - R[other])


def within_one(of: int) -> int:
    """The hexes of a set and all that touch it."""
    # A step is one of +1, -1, +16, +15, -16, -15. Of x and x + 1 together, two shifts make the last four.
    pairs = of | of << 1
    return (pairs | of >> 1 | pairs << 15 | pairs >> 16) & BOARD


def neighbours(of: int) -> int:
    """The hexes next to a hex of the set, themselves in it or not."""
    pairs = of | of << 1
    return (of << 1 | of >> 1 | pairs << 15 | pairs >> 16) & BOARD


def within(of: int, steps: int) -> int:
    """The hexes at most so many steps away from one of the set."""
    for _ in range(steps):
        of = within_one(of)
    return of


def flood(seed: int, space: int) -> int:
    """What can be reached from the seed through the space, step by step; the part of the seed that lies in it too."""
    reached = seed & space
    while True:
        further = within_one(reached) & space
        if further == reached:
            return reached
        reached = further


NEIGHBOURS: Final[list[list[int]]] = [hexes(neighbours(bit)) for bit in BIT]
BALL1: Final[list[int]] = [within(bit, 1) for bit in BIT]
BALL2: Final[list[int]] = [within(bit, 2) for bit in BIT]
BALL3: Final[list[int]] = [within(bit, 3) for bit in BIT]
"""The hexes at most one, two, three steps from a hex, itself among them."""

TOUCHING: Final[list[int]] = [0 if place == NOWHERE else neighbours(BIT[place]) for place in (NOWHERE, *_HEX_OF_BIT)]
"""The hexes next to a hex, by the ``bit_length`` of its bit."""


# -- the board file --------------------------------------------------------------------------------------------------

_KEYS: Final = ("id", "radius", "gates", "red", "black", "tokens", "checks")


def read_board(text: str) -> Board:
    """The board in a text, checked in full.

    Raises:
        BoardError: a key is unknown or missing, a hex is off the board or named twice, a count is not what ``checks``
            says, a gate is no free rim hex, a token lies on another, or a hex without a tile cannot be reached.
    """
    document: dict[str, Any] = json.loads(text)
    _demand(set(document) == set(_KEYS), f"keys must be {', '.join(_KEYS)}")
    _demand(document["radius"] == RADIUS, f"radius must be {RADIUS}")
    spots = document["tokens"]
    _demand(all(set(spot) == {"token", "at"} for spot in spots), "tokens: keys must be token, at")
    _set("tokens", [spot["at"] for spot in spots])
    board = Board(
        id=document["id"],
        gates=_set("gates", document["gates"]),
        red=_set("red", document["red"]),
        black=_set("black", document["black"]),
        tokens=tuple(
            sorted((PlacedToken(spot["token"], index_of(*spot["at"])) for spot in spots), key=lambda token: token.hex)
        ),
    )
    _check_gates(board)
    _check_counts(board, document["checks"])
    return board


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise BoardError(f"board.json: {what}")


def _set(key: str, places: list[list[int]]) -> int:
    found = [index_of(q, r) for q, r in places]
    _demand(NOWHERE not in found, f"{key}: a hex is off the board")
    _demand(len(set(found)) == len(found), f"{key}: a hex is named twice")
    return mask_of(found)


def _check_gates(board: Board) -> None:
    empty = BOARD & ~board.black
    _demand(board.gates != 0, "gates: there must be one")
    _demand(board.gates == EDGE & empty, "gates: they are the rim hexes without a tile")
    _demand(flood(board.gates, empty) == empty, "black: a hex without a tile cannot be reached from a gate")


def _counts(board: Board) -> Iterator[tuple[str, int]]:
    yield "hexes", HEXES
    yield "edge", EDGE.bit_count()
    yield "red", board.red.bit_count()
    yield "black", board.black.bit_count()
    yield "empty", (BOARD & ~board.black).bit_count()
    yield "gates", board.gates.bit_count()
    for id in sorted({token.id for token in board.tokens}):
        yield id, sum(token.id == id for token in board.tokens)


def _check_counts(board: Board, checks: dict[str, int]) -> None:
    counts = dict(_counts(board))
    _demand(counts == checks, f"checks: the board has {counts}")


ZIRCONIA: Final = read_board(Path(__file__).with_name("board.json").read_text(encoding="utf-8"))

BOARDS: Final[dict[str, Board]] = {ZIRCONIA.id: ZIRCONIA}
"""The boards by id (option ``board``)."""

GATES: Final[int] = ZIRCONIA.gates
RED: Final[int] = ZIRCONIA.red
BLACK: Final[int] = ZIRCONIA.black
"""The black tiles at the start (ST-R01)."""
TOKENS: Final[tuple[PlacedToken, ...]] = ZIRCONIA.tokens
"""The improvements at the start (ST-002)."""
