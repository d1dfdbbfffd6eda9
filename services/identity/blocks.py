"""Who wants to have nothing to do with whom.

A block is one player's and nobody else's to see. What follows from it is decided where players meet
(:mod:`services.matches.admission`, and whoever pairs players).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, and_, bindparam, func, or_, select

from services.database import Database
from services.database.tables import blocks, players
from services.errors import FieldError, Reason, Refusal
from services.platform_time import platform_ms
from services.unreadable import Found, read_each

MOST_BLOCKS: Final = 1_000
"""So many players may one player block."""

_AT_ONCE: Final = 10_000
"""Ids in one statement: SQLite takes 32,766."""

_EVERY: Final = (
    select(blocks.c.blocked_id, players.c.name, blocks.c.created_ms)
    .join(players, players.c.id == blocks.c.blocked_id)
    .where(blocks.c.player_id == bindparam("player_id"))
)


@dataclass(frozen=True, slots=True)
class Block:
    """A player whom another one has blocked, with its name of today."""

    player_id: str
    player_name: str
    created_ms: int


class Blocks:
    """The blocks of all players. Safe to use from several threads. Every method raises ``BUSY`` when the database
    cannot be reached."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = platform_ms) -> None:
        self._database = database
        self._now_ms = now_ms

    def put(self, player_id: str, blocked_id: str) -> Block:
        """Let a player block another one; again changes nothing.

        Raises:
            Refusal: ``NOT_FOUND``: there is no such player; ``INVALID_FIELD`` for the player itself and for bots of the
                house; ``TOO_MANY_BLOCKS``.
        """
        if blocked_id == player_id:
            raise _cannot_be_blocked("nobody can block itself")
        if blocked_id.startswith("bot_"):
            raise _cannot_be_blocked("a bot of the house sits where a match's creator wants it")
        with self._database.begin() as connection:
            # The player's row is held: two requests at once do not exceed the number together.
            wanted = select(players.c.id).where(players.c.id.in_((player_id, blocked_id))).order_by(players.c.id)
            if len(connection.execute(wanted.with_for_update()).all()) != len({player_id, blocked_id}):
                raise Refusal(Reason.NOT_FOUND, "There is no such player.")
            found = connection.execute(
                _EVERY.where(blocks.c.blocked_id == blocked_id), {"player_id": player_id}
            ).first()
            if found is not None:
                return _block(found)
            number = select(func.count()).select_from(blocks).where(blocks.c.player_id == player_id)
            if connection.execute(number).scalar_one() >= MOST_BLOCKS:
                raise Refusal(Reason.TOO_MANY_BLOCKS, metadata={"limit": str(MOST_BLOCKS)})
            row = {"player_id": player_id, "blocked_id": blocked_id, "created_ms": self._now_ms()}
            connection.execute(self._database.insert(blocks), row)
            made = connection.execute(_EVERY.where(blocks.c.blocked_id == blocked_id), {"player_id": player_id}).one()
            return _block(made)

    def delete(self, player_id: str, blocked_id: str) -> None:
        """Let a player block another one no more; again changes nothing."""
        with self._database.begin() as connection:
            connection.execute(
                blocks.delete().where(blocks.c.player_id == player_id, blocks.c.blocked_id == blocked_id)
            )

    def list(self, player_id: str, limit: int, after: str | None = None) -> Found[Block]:
        """Up to ``limit`` players whom a player has blocked, in the order of their ids, from the first beyond
        ``after``."""
        statement = _EVERY.order_by(blocks.c.blocked_id).limit(limit)
        if after is not None:
            statement = statement.where(blocks.c.blocked_id > after)
        with self._database.read() as connection:
            found = connection.execute(statement, {"player_id": player_id})
            return read_each("block", found, _block, lambda row: row.blocked_id)

    def among(self, player_ids: Collection[str]) -> frozenset[tuple[str, str]]:
        """The pairs of these players who must not be brought together, whoever of the two has blocked the other: each
        once, the lesser id first. One query for up to 10,000 players."""
        asked = {each for each in player_ids if each.isascii()}
        ids = sorted(asked)
        found: set[tuple[str, str]] = set()
        with self._database.read() as connection:
            for first in range(0, len(ids), _AT_ONCE):
                some = ids[first : first + _AT_ONCE]
                statement = select(blocks.c.player_id, blocks.c.blocked_id).where(blocks.c.player_id.in_(some))
                if len(ids) <= _AT_ONCE:
                    statement = statement.where(blocks.c.blocked_id.in_(ids))
                found |= {_pair(*row) for row in connection.execute(statement) if row[1] in asked}
        return frozenset(found)

    def between(self, player_id: str, others: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Those of the others who have blocked a player, and those whom it has blocked. One query."""
        ids = sorted({each for each in others if each.isascii()} - {player_id})
        if not ids or not player_id.isascii():
            return frozenset(), frozenset()
        c = blocks.c
        by_others = and_(c.blocked_id == player_id, c.player_id.in_(ids))
        by_player = and_(c.player_id == player_id, c.blocked_id.in_(ids))
        with self._database.read() as connection:
            rows = connection.execute(select(c.player_id, c.blocked_id).where(or_(by_others, by_player))).all()
        return (
            frozenset(blocker for blocker, blocked in rows if blocked == player_id),
            frozenset(blocked for blocker, blocked in rows if blocker == player_id),
        )


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _block(row: Row[*tuple[Any, ...]]) -> Block:
    return Block(row.blocked_id, row.name, row.created_ms)


def _cannot_be_blocked(why: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError("/path/other", why),))
