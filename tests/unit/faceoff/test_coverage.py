"""Every card of the catalogue is played at random, and everything that it can do is seen."""

from tests.benchmarks.coverage_faceoff import report
from tests.unit.faceoff.changed_cards import changed
from tests.unit.faceoff.coverage import Coverage, fuzz

ENOUGH = 600
"""Matches; 100 to 200 are mostly enough."""


def test_every_card_is_played_and_everything_it_can_do_is_seen() -> None:
    coverage = fuzz(ENOUGH)
    print("\n".join(report(coverage)))  # noqa: T201 - pytest shows it with -s
    assert coverage.missing() == {}


def test_what_cards_can_be_seen_to_do() -> None:
    wanted = Coverage().missing()
    assert wanted["billy_the_kid"] == [
        "DISCARD in a Face Off",
        "DISCARD in the HQ",
        "DRAW in a Face Off",
        "DRAW in the HQ",
        "flies to the HQ",
        "played",
    ]
    assert wanted["peacemaker"] == ["combo", "played"]
    assert wanted["tamoe_gozen"] == ["played", "siege"]
    assert wanted["nagging_doubt_1"] == ["DESTROY_THIS", "PAY_DISCARD", "gained", "scored"]
    assert wanted["ninjas_vc3"] == ["PLACE", "scored", "taken"]
    assert len(wanted) == 233


def test_what_never_happens_is_not_seen() -> None:
    """A Star that pays on a condition that never holds."""
    never = {"op": "if", "cond": {"vp_at_least": 99}, "then": {"op": "vp", "n": 1}}
    coverage = Coverage(changed(tin_star={"abilities": [{"do": never}]}))
    for number in range(20):
        coverage.play(2 + number % 4, number)
    assert coverage.missing()["tin_star"] == ["VP in a Face Off", "VP in the HQ"]
