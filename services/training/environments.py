"""Many matches side by side as one environment, in the manner of Gymnasium's vector environments and PettingZoo's
turn-based ones: ``reset`` and ``step``, five answers, legal actions as the mask, and a next match as soon as one ends.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from services.engine.ruleset import IllegalAction, JsonObject, OptionValue, Outcome, Ruleset
from services.errors import FieldError, Reason, Refusal
from services.training.episodes import NOBODY, Episode, complete_options, win_shares
from services.training.seeds import SEEDS, episode_seed

S = TypeVar("S")
V = TypeVar("V")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Ended(Generic[V]):
    """An episode that has ended. ``steps``: how many actions of the caller it took. ``observations``: what each seat
    could know at the end. ``outcome``: None if the episode was cut short."""

    episode: int
    steps: int
    observations: tuple[V, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Infos(Generic[V]):
    """What goes with the observations, by environment.

    ``seats``: who is to act. ``legal``: its legal actions, ascending: the mask; not to be changed. ``episodes``: the
    number of the episode, from 0. ``ended``: the episode that the step has ended, or None.
    """

    seats: list[int]
    legal: list[list[int]]
    episodes: list[int]
    ended: list[Ended[V] | None]


class Transition(NamedTuple, Generic[V]):
    """The answer to a step, by environment.

    ``observations``: what the seat that is to act may know. ``rewards``: for each seat 0 until the match ends, then its
    share of the win. ``terminations``: the match has ended. ``truncations``: it was cut short.
    """

    observations: list[V]
    rewards: list[tuple[float, ...]]
    terminations: list[bool]
    truncations: list[bool]
    infos: Infos[V]


class VectorEnvironment(Generic[S, V, E]):
    """``num_envs`` matches of a ruleset, each with the same seats and options.

    The caller acts for every seat that ``opponents`` gives to no bot: for all of them, or for one against bots. In each
    environment one seat is to act; of several that must decide at once, the first goes first and the others see nothing
    of it, as on the platform.

    When a match ends, the same step begins the environment's next episode: the observation is the next one's first,
    rewards, ``terminations`` and ``infos.ended`` are the ended one's (Gymnasium's ``AutoresetMode.SAME_STEP``).

    Episode *i* of environment *j* has the match seed ``episode_seed(seed, j, i)``
    (:mod:`services.training.seeds`): the same seed and the same actions give the same episodes, on every machine.
    """

    def __init__(
        self,
        ruleset: Ruleset[S, V, E],
        num_envs: int,
        *,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        opponents: Mapping[int, str] | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        """``options`` names those that are set. ``opponents``: a bot of the ruleset by seat. ``max_episode_steps``: an
        episode is cut short after so many of the caller's actions; None: matches end by themselves.

        Raises:
            services.errors.Refusal: the ruleset is not played like this.
            ValueError: ``num_envs`` or ``max_episode_steps`` is below 1, or ``seed`` not from 0 to 2**64 - 1.
        """
        if num_envs < 1 or (max_episode_steps is not None and max_episode_steps < 1):
            raise ValueError("num_envs and max_episode_steps must be at least 1")
        bots = dict(opponents or {})
        self.num_envs = num_envs
        self.seats = seats
        self.ruleset = ruleset
        self.options = complete_options(ruleset, seats, options or {}, bots.values())
        if not bots.keys() < set(range(seats)):
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/opponents", "must leave a seat to the caller"),))
        self.controlled_seats = tuple(seat for seat in range(seats) if seat not in bots)
        """The seats that the caller acts for."""
        self._bots = bots
        self._max_steps = max_episode_steps
        self._nothing = (0.0,) * seats
        self._seed = _checked(seed)
        self._numbers = [-1] * num_envs
        self._steps = [0] * num_envs
        self._episodes: list[Episode[S, V, E]] = []

    def reset(self, seed: int | None = None) -> tuple[list[V], Infos[V]]:
        """Begin the next episode of every environment; with ``seed``, begin again with the first episodes of that seed.
        To be called before the first step.

        Returns:
            The observations and infos, as :class:`Transition` has them.

        Raises:
            ValueError: as the constructor.
        """
        if seed is not None:
            self._seed = _checked(seed)
            self._numbers = [-1] * self.num_envs
        self._episodes = [self._next_episode(environment) for environment in range(self.num_envs)]
        return self._observations(), self._infos([None] * self.num_envs)

    def step(self, actions: Sequence[int]) -> Transition[V]:
        """One action for each environment, played by the seat that is to act; then bots play until the caller is asked
        again.

        Raises:
            services.engine.ruleset.IllegalAction: one of them is not legal; no environment has changed.
            ValueError: there is not one for each environment.
        """
        self._check(actions)
        rewards = [self._nothing] * self.num_envs
        terminations = [False] * self.num_envs
        truncations = [False] * self.num_envs
        ended: list[Ended[V] | None] = [None] * self.num_envs
        for environment, action in enumerate(actions):
            episode = self._episodes[environment]
            episode.play(action)
            self._steps[environment] += 1
            self._let_bots_play(episode)
            if episode.seat == NOBODY:
                outcome = episode.outcome()
                rewards[environment] = win_shares([result.rank for result in outcome.results])
                terminations[environment] = True
            elif self._steps[environment] == self._max_steps:
                outcome = None
                truncations[environment] = True
            else:
                continue
            ended[environment] = self._ended(environment, outcome)
            self._episodes[environment] = self._next_episode(environment)
        return Transition(self._observations(), rewards, terminations, truncations, self._infos(ended))

    def observe(self, environment: int, seat: int) -> V:
        """What a seat may know now in one of the environments."""
        return self.ruleset.observe(self._episodes[environment].state, seat)

    def view_json(self, environment: int) -> JsonObject:
        """The observation of an environment as the JSON of the ruleset's View message, as clients and exported
        decisions have it."""
        return self.ruleset.view_json(self._episodes[environment].view)

    def _check(self, actions: Sequence[int]) -> None:
        if len(actions) != len(self._episodes):
            raise ValueError("step takes one action for each environment, after reset")
        for environment, (episode, action) in enumerate(zip(self._episodes, actions, strict=True)):
            place = bisect_left(episode.legal, action)
            if place == len(episode.legal) or episode.legal[place] != action:
                raise IllegalAction(f"The action of environment {environment} is not legal.")

    def _next_episode(self, environment: int) -> Episode[S, V, E]:
        """The next episode in which the caller is asked anything."""
        while True:
            self._numbers[environment] += 1
            self._steps[environment] = 0
            seed = episode_seed(self._seed, environment, self._numbers[environment])
            episode = Episode(self.ruleset, self.seats, self.options, seed)
            self._let_bots_play(episode)
            if episode.seat != NOBODY:
                return episode

    def _let_bots_play(self, episode: Episode[S, V, E]) -> None:
        bots = self._bots
        while episode.seat in bots:
            episode.play(episode.choose(bots[episode.seat]))

    def _ended(self, environment: int, outcome: Outcome | None) -> Ended[V]:
        state = self._episodes[environment].state
        return Ended(
            episode=self._numbers[environment],
            steps=self._steps[environment],
            observations=tuple(self.ruleset.observe(state, seat) for seat in range(self.seats)),
            outcome=outcome,
        )

    def _observations(self) -> list[V]:
        return [episode.view for episode in self._episodes]

    def _infos(self, ended: list[Ended[V] | None]) -> Infos[V]:
        return Infos(
            seats=[episode.seat for episode in self._episodes],
            legal=[episode.legal for episode in self._episodes],
            episodes=self._numbers.copy(),
            ended=ended,
        )


def _checked(seed: int) -> int:
    if not 0 <= seed < SEEDS:
        raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
    return seed
