"""The log of results, from which ratings follow: what of an ended match goes into it.

Every match has a row, written in the transaction that archives it; those that are not rated have one with the reason.
Whether people have agreed to be rated against bots is taken as it was when the match began, and stays in the row.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from sqlalchemy import Connection, insert, select, update

from services.archive.archived_match import FinishedMatch, FinishedSeat
from services.database import Database
from services.database.tables import match_seats, matches, players, rated_results, rating_consents, result_corrections
from services.engine.no_shows import absent_seats, never_came
from services.engine.ruleset import JsonObject

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5

_PERSON: Final = "person"
_AT_ONCE: Final = 200


class Exclusion(Enum):
    """Why a match is not rated."""

    NEVER_STARTED = "never_started"
    UNRATED = "unrated"
    """Its creator wished so."""
    SEATS = "seats"
    """It has fewer than two seats or more than five, or one that nobody took."""
    NO_CONSENT = "no_consent"
    """People and bots sat together, and not all the people had agreed to it when the match began."""
    ASSISTED = "assisted"
    """The platform helped who sat in it, or one of its bots could have played for them."""
    FORFEITED = "forfeited"
    """It keeps note of presence, as those of tournaments do, and somebody was not there."""


def write_result(database: Database, connection: Connection, finished: FinishedMatch) -> None:
    """Put a match that is being archived into the log."""
    row = result_row(connection, finished.match, finished.seats, lambda: finished.replay)
    connection.execute(database.insert(rated_results).on_conflict_do_nothing(), row)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a result counts as. ``ranks``: by seat; None: as the match ended. ``is_void``: not at all."""

    ranks: tuple[int, ...] | None = None
    is_void: bool = False


AS_PLAYED: Final = Correction()
VOID: Final = Correction(is_void=True)


def correct_result(connection: Connection, match_id: str, wanted: Correction, tournament_id: str, at_ms: int) -> bool:
    """Let a result in the log count as its host says. The row stays, and so does every correction; the ratings take the
    match again. Said twice, it is said once.

    Returns:
        Whether something has changed: not if the match is not rated, or counts like that already.
    """
    log, corrections = rated_results.c, result_corrections.c
    of_match = select(log.population, log.aborted, log.ranks, log.revision).where(log.match_id == match_id)
    row = connection.execute(of_match.with_for_update()).one_or_none()
    if row is None or row.population is None or row.aborted:
        return False
    in_force = select(corrections.ranks, corrections.is_void).where(
        corrections.match_id == match_id, corrections.revision == row.revision
    )
    found = connection.execute(in_force).one_or_none()
    counts = AS_PLAYED if found is None else Correction(found.ranks and tuple(found.ranks), found.is_void)
    if wanted.ranks == tuple(row.ranks):
        wanted = AS_PLAYED
    if wanted == counts:
        return False
    added = {
        "match_id": match_id,
        "revision": row.revision + 1,
        "at_ms": at_ms,
        "tournament_id": tournament_id,
        "ranks": None if wanted.ranks is None else list(wanted.ranks),
        "is_void": wanted.is_void,
    }
    connection.execute(insert(result_corrections), added)
    changed = update(rated_results).where(log.match_id == match_id)
    connection.execute(changed.values(revision=row.revision + 1, due_ms=at_ms))
    return True


def add_missing_results(database: Database, after: str, span: int) -> tuple[int, str | None]:
    """Put matches into the log that were archived by a release without one: those among the next ``span`` archived
    matches after the id ``after``.

    Returns:
        How many were missing, and the id to go on after; None: there are no more.
    """
    beyond = select(matches.c.id).where(matches.c.id > after).order_by(matches.c.id)
    with database.read() as connection:
        last = connection.execute(beyond.offset(span - 1).limit(1)).scalar_one_or_none()
        known = select(rated_results.c.match_id).where(rated_results.c.match_id == matches.c.id).exists()
        missing = select(matches.c.id).where(matches.c.id > after, ~known)
        if last is not None:
            missing = missing.where(matches.c.id <= last)
        ids = list(connection.execute(missing.order_by(matches.c.id)).scalars())
    for start in range(0, len(ids), _AT_ONCE):
        _add(database, ids[start : start + _AT_ONCE])
    return len(ids), last


def _add(database: Database, ids: Sequence[str]) -> None:
    with database.begin() as connection:
        columns = (matches.c.id, matches.c.document, matches.c.replay)
        archived = connection.execute(select(*columns).where(matches.c.id.in_(ids))).all()
        seats: dict[str, list[FinishedSeat]] = {}
        for row in connection.execute(
            select(match_seats).where(match_seats.c.match_id.in_(ids)).order_by(match_seats.c.seat)
        ):
            taken = FinishedSeat(row.seat, row.player_id, row.kind, row.rank, row.score, row.resigned)
            seats.setdefault(row.match_id, []).append(taken)
        rows = [
            result_row(connection, row.document, seats.get(row.id, ()), partial(zlib.decompress, row.replay))
            for row in archived
        ]
        if rows:
            connection.execute(database.insert(rated_results).on_conflict_do_nothing(), rows)


