"""The log of a match as a replay, and back."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal

from services.engine import clocks, replay
from services.engine.clocks import Clocks, NoClocks
from services.engine.engine import EventShares
from services.engine.fairness import CommitmentDocument, sha256_hex
from services.engine.replay import (
    Announcement,
    AnyReplay,
    Replay,
    ReplayEvent,
    ReplayLogEntry,
    ReplayMigration,
    ReplayResignation,
    ReplaySeat,
    ReplaySeatV1,
    ReplaySignature,
    ReplayStart,
    ReplayStep,
    ReplayTakeover,
    ReplayTimeCredit,
    ReplayV1,
)
from services.fairness.commitment_log import CommitmentLog
from services.fairness.signing import SigningKeys
from services.matches import canonical_json
from services.matches.event_log import LogEntryKind, MatchLogEntry, TimeRanOut, iso_time
from services.matches.match import AbortReason, Match, Seat, SignedCommitment, Status
from services.matches.match_record import MatchRecord
from services.moments import parse_moment


class ReplayWriter:
    """Makes and signs the replays of matches that have ended."""

    def __init__(self, signing_keys: SigningKeys, commitments: CommitmentLog) -> None:
        self._signing_keys = signing_keys
        self._commitments = commitments

    def make(self, stored: MatchRecord, entries: Sequence[MatchLogEntry]) -> bytes:
        """The replay of a match that has ended, from its log. It names the place of its commitment in the public log: a
        commitment that still waits is appended now, so that the replay is the same whenever it is made.

        Of a match that was created without a commitment document it is in format 1: that of an aborted one has an empty
        outcome, is kept for what was shown and answered and never given out, and is empty if the match was aborted
        before its start.

        Raises:
            Refusal: ``BUSY``.
        """
        match = stored.match
        if match.signed_commitment is None:
            return b"" if match.started_ms is None else replay.write(_replay_v1(stored, entries))
        place = self._commitments.place(bytes.fromhex(match.commitment))
        log_entry = ReplayLogEntry(index=place.index, hash=place.hash.hex())
        return signed(_replay(stored, match.signed_commitment, log_entry, entries), self._signing_keys)


def unsigned(stored: MatchRecord, entries: Sequence[MatchLogEntry]) -> Replay:
    """A match as it is now, to be played again here and not to be given out: one that is live stands there as one that
    was aborted. It was created with a commitment document.

    ``entries``: its log as it was when ``stored`` was read.
    """
    assert stored.match.signed_commitment is not None
    return _replay(stored, stored.match.signed_commitment, None, entries)


def signed(unsigned: Replay, signing_keys: SigningKeys) -> bytes:
    """A replay with the platform's signature of it."""
    payload = replay.signed_part(json.loads(replay.write(unsigned)))
    signature = signing_keys.sign(replay.FORMAT, payload)
    record = ReplaySignature(key_id=signature.key_id, value=signature.value.hex())
    return replay.write(unsigned.model_copy(update={"signature": record}))


def _replay(
    stored: MatchRecord,
    commitment: SignedCommitment,
    log_entry: ReplayLogEntry | None,
    entries: Sequence[MatchLogEntry],
) -> Replay:
    match = stored.match
    start = next((entry for entry in entries if entry.kind is LogEntryKind.START), None)
    return Replay(
        format="playhall.replay/2",
        match=match.id,
        status="finished" if match.status is Status.FINISHED else "aborted",
        abort_reason=None if match.abort_reason is None else match.abort_reason.value,
        ruleset=match.ruleset,
        version=match.migrations[0].from_version if match.migrations else match.ruleset_version,
        options=match.options,
        seats=tuple(_seat(seat) for seat in match.seats),
        commitment=match.commitment,
        commitment_document=CommitmentDocument.read(commitment.document),
        commitment_signature=ReplaySignature(key_id=commitment.key_id, value=commitment.signature),
        commitment_log=log_entry,
        server_seed=stored.server_seed.hex(),
        client_seeds=tuple(seat.client_seed for seat in match.seats),
        seed=None if stored.seed is None else stored.seed.hex(),
        created_at=iso_time(match.created_ms),
        ended_at=None if match.ended_ms is None else iso_time(match.ended_ms),
        start=None if start is None else _start(start),
        steps=_steps(entries),
        resignations=_resignations(entries),
        takeovers=tuple(_takeover(entry) for entry in entries if entry.kind is LogEntryKind.TAKEN_OVER),
        time_credits=tuple(_time_credit(entry) for entry in entries if entry.kind is LogEntryKind.TIME_CREDITED),
        migrations=tuple(
            ReplayMigration(rev=each.rev, version=each.to_version, at=iso_time(each.at_ms)) for each in match.migrations
        ),
        outcome=match.outcome,
        final_state_sha256=None if stored.state is None else sha256_hex(stored.state),
        signature=None,
    )


