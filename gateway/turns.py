"""What a request may ask of the thread that serves it."""

import threading

from services.shared_flights import Leave, PutOff

_here = threading.local()


def put_off(leave: Leave) -> bool:
    """For who is about to wait in the middle of a request and does so better in company: see to the requests that have
    come meanwhile, and call ``leave`` after them. False where there are none, or where no worker has said how
    (:mod:`gateway.worker`)."""
    how: PutOff | None = getattr(_here, "put_off", None)
    return how is not None and how(leave)


def put_off_by(how: PutOff) -> None:
    """How requests that this thread serves from now on are put off."""
    _here.put_off = how
