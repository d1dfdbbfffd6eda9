"""How long a Swiss round of two seats takes: ``python -m tests.benchmarks.tournament_pairing [ENTRANTS ...] [--rounds
9]``.
 An event is played out at random, the better seed winning more often, with draws. Each round is timed between two
yardsticks.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from services.tournaments import dutch, swiss
from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.swiss import SwissRules
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

Pair = Callable[[Sequence[Entrant], int, SwissRules], Round]


def play(entrants: Sequence[Entrant], round_: Round, chance: random.Random) -> list[Entrant]:
    """The entrants with their results of a round. Over the whole field the better seed wins nine games of ten."""
    seeds = {each.id: each.seed for each in entrants}
    results = {bye.entrant: RoundResult(round_.number, ResultKind.PAIRING_BYE, 100) for bye in round_.byes}
    for pairing in round_.pairings:
        first, second = pairing.entrants
        expected = 0.5 + 0.4 * (seeds[second] - seeds[first]) / len(entrants)
        points = 50 if chance.random() < 0.2 else 100 * (chance.random() < expected)
        for at, (own, other, won) in enumerate(((first, second, points), (second, first, 100 - points))):
            results[own] = RoundResult(round_.number, ResultKind.PLAYED, won, (other,), at, 2 - (won >= 50))
    return [replace(each, results=(*each.results, results[each.id])) for each in entrants]


def measure(name: str, pair: Pair, size: int, rounds: int) -> None:
    """Print what each round of an event costs."""
    chance = random.Random(size)
    entrants = [Entrant(f"e{seed}", seed) for seed in range(1, size + 1)]
    rules = SwissRules(rounds)
    seconds: list[float] = []
    scaled: list[float] = []
    forced = 0
    for number in range(1, rounds + 1):
        before = yardstick()
        start = time.perf_counter()
        round_ = pair(entrants, number, rules)
        seconds.append(time.perf_counter() - start)
        scaled.append(seconds[-1] * REFERENCE_SECONDS / ((before + yardstick()) / 2))
        forced += len(round_.notes)
        entrants = play(entrants, round_, chance)
    at_reference = f"at the reference {sum(scaled) / rounds:5.2f} s, {max(scaled):5.2f} s at most"
    print(  # noqa: T201 - a command that is run by hand
        f"{name}: {size:5} entrants, {rounds} rounds: {sum(seconds) / rounds:5.2f} s a round, "
        f"{max(seconds):5.2f} s at most; {at_reference}; {forced} exceptions",
        flush=True,
    )


def main() -> None:
    """Print a line for each number of entrants."""
    parser = argparse.ArgumentParser()
    parser.add_argument("entrants", nargs="*", type=int, default=[60, 200, 1000, 4999, 5000])
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    for size in arguments.entrants:
        measure("swiss", swiss.pair_round, size, arguments.rounds)
        measure("dutch", dutch.pair_round, size, arguments.rounds)


if __name__ == "__main__":
    main()
