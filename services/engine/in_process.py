"""An engine in this process: a ruleset behind the bytes that callers pass through."""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, Generic, NoReturn, TypeVar

from services.engine import options as match_options
from services.engine.chance import SEED_BYTES, SeededChance
from services.engine.documents import catalogue_sha256, encode, place_named
from services.engine.engine import EventShares, ExplainedAction, ExplainedDecision, Position, Situation, Step
from services.engine.roster import Roster
from services.engine.ruleset import (
    SPECTATOR,
    Bot,
    Description,
    IllegalAction,
    MalformedAction,
    MalformedPosition,
    OptionValue,
    Ruleset,
    seat_names,
)
from services.errors import FieldError, Reason, Refusal, range_words

S = TypeVar("S")
V = TypeVar("V")
E = TypeVar("E")

KEPT_STATES: Final = 256
"""How many states an engine keeps loaded. A state is a few kilobytes."""

_DETAIL_LENGTH: Final = 300


class InProcessEngine(Generic[S, V, E]):
    """Plays a ruleset in this process. Safe to use from several threads."""

    def __init__(self, ruleset: Ruleset[S, V, E], roster: Roster | None = None) -> None:
        """``roster``: the bots that may choose. None: the ruleset's own."""
        self._ruleset = ruleset
        if roster is None:
            roster = Roster.of(ruleset)
        self._bots = roster.bots
        described = roster.description
        self._description = replace(described, catalogue_sha256=catalogue_sha256(described.cards))
        self._loaded: _LoadedStates[S] = _LoadedStates()

    def describe(self) -> Description:
        """The description of the ruleset."""
        return self._description

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        """The first position of a match. ``options`` names only those that are set; ``seed``: 32 bytes.

        Raises:
            Refusal: ``SEATS_OUT_OF_RANGE``, ``UNKNOWN_OPTION``, ``INVALID_OPTION``, ``INVALID_FIELD`` (seed).
        """
        known = self._description
        if not known.min_seats <= seats <= known.max_seats:
            wanted = f"must be {range_words(known.min_seats, known.max_seats)}"
            raise Refusal(Reason.SEATS_OUT_OF_RANGE, errors=(FieldError("/seats", wanted),))
        complete = match_options.complete(options, known.options)
        state, events = self._ruleset.start(seats, complete, _chance(seed))
        return self._step(state, seed, events)

    def play(self, position: Position, seat: int, action: object) -> tuple[str, Step]:
        """The position after a seat's action, given as notation or in structured form; also the action's notation.
        Anything else is malformed.

        Raises:
            Refusal: ``UNKNOWN_RULESET``, ``UNSUPPORTED_VERSION``, ``MALFORMED_POSITION``, ``MALFORMED_ACTION``,
                ``ILLEGAL_ACTION``.
        """
        number = self._action(action, "/action")
        state = self._state(position)
        try:
            events = self._play(state, seat, number)
        except IllegalAction as error:
            self._loaded.put(position.seed, position.state, state)  # unchanged, and the next answer may be legal
            _refuse(Reason.ILLEGAL_ACTION, "/action", error)
        return self._ruleset.notation(number), self._step(state, position.seed, events)

    def observe(self, position: Position) -> Step:
        """The position as it is, without events.

        Raises:
            Refusal: ``UNKNOWN_RULESET``, ``UNSUPPORTED_VERSION``, ``MALFORMED_POSITION``.
        """
        return self._step(self._state(position), position.seed, [])

    def default(self, position: Position, seat: int) -> str:
        """Notation of the action played for a seat that must decide and does not answer.

        Raises:
            Refusal: ``UNKNOWN_RULESET``, ``UNSUPPORTED_VERSION``, ``MALFORMED_POSITION``, ``ILLEGAL_ACTION``.
        """
        state = self._state(position)
        try:
            if seat not in self._ruleset.pending(state):
                raise Refusal(Reason.ILLEGAL_ACTION, "The seat has nothing to decide now.")
            return self._ruleset.notation(self._ruleset.default(state, seat))
        finally:
            self._loaded.put(position.seed, position.state, state)

    def choose(self, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        """A bot's choice among ``legal`` notations from a seat's view. The same arguments give the same choice.

        Raises:
            Refusal: ``UNKNOWN_BOT``, ``MALFORMED_POSITION`` (view), ``MALFORMED_ACTION`` (legal), ``ILLEGAL_ACTION``
                (``legal`` is not the list of that view), ``INVALID_FIELD`` (seed).
        """
        player, seen, actions, chance = self._asked(bot, view, legal, seed)
        with self._only_of_its_view(view, actions):
            choice = player.choose(seen, actions.copy(), chance)
            if choice not in actions:
                raise ValueError(f"bot {bot} chose an action that was not offered")
        return self._ruleset.notation(choice)

    def explain(
        self, bot: str, view: bytes, legal: list[str], seed: bytes, *, iterations: int, milliseconds: int
    ) -> ExplainedDecision:
        """What a bot that searches finds of each of ``legal``. The same arguments give the same, but for the seconds,
        unless the milliseconds are spent first.

        Raises:
            Refusal: as :meth:`choose`; ``UNKNOWN_BOT`` also for one that does not search.
        """
        player, seen, actions, chance = self._asked(bot, view, legal, seed)
        with self._only_of_its_view(view, actions):
            found = player.explain_within(
                seen, actions.copy(), chance, iterations=iterations, milliseconds=milliseconds
            )
            if found is not None and sorted(report.action for report in found.reports) != sorted(actions):
                raise ValueError(f"bot {bot} explained other actions than those that were offered")
        if found is None:
            raise Refusal(Reason.UNKNOWN_BOT, "The bot does not search.")
        notation = self._ruleset.notation
        return ExplainedDecision(
            tuple(
                ExplainedAction(
                    notation=notation(report.action),
                    visits=report.visits,
                    value=report.value,
                    error=report.error,
                    # A line begins with the action itself.
                    line=tuple((seat, notation(action)) for seat, action in report.line[1:]),
                )
                for report in found.reports
            ),
            found.iterations,
            found.seconds,
        )

    def imagine(self, view: bytes, seed: bytes) -> Position:
        """A position drawn from those that the view allows; ``seed`` (32 bytes) is also the imagined match's.

        Raises:
            Refusal: ``MALFORMED_POSITION`` (view), ``INVALID_FIELD`` (seed).
        """
        try:
            state = self._ruleset.imagine(self._view(view), _chance(seed))
        except MalformedPosition as error:
            _refuse(Reason.MALFORMED_POSITION, "/view" + place_named(view, str(error)), error)
        return self._position(state, seed)

    # -- in ----------------------------------------------------------------------------------------------------------

    def _asked(
        self, bot: str, view: bytes, legal: list[str], seed: bytes
    ) -> tuple[Bot[Any], V, list[int], SeededChance]:
        """What a bot is asked with."""
        player = self._bots.get(bot)
        if player is None:
            raise Refusal(Reason.UNKNOWN_BOT)
        if not legal:
            raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/legal", "must hold at least one action"),))
        actions = [self._action(notation, f"/legal/{place}") for place, notation in enumerate(legal)]
        return player, self._view(view), actions, _chance(seed)

    @contextmanager
    def _only_of_its_view(self, view: bytes, actions: list[int]) -> Iterator[None]:
        """A bot may stumble in any way over actions that do not belong to the view. That is the caller's mistake; over
        actions that do belong to it, it is the bot's."""
        try:
            yield
        except Exception:
            self._check_legal(view, actions)
            raise

    def _state(self, position: Position) -> S:
        """The state of a position, for this caller alone: to change it or to put it back."""
        if position.ruleset != self._description.id:
            raise Refusal(Reason.UNKNOWN_RULESET, errors=(FieldError("/position/ruleset", "another ruleset"),))
        if position.version != self._description.version:
            raise Refusal(Reason.UNSUPPORTED_VERSION, metadata={"served": self._description.version})
        state = self._loaded.take(position.seed, position.state)
        if state is not None:
            return state
        try:
            return self._ruleset.load(position.state, _chance(position.seed, "/position/seed"))
        except MalformedPosition as error:
            _refuse(Reason.MALFORMED_POSITION, "/position/state" + place_named(position.state, str(error)), error)

    def _view(self, data: bytes) -> V:
        try:
            document = json.loads(data)
            if not isinstance(document, dict):
                raise MalformedPosition("a view is a JSON object")
            return self._ruleset.view_from_json(document)
        except MalformedPosition as error:
            _refuse(Reason.MALFORMED_POSITION, "/view" + place_named(data, str(error)), error)
        except (ValueError, RecursionError):  # RecursionError: brackets nested without end
            raise Refusal(Reason.MALFORMED_POSITION, errors=(FieldError("/view", "not JSON"),)) from None

    def _action(self, action: object, pointer: str) -> int:
        try:
            if isinstance(action, str):
                return self._ruleset.parse(action)
            if isinstance(action, dict):
                return self._ruleset.action_from_json(action)
            raise MalformedAction("an action is its notation or a JSON object")
        except MalformedAction as error:
            _refuse(Reason.MALFORMED_ACTION, pointer, error)

    def _play(self, state: S, seat: int, action: int) -> list[E]:
        if seat not in self._ruleset.pending(state):
            raise IllegalAction("The seat has nothing to decide now.")
        return self._ruleset.play(state, seat, action)

    def _check_legal(self, view: bytes, actions: list[int]) -> None:
        """Refuse actions that are not the legal ones of the view's seat: legality depends on nothing but the view."""
        rules = self._ruleset
        seen = rules.view_json(self._view(view))
        state = rules.imagine(self._view(view), SeededChance(bytes(SEED_BYTES)))
        for seat in rules.pending(state):
            if rules.legal(state, seat) == actions and rules.view_json(rules.observe(state, seat)) == seen:
                return
        raise Refusal(
            Reason.ILLEGAL_ACTION, errors=(FieldError("/legal", "not the legal actions of the view"),)
        ) from None

    # -- out ---------------------------------------------------------------------------------------------------------

    def _position(self, state: S, seed: bytes) -> Position:
        return Position(self._description.id, self._description.version, seed, self._ruleset.dump(state))

    def _step(self, state: S, seed: bytes, events: list[E]) -> Step:
        """Tell of a state that belongs to this caller alone, and keep it for the call that goes on from it."""
        rules = self._ruleset
        names = seat_names(rules.seats(state))
        pending = tuple(rules.pending(state))
        views = [encode(view) for view in rules.views_json(state)]
        step = Step(
            position=self._position(state, seed),
            events=tuple([self._shares(event, names) for event in events]),
            situations=tuple(
                [
                    Situation(viewer, view, self._legal(state, viewer) if viewer in pending else b"[]")
                    for viewer, view in enumerate(views, SPECTATOR)
                ]
            ),
            pending=pending,
            outcome=rules.outcome(state),
        )
        self._loaded.put(seed, step.position.state, state)
        return step

    def _legal(self, state: S, seat: int) -> bytes:
        rules = self._ruleset
        view = rules.observe(state, seat)
        legal = [
            {
                "notation": rules.notation(action),
                "action": rules.action_json(action),
                "label": rules.label(view, action),
            }
            for action in rules.legal(state, seat)
        ]
        return encode(legal)

    def _shares(self, event: E, names: list[str]) -> EventShares:
        share, telling = self._ruleset.share, self._ruleset.telling
        public = share(event, SPECTATOR)
        private: dict[int, bytes] = {}
        texts: dict[int, str] = {}
        for seat in () if self._ruleset.is_public(event) else range(len(names)):
            own = share(event, seat)
            if own is public or own == public:
                continue
            if own is None:
                raise TypeError(f"{type(event).__name__} hides from seat {seat} what a spectator sees")
            private[seat] = encode(own)
            texts[seat] = telling(own, names)
        if public is None:
            return EventShares(None, private, private_texts=texts)
        return EventShares(encode(public), private, telling(public, names), texts)


class _LoadedStates(Generic[S]):
    """The states reached last, still loaded, so that the next call on such a position need not parse it.

    A state is in here or in one caller's hands, never both: :meth:`take` removes it. What is kept is only ever equal to
    what loading the same bytes would give, so that a hit and a miss cannot be told apart by their results.
    """

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[bytes, bytes], S] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, seed: bytes, data: bytes) -> S | None:
        with self._lock:
            return self._states.pop((seed, data), None)

    def put(self, seed: bytes, data: bytes, state: S) -> None:
        with self._lock:
            self._states[seed, data] = state
            if len(self._states) > KEPT_STATES:
                self._states.popitem(last=False)


def _chance(seed: bytes, pointer: str = "/seed") -> SeededChance:
    if len(seed) != SEED_BYTES:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, f"must be {SEED_BYTES} bytes"),))
    return SeededChance(seed)


def _refuse(reason: Reason, pointer: str, error: Exception) -> NoReturn:
    """Refuse with the ruleset's own words, if it has any: made fit to be sent, whatever the caller sent in."""
    words = str(error).encode("utf-8", "replace").decode()[:_DETAIL_LENGTH]
    raise Refusal(reason, words, errors=(FieldError(pointer, words or reason.meaning),)) from None
