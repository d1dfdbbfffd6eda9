"""Commands to Redis in few steps, for what is done on every move.

redis-py's own way from a command to the socket and back costs several times what the sockets cost. Here a command is
packed, sent and read on one of redis-py's connections, which does all that is difficult: connecting, authenticating,
checking that it is alive. Whatever goes wrong on the way is left to redis-py's client, which connects anew and tries
again as it is configured to.
"""

import os
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias
from weakref import WeakKeyDictionary

from hiredis import pack_command
from redis import Redis
from redis.exceptions import ConnectionError, ResponseError, TimeoutError

Part: TypeAlias = str | bytes | int

MOST_IDLE: Final = 8
"""So many connections are kept at hand; more than that go back to redis-py's pool after each use."""

pack: Final[Callable[[tuple[Part, ...]], bytes]] = pack_command  # type: ignore[assignment] # it takes some of these, too
BROKEN: Final = (ConnectionError, TimeoutError)
"""What is raised when nobody knows whether a command was carried out."""

_idle: Final[WeakKeyDictionary[Any, list[tuple[int, Any]]]] = WeakKeyDictionary()


class Commands(Protocol):
    """What sends a command and gives the answer: a client of redis-py, or :class:`QuickRedis`."""

    def execute_command(self, *command: Any) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command."""
        ...


class Connections:
    """Connections of a client's pool, some of them at hand."""

    def __init__(self, pool: Any) -> None:  # noqa: ANN401 - redis-py has several kinds
        self._pool = pool
        # Shared by all that use the same pool, of which these connections are part.
        self._idle: list[tuple[int, Any]] = _idle.setdefault(pool, [])

    def send(self, packed: bytes) -> Any | None:  # noqa: ANN401 - redis-py has several kinds
        """Send commands. The connection on which they will be answered; None if it broke."""
        try:
            connection = self._take()
        except BROKEN:
            return None
        try:
            connection.send_packed_command((packed,))
        except BaseException as error:
            self._give_back(connection)
            if not isinstance(error, BROKEN):
                raise
            return None
        return connection

    def read(self, connection: Any, count: int) -> list[Any]:  # noqa: ANN401 - redis-py has several kinds
        """The answers to so many commands, an error of the server among them as what it is; fewer if the connection
        broke."""
        answers: list[Any] = []
        try:
            for _ in range(count):
                try:
                    answers.append(connection.read_response())
                except ResponseError as error:
                    answers.append(error)
        except BaseException as error:
            self._give_back(connection)
            if not isinstance(error, BROKEN):
                raise
        else:
            self._keep(connection)
        return answers

    def _take(self) -> Any:  # noqa: ANN401 - redis-py has several kinds
        while self._idle:
            try:
                pid, connection = self._idle.pop()
            except IndexError:  # another thread was quicker
                break
            if pid == os.getpid():  # a parent's connections are the parent's
                return connection
        take: Callable[[], Any] = self._pool.get_connection
        return take()

    def _keep(self, connection: Any) -> None:  # noqa: ANN401 - redis-py has several kinds
        """Put back a connection on which everything was read to its end."""
        if len(self._idle) < MOST_IDLE:
            self._idle.append((os.getpid(), connection))
        else:
            self._pool.release(connection)

    def _give_back(self, connection: Any) -> None:  # noqa: ANN401 - redis-py has several kinds
        """Close a connection of which nobody knows what is still to come."""
        connection.disconnect()
        self._pool.release(connection)


class QuickRedis:
    """The server of a client. Safe to use from several threads, and in a process that forks.

    Answers are as the server gives them: numbers, bytes, None, lists and dictionaries of them. Not for commands that
    block.
    """

    def __init__(self, redis: Redis) -> None:
        self._client: Commands = redis
        self._connections = Connections(redis.connection_pool)

    def execute_command(self, *command: Part) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command.

        A command whose connection breaks is sent again: the server may have carried it out before, too.

        Raises:
            redis.RedisError: as redis-py's client.
        """
        connection = self._connections.send(pack(command))
        answers = [] if connection is None else self._connections.read(connection, 1)
        return answer_to(command, answers, self._client)


def answer_to(command: tuple[Part, ...], answers: list[Any], client: Commands) -> Any:  # noqa: ANN401
    """The answer to a command, or its error raised. ``answers``: it alone, or none if it was lost; then ``client``
    sends the command again."""
    if not answers:
        return client.execute_command(*command)
    if isinstance(answers[0], ResponseError):
        raise answers[0]
    return answers[0]
