"""One place where tournaments change: entries are added to the log, and everything that follows from them is stored
with them, in one transaction.

Whoever wants something says what is to happen in the tournament as it stands; whether it can is said by
:mod:`services.tournaments.folding`. Transactions of one tournament wait for each other.
"""

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from services.database import Database
from services.errors import Reason, Refusal
from services.stored_tournaments import rows
from services.stored_tournaments.entrant_links import end_links
from services.stored_tournaments.hosted_tournament import HostedTournament, TableMatch
from services.stored_tournaments.known_logs import KnownLogs, Read
from services.stored_tournaments.rated_games import correct_ratings
from services.tournaments.folding import apply
from services.tournaments.log import (
    Accepted,
    Cancelled,
    Changed,
    Entered,
    GameCalledOff,
    GameEnded,
    Happening,
    LoggedHappening,
    Paused,
    ResultSet,
    Returned,
    RoundEnded,
    RoundPaired,
    SeasonStarted,
    SeedGiven,
    StageEnded,
    StageStarted,
    TableLeft,
    Undone,
    Withdrawn,
)
from services.tournaments.standings_document import standings_document
from services.tournaments.tournament import NotPossible, TournamentStatus

_COUNTING = (
    Accepted,
    Entered,
    Withdrawn,
    Returned,
    StageStarted,
    RoundPaired,
    GameEnded,
    ResultSet,
    TableLeft,
    RoundEnded,
    SeasonStarted,
    StageEnded,
    Undone,
)
"""After what standings are computed anew: whatever they tell of."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to happen. ``by``: the player that wants it; None: the platform. ``reason``: in its words.
    ``client_seed``: that an entrant gives with it; the log has its digest alone."""

    what: Happening
    by: str | None = None
    reason: str = ""
    client_seed: str | None = field(default=None, repr=False)


Decide = Callable[[Connection, Read], Iterable[Wish]]
"""What is to happen, seen the tournament. It is asked for one wish after the other: what it has wished before has
happened by then."""


Expected = Callable[[HostedTournament], None]
"""Is given the tournament that is about to change, and raises if that is not what the caller has seen."""


def no_precondition(_: HostedTournament) -> None:
    """Whatever it is."""


def read_for_update(connection: Connection, known: KnownLogs, tournament_id: str) -> Read:
    """A tournament with its log; others who want to change it wait.

    Raises:
        Refusal: ``NOT_FOUND``.
    """
    hosted = rows.find(connection, tournament_id, for_update=True)
    if hosted is None:
        raise Refusal(Reason.NOT_FOUND, "There is no such tournament.")
    return known.read_for_update(connection, hosted)


def commit(
    database: Database,
    known: KnownLogs,
    tournament_id: str,
    decide: Decide,
    now_ms: int,
    expected: Expected = no_precondition,
) -> Read:
    """Let happen what ``decide`` wishes: all of it or, if one wish cannot be, nothing. How it stands then. Where
    nothing is wished, whatever is there is as expected: what is asked for twice is no error. ``known``: what this
    process has read before.

    Raises:
        Refusal: ``NOT_FOUND``; ``NOT_POSSIBLE_NOW``, with what stands in the way; what ``decide`` and ``expected``
            raise.
    """
    with database.begin() as connection:
        found = read_for_update(connection, known, tournament_id)
        before, seeds = len(found.entries), dict[str, str]()
        for wish in decide(connection, found):
            if len(found.entries) == before:
                expected(found.hosted)
            found = _after(found, wish, now_ms)
            if wish.client_seed is not None and isinstance(wish.what, SeedGiven):
                seeds[wish.what.entrant] = wish.client_seed
        if len(found.entries) == before:
            return found
        found = _told_what_is_called_off(connection, found, before, now_ms)
        added = found.entries[before:]
        rows.append(connection, tournament_id, added)
        correct_ratings(connection, tournament_id, found.tournament, found.entries, added, now_ms)
        for entrant, client_seed in seeds.items():
            rows.store_client_seed(connection, tournament_id, entrant, client_seed)
        rows.store(connection, tournament_id, **_columns(found, added, now_ms))
        stored = rows.find(connection, tournament_id)
        assert stored is not None
        rows.hand_out(connection, stored, found.tournament, now_ms)
        rows.wake_webhook(connection, tournament_id, now_ms)
        if stored.is_ended and not found.hosted.is_ended:
            end_links(connection, tournament_id, now_ms)
        changed = Read(stored, found.entries, found.tournament)
    known.keep(changed)
    return changed


