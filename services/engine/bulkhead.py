"""Bulkheads: a slow engine holds up its own matches and no others.

A service may be anybody's program, and slow without ever being so slow that the circuit breaker opens. Those who call
it wait, so only a share of a process's threads, or of a worker's processes, may wait for one engine; the next caller is
refused at once and asks again later. The engines that this installation does not bring itself share a part of their
own.
"""

import fcntl
import os
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

from services.errors import Reason, Refusal

PATIENCE_SECONDS: Final = 1.0
"""How long the calls to one of our own engines may have lasted for the next one to wait for them. Calls take a
hundredth of that."""
FOREIGN_PATIENCE_SECONDS: Final = 0.25
"""The same for somebody else's engine."""
_POLL_SECONDS: Final = 0.02
_TIME: Final = struct.Struct("=d")
_MOST_SLOTS: Final = 1_024
"""Of one engine, in the file of a :class:`ProcessBulkhead`."""


class Bulkhead:
    """At most ``limit`` calls at a time. Safe to use from several threads.

    A call that finds all slots taken waits for one as long as the oldest call is younger than ``patience_seconds``: so
    a quick engine is used by many in turn, and for a slow one nobody waits. ``within``: a bulkhead that several share.
    """

    def __init__(
        self,
        limit: int,
        *,
        patience_seconds: float,
        within: "Bulkhead | None" = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limit = limit
        self._patience = patience_seconds
        self._within = within
        self._clock = clock
        self._freed = threading.Condition()
        self._begun: list[float] = []  # when each call that is under way began, oldest first

    @contextmanager
    def slot(self) -> Iterator[None]:
        """A slot for one call.

        Raises:
            Refusal: ``BUSY``: there is none.
        """
        began = self._take()
        try:
            with self._within.slot() if self._within is not None else nullcontext():
                yield
        finally:
            with self._freed:
                self._begun.remove(began)
                self._freed.notify()

    @property
    def is_full(self) -> bool:
        """Whether the next call would wait or be refused."""
        return len(self._begun) >= self._limit or (self._within is not None and self._within.is_full)

    def _take(self) -> float:
        asked = self._clock()
        with self._freed:
            while len(self._begun) >= self._limit:
                left = min(asked, self._begun[0]) + self._patience - self._clock()
                if left <= 0:
                    raise Refusal(Reason.BUSY, "The ruleset's service is slow: too many calls wait for it.")
                self._freed.wait(left)
            began = self._clock()
            self._begun.append(began)
            return began


class ProcessBulkhead:
    """At most so many of a worker's processes at a time are busy with one engine of ``rulesets``.

    Made before the processes are forked: they share a file without a name and lock bytes of it, one a slot. The kernel
    frees the locks of a process that dies. The file has the time at which each slot was taken last: as with threads,
    who finds none waits only as long as the oldest is younger than ``patience_seconds``.
    """

    def __init__(
        self,
        rulesets: Collection[str],
        *,
        limit: int,
        limit_of_all: int,
        patience_seconds: float = FOREIGN_PATIENCE_SECONDS,
    ) -> None:
        """``limit``: for each of the engines; ``limit_of_all``: for all of them together."""
        self._numbers = {ruleset: number for number, ruleset in enumerate(sorted(rulesets), start=1)}
        self._limit = limit
        self._limit_of_all = limit_of_all
        self._patience = patience_seconds
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process lives

    @contextmanager
    def slot(self, ruleset: str) -> Iterator[None]:
        """A slot for work with the engine of a ruleset; for one that is not limited there always is.

        Raises:
            Refusal: ``BUSY``: there is none.
        """
        number = self._numbers.get(ruleset)
        if number is None:
            yield
            return
        asked = time.monotonic()
        with self._locked(number, self._limit, asked), self._locked(0, self._limit_of_all, asked):
            yield

    @contextmanager
    def _locked(self, number: int, limit: int, asked: float) -> Iterator[None]:
        slots = range(number * _MOST_SLOTS, number * _MOST_SLOTS + limit)
        while (taken := next((slot for slot in slots if self._lock(slot)), None)) is None:
            if time.monotonic() >= min(asked, *map(self._since, slots)) + self._patience:
                raise Refusal(Reason.BUSY, "The ruleset's service is slow: too many processes wait for it.")
            time.sleep(_POLL_SECONDS)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, taken)

    def _lock(self, slot: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, slot)
        except OSError:  # EAGAIN or EACCES: another process has it
            return False
        os.pwrite(self._file.fileno(), _TIME.pack(time.monotonic()), slot * _TIME.size)
        return True

    def _since(self, slot: int) -> float:
        """When a slot was taken, by the clock that all processes of a machine share."""
        written = os.pread(self._file.fileno(), _TIME.size, slot * _TIME.size)
        if len(written) < _TIME.size:  # it was taken this very moment
            return time.monotonic()
        since: float = _TIME.unpack(written)[0]
        return since


def share(whole: int, numerator: int, denominator: int) -> int:
    """A fraction of threads or processes, rounded down; 1 at least."""
    return max(1, whole * numerator // denominator)
