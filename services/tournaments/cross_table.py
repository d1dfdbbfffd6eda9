"""Cross tables, and standings as a table for other programs."""

import csv
import io
import re
from collections.abc import Container, Mapping, Sequence
from typing import Final, NamedTuple

from services.tournaments.records import ResultKind, RoundResult
from services.tournaments.standings import Row, points_text

_FORMULA: Final = re.compile(r"(^|[;\t\r])(?=[\s\"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
"""Where a cell begins that a spreadsheet takes for a formula, by what OWASP lists, full-width signs included. A file
with commas is split at semicolons where these are usual, so one begins there too."""


class Cell(NamedTuple):
    """What an entrant has of one round, in an arena of one table, by whose number it is. ``opponents``: ids in
    the order of seats. ``opponent_lines``: the lines of the table on which they stand, from 1. ``points``: a decimal
    number."""

    round: int
    kind: ResultKind
    points: str
    opponents: tuple[str, ...]
    opponent_lines: tuple[int, ...]
    seat: int | None
    place: int | None
    table_points: int | None


class Line(NamedTuple):
    """A line of a cross table. ``line``: from 1, each its own, while a rank may be shared."""

    line: int
    rank: int
    entrant: str
    points: str
    cells: tuple[Cell, ...]


class Meetings(NamedTuple):
    """A line of an all-play-all table: the cells of the meetings with each entrant in the order of the lines, none for
    itself and for those not met."""

    line: int
    rank: int
    entrant: str
    points: str
    meetings: tuple[tuple[Cell, ...], ...]


def by_rounds(rows: Sequence[Row]) -> list[Line]:
    """The cross table with a column for each round, its lines in the order of the standings."""
    line_of = {row.entrant.id: line for line, row in enumerate(rows, 1)}
    return [
        Line(line, row.rank, row.entrant.id, row.points, tuple(_cell(each, line_of) for each in row.entrant.results))
        for line, row in enumerate(rows, 1)
    ]


def all_play_all(rows: Sequence[Row]) -> list[Meetings]:
    """The cross table with a column for each entrant, lines and columns in the order of the standings."""
    table = []
    for line in by_rounds(rows):
        met: dict[str, list[Cell]] = {row.entrant.id: [] for row in rows}
        for cell in line.cells:
            for opponent in cell.opponents:
                met[opponent].append(cell)
        meetings = tuple(tuple(met[row.entrant.id]) for row in rows)
        table.append(Meetings(line.line, line.rank, line.entrant, line.points, meetings))
    return table


def standings_csv(rows: Sequence[Row], names: Mapping[str, str], withdrawn: Container[str] = ()) -> str:
    """The standings as CSV, UTF-8 and with a line of titles: rank, name, seed, points, each tie-break by its id, the
    entrant's id, and whether it is among those who have ``withdrawn``.

    A name that a spreadsheet would take for a formula comes with an apostrophe before it, and JSON has it as it is.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    tie_breaks = [value.id for value in rows[0].tie_breaks] if rows else []
    writer.writerow(["rank", "name", "seed", "points", *tie_breaks, "entrant", "withdrawn"])
    for row in rows:
        id = row.entrant.id
        counted = (row.rank, spreadsheet_safe(names[id]), row.entrant.seed, row.points)
        has_left = "true" if id in withdrawn else "false"
        writer.writerow([*counted, *(value.text for value in row.tie_breaks), id, has_left])
    return text.getvalue()


def spreadsheet_safe(text: str) -> str:
    """A text with an apostrophe wherever a spreadsheet would take what follows for a formula."""
    return _FORMULA.sub(r"\1'", text)


def _cell(result: RoundResult, line_of: Mapping[str, int]) -> Cell:
    return Cell(
        result.round,
        result.kind,
        points_text(result.points),
        result.opponents,
        tuple(line_of[opponent] for opponent in result.opponents),
        result.seat,
        result.place,
        result.table_points,
    )
