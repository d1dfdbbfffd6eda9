"""Watches of matches and accounts as gRPC's threads send them, and waits for tickets and searches: who iterates waits
for the events."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Final

import grpc

from gateway.streams.accounts import AccountFeed, AccountRequest, open_account
from gateway.streams.feed import Feed, StreamRequest
from gateway.streams.formats import StreamEvent
from gateway.streams.polls import Poll
from gateway.streams.situations import Situations
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS, open_feed
from services.identity import Caller
from services.matches.accounts import Accounts
from services.matches.event_hub import EventHub
from services.matches.matches import Matches

OPENING: Final = 16
"""So many watches read at once what has been before they began. After a restart all clients come back in one moment:
the others wait for their turn. Were all to read at once, Redis would seem to be gone to some of them."""


class Watches:
    """The watches of matches and of accounts, and the waits for what is looked at. ``max_seconds``: how long a watch
    lasts at most. ``slots``: how many watches and waits there may be. ``recheck_seconds``: after how long a watch's key
    is checked again.
    """

    def __init__(
        self,
        matches: Matches,
        accounts: Accounts,
        hub: EventHub,
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
    ) -> None:
        self._matches = matches
        self._accounts = accounts
        self._hub = hub
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._situations = Situations(matches)
        self._opening = threading.BoundedSemaphore(OPENING)
        self._lock = threading.Lock()
        self._open: set[threading.Event] = set()
        self._is_stopping = False

    def end_all(self) -> None:
        """Send what has come and no more, from now on: the server is stopping, and clients resume elsewhere."""
        with self._lock:
            self._is_stopping = True
            for woken in self._open:
                woken.set()

    def watch(
        self, request: StreamRequest, caller: Caller, api: str, context: grpc.ServicerContext
    ) -> Iterator[StreamEvent]:
        """The events as they come, up to the end of the match, of the watch's time or of the server. ``api``: for the
        metrics. ``context``: of the call; one that does not read its events is cancelled.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; as :meth:`Feed.begin`; as :meth:`Feed.check`.
        """

        def open() -> tuple[Feed, Callable[[], list[StreamEvent]]]:
            feed = open_feed(request, caller, self._matches, self._hub, api)
            return feed, lambda: feed.fill(feed.take(), self._situations, caller)

        return self._followed(open, request, caller, context)

    def watch_account(self, request: AccountRequest, api: str, context: grpc.ServicerContext) -> Iterator[StreamEvent]:
        """What happens in the caller's matches, up to the end of the watch's time or of the server; as :meth:`watch`.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; ``BUSY``; whenever the key is no longer valid.
        """

        def open() -> tuple[AccountFeed, Callable[[], list[StreamEvent]]]:
            feed = open_account(request, self._matches, self._accounts, self._hub, api)

            def take() -> list[StreamEvent]:
                events = feed.take()
                if feed.is_behind:
                    feed.read_on()
                    events += feed.take()
                return events

            return feed, take

        return self._followed(open, request, request.caller, context)

    def later(self, poll: Poll, context: grpc.ServicerContext) -> Callable[[], bytes]:
        """A function that waits for the answer of a long poll, or until the call or the server ends; it must be
        called."""

        def wait() -> bytes:
            with closing(poll), self._waking() as woken:
                context.add_callback(woken.set)
                return poll.answer(woken, lambda: self._is_stopping or not context.is_active())

        return wait

    @contextmanager
    def _waking(self) -> Iterator[threading.Event]:
        """The event by which :meth:`end_all` wakes who waits."""
        woken = threading.Event()
        with self._lock:
            self._open.add(woken)
        try:
            yield woken
        finally:
            with self._lock:
                self._open.discard(woken)

    def _followed(
        self,
        open: Callable[[], tuple[Feed | AccountFeed, Callable[[], list[StreamEvent]]]],
        request: StreamRequest | AccountRequest,
        caller: Caller,
        context: grpc.ServicerContext,
    ) -> Iterator[StreamEvent]:
        """What a feed tells. ``open``: opens it, and gives what takes from it."""
        with ExitStack() as held:
            held.callback(self._slots.acquire(caller, request.address))
            woken = held.enter_context(self._waking())
            with self._opening:
                if not context.is_active():
                    return
                feed, take = open()
            try:

                def wake() -> None:
                    woken.set()
                    if feed.is_too_slow:
                        context.cancel()

                feed.wake_by(wake)
                context.add_callback(woken.set)
                checked = time.monotonic()
                ends = checked + self._max_seconds
                while True:
                    woken.clear()
                    events = take()
                    now = time.monotonic()
                    if events and (feed.must_check or now - checked >= self._recheck_seconds):
                        feed.check()
                        checked = now
                    yield from events
                    if feed.is_over or self._is_stopping or now >= ends or not context.is_active():
                        return
                    if not events:
                        woken.wait(ends - now)
            finally:
                feed.close()
