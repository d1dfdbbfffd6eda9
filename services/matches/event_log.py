"""The log of a match, and what each viewer sees of it.

Everything that a player receives about what happened is made here, from an allow-list: lines of event streams and
answers to decisions. Both are made from a log entry alone, so they are the same whenever they are asked for.
"""

import json
import math
import time
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from services.engine.clocks import Clocks
from services.engine.engine import EventShares
from services.engine.ruleset import SPECTATOR, JsonObject
from services.matches.canonical_json import comparable, dump
from services.matches.match import (
    AbortReason,
    EventLine,
    Status,
    abort_reason_fields,
    clocks_from,
    read_abort_reason,
)
from services.matches.viewer_notices import Notice, NoticeKind, NoticeReason
from services.moments import written


class LogEntryKind(Enum):
    """What a log entry tells of."""

    START = "start"
    PLAY = "play"
    RESIGNED = "resigned"
    TAKEN_OVER = "taken_over"
    TIME_CREDITED = "time_credited"
    ABORTED = "aborted"


class TimeRanOut(Enum):
    """Who may know that the clock acted for a seat: only that seat, while nobody else can see that it has acted; or
    all."""

    SEAT = "seat"
    ALL = "all"


class MatchLogEntry(NamedTuple):
    """One thing that happened, with what each viewer may see of it.

    ``rev``: how many actions have been played; ``notice``: 0 for an action, and counts the entries between two actions.
    ``events``: what the ruleset tells. ``shown``: each viewer's revision afterwards, spectators first. ``next``: each
    seat's pending decision afterwards. ``seat``: who acted or resigned. ``decision``, ``notation``, ``action``
    (canonical JSON): which decision was answered and how; ``given``: the answer as it was sent, if that was in another
    form, :func:`services.matches.canonical_json.comparable`. ``outcome``: when the match ended with it.
    ``time_ran_out``: the clock played the action, or made the seat resign, and who may know that. ``clocks``: each
    seat's afterwards; None: the match has none. ``gap_ms``: from when to when time did not count that is given back to
    the clocks. ``abort_reason``: why the match was aborted, if no creator or admin did it.
    """

    kind: LogEntryKind
    rev: int
    notice: int
    at_ms: int
    events: tuple[EventShares, ...]
    shown: tuple[int, ...]
    next: tuple[int | None, ...]
    status: Status
    seat: int | None = None
    decision: int | None = None
    notation: str | None = None
    action: bytes | None = None
    given: str | None = None
    outcome: JsonObject | None = None
    time_ran_out: TimeRanOut | None = None
    abort_reason: AbortReason | None = None
    clocks: Clocks | None = None
    gap_ms: tuple[int, int] | None = None

    @property
    def id(self) -> str:
        """The entry's id in the log stream."""
        return log_id(self.rev, self.notice)

    def is_answered_by(self, action: str | JsonObject) -> bool:
        """Whether an action is the one that was played: in notation, in structured form, or in the form in which it was
        sent."""
        if isinstance(action, str):
            return action == self.notation
        forms = [self.given, None if self.action is None else comparable(json.loads(self.action))]
        return comparable(action) in forms

    def told_to(self, viewer: int) -> list[bytes]:
        """The viewer's shares of the events, as canonical JSON, each with its text."""
        return [share for event in self.events if (share := event.told_to(viewer)) is not None]


def log_id(rev: int, notice: int) -> str:
    """Id of a log entry. No entry has the id ``0-0``, which a stream cannot have: the start is ``0-1``."""
    return f"{rev}-{notice}"


def line(entry: MatchLogEntry, viewer: int, delay_ms: int = 0) -> EventLine:
    """What a viewer is told of an entry. ``delay_ms``: how much later than it happened."""
    seated = viewer != SPECTATOR
    parts = [
        b'{"revision":%d' % entry.shown[viewer + 1],
        b'"at":"%s"' % iso_time(entry.at_ms).encode(),
        b'"events":' + _array(entry.told_to(viewer)),
        b'"pending":' + dump([seat for seat, decision in enumerate(entry.next) if decision is not None]),
        b'"decision":' + dump(entry.next[viewer] if seated else None),
        b'"status":"%s"' % entry.status.value.encode(),
    ]
    if entry.clocks is not None:
        parts.append(b'"clocks":' + dump(clocks_json(entry.clocks)))
    told = notice(entry, viewer)
    if told is not None:
        parts.append(b'"notice":' + dump(told.to_json()))
    if entry.outcome is not None:
        parts.append(b'"outcome":' + dump(entry.outcome))
    return EventLine(
        entry.shown[viewer + 1], b",".join(parts) + b"}", last=entry.status.ended, due_ms=entry.at_ms + delay_ms
    )


