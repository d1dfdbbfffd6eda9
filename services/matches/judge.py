"""Judges every move: of every client, of the bots, and of the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

import orjson

from services.engine.clocks import is_over
from services.engine.engine import Engines, Situation
from services.engine.ruleset import JsonObject
from services.errors import Reason, Refusal
from services.identity import Caller
from services.matches import canonical_json
from services.matches.event_log import MatchLogEntry
from services.matches.match import Match, Status
from services.matches.match_lifecycle import Move, not_before, played
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.store import MatchStore
from services.matches.time_credits import give_back
from services.matches.visibility import check_seat, check_visible
from services.telemetry import metrics

ATTEMPTS: Final = 64
"""How often a move is judged anew because others moved at the same time. Each attempt that fails means that another
change of the match was committed, so this is far more than there are seats."""


class AutomaticPlayer(Enum):
    """The movers that are not clients: a bot, for the seats of house bots and resigned seats; the clock, for seats
    whose time has run out."""

    BOT = "bot"
    CLOCK = "clock"


class Judgement(NamedTuple):
    """An accepted move. ``entry``: its log entry, from which the answer is made. ``loaded``: the match after the move
    if it was committed now, None if it had been committed before."""

    entry: MatchLogEntry
    loaded: LoadedMatch | None


@dataclass(frozen=True, slots=True)
class Checked:
    """An action that would be, or was, accepted as a seat's answer to a decision; ``action`` is canonical JSON."""

    seat: int
    decision: int
    notation: str
    action: bytes


