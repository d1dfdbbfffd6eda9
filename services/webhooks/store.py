"""Webhooks in SQL."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Row, bindparam, select

from services.database import Database
from services.database.tables import api_keys, players, webhooks
from services.errors import Reason, Refusal
from services.identity.people import PlayerKind
from services.platform_time import platform_ms
from services.webhooks.webhook import Webhook

OVERLAP_MS: Final = 24 * 3600 * 1000
"""How long a secret that was replaced signs beside its successor."""

_ONE: Final = (
    select(
        webhooks,
        api_keys.c.revoked_ms,
        players.c.version,
        players.c.offline_ms,
        players.c.retired_ms,
        players.c.owner_id,
        players.c.counts_for,
    )
    .join(players, players.c.id == webhooks.c.player_id)
    .outerjoin(api_keys, api_keys.c.id == webhooks.c.key_id)
    .where(webhooks.c.player_id == bindparam("player_id"))
)


class WebhookStore:
    """The webhooks. Every method raises ``BUSY`` when the database cannot be reached."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    def find(self, player_id: str) -> Webhook | None:
        """A player's webhook."""
        with self._database.read() as connection:
            row = connection.execute(_ONE, {"player_id": player_id}).one_or_none()
        return None if row is None else self._webhook(row)

    def put(
        self, player_id: str, url: str, concurrency: int, *, enabled: bool, key_id: str, secret: bytes
    ) -> tuple[Webhook, bool]:
        """Set a player's webhook; and whether it is a new one. ``secret``: for a new one; another keeps its own.

        Raises:
            Refusal: ``NOT_FOUND``; ``NOT_A_BOT``; ``BOT_RETIRED``.
        """
        now = self._now_ms()
        wanted = {"url": url, "concurrency": concurrency, "enabled": enabled}
        with self._database.begin() as connection:
            # Requests for the same player stand in line here.
            player = connection.execute(select(players).where(players.c.id == player_id).with_for_update())
            found = player.one_or_none()
            if found is None:
                raise Refusal(Reason.NOT_FOUND, "There is no such player.")
            if found.kind != PlayerKind.BOT.value or player_id.startswith("bot_"):
                raise Refusal(Reason.NOT_A_BOT)
            if found.retired_ms is not None:
                raise Refusal(Reason.BOT_RETIRED)
            row = connection.execute(_ONE, {"player_id": player_id}).one_or_none()
            is_new = row is None
            if row is None:
                times = {"key_id": key_id, "created_ms": now, "changed_ms": now}
                new = {"player_id": player_id, **wanted, **times, "secret": secret}
                connection.execute(webhooks.insert().values(new))
            elif (row.url, row.concurrency, row.enabled, row.key_id) != (url, concurrency, enabled, key_id):
                changed = {**wanted, "key_id": key_id, "changed_ms": max(now, row.changed_ms + 1)}
                connection.execute(webhooks.update().where(webhooks.c.player_id == player_id).values(changed))
            return self._webhook(connection.execute(_ONE, {"player_id": player_id}).one()), is_new

    def players(self) -> list[str]:
        """The players that have a webhook."""
        with self._database.read() as connection:
            return list(connection.execute(select(webhooks.c.player_id)).scalars())

    def owner_of(self, player_id: str) -> str | None:
        """The person whose bot a player is."""
        statement = select(players.c.owner_id).where(players.c.id == player_id)
        with self._database.read() as connection:
            owner: str | None = connection.execute(statement).scalar_one_or_none()
        return owner

    def rotate(self, player_id: str, secret: bytes) -> Webhook:
        """Give a webhook another secret; the one before signs as well for 24 hours. With the same secret again nothing
        changes.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        with self._database.begin() as connection:
            row = connection.execute(_ONE.with_for_update(of=webhooks), {"player_id": player_id}).one_or_none()
            if row is None:
                raise no_webhook()
            if row.secret != secret:
                values = {"secret": secret, "old_secret": row.secret, "old_until_ms": self._now_ms() + OVERLAP_MS}
                connection.execute(webhooks.update().where(webhooks.c.player_id == player_id).values(values))
            return self._webhook(connection.execute(_ONE, {"player_id": player_id}).one())

    def delete(self, player_id: str) -> None:
        """Remove a webhook, if there is one."""
        with self._database.begin() as connection:
            connection.execute(webhooks.delete().where(webhooks.c.player_id == player_id))

    def _webhook(self, row: Row[*tuple[Any, ...]]) -> Webhook:
        overlaps = row.old_secret is not None and row.old_until_ms > self._now_ms()
        return Webhook(
            player_id=row.player_id,
            url=row.url,
            concurrency=row.concurrency,
            enabled=row.enabled,
            key_id=row.key_id,
            key_revoked=row.revoked_ms is not None,
            created_ms=row.created_ms,
            changed_ms=row.changed_ms,
            secrets=(row.secret, row.old_secret) if overlaps else (row.secret,),
            version=row.version or "",
            is_online=row.offline_ms is None and row.retired_ms is None,
            person=row.counts_for or row.owner_id or row.player_id,
        )


def no_webhook() -> Refusal:
    """What is said of a player without a webhook."""
    return Refusal(Reason.NOT_FOUND, "The player has no webhook.")
