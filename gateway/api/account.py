"""The account of a player: what happens in all of its matches, as one stream."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from flask import Response, request
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType
from werkzeug.datastructures import Headers

from gateway.admission import ClientAddress, Recheck
from gateway.api.events import LAST_EVENT_ID, LONGEST_WAIT, STREAM_HEADERS, stream_format
from gateway.api.match_details import MatchOutcome
from gateway.api.players import READ
from gateway.api.seats import LegalAction
from gateway.openapi.fields import DIGITS, Moment, RequestModel, ResponseModel, growing, other_than
from gateway.openapi.open_union import OpenUnion
from gateway.openapi.operation import JSON, Answer, Reply, Section, Tag
from gateway.raw_json import Raw, array, compose
from gateway.streams.accounts import INCLUDED, AccountRequest, AccountStreams
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS, StreamEvent
from gateway.streams.responses import StreamResponse
from services.engine.ruleset_documents import RulesetView
from services.errors import FieldError, Reason, Refusal
from services.identity import Caller
from services.matches.accounts import Cursor, read_cursor
from services.matches.model import AbortReason, Status

ACCOUNT_EVENTS: Final = Section(
    "account",
    "What happens in all of the caller's matches, as one sequence of lines in three forms, as for a match. It begins "
    "with `open`, everything that is open now, or goes on after the `cursor` of a line that the client has. Every "
    "program that follows the account is told everything.",
)

_HEADERS: Final = {"Last-Event-ID": "The cursor of the last line that the client has; goes before `since`."}


class AccountQuery(RequestModel):
    """From where, for how long, and with what."""

    since: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,256}$")] | None = Field(
        default=None,
        description="The `cursor` of the last line that the client has. Without it, and with one of more than five "
        "minutes ago, the first line is `open`.",
    )
    wait: Annotated[int, Field(ge=0, le=LONGEST_WAIT), DIGITS] = Field(
        default=0,
        description="Long poll: how many seconds to wait for the first line. Streams ignore it.",
    )
    include: Annotated[str, Field(pattern=r"^(view|legal)(,(view|legal))?$")] | None = Field(
        default=None,
        description="`view`, `legal` or both, with a comma: turns come with what the seat knows, with its legal "
        "actions, unless the decision has been answered by then.",
    )


class AccountLine(ResponseModel):
    """What every line has."""

    at: Moment = Field(description="When it was committed, or told.")
    cursor: str = Field(description="Where to resume after this line: `since`, or `Last-Event-ID`.")


class AccountMatchLine(AccountLine):
    """What every line about a match has."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")


class Turn(ResponseModel):
    """A decision that the player must make."""

    revision: int = Field(description="The seat's revision.")
    decision: int | None = Field(description="Its number; null: none is pending.")
    deadline_at: Moment | None = Field(description="When it is played for the player.")
    view: RulesetView | None = Field(default=None, description="What the seat knows, if it was asked for.")
    legal: list[LegalAction] | None = Field(default=None, description="What it may do, if it was asked for.")


class OpenMatch(Turn):
    """A match that has not ended, in which the player has a seat or is invited to one."""

    match: str = Field(description="The match's id.")
    ruleset: str = Field(description="The id of the ruleset.")
    seat: int = Field(description="The player's seat.")
    status: Status = Field(description="How far the match has come.")
    invited: bool = Field(description="The seat is kept for the player, who has not taken it.")


class OpenLine(AccountLine):
    """Everything that is open now, in place of all that the client knows."""

    type: Literal["open"] = Field(description="What the line says.")
    matches: list[OpenMatch] = Field(description="In the order of their creation.")


class Inviter(ResponseModel):
    """Who created a match."""

    id: str = Field(description="The player's id.")
    name: str = Field(description="The player's name.")


class InvitedLine(AccountMatchLine):
    """A seat of an open match is kept for the player."""

    type: Literal["invited"] = Field(description="What the line says.")
    by: Inviter = Field(description="Who keeps it.")


class SeatedLine(AccountMatchLine):
    """The player has taken a seat of an open match."""

    type: Literal["seated"] = Field(description="What the line says.")


class LeftLine(AccountMatchLine):
    """The player has no seat in an open match any more, whoever gave it to another."""

    type: Literal["left"] = Field(description="What the line says.")


