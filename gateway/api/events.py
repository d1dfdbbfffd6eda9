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
from gateway.openapi.fields import DIGITS, LARGEST_EXACT, RequestModel, other_than
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
from services.response_model import Moment, ResponseModel, growing

LONGEST_WAIT: Final = 30
FOLLOW: Final = Access(key=True, scope=Scope.MATCHES_READ.value, without_key=True, with_token=True)
FOLLOW_SEAT: Final = Access(key=True, scope=Scope.MATCHES_READ.value, with_token=True)
LAST_EVENT_ID: Final = "Last-Event-ID"
LAST_EVENT_ID_POINTER: Final = f"/headers/{LAST_EVENT_ID}"
_REVISION: Final = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
RESUMED: Final = {
    LAST_EVENT_ID: RequestHeader(
        "The last revision that the client has; takes precedence over `since`. Empty: none.",
        f"^({_REVISION.pattern})?$",
    )
}

EVENTS: Final = Section(
    "events",
    "The steps of a match, as one viewer sees them, in one sequence of lines. Three operations return it: pages of "
    "JSON, server-sent events, and JSON lines, with the same bytes for each line. Every line is a JSON object with a "
    "`type`: `snapshot` (the viewer's whole situation; it comes first unless `since` is given), `step`, or `end` "
    "(nothing follows). A stream ends with the match, after some minutes, when the service restarts, or when its "
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
    """Query parameters of a match's streams."""

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
        description="Optional parts of each `step` that is the viewer's latest, separated by commas: `view`, the view "
        "after it; `legal`, the legal actions of the decision that the seat must make after it. Snapshots always have "
        "both.",
    )


class EventsQuery(StreamQuery):
    """Query parameters of a page of a match's events."""

    wait: Wait = Field(default=0, description="Seconds to wait for the first event: a long poll.")


class SnapshotLine(ViewDetails):
    """The viewer's whole situation."""

    type: Literal["snapshot"] = Field(description="The type of the line.")


class Notice(ResponseModel):
    """An event other than a seat's action."""

    kind: Annotated[NoticeKind, growing(NoticeKind)] = Field(description="The kind of event. The list may grow.")
    seat: int | None = Field(
        default=None, description="The seat that resigned, that a bot has taken over, or for which the clock decided."
    )
    reason: Annotated[NoticeReason, growing(NoticeReason)] | None = Field(
        default=None,
        description="Why the platform aborted the match or made the seat resign. Absent if a person did so. The list "
        "may grow.",
    )
    seconds: int | None = Field(
        default=None, description="How long the platform was down. The running clocks got this time back."
    )
    text: str = Field(description="The notice as a sentence.")


class StepLine(ResponseModel):
    """One step, as the viewer saw it."""

    type: Literal["step"] = Field(description="The type of the line.")
    revision: int = Field(description="The viewer's revision after the step.")
    at: Moment = Field(description="When the step was committed.")
    events: list[RulesetEvent] = Field(
        description="The ruleset's events, as the viewer saw them. The last member of each, `text`, is a sentence "
        "that says what the event shows. It is absent if the ruleset's service provides none, and in matches that "
        "were played before texts existed."
    )
    pending: list[int] = Field(description="The seats that had to decide after the step, ascending.")
    decision: int | None = Field(description="The viewer's pending decision after the step.")
    status: Status = Field(description="The match's status after the step.")
    notice: Notice | None = Field(default=None, description="An event other than a seat's action.")
    outcome: MatchOutcome | None = Field(default=None, description="The result; only in the last step.")
    deadline_at: Moment | None = Field(
        default=None,
        description="When the platform plays `decision` for the seat; null if never. Present together with `legal`.",
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
        default=None, description="The clocks of all seats after the step; absent in a match without clocks."
    )


class EndLine(ResponseModel):
    """The end of the stream: no line follows."""

    type: Literal["end"] = Field(description="The type of the line.")
    match: str = Field(description="The match's id.")
    revision: int = Field(description="The viewer's revision, the same as that of the last step.")
    status: Status = Field(description="The match's final status.")
    outcome: MatchOutcome | None = Field(description="The result; null if the match was aborted.")


class OtherLine(ResponseModel):
    """A line of a type from a later version of the API. Ignore it."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[str, other_than("snapshot", "step", "end")] = Field(description="The type of the line.")


class MatchEvent(RootModel[Annotated[SnapshotLine | StepLine | EndLine | OtherLine, OpenUnion("type")]]):
    """A line of a match's events, distinguished by `type`. The list of types may grow."""


class EventPage(ResponseModel):
    """A page of a match's events."""

    events: list[MatchEvent] = Field(
        description="The lines, oldest first; may be empty. If there are more than a hundred, the page has the first "
        "hundred."
    )
    next_since: int = Field(description="`since` of the next page.")
    ended: bool = Field(description="The match is over, and no line follows.")


_PAGE: Final = answer(EventPage, "The available lines, or the first new ones.")
_SSE: Final = server_sent_events(MatchEvent, "The lines: `id` is the viewer's revision.")
_NDJSON: Final = json_lines(MatchEvent, "The lines. An empty line shows that the connection is alive.")
_OF_A_SEAT: Final = (
    "For the seat's player, and for admins without a seat in the match, whose request is recorded in the match's "
    "`inspections` before the first event is sent."
)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/events",
    id="listMatchEvents",
    summary="Get the spectators' events of a match",
    description="Returns the lines after `since`. With `wait`, answers as soon as there is a line.",
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
    description=f"Returns the lines after `since`. With `wait`, answers as soon as there is a line. {_OF_A_SEAT}",
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
    """The follower of a stream, how to check its access again, and its address."""

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
    """The last revision that a client has. A browser that reconnects repeats the query of the first request, so
    ``Last-Event-ID``, which is newer, takes precedence.

    Raises:
        Refusal: ``INVALID_FIELD``: the header is not a revision.
    """
    text = headers.get(LAST_EVENT_ID, "")
    if not text:
        return since
    if not _REVISION.fullmatch(text):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(LAST_EVENT_ID_POINTER, "Must be a revision."),))
    return int(text)
