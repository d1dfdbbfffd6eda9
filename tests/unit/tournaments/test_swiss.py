"""Swiss rounds of two seats, by hand."""

import subprocess
import sys
from dataclasses import replace

import pytest

from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.swiss import SwissRules, pair_round
from services.tournaments.swiss_matching import PairingImpossible
from services.tournaments.two_seat_history import InvalidRecords
from services.tournaments.wording import points_in_words
from tests.unit.tournaments.swiss_events import byes, entrants, tables

RULES = SwissRules(rounds=9)


def forbidding(*pairs: str) -> SwissRules:
    return SwissRules(9, frozenset(frozenset(pair) for pair in pairs))


def opponent(round_: Round, name: str) -> str:
    (other,) = {*next(p.entrants for p in round_.pairings if name in p.entrants)} - {name}
    return other


def test_in_round_one_the_top_half_meets_the_bottom_half_with_seats_in_turn() -> None:
    round_ = pair_round(entrants("a\nb\nc\nd\ne\nf"), 1, RULES)
    assert tables(round_) == ["a-d", "e-b", "c-f"]
    assert round_.pairings[0].reasons == (
        "Both have 0 points.",
        "Seats: nobody has a claim; seed 1 is odd, so it begins.",
    )
    assert round_.pairings[1].reasons[1] == "Seats: nobody has a claim; seed 2 is even, so the other begins."
    assert round_.notes == ()


def test_the_last_of_an_odd_number_has_the_bye_in_round_one() -> None:
    round_ = pair_round(entrants("a\nb\nc\nd\ne"), 1, RULES)
    assert tables(round_) == ["a-c", "d-b"]
    assert byes(round_) == ["e"]
    assert round_.byes[0].reasons == (
        "The number of entrants is odd.",
        "It has had no full bye.",
        "It has 0 points, of the lowest score group.",
    )


def test_those_with_equal_points_meet_and_seats_alternate() -> None:
    table = """
        a w1e
        b b1f
        c w1g
        d b1h
        e b0a
        f w0b
        g b0c
        h w0d
    """
    round_ = pair_round(entrants(table), 2, RULES)
    # a and c both began in round one, so that a cannot meet c, nor b d, without somebody beginning again.
    assert tables(round_) == ["d-a", "b-c", "e-h", "g-f"]
    assert round_.pairings[0].reasons == (
        "Both have 1 point.",
        "Seats: of its games so far the first began 0 of 1, the second 1 of 1.",
    )


def test_the_last_of_an_odd_score_group_floats_down_to_the_first_of_the_next() -> None:
    table = """
        a w1d
        b b1e
        c w1f
        d b0a
        e w0b
        f b0c
    """
    round_ = pair_round(entrants(table), 2, RULES)
    assert tables(round_) == ["b-a", "d-c", "f-e"]
    assert round_.pairings[1].reasons[0] == "One floats down from 1 point to 0 points: an odd number has as many."


def test_one_that_has_met_all_others_of_its_group_floats_down() -> None:
    table = """
        a w1d b=b
        b b1c w=a
        c w0b b1d
        d b0a w0c
    """
    round_ = pair_round(entrants(table), 3, RULES)
    assert tables(round_) == ["a-c", "d-b"]
    assert (
        round_.pairings[0].reasons[0] == "One floats down from 1.5 points to 1 point: it has met everybody else there."
    )
    assert round_.notes == ()


@pytest.mark.parametrize(
    ("third", "its_opponent", "who_floats"),
    [("Z w1x", "Z b0c", "c"), ("H w=x", "Z b=c", "b")],
    ids=["the last of the group", "not if it floated down in the last round"],
)
def test_who_floats_down(third: str, its_opponent: str, who_floats: str) -> None:
    table = f"""
        a Z w1d
        b Z w1e
        c {third}
        d Z b0a
        e Z b0b
        f Z b0y
        x {its_opponent}
        y Z w1f
    """
    everybody = entrants(table)
    round_ = pair_round(everybody[:6], 3, RULES, everybody[6:])
    assert opponent(round_, who_floats) == "d"
    assert opponent(round_, "a") == {"b": "c", "c": "b"}[who_floats]


