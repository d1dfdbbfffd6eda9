"""What the bots that do not search have in common."""

from collections import Counter

from services.bots.choosing import RandomBot, best
from services.engine.chance import FastChance


def test_the_action_that_is_worth_most_is_played() -> None:
    assert {best([4, 7, 9], [1.0, 3.0, 2.0], FastChance(seed)) for seed in range(20)} == {7}


def test_chance_decides_between_equals() -> None:
    assert {best([4, 7, 9], [3.0, 1.0, 3.0], FastChance(seed)) for seed in range(20)} == {4, 9}


def test_a_margin_makes_equal_what_is_nearly_so() -> None:
    worth = [3.0, 3.0 - 1e-12]
    assert {best([4, 7], worth, FastChance(seed)) for seed in range(20)} == {4}
    assert {best([4, 7], worth, FastChance(seed), margin=1e-9) for seed in range(20)} == {4, 7}


def test_the_random_bot_plays_any_legal_action() -> None:
    chance = FastChance(1)
    assert Counter(RandomBot().choose(None, [2, 5], chance) for _ in range(100)).keys() == {2, 5}
