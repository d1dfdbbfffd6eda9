"""Tournaments that are followed."""

from typing import Annotated, Final, Literal

from flask import Response
from pydantic import Field, RootModel
from werkzeug.datastructures import Headers

from gateway.admission import ClientAddress, Recheck
from gateway.api.events import RESUMED, resumed_after
from gateway.api.players import SPECTATE
from gateway.api.series import FollowQuery
from gateway.api.tournaments import TournamentDetails, TournamentPath, tournament_json
from gateway.openapi.operation import Reply, Section, Tag, json_lines, server_sent_events
from gateway.streams.formats import NDJSON, SERVER_SENT_EVENTS
from gateway.streams.progress import Follower, ProgressStreams
from gateway.streams.responses import stream_response
from services.errors import Reason
from services.identity import Caller
from services.stored_tournaments.hosted_tournament import HostedTournament

TOURNAMENT_EVENTS: Final = Section(
    "tournament events",
    "A tournament, sent at once and again each time it has changed, about once a second, until it is over. The log, "
    "from the previous `revision` on, says what has changed.",
)


class TournamentProgressLine(TournamentDetails):
    """A tournament that has changed."""

    type: Literal["progress"] = Field(description="What the line is.")


class TournamentEndLine(TournamentDetails):
    """A tournament that is over: nothing will follow."""

    type: Literal["end"] = Field(description="What the line is.")


class TournamentEvent(RootModel[Annotated[TournamentProgressLine | TournamentEndLine, Field(discriminator="type")]]):
    """A line of a tournament's events."""


_FOLLOWED: Final = "Ends with `end`. Resume it with the last revision that you have."


@TOURNAMENT_EVENTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/events/sse",
    id="streamTournamentEventsSse",
    summary="Follow a tournament with server-sent events",
    description=_FOLLOWED,
    access=SPECTATE,
    refusals=(Reason.TOO_MANY_STREAMS,),
    headers=RESUMED,
    etag=Tag.NONE,
    answers=(server_sent_events(TournamentEvent, "The lines: `id` is the tournament's revision."),),
)
def stream_tournament_events_sse(
    tournament_streams: ProgressStreams[HostedTournament],
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: TournamentPath,
    query: FollowQuery,
    headers: Headers,
) -> Reply | Response:
    """Follow a tournament with server-sent events."""
    since = resumed_after(headers, query.since)
    follower = Follower(path.tournament, since, recheck(), client_address(), tournament_json)
    return stream_response(tournament_streams.follow(follower, caller, SERVER_SENT_EVENTS), SERVER_SENT_EVENTS)


@TOURNAMENT_EVENTS.operation(
    "GET",
    "/v1/tournaments/{tournament}/events/ndjson",
    id="streamTournamentEventsNdjson",
    summary="Follow a tournament with JSON lines",
    description=_FOLLOWED,
    access=SPECTATE,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(json_lines(TournamentEvent, "The lines; an empty one is a sign of life."),),
)
def stream_tournament_events_ndjson(
    tournament_streams: ProgressStreams[HostedTournament],
    recheck: Recheck,
    client_address: ClientAddress,
    caller: Caller,
    path: TournamentPath,
    query: FollowQuery,
) -> Reply | Response:
    """Follow a tournament with JSON lines."""
    follower = Follower(path.tournament, query.since, recheck(), client_address(), tournament_json)
    return stream_response(tournament_streams.follow(follower, caller, NDJSON), NDJSON)