def test_a_rematch_is_made_only_when_everybody_has_met_and_a_note_says_so() -> None:
    table = """
        a w1b b1c w1d
        b b0a w1d b1c
        c b1d w0a w0b
        d w0c b0b b0a
    """
    round_ = pair_round(entrants(table), 4, RULES)
    assert tables(round_) == ["b-a", "d-c"]
    assert round_.notes == (
        "b and a meet again: no allowed pairing has fewer than 2 rematches.",
        "d and c meet again: no allowed pairing has fewer than 2 rematches.",
    )
    assert "They meet for the 2nd time: a rematch could not be avoided." in round_.pairings[0].reasons


def test_two_entrants_meet_again_and_again_in_other_seats() -> None:
    everybody = entrants("a\nb")
    seated = []
    for number in range(1, 6):
        round_ = pair_round(everybody, number, RULES)
        seated += tables(round_)
        first, second = round_.pairings[0].entrants
        won = {
            first: RoundResult(number, ResultKind.PLAYED, 100, (second,), 0, 1),
            second: RoundResult(number, ResultKind.PLAYED, 0, (first,), 1, 2),
        }
        everybody = [replace(each, results=(*each.results, won[each.id])) for each in everybody]
    assert seated == ["a-b", "b-a", "a-b", "b-a", "a-b"]
    assert round_.notes == ("a and b meet again: no allowed pairing has fewer than 1 rematch.",)


def test_a_forfeit_is_no_meeting_and_no_seat() -> None:
    table = """
        a +b
        b !a
    """
    round_ = pair_round(entrants(table), 2, RULES)
    assert tables(round_) == ["a-b"]
    assert round_.notes == ()
    assert round_.pairings[0].reasons == (
        "One floats down from 1 point to 0 points: nobody else has as many.",
        "Seats: nobody has a claim; seed 1 is odd, so it begins.",
    )


def test_the_bye_goes_to_the_lowest_score_group_that_may_have_it() -> None:
    table = """
        a w1c b1b
        b b1d w0a
        c b0a w1d
        d w0b b0c
        e B   -
    """
    # d stands last, and c and e above it.
    assert byes(pair_round(entrants(table), 3, RULES)) == ["d"]
    again = table.replace("d w0b b0c", "d w0b F  ").replace("w1d", "-  ")
    round_ = pair_round(entrants(again), 3, RULES)
    assert byes(round_) == ["c"]


@pytest.mark.parametrize("code", ["B", "F", "+x"])
def test_nobody_has_a_second_full_bye_before_everybody_has_had_one(code: str) -> None:
    table = f"""
        a w1b
        b b0a
        c {code}
    """
    others = entrants("\n\n" + table.strip() + "\nx !c")[-1:]
    everybody = entrants(table)
    assert byes(pair_round(everybody, 2, RULES, [replace(other, seed=9) for other in others])) == ["b"]


def test_a_requested_half_point_is_no_full_bye() -> None:
    table = """
        a w1d
        b B
        c H
        d b0a
    """
    assert byes(pair_round(entrants(table)[:3], 2, RULES, entrants(table)[3:])) == ["c"]


def test_when_everybody_has_had_a_bye_one_has_another_and_a_note_says_so() -> None:
    table = """
        a B   w1c b1b
        b b0c B   w0a
        c w1b b0a B
    """
    round_ = pair_round(entrants(table), 4, RULES)
    assert byes(round_) == ["b"]
    assert round_.notes == (
        "b has another full bye: everybody has had one.",
        "a and c meet again: no allowed pairing has fewer than 1 rematch.",
    )
    assert round_.byes[0].reasons[1] == "Everybody has had once a full bye, or more often."


