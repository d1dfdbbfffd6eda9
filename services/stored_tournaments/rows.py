"""Rows of the tables as tournaments, their logs, and their matches."""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, Exists, RowMapping, Select, delete, exists, func, or_, select, update

from services.database.tables import (
    matches,
    players,
    tournament_entrants,
    tournament_guests,
    tournament_hosts,
    tournament_log,
    tournament_webhooks,
    tournaments,
)
from services.database.tables import tournament_matches as table_matches
from services.engine.fairness import DealtBefore, EventReference, SeriesReference, event_server_seed, sha256_hex
from services.engine.ruleset import JsonObject
from services.identity.idempotent_creation import Creation
from services.matches.ids import PREFIX
from services.matches.match_creation import EventDeal, SharedDeal
from services.stored_tournaments import due
from services.stored_tournaments.hosted_tournament import (
    Guest,
    HostedTournament,
    HostRole,
    MatchPlace,
    MatchState,
    TableMatch,
    TournamentHost,
    TournamentVisibility,
)
from services.tournaments import log
from services.tournaments.event_commitment import EventCommitment
from services.tournaments.log import Entered, GameCalledOff, GameVoid, Invited, LoggedHappening
from services.tournaments.settings import TournamentSettings
from services.tournaments.table_state import TableState
from services.tournaments.tournament import Tournament, TournamentStatus
from services.unreadable import Found, read_each

_AT_ONCE: Final = 500
"""So many entrants are looked up by one statement."""
_NOT_SHOWN: Final = ("ruleset", "standings", "told", "served_ms")
_SHOWN: Final = (
    *(column for column in tournaments.c if column.name not in _NOT_SHOWN),
    exists().where(table_matches.c.tournament_id == tournaments.c.id).label("has_matches"),
)
_PLACE: Final = tuple(table_matches.c[name] for name in MatchPlace._fields)
_MATCH: Final = (*_PLACE, *(table_matches.c[name] for name in ("match_id", "round", "begun_ms", "state", "dealt")))


def find(connection: Connection, tournament_id: str, *, for_update: bool = False) -> HostedTournament | None:
    """A tournament by its id. ``for_update``: others who want to change it wait."""
    here = tournaments.c.id == tournament_id
    if for_update:  # first, by itself: what is read with a row that one has waited for is older than the row
        connection.execute(select(tournaments.c.id).where(here).with_for_update())
    row = connection.execute(select(*_SHOWN).where(here)).mappings().one_or_none()
    return None if row is None else tournament_of(row)


def tournament_of(row: RowMapping) -> HostedTournament:
    """A tournament from its row."""
    fields: dict[str, Any] = dict(row)
    fields["settings"] = _settings(bytes(fields["settings"]))
    fields["seed"] = bytes(fields["seed"])
    fields["event"] = None if fields["event"] is None else EventCommitment.read(bytes(fields["event"]))
    fields["visibility"] = TournamentVisibility(fields["visibility"])
    fields["status"] = TournamentStatus(fields["status"])
    fields["has_matches"] = bool(fields["has_matches"])
    return HostedTournament(**fields)


@lru_cache(maxsize=256)
def _settings(data: bytes) -> TournamentSettings:
    return TournamentSettings.read(data)


def open_of(connection: Connection, person: str) -> int:
    """How many tournaments that are not over count for a person."""
    is_open = tournaments.c.status.not_in([status.value for status in TournamentStatus if status.is_over])
    wanted = select(func.count()).where(due.PERSON.in_((person,)), is_open)
    return connection.execute(wanted).scalar_one()


def page_statement(limit: int) -> Any:  # noqa: ANN401 - SQLAlchemy's types of selected columns are long
    """Tournaments, newest first."""
    return select(*_SHOWN).order_by(tournaments.c.id.desc()).limit(limit)


def standings(connection: Connection, tournament_id: str) -> bytes | None:
    """The standings as they are stored."""
    wanted = select(tournaments.c.standings).where(tournaments.c.id == tournament_id)
    found: bytes | None = connection.execute(wanted).scalar_one_or_none()
    return found


# -- the log -----------------------------------------------------------------------------------------------------------


