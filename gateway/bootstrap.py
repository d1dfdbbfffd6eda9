"""The gateway put together from the settings."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from flask import Flask
from starlette.types import ASGIApp

from gateway.app import create_app
from gateway.asgi import create_asgi_app
from gateway.engine_checks import engine_checks
from gateway.operations.accounts import AccountOperations
from services.analysis.searches import Searches
from services.archive import Archive
from services.archive.ruleset_versions import RulesetVersions
from services.database import Database
from services.engine.access import access_from, served_by
from services.engine.engine import Engines
from services.engine.registry import engines_from
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys, read_key_file
from services.gc_tuning import freeze_startup_objects
from services.idempotency import IdempotencyStore
from services.identity import ApiKeys, Players, SignUps, StreamTokens
from services.identity.auth_cache import AuthCache
from services.identity.blocks import Blocks
from services.identity.guest_addresses import GuestAddresses
from services.identity.ratings import Ratings
from services.matches.accounts import Accounts
from services.matches.admission import MatchAdmission
from services.matches.backlog_metrics import BacklogMeter
from services.matches.event_hub import EventHub
from services.matches.expiry import expiry_from
from services.matches.invitations import InvitationLimits, Invitations
from services.matches.matches import Matches
from services.matches.quotas import Quotas, limits_from
from services.matches.readiness import check_writable
from services.matches.store import MatchStore
from services.platform_time import followed
from services.quick_pairing.store import store_from
from services.quick_pairing.tickets import Tickets
from services.rate_limits import Policy, RateLimiter
from services.rate_limits.client_ip import client_addresses
from services.rate_limits.policy import one_each
from services.readiness import ReadinessChecks, showing
from services.redis_clients import live_state, queues
from services.redis_clients.replication import replication_from
from services.redis_clients.tls import own_certificate
from services.settings import AccountSettings, QuotaSettings, Settings
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_series import SeriesJobs, SeriesLimits
from services.stored_tournaments.entrant_links import EntrantLinks
from services.stored_tournaments.guest_invitations import GuestInvitations
from services.stored_tournaments.guests import GuestLists
from services.stored_tournaments.hosted_tournament import TournamentLimits
from services.stored_tournaments.hosting import Tournaments
from services.telemetry import metrics
from services.tournament_webhooks.deliveries import TournamentDeliveries
from services.tournament_webhooks.store import TournamentWebhookStore
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.webhooks import CrashReports, Webhooks
from services.webhooks.addresses import rules_from
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.line import CallLine
from services.webhooks.store import WebhookStore


def app_from(settings: Settings, services: "Services") -> Flask:
    """The app on real services."""
    return create_app(
        settings.gateway,
        matches=services.matches,
        hub=services.hub,
        accounts=services.accounts,
        players=services.players,
        blocks=services.blocks,
        keys=services.keys,
        stream_tokens=services.stream_tokens,
        engines=services.engines,
        archive=services.archive,
        limits=services.limits,
        attempts=services.attempts,
        commitments=services.commitments,
        signing_keys=services.signing_keys,
        series=services.series,
        webhooks=services.webhooks,
        account_operations=services.account_operations,
        ratings=services.ratings,
        tickets=services.tickets,
        tournaments=services.tournaments,
        tournament_guests=services.tournament_guests,
        guest_invitations=services.guest_invitations,
        entrant_links=services.entrant_links,
        tournament_webhooks=services.tournament_webhooks,
        leaderboards=services.leaderboards,
        searches=services.searches,
        backlog=services.backlog,
        readiness=services.readiness,
    )


def asgi_app_from(settings: Settings, process: str) -> ASGIApp:
    """What a process of the gateway serves, on real services, which it begins to look for. ``process``: its name in
    the figures."""
    services = services_from(settings)
    app = app_from(settings, services)
    made = create_asgi_app(
        app,
        threads=settings.gateway.gateway_threads,
        max_body_bytes=settings.gateway.max_body_bytes,
        addresses=client_addresses(settings.gateway),
        cors_origins=settings.gateway.cors_origins,
    )
    freeze_startup_objects()
    metrics.gateway_looked(process, is_ready=False, parts={})
    services.readiness.watch(lambda found: metrics.gateway_looked(process, is_ready=found.is_ready, parts=found.parts))
    return made


@dataclass(frozen=True, slots=True)
class Services:
    """What both faces work with."""

    matches: Matches
    hub: EventHub
    accounts: Accounts
    players: Players
    blocks: Blocks
    keys: ApiKeys
    stream_tokens: StreamTokens
    engines: Engines
    archive: Archive
    limits: RateLimiter
    attempts: IdempotencyStore
    commitments: CommitmentLog
    signing_keys: SigningKeys
    series: SeriesJobs
    webhooks: Webhooks
    account_operations: AccountOperations
    ratings: Ratings
    tickets: Tickets
    tournaments: Tournaments
    tournament_guests: GuestLists
    guest_invitations: GuestInvitations
    entrant_links: EntrantLinks
    tournament_webhooks: TournamentWebhooks
    leaderboards: Leaderboards
    searches: Searches
    backlog: BacklogMeter
    readiness: ReadinessChecks


def invitation_limits(settings: QuotaSettings) -> InvitationLimits:
    """The limits of invitations that the settings ask for."""
    return InvitationLimits(
        of_pair=settings.invitations_per_pair,
        of_pair_per_minute=settings.invitations_per_minute_per_pair,
        received=settings.invitations_received,
    )


def sign_ups_of_address(settings: AccountSettings) -> Policy | None:
    """How many may sign up from one address."""
    return one_each("signups", settings.address_sign_ups, settings.address_sign_up_seconds)


def series_limits(settings: QuotaSettings) -> SeriesLimits:
    """The quota of series that the settings ask for."""
    return SeriesLimits(open_series=settings.open_series_per_player)


def tournament_limits(settings: Settings) -> TournamentLimits:
    """The quotas of tournaments and their guests that the settings ask for."""
    return TournamentLimits(
        open_tournaments=settings.quotas.open_tournaments_per_player,
        guests_per_day=settings.accounts.invited_guests_per_day,
    )


def services_from(settings: Settings) -> Services:
    """The real services. Connects to nothing yet.

    Raises:
        BadSetting: a setting cannot be used, or there are no signing keys.
    """
    client = live_state(settings.redis)
    database = Database(settings.database.database_url, connections=settings.database.database_connections)
    players, blocks = Players(database), Blocks(database)
    archive = Archive(database)
    versions = RulesetVersions(database, here=served_by(settings.engines))
    engines = engines_from(
        settings.engines.engines,
        settings.engines.engine_timeout_seconds,
        access=access_from(settings.engines),
        threads=settings.gateway.gateway_threads,
        drained=versions.drained,
    )
    shown = Path(settings.engines.engine_tls_cert).read_bytes() if settings.engines.engine_tls_cert else b""
    store = MatchStore(
        client,
        nudge_seconds=settings.matches.nudge_seconds,
        expiry=expiry_from(settings.matches),
        replication=replication_from(settings.redis, client),
        clock=followed(),
    )
    quotas = Quotas(client, limits_from(settings.quotas))
    admission = MatchAdmission(blocks)
    commitments, signing_keys = CommitmentLog(database), read_key_file(settings.platform.signing_keys)
    keys = ApiKeys(
        database, settings.platform.environment, cache=AuthCache(grace_seconds=settings.accounts.key_grace_seconds)
    )
    matches = Matches(
        store,
        engines,
        players,
        archive,
        signing_keys=signing_keys,
        commitments=commitments,
        quotas=quotas,
        admission=admission,
        invitations=Invitations(client, invitation_limits(settings.quotas)),
        clock_grace_ms=settings.matches.clock_grace_ms,
        versions=versions,
    )
    webhooks = Webhooks(
        store,
        WebhookStore(database),
        DeliveryLog(database, settings.webhooks.webhook_delivery_days),
        CallLine(client),
        rules_from(settings.webhooks),
    )
    guest_invitations = GuestInvitations(database, signing_keys, per_day=settings.accounts.invited_guests_per_day)
    limits = RateLimiter(client)
    ratings = Ratings(database)
    return Services(
        matches=matches,
        hub=EventHub(client),
        accounts=Accounts(client),
        players=players,
        blocks=blocks,
        keys=keys,
        stream_tokens=StreamTokens(client, keys, seconds=settings.accounts.stream_token_seconds),
        engines=engines,
        archive=archive,
        limits=limits,
        attempts=IdempotencyStore(client),
        commitments=commitments,
        signing_keys=signing_keys,
        series=SeriesJobs(database, signing_keys, limits=series_limits(settings.quotas)),
        webhooks=webhooks,
        account_operations=AccountOperations(
            players,
            keys,
            SignUps(
                database,
                players,
                keys,
                is_open=settings.accounts.sign_up,
                per_day=settings.accounts.sign_ups_per_day,
                invitations=guest_invitations,
            ),
            webhooks,
            CrashReports(database, settings.webhooks.webhook_delivery_days),
            matches,
            limits,
            GuestAddresses(client),
            bots_per_player=settings.accounts.bots_per_player,
            sign_ups_of_address=sign_ups_of_address(settings.accounts),
        ),
        ratings=ratings,
        tickets=Tickets(store_from(settings.tickets, client), matches, ratings),
        tournaments=Tournaments(
            database, players, ratings, signing_keys, admission=admission, limits=tournament_limits(settings)
        ),
        tournament_guests=GuestLists(database, players),
        guest_invitations=guest_invitations,
        entrant_links=EntrantLinks(database, keys),
        tournament_webhooks=TournamentWebhooks(
            TournamentWebhookStore(database),
            TournamentDeliveries(database, settings.webhooks.webhook_delivery_days),
            rules_from(settings.webhooks),
        ),
        leaderboards=Leaderboards(database),
        searches=Searches(client),
        backlog=BacklogMeter(client, queues(settings.redis) if settings.redis.broker_url else None),
        readiness=ReadinessChecks(
            [
                ("redis", showing(own_certificate(settings.redis), partial(check_writable, client))),
                ("database", database.check),
                *engine_checks(engines, shown),
            ]
        ),
    )
