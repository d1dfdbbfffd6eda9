"""Rounds by the FIDE Dutch rules."""

from dataclasses import replace

import pytest

from services.tournaments import swiss
from services.tournaments.dutch import NoDutchPairing, pair_round
from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.swiss import SwissRules
from services.tournaments.swiss_matching import Field, PairingImpossible, match
from services.tournaments.two_seat_history import InvalidRecords, histories
from tests.unit.tournaments.dutch_events import EVENTS, compare, rounds_of
from tests.unit.tournaments.swiss_events import RandomEvent, byes, entrants, tables
from tests.unit.tournaments.test_swiss_events import Possible, check

RULES = SwissRules(rounds=9)


def test_rounds_are_those_of_the_reference_program() -> None:
    """Each criterion, and each choice between equally good pairings, decides some of them."""
    paired = 0
    for each in rounds_of(EVENTS.read_text()):
        found = compare(each)
        assert (found.pairs, found.byes, found.colours) == (True, True, len(each.sure)), (each.event, each.number)
        paired += 1
    assert paired > 100


def test_in_round_one_the_top_half_meets_the_bottom_half() -> None:
    round_ = pair_round(entrants("a\nb\nc\nd\ne"), 1, RULES)
    assert tables(round_) == ["a-c", "d-b"]
    assert byes(round_) == ["e"]
    assert round_.pairings[1].reasons == (
        "Both have 0 points.",
        "Seats: nobody has a claim; seed 2 is even, so the other begins.",
    )
    assert round_.byes[0].reasons == (
        "The number of entrants is odd.",
        "It has had no full bye.",
        "It has 0 points, of the lowest score group.",
    )


def test_a_later_round() -> None:
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
    assert round_.pairings[1].reasons == (
        "One floats down from 1 point to 0 points: an odd number has as many.",
        "Seats: of its games so far the first began 0 of 1, the second 1 of 1.",
    )


def test_with_equal_claims_the_one_with_more_points_has_its_seat() -> None:
    """C.04.3, 5.2.4: the higher rank is that of the points, then of the seeds."""
    a, b, *others = entrants("a w0c b0d\nb w1d b1c\nc b1a w0b\nd b0b w1a")
    assert tables(pair_round([a, b], 3, RULES, others)) == ["b-a"]


def test_nobody_and_one_entrant() -> None:
    assert pair_round([], 1, RULES) == Round(1, ())
    assert byes(pair_round(entrants("a"), 1, RULES)) == ["a"]
    assert byes(pair_round(entrants("a B"), 2, RULES)) == ["a"]


def test_where_all_have_met_the_rules_leave_nothing() -> None:
    table = """
        a w1b b1c w1d
        b b0a w1d b1c
        c b1d w0a w0b
        d w0c b0b b0a
    """
    with pytest.raises(NoDutchPairing, match="every pairing has a rematch, or a second bye"):
        pair_round(entrants(table), 4, RULES)


def test_nobody_has_a_second_bye() -> None:
    table = """
        a B   w1c
        b b0c B
        c w1b b0a
    """
    assert byes(pair_round(entrants(table), 3, RULES)) == ["c"]
    with pytest.raises(NoDutchPairing, match="every pairing has a rematch, or a second bye"):
        pair_round(entrants(table.replace("b0a", "F")), 3, RULES)
    a, b, c = entrants(table)
    missed = replace(c, results=(c.results[0], RoundResult(2, ResultKind.ABSENT, 100)))
    with pytest.raises(NoDutchPairing):
        pair_round([a, b, missed], 3, RULES)


def test_two_with_the_same_absolute_claim_meet_in_the_last_round_only() -> None:
    everybody = entrants("a w1c w1d\nb w1e w1f\nc b0a Z\nd Z b0a\ne b0b Z\nf Z b0b")
    leaders, others = everybody[:2], everybody[2:]
    with pytest.raises(NoDutchPairing, match="in every pairing two meet that have the same absolute claim to a seat"):
        pair_round(leaders, 3, RULES, others)
    last = pair_round(leaders, 3, SwissRules(rounds=3), others)
    assert tables(last) == ["b-a"]
    assert last.notes == (
        "b sits first for the third time running: both at its table have the same claim, and no better pairing is "
        "allowed.",
    )


def test_forbidden_pairs_never_meet() -> None:
    apart = SwissRules(9, frozenset({frozenset("ac")}))
    assert tables(pair_round(entrants("a\nb\nc\nd"), 1, apart)) == ["a-d", "c-b"]
    with pytest.raises(PairingImpossible):
        pair_round(entrants("a\nc"), 1, apart)


def test_records_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidRecords):
        pair_round([Entrant("a", 1), Entrant("b", 1)], 1, RULES)


@pytest.mark.slow
def test_what_holds_in_every_round_of_an_event() -> None:
    """The Dutch rules know the same absolute criteria, but that leaders may have a third same seat in the last
    round."""
    paired = 0
    for seed in range(50):
        event = RandomEvent(seed, most_entrants=24)
        for _ in range(event.rules.rounds - 1):
            here, others = event.present()
            try:
                round_ = pair_round(here, event.number, event.rules, others)
            except PairingImpossible:
                break
            except NoDutchPairing:
                field = Field(histories(here, others, event.number, 100), event.rules.forbidden)
                assert match(field).is_forced or swiss.pair_round(here, event.number, event.rules, others).notes
                break
            assert pair_round([*reversed(here)], event.number, event.rules, others) == round_
            possible = Possible(here, others, event.number, event.rules)
            if not possible.fewest_byes:
                assert check(round_, possible) == 0
            paired += 1
            event.play(round_)
    assert paired > 150
