"""Rulesets as games of OpenSpiel, written in Python: for its algorithms.

Needs ``pip install 'playhall[openspiel]'``.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from services.engine.chance import SeededChance
from services.engine.registry import AnyRuleset
from services.engine.ruleset import SPECTATOR, IllegalAction, JsonObject, OptionType, OptionValue
from services.training.episodes import NOBODY, complete_options, win_shares
from services.training.seeds import episode_seed
from services.training.spaces import FEATURES, MAX_ACTIONS, TooManyActions, view_features

DEALS: Final = 4096
"""So many deals there are, unless the caller says otherwise: OpenSpiel lists all outcomes of chance."""

_NUMBERS: Final = {"players": 2, "seed": 0, "deals": DEALS, "max_actions": MAX_ACTIONS, "features": FEATURES}
_SEED: Final = b"playhall.openspiel-imagined-seed/1\0"
_FORGOTTEN: Final = "imagined"

_registered: Final[dict[str, AnyRuleset]] = {}


def register(ruleset: AnyRuleset) -> str:
    """Make a ruleset known to OpenSpiel, and say under which name: ``playhall_<id>``.

    ``pyspiel.load_game`` takes that name with these parameters: ``players``; every option of the ruleset by its name, a
    list as text with spaces between its numbers; ``seed`` and ``deals``, of :class:`PlayhallGame`; ``max_actions``;
    ``features``, the length of observation tensors.

    Raises:
        ValueError: an option of the ruleset is called like another parameter.
    """
    about = ruleset.describe()
    name = f"playhall_{about.id}"
    if about.id in _registered:
        return name
    options = {option.name: _written(option.default) for option in about.options}
    if options.keys() & _NUMBERS.keys():
        raise ValueError("an option is called like a parameter of all games")
    game_type = pyspiel.GameType(
        short_name=name,
        long_name=about.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=about.max_seats,
        min_num_players=about.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_NUMBERS, "players": about.min_seats, **options},
    )
    _registered[about.id] = ruleset
    # A class, as OpenSpiel's own games are: it lets go of what it is given when Python is no more, and only a class
    # outlives that.
    pyspiel.register_game(game_type, type(name, (PlayhallGame,), {"ruleset": ruleset, "game_type": game_type}))
    return name


@dataclass(frozen=True)
class Setup:
    """What a match is played with. ``options``: complete."""

    ruleset: str
    seats: int
    options: Mapping[str, OptionValue]
    seed: int
    max_actions: int

    @property
    def rules(self) -> AnyRuleset:
        """The ruleset."""
        return _registered[self.ruleset]

    def __deepcopy__(self, memo: object) -> "Setup":
        return self


class PlayhallGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset with a number of seats and options.

    The first node is chance's: deal *i* of ``deals``, all equally likely, has the match seed
    ``episode_seed(seed, 0, i)``, like episode *i* of the environments. All that chance decides later follows from it,
    so that a history can be played again. Searches that must not know it begin with :meth:`PlayhallState.
    resample_from_infostate`.

    Utilities are shares of the win: they add up to 1.
    """

    ruleset: ClassVar[AnyRuleset]
    game_type: ClassVar[pyspiel.GameType]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Made by ``pyspiel.load_game``.

        Raises:
            services.errors.Refusal: the ruleset is not played like this.
            ValueError: a parameter is below its least.
        """
        about = self.ruleset.describe()
        values = {**self.game_type.parameter_specification, **(parameters or {})}
        if min(values[name] for name in ("deals", "max_actions", "features")) < 1 or values["seed"] < 0:
            raise ValueError("deals, max_actions and features must be at least 1, and seed at least 0")
        given = {option.name: _read(option.type, values[option.name]) for option in about.options}
        options = complete_options(self.ruleset, values["players"], given, ())
        super().__init__(
            self.game_type,
            pyspiel.GameInfo(
                num_distinct_actions=values["max_actions"],
                max_chance_outcomes=values["deals"],
                num_players=values["players"],
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=1.0,
                max_game_length=about.max_decisions,
            ),
            parameters or {},
        )
        self.setup = Setup(about.id, values["players"], options, values["seed"], values["max_actions"])
        self.deals: int = values["deals"]
        self._features: int = values["features"]

    def new_initial_state(self) -> "PlayhallState":
        """A match that is not dealt."""
        return PlayhallState(self)

    def state_of_view(self, view: JsonObject, player: int, seed: int = 0) -> "PlayhallState":
        """A state in which the player decides, drawn from those that its View allows: such as the platform's clients
        are sent. Its history is empty.

        Raises:
            services.engine.ruleset.MalformedPosition: it is not a view.
            ValueError: it is not the player's, or the player has nothing to decide.
        """
        state = self.new_initial_state()
        rules = self.setup.rules
        chance_seed = _seed_of(seed.to_bytes(8, "big"))
        state.position = Position.imagined(self.setup, rules.view_from_json(view), player, chance_seed)
        if rules.view_json(rules.observe(state.position.state, player)) != view:
            raise ValueError("it is not this player's view")
        return state

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> "PlayhallObserver":
        """What OpenSpiel observes by."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return PlayhallObserver(kind, self._features, params)

    def max_chance_nodes_in_history(self) -> int:
        """The deal."""
        return 1


