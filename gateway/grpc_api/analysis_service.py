"""The methods of ``playhall.play.v1.AnalysisService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from playhall.play.v1 import analysis_pb2 as pb

from gateway.analysis_operations import AnalysisOperations
from gateway.api.analysis import BotBody, ChooseBody, ExplainBody, ImagineBody, NewPosition, position_of
from gateway.api.events import LONGEST_WAIT
from gateway.grpc_api.calls import Access, Admission, Call, Method, methods_of
from gateway.grpc_api.documents import json_action, read_object
from gateway.grpc_api.requests import invalid, page_size
from gateway.grpc_api.watch import Watches
from gateway.openapi.request_parsing import validated
from gateway.position_json import (
    choice_json,
    explanation_json,
    played_json,
    reached_details_json,
    situation_json,
)
from gateway.series_operations import is_series_id
from services.analysis.analysis import Analysis, Question
from services.analysis.played_matches import PlayedMatch
from services.analysis.searches import SearchAnswer, Searches
from services.engine.engine import Position
from services.engine.ruleset import SPECTATOR, JsonObject
from services.errors import Reason, Refusal
from services.identity import Scope

SERVICE: Final = pb.DESCRIPTOR.services_by_name["AnalysisService"]

ACCESS: Final = {
    "ListPositions": Access(Scope.MATCHES_READ, without_key=True),
    "GetPosition": Access(Scope.MATCHES_READ, without_key=True),
    "ListSeriesPositions": Access(Scope.MATCHES_READ),
    "GetSeriesPosition": Access(Scope.MATCHES_READ),
    "ImaginePosition": Access(Scope.MATCHES_READ),
    "ObservePosition": Access(Scope.MATCHES_READ),
    "PlayPosition": Access(Scope.MATCHES_READ),
    "ChooseAction": Access(Scope.MATCHES_READ),
    "ExplainDecision": Access(Scope.MATCHES_READ),
}
"""Who may call what."""

_LONGEST_TOKEN: Final = 10

Body = TypeVar("Body", bound=BotBody)
Answer = TypeVar("Answer")
Listing = pb.ListPositionsRequest | pb.ListSeriesPositionsRequest
Asked = pb.ChooseActionRequest | pb.ExplainDecisionRequest


class AnalysisService:
    """The methods, by name. Each takes its request and the call.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

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

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    def ListPositions(self, request: pb.ListPositionsRequest, call: Call) -> pb.ListPositionsResponse:
        played = self._operations.of_match(call.caller, request.match)
        positions, following = self._page(played, request)
        return pb.ListPositionsResponse(positions=positions, last=_last(played), next_page_token=following)

    def GetPosition(self, request: pb.GetPositionRequest, call: Call) -> pb.GetPositionResponse:
        played = self._operations.of_match(call.caller, request.match)
        return pb.GetPositionResponse(position=self._details(played, request.number))

    def ListSeriesPositions(self, request: pb.ListSeriesPositionsRequest, call: Call) -> pb.ListSeriesPositionsResponse:
        played = self._of_series(request.series, request.number, call)
        positions, following = self._page(played, request)
        return pb.ListSeriesPositionsResponse(positions=positions, last=_last(played), next_page_token=following)

    def GetSeriesPosition(self, request: pb.GetSeriesPositionRequest, call: Call) -> pb.GetSeriesPositionResponse:
        played = self._of_series(request.series, request.number, call)
        return pb.GetSeriesPositionResponse(position=self._details(played, request.position))

    def ImaginePosition(self, request: pb.ImaginePositionRequest, call: Call) -> pb.ImaginePositionResponse:
        wish = validated(ImagineBody, {"seed": request.seed or None}, "")
        seed = None if wish.seed is None else bytes.fromhex(wish.seed)
        step = self._analysis.imagine(call.caller, request.match, request.seat, seed)
        return pb.ImaginePositionResponse(position=situation_json(step))

    def ObservePosition(self, request: pb.ObservePositionRequest, call: Call) -> pb.ObservePositionResponse:
        return pb.ObservePositionResponse(position=situation_json(self._analysis.observe(_position(request.position))))

    def PlayPosition(self, request: pb.PlayPositionRequest, call: Call) -> pb.PlayPositionResponse:
        position, action = _position(request.position), _action(request)
        return pb.PlayPositionResponse(
            position=played_json(*self._analysis.play(call.caller, position, request.seat, action))
        )

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

    def _of_series(self, series: str, number: int, call: Call) -> PlayedMatch:
        if not is_series_id(series):
            raise Refusal(Reason.NOT_FOUND)
        return self._operations.of_series(call.caller, series, number)

    def _page(self, played: PlayedMatch, request: Listing) -> tuple[Sequence[bytes], str]:
        token = request.page_token
        if token and not (token.isascii() and token.isdecimal() and len(token) <= _LONGEST_TOKEN):
            raise invalid("/page_token", "is not a page token of this list")
        entries, following = self._operations.page(
            played,
            first=int(token) if token else request.first,
            size=page_size(request.page_size),
            viewer=request.seat if request.HasField("seat") else SPECTATOR,
            has_views=request.views,
        )
        return entries, "" if following is None else str(following)

    def _details(self, played: PlayedMatch, number: int) -> bytes:
        return reached_details_json(self._operations.position(played, number), len(played.moves) - 1)

    def _answered(
        self, question: Question, told: Callable[[SearchAnswer | None], Answer], wait: int, call: Call
    ) -> Answer | Callable[[], Answer]:
        """What a bot answers, at once if it is known."""
        answer = self._analysis.answer(question)
        if answer is not None or question.search is None or not wait:
            return told(answer)
        recheck = partial(self._admission.caller_of, call.incoming.key)
        waiting = self._watches.search_wait(
            self._searches, question.search, call.caller, wait, recheck, call.incoming.address, call.context
        )
        return lambda: told(waiting())


def _last(played: PlayedMatch) -> int | None:
    return len(played.moves) - 1 if played.moves else None


def _wish(model: type[Body], request: Asked, fields: dict[str, Any]) -> Body:
    if request.wait > LONGEST_WAIT:
        raise invalid("/wait", f"must be at most {LONGEST_WAIT}")
    given = {"position": _document(request.position), "seat": request.seat, "seed": request.seed or None, **fields}
    try:
        return validated(model, given, "")
    except RecursionError:
        raise invalid("/position", "is nested too deep") from None


def _position(data: bytes) -> Position:
    try:
        return position_of(validated(NewPosition, _document(data), "/position"))
    except RecursionError:
        raise invalid("/position", "is nested too deep") from None


def _document(data: bytes) -> JsonObject:
    return read_object(data, "/position")


def _action(request: pb.PlayPositionRequest) -> str | JsonObject:
    form = request.WhichOneof("action")
    if form is None:
        raise invalid("/action", "is missing")
    return request.notation if form == "notation" else json_action(request.json)
