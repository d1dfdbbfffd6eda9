"""The API keys: made, shown once, checked on every request, rotated, revoked."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from hmac import compare_digest
from itertools import combinations
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, func, or_, select

from services.database import READ_SECONDS, Database
from services.database.tables import api_keys, players
from services.errors import FieldError, Reason, Refusal
from services.identity import key_format
from services.identity.auth_cache import AuthCache
from services.identity.idempotent_creation import Creation, once
from services.identity.key_format import KeyText, ParsedKey
from services.identity.names import clean_name
from services.identity.people import OPERATOR_ID, ApiKey, Caller, PlayerKind, Scope
from services.platform_time import platform_ms
from services.unreadable import Found, read_each

MAX_VALID_KEYS: Final = 100
"""Of one player at a time, before its own keys make no more. Neither admins nor the command line are held to it."""

MAX_KEYS_PER_HOUR: Final = 100
"""How many keys a player's keys make in any hour, those that were revoked since included."""

GRACE_READ_SECONDS: Final = 1.0
"""How long to wait for the database to confirm a key that is within its grace period."""

_HOUR_MS: Final = 3_600_000
_SCOPE_SETS: Final = 256
"""So many sets of scopes are kept as they were read."""
_BATCH: Final = 500
"""So many keys are revoked by one statement."""

_EVERY: Final = select(
    api_keys.c.id,
    api_keys.c.player_id,
    api_keys.c.name,
    api_keys.c.scopes,
    api_keys.c.created_ms,
    api_keys.c.expires_ms,
    api_keys.c.revoked_ms,
    api_keys.c.parent_id,
)
_FOR_CALLERS: Final = (
    select(
        api_keys.c.id,
        api_keys.c.secret_sha256,
        api_keys.c.scopes,
        api_keys.c.expires_ms,
        api_keys.c.revoked_ms,
        api_keys.c.player_id,
        players.c.name,
        players.c.kind,
        players.c.version,
        players.c.retired_ms,
        players.c.owner_id,
        players.c.rated_with_bots_ms,
        players.c.counts_for,
    )
    .join(players, players.c.id == api_keys.c.player_id)
    .where(api_keys.c.id.in_(bindparam("key_ids", expanding=True)))
)
_NO_DIGEST: Final = bytes(32)
_HOLDERS_AT_ONCE: Final = 500


