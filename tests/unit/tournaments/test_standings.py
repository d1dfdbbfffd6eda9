"""Standings: ranks, joint ranks, decimals."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.standings import Row, decimal_text, points_text, standings
from services.tournaments.tie_break_rules import Format, TieBreakRules, UnplayedRules
from services.tournaments.tie_breaks import TIE_BREAKS
from tests.unit.tournaments import golden
from tests.unit.tournaments.events import two_seats

SUMS = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "sonneborn_berger_cut_1",
    "wins",
    "games_won",
    "later_seats",
    "progressive",
    "progressive_cut_1",
    "place_points",
)


def told(rows: list[Row]) -> list[str]:
    """``rank id points values``, a rank that is shared with a sign."""
    return [
        " ".join(
            (f"{row.rank}{'=' * row.is_joint}", row.entrant.id, row.points, *(each.text for each in row.tie_breaks))
        )
        for row in rows
    ]


def test_the_exercise_s_standings() -> None:
    rules = TieBreakRules(unplayed=UnplayedRules.FIDE_2026)
    rows = standings(two_seats(golden.SWISS), ["buchholz_cut_1", "buchholz", "sonneborn_berger"], rules)
    assert told(rows) == [
        "1 2 4 12 13 9.5",
        "2 3 3.5 13 15.5 10.5",
        "3 4 3.5 11.5 14 9.25",
        "4 1 3.5 11 12.5 8",
        "5 16 3.5 11 12.5 7.25",
        "6 6 3 10.5 11.5 6",
        "7 8 2.5 12 13.5 5.25",
        "8 11 2.5 11 12.5 4.75",
        "9 5 2.5 7.5 8.5 4.25",
        "10 15 2 11 12 3.5",
        "11 12 2 9.5 11.5 4",
        "12 14 2 9 11 4.5",
        "13 7 1.5 12.5 14.5 3.25",
        "14 13 1.5 12 14 4.25",
        "15 9 1.5 7.5 9 2.25",
        "16 10 1 11.5 13 1.5",
    ]


def test_who_is_equal_in_everything_shares_a_rank_and_is_listed_by_seed() -> None:
    rows = standings(two_seats("+W4 =B2\n+W3 =W1\n-B2 --\n-B1 --"), ["wins", "progressive"])
    assert told(rows) == ["1= 1 1.5 1 2.5", "1= 2 1.5 1 2.5", "3= 3 0 0 0", "3= 4 0 0 0"]


def test_direct_encounter_is_between_those_still_tied_when_its_turn_comes() -> None:
    rules = TieBreakRules(format=Format.ROUND_ROBIN)
    entrants = two_seats(golden.ROUND_ROBIN)
    assert told(standings(entrants, ["direct_encounter", "sonneborn_berger"], rules)) == [
        "1 1 3.5 2 9.25",
        "2= 2 3.5 0 6.25",
        "2= 3 3.5 0 6.25",
        "4 6 1.5 2 2.25",
        "5 5 1.5 1 3.25",
        "6 4 1.5 0 4.25",
    ]
    assert told(standings(entrants, ["sonneborn_berger", "direct_encounter"], rules)) == [
        "1 1 3.5 9.25 ",
        "2= 2 3.5 6.25 0",
        "2= 3 3.5 6.25 0",
        "4 4 1.5 4.25 ",
        "5 5 1.5 3.25 ",
        "6 6 1.5 2.25 ",
    ]


def test_direct_encounter_says_whom_it_is_about() -> None:
    row = standings(two_seats(golden.ROUND_ROBIN), ["direct_encounter"], TieBreakRules(format=Format.ROUND_ROBIN))[0]
    value = row.tie_breaks[0].value
    assert value is not None
    assert value.note == "Placed before 2 of the 2 others that are tied; 2 of them were met."
    assert [f"{each.opponent} {each.contribution}" for each in value.terms] == ["2 1", "3 1"]


def test_nobody_has_no_standings_and_an_unknown_tie_break_is_an_error() -> None:
    assert standings([], ["buchholz"]) == []
    with pytest.raises(KeyError, match="luck"):
        standings(two_seats("--"), ["luck"])


def test_decimals_are_exact_or_rounded_to_four_places() -> None:
    assert [points_text(each) for each in (0, 50, 100, 350, 333, 1005)] == ["0", "0.5", "1", "3.5", "3.33", "10.05"]
    assert [decimal_text(Fraction(*each)) for each in ((2, 3), (1, 3), (1, 20000), (1, 20001), (-7, 4), (-1, 3))] == [
        "0.6667",
        "0.3333",
        "0.0001",
        "0",
        "-1.75",
        "-0.3333",
    ]


@st.composite
def swiss_events(draw: st.DrawFn) -> list[Entrant]:
    """Up to nine entrants and four rounds, with every kind of result."""
    size = draw(st.integers(2, 9))
    results: dict[int, list[RoundResult]] = {number: [] for number in range(1, size + 1)}
    for round in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(range(1, size + 1)))
        absent = draw(st.integers(0, size))
        for number in order[:absent]:
            kind, points = draw(
                st.sampled_from([(ResultKind.ABSENT, 0), (ResultKind.REQUESTED_BYE, 50), (ResultKind.PAIRING_BYE, 100)])
            )
            results[number].append(RoundResult(round, kind, points))
        paired = order[absent:]
        if len(paired) % 2:
            results[paired[-1]].append(RoundResult(round, ResultKind.PAIRING_BYE, 100))
        played, won, lost = ResultKind.PLAYED, ResultKind.FORFEIT_WIN, ResultKind.FORFEIT_LOSS
        for first, second in zip(paired[::2], paired[1::2], strict=False):
            kinds, points_of = draw(
                st.sampled_from(
                    [
                        ((played, played), (100, 0)),
                        ((played, played), (50, 50)),
                        ((played, played), (0, 100)),
                        ((won, lost), (100, 0)),
                        ((lost, lost), (0, 0)),
                    ]
                )
            )
            for seat, (own, other) in enumerate(((first, second), (second, first))):
                place = 1 if points_of[seat] else 2
                results[own].append(RoundResult(round, kinds[seat], points_of[seat], (str(other),), seat, place))
    return [Entrant(str(number), number, tuple(own)) for number, own in results.items()]


ALL = [id for id in TIE_BREAKS if id != "rating_performance"]


@given(swiss_events(), st.permutations(ALL), st.sampled_from(UnplayedRules))
def test_standings_do_not_depend_on_the_order_of_entrants(
    entrants: list[Entrant], tie_breaks: list[str], unplayed: UnplayedRules
) -> None:
    rules = TieBreakRules(unplayed=unplayed)
    rows = standings(entrants, tie_breaks[:4], rules)
    assert standings(entrants[::-1], tie_breaks[:4], rules) == rows
    assert sorted(row.entrant.seed for row in rows) == list(range(1, len(entrants) + 1))
    for place, (row, behind) in enumerate(pairwise(rows), 1):
        assert row.entrant.points >= behind.entrant.points
        assert behind.rank in (row.rank, place + 1)
        assert (behind.rank == row.rank) <= (row.is_joint and behind.is_joint)


@given(swiss_events(), st.sampled_from(UnplayedRules))
def test_what_is_shown_adds_up_to_the_value(entrants: list[Entrant], unplayed: UnplayedRules) -> None:
    for row in standings(entrants, SUMS, TieBreakRules(unplayed=unplayed)):
        for each in row.tie_breaks:
            assert each.value is not None
            assert each.value.value == sum(term.contribution for term in each.value.terms if not term.is_cut)
            assert sum(term.is_cut for term in each.value.terms) <= 2
