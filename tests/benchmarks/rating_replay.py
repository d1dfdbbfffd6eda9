"""How long it takes to compute all ratings anew from a log of a million matches of four players.

    .venv/bin/python -m tests.benchmarks.rating_replay [--matches 1000000] [--players 20000] [--profile]

The log has a wide range of strengths, joint ranks, and matches that were aborted. Printed are the processor seconds
of putting it in order and rating it, as measured and as they would be where the yardstick takes 0.35 s, with and
without a history that is read, and with repeated meetings and seasons.
"""

import argparse
import cProfile
import pstats
import random
import time
from typing import Final

from services.ratings.book import RatingBook, in_order, replay
from services.ratings.rating_records import MatchChanges, Pool, Population, RatedResult
from services.ratings.rules import RatingRules, RepeatedMeetings, Season
from tests.benchmarks.yardstick import ProcessorYardstick

SEATS: Final = 4
POOL: Final = Pool("factionwars", SEATS, Population.HUMANS)
DAY_MS: Final = 86_400_000
CHUNK: Final = 10_000
"""Results between two looks at the yardstick."""


def results_of(matches: int, players: int) -> list[RatedResult]:
    """A log of matches, one a second, told in no order."""
    pick = random.Random(1)
    strength = [pick.gauss(0, 1.5) for _ in range(players)]
    results = []
    for number in range(matches):
        seated = pick.sample(range(players), SEATS)
        points = [round(strength[player] + pick.gauss(0, 1.5)) for player in seated]
        best = sorted(points, reverse=True)
        ranks = tuple(best.index(each) + 1 for each in points)
        ids = tuple(f"p_{player:05}" for player in seated)
        results.append(RatedResult(f"m_{number:07}", number * 1000, POOL, ids, ranks, aborted=pick.random() < 0.01))
    pick.shuffle(results)
    return results


class Reader:
    """Reads a history and keeps sums of it."""

    def __init__(self) -> None:
        self.changes = 0
        self.risen = 0.0

    def read(self, match: MatchChanges) -> None:
        """Add up what a match changed."""
        for change in match.changes:
            self.changes += 1
            self.risen += abs(change.mu)


def measure(title: str, results: list[RatedResult], rules: RatingRules, on_changes: Reader | None = None) -> None:
    """Print how long it takes, in processor time."""
    yardstick = ProcessorYardstick()
    yardstick.sample()
    start = time.process_time()
    log = in_order(results)
    seconds = time.process_time() - start
    book = RatingBook(rules)
    for first in range(0, len(log), CHUNK):
        yardstick.sample()
        start = time.process_time()
        for result in log[first : first + CHUNK]:
            changes = book.apply(result)
            if on_changes is not None:
                on_changes.read(changes)
        seconds += time.process_time() - start
    scaled = seconds * yardstick.scale
    print(  # noqa: T201 - a command that is run by hand
        f"{title:<40} {seconds:6.1f} s, at the reference {scaled:6.1f} s ({1e6 * scaled / len(log):.1f} µs a match)",
        flush=True,
    )


def main() -> None:
    """Print a line for each way of rating the log."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--profile", action="store_true", help="print where the time goes instead")
    asked = parser.parse_args()
    results = results_of(asked.matches, asked.players)
    if asked.profile:
        profile = cProfile.Profile()
        profile.runcall(replay, results)
        pstats.Stats(profile).sort_stats("tottime").print_stats(20)
        return
    rules = RatingRules(
        repeated_meetings=RepeatedMeetings(DAY_MS, 3, 0.5),
        seasons=tuple(Season(f"s{n}", n * DAY_MS, 1.0) for n in range(1, 12)),
    )
    measure("ratings", results, RatingRules())
    measure("ratings and their history", results, RatingRules(), Reader())
    measure("with repeated meetings and seasons", results, rules)


if __name__ == "__main__":
    main()
