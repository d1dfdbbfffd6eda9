"""How many connections a process keeps, whom it refuses another, and which it gives up first."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from services.errors import Reason, Refusal
from services.rate_limits.client_ip import DIRECT, ClientAddresses, client_addresses
from services.settings import GatewaySettings

RESERVED_FILES: Final = 512
"""Open files that are left for Redis, the database, engines, and connections that are being refused."""

MOST_REFUSED: Final = 256
"""So many connections at a time are told why they are refused; more are closed without a word."""

UNFINISHED_SECONDS: Final = 2.0
"""A request that has not come to its end after this long, or an answer that its client has stopped reading for this
long, may be given up for another connection."""

MOST_UNREAD_BYTES: Final = 134_217_728
"""Of answers, in all, that their clients do not read."""


class Activity(Enum):
    """What a connection is doing."""

    IDLE = "waiting for a request"
    RECEIVING = "a request has begun and not come to its end"
    ANSWERING = "a request is being worked on, or a stream is open"


class Connection(Protocol):
    """A connection, as the limits see it."""

    def close(self) -> None:
        """Close the connection, in an orderly way unless its client does not read."""

    def give_up(self) -> None:
        """Refuse the request that is being received."""

    def abort(self) -> None:
        """Break the connection off."""


@dataclass(slots=True, eq=False)
class _Client:
    """An address and its connections; those that are ``idle``, ``receiving`` a request, or have ``unread`` answers in
    the order in which they came to be so. ``size``: how many there are; 0 for a trusted proxy, which has many clients'
    connections."""

    address: str
    is_proxy: bool
    size: int = 0
    idle: "dict[Connection, None]" = field(default_factory=dict)
    receiving: "dict[Connection, float]" = field(default_factory=dict)
    unread: "dict[Connection, float]" = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Held:
    client: _Client
    activity: Activity = Activity.IDLE
    unread: int = 0


class ConnectionLimits:
    """The connections of one process. For its event loop alone.

    When it is full, one is given up for a new one: of the address that has most connections, the one that has been idle
    longest, or the request that has taken longest to arrive, or the answer that has been unread longest. An address
    that has more than all of whom something could be given up is refused instead.
    """

    def __init__(
        self,
        most: int,
        *,
        most_of_address: int = 0,
        addresses: ClientAddresses = DIRECT,
        most_unread_bytes: int = MOST_UNREAD_BYTES,
    ) -> None:
        """``most``: connections in all. ``most_of_address``: of one client address, 0: as many as it likes; those of
        trusted proxies are many clients' and not limited. ``addresses``: tell clients apart."""
        self._most = most
        self._most_of_address = most_of_address
        self._addresses = addresses
        self._most_unread_bytes = most_unread_bytes
        self._held: dict[Connection, _Held] = {}
        self._clients: dict[str, _Client] = {}
        self._refused: dict[Connection, None] = {}
        self._unread: dict[Connection, None] = {}
        self._unread_bytes = 0

    def admit(self, connection: Connection, peer: str, now: float) -> Refusal | None:
        """Count a new connection, which is idle; or why it is refused. ``peer``: its address, ``""`` if it has none."""
        is_proxy = not peer or self._addresses.is_proxy(peer)  # which others of its network are not
        address = peer if is_proxy else self._addresses.client_of(peer, "")
        client = self._clients.get(address) or _Client(address, is_proxy)
        if self._most_of_address and client.size >= self._most_of_address:
            detail = f"An address may have {self._most_of_address} connections at a time."
            return self._refusal(connection, Refusal(Reason.RATE_LIMITED, detail))
        if len(self._held) >= self._most and not self._make_room(client, now):
            return self._refusal(connection, Refusal(Reason.BUSY, "Too many connections are open."))
        self._held[connection] = _Held(client)
        self._clients[address] = client
        client.size += not client.is_proxy
        client.idle[connection] = None
        return None

    def release(self, connection: Connection) -> None:
        """A connection is closed, or will be at once. May be called again."""
        self._refused.pop(connection, None)
        held = self._held.pop(connection, None)
        if held is None:
            return
        client = held.client
        client.idle.pop(connection, None)
        client.receiving.pop(connection, None)
        client.size -= not client.is_proxy
        if not client.size and not client.is_proxy:
            del self._clients[client.address]
        self._forget_unread(connection, held)

    def note(self, connection: Connection, activity: Activity, now: Callable[[], float]) -> None:
        """What a connection is doing from now on."""
        held = self._held.get(connection)
        if held is None or held.activity is activity:
            return
        client = held.client
        if held.activity is Activity.IDLE:
            client.idle.pop(connection, None)
        elif held.activity is Activity.RECEIVING:
            client.receiving.pop(connection, None)
        held.activity = activity
        if activity is Activity.IDLE:
            client.idle[connection] = None
        elif activity is Activity.RECEIVING:
            client.receiving[connection] = now()

    def note_unread(self, connection: Connection, size: int, now: float) -> None:
        """So many bytes wait for a connection's client to read; 0: it has caught up. Beyond the limit for all together
        the client that has been behind longest is cut off."""
        held = self._held.get(connection)
        if held is None:
            return
        self._unread_bytes += size - held.unread
        held.unread = size
        if not size:
            self._forget_unread(connection, held)
            return
        self._unread.setdefault(connection)
        held.client.unread.setdefault(connection, now)
        while self._unread_bytes > self._most_unread_bytes:
            slowest = next(iter(self._unread))
            self._forget_unread(slowest, self._held[slowest])
            slowest.abort()

    def _make_room(self, newcomer: _Client, now: float) -> bool:
        """Whether a connection could be given up."""
        latest = now - UNFINISHED_SECONDS
        yielding = [
            each
            for each in self._clients.values()
            if each.idle or _oldest(each.receiving) <= latest or _oldest(each.unread) <= latest
        ]
        largest = max(yielding, key=lambda client: client.size, default=None)
        if largest is None or largest.size < newcomer.size:
            return False
        if largest.idle:
            given_up = next(iter(largest.idle))
            self.release(given_up)
            given_up.close()
        elif _oldest(largest.receiving) <= latest:
            given_up = next(iter(largest.receiving))
            self.release(given_up)
            self._tell(given_up)
            given_up.give_up()
        else:
            given_up = next(iter(largest.unread))
            self.release(given_up)
            given_up.abort()
        return True

    def _refusal(self, connection: Connection, refusal: Refusal) -> Refusal:
        self._tell(connection)
        return refusal

    def _tell(self, connection: Connection) -> None:
        """Keep a refused connection until it has been told why."""
        self._refused[connection] = None
        if len(self._refused) > MOST_REFUSED:
            oldest = next(iter(self._refused))
            del self._refused[oldest]
            oldest.close()

    def _forget_unread(self, connection: Connection, held: _Held) -> None:
        self._unread_bytes -= held.unread
        held.unread = 0
        self._unread.pop(connection, None)
        held.client.unread.pop(connection, None)


def _oldest(moments: dict[Connection, float]) -> float:
    return next(iter(moments.values()), math.inf)


def connection_limits(settings: GatewaySettings, open_files: int) -> ConnectionLimits:
    """The limits that the settings ask for, in a process that may open so many files."""
    room = max(open_files - RESERVED_FILES, open_files // 2)
    return ConnectionLimits(
        min(settings.connections, room),
        most_of_address=settings.address_connections,
        addresses=client_addresses(settings),
    )
