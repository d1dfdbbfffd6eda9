"""The steps of a match's life, as pure functions: each takes a match and returns the change to commit.

They are the platform's rules for every game: when a seat gets a new decision number, which viewer's revision moves,
whose clock runs, and what the platform has to do next.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from services.engine import clocks
from services.engine.clocks import Clock, Clocks, TakeOver
from services.engine.engine import EventShares, RulesetVersion, Situation, Step
from services.engine.replay import outcome_json, resignation_outcome
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason, Refusal
from services.matches.event_log import LogEntryKind, MatchLogEntry, TimeRanOut
from services.matches.match import (
    AbortReason,
    Decline,
    Inspection,
    Match,
    Migration,
    Presence,
    Seat,
    SeatStatus,
    StartRule,
    Status,
)
from services.matches.match_record import LoadedMatch, MatchRecord
from services.matches.outbox import OutboxKind

_OTHER_VERSION: Final = "The ruleset has been updated since the match was created. Abort it and create another."
MOST_DECLINES: Final = 32
"""The maximum number of stored declines; the latest ones stay."""
_START: Final = (SPECTATOR, None)
"""The platform's turn for a match that starts by itself and has not been started."""


class Change(NamedTuple):
    """A change to commit, all of it or nothing. ``before`` is None for a new match; ``situations`` are those of all
    viewers, the spectator's first, if the position has changed. ``tasks`` are the follow-up work. ``tickets``: each
    seat's ticket, for a new match of paired players."""

    before: MatchRecord | None
    after: MatchRecord
    at_ms: int
    entry: MatchLogEntry | None = None
    situations: tuple[Situation, ...] = ()
    tasks: tuple[OutboxKind, ...] = ()
    tickets: tuple[str, ...] = ()

    @property
    def notified(self) -> list[int]:
        """The viewers whose revision moves."""
        if self.before is None:
            return []
        revisions = zip(self.before.match.revisions, self.after.match.revisions, strict=True)
        return [place - 1 for place, (old, new) in enumerate(revisions) if old != new]


class Move(NamedTuple):
    """A legal answer to a decision. ``action`` and ``given`` as in :class:`services.matches.event_log.MatchLogEntry`.
    ``by_clock``: the seat's time had run out."""

    seat: int
    decision: int
    notation: str
    action: bytes
    given: str | None
    by_clock: bool = False


def starts_by_itself(match: Match) -> bool:
    """The match's last seat was taken and it has not started yet: the first process that notices should start it."""
    return match.status is Status.OPEN and match.full and match.start_rule is StartRule.WHEN_FULL


def awaits_platform(match: Match) -> bool:
    """The platform has work to do: play a seat, or start a match whose last seat was taken."""
    return starts_by_itself(match) or any(match.seats[seat].played_by_platform for seat in match.pending)


def not_before(before: MatchRecord, at_ms: int) -> int:
    """The time of the next event: never before that of the last one, although processes' clocks differ."""
    return max(at_ms, before.last_ms, before.match.created_ms)


def awaited_calls(match: Match) -> frozenset[tuple[int, int]]:
    """Seats and their pending decisions for which a webhook may be called; whether their players have one is not known
    here."""
    return frozenset(
        [
            (seat.number, decision)
            for seat, decision in zip(match.seats, match.decisions, strict=True)
            if decision is not None and seat.may_be_called
        ]
    )


def created(stored: MatchRecord, tickets: tuple[str, ...] = ()) -> Change:
    """A new match. ``tickets``: each seat's ticket, if its players were paired."""
    return Change(None, stored, stored.match.created_ms, tasks=_tasks(None, stored.match), tickets=tickets)


def seated(before: MatchRecord, seat: Seat, at_ms: int) -> Change:
    """A player takes a seat."""
    seats = tuple(seat if seat.number == other.number else other for other in before.match.seats)
    match = before.match._replace(seats=seats)
    return Change(before, _next(before, match, at_ms), at_ms, tasks=_tasks(before.match, match))


def declined(before: MatchRecord, decline: Decline, at_ms: int, *, ends: bool) -> Change:
    """A player declines the seat that is kept for it: the seat is open to others, or the match ends with that and shows
    for whom the seat was kept."""
    others = tuple(each for each in before.match.declines if each.player_id != decline.player_id)
    match = before.match._replace(declines=(*others, decline)[-MOST_DECLINES:])
    if ends:
        at_ms = not_before(before, at_ms)
        ended = _ended(match, Status.ABORTED, at_ms, None)._replace(abort_reason=AbortReason.DECLINED)
        return _announced(before, ended, at_ms, LogEntryKind.ABORTED, None)
    seats = tuple(
        Seat(seat.number, SeatStatus.OPEN) if seat.number == decline.seat else seat for seat in before.match.seats
    )
    match = match._replace(seats=seats)
    return Change(before, _next(before, match, at_ms), at_ms, tasks=_tasks(before.match, match))


