"""The players."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, func, or_, select
from sqlalchemy.exc import IntegrityError

from services.database import Database
from services.database.tables import bot_versions, players, rating_consents
from services.errors import FieldError, Reason, Refusal
from services.identity.idempotent_creation import Creation, once
from services.identity.ids import new_id
from services.identity.names import chosen_name, clean_name, clean_version, name_key, name_taken
from services.identity.people import OPERATOR_ID, BotVersion, Player, PlayerKind
from services.platform_time import platform_ms
from services.unreadable import Found, read_each

VERSIONS_KEPT: Final = 1_000
"""How many stated versions of each bot are kept."""

CONSENTS_KEPT: Final = 1_000
"""How many times each person's word about matches with bots is kept."""

_DAY_MS: Final = 24 * 3600 * 1000
"""How long a bot that is retired counts among its owner's."""

_CHANGEABLE: Final = ("name", "name_key", "handle", "offline_ms", "rated_with_bots_ms")

_EVERY: Final = select(
    players.c.id,
    players.c.kind,
    players.c.name,
    players.c.created_ms,
    players.c.owner_id,
    players.c.version,
    players.c.offline_ms,
    players.c.retired_ms,
    players.c.handle,
    players.c.rated_with_bots_ms,
    players.c.counts_for,
)
_ONE: Final = _EVERY.where(players.c.id == bindparam("player_id"))