def entries(
    connection: Connection, tournament_id: str, *, after: int = 0, limit: int | None = None
) -> list[LoggedHappening]:
    """The log of a tournament from the entry after ``after`` on."""
    return [_entry(row) for row in _logged(connection, tournament_id, after, limit)]


def listed_entries(
    connection: Connection, tournament_id: str, *, after: int = 0, limit: int | None = None
) -> Found[LoggedHappening]:
    """The same, to be shown: one that cannot be read is named by its number."""
    found = _logged(connection, tournament_id, after, limit)
    return read_each("log entry", found, _entry, lambda row: f"{row.number}")


def _logged(connection: Connection, tournament_id: str, after: int, limit: int | None) -> Iterable[Any]:
    columns = tournament_log.c
    wanted = select(columns.number, columns.at_ms, columns.what, columns.by, columns.reason)
    here = wanted.where(columns.tournament_id == tournament_id, columns.number > after).order_by(columns.number)
    return connection.execute(here if limit is None else here.limit(limit))


def _entry(row: Any) -> LoggedHappening:  # noqa: ANN401 - a row
    return LoggedHappening(row.number, row.at_ms, log.load(bytes(row.what)), row.by, row.reason)


def append(connection: Connection, tournament_id: str, added: Sequence[LoggedHappening]) -> None:
    """Add entries to a log, and the players who have entered or were invited with them."""
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
        if isinstance(entry.what, Entered | Invited) and entry.what.player is not None
    ]
    if entered:
        connection.execute(tournament_entrants.insert(), entered)


def store(connection: Connection, tournament_id: str, **changed: Any) -> None:  # noqa: ANN401 - columns differ
    """Change the row of a tournament."""
    connection.execute(update(tournaments).where(tournaments.c.id == tournament_id).values(**changed))


def wake_webhook(connection: Connection, tournament_id: str, now_ms: int) -> None:
    """There is something to post to the webhook of a tournament, if it has one."""
    columns = tournament_webhooks.c
    rests = (columns.tournament_id == tournament_id, columns.due_ms.is_(None), columns.given_up_ms.is_(None))
    connection.execute(update(tournament_webhooks).where(*rests).values(due_ms=now_ms))


def rest(connection: Connection, hosted: HostedTournament, due_ms: int | None, told: int | None) -> None:
    """When somebody looks after a tournament next, unless something has happened in it since it was read: then it is
    due already. ``told``: up to which entry its players were told; None: that is not known."""
    columns = tournaments.c
    unchanged = (columns.id == hosted.id, columns.revision == hosted.revision)
    changed = {"due_ms": due_ms} if told is None else {"due_ms": due_ms, "told": told}
    connection.execute(update(tournaments).where(*unchanged).values(changed))


def told(connection: Connection, tournament_id: str) -> int:
    """Up to which entry the players of a tournament are known to have been told."""
    found: int | None = connection.execute(select(tournaments.c.told).where(tournaments.c.id == tournament_id)).scalar()
    return found or 0


# -- who has to do with it ---------------------------------------------------------------------------------------------


def role(connection: Connection, tournament_id: str, player_id: str) -> HostRole | None:
    """What a player that is not the owner may do as a host."""
    columns = tournament_hosts.c
    here = (columns.tournament_id == tournament_id, columns.player_id == player_id)
    found = connection.execute(select(columns.role).where(*here)).scalar_one_or_none()
    return None if found is None else HostRole(found)


def host_ids(connection: Connection, hosted: HostedTournament) -> list[str]:
    """The players who are its hosts, whatever they may do: the owner first."""
    columns = tournament_hosts.c
    others = select(columns.player_id).where(columns.tournament_id == hosted.id).order_by(columns.player_id)
    return list(dict.fromkeys((hosted.owner_id, *connection.execute(others).scalars())))


def hosts(connection: Connection, tournament_id: str) -> Found[TournamentHost]:
    """Who helps the owner, by id."""
    columns = tournament_hosts.c
    wanted = select(columns.player_id, players.c.name, columns.role).join(players, players.c.id == columns.player_id)
    found = connection.execute(wanted.where(columns.tournament_id == tournament_id).order_by(columns.player_id))
    return read_each(
        "host",
        found,
        lambda row: TournamentHost(row.player_id, row.name, HostRole(row.role)),
        lambda row: row.player_id,
    )


