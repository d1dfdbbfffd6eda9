"""Tie-breaks against the exercises of the FIDE technical commission, and the sums behind them."""

from fractions import Fraction

import pytest

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.standings import decimal_text, points_text
from services.tournaments.tie_break_rules import Event, Format, TieBreakRules, UnplayedRules
from services.tournaments.tie_breaks import (
    RATING_DIFFERENCES,
    TIE_BREAKS,
    TieBreakUnusableError,
    Value,
    order_by_direct_encounter,
    tie_break_value,
)
from tests.unit.tournaments import golden
from tests.unit.tournaments.events import pods, two_seats

SWISS_2024 = TieBreakRules(unplayed=UnplayedRules.FIDE_2024, ratings=golden.RATINGS)
SWISS_2026 = TieBreakRules(unplayed=UnplayedRules.FIDE_2026, ratings=golden.RATINGS)
PODS = TieBreakRules(seats=4, win=500, draw=200)
TWO_ROUNDS = ("a b c d | e f g h", "a e b f | c=g d h")


def texts(id: str, entrants: list[Entrant], rules: TieBreakRules) -> dict[str, str]:
    """The values of all entrants as decimal numbers."""
    return {each.id: decimal_text(tie_break_value(id, each, entrants, rules).value) for each in entrants}


def of(id: str, entrant: str, entrants: list[Entrant], rules: TieBreakRules) -> Value:
    (one,) = (each for each in entrants if each.id == entrant)
    return tie_break_value(id, one, entrants, rules)


@pytest.mark.parametrize("id", [*golden.BOTH, *golden.IN_2024])
def test_the_exercise_s_values_of_2024(id: str) -> None:
    assert texts(id, two_seats(golden.SWISS), SWISS_2024) == (golden.BOTH | golden.IN_2024)[id]


@pytest.mark.parametrize("id", [*golden.BOTH, *golden.IN_2026])
def test_the_exercise_s_values_of_2026(id: str) -> None:
    assert texts(id, two_seats(golden.SWISS), SWISS_2026) == (golden.BOTH | golden.IN_2026)[id]


@pytest.mark.parametrize("rules", [SWISS_2024, SWISS_2026], ids=["2024", "2026"])
def test_the_exercise_s_points_and_adjusted_scores(rules: TieBreakRules) -> None:
    entrants = two_seats(golden.SWISS)
    event = Event(entrants, rules)
    assert " ".join(points_text(each.points) for each in entrants) == golden.POINTS
    assert " ".join(points_text(event.adjusted[each.id]) for each in entrants) == golden.ADJUSTED


@pytest.mark.parametrize("unplayed", UnplayedRules)
@pytest.mark.parametrize("id", [name for name in golden.IN_ROUND_ROBIN if name != "points"])
def test_the_exercise_s_round_robin(id: str, unplayed: UnplayedRules) -> None:
    entrants = two_seats(golden.ROUND_ROBIN)
    rules = TieBreakRules(unplayed=unplayed, format=Format.ROUND_ROBIN)
    assert {each.id: points_text(each.points) for each in entrants} == golden.IN_ROUND_ROBIN["points"]
    assert texts(id, entrants, rules) == golden.IN_ROUND_ROBIN[id]


def test_the_exercise_s_direct_encounter_in_a_long_swiss() -> None:
    expected = golden.IN_LONG_SWISS["direct_encounter"]
    assert texts("direct_encounter", two_seats(golden.LONG_SWISS), SWISS_2024) == expected


def test_a_bye_is_explained_by_its_dummy_and_the_cap() -> None:
    entrants = two_seats(golden.SWISS)
    bye = of("buchholz", "4", entrants, SWISS_2026).terms[1]
    assert (bye.round, bye.opponent, bye.contribution, bye.is_cut) == (2, "", Fraction(5, 2), False)
    assert bye.note == (
        "Not played: counts as a game against a dummy with the entrant's own score of 3.5, but no more than 2.5, which "
        "draws in all 5 rounds would give."
    )
    before = of("buchholz", "4", entrants, SWISS_2024).terms[1]
    assert before.contribution == Fraction(7, 2)
    assert before.note == "Not played: counts as a game against a dummy with the entrant's own score of 3.5."


def test_a_forfeit_is_explained_by_its_dummy_and_the_scheduled_opponent() -> None:
    forfeit = of("buchholz", "11", two_seats(golden.SWISS), SWISS_2026).terms[3]
    assert (forfeit.round, forfeit.opponent, forfeit.contribution) == (4, "9", Fraction(3, 2))
    assert forfeit.note == (
        "Not played: counts as a game against a dummy with the entrant's own score of 2.5, but no more than the "
        "scheduled opponent's 1.5."
    )


