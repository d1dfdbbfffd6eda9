"""What takes a process out, and what does not. Real stores that refuse: ``tests/security/test_refused_alone.py``."""

import queue
import ssl

import psycopg
import pytest
import redis.exceptions

from services.errors import Reason, Refusal
from services.readiness import Condition, ReadinessChecks

AWAY = (
    redis.exceptions.ConnectionError("Error 111 connecting to redis:6379. Connection refused."),
    redis.exceptions.TimeoutError("Timeout reading from socket"),
    redis.exceptions.BusyLoadingError("Redis is loading the dataset in memory"),
    redis.exceptions.ReadOnlyError("You can't write against a read only replica."),
    redis.exceptions.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
    redis.exceptions.ConnectionError("Error 8 while writing to socket. EOF occurred in violation of protocol."),
    psycopg.OperationalError("connection failed: FATAL:  the database system is starting up"),
    psycopg.OperationalError("connection failed: FATAL:  sorry, too many clients already"),
    psycopg.OperationalError("connection failed: server closed the connection unexpectedly"),
    ssl.SSLCertVerificationError("certificate verify failed: certificate has expired"),  # the server's
    Refusal(Reason.BUSY),
    RuntimeError("a fault of our own"),
)
REFUSED = (
    redis.exceptions.AuthenticationError("invalid username-password pair or user is disabled."),
    redis.exceptions.NoPermissionError("this user has no permissions to run the 'set' command"),
    psycopg.OperationalError('connection failed: FATAL:  password authentication failed for user "playhall"'),
    psycopg.OperationalError('connection failed: FATAL:  role "playhall" is not permitted to log in'),
    psycopg.OperationalError('connection failed: FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "playhall"'),
    psycopg.OperationalError("connection failed: SSL error: ssl/tls alert certificate expired"),
    psycopg.errors.InsufficientPrivilege("permission denied for table schema_version"),
    ssl.SSLError("[SSL: TLSV13_ALERT_CERTIFICATE_REQUIRED] tlsv13 alert certificate required (_ssl.c:2580)"),
)


class Part:
    """Something that a process needs. ``error``: why it does not answer."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def __call__(self) -> None:
        if self.error is not None:
            raise self.error


def is_ready(checks: ReadinessChecks) -> bool:
    return checks.look(seconds=10.0).is_ready


@pytest.mark.parametrize("error", AWAY, ids=str)
def test_a_part_that_is_away_takes_no_process_out_that_has_begun(error: Exception) -> None:
    part = Part()
    part.error = error
    checks = ReadinessChecks([("redis", part)])
    assert not is_ready(checks)
    part.error = None
    assert is_ready(checks)
    part.error = error
    assert is_ready(checks)
    assert checks.look(seconds=10.0).parts == {"redis": False}


@pytest.mark.parametrize("error", REFUSED, ids=str)
def test_a_part_that_refuses_a_process_takes_it_out_until_it_lets_it_in(error: Exception) -> None:
    part = Part()
    checks = ReadinessChecks([("redis", Part()), ("database", part)])
    assert is_ready(checks)
    part.error = error
    assert not is_ready(checks)
    part.error = AWAY[0]
    assert not is_ready(checks)
    part.error = None
    assert is_ready(checks)


def test_an_error_is_told_through_those_that_it_has_caused() -> None:
    part = Part()
    checks = ReadinessChecks([("engine:duels", part)])
    assert is_ready(checks)
    part.error = Refusal(Reason.BUSY)
    part.error.__cause__ = REFUSED[0]
    assert not is_ready(checks)


def test_a_process_is_out_when_all_of_a_kind_refuse_it() -> None:
    duels, faceoff = Part(), Part()
    checks = ReadinessChecks([("engine:duels", duels), ("engine:faceoff", faceoff)])
    assert is_ready(checks)
    duels.error = REFUSED[0]
    assert is_ready(checks)
    faceoff.error = AWAY[0]
    assert is_ready(checks)
    faceoff.error = REFUSED[0]
    assert not is_ready(checks)


def test_whoever_watches_is_told_of_each_change_and_of_nothing_else() -> None:
    part, told = Part(), queue.Queue[Condition]()
    ReadinessChecks([("redis", part)]).watch(told.put, seconds=0.01)
    assert told.get(timeout=30) == Condition(True, {"redis": True})
    part.error = AWAY[0]
    assert told.get(timeout=30) == Condition(True, {"redis": False})
    part.error = REFUSED[0]
    assert told.get(timeout=30) == Condition(False, {"redis": False})
    part.error = None
    assert told.get(timeout=30) == Condition(True, {"redis": True})


def test_whoever_watches_goes_on_after_what_went_wrong_for_a_moment() -> None:
    """A disk that is full, or a thread that cannot be started: whoever was not told then is told when it is over."""
    told, wrong = queue.Queue[Condition](), [OSError("no space left"), RuntimeError("can't start new thread")]

    def tell(found: Condition) -> None:
        if wrong:
            raise wrong.pop()
        told.put(found)

    ReadinessChecks([("redis", Part())]).watch(tell, seconds=0.01)
    assert told.get(timeout=30) == Condition(True, {"redis": True})
