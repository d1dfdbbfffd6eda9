"""Health of a gRPC server (``grpc.health.v1.Health``), as clients, probes and balancers ask for it."""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NoReturn, TypeAlias

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2

from services.errors import Refusal
from services.grpc_serving.ended_calls import stream_handler, unary_handler
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.peers import peer_address
from services.grpc_serving.receiving import Receiver

SERVICE: Final[str] = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

MOST_CHECKS: Final = 256
MOST_WATCHERS: Final = 256
MOST_WATCHERS_OF_ADDRESS: Final = 64

_MOST_SILENT: Final = 64
_SILENT_SECONDS: Final = 0.05  # a probe's check must find a place whatever others do

THREADS: Final = MOST_CHECKS + MOST_WATCHERS
"""So many threads of its server it may need."""

_Response = health_pb2.HealthCheckResponse
_Status: TypeAlias = Any  # a number of the enum ServingStatus, which has no usable type


class Health(grpc.GenericRpcHandler):
    """The service, with limits of its own: whatever else a server does or is kept from, it can be asked for its health.
    It says ``NOT_SERVING`` of all services until it is told otherwise.

    (gRPC's own waits for the message of a call as long as the client likes.)
    """

    def __init__(
        self, services: Iterable[str], address_of: Callable[[grpc.ServicerContext], str] = peer_address
    ) -> None:
        """``address_of``: tells clients apart."""
        self._status: dict[str, _Status] = dict.fromkeys(services, _Response.NOT_SERVING)
        self._address_of = address_of
        self._changed = threading.Condition()
        self._has_ended = False
        self._receiver = Receiver(most=_MOST_SILENT, most_of_address=_MOST_SILENT, silent_seconds=_SILENT_SECONDS)
        self._checks = OpenCalls(most=MOST_CHECKS, of_address=0)
        self._watches = OpenCalls(most=MOST_WATCHERS, of_address=MOST_WATCHERS_OF_ADDRESS)
        # Requests are parsed in here: of bytes that are no message gRPC would make a failure of the server, and an
        # error in its log for whoever wishes.
        write = _Response.SerializeToString
        self._handlers: dict[str, Any] = {
            f"/{SERVICE}/Check": unary_handler(self._check, write),
            f"/{SERVICE}/Watch": stream_handler(self._watch, write),
        }

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        return self._handlers.get(handler_call_details.method)

    def set_serving(self, *, serving: bool) -> None:
        """Say of all services whether they serve, and tell those who watch."""
        status = _Response.SERVING if serving else _Response.NOT_SERVING
        with self._changed:
            self._status = dict.fromkeys(self._status, status)
            self._changed.notify_all()

    @property
    def is_serving(self) -> bool:
        """Whether all services serve."""
        return set(self._status.values()) == {_Response.SERVING}

    def end(self) -> None:
        """End the watches: they would keep a stopping server waiting."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _check(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> "health_pb2.HealthCheckResponse":
        request = self._received(requests, context, self._checks)
        status = self._status.get(request.service)
        if status is None:
            context.abort(grpc.StatusCode.NOT_FOUND, "There is no such service.")
        return _Response(status=status)

    def _watch(
        self, requests: Iterator[bytes], context: grpc.ServicerContext
    ) -> "Iterator[health_pb2.HealthCheckResponse]":
        service = self._received(requests, context, self._watches).service
        context.add_callback(self._wake)
        told = None
        while (status := self._next(service, told, context)) is not None:
            yield _Response(status=status)
            told = status

    def _next(self, service: str, told: _Status, context: grpc.ServicerContext) -> _Status:
        """The status once it is another than the one that was told; None when the watch is over."""
        with self._changed:
            while not self._has_ended and context.is_active():
                status = self._status.get(service, _Response.SERVICE_UNKNOWN)
                if status != told:
                    return status
                self._changed.wait()
        return None

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _received(
        self, requests: Iterator[bytes], context: grpc.ServicerContext, calls: OpenCalls
    ) -> "health_pb2.HealthCheckRequest":
        """The request of a call, which is counted until it ends."""
        address = self._address_of(context)
        try:
            end = calls.begin(address=address)
        except Refusal as refusal:
            _refuse(context, refusal)
        if not context.add_callback(end):  # it has ended already
            end()
        message = self._receiver.receive(requests, context, address)
        if message is None:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "There is no request.")
        try:
            return health_pb2.HealthCheckRequest.FromString(message)
        except DecodeError:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "The request is not a message of its type.")


def _refuse(context: grpc.ServicerContext, refusal: Refusal) -> NoReturn:
    context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, refusal.detail)
