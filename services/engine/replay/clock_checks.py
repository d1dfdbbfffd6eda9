"""Whether the clocks of a replay ran as was promised: each time-out is one, and no answer came after one."""

from collections.abc import Sequence
from datetime import datetime
from types import UnionType
from typing import Any

from services.engine import clocks
from services.engine.clocks import Clocks, Forfeit, PlayByBot, PlayDefault, TakeOver, is_over
from services.engine.replay.document import (
    MalformedReplay,
    Replay,
    ReplayResignation,
    ReplayStep,
    ReplayTakeover,
    ReplayTimeCredit,
)


def check_clocks(replay: Replay) -> None:
    """The platform decides for a seat when the time of its turn is over, and not before; its player's answers came
    before that.

    Raises:
        MalformedReplay: one did not.
    """
    document = replay.commitment_document
    control, grace_ms = document.time_control, document.grace_milliseconds
    of_seats = [None if seat.bot is not None else clocks.new_clock(control) for seat in replay.seats]
    running: Clocks = tuple(of_seats)
    pending: Sequence[int | None] = (None,) * len(running)
    shown: Sequence[int] = (0,) * (len(running) + 1)
    for rev, told in replay.in_order():
        assert told.at is not None
        at_ms = _ms(told.at)
        if isinstance(told, ReplayTimeCredit):
            running = _credited(replay, told, running)
        elif isinstance(told, ReplayTakeover):
            _check_time_out(replay, told.seat, running, at_ms, f"takeover after step {rev}", TakeOver)
            running = clocks.without(running, told.seat)
        elif isinstance(told, ReplayResignation):
            if told.reason is not None:
                _check_time_out(replay, told.seat, running, at_ms, f"resignation after step {rev}/reason", Forfeit)
            running = clocks.without(running, told.seat)
        else:
            seat = told.seat if isinstance(told, ReplayStep) else None
            if isinstance(told, ReplayStep) and told.time_ran_out is not None:
                place = f"step {rev}/time_ran_out"
                _check_time_out(replay, told.seat, running, at_ms, place, PlayDefault | PlayByBot)
            elif seat is not None and is_over(running[seat], grace_ms, at_ms):
                raise MalformedReplay(f"step {rev}/at: the seat's time was over")
            seen = all(was < now for was, now in zip(shown, told.shown, strict=True))
            running = clocks.after_step(
                control, running, before=pending, after=told.next, seat=seat, all_shown=seen, at_ms=at_ms
            )
            pending = told.next
        shown = told.shown


def _check_time_out(
    replay: Replay, seat: int, running: Clocks, at_ms: int, place: str, rule: type[Any] | UnionType
) -> None:
    document = replay.commitment_document
    if isinstance(document.time_control, clocks.NoClocks):
        raise MalformedReplay(f"{place}: the match has no clocks")
    if not isinstance(document.on_time_out, rule):
        raise MalformedReplay(f"{place}: that is not what was to happen when time is over")
    if running[seat] is None:
        raise MalformedReplay(f"{place}: the seat has no clock")
    if not is_over(running[seat], document.grace_milliseconds, at_ms):
        raise MalformedReplay(f"{place}: the time was not over")


def _credited(replay: Replay, told: ReplayTimeCredit, running: Clocks) -> Clocks:
    document = replay.commitment_document
    if told.since is None or told.until is None or told.at is None or not told.since < told.until <= told.at:
        raise MalformedReplay(f"time credit after step {told.rev}: the gap is not one before it")
    gap = _ms(told.since), _ms(told.until)
    return tuple(clocks.credited(document.time_control, clock, document.grace_milliseconds, *gap) for clock in running)


def check_decision_clocks(replay: Replay) -> None:
    """In format 1 of the commitment: an action is played by the clock only when its decision's time is over, and only
    for a person who has not resigned.

    Raises:
        MalformedReplay: one was not.
    """
    assert replay.start is not None or not replay.steps
    seconds = replay.commitment_document.decision_seconds
    asked: dict[int, tuple[int | None, str | None]] = {}
    resigned: set[int] = set()
    for rev, told in replay.in_order():
        if isinstance(told, ReplayTakeover | ReplayTimeCredit) or (
            isinstance(told, ReplayResignation) and told.reason is not None
        ):
            raise MalformedReplay(f"step {rev}: nothing like that was promised")
        if isinstance(told, ReplayResignation):
            resigned.add(told.seat)
            continue
        if isinstance(told, ReplayStep) and told.time_ran_out is not None:
            place = f"step {rev}/time_ran_out"
            if seconds is None:
                raise MalformedReplay(f"{place}: the match has no clocks")
            if replay.seats[told.seat].bot is not None or told.seat in resigned:
                raise MalformedReplay(f"{place}: the seat has no clock")
            since = asked[told.seat][1] if told.seat in asked else None
            if since is None or told.at is None or _ms(told.at) - _ms(since) < seconds * 1000:
                raise MalformedReplay(f"{place}: the time was not over")
        for seat, decision in enumerate(told.next):
            if seat not in asked or asked[seat][0] != decision:
                asked[seat] = (decision, told.at)


def _ms(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)