def guests(
    connection: Connection, tournament_id: str, limit: int, *, after: str = "", player_id: str | None = None
) -> list[Guest]:
    """Up to ``limit`` players on the list of guests, by id, from the first beyond ``after``; or one player alone."""
    columns = tournament_guests.c
    wanted = select(columns.player_id, players.c.name, columns.added_ms).join(
        players, players.c.id == columns.player_id
    )
    here = wanted.where(columns.tournament_id == tournament_id, columns.player_id > after)
    if player_id is not None:
        here = here.where(columns.player_id == player_id)
    found = connection.execute(here.order_by(columns.player_id).limit(limit))
    return [Guest(row.player_id, row.name, row.added_ms) for row in found]


def entrant_of(connection: Connection, tournament_id: str, player_id: str) -> str | None:
    """As which entrant a player has entered, if it ever has."""
    columns = tournament_entrants.c
    here = (columns.tournament_id == tournament_id, columns.player_id == player_id)
    found: str | None = connection.execute(select(columns.entrant_id).where(*here)).scalar_one_or_none()
    return found


def client_seeds(connection: Connection, tournament_id: str, entrants: Sequence[str]) -> dict[str, str]:
    """The seeds that some entrants have given, hexadecimal, by entrant."""
    columns = tournament_entrants.c
    given = (columns.tournament_id == tournament_id, columns.client_seed.is_not(None))
    wanted = select(columns.entrant_id, columns.client_seed).where(*given)
    found: dict[str, str] = {}
    for start in range(0, len(entrants), _AT_ONCE):
        some = wanted.where(columns.entrant_id.in_(entrants[start : start + _AT_ONCE]))
        found |= {row.entrant_id: bytes(row.client_seed).hex() for row in connection.execute(some)}
    return found


def store_client_seed(connection: Connection, tournament_id: str, entrant: str, client_seed: str) -> None:
    """Keep the seed that an entrant has given."""
    columns = tournament_entrants.c
    its = (columns.tournament_id == tournament_id, columns.entrant_id == entrant)
    connection.execute(update(tournament_entrants).where(*its).values(client_seed=bytes.fromhex(client_seed)))


def is_entrant_of(connection: Connection, tournament_id: str, entrant: str, player_id: str) -> bool:
    """Whether an entrant is a player itself, or a bot of the player's."""
    wanted = _entered(tournament_id, player_id).where(tournament_entrants.c.entrant_id == entrant)
    return connection.execute(wanted.limit(1)).one_or_none() is not None


def is_guest(connection: Connection, tournament_id: str, player_id: str) -> bool:
    """Whether a player is on the list of guests, or its owner is."""
    return bool(connection.execute(select(_listed(tournament_id, player_id))).scalar_one())


def has_to_do_with(connection: Connection, tournament_id: str, player_id: str) -> bool:
    """Whether a player has entered a tournament, or a bot of its own has; or it is on the list of guests, or its owner
    is."""
    entered = exists(_entered(tournament_id, player_id))
    return bool(connection.execute(select(or_(entered, _listed(tournament_id, player_id)))).scalar_one())


def _entered(tournament_id: str, player_id: str) -> Select[Any]:
    columns = tournament_entrants.c
    joined = select(columns.entrant_id).join(players, players.c.id == columns.player_id)
    its_own = or_(players.c.id == player_id, players.c.owner_id == player_id)
    return joined.where(columns.tournament_id == tournament_id, its_own)


def _listed(tournament_id: str, player_id: str) -> Exists:
    columns = tournament_guests.c
    owner = select(players.c.owner_id).where(players.c.id == player_id).scalar_subquery()
    wanted = select(columns.player_id).where(
        columns.tournament_id == tournament_id, or_(columns.player_id == player_id, columns.player_id == owner)
    )
    return exists(wanted)


# -- matches -----------------------------------------------------------------------------------------------------------


