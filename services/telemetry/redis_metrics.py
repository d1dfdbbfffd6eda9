"""What the Redis servers say of themselves: memory, replicas, and whether they can write to disk."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis import Redis, RedisError

from services.redis_clients.slots import servers

_MEMORY: Final = ("playhall_redis_memory_bytes", "Memory that the server uses for data.")
_MEMORY_LIMIT: Final = ("playhall_redis_memory_limit_bytes", "Memory that the server may use; 0: no limit is set.")
_EVICTED: Final = ("playhall_redis_evicted_keys", "Keys that the server threw away when its memory was full.")
_UNWRITTEN: Final = (
    "playhall_redis_persistence_failing",
    "1 while the server cannot write to its disk what it should, else 0.",
)
_REPLICAS: Final = ("playhall_redis_replicas", "Replicas that are connected and up to date but for their lag.")
_LAG_SECONDS: Final = (
    "playhall_redis_replica_lag_seconds",
    "How long ago the replica that is furthest behind was last heard of. Of a primary with replicas.",
)
_LAG_BYTES: Final = (
    "playhall_redis_replica_lag_bytes",
    "How much of what was written the replica that is furthest behind has not confirmed. Of a primary with replicas.",
)
_PERSISTENCE_STATES: Final = ("rdb_last_bgsave_status", "aof_last_bgrewrite_status", "aof_last_write_status")


class RedisCollector(Collector):
    """The servers' figures as Prometheus reads them, asked for each time. A server that cannot be reached, or does not
    answer ``INFO``, gives none."""

    def __init__(self, servers: Mapping[str, "Redis"]) -> None:
        """``servers``: a client of each, by what it is for: the label ``server``. Each server of a Redis Cluster has
        its address there besides: ``live 10.0.0.1:6379``."""
        self._servers = servers

    def collect(self) -> Iterator[Metric]:
        """One family for each figure, with a sample for each server that has it."""
        gauges = {
            name: GaugeMetricFamily(name, meaning, labels=("server",))
            for name, meaning in (_MEMORY, _MEMORY_LIMIT, _UNWRITTEN, _REPLICAS, _LAG_SECONDS, _LAG_BYTES)
        }
        evicted = CounterMetricFamily(*_EVICTED, labels=("server",))
        for server, info in self._answers():
            evicted.add_metric((server,), info["evicted_keys"])
            for name, value in _figures(info).items():
                gauges[name].add_metric((server,), value)
        yield from gauges.values()
        yield evicted

    def _answers(self) -> Iterator[tuple[str, Any]]:
        for purpose, client in self._servers.items():
            with suppress(RedisError, OSError):
                for address, server in servers(client).items():
                    with suppress(RedisError, OSError):
                        yield f"{purpose} {address}".rstrip(), server.info()


def _figures(info: Mapping[str, Any]) -> dict[str, float]:
    found: dict[str, float] = {
        _MEMORY[0]: info["used_memory"],
        _MEMORY_LIMIT[0]: info["maxmemory"],
        _UNWRITTEN[0]: any(info.get(state, "ok") != "ok" for state in _PERSISTENCE_STATES),
    }
    if info["role"] != "master":
        return found
    replicas = [value for name, value in info.items() if name.startswith("slave") and isinstance(value, dict)]
    online = [replica for replica in replicas if replica["state"] == "online"]
    found[_REPLICAS[0]] = len(online)
    if online:
        found[_LAG_SECONDS[0]] = max(replica["lag"] for replica in online)
        found[_LAG_BYTES[0]] = max(info["master_repl_offset"] - replica["offset"] for replica in online)
    return found
