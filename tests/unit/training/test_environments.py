"""Vector environments."""

import hashlib
import random
from typing import Any

import pytest

from services.engine.chance import SeededChance
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import IllegalAction
from services.errors import Reason, Refusal
from services.training.action_index import ActionIndex
from services.training.environments import Transition, VectorEnvironment
from services.training.seeds import bot_seed, episode_seed
from tests.rulesets.playing import EVERY_RULESET, SHORTER
from tests.rulesets.sealed import RULESET

Environment = VectorEnvironment[Any, Any, Any]


def sealed(num_envs: int = 3, **how: Any) -> Environment:
    return VectorEnvironment(RULESET, num_envs, **{"seats": 2, **how})


def played(environment: Environment, steps: int, *, number: int = 1) -> list[Transition[Any]]:
    """That many steps at random after a reset."""
    rng = random.Random(number)
    _, infos = environment.reset()
    made = []
    for _ in range(steps):
        transition = environment.step([rng.choice(legal) for legal in infos.legal])
        infos = transition.infos
        made.append(transition)
    return made


# -- observations ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_each_environment_shows_the_seat_that_is_to_act_what_it_may_know(id: str) -> None:
    rules = EVERY_RULESET[id]
    environment: Environment = VectorEnvironment(rules, 2, seats=2, options=SHORTER[id])
    rng = random.Random(3)
    observations, infos = environment.reset()
    for _ in range(40):
        for number, (view, seat) in enumerate(zip(observations, infos.seats, strict=True)):
            assert rules.view_json(view) == environment.view_json(number)
            assert rules.view_json(view) == rules.view_json(environment.observe(number, seat))
        answer = environment.step([rng.choice(legal) for legal in infos.legal])
        observations, infos = answer.observations, answer.infos


def test_an_observation_does_not_change_when_the_match_goes_on() -> None:
    environment = sealed()
    observations, infos = environment.reset()
    before = RULESET.view_json(observations[0])
    for _ in range(3):
        infos = environment.step([legal[0] for legal in infos.legal]).infos
    assert RULESET.view_json(observations[0]) == before


def test_the_mask_is_the_list_of_legal_actions_of_the_seat_that_is_to_act() -> None:
    environment = sealed(1)
    _, infos = environment.reset()
    assert infos.seats == [0]
    assert infos.legal == [[1, 2, 3, 4, 5]]
    infos = environment.step([2]).infos
    assert infos.seats == [0]
    assert infos.legal == [[1, 3, 4, 5]]


# -- episodes ----------------------------------------------------------------------------------------------------------


def test_rewards_are_nothing_until_the_end_and_then_the_shares_of_the_win() -> None:
    ends = 0
    for _, rewards, terminations, truncations, infos in played(sealed(seats=3), 120):
        for number in range(3):
            assert truncations[number] is False
            ended = infos.ended[number]
            if not terminations[number]:
                assert rewards[number] == (0, 0, 0)
                assert ended is None
                continue
            ends += 1
            assert ended is not None
            assert ended.outcome is not None
            winners = [result.rank == 1 for result in ended.outcome.results]
            assert rewards[number] == tuple(won / sum(winners) for won in winners)
            assert len(ended.observations) == 3
    assert ends >= 9


def test_the_step_that_ends_an_episode_begins_the_next() -> None:
    environment = sealed(2)
    ends = 0
    for transition in played(environment, 60):
        for number, ended in enumerate(transition.infos.ended):
            if ended is None:
                continue
            ends += 1
            assert ended.episode == transition.infos.episodes[number] - 1
            assert 12 <= ended.steps <= 14
            first = environment.ruleset.view_json(transition.observations[number])
            assert first["round"] == 1
            assert transition.infos.legal[number] == [1, 2, 3, 4, 5]
    assert ends >= 6


def test_the_same_seed_and_actions_give_the_same_episodes() -> None:
    assert played(sealed(seed=5), 60) == played(sealed(seed=5), 60)
    assert played(sealed(seed=5), 60) != played(sealed(seed=6), 60)


def test_an_environment_does_not_depend_on_how_many_stand_beside_it() -> None:
    alone, beside = sealed(1), sealed(3)
    _, infos = alone.reset()
    _, others = beside.reset()
    for _ in range(40):
        answer = alone.step([infos.legal[0][0]])
        together = beside.step([legal[0] for legal in others.legal])
        assert answer.observations[0] == together.observations[0]
        assert answer.rewards[0] == together.rewards[0]
        infos, others = answer.infos, together.infos


def test_an_episode_deals_as_the_platform_does_with_its_seed() -> None:
    environment = sealed(2, seed=9)
    environment.reset()
    environment.reset()
    deal = InProcessEngine(RULESET).start(2, {}, episode_seed(9, 1, 1))
    assert environment.view_json(1) == RULESET.view_json(
        RULESET.observe(RULESET.load(deal.position.state, SeededChance(deal.position.seed)), 0)
    )


