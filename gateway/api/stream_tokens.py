"""Tokens with which a browser follows a match."""

from typing import Annotated, Final

from pydantic import Field
from werkzeug.datastructures import Headers

from gateway.api.matches import MatchPath, SeatPath
from gateway.api.players import READ
from gateway.auth import key_in
from gateway.openapi.fields import WHOLE, RequestModel
from gateway.openapi.operation import Link, Reply, Retry, Section, answer
from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller, StreamTokens
from services.identity.idempotent_creation import Creation
from services.identity.stream_tokens import StreamToken
from services.matches.matches import Matches
from services.response_model import Moment, ResponseModel

STREAM_TOKENS: Final = Section(
    "tokens",
    "A browser's `EventSource` cannot send a key. It follows a match with `?token=` instead; a request with a key "
    "creates the token. A token opens one viewer's events of one match, for some minutes and any number of times, and "
    "ends with its key. It cannot be renewed: create another one.",
)

LONGEST_LIFE: Final = 3_600


class StreamTokenBody(RequestModel):
    """The lifetime of the token."""

    seconds: Annotated[int, Field(ge=1, le=LONGEST_LIFE), WHOLE] | None = Field(
        default=None,
        description="The lifetime in seconds. Null: the maximum of the platform, by default 300. Larger values are "
        "refused.",
    )


class StreamTokenDetails(ResponseModel):
    """A stream token. It is shown only this once."""

    token: str = Field(
        description="The value of the stream's parameter `token`. Everybody who has it can follow the stream."
    )
    expires_at: Moment = Field(
        description="The time until which the token can open a stream. An open stream continues. RFC 3339, UTC, "
        "milliseconds."
    )


@STREAM_TOKENS.operation(
    "POST",
    "/v1/matches/{match}:stream-token",
    id="createStreamToken",
    summary="Create a token for the spectators' stream",
    description="A public match needs a token only if `PLAYHALL_PUBLIC_SPECTATING` is off.",
    access=READ,
    retry=Retry.NATURAL,
    answers=(
        answer(
            StreamTokenDetails,
            "The token.",
            status=201,
            links=(Link("streamMatchEventsSse", {"match": "$request.path.match"}),),
        ),
    ),
)
def create_stream_token(
    matches: Matches,
    stream_tokens: StreamTokens,
    caller: Caller,
    path: MatchPath,
    body: StreamTokenBody | None,
    headers: Headers,
    creation: Creation,
) -> Reply:
    """Create a token for the spectators' stream."""
    matches.check_view(caller, path.match, SPECTATOR)
    seconds = None if body is None else body.seconds
    return _reply(stream_tokens.create(key_in(headers), path.match, SPECTATOR, creation=creation, seconds=seconds))


@STREAM_TOKENS.operation(
    "POST",
    "/v1/matches/{match}/seats/{seat}:stream-token",
    id="createSeatStreamToken",
    summary="Create a token for a seat's stream",
    description="For the seat's player, and for admins without a seat in the match, whose request is recorded in the "
    "match's `inspections` when the stream is opened. When the stream is opened, the platform checks again whether "
    "the player still has the seat.",
    access=READ,
    retry=Retry.NATURAL,
    refusals=(Reason.NOT_YOUR_SEAT,),
    answers=(
        answer(
            StreamTokenDetails,
            "The token.",
            status=201,
            links=(Link("streamSeatEventsSse", {"match": "$request.path.match", "seat": "$request.path.seat"}),),
        ),
    ),
)
def create_seat_stream_token(
    matches: Matches,
    stream_tokens: StreamTokens,
    caller: Caller,
    path: SeatPath,
    body: StreamTokenBody | None,
    headers: Headers,
    creation: Creation,
) -> Reply:
    """Create a token for a seat's stream."""
    matches.check_view(caller, path.match, path.seat)
    seconds = None if body is None else body.seconds
    return _reply(stream_tokens.create(key_in(headers), path.match, path.seat, creation=creation, seconds=seconds))


def _reply(made: StreamToken) -> Reply:
    details = StreamTokenDetails(token=made.text, expires_at=made.expires_ms)
    return Reply(details, 201)
