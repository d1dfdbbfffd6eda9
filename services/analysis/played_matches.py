"""Matches that have ended, position by position.

A match is played again from its replay once and compared with it. What is kept of it is how each position was reached,
and every sixteenth position: the others are reached from there when they are asked for.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from services.engine import replay as replays
from services.engine.engine import Engine, Position, RulesetVersion, Step
from services.engine.replay import AnyReplay, PlayedAgain, ReExecution, ReplayDiffers
from services.engine.ruleset import SPECTATOR, JsonObject, OptionValue
from services.errors import Reason, Refusal
from services.matches import canonical_json, event_log
from services.matches.replays import told_entries
from services.matches.viewer_notices import Notice

STRIDE: Final = 16
"""Every so many positions one is kept."""
_MOVE_BYTES: Final = 500
"""Roughly what a move takes up beside its texts."""


@dataclass(frozen=True, slots=True)
class Move:
    """How a position was reached. ``at``: when, RFC 3339; None: nobody looked at a clock. ``notices``: what happened
    then and until the next move, other than the action. ``action``: canonical JSON. ``seat`` and ``decision`` are None
    for the start, and the texts empty."""

    at: str | None
    notices: tuple[Notice, ...]
    seat: int | None = None
    decision: int | None = None
    notation: str = ""
    action: bytes = b"null"
    label: str = ""


@dataclass(frozen=True, slots=True)
class ReachedPosition:
    """A position of a match. ``number``: how many moves led to it. ``before``: the position from which ``move`` led to
    it; None for the start. ``outcome``: the match's, as it was told, with its last position."""

    number: int
    move: Move
    before: Position | None
    step: Step
    outcome: JsonObject | None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played again. ``engine``: plays its version of its ruleset. ``moves``: how each position was
    reached; none, if the match has never started. ``kept``: the positions 0, 16, 32 and so on. ``size``: roughly, in
    bytes."""

    engine: Engine
    seats: int
    options: Mapping[str, OptionValue]
    seed: bytes
    moves: tuple[Move, ...]
    kept: tuple[Position, ...]
    outcome: JsonObject | None
    size: int

    def positions(self, first: int) -> Iterator[ReachedPosition]:
        """The positions from a number on.

        Raises:
            Refusal: ``UNSUPPORTED_VERSION``, ``BUSY``.
        """
        for number, (before, step) in self._steps(first):
            outcome = self.outcome if number == len(self.moves) - 1 else None
            yield ReachedPosition(number, self.moves[number], before, step, outcome)

    def _steps(self, first: int) -> Iterator[tuple[int, tuple[Position | None, Step]]]:
        """Each position from ``first`` on with the one before it."""
        last = len(self.moves) - 1
        if first == 0 and self.moves:
            yield 0, (None, self.engine.start(self.seats, self.options, self.seed))
        if not max(1, first) <= last:
            return
        number = max(0, first - 1) // STRIDE * STRIDE
        position = self.kept[number // STRIDE]
        while number < last:
            number += 1
            move = self.moves[number]
            assert move.seat is not None
            _, step = self.engine.play(position, move.seat, move.notation)
            if number >= first:
                yield number, (position, step)
            position = step.position


def played_again(replay: bytes, pinned: Callable[[RulesetVersion], Engine]) -> PlayedMatch:
    """A match that has ended, from its replay. ``pinned``: gives the engine of a version.

    Raises:
        Refusal: ``UNSUPPORTED_VERSION``: its version of the ruleset is not served, or plays it otherwise; ``BUSY``.
    """
    told = replays.read(replay)
    engine = pinned(told.pin)
    if told.start is None or told.seed is None:
        return PlayedMatch(engine, len(told.seats), told.options, b"", (), (), None, 0)
    seed = bytes.fromhex(told.seed)
    notices = _notices(told)
    moves = [Move(told.start.at, notices.get(0, ()))]
    kept = [engine.start(len(told.seats), told.options, seed).position]
    try:
        for made in ReExecution(told, engine, bots_choose_again=False).decisions():
            moves.append(_move(made, notices.get(made.step.rev, ())))
            if made.step.rev % STRIDE == 0:
                kept.append(made.reached)
    except ReplayDiffers as error:
        raise Refusal(
            Reason.UNSUPPORTED_VERSION, "The ruleset that is served plays the match otherwise than it was played."
        ) from error
    size = sum(len(position.state) for position in kept) + sum(
        _MOVE_BYTES + len(move.action) + len(move.notation) + len(move.label) for move in moves
    )
    return PlayedMatch(
        engine, len(told.seats), told.options, seed, tuple(moves), tuple(kept), told.outcome or None, size
    )


def _move(made: PlayedAgain, notices: Sequence[Notice]) -> Move:
    step = made.step
    labels = {entry["notation"]: entry["label"] for entry in json.loads(made.situation.legal)}
    return Move(
        at=step.at,
        notices=tuple(notices),
        seat=step.seat,
        decision=step.decision,
        notation=step.action,
        action=canonical_json.dump(step.structured),
        label=labels[step.action],
    )


def _notices(told: AnyReplay) -> dict[int, tuple[Notice, ...]]:
    """What happened other than actions, by the number of the position that was reached last. After the end all may know
    what seats were told alone."""
    if told.match is None:
        return {}
    notices: dict[int, tuple[Notice, ...]] = {}
    for entry in told_entries(told):
        notice = event_log.notice(entry, SPECTATOR if entry.seat is None else entry.seat)
        if notice is not None:
            notices[entry.rev] = (*notices.get(entry.rev, ()), notice)
    return notices
