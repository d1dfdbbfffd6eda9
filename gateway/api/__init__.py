"""The operations of the REST API, by resource."""

from typing import Final

from gateway.api.account import ACCOUNT_EVENTS
from gateway.api.analysis import ANALYSIS
from gateway.api.backlog import BACKLOG
from gateway.api.blocks import BLOCKS
from gateway.api.bots import BOTS
from gateway.api.commitments import COMMITMENTS
from gateway.api.crash_reports import CRASH_REPORTS
from gateway.api.events import EVENTS
from gateway.api.health import HEALTH
from gateway.api.keys import KEYS
from gateway.api.leaderboards import LEADERBOARDS
from gateway.api.matches import MATCHES
from gateway.api.own_bots import OWN_BOTS
from gateway.api.players import PLAYERS
from gateway.api.positions import POSITIONS
from gateway.api.replays import REPLAYS
from gateway.api.rulesets import RULESETS
from gateway.api.seats import SEATS
from gateway.api.series import SERIES
from gateway.api.series_results import SERIES_RESULTS
from gateway.api.stream_tokens import STREAM_TOKENS
from gateway.api.tickets import TICKETS
from gateway.api.tournament_entrants import TOURNAMENT_ENTRANTS
from gateway.api.tournament_events import TOURNAMENT_EVENTS
from gateway.api.tournament_exports import TOURNAMENT_EXPORTS
from gateway.api.tournament_hosts import TOURNAMENT_HOSTS
from gateway.api.tournament_log import TOURNAMENT_LOG
from gateway.api.tournament_rounds import TOURNAMENT_ROUNDS
from gateway.api.tournament_standings import TOURNAMENT_STANDINGS
from gateway.api.tournament_webhooks import TOURNAMENT_WEBHOOKS
from gateway.api.tournaments import TOURNAMENTS
from gateway.api.webhooks import WEBHOOKS

SECTIONS: Final = (
    RULESETS,
    BOTS,
    PLAYERS,
    OWN_BOTS,
    KEYS,
    BLOCKS,
    WEBHOOKS,
    CRASH_REPORTS,
    TICKETS,
    MATCHES,
    SEATS,
    EVENTS,
    ACCOUNT_EVENTS,
    STREAM_TOKENS,
    REPLAYS,
    POSITIONS,
    ANALYSIS,
    SERIES,
    SERIES_RESULTS,
    TOURNAMENTS,
    TOURNAMENT_ENTRANTS,
    TOURNAMENT_HOSTS,
    TOURNAMENT_LOG,
    TOURNAMENT_EVENTS,
    TOURNAMENT_ROUNDS,
    TOURNAMENT_STANDINGS,
    TOURNAMENT_EXPORTS,
    TOURNAMENT_WEBHOOKS,
    LEADERBOARDS,
    COMMITMENTS,
    BACKLOG,
    HEALTH,
)
"""Every section, in the order of the documentation."""
