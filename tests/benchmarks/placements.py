"""How long it takes to list the groups that a Standoff player may place.

    .venv/bin/python -m tests.benchmarks.placements

For boards with 20 tiles of two players and 40 tiles of four, laid in random groups of one to four: how many groups of n
there are, and the time of listing them, as measured and as it would be where the yardstick takes 0.35 s.
"""

import random
from functools import partial
from typing import Final

from services.rulesets.standoff import placement
from services.rulesets.standoff.board import BLACK
from tests.benchmarks.random_play import microseconds
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

POSITIONS: Final = 40
LARGEST: Final = 5


def position(seed: int, players: int, tiles: int) -> tuple[int, int]:
    """The space of the first player and that player's tiles; black tiles lie as at the start."""
    pick = random.Random(seed)
    own = [0] * players
    turn = 0
    while sum(each.bit_count() for each in own) < tiles:
        player = turn % players
        turn += 1
        size = pick.choice([1, 1, 2, 2, 3, 4])
        if groups := placement.groups(placement.space(BLACK | sum(own), 0), own[player], size):
            own[player] |= pick.choice(groups)
    return placement.space(BLACK | sum(own), 0), own[0]


def measure(players: int, tiles: int, n: int) -> str:
    """One line: how many groups, and how long."""
    counts, times = [], []
    before = yardstick()
    for seed in range(POSITIONS):
        space, own = position(seed, players, tiles)
        counts.append(len(placement.groups(space, own, n)))
        times.append(microseconds(partial(placement.groups, space, own, n), 0.03))
    scale = REFERENCE_SECONDS / ((before + yardstick()) / 2)
    mean = sum(times) / POSITIONS
    return (
        f"{players} players, {tiles} tiles, n={n}: {sum(counts) / POSITIONS:6.1f} groups ({max(counts)} at most), "
        f"{mean:6.0f} µs, at the reference {mean * scale:6.0f} µs ({max(times) * scale:.0f} at most)"
    )


def main() -> None:
    """Print a line for each kind of position and size of group."""
    for players, tiles in ((2, 20), (4, 40)):
        for n in range(1, LARGEST + 1):
            print(measure(players, tiles, n), flush=True)  # noqa: T201 - a command that is run by hand


if __name__ == "__main__":
    main()
