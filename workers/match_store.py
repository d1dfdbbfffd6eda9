"""Live matches, as all workers see them."""

from redis import Redis

from services.matches.expiry import expiry_from
from services.matches.store import MatchStore
from services.platform_time import followed
from services.redis_clients.replication import replication_from
from services.settings import Settings


def match_store(client: Redis, settings: Settings) -> MatchStore:
    """The live matches that a client of Redis reaches. Connects to nothing yet."""
    return MatchStore(
        client,
        nudge_seconds=settings.matches.nudge_seconds,
        expiry=expiry_from(settings.matches),
        replication=replication_from(settings.redis, client),
        clock=followed(),
    )
