"""Commands of several requests to Redis, sent together and answered together.

A commit is answered when it is on the disk, and one flush writes down all that has come in by then. So commits that are
made at about the same time cost less together: one packet there, one flush, one packet back. Who makes one lets the
other requests of its thread go first (:mod:`services.shared_thread`). Whoever is the first to go on sends what all have
brought; the others find their answers.
"""

import threading
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from services.quick_redis import BROKEN, Commands, Connections, Part, pack
from services.shared_thread import let_others_first


class _Passenger:
    """One command, and its answer when it has landed; ``is_lost``: nobody knows it."""

    __slots__ = ("answer", "command", "has_landed", "is_lost")

    def __init__(self, command: tuple[Part, ...]) -> None:
        self.command = pack(command)
        self.has_landed = False
        self.is_lost = True
        self.answer: Any = None


class _Boarding(threading.local):
    """The passengers of this thread's next flight."""

    def __init__(self) -> None:
        self.passengers: list[_Passenger] = []


class SharedFlights:
    """The server of a client, for commands that wait for the disk. Safe to use from several threads.

    Answers are those of :class:`services.quick_redis.QuickRedis`.
    """

    def __init__(self, redis: Redis) -> None:
        self._client: Commands = redis
        self._connections = Connections(redis.connection_pool)
        self._boarding = _Boarding()

    def execute_command(self, *command: Part) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command.

        A command whose connection breaks is sent again: the server may have carried it out before, too.

        Raises:
            redis.RedisError: as redis-py's client.
        """
        passenger = _Passenger(command)
        flight = self._boarding.passengers
        flight.append(passenger)
        let_others_first()
        if not passenger.has_landed:
            self._boarding.passengers = []
            self._fly(flight)
        if passenger.is_lost:
            return self._client.execute_command(*command)
        if isinstance(passenger.answer, ResponseError):
            raise passenger.answer
        return passenger.answer

    def _fly(self, flight: list[_Passenger]) -> None:
        """Send commands and read their answers."""
        for passenger in flight:
            passenger.has_landed = True
        try:
            connection = self._connections.take()
        except BROKEN:
            return  # all are lost
        try:
            connection.send_packed_command((b"".join([passenger.command for passenger in flight]),))
            for passenger in flight:
                try:
                    passenger.answer = connection.read_response()
                except ResponseError as error:
                    passenger.answer = error
                passenger.is_lost = False
        except BROKEN:
            self._connections.give_back(connection)
        except BaseException:
            self._connections.give_back(connection)
            raise
        else:
            self._connections.keep(connection)