def inspected(before: MatchRecord, look: Inspection) -> Change:
    """An admin looks at a seat. No viewer's revision moves, because nothing has happened in the game."""
    match = before.match._replace(inspections=(*before.match.inspections, look))
    return Change(before, _next(before, match, look.at_ms), look.at_ms)


def shown_up(before: MatchRecord, seat: int, at_ms: int) -> Change | None:
    """A seat's player is there, in a match that keeps note of it; None: that is known. No viewer's revision moves."""
    presence = before.match.presence
    if presence is None or seat in presence.come or before.match.status.ended:
        return None
    return Change(before, _next(before, before.match._replace(presence=presence.with_come(seat)), at_ms), at_ms)


def migrated(before: MatchRecord, version: RulesetVersion, at_ms: int) -> Change:
    """Another version of the ruleset continues the match. No viewer's revision moves, because nothing has happened in
    the game."""
    at_ms = not_before(before, at_ms)
    old = before.match
    migration = Migration(old.ruleset_version, version.version, before.rev, at_ms)
    match = old._replace(
        ruleset_version=version.version,
        catalogue_sha256=version.catalogue_sha256,
        migrations=(*old.migrations, migration),
    )
    return Change(before, _next(before._replace(last_ms=at_ms), match, at_ms), at_ms)


def started(
    before: MatchRecord,
    seed: bytes,
    step: Step,
    at_ms: int,
    *,
    by_platform: bool,
    seats: tuple[Seat, ...] | None = None,
) -> Change:
    """The first position. ``seats``: including a client seed that comes with the start.

    Raises:
        Refusal: ``UNSUPPORTED_VERSION``: another version of the ruleset deals it than the match was committed to.
    """
    at_ms = not_before(before, at_ms)
    version = step.position.version
    if before.match.signed_commitment is not None and version != before.match.ruleset_version:
        raise Refusal(Reason.UNSUPPORTED_VERSION, _OTHER_VERSION, metadata={"served": version})
    # One that was created before commitments bound the version is played by the version that deals it.
    match = before.match._replace(
        status=Status.LIVE, started_ms=at_ms, ruleset_version=version, seats=seats or before.match.seats
    )
    after = before._replace(match=match, seed=seed, notice=1)
    return _stepped(before, after, step, at_ms, None, by_platform=by_platform)


def played(loaded: LoadedMatch, move: Move, step: Step, at_ms: int, *, by_platform: bool) -> Change:
    """A seat has answered its decision."""
    before = loaded.stored
    at_ms = not_before(before, at_ms)
    after = before._replace(rev=before.rev + 1, notice=0)
    return _stepped(before, after, step, at_ms, move, by_platform=by_platform)


def resigned(before: MatchRecord, seat: int, at_ms: int, *, ends: bool, by_clock: bool = False) -> Change:
    """A seat resigns: the match ends, or the platform plays on for the seat. ``by_clock``: because its time is over."""
    at_ms = not_before(before, at_ms)
    seats = tuple(replace(other, resigned=other.resigned or other.number == seat) for other in before.match.seats)
    match = before.match._replace(seats=seats)
    match = match._replace(clocks=clocks.without(match.clocks, seat))
    if match.presence is not None and not by_clock:
        match = match._replace(presence=match.presence.with_come(seat))
    if ends:
        gone = [other.number for other in seats if other.resigned]
        match = _ended(match, Status.FINISHED, at_ms, resignation_outcome(len(seats), gone))
    change = _announced(before, match, at_ms, LogEntryKind.RESIGNED, seat)
    assert change.entry is not None
    return change._replace(entry=change.entry._replace(time_ran_out=TimeRanOut.ALL)) if by_clock else change


def taken_over(before: MatchRecord, seat: int, at_ms: int) -> Change:
    """A seat's time is over, and a house bot plays it from now on."""
    at_ms = not_before(before, at_ms)
    rule = before.match.on_time_out
    assert isinstance(rule, TakeOver)
    seats = tuple(
        replace(other, taken_over_by=rule.bot) if other.number == seat else other for other in before.match.seats
    )
    match = before.match._replace(seats=seats, clocks=clocks.without(before.match.clocks, seat))
    return _announced(before, match, at_ms, LogEntryKind.TAKEN_OVER, seat)


