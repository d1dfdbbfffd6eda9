"""The methods of ``playhall.play.v1.SeriesService``: each as one call of the services, as REST has them."""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

from collections.abc import Iterator
from typing import Any, Final

from playhall.play.v1 import series_pb2 as pb

from gateway.account_operations import player_id
from gateway.api.series import NewSeriesBody, SeriesChange
from gateway.grpc_api.calls import Access, Call, Method, methods_of
from gateway.grpc_api.clocks import on_time_out, time_control
from gateway.grpc_api.documents import read_object
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.messages import SERIES_STATUSES, series_message
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.grpc_api.requests import id_or_none, invalid, not_a_page_token, page_size, shown_page
from gateway.openapi.request_parsing import validated
from gateway.series_operations import SeriesOperations, is_series_id, name_of, stop_of
from services.errors import Reason, Refusal
from services.idempotency import IdempotencyStore
from services.identity import Scope
from services.identity.idempotent_creation import Creation, once
from services.series.comparison import Incomparable
from services.series.folder import result_line
from services.series_jobs import Series, SeriesJobs, SeriesRequest, SeriesStatus

SERVICE: Final = pb.DESCRIPTOR.services_by_name["SeriesService"]

ACCESS: Final = {
    "CreateSeries": Access(Scope.MATCHES_CREATE),
    "GetSeries": Access(Scope.MATCHES_READ),
    "ListSeries": Access(Scope.MATCHES_READ),
    "ChangeSeries": Access(Scope.MATCHES_CREATE),
    "GetSeriesSummary": Access(Scope.MATCHES_READ),
    "StreamSeriesResults": Access(Scope.MATCHES_READ),
    "GetSeriesMatch": Access(Scope.MATCHES_READ),
    "GetSeriesReplay": Access(Scope.MATCHES_READ),
    "WatchSeries": Access(Scope.MATCHES_READ),
    "CompareSeries": Access(Scope.MATCHES_READ),
}
"""Who may call what."""

PIECE_BYTES: Final = 65_536
"""Of results, so much is sent at a time, and the rest of a line."""

_STATUSES: Final = {number: status for status, number in SERIES_STATUSES.items()}
_WISHES: Final = {
    pb.SERIES_STATUS_RUNNING: "running",
    pb.SERIES_STATUS_PAUSED: "paused",
    pb.SERIES_STATUS_CANCELLED: "cancelled",
}
_DESIGNS: Final = {
    pb.SERIES_DESIGN_UNSPECIFIED: None,
    pb.SERIES_DESIGN_DUPLICATE: "duplicate",
    pb.SERIES_DESIGN_ROUND_ROBIN: "round_robin",
    pb.SERIES_DESIGN_GAUNTLET: "gauntlet",
    pb.SERIES_DESIGN_PAIRED: "paired",
    pb.SERIES_DESIGN_RANDOM_TABLES: "random_tables",
}


class SeriesService:
    """The methods, by name. Each takes its request and the call.

    Each raises a Refusal for what the services refuse; see the REST operation of the same name.
    """

    def __init__(
        self,
        series: SeriesJobs,
        operations: SeriesOperations,
        streams: ProgressStreams[Series],
        attempts: IdempotencyStore,
    ) -> None:
        self._series = series
        self._operations = operations
        self._streams = streams
        self._attempts = attempts

    def methods(self) -> dict[str, Method]:
        """The methods as they are served."""
        return methods_of(SERVICE, self, ACCESS)

    def CreateSeries(self, request: pb.CreateSeriesRequest, call: Call) -> pb.CreateSeriesResponse:
        wanted = _new_series(request)

        def respond(creation: Creation | None) -> pb.CreateSeriesResponse:
            made = self._operations.create(call.caller, wanted, creation or once())
            return pb.CreateSeriesResponse(series=series_message(made))

        return answer_once(self._attempts, "CreateSeries", request, call, respond, pb.CreateSeriesResponse)

    def GetSeries(self, request: pb.GetSeriesRequest, call: Call) -> pb.GetSeriesResponse:
        found = self._series.get(call.caller, _series_id(request.series))
        return pb.GetSeriesResponse(series=series_message(found))

    def ListSeries(self, request: pb.ListSeriesRequest, call: Call) -> pb.ListSeriesResponse:
        if request.page_token and not is_series_id(request.page_token):
            raise not_a_page_token()
        if request.status and request.status not in _STATUSES:
            raise invalid("/status", "is not one that this version knows")
        owner = id_or_none(request.owner, "/owner")
        found = self._series.list(
            call.caller,
            owner_id=None if owner is None else player_id(call.caller, owner),
            status=_STATUSES.get(request.status),
            before=request.page_token or None,
            limit=page_size(request.page_size) + 1,
        )
        shown, unshown, token = shown_page("series", found, request, series_message)
        return pb.ListSeriesResponse(series=shown, next_page_token=token, unshown=unshown)

    def ChangeSeries(self, request: pb.ChangeSeriesRequest, call: Call) -> pb.ChangeSeriesResponse:
        series_id, wish = _series_id(request.series), _wish(request)
        changed = self._series.change(
            call.caller,
            series_id,
            is_expected=lambda found: not request.HasField("revision") or request.revision == found.revision,
            status=None if wish.status is None else SeriesStatus(wish.status.value),
            priority=wish.priority,
            matches=wish.matches,
            name=None if wish.name is None else name_of(wish.name),
            **({"budget_seconds": wish.budget_seconds} if "budget_seconds" in wish.model_fields_set else {}),
        )
        return pb.ChangeSeriesResponse(series=series_message(changed))

    def GetSeriesSummary(self, request: pb.GetSeriesSummaryRequest, call: Call) -> pb.GetSeriesSummaryResponse:
        return pb.GetSeriesSummaryResponse(summary=self._operations.summary(call.caller, _series_id(request.series)))

    def StreamSeriesResults(
        self, request: pb.StreamSeriesResultsRequest, call: Call
    ) -> Iterator[pb.StreamSeriesResultsResponse]:
        series_id, limit = _series_id(request.series), request.limit or None
        parts = self._series.results(call.caller, series_id, first=request.first, limit=limit)
        yield from self._streams.send(_pieces(parts, request.first), call)

    def GetSeriesMatch(self, request: pb.GetSeriesMatchRequest, call: Call) -> pb.GetSeriesMatchResponse:
        result = self._series.result(call.caller, _series_id(request.series), request.number)
        return pb.GetSeriesMatchResponse(result=result_line(result).rstrip(b"\n"))

    def GetSeriesReplay(self, request: pb.GetSeriesReplayRequest, call: Call) -> pb.GetSeriesReplayResponse:
        replay = self._operations.replay(call.caller, _series_id(request.series), request.number)
        return pb.GetSeriesReplayResponse(replay=replay)

    def WatchSeries(self, request: pb.WatchSeriesRequest, call: Call) -> Iterator[pb.WatchSeriesResponse]:
        since = request.since if request.HasField("since") else None
        for series in self._streams.follow(_series_id(request.series), since, call):
            shown = series_message(series)
            yield pb.WatchSeriesResponse(end=shown) if series.is_ended else pb.WatchSeriesResponse(progress=shown)

    def CompareSeries(self, request: pb.CompareSeriesRequest, call: Call) -> pb.CompareSeriesResponse:
        first, second = _series_id(request.series), _series_id(request.other)
        try:
            return pb.CompareSeriesResponse(comparison=self._operations.comparison(call.caller, first, second))
        except Incomparable as error:
            raise invalid("/other", f"{error}") from None


