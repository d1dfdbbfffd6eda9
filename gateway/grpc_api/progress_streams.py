"""Streams of what changes over a long time, a series or a tournament, as gRPC's threads send them: its progress, and
what is told of it in pieces."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

import grpc

from gateway.grpc_api.calls import Call
from gateway.streams.progress import POLL_SECONDS, THREADS, Changing
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS
from services.errors import Reason, Refusal
from services.identity import Caller

SEND_SECONDS: Final = 30.0
"""A client that takes longer to read a message is cut off, and can resume."""

_SWEEP_SECONDS: Final = 1.0

T = TypeVar("T", bound=Changing)
M = TypeVar("M")


class SlowReaders:
    """Ends the calls of clients that do not read what they are sent. Safe to use from several threads.

    ``seconds``: how long they may take over a message, and up to a second more. ``clock``: time, for tests.
    """

    def __init__(self, seconds: float = SEND_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._sending: dict[grpc.ServicerContext, float] = {}
        self._is_sweeping = False

    @contextmanager
    def sending(self, context: grpc.ServicerContext) -> Iterator[None]:
        """While a message of a call is sent."""
        with self._lock:
            self._sending[context] = self._clock()
            starts, self._is_sweeping = not self._is_sweeping, True
        if starts:
            self._sweep_later()
        try:
            yield
        finally:
            with self._lock:
                self._sending.pop(context, None)

    def end_slow(self) -> None:
        """End the calls whose time is over."""
        until = self._clock() - self._seconds
        with self._lock:
            slow = [context for context, began in self._sending.items() if began <= until]
            for context in slow:
                del self._sending[context]
        for context in slow:
            context.cancel()

    def _sweep_later(self) -> None:
        timer = threading.Timer(_SWEEP_SECONDS, self._sweep)
        timer.daemon = True
        timer.start()

    def _sweep(self) -> None:
        self.end_slow()
        with self._lock:
            self._is_sweeping = goes_on = bool(self._sending)
        if goes_on:
            self._sweep_later()


class ProgressStreams(Generic[T]):
    """The streams of one kind. ``get``: reads one by its id, for a caller; raises ``NOT_FOUND``. ``recheck``: who makes
    a call, as of now. ``max_seconds``: how long a stream lasts at most. ``slots``: how many there may be, together with
    those of matches. ``recheck_seconds``: after how long a key is checked again.

    No hub tells of it: it is read again each second, by few streams at a time, so that many are told a little later
    instead of asking the database more.
    """

    def __init__(
        self,
        get: Callable[[Caller, str], T],
        recheck: Callable[[Call], Caller],
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
    ) -> None:
        self._get = get
        self._recheck = recheck
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._slow = SlowReaders()
        self._reading = threading.BoundedSemaphore(THREADS)
        self._making = threading.BoundedSemaphore(THREADS)
        self._lock = threading.Lock()
        self._open: set[threading.Event] = set()
        self._is_stopping = False

    def end_all(self) -> None:
        """Send no more from now on: the server is stopping, and clients resume elsewhere."""
        with self._lock:
            self._is_stopping = True
            for ended in self._open:
                ended.set()

    def follow(self, id: str, since: int | None, call: Call) -> Iterator[T]:
        """Something by its id, at once unless its revision is ``since``, and each time that it has changed: up to its
        end, or that of the stream's time or of the server.

        Raises:
            Refusal: ``NOT_FOUND``; as :meth:`StreamSlots.acquire`; whenever the key is no longer valid.
        """
        with self._opened(call) as ended:
            checked = time.monotonic()
            ends, known = checked + self._max_seconds, since
            while True:
                if time.monotonic() - checked >= self._recheck_seconds:
                    self._recheck(call)
                    checked = time.monotonic()
                with self._reading:
                    found = self._get(call.caller, id)
                if found.revision != known or found.is_ended:
                    with self._slow.sending(call.context):
                        yield found
                    known = found.revision
                left = ends - time.monotonic()
                if found.is_ended or left <= 0 or ended.wait(min(POLL_SECONDS, left)):
                    return

    def send(self, messages: Iterator[M], call: Call) -> Iterator[M]:
        """All messages, each made when the client has taken the one before.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; ``BUSY``: the stream's time or the server has come to its end.
        """
        with self._opened(call) as ended:
            ends = time.monotonic() + self._max_seconds
            while True:
                with self._making:
                    message = next(messages, None)
                if message is None:
                    return
                if ended.is_set() or time.monotonic() >= ends:  # nobody is to take a part for the whole
                    raise Refusal(Reason.BUSY, "The stream was ended before it was through: go on from where it is.")
                with self._slow.sending(call.context):
                    yield message

    @contextmanager
    def _opened(self, call: Call) -> Iterator[threading.Event]:
        """An open stream. The event is set when it is to end: the server stops, or nobody listens any more."""
        release = self._slots.acquire(call.caller, call.incoming.address)
        ended = threading.Event()
        with self._lock:
            self._open.add(ended)
            is_over = self._is_stopping
        try:
            if is_over or not call.context.add_callback(ended.set):
                ended.set()
            yield ended
        finally:
            with self._lock:
                self._open.discard(ended)
            release()