def test_a_forfeit_is_capped_by_the_scheduled_opponent_alone() -> None:
    """Not by what draws would give, too: the winner by forfeit has 3 of 3, the opponent 2, and draws give 1.5."""
    entrants = two_seats("+FW2 +W3 +W4\n-FB1 +W4 +W3\n+W4 -B1 -B2\n-B3 -B2 -B1")
    assert [each.contribution for each in of("buchholz", "1", entrants, SWISS_2026).terms] == [2, 1, 0]


def test_rounds_to_come_raise_the_cap() -> None:
    entrants = two_seats("+BYE +W2\n+W3 -B1\n-B2 --")
    ends, goes_on = (of("buchholz", "1", entrants, TieBreakRules(rounds=rounds)) for rounds in (None, 5))
    assert ends.terms[0].contribution == 1
    assert goes_on.terms[0].contribution == 2


def test_cut_1_leaves_out_a_round_that_the_entrant_chose_not_to_play_before_a_lower_opponent() -> None:
    terms = of("buchholz_cut_1", "9", two_seats(golden.SWISS), SWISS_2024).terms
    assert [(each.contribution, each.is_cut) for each in terms] == [
        (Fraction(7, 2), False),
        (1, False),
        (Fraction(3, 2), True),
        (Fraction(3, 2), False),
        (Fraction(3, 2), False),
    ]


def test_of_several_rounds_not_played_cut_1_leaves_out_the_one_with_the_lowest_score() -> None:
    """5 has a forfeit loss against 6, who has more points (dummy 2.5, worth 0), and a bye of half a point (dummy 2, as
    draws in four rounds, worth 1). The bye goes: 1 is not less than the 0.5 of the lowest opponent. 2.5 is what the
    technical commission's checker (1.9.57) computes."""
    entrants = two_seats("""
        -B5 =B3 -W3 -W2
        -B4 =BYE -- +B1
        -B6 =W1 +B1 -FB4
        +W2 -- -B5 +FW3
        +W1 -FB6 +W4 =BYE
        +W3 +FW5 +BYE +BYE
    """)
    value = of("sonneborn_berger_cut_1", "5", entrants, SWISS_2026)
    assert [(each.round, each.contribution, each.is_cut) for each in value.terms] == [
        (1, Fraction(1, 2), False),
        (2, 0, False),
        (3, 2, False),
        (4, 1, True),
    ]
    assert value.value == Fraction(5, 2)
    before = of("sonneborn_berger_cut_1", "5", entrants, SWISS_2024)
    assert [each.round for each in before.terms if each.is_cut] == [1]
    assert before.value == Fraction(13, 4)


def test_the_median_leaves_out_the_lowest_and_the_highest() -> None:
    value = of("buchholz_median", "1", two_seats(golden.SWISS), SWISS_2024)
    assert value.value == 7
    assert [decimal_text(each.contribution) for each in value.terms if each.is_cut] == ["1.5", "4"]


def test_sums_of_nobody_are_nothing() -> None:
    entrants = [Entrant("a", 1), Entrant("b", 2)]
    rules = TieBreakRules(ratings={})
    assert {id: texts(id, entrants, rules) for id in TIE_BREAKS} == {id: {"a": "0", "b": "0"} for id in TIE_BREAKS}


@pytest.mark.parametrize("id", ["buchholz", "buchholz_cut_1", "buchholz_median", "average_opponents_buchholz"])
def test_buchholz_is_not_for_round_robins(id: str) -> None:
    entrants = two_seats(golden.ROUND_ROBIN)
    with pytest.raises(TieBreakUnusableError, match="round robin"):
        tie_break_value(id, entrants[0], entrants, TieBreakRules(format=Format.ROUND_ROBIN))


def test_rating_performance_needs_ratings_and_counts_rated_opponents_only() -> None:
    entrants = two_seats("+W2 =B3\n-B1 --\n-- =W1")
    with pytest.raises(TieBreakUnusableError, match="needs ratings"):
        of("rating_performance", "1", entrants, TieBreakRules())
    value = of("rating_performance", "1", entrants, TieBreakRules(ratings={"1": 2000, "3": 1500}))
    assert value.value == 1500
    assert value.note == "The mean of these, 1500, and +0 for 50 % of the points."
    assert of("rating_performance", "1", entrants, TieBreakRules(ratings={"2": 1501, "3": 1500})).value == 1501 + 193


