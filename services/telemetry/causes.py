"""Why something failed, in words that may stand in a log or before an operator.

An exception's text may quote what is hidden: a hand, a seed, a key. So of most exceptions a line has the type alone.
Those named here are written by a driver, by TLS, by name resolution or by the loader of a catalogue, which know
addresses, accounts and files and nothing of a match: their texts say what an operator has to mend.
"""

import math
import re
import time
from collections.abc import Callable
from typing import Any, Final

import structlog

from services.errors import Refusal

log = structlog.get_logger("dependencies")

SPEAKING: Final = frozenset(
    {
        "redis.exceptions.ConnectionError",
        "redis.exceptions.TimeoutError",
        "redis.exceptions.OutOfMemoryError",
        "redis.exceptions.ReadOnlyError",
        "redis.exceptions.NoPermissionError",
        "redis.exceptions.ClusterError",
        "services.redis_clients.errors.WritesRefused",
        "services.redis_clients.errors.NotReplicated",
        "psycopg.OperationalError",
        "sqlite3.OperationalError",
        "sqlalchemy.exc.TimeoutError",
        "kombu.exceptions.OperationalError",
        "services.database.database.DatabaseUnreachable",
        "services.database.schema.SchemaNotCurrent",
        "services.engine.catalogue.CatalogueError",
        "services.readiness.CertificateExpired",
        "services.settings.BadSetting",
    }
)
"""Exceptions whose texts are told, with all that derive from them. Not Redis' other answers, nor what SQL says of a
statement: those quote what was sent."""

_SYSTEM: Final = ("builtins", "socket", "ssl")
"""Where the operating system's own errors are defined, which have a number. Others that derive from ``OSError`` may
quote addresses of bots."""

_STATEMENT_ERROR: Final = "sqlalchemy.exc.DBAPIError"
"""Quotes a statement; its ``orig`` is what the driver says."""

_RPC_ERROR: Final = "grpc.RpcError"
_GRPC_SAYS: Final = re.compile(
    r"failed to connect to all addresses|connections to all backends failing|empty address list|errors resolving"
    r"|DNS resolution failed|Deadline Exceeded|Socket closed|Connection reset|Stream removed|keepalive|GOAWAY"
    r"|Received http2 header|Cancelling all calls|Transport closed|recvmsg|sendmsg|Channel closed"
    r"|The engine's token is missing or another\.$"
)
"""How what gRPC says itself begins, and what our own server says of who calls; the rest may be a service's own words,
and a ruleset knows hands."""

_REFUSING: Final = frozenset(
    {
        "redis.exceptions.AuthenticationError",
        "redis.exceptions.NoPermissionError",
        "psycopg.errors.InsufficientPrivilege",
        "services.readiness.CertificateExpired",
    }
)
_REFUSES: Final = re.compile(
    r"invalid username-password pair|NOAUTH|NOPERM|WRONGPASS"
    r"|password authentication failed|no password supplied|no pg_hba\.conf entry|pg_hba\.conf rejects"
    r'|role ".*" (?:does not exist|is not permitted to log in)'
    r"|certificate authentication failed|valid client certificate"
    r"|alert (?:bad certificate|unsupported certificate|certificate \w+|unknown ca|access denied)"
    r"|The engine's token is missing or another"
)
"""What Redis, PostgreSQL (in English, which images speak: libpq tells no code of a connection that fails), OpenSSL of
another's alert, and our own engines say to whom they do not let in."""

_PASSWORD: Final = re.compile(r"(?<=://)[^/\s@]*@|(?<=password=)\S+")
_LONGEST: Final = 400
_MOST_CAUSES: Final = 5


def cause_of(error: BaseException) -> str:
    """An exception's type, with its text if that may be told, or with that of what it was caused by."""
    kind = error.reason.name if isinstance(error, Refusal) else _kind(error)
    text = _text(error)
    if text is not None:
        return f"{kind}: {text}" if text else kind
    cause: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        cause = cause and (cause.__cause__ or cause.__context__)
        if cause is None:
            break
        if text := _text(cause):
            return f"{kind} ({_kind(cause)}: {text})"
    return kind


def refuses_caller(error: BaseException) -> bool:
    """Whether who was asked is there, and does not let this process in: it does not take its password, its token or its
    certificate, or gives it no right. Others may be let in; from whom a store is away, it is away for all."""
    cause: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if cause is None:
            return False
        if not _REFUSING.isdisjoint(_names(cause)) or _REFUSES.search(_said(cause)):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _said(error: BaseException) -> str:
    details: Any = getattr(error, "details", None) if _RPC_ERROR in _names(error) else None
    return str(details() or "") if callable(details) else str(error)


def _kind(error: BaseException) -> str:
    if _RPC_ERROR in _names(error):
        code: Any = getattr(error, "code", None)  # each RpcError that a call raises is a Call besides
        return str(code().name) if callable(code) else type(error).__qualname__
    return type(error).__qualname__


def _text(error: BaseException) -> str | None:
    """What may be told of an exception's text; None: nothing, and perhaps its cause says more."""
    names = _names(error)
    if _STATEMENT_ERROR in names:
        orig: BaseException | None = getattr(error, "orig", None)
        return None if orig is None else _text(orig)
    if _RPC_ERROR in names:
        details: Any = getattr(error, "details", None)
        said = str(details() or "") if callable(details) else ""
        return _shown(said) if _GRPC_SAYS.match(said) else ""
    is_system = isinstance(error, OSError) and type(error).__module__ in _SYSTEM and error.errno is not None
    return _shown(str(error)) if is_system or not SPEAKING.isdisjoint(names) else None


def _shown(text: str) -> str:
    """On one line, without what stands in front of the host of a URL."""
    return _PASSWORD.sub("***", " ".join(text.split()))[:_LONGEST]


def _names(error: BaseException) -> list[str]:
    return [f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__]


class Complaint:
    """A line in the log about something that fails, and why; at most one within some seconds, since each request meets
    the fault anew."""

    def __init__(self, event: str, *, seconds: float = 10.0, clock: Callable[[], float] = time.monotonic) -> None:
        """``event``: the line's. ``seconds``: for how long after a line there is none."""
        self._event = event
        self._seconds = seconds
        self._clock = clock
        self._silent_until = -math.inf

    def make(self, error: BaseException, **fields: str) -> None:
        """Write the line, unless there was one a moment ago. ``fields``: which one of several fails."""
        now = self._clock()
        if now < self._silent_until:
            return
        self._silent_until = now + self._seconds
        log.warning(self._event, error=cause_of(error), **fields)
