"""One instance per process, made when it is first asked for."""

import os
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class PerProcess(Generic[T]):
    """Makes a thing once in each process: sockets and channels that cross a fork are read by two processes."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: tuple[int, T] | None = None
        self._lock = threading.Lock()

    def __call__(self) -> T:
        """This process's instance."""
        made = self._made
        if made is not None and made[0] == os.getpid():
            return made[1]
        with self._lock:
            if self._made is None or self._made[0] != os.getpid():
                self._made = (os.getpid(), self._make())
            return self._made[1]
