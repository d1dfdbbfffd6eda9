"""The players."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Row, bindparam, select

from services.database import Database
from services.database.tables import players
from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation, once
from services.identity.ids import wall_clock_ms
from services.identity.model import Player, PlayerKind
from services.identity.names import clean_name

OPERATOR_ID: Final = "p_" + "0" * 26
"""The player of whoever runs the installation."""

_EVERY: Final = select(players.c.id, players.c.kind, players.c.name, players.c.created_ms)
_ONE: Final = _EVERY.where(players.c.id == bindparam("player_id"))


class Players:
    """Everybody who can take a seat: people, their bots, and house bots."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._database = database
        self._now_ms = now_ms
        # They never change, and matches with bots can be created while the database cannot be reached.
        self._house_bots: dict[str, Player] = {}

    def create(self, name: str, kind: PlayerKind = PlayerKind.PERSON, *, creation: Creation | None = None) -> Player:
        """A new player; with the same ``creation`` again, the player that it made before.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/name`` (see :func:`services.identity.names.clean_name`).
        """
        creation = creation or once(self._now_ms)
        player = Player(creation.id("p_"), kind, clean_name(name), creation.at_ms)
        with self._database.begin() as connection:
            insert = self._database.insert(players).on_conflict_do_nothing().returning(players.c.id)
            made = connection.execute(insert, _row(player)).one_or_none()
        return self.get(player.id) if made is None else player

    def rename(self, player_id: str, name: str, expected: Callable[[Player], None] | None = None) -> Player:
        """Give a player another name. Matches show the name that it had when it sat down.

        ``expected`` is given the player as it is now and may raise to leave it so.

        Raises:
            Refusal: ``NOT_FOUND``; ``INVALID_FIELD`` at ``/name``, also for a house bot; what ``expected``
                raises.
        """
        cleaned = clean_name(name)
        with self._database.begin() as connection:
            row = connection.execute(_ONE.with_for_update(), {"player_id": player_id}).one_or_none()
            if row is None:
                raise Refusal(Reason.NOT_FOUND, "There is no such player.")
            player = _player(row)
            if player.id.startswith("bot_"):
                detail = "A bot of the house keeps its name."
                raise Refusal(Reason.INVALID_FIELD, detail, (FieldError("/name", detail),))
            if player.name != cleaned:
                if expected is not None:
                    expected(player)
                connection.execute(players.update().where(players.c.id == player_id).values(name=cleaned))
        return replace(player, name=cleaned)

    def restore(self, lost: Iterable[Player]) -> int:
        """Make those players again who are not known any more; returns how many. Who is known stays as they are."""
        wanted = {player.id: _row(player) for player in lost}
        if not wanted:
            return 0
        with self._database.read() as connection:
            known = set(connection.execute(select(players.c.id).where(players.c.id.in_(wanted))).scalars())
        rows = [row for player_id, row in sorted(wanted.items()) if player_id not in known]
        if rows:
            with self._database.begin() as connection:
                connection.execute(self._database.insert(players).on_conflict_do_nothing(), rows)
        return len(rows)

    def get(self, player_id: str) -> Player:
        """The player with an id.

        Raises:
            Refusal: ``NOT_FOUND``.
        """
        player = self._find(player_id)
        if player is None:
            raise Refusal(Reason.NOT_FOUND, "There is no such player.")
        return player

    def list(self, limit: int, after: str | None = None) -> list[Player]:
        """Up to ``limit`` players in the order of their ids, from the first id beyond ``after``."""
        statement = _EVERY.order_by(players.c.id).limit(limit)
        if after is not None:
            statement = statement.where(players.c.id > after)
        with self._database.read() as connection:
            return [_player(row) for row in connection.execute(statement)]

    def ensure_operator(self) -> Player:
        """The player of whoever runs the installation, made when it is first asked for."""
        operator = Player(OPERATOR_ID, PlayerKind.PERSON, "operator", self._now_ms())
        with self._database.begin() as connection:
            connection.execute(self._database.insert(players).on_conflict_do_nothing(), _row(operator))
        return self.get(OPERATOR_ID)

    def house_bot(self, ruleset: str, bot: str) -> Player:
        """The player for a bot that comes with a ruleset, made when it is first asked for. Whoever asks, at whatever
        moment, gets the same one."""
        # A ruleset's id is a package name and has no "-": what is put together here can be taken apart again.
        player_id = f"bot_{ruleset.replace('_', '-')}_{bot}"
        known = self._house_bots.get(player_id) or self._find(player_id)
        if known is None:
            player = Player(player_id, PlayerKind.BOT, clean_name(bot), self._now_ms())
            with self._database.begin() as connection:
                connection.execute(self._database.insert(players).on_conflict_do_nothing(), _row(player))
            known = self.get(player_id)
        self._house_bots[player_id] = known
        return known

    def _find(self, player_id: str) -> Player | None:
        with self._database.read() as connection:
            row = connection.execute(_ONE, {"player_id": player_id}).one_or_none()
        return None if row is None else _player(row)


def _row(player: Player) -> dict[str, object]:
    return {"id": player.id, "kind": player.kind.value, "name": player.name, "created_ms": player.created_ms}


def _player(row: Row[*tuple[Any, ...]]) -> Player:
    return Player(row.id, PlayerKind(row.kind), row.name, row.created_ms)
