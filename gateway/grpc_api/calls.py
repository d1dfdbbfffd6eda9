"""What happens around every call: key and scope, rate limit, size limit, deadline, and the translation of errors.

A failed call ends with one ``google.rpc.ErrorInfo``. No exception's text ever reaches the caller or the log, since it
may quote what is hidden.
"""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError, Message
from grpc_status import rpc_status

from gateway.problems import UNREACHABLE, log_failure
from services.engine import proto_codec
from services.errors import Reason, Refusal
from services.identity import ApiKeys, Caller, Scope
from services.matches.ids import log_field
from services.rate_limits import Policy, RateLimiter
from services.telemetry import metrics

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"  # not generic when it runs

_REQUEST_ID: Final = "x-request-id"
_ACCEPTED_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_LONGEST_KEY: Final = 256

API: Final = "grpc"
"""What this API is called in the metrics."""

log = structlog.get_logger("play")


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call a method: anybody, or whoever has a key with a scope."""

    scope: Scope | None


@dataclass(frozen=True, slots=True)
class Call:
    """One call. ``key``: the text of its API key. ``is_active``: somebody still waits for what it answers."""

    caller: Caller
    request_id: str
    is_active: Callable[[], bool]
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the service. ``parse``: reads a request. ``serve``: answers one, or several times if
    ``is_stream``; its second argument is the :class:`Call`, None for a method that needs no key."""

    name: str
    parse: Callable[[bytes], Message]
    serve: Callable[[Any, Any], Any]
    access: Access
    is_stream: bool


class Admission:
    """Finds out who calls, and whether they may.

    ``per_key``, ``per_address``: how much each key may ask, and each address without a valid one; None: anything.
    """

    def __init__(
        self, keys: ApiKeys, limits: RateLimiter, *, per_key: Policy | None, per_address: Policy | None
    ) -> None:
        self._keys = keys
        self._limits = limits
        self._per_key = per_key
        self._per_address = per_address

    def caller_of(self, key: str) -> Caller:
        """The holder of a key, as of now.

        Raises:
            Refusal: ``UNAUTHENTICATED``.
        """
        if not key or not key.isascii() or len(key) > _LONGEST_KEY:
            raise Refusal(Reason.UNAUTHENTICATED)
        return self._keys.authenticate(key)

    def admit(self, access: Access, key: str, peer: str) -> Caller | None:
        """The caller, if it may call now; None where anybody may.

        Who has no valid key is counted by its address: so nobody can try keys without end.

        Raises:
            Refusal: ``UNAUTHENTICATED``, ``MISSING_SCOPE``, ``RATE_LIMITED``.
        """
        if access.scope is None:
            self._count(self._per_address, _address(peer))
            return None
        try:
            caller = self.caller_of(key)
        except Refusal as refusal:
            if refusal.reason is Reason.UNAUTHENTICATED:
                self._count(self._per_address, _address(peer))
            raise
        self._count(self._per_key, caller.player_id)
        caller.require(access.scope)
        return caller

    def _count(self, policy: Policy | None, client: str) -> None:
        if policy is None:
            return
        retry_seconds = self._limits.hit(policy, client).retry_after_seconds
        if retry_seconds is not None:
            raise Refusal(Reason.RATE_LIMITED, metadata={"retry_seconds": f"{max(1.0, retry_seconds):.0f}"})


