"""Commands of several requests to Redis, sent together and answered together.

A commit is answered when it is on the disk, and one flush writes down all that has come in by then. So commits that are
made at about the same time cost less together: one packet there, one flush, one packet back. Who makes one lets the
other requests of its thread go first (:mod:`services.shared_thread`), and sends what they have brought, too. The next
flight departs when that one has landed: the slower the disk, the more go together.
"""

import threading
from typing import Any, Final

from redis import Redis

from services.quick_redis import Commands, Connections, Part, answer_to, pack
from services.shared_thread import News, let_others_first, wait_to_read

READ_AT_ONCE: Final = 16_384
"""So many bytes Redis and Valkey read from a connection at a time."""


class _Passenger:
    """One command, packed, and its answer when it has come."""

    __slots__ = ("answers", "command")

    def __init__(self, command: tuple[Part, ...]) -> None:
        self.command = pack(command)
        self.answers: list[Any] = []


class _Flight:
    """Commands that are sent together."""

    __slots__ = ("landing", "passengers")

    def __init__(self, pilot: _Passenger) -> None:
        self.passengers = [pilot]
        self.landing = News()


class _Here(threading.local):
    """This thread's flight that is still boarding, and the one that has departed and not landed."""

    boarding: _Flight | None = None
    aloft: _Flight | None = None


class SharedFlights:
    """The server of a client, for commands that wait for the disk. Safe to use from several threads.

    Answers are those of :class:`services.quick_redis.QuickRedis`.
    """

    def __init__(self, redis: Redis) -> None:
        self._client: Commands = redis
        self._connections = Connections(redis.connection_pool)
        self._here = _Here()

    def execute_command(self, *command: Part) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command.

        A command whose connection breaks is sent again: the server may have carried it out before, too.

        Raises:
            redis.RedisError: as redis-py's client.
        """
        passenger = _Passenger(command)
        here = self._here
        if here.boarding is None:
            self._pilot(here, passenger)
        else:
            here.boarding.passengers.append(passenger)
            here.boarding.landing.wait()
        return answer_to(command, passenger.answers, self._client)

    def _pilot(self, here: _Here, passenger: _Passenger) -> None:
        """Take this command, and those of others who come in time."""
        here.boarding = flight = _Flight(passenger)
        let_others_first()
        if here.aloft is not None:
            here.aloft.landing.wait()
        here.boarding, here.aloft = None, flight
        try:
            self._fly(flight.passengers)
        finally:
            here.aloft = None
            flight.landing.tell()

    def _fly(self, passengers: list[_Passenger]) -> None:
        """Send commands and read their answers."""
        batches = _batches(passengers)
        sent = [self._connections.send(b"".join([passenger.command for passenger in batch])) for batch in batches]
        if sent[-1] is not None:
            wait_to_read(sent[-1]._get_socket())
        for connection, batch in zip(sent, batches, strict=True):
            answers = [] if connection is None else self._connections.read(connection, len(batch))
            for passenger, answer in zip(batch, answers, strict=False):
                passenger.answers.append(answer)


def _batches(passengers: list[_Passenger]) -> list[list[_Passenger]]:
    """Commands by connections. A server reads a little from each connection before it flushes what it has done, and a
    flight that it reads in parts would wait for several flushes."""
    batches: list[list[_Passenger]] = []
    room = 0
    for passenger in passengers:
        room -= len(passenger.command)
        if room < 0:
            batches.append([])
            room = READ_AT_ONCE - len(passenger.command)
        batches[-1].append(passenger)
    return batches
