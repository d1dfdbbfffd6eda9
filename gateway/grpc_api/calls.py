"""What happens around every call: key and scope, rate limit, size limit, deadline, and the translation of errors.

A failed call ends with one ``google.rpc.ErrorInfo``. No exception's text ever reaches the caller or the log, since it
may quote what is hidden.
"""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import grpc
import structlog
from google.protobuf.message import DecodeError, Message
from grpc_status import rpc_status

from gateway.caller_rates import hit_caller
from gateway.openapi.operation import Access
from gateway.problems import RETRY_AFTER_SECONDS, log_failure
from services.engine import proto_codec
from services.errors import FieldError, Reason, Refusal
from services.grpc_serving.ended_calls import Handler, let_go, stream_handler, unary_handler
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.peers import bearer_token, metadata_value, metadata_values
from services.grpc_serving.receiving import Receiver
from services.grpc_serving.work_slots import WorkSlots
from services.identity import ANONYMOUS, ApiKeys, Caller, Scope
from services.matches.ids import log_field
from services.rate_limits import Policy, RateLimiter, RateLimitResult
from services.redis_clients import UNAVAILABLE
from services.telemetry import metrics

_REQUEST_ID: Final = "x-request-id"
_ACCEPTED_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_LONGEST_KEY: Final = 256
_KNOWN: Final = re.compile(r"^(/(path|query|body))?/[^/]+")
_PLACE: Final = re.compile(r"^/(path|query|body)(?=/|$)")

_SCOPES: Final = {scope.value: scope for scope in Scope}
_LONG_WAIT_SECONDS: Final = 0.5

API: Final = "grpc"
"""What this API is called in the metrics."""