def creation_of(hosted: HostedTournament, place: MatchPlace, at_ms: int) -> Creation:
    """What a match of a table is made of: its id follows from the tournament's seed, so it is made once however often
    that is attempted. Of a tournament without a commitment its server seed follows from this, too."""
    name = "match " + " ".join(map(str, place))
    return Creation(at_ms, hmac.digest(hosted.seed, name.encode(), "sha256"))


def deal_of(hosted: HostedTournament, place: MatchPlace, deal: int) -> SharedDeal:
    """What the matches of a table have in common that play one deal, in a tournament without a commitment. Its seed
    follows from the tournament's like that of any match. It is known when the first of them has ended: only bots of the
    house, which learn nothing, play the others. ``deal``: of the table, from 0."""
    name = f"deal {place.pairing} {place.table} {deal}"
    table = place.pairing << 16 | place.table % (1 << 16)  # where tables are more, each has a pairing of its own
    reference = SeriesReference(
        sha256=sha256_hex(hosted.settings.to_bytes()),
        match=(table << 8 | place.game) << 2 | place.attempt,
        deal=table << 8 | deal,
    )
    return SharedDeal(hmac.digest(hosted.seed, name.encode(), "sha256"), reference)


def event_deal_of(
    hosted: HostedTournament,
    event: EventCommitment,
    tournament: Tournament,
    table: TableState,
    seeds: Mapping[str, str],
) -> EventDeal:
    """What the match deals that a table plays next. ``seeds``: those that its entrants have given, hexadecimal."""
    seated, met = table.seated(table.next_game), tournament.meetings_of(table)
    again = None if met.last is None else _dealt_before(met.spent, met.last)
    reference = EventReference(
        sha256=event.sha256,
        entrants=tuple(tournament.members[entrant].known_as for entrant in seated),
        game=met.ended + 1,
        deal=tournament.next_deal(table),
        played_again=again,
    )
    client_seeds = tuple(seeds.get(entrant) for entrant in seated)
    return EventDeal(event_server_seed(hosted.seed, reference, client_seeds), reference, client_seeds)


def _dealt_before(times: int, entry: LoggedHappening) -> DealtBefore:
    assert isinstance(entry.what, GameVoid | GameCalledOff)
    return DealtBefore(times=times, match=entry.what.match, entry=entry.number, by=entry.by, reason=entry.reason)


def begin_dealing(connection: Connection, match_ids: Sequence[str]) -> tuple[set[str], set[str]]:
    """Note that some matches are about to be made: from now on they count as dealt. Those that may be, others were
    called off meanwhile; and those of them that nobody had begun to make before."""
    columns = table_matches.c
    here = (columns.match_id.in_(match_ids), columns.state == MatchState.DUE.value)
    found = connection.execute(select(columns.match_id, columns.dealt).where(*here).with_for_update()).all()
    marked = {row.match_id for row in found if not row.dealt}
    connection.execute(update(table_matches).where(columns.match_id.in_(marked)).values(dealt=True))
    return {row.match_id for row in found}, marked


def not_dealt(connection: Connection, match_ids: Sequence[str]) -> None:
    """Some matches were not made, and nobody has seen anything of them. Not one that somebody else has made
    meanwhile."""
    columns = table_matches.c
    here = (columns.match_id.in_(match_ids), columns.state == MatchState.DUE.value)
    connection.execute(update(table_matches).where(*here).values(dealt=False))


def no_longer_wanted(connection: Connection, hosted: HostedTournament, tournament: Tournament) -> list[TableMatch]:
    """The matches whose tables are there no more, or were decided otherwise. Nobody makes them meanwhile."""
    wanted = _wanted(tournament)
    columns = table_matches.c
    is_open = columns.state.in_([MatchState.DUE.value, MatchState.MADE.value])
    here = select(*_MATCH).where(columns.tournament_id == hosted.id, is_open).order_by(columns.round, columns.table)
    found = [_table_match(row) for row in connection.execute(here.with_for_update()).mappings()]
    return [match for match in found if match.place not in wanted]


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
    return {MatchPlace.of(table): state.number for table in state.open_tables if table.needs_match}


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
    state = MatchState(row["state"])
    is_dealt = bool(row["dealt"]) or state is MatchState.MADE
    return TableMatch(row["match_id"], place, row["round"], row["begun_ms"], state, is_dealt)
