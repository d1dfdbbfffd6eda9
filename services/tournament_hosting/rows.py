"""Rows of the tables as tournaments, their logs, and their matches."""

import hmac
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, delete, select, update

from services.database.tables import matches, tournament_entrants, tournament_hosts, tournament_log, tournaments
from services.database.tables import tournament_matches as table_matches
from services.engine.fairness import SeriesReference, sha256_hex
from services.engine.ruleset import JsonObject
from services.identity.idempotent_creation import Creation
from services.matches.ids import PREFIX
from services.matches.match_creation import SharedDeal
from services.tournament_hosting.model import (
    HostedTournament,
    HostRole,
    MatchPlace,
    MatchState,
    TableMatch,
    TournamentVisibility,
)
from services.tournaments import log
from services.tournaments.log import Entered, LogEntry
from services.tournaments.settings import TournamentSettings
from services.tournaments.tournament import Status, Tournament

_SHOWN: Final = tuple(column for column in tournaments.c if column.name not in ("ruleset", "standings"))
_PLACE: Final = tuple(table_matches.c[name] for name in MatchPlace._fields)
_MATCH: Final = (*_PLACE, *(table_matches.c[name] for name in ("match_id", "round", "begun_ms", "state")))


def find(connection: Connection, tournament_id: str, *, for_update: bool = False) -> HostedTournament | None:
    """A tournament by its id."""
    statement = select(*_SHOWN).where(tournaments.c.id == tournament_id)
    row = connection.execute(statement.with_for_update() if for_update else statement).mappings().one_or_none()
    return None if row is None else tournament_of(row)


def tournament_of(row: RowMapping) -> HostedTournament:
    """A tournament from its row."""
    fields: dict[str, Any] = dict(row)
    fields["settings"] = _settings(bytes(fields["settings"]))
    fields["seed"] = bytes(fields["seed"])
    fields["visibility"] = TournamentVisibility(fields["visibility"])
    fields["status"] = Status(fields["status"])
    return HostedTournament(**fields)


@lru_cache(maxsize=256)
def _settings(data: bytes) -> TournamentSettings:
    return TournamentSettings.read(data)


def page_statement(limit: int) -> Any:  # noqa: ANN401 - SQLAlchemy's types of selected columns are long
    """Tournaments, newest first."""
    return select(*_SHOWN).order_by(tournaments.c.id.desc()).limit(limit)


def standings(connection: Connection, tournament_id: str) -> bytes | None:
    """The standings as they are stored."""
    wanted = select(tournaments.c.standings).where(tournaments.c.id == tournament_id)
    found: bytes | None = connection.execute(wanted).scalar_one_or_none()
    return found


# -- the log -----------------------------------------------------------------------------------------------------------


def entries(connection: Connection, tournament_id: str, *, after: int = 0, limit: int | None = None) -> list[LogEntry]:
    """The log of a tournament from the entry after ``after`` on."""
    columns = tournament_log.c
    wanted = select(columns.number, columns.at_ms, columns.what, columns.by, columns.reason)
    here = wanted.where(columns.tournament_id == tournament_id, columns.number > after).order_by(columns.number)
    rows = connection.execute(here if limit is None else here.limit(limit))
    return [LogEntry(row.number, row.at_ms, log.load(bytes(row.what)), row.by, row.reason) for row in rows]


def append(connection: Connection, tournament_id: str, added: Sequence[LogEntry]) -> None:
    """Add entries to a log, and the players who have entered with them."""
    connection.execute(
        tournament_log.insert(),
        [
            {
                "tournament_id": tournament_id,
                "number": entry.number,
                "at_ms": entry.at_ms,
                "by": entry.by,
                "reason": entry.reason,
                "what": log.dump(entry.what),
            }
            for entry in added
        ],
    )
    entered = [
        {"tournament_id": tournament_id, "player_id": entry.what.player, "entrant_id": entry.what.entrant}
        for entry in added
        if isinstance(entry.what, Entered) and entry.what.player is not None
    ]
    if entered:
        connection.execute(tournament_entrants.insert(), entered)


