"""Is what came out by chance as even as it should be? Pearson's chi-square test, without a statistics package."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

ALARM: Final = 1e-9
"""The chance below which a deviation is a finding. A run makes some thousands of tests, so a sound ruleset is accused
about once in a hundred thousand versions of it; and since all seeds are fixed, never by one run and not the next."""


def as_expected(counts: Sequence[int], expected: Sequence[float]) -> float:
    """The chance of a deviation from the expected counts as large as this or larger.

    ``expected`` are positive and add up to the sum of the counts. Each should be 5 or more for the test to be exact.
    """
    if len(counts) < 2:
        return 1.0
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def alike(left: Counter[int], right: Counter[int]) -> float:
    """The chance that two samples of the same thing differ as much as these, or more."""
    total = left.total() + right.total()
    share = left.total() / total
    both = left + right
    statistic = 0.0
    for value, count in both.items():
        for found, mean in ((left[value], count * share), (right[value], count * (1 - share))):
            statistic += (found - mean) ** 2 / mean
    return upper_gamma((len(both) - 1) / 2, statistic / 2) if len(both) > 1 else 1.0


def balanced(hits: int, trials: int) -> float:
    """The chance that a fair coin's heads are as far from half of the trials as ``hits``, or farther."""
    if trials == 0:
        return 1.0
    return math.erfc(abs(hits - trials / 2) / math.sqrt(trials / 2))


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(shape, x), for ``shape`` > 0 and ``x`` >= 0: 1 at ``x`` = 0,
    falling to 0. Series below the mean, continued fraction (modified Lentz) above it."""
    if x <= 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - front * _series(shape, x))
    return front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    n = shape
    while term > total * 1e-15:
        n += 1.0
        term *= x / n
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1.0 - shape
    c = 1.0 / tiny
    d = 1.0 / b
    value = d
    for i in range(1, 1_000):
        a = -i * (i - shape)
        b += 2.0
        d = 1.0 / _off_zero(a * d + b, tiny)
        c = _off_zero(b + a / c, tiny)
        value *= d * c
        if abs(d * c - 1.0) < 1e-15:
            break
    return value


def _off_zero(value: float, tiny: float) -> float:
    return tiny if abs(value) < tiny else value
