"""The client of a Redis Cluster: redis-py's own, connected when it is first used, and failing as other clients fail.

redis-py goes where a key has moved to (``MOVED``, ``ASK``, ``TRYAGAIN``) and learns anew who has which slots when a
server cannot be reached. What breaks off with a connection may have been done, so it is not tried again, as with other
clients.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, cast

import redis.exceptions
from redis import ConnectionPool, Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, ClusterPipeline
from redis.connection import AbstractConnection, Connection, SSLConnection
from redis.exceptions import (
    AskError,
    MovedError,
    RedisClusterException,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from services.redis_clients.addresses import ClusterAddress
from services.redis_clients.errors import REFUSED_CODES, WritesRefused
from services.redis_clients.scripts import LuaScript
from services.telemetry import tracing

REDIRECTS: Final = 16
"""How often a command is sent elsewhere, as in redis-py."""
TRY_AGAIN_SECONDS: Final = 0.05
"""Between two attempts while the keys of a slot lie on two servers."""

# redis-py gives these no types.
_node: Final[Callable[..., ClusterNode]] = ClusterNode
_encoder: Final[Callable[[], Any]] = ConnectionPool().get_encoder

if TYPE_CHECKING:
    _ConnectionBase = AbstractConnection

    class _ClusterBase(RedisCluster):
        """What redis-py leaves without types."""

        def execute_command(self, *args: object, **options: object) -> Any: ...  # noqa: ANN401
        def get_node_from_key(self, key: object, replica: bool = False) -> ClusterNode: ...
        def get_primaries(self) -> list[ClusterNode]: ...
else:
    _ConnectionBase = _ClusterBase = object


class _Refusing(_ConnectionBase):
    """Mixed into both classes of connections."""

    def read_response(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """The server's answer."""
        try:
            return super().read_response(*args, **kwargs)
        except redis.exceptions.ResponseError as error:
            code = str(error).partition(" ")[0]
            if code in REFUSED_CODES:
                raise WritesRefused(code) from error
            raise


class ClusterConnection(_Refusing, Connection):
    """Over TCP."""


class ClusterSSLConnection(_Refusing, SSLConnection):
    """Over TLS."""


class _Mended(_ClusterBase):
    """Mixed into the client and its pipelines: what redis-py does otherwise than with one server."""

    def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """A command's answer; in a pipeline it comes later."""
        try:
            return super().execute_command(*args, **_aimed(self, args, options))
        except RedisClusterException as error:
            raise self.retold(error) from error

    def get_node(self, host: str | None = None, port: int | None = None, node_name: str | None = None) -> Any:  # noqa: ANN401
        """The server of an address. redis-py knows of none without slots, to which the first may just be moving."""
        find: Callable[..., Any] = super().get_node
        found = find(host, port, node_name)
        if found is not None or node_name is None:
            return found
        new_host, _, new_port = node_name.rpartition(":")
        return self.nodes_manager.nodes_cache.setdefault(node_name, _node(new_host, int(new_port)))

    def get_node_from_key(self, key: object, replica: bool = False) -> ClusterNode:
        """The server that has a key."""
        try:
            return super().get_node_from_key(key, replica)
        except RedisClusterException as error:
            raise self.retold(error) from error

    def retold(self, error: RedisClusterException) -> Exception:
        """An error as other clients raise it, if it says that servers cannot be reached."""
        # All that were learned of may have other addresses by now: next time the first are asked, too.
        self.nodes_manager.startup_nodes = {node.name: node for node in self.startup_nodes}
        return _retold(error)


class _Pipeline(_Mended, ClusterPipeline):
    """Commands that are sent together, to each server its own."""

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        try:
            with tracing.step("redis", "PIPELINE"):
                return super().execute(raise_on_error)
        except RedisClusterException as error:
            raise self.retold(error) from error


class _Cluster(_Mended, RedisCluster):
    """redis-py's client."""

    def pipeline(self, transaction: bool | None = None, shard_hint: Any = None) -> _Pipeline:  # noqa: ANN401
        make: Callable[..., _Pipeline] = _Pipeline
        return make(
            nodes_manager=self.nodes_manager,
            commands_parser=self.commands_parser,
            startup_nodes=self.startup_nodes,
            result_callbacks=self.result_callbacks,
            cluster_response_callbacks=self.cluster_response_callbacks,
            reinitialize_steps=self.reinitialize_steps,
            retry=self.retry,
            transaction=transaction,
        )


