"""The methods of ``playhall.play.v1.AnalysisService`` that are written by hand.

``ListPositions`` and ``ListSeriesPositions`` tell each position as bytes of its own, of which REST composes a page;
``PlayPosition`` takes an action in one of two fields.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from typing import Any, Final

from playhall.play.v1 import analysis_pb2 as pb

from gateway.api.analysis import NewPosition, position_of
from gateway.formats.position_json import played_json
from gateway.grpc_api.bridge import Serve
from gateway.grpc_api.calls import Call
from gateway.grpc_api.documents import json_action, read_object
from gateway.grpc_api.requests import invalid
from gateway.openapi.pagination import LARGEST_PAGE, USUAL_PAGE
from gateway.openapi.request_parsing import validated
from gateway.operations.analysis import AnalysisOperations
from gateway.operations.series import is_series_id
from services.analysis.analysis import Analysis
from services.analysis.played_matches import PlayedMatch
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal

_LONGEST_TOKEN: Final = 10

Listing = pb.ListPositionsRequest | pb.ListSeriesPositionsRequest


class AnalysisMethods:
    """The methods, by name. Each takes its request and the call, and raises a Refusal for what the services refuse; see
    the REST operation of the same name."""

    def __init__(self, analysis: Analysis, operations: AnalysisOperations) -> None:
        self._analysis = analysis
        self._operations = operations

    def by_name(self) -> dict[str, Serve]:
        """The methods as they are served."""
        methods = (self.ListPositions, self.ListSeriesPositions, self.PlayPosition)
        return {method.__name__: method for method in methods}

    def ListPositions(self, request: pb.ListPositionsRequest, call: Call) -> pb.ListPositionsResponse:
        played = self._operations.of_match(call.caller, request.match)
        return pb.ListPositionsResponse(**self._page(played, request))

    def ListSeriesPositions(self, request: pb.ListSeriesPositionsRequest, call: Call) -> pb.ListSeriesPositionsResponse:
        if not is_series_id(request.series):
            raise Refusal(Reason.NOT_FOUND)
        played = self._operations.of_series(call.caller, request.series, request.number)
        return pb.ListSeriesPositionsResponse(**self._page(played, request))

    def PlayPosition(self, request: pb.PlayPositionRequest, call: Call) -> pb.PlayPositionResponse:
        try:
            position = position_of(validated(NewPosition, read_object(request.position, "/position"), "/position"))
        except RecursionError:
            raise invalid("/position", "is nested too deep") from None
        form = request.WhichOneof("action")
        if form is None:
            raise invalid("/action", "is missing")
        action = request.notation if form == "notation" else json_action(request.json)
        played = self._analysis.play(call.caller, position, request.seat, action)
        return pb.PlayPositionResponse(position=played_json(*played))

    def _page(self, played: PlayedMatch, request: Listing) -> dict[str, Any]:
        token = request.page_token
        if token and not (token.isascii() and token.isdecimal() and len(token) <= _LONGEST_TOKEN):
            raise invalid("/page_token", "is not a page token of this list")
        entries, following = self._operations.page(
            played,
            first=int(token) if token else request.first,
            size=min(request.page_size or USUAL_PAGE, LARGEST_PAGE),
            viewer=request.seat if request.HasField("seat") else SPECTATOR,
            has_views=request.views,
        )
        last = len(played.moves) - 1 if played.moves else None
        return {"positions": entries, "last": last, "next_page_token": "" if following is None else str(following)}
