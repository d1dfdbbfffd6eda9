"""Round robins: Berger's tables, designs with equal meetings, and what is searched for where there is none."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from services.tournaments.meeting_designs import designs
from services.tournaments.records import Round
from services.tournaments.round_robin import Prefer, RoundRobinImpossible, TableRounds, berger, table_rounds
from services.tournaments.table_sizes import NoDivision
from tests.marks import slow_unless

# FIDE Handbook, C.05, Annex 1.
BERGER = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
    10: [
        "1-10 2-9 3-8 4-7 5-6",
        "10-6 7-5 8-4 9-3 1-2",
        "2-10 3-1 4-9 5-8 6-7",
        "10-7 8-6 9-5 1-4 2-3",
        "3-10 4-2 5-1 6-9 7-8",
        "10-8 9-7 1-6 2-5 3-4",
        "4-10 5-3 6-2 7-1 8-9",
        "10-9 1-8 2-7 3-6 4-5",
        "5-10 6-4 7-3 8-2 9-1",
    ],
    12: [
        "1-12 2-11 3-10 4-9 5-8 6-7",
        "12-7 8-6 9-5 10-4 11-3 1-2",
        "2-12 3-1 4-11 5-10 6-9 7-8",
        "12-8 9-7 10-6 11-5 1-4 2-3",
        "3-12 4-2 5-1 6-11 7-10 8-9",
        "12-9 10-8 11-7 1-6 2-5 3-4",
        "4-12 5-3 6-2 7-1 8-11 9-10",
        "12-10 11-9 1-8 2-7 3-6 4-5",
        "5-12 6-4 7-3 8-2 9-1 10-11",
        "12-11 1-10 2-9 3-8 4-7 5-6",
        "6-12 7-5 8-4 9-3 10-2 11-1",
    ],
    14: [
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8",
        "14-8 9-7 10-6 11-5 12-4 13-3 1-2",
        "2-14 3-1 4-13 5-12 6-11 7-10 8-9",
        "14-9 10-8 11-7 12-6 13-5 1-4 2-3",
        "3-14 4-2 5-1 6-13 7-12 8-11 9-10",
        "14-10 11-9 12-8 13-7 1-6 2-5 3-4",
        "4-14 5-3 6-2 7-1 8-13 9-12 10-11",
        "14-11 12-10 13-9 1-8 2-7 3-6 4-5",
        "5-14 6-4 7-3 8-2 9-1 10-13 11-12",
        "14-12 13-11 1-10 2-9 3-8 4-7 5-6",
        "6-14 7-5 8-4 9-3 10-2 11-1 12-13",
        "14-13 1-12 2-11 3-10 4-9 5-8 6-7",
        "7-14 8-6 9-5 10-4 11-3 12-2 13-1",
    ],
    16: [
        "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9",
        "16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2",
        "2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10",
        "16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3",
        "3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11",
        "16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4",
        "4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12",
        "16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5",
        "5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13",
        "16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6",
        "6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14",
        "16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7",
        "7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15",
        "16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8",
        "8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1",
    ],
}


def named(entrants: int) -> list[str]:
    """Entrants that are called by their numbers."""
    return [str(number) for number in range(1, entrants + 1)]


def table(rounds: Sequence[Round]) -> list[str]:
    """Rounds of two seats as they are printed."""
    return [" ".join("-".join(pairing.entrants) for pairing in made.pairings) for made in rounds]


@pytest.mark.parametrize("entrants", sorted(BERGER))
def test_the_published_tables(entrants: int) -> None:
    assert table(berger(named(entrants))) == BERGER[entrants]


@pytest.mark.parametrize("entrants", sorted(BERGER))
def test_with_an_odd_number_the_opponent_of_the_last_one_sits_out(entrants: int) -> None:
    made = berger(named(entrants - 1))
    assert table(made) == [
        " ".join(pair for pair in line.split() if str(entrants) not in pair.split("-")) for line in BERGER[entrants]
    ]
    assert [bye.entrant for each in made for bye in each.byes] == [
        next(
            number
            for pair in line.split()
            if str(entrants) in pair.split("-")
            for number in pair.split("-")
            if number != str(entrants)
        )
        for line in BERGER[entrants]
    ]


def test_a_double_round_robin_exchanges_seats_and_has_no_three_in_a_row() -> None:
    assert table(berger(named(4), 2)) == ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "4-2 1-3", "3-4 2-1"]
    assert table(berger(named(2), 2)) == ["1-2", "2-1"]


@pytest.mark.parametrize("entrants", range(2, 33))
def test_everybody_meets_everybody_once_a_cycle_and_begins_equally_often(entrants: int) -> None:
    for cycles in (1, 2, 3):
        made = berger(named(entrants), cycles)
        assert [each.number for each in made] == list(range(1, len(made) + 1))
        met = Counter(frozenset(pairing.entrants) for each in made for pairing in each.pairings)
        assert met == {frozenset(pair): cycles for pair in combinations(named(entrants), 2)}
        first = Counter(pairing.entrants[0] for each in made for pairing in each.pairings)
        balance = [2 * first[each] - cycles * (entrants - 1) for each in named(entrants)]
        assert max(balance) <= 1
        assert min(balance) >= -1
        for each in made:
            seated = [one for pairing in each.pairings for one in pairing.entrants]
            assert sorted(seated + [bye.entrant for bye in each.byes]) == sorted(named(entrants))


def test_a_host_is_told_why() -> None:
    made = berger(named(3))[1]
    assert made.pairings[0].reasons == ("Round 2 of Berger's table: number 1 with the first seat meets number 2.",)
    assert made.byes[0].reasons == ("With an odd number everybody sits out once a cycle.",)


@pytest.mark.parametrize(
    ("entrants", "cycles"), [([], 1), (["ann"], 1), (["ann", "ben", "ann"], 1), (["ann", "ben"], 0)]
)
def test_a_round_robin_that_cannot_be_is_refused(entrants: list[str], cycles: int) -> None:
    with pytest.raises(RoundRobinImpossible):
        berger(entrants, cycles)


# Three to five seats

DESIGNS = {
    (9, 3): [("affine plane", 4, 1, 0)],
    (16, 4): [("affine plane", 5, 1, 0)],
    (25, 5): [("affine plane", 6, 1, 0)],
    (15, 3): [("Kirkman's fifteen", 7, 1, 0)],
    (12, 3): [("rotational design", 11, 2, 0)],
    (18, 3): [("rotational design", 17, 2, 0)],
    (24, 3): [("rotational design", 23, 2, 0)],
    (8, 4): [("rotational design", 7, 3, 0)],
    (12, 4): [("rotational design", 11, 3, 0)],
    (20, 4): [("rotational design", 19, 3, 0)],
    (24, 4): [("rotational design", 23, 3, 0)],
    (20, 5): [("rotational design", 19, 4, 0)],
    (6, 3): [("all tables", 10, 4, 0)],
    (4, 3): [("near design", 4, 2, 1)],
    (7, 3): [("near design", 7, 2, 1), ("difference set", 7, 1, 4)],
    (13, 3): [("near design", 13, 2, 1)],
    (16, 3): [("near design", 16, 2, 1)],
    (19, 3): [("near design", 19, 2, 1)],
    (25, 3): [("near design", 25, 2, 1)],
    (5, 4): [("near design", 5, 3, 1)],
    (13, 4): [("near design", 13, 3, 1), ("difference set", 13, 1, 9)],
    (17, 4): [("near design", 17, 3, 1)],
    (21, 4): [("near design", 21, 3, 1)],
    (6, 5): [("near design", 6, 4, 1)],
    (11, 5): [("near design", 11, 4, 1)],
    (16, 5): [("near design", 16, 4, 1)],
    (21, 5): [("near design", 21, 4, 1), ("difference set", 21, 1, 16)],
    (3, 3): [("one table", 1, 1, 0)],
    (4, 4): [("one table", 1, 1, 0)],
    (5, 5): [("one table", 1, 1, 0)],
}


def test_these_are_all_designs() -> None:
    found = {
        (entrants, seats): [
            (each.name, len(each.rounds), each.meetings, each.idle) for each in designs(entrants, seats)
        ]
        for seats in (3, 4, 5)
        for entrants in range(1, 60)
    }
    assert {key: value for key, value in found.items() if value} == DESIGNS


@pytest.mark.parametrize(("entrants", "seats"), sorted(DESIGNS))
def test_in_a_design_any_two_meet_equally_often(entrants: int, seats: int) -> None:
    for design in designs(entrants, seats):
        meetings = Counter(
            frozenset(pair) for tables in design.rounds for table in tables for pair in combinations(table, 2)
        )
        assert meetings == {frozenset(pair): design.meetings for pair in combinations(range(entrants), 2)}
        for tables in design.rounds:
            seated = [each for table in tables for each in table]
            assert len(set(seated)) == len(seated) == entrants - design.idle
            assert {len(table) for table in tables} == {seats}


@pytest.mark.parametrize(("entrants", "seats"), sorted(DESIGNS))
def test_in_a_design_seats_are_balanced(entrants: int, seats: int) -> None:
    for prefer in Prefer:
        made = table_rounds(named(entrants), {seats}, seats, prefer=prefer)
        assert made.design is not None
        assert made.seat_difference <= 1
        assert made.fewest_meetings == made.most_meetings
        assert_sound(made, entrants)


def test_nine_in_threes() -> None:
    made = table_rounds(named(9), {3}, 3)
    groups = [" ".join("".join(sorted(pairing.entrants)) for pairing in each.pairings) for each in made.rounds]
    assert groups == ["123 456 789", "147 258 369", "159 267 348", "168 249 357"]
    assert made.rounds[0].pairings[0].reasons == (
        "Round 1 of a plan in which any two meet once (affine plane).",
        "Seats are dealt so that everybody has each equally often.",
    )


def test_seven_in_threes_all_play_or_meet_once() -> None:
    assert [len(each.byes) for each in table_rounds(named(7), {3}, 3).rounds] == [1] * 7
    made = table_rounds(named(7), {3}, 3, prefer=Prefer.FEWEST_TABLES)
    assert ["".join(sorted(each.pairings[0].entrants)) for each in made.rounds] == [
        *("124", "235", "346", "457", "156", "267", "137"),
    ]


def test_a_design_can_be_repeated_or_cut() -> None:
    twice = table_rounds(named(9), {3}, 3, rounds=8)
    assert (twice.fewest_meetings, twice.most_meetings, twice.seat_difference) == (2, 2, 1)
    cut = table_rounds(named(16), {4}, 4, rounds=3)
    assert (cut.fewest_meetings, cut.most_meetings, cut.design) == (0, 1, "affine plane")


@pytest.mark.parametrize(
    ("entrants", "sizes", "rounds", "meetings", "seats"),
    [
        (7, {3, 4}, None, (0, 2), 1),
        (10, {3, 4}, None, (0, 3), 2),
        (11, {3, 4}, None, (0, 2), 1),
        (14, {3, 4}, 13, (2, 3), 1),
        (22, {3, 4}, None, (0, 2), 1),
        (32, {4}, 7, (0, 1), 1),
        (18, {3, 4, 5}, 6, (1, 2), 1),
    ],
)
def test_where_there_is_no_design_meetings_are_nearly_equal(
    entrants: int, sizes: set[int], rounds: int | None, meetings: tuple[int, int], seats: int
) -> None:
    """As even as they were when this was written: less even ones are worse."""
    made = table_rounds(named(entrants), sizes, max(sizes), rounds)
    assert made.design is None
    assert (made.fewest_meetings, made.most_meetings) == meetings
    assert made.seat_difference <= seats
    assert_sound(made, entrants)


@pytest.mark.parametrize("sizes", slow_unless(lambda sizes: max(sizes) < 5, [{3}, {4}, {5}, {3, 4}, {4, 5}, {3, 4, 5}]))
def test_every_number_of_entrants_has_rounds(sizes: set[int]) -> None:
    for entrants in range(min(sizes), 20):
        for rounds in (1,) if entrants % 8 else (3,):
            made = table_rounds(named(entrants), sizes, max(sizes), rounds)
            assert len(made.rounds) == rounds
            assert_sound(made, entrants)


def assert_sound(made: TableRounds, entrants: int) -> None:
    """Everybody is there once a round, and sits out as often as the others, within one; the figures are right."""
    meetings: Counter[frozenset[str]] = Counter()
    out: Counter[str] = Counter()
    for number, each in enumerate(made.rounds, start=1):
        seated = [one for pairing in each.pairings for one in pairing.entrants]
        byes = [bye.entrant for bye in each.byes]
        assert each.number == number
        assert sorted(seated + byes) == sorted(named(entrants))
        out.update(byes)
        meetings.update(frozenset(pair) for pairing in each.pairings for pair in combinations(pairing.entrants, 2))
    every = [meetings[frozenset(pair)] for pair in combinations(named(entrants), 2)]
    assert (min(every), max(every)) == (made.fewest_meetings, made.most_meetings)
    assert max(out[each] for each in named(entrants)) - min(out[each] for each in named(entrants)) <= 1


def test_the_same_entrants_have_the_same_rounds() -> None:
    assert table_rounds(named(7), {3, 4}, 4) == table_rounds(named(7), {3, 4}, 4)


@pytest.mark.parametrize(
    ("entrants", "sizes", "preferred", "rounds", "error"),
    [
        (0, {3}, 3, None, RoundRobinImpossible),
        (1, {3}, 3, None, RoundRobinImpossible),
        (2, {3}, 3, None, RoundRobinImpossible),
        (9, {3}, 3, 0, RoundRobinImpossible),
        (9, {3}, 3, 201, RoundRobinImpossible),
        (129, {3}, 3, 1, RoundRobinImpossible),
        (9, {3}, 4, None, NoDivision),
        (9, {2}, 2, None, NoDivision),
        (9, set(), 3, None, NoDivision),
    ],
)
def test_rounds_that_cannot_be_are_refused(
    entrants: int, sizes: set[int], preferred: int, rounds: int | None, error: type[Exception]
) -> None:
    with pytest.raises(error):
        table_rounds(named(entrants), sizes, preferred, rounds)


def test_an_entrant_twice_is_refused() -> None:
    with pytest.raises(RoundRobinImpossible):
        table_rounds(["ann", "ben", "ann"], {3}, 3)
