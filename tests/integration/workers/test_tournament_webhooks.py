"""What happens in tournaments, posted by real worker processes."""

import threading
from pathlib import Path

import pytest

from services.database import Database
from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT
from services.engine.fairness import sha256_hex
from services.identity import Caller, PlayerKind, Players, Scope
from services.identity.idempotent_creation import once
from services.identity.ratings import Ratings
from services.settings import read_settings
from services.stored_tournaments.hosted_tournament import NewEntrant, NewTournament, TournamentVisibility
from services.stored_tournaments.hosting import Tournaments
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.tournaments.settings import EntryRules, SwissStage, TournamentSettings
from services.webhooks.addresses import rules_from
from tests.bot_server import Asked, BotServer
from tests.integration.workers.test_processes import BotTurns
from tests.signing import SIGNING_KEYS
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200)]

SEED = bytes(range(32))
ID = "tournament_a"


def test_a_log_is_posted_in_order_though_the_worker_is_killed_in_the_middle_of_a_call(
    mortal_valkey: RealValkey, tmp_path: Path
) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def held(asked: Asked) -> None:
        if len(server.asked) == 3:
            reached.set()
            go_on.wait(60)
        asked.raw(204, b"")

    server = BotServer(held)
    house = BotTurns(mortal_valkey, tmp_path)
    house.environment |= {
        "PLAYHALL_WEBHOOK_HTTP": "1",
        "PLAYHALL_WEBHOOK_NETWORKS": "127.0.0.0/8",
        "PLAYHALL_WEBHOOK_PORTS": str(server.port),
        "PLAYHALL_WEBHOOK_TIMEOUT_SECONDS": "5",
    }
    settings = read_settings(house.environment)
    database = Database(settings.database.database_url)
    players = Players(database)
    owner = players.create("Owner")
    host = Caller(owner.id, owner.name, PlayerKind.PERSON, "k_test", frozenset(Scope) - {Scope.ADMIN})
    tournaments = Tournaments(database, players, Ratings(database), SIGNING_KEYS)
    webhooks = TournamentWebhooks(
        TournamentWebhookStore(database), TournamentDeliveries(database), rules_from(settings.webhooks)
    )
    about = TournamentSettings(
        ruleset="factionwars",
        ruleset_version="1.0.0",
        options={},
        time_control=NO_CLOCKS,
        on_time_out=PLAY_DEFAULT,
        stages=(SwissStage(rounds=1),),
        entry=EntryRules(bots="only", registration="invited"),
        seed_sha256=sha256_hex(SEED),
    )
    new = NewTournament("Cup", TournamentVisibility.PUBLIC, about)
    try:
        tournaments.create(host, new, SEED, tournament_id=ID)
        webhooks.put(host, ID, server.url, creation=once())
        bots = [
            NewEntrant(f"/entrants/{number}", None, "random", about.ruleset_version, f"Bot {number}")
            for number in range(1, 6)
        ]
        tournaments.entrants.enter_all(host, ID, bots)
        house.start("ticker")
        house.start("worker", "--queues", "webhooks", "--processes", "4")
        assert reached.wait(60)
        house.kill("worker")
        go_on.set()
        house.start("worker", "--queues", "webhooks", "--processes", "4")
        wait_until(lambda: webhooks.get(host, ID).next_entry == 6, "the last entry", 90)
        assert [asked.headers["webhook-id"] for asked in server.asked] == [
            f"{ID}-{entry}" for entry in (1, 2, 3, 3, 4, 5)
        ]
        tournaments.control.cancel(host, ID, reason="That will do.")
        wait_until(lambda: server.asked[-1].json["status"] == "cancelled", "the news", 30)
        house.stop("worker")
    finally:
        go_on.set()
        house.close()
        server.close()
