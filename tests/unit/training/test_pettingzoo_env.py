"""Rulesets as PettingZoo environments."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo's environments need the extra `training`")

from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test

from services.engine.conformance.cases import Case
from services.engine.ruleset import IllegalAction
from services.errors import Reason, Refusal
from services.training.environments import VectorEnvironment
from services.training.pettingzoo_env import RulesetEnv, playhall_env
from services.training.spaces import TooManyActions
from tests.rulesets.playing import EVERY_RULESET, SHORTER
from tests.rulesets.sealed import RULESET
from tests.unit.training.adapter_cases import adapter_cases

CASES = [
    pytest.param(case, marks=[pytest.mark.slow] * bool(case.changed), id=str(case))
    for ruleset in EVERY_RULESET.values()
    for case in adapter_cases("pettingzoo", ruleset)
]
SIMULTANEOUS = ["commanders", "duels", "faceoff", "factionwars", "sealed"]

Env = Any


def sealed(**how: Any) -> Env:
    """Sealed Rows, to begin with: three cards from each seat, in secret."""
    env = RulesetEnv(RULESET, **{"seats": 2, **how})
    env.reset()
    return env


def steps(env: Env, number: int = 1) -> Iterator[str]:
    """Each agent of a match in its turn, which then plays at random; dead agents are passed over."""
    rng = random.Random(number)
    for agent in env.agent_iter():
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        yield agent
        env.step(rng.randrange(len(env.infos[agent]["legal"])))


def told(env: Env, agent: str) -> list[Any]:
    """All that an agent is told."""
    observation = env.observe(agent)
    return [
        observation["observation"].tolist(),
        observation["action_mask"].tolist(),
        env.rewards[agent],
        env._cumulative_rewards[agent],
        env.terminations[agent],
        env.truncations[agent],
        env.infos[agent],
    ]


# -- PettingZoo's own tests --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_pettingzoo_finds_nothing_wrong(case: Case) -> None:
    def env() -> Env:
        return playhall_env(case.ruleset, seats=case.seats, options=case.options)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every observation with a mask but those of PettingZoo's own games.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(env(), num_cycles=120)
        seed_test(env, num_cycles=40)


# -- matches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [None, {1: "random"}])
def test_the_matches_are_those_of_the_vector_environment(opponents: dict[int, str] | None) -> None:
    env, vector = (
        sealed(seed=7, opponents=opponents),
        VectorEnvironment(RULESET, 1, seats=2, seed=7, opponents=opponents),
    )
    observations, infos = vector.reset(seed=7)
    for number in range(3):
        env.reset(seed=7) if number == 0 else env.reset()
        rng = random.Random(number)
        while not any(env.terminations.values()):
            agent = env.agent_selection
            assert agent == f"player_{infos.seats[0]}"
            assert env.infos[agent]["view"] == RULESET.view_json(observations[0])
            assert env.infos[agent]["legal"] == [RULESET.notation(action) for action in infos.legal[0]]
            place = rng.randrange(len(infos.legal[0]))
            env.step(place)
            observations, rewards, terminations, _, infos = vector.step([infos.legal[0][place]])
        assert terminations == [True]
        assert [env.rewards[each] for each in env.agents] == [rewards[0][int(each[-1])] for each in env.agents]


def test_the_same_seed_and_actions_give_the_same_match_and_the_next_reset_another() -> None:
    def match(env: Env) -> list[Any]:
        return [told(env, agent) for _ in steps(env) for agent in env.agents]

    env = sealed(seed=5)
    first, second = match(env), (env.reset(), match(env))[1]
    assert first != second
    env.reset(seed=5)
    assert match(env) == first
    assert match(sealed(seed=6)) != first


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_rewards_are_nothing_until_the_end_and_then_the_shares_of_the_win(id: str) -> None:
    env = RulesetEnv(EVERY_RULESET[id], seats=2, options=SHORTER[id])
    env.reset()
    rng = random.Random(2)
    while not any(env.terminations.values()):
        assert env.rewards == {"player_0": 0, "player_1": 0}
        env.step(rng.randrange(len(env.infos[env.agent_selection]["legal"])))
    ranks = [result["rank"] for result in env.infos["player_0"]["outcome"]["results"]]
    assert [env.rewards[agent] for agent in env.agents] == [1 / ranks.count(1) if rank == 1 else 0 for rank in ranks]
    assert env.terminations == {"player_0": True, "player_1": True}
    for agent in env.agents:
        assert env.infos[agent]["view"]["viewer"] == int(agent[-1])
        assert not env.observe(agent)["action_mask"].any()
        assert env._cumulative_rewards[agent] == env.rewards[agent]


def test_the_mask_is_the_legal_actions_of_the_agent_that_is_to_act_and_nobody_else_s() -> None:
    env = sealed(max_actions=6)
    assert env.agent_selection == "player_0"
    assert env.infos["player_0"]["legal"] == ["place 1", "place 2", "place 3", "place 4", "place 5"]
    assert env.observe("player_0")["action_mask"].tolist() == [1, 1, 1, 1, 1, 0]
    assert env.observe("player_1")["action_mask"].tolist() == [0, 0, 0, 0, 0, 0]
    assert env.infos["player_1"] == {}
    env.step(1)
    assert env.infos["player_0"]["legal"] == ["place 1", "place 3", "place 4", "place 5"]
    assert env.infos["player_0"]["decision"] == 2


def test_a_match_is_truncated_after_as_many_steps_as_the_caller_says() -> None:
    env = sealed(max_steps=2)
    env.step(0)
    assert env.truncations == {"player_0": False, "player_1": False}
    env.step(0)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": 0, "player_1": 0}
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_bots_take_the_seats_that_are_given_to_them() -> None:
    env = sealed(seats=3, opponents={0: "greedy", 2: "random"})
    assert env.possible_agents == ["player_1"]
    assert set(steps(env)) == {"player_1"}


def test_it_is_drawn_as_the_agent_sees_it() -> None:
    env = sealed(render_mode="ansi")
    env.step(4)
    picture = env.render()
    assert picture == RULESET.picture(RULESET.view_from_json(env.infos["player_0"]["view"]))


# -- adversaries -------------------------------------------------------------------------------------------------------


def test_who_reads_all_that_the_others_are_told_learns_nothing_of_a_secret_row() -> None:
    one, other = sealed(seats=3), sealed(seats=3)
    for place, elsewhere in ((0, 4), (0, 3), (0, 0)):
        one.step(place)
        other.step(elsewhere)
        for agent in ("player_1", "player_2"):
            assert told(one, agent) == told(other, agent)
    assert one.agent_selection == other.agent_selection == "player_1"
    assert told(one, "player_0") != told(other, "player_0")


@pytest.mark.parametrize("id", SIMULTANEOUS)
def test_two_matches_that_differ_in_what_was_chosen_in_secret_are_the_same_to_the_others(id: str) -> None:
    """At each decision that several seats have at once, the first chooses otherwise in a second match: who is shown
    the same by the rules is told the same, by whatever way."""
    rules = EVERY_RULESET[id]
    compared = 0
    for number in range(3):
        env, doctored = (RulesetEnv(rules, seats=2, options=SHORTER[id], seed=number) for _ in range(2))
        env.reset()
        rng, played = random.Random(number), list[int]()
        while not any(env.terminations.values()) and compared < 60:
            agent, legal = env.agent_selection, env.infos[env.agent_selection]["legal"]
            choice = rng.randrange(len(legal))
            if len(legal) > 1 and len(rules.pending(env._episode.state)) > 1:
                doctored.reset(seed=number)
                for action in played:
                    doctored.step(action)
                doctored.step((choice + 1) % len(legal))
                env.step(choice)
                for viewer in {*env.agents} - {agent}:
                    seat = int(viewer[-1])
                    views = [rules.view_json(rules.observe(each._episode.state, seat)) for each in (env, doctored)]
                    if views[0] == views[1] and env.agent_selection == doctored.agent_selection:
                        assert told(env, viewer) == told(doctored, viewer)
                        compared += 1
            else:
                env.step(choice)
            played.append(choice)
    assert compared >= 1


def test_an_observation_is_made_of_the_view_alone() -> None:
    env = sealed()
    for agent in steps(env):
        for each in env.agents:
            seat = int(each[-1])
            view = RULESET.view_json(RULESET.observe(env._episode.state, seat))
            assert view["viewer"] == seat
            assert env.observe(each)["observation"].sum() == _values(view)
        assert env.infos[agent]["view"]["viewer"] == int(agent[-1])


def _values(part: Any, *, in_list: bool = False) -> int:
    """How many features a part of a view has."""
    if isinstance(part, dict) and part:
        return sum(_values(each, in_list=in_list) for each in part.values())
    if isinstance(part, list) and part:
        return sum(_values(each, in_list=True) for each in part)
    return 2 if in_list else 1


def test_there_is_no_view_of_everything() -> None:
    with pytest.raises(NotImplementedError):
        sealed().state()


@pytest.mark.parametrize("action", [5, -1, 511])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    env, untouched = sealed(), sealed()
    with pytest.raises(IllegalAction, match=f"Action {action} of player_0"):
        env.step(action)
    assert told(env, "player_0") == told(untouched, "player_0")


def test_with_the_usual_wrappers_an_illegal_action_ends_the_match_for_all() -> None:
    env: Env = playhall_env(RULESET, seats=3)
    env.reset()
    env.step(0)
    env.step(4)  # four cards are left
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    for agent in env.agent_iter():
        assert not env.observe(agent)["action_mask"].any()
        env.step(None)
    env.reset()
    assert env.agents == ["player_0", "player_1", "player_2"]
    env.step(0)
    assert not any(env.terminations.values())


def test_with_the_usual_wrappers_an_action_outside_the_space_is_an_error() -> None:
    env: Env = playhall_env(RULESET, seats=2, max_actions=8)
    env.reset()
    with pytest.raises(AssertionError):
        env.step(8)
    with pytest.raises(AssertionError):
        env.step(None)


def test_a_decision_with_more_actions_than_the_space_is_an_error() -> None:
    with pytest.raises(TooManyActions):
        sealed(max_actions=4)


def test_environments_do_not_share_what_they_play() -> None:
    one, other = sealed(), sealed()
    before = told(other, "player_0")
    one.step(2)
    assert data_equivalence(told(other, "player_0"), before)


def test_numpy_numbers_are_actions() -> None:
    env = sealed()
    env.step(np.int64(0))
    with pytest.raises(TypeError):
        env.step(0.5)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"seats": 5}, Reason.SEATS_OUT_OF_RANGE),
        ({"options": {"speed": 1}}, Reason.UNKNOWN_OPTION),
        ({"opponents": {1: "nobody"}}, Reason.UNKNOWN_BOT),
        ({"opponents": {0: "random", 1: "random"}}, Reason.INVALID_FIELD),
    ],
)
def test_what_the_ruleset_does_not_play_is_refused(how: dict[str, Any], reason: Reason) -> None:
    with pytest.raises(Refusal) as refused:
        sealed(**how)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    "how", [{"max_actions": 0}, {"features": 0}, {"max_steps": 0}, {"seed": -1}, {"render_mode": "human"}]
)
def test_numbers_and_modes_that_are_none_are_refused(how: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|a seed is"):
        sealed(**how)
