"""The client of a ruleset's gRPC service: on this machine at a Unix domain socket, or elsewhere over TCP.

Every call is pure, so one that did not reach the service, or whose connection was lost, is retried on any replica.
Calls go to the replicas in turn; one that says ``NOT_SERVING`` gets none.

The service may be anybody's program. Its responses are validated (:mod:`services.engine.response_validation`), each
call has a deadline, a circuit breaker keeps callers from waiting for one that hangs, and a bulkhead keeps one that is
slow from holding up all callers.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeVar, cast

import grpc
import structlog
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc

from services.engine import proto_codec, response_validation
from services.engine.access import EngineTarget
from services.engine.bulkhead import Bulkhead
from services.engine.circuit_breaker import FAILURES, CircuitBreaker
from services.engine.engine import ExplainedDecision, Position, Step
from services.engine.response_validation import ContractViolation
from services.engine.ruleset import Description, JsonObject, OptionValue
from services.errors import FieldError, Reason, Refusal
from services.grpc_serving.credentials import channel_credentials
from services.telemetry import metrics
from services.telemetry.causes import Complaint

Request = TypeVar("Request")
Response = TypeVar("Response")
Answer = TypeVar("Answer")

DESCRIPTION_SECONDS: Final = 60.0
"""How long a description is kept before it is asked for again."""
DOUBTED_SECONDS: Final = 1.0
"""The same for one that the service has contradicted: it serves another version by now."""

ANSWER_BYTES: Final = 8_388_608
"""The largest answer; the largest are descriptions, which carry all cards and schemas."""

RESOLUTION_SECONDS: Final = 0.3
"""How long the addresses behind a name are used before they may be asked for again. They are asked for when a
connection or a replica's health is lost; gRPC's own 30 s are far more than a call has."""

_FULL: Final = "FULL"
"""For the metrics: a call that was refused because too many wait for the service already."""
_MOST_UINT32: Final = (1 << 32) - 1
_SERVICE_CONFIG: Final = json.dumps(
    {
        "loadBalancingConfig": [{"round_robin": {}}],
        "healthCheckConfig": {"serviceName": proto_codec.SERVICE},
        "methodConfig": [
            {
                "name": [{"service": proto_codec.SERVICE}],
                "retryPolicy": {
                    # Together longer than RESOLUTION_SECONDS: a call whose replicas all leave is retried on those that
                    # the name has by then.
                    "maxAttempts": 5,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "0.5s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ],
    }
)
_CHANNEL_OPTIONS: Final = [
    ("grpc.service_config", _SERVICE_CONFIG),
    ("grpc.enable_retries", 1),
    ("grpc.max_receive_message_length", ANSWER_BYTES),
    # A service that comes back is found again within a second; the default waits for up to two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.dns_min_time_between_resolutions_ms", int(RESOLUTION_SECONDS * 1_000)),
    ("grpc.keepalive_time_ms", 60_000),
]
_LOST_AFTER: Final = 0.4
"""Of a call's time: a replica whose machine is gone and that acknowledges nothing for so long counts as lost (TCP user
timeout), so that there is time left to retry the call on another. gRPC's own 20 s are more than a call has."""

_OPTIONAL: Final = ("Explain",)
"""Methods that a service need not have."""
_SEARCH_SHARE: Final = 0.7
"""Of a call's time, so much may be searched."""

_log = structlog.get_logger(__name__)


class _Known(NamedTuple):
    """A description that was asked for at ``asked`` and is believed for ``seconds``."""

    asked: float
    seconds: float
    description: Description


