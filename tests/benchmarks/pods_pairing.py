"""How long it takes to pair a round of pods.

    .venv/bin/python -m tests.benchmarks.pods_pairing [--entrants 1000] [--rounds 8] [--seats 4]

Plays an event in which the winner has five points, and says of each round how long its pairing took, in processor
seconds as measured and as it would be where the yardstick takes 0.35 s, how many met again, how far apart the points of
a table were, and how evenly seats were had.
"""

import hashlib
import time
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import click

from services.tournaments.pods import PodRules, pair_round
from services.tournaments.records import Entrant, Pairing, ResultKind, RoundResult
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

WIN: Final = 500


def played(entrant: Entrant, pairing: Pairing, number: int) -> Entrant:
    """An entrant after its table, which a lot has decided."""
    winner = min(pairing.entrants, key=lambda each: hashlib.sha256(f"{number} {each}".encode()).digest())
    is_winner = entrant.id == winner
    result = RoundResult(
        number,
        ResultKind.PLAYED,
        WIN if is_winner else 0,
        tuple(each for each in pairing.entrants if each != entrant.id),
        pairing.entrants.index(entrant.id),
        1 if is_winner else 2,
    )
    return Entrant(entrant.id, entrant.seed, (*entrant.results, result))


def repeats(entrants: Sequence[Entrant]) -> int:
    """How many pairs have met more than once."""
    return (
        sum(
            len(met) - len(set(met))
            for met in ([other for result in each.results for other in result.opponents] for each in entrants)
        )
        // 2
    )


def balanced(entrants: Sequence[Entrant], seats: int) -> int:
    """How many have had each seat equally often, within one."""
    found = 0
    for each in entrants:
        had = [result.seat for result in each.results]
        counts = [had.count(seat) for seat in range(seats)]
        found += max(counts) - min(counts) <= 1
    return found


@click.command()
@click.option("--entrants", default=1_000, show_default=True, help="A multiple of the seats.")
@click.option("--rounds", default=8, show_default=True)
@click.option("--seats", default=4, show_default=True)
def main(entrants: int, rounds: int, seats: int) -> None:
    """Print a line for each round."""
    field = [Entrant(f"e{number:05}", number) for number in range(1, entrants + 1)]
    for number in range(1, rounds + 1):
        before = yardstick()
        start = time.process_time()
        made = pair_round(field, number, PodRules(seats=seats))
        seconds = time.process_time() - start
        scale = REFERENCE_SECONDS / ((before + yardstick()) / 2)
        points = {each.id: each.points for each in field}
        spread = [
            max(abs(points[one] - points[other]) for one, other in combinations(pairing.entrants, 2))
            for pairing in made.pairings
        ]
        at = {each: pairing for pairing in made.pairings for each in pairing.entrants}
        field = [played(each, at[each.id], number) for each in field]
        print(  # noqa: T201 - run by hand
            f"Round {number}: {seconds:.2f} s, at the reference {seconds * scale:.2f} s; pairs that met again in all: "
            f"{repeats(field)}; mean spread {sum(spread) / len(spread) / 100:.2f} points; seats within one for "
            f"{balanced(field, seats)} of {entrants}",
            flush=True,
        )


if __name__ == "__main__":
    main()
