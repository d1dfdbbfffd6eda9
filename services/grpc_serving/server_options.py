"""The options of gRPC's own that every server has: connections and pings."""

from typing import Final

PING_SECONDS: Final = 20
"""A client that pings more often, time and again, is disconnected. Ours ping once a minute to notice a machine that is
gone; by default that counts as abuse."""

IDLE_SECONDS: Final = 300
"""A connection without a call is closed after so long; a client connects again when it needs to."""

HANDSHAKE_SECONDS: Final = 10
"""A connection that does not speak HTTP/2 (and TLS) after so long is closed."""


def server_options(
    *,
    connections: int,
    calls_of_connection: int,
    connection_seconds: int,
    longest_call_seconds: float,
    message_bytes: int,
) -> list[tuple[str, int]]:
    """``connections``: how many there may be. ``calls_of_connection``: at once on each. ``connection_seconds``: after
    which clients are asked to connect anew; ``longest_call_seconds``: what their calls may take after that.
    ``message_bytes``: the largest message that is received."""
    return [
        ("grpc.so_reuseport", 0),  # two servers on one port are a mistake, not load balancing
        ("grpc.max_receive_message_length", message_bytes),
        ("grpc.max_send_message_length", -1),
        ("grpc.max_allowed_incoming_connections", connections),
        ("grpc.max_concurrent_streams", calls_of_connection),
        ("grpc.server_handshake_timeout_ms", HANDSHAKE_SECONDS * 1_000),
        ("grpc.max_connection_idle_ms", IDLE_SECONDS * 1_000),
        ("grpc.max_connection_age_ms", connection_seconds * 1_000),
        ("grpc.max_connection_age_grace_ms", int(longest_call_seconds * 1_000)),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", PING_SECONDS * 1_000),
        ("grpc.http2.max_ping_strikes", 2),
        # Calls of a client whose machine is gone are ended.
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.keepalive_timeout_ms", 20_000),
    ]
