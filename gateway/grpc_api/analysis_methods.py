"""The methods of ``playhall.play.v1.AnalysisService`` that are written by hand.

``ListPositions`` and ``ListSeriesPositions`` tell each position as bytes of its own, of which REST composes a page;
``PlayPosition`` takes an action in one of two fields; ``ChooseAction`` and ``ExplainDecision`` may wait for a search,
which gRPC's threads do where REST's event loop does.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from playhall.play.v1 import analysis_pb2 as pb

from gateway.analysis_operations import AnalysisOperations
from gateway.api.analysis import BotBody, ChooseBody, ExplainBody, NewPosition, position_of
from gateway.api.events import LONGEST_WAIT
from gateway.grpc_api.bridge import Serve
from gateway.grpc_api.calls import Admission, Call
from gateway.grpc_api.documents import json_action, read_object
from gateway.grpc_api.requests import invalid
from gateway.grpc_api.watch import Watches
from gateway.openapi.pagination import LARGEST_PAGE, USUAL_PAGE
from gateway.openapi.request_parsing import validated
from gateway.position_json import choice_json, explanation_json, played_json
from gateway.series_operations import is_series_id
from gateway.streams.searches import SearchWatch
from services.analysis.analysis import Analysis, Question
from services.analysis.played_matches import PlayedMatch
from services.analysis.searches import SearchAnswer, Searches
from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal

_LONGEST_TOKEN: Final = 10

Body = TypeVar("Body", bound=BotBody)
Answer = TypeVar("Answer")
Listing = pb.ListPositionsRequest | pb.ListSeriesPositionsRequest
Asked = pb.ChooseActionRequest | pb.ExplainDecisionRequest


class AnalysisMethods:
    """The methods, by name. Each takes its request and the call, and raises a Refusal for what the services refuse; see
    the REST operation of the same name."""

    def __init__(
        self,
        analysis: Analysis,
        operations: AnalysisOperations,
        searches: Searches,
        watches: Watches,
        admission: Admission,
    ) -> None:
        self._analysis = analysis
        self._operations = operations
        self._searches = searches
        self._watches = watches
        self._admission = admission

    def by_name(self) -> dict[str, Serve]:
        """The methods as they are served."""
        searches = (self.ChooseAction, self.ExplainDecision)
        lists = (self.ListPositions, self.ListSeriesPositions)
        return {method.__name__: method for method in (*lists, self.PlayPosition, *searches)}

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

    def ChooseAction(
        self, request: pb.ChooseActionRequest, call: Call
    ) -> pb.ChooseActionResponse | Callable[[], pb.ChooseActionResponse]:
        wish = _wish(ChooseBody, request, {"bot": request.bot})
        question = self._analysis.choose(call.caller, position_of(wish.position), wish.seat, wish.bot, wish.seed_bytes)

        def told(answer: SearchAnswer | None) -> pb.ChooseActionResponse:
            return pb.ChooseActionResponse(choice=choice_json(question, answer))

        return self._answered(question, told, request.wait, call)

    def ExplainDecision(
        self, request: pb.ExplainDecisionRequest, call: Call
    ) -> pb.ExplainDecisionResponse | Callable[[], pb.ExplainDecisionResponse]:
        fields = {"iterations": request.iterations} if request.iterations else {}
        wish = _wish(ExplainBody, request, {"bot": request.bot or None, **fields})
        question = self._analysis.explain(
            call.caller, position_of(wish.position), wish.seat, wish.bot, wish.iterations, wish.seed_bytes
        )

        def told(answer: SearchAnswer | None) -> pb.ExplainDecisionResponse:
            return pb.ExplainDecisionResponse(explanation=explanation_json(question, answer))

        return self._answered(question, told, request.wait, call)

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

    def _answered(
        self, question: Question, told: Callable[[SearchAnswer | None], Answer], wait: int, call: Call
    ) -> Answer | Callable[[], Answer]:
        """What a bot answers, at once if it is known."""
        answer = self._analysis.answer(question)
        if answer is not None or question.search is None or not wait:
            return told(answer)
        recheck = partial(self._admission.caller_of, call.incoming.key)
        watch = partial(SearchWatch, self._searches, question.search, wait, recheck)
        waiting = self._watches.wait(watch, call.caller, call.incoming.address, call.context)
        return lambda: told(waiting().answer)


def _wish(model: type[Body], request: Asked, fields: dict[str, Any]) -> Body:
    if request.wait > LONGEST_WAIT:
        raise invalid("/wait", f"must be at most {LONGEST_WAIT}")
    position = read_object(request.position, "/position")
    given = {"position": position, "seat": request.seat, "seed": request.seed or None, **fields}
    try:
        return validated(model, given, "")
    except RecursionError:
        raise invalid("/position", "is nested too deep") from None
