"""The API keys: made, shown once, checked on every request, rotated, revoked."""

from collections.abc import Callable, Iterable
from hmac import compare_digest
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, select

from services.database import Database
from services.database.tables import api_keys, players
from services.errors import FieldError, Reason, Refusal
from services.identity import key_text
from services.identity.ids import new_id, wall_clock_ms
from services.identity.key_text import KeyText
from services.identity.model import ApiKey, Caller, PlayerKind, Scope
from services.identity.names import clean_name

OPERATOR_ID: Final = "p_" + "0" * 26
"""The player to whom the first key belongs."""

_EVERY: Final = select(
    api_keys.c.id,
    api_keys.c.player_id,
    api_keys.c.name,
    api_keys.c.scopes,
    api_keys.c.created_ms,
    api_keys.c.expires_ms,
    api_keys.c.revoked_ms,
)
_FOR_CALLER: Final = (
    select(
        api_keys.c.secret_sha256,
        api_keys.c.scopes,
        api_keys.c.expires_ms,
        api_keys.c.revoked_ms,
        api_keys.c.player_id,
        players.c.name,
        players.c.kind,
    )
    .join(players, players.c.id == api_keys.c.player_id)
    .where(api_keys.c.id == bindparam("key_id"))
)
_NO_DIGEST: Final = bytes(32)


class ApiKeys:
    """The keys of one environment: a key made in another is refused here."""

    def __init__(self, database: Database, environment: str, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        """``environment``: letters and digits, as in the settings; it is part of every key's text."""
        self._database = database
        self._environment = environment
        self._now_ms = now_ms

    def authenticate(self, text: str) -> Caller:
        """Who presents this key. One query; every refusal reads the same, so that it tells nothing about the key.

        Raises:
            Refusal: ``UNAUTHENTICATED``.
        """
        claim = key_text.parse(self._environment, text)
        if claim is None:
            raise Refusal(Reason.UNAUTHENTICATED)
        with self._database.read() as connection:
            row = connection.execute(_FOR_CALLER, {"key_id": claim.key_id}).one_or_none()
        proved = compare_digest(claim.digest, _NO_DIGEST if row is None else row.secret_sha256)
        if row is None or not proved or not _is_valid(row, self._now_ms()):
            raise Refusal(Reason.UNAUTHENTICATED)
        return Caller(row.player_id, row.name, PlayerKind(row.kind), claim.key_id, _scopes(row.scopes))

    def create(
        self, player_id: str, scopes: Iterable[Scope], name: str, expires_ms: int | None = None
    ) -> tuple[ApiKey, KeyText]:
        """A new key for a player, and its text, which cannot be had again. The rim asks
        :meth:`Caller.require_all` first.

        Raises:
            Refusal: ``NOT_FOUND`` (the player); ``INVALID_FIELD`` at ``/scopes`` (none), ``/name``, or ``/expires_ms``
                (not in the future).
        """
        granted = frozenset(scopes)
        if not granted:
            raise _invalid("/scopes", "must hold at least one scope")
        now = self._now_ms()
        if expires_ms is not None and expires_ms <= now:
            raise _invalid("/expires_ms", "must be in the future")
        key = ApiKey(new_id("k", now), player_id, clean_name(name), granted, now, expires_ms, None)
        with self._database.begin() as connection:
            known = connection.execute(select(players.c.id).where(players.c.id == player_id)).one_or_none()
            if known is None:
                raise Refusal(Reason.NOT_FOUND, "There is no such player.")
            return key, self._insert(connection, key)

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

    def list(self, player_id: str) -> list[ApiKey]:
        """A player's keys, oldest first, those that are no longer valid as well."""
        with self._database.read() as connection:
            rows = connection.execute(_EVERY.where(api_keys.c.player_id == player_id).order_by(api_keys.c.id))
            return [_key(row) for row in rows]

    def revoke(self, key_id: str) -> ApiKey:
        """End a key at once, for ever; the moment it was first revoked stands.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        ended = api_keys.update().where(api_keys.c.id == key_id, api_keys.c.revoked_ms.is_(None))
        with self._database.begin() as connection:
            connection.execute(ended.values(revoked_ms=self._now_ms()))
            return _find(connection, key_id)

    def rotate(self, key_id: str, overlap_seconds: int) -> tuple[ApiKey, KeyText]:
        """A new key like this one, which itself goes on for ``overlap_seconds`` at most. The new one expires when the
        old one would have: renewing a key does not make it last longer than it was meant to. The rim asks
        :meth:`Caller.require_all` with the key's scopes first.

        Raises:
            Refusal: ``NOT_FOUND``, also when the key is no longer valid; ``INVALID_FIELD`` at ``/overlap_seconds``.
        """
        if overlap_seconds < 0:
            raise _invalid("/overlap_seconds", "must be 0 or more")
        now = self._now_ms()
        with self._database.begin() as connection:
            old = _find(connection, key_id, lock=True)
            if not _is_valid(old, now):
                raise _no_such_key()
            new = ApiKey(new_id("k", now), old.player_id, old.name, old.scopes, now, old.expires_ms, None)
            ends_ms = now + overlap_seconds * 1000
            if old.expires_ms is None or ends_ms < old.expires_ms:
                connection.execute(api_keys.update().where(api_keys.c.id == key_id).values(expires_ms=ends_ms))
            return new, self._insert(connection, new)

    def first_key(self) -> KeyText | None:
        """On the very first call in a database: an admin player called "operator" and an admin key for it, whose text
        is returned. None ever after, whoever else asks at the same moment."""
        now = self._now_ms()
        operator = {"id": OPERATOR_ID, "kind": PlayerKind.PERSON.value, "name": "operator", "created_ms": now}
        with self._database.read() as connection:
            if connection.execute(select(players.c.id).where(players.c.id == OPERATOR_ID)).one_or_none() is not None:
                return None
        with self._database.begin() as connection:
            made = connection.execute(
                self._database.insert(players).on_conflict_do_nothing().returning(players.c.id), operator
            ).one_or_none()
            if made is None:
                return None
            key = ApiKey(new_id("k", now), OPERATOR_ID, "first key", frozenset({Scope.ADMIN}), now, None, None)
            return self._insert(connection, key)

    def _insert(self, connection: Connection, key: ApiKey) -> KeyText:
        text, digest = key_text.make(self._environment, key.id)
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
