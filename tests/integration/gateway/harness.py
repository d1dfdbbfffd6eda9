"""The gateway on real services, with Sealed Rows to play, and clients that check what they are answered."""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from flask import Flask
from redis import Redis
from werkzeug.test import Client as WsgiClient
from werkzeug.test import TestResponse

from gateway.app import create_app
from gateway.bootstrap import invitation_limits, series_limits, sign_ups_of_address, tournament_limits
from gateway.engine_checks import engine_checks
from gateway.operations.accounts import AccountOperations
from services.analysis.searches import Searches
from services.analysis.searching import Searching
from services.archive import Archive
from services.database import Database
from services.engine import registry
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.idempotency import IdempotencyStore
from services.identity import PLATFORM, ApiKeys, Player, PlayerKind, Players, Scope, SignUps, StreamTokens
from services.identity.auth_cache import AuthCache
from services.identity.blocks import Blocks
from services.identity.guest_addresses import GuestAddresses
from services.identity.idempotent_creation import Creation, once
from services.identity.ratings import Ratings
from services.matches.accounts import Accounts
from services.matches.admission import MatchAdmission
from services.matches.backlog_metrics import BacklogMeter
from services.matches.bot_turns import BotTurns
from services.matches.commitment_appending import CommitmentAppending
from services.matches.commitment_queue import CommitmentQueue
from services.matches.event_hub import EventHub
from services.matches.invitations import Invitations
from services.matches.match import Status
from services.matches.matches import Matches
from services.matches.outbox import Outbox, OutboxKind
from services.matches.quotas import Quotas, limits_from
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.platform_time import platform_ms
from services.quick_pairing.pairer import Pairer
from services.quick_pairing.store import TicketStore
from services.quick_pairing.tickets import Tickets
from services.rate_limits import RateLimiter
from services.ratings.rules import Forfeits, RatingRules
from services.readiness import ReadinessChecks
from services.series.designs import Schedule
from services.series.folder import result_line
from services.series.playing import Player as SeriesPlayer
from services.settings import Settings, read_settings
from services.stored_ratings.board_records import SETTLE_MS
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_ratings.rater import Rater
from services.stored_ratings.upkeep import RatingUpkeep
from services.stored_series import SeriesJobs
from services.stored_tournaments.entrant_links import EntrantLinks
from services.stored_tournaments.guest_invitations import GuestInvitations
from services.stored_tournaments.guests import GuestLists
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.runner import TournamentRunner
from services.stored_tournaments.telling import Telling
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.webhooks import CrashReports, Webhooks
from services.webhooks.addresses import rules_from
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.line import CallLine
from services.webhooks.store import WebhookStore
from tests.integration.gateway.contract import check
from tests.integration.gateway.driven_streams import drive_streams
from tests.rulesets.sealed import RULESET
from tests.signing import SIGNING_KEYS

RATING_RULES = RatingRules(forfeits=Forfeits.COUNT)
"""Matches end quickly where somebody resigns without a decision, and are rated nevertheless."""
LOOPBACK = {"REMOTE_ADDR": "127.0.0.1"}
EVERYTHING = (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE, Scope.ACCOUNT_MANAGE)


class Client:
    """A client of the API with a key. Every response is held against the OpenAPI document."""

    def __init__(self, app: Flask, key: str | None, player: Player | None = None) -> None:
        self.app = app
        self.key = key
        self._player = player
        self._client = WsgiClient(drive_streams(app))

    @property
    def id(self) -> str:
        """The player's id."""
        assert self._player is not None
        return self._player.id

    def ask(self, method: str, path: str, **options: Any) -> TestResponse:
        """Send a request and read the whole answer; ``options`` are those of Werkzeug's test client."""
        headers = dict(options.pop("headers", {}))
        if self.key is not None:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        options.setdefault("environ_base", LOOPBACK)
        response = self._client.open(path, method=method, headers=headers, buffered=True, **options)
        check(self.app, method, response)
        return response

    def get(self, path: str, **options: Any) -> TestResponse:
        """GET."""
        return self.ask("GET", path, **options)

    def post(self, path: str, json: Any = None, **options: Any) -> TestResponse:
        """POST with a JSON body, or none."""
        if json is not None:
            options["json"] = json
        return self.ask("POST", path, **options)

    def read(self, path: str, **options: Any) -> Any:
        """The JSON of a GET that must succeed."""
        response = self.get(path, **options)
        assert response.status_code == 200, response.data
        return response.json

    def make(self, path: str, json: Any = None, **options: Any) -> Any:
        """The JSON of a POST that must succeed."""
        response = self.post(path, json, **options)
        assert response.status_code in (200, 201), response.data
        return response.json

    def lines(self, path: str, **headers: str) -> Iterator[bytes]:
        """The events of a stream, as they come, each as it is sent."""
        response = self.open(path, **headers)
        end = b"\n\n" if path.partition("?")[0].endswith("/sse") else b"\n"

        def chunks() -> Iterator[bytes]:
            with closing(response):
                for chunk in response.iter_encoded():  # several events may come in one
                    yield from (part + end for part in chunk.split(end)[:-1])

        return chunks()

    def open(self, path: str, **headers: str) -> TestResponse:
        """A stream that has begun; who opens it closes it."""
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        response = self._client.get(path, headers=headers, environ_base=LOOPBACK)
        assert response.status_code == 200, response.data
        return response


