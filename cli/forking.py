"""Forks the platform's processes from one that has imported what they need.

Imports are most of what a process costs to start, and most of its memory. A forked process has them at once, and shares
the memory until it writes to it. Only a process without threads may be forked: a lock that another thread holds would
stay locked in the child. gRPC's core has threads as soon as there is a channel or a server, so the parent makes none.
"""

import atexit
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from cli.signals import STOPPING

_TASKS: Final = Path("/proc/self/task")


class Forked:
    """A child process, as its parent sees it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code, below 0 the number of the signal that ended it; None: it lives."""
        if self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if pid else None
        return self._code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def fork(title: str, live: Callable[[], object], anew: Callable[[], object] | None = None) -> Forked:
    """Start a child that calls ``live`` and ends as a program that does so, the leader of a session of its own.

    ``title``: what ``ps`` shows of it. ``anew``: does the same by another program in the child's place, and is called
    instead if this process has threads. Signals act in the child as in a program that has just started.

    Raises:
        RuntimeError: this process has threads, and there is no ``anew``.
    """
    threads = max(threading.active_count(), _kernel_threads())
    if threads > 1:
        if anew is None:
            raise RuntimeError(f"a process with {threads} threads cannot be forked safely")
        live = anew
    sys.stdout.flush()
    sys.stderr.flush()
    # A signal that comes before the child has its own handlers waits for them.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    try:
        pid = os.fork()
        if pid == 0:
            _live(title, live, mask)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return Forked(pid)


def share_memory() -> None:
    """Keep what exists now from being copied for children: the garbage collector would write to all of it."""
    gc.collect()
    gc.freeze()


def _kernel_threads() -> int:
    """Threads that Python does not know, too, where the system tells."""
    return len(list(_TASKS.iterdir())) if _TASKS.exists() else 1


def _live(title: str, live: Callable[[], object], mask: set[int | signal.Signals]) -> NoReturn:
    # Whatever happens, the child must not go on with what its parent was about.
    code = 1
    try:
        os.setsid()
        _forget_handlers()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _show(title)
        code = _exit_code(live)
        threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as the end of a program does
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _forget_handlers() -> None:
    signal.set_wakeup_fd(-1)
    for number in (*STOPPING, signal.SIGCHLD):
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)


def _show(title: str) -> None:
    if sys.platform == "linux":  # elsewhere it is no safe thing to do after a fork
        from setproctitle import setproctitle

        setproctitle(title)


def _exit_code(live: Callable[[], object]) -> int:
    try:
        live()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0