def _replay_v1(stored: MatchRecord, entries: Sequence[MatchLogEntry]) -> ReplayV1:
    match = stored.match
    assert stored.state is not None
    assert stored.seed is not None
    (start,) = (entry for entry in entries if entry.kind is LogEntryKind.START)
    return ReplayV1(
        format="playhall.replay/1",
        match=match.id,
        ruleset=match.ruleset,
        version=match.ruleset_version,
        options=match.options,
        seats=tuple(ReplaySeatV1(name=seat.name, kind=seat.kind, bot=seat.bot) for seat in map(_seat, match.seats)),
        server_seed=stored.server_seed.hex(),
        commitment=match.commitment,
        client_seeds=tuple(seat.client_seed for seat in match.seats),
        seed=stored.seed.hex(),
        created_at=iso_time(match.created_ms),
        ended_at=None if match.ended_ms is None else iso_time(match.ended_ms),
        start=_start(start),
        steps=_steps(entries),
        resignations=_resignations(entries),
        outcome=match.outcome or {},
        final_state_sha256=sha256_hex(stored.state),
    )


def entries_of(match: Match, data: AnyReplay | None) -> list[MatchLogEntry]:
    """The log of an archived match, from its replay; None for one that was aborted before it started and had been
    created without a commitment document."""
    entries = [] if data is None else list(_played(data))
    return _told(entries, match.status, len(match.seats), match.ended_ms, data, match.abort_reason)


def told_entries(data: AnyReplay) -> list[MatchLogEntry]:
    """The log of a match that was played on a platform, from its replay alone."""
    is_aborted = isinstance(data, Replay) and data.status == "aborted"
    status = Status.ABORTED if is_aborted else Status.FINISHED
    told = data.abort_reason if isinstance(data, Replay) else None
    reason = None if told is None else AbortReason(told)
    return _told(list(_played(data)), status, len(data.seats), _milliseconds(data.ended_at), data, reason)


def _told(
    entries: list[MatchLogEntry],
    status: Status,
    seats: int,
    ended_ms: int | None,
    data: AnyReplay | None,
    reason: AbortReason | None,
) -> list[MatchLogEntry]:
    ended = _ended(entries, status, seats, ended_ms, data, reason)
    return list(_with_clocks(data, ended)) if isinstance(data, Replay) else ended


def _with_clocks(data: Replay, entries: Sequence[MatchLogEntry]) -> Iterator[MatchLogEntry]:
    """The entries with the clocks that follow from their times."""
    document = data.commitment_document
    control, grace_ms = document.time_control, document.grace_milliseconds
    if isinstance(control, NoClocks):
        yield from entries
        return
    running: Clocks = tuple(None if seat.bot is not None else clocks.new_clock(control) for seat in data.seats)
    pending: tuple[int | None, ...] = (None,) * len(running)
    shown: tuple[int, ...] = (0,) * (len(running) + 1)
    for entry in entries:
        if entry.kind in (LogEntryKind.START, LogEntryKind.PLAY):
            seen = all(was < now for was, now in zip(shown, entry.shown, strict=True))
            running = clocks.after_step(
                control,
                running,
                before=pending,
                after=entry.next,
                seat=entry.seat,
                all_shown=seen,
                at_ms=entry.at_ms,
            )
        elif entry.gap_ms is not None:
            since_ms, until_ms = entry.gap_ms
            running = tuple(clocks.credited(control, clock, grace_ms, since_ms, until_ms) for clock in running)
        elif entry.seat is not None:
            running = clocks.without(running, entry.seat)
        if entry.status.ended:
            running = clocks.all_ended(running, entry.at_ms)
        pending, shown = entry.next, entry.shown
        yield entry._replace(clocks=running)


def _ended(
    entries: list[MatchLogEntry],
    status: Status,
    seats: int,
    ended_ms: int | None,
    data: AnyReplay | None,
    reason: AbortReason | None,
) -> list[MatchLogEntry]:
    nothing = (None,) * seats
    if status is Status.ABORTED:
        assert ended_ms is not None
        return [*entries, _aborted(entries, seats, ended_ms, reason)]
    assert data is not None
    *others, last = entries
    return [*others, last._replace(next=nothing, status=status, outcome=data.outcome)]


