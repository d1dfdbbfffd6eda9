"""Connections that leave a server which is not the primary any more.

Redis's own client keeps a pooled connection as long as the server answers. A primary that was demoted answers: writes
with ``READONLY``, reads with what it knows. One that Sentinels have replaced takes writes, too, until a Sentinel tells
it so: connections by Sentinels go by what those say, before each command.
"""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import redis.exceptions
from hiredis import pack_command
from redis import ConnectionPool, Redis
from redis.connection import (
    AbstractConnection,
    Connection,
    HiredisRespSerializer,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.sentinel import SentinelConnectionPool, SentinelConnectionPoolProxy, SentinelManagedConnection

from services.redis_clients.errors import REFUSED_CODES, NotPrimary, WritesRefused

CHECK_SECONDS: Final = 1.0
"""For how long a connection is believed to lead to the primary: the longest time for which somebody is answered from a
server that was demoted."""

_WRONG_SERVER: Final = (
    redis.exceptions.ReadOnlyError,
    redis.exceptions.AskError,  # MOVED, too
    redis.exceptions.ClusterDownError,  # MASTERDOWN, too
    redis.exceptions.BusyLoadingError,
)
_UNBLOCKED: Final = "UNBLOCKED"
"""What a client is told that waited while its server was demoted."""
_ROLE: Final = b"role"
_PRIMARY: Final = b"master"

if TYPE_CHECKING:

    class _Base(AbstractConnection):
        """What redis-py leaves without types."""

        def send_command(self, *args: object, **kwargs: object) -> None: ...
        def disconnect(self, *args: object, **kwargs: object) -> None: ...
        def check_health(self) -> None: ...
else:
    _Base = object


class _Packer(HiredisRespSerializer):
    """Writes commands as bytes. redis-py's own looks at every argument first, for types that hiredis takes anyway."""

    def pack(self, *args: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """A command. What has two words, such as ``CONFIG GET``, is left to redis-py."""
        command = args[0]
        return [pack_command(args)] if isinstance(command, str) and " " not in command else super().pack(*args)


_PACKER: Final = _Packer()


class _Checked(_Base):
    """Mixed into each class of connections."""

    checked_at = 0.0
    """When the server was last known to be the primary, by the monotonic clock."""

    def _construct_command_packer(self, packer: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """Called by redis-py when the connection is made."""
        return packer or _PACKER

    def on_connect_check_health(self, check_health: bool = True) -> None:
        """Called by redis-py on each new socket, before the first command."""
        super().on_connect_check_health(check_health=check_health)
        self._check(self.handshake_metadata)

    def check_role(self) -> None:
        """Ask the server for its role.

        Raises:
            NotPrimary: it is not the primary. The connection is closed.
        """
        self.send_command("HELLO", check_health=False)  # which needs no permission, unlike ROLE
        self._check(self.read_response())

    def read_response(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - redis-py's own
        """The server's answer; one that a server in the wrong state gives closes the connection, and so does one that
        does not come in time, lest it be taken for the next command's: Sentinel's connections would stay open."""
        kwargs.setdefault("disconnect_on_error", True)
        try:
            return super().read_response(*args, **kwargs)
        except _WRONG_SERVER as error:
            self.disconnect()
            raise NotPrimary(type(error).__name__) from error
        except redis.exceptions.ResponseError as error:
            code = str(error).partition(" ")[0]
            if code == _UNBLOCKED:
                self.disconnect()
                raise NotPrimary(code) from error
            if code in REFUSED_CODES:
                raise WritesRefused(code) from error
            raise

    def _check(self, greeting: Any) -> None:  # noqa: ANN401 - as the protocol has it
        if not is_primary(greeting):
            self.disconnect()
            raise NotPrimary("the server is a replica")
        self.checked_at = time.monotonic()


def is_primary(greeting: Any) -> bool:  # noqa: ANN401 - a mapping or a flat list, as the protocol has it
    """Whether a server's answer to ``HELLO`` says that it is the primary. One that says nothing is."""
    if not isinstance(greeting, Mapping):
        flat = list(greeting or ())
        greeting = dict(zip(flat[::2], flat[1::2], strict=True))
    fields: Mapping[Any, Any] = greeting
    return bool(fields.get(_ROLE, _PRIMARY) == _PRIMARY)


def check_role(client: Redis) -> None:
    """Ask a client's server for its role.

    Raises:
        NotPrimary: it is not the primary.
    """
    command: Callable[..., Any] = client.execute_command
    if not is_primary(command("HELLO")):
        raise NotPrimary("the server is a replica")


class CheckedConnection(_Checked, Connection):
    """Over TCP."""


class CheckedSSLConnection(_Checked, SSLConnection):
    """Over TLS."""


class CheckedUnixConnection(_Checked, UnixDomainSocketConnection):
    """Over a Unix domain socket."""


class _Named(_Checked):
    """Mixed into each class of connections by Sentinels."""

    host: str
    port: int
    connection_pool: SentinelConnectionPoolProxy

    def check_health(self) -> None:
        """Called by redis-py before each command.

        Raises:
            NotPrimary: Sentinels name another server now. The connection is closed, the command is not sent.
        """
        self._check_name()
        super().check_health()

    def check_role(self) -> None:
        """Ask the Sentinels, and the server itself.

        Raises:
            NotPrimary: it is not the primary. The connection is closed.
        """
        self._check_name()
        super().check_role()

    def _check_name(self) -> None:
        pool: Any = self.connection_pool
        if pool.sentinel_manager.discover_master(pool.service_name) != (self.host, self.port):
            self.disconnect()
            raise NotPrimary("the Sentinels name another server")


class CheckedSentinelConnection(_Named, SentinelManagedConnection):
    """To the primary that Sentinels name."""


class CheckedSentinelSSLConnection(_Named, SentinelManagedConnection, SSLConnection):
    """The same over TLS."""


CHECKED: Final[Mapping[Any, type[CheckedConnection | CheckedSSLConnection | CheckedUnixConnection]]] = {
    Connection: CheckedConnection,
    SSLConnection: CheckedSSLConnection,
    UnixDomainSocketConnection: CheckedUnixConnection,
}
"""What stands for each class of redis-py that a URL may ask for."""

if TYPE_CHECKING:
    _Pool = ConnectionPool
else:
    _Pool = object


class _CheckedPool(_Pool):
    """Mixed into each class of pools. Takes and returns connections as redis-py does, without the warnings and metrics
    on the way, which cost more than the rest."""

    def get_connection(self, *_args: object, **_options: object) -> Any:  # noqa: ANN401 - redis-py's own
        """A connection to the primary."""
        self._checkpid()
        with self._lock:
            connection: Any = self._available_connections.pop() if self._available_connections else None
            if connection is None:
                connection = self.make_connection()
            self._in_use_connections.add(connection)
        try:
            _see_that_it_waits_for_commands(connection)
            if time.monotonic() - connection.checked_at >= CHECK_SECONDS:
                _see_that_it_leads_to_the_primary(connection)
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:  # noqa: ANN401 - redis-py's own
        """Take a connection back."""
        self._checkpid()
        with self._lock:
            if (
                connection in self._in_use_connections
                and self.owns_connection(connection)
                and not connection.should_reconnect()
            ):
                self._in_use_connections.remove(connection)
                self._available_connections.append(connection)
                return
        super().release(connection)


def _see_that_it_waits_for_commands(connection: Any) -> None:  # noqa: ANN401 - of any class of this module
    """Connect if need be; anew where the server has closed the connection or an answer was left in it.

    Raises:
        ConnectionError: it cannot be connected.
    """
    if not connection.is_connected:
        connection.connect()
    try:
        is_clean = not connection.can_read()
    except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError, OSError):
        is_clean = False
    if not is_clean:
        connection.disconnect()
        connection.connect()
        if connection.can_read():
            raise redis.exceptions.ConnectionError("Connection not ready")


def _see_that_it_leads_to_the_primary(connection: Any) -> None:  # noqa: ANN401 - of any class of this module
    """Ask; where nothing answers, connect anew.

    Raises:
        NotPrimary: it does not. The connection is closed.
    """
    try:
        connection.check_role()
    except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
        connection.disconnect()
        connection.connect()


class CheckedPool(_CheckedPool, ConnectionPool):
    """Connections to one address."""


class CheckedSentinelPool(_CheckedPool, SentinelConnectionPool):
    """Connections to the primary that Sentinels name."""