class GrpcEngine:
    """Plays a ruleset by a service. Safe to use from several threads, and in processes that are forked between its
    making and its first call: each connects by itself. A process that has called it must not fork: gRPC's threads and
    sockets do not survive that."""

    def __init__(
        self,
        ruleset: str,
        target: str | EngineTarget,
        *,
        timeout_seconds: float,
        bulkhead: Bulkhead | None = None,
    ) -> None:
        """``target``: a gRPC target such as ``127.0.0.1:50051``, ``dns:///host:port`` or ``unix:/path``, or one with
        what its service asks for. It is connected to at the first call. ``timeout_seconds``: for each call, all its
        attempts together. ``bulkhead``: of which each call takes a slot; None: there may be any number of calls at a
        time."""
        if isinstance(target, str):
            target = EngineTarget(target)
        self._ruleset = ruleset
        self._address = target.address
        self._complaint = Complaint("engine_fails")
        self._timeout = timeout_seconds
        lost_after = ("grpc.keepalive_timeout_ms", int(timeout_seconds * _LOST_AFTER * 1_000))
        self._stub = _LazyStub(target, [*_CHANNEL_OPTIONS, lost_after])
        self._metadata = (("authorization", f"Bearer {target.token}"),) if target.token else None
        self._breaker = CircuitBreaker(timeout_seconds)
        self._bulkhead = bulkhead
        self._description: _Known | None = None
        self._describing = threading.Lock()

    def describe(self) -> Description:
        """What the ruleset is; asked for once a minute, by one caller at a time: the others have what was known.

        Raises:
            Refusal: ``UNKNOWN_RULESET`` if the service does not serve it; ``BUSY``, ``INTERNAL``.
        """
        known = self._description
        if known is None:
            return self._describe()
        is_slow = self._bulkhead is not None and self._bulkhead.is_full
        if time.monotonic() < known.asked + known.seconds or is_slow or not self._describing.acquire(blocking=False):
            return known.description
        try:
            return self._describe()
        finally:
            self._describing.release()

    def _describe(self) -> Description:
        description = self._call("Describe", self._stub.get().Describe, pb.DescribeRequest(), self._read_description)
        self._description = _Known(time.monotonic(), DESCRIPTION_SECONDS, description)
        return description

    def _doubt_description(self) -> None:
        """Ask again soon what the service serves."""
        if self._description is not None:
            self._description = self._description._replace(seconds=DOUBTED_SECONDS)

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        """See :meth:`InProcessEngine.start`; also ``BUSY``, ``INTERNAL``."""
        request = pb.StartRequest(
            ruleset=self._ruleset,
            seats=_uint32(seats),
            options=json.dumps(dict(options)).encode(),
            seed=seed,
            legal_as_json=True,
        )

        def read(answer: pb.StartResponse) -> Step:
            step = response_validation.read_step(answer.step, pb.Position(ruleset=self._ruleset, seed=seed), seats)
            if self._description is not None and step.position.version != self._description.description.version:
                self._doubt_description()
            return step

        return self._call("Start", self._stub.get().Start, request, read)

    def play(self, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
        """See :meth:`InProcessEngine.play`; also ``BUSY``, ``INTERNAL``."""
        request = pb.PlayRequest(position=self._own(position), seat=_uint32(seat), legal_as_json=True)
        if isinstance(action, str):
            request.notation = _text(action)
        else:
            request.json = _action_bytes(action)

        def read(answer: pb.PlayResponse) -> tuple[str, Step]:
            response_validation.check_notation(answer.notation)
            return answer.notation, response_validation.read_step(answer.step, request.position)

        return self._call("Play", self._stub.get().Play, request, read)

    def observe(self, position: Position) -> Step:
        """See :meth:`InProcessEngine.observe`; also ``BUSY``, ``INTERNAL``."""
        request = pb.ObserveRequest(position=self._own(position), legal_as_json=True)

        def read(answer: pb.ObserveResponse) -> Step:
            return response_validation.read_step(answer.step, request.position)

        return self._call("Observe", self._stub.get().Observe, request, read)

    def default(self, position: Position, seat: int) -> str:
        """See :meth:`InProcessEngine.default`; also ``BUSY``, ``INTERNAL``."""
        request = pb.DefaultRequest(position=self._own(position), seat=_uint32(seat))

        def read(answer: pb.DefaultResponse) -> str:
            response_validation.check_notation(answer.notation)
            return answer.notation

        return self._call("Default", self._stub.get().Default, request, read)

    def choose(self, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        """See :meth:`InProcessEngine.choose`; also ``BUSY``, ``INTERNAL``."""
        request = pb.ChooseRequest(
            ruleset=self._ruleset,
            bot=_text(bot),
            view=view,
            legal=[_text(notation) for notation in legal],
            seed=seed,
        )

        def read(answer: pb.ChooseResponse) -> str:
            response_validation.check_choice(answer.notation, request.legal)
            return answer.notation

        return self._call("Choose", self._stub.get().Choose, request, read)

    def explain(
        self, bot: str, view: bytes, legal: list[str], seed: bytes, *, iterations: int, milliseconds: int
    ) -> ExplainedDecision:
        """See :meth:`InProcessEngine.explain`; also ``BUSY``, ``INTERNAL``. ``UNKNOWN_BOT``, too, if the service has no
        method for it. The search gets less time than the call has."""
        request = pb.ExplainRequest(
            ruleset=self._ruleset,
            bot=_text(bot),
            view=view,
            legal=[_text(notation) for notation in legal],
            seed=seed,
            iterations=_uint32(iterations),
            milliseconds=min(milliseconds, int(self._timeout * _SEARCH_SHARE * 1_000)),
        )

        def read(answer: pb.ExplainResponse) -> ExplainedDecision:
            return response_validation.read_explanation(answer, request.legal)

        return self._call("Explain", self._stub.get().Explain, request, read)

    def imagine(self, view: bytes, seed: bytes) -> Position:
        """See :meth:`InProcessEngine.imagine`; also ``BUSY``, ``INTERNAL``."""
        request = pb.ImagineRequest(ruleset=self._ruleset, view=view, seed=seed)

        def read(answer: pb.ImagineResponse) -> Position:
            return response_validation.read_position(answer.position, pb.Position(ruleset=self._ruleset, seed=seed))

        return self._call("Imagine", self._stub.get().Imagine, request, read)

    def _own(self, position: Position) -> pb.Position:
        """The position as a message; the service may serve other rulesets too, this engine does not."""
        if position.ruleset != self._ruleset:
            raise Refusal(Reason.UNKNOWN_RULESET, errors=(FieldError("/position/ruleset", "another ruleset"),))
        return proto_codec.position_message(position)

    def _read_description(self, answer: pb.DescribeResponse) -> Description:
        message = next((message for message in answer.rulesets if message.id == self._ruleset), None)
        if message is None:
            raise Refusal(Reason.UNKNOWN_RULESET)
        response_validation.check_description(message)
        return proto_codec.description_from(message)

    def _call(
        self,
        name: str,
        method: "grpc.UnaryUnaryMultiCallable[Request, Response]",
        request: Request,
        read: Callable[[Response], Answer],
    ) -> Answer:
        """Call the service and read its answer."""
        began = time.perf_counter()
        try:
            with self._slot(name):
                self._breaker.check()
                # Always a timeout of our own: gRPC's Python client does not apply the one of a service config.
                answer = method(request, timeout=self._timeout, metadata=self._metadata)
        except grpc.RpcError as error:
            self._breaker.failed(timed_out=proto_codec.timed_out(error))
            refusal = proto_codec.refusal_of(error)
            if name in _OPTIONAL and cast(grpc.Call, error).code() is grpc.StatusCode.UNIMPLEMENTED:
                refusal = Refusal(Reason.UNKNOWN_BOT, "The ruleset's service explains nothing.")
            if cast(grpc.Call, error).code() is grpc.StatusCode.UNAUTHENTICATED:
                _log.error("engine_refused_token", ruleset=self._ruleset, call=name)
            if refusal.reason is Reason.UNSUPPORTED_VERSION:
                self._doubt_description()
            if refusal.reason in FAILURES:
                metrics.engine_failed(self._ruleset, name, refusal.reason.name)
                self._complaint.make(error, ruleset=self._ruleset, address=self._address, call=name)
            raise refusal from None
        self._breaker.succeeded()
        metrics.engine_called(self._ruleset, name, time.perf_counter() - began)
        try:
            return read(answer)
        except ContractViolation as broken:
            # For whoever serves the ruleset. Who asked can do nothing about it, and is told nothing.
            _log.error("broken contract", ruleset=self._ruleset, call=name, what=str(broken))
            raise Refusal(Reason.INTERNAL) from None

    @contextmanager
    def _slot(self, name: str) -> Iterator[None]:
        if self._bulkhead is None:
            yield
            return
        is_full = True
        try:
            with self._bulkhead.slot():
                is_full = False
                yield
        except Refusal:
            if is_full:
                metrics.engine_failed(self._ruleset, name, _FULL)
            raise


class _LazyStub:
    """A stub whose channel is made when it is first asked for: a channel does not survive a fork."""

    def __init__(self, target: EngineTarget, options: Sequence[tuple[str, object]]) -> None:
        self._target = target
        self._options = options
        self._lock = threading.Lock()
        self._made: engine_pb2_grpc.EngineServiceStub | None = None

    def get(self) -> engine_pb2_grpc.EngineServiceStub:
        if self._made is None:
            with self._lock:
                if self._made is None:
                    self._made = engine_pb2_grpc.EngineServiceStub(_channel(self._target, self._options))
        return self._made


def _channel(target: EngineTarget, options: Sequence[tuple[str, object]]) -> grpc.Channel:
    if target.tls is None:
        return grpc.insecure_channel(target.address, options=options)
    return grpc.secure_channel(target.address, channel_credentials(target.tls), options=options)


def _uint32(number: int) -> int:
    """The number, or one that is as far out of range where the message has no room for it."""
    return number if 0 <= number <= _MOST_UINT32 else _MOST_UINT32


def _text(text: str) -> str:
    """Text as a message can carry it: a lone surrogate is in no notation and no name."""
    return text.encode("utf-8", "replace").decode()


def _action_bytes(action: JsonObject) -> bytes:
    try:
        return json.dumps(action).encode()
    except RecursionError:
        detail = "nested too deep"
        raise Refusal(Reason.MALFORMED_ACTION, detail, errors=(FieldError("/action", detail),)) from None
