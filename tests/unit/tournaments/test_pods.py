"""Pods: tables of three to five, seats, remainders, byes, points."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournaments.pod_scoring import InvalidScoring, PlacePoints, Wager, place_points, wager_points
from services.tournaments.pods import End, PodRules, PodsImpossible, Remainder, System, Ties, cut, pair_round
from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.seat_balance import order_of_seats, unserved
from services.tournaments.table_sizes import NoDivision, can_divide, divide, snake
from tests.marks import slow_unless
from tests.unit.tournaments.effort import EVENTS

WIN = 500
GIVEN = PodRules(ties=Ties.AS_GIVEN)
BYES = PodRules(ties=Ties.AS_GIVEN, remainder=Remainder.BYES)


def played(number: int, opponents: str = "", points: int = 0, seat: int = 0) -> RoundResult:
    """A round at a table with the entrants that these letters name."""
    return RoundResult(number, ResultKind.PLAYED, points, tuple(opponents), seat, 1)


def field(names: str) -> list[Entrant]:
    """Entrants without results, named by a letter each."""
    return [Entrant(name, seed) for seed, name in enumerate(names, start=1)]


def tables(made: Round) -> list[str]:
    """Who sits at each table, by name."""
    return ["".join(sorted(pairing.entrants)) for pairing in made.pairings]


# Sizes of tables


@pytest.mark.parametrize(
    ("entrants", "sizes", "preferred", "expected"),
    [
        (16, {3, 4}, 4, (4, 4, 4, 4)),
        (14, {3, 4}, 4, (4, 4, 3, 3)),
        (13, {3, 4}, 4, (4, 3, 3, 3)),
        (9, {3, 4}, 4, (3, 3, 3)),
        (14, {4, 5}, 4, (4, 5, 5)),
        (11, {3, 4, 5}, 5, (5, 3, 3)),
        (12, {3, 4, 5}, 5, (5, 4, 3)),
        (6, {3, 5}, 5, (3, 3)),
        (0, {4}, 4, ()),
    ],
)
def test_a_number_is_divided_into_tables(
    entrants: int, sizes: set[int], preferred: int, expected: tuple[int, ...]
) -> None:
    assert divide(entrants, sizes, preferred) == expected


@pytest.mark.parametrize(
    ("entrants", "sizes", "preferred"),
    [(1, {3, 4}, 4), (2, {3, 4, 5}, 4), (5, {3, 4}, 4), (7, {4, 5}, 4), (11, {4, 5}, 4), (4, {2, 4}, 4), (4, {3}, 4)],
)
def test_where_no_division_exists_an_error_says_so(entrants: int, sizes: set[int], preferred: int) -> None:
    with pytest.raises(NoDivision):
        divide(entrants, sizes, preferred)


@pytest.mark.parametrize("sizes", [{3}, {4}, {5}, {3, 4}, {4, 5}, {3, 5}, {3, 4, 5}])
def test_divisions_add_up_and_exist_where_any_sum_does(sizes: set[int]) -> None:
    reachable = {0}
    for total in range(1, 61):
        if any(total - size in reachable for size in sizes):
            reachable.add(total)
        assert can_divide(total, sizes) == (total in reachable)
        for preferred in sizes & {total and max(sizes), min(sizes)}:
            if total in reachable:
                assert sum(divide(total, sizes, preferred)) == total
                assert set(divide(total, sizes, preferred)) <= sizes


def test_the_snake_gives_the_best_the_smallest_tables() -> None:
    assert snake((4, 4, 4, 4)) == [[0, 7, 8, 15], [1, 6, 9, 14], [2, 5, 10, 13], [3, 4, 11, 12]]
    assert snake((4, 3, 3)) == [[0, 5, 6], [1, 4, 7], [2, 3, 8, 9]]
    assert snake(()) == []


def test_a_cut_to_sixteen_has_seeded_tables() -> None:
    order = [str(place) for place in range(1, 21)]
    made = cut(order, 16, {4}, 4)
    assert [" ".join(pairing.entrants) for pairing in made] == ["1 8 9 16", "2 7 10 15", "3 6 11 14", "4 5 12 13"]
    assert made[0].reasons == ("The best 16: seeds 1, 8, 9 and 16, in the order of seats.",)
    assert [len(pairing.entrants) for pairing in cut(order, 10, {3, 4}, 4)] == [3, 3, 4]


@pytest.mark.parametrize("size", [0, 5, 21])
def test_a_cut_that_cannot_be_is_refused(size: int) -> None:
    with pytest.raises(NoDivision):
        cut([str(place) for place in range(1, 21)], size, {3, 4}, 4)


# Who sits together


def test_those_with_equal_points_sit_together() -> None:
    points = dict(zip("abcdefgh", (0, 5, 0, 5, 0, 5, 0, 5), strict=True))
    entrants = [
        Entrant(name, seed, (RoundResult(1, ResultKind.ABSENT, points[name] * 100),))
        for seed, name in enumerate("abcdefgh", start=1)
    ]
    made = pair_round(entrants, 2, GIVEN)
    assert tables(made) == ["bdfh", "aceg"]
    assert made.pairings[0].reasons == (
        "All have 5 points.",
        "Nobody has met another of this table before.",
        "How often each had the seat that it has now: never, never, never and never.",
    )


def test_nobody_meets_again_where_points_allow() -> None:
    entrants = [
        Entrant(name, seed, (played(1, table.replace(name, ""), seat=table.index(name)),))
        for seed, (name, table) in enumerate(
            ((name, table) for table in ("abcd", "efgh", "ijkl", "mnop") for name in table), start=1
        )
    ]
    made = pair_round(entrants, 2, GIVEN)
    assert made.notes == ()
    for table in tables(made):
        assert [sum(name in group for name in table) for group in ("abcd", "efgh", "ijkl", "mnop")] == [1, 1, 1, 1]


def test_a_repeat_is_said_aloud_and_called_unavoidable_if_it_is() -> None:
    entrants = [Entrant(name, seed, (played(1, "abcd".replace(name, "")),)) for seed, name in enumerate("abcd", 1)]
    made = pair_round(entrants, 2, GIVEN)
    assert len(made.notes) == 6
    assert made.notes[0] == (
        "a and b, who met in round 1, meet again: every division into tables was searched, and in each somebody meets "
        "again."
    )
    assert "Pairs that have met before: 6; see the notes of the round." in made.pairings[0].reasons


def test_a_hidden_division_without_a_repeat_is_found() -> None:
    # Only the columns of the square have not met: rows, diagonals and their shifts have.
    square = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
    columns = [set(column) for column in zip(*square, strict=True)]
    names = "abcdefghijklmnop"
    entrants = [
        Entrant(
            names[one],
            one + 1,
            (
                RoundResult(
                    1,
                    ResultKind.PLAYED,
                    100 * (one % 7),
                    tuple(
                        names[other]
                        for other in range(16)
                        if other != one and not any({one, other} <= column for column in columns)
                    ),
                    one % 4,
                    1,
                ),
            ),
        )
        for one in range(16)
    ]
    made = pair_round(entrants, 2, GIVEN)
    assert made.notes == ()
    assert sorted(tables(made)) == ["aeim", "bfjn", "cgko", "dhlp"]


def test_power_pods_go_by_rank_alone() -> None:
    entrants = [
        Entrant(name, seed, (played(1, "abcdefgh".replace(name, ""), points=100 * seed),))
        for seed, name in enumerate("abcdefgh", start=1)
    ]
    made = pair_round(entrants, 2, replace(GIVEN, system=System.POWER))
    assert tables(made) == ["efgh", "abcd"]
    assert "Pairs that have met before: 6; these tables go by rank alone." in made.pairings[0].reasons


def test_those_who_must_not_meet_do_not() -> None:
    rules = replace(GIVEN, forbidden=frozenset({frozenset("ab"), frozenset("cd")}))
    made = pair_round(field("abcdefgh"), 1, rules)
    for table in tables(made):
        assert not {"a", "b"} <= set(table)
        assert not {"c", "d"} <= set(table)
    with pytest.raises(PodsImpossible):
        pair_round(field("abcd"), 1, rules)


# The remainder


def test_smaller_pods_go_to_the_low_or_to_the_high() -> None:
    low = pair_round(field("abcdefg"), 1, GIVEN)
    assert sorted(tables(low), key=len) == ["efg", "abcd"]
    high = pair_round(field("abcdefg"), 1, replace(GIVEN, remainder_for=End.HIGH))
    assert sorted(tables(high), key=len) == ["abc", "defg"]
    small = next(pairing for pairing in low.pairings if len(pairing.entrants) == 3)
    assert (
        "A smaller table, since the number of entrants does not fit; of its members, 0 were at one before."
        in small.reasons
    )


def test_larger_pods() -> None:
    made = pair_round(field("abcdefghi"), 1, replace(GIVEN, remainder=Remainder.LARGER_PODS))
    assert sorted(tables(made), key=len) == ["abcd", "efghi"]


def test_nobody_is_at_a_smaller_table_twice_if_others_can_be() -> None:
    entrants = field("abcdefg")
    small = [
        replace(each, results=(played(1, "xy", seat=at % 3),)) if each.id in "efg" else each
        for at, each in enumerate(entrants)
    ]
    made = pair_round(small, 2, GIVEN)
    assert min(tables(made), key=len) == "bcd"
    assert made.notes == ()


def test_byes_go_to_the_low_or_the_high_and_to_nobody_twice() -> None:
    made = pair_round(field("abcdefghij"), 1, BYES)
    assert [bye.entrant for bye in made.byes] == ["j", "i"]
    assert made.byes[0].reasons == (
        "10 entrants do not fill tables of 4.",
        "It has had no full bye.",
        "Byes go to the lowest in the standing of those with the fewest; it has 0 points.",
    )
    had = RoundResult(1, ResultKind.PAIRING_BYE, 0)
    again = [replace(each, results=(had,)) if each.id in "ij" else each for each in field("abcdefghij")]
    assert [bye.entrant for bye in pair_round(again, 2, BYES).byes] == ["h", "g"]
    high = pair_round(field("abcdefghij"), 1, replace(BYES, remainder_for=End.HIGH))
    assert [bye.entrant for bye in high.byes] == ["a", "b"]


@pytest.mark.parametrize(
    "full",
    [
        RoundResult(1, ResultKind.PAIRING_BYE, 0),
        RoundResult(1, ResultKind.FORFEIT_WIN, 0),
        RoundResult(1, ResultKind.REQUESTED_BYE, 100),
    ],
)
def test_whoever_had_a_full_bye_of_any_kind_has_no_other(full: RoundResult) -> None:
    lowest = Entrant("e", 5, (full,))
    points = (RoundResult(1, ResultKind.ABSENT, 100),)  # nobody is below the one with the bye
    others = [replace(each, results=points) for each in field("abcd")]
    assert [bye.entrant for bye in pair_round([*others, lowest], 2, BYES).byes] == ["d"]


def test_a_second_bye_is_given_only_if_everybody_had_one_and_is_said_aloud() -> None:
    had = RoundResult(1, ResultKind.PAIRING_BYE, 0)
    entrants = [replace(each, results=(had,)) for each in field("abcde")]
    made = pair_round(entrants, 2, BYES)
    assert [bye.entrant for bye in made.byes] == ["e"]
    assert made.notes == ("e has another full bye: everybody else has had one, or has one in this round.",)


def test_who_withdraws_and_comes_back_gets_no_second_bye() -> None:
    entrants = field("abcdefghi")
    byes = []
    for number in range(1, 7):
        there = [each for each in entrants if each.id != "i" or number % 2 == 1]
        made = pair_round(there, number, replace(BYES, seed=b"w"))
        byes += [bye.entrant for bye in made.byes]
        entrants = after(entrants, made, number)
    assert byes.count("i") <= 1


def test_where_no_tables_hold_all_as_few_as_possible_have_a_bye() -> None:
    larger = replace(GIVEN, remainder=Remainder.LARGER_PODS)
    for rules in (GIVEN, BYES, larger):
        assert pair_round([], 1, rules) == Round(1, ())
        assert [bye.entrant for bye in pair_round(field("a"), 1, rules).byes] == ["a"]
    for ids, rules, seated in (("abcde", GIVEN, ["abcd"]), ("abcdefghijk", larger, ["abcde", "fghij"])):
        made = pair_round(field(ids), 1, rules)
        assert tables(made) == seated
        (bye,) = made.byes
        assert bye.entrant == ids[-1]
        assert (
            bye.reasons[0] == f"{len(ids)} entrants do not fill tables of {'3 or 4' if rules is GIVEN else '4 or 5'}."
        )


def test_an_entrant_twice_is_refused() -> None:
    with pytest.raises(PodsImpossible, match="a"):
        pair_round(field("abca"), 1, GIVEN)


# Seats


def test_seats_go_to_those_who_had_them_least() -> None:
    counts = [(1, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0)]
    assert order_of_seats(counts, [0, 1, 1, 2]) == (1, 0, 2, 3)
    assert order_of_seats([(1, 1, 1), (1, 1, 1), (1, 1, 1)], [0, 1, 2]) == (1, 2, 0)


def test_how_many_cannot_have_a_seat_that_they_want() -> None:
    assert unserved((0b0001, 0b0010, 0b0100, 0b1000)) == 0
    assert unserved((0b0001, 0b0001, 0b0100, 0b1000)) == 1
    assert unserved((0b001, 0b001, 0b011)) == 1
    assert unserved(()) == 0


# Points


def test_points_by_place() -> None:
    rules = PlacePoints({4: (500, 300, 200, 100), 3: (500, 250, 100)})
    assert place_points((2, 1, 4, 3), rules) == (300, 500, 100, 200)
    assert place_points((1, 2, 2), rules) == (500, 175, 175)
    assert place_points((1, 1, 1, 4), rules) == (333, 333, 333, 100)
    assert place_points((1, 1, 1), replace(rules, draw=100)) == (100, 100, 100)
    assert place_points((1, 1, 3), replace(rules, draw=100)) == (375, 375, 100)


@pytest.mark.parametrize("places", [(), (1, 2), (1, 1, 2), (0, 1, 2), (2, 3, 4), (1, 2, 3, 4, 5)])
def test_places_that_are_none_have_no_points(places: tuple[int, ...]) -> None:
    with pytest.raises(InvalidScoring):
        place_points(places, PlacePoints({3: (3, 2, 1)}))


def test_the_winner_takes_all_stakes_and_joint_winners_share() -> None:
    wager = Wager(700)
    assert wager_points((1, 2, 3, 4), (100_000, 100_000, 90_000, 50_000), wager) == (16_800, -7_000, -6_300, -3_500)
    assert wager_points((1, 1, 3), (10_000, 10_000, 10_001), wager) == (350, 350, -700)
    assert wager_points((1, 1, 1), (100, 100, 200), Wager(1_000)) == (4, 3, -7)
    assert wager_points((1, 2, 2), (-500, 0, 300), wager) == (21, 0, -21)


@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(-1_000, 10**7)), min_size=1, max_size=5), st.integers(0, 10_000)
)
def test_a_wager_neither_makes_nor_loses_points(seats: list[tuple[int, int]], stake: int) -> None:
    strengths, points = zip(*seats, strict=True)
    places = [1 + sum(other < own for other in strengths) for own in strengths]
    changes = wager_points(places, points, Wager(stake))
    assert sum(changes) == 0
    assert all(change >= -max(0, had) for change, had in zip(changes, points, strict=True))


def test_a_wager_must_make_sense() -> None:
    for places, points, stake in (
        ((1, 2), (1, 2), 10_001),
        ((1, 2), (1, 2), -1),
        ((1, 2), (1,), 5),
        ((1, 3), (1, 2), 5),
    ):
        with pytest.raises(InvalidScoring):
            wager_points(places, points, Wager(stake))


# Generated events


@dataclass(frozen=True)
class Event:
    """An event that follows from its number: who comes, who leaves, who comes late, who does not appear."""

    number: int
    rules: PodRules
    entrants: int
    rounds: int

    def lot(self, *of: object) -> int:
        """A number below 2 to the power of 32."""
        return int.from_bytes(hashlib.sha256(repr((self.number, of)).encode()).digest()[:4], "big")

    def is_there(self, entrant: str, number: int) -> bool:
        """Some enter late, some leave, some miss a round."""
        fate = self.lot(entrant) % 12
        if fate == 0:
            return number > 1 + self.lot(entrant, "late") % 3
        if fate == 1:
            return number <= 1 + self.lot(entrant, "leaves") % 4
        return self.lot(entrant, number, "misses") % 20 != 0


def event(number: int) -> Event:
    """One of the generated events."""
    pick = Event(number, GIVEN, 0, 0).lot
    seats = 3 + pick("seats") % 3
    return Event(
        number,
        PodRules(
            seats=seats,
            remainder=list(Remainder)[pick("remainder") % 3],
            remainder_for=list(End)[pick("end") % 2],
            system=System.POWER if pick("system") % 6 == 0 else System.SWISS,
            ties=list(Ties)[pick("ties") % 2],
            seed=str(number).encode(),
        ),
        2 + pick("entrants") % 50,
        1 + pick("rounds") % 7,
    )


def after(entrants: Sequence[Entrant], made: Round, number: int, of: Event | None = None) -> list[Entrant]:
    """The entrants with their results of a round: by lot, and a table in thirty does not come together."""
    results: dict[str, RoundResult] = {
        bye.entrant: RoundResult(number, ResultKind.PAIRING_BYE, WIN) for bye in made.byes
    }
    for pairing in made.pairings:
        lots = Event(number, GIVEN, 0, 0).lot if of is None else of.lot
        order = sorted(pairing.entrants, key=lambda each: lots(each, number, "place"))
        alone = lots(pairing.entrants, number, "no-show") % 30 == 0
        for seat, each in enumerate(pairing.entrants):
            others = tuple(other for other in pairing.entrants if other != each)
            kind = ResultKind.PLAYED
            if alone:
                kind = ResultKind.FORFEIT_WIN if each == order[0] else ResultKind.FORFEIT_LOSS
            place = order.index(each) + 1
            results[each] = RoundResult(number, kind, WIN if place == 1 else 0, others, seat, place)
    absent = RoundResult(number, ResultKind.ABSENT, 0)
    return [replace(each, results=(*each.results, results.get(each.id, absent))) for each in entrants]


def rounds(of: Event) -> Iterator[tuple[list[Entrant], Round]]:
    """Who was there in each round, and what was made of it."""
    entrants = [Entrant(f"e{number}", number) for number in range(1, of.entrants + 1)]
    for number in range(1, of.rounds + 1):
        there = [each for each in entrants if of.is_there(each.id, number)]
        made = pair_round(there, number, of.rules)
        yield there, made
        entrants = after(entrants, made, number, of)


def idle(entrants: int, rules: PodRules) -> int:
    """How many find no place at tables of the allowed sizes, at least."""
    return next(each for each in range(entrants + 1) if can_divide(entrants - each, rules.sizes))


def assert_invariants(of: Event) -> None:
    """What holds in every round of every event."""
    for there, made in rounds(of):
        past = {each.id: each for each in there}
        seated = [each for pairing in made.pairings for each in pairing.entrants]
        byes = [bye.entrant for bye in made.byes]
        assert sorted(seated + byes) == sorted(past)
        assert [pairing.table for pairing in made.pairings] == list(range(1, len(made.pairings) + 1))
        assert all(len(pairing.entrants) in of.rules.sizes for pairing in made.pairings)
        assert len(byes) == idle(len(there), of.rules)
        assert all(pairing.reasons for pairing in made.pairings)
        assert_byes_are_due(past, byes)
        if of.rules.system is System.SWISS:
            again = [
                pair for pairing in made.pairings for pair in combinations(pairing.entrants, 2) if met(past, *pair)
            ]
            assert len(again) == sum("meet again" in note for note in made.notes)
            if again and len(seated) <= 12:
                assert not can_avoid_repeats(past, seated, [len(pairing.entrants) for pairing in made.pairings])
        if of.rules.ties is Ties.BY_LOT:
            assert pair_round(there[::-1], made.number, of.rules) == made


def assert_byes_are_due(past: dict[str, Entrant], byes: Sequence[str]) -> None:
    """Nobody has one more than somebody who has none in this round."""
    had = {each.id: full_byes(each) for each in past.values()}
    others = [had[each] for each in past if each not in byes]
    assert not byes or not others or max(had[each] for each in byes) <= min(others)


def full_byes(entrant: Entrant) -> int:
    """How often it had points without playing."""
    return sum(result.kind in (ResultKind.PAIRING_BYE, ResultKind.FORFEIT_WIN) for result in entrant.results)


def met(past: dict[str, Entrant], one: str, other: str) -> bool:
    """Whether two have played at a table."""
    return any(other in result.opponents for result in past[one].results if result.kind is ResultKind.PLAYED)


def can_avoid_repeats(past: dict[str, Entrant], left: Sequence[str], sizes: Sequence[int]) -> bool:
    """Whether there is a division in which nobody meets again: all are tried."""
    if not left:
        return True
    first, *others = left
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(others, size - 1):
            if not any(met(past, *pair) for pair in combinations((first, *mates), 2)) and can_avoid_repeats(
                past, [each for each in others if each not in mates], rest
            ):
                return True
    return False


@pytest.mark.parametrize("number", slow_unless(lambda number: number % 4 == 0, range(60)))
def test_invariants_hold_in_generated_events(number: int) -> None:
    assert_invariants(event(number))


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("start", range(1_000, 1_000 + EVENTS, 125))
def test_invariants_hold_in_many_generated_events(start: int) -> None:
    for number in range(start, start + 125):
        assert_invariants(event(number))


def test_of_a_hundred_nobody_meets_again_in_six_rounds_and_seats_are_balanced() -> None:
    entrants = [Entrant(f"e{number}", number) for number in range(1, 101)]
    for number in range(1, 7):
        made = pair_round(entrants, number, PodRules())
        assert made.notes == ()
        entrants = after(entrants, made, number)
    within_one = [each for each in entrants if spread_of_seats(each) <= 1]
    assert len(within_one) == 100


def spread_of_seats(entrant: Entrant) -> int:
    """How much more often it had one of four seats than another."""
    had = Counter(result.seat for result in entrant.results if result.kind is ResultKind.PLAYED)
    return max(had[seat] for seat in range(4)) - min(had[seat] for seat in range(4))


def test_who_forfeits_at_a_table_that_others_play_has_met_nobody() -> None:
    def told(id: str, seed: int, kind: ResultKind, *others: str) -> Entrant:
        return Entrant(id, seed, (RoundResult(1, kind, 100 * seed, others, seed % 3, 1),))

    entrants = [
        told("a", 1, ResultKind.PLAYED, "b", "c"),
        told("b", 2, ResultKind.FORFEIT_LOSS, "a", "c"),
        told("c", 3, ResultKind.PLAYED, "a", "b"),
        told("d", 4, ResultKind.PLAYED, "e", "f"),
        told("e", 5, ResultKind.PLAYED, "d", "f"),
        told("f", 6, ResultKind.PLAYED, "d", "e"),
    ]
    paired = pair_round(entrants, 2, PodRules(seats=3))
    assert sorted(each for pairing in paired.pairings for each in pairing.entrants) == ["a", "b", "c", "d", "e", "f"]
    assert not any("b and" in note or "and b" in note for note in paired.notes)