def store(connection: Connection, tournament_id: str, **changed: Any) -> None:  # noqa: ANN401 - columns differ
    """Change the row of a tournament."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(**changed))


def rest(connection: Connection, hosted: HostedTournament, due_ms: int | None) -> None:
    """When somebody looks after a tournament next, unless something has happened in it since it was read: then it is
    due already."""
    columns = tournaments.c
    unchanged = (columns.id == hosted.id, columns.revision == hosted.revision)
    connection.execute(update(tournaments).where(*unchanged).values(due_ms=due_ms))


# -- who has to do with it ---------------------------------------------------------------------------------------------


def role(connection: Connection, tournament_id: str, player_id: str) -> HostRole | None:
    """What a player that is not the owner may do as a host."""
    columns = tournament_hosts.c
    here = (columns.tournament_id == tournament_id, columns.player_id == player_id)
    found = connection.execute(select(columns.role).where(*here)).scalar_one_or_none()
    return None if found is None else HostRole(found)


def entrant_of(connection: Connection, tournament_id: str, player_id: str) -> str | None:
    """As which entrant a player has entered, if it ever has."""
    columns = tournament_entrants.c
    here = (columns.tournament_id == tournament_id, columns.player_id == player_id)
    found: str | None = connection.execute(select(columns.entrant_id).where(*here)).scalar_one_or_none()
    return found


# -- matches -----------------------------------------------------------------------------------------------------------


def creation_of(hosted: HostedTournament, place: MatchPlace, at_ms: int) -> Creation:
    """What a match of a table is made of: id and server seed follow from the tournament's seed, so it is made once
    however often that is attempted, and when the tournament is over everybody can tell that no cards were chosen."""
    name = "match " + " ".join(map(str, place))
    return Creation(at_ms, hmac.digest(hosted.seed, name.encode(), "sha256"))


def deal_of(hosted: HostedTournament, place: MatchPlace, deal: int) -> SharedDeal:
    """What the matches of a table have in common that play one deal. Its seed follows from the tournament's like that
    of any match. It is known when the first of them has ended: only bots of the house, which learn nothing, play
    the others. ``deal``: of the table, from 0."""
    name = f"deal {place.pairing} {place.table} {deal}"
    table = place.pairing << 16 | place.table
    reference = SeriesReference(
        sha256=sha256_hex(hosted.settings.to_bytes()),
        match=(table << 8 | place.game) << 2 | place.attempt,
        deal=table << 8 | deal,
    )
    return SharedDeal(hmac.digest(hosted.seed, name.encode(), "sha256"), reference)


def under_way(connection: Connection, tournament_id: str, *states: MatchState) -> list[TableMatch]:
    """The matches of a tournament in some states, or in any, in the order of their tables."""
    columns = table_matches.c
    wanted = select(*_MATCH).where(columns.tournament_id == tournament_id)
    if states:
        wanted = wanted.where(columns.state.in_([state.value for state in states]))
    rows = connection.execute(wanted.order_by(columns.round, columns.table)).mappings()
    return [_table_match(row) for row in rows]


def hand_out(connection: Connection, hosted: HostedTournament, tournament: Tournament, now_ms: int) -> None:
    """Hand out the matches that are missing: one for each table of the open round that needs one. Those of tables that
    are there no more, or were decided otherwise, are to be called off."""
    wanted = _wanted(tournament)
    known = under_way(connection, hosted.id, MatchState.DUE, MatchState.MADE)
    there = {match.place for match in known}
    off = [match.match_id for match in known if match.place not in wanted]
    if off:
        note(connection, off, MatchState.CALLED_OFF)
    added = [
        {
            "match_id": creation_of(hosted, place, now_ms).id(PREFIX),
            "tournament_id": hosted.id,
            **place._asdict(),
            "round": round_number,
            "begun_ms": now_ms,
            "state": MatchState.DUE.value,
        }
        for place, round_number in wanted.items()
        if place not in there
    ]
    if added:
        connection.execute(table_matches.insert(), added)


def _wanted(tournament: Tournament) -> dict[MatchPlace, int]:
    """The matches that tables need now, with the numbers of their rounds."""
    state = tournament.open_round
    if state is None or tournament.status.is_over:
        return {}
    return {
        MatchPlace(state.entry, table.number, table.next_game, table.void_games): state.number
        for table in state.tables
        if table.needs_match
    }


def note(connection: Connection, match_ids: Sequence[str], state: MatchState) -> None:
    """How far some matches are. What is to be called off stays so."""
    columns = table_matches.c
    here = (columns.match_id.in_(match_ids), columns.state != MatchState.CALLED_OFF.value)
    connection.execute(update(table_matches).where(*here).values(state=state.value))


def forget(connection: Connection, match_ids: Sequence[str]) -> None:
    """Some matches are looked after no more."""
    connection.execute(delete(table_matches).where(table_matches.c.match_id.in_(match_ids)))


def ended(connection: Connection, tournament_id: str, limit: int) -> list[tuple[TableMatch, JsonObject]]:
    """Up to ``limit`` matches of a tournament that have ended and are in the archive, with what it says of them."""
    columns = table_matches.c
    joined = table_matches.join(matches, matches.c.id == columns.match_id)
    counting = (columns.tournament_id == tournament_id, columns.state != MatchState.CALLED_OFF.value)
    statement = select(*_MATCH, matches.c.document).select_from(joined).where(*counting)
    rows = connection.execute(statement.order_by(columns.round, columns.table).limit(limit)).mappings()
    return [(_table_match(row), row["document"]) for row in rows]


def _table_match(row: RowMapping) -> TableMatch:
    place = MatchPlace(*(row[name] for name in MatchPlace._fields))
    return TableMatch(row["match_id"], place, row["round"], row["begun_ms"], MatchState(row["state"]))