class ClusterClient:
    """A client of all servers of a cluster, connected when it is first used, so that a process may start, and fork,
    before. It has the methods of :class:`redis.Redis`; what several servers must be asked for, or one of them, see
    :mod:`services.redis_clients.slots`."""

    def __init__(self, connect: Callable[[], _Cluster]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._made: _Cluster | None = None

    def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """A command's answer, from the server that has its keys."""
        with tracing.step("redis", args[0]):
            return self._connected().execute_command(*args, **options)

    def register_script(self, script: str) -> LuaScript:
        """A script that can be called. Nothing is sent yet."""
        return LuaScript(cast("RedisCluster", self), script)

    def get_encoder(self) -> Any:  # noqa: ANN401 - redis-py has no name for it
        """What makes bytes of text, as scripts ask for it."""
        return _encoder()

    def primaries(self) -> Mapping[str, Redis]:
        """A client of each server that has slots of its own, by its address."""
        cluster = self._connected()
        return {node.name: cluster.get_redis_connection(node) for node in cluster.get_primaries()}

    def address_of(self, key: str) -> str:
        """The address of the server that has a key."""
        return str(self._connected().get_node_from_key(key).name)

    def ask_server_of(self, key: str, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """Send commands together to the server that has a key, over one connection; their answers, errors among them.
        They are sent on to where the first of them is redirected."""
        cluster = self._connected()
        asking: list[Sequence[Any]] = []
        server = cluster.get_node_from_key(key)
        for _ in range(REDIRECTS):
            with cluster.get_redis_connection(server).pipeline(transaction=False) as pipe:
                add: Callable[..., Any] = pipe.execute_command
                for command in (*asking, *commands):
                    add(*command)
                answers: list[Any] = pipe.execute(raise_on_error=False)[len(asking) :]
            match answers[0]:
                case MovedError():
                    self.execute_command("EXISTS", key)  # after which the client knows where to
                    asking, server = [], cluster.get_node_from_key(key)
                case AskError() as error:
                    asking, server = [("ASKING",)], cluster.get_node(node_name=f"{error.host}:{error.port}")
                case TryAgainError():
                    time.sleep(TRY_AGAIN_SECONDS)
                case _:
                    break
        return answers

    def close(self) -> None:
        """Close all connections. It may be used again."""
        with self._lock:
            made, self._made = self._made, None
        if made is not None:
            made.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all of redis-py's methods
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._connected(), name)

    def _connected(self) -> _Cluster:
        made = self._made
        if made is None:
            with self._lock:
                made = self._made
                if made is None:
                    try:
                        made = self._made = self._connect()
                    except RedisClusterException as error:
                        raise _retold(error) from error
        return made


def client_by_cluster(address: ClusterAddress, options: Mapping[str, Any]) -> Redis:
    """A client of a cluster.

    Args:
        address: where some of its servers are.
        options: of the connections, as redis-py has them: timeouts, TLS.
    """
    # redis-py is given one server by URL, which is its way to be given a class of connections.
    (first_host, first_port), *others = address.servers
    make: Callable[..., _Cluster] = _Cluster

    def connect() -> _Cluster:
        return make(
            url=f"redis://[{first_host}]:{first_port}" if ":" in first_host else f"redis://{first_host}:{first_port}",
            startup_nodes=[_node(host, port) for host, port in others],
            connection_class=ClusterSSLConnection if address.is_tls else ClusterConnection,
            username=address.user or None,
            password=address.password or None,
            retry=Retry(NoBackoff(), 0),
            require_full_coverage=False,  # which the servers decide
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
            **options,
        )

    # It is none, and does what the platform asks of one.
    return cast("Redis", ClusterClient(connect))


def _aimed(cluster: _Mended, args: Sequence[Any], options: dict[str, Any]) -> dict[str, Any]:
    """Options of a command that redis-py would ask a server about, each time, where its keys stand in it."""
    match args[0]:
        case "EVAL" | "EVALSHA" if int(args[2]):
            key = args[3]
        case "XREAD" | "XREADGROUP":
            key = args[args.index("STREAMS") + 1]
        case _:
            return options
    return {"target_nodes": cluster.get_node_from_key(key), **options}


def _retold(error: RedisClusterException) -> Exception:
    """redis-py has errors of another kind for clusters, and tells in several ways that servers cannot be reached."""
    is_down = isinstance(error, SlotNotCoveredError) or error.__cause__ is not None or "could not agree" in str(error)
    return redis.exceptions.ConnectionError("the cluster cannot be reached") if is_down else error
