"""Who has the first seat."""

import pytest

from services.tournaments.first_seat import seat
from services.tournaments.two_seat_history import Float, History, SeatClaim
from tests.marks import each_row

ALTERNATED = "Seats: the other way round than when the two last sat differently, their claims being equal."


def one(name: str, seats: str, seed: int = 1) -> History:
    """An entrant that has sat so, ``w`` in the first seat and ``b`` in the second."""
    return History(name, seed, 0, {}, tuple("wb".index(each) for each in seats), (Float.NONE,) * len(seats), 0, 0)


@pytest.mark.parametrize(
    ("seats", "wanted", "strength"),
    [
        ("", None, SeatClaim.NONE),
        ("w", 1, SeatClaim.STRONG),
        ("b", 0, SeatClaim.STRONG),
        ("wb", 0, SeatClaim.MILD),
        ("bw", 1, SeatClaim.MILD),
        ("ww", 1, SeatClaim.ABSOLUTE),
        ("wbb", 0, SeatClaim.ABSOLUTE),
        ("bwwbb", 0, SeatClaim.ABSOLUTE),
        ("wwbb", 0, SeatClaim.ABSOLUTE),
        ("bwbbwb", 0, SeatClaim.ABSOLUTE),
        ("wwwwbb", 1, SeatClaim.ABSOLUTE),
        ("wbwbw", 1, SeatClaim.STRONG),
    ],
)
def test_the_claim_to_a_seat(seats: str, wanted: int | None, strength: SeatClaim) -> None:
    assert one("a", seats).claim == (wanted, strength)


@each_row(
    ("higher", "lower", "first", "reason"),
    [
        ("w", "b", "lower", "Seats: of its games so far the first began 0 of 1, the second 1 of 1."),
        ("wb", "bw", "higher", "Seats: the first sat second last, the second sat first last."),
        ("", "w", "higher", "Seats: of its games so far the first began none, the second 1 of 1."),
        ("b", "", "higher", "Seats: of its games so far the first began 0 of 1, the second none."),
        ("wb", "b", "lower", "Seats: of its games so far the first began 0 of 1, the second 1 of 2."),
        ("bw", "wbw", "higher", "Seats: of its games so far the first began 1 of 2, the second 2 of 3."),
        ("wbw", "bww", "higher", "Seats: the second sat first 2 times running."),
        ("wwbb", "b", "higher", "Seats: the first sat second 2 times running."),
        ("bwb", "bwbbw", "higher", ALTERNATED),
        ("bwbbw", "bwb", "lower", ALTERNATED),
        ("wb", "wb", "higher", "Seats: both want the same one and have sat alike; the better standing has it."),
        ("bw", "bw", "lower", "Seats: both want the same one and have sat alike; the better standing has it."),
    ],
)
def test_who_begins(higher: str, lower: str, first: str, reason: str) -> None:
    seating = seat(one("higher", higher), one("lower", lower, 2))
    assert seating.first.id == first
    assert seating.second.id == {"higher": "lower", "lower": "higher"}[first]
    assert seating.reason == reason
    assert seating.breached is None


def test_with_no_claim_an_odd_seed_begins() -> None:
    assert [seat(one("a", "", seed), one("b", "", 9)).first.id for seed in (1, 2, 3, 4)] == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("higher", "lower", "breached"),
    [("bb", "wbb", "lower"), ("wbb", "bb", "higher"), ("ww", "ww", "lower"), ("bb", "bb", "lower")],
)
def test_of_two_absolute_claims_the_one_more_out_of_balance_is_granted(higher: str, lower: str, breached: str) -> None:
    seating = seat(one("higher", higher), one("lower", lower, 2))
    assert seating.breached is not None
    assert seating.breached.id == breached
