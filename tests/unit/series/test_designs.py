"""Who sits where: the designs of series."""

from collections import Counter

import pytest

from services.series.designs import MAX_GROUPS, Schedule
from services.series.document import Design, UnplayableSeries
from tests.unit.series.documents import document


def seatings(design: Design, entrants: int, seats: tuple[int, ...], matches: int) -> list[tuple[int, ...]]:
    schedule = Schedule(document(*"abcdefgh"[:entrants], design=design, seats=seats))
    return [schedule.table(number).entrants for number in range(matches)]


def test_a_duplicate_of_two_plays_each_deal_in_both_seatings() -> None:
    schedule = Schedule(document("a", "b"))
    tables = [schedule.table(number) for number in range(4)]
    assert [table.deal for table in tables] == [0, 0, 1, 1]
    assert [table.entrants for table in tables] == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_a_duplicate_of_three_seats_turns_everyone_through_every_seat_of_a_deal() -> None:
    first, second = seatings("duplicate", 3, (3,), 6)[:3], seatings("duplicate", 3, (3,), 6)[3:]
    assert first == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert second == [(0, 2, 1), (1, 0, 2), (2, 1, 0)], "the next round goes around the table the other way"


def test_all_pairs_of_entrants_meet_equally_often_in_a_round() -> None:
    met = Counter(tuple(sorted(seating)) for seating in seatings("duplicate", 4, (2,), 12))
    assert met == {(0, 1): 2, (0, 2): 2, (0, 3): 2, (1, 2): 2, (1, 3): 2, (2, 3): 2}


def test_a_round_robin_has_the_tables_of_a_duplicate_each_with_its_own_deal() -> None:
    schedule = Schedule(document("a", "b", design="round_robin"))
    tables = [schedule.table(number) for number in range(4)]
    assert [table.deal for table in tables] == [0, 1, 2, 3]
    assert [table.entrants for table in tables] == [(0, 1), (1, 0), (0, 1), (1, 0)]


def test_tables_of_several_sizes_are_mixed() -> None:
    sizes = Counter(len(seating) for seating in seatings("duplicate", 4, (2, 3, 4), 12 + 12 + 4))
    assert sizes == {2: 12, 3: 12, 4: 4}, "6 pairs, 4 groups of three and one of four, in every rotation"


def test_in_a_gauntlet_the_first_entrant_is_at_every_table() -> None:
    tables = seatings("gauntlet", 4, (2,), 6)
    assert Counter(tables) == {(0, 1): 1, (1, 0): 1, (0, 2): 1, (2, 0): 1, (0, 3): 1, (3, 0): 1}


def test_a_single_opponent_fills_the_other_seats_of_a_gauntlet() -> None:
    assert seatings("gauntlet", 2, (4,), 4) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


def test_a_lone_entrant_plays_itself_each_deal_once() -> None:
    schedule = Schedule(document("a", seats=(3,)))
    assert [schedule.table(number).entrants for number in range(2)] == [(0, 0, 0), (0, 0, 0)]
    assert [schedule.table(number).deal for number in range(2)] == [0, 1]


def test_paired_entrants_take_turns_in_the_same_seat_with_the_same_others() -> None:
    assert seatings("paired", 4, (3,), 6) == [(0, 2, 3), (1, 2, 3), (2, 0, 3), (2, 1, 3), (2, 3, 0), (2, 3, 1)]


def test_random_tables_seat_everyone_about_equally_often_and_nobody_twice() -> None:
    tables = seatings("random_tables", 5, (3,), 1000)
    assert all(len(set(seating)) == 3 for seating in tables)
    often = Counter(entrant for seating in tables for entrant in seating)
    assert all(540 < number < 660 for number in often.values()), "600 each, a standard deviation is 15"


@pytest.mark.parametrize("design", ["random_tables", "duplicate"])
def test_tables_depend_on_the_document_but_not_on_its_length(design: Design) -> None:
    one, longer, other = (
        [Schedule(made).table(number).entrants for number in range(40)]
        for made in (
            document(*"abcdef", design=design, matches=10),
            document(*"abcdef", design=design, matches=20),
            document(*"abcdeg", design=design, matches=10),
        )
    )
    assert one == longer != other


@pytest.mark.parametrize("design", ["duplicate", "round_robin", "gauntlet", "paired", "random_tables"])
def test_clusters_are_the_matches_of_a_deal(design: Design) -> None:
    schedule = Schedule(document(*"abcd", design=design, seats=(2, 3)))
    tables = [schedule.table(number) for number in range(100)]
    for table in tables[:90]:
        same_deal = [other.number for other in tables if other.deal == table.deal]
        assert list(schedule.cluster(table.number)) == same_deal
    assert sorted({table.deal for table in tables}) == list(range(1 + tables[-1].deal)), "deals are numbered through"


def test_a_number_of_matches_is_rounded_up_to_whole_clusters() -> None:
    schedule = Schedule(document("a", "b", "c", seats=(3,)))
    assert [schedule.whole_clusters(matches) for matches in (1, 3, 4)] == [3, 3, 6]


def test_too_many_groups_are_refused_and_can_be_drawn_instead() -> None:
    many = [str(number) for number in range(100)]
    with pytest.raises(UnplayableSeries, match=f"{MAX_GROUPS:,}"):
        Schedule(document(*many, seats=(5,)))
    assert len(Schedule(document(*many, seats=(5,), design="random_tables")).table(0).entrants) == 5
