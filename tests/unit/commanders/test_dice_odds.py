"""How likely a roll beats another."""

import random

import pytest

from services.rulesets.commanders.dice_odds import Pool, duel, melee


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Pool((20,), False), Pool((20,), False), 0.5),
        # For each value k of the d10 the d20 is above it 20 - k times in 20; 1 time in 20 they are equal.
        (Pool((20,), False), Pool((10,), False), 0.725 + 0.05 / 2),
        # For each value k of the other die a first or a second roll reaches it: 2p - p^2, where p = (21 - k) / 20.
        (Pool((20,), True), Pool((20,), False), 0.69125),
        (Pool((), False), Pool((), False), 0.5),
        (Pool((), False), Pool((6,), False), 0.0),
        # For each value k of the single die two are below it in (k - 1)(k - 2) / 2 of 36 ways, and equal in k - 1.
        (Pool((6, 6), False), Pool((6,), False), 181 / 216 + 15 / 216 / 2),
    ],
)
def test_odds_are_those_of_the_dice(one: Pool, other: Pool, expected: float) -> None:
    assert duel(one, other) == pytest.approx(expected)
    assert duel(other, one) == pytest.approx(1 - expected)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Pool((6, 20, 20, 20, 20, 20, 20), True), Pool((10, 20, 20, 20, 20, 20, 20), False)),
        (Pool((6, 10, 20, 20, 20), True), Pool((20, 20, 20, 20), False)),
        (Pool((6, 10, 20), False), Pool((6, 10, 10, 10), False)),
    ],
)
def test_odds_are_those_of_many_rolls(one: Pool, other: Pool) -> None:
    """4,000 rolls: the standard deviation is at most 0.008."""
    dice = random.Random(1)
    wins = 0.0
    for _ in range(4_000):
        mine, theirs = [[dice.randint(1, sides) for sides in each.dice] for each in (one, other)]
        lacking = sum(theirs) - sum(mine)
        if one.synergy and lacking > 0:
            chances = [(sides - shown - lacking + 1) / sides for sides, shown in zip(one.dice, mine, strict=True)]
            die = chances.index(max(chances))
            mine[die] = dice.randint(1, one.dice[die])
        equal = 1.0 if one.synergy else 0.5
        wins += equal if sum(mine) == sum(theirs) else sum(mine) > sum(theirs)
    assert wins / 4_000 == pytest.approx(duel(one, other), abs=0.03)


def test_equal_armies_are_equally_likely_to_survive() -> None:
    assert melee((Pool((20,), False),) * 3) == pytest.approx([1 / 3] * 3)
    assert melee((Pool((6, 20), True), Pool((6, 20), True))) == (0.5, 0.5)


def test_the_odds_of_several_armies_are_those_of_many_rolls() -> None:
    """4,000 rolls: the standard deviation is at most 0.008; and the odds are not exact."""
    pools = (Pool((20,), False), Pool((10, 20, 20), False), Pool((20, 20, 20), False), Pool((6, 6, 6), False))
    dice = random.Random(2)
    wins = [0.0] * 4
    for _ in range(4_000):
        totals = [sum([dice.randint(1, sides) for sides in pool.dice]) for pool in pools]
        highest = max(totals)
        for place, total in enumerate(totals):
            wins[place] += (total == highest) / totals.count(highest)
    odds = melee(pools)
    assert sum(odds) == pytest.approx(1)
    assert [win / 4_000 for win in wins] == pytest.approx(odds, abs=0.03)
