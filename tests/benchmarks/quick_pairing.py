"""How long it takes to pair the waiting tickets of a pool.

    .venv/bin/python -m tests.benchmarks.quick_pairing [--tickets 5000]

For tickets of as many players with ratings as people have them, for two to five seats, and for the worst that was
thought of: processor seconds of one round, as measured and as it would be where the yardstick takes 0.35 s.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import Final

import click

from services.identity import PlayerKind
from services.quick_pairing.pairing import pair
from services.quick_pairing.ticket import Bots, RatingRange, WaitingTicket
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

NOW_MS: Final = 10_000_000
ROUNDS: Final = 3


def crowd(tickets: int, seed: int = 1) -> list[WaitingTicket]:
    """Players of all strengths, one of ten a bot, who have waited for up to a minute."""
    pick = random.Random(seed)
    return [
        WaitingTicket(
            id=f"t_{number:06}",
            player_id=f"p_{number}",
            kind=PlayerKind.BOT if pick.random() < 0.1 else PlayerKind.PERSON,
            rating=round(pick.gauss(1500, 300)),
            rating_range=pick.choice([None, RatingRange(), RatingRange(50, 5, 200), RatingRange(0, 1)]),
            bots=pick.choice([Bots.ALLOWED, Bots.ALLOWED, Bots.NEVER, Bots.ONLY]),
            created_ms=NOW_MS - pick.randrange(60_000),
        )
        for number in range(tickets)
    ]


def worst(tickets: int) -> list[WaitingTicket]:
    """People who would play any bot, and bots that would play nobody so far from their rating: all look at all."""
    half = tickets // 2
    people = [
        WaitingTicket(f"t_{number:06}", f"p_{number}", PlayerKind.PERSON, 1500, None, Bots.ONLY, NOW_MS - 60_000)
        for number in range(half)
    ]
    bots = [
        WaitingTicket(f"u_{number:06}", f"b_{number}", PlayerKind.BOT, number, RatingRange(0, 0), Bots.NEVER, NOW_MS)
        for number in range(3_000, 3_000 + half)
    ]
    return people + bots


def measure(name: str, made: Callable[[], Sequence[WaitingTicket]], seats: int) -> str:
    """One line: how many of the tickets found others, and how long the round took, the best of some."""
    times, before = [], yardstick()
    for _ in range(ROUNDS):
        tickets = made()
        start = time.process_time()
        groups = pair(tickets, seats, NOW_MS)
        times.append(time.process_time() - start)
    scale = REFERENCE_SECONDS / ((before + yardstick()) / 2)
    seated = sum(map(len, groups))
    return (
        f"{name}, {seats} seats: {seated} of {len(tickets)} tickets seated, {min(times):.3f} s, "
        f"at the reference {min(times) * scale:.3f} s"
    )


@click.command()
@click.option("--tickets", default=5_000, show_default=True, help="How many wait.")
def main(tickets: int) -> None:
    """Print a line for each number of seats, and for the worst case."""
    for seats in range(2, 6):
        print(measure("A crowd", lambda: crowd(tickets), seats), flush=True)  # noqa: T201 - run by hand
    print(measure("The worst", lambda: worst(tickets), 2), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
