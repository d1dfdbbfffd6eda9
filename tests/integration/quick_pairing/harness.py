"""A platform whose players have tickets: real Valkey, real SQL, real keys, a clock that the test sets."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

from redis import Redis

from services.engine.registry import EngineDirectory
from services.identity import ApiKeys, Caller, PlayerKind, Scope
from services.identity.idempotent_creation import once
from services.identity.ratings import Ratings
from services.matches.matches import Matches
from services.matches.quotas import QuotaLimits, Quotas
from services.quick_pairing.pairer import Pairer
from services.quick_pairing.store import TicketStore
from services.quick_pairing.ticket import Ticket
from services.quick_pairing.tickets import TicketRequest, Tickets
from tests.integration.matches.harness import World

PATIENCE_SECONDS = 60
LIVE_SEATS = 3


class KnownBlocks:
    """Blocks that the test has named."""

    def __init__(self) -> None:
        self.pairs: set[tuple[str, str]] = set()

    def among(self, player_ids: Collection[str]) -> Collection[tuple[str, str]]:
        return {pair for pair in self.pairs if set(pair) <= set(player_ids)}


class Desk:
    """The services of tickets, and shortcuts."""

    def __init__(
        self,
        redis: Redis,
        database: Path,
        *,
        most: int = 5,
        live_seats: int = LIVE_SEATS,
        engines: EngineDirectory | None = None,
    ) -> None:
        self.world = World(redis, database)
        world = self.world
        self.clock = world.clock
        self.keys = ApiKeys(world.database, "dev", world.clock)
        self.ratings = Ratings(world.database, world.clock)
        self.store = TicketStore(redis, patience_ms=PATIENCE_SECONDS * 1000, most=most, now_ms=world.clock)
        self.matches = Matches(
            world.store,
            engines or world.engines,
            world.players,
            world.archive,
            now_ms=world.clock,
            quotas=Quotas(redis, QuotaLimits(live_seats=live_seats), now_ms=world.clock),
            **world.fairness,
        )
        self.tickets = Tickets(self.store, self.matches, self.ratings)
        self.blocks = KnownBlocks()
        self.pairer = Pairer(self.store, self.matches, self.keys, self.blocks)

    def player(self, name: str = "Ann", kind: PlayerKind = PlayerKind.PERSON, *scopes: Scope) -> Caller:
        """A new player with a key."""
        player = self.world.players.create(name, kind)
        granted = scopes or (Scope.MATCHES_READ, Scope.MATCHES_PLAY)
        key, _ = self.keys.create(player.id, granted, "test")
        return Caller(player.id, player.name, player.kind, key.id, frozenset(granted))

    def wait(self, player: Caller, **wish: Any) -> Ticket:
        """A ticket for Sealed Rows, by default with two seats."""
        wanted = TicketRequest(**{"ruleset": "sealed", "seats": 2, **wish})
        self.clock.now_ms += 1
        return self.tickets.create(player, wanted, once(self.clock))

    def state(self, player: Caller, ticket: Ticket) -> str:
        """What has become of a ticket: its state, and why."""
        now = self.tickets.get(player, ticket.id)
        return now.state.value + ("" if now.reason is None else f" {now.reason.value}")