log = structlog.get_logger("play")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A call whose request has come. ``key``: as it was sent, unchecked; ``""``: none that could be one.
    ``shows_nothing``: not even that. ``address``: the client's. ``waited_seconds``: for a place in which to be worked
    on."""

    request_id: str
    address: str
    key: str = field(repr=False)
    message: bytes = field(repr=False)
    shows_nothing: bool
    waited_seconds: float


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a caller who may make it. ``caller``: ``ANONYMOUS`` where nobody is asked who they are."""

    caller: Caller
    incoming: Incoming
    context: grpc.ServicerContext = field(repr=False)


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the service. ``parse``: reads a request. ``serve``: answers one, or several times if
    ``is_stream``; its second argument is the :class:`Call`. In place of an answer that has to be waited for, it may
    give a function that waits for it and refuses nothing: the call is not among those that are worked on then.
    ``moved``: where fields are in a request, by what services call them where that is something else."""

    name: str
    parse: Callable[[bytes], Message]
    serve: Callable[[Any, Any], Any]
    access: Access
    is_stream: bool
    moved: Mapping[str, str] = field(default_factory=dict)


class CallAdmission:
    """Finds out who calls, and whether they may.

    ``per_key``, ``per_address``: how much each key may ask, and each address without a valid one; None: anything.
    ``public_spectating``: whether methods that say so may be called without a key.
    """

    def __init__(
        self,
        keys: ApiKeys,
        limits: RateLimiter,
        *,
        per_key: Policy | None,
        per_address: Policy | None,
        public_spectating: bool,
    ) -> None:
        self._keys = keys
        self._limits = limits
        self._per_key = per_key
        self._per_address = per_address
        self._public_spectating = public_spectating

    def caller_of(self, key: str) -> Caller:
        """The holder of a key, as of now.

        Raises:
            Refusal: ``UNAUTHENTICATED``.
        """
        if not key or not key.isascii() or len(key) > _LONGEST_KEY:
            raise Refusal(Reason.UNAUTHENTICATED)
        return self._keys.authenticate(key)

    def caller_again(self, call: Call) -> Caller:
        """The caller of a call, as of now.

        Raises:
            Refusal: ``UNAUTHENTICATED``.
        """
        return call.caller if call.caller.is_anonymous else self.caller_of(call.incoming.key)

    def admit(self, access: Access, incoming: Incoming) -> Caller:
        """The caller, if it may call now; ``ANONYMOUS`` where anybody may. A key that is not valid is never taken for
        none.

        Who has no valid key is counted by its address: so nobody can try keys without end.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``MISSING_SCOPE``, ``RATE_LIMITED``.
        """
        if not access.key:
            self._count_address(incoming.address)
            return ANONYMOUS
        if incoming.shows_nothing and access.without_key and self._public_spectating:
            self._count_address(incoming.address)
            return ANONYMOUS
        try:
            caller = self.caller_of(incoming.key)
        except Refusal as refusal:
            if refusal.reason is Reason.UNAUTHENTICATED:
                self._count_address(incoming.address)
            raise
        if self._per_key is not None:
            _pass(hit_caller(self._limits, self._per_key, caller))
        if access.scope is not None:
            caller.require(_SCOPES[access.scope])
        return caller

    def _count_address(self, address: str) -> None:
        if self._per_address is not None:
            _pass(self._limits.hit(self._per_address, address))


class Calls(grpc.GenericRpcHandler):
    """Answers the calls of one service by its methods, and refuses those to methods that do not exist.

    Every method is served as one that takes a stream of requests: gRPC would wait for the request of a unary one
    without end.
    """

    def __init__(
        self,
        service: str,
        methods: Mapping[str, Method],
        admission: CallAdmission,
        entrance: "Entrance",
        stream_entrance: "Entrance",
        most_bytes: int,
    ) -> None:
        """``entrance``, ``stream_entrance``: of unary calls, and of streams until they begin. ``most_bytes``: the
        largest request."""
        self._handlers = {f"/{service}/{name}": self._handler(method) for name, method in methods.items()}
        self._unknown: Handler = grpc.stream_unary_rpc_method_handler(_refuse_unknown)
        self._service = f"/{service}/"
        self._admission = admission
        self._entrance = entrance
        self._stream_entrance = stream_entrance
        self._most_bytes = most_bytes

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "Handler | None":
        handler = self._handlers.get(handler_call_details.method)
        if handler is None and handler_call_details.method.startswith(self._service):
            return self._unknown
        return handler

    def _handler(self, method: Method) -> "Handler":
        # The request is parsed in here, so that bytes that are no message are refused like any other bad request.
        if method.is_stream:
            return stream_handler(lambda requests, context: self._stream(method, requests, context), _written)
        return unary_handler(lambda requests, context: self._answer(method, requests, context), _written)

    def _answer(self, method: Method, requests: Iterator[bytes], context: grpc.ServicerContext) -> Message:
        began, request_id = time.perf_counter(), _request_id(context)
        asked: Message | None = None
        counted = False
        try:
            with self._entrance.received(requests, context, request_id) as incoming:
                asked, call = self._admitted(method, incoming, context)
                answer: Message | Callable[[], Message] = method.serve(asked, call)
            if not isinstance(answer, Message):
                _count(method, None, began)
                counted = True
                answer = answer()
        except grpc.RpcError:  # the call has ended: nobody waits for an answer
            raise
        except Exception as error:  # whatever it is, the caller gets a proper answer, and what it says stays here
            refusal = _refusal(error, request_id, method.moved)
        else:
            if not counted:
                _count(method, None, began)
            _report(method, asked, None, request_id, began)
            return answer
        if not counted:
            _count(method, refusal, began)
        _report(method, asked, refusal, request_id, began)
        return _abort(context, refusal)  # outside of the try: it ends the call by raising

    def _stream(self, method: Method, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Message]:
        began, request_id = time.perf_counter(), _request_id(context)
        asked: Message | None = None
        refusal: Refusal | None = None
        counted = False
        try:
            with self._stream_entrance.received(requests, context, request_id) as incoming:
                asked, call = self._admitted(method, incoming, context)
            with closing(method.serve(asked, call)) as messages:
                for message in messages:
                    if not counted:
                        _count(method, None, began)
                        counted = True
                    yield message
        except grpc.RpcError:  # as above
            counted = True
            raise
        except Exception as error:  # as above
            refusal = _refusal(error, request_id, method.moved)
        finally:
            if not counted:
                _count(method, refusal, began)
            _report(method, asked, refusal, request_id, began)
        if refusal is not None:
            _abort(context, refusal)

    def _admitted(self, method: Method, incoming: "Incoming", context: grpc.ServicerContext) -> tuple[Message, Call]:
        if not context.is_active():  # its client has left while it waited
            raise grpc.RpcError
        left = context.time_remaining()
        if left is not None and left <= 0:  # nobody listens any more
            # Only a wait of ours makes it our fault: a client may give a call no time at all.
            is_ours = incoming.waited_seconds >= _LONG_WAIT_SECONDS
            raise Refusal(Reason.BUSY if is_ours else Reason.REQUEST_TIMEOUT, "The call's time is over.")
        caller = self._admission.admit(method.access, incoming)
        if len(incoming.message) > self._most_bytes:
            raise Refusal(Reason.BODY_TOO_LARGE, metadata={"limit_bytes": str(self._most_bytes)})
        try:
            message = method.parse(incoming.message)
        except DecodeError:
            raise Refusal(Reason.MALFORMED_BODY, "The request is not a message of its type.") from None
        return message, Call(caller, incoming, context)


class Entrance:
    """What a call passes before it is looked at: the limits of open calls, the wait for its request and for a slot.

    ``address_of``: tells clients apart. ``open_calls``: counts calls until they have been answered, streams until they
    begin.
    """

    def __init__(
        self,
        address_of: Callable[[grpc.ServicerContext], str],
        open_calls: OpenCalls,
        receiver: Receiver,
        slots: WorkSlots,
    ) -> None:
        self._address_of = address_of
        self._open_calls = open_calls
        self._receiver = receiver
        self._slots = slots

    @contextmanager
    def received(
        self, requests: Iterator[bytes], context: grpc.ServicerContext, request_id: str
    ) -> "Iterator[Incoming]":
        """The call with its request, to be worked on now.

        Raises:
            Refusal: ``RATE_LIMITED``, ``BUSY``, ``MALFORMED_BODY``.
            grpc.RpcError: the call has ended.
        """
        context.send_initial_metadata(((_REQUEST_ID, request_id),))
        address, key = self._address_of(context), bearer_token(context)
        shows_nothing = not metadata_values(context, "authorization")
        end = self._open_calls.begin(address=address, key=key)
        try:
            message = self._receiver.receive(requests, context, address)
            if message is None:
                raise Refusal(Reason.MALFORMED_BODY, "There is no request.")
            came = time.perf_counter()
            with self._slots.slot(address):
                yield Incoming(request_id, address, key, message, shows_nothing, time.perf_counter() - came)
        finally:
            end()


def _pass(result: RateLimitResult) -> None:
    wait = result.retry_after_seconds
    if wait is not None:
        raise Refusal(Reason.RATE_LIMITED, metadata={"retry_seconds": f"{max(1.0, wait):.0f}"})


def _written(message: Message) -> bytes:
    return message.SerializeToString()


def _request_id(context: grpc.ServicerContext) -> str:
    """The id of a call: the client's own if it sent a usable one."""
    offered = metadata_value(context, _REQUEST_ID)
    return offered if _ACCEPTED_REQUEST_ID.fullmatch(offered) else secrets.token_hex(16)