@dataclass(slots=True)
class Position:
    """A match that is dealt, and who decides next: copied by the ruleset's ``clone``, kept as the bytes of ``dump``.

    ``seed``: of its chance. ``shown``: for each seat a digest of all that it was shown and has chosen, in order.
    ``seat``: who must decide, ``NOBODY`` at the end. ``legal``: its legal actions.
    """

    setup: Setup
    state: Any
    seed: bytes
    shown: list[str]
    seat: int = NOBODY
    legal: list[int] = field(default_factory=list)

    @classmethod
    def dealt(cls, setup: Setup, deal: int) -> "Position":
        """The position of a deal."""
        seed = episode_seed(setup.seed, 0, deal)
        state, events = setup.rules.start(setup.seats, setup.options, SeededChance(seed))
        made = cls(setup, state, seed, [""] * setup.seats)
        made._tell(events)
        made._ask()
        return made

    @classmethod
    def imagined(cls, setup: Setup, view: Any, player: int, seed: bytes) -> "Position":  # noqa: ANN401 - a ruleset's
        """One that a view of the player allows. What others were shown before is not known in it.

        Raises:
            ValueError: the player has nothing to decide.
        """
        state = setup.rules.imagine(view, SeededChance(seed))
        made = cls(setup, state, seed, [_FORGOTTEN] * setup.seats)
        if player not in setup.rules.pending(state):
            raise ValueError("the player has nothing to decide")
        made._ask(player)
        return made

    @classmethod
    def restored(cls, setup: Setup, data: bytes, seed: bytes, shown: list[str], seat: int) -> "Position":
        """What ``__reduce__`` has kept."""
        made = cls(setup, setup.rules.load(data, SeededChance(seed)), seed, shown)
        if seat != NOBODY:
            made._ask(seat)
        return made

    def __deepcopy__(self, memo: object) -> "Position":
        state = self.setup.rules.clone(self.state)
        return Position(self.setup, state, self.seed, self.shown.copy(), self.seat, self.legal.copy())

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[object, ...]]:
        kept = (self.setup, self.setup.rules.dump(self.state), self.seed, self.shown, self.seat)
        return Position.restored, kept

    def play(self, place: int) -> None:
        """Play the legal action at a place.

        Raises:
            IllegalAction: there is none.
        """
        if not 0 <= place < len(self.legal):
            raise IllegalAction(f"Action {place} of player {self.seat} is not legal.")
        action = self.legal[place]
        self._record(self.seat, self.setup.rules.notation(action))
        self._tell(self.setup.rules.play(self.state, self.seat, action))
        self._ask()

    def view(self, viewer: int) -> JsonObject:
        """What a seat or ``SPECTATOR`` may know, as JSON."""
        return self.setup.rules.view_json(self.setup.rules.observe(self.state, viewer))

    def _ask(self, seat: int | None = None) -> None:
        self.seat = next(iter(self.setup.rules.pending(self.state)), NOBODY) if seat is None else seat
        self.legal = [] if self.seat == NOBODY else self.setup.rules.legal(self.state, self.seat)
        if len(self.legal) > self.setup.max_actions:
            raise TooManyActions(len(self.legal), self.setup.max_actions)

    def _tell(self, events: Iterable[Any]) -> None:
        for event in events:
            for seat in range(self.setup.seats):
                share = self.setup.rules.share(event, seat)
                if share is not None:
                    self._record(seat, _canonical(share))

    def _record(self, seat: int, text: str) -> None:
        self.shown[seat] = hashlib.sha256(f"{self.shown[seat]}\n{text}".encode()).hexdigest()


