"""How many streams and waiting long polls a process serves at a time."""

import threading
from collections.abc import Callable


class StreamSlots:
    """A limited number of slots; each open stream and each waiting long poll holds one."""

    def __init__(self, number: int) -> None:
        self._free = threading.BoundedSemaphore(number)

    def acquire(self) -> Callable[[], None] | None:
        """A function that releases the slot, which may be called more than once; None if all slots are taken."""
        if not self._free.acquire(blocking=False):
            return None
        held = threading.Semaphore(1)

        def release() -> None:
            if held.acquire(blocking=False):
                self._free.release()

        return release
