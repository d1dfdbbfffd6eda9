"""The moments at which something happens in a tournament by its clock, in milliseconds since 1970."""

from typing import Final

from services.tournaments.round_state import RoundState
from services.tournaments.settings import TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament, TournamentStatus

ABANDONED_MS: Final = 90 * 24 * 3_600_000
"""After so long without an entry in its log, a tournament in which nothing happens without its host is abandoned."""


def check_in_opens_ms(settings: TournamentSettings) -> int | None:
    """From when on entrants can check in; None: nobody has to, or they can from the beginning."""
    seconds, starts_ms = settings.entry.check_in_seconds, settings.times.starts_ms
    return None if seconds is None or starts_ms is None else starts_ms - seconds * 1000


def round_deadline_ms(tournament: Tournament, state: RoundState) -> int | None:
    """When the time of a round is over; of an arena, when no more tables are paired. None: it has no end."""
    return state.arena.ends_ms if state.arena is not None else _played_until_ms(tournament, state.paired_ms)


def table_deadline_ms(tournament: Tournament, table: TableState) -> int | None:
    """When the time of a table is over; None: it has no end. In an arena each has its own."""
    return _played_until_ms(tournament, table.paired_ms)


def next_round_ms(tournament: Tournament) -> int | None:
    """When the pause after the last round is over; None: a round is played, or none has been."""
    ended_ms = tournament.rounds[-1].ended_ms if tournament.rounds else None
    return None if ended_ms is None else ended_ms + tournament.settings.times.pause_seconds * 1000


def due_ms(tournament: Tournament, last_ms: int, now_ms: int) -> int | None:
    """When something happens next by itself, if no match is under way; None: it is over. ``last_ms``: when something
    has happened last."""
    clock_ms = _clock_ms(tournament, now_ms)
    return abandoned_ms(tournament, last_ms, now_ms) if clock_ms is None else clock_ms


def abandoned_ms(tournament: Tournament, last_ms: int, now_ms: int) -> int | None:
    """When a tournament without matches under way is abandoned; None: it is over, or its clock says what happens."""
    if tournament.status.is_over or _clock_ms(tournament, now_ms) is not None:
        return None
    return last_ms + ABANDONED_MS


def _clock_ms(tournament: Tournament, now_ms: int) -> int | None:
    """When something happens next, as far as clocks say; None: when somebody has done something."""
    times = tournament.settings.times
    if tournament.status is TournamentStatus.REGISTRATION:
        return times.starts_ms
    if tournament.status is not TournamentStatus.RUNNING:
        return None
    if tournament.open_arena is not None:
        return max(now_ms, tournament.open_arena.ends_ms)
    round_ms = None if times.next_round == "by_host" else next_round_ms(tournament)
    return None if round_ms is None else max(now_ms, round_ms)


def _played_until_ms(tournament: Tournament, paired_ms: int) -> int | None:
    seconds = tournament.settings.times.round_seconds
    return None if seconds is None else paired_ms + seconds * 1000
