"""The services of a worker process, put together from the settings.

Only workers import this module: the relay and the ticker need neither rulesets nor SQL.
"""

import os
import socket
from collections.abc import Callable, Collection
from typing import Final

from redis import Redis

from services.archive import Archive
from services.archive.ruleset_versions import RulesetVersions
from services.database import Database
from services.engine.access import served_by
from services.engine.bulkhead import ProcessBulkhead
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import NoSigningKeys, read_key_file
from services.identity import ApiKeys, Players
from services.identity.blocks import Blocks
from services.leaderboards.rater import Rater
from services.leaderboards.rules_file import rules_from
from services.leaderboards.upkeep import RatingUpkeep
from services.matches.archive_repair import ArchiveRepair
from services.matches.commitment_appending import CommitmentAppending
from services.matches.commitment_queue import CommitmentQueue
from services.matches.expiry import expiry_from
from services.matches.idle_matches import IdleMatches
from services.matches.matches import Matches
from services.matches.outbox import OutboxKind
from services.matches.quotas import Quotas, limits_from
from services.matches.reconciler import reconcile
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.matches.time_credits import give_back_to_all
from services.matches.turn_queue import QUEUES, TurnQueue
from services.matches.work_queues import WorkQueue
from services.platform_time import platform_ms
from services.quick_pairing.pairer import Pairer
from services.quick_pairing.store import store_from
from services.redis_clients import live_state
from services.series_jobs import LiveMatches, SeriesJobs
from services.settings import Settings
from services.tournament_hosting.runner import TournamentRunner
from services.tournament_hosting.telling import Telling
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.posting import PostingLimits, WebhookPosting
from services.tournament_webhooks.store import TournamentWebhookStore
from services.webhooks.addresses import rules_from as webhook_rules_from
from services.webhooks.calls import CallLimits, WebhookCalls
from services.webhooks.crash_reports import CrashReports
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.http_call import HttpCaller
from services.webhooks.line import CallLine
from services.webhooks.store import WebhookStore
from workers.series_chunks import ChunkPlayer
from workers.services import WorkerServices
from workers.turn_bootstrap import match_store, turn_services_on, worker_engines

SIGNING: Final = (WorkQueue.SERIES, WorkQueue.SCORING, WorkQueue.MAINTENANCE)
"""Queues whose tasks make matches, and with them commitments, or write replays. Who plays in matches that are there
signs nothing, and must not be given the key."""


def signs(queues: Collection[WorkQueue]) -> bool:
    """Whether tasks of the queues need the signing keys."""
    return not set(SIGNING).isdisjoint(queues)