def notice(entry: MatchLogEntry, viewer: int) -> Notice | None:
    """What happened other than a seat's own action, as far as the viewer may know."""
    if entry.kind is LogEntryKind.RESIGNED:
        reason = None if entry.time_ran_out is None else NoticeReason.TIME_RAN_OUT
        return Notice(NoticeKind.RESIGNED, entry.seat, reason)
    if entry.kind is LogEntryKind.TAKEN_OVER:
        return Notice(NoticeKind.TAKEN_OVER, entry.seat)
    if entry.kind is LogEntryKind.TIME_CREDITED:
        assert entry.gap_ms is not None
        since_ms, until_ms = entry.gap_ms
        return Notice(NoticeKind.TIME_CREDITED, seconds=math.ceil((until_ms - since_ms) / 1000))
    if entry.kind is LogEntryKind.ABORTED:
        reason = None if entry.abort_reason is None else NoticeReason(entry.abort_reason.value)
        return Notice(NoticeKind.ABORTED, reason=reason)
    if entry.time_ran_out is TimeRanOut.ALL or (entry.time_ran_out is TimeRanOut.SEAT and viewer == entry.seat):
        return Notice(NoticeKind.TIME_RAN_OUT, entry.seat)
    return None


def clocks_json(clocks: Clocks) -> list[JsonObject]:
    """The clocks as everybody is told them, those of seats that have none left out."""
    return [
        {
            "seat": seat,
            "bank_ms": clock.bank_ms,
            "deadline_at": None if clock.deadline_ms is None else iso_time(clock.deadline_ms),
        }
        for seat, clock in enumerate(clocks)
        if clock is not None
    ]


def answer(match_id: str, entry: MatchLogEntry) -> bytes:
    """What the seat that answered a decision is told: canonical JSON."""
    assert entry.seat is not None
    assert entry.action is not None
    parts = [
        b'{"match":' + dump(match_id),
        b'"seat":%d' % entry.seat,
        b'"decision":' + dump(entry.decision),
        b'"action":' + entry.action,
        b'"notation":' + dump(entry.notation),
        b'"revision":%d' % entry.shown[entry.seat + 1],
        b'"events":' + _array(entry.told_to(entry.seat)),
        b'"next_decision":' + dump(entry.next[entry.seat]),
    ]
    return b",".join(parts) + b"}"


def encode(entry: MatchLogEntry) -> bytes:
    """An entry as JSON, to be stored. It holds every viewer's shares: for the platform alone."""
    head = {
        "kind": entry.kind.value,
        "rev": entry.rev,
        "notice": entry.notice,
        "at_ms": entry.at_ms,
        "shown": entry.shown,
        "next": entry.next,
        "status": entry.status.value,
        "seat": entry.seat,
        "decision": entry.decision,
        "notation": entry.notation,
        "given": entry.given,
        "outcome": entry.outcome,
        "time_ran_out": None if entry.time_ran_out is None else entry.time_ran_out.value,
        **abort_reason_fields(entry.abort_reason),
        **({} if entry.clocks is None else {"clocks": entry.clocks}),
        **({} if entry.gap_ms is None else {"gap_ms": entry.gap_ms}),
    }
    # The shares and the action are JSON already: they are put in as they are rather than parsed and written again.
    action = entry.action or b"null"
    events = _array([_encode_event(event) for event in entry.events])
    return dump(head)[:-1] + b',"action":' + action + b',"events":' + events + b"}"


def decode(data: bytes) -> MatchLogEntry:
    """The inverse of :func:`encode`."""
    document = json.loads(data)
    return MatchLogEntry(
        kind=LogEntryKind(document["kind"]),
        rev=document["rev"],
        notice=document["notice"],
        at_ms=document["at_ms"],
        events=tuple(decode_event(event) for event in document["events"]),
        shown=tuple(document["shown"]),
        next=tuple(document["next"]),
        status=Status(document["status"]),
        seat=document["seat"],
        decision=document["decision"],
        notation=document["notation"],
        action=None if document["action"] is None else dump(document["action"]),
        given=document["given"],
        outcome=document["outcome"],
        time_ran_out=None if document["time_ran_out"] is None else TimeRanOut(document["time_ran_out"]),
        abort_reason=read_abort_reason(document),
        clocks=clocks_from(document["clocks"]) if "clocks" in document else None,
        gap_ms=tuple(document["gap_ms"]) if "gap_ms" in document else None,
    )


def decode_event(document: JsonObject) -> EventShares:
    """An event from ``{"public": ..., "private": {"0": ...}}``, and its texts if it has any: ``"text"`` and
    ``"private_texts"``."""
    public = document["public"]
    private = {int(seat): dump(share) for seat, share in document["private"].items()}
    texts = {int(seat): text for seat, text in document.get("private_texts", {}).items()}
    return EventShares(None if public is None else dump(public), private, document.get("text", ""), texts)


def iso_time(at_ms: int) -> str:
    """A time in UTC, such as ``2026-01-01T00:00:00.000Z``."""
    at_ms = written(at_ms)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at_ms // 1000)) + f".{at_ms % 1000:03}Z"


def _encode_event(event: EventShares) -> bytes:
    private = b",".join([b'"%d":%s' % (seat, share) for seat, share in event.private.items()])
    text = b',"text":' + dump(event.text) if event.text else b""
    texts = b",".join([b'"%d":%s' % (seat, dump(text)) for seat, text in event.private_texts.items()])
    texts = b',"private_texts":{%s}' % texts if texts else b""
    return b'{"public":%s,"private":{%s}%s%s}' % (event.public or b"null", private, text, texts)


def _array(items: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(items) + b"]"
