"""What there is of ratings, as it is stored and shown."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from services.ratings.rating_records import Pool, RatingVerdict

RATINGS_LOCK: Final = 0x726174696E6773
"""Key of PostgreSQL's advisory lock of whoever changes ratings: "ratings" in ASCII."""

SETTLE_MS: Final = 3_000
"""A result is taken when its match ended so long ago: matches that end at nearly the same time are archived in any
order, and are then taken in the order of their ends."""

LEASE_MS: Final = 60_000
"""For so long the upkeep is that of the process which does it; it prolongs it meanwhile."""


class ReplayReason(Enum):
    """Why a pool is computed from the beginning."""

    LATE_RESULT = "late_result"
    """A match was archived long after others that ended later."""
    BACKLOG = "backlog"
    """Many results have come at once, such as those that were archived before there were ratings."""
    RULES = "rules"
    """The operator has changed the rules."""
    DIFFERENCE = "difference"
    """What is stored is not what the log gives."""


@dataclass(frozen=True, slots=True)
class StoredPool:
    """A pool as it stands. ``run``: which computation of it is shown. ``revision``: grows when results are taken back.
    ``results``: how many are in it, also those that do not count; ``last_ended_ms`` and ``last_match_id``: the last of
    them."""

    pool: Pool
    run: int
    rules_sha256: str
    revision: int
    results: int
    players: int
    last_ended_ms: int
    last_match_id: str
    season_ms: int
    replay_reason: ReplayReason | None
    replayed_ms: int
    strengths_results: int
    strengths_due_ms: int


class PoolSummary(NamedTuple):
    """A leaderboard in the list of all. ``updated_ms``: when the last match ended that is in it."""

    pool: Pool
    players: int
    results: int
    updated_ms: int


class LeaderboardEntry(NamedTuple):
    """A player in a pool. ``place``: None while the rating is provisional. ``sigma``: widened by the seasons that have
    begun since the player's last match. ``player_name``: as it is now, and ``player_kind``, empty if there is no such
    player any more."""

    place: int | None
    player_id: str
    player_name: str
    player_kind: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    updated_ms: int


class PlayerStanding(NamedTuple):
    """A player's place in one of its pools."""

    pool: Pool
    entry: LeaderboardEntry


class HistoryOpponent(NamedTuple):
    """Whom a player was compared with. ``mu``, ``sigma``: as the match found them."""

    player_id: str
    player_name: str
    rank: int
    mu: float
    sigma: float


class RatingChange(NamedTuple):
    """What a match changed. ``rank``: among those who were compared, 1 being the best. ``weight``: 1 unless repeated
    meetings count less."""

    rank: int
    weight: float
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    games: int


class HistoryEntry(NamedTuple):
    """A match in a player's history in a pool. ``number``: from 1, the first match being the first. ``match_id``: None
    if the caller may not know which match it was; then there are no opponents either. ``change``: None if the player's
    rating stayed as it was."""

    number: int
    match_id: str | None
    ended_ms: int
    verdict: RatingVerdict
    change: RatingChange | None
    opponents: tuple[HistoryOpponent, ...]


class BotStrength(NamedTuple):
    """A bot's strength, in Elo points, 0 on average, from all matches of its pool at once. ``version``: of its program;
    a house bot's is the ruleset's. ``low``, ``high``: the 95 % interval; None: there are too few matches, or too many
    pairs of bots, to say."""

    player_id: str
    player_name: str
    version: str
    elo: float
    low: float | None
    high: float | None
    matches: int


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strengths of a pool's bots, the strongest first. ``computed_ms``: 0: not yet. ``results``: from how many
    matches."""

    computed_ms: int
    results: int
    bots: tuple[BotStrength, ...]
