"""The gRPC service: any rulesets behind the Engine contract. A thin face of :class:`InProcessEngine`.

It keeps nothing between calls that an answer depends on, so that any replica can take any call.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import json
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc

from services.engine import proto_codec
from services.engine.engine import Engine, Step
from services.engine.in_process import InProcessEngine
from services.engine.interceptors import CallInterceptor
from services.engine.registry import AnyRuleset
from services.engine.ruleset import JsonObject, MalformedAction, OptionValue
from services.errors import FieldError, Reason, Refusal
from services.telemetry.grpc_health import health_servicer

_HARD_LIMIT_FACTOR: Final = 4
"""gRPC itself cuts off what is this much larger than our own limit, without a proper error."""


Answer = TypeVar("Answer", pb.StartResponse, pb.PlayResponse, pb.ObserveResponse)
Asked: TypeAlias = pb.StartRequest | pb.PlayRequest | pb.ObserveRequest


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a server takes on.

    ``threads``: calls worked on at once; rules are computation, more threads than a few do not make them faster.
    ``waiting``: calls that may wait beside them before new ones are turned away. ``longest_seconds``: for a call
    without a deadline. ``request_bytes``: the largest request. ``connection_seconds``: after which clients are asked
    to connect anew, so that they find new replicas.
    """

    threads: int = 8
    waiting: int = 256
    longest_seconds: float = 30.0
    request_bytes: int = 1_048_576
    connection_seconds: int = 300


