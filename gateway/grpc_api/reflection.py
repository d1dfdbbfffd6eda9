"""``grpc.reflection.v1alpha.ServerReflection``, with limits of its own."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection, reflection_pb2

from services.errors import Refusal
from services.grpc_serving.ended_calls import stream_handler
from services.grpc_serving.open_calls import OpenCalls
from services.grpc_serving.receiving import Receiver

SERVICE: Final[str] = reflection.SERVICE_NAME

MOST_STREAMS: Final = 64
MOST_STREAMS_OF_ADDRESS: Final = 16
MOST_QUESTIONS: Final = 1_000
"""So many are answered on one stream. A tool asks one for each service and each file of its messages."""


class Reflection(grpc.GenericRpcHandler):
    """gRPC's own service, in which a stream that keeps silent is ended, as is any other call.

    ``services``: what it tells of, besides itself. ``address_of``: tells clients apart.
    """

    def __init__(self, services: Iterable[str], address_of: Callable[[grpc.ServicerContext], str]) -> None:
        self._answers: Any = reflection.ReflectionServicer((*services, SERVICE))
        self._address_of = address_of
        self._streams = OpenCalls(most=MOST_STREAMS, of_address=MOST_STREAMS_OF_ADDRESS)
        self._receiver = Receiver(most=MOST_STREAMS // 2, most_of_address=MOST_STREAMS_OF_ADDRESS // 2)
        # Questions are parsed in here: of bytes that are no message gRPC would make a failure of the server.
        self._handler: Any = stream_handler(self._info, reflection_pb2.ServerReflectionResponse.SerializeToString)

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[Any, Any] | None":
        return self._handler if handler_call_details.method == f"/{SERVICE}/ServerReflectionInfo" else None

    def _info(
        self, requests: Iterator[bytes], context: grpc.ServicerContext
    ) -> "Iterator[reflection_pb2.ServerReflectionResponse]":
        address = self._address_of(context)
        try:
            end = self._streams.begin(address=address)
        except Refusal as refusal:
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, refusal.detail)
        if not context.add_callback(end):  # it has ended already
            end()
        for _ in range(MOST_QUESTIONS):
            message = self._receiver.receive(requests, context, address)
            if message is None:
                return
            try:
                question = reflection_pb2.ServerReflectionRequest.FromString(message)
            except DecodeError:
                context.abort(grpc.StatusCode.INVALID_ARGUMENT, "The question is not a message of its type.")
            yield from self._answers.ServerReflectionInfo(iter((question,)), context)
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, f"There are {MOST_QUESTIONS} questions to a stream.")
