"""Matches on a platform as a PettingZoo environment, turn by turn (AEC): each seat is an agent with a key of its own.

Needs ``pip install './clients/python[pettingzoo]'``. The same environment without a server is
``services.training.pettingzoo_env.playhall_env``.
"""

import operator
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from playhall_client.client import Client
from playhall_client.errors import TooLate
from playhall_client.models import JsonObject, Match, View
from playhall_client.spaces import FEATURES, MAX_ACTIONS, Features, Mask, action_mask, view_features

ILLEGAL_REWARD: Final = -1.0
"""The reward of an agent whose illegal action has ended the match, as in PettingZoo's own board and card games."""

_POLL_SECONDS: Final = 0.2


class Observation(TypedDict):
    """What an agent is shown: features of its seat's View, and its legal actions."""

    observation: Features
    action_mask: Mask


def remote_env(url: str, keys: Sequence[str], ruleset: str, **how: Any) -> AECEnv:  # noqa: ANN401 - those of RemoteEnv
    """A :class:`RemoteEnv` with PettingZoo's usual wrappers: an illegal action is not sent, and ends the match for the
    agents, with ``ILLEGAL_REWARD`` for the one whose it was; actions outside the space and calls out of order are
    errors. ``keys``: of as many players as there are seats, in seat order; the first creates the matches.

    Raises:
        ValueError: not a URL of a platform, not a key, or as :class:`RemoteEnv`.
        PlayhallError: the platform cannot be asked who the players are.
    """
    env = RemoteEnv([Client(url, key) for key in keys], ruleset, **how)
    guarded = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class RemoteEnv(AECEnv):  # type: ignore[misc]
    """One match after the other, a decision at a step.

    ``agents``: ``player_<seat>``. Of several seats that must decide at once, the first goes first; the platform shows
    the others nothing of it. Which agent comes when is known to whoever steps, and is no part of what an agent
    observes.

    An action is its place in ``infos[agent]["legal"]``, the notations of the seat's legal actions. An observation has
    ``observation``, :func:`playhall_client.spaces.view_features` of the seat's View, and ``action_mask``, which is
    empty for all agents but the one that is to act. ``infos`` of that agent has ``decision``, its number from 1, as
    well as ``legal`` and ``view``, the View's JSON; those of the others are empty. At the end each has ``view`` and
    ``outcome``.

    ``rewards`` are 0 until the match ends, then each seat's share of the win. A match that is aborted is truncated. If
    the platform has decided for a seat, since the time ran out, the agent's action is dropped; the environment then
    waits for the next decision.

    ``match``: the id of the match, once there is one.
    """

    metadata: Final = {"name": "playhall_remote_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        clients: Sequence[Client],
        ruleset: str,
        *,
        options: JsonObject | None = None,
        max_actions: int = MAX_ACTIONS,
        features: int = FEATURES,
    ) -> None:
        """``clients``: of the players, in seat order; the environment closes them. ``options`` names those that are
        set. ``max_actions``: the size of the action space. ``features``: the length of observations.

        Raises:
            ValueError: a number is below 1, or two keys are one player's.
            PlayhallError: the platform cannot be asked who the players are.
        """
        super().__init__()
        if min(max_actions, features) < 1:
            raise ValueError("max_actions and features must be at least 1")
        self._clients = list(clients)
        self._players = [client.me().id for client in self._clients]
        if len(set(self._players)) < len(self._players):
            raise ValueError("each seat needs a key of another player")
        self._ruleset, self._options = ruleset, options
        self._max_actions, self._features = max_actions, features
        self.match = ""
        self.possible_agents = [f"player_{seat}" for seat in range(len(self._clients))]
        self.action_spaces = {agent: Discrete(max_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._views: dict[int, View] = {}
        self._asked: View | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; all seats resign one that is still played. ``seed`` and ``options`` are PettingZoo's and mean
        nothing here: the platform deals as nobody can foresee.

        Raises:
            PlayhallError: there is no match like this, or the platform does not answer.
        """
        self._give_up()
        seats = ["me", *(f"player:{player}" for player in self._players[1:])]
        match: Match = self._clients[0].create_match(
            self._ruleset, seats, options=self._options, visibility="private", start_rule="when_full"
        )
        self.match = match.id
        for client in self._clients[1:]:
            client.join(match.id)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._ask(0)

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to act; an agent whose match is over takes None.

        Raises:
            ValueError: it is not legal; nothing has changed.
            playhall_client.spaces.TooManyActions: the next decision does not fit the action space.
            PlayhallError: the platform does not answer.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        asked, place = self._asked, operator.index(action)  # type: ignore[arg-type]
        if asked is None or asked.decision is None or not 0 <= place < len(asked.legal):
            raise ValueError(f"Action {place} of {agent} is not legal.")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        seat = self.possible_agents.index(agent)
        with suppress(TooLate):
            self._clients[seat].decide(self.match, asked.decision, asked.legal[place].notation)
        self._ask(seat)

    def observe(self, agent: str) -> Observation:
        """What an agent is shown now."""
        is_asked = agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent])
        return Observation(
            observation=view_features(self._view(agent), self._features),
            action_mask=action_mask(len(self._asked.legal) if is_asked and self._asked else 0, self._max_actions),
        )

    def close(self) -> None:
        """All seats resign what is still played; then the connections are closed."""
        self._give_up()
        for client in self._clients:
            client.close()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    def _observation_space(self) -> Dict:
        return Dict(
            {
                "observation": Box(0, 255, (self._features,), np.uint8),
                "action_mask": Box(0, 1, (self._max_actions,), np.int8),
            }
        )

    def _ask(self, seat: int) -> None:
        """Find who decides next, beginning with a seat's view; wait for a platform that decides for all."""
        while True:
            self._views.clear()
            look = self._look(seat)
            if look.status != "live":
                self._end(look)
                return
            for pending in look.pending:
                asked = self._look(pending)
                if asked.decision is not None:
                    self._select(pending, asked)
                    return
            time.sleep(_POLL_SECONDS)

    def _select(self, seat: int, asked: View) -> None:
        self._asked = asked
        self.agent_selection = self.possible_agents[seat]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {
            "decision": asked.decision,
            "legal": [action.notation for action in asked.legal],
            "view": asked.view or {},
        }
        action_mask(len(asked.legal), self._max_actions)  # the step that cannot be observed says so itself

    def _end(self, look: View) -> None:
        self._asked, outcome = None, look.outcome
        self.infos = {agent: {"view": self._view(agent)} for agent in self.agents}
        if outcome is None:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            results = [{"seat": each.seat, "rank": each.rank, "score": each.score} for each in outcome.results]
            winners = [result.seat for result in outcome.results if result.rank == 1]
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = 1 / len(winners) if seat in winners else 0.0
                self.infos[agent]["outcome"] = {"reason": outcome.reason, "results": results}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._deads_step_first()

    def _view(self, agent: str) -> JsonObject:
        return self._look(self.possible_agents.index(agent)).view or {}

    def _look(self, seat: int) -> View:
        if seat not in self._views:
            self._views[seat] = self._clients[seat].view(self.match, seat)
        return self._views[seat]

    def _give_up(self) -> None:
        if self.match and self._asked is not None:
            for client in self._clients:
                with suppress(TooLate):
                    client.resign(self.match)
        self._asked = None