class EngineServer:
    """A gRPC server for some rulesets, with health and reflection."""

    def __init__(
        self, rulesets: Iterable[AnyRuleset], *, address: str = "127.0.0.1:0", limits: Limits | None = None
    ) -> None:
        """``address``: ``unix:/path``, which only the owner may open, or ``host:port``; port 0 takes a free one.
        Nothing is served before :meth:`start`.

        Raises:
            OSError: the address cannot be listened on.
        """
        limits = limits or Limits()
        engines = {ruleset.describe().id: InProcessEngine(ruleset) for ruleset in rulesets}
        self._health = health_servicer()
        self._server = grpc.server(
            ThreadPoolExecutor(limits.threads, "engine"),
            interceptors=[
                CallInterceptor(
                    longest_seconds=limits.longest_seconds,
                    most_bytes=limits.request_bytes,
                    calls_without_deadline=limits.threads,
                )
            ],
            options=_server_options(limits),
            maximum_concurrent_rpcs=limits.threads + limits.waiting,
        )
        engine_pb2_grpc.add_EngineServiceServicer_to_server(EngineService(engines), self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        services = (
            proto_codec.SERVICE,
            health_pb2.DESCRIPTOR.services_by_name["Health"].full_name,
            reflection.SERVICE_NAME,
        )
        reflection.enable_server_reflection(services, self._server)
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(f"cannot listen on {address}") from error
        self.address = address if is_unix(address) else f"{address.rpartition(':')[0]}:{port}"
        """Where it listens, with the port that was taken."""
        if is_unix(address):
            Path(address.removeprefix("unix:")).chmod(0o600)

    def start(self) -> None:
        """Serve from now on."""
        self._server.start()
        for service in ("", proto_codec.SERVICE):
            self._health.set(service, health_pb2.HealthCheckResponse.SERVING)

    def stop(self, *, drain_seconds: float, grace_seconds: float) -> None:
        """Tell clients to go elsewhere, serve for ``drain_seconds`` more while they notice, then take no new calls and
        let those at work finish within ``grace_seconds``."""
        self._health.enter_graceful_shutdown()  # NOT_SERVING
        time.sleep(drain_seconds)
        self._server.stop(grace_seconds).wait()


class EngineService(engine_pb2_grpc.EngineServiceServicer):
    """The calls of the contract, each as one call to an engine."""

    def __init__(self, engines: Mapping[str, Engine]) -> None:
        self._engines = engines
        self._messages = {id: proto_codec.messages_of(id) for id in engines}

    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        descriptions = [engine.describe() for engine in self._engines.values()]
        return pb.DescribeResponse(
            rulesets=[proto_codec.description_message(description) for description in descriptions]
        )

    def Start(self, request: pb.StartRequest, context: grpc.ServicerContext) -> pb.StartResponse:
        write = self._write(request.ruleset, request.encoding)
        step = self._engine(request.ruleset).start(request.seats, _options(request.options), request.seed)
        return _answered(pb.StartResponse(), step, write, request)

    def Play(self, request: pb.PlayRequest, context: grpc.ServicerContext) -> pb.PlayResponse:
        position = _position(request)
        write = self._write(position.ruleset, request.encoding)
        engine = self._engine(position.ruleset)
        notation, step = engine.play(proto_codec.position_from(position), request.seat, self._action(request))
        return _answered(pb.PlayResponse(notation=notation), step, write, request)

    def Observe(self, request: pb.ObserveRequest, context: grpc.ServicerContext) -> pb.ObserveResponse:
        position = _position(request)
        write = self._write(position.ruleset, request.encoding)
        step = self._engine(position.ruleset).observe(proto_codec.position_from(position))
        return _answered(pb.ObserveResponse(), step, write, request)

    def Default(self, request: pb.DefaultRequest, context: grpc.ServicerContext) -> pb.DefaultResponse:
        position = _position(request)
        notation = self._engine(position.ruleset).default(proto_codec.position_from(position), request.seat)
        return pb.DefaultResponse(notation=notation)

    def Choose(self, request: pb.ChooseRequest, context: grpc.ServicerContext) -> pb.ChooseResponse:
        engine = self._engine(request.ruleset)
        return pb.ChooseResponse(notation=engine.choose(request.bot, request.view, list(request.legal), request.seed))

    def Imagine(self, request: pb.ImagineRequest, context: grpc.ServicerContext) -> pb.ImagineResponse:
        position = self._engine(request.ruleset).imagine(request.view, request.seed)
        return pb.ImagineResponse(position=proto_codec.position_message(position))

    def _engine(self, ruleset: str) -> Engine:
        try:
            return self._engines[ruleset]
        except KeyError:
            raise Refusal(Reason.UNKNOWN_RULESET) from None

    def _write(self, ruleset: str, encoding: pb.Encoding.ValueType) -> proto_codec.Write:
        if encoding in (pb.ENCODING_UNSPECIFIED, pb.ENCODING_JSON):
            return proto_codec.as_json
        if encoding != pb.ENCODING_MESSAGE:
            raise _invalid("/encoding", "must be ENCODING_JSON or ENCODING_MESSAGE")
        messages = self._messages.get(ruleset)
        if messages is None:
            raise _invalid("/encoding", "the ruleset has no messages: must be ENCODING_JSON")
        return messages.write

    def _action(self, request: pb.PlayRequest) -> str | JsonObject:
        form = request.WhichOneof("action")
        if form == "notation":
            return request.notation
        if form == "json":
            return _json_action(request.json)
        if form is None:
            raise _invalid("/action", "is missing")
        messages = self._messages.get(request.position.ruleset)
        if messages is None:
            raise _malformed_action("the ruleset has no messages")
        try:
            return messages.action_json(request.message)
        except MalformedAction as error:
            raise _malformed_action(str(error)) from error


def is_unix(address: str) -> bool:
    """Whether an address is that of a Unix domain socket."""
    return address.startswith("unix:")


def _answered(answer: Answer, step: Step, write: proto_codec.Write, request: Asked) -> Answer:
    """The answer with its step put in."""
    in_one_piece = request.legal_as_json and write is proto_codec.as_json
    proto_codec.put_step(answer.step, step, write, legal_as_json=in_one_piece)
    return answer


def _position(request: pb.PlayRequest | pb.ObserveRequest | pb.DefaultRequest) -> pb.Position:
    if not request.HasField("position"):
        raise _invalid("/position", "is missing")
    return request.position


def _options(data: bytes) -> dict[str, OptionValue]:
    options = _parsed(data or b"{}")
    if not isinstance(options, dict):
        raise _invalid("/options", "must be a JSON object")
    return options


def _json_action(data: bytes) -> JsonObject:
    action = _parsed(data)
    if not isinstance(action, dict):
        raise _malformed_action("an action is its notation or a JSON object")
    return action


def _parsed(data: bytes) -> object:
    """The JSON in some bytes; None for what is not JSON."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):  # RecursionError: brackets nested without end
        return None


def _invalid(pointer: str, detail: str) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))


def _malformed_action(detail: str) -> Refusal:
    return Refusal(Reason.MALFORMED_ACTION, detail, errors=(FieldError("/action", detail),))


def _server_options(limits: Limits) -> list[tuple[str, int]]:
    return [
        ("grpc.so_reuseport", 0),  # two servers on one port are a mistake, not load balancing
        ("grpc.max_receive_message_length", limits.request_bytes * _HARD_LIMIT_FACTOR),
        ("grpc.max_send_message_length", -1),
        ("grpc.max_connection_age_ms", limits.connection_seconds * 1_000),
        ("grpc.max_connection_age_grace_ms", int(limits.longest_seconds * 1_000)),
        # Clients ping once a minute to notice a machine that is gone; by default that counts as abuse.
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 20_000),
    ]
