"""The gRPC play API as a server: the service with health and reflection."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from gateway.admission import PER_ADDRESS, PER_KEY
from gateway.bootstrap import Services, services_from
from gateway.grpc_api.calls import Admission, Calls
from gateway.grpc_api.service import SERVICE, PlayService
from gateway.grpc_api.watch import Watches
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS
from services.rate_limits import Policy
from services.rate_limits.policy import per_minute
from services.settings import Settings
from services.telemetry.grpc_health import health_servicer

DRAIN_SECONDS: Final = 1.0
GRACE_SECONDS: Final = 10.0
HARD_LIMIT_BYTES: Final = 1_048_576
"""gRPC itself ends a call whose message is larger, and cannot say why in our words. A message between our own limit and
this one is taken and refused with its reason."""


@dataclass(frozen=True, slots=True)
class PlayLimits:
    """How much a server takes on.

    ``threads``: unary calls worked on at once. ``streams``: watchers at once; each has a thread of its own.
    ``waiting``: calls that may wait for a thread before new ones are turned away. ``request_bytes``: the largest
    request. ``stream_seconds``: the longest life of a watch. ``recheck_seconds``: after how long a watcher's key is
    looked at again. ``connection_seconds``: after which clients are asked to connect anew, so that they find new
    replicas. ``per_key``, ``per_address``: how much each key, and each address without one, may ask; None: anything.
    """

    threads: int = 16
    streams: int = 256
    waiting: int = 256
    request_bytes: int = 65_536
    stream_seconds: float = 600.0
    recheck_seconds: float = RECHECK_SECONDS
    connection_seconds: int = 900
    per_key: Policy | None = None
    per_address: Policy | None = None


class PlayServer:
    """A gRPC server for players."""

    def __init__(
        self, services: Services, *, host: str = "127.0.0.1", port: int = 0, limits: PlayLimits | None = None
    ) -> None:
        """``port`` 0: any free one. Nothing is served before :meth:`start`.

        Raises:
            OSError: the address cannot be listened on.
        """
        limits = limits or PlayLimits()
        self._stopping = threading.Event()
        watches = Watches(
            services.matches,
            services.hub,
            max_seconds=limits.stream_seconds,
            slots=StreamSlots(limits.streams),
            is_stopping=self._stopping.is_set,
            recheck_seconds=limits.recheck_seconds,
        )
        admission = Admission(services.keys, services.limits, per_key=limits.per_key, per_address=limits.per_address)
        service = PlayService(
            services.matches,
            services.engines,
            watches,
            services.attempts,
            admission,
            services.commitments,
            services.signing_keys,
        )
        threads = limits.threads + limits.streams
        self._health = health_servicer()
        self._server = grpc.server(
            ThreadPoolExecutor(threads, "play"),
            options=_server_options(limits),
            maximum_concurrent_rpcs=threads + limits.waiting,
        )
        calls = Calls(SERVICE.full_name, service.methods(), admission, limits.request_bytes)
        self._server.add_generic_rpc_handlers((calls,))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        health = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
        reflection.enable_server_reflection((SERVICE.full_name, health, reflection.SERVICE_NAME), self._server)
        try:
            self.port = self._server.add_insecure_port(f"{f'[{host}]' if ':' in host else host}:{port}")
        except RuntimeError as error:
            raise OSError(f"cannot listen on {host}:{port}") from error

    def start(self) -> None:
        """Serve from now on."""
        self._server.start()
        for service in ("", SERVICE.full_name):
            self._health.set(service, health_pb2.HealthCheckResponse.SERVING)

    def stop(self, *, drain_seconds: float = DRAIN_SECONDS, grace_seconds: float = GRACE_SECONDS) -> None:
        """Tell clients to go elsewhere, serve for ``drain_seconds`` more while they notice, then end the streams, take
        no new calls and let those at work finish within ``grace_seconds``."""
        self._health.enter_graceful_shutdown()  # NOT_SERVING
        time.sleep(drain_seconds)
        self._stopping.set()
        self._server.stop(grace_seconds).wait()


def serve_play(settings: Settings, host: str, port: int) -> PlayServer:
    """Start a server on real services; who asks for it stops it.

    Raises:
        OSError: the address cannot be listened on.
    """
    limits = PlayLimits(
        request_bytes=settings.max_body_bytes,
        stream_seconds=settings.stream_max_seconds,
        per_key=per_minute(PER_KEY, settings.key_requests_per_minute),
        per_address=per_minute(PER_ADDRESS, settings.address_requests_per_minute),
    )
    server = PlayServer(services_from(settings), host=host, port=port, limits=limits)
    server.start()
    return server


def _server_options(limits: PlayLimits) -> list[tuple[str, int]]:
    return [
        ("grpc.so_reuseport", 0),  # two servers on one port are a mistake, not load balancing
        ("grpc.max_receive_message_length", max(HARD_LIMIT_BYTES, limits.request_bytes)),
        ("grpc.max_send_message_length", -1),
        ("grpc.max_connection_age_ms", limits.connection_seconds * 1_000),
        ("grpc.max_connection_age_grace_ms", int(limits.stream_seconds * 1_000)),
        # A watcher of a slow match notices a server that is gone by its pings.
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 20_000),
    ]