def test_seeds_are_hashes_of_domain_and_numbers() -> None:
    message = b"playhall.episode-seed/1\0" + bytes([0] * 7 + [7, 0, 0, 0, 2, 0, 0, 1, 0])
    assert episode_seed(7, 2, 256) == hashlib.sha256(message).digest()
    message = b"playhall.episode-bot-seed/1\0" + b"s" * 32 + bytes([0, 3, 0, 0, 0, 12])
    assert bot_seed(b"s" * 32, 3, 12) == hashlib.sha256(message).digest()


def test_reset_goes_on_to_the_next_episodes_and_with_a_seed_begins_again() -> None:
    environment = sealed(seed=4)
    first, infos = environment.reset()
    assert infos.episodes == [0, 0, 0]
    _, infos = environment.reset()
    assert infos.episodes == [1, 1, 1]
    again, infos = environment.reset(seed=4)
    assert infos.episodes == [0, 0, 0]
    assert again == first


def test_an_episode_is_cut_short_after_as_many_steps_as_the_caller_says() -> None:
    first, second, third, *_ = played(sealed(1, max_episode_steps=3), 4)
    assert (first.truncations, second.truncations, third.truncations) == ([False], [False], [True])
    assert third.terminations == [False]
    assert third.rewards == [(0, 0)]
    (ended,) = third.infos.ended
    assert ended is not None
    assert (ended.episode, ended.steps, ended.outcome) == (0, 3, None)
    assert third.infos.episodes == [1]


# -- opponents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_with_bots_in_the_other_seats_the_caller_is_asked_for_its_own_alone(id: str) -> None:
    environment: Environment = VectorEnvironment(
        EVERY_RULESET[id], 2, seats=2, options=SHORTER[id], opponents={0: "random"}
    )
    assert environment.controlled_seats == (1,)
    assert {seat for each in played(environment, 60) for seat in each.infos.seats} == {1}


def test_bots_choose_from_the_view_of_their_seat_with_randomness_of_their_own() -> None:
    environment = sealed(1, opponents={1: "random"})
    environment.reset()
    state = RULESET.start(2, environment.options, SeededChance(episode_seed(0, 0, 0)))[0]
    asked = [0, 0]
    while True:
        seat = RULESET.pending(state)[0]
        asked[seat] += 1
        legal = RULESET.legal(state, seat)
        if seat == 0:
            answer = environment.step([legal[0]])
            RULESET.play(state, seat, legal[0])
        else:
            chance = SeededChance(bot_seed(episode_seed(0, 0, 0), 1, asked[1]))
            RULESET.play(state, seat, RULESET.bots()["random"].choose(RULESET.observe(state, seat), legal, chance))
        if not RULESET.pending(state):
            break
    (ended,) = answer.infos.ended
    assert ended is not None
    assert ended.outcome == RULESET.outcome(state)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_an_illegal_action_changes_nothing_in_any_environment() -> None:
    environment, other = sealed(), sealed()
    environment.reset()
    other.reset()
    with pytest.raises(IllegalAction, match="environment 2"):
        environment.step([1, 1, 6])
    assert environment.step([1, 1, 1]) == other.step([1, 1, 1])


@pytest.mark.parametrize("actions", [[], [1, 1], [1, 1, 1, 1]])
def test_a_step_takes_one_action_for_each_environment(actions: list[int]) -> None:
    environment = sealed()
    environment.reset()
    with pytest.raises(ValueError, match="one action for each environment"):
        environment.step(actions)


def test_there_is_no_step_before_the_reset() -> None:
    with pytest.raises(ValueError, match="after reset"):
        sealed().step([1, 1, 1])


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"seats": 5}, Reason.SEATS_OUT_OF_RANGE),
        ({"options": {"speed": 1}}, Reason.UNKNOWN_OPTION),
        ({"opponents": {1: "nobody"}}, Reason.UNKNOWN_BOT),
        ({"opponents": {2: "random"}}, Reason.INVALID_FIELD),
        ({"opponents": {0: "random", 1: "random"}}, Reason.INVALID_FIELD),
    ],
)
def test_what_the_ruleset_does_not_play_is_refused(how: dict[str, Any], reason: Reason) -> None:
    with pytest.raises(Refusal) as refused:
        sealed(**how)
    assert refused.value.reason is reason


@pytest.mark.parametrize("how", [{"num_envs": 0}, {"max_episode_steps": 0}, {"seed": -1}, {"seed": 1 << 64}])
def test_numbers_out_of_range_are_refused(how: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be at least 1|a seed is"):
        sealed(**how)


# -- numbers of actions ------------------------------------------------------------------------------------------------


def test_actions_are_numbered_as_they_are_met() -> None:
    index = ActionIndex(RULESET)
    assert index.legal_mask([3, 5]) == bytes([1, 1])
    assert index.legal_mask([1, 5]) == bytes([0, 1, 1])
    assert index.notations == ["place 3", "place 5", "place 1"]
    assert index.number(5) == 1


def test_an_index_goes_on_from_notations_that_were_kept() -> None:
    index = ActionIndex(RULESET, ["place 5", "keep"])
    assert index.legal_mask([4, 5]) == bytes([1, 0, 1])
