"""The results of a tournament as a table for other programs: a row for each entrant of each round, in an arena
of each table."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from services.tournaments.cross_table import spreadsheet_safe
from services.tournaments.records import Entrant, RoundResult
from services.tournaments.round_state import RoundState, StageState
from services.tournaments.stage_results import stage_entrants
from services.tournaments.standings import points_text
from services.tournaments.tournament import Tournament

RESULT_COLUMNS: Final = ("stage", "round", "table", "seat", "entrant", "name", "kind", "place", "points", "score")


def results_csv(tournament: Tournament, stages: Sequence[StageState]) -> str:
    """The results of some stages as CSV, UTF-8 and with a line of titles, by round, table and seat; those without a
    table after those with one. Stages and seats count from 0, rounds and tables from 1.

    A name that a spreadsheet would take for a formula comes with an apostrophe before it, and JSON has it as it is.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(RESULT_COLUMNS)
    for stage in stages:
        entrants = stage_entrants(tournament, stage, with_open_round=True)
        for number, state in enumerate(stage.rounds, 1):
            is_arena = state.arena is not None
            told = [
                (entrant, result)
                for entrant in entrants
                for result in entrant.results
                if is_arena or result.round == number
            ]
            writer.writerows(_rows(tournament, state, told))
    return text.getvalue()


def _rows(
    tournament: Tournament, state: RoundState, told: Sequence[tuple[Entrant, RoundResult]]
) -> list[tuple[object, ...]]:
    """What entrants have of a round; in an arena, of each of its tables."""
    found = []
    for entrant, result in told:
        table = result.round if state.arena is not None else next(iter(state.tables_of.get(entrant.id, ())), None)
        name = spreadsheet_safe(tournament.members[entrant.id].name)
        points, kind = points_text(result.points), result.kind.value
        order = (table is None, table or 0, result.seat or 0, entrant.seed)
        row = (state.stage, state.number, table, result.seat, entrant.id, name, kind, result.place, points)
        found.append((order, (*row, result.table_points)))
    return [row for _, row in sorted(found, key=lambda each: each[0])]
