"""A long poll for a ticket: its state as soon as it waits no longer.

The account's events wake it when the ticket is paired. What is told nobody, a cancellation or an expiry, it finds by
looking every few seconds, by which the ticket goes on waiting, too.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from gateway.streams.slots import StreamSlots
from gateway.streams.streams import Clock, OpenStream, Wait, loop_time, wait_for
from services.errors import Refusal
from services.identity import Caller
from services.matches.accounts import AccountEntry
from services.matches.event_hub import EventHub, Subscription
from services.quick_pairing.model import Ticket, TicketState
from services.quick_pairing.tickets import Tickets

LOOK_SECONDS: Final = 5.0
SOON_SECONDS: Final = 0.1
"""Something was told to the account: the ticket's new state may be there in a moment."""
SOON_LOOKS: Final = 10


class TicketPolls:
    """Opens the long polls. ``slots``: how many there may be, together with streams."""

    def __init__(
        self,
        tickets: Tickets,
        hub: EventHub,
        *,
        slots: StreamSlots,
        clock: Clock = loop_time,
        wait: Wait = wait_for,
    ) -> None:
        self._tickets = tickets
        self._hub = hub
        self._slots = slots
        self._clock = clock
        self._wait = wait

    def open(
        self,
        caller: Caller,
        ticket: Ticket,
        body: Callable[[Ticket], bytes],
        seconds: float,
        recheck: Callable[[], Caller],
        address: str,
    ) -> "TicketPoll":
        """A long poll; it must be closed. ``body``: makes the answer. ``recheck``: raises once the key is not valid.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`.
        """
        release = self._slots.acquire(player=caller.player_id, address=address)

        def read() -> Ticket:
            recheck()
            return self._tickets.get(caller, ticket.id)

        poll = TicketPoll(read, ticket, body, release, seconds=seconds, clock=self._clock, wait=self._wait)
        try:
            poll.following = self._hub.follow_account(caller.player_id, poll.hear)
        except BaseException:
            poll.close()
            raise
        return poll


class TicketPoll(OpenStream):
    """One answer: the ticket when it waits no longer, or when the time has passed."""

    def __init__(
        self,
        read: Callable[[], Ticket],
        ticket: Ticket,
        body: Callable[[Ticket], bytes],
        release: Callable[[], None],
        *,
        seconds: float,
        clock: Clock,
        wait: Wait,
    ) -> None:
        super().__init__(release)
        self.following: Subscription | None = None
        self._read = read
        self._ticket = ticket
        self._body = body
        self._seconds = seconds
        self._clock = clock
        self._wait = wait
        self._looks_soon = 0
        self._heard: Callable[[], None] = lambda: None

    def hear(self, told: Sequence[AccountEntry] | None) -> None:
        """Something was told to the account. From the hub's thread."""
        self._heard()

    def close(self) -> None:
        """Follow no longer and release the slot."""
        following, self.following = self.following, None
        if following is not None:
            following.end()
        super().close()

    async def chunks(self) -> AsyncIterator[bytes]:
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            self._looks_soon = SOON_LOOKS
            woken.set()

        def wake_from_thread() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(wake)

        self._wake, self._heard = woken.set, wake_from_thread
        until = self._clock() + self._seconds
        while True:
            try:
                self._ticket = await asyncio.to_thread(self._read)
            except Refusal:  # the client asks again
                break
            left = until - self._clock()
            if self._ticket.state is not TicketState.WAITING or left <= 0 or self._has_ended:
                break
            pause = SOON_SECONDS if self._looks_soon > 0 else LOOK_SECONDS
            self._looks_soon -= 1
            await self._wait(woken, min(pause, left))
            woken.clear()
        yield self._body(self._ticket)
