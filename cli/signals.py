"""Signals as something to wait for."""

import os
import select
import signal
from collections.abc import Iterable
from types import FrameType

STOPPING = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
"""The signals that ask a process to stop: Ctrl-C, a supervisor's word, a closed terminal."""


class SignalWatch:
    """Collects signals for a main thread that waits for them together with other things.

    Python runs handlers only between two steps of the main thread; a wait in the kernel would not notice. So every
    signal also writes a byte into a pipe that the wait watches.
    """

    def __init__(self, signals: Iterable[signal.Signals]) -> None:
        self._seen: set[signal.Signals] = set()
        self._readable, self._writable = os.pipe()
        os.set_blocking(self._readable, False)
        os.set_blocking(self._writable, False)
        signal.set_wakeup_fd(self._writable, warn_on_full_buffer=False)
        for number in signals:
            # Who is started with nohup is to live on when its terminal closes.
            if number is not signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._note)

    def wait(self, seconds: float | None, others: Iterable[int] = ()) -> list[int]:
        """Sleep until a signal comes, one of the ``others`` (file descriptors) can be read, or the time is over.

        Returns:
            Those of ``others`` that can be read.
        """
        ready, _, _ = select.select([self._readable, *others], [], [], seconds)
        if self._readable in ready:
            ready.remove(self._readable)
            self._drain()
        return ready

    def ignore_from_now(self) -> None:
        """All is stopped and the process is about to end: asking once more must not change how it ends. (While Python
        shuts down it takes its handlers away, and what is not ignored then kills.)"""
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)

    def close(self) -> None:
        """Watch no more, in a process that was forked from one that does."""
        os.close(self._readable)
        os.close(self._writable)

    @property
    def stop_asked(self) -> bool:
        """Whether a signal that asks to stop has come."""
        return not self._seen.isdisjoint(STOPPING)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._seen.add(signal.Signals(number))

    def _drain(self) -> None:
        try:
            while os.read(self._readable, 512):
                pass
        except BlockingIOError:
            return