def test_the_differences_of_rating_performance_fall() -> None:
    assert len(RATING_DIFFERENCES) == 51
    assert list(RATING_DIFFERENCES) == sorted(RATING_DIFFERENCES, reverse=True)
    assert [RATING_DIFFERENCES[100 - share] for share in (100, 90, 75, 67, 60, 50)] == [800, 366, 193, 125, 72, 0]


def groups_of(text: str, rules: TieBreakRules | None = None) -> list[str]:
    """The order that direct encounter puts all entrants in; those still tied stand together."""
    entrants = two_seats(text)
    ordered = order_by_direct_encounter(entrants, Event(entrants, rules or TieBreakRules()))
    return ["".join(each.id for each in group) for group in ordered.groups]


def test_if_all_have_met_their_games_decide_and_again_among_those_equal() -> None:
    assert groups_of("+W2 =W3\n-B1 +W3\n=B1 -B2") == ["1", "2", "3"]
    assert groups_of("+W2 -B3\n-B1 +W3\n-B2 +W1") == ["123"]
    # 1 and 2 have two points each of the games among all four, and 1 has won against 2
    assert groups_of("+W2 +W3 -B4\n-B1 +W3 +W4\n-B1 -B2 +W4\n+W1 -B2 -B3") == ["1", "2", "3", "4"]


def test_if_not_all_have_met_first_is_who_is_alone_there_whatever_the_missing_games_give() -> None:
    assert groups_of("+W2 +W3\n-B1 --\n-B1 --") == ["1", "23"]
    assert groups_of("+W2 --\n-B1 --\n-- --") == ["123"]
    assert groups_of("+W2 =W3\n-B1 --\n=B1 --") == ["123"]  # 3 could have as much


def test_who_is_left_is_looked_at_again() -> None:
    assert groups_of("+W2 +W3 +W4\n-B1 +W3 --\n-B1 -B2 --\n-B1 -- --") == ["1", "234"]
    assert groups_of("+W2 +W3 +W4\n-B1 +W3 +W4\n-B1 -B2 --\n-B1 -B2 --") == ["1", "2", "34"]


def test_two_meetings_count_as_their_mean() -> None:
    """So 1 has one point of its two meetings, and 3 could win against it."""
    assert groups_of("+W2 +B2\n-B1 -W1") == ["1", "2"]
    assert groups_of("+W2 -B2\n-B1 +W1") == ["12"]
    assert groups_of("+W2 +B2 --\n-B1 -W1 --\n-- -- --") == ["123"]


def test_forfeits_are_encounters_in_a_round_robin_only() -> None:
    assert groups_of("+FW2\n-FB1") == ["12"]
    assert groups_of("+FW2\n-FB1", TieBreakRules(format=Format.ROUND_ROBIN)) == ["1", "2"]


def test_a_round_off_in_a_round_robin_is_no_dummy() -> None:
    entrants = two_seats("+W2 -BYE +W3\n-B1 +W3 -BYE\n-BYE -B2 -B1")
    rules = TieBreakRules(format=Format.ROUND_ROBIN)
    assert texts("sonneborn_berger", entrants, rules) == {"1": "1", "2": "0", "3": "0"}
    assert texts("koya", entrants, rules) == {"1": "1", "2": "0", "3": "0"}


def test_pods_sum_what_was_finished_before_whom() -> None:
    """Points: a 10, e 8, c and g 5, b 4, f 3, d 1, h 0."""
    entrants = pods(*TWO_ROUNDS)
    assert [points_text(each.points) for each in entrants] == ["10", "4", "5", "1", "8", "3", "5", "0"]
    assert [texts("sonneborn_berger", entrants, PODS)[name] for name in "ac"] == ["25", "4.5"]
    assert [texts("place_points", entrants, PODS)[name] for name in "acd"] == ["6", "3.5", "1"]
    table = TieBreakRules(seats=4, win=500, place_points=(600, 400, 200))
    assert [texts("place_points", entrants, table)[name] for name in "acd"] == ["12", "7", "2"]


def test_pods_average_over_the_opponents_met() -> None:
    entrants = pods(*TWO_ROUNDS)
    value = of("average_opponents_points", "a", entrants, PODS)
    assert [f"{each.round} {each.opponent} {each.contribution}" for each in value.terms] == [
        "1 b 4",
        "1 c 5",
        "1 d 1",
        "2 e 8",
        "2 b 4",
        "2 f 3",
    ]
    assert value.value == Fraction(25, 6)
    assert texts("wins", entrants, PODS)["a"] == "2"
    later = texts("later_seats", entrants, PODS)
    assert [later[name] for name in "abcdefgh"] == ["0", "2", "1", "2", "1", "2", "2", "2"]


