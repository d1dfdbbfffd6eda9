"""The interface of a ruleset, which the author of a game implements.

A ruleset is a pure function of (options, seed, actions). It uses no network, no clock, no storage and no environment.
Its state is plain and mutable with an explicit :meth:`Ruleset.clone`; a decision in the middle of an effect is a state
like any other.

An *action* is a whole number with an encoding that the ruleset chooses. It has a canonical *notation* (``bid 3``), a
structured form (the ruleset's ``Action`` message as JSON) and a label for people.

The methods have the same order in every ruleset.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, TypeAlias, TypeVar

from services.engine.chance import Chance

SPECTATOR: Final = -1
"""The viewer without a seat."""

JsonObject: TypeAlias = dict[str, Any]
OptionValue: TypeAlias = bool | int | str | list[int]

S = TypeVar("S")  # a ruleset's state
V = TypeVar("V")  # a ruleset's view
E = TypeVar("E")  # a ruleset's event


def seat_names(seats: int) -> list[str]:
    """The name of a player in texts, labels and pictures, because no engine knows the players' names."""
    return [f"Player {seat}" for seat in range(seats)]


class IllegalAction(Exception):
    """The action is well formed but not legal for the seat now. The state is unchanged."""


class MalformedAction(Exception):
    """The text or JSON is not an action of this ruleset. The message explains the error, and never reveals anything
    hidden."""


class MalformedPosition(Exception):
    """The bytes are not a state or a view of this ruleset."""


class OptionType(Enum):
    """Type of an option's value."""

    BOOL = "bool"
    INT = "int"
    CHOICE = "choice"
    INT_LIST = "int_list"


