"""Rulesets as games of OpenSpiel."""

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel's games need the extra `openspiel`")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from services.engine.chance import SeededChance
from services.engine.conformance.cases import Case
from services.engine.ruleset import IllegalAction
from services.errors import Reason, Refusal
from services.training.openspiel_game import register
from services.training.seeds import episode_seed
from services.training.spaces import TooManyActions, view_features
from tests.rulesets.playing import EVERY_RULESET, SHORTER
from tests.rulesets.sealed import RULESET
from tests.unit.training.adapter_cases import adapter_cases

CASES = [
    pytest.param(case, marks=[pytest.mark.slow] * (place > 0), id=str(case))
    for ruleset in EVERY_RULESET.values()
    for place, case in enumerate(adapter_cases("openspiel", ruleset))
]
"""`make test` takes the fewest seats with the default options."""
SIMULTANEOUS = ["commanders", "duels", "faceoff", "factionwars", "sealed"]

Game = Any
State = Any


def load(id: str = "sealed", **parameters: Any) -> Game:
    """A ruleset's game with few deals."""
    shorter = {name: _parameter(value) for name, value in SHORTER[id].items()}
    return pyspiel.load_game(register(EVERY_RULESET[id]), {"players": 2, "deals": 16, **shorter, **parameters})


def _parameter(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list) else value


def dealt(game: Game, deal: int = 0) -> State:
    """A match of a deal."""
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def decisions(state: State, number: int = 1) -> Iterator[State]:
    """A match at each decision; between them somebody plays at random."""
    rng = random.Random(number)
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


def told(state: State, player: int) -> list[Any]:
    """All that a player is told."""
    return [
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player),
        state.rewards()[player],
        state.player_return(player),
    ]


# -- OpenSpiel's own tests ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_openspiel_finds_nothing_wrong(case: Case) -> None:
    options = {name: _parameter(value) for name, value in case.options.items()}
    game = load(case.ruleset.describe().id, players=case.seats, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=not case.changed, verbose=False)


def test_openspiel_lists_the_game_with_its_numbers() -> None:
    game = pyspiel.load_game(f"{register(RULESET)}(players=3,open_draws=true,takes=lowest)")
    assert "playhall_sealed" in pyspiel.registered_names()
    assert game.get_type().long_name == "Sealed Rows"
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (3, 512, 4096)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 1, 1)
    assert game.max_game_length() == RULESET.describe().max_decisions
    assert game.observation_tensor_shape() == [2048]
    view = RULESET.view_json(RULESET.observe(dealt(game).position.state, 0))
    assert (view["takes"], view["open_draws"]) == ("lowest", True)


def test_a_list_is_a_parameter_with_spaces() -> None:
    game = pyspiel.load_game(f"{register(EVERY_RULESET['factionwars'])}(conscript_values=1 2 4)")
    assert game.setup.options["conscript_values"] == [1, 2, 4]
    assert pyspiel.load_game(str(game)).setup == game.setup


def test_python_ends_in_peace_after_a_game_was_registered() -> None:
    program = (
        "import pyspiel; from services.engine.registry import ruleset; from services.training.openspiel_game import *;"
        "state = pyspiel.load_game(register(ruleset('commanders'))).new_initial_state(); state.apply_action(0)"
    )
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# -- matches -----------------------------------------------------------------------------------------------------------


def test_a_deal_is_the_episode_of_its_number() -> None:
    state = dealt(load(seed=9), 5)
    expected, _ = RULESET.start(2, state.setup.options, SeededChance(episode_seed(9, 0, 5)))
    assert str(state) == RULESET.dump(expected).decode()


def test_the_same_history_is_the_same_match() -> None:
    game = load("factionwars")
    state = dealt(game, 3)
    for each in decisions(state):
        last = each
    again = game.new_initial_state()
    for action in last.history():
        again.apply_action(action)
    assert again.is_terminal()
    assert str(again) == str(last)
    assert str(dealt(game, 4)) != str(dealt(game, 3))


