"""The random games that the checks walk through."""

from collections import Counter
from pathlib import Path

import pytest

from services.engine.conformance.cases import cases, other_values
from services.engine.conformance.play import components
from services.engine.conformance.random_games import Game, finished, kind, landmarks, varied, walk
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
    kinds = {kind(game) for game in walk(CASE, 0)}
    found = [(kind(game), len(game.moves)) for game in landmarks(CASE, 1, 2 * len(kinds))]
    assert {what for what, _ in found} == kinds
    length = len(finished(CASE, 0).moves)
    assert min(step for _, step in found) == 0
    assert max(step for _, step in found) > length * 0.8


def test_a_kind_of_decision_that_the_first_games_do_not_have_is_looked_for_in_later_ones() -> None:
    case = next(case for case in cases(COMMANDERS) if case.seats == 4)
    first = {kind(game) for game in walk(case, 0)}
    later = varied(case, 1)[1:]
    assert later
    assert {kind(game) for game in landmarks(case, 1, 4)} > first
    for number in later:
        assert {kind(game) for game in walk(case, number)} - first


def test_dice_for_a_check_do_not_change_the_game() -> None:
    game = Game(CASE, 3)
    moves = []
    while move := game.pick():
        game.dice("anything").random()
        moves.append(move)
        game.play(*move)
    assert moves == finished(CASE, 3).moves


def test_every_value_of_every_option_is_a_case() -> None:
    changed = {case.options_text for case in cases(sealed.RULESET) if len(case.changed) == 1}
    assert changed == {'takes="lowest"', "open_draws=true"}
    assert len([case for case in cases(sealed.RULESET) if not case.changed]) == 3


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
