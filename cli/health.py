"""Asks a process whether it serves."""

import http.client
from typing import Final

_TIMEOUT_SECONDS: Final = 2.0


def http_serves(host: str, port: int, path: str) -> bool:
    """Whether a GET of ``path`` is answered with 200."""
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT_SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def grpc_serves(target: str) -> bool:
    """Whether the gRPC service at ``target`` says of itself that it is healthy."""
    import grpc
    from grpc_health.v1 import health_pb2

    with grpc.insecure_channel(target) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            answer = check(health_pb2.HealthCheckRequest(), timeout=_TIMEOUT_SECONDS)
        except grpc.RpcError:
            return False
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)