def test_actions_are_places_among_the_legal_ones_and_told_by_their_notation() -> None:
    state = dealt(load())
    assert state.current_player() == 0
    assert state.legal_actions() == [0, 1, 2, 3, 4]
    assert state.legal_actions(1) == []
    assert [state.action_to_string(0, action) for action in (0, 4)] == ["place 1", "place 5"]
    state.apply_action(1)
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        "place 1",
        "place 3",
        "place 4",
        "place 5",
    ]


def test_returns_are_the_shares_of_the_win() -> None:
    for deal in range(4):
        state = dealt(load(players=3), deal)
        for each in decisions(state, deal):
            assert each.returns() == [0, 0, 0]
        outcome = RULESET.outcome(state.position.state)
        assert outcome is not None
        winners = [result.rank == 1 for result in outcome.results]
        assert state.returns() == [won / sum(winners) for won in winners]


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_a_clone_goes_its_own_way(id: str) -> None:
    state, number = dealt(load(id)), 0
    for each in decisions(state):
        number += 1
        if number % 7 != 1 or number > 60:
            continue
        before, clone = str(each), each.clone()
        assert str(clone) == before
        assert clone.history() == each.history()
        for _ in zip(range(6), decisions(clone, number), strict=False):
            pass
        assert str(clone) != before
        assert str(each) == before
        assert [told(each, player) for player in (0, 1)] == [told(each.clone(), player) for player in (0, 1)]


def test_a_kept_state_is_restored_and_goes_on_alike() -> None:
    game = load("duels")
    state = dealt(game)
    for _ in zip(range(50), decisions(state), strict=False):
        pass
    restored = game.deserialize_state(state.serialize())
    _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    ends = [[str(step) for step in decisions(start, 2)][-1] for start in (state, restored, other)]
    assert ends[0] == ends[1] == ends[2]


# -- what players know -------------------------------------------------------------------------------------------------


def test_an_observation_is_the_view_and_its_features() -> None:
    state = dealt(load())
    state.apply_action(2)
    view = RULESET.view_json(RULESET.observe(state.position.state, 1))
    assert state.observation_tensor(1) == view_features(view, 2048).tolist()
    public = make_observation(
        state.get_game(),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE),
    )
    assert '"viewer":-1' in public.string_from(state, 0)
    assert public.string_from(state, 0) == public.string_from(state, 1)


def test_nobody_sees_everybody_s_secrets() -> None:
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="at most one player's secrets"):
        make_observation(load(), kind)


def test_an_information_state_remembers_what_the_player_did_and_nothing_of_others() -> None:
    rows = []
    for places in ((0, 0), (1, 0)):  # 1 and then 2; 2 and then 1
        state = dealt(load())
        for place in places:
            state.apply_action(place)
        rows.append(state)
    assert rows[0].information_state_string(0) != rows[1].information_state_string(0)
    assert rows[0].information_state_string(1) == rows[1].information_state_string(1)


def test_who_reads_all_that_the_others_are_told_learns_nothing_of_a_secret_row() -> None:
    one, other = dealt(load(players=3)), dealt(load(players=3))
    for place, elsewhere in ((0, 4), (0, 3), (0, 0)):
        one.apply_action(place)
        other.apply_action(elsewhere)
        for player in (1, 2):
            assert told(one, player) == told(other, player)
    assert one.current_player() == other.current_player() == 1
    assert told(one, 0) != told(other, 0)


