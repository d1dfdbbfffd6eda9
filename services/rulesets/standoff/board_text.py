"""The board as text that a person can read.

A hex is three characters: the bracket of its zone, whose tile it has, the letter of its token. Rows are shifted by half
a hex, so that neighbours on paper are neighbours on the board. Each row begins and ends with the names of its outer
hexes; from one hex of a row to the next q rises by one.
"""

from typing import Final

from services.rulesets.standoff.board import BIT, EDGE, HEXES, RADIUS, RED, R, hexes, name
from services.rulesets.standoff.table import Table

PITCH: Final = 4
"""Columns from a hex to the next in its row; rows are shifted by half of it."""
LEFT_MARGIN: Final = 6
"""Columns for a hex's name before a row."""

LEGEND: Final = "[0] tile of player 0   (0) in the red zone   {0} being placed   ### black tile   o gate   . empty"


def draw(table: Table) -> list[str]:
    """The board, what its signs mean, who controls each improvement, and how the red zone stands."""
    cards = table.rules.cards
    names = [cards.names[card] for card in cards.tokens]
    laid = [
        (letter, title, where)
        for letter, title, where in zip(letters(names), names, table.tokens, strict=True)
        if where
    ]
    return [
        *board_lines(table.own, table.black, [(letter, where) for letter, _, where in laid], table.group, table.active),
        LEGEND,
        *(token_line(letter, title, where, table.own, table.black) for letter, title, where in laid),
        red_line(table.own, table.black),
    ]


def board_lines(own: list[int], black: int, tokens: list[tuple[str, int]], group: int, active: int) -> list[str]:
    """The fifteen rows of the board.

    ``own``: each seat's tiles; ``tokens``: letters, and where they lie; ``group``: the tiles that the active seat is
    placing and that do not count among its own yet.
    """
    rows: list[list[int]] = [[] for _ in range(2 * RADIUS + 1)]
    for hex in range(HEXES):
        rows[R[hex] + RADIUS].append(hex)
    lines: list[str] = []
    for row in rows:
        shift = " " * (abs(R[row[0]]) * PITCH // 2)
        cells = " ".join([_cell(BIT[hex], own, black, tokens, group, active) for hex in row])
        lines.append(f"{shift}{name(row[0]):>{LEFT_MARGIN}} {cells} {name(row[-1])}")
    return lines


def _cell(bit: int, own: list[int], black: int, tokens: list[tuple[str, int]], group: int, active: int) -> str:
    owner = next((str(seat) for seat, tiles in enumerate(own) if tiles & bit), "#" if bit & black else "")
    token = next((letter for letter, where in tokens if where & bit), "")
    if bit & group:
        return f"{{{active}{token or '}'}"
    if bit & RED:
        return f"({owner or ' '}{token or ')'}"
    if owner == "#":
        return f"##{token or '#'}"
    if owner:
        return f"[{owner}{token or ']'}"
    return f" {'o' if bit & EDGE else '.'}{token or ' '}"


def letters(names: list[str]) -> list[str]:
    """A letter for each token: the first of its name that no earlier one has; if all are taken, any that is free."""
    taken: list[str] = []
    for each in names:
        wanted = [letter for letter in each.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter.isalpha()]
        taken.append(next((letter for letter in wanted if letter not in taken), "?"))
    return taken


def token_line(letter: str, title: str, where: int, own: list[int], black: int) -> str:
    """Where the tokens of one kind lie, and who controls each."""
    spots = [f"{name(hex)} {_control(BIT[hex], own, black)}" for hex in hexes(where)]
    return f"{letter} {title}: {', '.join(spots)}"


def _control(bit: int, own: list[int], black: int) -> str:
    for seat, tiles in enumerate(own):
        if tiles & bit:
            return f"player {seat}"
    return "black" if bit & black else "free"


def red_line(own: list[int], black: int) -> str:
    """How The Red Gun stands (ST-008, ST-009)."""
    counts = [f"player {seat} {(tiles & RED).bit_count()}" for seat, tiles in enumerate(own)]
    filled = sum(own) | black  # no two tiles share a hex, so the sum is the union
    empty = (RED & ~filled).bit_count()
    return f"The Red Gun: {', '.join(counts)}, black {(black & RED).bit_count()}, empty {empty} of {RED.bit_count()}."
