"""Rounds by the FIDE Dutch rules."""

import subprocess
import sys
from dataclasses import replace

import pytest

from services.tournaments import swiss
from services.tournaments.dutch import MOST_ENTRANTS, NoDutchPairing, NotForDutch, pair_round
from services.tournaments.records import Entrant, ResultKind, Round, RoundResult
from services.tournaments.swiss import SwissRules
from services.tournaments.swiss_matching import Field, PairingImpossible, match
from services.tournaments.two_seat_history import InvalidRecords, histories
from tests.unit.tournaments.swiss_events import RandomEvent, byes, entrants, tables
from tests.unit.tournaments.test_swiss_events import Possible, check

RULES = SwissRules(rounds=9)
FULL = RoundResult(3, ResultKind.REQUESTED_BYE, 100)


def test_in_round_one_the_top_half_meets_the_bottom_half() -> None:
    round_ = pair_round(entrants("a\nb\nc\nd\ne"), 1, RULES)
    assert tables(round_) == ["a-c", "d-b"]
    assert byes(round_) == ["e"]
    assert round_.pairings[0].reasons == (
        "Both have 0 points.",
        "Seats: as FIDE C.04.3, part E, gives the white pieces.",
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
    assert round_.pairings[1].reasons[0] == "One floats down from 1 point to 0 points: an odd number has as many."


def test_nobody_and_one_entrant() -> None:
    assert pair_round([], 1, RULES) == Round(1, ())
    assert byes(pair_round(entrants("a"), 1, RULES)) == ["a"]


def test_more_entrants_than_it_is_for_are_refused() -> None:
    with pytest.raises(NotForDutch, match="up to 60 entrants, not 61"):
        pair_round([Entrant(f"e{n}", n) for n in range(1, MOST_ENTRANTS + 2)], 1, RULES)


def test_points_that_are_not_halves_of_a_win_are_refused() -> None:
    third = Entrant("a", 1, (RoundResult(1, ResultKind.REQUESTED_BYE, 33),))
    with pytest.raises(NotForDutch, match="a has points that are not in halves of a win"):
        pair_round([third, Entrant("b", 2, third.results)], 2, RULES)


def test_where_all_have_met_the_rules_leave_nothing() -> None:
    table = """
        a w1b b1c w1d
        b b0a w1d b1c
        c b1d w0a w0b
        d w0c b0b b0a
    """
    with pytest.raises(NoDutchPairing, match="every pairing has a rematch, or a second bye"):
        pair_round(entrants(table), 4, RULES)


def test_forbidden_pairs_never_meet() -> None:
    everybody = entrants("a w1c\nb b1d\nc b0a\nd w0b")
    assert tables(pair_round(everybody, 2, RULES)) == ["b-a", "c-d"]
    apart = SwissRules(9, frozenset({frozenset("ab")}))
    assert {frozenset(table.split("-")) for table in tables(pair_round(everybody, 2, apart))} == {
        frozenset("ad"),
        frozenset("bc"),
    }
    with pytest.raises(PairingImpossible):
        pair_round(everybody[:2], 2, apart)


def test_in_round_one_the_library_knows_no_forbidden_pairs_and_is_refused() -> None:
    with pytest.raises(NoDutchPairing, match="have met, or must not"):
        pair_round(entrants("a\nb\nc\nd"), 1, SwissRules(9, frozenset({frozenset("ac")})))


def test_records_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidRecords):
        pair_round([Entrant("a", 1), Entrant("b", 1)], 1, RULES)


def test_another_bye_is_noted_when_everybody_has_had_one() -> None:
    table = """
        a B   w1c b1b
        b b0c B   w0a
        c w1b b0a B
        d -   -   -
        e -   -   -
    """
    everybody = [
        replace(each, results=(*each.results[:2], FULL)) if each.seed > 3 else each for each in entrants(table)
    ]
    round_ = pair_round(everybody, 4, RULES)
    assert round_.notes == (f"{byes(round_)[0]} has another full bye: everybody has had one.",)


@pytest.mark.slow
def test_what_holds_in_every_round_of_an_event() -> None:
    """The Dutch rules know the same absolute criteria, but that leaders may have a third same seat in the last
    round."""
    paired = 0
    for seed in range(50):
        event = RandomEvent(seed, most_entrants=24)
        event.rules = SwissRules(event.rules.rounds)
        for _ in range(event.rules.rounds - 1):
            here, others = event.present()
            try:
                round_ = pair_round(here, event.number, event.rules, others)
            except NoDutchPairing:
                field = Field(histories(here, others, event.number, 100), ())
                matching = match(field)
                assert matching.is_forced or swiss.pair_round(here, event.number, event.rules, others).notes
                break
            placed = sorted(name for pairing in round_.pairings for name in pairing.entrants)
            assert sorted([*placed, *byes(round_)]) == sorted(each.id for each in here)
            possible = Possible(here, others, event.number, event.rules)
            if not possible.fewest_byes:
                assert check(round_, possible) == 0
            paired += 1
            event.play(round_)
    assert paired > 150


WITHOUT_THE_LIBRARY = """
import sys
sys.modules["caissify_pairings"] = None
from services.tournaments.dutch import DutchNotInstalled, pair_round
from services.tournaments.swiss import SwissRules
try:
    pair_round([], 1, SwissRules(3))
except DutchNotInstalled as error:
    print(error)
"""


def test_without_the_library_it_says_what_to_install() -> None:
    done = subprocess.run((sys.executable, "-c", WITHOUT_THE_LIBRARY), check=True, capture_output=True, text=True)
    assert done.stdout == "the Dutch system needs the extra `dutch`: pip install 'playhall[dutch]'\n"
