import dataclasses
import ipaddress
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.identity import Caller, PlayerKind, Scope
from services.identity.idempotent_creation import once
from services.matches.deadlines import move_due
from services.matches.match import Match, Status
from services.matches.outbox import OutboxKind
from services.webhooks.addresses import AddressRules
from services.webhooks.calls import CallLimits, WebhookCalls
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.http_call import HttpCaller, resolve
from services.webhooks.line import CallLine
from services.webhooks.store import WebhookStore
from services.webhooks.webhook import Delivery
from services.webhooks.webhooks import Webhooks
from tests.bot_server import Answer, BotServer, first_legal
from tests.certificates import Pair
from tests.integration.matches.harness import NUDGE_SECONDS, World, caller_of

SCOPES = (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE)


class Calling:
    """A platform that calls bots, with what its relay, ticker and workers would do on call."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.servers: list[BotServer] = []
        self.line = CallLine(world.redis)
        self.store = WebhookStore(world.database, now_ms=world.clock)
        self.log = DeliveryLog(world.database, now_ms=world.clock)
        self.rules = AddressRules((ipaddress.ip_network("127.0.0.0/8"),), frozenset(), http=True)
        self.limits = CallLimits(seconds=1.0, retry_seconds=3_600, of_person=8)
        self.ca_file = ""
        self.resolve = resolve
        self.open()

    def open(self) -> None:
        """Begin anew by the rules as they are."""
        rules = dataclasses.replace(self.rules, ports=frozenset(server.port for server in self.servers) | {443})
        world = self.world
        http = HttpCaller(rules, ca_file=self.ca_file, resolve=self.resolve)
        self.webhooks = Webhooks(world.store, self.store, self.log, self.line, rules)
        self.calls = WebhookCalls(
            world.store,
            world.matches,
            world.players,
            self.store,
            self.log,
            self.line,
            http,
            rules,
            self.limits,
            now_ms=world.clock,
        )

    def server(self, answer: Answer = first_legal, tls: Pair | None = None) -> BotServer:
        """A bot's server, which may be called."""
        server = BotServer(answer, tls)
        self.servers.append(server)
        self.open()
        return server

    def bot(self, url: str | None = None, *, concurrency: int = 8, enabled: bool = True) -> Caller:
        """A player that is a bot."""
        bot = caller_of(self.world.players.create("Bot", PlayerKind.BOT), *SCOPES)
        if url is not None:
            self.put(bot, url, concurrency=concurrency, enabled=enabled)
        return bot

    def put(self, bot: Caller, url: str, *, concurrency: int = 8, enabled: bool = True) -> None:
        self.webhooks.put(bot, bot.player_id, url, concurrency, enabled=enabled, creation=once(self.world.clock))

    def table(self, *bots: Caller, **more: Any) -> tuple[Match, Caller]:
        """A live match between a person, in seat 0, and bots."""
        person = self.world.caller()
        match = self.world.create(person, "me", *["open"] * len(bots), **more)
        for bot in bots:
            match = self.world.matches.join(bot, match.id)
        assert match.status is Status.LIVE
        return match, person

    def run(self, seconds: float = 5.0) -> int:
        """Let relay and workers do what there is to do; returns for how many calls."""
        calls = 0
        while entries := self.world.tasks():
            for entry in entries:
                if entry.kind is OutboxKind.CALL:
                    calls += self.calls.request(entry.match_id)
            self.calls.work(seconds)
        return calls

    def later(self, seconds: float) -> int:
        """Let time pass, and what is due then be done."""
        self.world.clock.advance(seconds)
        move_due(self.world.redis, self.world.clock.now_ms, nudge_seconds=NUDGE_SECONDS)
        return self.run()

    def deliveries(self, bot: Caller) -> list[Delivery]:
        """All attempts, oldest first, with their bodies."""
        listed = self.webhooks.deliveries(bot, bot.player_id, 1_000, None)
        # Those of one moment of the test's clock lie in no order.
        listed.sort(key=lambda each: (each.at_ms, each.call.match_id, each.call.decision, each.attempt))
        return [self.webhooks.delivery(bot, bot.player_id, each.id) for each in listed]

    def outcomes(self, bot: Caller) -> list[str]:
        return [each.outcome.value for each in self.deliveries(bot)]

    def close(self) -> None:
        for server in self.servers:
            server.close()


@pytest.fixture
def calling(redis_client: Redis, sqlite_tables: Path, tmp_path: Path) -> Iterator[Calling]:
    path = tmp_path / "world.db"
    shutil.copy(sqlite_tables, path)
    made = Calling(World(redis_client, path))
    yield made
    made.close()
