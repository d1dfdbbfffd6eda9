"""The random games that the checks walk through."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from services.engine.conformance.cases import cases, covering_array, other_values
from services.engine.conformance.play import components
from services.engine.conformance.random_games import Game, finished, kind, scout, walk
from services.engine.ruleset import Option, OptionType
from services.errors import Refusal
from services.rulesets.commanders.ruleset import RULESET as COMMANDERS
from services.rulesets.factionwars.ruleset import RULESET
from tests.rulesets import sealed

CASE = cases(RULESET)[0]


def test_the_same_number_gives_the_same_game() -> None:
    assert finished(CASE, 3).moves == finished(CASE, 3).moves
    assert finished(CASE, 3).moves != finished(CASE, 4).moves


def test_a_walk_shows_the_game_at_each_of_its_decisions() -> None:
    steps = [len(game.moves) for game in walk(CASE, 3)]
    assert steps == list(range(len(finished(CASE, 3).moves)))


def test_landmarks_are_of_every_kind_of_decision_and_from_the_whole_game() -> None:
    kinds = [kind(game) for game in walk(CASE, 0)]
    steps = [step for number, step in scout(CASE, 1).landmarks(1, 2 * len(set(kinds))) if number == 0]
    assert {kinds[step] for step in steps} == set(kinds)
    assert min(steps) == 0
    assert max(steps) > len(kinds) * 0.8


def test_a_kind_of_decision_that_the_first_games_do_not_have_is_looked_for_in_later_ones() -> None:
    case = next(case for case in cases(COMMANDERS) if case.seats == 4)
    scouted = scout(case, 1)
    first = set(scouted.kinds[0])
    later = scouted.kinds.keys() - {0}
    assert later
    assert {number for number, _ in scouted.landmarks(1, 4)} == {0, *later}
    for number in later:
        assert set(scouted.kinds[number]) - first


def test_what_is_known_of_a_position_is_forgotten_with_the_next_move() -> None:
    game = Game(CASE, 3)
    move = game.pick()
    assert move is not None
    before = (game.data, game.view(0), game.pending, game.worlds(0, 2)[1])
    assert (game.data, game.view(0), game.pending, game.worlds(0, 2)[1]) == before
    game.play(*move)
    assert game.data == CASE.ruleset.dump(game.state) != before[0]
    assert game.told(move[0])
    assert game.worlds(0, 1)[0] is not before[3]


def test_dice_for_a_check_do_not_change_the_game() -> None:
    game = Game(CASE, 3)
    moves = []
    while move := game.pick():
        game.dice("anything").random()
        moves.append(move)
        game.play(*move)
    assert moves == finished(CASE, 3).moves


def test_a_covering_array_has_any_two_values_of_two_factors_in_a_row() -> None:
    sizes = [4, 3, 2, 2, 3, 1]
    rows = covering_array(sizes)
    assert rows[:4] == [(seats, 0, 0, 0, 0, 0) for seats in range(4)]
    assert len(rows) == len(set(rows)) < 4 * 3 * 2
    for one, other in itertools.combinations(range(len(sizes)), 2):
        met = {(row[one], row[other]) for row in rows}
        assert met == set(itertools.product(range(sizes[one]), range(sizes[other])))


def test_every_value_of_every_option_is_in_a_case() -> None:
    found = cases(sealed.RULESET)
    assert [(case.seats, case.options_text) for case in found[:3]] == [(2, "default"), (3, "default"), (4, "default")]
    assert {name for case in found for name in case.changed} == {"takes", "open_draws"}
    assert {case.seats for case in found if case.options["takes"] == "lowest"} == {2, 3, 4}


def test_a_ruleset_may_choose_shorter_games_and_what_else_is_tried(tmp_path: Path) -> None:
    (tmp_path / "cases.json").write_text('{"instead": {"open_draws": true}, "values": {"takes": []}}')
    found = cases(sealed.RULESET, tmp_path)
    assert [case.options for case in found if not case.changed] == [{"takes": "highest", "open_draws": True}] * 3
    assert {case.options_text for case in found if case.changed} == {"open_draws=false"}


def test_a_ruleset_cannot_choose_what_it_does_not_allow(tmp_path: Path) -> None:
    (tmp_path / "cases.json").write_text('{"instead": {"takes": "nothing"}}')
    with pytest.raises(Refusal):
        cases(sealed.RULESET, tmp_path)


def test_components_lie_in_lists_and_piles() -> None:
    state = {"hand": ["a", "b", "a"], "piles": {"a": 3, "c": 0}, "top": "a", "words_used": {"b:1": 7}}
    assert components(state, frozenset({"a", "b", "c"})) == Counter(a=5, b=1)


def test_numbers_are_all_tried_where_they_are_few_and_at_the_ends_and_the_middle_where_they_are_many() -> None:
    few = Option("few", OptionType.INT, default=2, summary="", minimum=1, maximum=4)
    many = Option("many", OptionType.INT, default=10, summary="", minimum=0, maximum=100)
    lists = Option("lists", OptionType.INT_LIST, default=[1, 2], summary="", minimum=0, maximum=9, length=2)
    assert other_values(few) == [1, 3, 4]
    assert other_values(many) == [0, 50, 100]
    assert other_values(lists) == [[0, 0], [9, 9], [2, 1]]
