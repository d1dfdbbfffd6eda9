"""The socket between the supervisor and a child, which tells each when the other is there, ready, or gone.

The child's standard input is its end of the socket. The child writes one line when it is ready, and one for each
process that it finds to be needed. When the supervisor ends, however it ends, the child reads end-of-file and stops
itself: a supervisor that was killed leaves nothing behind that holds a port or a file.
"""

import os
import signal
import socket
import threading
import time
from typing import Final

READY: Final = b"ready\n"
NEEDED: Final = b"needed "
"""Followed by the name of a process, and a line feed."""
_STOP_SECONDS: Final = 90.0


class ParentWatch:
    """The child's end."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    @classmethod
    def start(cls) -> "ParentWatch":
        """Take over standard input and watch it from a thread: at its end this process gets SIGTERM, and SIGKILL if
        it has not stopped long after.

        Raises:
            OSError: standard input is not a socket.
        """
        end = socket.socket(fileno=os.dup(0))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        watch = cls(end)
        threading.Thread(target=watch._watch, name="parent watch", daemon=True).start()
        return watch

    def ready(self) -> None:
        """Tell the supervisor that this process does its work now. Never blocks, never raises."""
        self._say(READY)

    def need(self, name: str) -> None:
        """Tell the supervisor that there is work for a process which it starts on demand. As above."""
        self._say(NEEDED + name.encode() + b"\n")

    def _say(self, line: bytes) -> None:
        try:
            self._end.send(line, socket.MSG_DONTWAIT)
        except OSError:
            return  # the supervisor is gone; the watching thread deals with it

    def _watch(self) -> None:
        try:
            while self._end.recv(64):
                pass
        except OSError:
            pass  # a reset is an end too
        # To the main thread and not just to the process: a signal that another thread takes does not wake the main
        # thread from a wait in the kernel.
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        time.sleep(_STOP_SECONDS)
        os.kill(os.getpid(), signal.SIGKILL)
