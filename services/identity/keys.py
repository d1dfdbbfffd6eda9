"""The API keys: made, shown once, checked on every request, rotated, revoked."""

from collections.abc import Callable, Iterable, Sequence
from hmac import compare_digest
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, func, or_, select

from services.database import Database
from services.database.tables import api_keys, players
from services.errors import FieldError, Reason, Refusal
from services.identity import key_format
from services.identity.auth_cache import AuthCache
from services.identity.idempotent_creation import Creation, once
from services.identity.ids import wall_clock_ms
from services.identity.key_format import KeyText, ParsedKey
from services.identity.model import ApiKey, Caller, PlayerKind, Scope
from services.identity.names import clean_name
from services.identity.players import OPERATOR_ID

MAX_VALID_KEYS: Final = 100
"""Of one player at a time."""

_EVERY: Final = select(
    api_keys.c.id,
    api_keys.c.player_id,
    api_keys.c.name,
    api_keys.c.scopes,
    api_keys.c.created_ms,
    api_keys.c.expires_ms,
    api_keys.c.revoked_ms,
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
    )
    .join(players, players.c.id == api_keys.c.player_id)
    .where(api_keys.c.id.in_(bindparam("key_ids", expanding=True)))
)
_NO_DIGEST: Final = bytes(32)


