"""Events of a match: page by page, or as a stream."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from flask import Response, request
from pydantic import BeforeValidator, ConfigDict, Field, RootModel, WithJsonSchema
from werkzeug.datastructures import Headers

from gateway.admission import ClientAddress, Recheck
from gateway.api.clocks import ClockDetails
from gateway.api.match_details import MatchOutcome
from gateway.api.matches import NOT_SERVED, MatchPath, SeatPath
from gateway.api.seats import LegalAction, ViewDetails
from gateway.formats.raw_json import Raw, array, compose
from gateway.openapi.fields import DIGITS, LARGEST_EXACT, Moment, RequestModel, ResponseModel, growing, other_than
from gateway.openapi.open_union import OpenUnion
from gateway.openapi.operation import (
    JSON,
    Access,
    Reply,
    RequestHeader,
    Section,
    Tag,
    answer,
    json_lines,
    server_sent_events,
)
from gateway.streams.feed import StreamRequest, ended
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS, Include, StreamEvent, StreamFormat
from gateway.streams.responses import StreamResponse, stream_response
from gateway.streams.streams import Streams
from services.engine.ruleset import SPECTATOR
from services.engine.ruleset_documents import RulesetEvent, RulesetView
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Scope
from services.identity.stream_tokens import TEXT_PATTERN
from services.matches.match import Status
from services.matches.viewer_notices import NoticeKind, NoticeReason

LONGEST_WAIT: Final = 30
FOLLOW: Final = Access(key=True, scope=Scope.MATCHES_READ.value, without_key=True, with_token=True)
FOLLOW_SEAT: Final = Access(key=True, scope=Scope.MATCHES_READ.value, with_token=True)
LAST_EVENT_ID: Final = "Last-Event-ID"
LAST_EVENT_ID_POINTER: Final = f"/headers/{LAST_EVENT_ID}"
_REVISION: Final = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
RESUMED: Final = {
    LAST_EVENT_ID: RequestHeader(
        "The last revision that the client has; goes before `since`. Empty: none.", f"^({_REVISION.pattern})?$"
    )
}

EVENTS: Final = Section(
    "events",
    "What a viewer sees, step by step, as one sequence of lines that three operations return: pages of JSON, "
    "server-sent events, JSON lines. Every line is a JSON object with a `type`: `snapshot` (the viewer's whole "
    "situation; it comes first unless `since` is given), `step`, or `end` (nothing follows). All three operations "
    "return the same bytes. A stream ends with the match, after some minutes, when the service restarts, or when its "
    "client does not read. Resume it with the last revision that you have, as `since` or, for server-sent events, "
    "`Last-Event-ID`: nothing is lost and nothing comes twice. A snapshot in place of a step replaces everything that "
    "you know. Empty lines and comments show that the connection is alive.",
)


_INCLUDES: Final = [include.value for include in Include]


def _includes(value: Any) -> Any:  # noqa: ANN401 - the text of a parameter
    names = value.split(",") if isinstance(value, str) else []
    if not names or not {*names} <= {*_INCLUDES}:
        raise ValueError(f"Must name some of {', '.join(_INCLUDES)}, separated by commas.")
    return frozenset(map(Include, names))


_NAME: Final = f"({'|'.join(_INCLUDES)})"
Includes = Annotated[
    frozenset[Include],
    BeforeValidator(_includes),
    WithJsonSchema({"type": "string", "pattern": f"^{_NAME}(,{_NAME})*$", "examples": [",".join(_INCLUDES)]}),
]


Wait = Annotated[int, Field(ge=0, le=LONGEST_WAIT), DIGITS]
"""How long a long poll may wait, in seconds."""


class StreamQuery(RequestModel):
    """From where, and with what."""

    since: Annotated[int, Field(ge=0, le=LARGEST_EXACT), DIGITS] | None = Field(
        default=None,
        description="The last revision that the client has. Without it the first line is a snapshot.",
    )
    # It is taken out of the address before the query is read: see gateway/stream_token_query.py.
    token: Annotated[str, Field(pattern=TEXT_PATTERN)] | None = Field(
        default=None,
        description="A stream token for these events, for clients that cannot send a key. Not together with a key.",
    )
    include: Includes | None = Field(
        default=None,
        description="What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view "
        "after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always.",
    )


class EventsQuery(StreamQuery):
    """From where, for how long, and with what."""

    wait: Wait = Field(default=0, description="How many seconds to wait for the first event: a long poll.")


class SnapshotLine(ViewDetails):
    """The viewer's whole situation."""

    type: Literal["snapshot"] = Field(description="What the line is.")


