"""The log of a match as a replay, and back."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from services.engine import replay
from services.engine.engine import EventShares
from services.engine.replay import Replay, ReplayEvent, ReplayResignation, ReplaySeat, ReplayStart, ReplayStep
from services.matches import canonical_json
from services.matches.event_log import LogEntry, LogEntryKind, TimeRanOut, iso_time
from services.matches.match_record import MatchRecord
from services.matches.model import Match, Seat, Status

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def make_replay(stored: MatchRecord, entries: Sequence[LogEntry]) -> bytes:
    """The replay of a match that was started and has ended. That of an aborted match has an empty outcome: it is kept
    for what was shown and answered, and never given out."""
    match = stored.match
    assert stored.state is not None
    (start,) = (entry for entry in entries if entry.kind is LogEntryKind.START)
    made = replay.make(
        match=match.id,
        ruleset=match.ruleset,
        version=match.ruleset_version,
        options=match.options,
        seats=[_seat(seat) for seat in match.seats],
        server_seed=stored.server_seed,
        client_seeds=[seat.client_seed for seat in match.seats],
        created_at=iso_time(match.created_ms),
        ended_at=None if match.ended_ms is None else iso_time(match.ended_ms),
        start=ReplayStart(at=iso_time(start.at_ms), events=_events(start), shown=start.shown, next=start.next),
        steps=[_step(entry) for entry in entries if entry.kind is LogEntryKind.PLAY],
        resignations=[_resignation(entry) for entry in entries if entry.kind is LogEntryKind.RESIGNED],
        outcome=match.outcome or {},
        final_state=stored.state,
    )
    return replay.write(made)


def entries_of(match: Match, data: Replay | None) -> list[LogEntry]:
    """The log of an archived match, from its replay; None for one that was aborted before it started."""
    entries = [] if data is None else list(_played(data))
    if match.status is Status.ABORTED:
        return [*entries, _aborted(match, entries)]
    assert data is not None
    *others, last = entries
    nothing = (None,) * len(match.seats)
    return [*others, last._replace(next=nothing, status=match.status, outcome=data.outcome)]


def _played(match: Replay) -> Iterator[LogEntry]:
    """Start, steps and resignations in their order, none of them the end yet."""
    resignations = list(match.resignations)
    told: list[ReplayStart | ReplayStep] = [match.start, *match.steps]
    for step in told:
        last = _shown(step)
        yield last
        while resignations and resignations[0].rev == last.rev:
            last = _resigned(resignations.pop(0), last)
            yield last


def _shown(told: ReplayStart | ReplayStep) -> LogEntry:
    entry = LogEntry(
        kind=LogEntryKind.START,
        rev=0,
        notice=1,
        at_ms=_milliseconds(told.at),
        events=tuple(_shares(event) for event in told.events),
        shown=told.shown,
        next=told.next,
        status=Status.LIVE,
    )
    if isinstance(told, ReplayStart):
        return entry
    return entry._replace(
        kind=LogEntryKind.PLAY,
        rev=told.rev,
        notice=0,
        seat=told.seat,
        decision=told.decision,
        notation=told.action,
        action=canonical_json.dump(told.structured),
        given=told.given,
        time_ran_out=None if told.time_ran_out is None else TimeRanOut(told.time_ran_out),
    )


def _resigned(told: ReplayResignation, before: LogEntry) -> LogEntry:
    return LogEntry(
        kind=LogEntryKind.RESIGNED,
        rev=told.rev,
        notice=before.notice + 1,
        at_ms=_milliseconds(told.at),
        events=(),
        shown=told.shown,
        next=before.next,
        status=Status.LIVE,
        seat=told.seat,
    )


def _aborted(match: Match, before: Sequence[LogEntry]) -> LogEntry:
    assert match.ended_ms is not None
    return LogEntry(
        kind=LogEntryKind.ABORTED,
        rev=before[-1].rev if before else 0,
        notice=before[-1].notice + 1 if before else 1,
        at_ms=match.ended_ms,
        events=(),
        shown=match.revisions,
        next=match.decisions,
        status=match.status,
        abort_reason=match.abort_reason,
    )


def _seat(seat: Seat) -> ReplaySeat:
    return ReplaySeat(
        name=seat.player_name or "", kind="person" if seat.player_kind == "person" else "bot", bot=seat.bot
    )


def _step(entry: LogEntry) -> ReplayStep:
    assert entry.seat is not None
    assert entry.decision is not None
    assert entry.notation is not None
    assert entry.action is not None
    return ReplayStep(
        rev=entry.rev,
        seat=entry.seat,
        decision=entry.decision,
        action=entry.notation,
        structured=canonical_json.load(entry.action),
        given=entry.given,
        time_ran_out=None if entry.time_ran_out is None else entry.time_ran_out.value,
        at=iso_time(entry.at_ms),
        events=_events(entry),
        shown=entry.shown,
        next=entry.next,
    )


def _resignation(entry: LogEntry) -> ReplayResignation:
    assert entry.seat is not None
    return ReplayResignation(seat=entry.seat, rev=entry.rev, at=iso_time(entry.at_ms), shown=entry.shown)


def _events(entry: LogEntry) -> tuple[ReplayEvent, ...]:
    return tuple(ReplayEvent.of(event) for event in entry.events)


def _shares(event: ReplayEvent) -> EventShares:
    public = None if event.public is None else canonical_json.dump(event.public)
    return EventShares(public, {seat: canonical_json.dump(share) for seat, share in event.private.items()})


def _milliseconds(at: str | None) -> int:
    assert at is not None
    return (datetime.fromisoformat(at) - _EPOCH) // timedelta(milliseconds=1)
