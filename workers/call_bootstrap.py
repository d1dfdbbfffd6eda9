"""The services of a worker that calls bots and posts what happens in tournaments, put together from the settings."""

from redis import Redis

from services.archive import Archive
from services.database import Database
from services.engine.engine import Engines
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import NoSigningKeys
from services.identity import Players
from services.matches.matches import Matches
from services.matches.store import MatchStore
from services.redis_clients import live_state
from services.settings import Settings
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.posting import PostingLimits, WebhookPosting
from services.tournament_webhooks.store import TournamentWebhookStore
from services.webhooks.addresses import rules_from
from services.webhooks.calls import CallLimits, WebhookCalls
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.http_call import HttpCaller
from services.webhooks.line import CallLine
from services.webhooks.store import WebhookStore
from workers.match_store import match_store
from workers.services import CallServices
from workers.turn_bootstrap import worker_engines


def call_services(settings: Settings, threads: int = 1) -> CallServices:
    """Everything that a process needs. Connects to nothing yet. ``threads``: how many call.

    Raises:
        BadSetting: a setting cannot be used.
    """
    client = live_state(settings.redis)
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    return call_services_on(
        settings, client, match_store(client, settings), worker_engines(settings), database, threads
    )


def call_services_on(
    settings: Settings, client: Redis, store: MatchStore, engines: Engines, database: Database, threads: int
) -> CallServices:
    """The same on parts that are there."""
    players = Players(database)
    # It makes no matches, and so signs nothing.
    matches = Matches(
        store,
        engines,
        players,
        Archive(database),
        signing_keys=NoSigningKeys(),
        commitments=CommitmentLog(database),
    )
    return CallServices(
        webhook_calls=_webhook_calls(settings, client, store, matches, players, database, threads),
        tournament_webhooks=_posting(settings, database, threads),
    )


def _webhook_calls(
    settings: Settings,
    client: Redis,
    store: MatchStore,
    matches: Matches,
    players: Players,
    database: Database,
    threads: int,
) -> WebhookCalls:
    rules = rules_from(settings.webhooks)
    # Some threads are free at any time to find what else is due.
    limits = CallLimits(
        settings.webhooks.webhook_timeout_seconds,
        settings.webhooks.webhook_retry_seconds,
        of_person=max(1, threads // 4),
        at_once=max(1, threads * 7 // 8),
    )
    deliveries = DeliveryLog(database, settings.webhooks.webhook_delivery_days)
    http = HttpCaller(rules, ca_file=settings.webhooks.webhook_ca_file)
    webhooks = WebhookStore(database)
    return WebhookCalls(store, matches, players, webhooks, deliveries, CallLine(client), http, rules, limits)


def _posting(settings: Settings, database: Database, threads: int) -> WebhookPosting:
    """A quarter of the threads at most waits for receivers of tournaments: the others are there for bots."""
    rules = rules_from(settings.webhooks)
    at_once = max(1, threads // 4)
    limits = PostingLimits(settings.webhooks.webhook_timeout_seconds, of_person=max(1, at_once // 4), at_once=at_once)
    deliveries = TournamentDeliveries(database, settings.webhooks.webhook_delivery_days)
    http = HttpCaller(rules, ca_file=settings.webhooks.webhook_ca_file)
    return WebhookPosting(database, TournamentWebhookStore(database), deliveries, http, rules, limits)