def result_row(
    connection: Connection, match: JsonObject, seats: Sequence[FinishedSeat], replay: Callable[[], bytes]
) -> dict[str, object]:
    """The row of an archived match. ``connection``: to ask for people's consent. ``replay``: is called if somebody has
    left the match. Who has left without ever making a decision has forfeited: who resigned a lost position, or ran out
    of time in it, has played the match, and must not get out of its result."""
    ordered = sorted(seats, key=lambda seat: seat.seat)
    is_aborted = match["status"] == "aborted"
    exclusion = _exclusion(connection, match, ordered)
    absent = frozenset[int]() if exclusion else absent_seats(match, replay)
    if match.get("presence") is not None and (absent or never_came(match)):
        exclusion = Exclusion.FORFEITED
    # Archived by no release of the platform, if it has no end: it is not rated.
    ended_ms = match.get("ended_ms") or 0
    return {
        "match_id": match["id"],
        "ended_ms": ended_ms,
        "ruleset": match["ruleset"],
        "seats": len(ordered),
        "population": _population(ordered) if exclusion is None else None,
        "exclusion": "" if exclusion is None else exclusion.value,
        "aborted": is_aborted,
        "players": [seat.player_id or "" for seat in ordered],
        "versions": _versions(match, ordered),
        "ranks": [] if is_aborted else [seat.rank for seat in ordered],
        "forfeited": [] if exclusion else sorted({str(seat.player_id) for seat in ordered if seat.seat in absent}),
        "due_ms": ended_ms if exclusion is None else None,
        "persons": None if exclusion else _persons(connection, [seat.player_id or "" for seat in ordered]),
    }


def has_agreed(connection: Connection, player_id: str, at_ms: int) -> bool:
    """Whether a person had agreed at a time to have matches with bots rated."""
    columns = rating_consents.c
    own = select(columns.agreed).where(columns.player_id == player_id)
    before = own.where(columns.at_ms <= at_ms).order_by(columns.at_ms.desc()).limit(1)
    found = connection.execute(before).scalar_one_or_none()
    if found is not None:
        return bool(found)
    # Each word differs from the one before it. So before the first that is kept it was the opposite; nobody gets out of
    # a match by changing it a thousand times.
    first = connection.execute(own.order_by(columns.at_ms).limit(1)).scalar_one_or_none()
    return first is not None and not first


def _exclusion(connection: Connection, match: JsonObject, seats: Sequence[FinishedSeat]) -> Exclusion | None:
    started_ms = match.get("started_ms")
    if started_ms is None or match.get("ended_ms") is None:
        return Exclusion.NEVER_STARTED
    if match.get("rated") is False:
        return Exclusion.UNRATED
    if not MIN_SEATS <= len(seats) <= MAX_SEATS or any(seat.player_id is None for seat in seats):
        return Exclusion.SEATS
    people = sorted({seat.player_id or "" for seat in seats if seat.kind == _PERSON})
    if _population(seats) == "mixed" and not all(has_agreed(connection, person, started_ms) for person in people):
        return Exclusion.NO_CONSENT
    # Who agrees to be rated only after the match was created, or sits down in a house bot's place, has had help. And
    # earlier releases let a bot of the house play for whoever lets the clock run out: such a match is left out whether
    # one has played or not, or who is about to lose would get out of the result by it.
    may_decide = match.get("on_time_out", {}).get("bot") is not None
    return Exclusion.ASSISTED if match.get("assistance") == "open" or may_decide else None


def _population(seats: Sequence[FinishedSeat]) -> str:
    """As :class:`services.ratings.rating_records.Population` has it."""
    people = sum(seat.kind == _PERSON for seat in seats)
    if people == len(seats):
        return "humans"
    return "mixed" if people else "bots"


def _persons(connection: Connection, ids: Sequence[str]) -> list[str]:
    """Who stands behind each player: a bot's owner, else the player. People who have signed up from one address, such
    as a club, are several."""
    found = connection.execute(select(players.c.id, players.c.owner_id).where(players.c.id.in_(ids)))
    owners = {row.id: row.owner_id for row in found}
    return [owners.get(player) or player for player in ids]


def _versions(match: JsonObject, seats: Sequence[FinishedSeat]) -> list[str]:
    """The version of the program in each seat: a house bot's is the ruleset's."""
    stored = match.get("seats", ())
    found = []
    for seat in seats:
        of_seat = stored[seat.seat] if seat.seat < len(stored) else {}
        is_house = of_seat.get("bot") is not None
        found.append(str(match.get("ruleset_version", "") if is_house else of_seat.get("version") or ""))
    return found
