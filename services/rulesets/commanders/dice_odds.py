"""How likely a roll of dice beats another. Exact, but for two things of little weight: with the advantage, no other die
is rolled again than the lowest of the largest, and what the other then rerolls is not foreseen.

The ways in which dice fall are counted in whole numbers, so that the odds are the same on every machine.
"""

from functools import lru_cache
from itertools import accumulate, zip_longest
from math import prod
from typing import Final, NamedTuple

_TIED: Final = 0.5
_POINTS: Final = 4
"""Between more than two armies, totals that differ by less are often taken for equal."""


class Pool(NamedTuple):
    """What an army rolls: the sides of its dice, ascending, and whether it has the True Synergetic Advantage."""

    dice: tuple[int, ...]
    synergy: bool


@lru_cache(maxsize=1 << 14)
def duel(one: Pool, other: Pool) -> float:
    """How likely ``one`` survives a skirmish with ``other``: its total is higher, or it has the advantage and its total
    is equal (FC-021). Other ties are rolled again (FC-022), and count as half a win."""
    if one == other:
        return _TIED
    if one < other:
        return 1.0 - duel(other, one)
    ties = _TIED if one.synergy == other.synergy else float(one.synergy)
    odds = below = 0.0
    rivals = _totals(other)
    for total, chance in enumerate(_totals(one)):
        equal = rivals[total] if total < len(rivals) else 0.0
        odds += chance * (below + ties * equal)
        below += equal
    return odds


@lru_cache(maxsize=1 << 14)
def melee(pools: tuple[Pool, ...]) -> tuple[float, ...]:
    """How likely each of several armies survives a skirmish between all of them; the numbers add up to 1."""
    if len(pools) == 2:
        win = duel(*pools)
        return win, 1.0 - win
    intervals = [_intervals(pool) for pool in pools]
    odds = []
    for one, (chances, _) in enumerate(intervals):
        wins = chances
        for other, (_, below) in enumerate(intervals):
            if other != one:
                wins = [win * less for win, less in zip_longest(wins, below[: len(wins)], fillvalue=1.0)]
        odds.append(sum(wins))
    total = sum(odds)
    return tuple([win / total for win in odds])


@lru_cache(maxsize=1 << 10)
def _intervals(pool: Pool) -> tuple[list[float], list[float]]:
    """How likely a total is in each interval of a few points, and how likely it is below one that is somewhere in the
    interval."""
    totals = _totals(pool)
    chances = [sum(totals[least : least + _POINTS]) for least in range(0, len(totals), _POINTS)]
    below = [before - chance / 2 for before, chance in zip(accumulate(chances), chances, strict=True)]
    return chances, below


@lru_cache(maxsize=1 << 10)
def _totals(pool: Pool) -> list[float]:
    """How likely each total is, from 0 on. With the advantage: the highest total that is reached, given that a die is
    rolled again if the first roll does not reach what is to be beaten (FC-R20)."""
    ways = prod(pool.dice)
    if not pool.synergy or not pool.dice:
        return [number / ways for number in _ways(pool.dice)]
    sides = pool.dice[-1]
    largest = pool.dice.count(sides)
    found = [0] * (sum(pool.dice) + 2)
    """In 1 / ``sides`` of a way; each number holds from its place on."""
    for lowest in range(1, sides + 1):
        for others, number in enumerate(_ways_with_lowest(pool.dice[:-largest], lowest, sides, largest)):
            if number:
                found[others + lowest] += number * lowest
                found[others + lowest + 1] -= number * (lowest - 1)
                found[others + sides + 1] -= number
    totals = []
    running = 0
    for change in found:
        running += change
        totals.append(running / (ways * sides))
    return totals


def _ways_with_lowest(smaller: tuple[int, ...], lowest: int, sides: int, largest: int) -> list[int]:
    """In how many ways smaller dice, and so many large ones without the lowest of them, make each total, where the
    lowest shows this."""
    at_least = more = _ways(smaller)
    for _ in range(largest):
        at_least = _with_die(at_least, lowest, sides)
        more = _with_die(more, lowest + 1, sides)
    return [number - without for number, without in zip(at_least, more, strict=True)][lowest:]


def _ways(dice: tuple[int, ...]) -> list[int]:
    """In how many ways dice make each total, from 0 on."""
    ways = [1]
    for sides in dice:
        ways = _with_die(ways, 1, sides)
    return ways


def _with_die(ways: list[int], lowest: int, sides: int) -> list[int]:
    """The same with one die more, which shows at least the lowest value."""
    result = []
    running = 0
    for total in range(len(ways) + sides):
        if 0 <= total - lowest < len(ways):
            running += ways[total - lowest]
        if total > sides:
            running -= ways[total - sides - 1]
        result.append(running)
    return result
