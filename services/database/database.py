"""The connection to SQL: SQLite in a file, or PostgreSQL by URL. The same tables and statements serve both."""

import json
import math
import os
import re
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext, ExecutionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from services.database import schema
from services.database.circuit_breaker import CircuitBreaker
from services.errors import Reason, Refusal
from services.settings import BadSetting
from services.telemetry import tracing
from services.telemetry.causes import Complaint

BUSY_SECONDS: Final = 15.0
"""How long a writer waits for its turn in SQLite before the request is refused as BUSY."""

READ_SECONDS: Final = 5.0
"""How long to wait for what is read from PostgreSQL in one use."""

TRANSACTION_SECONDS: Final = 15.0
"""How long to wait for a transaction of PostgreSQL, all of its statements together."""

PING_SECONDS: Final = 1.0
"""How long to wait for PostgreSQL to say that it is there."""

POOL_SECONDS: Final = 1.0
"""How long to wait for a connection to PostgreSQL while others use them all."""

IDLE_SECONDS: Final = 1.0
"""How long a connection to PostgreSQL may have been idle and still be trusted to be alive."""

KEPT_CONNECTIONS: Final = 5
"""How many connections to PostgreSQL a process keeps; what it opens besides when it is busy, is closed after use."""

Insert: TypeAlias = postgresql.Insert | sqlite.Insert

_TABLE: Final = re.compile(r"\b(?:FROM|INTO|UPDATE)\s+([a-z_]+)")
_BUSY_IN_SQLITE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
}


_complaint: Final = Complaint("database_fails")


class DatabaseUnreachable(Exception):
    """The database does not answer. The message is its driver's, and holds no password."""


