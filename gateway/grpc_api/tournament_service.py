"""The methods of ``playhall.play.v1.TournamentService``. All but one are operations of REST; ``WatchTournament`` is
written by hand, since gRPC's threads follow a tournament where REST's event loop does."""

from collections.abc import Iterator
from typing import Final

from playhall.play.v1 import tournaments_pb2 as pb

from gateway.api.tournaments import TournamentDetails, details_of
from gateway.grpc_api.bridge import Bridge
from gateway.grpc_api.calls import Call, Method
from gateway.grpc_api.filling import plan_fields
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.tournament_operations import is_tournament_id
from services.errors import Reason, Refusal
from services.tournament_hosting.model import HostedTournament

SERVICE: Final = pb.DESCRIPTOR.services_by_name["TournamentService"]

_FIELDS: Final = plan_fields(pb.Tournament.DESCRIPTOR, [TournamentDetails])


def methods(bridge: Bridge, streams: ProgressStreams[HostedTournament]) -> dict[str, Method]:
    """The methods as they are served."""

    def watch(request: pb.WatchTournamentRequest, call: Call) -> Iterator[pb.WatchTournamentResponse]:
        if not is_tournament_id(request.tournament):
            raise Refusal(Reason.NOT_FOUND)
        since = request.since if request.HasField("since") else None
        for tournament in streams.follow(request.tournament, since, call):
            shown = pb.Tournament(**_FIELDS(details_of(tournament)))
            if tournament.is_ended:
                yield pb.WatchTournamentResponse(end=shown)
            else:
                yield pb.WatchTournamentResponse(progress=shown)

    return bridge.methods(SERVICE, {"WatchTournament": watch}, streams)
