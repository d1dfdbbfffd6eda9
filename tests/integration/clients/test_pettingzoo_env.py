"""PettingZoo environments on the real gateway."""

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo's environments need the client's extra `pettingzoo`")

from pettingzoo.test import api_test

from playhall_client import ApiError, Client
from playhall_client.pettingzoo_env import RemoteEnv, remote_env
from playhall_client.spaces import TooManyActions
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.training.pettingzoo_env import RulesetEnv
from services.training.spaces import view_features
from tests.integration.clients.conftest import Service
from tests.integration.docs.pages import DOCS, blocks, section
from tests.integration.gateway.harness import Client as Player
from tests.integration.gateway.harness import Hall
from tests.rulesets.playing import EVERY_RULESET, SHORTER

Env = Any
Make = Callable[..., Env]


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """The platform with every ruleset."""
    hall.serve_engines(EngineDirectory({id: InProcessEngine(rules) for id, rules in EVERY_RULESET.items()}))
    return hall


@pytest.fixture
def make(service: Service, ada: Player, bob: Player) -> Iterator[Make]:
    """Makes environments in which Ada has seat 0 and Bob seat 1."""
    made: list[Env] = []

    def make(ruleset: str = "sealed", **how: Any) -> Env:
        made.append(RemoteEnv([Client(service.url, ada.key), Client(service.url, bob.key)], ruleset, **how))
        return made[-1]

    yield make
    for env in made:
        env.close()


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_pettingzoo_finds_nothing_wrong(id: str, service: Service, ada: Player, bob: Player) -> None:
    env = remote_env(service.url, [str(ada.key), str(bob.key)], id, options=SHORTER[id])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Said of every observation with a mask but those of PettingZoo's own games.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Environment has not defined a render")
        api_test(env, num_cycles=300)
    env.close()


def test_the_page_s_example_plays_a_match(
    service: Service, ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = blocks(section((DOCS / "training.md").read_text(), "### On a server"), "python")
    monkeypatch.setenv("URL", service.url)
    monkeypatch.setenv("KEYS", f"{ada.key} {bob.key}")
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["env"].agents == []
    match = ada.read(f"/v1/matches/{names['env'].unwrapped.match}")
    assert (match["ruleset"], match["status"]) == ("commanders", "finished")


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_it_tells_what_the_environment_without_a_server_tells(id: str, make: Make) -> None:
    remote, local = make(id, options=SHORTER[id]), RulesetEnv(EVERY_RULESET[id], seats=2, options=SHORTER[id])
    remote.reset()
    local.reset()
    for env in (remote, local):
        assert env.observation_space("player_0") == local.observation_space("player_0")
        assert env.action_space("player_0") == local.action_space("player_0")
        assert env.infos[env.agent_selection].keys() == {"decision", "legal", "view"}
        rng = random.Random(1)
        for _ in range(12):
            env.step(rng.randrange(len(env.infos[env.agent_selection]["legal"])))
        agent = env.agent_selection
        view = env.infos[agent]["view"]
        assert EVERY_RULESET[id].view_json(EVERY_RULESET[id].view_from_json(view)) == view
        assert env.observe(agent)["observation"].tolist() == view_features(view, 2048).tolist()


def test_a_match_goes_to_its_end_and_pays_the_shares_of_the_win(make: Make, ada: Player) -> None:
    env, rng = make(), random.Random(3)
    env.reset()
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0}
        env.step(rng.randrange(len(env.infos[env.agent_selection]["legal"])))
    outcome = ada.read(f"/v1/matches/{env.match}")["outcome"]
    ranks = [result["rank"] for result in outcome["results"]]
    assert [env.rewards[agent] for agent in env.agents] == [1 / ranks.count(1) if rank == 1 else 0 for rank in ranks]
    assert env.infos["player_1"]["outcome"]["reason"] == outcome["reason"]
    assert env.infos["player_1"]["view"]["viewer"] == 1
    env.step(None)
    env.step(None)
    assert env.agents == []


def test_who_reads_all_that_the_other_is_told_learns_nothing_of_a_secret_row(make: Make) -> None:
    told = []
    for places in ((0, 0, 0), (4, 3, 0)):
        env = make()
        env.reset()
        for place in places:
            env.step(place)
        assert env.agent_selection == "player_1"
        observation = env.observe("player_1")
        told.append(
            (
                observation["observation"].tolist(),
                observation["action_mask"].tolist(),
                env.rewards,
                env.infos["player_1"],
            )
        )
        assert env.infos["player_0"] == {}
    assert told[0] == told[1]


def test_a_reset_gives_up_what_is_played_and_begins_another_match(make: Make, ada: Player) -> None:
    env = make()
    env.reset()
    first = env.match
    env.step(0)
    env.reset()
    assert env.match != first
    match = ada.read(f"/v1/matches/{first}")
    assert all(seat["resigned"] for seat in match["seats"]) or match["status"] == "finished"
    assert env.infos["player_0"]["decision"] == 1


def test_what_was_decided_meanwhile_is_not_decided_again(make: Make, service: Service, ada: Player) -> None:
    env = make()
    env.reset()
    with Client(service.url, str(ada.key)) as elsewhere:
        elsewhere.decide(env.match, 1, "place 5")
    env.step(0)
    assert env.infos["player_0"]["decision"] == 2
    assert env.infos["player_0"]["legal"] == ["place 1", "place 2", "place 3", "place 4"]


def test_an_illegal_action_is_not_sent(make: Make, service: Service, ada: Player, bob: Player) -> None:
    env = make()
    env.reset()
    with pytest.raises(ValueError, match="Action 5 of player_0 is not legal"):
        env.step(5)
    assert env.infos["player_0"]["decision"] == 1
    guarded = remote_env(service.url, [str(ada.key), str(bob.key)], "sealed")
    guarded.reset()
    guarded.step(5)
    assert guarded.rewards == {"player_0": -1, "player_1": 0}
    assert ada.read(f"/v1/matches/{guarded.unwrapped.match}/seats/0/view")["decision"] == 1
    guarded.close()


def test_each_seat_needs_a_player_of_its_own(service: Service, ada: Player) -> None:
    with pytest.raises(ValueError, match="another player"):
        remote_env(service.url, [str(ada.key), str(ada.key)], "sealed")


def test_what_the_platform_does_not_play_is_refused(make: Make) -> None:
    with pytest.raises(ApiError) as refused:
        make("sealed", options={"speed": 1}).reset()
    assert refused.value.code == "UNKNOWN_OPTION"
    with pytest.raises(TooManyActions):
        make(max_actions=4).reset()
    with pytest.raises(ValueError, match="at least 1"):
        make(features=0)
