"""Ladders: divisions, seasons, who goes up and down."""

import hashlib
from collections.abc import Sequence
from itertools import chain, combinations

import pytest

from services.tournaments.ladder import Divisions, InvalidLadder, LadderRules, Move, new_season, season

RULES = LadderRules(moving=1, split_above=6, merge_below=3)


def divisions(*names: str) -> Divisions:
    """Divisions whose entrants are named by a letter each."""
    return tuple(map(tuple, names))


def shown(made: Divisions) -> list[str]:
    """Divisions as they are written here."""
    return ["".join(division) for division in made]


def test_the_best_go_up_and_the_worst_go_down() -> None:
    before = divisions("abcd", "efgh", "ijkl")
    after = new_season(before, before, RULES)
    assert shown(after.divisions) == ["abce", "dfgi", "hjkl"]
    assert after.moves == (
        Move("d", 1, 2, "Place 4 of 4 in division 1: the last 1 go down."),
        Move("e", 2, 1, "Place 1 of 4 in division 2: the first 1 go up."),
        Move("h", 2, 3, "Place 4 of 4 in division 2: the last 1 go down."),
        Move("i", 3, 2, "Place 1 of 4 in division 3: the first 1 go up."),
    )
    assert after.notes == ()


def test_the_final_order_decides_who_moves() -> None:
    after = new_season(divisions("abcd", "efgh"), ["dcba", "hgfe"], RULES)
    assert shown(after.divisions) == ["dcbh", "agfe"]


def test_nobody_goes_up_and_down_at_once() -> None:
    before = divisions("abc", "def", "ghi")
    after = new_season(before, before, LadderRules(moving=3, split_above=6, merge_below=2))
    assert shown(after.divisions) == ["abd", "ceg", "fhi"]


def test_who_leaves_takes_no_place() -> None:
    before = divisions("abcd", "efgh")
    after = new_season(before, before, RULES, leaving={"d", "e"})
    assert shown(after.divisions) == ["abf", "cgh"]
    assert after.notes == ("d and e left.",)


def test_newcomers_enter_the_lowest_division_behind_all_others() -> None:
    before = divisions("abcd", "efgh")
    after = new_season(before, before, RULES, entering="xy")
    assert shown(after.divisions) == ["abce", "dfghxy"]
    assert after.notes == ("x and y entered division 2, the lowest.",)
    assert shown(new_season((), (), RULES, entering="xyz").divisions) == ["xyz"]


def test_a_division_that_is_too_large_is_split() -> None:
    before = divisions("abcd", "efgh")
    after = new_season(before, before, RULES, entering="xyz")
    assert shown(after.divisions) == ["abce", "dfgh", "xyz"]
    assert after.notes == (
        "x, y and z entered division 2, the lowest.",
        "Division 2 had more than 6 entrants (7): it was split.",
    )


def test_a_division_that_is_too_small_is_merged() -> None:
    before = divisions("abc", "def", "ghi")
    after = new_season(before, before, RULES, leaving={"b", "i", "h"})
    assert shown(after.divisions) == ["adcefg"]
    assert after.notes == (
        "b, h and i left.",
        "Division 1 had fewer than 3 entrants (2): divisions 1 and 2 were merged.",
        "Division 2 had fewer than 3 entrants (1): divisions 1 and 2 were merged.",
    )


def test_two_small_neighbours_become_one_and_the_lowest_joins_the_one_above() -> None:
    before = divisions("abcd", "ef")
    after = new_season(before, before, RULES)
    assert shown(after.divisions) == ["abcedf"]
    assert after.notes == ("Division 2 had fewer than 3 entrants (2): divisions 1 and 2 were merged.",)


def test_a_ladder_may_be_empty_or_have_one_entrant() -> None:
    assert new_season((), (), RULES).divisions == ()
    assert new_season(divisions("a"), ["a"], RULES).divisions == (("a",),)
    assert new_season(divisions("a"), ["a"], RULES, leaving={"a"}).divisions == ()


@pytest.mark.parametrize(
    ("before", "final", "entering", "leaving"),
    [
        (("ab",), ("ac",), "", ""),
        (("ab",), (), "", ""),
        (("ab", "bc"), ("ab", "bc"), "", ""),
        (("ab",), ("ab",), "a", ""),
        (("ab",), ("ab",), "xx", ""),
        (("ab",), ("ab",), "", "x"),
    ],
)
def test_records_that_contradict_each_other_are_refused(
    before: Sequence[str], final: Sequence[str], entering: str, leaving: str
) -> None:
    with pytest.raises(InvalidLadder):
        new_season(divisions(*before), final, RULES, entering=entering, leaving=leaving)


@pytest.mark.parametrize(("moving", "split_above", "merge_below"), [(-1, 20, 6), (1, 10, 6), (1, 20, 0)])
def test_rules_that_split_and_merge_the_same_division_are_refused(
    moving: int, split_above: int, merge_below: int
) -> None:
    with pytest.raises(InvalidLadder):
        LadderRules(moving, split_above, merge_below)


def test_a_season_is_all_against_all() -> None:
    met = [frozenset(pairing.entrants) for each in season("abcd", RULES) for pairing in each.pairings]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations("abcd", 2)]
    twice = season("abcd", LadderRules(cycles=2))
    assert len(twice) == 6


def test_a_season_at_tables_meets_equally_often() -> None:
    rounds = season("abcdefghi", LadderRules(seats=3, sizes=frozenset({3})))
    met = [pair for each in rounds for pairing in each.pairings for pair in combinations(sorted(pairing.entrants), 2)]
    assert sorted(met) == list(combinations("abcdefghi", 2))


def test_a_division_too_small_for_a_table_plays_nothing() -> None:
    assert season("a", RULES) == ()
    assert season("", RULES) == ()
    assert season("ab", LadderRules(seats=3, sizes=frozenset({3}))) == ()


@pytest.mark.parametrize("ladder", range(40))
def test_nobody_is_lost_or_doubled_in_ten_seasons(ladder: int) -> None:
    def lot(*of: object) -> int:
        return int.from_bytes(hashlib.sha256(repr((ladder, of)).encode()).digest()[:4], "big")

    rules = LadderRules(1 + lot("moving") % 3, 8 + lot("split") % 12, 2 + lot("merge") % 3)
    made: Divisions = ()
    for number in range(10):
        there = list(chain.from_iterable(made))
        entering = [f"{number}.{new}" for new in range(lot(number, "entering") % 15)]
        leaving = {each for each in there if lot(number, each, "leaves") % 6 == 0}
        final = [sorted(division, key=lambda each: lot(number, each)) for division in made]
        after = new_season(made, final, rules, entering=entering, leaving=leaving)
        assert sorted(chain.from_iterable(after.divisions)) == sorted({*there, *entering} - leaving)
        sizes = [len(division) for division in after.divisions]
        assert all(rules.merge_below <= size <= rules.split_above for size in sizes) or len(sizes) <= 1
        assert len({move.entrant for move in after.moves}) == len(after.moves)
        up = sorted(move.to_division for move in after.moves if move.to_division < move.from_division)
        down = sorted(move.from_division for move in after.moves if move.to_division > move.from_division)
        assert up == down
        made = after.divisions
