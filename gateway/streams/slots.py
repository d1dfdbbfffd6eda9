"""How many streams and waiting long polls a process serves at a time: in all, of each person, of each address."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Final

from services.errors import Reason, Refusal
from services.identity import Caller

STREAMS_OF_GUEST: Final = 2
"""So many of a guest count for nobody else: those of its account and of a match, so that no other guest of its address
can keep it from following its match."""


class StreamSlots:
    """Each open stream and each waiting long poll holds a slot. Safe to use from several threads."""

    def __init__(self, number: int, *, of_player: int = 0, of_address: int = 0) -> None:
        """``number``: of slots. ``of_player``, ``of_address``: how many of them one may hold; 0: all."""
        self._free = number
        self._of_player = of_player
        self._of_address = of_address
        self._held: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def acquire(self, caller: Caller, address: str = "") -> Callable[[], None]:
        """A function that releases the slot, which may be called more than once. Counted is the person behind the
        caller, whatever its player and key. Guests of one address have together what an address has, and as much again
        for the first of each, which count for nobody else. ``address``: of the client, as
        :mod:`services.rate_limits.client_ip` has it; ``""``: not counted.

        Raises:
            Refusal: ``TOO_MANY_STREAMS``: the person or the address holds as many as it may; ``BUSY``: all are taken.
        """
        of_all = ("address", self._of_address) if caller.is_guest else ("player", self._of_player)
        holders = [(of_all[0], caller.person, of_all[1]), ("address", address, self._of_address)]
        limited = [(kind, name, most) for kind, name, most in holders if name and most]
        with self._lock:
            own = [("guest", caller.account, STREAMS_OF_GUEST)] if caller.is_guest else []
            if own and self._of_address:
                own.append(("first of guests", caller.person, self._of_address))
            if own and all(self._held[kind, name] < most for kind, name, most in own):
                limited = own
            for kind, name, most in limited:
                if self._held[kind, name] >= most:
                    detail = f"Each {kind} may have {most} streams and waiting polls open at a time."
                    raise Refusal(Reason.TOO_MANY_STREAMS, detail)
            if not self._free:
                raise Refusal(Reason.BUSY, "Too many streams are open.")
            self._free -= 1
            counted = [(kind, name) for kind, name, _ in limited]
            self._held.update(counted)
        return self._releaser(counted)

    def _releaser(self, counted: list[tuple[str, str]]) -> Callable[[], None]:
        held = threading.Semaphore(1)

        def release() -> None:
            if not held.acquire(blocking=False):
                return
            with self._lock:
                self._free += 1
                self._held.subtract(counted)
                for holder in counted:
                    if not self._held[holder]:
                        del self._held[holder]

        return release
