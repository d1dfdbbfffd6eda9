"""Tokens with which a browser follows a match."""

from typing import Annotated, Final

from pydantic import Field
from werkzeug.datastructures import Headers

from gateway.api.matches import MatchPath, SeatPath
from gateway.api.players import READ
from gateway.auth import key_in
from gateway.openapi.fields import WHOLE, Moment, RequestModel, ResponseModel
from gateway.openapi.operation import Link, Reply, Retry, Section, answer
from gateway.timestamps import timestamp
from services.engine.ruleset import SPECTATOR
from services.errors import Reason
from services.identity import Caller, StreamTokens
from services.identity.idempotent_creation import Creation
from services.identity.stream_tokens import StreamToken
from services.matches.matches import Matches

STREAM_TOKENS: Final = Section(
    "tokens",
    "A browser's `EventSource` can send no key. It follows a match with `?token=` instead: with a token that a key has "
    "asked for. A token is good for one viewer's events of one match, for some minutes, as often as one likes, and "
    "ends with its key. It cannot be renewed: ask for another one.",
)

LONGEST_LIFE: Final = 3_600


class StreamTokenBody(RequestModel):
    """How long the token is to live."""

    seconds: Annotated[int, Field(ge=1, le=LONGEST_LIFE), WHOLE] | None = Field(
        default=None, description="Null: as long as the platform allows, 300 by default. More than that is refused."
    )


class StreamTokenDetails(ResponseModel):
    """A stream token, shown this once."""

    token: str = Field(description="The stream's `token` parameter. Whoever has it can follow the stream.")
    expires_at: Moment = Field(
        description="Until when a stream can be opened with it. One that is open then goes on. RFC 3339, UTC, "
        "milliseconds."
    )


@STREAM_TOKENS.operation(
    "POST",
    "/v1/matches/{match}:stream-token",
    id="createStreamToken",
    summary="Get a token for the spectators' stream",
    description="Of a public match it is needed only where `PLAYHALL_PUBLIC_SPECTATING` is off.",
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
    """A token for what everybody is shown."""
    matches.check_view(caller, path.match, SPECTATOR)
    seconds = None if body is None else body.seconds
    return _reply(stream_tokens.create(key_in(headers), path.match, SPECTATOR, creation=creation, seconds=seconds))


@STREAM_TOKENS.operation(
    "POST",
    "/v1/matches/{match}/seats/{seat}:stream-token",
    id="createSeatStreamToken",
    summary="Get a token for a seat's stream",
    description="For the seat's player, and for admins without a seat in the match: that one has looked stands in the "
    "match's `inspections` when the stream is opened. Whether the player still has the seat is asked again then.",
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
    """A token for what one seat is shown."""
    matches.check_view(caller, path.match, path.seat)
    seconds = None if body is None else body.seconds
    return _reply(stream_tokens.create(key_in(headers), path.match, path.seat, creation=creation, seconds=seconds))


def _reply(made: StreamToken) -> Reply:
    details = StreamTokenDetails(token=made.text, expires_at=timestamp(made.expires_ms))
    return Reply(details, 201)
