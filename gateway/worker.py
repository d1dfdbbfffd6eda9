"""The gateway's worker process: whoever finds a request serves it.

Gunicorn's own threaded worker has one thread that finds requests and others that serve them. Handing each request over,
and back, costs more than the rest of serving it. Here one thread waits for requests and serves them itself, one after
the other, and hands nothing over. The others stand by. When a request takes longer than a moment (an engine is slow, a
client waits for news, a stream goes on), one of them takes over the waiting, and who served the long one stands by when
it is done. So a slow request delays the others by that moment and no more, as long as there are threads.

A request that waits for the disk lets those that have come meanwhile go first, in the same thread
(:mod:`services.shared_thread`).

Everything else is gunicorn's: it starts worker processes, starts them again when they die, and stops them.
"""

import contextlib
import os
import queue
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from gunicorn.http.wsgi import FileWrapper  # type: ignore[import-untyped] # it has no types
from gunicorn.workers.base import Worker  # type: ignore[import-untyped] # it has no types
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped] # it has no types

from gateway.plain_requests import LONGEST, Answer, Environ, PlainRequests, chunk, has_body, wants_close
from services.shared_thread import READING_SECONDS, SharedThread, before_waiting

LATE_SECONDS: Final = 0.02
"""After this long in one request, another thread takes over the waiting."""

AT_ONCE: Final = 4
"""So many requests are served before those put aside are looked after."""

ASIDE_SECONDS: Final = 0.005
"""So long a request that lets others go first does so at most, and while the one lasts that is being served."""

LINGER_SECONDS: Final = 2.0
"""How long a stopping worker keeps idle connections: a request that was on its way is still answered."""

_NOTIFY_SECONDS: Final = 1.0
_PATIENCE: Final = struct.pack("ll", 60, 0)
"""A client that sends half a request, or takes nothing of its answer, is given up after this time."""


class _Closed(Exception):
    """The connection is closed, or has to be."""


@dataclass(slots=True, eq=False)
class _Connection:
    """A client's connection. ``until``: when it is closed if nothing comes. ``general``: gunicorn's own. ``busy``: one
    of its requests is being served. ``parked``: it is not among those waited for, until that request is served."""

    socket: socket.socket
    address: tuple[str, int]
    until: float
    general: Any
    busy: bool = False
    parked: bool = False


@dataclass(slots=True)
class _Turn:
    """One thread's time of waiting and serving. ``serving``: it is at a request, ``since`` when. ``go_on_at``: when
    those who let others go first have waited long enough."""

    serving: bool = False
    since: float = 0.0
    ended: bool = False
    go_on_at: float = 0.0

    def begin(self) -> None:
        """It goes to work."""
        self.since = time.monotonic()
        self.serving = True


class StandbyWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """A worker process with as many threads as gunicorn's setting ``threads`` says."""

    def init_process(self) -> None:
        """As gunicorn has it, without its pool of threads."""
        self._lock = threading.Lock()
        self._turns: queue.SimpleQueue[_Turn] = queue.SimpleQueue()
        self._turn = _Turn()
        self._threads = 0
        self._standing_by = 0
        self._epoll = select.epoll()
        self._waiting: dict[int, _Connection] = {}
        self._listeners: dict[int, Any] = {}
        self._stop_at: float | None = None
        self._dozing = False
        Worker.init_process(self)

    def handle_exit(self, sig: int, frame: object) -> None:
        """SIGTERM: the write to the wake-up descriptor, which Python does, wakes the main thread."""
        self.alive = False

    def handle_quit(self, sig: int, frame: object) -> None:
        """SIGQUIT and SIGINT: stop at once."""
        Worker.handle_quit(self, sig, frame)

    # -- the main thread: keeps watch ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Keep watch over the others until told to stop, then wait for them."""
        constant = {
            "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0),
            "wsgi.multithread": True,
            "wsgi.multiprocess": self.cfg.workers > 1,
            "wsgi.run_once": False,
            "wsgi.file_wrapper": FileWrapper,
            "wsgi.input_terminated": True,
        }
        for listener in self.sockets:
            listener.setblocking(False)  # noqa: FBT003 - it has no name
            self._listeners[listener.fileno()] = listener
            self._epoll.register(listener.fileno(), select.EPOLLIN)
        self._plain = PlainRequests(self.sockets[0].getsockname()[:2], constant)
        wake = select.poll()
        wake.register(self.PIPE[0], select.POLLIN)
        self._give_turn()
        notified, served = 0.0, -1
        while self.alive and self.ppid == os.getppid():
            now = time.monotonic()
            if now - notified >= _NOTIFY_SECONDS:
                self.notify()
                notified = now
            self._relieve(now)
            # Nothing was served since the last look: sleep until somebody is.
            self._dozing = served == self.nr
            self._dozing = self._dozing and not self._turn.serving  # looked at last, see `_at_work`
            served = self.nr
            if wake.poll(_NOTIFY_SECONDS * 1000 if self._dozing else LATE_SECONDS * 1000):
                with contextlib.suppress(BlockingIOError):
                    os.read(self.PIPE[0], 4096)
        self.alive = False
        self._stop()

    def _relieve(self, now: float) -> None:
        """Let another thread wait if the one whose turn it is has been serving the same request for long."""
        turn = self._turn
        with self._lock:
            if turn.serving and now - turn.since >= LATE_SECONDS:
                self._end_turn(turn)

    def _end_turn(self, turn: _Turn) -> None:
        """With the lock held."""
        if turn.ended or not turn.serving:
            return
        turn.ended = True
        self._give_turn()

    def _give_turn(self) -> None:
        self._turn = _Turn()
        if self._standing_by == 0 and self._threads < self.cfg.threads:
            self._threads += 1
            threading.Thread(target=self._work, name=f"worker {self._threads}", daemon=True).start()
        self._turns.put(self._turn)

    def _stop(self) -> None:
        now = time.monotonic()
        self._stop_at = now + LINGER_SECONDS
        for number in self._listeners:
            self._epoll.unregister(number)
        until = now + self.cfg.graceful_timeout
        while self.nr_conns > 0 and time.monotonic() < until:
            self.notify()
            self._relieve(time.monotonic())
            time.sleep(LATE_SECONDS)
        for listener in self.sockets:
            listener.close()

    # -- the others: wait and serve ------------------------------------------------------------------------------------

    def _work(self) -> None:
        turn = _Turn()
        shared = SharedThread[_Connection](
            lambda connection: self._attend(turn, connection), lambda: self._others_wait(turn)
        )
        while True:
            with self._lock:
                self._standing_by += 1
            turn = self._turns.get()
            with self._lock:
                self._standing_by -= 1
            try:
                self._take(turn, shared)
            except Exception:
                self.log.exception("Waiting for requests failed")
                with self._lock:
                    if not turn.ended:
                        turn.ended = True
                        self._give_turn()
            shared.finish()

    def _take(self, turn: _Turn, shared: SharedThread[_Connection]) -> None:
        """Wait for requests and serve them until the turn ends."""
        looked = time.monotonic()
        while (found := self._found(turn, shared)) is not None:
            for number, _ in found:
                if number in self._listeners:
                    self._accept(number)
                elif (connection := self._waiting.get(number)) is not None and self._is_free(connection):
                    connection.busy = True
                    if not self._at_work(turn, partial(shared.serve, connection)):
                        return
            if time.monotonic() - looked >= (0.1 if self._stop_at else 1.0):
                looked = time.monotonic()
                self._close_idle(looked)

    def _found(self, turn: _Turn, shared: SharedThread[_Connection]) -> list[tuple[int, int]] | None:
        """What has come, waited for when all requests are done; None when the turn has ended."""
        seconds = 0.0
        while shared:
            shared.look(self._epoll.fileno(), seconds)
            if not self._at_work(turn, shared.go_on_with_ready):
                return None
            found = self._epoll.poll(0, AT_ONCE)
            if (not found or time.monotonic() >= turn.go_on_at) and not self._at_work(turn, shared.go_on):
                return None
            if found:
                return found
            seconds = READING_SECONDS
        return self._epoll.poll(0.1 if self._stop_at else 1.0, AT_ONCE)

    def _at_work(self, turn: _Turn, work: Callable[[], None]) -> bool:
        """Do some of a turn's work; whether the turn goes on."""
        turn.begin()
        if self._dozing:
            self._dozing = False
            os.write(self.PIPE[1], b".")
        work()
        with self._lock:
            turn.serving = False
            return not turn.ended

    def _others_wait(self, turn: _Turn) -> bool:
        """Whether a request is to let others go first."""
        if turn.ended or not self._epoll.poll(0, 1):
            return False
        turn.go_on_at = time.monotonic() + ASIDE_SECONDS
        return True

    def _is_free(self, connection: _Connection) -> bool:
        """Whether no request of a connection is being served. What else it sends waits until that is done."""
        if connection.busy:
            with self._lock:
                if connection.busy and not connection.parked:
                    self._park(connection)
        return not connection.busy

    def _attend(self, turn: _Turn, connection: _Connection) -> None:
        """Serve what has come on a connection."""
        keep = False
        try:
            keep = self._serve(turn, connection)
        except (_Closed, ConnectionError, BlockingIOError):
            pass  # the client has left, or takes nothing any more
        except Exception:
            self.log.exception("Serving a connection failed")
        if not keep:
            self._close(connection)
            return
        with self._lock:
            connection.until = time.monotonic() + self.cfg.keepalive
            connection.busy = False
            if connection.parked:
                self._unpark(connection)

    def _accept(self, number: int) -> None:
        try:
            made, address = self._listeners[number].accept()
        except OSError:  # another process was faster, or the client has left again
            return
        if self.nr_conns >= self.worker_connections or not self.alive:
            made.close()
            return
        general = TConn(self.cfg, made, address, self._listeners[number].getsockname())
        made.setblocking(True)  # noqa: FBT003 - it has no name
        # Not a timeout of Python's, which would cost a system call more for each read and write.
        for which in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            made.setsockopt(socket.SOL_SOCKET, which, _PATIENCE)
        with self._lock:
            self.nr_conns += 1
            self._unpark(_Connection(made, address, time.monotonic() + self.cfg.keepalive, general))

    # -- one request ---------------------------------------------------------------------------------------------------

    def _serve(self, turn: _Turn, connection: _Connection) -> bool:
        """Serve one request; whether the connection is kept."""
        general = connection.general
        if general.initialized and general.parser.unreader.buf.getvalue():
            return self._serve_general(connection, b"")
        try:
            data = connection.socket.recv(LONGEST, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True  # its number was that of another connection when something was found there
        if not data:
            raise _Closed
        environ = self._plain.read(data)
        if environ is None:
            return self._serve_general(connection, data)
        environ["REMOTE_ADDR"], environ["REMOTE_PORT"] = connection.address[0], str(connection.address[1])
        environ["gunicorn.socket"] = connection.socket
        self.nr += 1
        return self._answer(turn, connection, environ)

    def _serve_general(self, connection: _Connection, data: bytes) -> bool:
        """Serve a request as gunicorn does it, which has read ``data`` of it, and waits for the rest."""
        before_waiting()
        general = connection.general
        general.data_ready = True
        general.init()
        general.parser.unreader.unread(data)
        while self.handle(general):
            if not general.parser.unreader.buf.getvalue():
                return True
        return False

    def _answer(self, turn: _Turn, connection: _Connection, environ: Environ) -> bool:
        answer = Answer()
        close = wants_close(environ)
        parts = self.wsgi(environ, answer.start)
        try:
            length = answer.length
            if length is None and has_body(environ["REQUEST_METHOD"], answer.status):
                self._stream(turn, connection, answer, parts)
                return not close and self.alive
            body = b"".join(parts)
            if has_body(environ["REQUEST_METHOD"], answer.status) and len(body) != length:
                close = True  # the client could not tell where the next answer begins
            close = close or not self.alive
            _send(connection.socket, answer.head(close=close) + body)
            return not close
        finally:
            if hasattr(parts, "close"):
                parts.close()

    def _stream(self, turn: _Turn, connection: _Connection, answer: Answer, parts: Iterable[bytes]) -> None:
        """Send parts as they come. That may take long: another thread waits meanwhile."""
        before_waiting()
        with self._lock:
            self._end_turn(turn)
        connection.socket.sendall(answer.head(close=not self.alive, chunked=True))
        for part in parts:
            if part:
                connection.socket.sendall(chunk(part))
        connection.socket.sendall(chunk(b""))

    # -- connections ---------------------------------------------------------------------------------------------------

    def _park(self, connection: _Connection) -> None:
        connection.parked = True
        self._waiting.pop(connection.socket.fileno(), None)
        self._epoll.unregister(connection.socket.fileno())

    def _unpark(self, connection: _Connection) -> None:
        connection.parked = False
        self._waiting[connection.socket.fileno()] = connection
        self._epoll.register(connection.socket.fileno(), select.EPOLLIN)

    def _close(self, connection: _Connection) -> None:
        """Close a connection of which nobody waits for anything."""
        with self._lock:
            if not connection.parked:
                self._park(connection)
        # What a client still sends would make the kernel throw away an answer that is under way. Where a request was
        # read to its end there is nothing of the kind, and no need to wait for it.
        connection.general.close(graceful=connection.general.initialized)
        with self._lock:
            self.nr_conns -= 1

    def _close_idle(self, now: float) -> None:
        """By the thread that waits."""
        stop_at = self._stop_at
        for connection in list(self._waiting.values()):
            if not connection.busy and (connection.until <= now or (stop_at is not None and stop_at <= now)):
                self._close(connection)


def _send(to: socket.socket, data: bytes) -> None:
    """Send an answer; a client that does not take it at once is waited for."""
    try:
        sent = to.send(data, socket.MSG_DONTWAIT)
    except BlockingIOError:
        sent = 0
    if sent < len(data):
        before_waiting()
        to.sendall(data[sent:])