class ApiKeys:
    """The keys of one environment: a key made in another is refused here."""

    def __init__(
        self,
        database: Database,
        environment: str,
        now_ms: Callable[[], int] = platform_ms,
        *,
        cache: AuthCache | None = None,
    ) -> None:
        """``environment``: letters and digits, as in the settings; it is part of every key's text."""
        self._database = database
        self._environment = environment
        self._now_ms = now_ms
        self._cache = cache or AuthCache()

    def authenticate(self, text: str) -> Caller:
        """Who presents this key. One query, or none if it was asked a moment ago
        (:mod:`services.identity.auth_cache`); every refusal reads the same, so that it tells nothing about the key.
        While the database cannot be reached, whoever proved the key within the grace period.

        Raises:
            Refusal: ``UNAUTHENTICATED``; ``BUSY``.
        """
        return self.holder(self.claim(text))

    def claim(self, text: str) -> ParsedKey:
        """What a key's text claims and proves, by which :meth:`holder` knows it again. It holds no secret.

        Raises:
            Refusal: ``UNAUTHENTICATED``: the text cannot be a key of this environment.
        """
        claim = key_format.parse(self._environment, text)
        if claim is None:
            raise Refusal(Reason.UNAUTHENTICATED)
        return claim

    def holder(self, claim: ParsedKey) -> Caller:
        """Whose key a claim is of, as of now: see :meth:`authenticate`.

        Raises:
            Refusal: ``UNAUTHENTICATED``; ``BUSY``.
        """
        cached = self._cache.get(claim, self._now_ms())
        if cached is not None:
            return cached
        proved = self._cache.proved(claim, self._now_ms())
        seconds = READ_SECONDS if proved is None else GRACE_READ_SECONDS
        try:
            caller = self._authenticate_batch(self._cache.refresh_batch(claim), seconds)
        except Refusal as refusal:
            if refusal.reason is not Reason.BUSY or proved is None:
                raise
            self._cache.trust(claim)
            return proved
        if caller is None:
            raise Refusal(Reason.UNAUTHENTICATED)
        return caller

    def holders(self, key_ids: Iterable[str]) -> dict[str, Caller]:
        """Who holds each of some keys, for what was asked for with them before; those that are not valid are left out.

        Raises:
            Refusal: ``BUSY``.
        """
        wanted = sorted(set(key_ids))
        with self._database.read() as connection:
            rows = [
                row
                for first in range(0, len(wanted), _HOLDERS_AT_ONCE)
                for row in connection.execute(_FOR_CALLERS, {"key_ids": wanted[first : first + _HOLDERS_AT_ONCE]})
            ]
        now = self._now_ms()
        return {row.id: _caller(row) for row in rows if _is_valid(row, now) and row.retired_ms is None}

    def _authenticate_batch(self, claims: Sequence[ParsedKey], seconds: float) -> Caller | None:
        """Who makes the first of some claims, if anybody does; all of them are known from now on."""
        expiry = self._cache.expiry()
        with self._database.read(seconds) as connection:
            rows = connection.execute(_FOR_CALLERS, {"key_ids": list({claim.key_id for claim in claims})})
            found = {row.id: row for row in rows}
        now = self._now_ms()
        first: Caller | None = None
        for claim in claims:
            row = found.get(claim.key_id)
            proved = compare_digest(claim.digest, _NO_DIGEST if row is None else row.secret_sha256)
            if row is None or not proved or not _is_valid(row, now) or row.retired_ms is not None:
                self._cache.remove(claim)
                continue
            caller = _caller(row)
            self._cache.put(claim, caller, row.expires_ms, expiry)
            first = caller if claim is claims[0] else first
        return first

    def create(
        self,
        player_id: str,
        scopes: Iterable[Scope],
        name: str,
        expires_ms: int | None = None,
        *,
        by: Caller | None = None,
        creation: Creation | None = None,
    ) -> tuple[ApiKey, KeyText]:
        """A new key for a player, and its text, which cannot be had again except with the same ``creation``.

        ``by``: who makes it, by which key. The new key is that one's child: it has no scope that its parent lacks and
        expires no later. None: the operator on the command line, whom no limit keeps out.

        Raises:
            Refusal: ``NOT_FOUND`` (the player); ``INVALID_FIELD`` at ``/scopes`` (none), ``/name``, or ``/expires_ms``
                (not in the future); ``MISSING_SCOPE``; ``UNAUTHENTICATED`` if the parent has just been revoked;
                ``TOO_MANY_KEYS``, ``RATE_LIMITED``, ``BOT_RETIRED``.
        """
        granted = frozenset(scopes)
        if not granted:
            raise _invalid("/scopes", "must hold at least one scope")
        creation = creation or once(self._now_ms)
        if expires_ms is not None and expires_ms <= creation.at_ms:
            raise _invalid("/expires_ms", "must be in the future")
        if by is not None:
            by.require(Scope.ACCOUNT_MANAGE)
            by.require_all(granted)
        key = ApiKey(creation.id("k"), player_id, clean_name(name), granted, creation.at_ms, expires_ms, None)
        with self._database.begin() as connection:
            made = _find_or_none(connection, key.id)
            if made is not None:
                return made, self._text(made.id, creation)[0]
            if by is not None:
                key = _as_child(key, self._valid_parent(connection, by))
            self._check_room(connection, player_id, by)
            return key, self._insert(connection, key, creation)

    def get(self, caller: Caller, key_id: str) -> ApiKey:
        """A key that the caller may act on: the one that it calls by; with ``account:manage``, those of its player and
        of that one's bots whose scopes that one has, too; an admin's caller any key.

        Raises:
            Refusal: ``NOT_FOUND``, ``MISSING_SCOPE``.
        """
        with self._database.read() as connection:
            key = _find(connection, key_id)
            if key.player_id != caller.player_id and not caller.is_admin:
                owner = select(players.c.owner_id).where(players.c.id == key.player_id)
                if connection.execute(owner).scalar_one_or_none() != caller.player_id:
                    raise _no_such_key()
        if key.id != caller.key_id:
            caller.require(Scope.ACCOUNT_MANAGE)
            caller.require_all(key.scopes)
        return key

    def list(
        self,
        player_id: str,
        limit: int = 1000,
        after: str | None = None,
        *,
        within: Iterable[Scope] = frozenset(Scope),
    ) -> Found[ApiKey]:
        """Up to ``limit`` keys of a player, oldest first, from the first beyond the id ``after``; those that are no
        longer valid as well. Only keys that have no scope but those ``within``."""
        statement = _EVERY.where(api_keys.c.player_id == player_id).order_by(api_keys.c.id).limit(limit)
        if after is not None:
            statement = statement.where(api_keys.c.id > after)
        if frozenset(Scope) - frozenset(within):
            statement = statement.where(api_keys.c.scopes.in_(_texts_within(within)))
        with self._database.read() as connection:
            return read_each("key", connection.execute(statement), _key, lambda row: row.id)

    def revoke(self, key_id: str) -> ApiKey:
        """End a key at once, for ever, and with it every key that descends from it, whoever's they are: all or none.
        The moment at which a key was first revoked stands.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.begin() as connection:
            _find(connection, key_id)
            _, revoked = self._revoke_lineages(connection, [key_id])
            key = _find(connection, key_id)
        self._cache.clear(revoked)
        return key

    def revoke_all(self, player_id: str) -> int:
        """End every key of a player and of its bots, and every key that descends from one of them; returns how many
        were ended now.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.begin() as connection:
            if connection.execute(select(players.c.id).where(players.c.id == player_id)).one_or_none() is None:
                raise _no_such_player()
            bots = select(players.c.id).where(players.c.owner_id == player_id)
            whose = or_(api_keys.c.player_id == player_id, api_keys.c.player_id.in_(bots))
            own = connection.execute(select(api_keys.c.id).where(whose)).scalars().all()
            ended, revoked = self._revoke_lineages(connection, own)
        self._cache.clear(revoked)
        return ended

    def add_first(self, connection: Connection, key: ApiKey, creation: Creation) -> KeyText:
        """Write a new player's first key in the transaction that makes the player; its text."""
        return self._insert(connection, key, creation)

    def add_only(
        self,
        connection: Connection,
        player_id: str,
        scopes: frozenset[Scope],
        name: str,
        expires_ms: int,
        *,
        by: Caller,
        creation: Creation,
    ) -> tuple[ApiKey, KeyText, frozenset[str]]:
        """A new key in the place of all that a player has, its text, and the ids of those that have ended by that: for
        :meth:`forget`, when the transaction is over. With the same ``creation`` again, the same key. It is the child
        of the key that ``by`` calls by: see :meth:`create`.

        Raises:
            Refusal: ``NOT_FOUND`` (the player), ``MISSING_SCOPE``, ``UNAUTHENTICATED``, ``RATE_LIMITED``;
                ``NOT_POSSIBLE_NOW``: another has stepped into the place of the one that was made.
        """
        by.require_all(scopes)
        parent = self._valid_parent(connection, by)
        self._lock_player(connection, player_id)
        made = _find_or_none(connection, creation.id("k"))
        if made is not None:
            if made.revoked_ms is not None:
                raise Refusal(Reason.NOT_POSSIBLE_NOW, "Another has been made since, and this one works no more.")
            return made, self._text(made.id, creation)[0], frozenset()
        still = (api_keys.c.player_id == player_id, api_keys.c.revoked_ms.is_(None))
        ended = frozenset(connection.execute(select(api_keys.c.id).where(*still)).scalars())
        connection.execute(api_keys.update().where(*still).values(revoked_ms=self._now_ms()))
        self._check_room(connection, player_id, by)
        key = ApiKey(creation.id("k"), player_id, clean_name(name), scopes, creation.at_ms, expires_ms, None)
        key = _as_child(key, parent)
        return key, self._insert(connection, key, creation), ended

    def forget(self, key_ids: Collection[str]) -> None:
        """Keys have ended: who presents them is looked up again. Other processes do so within
        :data:`services.identity.auth_cache.TTL_SECONDS`."""
        self._cache.clear(key_ids)

    def text_of(self, key: ApiKey, creation: Creation) -> KeyText:
        """The text of a key that this creation has made."""
        return self._text(key.id, creation)[0]

    def forget_caller(self, player_id: str) -> None:
        """Something of a player has changed: who presents its keys is looked up again. Other processes do so within
        :data:`services.identity.auth_cache.TTL_SECONDS`."""
        self._cache.forget(player_id)

    def rotate(
        self, key_id: str, overlap_seconds: int, *, by: Caller | None = None, creation: Creation | None = None
    ) -> tuple[ApiKey, KeyText]:
        """A new key like this one, which itself goes on for ``overlap_seconds`` at most. The new one expires when the
        old one would have: renewing a key does not make it last longer than it was meant to. With the same ``creation``
        again: the same new key. The old one's children go on as they are.

        ``by``: as for :meth:`create`; the new key is the child of the one that ``by`` calls by, which may be the old
        one. The rim finds the old one by :meth:`get`, which says whether ``by`` may act on it.

        Raises:
            Refusal: ``NOT_FOUND``, also when the key is no longer valid; ``INVALID_FIELD`` at ``/overlap_seconds``;
                ``MISSING_SCOPE``, ``UNAUTHENTICATED``, ``TOO_MANY_KEYS``, ``RATE_LIMITED`` as for :meth:`create`.
        """
        if by is not None:
            by.require(Scope.ACCOUNT_MANAGE)
        if overlap_seconds < 0:
            raise _invalid("/overlap_seconds", "must be 0 or more")
        creation = creation or once(self._now_ms)
        self._cache.clear({key_id})
        with self._database.begin() as connection:
            made = _find_or_none(connection, creation.id("k"))
            if made is not None:
                return made, self._text(made.id, creation)[0]
            _lock(connection, {key_id} if by is None else {key_id, by.key_id})
            old = _find(connection, key_id)
            if not _is_valid(old, self._now_ms()):
                raise _no_such_key()
            at_ms = creation.at_ms
            new = ApiKey(creation.id("k"), old.player_id, old.name, old.scopes, at_ms, old.expires_ms, None)
            if by is not None:
                by.require_all(old.scopes)
                new = _as_child(new, self._valid_parent(connection, by))
            self._check_room(connection, old.player_id, by)
            ends_ms = at_ms + overlap_seconds * 1000
            if old.expires_ms is None or ends_ms < old.expires_ms:
                connection.execute(api_keys.update().where(api_keys.c.id == key_id).values(expires_ms=ends_ms))
            return new, self._insert(connection, new, creation)

    def first_key(self) -> KeyText | None:
        """An admin key for the operator if it never had a key, and its text; otherwise None. Of several who ask at the
        same moment one gets it.

        Raises:
            Refusal: ``NOT_FOUND``: there is no operator (:meth:`Players.ensure_operator`).
        """
        with self._database.begin() as connection:
            self._lock_player(connection, OPERATOR_ID)
            ever = select(api_keys.c.id).where(api_keys.c.player_id == OPERATOR_ID).limit(1)
            if connection.execute(ever).one_or_none() is not None:
                return None
            creation = once(self._now_ms)
            scopes = frozenset({Scope.ADMIN})
            key = ApiKey(creation.id("k"), OPERATOR_ID, "first key", scopes, creation.at_ms, None, None)
            return self._insert(connection, key, creation)

    def _valid_parent(self, connection: Connection, by: Caller) -> ApiKey:
        """The key that makes another, as it is now; it cannot be revoked before the transaction ends."""
        _lock(connection, {by.key_id})
        parent = _find_or_none(connection, by.key_id)
        if parent is None or not _is_valid(parent, self._now_ms()):
            raise Refusal(Reason.UNAUTHENTICATED)
        return parent

    def _check_room(self, connection: Connection, player_id: str, by: Caller | None) -> None:
        """Whether the player's keys may make another. Who has stolen one could otherwise keep the player from making
        any, or fill the database."""
        self._lock_player(connection, player_id)
        if by is None or by.is_admin:
            return
        now = self._now_ms()
        lasting = or_(api_keys.c.expires_ms.is_(None), api_keys.c.expires_ms > now)
        count = select(func.count()).where(api_keys.c.player_id == player_id)
        if connection.execute(count.where(api_keys.c.revoked_ms.is_(None), lasting)).scalar_one() >= MAX_VALID_KEYS:
            raise Refusal(Reason.TOO_MANY_KEYS, f"A player may have {MAX_VALID_KEYS} valid keys.")
        made = select(api_keys.c.created_ms).where(
            api_keys.c.player_id == player_id, api_keys.c.parent_id.is_not(None), api_keys.c.created_ms > now - _HOUR_MS
        )
        # Counted back as many as are allowed: when that one is an hour old, another may be made.
        allowed = made.order_by(api_keys.c.created_ms.desc()).offset(MAX_KEYS_PER_HOUR - 1).limit(1)
        first_ms = connection.execute(allowed).scalar_one_or_none()
        if first_ms is not None:
            seconds = str(max(1, -(-(first_ms + _HOUR_MS - now) // 1000)))
            detail = f"A player may make {MAX_KEYS_PER_HOUR} keys an hour."
            raise Refusal(Reason.RATE_LIMITED, detail, metadata={"retry_seconds": seconds})

    @staticmethod
    def _lock_player(connection: Connection, player_id: str) -> None:
        """Requests for the same player stand in line here, so that two cannot both take the last place."""
        player = connection.execute(select(players.c.retired_ms).where(players.c.id == player_id).with_for_update())
        found = player.one_or_none()
        if found is None:
            raise _no_such_player()
        if found.retired_ms is not None:
            raise Refusal(Reason.BOT_RETIRED)

    def _revoke_lineages(self, connection: Connection, key_ids: Sequence[str]) -> tuple[int, set[str]]:
        """End some keys and all that descend from them; how many were ended now, and all of them.

        Each is locked before its children are looked for: who makes a key holds the lock of its parent, so none is made
        in between.
        """
        now, ended = self._now_ms(), 0
        seen, waiting = set(key_ids), sorted(key_ids)
        while waiting:
            some, waiting = waiting[:_BATCH], waiting[_BATCH:]
            _lock(connection, some)
            valid = api_keys.update().where(api_keys.c.id.in_(some), api_keys.c.revoked_ms.is_(None))
            ended += connection.execute(valid.values(revoked_ms=now)).rowcount
            children = select(api_keys.c.id).where(api_keys.c.parent_id.in_(some)).order_by(api_keys.c.id)
            waiting += [child for child in connection.execute(children).scalars() if child not in seen]
            seen.update(waiting)
        return ended, seen

    def _text(self, key_id: str, creation: Creation) -> tuple[KeyText, bytes]:
        return key_format.make(self._environment, key_id, creation.secret("api key"))

    def _insert(self, connection: Connection, key: ApiKey, creation: Creation) -> KeyText:
        text, digest = self._text(key.id, creation)
        row = {
            "id": key.id,
            "player_id": key.player_id,
            "name": key.name,
            "scopes": _text_of(key.scopes),
            "secret_sha256": digest,
            "created_ms": key.created_ms,
            "expires_ms": key.expires_ms,
            "revoked_ms": key.revoked_ms,
            "parent_id": key.parent_id,
        }
        connection.execute(api_keys.insert(), row)
        return text


def _find(connection: Connection, key_id: str) -> ApiKey:
    row = connection.execute(_EVERY.where(api_keys.c.id == key_id)).one_or_none()
    if row is None:
        raise _no_such_key()
    return _key(row)


def _lock(connection: Connection, key_ids: Iterable[str]) -> None:
    """Nobody else changes these keys, or makes children of them, until the transaction ends. In the order of the ids,
    so that two who lock the same keys do not wait for each other."""
    statement = select(api_keys.c.id).where(api_keys.c.id.in_(sorted(key_ids))).order_by(api_keys.c.id)
    connection.execute(statement.with_for_update()).all()


def _as_child(key: ApiKey, parent: ApiKey) -> ApiKey:
    """The key as its parent may make it: it expires no later."""
    ends = [moment for moment in (key.expires_ms, parent.expires_ms) if moment is not None]
    return replace(key, expires_ms=min(ends, default=None), parent_id=parent.id)


def _find_or_none(connection: Connection, key_id: str) -> ApiKey | None:
    row = connection.execute(_EVERY.where(api_keys.c.id == key_id)).one_or_none()
    return None if row is None else _key(row)


def _is_valid(key: ApiKey | Row[*tuple[Any, ...]], now_ms: int) -> bool:
    return key.revoked_ms is None and (key.expires_ms is None or now_ms < key.expires_ms)


def _caller(row: Row[*tuple[Any, ...]]) -> Caller:
    return Caller(
        row.player_id,
        row.name,
        PlayerKind(row.kind),
        row.id,
        _scopes(row.scopes),
        row.version or "",
        row.counts_for or row.owner_id or "",
        rated_with_bots=row.rated_with_bots_ms is not None,
        owner_id=row.owner_id or "",
    )


def _key(row: Row[*tuple[Any, ...]]) -> ApiKey:
    return ApiKey(
        row.id,
        row.player_id,
        row.name,
        _scopes(row.scopes),
        row.created_ms,
        row.expires_ms,
        row.revoked_ms,
        row.parent_id,
    )


def _text_of(scopes: Iterable[Scope]) -> str:
    """Scopes as they are stored."""
    return " ".join(sorted({scope.value for scope in scopes}))


def _texts_within(scopes: Iterable[Scope]) -> Sequence[str]:
    """Every set of scopes that holds no others, as it is stored."""
    held = frozenset(scopes)
    return [_text_of(some) for size in range(1, len(held) + 1) for some in combinations(held, size)]


@lru_cache(maxsize=_SCOPE_SETS)
def _scopes(text: str) -> frozenset[Scope]:
    return frozenset(Scope(word) for word in text.split())


def _no_such_key() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such key, or it is no longer valid.")


def _no_such_player() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such player.")


def _invalid(pointer: str, detail: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))
