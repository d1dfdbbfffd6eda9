"""The operator's rules for ratings."""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.ratings.rating_records import FIRST_RATING, Rating

PROVISIONAL_SIGMA: Final = 5.0
"""Ratings are provisional above this standard deviation, unless the operator says otherwise: for some 23 matches."""
DAY_MS: Final = 86_400_000


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
    one, meet now with the weight ``full / (n + 1)``, if that is less than 1: however often they play in a window, they
    learn of each other as much as from about ``full`` matches. With a ``factor`` the weight is
    ``factor ** max(0, n + 1 - full)``.

    Raises:
        ValueError: a number is out of its range.
    """

    window_ms: int = 30 * DAY_MS
    full: int = 4
    factor: float | None = None

    def __post_init__(self) -> None:
        if self.window_ms < 1 or self.full < 1 or not 0 <= (self.factor or 0) < 1:
            raise ValueError("window_ms and full are at least 1, and factor is from 0 to below 1")

    def weight(self, meetings: int) -> float:
        """What another meeting counts after so many."""
        if meetings < self.full:
            return 1.0
        return self.full / (meetings + 1) if self.factor is None else float(self.factor ** (meetings + 1 - self.full))


@dataclass(frozen=True, slots=True)
class RatingRules:
    """All of the operator's rules. Whoever changes them replays the log: ratings follow from both. Seasons come in the
    order of their starts.

    A match moves a player's mu and sigma by its weight: the mean over the opponents of what each of them counts for
    this player. An opponent counts 1, but

    - less for repeated meetings (:class:`RepeatedMeetings`);
    - less if its own rating is less certain than the player's (``discount_uncertain``): by the ratio of the variances.
      So fresh accounts tell little about a player who is well known;
    - nothing if the player finishes before it and has a mean that is higher by more than ``reach``: that tells nothing
      new, and nobody gets further above all others than that. Infinite: such wins count, too;
    - nothing if the same person stands behind both.

    ``fading``: with each day after a player's last match sigma² grows by fading², but no further than that of a first
    rating.

    Raises:
        ValueError: seasons are not in order, or a number is out of its range.
    """

    forfeits: Forfeits = Forfeits.LEAVE_OUT
    repeated_meetings: RepeatedMeetings | None = RepeatedMeetings()
    discount_uncertain: bool = True
    reach: float = 10.0
    fading: float = 0.24
    seasons: tuple[Season, ...] = ()
    provisional_sigma: float = PROVISIONAL_SIGMA

    def __post_init__(self) -> None:
        starts = [season.starts_ms for season in self.seasons]
        if starts != sorted(set(starts)):
            raise ValueError("seasons come in the order of their starts")
        if not self.reach > 0 or not 0 <= self.fading < math.inf:
            raise ValueError("reach is positive, and fading is a number that is not negative")

    def listed_as_of(self, now_ms: int) -> int:
        """As of when ratings are listed: the start of the day in UTC, since certainty fades day by day, or the last
        season's start."""
        seasons = [season.starts_ms for season in self.seasons if season.starts_ms <= now_ms]
        return max([now_ms - now_ms % DAY_MS if self.fading else 0, *seasons])

    def is_provisional(self, rating: Rating) -> bool:
        """Whether too little is known of a player, yet or by now, to be given a place."""
        return rating.sigma > self.provisional_sigma


NO_DISCOUNTS: Final = RatingRules(
    forfeits=Forfeits.COUNT, repeated_meetings=None, discount_uncertain=False, reach=math.inf, fading=0
)
"""Every match counts whole, and certainty stays."""


def at_time(rating: Rating, now_ms: int, rules: RatingRules) -> Rating:
    """A rating as it is at a time: widened once by each season that began after the player's last match and has begun
    by then, and by the days since that match."""
    variance = rating.sigma * rating.sigma
    for season in rules.seasons:
        if rating.updated_ms < season.starts_ms <= now_ms:
            variance += season.widening * season.widening
    if now_ms > rating.updated_ms:
        variance += rules.fading * rules.fading * (now_ms - rating.updated_ms) / DAY_MS
    sigma = max(rating.sigma, min(FIRST_RATING.sigma, math.sqrt(variance)))
    return Rating(rating.mu, sigma, rating.games, rating.updated_ms)