class Judge:
    """Judges moves. Thread-safe."""

    def __init__(self, store: MatchStore, engines: Engines, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._engines = engines
        self._now_ms = now_ms

    def judge(
        self,
        mover: Caller | AutomaticPlayer,
        match_id: str,
        seat: int | None,
        decision: int,
        action: str | JsonObject,
        *,
        loaded: LoadedMatch | None = None,
    ) -> Judgement | None:
        """Play an action as a seat's answer to a decision. ``seat``: None for the seat of the mover, a caller.

        A decision can be answered once. The same answer again returns the verdict of the first one. The move of another
        seat in between does not affect this seat's decision, so the move is judged again on the new position.
        ``loaded``: the match as the mover knows it, with the seat's situation, to save reading it.

        Returns:
            None if the match is not in Redis.

        Raises:
            Refusal: ``NOT_FOUND``, ``NOT_YOUR_SEAT``; ``MATCH_NOT_LIVE``, ``MATCH_ENDED``, ``DECISION_NOT_ASKED``,
                ``TIME_RAN_OUT``, ``DECISION_ALREADY_ANSWERED``; the engine's refusals; ``BUSY``.
        """
        came_ms = self._now_ms()  # what counts by the clock is when the answer came, not how long the engine takes
        for _ in range(ATTEMPTS):
            loaded = loaded or self._store.load_all(match_id)
            if loaded is None:
                return None
            if give_back(self._store, loaded.stored, came_ms):
                loaded = None
                continue
            its = _seat_of(loaded.match, mover) if seat is None else seat
            verdict = self._judged(loaded, mover, its, decision, action, came_ms)
            if verdict is not None:
                return verdict
            loaded = None
        raise Refusal(Reason.BUSY)

    def _judged(
        self,
        loaded: LoadedMatch,
        mover: Caller | AutomaticPlayer,
        seat: int,
        decision: int,
        action: str | JsonObject,
        came_ms: int,
    ) -> Judgement | None:
        """The verdict on a loaded match; None if the match has changed in the meantime."""
        # Who?
        check_mover(loaded.match, mover, seat)
        # When?
        first = self._first_answer(loaded, seat, decision, action)
        if first is not None:
            self._store.confirm(loaded.match.id)  # it may be the retry of what was refused, as replicas lacked it
            return Judgement(first, None)
        check_pending(loaded.match, seat, decision)
        _check_turn(loaded.stored, mover, seat, came_ms)
        # What?
        position = loaded.stored.position
        notation, step = self._engines.pinned(loaded.match.pin).play(position, seat, action)
        move = _move(seat, decision, notation, action, loaded.situations[seat])
        move = move._replace(by_clock=mover is AutomaticPlayer.CLOCK)
        # All is well: it happens, unless something else has happened first.
        change = played(loaded, move, step, came_ms, by_platform=mover is AutomaticPlayer.BOT)
        if not self._store.commit(change):
            metrics.commit_conflict(loaded.match.ruleset)
            return None
        assert change.entry is not None
        metrics.decision_committed(
            loaded.match.ruleset, mover.value if isinstance(mover, AutomaticPlayer) else "player"
        )
        after = LoadedMatch(change.after, {situation.viewer: situation for situation in step.situations})
        return Judgement(change.entry, after)

    def check(self, caller: Caller, match_id: str, decision: int, action: str | JsonObject) -> Checked | None:
        """Whether :meth:`judge` would accept an action as the caller's answer to a decision. Changes nothing, and
        reveals nothing about the effect of the action: the engine's step is discarded.

        Returns:
            None if the match is not in Redis.

        Raises:
            Refusal: as :meth:`judge`; ``NOT_YOUR_SEAT`` for a caller without a seat.
        """
        loaded = self._store.load_all(match_id)
        if loaded is None:
            return None
        seat = seat_of(loaded.match, caller)
        first = self._first_answer(loaded, seat, decision, action)
        if first is not None:
            return answered(first)
        check_pending(loaded.match, seat, decision)
        _check_turn(loaded.stored, caller, seat, self._now_ms())
        notation, _ = self._engines.pinned(loaded.match.pin).play(loaded.stored.position, seat, action)
        return Checked(
            seat, decision, notation, _move(seat, decision, notation, action, loaded.situations[seat]).action
        )

    def _first_answer(
        self, loaded: LoadedMatch, seat: int, decision: int, action: str | JsonObject
    ) -> MatchLogEntry | None:
        """The answer to a decision that has been answered in the same way; None if it has not been answered."""
        if not 1 <= decision <= loaded.stored.asked[seat] or decision == loaded.match.decisions[seat]:
            return None
        entry = self._store.find_answer(loaded.match.id, seat, decision)
        if entry is not None:
            check_same(entry, action)
        return entry


def seat_of(match: Match, caller: Caller) -> int:
    """The caller's seat in a match.

    Raises:
        Refusal: ``NOT_FOUND``, ``NOT_YOUR_SEAT``.
    """
    check_visible(match, caller)
    seat = match.seat_of(caller.player_id)
    if seat is None:
        raise Refusal(Reason.NOT_YOUR_SEAT, "You have no seat in this match.")
    return seat


def _seat_of(match: Match, mover: Caller | AutomaticPlayer) -> int:
    assert isinstance(mover, Caller), "bots and the clock say for which seat they move"
    return seat_of(match, mover)


def answered(entry: MatchLogEntry) -> Checked:
    """The result of :meth:`Judge.check` for an action that was played."""
    assert entry.seat is not None
    assert entry.decision is not None
    assert entry.notation is not None
    assert entry.action is not None
    return Checked(entry.seat, entry.decision, entry.notation, entry.action)


def check_pending(match: Match, seat: int, decision: int) -> None:
    """Whether an unanswered decision is pending.

    Raises:
        Refusal: ``MATCH_NOT_LIVE``, ``MATCH_ENDED``, ``DECISION_NOT_ASKED``.
    """
    if match.status is Status.OPEN:
        raise Refusal(Reason.MATCH_NOT_LIVE, "The match has not started.")
    if match.status.ended:
        raise Refusal(Reason.MATCH_ENDED)
    if match.decisions[seat] != decision:
        raise Refusal(Reason.DECISION_NOT_ASKED)


def _check_turn(stored: MatchRecord, mover: Caller | AutomaticPlayer, seat: int, came_ms: int) -> None:
    """Whether this mover may play the seat now. ``came_ms``: when its request arrived.

    Raises:
        Refusal: ``NOT_YOUR_SEAT``, ``TIME_RAN_OUT``.
    """
    match = stored.match
    time_is_over = is_over(match.clocks[seat], match.grace_ms, not_before(stored, came_ms))
    if mover is AutomaticPlayer.BOT:
        allowed = match.seats[seat].played_by_platform
    elif mover is AutomaticPlayer.CLOCK:
        allowed = time_is_over
    elif time_is_over:
        raise Refusal(Reason.TIME_RAN_OUT)
    else:
        allowed = not match.seats[seat].played_by_platform
    if not allowed:
        raise Refusal(Reason.NOT_YOUR_SEAT, "You have resigned, or your time ran out: the house plays the seat.")


def check_same(entry: MatchLogEntry, action: str | JsonObject) -> None:
    """Whether an action equals the one with which a decision was answered.

    Raises:
        Refusal: ``DECISION_ALREADY_ANSWERED``.
    """
    if not entry.is_answered_by(action):
        raise Refusal(Reason.DECISION_ALREADY_ANSWERED)


def check_mover(match: Match, mover: Caller | AutomaticPlayer, seat: int) -> None:
    """Whether the mover may act for a seat of the match at all.

    Raises:
        Refusal: ``NOT_FOUND``, ``NOT_YOUR_SEAT``.
    """
    if isinstance(mover, Caller):
        check_visible(match, mover)
    check_seat(match, seat)
    if isinstance(mover, Caller) and match.seat_of(mover.player_id) != seat:
        raise Refusal(Reason.NOT_YOUR_SEAT)


def _move(seat: int, decision: int, notation: str, action: str | JsonObject, situation: Situation) -> Move:
    actions = {legal["notation"]: legal["action"] for legal in orjson.loads(situation.legal)}
    structured = actions.get(notation)
    if structured is None:  # an engine that contradicts itself
        raise Refusal(Reason.INTERNAL)
    given = None if isinstance(action, str) else canonical_json.comparable(action)
    if given is not None and given == canonical_json.comparable(structured):
        given = None
    return Move(seat, decision, notation, canonical_json.dump(structured), given)
