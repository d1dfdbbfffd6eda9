"""What a host's results mean for ratings.

A table of one game is rated by the places that its host has set, and not at all if somebody forfeits by the host's
word. Games of tables that play several stay as they were played: the result of a table does not say how each of its
games went. So does a game in which who sets the result has played: nobody gives itself a win, or takes its loss away.
If the host takes the result back, the game counts as it was played again.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from services.archive.rated_results import AS_PLAYED, VOID, Correction, correct_result
from services.tournaments.log import GameCalledOff, GameEnded, LoggedHappening, ResultSet, Undone
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament

_Place = tuple[int, int]
"""A round and a table of it."""


def correct_ratings(
    connection: Connection,
    tournament_id: str,
    tournament: Tournament,
    entries: Sequence[LoggedHappening],
    added: Iterable[LoggedHappening],
    now_ms: int,
) -> None:
    """Let matches count in the ratings as their tables stand after the ``added`` of all ``entries``."""
    for match, wanted in _wanted(tournament, entries, _touched(entries, added)).items():
        correct_result(connection, match, wanted, tournament_id, now_ms)


def rated_as(tournament: Tournament, table: TableState, seated: Sequence[str]) -> Correction:
    """What a game of a table counts as in the ratings. ``seated``: the entrants in the order of its seats."""
    entry, result = table.set_in, table.set_by_host
    if entry is None or entry.by is None or result is None or len(table.games) > 1 or table.wanted_games > 1:
        return AS_PLAYED
    if any(tournament.members[entrant].is_own(entry.by) for entrant in table.entrants):
        return AS_PLAYED
    if result.forfeits:
        return VOID
    place_of = dict(zip(table.entrants, result.places, strict=True))
    places = [place_of[entrant] for entrant in seated]
    return Correction(tuple(1 + sum(other < own for other in places) for own in places))


def _touched(entries: Sequence[LoggedHappening], added: Iterable[LoggedHappening]) -> set[_Place]:
    """Whose results may count otherwise now. What an entry has set that was taken back, or whose table was set aside,
    is found by what was set at all."""
    touched: set[_Place] = set()
    for what in (entry.what for entry in added):
        if isinstance(what, ResultSet):
            touched.add((what.round, what.table))
        if isinstance(what, Undone) or (isinstance(what, ResultSet) and what.then == "replay"):
            results = (entry.what for entry in entries)
            touched |= {(each.round, each.table) for each in results if isinstance(each, ResultSet)}
    return touched


def _wanted(tournament: Tournament, entries: Sequence[LoggedHappening], touched: set[_Place]) -> dict[str, Correction]:
    """What the matches of some tables count as: those of a table that is not there any more, as they were played.
    Among them are those that the host called off: one may have ended a moment before."""
    if not touched:
        return {}
    tables = {(state.number, table.number): table for state in tournament.rounds for table in state.tables}
    wanted = {}
    for what in (entry.what for entry in entries):
        if isinstance(what, GameEnded | GameCalledOff) and (what.round, what.table) in touched:
            table = tables.get((what.round, what.table))
            is_there = table is not None and set(what.entrants) <= set(table.entrants)
            wanted[what.match] = (
                rated_as(tournament, table, what.entrants) if table is not None and is_there else AS_PLAYED
            )
    return wanted