@dataclass
class Hall:
    """The whole platform but its processes. ``settle`` does what the workers would."""

    app: Flask
    settings: Settings
    redis: Redis
    database_path: Path
    players: Players
    blocks: Blocks
    keys: ApiKeys
    stream_tokens: StreamTokens
    matches: Matches
    house: BotTurns
    scoring: Scoring
    commitments: CommitmentAppending
    commitment_log: CommitmentLog
    signing_keys: SigningKeys
    series: SeriesJobs
    webhooks: Webhooks
    deliveries: DeliveryLog
    account_operations: AccountOperations
    creation: Callable[[], Creation]
    hub: EventHub
    accounts: Accounts
    ratings: Ratings
    tickets: Tickets
    tournaments: Tournaments
    tournament_guests: GuestLists
    guest_invitations: GuestInvitations
    entrant_links: EntrantLinks
    tournament_webhooks: TournamentWebhooks
    leaderboards: Leaderboards
    searching: Searching
    rater: Rater
    rating_upkeep: RatingUpkeep
    runner: TournamentRunner
    pairer: Pairer

    def client(
        self, name: str, scopes: Iterable[Scope] = EVERYTHING, *, kind: PlayerKind = PlayerKind.PERSON
    ) -> Client:
        """A new player with a key."""
        player = self.players.create(name, kind, creation=self.creation())
        return self.client_of(player, scopes)

    def client_of(self, player: Player, scopes: Iterable[Scope] = EVERYTHING) -> Client:
        """A client with a new key of a player."""
        _, text = self.keys.create(player.id, scopes, "test", creation=self.creation())
        return Client(self.app, str(text), player)

    def stranger(self) -> Client:
        """A client without a key."""
        return Client(self.app, None)

    def serve_engines(self, engines: EngineDirectory) -> None:
        """Serve other engines from now on."""
        opened = open_hall(
            self.settings.platform.data_dir, self.redis, self.settings.redis.redis_url, self.database_path, engines
        )
        self.app = opened.app

    def play_house(self, match_id: str) -> None:
        """Let the house play its turns."""
        while self.house.play_turns(match_id, budget_seconds=5.0, max_decisions=500).more:
            pass

    def make_searches(self) -> int:
        """Make the searches that were asked for, as workers do; how many there were."""
        outbox = Outbox(self.redis)
        asked = [entry for entry in outbox.read("hall", block_ms=0, count=100) if entry.kind is OutboxKind.SEARCH]
        for entry in asked:
            self.searching.work(entry.match_id)
        outbox.done(asked)
        return len(asked)

    def play_series(self, chunks: int | None = None) -> None:
        """Play all series, or so many chunks of them, as workers do."""
        while chunks != 0 and (claim := self.series.claim("worker")) is not None:
            rules = registry.ruleset(claim.document.ruleset)
            player = SeriesPlayer(rules, claim.document, claim.series_seed, extensions=claim.extensions)
            tables = map(Schedule(claim.document).table, claim.matches)
            assert self.series.complete(claim, b"".join([result_line(player.play(table)) for table in tables]), 1.0)
            chunks = None if chunks is None else chunks - 1
        while self.series.settle():
            pass

    def play_tournaments(self, let_time_pass: Callable[[], object], most_looks: int = 50) -> None:
        """Run all tournaments and let house bots play their matches, as workers do, until none is under way.
        ``let_time_pass``: a second."""
        for _ in range(most_looks):
            let_time_pass()
            while self.runner.advance():
                pass
            live, _ = self.matches.list(PLATFORM, status=Status.LIVE, creator=PLATFORM.player_id, limit=1_000)
            if not live:
                return
            for match in live:
                self.play_house(match.id)
                self.scoring.score(match.id)
        raise AssertionError("they do not end")

    @cached_property
    def _beside(self) -> sqlite3.Connection:
        """A connection to the database that writes nothing."""
        return sqlite3.connect(self.database_path)

    def fingerprint(self) -> str:
        """What is another as soon as anything is stored: a digest of every key of Redis, and the number that SQLite
        changes for one connection when another commits a change."""
        digest = hashlib.sha256()
        keys = sorted(self.redis.scan_iter(count=1_000))
        with self.redis.pipeline(transaction=False) as dumps:
            for key in keys:
                dumps.dump(key)
            for key, dumped in zip(keys, dumps.execute(), strict=True):
                digest.update(key + b"\0" + dumped + b"\0")
        ((version,),) = self._beside.execute("PRAGMA data_version").fetchall()
        return f"{digest.hexdigest()} {version}"


