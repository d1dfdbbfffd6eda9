"""Events of a match: as a stream, or by asking again and again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from flask import Response, request
from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema
from typing_extensions import TypeAliasType
from werkzeug.datastructures import Headers
from werkzeug.datastructures.accept import MIMEAccept
from werkzeug.http import parse_accept_header

from gateway.admission import ClientAddress, Recheck
from gateway.api.clocks import ClockDetails
from gateway.api.match_details import MatchOutcome
from gateway.api.matches import NOT_SERVED, MatchPath, SeatPath
from gateway.api.seats import LegalAction, ViewDetails
from gateway.openapi.fields import DIGITS, LARGEST_EXACT, Moment, RequestModel, ResponseModel, growing, other_than
from gateway.openapi.open_union import OpenUnion
from gateway.openapi.operation import JSON, Access, Answer, Reply, Section, Tag
from gateway.raw_json import Raw, array, compose
from gateway.streams.feed import StreamRequest, ended
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS, Include, StreamEvent, StreamFormat
from gateway.streams.responses import StreamResponse
from gateway.streams.streams import Streams
from services.engine.ruleset import SPECTATOR
from services.engine.ruleset_documents import RulesetEvent, RulesetView
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller, Scope
from services.identity.stream_tokens import TEXT_PATTERN
from services.matches.model import Status
from services.matches.notices import NoticeKind, NoticeReason

FORMATS: Final = {format.media_type: format for format in (SERVER_SENT_EVENTS, NDJSON)}
LONGEST_WAIT: Final = 30
FOLLOW: Final = Access(key=True, scope=Scope.MATCHES_READ.value, without_key=True, with_token=True)
FOLLOW_SEAT: Final = Access(key=True, scope=Scope.MATCHES_READ.value, with_token=True)
LAST_EVENT_ID: Final = "/headers/Last-Event-ID"

_HEADERS: Final = {"Last-Event-ID": "The last revision that the client has; goes before `since`."}
STREAM_HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}

EVENTS: Final = Section(
    "events",
    "What a viewer is shown, step by step. One sequence in three forms, by the Accept header: `text/event-stream`, "
    "`application/x-ndjson`, or JSON for a long poll. Every line is a JSON object with a `type`: `snapshot` (the "
    "viewer's whole situation, first unless `since` is given), `step`, `end` (nothing follows). Lines are the same in "
    "all three. A stream ends with the match, after some minutes, when the service restarts, or when its client does "
    "not read: resume it with the last revision you have, as `since` or `Last-Event-ID`; nothing is lost and nothing "
    "comes twice. A snapshot that comes in place of a step replaces all that you know. Empty lines and comments are "
    "signs of life.",
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


class EventsQuery(RequestModel):
    """From where, for how long, and with what."""

    since: Annotated[int, Field(ge=0, le=LARGEST_EXACT), DIGITS] | None = Field(
        default=None,
        description="The last revision that the client has. Without it the first line is a snapshot.",
    )
    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT), DIGITS] = Field(
        default=0,
        description="Long poll: how many seconds to wait for the first event. Streams ignore it.",
    )
    # It is taken out of the address before the query is read: see gateway/stream_token_query.py.
    token: Annotated[str, Field(pattern=TEXT_PATTERN)] | None = Field(
        default=None, description="A stream token for this stream, from who can send no key. Not together with a key."
    )
    include: Includes | None = Field(
        default=None,
        description="What each `step` that is the viewer's latest is to carry, separated by commas: `view`, the view "
        "after it; `legal`, the actions of the decision that the seat must make after it. Snapshots have both always.",
    )


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
    pending: list[int] = Field(description="The seats that had to decide after it.")
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
    outcome: MatchOutcome | None = Field(description="The result; null: it was called off.")


class OtherLine(ResponseModel):
    """A line of a type that a later version of the API has: to be passed over."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[str, other_than("snapshot", "step", "end")] = Field(description="What the line is.")


AnyLine = TypeAliasType(
    "AnyLine",
    Annotated[
        SnapshotLine | StepLine | EndLine | OtherLine,
        OpenUnion("type"),
        Field(description="A line of a match. `type` says which one."),
    ],
)


class EventPage(ResponseModel):
    """The answer to a long poll."""

    events: list[AnyLine] = Field(
        description="The lines, oldest first; may be empty, and of a long past only the first hundred."
    )
    next_since: int = Field(description="`since` of the next poll.")
    ended: bool = Field(description="Nothing will follow: the last line is the end.")


