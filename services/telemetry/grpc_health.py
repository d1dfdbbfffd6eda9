"""Health of a gRPC server (``grpc.health.v1.Health``), as clients, probes and balancers ask for it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final

from grpc_health.v1.health import HealthServicer

MOST_WATCHERS: Final = 256
"""Who watches is told of each change, on a thread of its own; more than these wait for their first answer."""


def health_servicer() -> HealthServicer:
    """A servicer of its own for each server.

    Not in its way without threads: there it sends to a watcher while it holds its lock, and waits for a thread of gRPC,
    which may be waiting for that lock because another watcher has just left. Then nothing is served any more.
    """
    return HealthServicer(
        experimental_non_blocking=False, experimental_thread_pool=ThreadPoolExecutor(MOST_WATCHERS, "health")
    )
