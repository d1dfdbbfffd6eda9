"""Every kind of caller of the API."""

from dataclasses import dataclass
from pathlib import Path

from services.database import Database
from services.identity import ApiKeys, Player, PlayerKind, Players, Scope
from tests.integration.gateway.harness import EVERYTHING, Client, Hall

CALLERS = ("nobody", "revoked", "stranger", "opponent", "reader", "player", "creator", "manager", "owner", "admin")
"""``nobody`` has no key, and is a spectator. ``stranger`` is a player without a seat, with all scopes but admin;
``opponent`` has the other seat. ``reader``, ``player``, ``creator`` and ``manager`` are keys of the owner with one
scope each. ``owner`` has seat 0 and all scopes but admin."""


@dataclass(frozen=True, slots=True)
class Cast:
    """A database in which the callers have their keys, of which each test takes a copy; the keys, by what the owner is,
    and by the name of the caller."""

    database: Path
    keys: dict[PlayerKind, dict[str, tuple[Player | None, str | None]]]

    def clients(self, hall: Hall, owner: PlayerKind = PlayerKind.PERSON) -> dict[str, Client]:
        """The callers at a hall."""
        return {name: Client(hall.app, key, player) for name, (player, key) in self.keys[owner].items()}


def cast_in(database: Path) -> Cast:
    """Make the callers in a migrated SQLite file."""
    sql = Database(f"sqlite:///{database}")
    players, keys = Players(sql), ApiKeys(sql, "dev")

    def key(player: Player, *scopes: Scope) -> tuple[Player, str]:
        return player, str(keys.create(player.id, scopes, "test")[1])

    others = {
        "nobody": (None, None),
        "stranger": key(players.create("Stranger"), *EVERYTHING),
        "opponent": key(players.create("Opponent"), *EVERYTHING),
        "admin": key(players.create("Root"), Scope.ADMIN),
    }
    made: dict[PlayerKind, dict[str, tuple[Player | None, str | None]]] = {}
    for kind in (PlayerKind.PERSON, PlayerKind.BOT):
        owner = players.create("Owner", kind)
        revoked, text = keys.create(owner.id, EVERYTHING, "test")
        keys.revoke(revoked.id)
        made[kind] = {
            **others,
            "revoked": (owner, str(text)),
            "reader": key(owner, Scope.MATCHES_READ),
            "player": key(owner, Scope.MATCHES_PLAY),
            "creator": key(owner, Scope.MATCHES_CREATE),
            "manager": key(owner, Scope.ACCOUNT_MANAGE),
            "owner": key(owner, *EVERYTHING),
        }
    sql.close()
    return Cast(database, made)