class Players:
    """Everybody who can take a seat: people, their bots, and house bots."""

    def __init__(self, database: Database, now_ms: Callable[[], int] = platform_ms) -> None:
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

    def create_bot(
        self, owner_id: str, name: str, *, most: int | None = None, creation: Creation | None = None
    ) -> Player:
        """A new bot of a person's; with the same ``creation`` again, the bot that it made before. ``most``: how many
        bots a person may have, those that were retired within a day included; None: as many as they like.

        Raises:
            Refusal: ``NOT_FOUND``; ``NOT_A_PERSON``; ``INVALID_FIELD`` at ``/name`` and ``NAME_TAKEN`` (see
                :func:`services.identity.names.chosen_name`); ``QUOTA_EXCEEDED``.
        """
        creation = creation or once(self._now_ms)
        bot = Player(
            creation.id("p_"), PlayerKind.BOT, chosen_name(name), creation.at_ms, owner_id=owner_id, chose_name=True
        )
        with self._database.begin() as connection:
            # Requests for the same owner stand in line here, so that two cannot both take the last place.
            owner = _player_or_none(connection.execute(_ONE.with_for_update(), {"player_id": owner_id}).one_or_none())
            if owner is None:
                raise _no_such_player()
            if owner.kind is not PlayerKind.PERSON:
                raise Refusal(Reason.NOT_A_PERSON)
            made = _player_or_none(connection.execute(_ONE, {"player_id": bot.id}).one_or_none())
            if made is not None:
                return made
            used = connection.execute(self._count_bots(owner_id)).scalar_one()
            if most is not None and used >= most:
                metadata = {"quota": "bots", "limit": str(most), "used": str(used)}
                detail = f"A player may have {most} bots; one that is retired counts for a day."
                raise Refusal(Reason.QUOTA_EXCEEDED, detail, metadata=metadata)
            bot = replace(bot, counts_for=owner.counts_for)
            self.insert_chosen(connection, bot)
        return bot

    def insert_chosen(self, connection: Connection, player: Player) -> None:
        """Write a new player that has chosen its name itself.

        Raises:
            Refusal: ``NAME_TAKEN``.
        """
        _check_free(connection, player)
        insert = self._database.insert(players).on_conflict_do_nothing().returning(players.c.id)
        if connection.execute(insert, _row(player)).one_or_none() is None:  # another took it at the same moment
            raise name_taken()

    def insert_named(self, connection: Connection, named: Sequence[Player]) -> None:
        """Write people whom a host has entered by name; who is there stays. They keep nobody from their names."""
        if named:
            insert = self._database.insert(players).on_conflict_do_nothing()
            connection.execute(insert, [_row(player) for player in named])

    def bots(self, owner_id: str, limit: int, after: str | None = None) -> Found[Player]:
        """Up to ``limit`` bots of a person in the order of their ids, those that are retired as well, from the first id
        beyond ``after``."""
        statement = _EVERY.where(players.c.owner_id == owner_id).order_by(players.c.id).limit(limit)
        if after is not None:
            statement = statement.where(players.c.id > after)
        with self._database.read() as connection:
            return read_each("player", connection.execute(statement), _player, lambda row: row.id)

    def bots_used(self, owner_id: str) -> int:
        """How many bots a person has that count."""
        with self._database.read() as connection:
            return connection.execute(self._count_bots(owner_id)).scalar_one()

    def rename(self, player_id: str, name: str, expected: Callable[[Player], None] | None = None) -> Player:
        """Give a player another name: see :meth:`change`."""
        return self.change(player_id, name=name, expected=expected)

    def change(
        self,
        player_id: str,
        *,
        name: str | None = None,
        online: bool | None = None,
        rated_with_bots: bool | None = None,
        expected: Callable[[Player], None] | None = None,
    ) -> Player:
        """Give a player another name, switch a bot on or off, or note whether a person agrees to have matches with bots
        rated: those that begin from now on. Matches show the name that a player had when it sat down.

        ``name``, ``online``, ``rated_with_bots``: None: as it is. ``expected`` is given the player as it is now and may
        raise to leave it so.

        Raises:
            Refusal: ``NOT_FOUND``; ``INVALID_FIELD`` at ``/name``, also for a house bot; ``NAME_TAKEN`` for a player
                that has chosen its name itself; ``NOT_A_BOT`` for a person that is to be switched; ``NOT_A_PERSON`` for
                a bot that is to agree; ``BOT_RETIRED``; what ``expected`` raises.
        """
        with self._database.begin() as connection:
            row = connection.execute(_ONE.with_for_update(), {"player_id": player_id}).one_or_none()
            old = _player_or_none(row)
            if old is None:
                raise _no_such_player()
            new = self._changed(old, name, online, rated_with_bots)
            if new != old:
                if old.retired_ms is not None:
                    raise Refusal(Reason.BOT_RETIRED)
                if expected is not None:
                    expected(old)
                if new.chose_name and name_key(new.name) != name_key(old.name):
                    _check_free(connection, new)
                row_of = _row(new)
                changed = {column: row_of[column] for column in _CHANGEABLE}
                try:
                    connection.execute(players.update().where(players.c.id == player_id).values(changed))
                except IntegrityError:  # another took the name at the same moment
                    raise name_taken() from None
                if new.rated_with_bots != old.rated_with_bots:
                    self._note_consent(connection, new)
        return new

    def _note_consent(self, connection: Connection, person: Player) -> None:
        """Keep what a person has said, and when: each word after the one before it."""
        columns = rating_consents.c
        own = columns.player_id == person.id
        said = select(columns.at_ms).where(own).order_by(columns.at_ms.desc())
        before = connection.execute(said.limit(1)).scalar_one_or_none()
        at_ms = self._now_ms() if before is None else max(self._now_ms(), before + 1)
        row = {"player_id": person.id, "at_ms": at_ms, "agreed": person.rated_with_bots}
        connection.execute(rating_consents.insert(), row)
        last = connection.execute(said.offset(CONSENTS_KEPT).limit(1)).scalar_one_or_none()
        if last is not None:
            connection.execute(rating_consents.delete().where(own, columns.at_ms <= last))

    def state_version(self, player_id: str, version: str) -> Player:
        """A bot's program has this version from now on. The same again changes nothing.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/version``; ``NOT_FOUND``; ``NOT_A_BOT``; ``BOT_RETIRED``.
        """
        stated = clean_version(version)
        with self._database.begin() as connection:
            bot = self._locked_bot(connection, player_id)
            if bot.version == stated:
                return bot
            if bot.retired_ms is not None:
                raise Refusal(Reason.BOT_RETIRED)
            now = self._now_ms()
            connection.execute(players.update().where(players.c.id == player_id).values(version=stated))
            row = {"player_id": player_id, "id": new_id("ver_", now), "version": stated, "since_ms": now}
            connection.execute(bot_versions.insert(), row)
            own = bot_versions.c.player_id == player_id
            beyond = select(bot_versions.c.id).where(own).order_by(bot_versions.c.id.desc()).offset(VERSIONS_KEPT)
            last = connection.execute(beyond.limit(1)).scalar_one_or_none()
            if last is not None:
                connection.execute(bot_versions.delete().where(own, bot_versions.c.id <= last))
        return replace(bot, version=stated)

    def versions(self, player_id: str, limit: int, before: str | None = None) -> "Found[BotVersion]":
        """Up to ``limit`` versions that a bot has stated, newest first, those before the id ``before``."""
        own = bot_versions.c.player_id == player_id
        statement = select(bot_versions).where(own).order_by(bot_versions.c.id.desc()).limit(limit)
        if before is not None:
            statement = statement.where(bot_versions.c.id < before)
        with self._database.read() as connection:
            found = connection.execute(statement)
            return read_each(
                "version", found, lambda row: BotVersion(row.id, row.version, row.since_ms), lambda row: row.id
            )

    def retire(self, player_id: str) -> Player:
        """Put a bot out of use for good: none of its keys is valid from now on. The same again changes nothing.

        Raises:
            Refusal: ``NOT_FOUND``; ``NOT_A_BOT``.
        """
        with self._database.begin() as connection:
            bot = self._locked_bot(connection, player_id)
            if bot.retired_ms is not None:
                return bot
            retired = replace(bot, retired_ms=self._now_ms())
            changed = {"retired_ms": retired.retired_ms}
            connection.execute(players.update().where(players.c.id == player_id).values(changed))
        return retired

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
        player = self.find(player_id)
        if player is None:
            raise _no_such_player()
        return player

    def find(self, player_id: str) -> Player | None:
        """The player with an id, if there is one."""
        with self._database.read() as connection:
            return _player_or_none(connection.execute(_ONE, {"player_id": player_id}).one_or_none())

    def find_all(self, player_ids: Collection[str]) -> dict[str, Player]:
        """Those of up to 10,000 players that there are, by id."""
        asked = sorted({each for each in player_ids if each.isascii()})
        if not asked:
            return {}
        with self._database.read() as connection:
            found = connection.execute(_EVERY.where(players.c.id.in_(asked)))
            return {player.id: player for player in map(_player, found)}

    def list(self, limit: int, after: str | None = None) -> Found[Player]:
        """Up to ``limit`` players in the order of their ids, from the first id beyond ``after``."""
        statement = _EVERY.order_by(players.c.id).limit(limit)
        if after is not None:
            statement = statement.where(players.c.id > after)
        with self._database.read() as connection:
            return read_each("player", connection.execute(statement), _player, lambda row: row.id)

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
        known = self._house_bots.get(player_id) or self.find(player_id)
        if known is None:
            player = Player(player_id, PlayerKind.BOT, clean_name(bot), self._now_ms())
            with self._database.begin() as connection:
                connection.execute(self._database.insert(players).on_conflict_do_nothing(), _row(player))
            known = self.get(player_id)
        self._house_bots[player_id] = known
        return known

    def _count_bots(self, owner_id: str) -> Select[int]:
        lately = self._now_ms() - _DAY_MS
        counts = or_(players.c.retired_ms.is_(None), players.c.retired_ms > lately)
        return select(func.count()).where(players.c.owner_id == owner_id, counts)

    def _changed(
        self, old: Player, name: str | None, online: bool | None, rated_with_bots: bool | None = None
    ) -> Player:
        new = old
        if rated_with_bots is not None:
            if old.kind is not PlayerKind.PERSON:
                raise Refusal(Reason.NOT_A_PERSON, "Only a person agrees to be rated with bots.")
            since_ms = (old.rated_with_bots_ms or self._now_ms()) if rated_with_bots else None
            new = replace(new, rated_with_bots_ms=since_ms)
        if name is not None:
            wanted = chosen_name(name) if old.chose_name and name != old.name else clean_name(name)
            if old.is_house:
                detail = "A bot of the house keeps its name."
                raise Refusal(Reason.INVALID_FIELD, detail, (FieldError("/name", detail),))
            new = replace(new, name=wanted)
        if online is not None:
            _check_own_bot(old)
            if online and old.retired_ms is not None:
                raise Refusal(Reason.BOT_RETIRED)
            offline_ms = None if online else old.offline_ms or self._now_ms()
            new = replace(new, offline_ms=offline_ms)
        return new

    @staticmethod
    def _locked_bot(connection: Connection, player_id: str) -> Player:
        bot = _player_or_none(connection.execute(_ONE.with_for_update(), {"player_id": player_id}).one_or_none())
        if bot is None:
            raise _no_such_player()
        _check_own_bot(bot)
        return bot