class Calls(grpc.GenericRpcHandler):
    """Answers the calls of one service by its methods, and refuses those to methods that do not exist."""

    def __init__(self, service: str, methods: Mapping[str, Method], admission: Admission, most_bytes: int) -> None:
        self._handlers = {f"/{service}/{name}": self._handler(method) for name, method in methods.items()}
        self._unknown: Handler = grpc.unary_unary_rpc_method_handler(_refuse_unknown)
        self._service = f"/{service}/"
        self._admission = admission
        self._most_bytes = most_bytes

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "Handler | None":
        handler = self._handlers.get(handler_call_details.method)
        if handler is None and handler_call_details.method.startswith(self._service):
            return self._unknown
        return handler

    def _handler(self, method: Method) -> "Handler":
        # The request is parsed in here, so that bytes that are no message are refused like any other bad request.
        if method.is_stream:
            return grpc.unary_stream_rpc_method_handler(
                lambda request, context: self._stream(method, request, context), None, _written
            )
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: self._answer(method, request, context), None, _written
        )

    def _answer(self, method: Method, request: bytes, context: grpc.ServicerContext) -> Message:
        began, request_id = time.perf_counter(), _request_id(context)
        asked: Message | None = None
        try:
            asked, call = self._received(method, request, context, request_id)
            answer: Message = method.serve(asked, call)
        except Exception as error:  # whatever it is, the caller gets a proper answer, and what it says stays here
            refusal = _refusal(error, request_id)
        else:
            _count(method, None, began)
            _report(method, asked, None, request_id, began)
            return answer
        _count(method, refusal, began)
        _report(method, asked, refusal, request_id, began)
        return _abort(context, refusal)  # outside of the try: it ends the call by raising

    def _stream(self, method: Method, request: bytes, context: grpc.ServicerContext) -> Iterator[Message]:
        began, request_id = time.perf_counter(), _request_id(context)
        asked: Message | None = None
        refusal: Refusal | None = None
        counted = False
        try:
            asked, call = self._received(method, request, context, request_id)
            with closing(method.serve(asked, call)) as messages:
                for message in messages:
                    if not counted:
                        _count(method, None, began)
                        counted = True
                    yield message
        except Exception as error:  # as above
            refusal = _refusal(error, request_id)
        finally:
            if not counted:
                _count(method, refusal, began)
            _report(method, asked, refusal, request_id, began)
        if refusal is not None:
            _abort(context, refusal)

    def _received(
        self, method: Method, request: bytes, context: grpc.ServicerContext, request_id: str
    ) -> tuple[Message, Call | None]:
        context.send_initial_metadata(((_REQUEST_ID, request_id),))
        left = context.time_remaining()
        if left is not None and left <= 0:  # it waited for a thread for so long that nobody listens any more
            raise Refusal(Reason.BUSY, "The call's time is over.")
        key = _key_in(context)
        caller = self._admission.admit(method.access, key, context.peer())
        if len(request) > self._most_bytes:
            raise Refusal(Reason.BODY_TOO_LARGE, metadata={"limit_bytes": str(self._most_bytes)})
        try:
            message = method.parse(request)
        except DecodeError:
            raise Refusal(Reason.MALFORMED_BODY, "The request is not a message of its type.") from None
        return message, None if caller is None else Call(caller, request_id, context.is_active, key)


def _written(message: Message) -> bytes:
    return message.SerializeToString()


def _key_in(context: grpc.ServicerContext) -> str:
    scheme, _, key = _metadata(context, "authorization").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def _request_id(context: grpc.ServicerContext) -> str:
    """The id of a call: the client's own if it sent a usable one."""
    offered = _metadata(context, _REQUEST_ID)
    return offered if _ACCEPTED_REQUEST_ID.fullmatch(offered) else secrets.token_hex(16)


def _metadata(context: grpc.ServicerContext, name: str) -> str:
    return next((str(value) for found, value in context.invocation_metadata() or () if found == name), "")


def _address(peer: str) -> str:
    """The address in gRPC's name for a client, such as ``ipv4:127.0.0.1:50012`` or ``ipv6:%5B::1%5D:50012``."""
    _, _, rest = peer.partition(":")
    return rest.rpartition(":")[0] or peer


def _refusal(error: Exception, request_id: str) -> Refusal:
    """What a caller is told of an exception."""
    if isinstance(error, Refusal) and error.reason is not Reason.MALFORMED_POSITION:
        return error
    # No method takes a position, so one that is malformed is ours and not the client's.
    log_failure(error, request_id)
    reason = Reason.BUSY if isinstance(error, UNREACHABLE) else Reason.INTERNAL
    return Refusal(reason, metadata={"request_id": request_id})


def _refuse_unknown(_request: bytes, context: grpc.ServicerContext) -> NoReturn:
    metrics.request_done(API, "none", Reason.METHOD_NOT_ALLOWED.name, 0.0)
    _abort(context, Refusal(Reason.METHOD_NOT_ALLOWED))


def _abort(context: grpc.ServicerContext, refusal: Refusal) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(proto_codec.status_of(refusal)))


def _code(refusal: Refusal | None) -> str:
    return metrics.NO_REASON if refusal is None else refusal.reason.name


def _count(method: Method, refusal: Refusal | None, began: float) -> None:
    """For the metrics: a stream counts when it begins."""
    metrics.request_done(API, method.name, _code(refusal), time.perf_counter() - began)


def _report(method: Method, asked: Message | None, refusal: Refusal | None, request_id: str, began: float) -> None:
    """For the log: a stream stands there when it has ended. ``asked``: the request, if it could be read."""
    milliseconds = round((time.perf_counter() - began) * 1000, 1)
    about = log_field(getattr(asked, "match", ""))
    log.info("call", method=method.name, code=_code(refusal), request_id=request_id, ms=milliseconds, **about)