def test_one_that_leaves_and_returns_for_byes_has_one() -> None:
    """It stands last with the fewest points whenever it comes, and comes whenever the number is odd."""
    everybody = entrants("a\nb\nc\nd\ngreedy")
    given = []
    for number in range(1, 5):
        here = everybody if number != 2 else everybody[:4]
        round_ = pair_round(here, number, RULES, [e for e in everybody if e not in here])
        given += byes(round_)
        results = {bye: RoundResult(number, ResultKind.PAIRING_BYE, 100) for bye in byes(round_)}
        for pairing in round_.pairings:
            first, second = pairing.entrants
            loser = second if second == "greedy" else first
            for at, (own, other) in enumerate(((first, second), (second, first))):
                points = 0 if own == loser else 100
                results[own] = RoundResult(number, ResultKind.PLAYED, points, (other,), at, 2 - points // 100)
        away = RoundResult(number, ResultKind.ABSENT, 0)
        everybody = [replace(each, results=(*each.results, results.get(each.id, away))) for each in everybody]
    assert given[0] == "greedy"
    assert given.count("greedy") == 1


def test_of_equal_ones_the_bye_goes_to_the_one_that_has_played_most() -> None:
    table = """
        a w1e w1b
        b w1f b0a
        c -   w1f
        d -   b1e
        e b0a w0d
        f b0b b0c
        g Z   Z
    """
    assert byes(pair_round(entrants(table), 3, RULES)) == ["f"]


def test_the_bye_is_a_float_and_does_not_follow_one() -> None:
    table = """
        a w1m b1n
        b w1o b1p
        c w1q b1r
        d w1s b0t
        e w1u b0v
        v Z   w1e
    """
    everybody = entrants(table)
    # Only v's points tell that e floated down to it.
    assert byes(pair_round(everybody[:5], 3, RULES)) == ["e"]
    assert byes(pair_round(everybody[:5], 3, RULES, everybody[5:])) == ["d"]


def test_blocks_of_a_large_event_share_the_bye() -> None:
    upper = "\n".join(f"u{n} w1x" for n in range(800))
    lower = "\n".join(f"l{n} B" for n in range(801))
    everybody = [
        replace(each, results=(replace(each.results[0], points=0),)) if each.id.startswith("l") else each
        for each in entrants(f"{upper}\n{lower}")
    ]
    round_ = pair_round(everybody, 2, RULES)
    assert byes(round_)[0].startswith("u")
    assert round_.notes == ()


def test_blocks_of_a_large_event_are_left_where_one_forces_a_third_same_seat() -> None:
    """401 of the upper 800 must sit first, and 399 of the lower."""
    upper = "\n".join(f"u{n} {'b1x b1y' if n % 2 or n == 798 else 'w1x w1y'}" for n in range(800))
    lower = "\n".join(f"l{n} {'b0x b0y' if n % 2 and n != 1 else 'w0x w0y'}" for n in range(800))
    round_ = pair_round(entrants(f"{upper}\n{lower}"), 3, RULES)
    assert round_.notes == ()
    between = [pairing.entrants for pairing in round_.pairings if len({name[0] for name in pairing.entrants}) == 2]
    assert len(between) == 2


def test_no_third_same_seat_running_even_if_points_differ() -> None:
    table = """
        a w1e w1f
        b w1g w1h
        c b1h b1g
        d b1f b1e
        e b0a w0d
        f w0d b0a
        g b0b w0c
        h w0c b0b
    """
    round_ = pair_round(entrants(table), 3, RULES)
    assert tables(round_)[:2] == ["c-a", "d-b"]
    assert round_.pairings[0].reasons[1] == "Seats: of its games so far the first began 0 of 2, the second 2 of 2."
    # With the same seats before them, they do not meet: each floats down instead, though all have two points.
    alike = table.replace("b1h b1g", "w1h w1g").replace("b1f b1e", "w1f w1e")
    met = [set(table.split("-")) for table in tables(pair_round(entrants(alike), 3, RULES))]
    assert not [pair for pair in met if pair <= {"a", "b", "c", "d"}]


def test_a_third_same_seat_that_cannot_be_avoided_is_noted() -> None:
    table = """
        a w1x w1y
        b w0y w1x
    """
    round_ = pair_round(entrants(table), 3, RULES)
    assert tables(round_) == ["a-b"] or tables(round_) == ["b-a"]
    loser = round_.pairings[0].entrants[0]
    assert round_.notes == (
        f"{loser} sits first for the third time running: both at its table have the same claim, "
        "and no better pairing is allowed.",
    )


def test_forbidden_pairs_never_meet() -> None:
    everybody = entrants("a\nb\nc\nd")
    assert tables(pair_round(everybody, 1, forbidding("ac"))) == ["a-d", "c-b"]
    assert tables(pair_round(everybody, 1, forbidding("ac", "ad", "zz", "qx"))) == ["a-b", "c-d"]


def test_a_forbidden_pair_is_worse_than_a_rematch() -> None:
    table = """
        a w1b
        b b0a
        c w1d
        d b0c
    """
    round_ = pair_round(entrants(table), 2, forbidding("ac", "ad"))
    assert tables(round_) == ["b-a", "d-c"]
    assert len(round_.notes) == 2


def test_forbidden_pairs_that_leave_no_pairing_are_refused_with_those_concerned() -> None:
    everybody = entrants("a\nb\nc\nd")
    with pytest.raises(PairingImpossible) as refused:
        pair_round(everybody, 1, forbidding("ab", "ac", "bc"))
    assert sorted(refused.value.entrants) == ["a", "b", "c"]
    with pytest.raises(PairingImpossible):
        pair_round(everybody[:2], 1, forbidding("ab"))


def test_forbidden_pairs_may_force_a_second_bye() -> None:
    table = """
        a w1b
        b b0a
        c B
    """
    round_ = pair_round(entrants(table), 2, forbidding("ac", "bc"))
    assert byes(round_) == ["c"]
    assert round_.notes[0] == "c has another full bye: the forbidden pairs leave no other way."
    assert round_.byes[0].reasons[1] == "It has had a full bye before: the forbidden pairs leave no other way."


def test_nobody_and_one_entrant() -> None:
    assert pair_round([], 1, RULES) == Round(1, ())
    alone = pair_round(entrants("a"), 1, RULES)
    assert (alone.pairings, byes(alone)) == ((), ["a"])


def test_a_late_entry_is_paired_by_its_points() -> None:
    table = """
        a w1c b1b
        b b1d w0a
        c b0a w1d
        d w0b b0c
        e -   -
        f -   -
    """
    assert tables(pair_round(entrants(table), 3, RULES))[-1] in {"d-e", "e-d", "d-f", "f-d"}


@pytest.mark.parametrize(
    ("everybody", "number", "said"),
    [
        ([Entrant("a", 1), Entrant("a", 2)], 1, "id used by more than one entrant: a"),
        ([Entrant("a", 1), Entrant("b", 1)], 1, "seed used by more than one entrant: 1"),
        ([Entrant("a", 1), Entrant("b", 2)], 2, "entrant a does not have one result for each round before round 2"),
        ([Entrant("a", 1)], 0, "there is no round 0: the first is 1"),
        (entrants("a w1a"), 2, "entrant a: the table of round 1 is not one of two entrants"),
        (
            [Entrant("a", 1, (RoundResult(1, ResultKind.PLAYED, 100, ("b", "c"), 0, 1),))],
            2,
            "entrant a: the table of round 1 is not one of two entrants",
        ),
        (
            [Entrant("a", 1, (RoundResult(1, ResultKind.PLAYED, 100, ("b",), None, 1),))],
            2,
            "entrant a: round 1 was played without opponent or seat",
        ),
    ],
)
def test_records_that_contradict_each_other_are_refused(everybody: list[Entrant], number: int, said: str) -> None:
    with pytest.raises(InvalidRecords) as refused:
        pair_round(everybody, number, RULES)
    assert str(refused.value) == said


def test_an_entrant_is_not_at_once_present_and_elsewhere() -> None:
    with pytest.raises(InvalidRecords):
        pair_round(entrants("a\nb"), 1, RULES, entrants("a"))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (0, "0 points"),
        (100, "1 point"),
        (250, "2.5 points"),
        (33, "0.33 points"),
        (-50, "-0.5 points"),
        (1000, "10 points"),
    ],
)
def test_points_in_words(points: int, words: str) -> None:
    assert points_in_words(points) == words


PAIR_IN_A_PROCESS = """
from tests.unit.tournaments.swiss_events import RandomEvent
from services.tournaments.swiss import pair_round
event = RandomEvent(7, most_entrants=400)
while event.number <= event.rules.rounds:
    here, others = event.present()
    round_ = pair_round(here, event.number, event.rules, others)
    print(round_)
    event.play(round_)
"""


def test_every_process_pairs_alike() -> None:
    """Sets of strings are in another order in each."""
    said = {
        subprocess.run(
            (sys.executable, "-c", PAIR_IN_A_PROCESS),
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().count("Round(") >= 3