def worker_services(
    settings: Settings,
    bulkhead: ProcessBulkhead | None = None,
    is_stopping: Callable[[], bool] = lambda: False,
    call_threads: int = 1,
    queues: Collection[WorkQueue] = tuple(WorkQueue),
) -> WorkerServices:
    """Everything a worker process needs. Connects to nothing yet. ``bulkhead``, ``is_stopping`` (whether the worker was
    asked to stop): shared by the processes of a worker. ``call_threads``: how many threads call bots. ``queues``: whose
    tasks it runs.

    Raises:
        BadSetting: a setting cannot be used, or there are no signing keys, and one of the queues signs.
    """
    client = live_state(settings)
    expiry = expiry_from(settings)
    store = match_store(client, settings)
    engines = worker_engines(settings)
    turns = turn_services_on(client, store, engines, bulkhead)
    database = Database(settings.database_url, connections=settings.database_connections)
    archive, log = Archive(database), CommitmentLog(database)
    signing_keys = read_key_file(settings.signing_keys) if signs(queues) else NoSigningKeys()
    deliveries = DeliveryLog(database, settings.webhook_delivery_days)
    players = Players(database)
    matches = Matches(store, engines, players, archive, signing_keys=signing_keys, commitments=log)
    seating = Matches(
        store,
        engines,
        players,
        archive,
        signing_keys=signing_keys,
        commitments=log,
        quotas=Quotas(client, limits_from(settings)),
        clock_grace_ms=settings.clock_grace_ms,
        versions=RulesetVersions(database, here=served_by(settings)),
    )
    crashes = CrashReports(database, settings.webhook_delivery_days)
    tournament_deliveries = TournamentDeliveries(database, settings.webhook_delivery_days)
    rating_rules = rules_from(settings)

    def remove_old() -> None:
        deliveries.remove_old()
        tournament_deliveries.remove_old()
        crashes.remove_old()

    return WorkerServices(
        turn_queue=turns.turn_queue,
        thinking_queue=turns.thinking_queue,
        search_queue=turns.search_queue,
        scoring_queue=TurnQueue(client, QUEUES[OutboxKind.SCORE]),
        searching=turns.searching,
        bot_turns=turns.bot_turns,
        series=ChunkPlayer(
            SeriesJobs(database),
            f"{os.getpid()}@{socket.gethostname()}",
            is_stopping=is_stopping,
            advance=LiveMatches(database, seating, players).advance,
        ),
        tournaments=TournamentRunner(database, seating, players, telling=Telling(database, client)),
        ratings=Rater(database, rating_rules),
        rating_upkeep=RatingUpkeep(database, rating_rules, settings.ratings_replay_hour, is_stopping=is_stopping),
        scoring=Scoring(
            store,
            archive,
            finished_ttl_seconds=settings.finished_ttl_seconds,
            signing_keys=signing_keys,
            commitments=log,
        ),
        expire=IdleMatches(store, expiry).expire,
        reconcile=lambda shards: reconcile(
            client,
            platform_ms(),
            idle_seconds=settings.nudge_seconds,
            expiry=expiry,
            shards=shards,
            webhooks=WebhookStore(database).players,
        ),
        give_time_back=lambda shards: give_back_to_all(store, shards, platform_ms()),
        commitments=CommitmentAppending(store, CommitmentQueue(client), log),
        pairing=_pairer(settings, client, database, seating),
        webhook_calls=_webhook_calls(
            settings,
            store,
            matches,
            players,
            database,
            deliveries,
            CallLine(client),
            call_threads,
        ),
        tournament_webhooks=_posting(settings, database, tournament_deliveries, call_threads),
        remove_old_deliveries=remove_old,
    )


def _pairer(settings: Settings, client: Redis, database: Database, matches: Matches) -> Pairer:
    return Pairer(store_from(settings, client), matches, ApiKeys(database, settings.environment), Blocks(database))


def _webhook_calls(
    settings: Settings,
    store: MatchStore,
    matches: Matches,
    players: Players,
    database: Database,
    deliveries: DeliveryLog,
    line: CallLine,
    threads: int,
) -> WebhookCalls:
    rules = webhook_rules_from(settings)
    # Some threads are free at any time to find what else is due.
    limits = CallLimits(
        settings.webhook_timeout_seconds,
        settings.webhook_retry_seconds,
        of_person=max(1, threads // 4),
        at_once=max(1, threads * 7 // 8),
    )
    http = HttpCaller(rules, ca_file=settings.webhook_ca_file)
    webhooks = WebhookStore(database)
    return WebhookCalls(store, matches, players, webhooks, deliveries, line, http, rules, limits)


def _posting(settings: Settings, database: Database, deliveries: TournamentDeliveries, threads: int) -> WebhookPosting:
    """A quarter of the threads at most waits for receivers of tournaments: the others are there for bots."""
    rules = webhook_rules_from(settings)
    at_once = max(1, threads // 4)
    limits = PostingLimits(settings.webhook_timeout_seconds, of_person=max(1, at_once // 4), at_once=at_once)
    http = HttpCaller(rules, ca_file=settings.webhook_ca_file)
    return WebhookPosting(database, TournamentWebhookStore(database), deliveries, http, rules, limits)


def rating_upkeep(settings: Settings) -> RatingUpkeep:
    """What replays ratings. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used.
    """
    database = Database(settings.database_url, connections=settings.database_connections)
    return RatingUpkeep(database, rules_from(settings), settings.ratings_replay_hour)


def archive_repair(settings: Settings) -> ArchiveRepair:
    """What makes Redis and the archive agree again. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used, or there are no signing keys.
    """
    client = live_state(settings)
    store = match_store(client, settings)
    database = Database(settings.database_url, connections=settings.database_connections)
    archive, log = Archive(database), CommitmentLog(database)
    scoring = Scoring(
        store,
        archive,
        finished_ttl_seconds=settings.finished_ttl_seconds,
        signing_keys=read_key_file(settings.signing_keys),
        commitments=log,
    )
    appending = CommitmentAppending(store, CommitmentQueue(client), log)
    return ArchiveRepair(store, archive, scoring, Players(database), appending)