def time_credited(before: MatchRecord, gap_ms: tuple[int, int], at_ms: int) -> Change | None:
    """The running clocks get back the time of a gap. None: no clock ran then."""
    at_ms = not_before(before, at_ms)
    old = before.match
    made = tuple(clocks.credited(old.time_control, clock, old.grace_ms, *gap_ms) for clock in old.clocks)
    if made == old.clocks:
        return None
    credited = before._replace(credited_ms=gap_ms[1])
    change = _announced(credited, old._replace(clocks=made), at_ms, LogEntryKind.TIME_CREDITED, None)
    assert change.entry is not None
    return change._replace(before=before, entry=change.entry._replace(gap_ms=gap_ms))


def aborted(before: MatchRecord, at_ms: int, reason: AbortReason | None = None) -> Change:
    """The match ends without a result. ``reason``: the reason, unless its creator or an admin called it off."""
    at_ms = not_before(before, at_ms)
    match = _ended(before.match, Status.ABORTED, at_ms, None)._replace(abort_reason=reason)
    return _announced(before, match, at_ms, LogEntryKind.ABORTED, None)


def _stepped(
    before: MatchRecord, after: MatchRecord, step: Step, at_ms: int, move: Move | None, *, by_platform: bool
) -> Change:
    old = before.match
    if len(step.situations) != len(old.seats) + 1:  # an engine that has forgotten how many play
        raise Refusal(Reason.INTERNAL)
    asked, decisions = _ask(before, step.pending, None if move is None else move.seat)
    match = after.match._replace(pending=step.pending, decisions=decisions)
    if step.outcome is not None:
        gone = [seat.number for seat in match.seats if seat.resigned]
        match = _ended(match, Status.FINISHED, at_ms, outcome_json(step.outcome, gone))
    match = match._replace(revisions=_revisions(old, match, step.events))
    match = match._replace(clocks=_clocks(old, match, None if move is None else move.seat, at_ms))
    if match.presence is not None and move is not None and not by_platform:
        match = _noting_presence(old, match, match.presence, move)
    after = after._replace(
        asked=asked,
        state=step.position.state,
        match=match,
        version=_version(before, at_ms),
        last_ms=at_ms,
    )
    if move is not None:
        after = _noting_absence(after, old.clocks[move.seat], move)
    entry = _entry(after, at_ms, LogEntryKind.START if move is None else LogEntryKind.PLAY, step.events, move)
    if move is not None and move.by_clock:
        entry = entry._replace(time_ran_out=_who_may_know(old, match, move.seat))
    tasks = _tasks(old, match, by_platform=by_platform)
    return Change(before, after, at_ms, entry, step.situations, tasks)


def _announced(before: MatchRecord, match: Match, at_ms: int, kind: LogEntryKind, seat: int | None) -> Change:
    """A public notice that is not the effect of an action."""
    match = match._replace(revisions=tuple(revision + 1 for revision in before.match.revisions))
    after = _next(before._replace(notice=before.notice + 1, last_ms=at_ms), match, at_ms)
    entry = _entry(after, at_ms, kind, ())._replace(seat=seat)
    return Change(before, after, at_ms, entry, tasks=_tasks(before.match, match))


def _ask(
    before: MatchRecord, pending: tuple[int, ...], actor: int | None
) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    """The number of decisions of each seat, and the number of its pending one. A seat that has just answered, or was
    not pending, gets a new decision; a seat that is still thinking keeps its number."""
    asked = list(before.asked)
    decisions: list[int | None] = [None] * len(asked)
    for seat in pending:
        if seat == actor or seat not in before.match.pending:
            asked[seat] += 1
        decisions[seat] = asked[seat]
    return tuple(asked), tuple(decisions)


def _who_may_know(old: Match, new: Match, seat: int) -> TimeRanOut:
    """The viewers who may know that the clock acted for a seat. The end of its turn is public. So everybody may know if
    they can see that it has acted: it is no longer pending, or it alone was pending."""
    return TimeRanOut.ALL if seat not in new.pending or old.pending == (seat,) else TimeRanOut.SEAT


def _revisions(old: Match, new: Match, events: tuple[EventShares, ...]) -> tuple[int, ...]:
    """A viewer's revision moves when something that it can notice has changed: it saw an event, or the pending seats
    (which are public), its own decision, or the status has changed. A step of which it notices nothing does not count,
    because counting would reveal the step."""
    for_all = old.pending != new.pending or old.status != new.status
    if for_all:
        return tuple([revision + 1 for revision in old.revisions])
    return tuple(
        revision + 1
        if old.decision(viewer) != new.decision(viewer) or any(event.seen_by(viewer) is not None for event in events)
        else revision
        for viewer, revision in enumerate(old.revisions, start=SPECTATOR)
    )


