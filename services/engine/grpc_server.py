"""The gRPC service: any rulesets behind the Engine contract. A thin face of :class:`InProcessEngine`.

It keeps nothing between calls that an answer depends on, so that any replica can take any call.
"""

# ruff: noqa: N802 - gRPC names a service's methods as the proto does

import json
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import grpc
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc

from services.engine import proto_codec
from services.engine.engine import Engine, Step
from services.engine.in_process import InProcessEngine
from services.engine.interceptors import CallInterceptor
from services.engine.registry import AnyRuleset
from services.engine.ruleset import JsonObject, MalformedAction, OptionValue
from services.errors import FieldError, Reason, Refusal
from services.grpc_serving.credentials import TlsFiles, listen_on
from services.grpc_serving.health import THREADS as HEALTH_THREADS
from services.grpc_serving.health import Health
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.receiving import RECEIVE_SECONDS, Receiver
from services.grpc_serving.server_options import server_options
from services.grpc_serving.work_slots import WorkSlots

_HARD_LIMIT_FACTOR: Final = 4
"""gRPC itself cuts off what is this much larger than our own limit, without a proper error."""

_REFUSING: Final = 32
"""Threads that refuse what is too much."""


Answer = TypeVar("Answer", pb.StartResponse, pb.PlayResponse, pb.ObserveResponse)
Asked: TypeAlias = pb.StartRequest | pb.PlayRequest | pb.ObserveRequest


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a server takes on.

    ``threads``: calls worked on at once; rules are computation, more threads than a few do not make them faster.
    ``waiting``: calls that may be open beside them, waiting or without their message yet, before new ones are turned
    away. ``silent``: calls without their message before the oldest is given up; ``receive_seconds``: after which it is
    in any case. ``longest_seconds``: for a call without a deadline. ``request_bytes``: the largest request.
    ``connections``: in all. ``connection_seconds``: after which clients are asked to connect anew. Then they look up
    the replicas anew as well: so long a new one may wait for its first call.
    """

    threads: int = 8
    waiting: int = 256
    silent: int = 64
    receive_seconds: float = RECEIVE_SECONDS
    longest_seconds: float = 30.0
    request_bytes: int = 1_048_576
    connections: int = 2_048
    connection_seconds: int = 10


class EngineServer:
    """A gRPC server for some rulesets, with health."""

    def __init__(
        self,
        rulesets: Iterable[AnyRuleset],
        *,
        address: str = "127.0.0.1:0",
        limits: Limits | None = None,
        token: str = "",
        tls: TlsFiles | None = None,
        served_by: str = "",
    ) -> None:
        """``address``: ``unix:/path``, which only the owner may open, or ``host:port``; port 0 takes a free one.
        ``token``: callers over the network must show it (``authorization: Bearer …``), or one of several separated by
        commas, but for health; ``""``: none.
        ``served_by``: the program or image, for operators.
        ``tls``: of a port; with ``authorities``, callers must show a certificate of theirs. Nothing is served before
        :meth:`start`.

        Raises:
            OSError: the address cannot be listened on.
            ValueError: as :func:`services.grpc_serving.credentials.server_credentials`.
        """
        limits = limits or Limits()
        engines = {ruleset.describe().id: InProcessEngine(ruleset) for ruleset in rulesets}
        is_private = is_unix(address)
        calls = limits.threads + limits.waiting
        threads = calls + HEALTH_THREADS + _REFUSING
        self._health = Health(("", proto_codec.SERVICE))
        self._server = grpc.server(
            ThreadPoolExecutor(threads, "engine"),
            interceptors=[
                CallInterceptor(
                    longest_seconds=limits.longest_seconds,
                    most_bytes=limits.request_bytes,
                    calls_without_deadline=limits.threads,
                    token="" if is_private else token,
                    open_calls=OpenCalls(most=calls, of_address=0),
                    receiver=Receiver(
                        most=limits.silent, most_of_address=limits.silent, seconds=limits.receive_seconds
                    ),
                    slots=WorkSlots(limits.threads, most_waiting=calls),
                )
            ],
            options=server_options(
                connections=limits.connections,
                calls_of_connection=threads,
                connection_seconds=limits.connection_seconds,
                longest_call_seconds=limits.longest_seconds,
                message_bytes=limits.request_bytes * _HARD_LIMIT_FACTOR,
            ),
            maximum_concurrent_rpcs=threads,
        )
        engine_pb2_grpc.add_EngineServiceServicer_to_server(EngineService(engines, served_by), self._server)
        self._server.add_generic_rpc_handlers((self._health,))
        port = listen_on(self._server, address, None if is_private else tls)
        self.address = address if is_private else f"{address.rpartition(':')[0]}:{port}"
        """Where it listens, with the port that was taken."""
        if is_private:
            Path(address.removeprefix("unix:")).chmod(0o600)

    def start(self) -> None:
        """Serve from now on."""
        self._server.start()
        self._health.set_serving(serving=True)

    @property
    def is_serving(self) -> bool:
        """What its health says: from :meth:`start` until :meth:`stop`."""
        return self._health.is_serving

    def stop(self, *, drain_seconds: float, grace_seconds: float) -> None:
        """Tell clients to go elsewhere, serve for ``drain_seconds`` more while they notice, then take no new calls and
        let those at work finish within ``grace_seconds``."""
        self._health.set_serving(serving=False)
        time.sleep(drain_seconds)
        stopped = self._server.stop(grace_seconds)
        self._health.end()
        stopped.wait()


class EngineService(engine_pb2_grpc.EngineServiceServicer):
    """The calls of the contract, each as one call to an engine."""

    def __init__(self, engines: Mapping[str, Engine], served_by: str = "") -> None:
        self._engines = engines
        self._served_by = served_by
        self._messages = {id: proto_codec.messages_of(id) for id in engines}

    def Describe(self, request: pb.DescribeRequest, context: grpc.ServicerContext) -> pb.DescribeResponse:
        descriptions = [replace(engine.describe(), served_by=self._served_by) for engine in self._engines.values()]
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

    def Explain(self, request: pb.ExplainRequest, context: grpc.ServicerContext) -> pb.ExplainResponse:
        if not request.iterations or not request.milliseconds:
            raise _invalid("/iterations", "there must be something to spend, in milliseconds, too")
        found = self._engine(request.ruleset).explain(
            request.bot,
            request.view,
            list(request.legal),
            request.seed,
            iterations=request.iterations,
            milliseconds=request.milliseconds,
        )
        return proto_codec.explanation_message(found)

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