class MatchBeganLine(AccountMatchLine):
    """The match has started."""

    type: Literal["match_began"] = Field(description="What the line says.")


class YourTurnLine(AccountMatchLine, Turn):
    """The player must decide."""

    type: Literal["your_turn"] = Field(description="What the line says.")


class MatchEndedLine(AccountMatchLine):
    """The match has ended, or was called off."""

    type: Literal["match_ended"] = Field(description="What the line says.")
    status: Status = Field(description="How far the match has come.")
    outcome: MatchOutcome | None = Field(description="The result; null: it was called off.")
    abort_reason: Annotated[AbortReason, growing(AbortReason)] | None = Field(
        description="Why the platform has aborted it; null: a person did. The list may grow."
    )


class OtherAccountLine(AccountLine):
    """A line of a type that a later version of the API has: to be passed over."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Annotated[
        str,
        other_than("open", "invited", "seated", "left", "match_began", "your_turn", "match_ended"),
    ] = Field(description="What the line says.")


AnyAccountLine = TypeAliasType(
    "AnyAccountLine",
    Annotated[
        OpenLine
        | InvitedLine
        | SeatedLine
        | LeftLine
        | MatchBeganLine
        | YourTurnLine
        | MatchEndedLine
        | OtherAccountLine,
        OpenUnion("type"),
        Field(description="A line of an account. `type` says which one."),
    ],
)


class AccountPage(ResponseModel):
    """The answer to a long poll."""

    events: list[AnyAccountLine] = Field(description="The lines, oldest first; may be empty.")
    next_since: str | None = Field(description="`since` of the next poll.")


_LINES: Final = Answer(
    "The lines, in the form that the Accept header asks for.",
    {
        JSON: AccountPage,
        SERVER_SENT_EVENTS.media_type: {
            "type": "string",
            "description": "`id` is the line's cursor, `event` its type, `data` the line.",
        },
        NDJSON.media_type: {"type": "string", "description": "One line of JSON each."},
    },
)


@ACCOUNT_EVENTS.operation(
    "GET",
    "/v1/events",
    id="followAccount",
    summary="Follow all of one's matches",
    description="A program needs this one stream however many matches it plays: `your_turn` tells when and what to "
    "decide.",
    access=READ,
    refusals=(Reason.NOT_ACCEPTABLE, Reason.TOO_MANY_STREAMS),
    headers=_HEADERS,
    etag=Tag.NONE,
    answers=(_LINES,),
)
def follow_account(
    account_streams: AccountStreams,
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    query: AccountQuery,
    headers: Headers,
) -> Reply | Response:
    """What the caller's matches ask of it."""
    format = stream_format(headers)
    wanted = AccountRequest(
        caller=caller,
        since=_since(query, headers),
        include=frozenset((query.include or "").split(",")) & INCLUDED,
        recheck=recheck(),
        address=client_address(),
    )
    wants_head = request.method == "HEAD"
    if format is None:
        return _long_poll(account_streams, wanted, query, 0 if wants_head else query.wait)
    stream = account_streams.open(wanted, format)
    if wants_head:
        stream.close()
        return Reply(media_type=format.media_type, headers=STREAM_HEADERS)
    return StreamResponse(stream, format.media_type, STREAM_HEADERS)


def _long_poll(streams: AccountStreams, wanted: AccountRequest, query: AccountQuery, wait: int) -> Reply | Response:
    def page(events: Sequence[StreamEvent]) -> bytes:
        return compose(
            {
                "events": Raw(array([event.json for event in events])),
                "next_since": events[-1].cursor if events else query.since,
            }
        )

    events = streams.read(wanted)
    if events or not wait:
        return Reply(page(events))
    return StreamResponse(streams.wait_for_events(wanted, page, wait), JSON, {})


def _since(query: AccountQuery, headers: Headers) -> Cursor | None:
    """Where the client goes on. A browser that reconnects repeats the first request's query, so the header, which is
    newer, goes before it.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    for pointer, text in ((LAST_EVENT_ID, headers.get("Last-Event-ID", "")), ("/query/since", query.since or "")):
        if text:
            cursor = read_cursor(text)
            if cursor is None:
                raise Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, "Must be the cursor of a line."),))
            return cursor
    return None
