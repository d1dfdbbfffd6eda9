"""Matches of a ruleset as a PettingZoo environment, turn by turn (AEC): each seat is an agent.

Needs ``pip install 'playhall[training]'``. The same environment on a server is
``playhall_client.pettingzoo_env.remote_env``.
"""

import operator
from collections.abc import Mapping
from typing import Any, Final, TypedDict

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from services.engine.registry import AnyRuleset
from services.engine.ruleset import IllegalAction, JsonObject, OptionValue
from services.errors import FieldError, Reason, Refusal
from services.training.episodes import NOBODY, Episode, complete_options, win_shares
from services.training.seeds import SEEDS, episode_seed
from services.training.spaces import FEATURES, MAX_ACTIONS, Features, Mask, action_mask, view_features

ILLEGAL_REWARD: Final = -1.0
"""The reward of an agent whose illegal action has ended the match, as in PettingZoo's own board and card games."""


class Observation(TypedDict):
    """What an agent is shown: features of its seat's View, and its legal actions."""

    observation: Features
    action_mask: Mask


def playhall_env(ruleset: AnyRuleset, **how: Any) -> AECEnv:  # noqa: ANN401 - those of RulesetEnv
    """A :class:`RulesetEnv` with PettingZoo's usual wrappers: an illegal action ends the match, with
    ``ILLEGAL_REWARD`` for its agent; actions outside the space and calls out of order are errors.

    Raises:
        services.errors.Refusal, ValueError: as :class:`RulesetEnv`.
    """
    env = wrappers.TerminateIllegalWrapper(RulesetEnv(ruleset, **how), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


class RulesetEnv(AECEnv):  # type: ignore[misc]
    """One match after the other, a decision at a step.

    ``agents``: ``player_<seat>`` for every seat that ``opponents`` gives to no bot. Of several seats that must decide
    at once, the first goes first, and the others are shown nothing of it. Which agent comes when is known to whoever
    steps; it may tell how often a seat was asked in secret, and is no part of what an agent observes.

    An action is its place in ``infos[agent]["legal"]``, the notations of the seat's legal actions. An observation has
    ``observation``, :func:`services.training.spaces.view_features` of the seat's View, and ``action_mask``, which is
    empty for all agents but the one that is to act. ``infos`` of that agent has ``decision``, its number from 1, as
    well as ``legal`` and ``view``, the View's JSON; those of the others are empty. At the end each has ``view`` and
    ``outcome``.

    ``rewards`` are 0 until the match ends, then each seat's share of the win. ``state`` is not offered: there is no
    seat that sees it.

    Episode *i* has the match seed ``episode_seed(seed, 0, i)``: the matches are those of a
    :class:`services.training.environments.VectorEnvironment` with one environment.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        *,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        opponents: Mapping[int, str] | None = None,
        max_actions: int = MAX_ACTIONS,
        features: int = FEATURES,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """``options`` names those that are set. ``opponents``: a bot of the ruleset by seat. ``max_actions``: the size
        of the action space. ``features``: the length of observations. ``max_steps``: a match is truncated after so many
        actions of agents; None: matches end by themselves. ``render_mode``: ``ansi`` or None.

        Raises:
            services.errors.Refusal: the ruleset is not played like this.
            ValueError: a number is below 1, ``seed`` not from 0 to 2**64 - 1, or there is no such ``render_mode``.
        """
        super().__init__()
        if min(max_actions, features, 1 if max_steps is None else max_steps) < 1:
            raise ValueError("max_actions, features and max_steps must be at least 1")
        about = ruleset.describe()
        self.metadata = {
            "name": f"playhall_{about.id}_v{about.version.partition('.')[0]}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode must be ansi or None")
        self.render_mode = render_mode
        self._bots = dict(opponents or {})
        self._rules = ruleset
        self._seats = seats
        self._options = complete_options(ruleset, seats, options or {}, self._bots.values())
        if not self._bots.keys() < set(range(seats)):
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/opponents", "must leave a seat to the caller"),))
        self._seat_of = {f"player_{seat}": seat for seat in range(seats) if seat not in self._bots}
        self._agent_of = {seat: agent for agent, seat in self._seat_of.items()}
        self._max_actions, self._features, self._max_steps = max_actions, features, max_steps
        self._seed, self._number, self._steps = _checked(seed), -1, 0
        self.possible_agents = list(self._seat_of)
        self.action_spaces = {agent: Discrete(max_actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next match; with ``seed``, the first of that seed. ``options`` is PettingZoo's and means nothing
        here: what is played stays as it was made.

        Raises:
            ValueError: no such seed.
        """
        if seed is not None:
            self._seed, self._number = _checked(seed), -1
        self._episode = self._next_episode()
        self._steps = 0
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._ask()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is to act; an agent whose match is over takes None.

        Raises:
            services.engine.ruleset.IllegalAction: it is not legal; nothing has changed.
            services.training.spaces.TooManyActions: the next decision does not fit the action space.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place, legal = operator.index(action), self._episode.legal  # type: ignore[arg-type]
        if not 0 <= place < len(legal):
            raise IllegalAction(f"Action {place} of {agent} is not legal.")
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._episode.play(legal[place])
        self._steps += 1
        self._let_bots_play(self._episode)
        if self._episode.seat == NOBODY:
            self._end()
        elif self._steps == self._max_steps:
            self._cut_short()
        else:
            self._ask()

    def observe(self, agent: str) -> Observation:
        """What an agent is shown now."""
        is_asked = agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent])
        return Observation(
            observation=view_features(self._view(agent), self._features),
            action_mask=action_mask(len(self._episode.legal) if is_asked else 0, self._max_actions),
        )

    def render(self) -> str | None:
        """The table as the agent that is to act sees it, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render without a render_mode.")
            return None
        seat = self._seat_of[self.agent_selection]
        return self._rules.picture(self._rules.observe(self._episode.state, seat))

    def close(self) -> None:
        """Nothing is held open."""

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

    def _next_episode(self) -> Episode[Any, Any, Any]:
        """The next match in which an agent is asked anything."""
        while True:
            self._number += 1
            seed = episode_seed(self._seed, 0, self._number)
            episode = Episode(self._rules, self._seats, self._options, seed)
            self._let_bots_play(episode)
            if episode.seat != NOBODY:
                return episode

    def _let_bots_play(self, episode: Episode[Any, Any, Any]) -> None:
        while episode.seat in self._bots:
            episode.play(episode.choose(self._bots[episode.seat]))

    def _ask(self) -> None:
        episode = self._episode
        self.agent_selection = self._agent_of[episode.seat]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {
            "decision": episode.decision,
            "legal": [self._rules.notation(action) for action in episode.legal],
            "view": self._rules.view_json(episode.view),
        }
        action_mask(len(episode.legal), self._max_actions)  # the step that cannot be observed says so itself

    def _end(self) -> None:
        outcome = self._episode.outcome()
        results = [{"seat": each.seat, "rank": each.rank, "score": each.score} for each in outcome.results]
        shares = win_shares([result.rank for result in outcome.results])
        self.rewards = {agent: shares[self._seat_of[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {
            agent: {"view": self._view(agent), "outcome": {"reason": outcome.reason, "results": results}}
            for agent in self.agents
        }
        self._accumulate_rewards()
        self._deads_step_first()

    def _cut_short(self) -> None:
        self.truncations = dict.fromkeys(self.agents, True)
        self.infos = {agent: {"view": self._view(agent)} for agent in self.agents}
        self._deads_step_first()

    def _view(self, agent: str) -> JsonObject:
        return self._rules.view_json(self._rules.observe(self._episode.state, self._seat_of[agent]))


def _checked(seed: int) -> int:
    if not 0 <= seed < SEEDS:
        raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
    return seed