def _new_series(request: pb.CreateSeriesRequest) -> SeriesRequest:
    if request.design not in _DESIGNS:
        raise invalid("/design", "is not one that this version knows")
    options = read_object(request.options, "/options")
    fields: dict[str, Any] = {
        "ruleset": request.ruleset,
        "version": request.version or None,
        "entrants": list(request.entrants),
        "seats": list(request.seats) or None,
        "design": _DESIGNS[request.design],
        "stop": _stop(request.stop) if request.HasField("stop") else None,
        "seed": request.seed or None,
        "name": request.name,
        "budget_seconds": request.budget_seconds or None,
    }
    if request.HasField("priority"):
        fields["priority"] = request.priority
    if request.concurrency:
        fields["concurrency"] = request.concurrency
    body = validated(NewSeriesBody, fields, "")
    return SeriesRequest(
        ruleset=body.ruleset,
        entrants=tuple(body.entrants),
        version=body.version,
        options=options,
        seats=None if body.seats is None else tuple(body.seats),
        design=body.design,
        stop=None if body.stop is None else stop_of(body.stop.model_dump()),
        series_seed=None if body.seed is None else bytes.fromhex(body.seed),
        name=name_of(body.name),
        priority=body.priority,
        budget_seconds=body.budget_seconds,
        time_control=time_control(request.time_control) if request.HasField("time_control") else None,
        on_time_out=on_time_out(request.on_time_out) if request.HasField("on_time_out") else None,
        concurrency=body.concurrency,
    )


def _stop(stop: pb.SeriesStop) -> dict[str, Any]:
    rule = stop.WhichOneof("rule")
    if rule is None:
        raise invalid("/stop", "must be fixed or sprt")
    if rule == "fixed":
        return {"rule": rule, "matches": stop.fixed.matches}
    sprt = stop.sprt
    given = {"entrants": list(sprt.entrants), "alpha": sprt.alpha, "beta": sprt.beta, "max_matches": sprt.max_matches}
    named = {name: value for name, value in given.items() if value}
    return {"rule": rule, "elo0": sprt.elo0, "elo1": sprt.elo1, **named}


def _wish(request: pb.ChangeSeriesRequest) -> SeriesChange:
    if request.status and request.status not in _WISHES:
        raise invalid("/status", "must be running, paused or cancelled")
    wish: dict[str, Any] = {"status": _WISHES.get(request.status), "matches": request.matches or None}
    if request.HasField("priority"):
        wish["priority"] = request.priority
    if request.HasField("budget_seconds"):
        wish["budget_seconds"] = request.budget_seconds or None
    if request.HasField("name"):
        wish["name"] = request.name
    return validated(SeriesChange, wish, "")


def _series_id(text: str) -> str:
    if not is_series_id(text):
        raise Refusal(Reason.NOT_FOUND)
    return text


def _pieces(parts: Iterator[bytes], first: int) -> Iterator[pb.StreamSeriesResultsResponse]:
    """Results as messages of whole lines, each not too large for a client to take."""
    for part in parts:
        start = 0
        while start < len(part):
            stop = part.index(b"\n", min(start + PIECE_BYTES, len(part)) - 1) + 1
            lines = part[start:stop]
            first += lines.count(b"\n")
            yield pb.StreamSeriesResultsResponse(lines=lines, next=first)
            start = stop
