"""The board as each player stands on it: where its tiles may go, and how many more it takes to the red zone.

A survey depends on nothing but what lies on the board, and is kept for the next decisions: most of them leave the board
as it is.
"""

from functools import lru_cache
from typing import Final

from services.rulesets.standoff import placement
from services.rulesets.standoff.board import BOARD, RED, flood, within_one
from services.rulesets.standoff.table import Table

NEVER: Final = 12
"""Tiles to the red zone for a player who cannot get there."""
_KEPT: Final = 4096


class Survey:
    """The board as each player stands on it. Lists have one entry for each seat. Never changed."""

    __slots__ = ("empty", "entries", "pockets", "red", "rings", "spaces", "steps")

    empty: int
    """The empty hexes of the red zone."""
    pockets: list[list[int]]
    """The connected parts of the empty red hexes that a player's next group may fill, the largest first."""
    red: list[int]
    """How many tiles each player has in the red zone."""
    spaces: list[int]
    """Where each player's tiles may go."""
    entries: list[int]
    """Where the first tile of a group may go."""
    rings: list[list[int]]
    """The empty red hexes that a player's tiles may go to, the hexes next to those, and so on until an entry."""
    steps: list[int]
    """Tiles until a player has one more in the red zone, or ``NEVER``."""

    def __init__(self, own: tuple[int, ...], black: int, fields: tuple[tuple[int, int], ...]) -> None:
        """``fields``: the forcefields' hexes, and how far they reach."""
        occupied = black
        for tiles in own:
            occupied |= tiles
        free = BOARD & ~occupied
        self.empty = RED & free
        self.red = [(tiles & RED).bit_count() for tiles in own]
        self.pockets = []
        self.spaces = []
        self.entries = []
        self.rings = []
        self.steps = []
        for tiles in own:
            space = free
            for where, steps in fields:
                space &= ~placement.forbidden(where, occupied & ~black & ~tiles, steps)
            entry = placement.entry(space, tiles)
            rings = rings_to(RED, space, entry)
            self.spaces.append(space)
            self.pockets.append(_pockets(space & RED, entry) if rings[0] & entry else [])
            self.entries.append(entry)
            self.rings.append(rings)
            self.steps.append(len(rings) if rings[-1] & entry else NEVER)


def rings_to(goal: int, space: int, entry: int) -> list[int]:
    """The hexes of the goal in the space, those next to them, and so on, until one is an entry or there are no more."""
    reached = goal & space
    rings = [reached]
    while not reached & entry:
        further = within_one(reached) & space
        if further == reached:
            break
        rings.append(further & ~reached)
        reached = further
    return rings


def _pockets(free: int, entry: int) -> list[int]:
    """The connected parts with an entry, the largest first."""
    found: list[int] = []
    while free & entry:
        pocket = flood(free & entry & -(free & entry), free)
        found.append(pocket)
        free &= ~pocket
    found.sort(key=int.bit_count, reverse=True)
    return found


def survey(table: Table) -> Survey:
    """The survey of what lies on the board."""
    more = table.rules.forcefield_steps
    fields = tuple([(table.tokens[token], steps + more) for token, steps in table.rules.cards.blocking_tokens])
    return _survey(tuple(table.own), table.black, fields)


@lru_cache(maxsize=_KEPT)
def _survey(own: tuple[int, ...], black: int, fields: tuple[tuple[int, int], ...]) -> Survey:
    return Survey(own, black, fields)
