"""``WatchTournament``, ``WatchSeries`` and ``StreamSeriesResults``: written by hand, since gRPC's threads wait and send
where REST's event loop does."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from google.protobuf.message import Message
from playhall.play.v1 import series_pb2, tournaments_pb2

from gateway.api import series, tournaments
from gateway.grpc_api.bridge import PIECE_BYTES, Serve
from gateway.grpc_api.calls import Call
from gateway.grpc_api.filling import Fields, plan_fields
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.operations.series import is_series_id
from gateway.operations.tournaments import is_tournament_id
from services.errors import Reason, Refusal
from services.stored_series import Series, SeriesJobs
from services.stored_tournaments.hosted_tournament import HostedTournament

_SERIES: Final = plan_fields(series_pb2.Series.DESCRIPTOR, [series.SeriesDetails])
_TOURNAMENT: Final = plan_fields(tournaments_pb2.Tournament.DESCRIPTOR, [tournaments.TournamentDetails])


def progress_methods(
    jobs: SeriesJobs, of_series: ProgressStreams[Series], of_tournaments: ProgressStreams[HostedTournament]
) -> dict[str, Serve]:
    """The methods, by name."""

    def stream_results(request: series_pb2.StreamSeriesResultsRequest, call: Call) -> Iterator[Message]:
        id = _known(request.series, is_series_id)
        parts = jobs.results(call.caller, id, first=request.first, limit=request.limit or None)
        yield from of_series.send(_whole_lines(parts, request.first), call)

    return {
        "StreamSeriesResults": stream_results,
        "WatchSeries": _watch(of_series, is_series_id, _series, series_pb2.WatchSeriesResponse),
        "WatchTournament": _watch(
            of_tournaments, is_tournament_id, _tournament, tournaments_pb2.WatchTournamentResponse
        ),
    }


def _watch(streams: ProgressStreams[Any], is_id: Callable[[str], bool], fields: Fields, answer: type[Message]) -> Serve:
    """A method that tells of something at once and each time that it has changed. Its request begins with the id."""

    def watch(request: Any, call: Call) -> Iterator[Message]:  # noqa: ANN401 - a request with the client's revision
        id = _known(getattr(request, request.DESCRIPTOR.fields[0].name), is_id)
        since = request.since if request.HasField("since") else None
        for found in streams.follow(id, since, call):
            yield answer(**{"end" if found.is_ended else "progress": fields(found)})

    return watch


def _series(found: Series) -> dict[str, Any]:
    return _SERIES(series.details_of(found))


def _tournament(found: HostedTournament) -> dict[str, Any]:
    return _TOURNAMENT(tournaments.details_of(found))


def _known(text: str, is_id: Callable[[str], bool]) -> str:
    if not is_id(text):
        raise Refusal(Reason.NOT_FOUND)
    return text


def _whole_lines(parts: Iterator[bytes], first: int) -> Iterator[Message]:
    """Results as messages of whole lines, each not too large for a client to take."""
    for part in parts:
        start = 0
        while start < len(part):
            stop = part.index(b"\n", min(start + PIECE_BYTES, len(part)) - 1) + 1
            lines = part[start:stop]
            first += lines.count(b"\n")
            yield series_pb2.StreamSeriesResultsResponse(lines=lines, next=first)
            start = stop
