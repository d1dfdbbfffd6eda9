"""The results of a tournament as a table for other programs: a row for each entrant of each round."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from services.tournaments.cross_table import spreadsheet_safe
from services.tournaments.records import Entrant
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import points_text
from services.tournaments.tournament import StageState, Tournament

RESULT_COLUMNS: Final = ("stage", "round", "table", "seat", "entrant", "name", "kind", "place", "points", "score")


def results_csv(tournament: Tournament, stages: Sequence[StageState]) -> str:
    """The results of some stages as CSV, UTF-8 and with a line of titles, by round, table and seat; those without a
    table after those with one. Stages and seats count from 0, rounds and tables from 1.

    A name that a spreadsheet would take for a formula comes with an apostrophe before it.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(RESULT_COLUMNS)
    for stage in stages:
        entrants = stage_entrants(tournament, stage, with_open_round=True)
        for number in range(1, len(stage.rounds) + 1):
            writer.writerows(_rows(tournament, stage, number, entrants))
    return text.getvalue()


def _rows(
    tournament: Tournament, stage: StageState, number: int, entrants: Sequence[Entrant]
) -> list[tuple[object, ...]]:
    """Of the round with this number within its stage."""
    state = stage.rounds[number - 1]
    tables = {entrant: table.number for table in state.tables for entrant in table.entrants}
    told = []
    for entrant in entrants:
        if len(entrant.results) < number:
            continue  # its table is being played
        result = entrant.results[number - 1]
        name = spreadsheet_safe(tournament.members[entrant.id].name)
        points, kind = points_text(result.points), result.kind.value
        table, seat = tables.get(entrant.id), result.seat
        order = (table is None, table or 0, seat or 0, entrant.seed)
        row = (stage.number, state.number, table, seat, entrant.id, name, kind, result.place, points)
        told.append((order, (*row, result.table_points)))
    return [row for _, row in sorted(told, key=lambda each: each[0])]