class ApiKeys:
    """The keys of one environment: a key made in another is refused here."""

    def __init__(
        self,
        database: Database,
        environment: str,
        now_ms: Callable[[], int] = wall_clock_ms,
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

        Raises:
            Refusal: ``UNAUTHENTICATED``.
        """
        claim = key_format.parse(self._environment, text)
        if claim is None:
            raise Refusal(Reason.UNAUTHENTICATED)
        cached = self._cache.get(claim, self._now_ms())
        if cached is not None:
            return cached
        caller = self._authenticate_batch(self._cache.refresh_batch(claim))
        if caller is None:
            raise Refusal(Reason.UNAUTHENTICATED)
        return caller

    def _authenticate_batch(self, claims: Sequence[ParsedKey]) -> Caller | None:
        """Who makes the first of some claims, if anybody does; all of them are known from now on."""
        expiry = self._cache.expiry()
        with self._database.read() as connection:
            rows = connection.execute(_FOR_CALLERS, {"key_ids": list({claim.key_id for claim in claims})})
            found = {row.id: row for row in rows}
        now = self._now_ms()
        first: Caller | None = None
        for claim in claims:
            row = found.get(claim.key_id)
            proved = compare_digest(claim.digest, _NO_DIGEST if row is None else row.secret_sha256)
            if row is None or not proved or not _is_valid(row, now):
                self._cache.remove(claim)
                continue
            caller = Caller(row.player_id, row.name, PlayerKind(row.kind), claim.key_id, _scopes(row.scopes))
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
        creation: Creation | None = None,
    ) -> tuple[ApiKey, KeyText]:
        """A new key for a player, and its text, which cannot be had again except with the same ``creation``. The rim
        asks :meth:`Caller.require_all` first.

        Raises:
            Refusal: ``NOT_FOUND`` (the player); ``INVALID_FIELD`` at ``/scopes`` (none), ``/name``, or ``/expires_ms``
                (not in the future); ``TOO_MANY_KEYS``.
        """
        granted = frozenset(scopes)
        if not granted:
            raise _invalid("/scopes", "must hold at least one scope")
        creation = creation or once(self._now_ms)
        if expires_ms is not None and expires_ms <= creation.at_ms:
            raise _invalid("/expires_ms", "must be in the future")
        key = ApiKey(creation.id("k"), player_id, clean_name(name), granted, creation.at_ms, expires_ms, None)
        with self._database.begin() as connection:
            made = _made_before(connection, key.id)
            if made is not None:
                return made, self._text(made.id, creation)[0]
            self._check_room(connection, player_id)
            return key, self._insert(connection, key, creation)

    def get(self, caller: Caller, key_id: str) -> ApiKey:
        """A key of the caller's own, or any key for an admin.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.read() as connection:
            key = _find(connection, key_id)
        if key.player_id != caller.player_id and not caller.is_admin:
            raise _no_such_key()
        return key

    def list(self, player_id: str, limit: int = 1000, after: str | None = None) -> list[ApiKey]:
        """Up to ``limit`` keys of a player, oldest first, from the first beyond the id ``after``; those that are no
        longer valid as well."""
        statement = _EVERY.where(api_keys.c.player_id == player_id).order_by(api_keys.c.id).limit(limit)
        if after is not None:
            statement = statement.where(api_keys.c.id > after)
        with self._database.read() as connection:
            return [_key(row) for row in connection.execute(statement)]

    def revoke(self, key_id: str) -> ApiKey:
        """End a key at once, for ever; the moment it was first revoked stands.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        ended = api_keys.update().where(api_keys.c.id == key_id, api_keys.c.revoked_ms.is_(None))
        with self._database.begin() as connection:
            connection.execute(ended.values(revoked_ms=self._now_ms()))
            key = _find(connection, key_id)
        self._cache.clear()
        return key

    def rotate(self, key_id: str, overlap_seconds: int, *, creation: Creation | None = None) -> tuple[ApiKey, KeyText]:
        """A new key like this one, which itself goes on for ``overlap_seconds`` at most. The new one expires when the
        old one would have: renewing a key does not make it last longer than it was meant to. The rim asks
        :meth:`Caller.require_all` with the key's scopes first. With the same ``creation`` again: the same new key.

        Raises:
            Refusal: ``NOT_FOUND``, also when the key is no longer valid; ``INVALID_FIELD`` at ``/overlap_seconds``;
                ``TOO_MANY_KEYS``.
        """
        if overlap_seconds < 0:
            raise _invalid("/overlap_seconds", "must be 0 or more")
        creation = creation or once(self._now_ms)
        self._cache.clear()
        with self._database.begin() as connection:
            made = _made_before(connection, creation.id("k"))
            if made is not None:
                return made, self._text(made.id, creation)[0]
            old = _find(connection, key_id, lock=True)
            if not _is_valid(old, self._now_ms()):
                raise _no_such_key()
            self._check_room(connection, old.player_id)
            at_ms = creation.at_ms
            new = ApiKey(creation.id("k"), old.player_id, old.name, old.scopes, at_ms, old.expires_ms, None)
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
            self._check_room(connection, OPERATOR_ID)  # locks the operator
            ever = select(api_keys.c.id).where(api_keys.c.player_id == OPERATOR_ID).limit(1)
            if connection.execute(ever).one_or_none() is not None:
                return None
            creation = once(self._now_ms)
            scopes = frozenset({Scope.ADMIN})
            key = ApiKey(creation.id("k"), OPERATOR_ID, "first key", scopes, creation.at_ms, None, None)
            return self._insert(connection, key, creation)

    def _check_room(self, connection: Connection, player_id: str) -> None:
        """Whether the player may have another key. Each key has a rate limit of its own: without a bound on the keys
        there would be none on the player."""
        # Two requests at the same moment stand in line here, so that they cannot both take the last place.
        player = connection.execute(select(players.c.id).where(players.c.id == player_id).with_for_update())
        if player.one_or_none() is None:
            raise Refusal(Reason.NOT_FOUND, "There is no such player.")
        lasting = or_(api_keys.c.expires_ms.is_(None), api_keys.c.expires_ms > self._now_ms())
        valid = select(func.count()).where(api_keys.c.player_id == player_id, api_keys.c.revoked_ms.is_(None), lasting)
        if connection.execute(valid).scalar_one() >= MAX_VALID_KEYS:
            raise Refusal(Reason.TOO_MANY_KEYS, f"A player may have {MAX_VALID_KEYS} valid keys.")

    def _text(self, key_id: str, creation: Creation) -> tuple[KeyText, bytes]:
        return key_format.make(self._environment, key_id, creation.secret("api key"))

    def _insert(self, connection: Connection, key: ApiKey, creation: Creation) -> KeyText:
        text, digest = self._text(key.id, creation)
        row = {
            "id": key.id,
            "player_id": key.player_id,
            "name": key.name,
            "scopes": " ".join(sorted(scope.value for scope in key.scopes)),
            "secret_sha256": digest,
            "created_ms": key.created_ms,
            "expires_ms": key.expires_ms,
            "revoked_ms": key.revoked_ms,
        }
        connection.execute(api_keys.insert(), row)
        return text


def _find(connection: Connection, key_id: str, *, lock: bool = False) -> ApiKey:
    """``lock``: nobody else changes the key until the transaction ends."""
    statement = _EVERY.where(api_keys.c.id == key_id)
    row = connection.execute(statement.with_for_update() if lock else statement).one_or_none()
    if row is None:
        raise _no_such_key()
    return _key(row)


def _made_before(connection: Connection, key_id: str) -> ApiKey | None:
    """The key that an earlier attempt at the same creation has made."""
    row = connection.execute(_EVERY.where(api_keys.c.id == key_id)).one_or_none()
    return None if row is None else _key(row)


def _is_valid(key: ApiKey | Row[*tuple[Any, ...]], now_ms: int) -> bool:
    return key.revoked_ms is None and (key.expires_ms is None or now_ms < key.expires_ms)


def _key(row: Row[*tuple[Any, ...]]) -> ApiKey:
    return ApiKey(row.id, row.player_id, row.name, _scopes(row.scopes), row.created_ms, row.expires_ms, row.revoked_ms)


def _scopes(text: str) -> frozenset[Scope]:
    return frozenset(Scope(word) for word in text.split())


def _no_such_key() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such key, or it is no longer valid.")


def _invalid(pointer: str, detail: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))