class PlayhallState(pyspiel.State):  # type: ignore[misc]
    """A match. Of several seats that must decide at once, the first goes first, and the others are shown nothing of it.

    An action is its place in the legal actions of the player, as in the environments; ``action_to_string`` is its
    notation.
    """

    def __init__(self, game: PlayhallGame) -> None:
        """Made by :meth:`PlayhallGame.new_initial_state`."""
        super().__init__(game)
        self.setup = game.setup
        self.deals = game.deals
        self.position: Position | None = None
        """None until the deal."""

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.seat == NOBODY else self.position.seat

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.seat == NOBODY

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def returns(self) -> list[float]:
        outcome = self.position and self.setup.rules.outcome(self.position.state)
        if not outcome:
            return [0.0] * self.setup.seats
        return list(win_shares([result.rank for result in outcome.results]))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "PlayhallState":
        """A state drawn from those that the player's View allows, with chance of its own, in which the player decides:
        for searches that must not know more. ``sampler`` gives numbers from 0 to 1.

        Raises:
            ValueError: the player has nothing to decide.
        """
        if self.position is None:
            raise ValueError("nothing is dealt")
        drawn = self.clone()
        seed = _seed_of(repr([sampler() for _ in range(4)]).encode())
        view = self.setup.rules.observe(self.position.state, player)
        drawn.position = Position.imagined(self.setup, view, player, seed)
        drawn.position.shown[player] = self.position.shown[player]
        resampled: PlayhallState = drawn
        return resampled

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.position.legal))) if self.position is not None else []

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self.position = Position.dealt(self.setup, action)
        else:
            self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if position is not None and player == position.seat and 0 <= action < len(position.legal):
            return self.setup.rules.notation(position.legal[action])
        return f"action {action}"

    def __str__(self) -> str:
        """The whole state, secrets included: for debugging."""
        return "not dealt" if self.position is None else self.setup.rules.dump(self.position.state).decode()


class PlayhallObserver:
    """What a player may know: as a string its View's canonical JSON, as a tensor the View's features. With perfect
    recall a digest of all that it was shown and has chosen goes before the View, and there is no tensor."""

    def __init__(self, kind: pyspiel.IIGObservationType, features: int, parameters: Mapping[str, Any] | None) -> None:
        """Made by :meth:`PlayhallGame.make_py_observer`.

        Raises:
            ValueError: no view is like this.
        """
        if parameters:
            raise ValueError("there are no parameters of observations")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("a view has what is public and at most one player's secrets")
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self.tensor = None if self._recalls else np.zeros(features, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: PlayhallState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.position is not None:
            self.tensor += view_features(state.position.view(self._viewer(player)), len(self.tensor))

    def string_from(self, state: PlayhallState, player: int) -> str:
        """The string."""
        if state.position is None:
            return ""
        view = _canonical(state.position.view(self._viewer(player)))
        return f"{state.position.shown[player]} {view}" if self._recalls and self._is_private else view

    def _viewer(self, player: int) -> int:
        return player if self._is_private else SPECTATOR


def _canonical(document: JsonObject) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"))


def _seed_of(drawn: bytes) -> bytes:
    return hashlib.sha256(_SEED + drawn).digest()


def _written(value: OptionValue) -> bool | int | str:
    """An option's value as a parameter of OpenSpiel."""
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _read(kind: OptionType, value: Any) -> OptionValue:  # noqa: ANN401 - a parameter
    """An option's value from a parameter.

    Raises:
        ValueError: a list has something other than numbers in it.
    """
    if kind is OptionType.INT_LIST:
        return [int(number) for number in str(value).split()]
    read: OptionValue = value
    return read
