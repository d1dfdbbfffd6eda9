"""The interceptor of the engine service: who may call, the limits, the deadline, and the translation of errors.

Every failed call ends with one ``google.rpc.ErrorInfo``. No exception's text ever reaches the caller or the log, since
it may quote what is hidden.
"""

import secrets
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from hmac import compare_digest
from typing import Any, Final, NoReturn, TypeAlias

import grpc
import structlog
from google.protobuf.message import DecodeError, Message
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status

from services.engine import proto_codec
from services.errors import Reason, Refusal
from services.grpc_serving.ended_calls import unary_handler
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.peers import bearer_token, peer_address
from services.grpc_serving.receiving import Receiver
from services.grpc_serving.work_slots import WorkSlots
from services.telemetry import metrics

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"  # not generic when it runs
Serve: TypeAlias = Callable[[Message, grpc.ServicerContext], Message]
Parse: TypeAlias = Callable[[bytes], Message]

_OWN: Final = f"/{proto_codec.SERVICE}/"
_REQUEST_ID: Final = "x-request-id"
_LONGEST_REQUEST_ID: Final = 64

_log = structlog.get_logger(__name__)


class DeadlineExceeded(Exception):
    """The call's deadline has passed."""


class CallInterceptor(grpc.ServerInterceptor):
    """Intercepts the calls of our service, which are unary, and calls to methods that do not exist. Health is let
    through.

    A method is served as one that takes a stream of requests: gRPC would wait for the request of a unary one without
    end, and before anybody can look at who calls.
    """

    def __init__(
        self,
        *,
        longest_seconds: float,
        most_bytes: int,
        calls_without_deadline: int,
        token: str,
        open_calls: OpenCalls,
        receiver: Receiver,
        slots: WorkSlots,
    ) -> None:
        """``longest_seconds``: for a call without a deadline, or with a later one. ``most_bytes``: the largest request.
        ``calls_without_deadline``: how many of these may be at work at once. ``token``: what callers must show, or
        several of which they show one, separated by commas; ``""``: nothing. ``open_calls``, ``receiver``, ``slots``:
        the limits of calls that are open, that have sent no message yet, and that are worked on."""
        self._tokens = [each.encode() for each in token.split(",") if each]
        self._open_calls = open_calls
        self._receiver = receiver
        self._slots = slots
        self._longest_seconds = longest_seconds
        self._most_bytes = most_bytes
        self._without_deadline = ThreadPoolExecutor(calls_without_deadline, thread_name_prefix="no-deadline")
        self._handlers: dict[str, Handler] = {}

    def intercept_service(
        self,
        continuation: "Callable[[grpc.HandlerCallDetails], Handler | None]",
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "Handler | None":
        method = handler_call_details.method
        if method in self._handlers:  # asked for at every call, and always the same
            return self._handlers[method]
        handler = continuation(handler_call_details)
        if handler is None:
            return grpc.stream_unary_rpc_method_handler(_refuse_unknown)
        if not method.startswith(_OWN):
            return handler
        serve, parse = handler.unary_unary, handler.request_deserializer
        assert serve is not None
        assert parse is not None

        # The request is parsed in here, so that bytes that are no message are refused like any other bad request.
        def answer(requests: Iterator[bytes], context: grpc.ServicerContext) -> Message:
            return self._answer(serve, parse, requests, context)

        assert handler.response_serializer is not None
        return self._handlers.setdefault(method, unary_handler(answer, handler.response_serializer))

    def _answer(self, serve: Serve, parse: Parse, requests: Iterator[bytes], context: grpc.ServicerContext) -> Message:
        try:
            self._authenticate(context)
            address = peer_address(context)
            end = self._open_calls.begin(address=address)
            try:
                request = self._receiver.receive(requests, context, address)
                with self._slots.slot(address):
                    return self._within_deadline(serve, self._parsed(parse, request), context)
            finally:
                end()
        except grpc.RpcError:  # the call has ended: nobody waits for an answer
            raise
        except Refusal as refusal:
            failed = proto_codec.status_of(refusal)
        except DeadlineExceeded:
            failed = proto_codec.status_of(Refusal(Reason.BUSY, "The call's time is over."), "DEADLINE_EXCEEDED")
        # Whatever it is, the caller gets a proper answer, and what it says stays here.
        except Exception as error:
            failed = _failed(error, context)
        return _abort(context, failed)  # outside of the try: it ends the call by raising

    def _authenticate(self, context: grpc.ServicerContext) -> None:
        if not self._tokens:
            return
        shown = bearer_token(context).encode()
        if not any(compare_digest(shown, token) for token in self._tokens):
            metrics.engine_caller_refused()
            raise Refusal(Reason.UNAUTHENTICATED, "The engine's token is missing or another.")

    def _parsed(self, parse: Parse, request: bytes | None) -> Message:
        if request is None:
            raise Refusal(Reason.MALFORMED_BODY, "There is no request.")
        if len(request) > self._most_bytes:
            raise Refusal(Reason.BODY_TOO_LARGE, metadata={"limit_bytes": str(self._most_bytes)})
        try:
            return parse(request)
        except DecodeError:
            raise Refusal(Reason.MALFORMED_BODY, "The request is not a message of its type.") from None

    def _within_deadline(self, serve: Serve, request: Message, context: grpc.ServicerContext) -> Message:
        """Serve the call unless its deadline has passed already. One without a deadline, or with one too late, gets
        ours."""
        left = context.time_remaining()
        if left is not None and left <= 0:  # it waited in the queue for too long: its caller has gone
            raise DeadlineExceeded
        if left is not None and left <= self._longest_seconds:
            return serve(request, context)
        work = self._without_deadline.submit(serve, request, context)
        try:
            return work.result(self._longest_seconds)
        except FutureTimeout as error:
            work.cancel()
            raise DeadlineExceeded from error


def _refuse_unknown(_requests: object, context: grpc.ServicerContext) -> bytes:
    return _abort(context, proto_codec.status_of(Refusal(Reason.METHOD_NOT_ALLOWED)))


def _abort(context: grpc.ServicerContext, status: Status) -> NoReturn:
    context.abort_with_status(rpc_status.to_status(status))


def _failed(error: Exception, context: grpc.ServicerContext) -> Status:
    """Log where an unexpected exception came from, under an id that the caller can report."""
    given = str(dict(context.invocation_metadata()).get(_REQUEST_ID, ""))
    request_id = given if 0 < len(given) <= _LONGEST_REQUEST_ID else secrets.token_hex(8)
    frames = traceback.extract_tb(error.__traceback__)
    _log.error(
        "call failed",
        request_id=request_id,
        error=type(error).__name__,
        where=" > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames),
    )
    return proto_codec.status_of(Refusal(Reason.INTERNAL, metadata={"request_id": request_id}))
