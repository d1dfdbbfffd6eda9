"""How often 95 % intervals hold the truth.

    .venv/bin/python -m tests.benchmarks.interval_coverage [--times 400]

Series are simulated whose strengths are known: entrants of the same strength and of different ones, with ties, with
matches of a deal that resemble each other, with bots that meet at random. Printed is for each number of deals which
part of the intervals held the truth: of Elo points (:func:`strengths_with_intervals`), of shares, of means and of the
difference of two means (:class:`DealMean`).
"""

import argparse
import random
from collections.abc import Callable, Sequence
from typing import Final

from services.series.bradley_terry import Blocks, strengths_with_intervals
from services.series.intervals import DealMean, SeriesEstimate, mean_difference
from services.series.pair_counts import Comparisons, PairCounts

DEALS: Final = (10, 20, 50, 200)
Deal = Callable[[random.Random], PairCounts]


def expected(ahead: float) -> float:
    """The expected score of who is so many Elo points ahead."""
    return 1 / (1 + 10 ** (-ahead / 400))


def scored(pick: random.Random, chance: float, ties: float, matches: int) -> Comparisons:
    """Matches of two, in which a part ``ties`` is tied and the first wins as often as the chance says in the others."""
    score = sum(0.5 if pick.random() < ties else float(pick.random() < chance) for _ in range(matches))
    return Comparisons(score, matches)


def all_pairs(truth: Sequence[float], matches: int, *, ties: float = 0.0, luck: float = 0.0) -> Deal:
    """Deals in which all meet. ``luck``: by how many points the cards of a deal help or hurt each entrant."""

    def deal(pick: random.Random) -> PairCounts:
        elo = [own + pick.gauss(0, luck) for own in truth]
        return {
            (first, second): scored(pick, expected(elo[first] - elo[second]), ties, matches)
            for second in range(len(truth))
            for first in range(second)
        }

    return deal


def one_pair(truth: Sequence[float]) -> Deal:
    """Deals in which two of all meet once."""

    def deal(pick: random.Random) -> PairCounts:
        first, second = sorted(pick.sample(range(len(truth)), 2))
        return {(first, second): scored(pick, expected(truth[first] - truth[second]), 0.0, 1)}

    return deal


CASES: Final[dict[str, tuple[tuple[float, ...], Deal]]] = {
    "two, even, 2 matches a deal": ((0, 0), all_pairs((0, 0), 2)),
    "two, 300 apart, 1 match": ((150, -150), all_pairs((150, -150), 1)),
    "two, even, cards of 200 points, 6": ((0, 0), all_pairs((0, 0), 6, luck=200)),
    "three, even, half ties, 4": ((0, 0, 0), all_pairs((0, 0, 0), 4, ties=0.5)),
    "four, 400 apart, 2": ((200, 60, -60, -200), all_pairs((200, 60, -60, -200), 2)),
    "six, 250 apart, two of them meet": (
        (125, 75, 25, -25, -75, -125),
        one_pair((125, 75, 25, -25, -75, -125)),
    ),
}


def holds(estimate: SeriesEstimate | None, truth: float) -> bool | None:
    """Whether an interval holds the truth; None: there is none."""
    return None if estimate is None or estimate.low is None else not estimate.excludes(truth)


def elo_coverage(name: str, deals: int, times: int) -> str:
    """Which part of the intervals of Elo points held the truth, with how many there were."""
    truth, deal = CASES[name]
    pick = random.Random(f"{name} {deals}")
    found: list[bool] = []
    for _ in range(times):
        blocks = Blocks()
        for _ in range(deals):
            blocks.add(deal(pick))
        estimates = strengths_with_intervals(len(truth), blocks.blocks)
        told = [holds(estimate, elo) for estimate, elo in zip(estimates, truth, strict=True)]
        found += [each for each in told if each is not None]
    return f"{sum(found) / len(found):6.3f}" if found else "     -"


def mean_coverage(kind: str, deals: int, times: int) -> str:
    """The same for the share of one of four in deals of four matches, whose cards make it 10, 20, 30 or 40 %; for the
    mean of scores that are as skewed as they hardly are (exponential), for which Student's interval needs 50 deals; and
    for the difference of two such means, one with five times the other's spread."""
    pick = random.Random(f"{kind} {deals}")
    held = 0
    for _ in range(times):
        means = DealMean(), DealMean()
        for _ in range(deals):
            share = pick.choice((0.1, 0.2, 0.3, 0.4))
            if kind == "share":
                means[0].add(float(sum(pick.random() < share for _ in range(4))), 4)
            else:
                means[0].add(pick.expovariate(1), 1)
            means[1].add(5 * pick.expovariate(1), 1)
        if kind == "share":
            held += not means[0].share_interval().excludes(0.25)
        elif kind == "mean":
            held += not means[0].interval().excludes(1.0)
        else:
            held += not mean_difference(*means).excludes(-4.0)
    return f"{held / times:6.3f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=400, help="how many series of each kind")
    times = parser.parse_args().times
    print(f"{'':<36}" + "".join(f"{deals:>8}" for deals in DEALS))  # noqa: T201 - a command that is run by hand
    for name in CASES:
        cells = "".join(f"{elo_coverage(name, deals, times):>8}" for deals in DEALS)
        print(f"{name:<36}{cells}", flush=True)  # noqa: T201
    for kind in ("share", "mean", "difference"):
        cells = "".join(f"{mean_coverage(kind, deals, 10 * times):>8}" for deals in DEALS)
        print(f"{kind:<36}{cells}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