@pytest.mark.parametrize("id", SIMULTANEOUS)
def test_two_matches_that_differ_in_what_was_chosen_in_secret_are_the_same_to_the_others(id: str) -> None:
    compared, rules = 0, EVERY_RULESET[id]
    for deal in range(3):
        for state in decisions(dealt(load(id), deal), deal):
            mover, legal = state.current_player(), state.legal_actions()
            if len(legal) < 2 or len(rules.pending(state.position.state)) < 2 or compared >= 40:
                continue
            one, other = state.child(legal[0]), state.child(legal[-1])
            viewer = 1 - mover
            views = [rules.view_json(rules.observe(each.position.state, viewer)) for each in (one, other)]
            if views[0] == views[1] and one.current_player() == other.current_player():
                assert told(one, viewer) == told(other, viewer)
                compared += 1
    assert compared >= 1


# -- searches ----------------------------------------------------------------------------------------------------------


def test_a_resampled_state_is_another_that_the_player_cannot_tell_apart() -> None:
    state = dealt(load())
    for place in (0, 0, 0):
        state.apply_action(place)
    assert state.current_player() == 1
    rows = set()
    for _ in range(40):
        drawn = state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert told(drawn, 1) == told(state, 1)
        assert drawn.current_player() == 1
        rows.add(tuple(drawn.position.state.laid[0]))
    assert len(rows) > 20


def test_what_is_drawn_for_a_player_does_not_depend_on_what_is_hidden_from_it() -> None:
    drawn = []
    for places in ((0, 0, 0), (4, 3, 0)):
        state = dealt(load())
        for place in places:
            state.apply_action(place)
        numbers = iter([0.1, 0.2, 0.3, 0.4])
        drawn.append(str(state.resample_from_infostate(1, lambda numbers=numbers: next(numbers))))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("id", ["commanders", "factionwars", "sealed"])
@pytest.mark.parametrize("use_observation_string", [False, True])
@pytest.mark.slow
def test_information_set_search_plays_a_match_to_its_end(id: str, *, use_observation_string: bool) -> None:
    game, rng = load(id), np.random.RandomState(1)
    evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = ISMCTSBot(game, evaluator, 2.0, 8, random_state=rng, use_observation_string=use_observation_string)
    state = dealt(game, 7)
    while not state.is_terminal():
        is_bot = state.current_player() == 0
        state.apply_action(int(bot.step(state) if is_bot else rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(1)


def test_openspiel_s_learners_take_it_as_an_environment() -> None:
    environment = rl_environment.Environment(load(), observation_type=rl_environment.ObservationType.OBSERVATION)
    step, rng = environment.reset(), random.Random(1)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == 2048
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(1)


def test_a_view_that_a_client_was_sent_is_a_state_to_search_from() -> None:
    game = load()
    state = dealt(game)
    for place in (0, 0, 0):
        state.apply_action(place)
    view = RULESET.view_json(RULESET.observe(state.position.state, 1))
    drawn = game.state_of_view(view, 1)
    assert drawn.current_player() == 1
    assert drawn.observation_string(1) == state.observation_string(1)
    assert drawn.legal_actions() == state.legal_actions()
    assert str(game.state_of_view(view, 1, seed=2)) != str(game.state_of_view(view, 1, seed=3))
    with pytest.raises(ValueError, match="nothing to decide"):
        game.state_of_view(view, 0)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = dealt(load())
    before = str(state)
    with pytest.raises(IllegalAction, match="Action 5 of player 0"):
        state.apply_action(5)
    assert str(state) == before
    assert state.legal_actions() == [0, 1, 2, 3, 4]


def test_a_decision_with_more_actions_than_the_game_is_an_error() -> None:
    with pytest.raises(TooManyActions):
        dealt(load(max_actions=4))


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [({"players": 5}, Reason.SEATS_OUT_OF_RANGE), ({"takes": "middle"}, Reason.INVALID_OPTION)],
)
def test_what_the_ruleset_does_not_play_is_refused(parameters: dict[str, Any], reason: Reason) -> None:
    with pytest.raises(Refusal) as refused:
        load(**parameters)
    assert refused.value.reason is reason


@pytest.mark.parametrize("parameters", [{"deals": 0}, {"max_actions": 0}, {"features": 0}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="at least"):
        load(**parameters)
