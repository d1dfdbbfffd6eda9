"""The services of a worker process, put together from the settings.

Only workers import this module: the relay and the ticker need neither rulesets nor SQL.
"""

import time

from services.archive import Archive
from services.database import Database
from services.engine.access import access_from
from services.engine.registry import engines_from
from services.matches.bot_turns import BotTurns
from services.matches.reconciler import reconcile
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.settings import Settings
from workers.redis_client import live_state
from workers.services import WorkerServices


def worker_services(settings: Settings) -> WorkerServices:
    """Everything a worker process needs. Connects to nothing yet."""
    client = live_state(settings)
    store = MatchStore(client, nudge_seconds=settings.nudge_seconds)
    engines = engines_from(settings.worker_engines, settings.engine_timeout_seconds, access_from(settings))
    archive = Archive(Database(settings.database_url))
    return WorkerServices(
        bot_turns=BotTurns(store, engines),
        scoring=Scoring(store, archive, finished_ttl_seconds=settings.finished_ttl_seconds),
        reconcile=lambda: reconcile(client, int(time.time() * 1000), idle_seconds=settings.nudge_seconds),
    )