def _after(found: Read, wish: Wish, now_ms: int) -> Read:
    entry = LoggedHappening(len(found.entries) + 1, now_ms, wish.what, wish.by, wish.reason)
    try:
        if isinstance(wish.what, Undone):
            tournament = found.hosted.folded([*found.entries, entry])
        else:
            tournament = found.tournament
            tournament.is_strict = wish.by is not None
            apply(tournament, entry)
    except NotPossible as error:
        raise Refusal(Reason.NOT_POSSIBLE_NOW, f"This is not possible now: {error}.") from None
    finally:
        found.tournament.is_strict = False
    found.entries.append(entry)
    return Read(found.hosted, found.entries, tournament)


def _told_what_is_called_off(connection: Connection, found: Read, before: int, now_ms: int) -> Read:
    """The log says of each match that may have been dealt that it does not count, with who decided that and why: what
    it has dealt is not dealt again."""
    hosted, tournament = found.hosted, found.tournament
    if hosted.event is None:
        return found
    dealt = [match for match in rows.no_longer_wanted(connection, hosted, tournament) if match.is_dealt]
    if not dealt:
        return found
    added, was = found.entries[before:], hosted.folded(found.entries[:before])
    told = []
    for number, match in enumerate(dealt, before + 1):
        cause, table = _cause(match, added), was.table(match.round, match.place.table)
        what = GameCalledOff(
            round=match.round,
            table=table.number,
            game=match.place.game,
            match=match.match_id,
            entrants=table.seated(match.place.game),
            is_duplicate=table.rules.is_duplicate,
        )
        told.append(LoggedHappening(number, now_ms, what, cause.by, cause.reason))
    # Before what has called them off: that stays the last entry, which its host may take back.
    moved = [replace(entry, number=entry.number + len(told)) for entry in added]
    entries = [*found.entries[:before], *told, *moved]
    return Read(hosted, entries, hosted.folded(entries))


def _cause(match: TableMatch, added: Sequence[LoggedHappening]) -> LoggedHappening:
    """Which of some entries has called a match off."""
    where = (match.round, match.place.table)
    set_here = [
        each
        for each in added
        if isinstance(each.what, ResultSet | TableLeft) and (each.what.round, each.what.table) == where
    ]
    return (set_here or [each for each in added if isinstance(each.what, Undone | RoundPaired)] or added)[0]


def _columns(found: Read, added: list[LoggedHappening], now_ms: int) -> dict[str, Any]:
    """What the row says after some entries."""
    tournament = found.tournament
    last = added[-1]
    columns: dict[str, Any] = {
        "status": tournament.status.value,
        "status_reason": _why(found),
        "entrants": sum(member.takes_part for member in tournament.members.values()),
        "round": len(tournament.rounds),
        "revision": last.number,
        "changed_ms": now_ms,
        "started_ms": tournament.started_ms,
        "ended_ms": (found.hosted.ended_ms or now_ms) if tournament.status.is_over else None,
        "closed_ms": tournament.closed_ms,
        "due_ms": now_ms,
    }
    for what in (entry.what for entry in added):
        if isinstance(what, Changed):
            columns |= {key: value for key in ("name", "visibility") if (value := getattr(what, key)) is not None}
            columns["settings"] = tournament.settings.to_bytes()
    if any(isinstance(entry.what, _COUNTING) for entry in added):
        columns["standings"] = zlib.compress(standings_document(tournament)) if tournament.stages else None
    return columns


def _why(found: Read) -> str:
    """Why it is paused or cancelled; empty: it is neither, or nobody has said."""
    kind = {TournamentStatus.PAUSED: Paused, TournamentStatus.CANCELLED: Cancelled}.get(found.tournament.status)
    if kind is None:
        return ""
    undone = found.tournament.undone
    counting = (entry for entry in reversed(found.entries) if entry.number not in undone)
    return next(entry.reason for entry in counting if isinstance(entry.what, kind))