class Notice(ResponseModel):
    """Something that happened other than a seat's action."""

    kind: Annotated[NoticeKind, growing(NoticeKind)] = Field(description="What happened. The list may grow.")
    seat: int | None = Field(
        default=None, description="Who resigned, whose seat a bot has taken over, or for whom the clock decided."
    )
    reason: Annotated[NoticeReason, growing(NoticeReason)] | None = Field(
        default=None,
        description="Why the platform has aborted the match, or made the seat resign; absent if a person wanted it. "
        "The list may grow.",
    )
    seconds: int | None = Field(
        default=None, description="How long the platform had stood still; the running clocks got it back."
    )
    text: str = Field(description="The notice as a sentence.")


class StepLine(ResponseModel):
    """What the viewer was shown of one step."""

    type: Literal["step"] = Field(description="What the line is.")
    revision: int = Field(description="The viewer's revision after it.")
    at: Moment = Field(description="When it was committed.")
    events: list[RulesetEvent] = Field(
        description="The ruleset's events, as the viewer saw them. The last member of each, `text`, says in a sentence "
        "what the event shows; it is absent where the ruleset's service gives none, and in matches that were played "
        "before there were texts."
    )
    pending: list[int] = Field(description="The seats that had to decide after it, ascending.")
    decision: int | None = Field(description="The viewer's decision that was pending after it.")
    status: Status = Field(description="How far the match had come after it.")
    notice: Notice | None = Field(default=None, description="What happened other than a seat's action.")
    outcome: MatchOutcome | None = Field(default=None, description="The result, with the last step.")
    deadline_at: Moment | None = Field(
        default=None,
        description="When `decision` is played for the seat; null: never. There together with `legal`.",
    )
    legal: list[LegalAction] | None = Field(
        default=None,
        description="With `include=legal`: every legal action of `decision`. Absent if there is none, or if the step "
        "was not the viewer's latest when it was sent.",
    )
    view: RulesetView | None = Field(
        default=None,
        description="With `include=view`: the ruleset's View after the step. Absent if the step was not the viewer's "
        "latest when it was sent; null if the match was never started.",
    )
    clocks: list[ClockDetails] | None = Field(
        default=None, description="Every seat's clock after it; absent in a match without clocks."
    )


class EndLine(ResponseModel):
    """Nothing will follow."""

    type: Literal["end"] = Field(description="What the line is.")
    match: str = Field(description="The match's id.")
    revision: int = Field(description="The viewer's revision, that of the last step.")
    status: Status = Field(description="How the match ended.")
    outcome: MatchOutcome | None = Field(description="The result; null if the match was aborted.")


class OtherLine(ResponseModel):
    """A line of a type that a later version of the API has: to be passed over."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[str, other_than("snapshot", "step", "end")] = Field(description="What the line is.")


class MatchEvent(RootModel[Annotated[SnapshotLine | StepLine | EndLine | OtherLine, OpenUnion("type")]]):
    """A line of a match's events. `type` says which one; the list of types may grow."""


class EventPage(ResponseModel):
    """A page of a match's events."""

    events: list[MatchEvent] = Field(
        description="The lines, oldest first; may be empty, and of a long past only the first hundred."
    )
    next_since: int = Field(description="`since` of the next page.")
    ended: bool = Field(description="Nothing will follow: the last line is the end.")