def open_hall(
    folder: Path,
    redis: Redis,
    redis_url: str,
    database: Path,
    engines: EngineDirectory | None = None,
    *,
    now_ms: Callable[[], int] = platform_ms,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    cache: AuthCache | None = None,
    **changes: str,
) -> Hall:
    """The platform over a Redis and a migrated SQLite file, with Sealed Rows unless other ``engines`` are given, and
    without rate limits and quotas, and open for sign-up, unless ``changes`` of the settings say otherwise."""
    settings = read_settings(
        {
            "PLAYHALL_DATA_DIR": str(folder),
            "PLAYHALL_REDIS_URL": redis_url,
            "PLAYHALL_DATABASE_URL": f"sqlite:///{database}",
            "PLAYHALL_PLAYER_REQUESTS_PER_MINUTE": "0",
            "PLAYHALL_ADDRESS_REQUESTS_PER_MINUTE": "0",
            "PLAYHALL_OPEN_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_UNFINISHED_MATCHES_PER_PLAYER": "0",
            "PLAYHALL_BOT_SEATS_PER_PLAYER": "0",
            "PLAYHALL_CREATIONS_PER_MINUTE_PER_PLAYER": "0",
            "PLAYHALL_OPEN_SERIES_PER_PLAYER": "0",
            "PLAYHALL_OPEN_TOURNAMENTS_PER_PLAYER": "0",
            "PLAYHALL_SIGN_UP": "1",
            "PLAYHALL_INVITATIONS_PER_PAIR": "0",
            "PLAYHALL_INVITATIONS_PER_MINUTE_PER_PAIR": "0",
            "PLAYHALL_INVITATIONS_RECEIVED": "0",
            **{f"PLAYHALL_{name.upper()}": value for name, value in changes.items()},
        }
    )
    sql = Database(settings.database.database_url)
    engines = engines or EngineDirectory({"sealed": InProcessEngine(RULESET)})
    players, archive = Players(sql, now_ms), Archive(sql)
    keys = ApiKeys(sql, settings.platform.environment, now_ms, cache=cache)
    stream_tokens = StreamTokens(redis, keys, seconds=settings.accounts.stream_token_seconds, now_ms=now_ms)
    store = MatchStore(redis, nudge_seconds=settings.matches.nudge_seconds)
    quotas = Quotas(redis, limits_from(settings.quotas), now_ms=now_ms)
    log = CommitmentLog(sql, now_ms=now_ms)
    fairness: Any = {"signing_keys": SIGNING_KEYS, "commitments": log}
    blocks = Blocks(sql, now_ms)
    matches = Matches(
        store,
        engines,
        players,
        archive,
        now_ms=now_ms,
        quotas=quotas,
        admission=MatchAdmission(blocks),
        invitations=Invitations(redis, invitation_limits(settings.quotas), now_ms=now_ms),
        **fairness,
    )
    series = SeriesJobs(sql, SIGNING_KEYS, limits=series_limits(settings.quotas), now_ms=now_ms, entropy=entropy)
    creation = partial(once, now_ms, entropy)
    deliveries = DeliveryLog(sql, now_ms=now_ms)
    webhooks = Webhooks(store, WebhookStore(sql, now_ms), deliveries, CallLine(redis), rules_from(settings.webhooks))
    guest_invitations = GuestInvitations(
        sql, fairness["signing_keys"], per_day=settings.accounts.invited_guests_per_day, now_ms=now_ms
    )
    entrant_links = EntrantLinks(sql, keys, now_ms=now_ms)
    limits = RateLimiter(redis)
    account_operations = AccountOperations(
        players,
        keys,
        SignUps(
            sql,
            players,
            keys,
            is_open=settings.accounts.sign_up,
            per_day=settings.accounts.sign_ups_per_day,
            invitations=guest_invitations,
            now_ms=now_ms,
        ),
        webhooks,
        CrashReports(sql, now_ms=now_ms),
        matches,
        limits,
        GuestAddresses(redis),
        bots_per_player=settings.accounts.bots_per_player,
        sign_ups_of_address=sign_ups_of_address(settings.accounts),
    )
    hub = EventHub(redis, now_ms=now_ms)
    ratings = Ratings(sql, now_ms)
    ticket_store = TicketStore(
        redis,
        patience_ms=settings.tickets.ticket_seconds * 1000,
        most=settings.tickets.waiting_tickets_per_player,
        now_ms=now_ms,
    )
    tickets = Tickets(ticket_store, matches, ratings)
    accounts = Accounts(redis, now_ms=now_ms)
    tournaments = Tournaments(
        sql,
        players,
        ratings,
        SIGNING_KEYS,
        admission=MatchAdmission(blocks),
        limits=tournament_limits(settings),
        now_ms=now_ms,
    )
    guests = GuestLists(sql, players, now_ms=now_ms)
    tournament_webhooks = TournamentWebhooks(
        TournamentWebhookStore(sql, now_ms), TournamentDeliveries(sql, now_ms=now_ms), rules_from(settings.webhooks)
    )
    leaderboards = Leaderboards(sql)
    searches = Searches(redis)
    app = create_app(
        settings.gateway,
        matches=matches,
        hub=hub,
        accounts=accounts,
        players=players,
        blocks=blocks,
        keys=keys,
        stream_tokens=stream_tokens,
        engines=engines,
        archive=archive,
        limits=limits,
        attempts=IdempotencyStore(redis, now_ms=now_ms, entropy=entropy),
        commitments=log,
        signing_keys=SIGNING_KEYS,
        series=series,
        webhooks=webhooks,
        account_operations=account_operations,
        ratings=ratings,
        tickets=tickets,
        tournaments=tournaments,
        tournament_guests=guests,
        guest_invitations=guest_invitations,
        entrant_links=entrant_links,
        tournament_webhooks=tournament_webhooks,
        leaderboards=leaderboards,
        searches=searches,
        backlog=BacklogMeter(redis, redis),
        creation=creation,
        readiness=ReadinessChecks([("redis", redis.ping), ("database", sql.check), *engine_checks(engines)]),
        stream_slots=4,
        recheck_seconds=0.0,
        now_ms=now_ms,
    )
    return Hall(
        app=app,
        settings=settings,
        redis=redis,
        database_path=database,
        players=players,
        blocks=blocks,
        keys=keys,
        stream_tokens=stream_tokens,
        matches=matches,
        house=BotTurns(store, engines, now_ms=now_ms),
        scoring=Scoring(
            store, archive, finished_ttl_seconds=settings.matches.finished_ttl_seconds, now_ms=now_ms, **fairness
        ),
        commitments=CommitmentAppending(store, CommitmentQueue(redis), log),
        commitment_log=log,
        signing_keys=SIGNING_KEYS,
        series=series,
        webhooks=webhooks,
        deliveries=deliveries,
        account_operations=account_operations,
        creation=creation,
        hub=hub,
        accounts=accounts,
        ratings=ratings,
        tickets=tickets,
        tournaments=tournaments,
        tournament_webhooks=tournament_webhooks,
        tournament_guests=guests,
        guest_invitations=guest_invitations,
        entrant_links=entrant_links,
        runner=TournamentRunner(sql, matches, players, telling=Telling(sql, redis, now_ms=now_ms), now_ms=now_ms),
        leaderboards=leaderboards,
        searching=Searching(searches, engines, store.bars_help),
        rater=Rater(sql, RATING_RULES, lambda: now_ms() + SETTLE_MS),
        rating_upkeep=RatingUpkeep(sql, RATING_RULES, 4, lambda: now_ms() + SETTLE_MS),
        pairer=Pairer(ticket_store, matches, keys, blocks, shuffle=lambda waiting: None, creation=creation),
    )
