"""Bots behind URLs, called by real worker processes."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.sockets import free_port
from services.database import Database
from services.identity import Caller, PlayerKind, Players, Scope
from services.identity.idempotent_creation import once
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Status
from services.matches.store import MatchStore
from services.settings import read_settings
from services.webhooks import Webhooks
from services.webhooks.addresses import rules_from
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.line import CallLine
from services.webhooks.signing import secret_text
from services.webhooks.store import WebhookStore
from tests.bot_server import Asked, BotServer, first_legal
from tests.integration.workers.test_processes import BotTurns, check_replay
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200)]

SCOPES = frozenset({Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE})
EXAMPLE = Path(__file__).parents[3] / "examples" / "webhook_bot.py"


class Table:
    """A platform whose workers call bots on this machine."""

    def __init__(self, valkey: RealValkey, folder: Path, *ports: int) -> None:
        self.house = BotTurns(valkey, folder)
        self.house.environment |= {
            "PLAYHALL_WEBHOOK_HTTP": "1",
            "PLAYHALL_WEBHOOK_NETWORKS": "127.0.0.0/8",
            "PLAYHALL_WEBHOOK_PORTS": ",".join(map(str, ports)),
            "PLAYHALL_WEBHOOK_TIMEOUT_SECONDS": "5",
        }
        settings = read_settings(self.house.environment)
        database = Database(settings.database.database_url)
        self.players = Players(database)
        self.log = DeliveryLog(database)
        store = MatchStore(self.house.redis, nudge_seconds=1)
        self.webhooks = Webhooks(
            store, WebhookStore(database), self.log, CallLine(self.house.redis), rules_from(settings.webhooks)
        )

    def bot(self, url: str) -> tuple[Caller, str]:
        """A bot with a webhook, and its secret."""
        player = self.players.create("Bot", PlayerKind.BOT)
        bot = Caller(player.id, player.name, player.kind, "k_test", SCOPES)
        webhook, _ = self.webhooks.put(bot, bot.player_id, url, 4, enabled=True, creation=once())
        return bot, secret_text(webhook.secrets[0])

    def match(self, *bots: Caller) -> str:
        """A live match between bots."""
        new = NewMatch("factionwars", parse_seats([f"player:{bot.player_id}" for bot in bots]), {})
        match = self.house.matches.create(self.house.operator, new).id
        for bot in bots:
            self.house.matches.join(bot, match)
        assert self.house.status(match) is Status.LIVE
        return match

    def start_caller(self) -> None:
        self.house.start("worker", "--queues", "webhooks", "--processes", "4")


def test_bots_play_whole_matches_and_each_decision_once_though_the_worker_is_killed_in_the_middle_of_calls(
    mortal_valkey: RealValkey, tmp_path: Path
) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def held(asked: Asked) -> None:
        if len(server.asked) == 9:
            reached.set()
            go_on.wait(60)
        first_legal(asked)

    server = BotServer(held)
    table = Table(mortal_valkey, tmp_path, server.port)
    house = table.house
    try:
        bots = [table.bot(server.url)[0] for _ in range(2)]
        matches = [table.match(*bots) for _ in range(2)]
        house.start("relay")
        house.start("ticker")
        table.start_caller()
        assert reached.wait(60)
        house.kill("worker")
        go_on.set()
        table.start_caller()
        wait_until(lambda: all(house.status(match) is Status.FINISHED for match in matches), "the ends", 120)
        held_id = server.asked[8].headers["webhook-id"]
        assert [asked.headers["webhook-id"] for asked in server.asked].count(held_id) == 2
        house.start("worker", "--queues", "scoring", "--processes", "1")
        wait_until(lambda: all(map(house.is_archived, matches)), "the archive", 60)
        for match in matches:
            check_replay(house, match, seats=2)
        assert {each.outcome.value for bot in bots for each in table.log.list(bot.player_id, 1_000)} == {"answered"}
        house.stop("worker")
    finally:
        go_on.set()
        house.close()
        server.close()


@pytest.fixture
def example_port() -> int:
    return free_port("127.0.0.1")


@pytest.fixture
def table(mortal_valkey: RealValkey, tmp_path: Path, example_port: int) -> Iterator[Table]:
    made = Table(mortal_valkey, tmp_path, example_port)
    yield made
    made.house.close()


def test_the_bot_of_the_guide_plays_a_match_to_its_end(table: Table, example_port: int) -> None:
    bot, secret = table.bot(f"http://127.0.0.1:{example_port}/move")
    table.house.environment |= {"PORT": str(example_port), "WEBHOOK_SECRET": secret}
    guide = subprocess.Popen((sys.executable, str(EXAMPLE)), env=table.house.environment, stderr=subprocess.DEVNULL)
    try:
        new = NewMatch("factionwars", parse_seats([f"player:{bot.player_id}", "bot:random"]), {})
        match = table.house.matches.create(table.house.operator, new).id
        table.house.matches.join(bot, match)
        table.house.start_all()
        wait_until(lambda: table.house.is_archived(match), "the archive", 120)
    finally:
        guide.kill()
        guide.wait()
    assert {each.status for each in table.log.list(bot.player_id, 1_000)} <= {200, None}
