"""The tournament that a log makes: :func:`fold` reads a log, :func:`apply` adds an entry and says whether it can be."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from services.tournaments import fold_course, fold_entrants, fold_rounds
from services.tournaments.fold_rounds import arena_table, note_dealt
from services.tournaments.log import (
    ByeRequested,
    Cancelled,
    Changed,
    CheckedIn,
    Finished,
    GameEnded,
    GameVoid,
    Happening,
    KeptApart,
    LoggedHappening,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundEnded,
    RoundPaired,
    SeasonStarted,
    StageEnded,
    StageStarted,
    Started,
    TableLeft,
    TablePaired,
    Undone,
    Withdrawn,
)
from services.tournaments.round_state import RoundState
from services.tournaments.settings import TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Handlers, NotPossible, Tournament

_HANDLERS: Final[Handlers] = {**fold_entrants.HANDLERS, **fold_rounds.HANDLERS, **fold_course.HANDLERS}

_OF_A_ROUND: Final = (ResultSet, TableLeft, RoundPaired, TablePaired, GameEnded, GameVoid)

CAN_BE_UNDONE: Final = (
    CheckedIn,
    Withdrawn,
    Returned,
    ByeRequested,
    KeptApart,
    ResultSet,
    TableLeft,
    RoundPaired,
    TablePaired,
    RoundEnded,
    Started,
    StageStarted,
    SeasonStarted,
    StageEnded,
    Paused,
    Resumed,
    Finished,
    Cancelled,
)
"""What a host may take back, with all that cannot stand without it: not who has entered and with which seed, what
was played, and settings, which are changed back."""


def apply(tournament: Tournament, entry: LoggedHappening) -> None:
    """Let something happen.

    Raises:
        NotPossible: it cannot happen now; nothing has changed.
    """
    if entry.number <= tournament.revision:
        raise NotPossible("the log has gone on")
    if tournament.closed_ms is not None:
        raise NotPossible("it is closed")
    _HANDLERS[type(entry.what)](tournament, entry.what, entry)
    _note_paired(tournament, entry.what)
    tournament.revision = entry.number
    if tournament.went_back_in == entry.number - 1 and isinstance(entry.what, StageEnded | StageStarted):
        tournament.went_back_in = entry.number


def read_back(tournament: Tournament, entry: LoggedHappening, *, is_old: bool) -> None:
    """Let happen what a log says, or note that it counts no more. ``is_old``: as :func:`fold` says.

    Raises:
        NotPossible: it cannot happen now.
    """
    tournament.is_read_back = is_old
    try:
        if entry.number in tournament.undone:
            take_back(tournament, entry)
        else:
            apply(tournament, entry)
    finally:
        tournament.is_read_back = False


def take_back(tournament: Tournament, entry: LoggedHappening) -> None:
    """Note that this stood in the log and counts no more: the matches that it called off are not played again, but
    others in their places. A table of an arena keeps its number."""
    what = entry.what
    _note_paired(tournament, what)
    if isinstance(what, Withdrawn):  # who is put back after having missed tables begins anew
        tournament.missed.pop(what.entrant, None)
    if isinstance(what, GameEnded | GameVoid):
        note_dealt(tournament, what, entry)
    if isinstance(what, Cancelled):
        rounds = tournament.rounds[-1:]
    elif not isinstance(what, _OF_A_ROUND) or what.round > len(tournament.rounds):
        return  # nothing, or of a round that is there no more, or not yet again
    else:
        rounds = tournament.rounds[what.round - 1 :]
    if isinstance(what, TablePaired):
        state = rounds[0]
        if state.arena is not None and what.table == len(state.tables) + 1:
            state.put(replace(arena_table(tournament, what, entry), is_called_off=True))
        return
    if isinstance(what, GameEnded | GameVoid | TableLeft | ResultSet):
        state = rounds[0]
        called_off = 2 if isinstance(what, TableLeft) else 1  # with the match that the others have played on with
        _played_anew(state, state.tables[what.table - 1 : what.table], called_off=called_off)
        rounds = rounds[1:] if isinstance(what, ResultSet) and what.then == "replay" else []
    elif isinstance(what, RoundPaired):
        rounds = rounds[:1]
    for state in rounds:
        _played_anew(state, list(state.tables))


def _played_anew(state: RoundState, tables: Sequence[TableState], *, called_off: int = 1) -> None:
    """The next matches of some tables are others than those that were called off."""
    for table in tables:
        state.put(replace(table, taken_back=table.taken_back + called_off))


def _note_paired(tournament: Tournament, what: Happening) -> None:
    """Who sits at a table has seen the seeds of others, whatever becomes of the table."""
    if isinstance(what, RoundPaired):
        tournament.ever_paired.update(entrant for table in what.tables for entrant in table.entrants)
    elif isinstance(what, TablePaired):
        tournament.ever_paired.update(what.entrants)


def undone_in(entries: Iterable[LoggedHappening]) -> frozenset[int]:
    """The numbers of the entries that others undo."""
    told = [entry.what for entry in entries if isinstance(entry.what, Undone)]
    return frozenset(chain.from_iterable((what.entry, *what.also) for what in told))


def fold(settings: TournamentSettings, entries: Sequence[LoggedHappening], *, is_old: bool = False) -> Tournament:
    """The tournament that a log makes: in order, without what was undone. ``settings``: as they were at first, or as
    they are by now: nothing before the start depends on what may have changed of them until then. ``is_old``: it was
    made before there were commitments, when nobody noted whether its host had given the seed. A host could do that
    where it entered bots alone, and could let others in later: from now on nobody else enters there.

    Raises:
        NotPossible: an entry cannot stand where it does; of a log that was written here this happens only if something
            is left out on which it depends.
    """
    undone = undone_in(entries)
    tournament = Tournament(settings)
    tournament.undone = undone
    for entry in entries:
        read_back(tournament, entry, is_old=is_old)
    if is_old and settings.entry.bots == "only":
        was_changed = any(isinstance(entry.what, Changed) and entry.what.entry is not None for entry in entries)
        tournament.seed_may_be_given = was_changed or settings.entry.is_run_between_bots
    return tournament
