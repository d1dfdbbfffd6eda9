"""What a request may tell the thread that serves it."""

import threading
from collections.abc import Callable

_here = threading.local()


def hand_over() -> None:
    """For who is about to wait in the middle of a request: see to the requests that have come meanwhile. Does nothing
    where no worker has said how (:mod:`gateway.worker`)."""
    now: Callable[[], None] | None = getattr(_here, "hand_over", None)
    if now is not None:
        now()


def handed_over_by(now: Callable[[], None]) -> None:
    """How requests that this thread serves from now on are handed over."""
    _here.hand_over = now
