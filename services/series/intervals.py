"""Estimates with confidence intervals.

The matches of one deal are no independent observations: the same cards are played by other entrants in the seats. What
is independent are the deals, so that variances are those *between deals* (cluster-robust, Liang and Zeger 1986): the
mean of all observations is a ratio of two sums over deals, and its variance is estimated from what each deal deviates.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Annotated, Final

from pydantic import Field, PlainSerializer

_DIGITS: Final = 6

Rounded = Annotated[
    float, PlainSerializer(lambda number: round(number, _DIGITS) + 0.0, return_type=float, when_used="json")
]
"""A number of which JSON shows six digits after the point. Adding 0 makes -0.0 a 0.0."""

CONFIDENCE: Final = 0.95
"""The confidence of all intervals that are not told otherwise."""


@dataclass(frozen=True, slots=True)
class SeriesEstimate:
    """A value and its 95 % confidence interval."""

    value: Annotated[Rounded, Field(description="The value.")]
    low: Annotated[
        Rounded | None, Field(description="The start of the interval; null if there are too few deals for one.")
    ]
    high: Annotated[
        Rounded | None, Field(description="The end of the interval; null if there are too few deals for one.")
    ]

    def excludes(self, value: float) -> bool:
        """Whether the interval lies beside ``value``: the difference is significant."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


@lru_cache
def normal_quantile(probability: float) -> float:
    """The value below which a standard normal variable is with ``probability``."""
    return NormalDist().inv_cdf(probability)


@lru_cache
def student_quantile(probability: float, degrees: int) -> float:
    """The value below which Student's t with ``degrees`` of freedom is with ``probability``. Exact for 1 and 2 degrees,
    to 0.2 % for more (Abramowitz and Stegun 26.7.5).

    Raises:
        ValueError: less than one degree.
    """
    if degrees < 1:
        raise ValueError("Student's t has at least one degree of freedom")
    if degrees == 1:
        return math.tan(math.pi * (probability - 0.5))
    if degrees == 2:
        return (2 * probability - 1) * math.sqrt(2 / (4 * probability * (1 - probability)))
    z = normal_quantile(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / degrees**power for power, term in enumerate(terms, 1))


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE) -> SeriesEstimate:
    """A proportion with Wilson's interval (1927), for independent trials.

    Raises:
        ValueError: there were no trials, or fewer than successes.
    """
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError("successes are between 0 and the number of trials, and there is a trial")
    return _wilson(successes / trials, trials, normal_quantile(0.5 + confidence / 2))


def _wilson(proportion: float, trials: float, quantile: float) -> SeriesEstimate:
    squared = quantile * quantile / trials
    centre = (proportion + squared / 2) / (1 + squared)
    half = math.sqrt(squared * (proportion * (1 - proportion) + squared / 4)) / (1 + squared)
    return SeriesEstimate(proportion, max(0.0, centre - half), min(1.0, centre + half))


class DealMean:
    """The mean of observations that come in deals. Keeps five sums, however many deals there are."""

    __slots__ = ("_count_squares", "_cross", "_squares", "deals", "observations", "total")

    def __init__(self) -> None:
        self.deals = 0
        self.observations = 0
        self.total = 0.0
        self._squares = 0.0
        self._cross = 0.0
        self._count_squares = 0

    def add(self, total: float, observations: int) -> None:
        """Add a deal: the sum of its observations, and how many there are (at least one)."""
        self.deals += 1
        self.observations += observations
        self.total += total
        self._squares += total * total
        self._cross += total * observations
        self._count_squares += observations * observations

    @property
    def mean(self) -> float:
        """The mean of all observations.

        Raises:
            ZeroDivisionError: there are none.
        """
        return self.total / self.observations

    @property
    def squared_deviations(self) -> float:
        """The sum over deals of (total - mean x observations) squared; 0 when what remains is rounding."""
        mean = self.mean
        squares = self._squares - 2 * mean * self._cross + mean * mean * self._count_squares
        return squares if squares > 1e-9 * self._squares else 0.0

    @property
    def variance(self) -> float:
        """The variance of :attr:`mean`, between deals. 0 for a single deal, which shows none."""
        if self.deals < 2:
            return 0.0
        return self.squared_deviations * self.deals / (self.deals - 1) / self.observations**2

    def interval(self, confidence: float = CONFIDENCE) -> SeriesEstimate:
        """The mean with Student's interval; without one for a single deal."""
        if self.deals < 2:
            return SeriesEstimate(self.mean, None, None)
        half = student_quantile(0.5 + confidence / 2, self.deals - 1) * math.sqrt(self.variance)
        return SeriesEstimate(self.mean, self.mean - half, self.mean + half)

    def share_interval(self, confidence: float = CONFIDENCE) -> SeriesEstimate:
        """The mean of observations between 0 and 1, with an interval that stays there: Wilson's, for as many
        independent trials as would have the same variance. When no deal differs from another, the interval says how far
        the mean would move if deals that have not been seen yet differed as much as they can (the *rule of three*)."""
        mean, variance = self.mean, self.variance
        if variance == 0:
            unseen = 1 - (1 - confidence) ** (1 / self.deals)
            return SeriesEstimate(mean, mean - mean * unseen, mean + (1 - mean) * unseen)
        return _wilson(mean, mean * (1 - mean) / variance, student_quantile(0.5 + confidence / 2, self.deals - 1))


def mean_difference(first: DealMean, second: DealMean, confidence: float = CONFIDENCE) -> SeriesEstimate:
    """How much the first mean is above the second, for deals that have nothing to do with each other (Welch 1947)."""
    difference = first.mean - second.mean
    if first.deals < 2 or second.deals < 2:
        return SeriesEstimate(difference, None, None)
    variance = first.variance + second.variance
    if variance == 0:
        return SeriesEstimate(difference, difference, difference)
    spread = first.variance**2 / (first.deals - 1) + second.variance**2 / (second.deals - 1)
    half = student_quantile(0.5 + confidence / 2, max(1, round(variance**2 / spread))) * math.sqrt(variance)
    return SeriesEstimate(difference, difference - half, difference + half)


def sign_test(more: int, fewer: int) -> float:
    """The probability that as uneven a split or a more uneven one comes from fair coins (two-sided and exact)."""
    tosses = more + fewer
    smaller = min(more, fewer)
    if 2 * smaller >= tosses - 1:
        return 1.0
    half_log = tosses * math.log(2)
    last = math.exp(math.lgamma(tosses + 1) - math.lgamma(smaller + 1) - math.lgamma(tosses - smaller + 1) - half_log)
    tail = term = last
    # From the largest term down, until the rest adds nothing.
    for heads in range(smaller, 0, -1):
        term *= heads / (tosses - heads + 1)
        tail += term
        if term < tail * 1e-12:
            break
    return min(1.0, 2 * tail)
