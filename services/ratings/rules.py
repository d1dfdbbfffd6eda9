"""The operator's rules for ratings."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.ratings.rating_records import FIRST_RATING, Rating

PROVISIONAL_SIGMA: Final = 5.0
"""Ratings are provisional above this standard deviation, unless the operator says otherwise: for some 23 matches."""


class Forfeits(Enum):
    """What becomes of a match in which somebody forfeited."""

    COUNT = "count"
    """It counts with the ranks that it ended with."""
    LEAVE_OUT = "leave_out"
    """It counts among those who stayed, if there are at least two; who forfeited is not compared."""
    VOID = "void"
    """It does not count."""


@dataclass(frozen=True, slots=True)
class Season:
    """From ``starts_ms`` on, ratings are less certain by ``widening``: sigma becomes sqrt(sigma² + widening²), but not
    more than that of a first rating. Means stay.

    Raises:
        ValueError: the widening is not a positive number.
    """

    name: str
    starts_ms: int
    widening: float

    def __post_init__(self) -> None:
        if not 0 < self.widening < math.inf:
            raise ValueError("a season widens sigma by a positive number")


@dataclass(frozen=True, slots=True)
class RepeatedMeetings:
    """Meetings of the same two players count less and less, so that nobody gains much by beating an accomplice over and
    over.

    Two players who met ``n`` times in this pool, in matches that counted and ended in the ``window_ms`` before this
    one, meet now with the weight ``factor ** max(0, n + 1 - full)``: the first ``full`` meetings count whole. A
    player's weight in a match is the mean over the opponents in it; mu and sigma move by so much of what they would
    otherwise.

    Raises:
        ValueError: a number is out of its range.
    """

    window_ms: int
    full: int
    factor: float

    def __post_init__(self) -> None:
        if self.window_ms < 1 or self.full < 1 or not 0 <= self.factor < 1:
            raise ValueError("window_ms and full are at least 1, and factor is from 0 to below 1")

    def weight(self, meetings: int) -> float:
        """What another meeting counts after so many."""
        return 1.0 if meetings < self.full else float(self.factor ** (meetings + 1 - self.full))


@dataclass(frozen=True, slots=True)
class RatingRules:
    """All of the operator's rules. Whoever changes them replays the log: ratings follow from both. Seasons come in the
    order of their starts.

    Raises:
        ValueError: seasons are not in order.
    """

    forfeits: Forfeits = Forfeits.COUNT
    repeated_meetings: RepeatedMeetings | None = None
    seasons: tuple[Season, ...] = ()
    provisional_sigma: float = PROVISIONAL_SIGMA

    def __post_init__(self) -> None:
        starts = [season.starts_ms for season in self.seasons]
        if starts != sorted(set(starts)):
            raise ValueError("seasons come in the order of their starts")

    def is_provisional(self, rating: Rating) -> bool:
        """Whether too little is known of a player yet to be given a place."""
        return rating.sigma > self.provisional_sigma


def at_time(rating: Rating, now_ms: int, seasons: tuple[Season, ...]) -> Rating:
    """A rating as it is at a time: widened once by each season that began after the player's last match and has begun
    by then."""
    sigma = rating.sigma
    for season in seasons:
        if rating.updated_ms < season.starts_ms <= now_ms:
            sigma = max(sigma, min(FIRST_RATING.sigma, math.sqrt(sigma * sigma + season.widening * season.widening)))
    return rating if sigma == rating.sigma else rating._replace(sigma=sigma)
