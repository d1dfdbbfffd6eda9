"""How many calls are open at a time: in all, of each address, with each key."""

import threading
from collections import Counter
from collections.abc import Callable

from services.errors import Reason, Refusal
from services.grpc_serving.work_slots import RETRY


class OpenCalls:
    """Counts calls of one kind. Safe to use from several threads."""

    def __init__(self, *, most: int, of_address: int, of_key: int = 0) -> None:
        """``most``: of all. ``of_address``, ``of_key``: how many of them a client may have; 0: all."""
        self._most = most
        self._limits = {"address": of_address, "key": of_key}
        self._lock = threading.Lock()
        self._open = 0
        self._held: Counter[tuple[str, str]] = Counter()

    def begin(self, *, address: str, key: str = "") -> Callable[[], None]:
        """A function to be called once, when the call has ended. ``key``: as it was sent, which proves nothing yet;
        ``""``: none.

        Raises:
            Refusal: ``RATE_LIMITED``, ``BUSY``.
        """
        holders = [(kind, name) for kind, name in (("address", address), ("key", key)) if name and self._limits[kind]]
        with self._lock:
            for holder in holders:
                if self._held[holder] >= self._limits[holder[0]]:
                    detail = f"Each {holder[0]} may have {self._limits[holder[0]]} such calls open at a time."
                    raise Refusal(Reason.RATE_LIMITED, detail, metadata=RETRY)
            if self._open >= self._most:
                raise Refusal(Reason.BUSY, "Too many calls are open.", metadata=RETRY)
            self._open += 1
            for holder in holders:
                self._held[holder] += 1

        def end() -> None:
            with self._lock:
                self._open -= 1
                for holder in holders:
                    self._held[holder] -= 1
                    if not self._held[holder]:
                        del self._held[holder]

        return end
