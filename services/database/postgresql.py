"""Connections to PostgreSQL on which nobody waits for ever.

A server that is stopped, or whose machine is gone, acknowledges nothing and refuses nothing. No time limit of the
server's own helps then, so the client has one for whatever it waits for.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

import psycopg
from psycopg.abc import PQGen

RV = TypeVar("RV")

CONNECT_SECONDS: Final = 2
"""How long to wait for a new connection. libpq allows no less."""

_deadline: Final[ContextVar[float | None]] = ContextVar("deadline", default=None)


class NoAnswer(psycopg.OperationalError):
    """The server did not answer in time. The connection is closed: what it was asked may still happen."""


TIMEOUTS: Final = (NoAnswer, psycopg.errors.ConnectionTimeout)
"""What is raised after waiting in vain."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Bound the time that everything in here waits for the server, all together; within another limit, to what that
    leaves."""
    ends, outer = time.monotonic() + seconds, _deadline.get()
    token = _deadline.set(ends if outer is None else min(ends, outer))
    try:
        yield
    finally:
        _deadline.reset(token)


class TimedConnection(psycopg.Connection[psycopg.rows.TupleRow]):
    """A connection that keeps to :func:`time_limit`."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server.

        Raises:
            NoAnswer: the time is over.
        """
        ends = _deadline.get()
        if ends is None:
            return super().wait(gen, interval, timeout)
        left = max(0.0, ends - time.monotonic())
        try:
            return super().wait(gen, interval, left if timeout is None else min(left, timeout))
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()  # whatever comes now would be taken for the answer to the next question
            raise NoAnswer("the server did not answer in time") from None
