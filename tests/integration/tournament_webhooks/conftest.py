"""A platform that posts what happens in tournaments, and receivers that are good or bad."""

import ipaddress
from collections.abc import Iterator
from typing import Any

import pytest

from services.identity import Caller
from services.identity.idempotent_creation import Creation, once
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.posting import PostingLimits, WebhookPosting
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.webhooks.addresses import AddressRules
from services.webhooks.http_call import HttpCaller
from tests.bot_server import Answer, Asked, BotServer
from tests.integration.stored_tournaments.conftest import hall
from tests.integration.stored_tournaments.conftest import world_on_each_database as world
from tests.integration.stored_tournaments.hall import ID, TournamentHall

__all__ = ["hall", "world"]

CREATION = Creation(1_800_000_000_000, bytes(range(32)))


def well(asked: Asked) -> None:
    asked.raw(204, b"")


class Posting:
    """The webhooks of a hall, with what a worker would do on call."""

    def __init__(self, hall: TournamentHall) -> None:
        self.hall = hall
        self.world = hall.world
        self.servers: list[BotServer] = []
        self.limits = PostingLimits(seconds=1.0, of_person=2, at_once=8)
        self.networks: tuple[Any, ...] = (ipaddress.ip_network("127.0.0.0/8"),)
        self.open()

    def open(self) -> None:
        """Begin anew by the rules as they are."""
        ports = frozenset(server.port for server in self.servers) | {443}
        rules = AddressRules(self.networks, ports, http=True)
        database, clock = self.world.database, self.world.clock
        self.store = TournamentWebhookStore(database, clock)
        self.deliveries = TournamentDeliveries(database, now_ms=clock)
        self.webhooks = TournamentWebhooks(self.store, self.deliveries, rules)
        self.posting = WebhookPosting(
            database, self.store, self.deliveries, HttpCaller(rules), rules, self.limits, now_ms=clock
        )

    def receiver(self, answer: Answer = well) -> BotServer:
        """A receiver that may be called."""
        server = BotServer(answer)
        self.servers.append(server)
        self.open()
        return server

    def set(self, server: BotServer, caller: Caller | None = None, id_: str = ID) -> None:
        self.webhooks.put(caller or self.hall.host, id_, server.url, creation=once())

    def work(self) -> None:
        """Post what is due now."""
        while self.posting.work(5.0):
            pass

    def outcomes(self) -> list[tuple[int, str]]:
        """The attempts, oldest first: entry and outcome."""
        found = self.webhooks.deliveries(self.hall.host, ID, 1000)
        found.sort(key=lambda each: (each.at_ms, each.entry))  # those of one moment of the clock lie in no order
        return [(each.entry, each.outcome.value) for each in found]


def entries(server: BotServer) -> list[int]:
    """The numbers of the entries that a receiver was posted."""
    return [asked.json["entry"]["number"] for asked in server.asked]


@pytest.fixture
def posting(hall: TournamentHall) -> Iterator[Posting]:
    made = Posting(hall)
    yield made
    for server in made.servers:
        server.close()
