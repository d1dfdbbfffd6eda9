"""The Flask app: operations mounted on injected services. No rules, no storage."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import structlog
from flask import Flask, Request, Response, g
from flask.globals import request_ctx
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import Map

from gateway import docs, problems, web_client
from gateway.admission import Admission, add_rate_limit_headers, rates_from
from gateway.api import SECTIONS
from gateway.auth import KeyReader
from gateway.engine_checks import engine_checks
from gateway.openapi.routing import add_paths, mount
from gateway.operations.accounts import AccountOperations
from gateway.operations.analysis import AnalysisOperations
from gateway.operations.series import SeriesOperations
from gateway.operations.tournaments import TournamentOperations
from gateway.pages import serving as tournament_pages
from gateway.pages.serving import TournamentPages
from gateway.request_limits import check_sizes
from gateway.stream_token_query import hide_stream_tokens
from gateway.streams.accounts import AccountStreams
from gateway.streams.downloads import Downloads
from gateway.streams.progress import ProgressStreams
from gateway.streams.searches import SearchPolls
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS, Streams
from gateway.streams.tickets import TicketPolls
from services.analysis.analysis import Analysis
from services.analysis.searches import Searches
from services.archive import Archive
from services.engine.engine import Engines
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.idempotency import IdempotencyStore
from services.identity import ApiKeys, Players, StreamTokens
from services.identity.blocks import Blocks
from services.identity.idempotent_creation import Creation, once
from services.identity.ratings import Ratings
from services.matches.accounts import Accounts
from services.matches.backlog_metrics import BacklogMeter
from services.matches.event_hub import EventHub
from services.matches.ids import log_field
from services.matches.matches import Matches
from services.platform_time import platform_ms
from services.quick_pairing.tickets import Tickets
from services.rate_limits import RateLimiter
from services.readiness import ReadinessChecks
from services.settings import GatewaySettings
from services.stored_ratings.leaderboards import Leaderboards
from services.stored_series import SeriesJobs
from services.stored_tournaments.entrant_links import EntrantLinks
from services.stored_tournaments.guest_invitations import GuestInvitations
from services.stored_tournaments.guests import GuestLists
from services.stored_tournaments.hosting import Tournaments
from services.telemetry import metrics
from services.tournament_webhooks.webhooks import TournamentWebhooks
from services.webhooks import Webhooks

STREAM_SHARE: Final = 0.9
"""Of a process's connections, so many may be streams and waiting long polls."""

log = structlog.get_logger("gateway")


