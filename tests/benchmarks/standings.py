"""What the standings of a large event cost.

    .venv/bin/python -m tests.benchmarks.standings [--entrants 5000] [--rounds 10]

For tables of two seats and of four: processor seconds of the standings by a usual list of tie-breaks, and by all.
"""

import argparse
import random
import time
from collections.abc import Sequence
from typing import Final

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.standings import standings
from services.tournaments.tie_break_rules import TieBreakRules
from services.tournaments.tie_breaks import TIE_BREAKS

TWO_SEATS: Final = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
PODS: Final = ("opponents_win_share", "average_opponents_points", "place_points", "direct_encounter", "wins")


def event(entrants: int, rounds: int, seats: int) -> list[Entrant]:
    """An event in which those with equal points meet, places being drawn."""
    pick = random.Random(1)
    results: list[list[RoundResult]] = [[] for _ in range(entrants)]
    points = [0] * entrants
    for round in range(1, rounds + 1):
        order = sorted(range(entrants), key=lambda number: (-points[number], pick.random()))
        for start in range(0, entrants, seats):
            table = order[start : start + seats]
            places = pick.sample(range(1, len(table) + 1), len(table))
            for seat, number in enumerate(table):
                others = tuple(str(other) for other in table if other != number)
                scored = 100 * (len(table) - places[seat])
                kind = ResultKind.PLAYED if others else ResultKind.PAIRING_BYE
                results[number].append(RoundResult(round, kind, scored, others, seat, places[seat], scored))
                points[number] += scored
    return [Entrant(str(number), number + 1, tuple(own)) for number, own in enumerate(results)]


def measure(title: str, entrants: Sequence[Entrant], tie_breaks: Sequence[str], rules: TieBreakRules) -> None:
    """Print what the standings cost."""
    start = time.process_time()
    standings(entrants, tie_breaks, rules)
    print(f"{title:<36} {time.process_time() - start:5.2f} s", flush=True)  # noqa: T201 - a command run by hand


def main() -> None:
    """Print a line for each kind of event and list of tie-breaks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    ratings = {str(number): 1500 for number in range(asked.entrants)}
    for seats, usual in ((2, TWO_SEATS), (4, PODS)):
        rules = TieBreakRules(seats=seats, win=100 * (seats - 1), ratings=ratings)
        entrants = event(asked.entrants, asked.rounds, seats)
        for title, tie_breaks in ((f"{len(usual)} tie-breaks", usual), (f"all {len(TIE_BREAKS)}", tuple(TIE_BREAKS))):
            measure(f"tables of {seats}, {title}", entrants, tie_breaks, rules)


if __name__ == "__main__":
    main()
