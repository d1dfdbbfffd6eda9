"""What there is of ratings, as it is stored and shown."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from services.ratings.rating_records import Pool, RatingVerdict
from services.response_model import Moment, ResponseModel, growing
from services.unreadable import Found

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


class LeaderboardEntry(NamedTuple):
    """A player in a pool. ``place``: None while the rating is provisional. ``sigma``: widened by the seasons that have
    begun since the player's last match. ``player_name``: as it is now, empty if there is no such player any more.
    ``updated_at``: in milliseconds since 1970."""

    place: int | None
    player_id: str
    player_name: str
    mu: float
    sigma: float
    ordinal: float
    games: int
    provisional: bool
    updated_at: int


class PlayerStanding(NamedTuple):
    """A player's place in one of its pools."""

    pool: Pool
    entry: LeaderboardEntry


class RatedOpponent(ResponseModel):
    """Whom a player was compared with."""

    player_id: str = Field(description="The opponent's id.")
    player_name: str = Field(description="The opponent's name as it is now.")
    rank: int = Field(description="The place in the match, among those who were compared; joint places are equal.")
    mu: float = Field(description="The opponent's mu as the match found it.")
    sigma: float = Field(description="The opponent's sigma as the match found it.")


class RatingChangeDetails(ResponseModel):
    """What a match changed of a rating."""

    rank: int = Field(description="The place in the match, among those who were compared; joint places are equal.")
    weight: float = Field(description="1 unless repeated meetings of the same players count less.")
    mu_before: float = Field(description="As the match found it.")
    sigma_before: float = Field(description="As the match found it, widened by seasons.")
    mu: float = Field(description="After the match.")
    sigma: float = Field(description="After the match.")
    games: int = Field(description="How many matches the rating comes from now.")


class RatingHistoryEntry(ResponseModel):
    """A match in a player's history, with what it changed and why."""

    number: int = Field(description="From 1, the first match being the first.")
    match_id: str | None = Field(
        description="Null: the match is private or unlisted, and the caller had nothing to do with it."
    )
    ended_at: Moment = Field(description="When the match ended.")
    verdict: Annotated[RatingVerdict, growing(RatingVerdict)] = Field(
        description="`counted`; or why not: `aborted`, `forfeited` (too few were left to be compared, by the "
        "operator's rule), `seated_twice` (somebody had two seats). The list may grow."
    )
    change: RatingChangeDetails | None = Field(
        description="Null: the match did not count, or this player forfeited and was left out."
    )
    opponents: tuple[RatedOpponent, ...] = Field(
        description="Whom the player was compared with, by rank; empty without `match_id` or `change`."
    )


class BotStrengthDetails(ResponseModel):
    """A bot's strength."""

    player_id: str = Field(description="The bot's id.")
    player_name: str = Field(description="The bot's name as it is now.")
    version: str | None = Field(
        description="Of its program; of a house bot that of the ruleset. Null: it had stated none."
    )
    elo: float = Field(description="Elo points, 0 on average.")
    low: float | None = Field(description="Where the 95 % interval begins. Null: there are too few matches to say.")
    high: float | None = Field(description="Where it ends.")
    matches: int = Field(description="In how many matches it was compared.")


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strengths of a pool's bots, the strongest first. ``computed_ms``: 0: not yet. ``results``: from how many
    matches."""

    computed_ms: int
    results: int
    bots: Found[BotStrengthDetails]