_LINES: Final = Answer(
    "The lines, in the form that the Accept header asks for.",
    {
        JSON: EventPage,
        SERVER_SENT_EVENTS.media_type: {
            "type": "string",
            "description": "`id` is the viewer's revision, `event` the line's type, `data` the line.",
        },
        NDJSON.media_type: {"type": "string", "description": "One line of JSON each."},
    },
)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/events",
    id="followMatch",
    summary="Follow a match as a spectator",
    access=FOLLOW,
    refusals=(Reason.NOT_ACCEPTABLE, Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    headers=_HEADERS,
    etag=Tag.NONE,
    answers=(_LINES,),
)
def follow_match(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: MatchPath,
    query: EventsQuery,
    headers: Headers,
) -> Reply | Response:
    """What everybody is shown."""
    follower = Follower(caller, recheck(), client_address())
    return _follow(streams, follower, (path.match, SPECTATOR), query, headers)


@EVENTS.operation(
    "GET",
    "/v1/matches/{match}/seats/{seat}/events",
    id="followSeat",
    summary="Follow a match from a seat",
    description="For the seat's player, and for admins without a seat in the match: that one has looked stands in the "
    "match's `inspections` before the first event is sent.",
    access=FOLLOW_SEAT,
    refusals=(Reason.NOT_ACCEPTABLE, Reason.NOT_YOUR_SEAT, Reason.TOO_MANY_STREAMS, *NOT_SERVED),
    headers=_HEADERS,
    etag=Tag.NONE,
    answers=(_LINES,),
)
def follow_seat(
    streams: Streams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: SeatPath,
    query: EventsQuery,
    headers: Headers,
) -> Reply | Response:
    """What one seat is shown."""
    follower = Follower(caller, recheck(), client_address())
    return _follow(streams, follower, (path.match, path.seat), query, headers)


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows, how to find out whether it still may, and from where."""

    caller: Caller
    recheck: Callable[[], Caller]
    address: str


def _follow(
    streams: Streams, follower: Follower, seen: tuple[str, int], query: EventsQuery, headers: Headers
) -> Reply | Response:
    format = stream_format(headers)
    match, viewer = seen
    resumed = last_event_id(headers)
    wanted = StreamRequest(
        match_id=match,
        viewer=viewer,
        # A browser that reconnects repeats the first request's query, so the header, which is newer, goes before it.
        since=query.since if resumed is None else resumed,
        recheck=follower.recheck,
        address=follower.address,
        include=query.include or frozenset(),
    )
    wants_head = request.method == "HEAD"
    if format is None:
        return _long_poll(streams, follower.caller, wanted, 0 if wants_head else query.wait)
    stream = streams.open(wanted, follower.caller, format)
    if wants_head:
        stream.close()
        return Reply(media_type=format.media_type, headers=STREAM_HEADERS)
    return StreamResponse(stream, format.media_type, STREAM_HEADERS)


def _long_poll(streams: Streams, caller: Caller, wanted: StreamRequest, wait: int) -> Reply | Response:
    def page(events: Sequence[StreamEvent]) -> bytes:
        return compose(
            {
                "events": Raw(array([event.json for event in events])),
                "next_since": events[-1].revision if events else wanted.since or 0,
                "ended": ended(events),
            }
        )

    events = streams.read(wanted, caller)
    if events or not wait:
        return Reply(page(events))
    return StreamResponse(streams.wait_for_events(wanted, caller, page, wait), JSON, {})


def stream_format(headers: Headers) -> StreamFormat | None:
    """The format that is asked for; None for a long poll."""
    wanted = parse_accept_header(headers.get("Accept", "*/*"), MIMEAccept).best_match([JSON, *FORMATS])
    if wanted is None:
        raise Refusal(Reason.NOT_ACCEPTABLE, f"There is {', '.join((JSON, *FORMATS))}.")
    return FORMATS.get(wanted)


def last_event_id(headers: Headers) -> int | None:
    """The revision in ``Last-Event-ID``; None if it is not there.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    text = headers.get("Last-Event-ID", "")
    if not text:
        return None
    if len(text) > 16 or not (text.isascii() and text.isdigit()):
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(LAST_EVENT_ID, "Must be a revision."),))
    return int(text)
