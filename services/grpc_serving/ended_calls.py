"""Handlers that let go of calls which have ended before they were answered.

gRPC raises an error in who waits for a call that its client has cancelled, and keeps the error with the call. The
error's traceback keeps the frames that it has passed, which keep the call: a circle, which stays until Python looks for
some, a minute later where little happens. As long as the call is there it counts among those of its connection, and
with 256 of them the connection takes no other: https://github.com/grpc/grpc, ``max_concurrent_streams``. So nobody may
hand the error on to gRPC, and it is stripped of its frames.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias, TypeVar

import grpc

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"  # not generic when it runs
Answer = TypeVar("Answer")

_NOTHING: Final = object()
"""The answer to a call that has ended: gRPC sends none."""


def unary_handler(
    answer: Callable[[Iterator[bytes], grpc.ServicerContext], Answer], written: Callable[[Answer], bytes]
) -> Handler:
    """Serves a method with one answer. Its requests come as bytes. ``written``: the answer as it is sent."""

    def answered(requests: Iterator[bytes], context: grpc.ServicerContext) -> Any:  # noqa: ANN401 - or nothing
        try:
            return answer(requests, context)
        except grpc.RpcError as error:
            let_go(error)
            return _NOTHING

    return grpc.stream_unary_rpc_method_handler(
        answered, None, lambda message: b"" if message is _NOTHING else written(message)
    )


def stream_handler(
    answers: Callable[[Iterator[bytes], grpc.ServicerContext], Iterator[Answer]], written: Callable[[Answer], bytes]
) -> Handler:
    """As :func:`unary_handler`, of a method with several answers."""

    def answered(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Answer]:
        try:
            yield from answers(requests, context)
        except grpc.RpcError as error:
            let_go(error)

    return grpc.stream_stream_rpc_method_handler(answered, None, written)


def let_go(error: BaseException) -> None:
    """Strip an error that is kept of the frames that it has passed."""
    error.__traceback__ = error.__context__ = None