def _check_own_bot(player: Player) -> None:
    if player.kind is not PlayerKind.BOT or player.is_house:
        raise Refusal(Reason.NOT_A_BOT)


def _check_free(connection: Connection, player: Player) -> None:
    """Whether a player may choose its name: no other player, whoever has named it, has one that looks like it."""
    others = select(players.c.id).where(players.c.name_key == name_key(player.name), players.c.id != player.id).limit(1)
    if connection.execute(others).one_or_none() is not None:
        raise name_taken()


def _row(player: Player) -> dict[str, object]:
    # Who is named by a host takes the name from nobody.
    key = "" if player.is_named else name_key(player.name)
    return {
        "id": player.id,
        "kind": player.kind.value,
        "name": player.name,
        "created_ms": player.created_ms,
        "owner_id": player.owner_id,
        "name_key": key,
        "handle": key if player.chose_name else None,
        "version": player.version or None,
        "offline_ms": player.offline_ms,
        "retired_ms": player.retired_ms,
        "rated_with_bots_ms": player.rated_with_bots_ms,
        "counts_for": player.counts_for,
    }


def _player(row: Row[*tuple[Any, ...]]) -> Player:
    return Player(
        row.id,
        PlayerKind(row.kind),
        row.name,
        row.created_ms,
        row.owner_id,
        row.version or "",
        row.offline_ms,
        row.retired_ms,
        chose_name=row.handle is not None,
        rated_with_bots_ms=row.rated_with_bots_ms,
        counts_for=row.counts_for,
    )


def _player_or_none(row: Row[*tuple[Any, ...]] | None) -> Player | None:
    return None if row is None else _player(row)


def _no_such_player() -> Refusal:
    return Refusal(Reason.NOT_FOUND, "There is no such player.")
