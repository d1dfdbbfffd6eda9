"""The services of a worker of any queues, put together from the settings.

Workers of some queues need less, and import no more than that: see the other modules ``*bootstrap``.
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
from services.matches.archive_repair import ArchiveRepair
from services.matches.commitment_appending import CommitmentAppending
from services.matches.commitment_queue import CommitmentQueue
from services.matches.expiry import expiry_from
from services.matches.idle_matches import IdleMatches
from services.matches.matches import Matches
from services.matches.quotas import Quotas, limits_from
from services.matches.reconciler import reconcile
from services.matches.scoring import Scoring
from services.matches.time_credits import give_back_to_all
from services.matches.work_queues import WorkQueue
from services.platform_time import platform_ms
from services.quick_pairing.pairer import Pairer
from services.quick_pairing.store import store_from
from services.redis_clients import live_state
from services.settings import Settings
from services.stored_ratings.rater import Rater
from services.stored_ratings.rules_file import rules_from
from services.stored_ratings.upkeep import RatingUpkeep
from services.stored_series import LiveMatches, SeriesJobs
from services.stored_tournaments.runner import TournamentRunner
from services.stored_tournaments.telling import Telling
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.webhooks.crash_reports import CrashReports
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.store import WebhookStore
from workers.call_bootstrap import call_services_on
from workers.match_store import match_store
from workers.scoring_bootstrap import scoring_services_on
from workers.series_chunks import ChunkPlayer
from workers.services import WorkerServices
from workers.turn_bootstrap import turn_services_on, worker_engines

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
    client = live_state(settings.redis)
    expiry = expiry_from(settings.matches)
    store = match_store(client, settings)
    engines = worker_engines(settings)
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    archive, log = Archive(database), CommitmentLog(database)
    signing_keys = read_key_file(settings.platform.signing_keys) if signs(queues) else NoSigningKeys()
    deliveries = DeliveryLog(database, settings.webhooks.webhook_delivery_days)
    players = Players(database)
    seating = Matches(
        store,
        engines,
        players,
        archive,
        signing_keys=signing_keys,
        commitments=log,
        quotas=Quotas(client, limits_from(settings.quotas)),
        clock_grace_ms=settings.matches.clock_grace_ms,
        versions=RulesetVersions(database, here=served_by(settings.engines)),
    )
    crashes = CrashReports(database, settings.webhooks.webhook_delivery_days)
    tournament_deliveries = TournamentDeliveries(database, settings.webhooks.webhook_delivery_days)
    rating_rules = rules_from(settings.ratings)

    def remove_old() -> None:
        deliveries.remove_old()
        tournament_deliveries.remove_old()
        crashes.remove_old()

    return WorkerServices(
        **vars(turn_services_on(client, store, engines, bulkhead)),
        **vars(scoring_services_on(settings, client, store, database, signing_keys)),
        **vars(call_services_on(settings, client, store, engines, database, call_threads)),
        series=ChunkPlayer(
            SeriesJobs(database),
            f"{os.getpid()}@{socket.gethostname()}",
            is_stopping=is_stopping,
            advance=LiveMatches(database, seating, players).advance,
        ),
        tournaments=TournamentRunner(database, seating, players, telling=Telling(database, client)),
        ratings=Rater(database, rating_rules),
        rating_upkeep=RatingUpkeep(
            database, rating_rules, settings.ratings.ratings_replay_hour, is_stopping=is_stopping
        ),
        expire=IdleMatches(store, expiry).expire,
        reconcile=lambda shards: reconcile(
            client,
            platform_ms(),
            idle_seconds=settings.matches.nudge_seconds,
            expiry=expiry,
            shards=shards,
            webhooks=WebhookStore(database).players,
        ),
        give_time_back=lambda shards: give_back_to_all(store, shards, platform_ms()),
        commitments=CommitmentAppending(store, CommitmentQueue(client), log),
        pairing=_pairer(settings, client, database, seating),
        remove_old_deliveries=remove_old,
    )


def _pairer(settings: Settings, client: Redis, database: Database, matches: Matches) -> Pairer:
    return Pairer(
        store_from(settings.tickets, client),
        matches,
        ApiKeys(database, settings.platform.environment),
        Blocks(database),
    )


def rating_upkeep(settings: Settings) -> RatingUpkeep:
    """What replays ratings. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used.
    """
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    return RatingUpkeep(database, rules_from(settings.ratings), settings.ratings.ratings_replay_hour)


def archive_repair(settings: Settings) -> ArchiveRepair:
    """What makes Redis and the archive agree again. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used, or there are no signing keys.
    """
    client = live_state(settings.redis)
    store = match_store(client, settings)
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    archive, log = Archive(database), CommitmentLog(database)
    scoring = Scoring(
        store,
        archive,
        finished_ttl_seconds=settings.matches.finished_ttl_seconds,
        signing_keys=read_key_file(settings.platform.signing_keys),
        commitments=log,
    )
    appending = CommitmentAppending(store, CommitmentQueue(client), log)
    return ArchiveRepair(store, archive, scoring, Players(database), appending)