def _refusal(error: Exception, request_id: str, moved: Mapping[str, str]) -> Refusal:
    """What a caller is told of an exception. ``moved``: of its method."""
    if isinstance(error, Refusal) and error.reason is not Reason.MALFORMED_POSITION:
        let_go(error)  # or who reports it would be kept by its frames, with the call
        return _with_wait(_in_request(error, moved))
    # No method takes a position, so one that is malformed is ours and not the client's.
    log_failure(error, request_id)
    reason = Reason.BUSY if isinstance(error, UNAVAILABLE) else Reason.INTERNAL
    return _with_wait(Refusal(reason, metadata={"request_id": request_id}))


def _in_request(refusal: Refusal, moved: Mapping[str, str]) -> Refusal:
    """A refusal whose pointers are into the request: what services know in a path or body is a field here."""
    if not refusal.errors:
        return refusal

    def place(pointer: str) -> str:
        known = _KNOWN.match(pointer)
        if known is not None and known[0] in moved:
            return moved[known[0]] + pointer[known.end() :]
        return _PLACE.sub("", pointer)

    errors = tuple(FieldError(place(error.pointer), error.detail) for error in refusal.errors)
    return Refusal(refusal.reason, refusal.detail, errors, refusal.metadata)


def _with_wait(refusal: Refusal) -> Refusal:
    """A refusal that says how long to wait, as REST says it, where that helps."""
    if refusal.reason in RETRY_AFTER_SECONDS:
        refusal.metadata.setdefault("retry_seconds", str(RETRY_AFTER_SECONDS[refusal.reason]))
    return refusal


def _refuse_unknown(_requests: object, context: grpc.ServicerContext) -> NoReturn:
    metrics.request_done(API, "none", Reason.METHOD_NOT_ALLOWED.name, 0.0)
    _abort(context, Refusal(Reason.METHOD_NOT_ALLOWED))


def _abort(context: grpc.ServicerContext, refusal: Refusal) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(proto_codec.status_of(refusal)))


def _code(refusal: Refusal | None) -> str:
    return metrics.NO_REASON if refusal is None else refusal.reason.name


def _count(method: Method, refusal: Refusal | None, began: float) -> None:
    """For the metrics: a stream counts when it begins, and a call that waits when it begins to."""
    metrics.request_done(API, method.name, _code(refusal), time.perf_counter() - began)


def _report(method: Method, asked: Message | None, refusal: Refusal | None, request_id: str, began: float) -> None:
    """For the log: a stream stands there when it has ended. ``asked``: the request, if it could be read."""
    milliseconds = round((time.perf_counter() - began) * 1000, 1)
    about = log_field(getattr(asked, "match", ""))
    log.info("call", method=method.name, code=_code(refusal), request_id=request_id, ms=milliseconds, **about)
