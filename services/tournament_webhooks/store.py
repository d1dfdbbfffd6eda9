"""Webhooks of tournaments in SQL, and whose turn it is."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, bindparam, select, update

from services.database import Database
from services.database.leases import has_passed
from services.database.tables import api_keys, tournament_hosts, tournaments
from services.database.tables import tournament_webhooks as table
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Scope
from services.platform_time import platform_ms
from services.stored_tournaments import rows
from services.stored_tournaments.access import need_role
from services.stored_tournaments.due import PERSON
from services.stored_tournaments.hosted_tournament import HostedTournament, HostRole
from services.tournament_webhooks.tournament_webhook import LONGEST_PAUSE_MS, TournamentWebhook, Turn
from services.webhooks.store import OVERLAP_MS

_ONE: Final = (
    select(
        table,
        tournaments.c.owner_id,
        tournament_hosts.c.role,
        api_keys.c.revoked_ms,
        api_keys.c.scopes,
    )
    .join(tournaments, tournaments.c.id == table.c.tournament_id)
    .outerjoin(
        tournament_hosts,
        (tournament_hosts.c.tournament_id == table.c.tournament_id) & (tournament_hosts.c.player_id == table.c.set_by),
    )
    .outerjoin(api_keys, api_keys.c.id == table.c.key_id)
    .where(table.c.tournament_id == bindparam("tournament_id"))
)


def is_due(database: Database, now_ms: int) -> bool:
    """Whether there is something to post now.

    Raises:
        Refusal: ``BUSY``: the database does not answer.
    """
    with database.read() as connection:
        due = select(table.c.tournament_id).where(has_passed(table.c.due_ms, now_ms, LONGEST_PAUSE_MS)).limit(1)
        return connection.execute(due).one_or_none() is not None


class TournamentWebhookStore:
    """The webhooks. Every method raises ``BUSY`` when the database cannot be reached. A tournament that a caller may
    not see does not exist for it; webhooks are for its owner and for hosts that may do what the owner may."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    # -- for hosts -----------------------------------------------------------------------------------------------------

    def get(self, caller: Caller, tournament_id: str) -> TournamentWebhook:
        """The webhook of a tournament.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        with self._database.read() as connection:
            _hosted(connection, caller, tournament_id)
            return self._one(connection, tournament_id)

    def put(self, caller: Caller, tournament_id: str, url: str, secret: bytes) -> tuple[TournamentWebhook, bool]:
        """Set the webhook of a tournament; and whether it is a new one. A new one is told what happens from now on;
        another goes on where it is, and what has failed is over. ``secret``: for a new one; another keeps its own.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        now_ms = self._now_ms()
        with self._database.begin() as connection:
            hosted = _hosted(connection, caller, tournament_id, for_update=True)
            wanted: dict[str, Any] = {"url": url, "set_by": caller.player_id, "key_id": caller.key_id}
            there = connection.execute(_ONE, {"tournament_id": tournament_id}).mappings().one_or_none()
            if there is None:
                times = {"created_ms": now_ms, "changed_ms": now_ms}
                state = {"next_entry": hosted.revision + 1, "failures": 0}
                new = {"tournament_id": tournament_id, **wanted, **times, **state, "secret": secret}
                connection.execute(table.insert().values(new))
            else:
                if any(there[name] != value for name, value in wanted.items()):
                    wanted["changed_ms"] = now_ms
                _store(connection, tournament_id, **wanted, **_anew(now_ms))
            return self._one(connection, tournament_id), there is None

    def rotate(self, caller: Caller, tournament_id: str, secret: bytes) -> TournamentWebhook:
        """Give a webhook another secret; the one before signs as well for 24 hours. With the same secret again nothing
        changes.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        with self._database.begin() as connection:
            _hosted(connection, caller, tournament_id, for_update=True)
            before = self._one(connection, tournament_id).secrets[0]
            if before != secret:
                until_ms = self._now_ms() + OVERLAP_MS
                _store(connection, tournament_id, secret=secret, old_secret=before, old_until_ms=until_ms)
            return self._one(connection, tournament_id)

    def resend(self, caller: Caller, tournament_id: str, entry: int) -> TournamentWebhook:
        """Post all entries from this one on, whatever was posted before.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``; ``INVALID_FIELD`` at ``/entry``: the log has no such entry.
        """
        with self._database.begin() as connection:
            hosted = _hosted(connection, caller, tournament_id, for_update=True)
            self._one(connection, tournament_id)
            if entry > hosted.revision:
                error = FieldError("/entry", f"The log has {hosted.revision} entries.")
                raise Refusal(Reason.INVALID_FIELD, errors=(error,))
            _store(connection, tournament_id, next_entry=entry, **_anew(self._now_ms()))
            return self._one(connection, tournament_id)

    def delete(self, caller: Caller, tournament_id: str) -> None:
        """Remove the webhook of a tournament, if there is one.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_A_HOST``.
        """
        with self._database.begin() as connection:
            _hosted(connection, caller, tournament_id)
            connection.execute(table.delete().where(table.c.tournament_id == tournament_id))

    # -- for who posts -------------------------------------------------------------------------------------------------

    def take(self, lease_ms: int, passed_over: Collection[str] = ()) -> Turn | None:
        """The webhook that has been due longest; nobody else posts to it for ``lease_ms``. None: there is none, or
        somebody else was quicker. ``passed_over``: whose tournaments are not taken."""
        now_ms = self._now_ms()
        due = (
            select(table.c.tournament_id, table.c.due_ms, PERSON.label("person"))
            .join(tournaments, tournaments.c.id == table.c.tournament_id)
            .where(has_passed(table.c.due_ms, now_ms, LONGEST_PAUSE_MS))
            .order_by(table.c.due_ms)
            .limit(1)
        )
        if passed_over:
            due = due.where(PERSON.not_in(passed_over))
        with self._database.begin() as connection:
            row = connection.execute(due).one_or_none()
            if row is None:
                return None
            turn = Turn(row.tournament_id, row.person, row.due_ms)
            return self._prolonged(connection, turn, now_ms + lease_ms)

    def find(self, turn: Turn) -> tuple[HostedTournament, TournamentWebhook] | None:
        """The tournament and its webhook; None: it has none any more."""
        with self._database.read() as connection:
            hosted = rows.find(connection, turn.tournament_id)
            found = connection.execute(_ONE, {"tournament_id": turn.tournament_id}).mappings().one_or_none()
        return None if hosted is None or found is None else (hosted, self._webhook(found))

    def posted(self, turn: Turn, entry: int, lease_ms: int) -> Turn | None:
        """An entry was taken. The turn goes on with the next one; None: it has ended, since the host has changed
        something or it took too long."""
        now_ms = self._now_ms()
        done = {"next_entry": entry + 1, "failures": 0, "failing_since_ms": None}
        with self._database.begin() as connection:
            return self._prolonged(connection, turn, now_ms + lease_ms, done, entry=entry)

    def failed(self, turn: Turn, webhook: TournamentWebhook, again_ms: int | None) -> None:
        """An entry was not taken; it is tried again at ``again_ms``, or never (None)."""
        now_ms = self._now_ms()
        changed = {
            "failures": webhook.failures + 1,
            "failing_since_ms": webhook.failing_since_ms or now_ms,
            "given_up_ms": now_ms if again_ms is None else None,
        }
        with self._database.begin() as connection:
            self._prolonged(connection, turn, again_ms, changed, entry=webhook.next_entry)

    def end(self, turn: Turn, *, may_go_on: bool = True) -> None:
        """End a turn: there is another one, at the end of the line, if there is more to post."""
        with self._database.begin() as connection:
            # Whoever adds an entry holds this row: an entry is seen here, or wakes the webhook afterwards.
            hosted = rows.find(connection, turn.tournament_id, for_update=True)
            next_entry = connection.execute(
                select(table.c.next_entry).where(table.c.tournament_id == turn.tournament_id)
            ).scalar_one_or_none()
            if hosted is None or next_entry is None:
                return
            is_more = may_go_on and next_entry <= hosted.revision
            self._prolonged(connection, turn, self._now_ms() if is_more else None)

    def _prolonged(
        self,
        connection: Connection,
        turn: Turn,
        due_ms: int | None,
        changed: Mapping[str, Any] = MappingProxyType({}),
        *,
        entry: int | None = None,
    ) -> Turn | None:
        """Change what is due when, if the turn lasts still and ``entry`` is the next one; what the turn is then."""
        here = [table.c.tournament_id == turn.tournament_id, table.c.due_ms == turn.until_ms]
        if entry is not None:
            here.append(table.c.next_entry == entry)
        statement = update(table).where(*here).values(due_ms=due_ms, **changed)
        is_own = connection.execute(statement).rowcount == 1
        return turn._replace(until_ms=due_ms) if is_own and due_ms is not None else None

    # -- rows ----------------------------------------------------------------------------------------------------------

    def _one(self, connection: Connection, tournament_id: str) -> TournamentWebhook:
        found = connection.execute(_ONE, {"tournament_id": tournament_id}).mappings().one_or_none()
        if found is None:
            raise Refusal(Reason.NOT_FOUND, "The tournament has no webhook.")
        return self._webhook(found)

    def _webhook(self, row: RowMapping) -> TournamentWebhook:
        fields = {name: row[name] for name in TournamentWebhook.__dataclass_fields__ if name in row}
        overlaps = row["old_secret"] is not None and row["old_until_ms"] > self._now_ms()
        secrets = (row["secret"], row["old_secret"]) if overlaps else (row["secret"],)
        return TournamentWebhook(**fields, is_allowed=_is_allowed(row), secrets=tuple(map(bytes, secrets)))


def _hosted(
    connection: Connection, caller: Caller, tournament_id: str, *, for_update: bool = False
) -> HostedTournament:
    """A tournament of which the caller is a host that may do what the owner may."""
    hosted = rows.find(connection, tournament_id, for_update=for_update)
    if hosted is None:
        raise Refusal(Reason.NOT_FOUND, "There is no such tournament.")
    need_role(connection, caller, hosted, HostRole.HOST)
    return hosted


def _is_allowed(row: RowMapping) -> bool:
    """What was set by a key ends with it, and what a host has set with its role: who may not see the tournament any
    more is told nothing of it."""
    if row["revoked_ms"] is not None:
        return False
    by_admin = Scope.ADMIN.value in (row["scopes"] or "").split()
    return by_admin or row["set_by"] == row["owner_id"] or row["role"] == HostRole.HOST.value


def _anew(now_ms: int) -> dict[str, Any]:
    """What has failed is over."""
    return {"failures": 0, "failing_since_ms": None, "given_up_ms": None, "due_ms": now_ms}


def _store(connection: Connection, tournament_id: str, **changed: Any) -> None:  # noqa: ANN401 - columns differ
    connection.execute(update(table).where(table.c.tournament_id == tournament_id).values(**changed))
