"""What there is of ratings, as it is stored and shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final, NamedTuple

from pydantic import Field

from services.ratings.rating_records import Pool, Population, RatingVerdict
from services.response_model import Moment, ResponseModel, growing
from services.unreadable import Found

RATINGS_LOCK: Final = 0x726174696E6773
"""Key of PostgreSQL's advisory lock of whoever changes ratings: "ratings" in ASCII."""

SETTLE_MS: Final = 3_000
"""A result is taken when its match ended so long ago: matches that end at nearly the same time are archived in any
order, and are then taken in the order of their ends."""

LEASE_MS: Final = 60_000
"""For so long the upkeep is that of the process which does it; it prolongs it meanwhile."""


ADMITS: Final[Mapping[Population, str]] = {
    Population.HUMANS: "Rated matches among people, guests included, whoever chose the opponents.",
    Population.BOTS: "Rated matches among bots, whoever chose the opponents; bots of one person are not compared.",
    Population.MIXED: "Rated matches of people and bots in which all the people had agreed to be rated with bots.",
}
"""Which matches count in a leaderboard, in a sentence."""


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
    """A player in a pool. ``place``: None while the rating is provisional. ``sigma``: widened by the days and seasons
    since the player's last match. ``player_name``: as it is now, empty if there is no such player any more.
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
    """An opponent with whom the player was compared."""

    player_id: str = Field(description="The opponent's id.")
    player_name: str = Field(description="The opponent's current name.")
    rank: int = Field(
        description="The place in the match, among the players who were compared; shared places are equal."
    )
    mu: float = Field(description="The opponent's mu before the match.")
    sigma: float = Field(description="The opponent's sigma before the match.")


class RatingChangeDetails(ResponseModel):
    """How a match changed a rating."""

    rank: int = Field(
        description="The place in the match, among the players who were compared; shared places are equal."
    )
    weight: float = Field(description="1, or less if by the rules the match counts less; 0: not at all.")
    mu_before: float = Field(description="Before the match.")
    sigma_before: float = Field(
        description="Before the match, increased by the time and the seasons since the last one."
    )
    mu: float = Field(description="After the match.")
    sigma: float = Field(description="After the match.")
    games: int = Field(description="The number of matches behind the rating after this match.")


class ResultCorrection(ResponseModel):
    """A correction of a match's result by the host of its tournament."""

    corrected_at: Moment = Field(description="When the result was corrected.")
    place_before: int = Field(description="The player's place as the match ended.")
    place: int | None = Field(description="The player's place from then on; null if the match did not count any more.")


class RatingHistoryEntry(ResponseModel):
    """A match in a player's history, with its effect on the rating and the reason."""

    number: int = Field(description="From 1 for the first match.")
    match_id: str | None = Field(
        description="Null if the match is private or unlisted and the caller did not take part in it."
    )
    ended_at: Moment = Field(description="When the match ended.")
    verdict: Annotated[RatingVerdict, growing(RatingVerdict)] = Field(
        description="`counted`, or why the match did not count: `aborted`, `forfeited` (too few players were left"
        " to be compared, by the operator's rule), `seated_twice` (a player had two seats), `one_person` "
        "(one person stands behind all players), `void` (the tournament's host has decided so). The list may grow."
    )
    change: RatingChangeDetails | None = Field(
        description="Null if the match did not count, or if this player forfeited and was left out."
    )
    opponents: tuple[RatedOpponent, ...] = Field(
        description="The players with whom this player was compared, by rank; empty without `match_id` or `change`."
    )
    corrections: tuple[ResultCorrection, ...] = Field(
        description="How the result was corrected, oldest first; the last one counts. Usually empty."
    )


class BotStrengthDetails(ResponseModel):
    """A bot's strength."""

    player_id: str = Field(description="The bot's id.")
    player_name: str = Field(description="The bot's current name.")
    version: str | None = Field(
        description="The version of the bot's program or, for a house bot, of the ruleset. Null if the bot had "
        "stated none."
    )
    elo: float = Field(description="Elo points, 0 on average.")
    low: float | None = Field(description="The start of the 95 % interval; null if there are too few matches.")
    high: float | None = Field(description="The end of the 95 % interval; null if there are too few matches.")
    matches: int = Field(description="The number of matches in which the bot was compared.")


@dataclass(frozen=True, slots=True)
class Strengths:
    """The strengths of a pool's bots, the strongest first. ``computed_ms``: 0: not yet. ``results``: from how many
    matches."""

    computed_ms: int
    results: int
    bots: Found[BotStrengthDetails]
