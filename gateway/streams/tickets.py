"""A long poll for a ticket: its state as soon as it waits no longer.

The account's events wake it when the ticket is paired. What is told nobody, a cancellation or an expiry, it finds by
looking every few seconds, by which the ticket goes on waiting, too.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from gateway.streams.polls import Poll
from gateway.streams.slots import StreamSlots
from services.errors import Refusal
from services.identity import Caller
from services.matches.accounts import AccountEntry
from services.matches.event_hub import EventHub
from services.quick_pairing.ticket import Ticket, TicketState
from services.quick_pairing.tickets import Tickets

LOOK_SECONDS: Final = 5.0
SOON_SECONDS: Final = 0.1
"""Something was told to the account: the ticket's new state may be there in a moment."""
SOON_FOR_SECONDS: Final = 1.0


class TicketWatch:
    """A ticket that is looked at until it waits no longer, or for ``seconds``; it must be closed. Who waits for it
    calls :meth:`look` and waits for as long as that says, again and again. ``recheck``: raises once the key is not
    valid.

    Raises:
        Refusal: ``BUSY``: Redis cannot be reached.
    """

    def __init__(
        self,
        tickets: Tickets,
        hub: EventHub,
        caller: Caller,
        ticket: Ticket,
        seconds: float,
        recheck: Callable[[], object],
    ) -> None:
        self.ticket = ticket
        """As it was when it was last looked at."""
        self._tickets = tickets
        self._caller = caller
        self._recheck = recheck
        self._until = time.monotonic() + seconds
        self._soon_until = 0.0
        self._wake: Callable[[], None] = lambda: None
        self._following = hub.follow_account(caller.player_id, self._hear)

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Whom to tell, from the hub's thread, that it is time to look."""
        self._wake = wake

    def look(self) -> float:
        """Look at the ticket; for how many seconds to wait until the next look, unless woken. 0: this was the last."""
        try:
            self._recheck()
            self.ticket = self._tickets.get(self._caller, self.ticket.id)
        except Refusal:  # the client asks again
            return 0.0
        if self.ticket.state is not TicketState.WAITING:
            return 0.0
        now = time.monotonic()
        return max(0.0, min(SOON_SECONDS if now < self._soon_until else LOOK_SECONDS, self._until - now))

    def close(self) -> None:
        """Follow no longer."""
        self._following.end()

    def _hear(self, _told: Sequence[AccountEntry] | None) -> None:
        self._soon_until = time.monotonic() + SOON_FOR_SECONDS
        self._wake()


class TicketPolls:
    """Opens the long polls. ``slots``: how many there may be, together with streams."""

    def __init__(self, tickets: Tickets, hub: EventHub, *, slots: StreamSlots) -> None:
        self._tickets = tickets
        self._hub = hub
        self._slots = slots

    def open(
        self,
        caller: Caller,
        ticket: Ticket,
        body: Callable[[Ticket], bytes],
        seconds: float,
        recheck: Callable[[], Caller],
        address: str,
    ) -> Poll:
        """A long poll; it must be closed. ``body``: makes the answer. The rest as :class:`TicketWatch` has it.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; as :class:`TicketWatch`.
        """
        release = self._slots.acquire(caller, address)
        try:
            watch = TicketWatch(self._tickets, self._hub, caller, ticket, seconds, recheck)
        except BaseException:
            release()
            raise
        return Poll(watch, lambda: body(watch.ticket), release)
