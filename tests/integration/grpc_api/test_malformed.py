"""Bytes that are no message are a client's mistake, whichever service they are sent to."""

from typing import Any

import grpc
import pytest

METHODS = (
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    "/playhall.play.v1.PlayService/ListRulesets",
)


@pytest.mark.parametrize("method", METHODS)
def test_bytes_that_are_no_message_are_refused_as_such(channel: grpc.Channel, method: str) -> None:
    call: Any = channel.stream_stream(method)
    with pytest.raises(grpc.RpcError) as refused:
        list(call(iter([b"\x97\xa1"]), timeout=10))
    error: Any = refused.value
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "not a message of its type" in error.details()
