"""Commands of several threads to Redis, sent together and answered together.

A commit is answered when it is on the disk, and one flush writes down all that has come in by then. So commits that are
made at about the same time cost less together: one packet there, one flush, one packet back. Who makes one is told
whether there is anybody else to wait for. If there is, all of them leave when nobody else comes, and whoever has waited
longest sends what all have brought; the others find their answers.
"""

import threading
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from redis import Redis
from redis.exceptions import ResponseError

from services.quick_redis import BROKEN, Commands, Connections, Part, pack

MOST_TOGETHER: Final = 16

LONGEST_SECONDS: Final = 0.05

Leave: TypeAlias = Callable[[], None]
"""To be called when there is nobody else to wait for."""

PutOff: TypeAlias = Callable[[Leave], bool]
"""Whether a command is to wait for others. If so, what it was given is called (from any thread) when it is time."""


def at_once(_leave: Leave) -> bool:
    """Nothing waits for anything."""
    return False


class _Passenger:
    """One command. ``seat``: a lock that is held until the command is answered, or until it is this thread that has to
    send the commands in ``flight``."""

    __slots__ = ("answer", "command", "flight", "has_landed", "is_lost", "seat")

    def __init__(self, command: tuple[Part, ...]) -> None:
        self.command = pack(command)
        self.seat = threading.Lock()
        self.seat.acquire()
        self.flight: list[_Passenger] = []
        self.has_landed = False
        self.is_lost = True
        self.answer: Any = None


class SharedFlights:
    """The server of a client, for commands that wait for the disk. Safe to use from several threads.

    Answers are those of :class:`services.quick_redis.QuickRedis`.
    """

    def __init__(self, redis: Redis, *, put_off: PutOff = at_once, longest_seconds: float = LONGEST_SECONDS) -> None:
        """``put_off``: asked for each command. ``longest_seconds``: how long one waits at most to be sent, whatever was
        promised."""
        self._client: Commands = redis
        self._connections = Connections(redis.connection_pool)
        self._put_off = put_off
        self._longest = longest_seconds
        self._boarding: list[_Passenger] = []
        self._lock = threading.Lock()

    def execute_command(self, *command: Part) -> Any:  # noqa: ANN401 - each command has its own answer
        """Send a command.

        A command whose connection breaks is sent again: the server may have carried it out before, too.

        Raises:
            redis.RedisError: as redis-py's client.
        """
        passenger = _Passenger(command)
        with self._lock:
            self._boarding.append(passenger)
            is_full = len(self._boarding) >= MOST_TOGETHER
        if is_full or not self._put_off(self.leave):
            self._fly(self._everybody(), passenger)
        while not passenger.has_landed:
            if not passenger.seat.acquire(timeout=self._longest):
                self._fly(self._everybody(), passenger)
            elif passenger.flight:
                self._fly(passenger.flight, passenger)
        if passenger.is_lost:
            return self._client.execute_command(*command)
        if isinstance(passenger.answer, ResponseError):
            raise passenger.answer
        return passenger.answer

    def leave(self) -> None:
        """It is time: who has waited longest sends what all have brought."""
        flight = self._everybody()
        if flight:
            flight[0].flight = flight
            flight[0].seat.release()

    def _everybody(self) -> list[_Passenger]:
        with self._lock:
            flight, self._boarding = self._boarding, []
        return flight

    def _fly(self, flight: list[_Passenger], pilot: _Passenger) -> None:
        """Send commands and read their answers. ``pilot``: this thread's own, which may be among them or not."""
        try:
            if flight:
                self._exchange(flight)
        finally:
            for passenger in flight:
                passenger.has_landed = True
                if passenger is not pilot:
                    passenger.seat.release()

    def _exchange(self, flight: list[_Passenger]) -> None:
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