def _played(match: AnyReplay) -> Iterator[MatchLogEntry]:
    """Start, steps and announcements in their order, none of them the end yet."""
    announced: list[Announcement] = list(match.announcements if isinstance(match, Replay) else match.resignations)
    told: list[ReplayStart | ReplayStep] = [] if match.start is None else [match.start, *match.steps]
    for step in told:
        last = _shown(step)
        yield last
        while announced and announced[0].rev == last.rev:
            last = _announced(announced.pop(0), last)
            yield last


def _shown(told: ReplayStart | ReplayStep) -> MatchLogEntry:
    entry = MatchLogEntry(
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


def _announced(told: Announcement, before: MatchLogEntry) -> MatchLogEntry:
    """What everybody was told after ``before``, other than an action."""
    entry = MatchLogEntry(
        kind=LogEntryKind.RESIGNED,
        rev=told.rev,
        notice=before.notice + 1,
        at_ms=_milliseconds(told.at),
        events=(),
        shown=told.shown,
        next=before.next,
        status=Status.LIVE,
    )
    match told:
        case ReplayResignation():
            return entry._replace(seat=told.seat, time_ran_out=None if told.reason is None else TimeRanOut.ALL)
        case ReplayTakeover():
            return entry._replace(kind=LogEntryKind.TAKEN_OVER, seat=told.seat)
        case ReplayTimeCredit():
            gap_ms = (_milliseconds(told.since), _milliseconds(told.until))
            return entry._replace(kind=LogEntryKind.TIME_CREDITED, gap_ms=gap_ms)


def _aborted(before: Sequence[MatchLogEntry], seats: int, at_ms: int, reason: AbortReason | None) -> MatchLogEntry:
    """That the match was aborted, which everybody is told."""
    last = before[-1] if before else None
    return MatchLogEntry(
        kind=LogEntryKind.ABORTED,
        rev=0 if last is None else last.rev,
        notice=1 if last is None else last.notice + 1,
        at_ms=at_ms,
        events=(),
        shown=tuple(revision + 1 for revision in (last.shown if last is not None else (0,) * (seats + 1))),
        next=(None,) * seats,
        status=Status.ABORTED,
        abort_reason=reason,
    )


def _seat(seat: Seat) -> ReplaySeat:
    return ReplaySeat(
        name=seat.player_name or "",
        kind="bot" if seat.player_kind == "bot" else "person",
        bot=seat.bot,
        player=seat.player_id,
    )


def _start(entry: MatchLogEntry) -> ReplayStart:
    return ReplayStart(at=iso_time(entry.at_ms), events=_events(entry), shown=entry.shown, next=entry.next)


def _steps(entries: Sequence[MatchLogEntry]) -> tuple[ReplayStep, ...]:
    return tuple(_step(entry) for entry in entries if entry.kind is LogEntryKind.PLAY)


def _resignations(entries: Sequence[MatchLogEntry]) -> tuple[ReplayResignation, ...]:
    return tuple(_resignation(entry) for entry in entries if entry.kind is LogEntryKind.RESIGNED)


def _step(entry: MatchLogEntry) -> ReplayStep:
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


def _resignation(entry: MatchLogEntry) -> ReplayResignation:
    assert entry.seat is not None
    reason: Literal["time_ran_out"] | None = None if entry.time_ran_out is None else "time_ran_out"
    return ReplayResignation(seat=entry.seat, rev=entry.rev, at=iso_time(entry.at_ms), shown=entry.shown, reason=reason)


def _takeover(entry: MatchLogEntry) -> ReplayTakeover:
    assert entry.seat is not None
    return ReplayTakeover(seat=entry.seat, rev=entry.rev, at=iso_time(entry.at_ms), shown=entry.shown)


def _time_credit(entry: MatchLogEntry) -> ReplayTimeCredit:
    assert entry.gap_ms is not None
    since, until = map(iso_time, entry.gap_ms)
    return ReplayTimeCredit(since=since, until=until, rev=entry.rev, at=iso_time(entry.at_ms), shown=entry.shown)


def _events(entry: MatchLogEntry) -> tuple[ReplayEvent, ...]:
    return tuple(ReplayEvent.of(event) for event in entry.events)


def _shares(event: ReplayEvent) -> EventShares:
    public = None if event.public is None else canonical_json.dump(event.public)
    return EventShares(public, {seat: canonical_json.dump(share) for seat, share in event.private.items()})


def _milliseconds(at: str | None) -> int:
    assert at is not None
    return parse_moment(at)
