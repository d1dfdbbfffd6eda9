"""The gateway put together from the settings."""

from collections.abc import Callable

import redis
from flask import Flask

from gateway.app import create_app
from services.archive import Archive
from services.database import Database
from services.engine.registry import engines_from
from services.identity import ApiKeys, Players
from services.matches.matches import Matches
from services.matches.store import MatchStore
from services.settings import Settings

REDIS_TIMEOUT_SECONDS = 10.0
"""A hung server is noticed after this long; longer than any wait that streams ask it for."""


def app_from(settings: Settings, *, stopping: Callable[[], bool] = lambda: False) -> Flask:
    """The app on real services. Connects to nothing yet, so that it may be called before or after a fork."""
    client = redis.Redis.from_url(settings.redis_url, socket_timeout=REDIS_TIMEOUT_SECONDS, health_check_interval=30)
    database = Database(settings.database_url)
    players = Players(database)
    archive = Archive(database)
    engines = engines_from(settings.engines, settings.engine_timeout_seconds)
    store = MatchStore(client, nudge_seconds=settings.nudge_seconds)
    return create_app(
        settings,
        matches=Matches(store, engines, players, archive),
        players=players,
        keys=ApiKeys(database, settings.environment),
        engines=engines,
        archive=archive,
        checks={"redis": client.ping, "database": database.check},
        stopping=stopping,
    )