class Database:
    """One database. Safe to share between threads, and to hold while the process forks.

    Every use may raise ``Refusal(BUSY)``: the database cannot be reached, or other writers took too long. When the
    connection breaks during a commit nobody can tell whether it took place, so writes are made such that they may be
    sent twice. A PostgreSQL that does not answer is waited for once: then every use is refused at once until it
    answers again (:mod:`services.database.circuit_breaker`).
    """

    def __init__(self, url: str, *, connections: int = 10) -> None:
        """``url``: ``sqlite:///PATH`` (``sqlite:////ABSOLUTE/PATH``) or ``postgresql://USER:PASSWORD@HOST/NAME``.
        ``connections``: how many are open at once to PostgreSQL, at most. Nothing is opened yet.

        Raises:
            BadSetting: the URL is of neither form.
        """
        self._url = _parse(url)
        self._time_limit: Callable[[float], AbstractContextManager[None]] = _no_limit
        self._breaker: CircuitBreaker | None = None
        if self._is_sqlite:
            self._engine = _sqlite_engine(self._url)
        else:
            self._engine, self._time_limit, self._breaker = _postgresql_engine(self._url, connections)
        if tracing.is_on():
            _trace(self._engine, self._url.get_backend_name())
        # SQLite has no transaction unless one is begun (see `_sqlite_engine`); psycopg has to be told.
        alone = {"transaction": None} if self._is_sqlite else {"isolation_level": "AUTOCOMMIT"}
        self._reading = self._engine.execution_options(**alone)
        _open.add(self)

    def __repr__(self) -> str:
        return f"Database({self._url.set(query={}).render_as_string(hide_password=True)!r})"

    @contextmanager
    def read(self, seconds: float = READ_SECONDS) -> Iterator[Connection]:
        """A connection to read from. Each statement stands alone: no transaction, no locks held, no round trip more.
        ``seconds``: how long to wait for all of them, if it is PostgreSQL."""
        with self._use(seconds), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction that writes: all of it is committed at the end of the block, or none when the block raises.

        SQLite lets one writer in at a time; the others wait at the door, so that no transaction fails half-way.
        """
        with self._use(TRANSACTION_SECONDS), self._engine.begin() as connection:
            yield connection

    def lock(self, connection: Connection, key: int) -> None:
        """Wait until no other transaction holds the lock ``key`` (64 bits, signed), and hold it until this one ends.
        SQLite lets one writer in at a time anyway."""
        if not self._is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": key})

    def insert(self, table: Table) -> Insert:
        """An INSERT that has ``on_conflict_do_nothing`` and ``on_conflict_do_update`` in this database's dialect."""
        return sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)

    def upgrade(self) -> None:
        """Bring the tables up to date. Any number of processes may call it at once: one does it, the others wait.

        Raises:
            DatabaseUnreachable: there is no answer.
            SchemaNotCurrent: the tables are newer than this code, and do not support it.
        """
        if self._is_sqlite:
            Path(str(self._url.database)).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _explained():  # without a time limit: tables that have grown take their time
            if not self._is_current():
                self._migrate()

    def check(self) -> None:
        """Ask whether the tables are those this code needs, or newer ones that support it.

        Raises:
            DatabaseUnreachable: there is no answer.
            SchemaNotCurrent: they are older, newer, or not there.
        """
        if self._is_sqlite and not Path(str(self._url.database)).exists():
            raise schema.SchemaNotCurrent(None)  # asking SQLite would make an empty file
        with _explained(), self._time_limit(PING_SECONDS), self._reading.connect() as connection:
            schema.check(connection)

    def close(self) -> None:
        """Close idle connections. The database may be used again: it opens new ones."""
        if self._breaker is not None:
            self._breaker.close()
        self._engine.dispose()

    @contextmanager
    def _use(self, seconds: float) -> Iterator[None]:
        if self._breaker is not None:
            self._breaker.check()
        try:
            with self._time_limit(seconds):
                yield
        except (DBAPIError, PoolTimeoutError) as error:
            if not _is_unavailable(error):
                raise
            if self._breaker is not None and _has_timed_out(error):
                self._breaker.open(error)
            else:
                _complaint.make(error)
            raise Refusal(Reason.BUSY) from error

    def _is_current(self) -> bool:
        with self._reading.connect() as connection:
            return schema.is_current(connection)

    def _migrate(self) -> None:
        with self._engine.begin() as connection:
            self.lock(connection, schema.UPGRADE_LOCK)
            schema.upgrade(connection)

    @property
    def _is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    def _forget_connections(self) -> None:
        """In the child of a fork: begin with an empty pool and leave the parent's connections alone. They are kept so
        that nothing closes them: SQLite forbids even that, and a PostgreSQL session would end for the parent too."""
        _inherited.append(self._engine.pool)
        self._engine.dispose(close=False)
        if self._breaker is not None:
            self._breaker.close()


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise _bad_url() from None
    if parsed.drivername == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed
    if parsed.drivername in ("postgresql", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    raise _bad_url()


def _bad_url() -> BadSetting:
    # The URL is not repeated: it may hold a password.
    return BadSetting("PLAYHALL_DATABASE_URL must be sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME")


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": BUSY_SECONDS},
        hide_parameters=True,
        json_serializer=_compact,
        max_overflow=-1,  # the threads are the limit; an open file is cheap
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself: `begin` below does
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk before it is acknowledged
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # IMMEDIATE: the writer's lock is taken at once, where waiting for it is possible. A transaction that reads
        # first and then wants to write cannot wait (another may have written meanwhile) and would fail.
        statement = connection.get_execution_options().get("transaction", "BEGIN IMMEDIATE")
        if statement:
            connection.exec_driver_sql(statement)

    return engine


def _use_wal(connection: sqlite3.Connection) -> None:
    """Readers and the writer do not wait for each other. Processes that make the switch at the same moment get BUSY at
    once, whatever the busy timeout, hence the loop."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _no_limit(_seconds: float) -> AbstractContextManager[None]:
    return nullcontext()


def _postgresql_engine(
    url: URL, connections: int
) -> tuple[Engine, Callable[[float], AbstractContextManager[None]], CircuitBreaker]:
    """With what bounds how long a use waits, and its circuit breaker."""
    kept = min(connections, KEPT_CONNECTIONS)
    try:
        from services.database.postgresql import CONNECT_SECONDS, NoAnswer, TimedConnection, time_limit

        engine = create_engine(
            url,
            connect_args={"connect_timeout": CONNECT_SECONDS},
            pool_timeout=POOL_SECONDS,
            pool_size=kept,
            max_overflow=connections - kept,
            hide_parameters=True,
            json_serializer=_compact,
        )
    except ModuleNotFoundError:
        raise BadSetting("PLAYHALL_DATABASE_URL names PostgreSQL: install playhall[postgres]") from None

    def probe() -> None:
        words, options = engine.dialect.create_connect_args(url)
        options.update(connect_timeout=CONNECT_SECONDS, autocommit=True)
        with time_limit(CONNECT_SECONDS), TimedConnection.connect(*words, **options) as connection:
            connection.execute("SELECT 1")

    breaker = CircuitBreaker(probe)

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, words: list[Any], options: dict[str, Any]) -> TimedConnection:
        breaker.check()  # who waited for a connection need not wait for the server as well
        return TimedConnection.connect(*words, **options)

    @event.listens_for(engine, "checkin")
    def note(_connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        record.info["idle_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def verify(connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: PoolProxiedConnection) -> None:
        # So that a server restarted in a quiet hour costs no request. To ask every time would cost a busy service a
        # round trip per query.
        if time.monotonic() - record.info.get("idle_since", math.inf) < IDLE_SECONDS:
            return
        try:
            with time_limit(PING_SECONDS):
                engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            if isinstance(error, NoAnswer):
                breaker.open(error)
            raise InvalidatePoolError from None  # all that were opened before now: the pool opens new ones

    return engine, time_limit, breaker


def _trace(engine: Engine, system: str) -> None:
    """Let each statement be a step of the trace that runs: what kind of statement, and of which table."""
    steps: weakref.WeakKeyDictionary[ExecutionContext, Any] = weakref.WeakKeyDictionary()

    def end(context: ExecutionContext | None) -> None:
        step = steps.pop(context, None) if context is not None else None
        if step is not None:
            step.end()

    @event.listens_for(engine, "before_cursor_execute")
    def begin(
        _connection: Connection,
        _cursor: object,
        statement: str,
        _values: object,
        context: ExecutionContext,
        _many: bool,
    ) -> None:
        step = tracing.begin_step(system, _told(statement))
        if step is not None:
            steps[context] = step

    @event.listens_for(engine, "after_cursor_execute")
    def succeed(
        _connection: Connection,
        _cursor: object,
        _statement: str,
        _values: object,
        context: ExecutionContext,
        _many: bool,
    ) -> None:
        end(context)

    @event.listens_for(engine, "handle_error")
    def fail(context: ExceptionContext) -> None:
        end(context.execution_context)


def _told(statement: str) -> str:
    """A statement's verb and its first table."""
    found = _TABLE.search(statement)
    return f"{statement.split(maxsplit=1)[0]} {found[1]}" if found else statement.split(maxsplit=1)[0]


def _compact(document: Any) -> str:  # noqa: ANN401 - any JSON value
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeoutError) as error:
        if not _is_unavailable(error):
            raise
        raise DatabaseUnreachable(str(error.orig if isinstance(error, DBAPIError) else error).strip()) from error


def _is_unavailable(error: DBAPIError | PoolTimeoutError) -> bool:
    """Whether it may work another time, as opposed to a statement that is wrong."""
    if not isinstance(error, OperationalError):
        return isinstance(error, PoolTimeoutError) or error.connection_invalidated
    cause = error.orig
    return not isinstance(cause, sqlite3.Error) or cause.sqlite_errorcode & 0xFF in _BUSY_IN_SQLITE


def _has_timed_out(error: DBAPIError | PoolTimeoutError) -> bool:
    """Whether PostgreSQL was waited for in vain. An error that comes at once holds nobody up, and some leave other
    connections usable."""
    from services.database.postgresql import TIMEOUTS  # its driver need not be there otherwise

    return isinstance(error, DBAPIError) and isinstance(error.orig, TIMEOUTS)


_open: Final[weakref.WeakSet[Database]] = weakref.WeakSet()
_inherited: Final[list[object]] = []


def _before_fork() -> None:
    for database in list(_open):
        database.close()


def _after_fork() -> None:
    for database in list(_open):
        database._forget_connections()


os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