_PAGE: Final = answer(EventPage, "The lines that there are, or the first that come.")
_SSE: Final = server_sent_events(MatchEvent, "The lines: `id` is the viewer's revision.")
_NDJSON: Final = json_lines(MatchEvent, "The lines; an empty one is a sign of life.")
_OF_A_SEAT: Final = (
    "For the seat's player, and for admins without a seat in the match, whose look is recorded in the match's "
    "`inspections` before the first event is sent."
)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/events",
    id="listMatchEvents",
    summary="Get the spectators' events of a match",
    description="Returns the lines after `since`. With `wait`, answers as soon as there is one.",
    access=FOLLOW,
    refusals=(Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    etag=Tag.NONE,
    answers=(_PAGE,),
)
def list_match_events(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: MatchPath,
    query: EventsQuery,
) -> Reply | Response:
    """Get the spectators' events of a match."""
    follower = Follower(caller, recheck(), client_address())
    return _page(streams, follower, _wanted(follower, path.match, SPECTATOR, query, query.since), query.wait)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/events/sse",
    id="streamMatchEventsSse",
    summary="Follow a match as a spectator with server-sent events",
    access=FOLLOW,
    refusals=(Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    headers=RESUMED,
    etag=Tag.NONE,
    answers=(_SSE,),
)
def stream_match_events_sse(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: MatchPath,
    query: StreamQuery,
    headers: Headers,
) -> Reply | Response:
    """Follow a match as a spectator with server-sent events."""
    follower = Follower(caller, recheck(), client_address())
    wanted = _wanted(follower, path.match, SPECTATOR, query, resumed_after(headers, query.since))
    return _stream(streams, follower, wanted, SERVER_SENT_EVENTS)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/events/ndjson",
    id="streamMatchEventsNdjson",
    summary="Follow a match as a spectator with JSON lines",
    access=FOLLOW,
    refusals=(Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    etag=Tag.NONE,
    answers=(_NDJSON,),
)
def stream_match_events_ndjson(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: MatchPath,
    query: StreamQuery,
) -> Reply | Response:
    """Follow a match as a spectator with JSON lines."""
    follower = Follower(caller, recheck(), client_address())
    return _stream(streams, follower, _wanted(follower, path.match, SPECTATOR, query, query.since), NDJSON)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/seats/{seat}/events",
    id="listSeatEvents",
    summary="Get a seat's events of its match",
    description=f"Returns the lines after `since`. With `wait`, answers as soon as there is one. {_OF_A_SEAT}",
    access=FOLLOW_SEAT,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    etag=Tag.NONE,
    answers=(_PAGE,),
)
def list_seat_events(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeatPath,
    query: EventsQuery,
) -> Reply | Response:
    """Get a seat's events of its match."""
    follower = Follower(caller, recheck(), client_address())
    return _page(streams, follower, _wanted(follower, path.match, path.seat, query, query.since), query.wait)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/seats/{seat}/events/sse",
    id="streamSeatEventsSse",
    summary="Follow a match from a seat with server-sent events",
    description=_OF_A_SEAT,
    access=FOLLOW_SEAT,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    headers=RESUMED,
    etag=Tag.NONE,
    answers=(_SSE,),
)
def stream_seat_events_sse(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeatPath,
    query: StreamQuery,
    headers: Headers,
) -> Reply | Response:
    """Follow a match from a seat with server-sent events."""
    follower = Follower(caller, recheck(), client_address())
    wanted = _wanted(follower, path.match, path.seat, query, resumed_after(headers, query.since))
    return _stream(streams, follower, wanted, SERVER_SENT_EVENTS)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/seats/{seat}/events/ndjson",
    id="streamSeatEventsNdjson",
    summary="Follow a match from a seat with JSON lines",
    description=_OF_A_SEAT,
    access=FOLLOW_SEAT,
    refusals=(Reason.NOT_YOUR_SEAT, Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    etag=Tag.NONE,
    answers=(_NDJSON,),
)
def stream_seat_events_ndjson(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeatPath,
    query: StreamQuery,
) -> Reply | Response:
    """Follow a match from a seat with JSON lines."""
    follower = Follower(caller, recheck(), client_address())
    return _stream(streams, follower, _wanted(follower, path.match, path.seat, query, query.since), NDJSON)


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows, how to find out whether it still may, and from where."""

    caller: Caller
    recheck: Callable[[], Caller]
    address: str


def _wanted(follower: Follower, match: str, viewer: int, query: StreamQuery, since: int | None) -> StreamRequest:
    return StreamRequest(
        match_id=match,
        viewer=viewer,
        since=since,
        recheck=follower.recheck,
        address=follower.address,
        include=query.include or frozenset(),
    )


def _stream(streams: Streams, follower: Follower, wanted: StreamRequest, format: StreamFormat) -> Reply | Response:
    return stream_response(streams.open(wanted, follower.caller, format), format)


def _page(streams: Streams, follower: Follower, wanted: StreamRequest, wait: int) -> Reply | Response:
    def page(events: Sequence[StreamEvent]) -> bytes:
        return compose(
            {
                "events": Raw(array([event.json for event in events])),
                "next_since": events[-1].revision if events else wanted.since or 0,
                "ended": ended(events),
            }
        )

    events = streams.read(wanted, follower.caller)
    if events or not wait or request.method == "HEAD":
        return Reply(page(events))
    return StreamResponse(streams.wait_for_events(wanted, follower.caller, page, wait), JSON, {})


def resumed_after(headers: Headers, since: int | None) -> int | None:
    """The last revision that a client has. A browser that reconnects repeats the first request's query, so
    ``Last-Event-ID``, which is newer, goes before it.

    Raises:
        Refusal: ``INVALID_FIELD``: the header is no revision.
    """
    text = headers.get(LAST_EVENT_ID, "")
    if not text:
        return since
    if not _REVISION.fullmatch(text):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(LAST_EVENT_ID_POINTER, "Must be a revision."),))
    return int(text)