def _clocks(old: Match, new: Match, actor: int | None, at_ms: int) -> Clocks:
    """The clocks after a step; the start gives one to each seat that the platform does not play."""
    if not new.has_clocks:
        return new.clocks
    running = old.clocks
    if actor is None:
        running = tuple(None if seat.played_by_platform else clocks.new_clock(new.time_control) for seat in new.seats)
    return clocks.after_step(
        new.time_control,
        running,
        before=old.decisions,
        after=new.decisions,
        seat=actor,
        all_shown=all(was < now for was, now in zip(old.revisions, new.revisions, strict=True)),
        at_ms=at_ms,
    )


def _noting_presence(old: Match, match: Match, presence: Presence, move: Move) -> Match:
    """The match with who is there after a move. A turn whose time is over counts once, however many steps the clock
    takes in it."""
    if not move.by_clock:
        return match._replace(presence=presence.with_decision(move.seat))
    if match.clocks[move.seat] == old.clocks[move.seat]:
        return match
    return match._replace(presence=presence.with_time_out(move.seat, len(match.seats)))


def _noting_absence(after: MatchRecord, turn: Clock | None, move: Move) -> MatchRecord:
    """The record with who has not been there lately. ``turn``: the clock of the seat that has acted, before it did.
    Only turns that end count, which everybody can see: a private step within one says of nobody that it is there."""
    clock = after.match.clocks[move.seat]
    if turn is None or turn.deadline_ms is None or clock is None or clock.deadline_ms == turn.deadline_ms:
        return after
    if not move.by_clock:
        return after._replace(absent=(), absent_since_ms=0)
    began_ms = clocks.turn_began_ms(after.match.time_control, turn) or 0
    return after._replace(
        absent=tuple(sorted({*after.absent, move.seat})), absent_since_ms=after.absent_since_ms or began_ms
    )


def _ended(match: Match, status: Status, at_ms: int, outcome: JsonObject | None) -> Match:
    return match._replace(
        status=status,
        ended_ms=at_ms,
        outcome=outcome,
        pending=(),
        decisions=(None,) * len(match.seats),
        clocks=clocks.all_ended(match.clocks, at_ms),
    )


def _next(before: MatchRecord, match: Match, at_ms: int) -> MatchRecord:
    return before._replace(match=match, version=_version(before, at_ms))


def _version(before: MatchRecord, at_ms: int) -> int:
    """The version of the next commit: a greater number, and different from that of any other process. If a server that
    takes over has lost one commit, a process that remembers the lost commit must not mistake its replacement for it."""
    return max(before.version + 1, at_ms)


def _entry(
    after: MatchRecord, at_ms: int, kind: LogEntryKind, events: tuple[EventShares, ...], move: Move | None = None
) -> MatchLogEntry:
    match = after.match
    return MatchLogEntry(
        kind=kind,
        rev=after.rev,
        notice=after.notice,
        at_ms=at_ms,
        events=events,
        shown=match.revisions,
        next=match.decisions,
        status=match.status,
        seat=None if move is None else move.seat,
        decision=None if move is None else move.decision,
        notation=None if move is None else move.notation,
        action=None if move is None else move.action,
        given=None if move is None else move.given,
        outcome=match.outcome,
        abort_reason=match.abort_reason,
        clocks=match.clocks if match.has_clocks else None,
    )


def _tasks(old: Match | None, new: Match, *, by_platform: bool = False) -> tuple[OutboxKind, ...]:
    """The follow-up work. Bots with webhooks are called for their new decisions. A bot turn is only requested if none
    was requested before, and not by a bot's own commits: after each commit the bot's worker checks again itself. No
    turn is requested to start a match: the process that fills the last seat starts it in the same request, and the
    nudge covers its death. Two requests would bring two workers, which play the same match and hinder each other."""
    if new.status.ended:
        # Its deadline comes when spectators may know that the match has ended.
        return () if new.has_spectator_delay else (OutboxKind.SCORE,)
    known = {_START} if old is None else {_START, *_platform_work(old)}
    has_turns = not by_platform and not _platform_work(new) <= known
    has_calls = bool(awaited_calls(new) - (frozenset() if old is None else awaited_calls(old)))
    return (OutboxKind.TURN,) * has_turns + (OutboxKind.CALL,) * has_calls


def _platform_work(match: Match) -> set[tuple[int, int | None]]:
    if starts_by_itself(match):
        return {_START}
    return {(seat, match.decisions[seat]) for seat in match.pending if match.seats[seat].played_by_platform}