class _NoSessions(SessionInterface):
    """Flask without sessions: each request brings its key."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return NullSession()


class _App(Flask):
    """Flask whose functions are none of them coroutines, which it would look for in each request."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(
    settings: GatewaySettings,
    *,
    matches: Matches,
    hub: EventHub,
    accounts: Accounts,
    players: Players,
    blocks: Blocks,
    keys: ApiKeys,
    stream_tokens: StreamTokens,
    engines: Engines,
    archive: Archive,
    limits: RateLimiter,
    attempts: IdempotencyStore,
    commitments: CommitmentLog,
    signing_keys: SigningKeys,
    series: SeriesJobs,
    webhooks: Webhooks,
    account_operations: AccountOperations,
    ratings: Ratings,
    tickets: Tickets,
    tournaments: Tournaments,
    tournament_guests: GuestLists,
    guest_invitations: GuestInvitations,
    entrant_links: EntrantLinks,
    tournament_webhooks: TournamentWebhooks,
    leaderboards: Leaderboards,
    searches: Searches,
    backlog: BacklogMeter,
    readiness: ReadinessChecks | None = None,
    stream_slots: int | None = None,
    creation: Callable[[], Creation] = once,
    recheck_seconds: float = RECHECK_SECONDS,
    now_ms: Callable[[], int] = platform_ms,
) -> Flask:
    """The app.

    ``limits`` and ``attempts``: rate limits, and requests that may be sent again. ``commitments``: the public log;
    its heads are signed with ``signing_keys``. ``series``: many matches between bots as one job. ``webhooks``: bots
    behind a URL. ``account_operations``: players, their bots and keys. ``ratings``: how strong players are.
    ``tickets``: quick pairing. ``tournaments``: hosted events; ``tournament_guests``: their lists of guests;
    ``guest_invitations``: by which guests sign up; ``entrant_links``: by which entrants without accounts play;
    ``tournament_webhooks``: of their hosts. ``leaderboards``: ratings that follow from matches.
    ``searches``: of positions, by workers. ``backlog``: what waits to be done. ``readiness``: whether
    the process is ready; by default it depends on its engines alone.
    ``stream_slots``: how many streams and long polls may be open; by default a share of the connections.
    ``creation``: from which ids and secrets are made. ``recheck_seconds``: after how long a stream's key is checked
    again. ``now_ms``: by which clock pages say how much time is left.
    """
    app = _App("gateway", static_folder=None)
    app.session_interface = _NoSessions()
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map = _paths()
    problems.install(app)
    slots = StreamSlots(
        int(settings.connections * STREAM_SHARE) if stream_slots is None else stream_slots,
        of_player=settings.player_streams,
        of_address=settings.address_streams,
    )
    streamed: Any = {
        "max_seconds": settings.stream_max_seconds,
        "slots": slots,
        "recheck_seconds": recheck_seconds,
    }
    admission = Admission(
        KeyReader(keys),
        stream_tokens,
        rates_from(settings, limits),
        attempts,
        creation,
        public_spectating=settings.public_spectating,
    )
    series_operations = SeriesOperations(series, matches, players)
    services = {
        "client_address": admission.client_address,
        "recheck": admission.recheck,
        "matches": matches,
        "players": players,
        "blocks": blocks,
        "ratings": ratings,
        "tickets": tickets,
        "tournaments": tournaments,
        "tournament_guests": tournament_guests,
        "guest_invitations": guest_invitations,
        "entrant_links": entrant_links,
        "tournament_operations": TournamentOperations(tournaments, engines),
        "tournament_webhooks": tournament_webhooks,
        "leaderboards": leaderboards,
        "ticket_polls": TicketPolls(tickets, hub, slots=slots),
        "keys": keys,
        "engines": engines,
        "archive": archive,
        "commitments": commitments,
        "signing_keys": signing_keys,
        "series": series,
        "series_operations": series_operations,
        "backlog": backlog,
        "analysis": Analysis(matches, engines, searches),
        "search_polls": SearchPolls(searches, slots=slots),
        "analysis_operations": AnalysisOperations(matches, series, series_operations, engines),
        "series_streams": ProgressStreams(series.get, **streamed),
        "tournament_streams": ProgressStreams(tournaments.get, **streamed),
        "downloads": Downloads(slots=slots),
        "stream_tokens": stream_tokens,
        "webhooks": webhooks,
        "accounts": account_operations,
        "streams": Streams(matches, hub, **streamed),
        "account_streams": AccountStreams(matches, accounts, hub, **streamed),
        "readiness": readiness or ReadinessChecks(engine_checks(engines)),
    }
    for section in SECTIONS:
        mount(app, section.operations, services, admission)
    docs.serve(app, admission.count_page)
    web_client.serve(app, admission.count_page)
    pages = TournamentPages(tournaments, players, engines, now_ms=now_ms)
    tournament_pages.serve(app, pages, admission.count_page, is_public=settings.public_spectating)
    # Flask's own way to put something around the application.
    app.wsgi_app = hide_stream_tokens(app.wsgi_app)  # type: ignore[assignment, method-assign]
    app.before_request(_begin)
    app.after_request(_finish)
    return app


@cache
def _paths() -> Map:
    """All paths with the operations at them. They know no services, and to compile them takes longer than to make all
    the rest of an app: those of a process share them."""
    app = Flask("gateway", static_folder=None)
    # A path means what it says: no redirect to a tidier one.
    app.url_map.merge_slashes = False
    app.url_map.strict_slashes = True
    for section in SECTIONS:
        add_paths(app, section.operations)
    docs.add_paths(app)
    web_client.add_paths(app)
    tournament_pages.add_paths(app)
    return app.url_map


def _begin() -> None:
    g.began = time.perf_counter()
    check_sizes(request_ctx.request.environ)


def _finish(response: Response) -> Response:
    known, asked = g._get_current_object(), request_ctx.request  # each use of `g` or `request` would look for it again
    rule, method = asked.url_rule, asked.method
    number = problems.request_id()
    headers = response.headers
    headers.add(problems.REQUEST_ID_HEADER, number)
    headers.add("X-Content-Type-Options", "nosniff")
    if "Cache-Control" not in headers.keys():  # noqa: SIM118 - werkzeug would raise and catch an error to find out
        # What a key may see is nobody else's: no cache on the way keeps it.
        headers.add("Cache-Control", "no-store")
    verdict = known.get("rate")
    if verdict is not None:
        add_rate_limit_headers(response, verdict)
    began = known.get("began") or time.perf_counter()
    reason = known.get("reason")
    metrics.request_done(
        "rest",
        rule.endpoint if rule else "none",
        reason.name if reason else metrics.NO_REASON,
        time.perf_counter() - began,
    )
    route, status = rule.rule if rule else None, response.status_code
    about = log_field((asked.view_args or {}).get("match", ""))

    def report() -> None:
        # When the response is closed: for a stream that is its end.
        ms = round((time.perf_counter() - began) * 1000, 1)
        log.info("request", method=method, route=route, status=status, request_id=number, ms=ms, **about)

    response.call_on_close(report)
    return response
