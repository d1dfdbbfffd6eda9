"""Bodies that are made while they are sent."""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final

from gateway.streams.slots import StreamSlots
from gateway.streams.streams import OpenStream
from services.identity import Caller

THREADS: Final = 2
"""So many threads make what is downloaded."""

Pieces = Generator[bytes, None, None]


class Downloads:
    """Opens downloads. ``slots``: how many there may be, together with streams."""

    def __init__(self, *, slots: StreamSlots) -> None:
        self._slots = slots
        self._makers = ThreadPoolExecutor(THREADS, "download")

    def open(self, pieces: Pieces, caller: Caller, address: str) -> "Download":
        """A body that is made a piece at a time; it must be closed.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`.
        """
        return Download(pieces, self._makers, self._slots.acquire(caller, address))


class Download(OpenStream):
    """A body whose pieces are made in a thread, as fast as the client takes them. One that cannot be sent to its end
    breaks the connection off: nobody is to take a part for the whole."""

    def __init__(self, pieces: Pieces, threads: ThreadPoolExecutor, release: Callable[[], None]) -> None:
        super().__init__(release)
        self._pieces = pieces
        self._threads = threads
        self._next: Future[bytes | None] | None = None

    async def chunks(self) -> AsyncIterator[bytes]:
        while True:
            self._next = self._threads.submit(next, self._pieces, None)
            piece = await asyncio.wrap_future(self._next)
            if piece is None:
                return
            if self._has_ended:
                self.when_too_slow()
                return
            yield piece

    def close(self) -> None:
        """Make no more of it, and release the slot."""
        try:
            if self._next is not None:
                wait([self._next])
            self._pieces.close()
        finally:
            super().close()
