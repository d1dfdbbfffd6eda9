"""The services of a worker that scores matches, put together from the settings.

It needs Redis and SQL, and no rulesets: how a match has ended stands in it.
"""

from redis import Redis

from services.archive import Archive
from services.database import Database
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys, read_key_file
from services.matches.outbox import OutboxKind
from services.matches.scoring import Scoring
from services.matches.store import MatchStore
from services.matches.turn_queue import QUEUES, TurnQueue
from services.redis_clients import live_state
from services.settings import Settings
from workers.match_store import match_store
from workers.services import ScoringServices


def scoring_services(settings: Settings) -> ScoringServices:
    """Everything that a process needs. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used, or there are no signing keys.
    """
    client = live_state(settings.redis)
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    return scoring_services_on(
        settings, client, match_store(client, settings), database, read_key_file(settings.platform.signing_keys)
    )


def scoring_services_on(
    settings: Settings, client: Redis, store: MatchStore, database: Database, signing_keys: SigningKeys
) -> ScoringServices:
    """The same on parts that are there."""
    scoring = Scoring(
        store,
        Archive(database),
        finished_ttl_seconds=settings.matches.finished_ttl_seconds,
        signing_keys=signing_keys,
        commitments=CommitmentLog(database),
    )
    return ScoringServices(scoring_queue=TurnQueue(client, QUEUES[OutboxKind.SCORE]), scoring=scoring)
