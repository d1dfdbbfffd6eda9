"""Commands to Redis in few steps, for what is done on every move.

redis-py's own way from a command to the socket and back costs several times what the sockets cost. Here a command is
packed, sent and read on one of redis-py's connections, which does all that is difficult: connecting, authenticating,
checking that it is alive. Whatever goes wrong on the way is left to redis-py's client, which connects anew and tries
again as it is configured to.
"""

import os
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

from redis import Redis
from redis.exceptions import ConnectionError, ResponseError, TimeoutError

Part: TypeAlias = str | bytes | int

_BROKEN: Final = (ConnectionError, TimeoutError)


class Commands(Protocol):
    """What sends a command and gives the answer: a client of redis-py, or :class:`QuickRedis`."""

    def execute_command(self, *command: Any) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command."""
        ...


class QuickRedis:
    """The server of a client. Safe to use from several threads, and in a process that forks.

    Answers are as the server gives them: numbers, bytes, None, lists and dictionaries of them. Not for commands that
    block.
    """

    def __init__(self, redis: Redis, *, meanwhile: Callable[[], object] = lambda: None) -> None:
        """``meanwhile``: called between sending a command and waiting for its answer."""
        self._meanwhile = meanwhile
        self._client: Commands = redis
        self._pool = redis.connection_pool
        self._idle: list[Any] = []
        self._pid = os.getpid()

    def execute_command(self, *command: Part) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command.

        A command whose connection breaks is sent again: the server may have carried it out before, too.

        Raises:
            redis.RedisError: as redis-py's client.
        """
        try:
            connection = self._connection()
        except _BROKEN:
            return self._client.execute_command(*command)
        try:
            connection.send_command(*command)
            self._meanwhile()
            answer = connection.read_response()
        except ResponseError:
            self._idle.append(connection)  # it has been read to its end
            raise
        except _BROKEN:
            self._give_back(connection)
            return self._client.execute_command(*command)
        except BaseException:
            self._give_back(connection)
            raise
        self._idle.append(connection)
        return answer

    def _connection(self) -> Any:  # noqa: ANN401 - redis-py has several kinds
        if self._pid != os.getpid():
            # The parent's connections are the parent's.
            self._idle, self._pid = [], os.getpid()
        try:
            return self._idle.pop()
        except IndexError:
            take: Callable[[], Any] = self._pool.get_connection
            return take()

    def _give_back(self, connection: Any) -> None:  # noqa: ANN401 - redis-py has several kinds
        """Nobody knows what is still to come on this connection."""
        connection.disconnect()
        self._pool.release(connection)