@dataclass(frozen=True, slots=True)
class Option:
    """An option that can be set when a match is created."""

    name: str
    type: OptionType
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    length: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot that comes with a ruleset. ``thinks``: it searches, and needs many milliseconds for a decision."""

    id: str
    summary: str
    thinks: bool = False


@dataclass(frozen=True, slots=True)
class Description:
    """The description of a ruleset. See ``playhall.engine.v1.Description`` for each field. The program that serves the
    ruleset fills in ``served_by``, and the engine ``catalogue_sha256``: the SHA-256 of ``cards`` as canonical JSON,
    hexadecimal."""

    id: str
    version: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    max_decisions: int
    options: tuple[Option, ...] = ()
    bots: tuple[BotInfo, ...] = ()
    cards: tuple[JsonObject, ...] = ()
    schemas: Mapping[str, JsonObject] = field(default_factory=dict)
    resignation_ends_at: tuple[int, ...] = ()
    continues: tuple[str, ...] = ()
    layout: JsonObject = field(default_factory=dict)
    rules: str = ""
    served_by: str = ""
    catalogue_sha256: str = ""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's result. ``rank`` 1 is best and is shared on ties; the breakdown's points add up to ``score``."""

    seat: int
    rank: int
    score: int
    breakdown: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a match: one entry per seat in seat order, and a short lower-case reason."""

    results: tuple[SeatResult, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Secret:
    """One hidden fact of a state: its name, its true value, and all values that are equally likely for the viewer."""

    slot: str
    value: int
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ActionReport:
    """A legal action, rated by a search: how often the search tried it, its expected share of the win (0 to 1; None if
    it was not tried) with its standard error, and the expected continuation: pairs of a seat and its action."""

    action: int
    visits: int
    value: float | None
    error: float | None
    line: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """A decision and its reasons: a report for each legal action, best first, and the iterations and seconds of the
    search."""

    choice: int
    reports: tuple[ActionReport, ...]
    iterations: int
    seconds: float


class Bot(ABC, Generic[V]):
    """A player that sees only what a seat sees."""

    @abstractmethod
    def choose(self, view: V, legal: list[int], chance: Chance) -> int:
        """One of ``legal`` (not empty). Deterministic in its arguments; its own randomness comes from ``chance``."""

    def preferences(self, view: V, legal: list[int]) -> list[float] | None:
        """How much the bot prefers each of ``legal``, higher is better, for searches that cannot try all of them. None:
        it has no preferences."""
        return None

    def explain_within(
        self, view: V, legal: list[int], chance: Chance, *, iterations: int, milliseconds: int
    ) -> Explanation | None:
        """The reports for each of ``legal`` within a budget; the search stops at the first limit. None: the bot does
        not search."""
        return None


class Ruleset(ABC, Generic[S, V, E]):
    """One game's rules."""

    # -- what it is ------------------------------------------------------------------------------------------------

    @abstractmethod
    def describe(self) -> Description:
        """Seats, options, cards, bots, schemas. Constant."""

    @abstractmethod
    def bots(self) -> Mapping[str, Bot[V]]:
        """The bots by id. They keep no state between calls."""

    # -- play ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[S, list[E]]:
        """The first state and the events of the setup. ``options`` is complete and checked; the state keeps
        ``chance`` as its own."""

    @abstractmethod
    def seats(self, state: S) -> int:
        """The number of seats."""

    @abstractmethod
    def pending(self, state: S) -> list[int]:
        """The seats that must decide now, ascending; several if the rulebook says so. Empty when the match is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[int]:
        """Every legal action of the seat: ascending, without duplicates; empty unless the seat is pending. It depends
        only on what the seat can know."""

    @abstractmethod
    def play(self, state: S, seat: int, action: int) -> list[E]:
        """Play an action: changes ``state`` and returns the events, in order.

        Raises:
            IllegalAction: the action is not in ``legal(state, seat)``; the state is unchanged.
        """

    @abstractmethod
    def default(self, state: S, seat: int) -> int:
        """The action played for a pending seat that does not answer. It depends only on what the seat can know."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None before the end of the match."""

    @abstractmethod
    def clone(self, state: S) -> S:
        """An independent copy, including its chance."""

    def reopen(self, state: S, viewer: int) -> None:
        """Undo, in place, the secret decisions that other seats have made simultaneously with the viewer, so that they
        decide again. Searches then let their model of the others choose in an imagined state. A ruleset without such
        decisions leaves the state unchanged."""
        return

    def evaluate(self, state: S) -> list[float] | None:
        """The expected share of the win of each seat, by seat, from 0 to 1, adding up to 1. Searches use it for
        imagined states where they cut a playout short. None: the ruleset cannot evaluate the state, and the playout
        continues."""
        return None

    # -- what each may know ----------------------------------------------------------------------------------------

    @abstractmethod
    def observe(self, state: S, viewer: int) -> V:
        """What a seat or ``SPECTATOR`` may know: built up from an allow-list, independent of later changes of the
        state."""

    @abstractmethod
    def share(self, event: E, viewer: int) -> JsonObject | None:
        """The viewer's share of an event, as the JSON of the ruleset's Event message; None if the viewer does not see
        it."""

    def views_json(self, state: S) -> list[JsonObject]:
        """Every viewer's view as JSON, the spectator's first: ``view_json(observe(state, viewer))`` for each. The
        documents may share parts.

        All views are made after every action. If most parts of the views are equal, the ruleset should make these once.
        """
        return [self.view_json(self.observe(state, viewer)) for viewer in range(SPECTATOR, self.seats(state))]

    def is_public(self, event: E) -> bool:
        """Whether ``share`` of the event is the same for every viewer, so that it is computed once. False is always
        allowed."""
        return False

    @abstractmethod
    def follow(self, view: V, share: JsonObject) -> None:
        """Update an earlier view in place with the next event share of the same viewer. After all shares of a step, the
        view equals ``observe``: the events that a viewer received are enough to compute its view."""

    @abstractmethod
    def imagine(self, view: V, chance: Chance) -> S:
        """A state drawn uniformly from those that the view allows; the drawn state keeps ``chance`` as its own."""

    @abstractmethod
    def secrets(self, state: S, viewer: int) -> list[Secret]:
        """The hidden facts of a state, for the conformance suite: these must vary under :meth:`imagine`."""

    # -- bytes and text --------------------------------------------------------------------------------------------

    @abstractmethod
    def dump(self, state: S) -> bytes:
        """The state as the canonical JSON of the ruleset's State message: the same state always gives the same
        bytes."""

    @abstractmethod
    def load(self, data: bytes, chance: Chance) -> S:
        """A state from its bytes, which may be written by hand. ``chance`` is new; it resumes as the state says.

        Raises:
            MalformedPosition: the bytes are not a consistent state.
        """

    @abstractmethod
    def view_json(self, view: V) -> JsonObject:
        """The view as the JSON of the ruleset's View message."""

    @abstractmethod
    def view_from_json(self, document: JsonObject) -> V:
        """A view from its JSON.

        Raises:
            MalformedPosition: it is not a view.
        """

    @abstractmethod
    def notation(self, action: int) -> str:
        """The canonical notation. ``parse(notation(a)) == a`` for every action."""

    @abstractmethod
    def parse(self, text: str) -> int:
        """An action from its notation.

        Raises:
            MalformedAction: the text is not a notation of this ruleset.
        """

    @abstractmethod
    def action_json(self, action: int) -> JsonObject:
        """The action as the JSON of the ruleset's Action message."""

    @abstractmethod
    def action_from_json(self, document: JsonObject) -> int:
        """An action from its JSON.

        Raises:
            MalformedAction: it is not an action of this ruleset.
        """

    @abstractmethod
    def label(self, view: V, action: int) -> str:
        """A short text for a person who sees ``view``, for example ``Bid on position 3: Deputy``."""

    @abstractmethod
    def picture(self, view: V) -> str:
        """The table as text that a player recognises."""

    @abstractmethod
    def telling(self, share: JsonObject, names: list[str]) -> str:
        """An event share as one line for a viewer of the share; ``names`` are the seats' names. It depends only on its
        arguments, because the line is sent to the viewer of the share."""
