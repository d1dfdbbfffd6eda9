"""Long polls for something that is looked at again and again until it has come about."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from gateway.streams.streams import OpenStream, wait_for


class Watch(Protocol):
    """What is waited for. Who waits calls :meth:`look` and waits for as long as that says, again and again."""

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Whom to tell, from any thread, that it is time to look."""
        ...

    def look(self) -> float:
        """Look; for how many seconds to wait until the next look, unless woken. 0: this was the last."""
        ...

    def close(self) -> None:
        """Wait no longer."""
        ...


class Poll(OpenStream):
    """One answer, when there is nothing more to wait for. ``body``: makes it."""

    def __init__(self, watch: Watch, body: Callable[[], bytes], release: Callable[[], None]) -> None:
        super().__init__(release)
        self._watch = watch
        self._body = body

    def close(self) -> None:
        """Wait no longer and release the slot."""
        self._watch.close()
        super().close()

    def answer(self, woken: threading.Event, is_over: Callable[[], bool]) -> bytes:
        """The answer, for a thread that waits for it. ``woken``: wakes it. ``is_over``: whether nobody wants it."""
        self._watch.wake_by(woken.set)
        while (pause := self._watch.look()) and not is_over():
            woken.wait(pause)
            woken.clear()
        return self._body()

    async def chunks(self) -> AsyncIterator[bytes]:
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake_from_thread() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(woken.set)

        self._wake = woken.set
        self._watch.wake_by(wake_from_thread)
        while (pause := await asyncio.to_thread(self._watch.look)) and not self._has_ended:
            await wait_for(woken, pause)
            woken.clear()
        yield self._body()
