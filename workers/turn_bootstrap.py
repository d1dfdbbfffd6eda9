"""The services of a worker that plays turns and searches, put together from the settings.

Only Redis and the rulesets: such a worker needs no SQL, and does not load it.
"""

from redis import Redis

from services.analysis.searches import Searches
from services.analysis.searching import Searching
from services.engine.access import access_from
from services.engine.bulkhead import ProcessBulkhead, share
from services.engine.engine import Engines
from services.engine.registry import engines_from, foreign_ids
from services.matches.bot_turns import BotTurns
from services.matches.outbox import OutboxKind
from services.matches.store import MatchStore
from services.matches.turn_queue import QUEUES, TurnQueue
from services.redis_clients import live_state
from services.settings import Settings
from workers.match_store import match_store
from workers.services import TurnServices


def turn_services(settings: Settings, bulkhead: ProcessBulkhead | None = None) -> TurnServices:
    """Everything that a process needs. Connects to nothing yet. ``bulkhead``: shared by the processes of a worker.

    Raises:
        BadSetting: a setting cannot be used.
    """
    client = live_state(settings.redis)
    return turn_services_on(client, match_store(client, settings), worker_engines(settings), bulkhead)


def turn_services_on(
    client: Redis, store: MatchStore, engines: Engines, bulkhead: ProcessBulkhead | None
) -> TurnServices:
    """The same on parts that are there."""
    searches = Searches(client)
    return TurnServices(
        turn_queue=TurnQueue(client),
        thinking_queue=TurnQueue(client, QUEUES[OutboxKind.THINK]),
        search_queue=TurnQueue(client, QUEUES[OutboxKind.SEARCH]),
        searching=Searching(searches, engines, store.bars_help)
        if bulkhead is None
        else Searching(searches, engines, store.bars_help, bulkhead.slot),
        bot_turns=BotTurns(store, engines) if bulkhead is None else BotTurns(store, engines, slot=bulkhead.slot),
    )


def worker_engines(settings: Settings) -> Engines:
    """The engines that workers play by. Connects to nothing yet."""
    return engines_from(
        settings.engines.worker_engines, settings.engines.engine_timeout_seconds, access=access_from(settings.engines)
    )


def bulkhead_of(settings: Settings, processes: int) -> ProcessBulkhead:
    """What keeps slow engines from holding up all processes of a worker. To be made before they are forked."""
    return ProcessBulkhead(
        foreign_ids(settings.engines.worker_engines), limit=share(processes, 1, 2), limit_of_all=share(processes, 3, 4)
    )
