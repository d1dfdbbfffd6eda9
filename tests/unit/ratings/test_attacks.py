"""What cheats gain by accomplices: no place among honest leaders. The figures are those of docs/ratings.md."""

import pytest

from services.ratings.rules import NO_DISCOUNTS, RatingRules
from tests.benchmarks.rating_attacks import ATTACKS, HonestPool, agreement, gain, honest_pool, listed, rated

RULES = RatingRules()
LEADER = 33.1
"""The ordinal of the first of 200 honest players after 90 days."""


@pytest.fixture(scope="module")
def honest() -> HonestPool:
    return honest_pool(200, 0.4)


def test_honest_players_are_ordered_as_well_as_where_every_match_counts_whole(honest: HonestPool) -> None:
    assert [round(agreement(honest, rules), 3) for rules in (NO_DISCOUNTS, RULES)] == [0.926, 0.921]
    assert round(listed(rated(honest.log, RULES), RULES)[0], 1) == LEADER


def test_accomplices_make_no_leader() -> None:
    """Each with what it was worth where every match counts whole."""
    gained = {}
    for attack in ATTACKS:
        whole, now = gain(attack, NO_DISCOUNTS), gain(attack, RULES)
        place = "none" if RULES.is_provisional(now) else "higher" if now.ordinal > LEADER else "lower"
        gained[attack.name] = (round(whole.ordinal, 1), round(now.ordinal, 1), place)
    assert gained == {
        "300 wins over one accomplice": (35.2, 7.4, "none"),
        "300 wins over ten accomplices": (50.9, 12.6, "none"),
        "300 wins over a hundred fresh accounts": (56.1, 12.6, "none"),
        "the same, losing where wins do not count": (56.1, 20.5, "lower"),
        "the same with a thousand accounts": (67.8, 25.4, "lower"),
        "40 accounts with a ladder of their own": (65.9, 32.0, "lower"),
        # An honest pool of its own: nothing tells it from another.
        "100 accounts with a ladder of their own": (70.3, 33.3, "higher"),
        "300 tables of four with three accomplices": (50.9, 13.0, "none"),
        "300 accomplices' resignations at once": (56.1, 0.0, "none"),
        "300 wins over bots of one's own": (0.0, 0.0, "none"),
    }