def test_an_opponents_win_share_has_a_floor() -> None:
    """Shares: b 0.4, c 0.5, d 0.1 counts 0.25, e 0.8, b 0.4, f 0.3."""
    value = of("opponents_win_share", "a", pods(*TWO_ROUNDS), PODS)
    assert value.value == Fraction(265, 600)
    assert [each.note for each in value.terms if each.note] == ["No less than the floor."]
    lower = TieBreakRules(seats=4, win=500, win_share_floor=Fraction(1, 10))
    assert of("opponents_win_share", "a", pods(*TWO_ROUNDS), lower).value == Fraction(250, 600)


def test_in_pods_every_seat_without_an_opponent_counts_as_the_floor() -> None:
    entrants = pods("a b c d | e f g")
    told = {name: of("opponents_win_share", name, entrants, PODS) for name in "e"}
    assert [each.contribution for each in told["e"].terms] == [Fraction(3, 5), Fraction(1, 4), Fraction(1, 4)]
    with_bye = pods("a b c d", "a b c e")
    bye = of("opponents_win_share", "d", with_bye, PODS)
    assert [each.note for each in bye.terms[3:]] == ["A seat without an opponent counts as the floor."] * 3


def test_with_two_seats_byes_are_no_opponents_and_the_floor_is_a_third() -> None:
    entrants = two_seats("+BYE +W2\n+W3 -B1\n-B2 --")
    assert of("opponents_win_share", "1", entrants, TieBreakRules()).value == Fraction(1, 2)
    assert of("opponents_win_share", "2", entrants, TieBreakRules()).value == (Fraction(33, 100) + 1) / 2


def test_the_opponents_opponents_are_averaged_by_opponent() -> None:
    """Points: 1 has 2, 2 and 3 one each, 4 none. The opponents of 2 have 1 on average, and so have those of 3."""
    entrants = two_seats("+W2 +W3\n-B1 +W4\n+W4 -B1\n-B3 -B2")
    assert texts("average_opponents_points", entrants, TieBreakRules()) == {"1": "1", "2": "1", "3": "1", "4": "1"}
    uneven = two_seats("+W2 +W3\n-B1 +W4\n+W4 -B1\n-B3 -B2\n+BYE +BYE")
    assert texts("average_opponents_opponents_points", uneven, TieBreakRules())["5"] == "0"
    assert texts("average_opponents_opponents_points", uneven, TieBreakRules())["4"] == "1"


def test_table_points_count_as_shares_of_each_table() -> None:
    entrants = pods("a:12 b:6 c:2 d:0", "a:0 b:0 c:0 d:0", "d:3 a:1 b:-5 c:0")
    assert texts("table_share", entrants, PODS) == {"a": "1.1", "b": "0.55", "c": "0.35", "d": "1"}
    assert of("table_share", "a", entrants, PODS).terms[1].note == "Nobody had any: all have equal shares."


def test_a_forfeit_at_a_pod_has_a_dummy_for_each_opponent_and_a_bye_for_each_seat() -> None:
    forfeited = RoundResult(1, ResultKind.FORFEIT_LOSS, 0, ("b", "c", "d"), 0, 4)
    bye = RoundResult(2, ResultKind.PAIRING_BYE, 500)
    entrants = [Entrant("a", 1, (forfeited, bye))]
    for place, (name, points) in enumerate((("b", 500), ("c", 300), ("d", 100)), 1):
        others = tuple("abcd".replace(name, ""))
        entrants.append(Entrant(name, place + 1, (RoundResult(1, ResultKind.PLAYED, points, others, place, place),)))
    value = of("buchholz", "a", entrants, PODS)
    assert [decimal_text(each.contribution) for each in value.terms] == ["5", "3", "1", "4", "4", "4"]
    assert of("sonneborn_berger", "a", entrants, PODS).value == 12


def test_every_tie_break_is_defined_in_a_sentence() -> None:
    assert len(TIE_BREAKS) == 19
    for id, each in TIE_BREAKS.items():
        assert each.id == id
        assert each.title
        assert each.definition.endswith(".")
    assert [id for id, each in TIE_BREAKS.items() if each.value_of is None] == ["direct_encounter"]
