"""The stream of a player's account: what happens in all of its matches and tournaments, on its way to one client.

It begins with what is open now, or goes on where the client has been. Several programs may follow one account: each is
told everything.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from gateway.formats.raw_json import Raw, array, compose
from gateway.streams.feed import MOST_WAITING
from gateway.streams.formats import Include, StreamEvent, StreamFormat
from gateway.streams.slots import StreamSlots
from gateway.streams.streams import RECHECK_SECONDS, Clock, EventStream, LongPoll, Wait, loop_time, wait_for
from services.errors import Refusal
from services.identity import Caller
from services.matches.account_events import AccountEventType, is_asked, turn_fields
from services.matches.accounts import NOWHERE, AccountEntry, Accounts, Cursor
from services.matches.event_hub import EventHub, Subscription
from services.matches.event_log import iso_time
from services.matches.match import Match, Seat, SeatStatus
from services.matches.matches import Matches
from services.telemetry import metrics

THREADS: Final = 2
"""So many streams look at once at the views that their clients want."""


@dataclass(frozen=True, slots=True)
class AccountRequest:
    """What a client wants to follow: its account, whoever it is.

    ``since``: the place up to which the client has it, None to begin with what is open. ``include``: what turns
    come with. ``recheck`` and ``address``: as :class:`gateway.streams.feed.StreamRequest` has them.
    """

    caller: Caller
    since: Cursor | None
    include: frozenset[Include]
    recheck: Callable[[], Caller]
    address: str = ""


class AccountFeed:
    """Events on their way to one client. The hub may tell of them from another thread; the rest is for one."""

    def __init__(
        self,
        request: AccountRequest,
        matches: Matches,
        accounts: Accounts,
        api: str,
    ) -> None:
        self.request = request
        self.is_over = False
        """Nothing will follow: the client must resume."""
        self.is_too_slow = False
        """The client did not read."""
        self.must_check = False
        """Each view is read for whoever has the seat by then: the key is all that is checked again."""
        self._matches = matches
        self._accounts = accounts
        self._api = api
        self._wake: Callable[[], None] = lambda: None
        self._told = request.since or Cursor(accounts.now_ms())
        self._known = dict(self._told.places)
        """The last entry of each shard that was read or heard; those that are not told yet are waiting."""
        self._versions: dict[str, int] = {}
        """Of the matches and tournaments that were told as open, with the changes that they had by then."""
        self._ready: list[StreamEvent] = []
        self._waiting: deque[AccountEntry] = deque()
        self._tables: set[str] = set()
        """The matches of its tables of tournaments where it is not noted yet that it is there."""
        self._coming: list[str] = []
        """Those of them where that is noted next."""
        self._lock = threading.Lock()
        self._heard: deque[AccountEntry] = deque()
        self._lost = False
        self._following: Subscription | None = None
        self._is_closed = False

    def begin(self) -> None:
        """Read what there is to tell: what has come since the client's place, or what is open.

        Raises:
            Refusal: ``BUSY``.
        """
        player, since = self.request.caller.player_id, self.request.since
        entries = None if since is None else self._accounts.entries(player, since)
        if entries is None:
            self._tell_open()
        else:
            self._tell(entries)
        self.read_on()

    def follow(self, hub: EventHub) -> None:
        """Follow the account, and read what came meanwhile.

        Raises:
            Refusal: ``BUSY``.
        """
        self._following = hub.follow_account(self.request.caller.player_id, self._hear)
        metrics.stream_opened(self._api)
        known = Cursor(self._accounts.now_ms(), self._known)
        missed = self._accounts.entries(self.request.caller.player_id, known)
        if missed is None:
            self._tell_open()
        else:
            self._tell(missed)
        self.read_on()
        if self._is_closed:  # meanwhile, from another thread
            self.close()

    @property
    def is_behind(self) -> bool:
        """There is something to read or to note (:meth:`read_on`) before more can be told."""
        return bool(self._waiting or self._coming)

    def check(self) -> None:
        """Whether the client may still be told what has come. Blocks.

        Raises:
            Refusal: its key is no longer valid.
        """
        self.request.recheck()
        self._note_presence()

    def wake_by(self, wake: Callable[[], None]) -> None:
        """Call a function whenever there may be something to take, from any thread; at once, too."""
        self._wake = wake
        wake()

    def take(self) -> list[StreamEvent]:
        """The events that have come and were not taken yet."""
        if self._heard or self._lost:
            with self._lock:
                heard, lost = list(self._heard), self._lost
                self._heard.clear()
            self._tell(heard)
            self.is_over = self.is_over or (lost and not self._waiting)
        taken, self._ready = self._ready, []
        return taken

    def read_on(self) -> None:
        """Tell of turns with the views that are wanted of them, and let its tables know that it is there. Blocks."""
        self._tell_waiting(may_read=True)
        self._note_presence()

    def close(self) -> None:
        """Follow no longer. May be called again."""
        self._is_closed = self.is_over = True
        following, self._following = self._following, None
        if following is not None:
            following.end()
            metrics.stream_closed(self._api)

    def _hear(self, told: Sequence[AccountEntry] | None) -> None:
        """From the hub's thread."""
        with self._lock:
            if self._lost:
                return
            if told is None:
                self._lost = True
            elif len(self._heard) + len(told) > MOST_WAITING:
                self._lost = self.is_too_slow = True
                self._heard.clear()
            else:
                self._heard.extend(told)
        self._wake()

    def _tell(self, entries: Sequence[AccountEntry]) -> None:
        """What is new of some entries."""
        for entry in entries:
            if entry.id > self._known.get(entry.shard, NOWHERE):
                self._known[entry.shard] = entry.id
                self._waiting.append(entry)
        self._tell_waiting(may_read=False)

    def _tell_waiting(self, *, may_read: bool) -> None:
        """Tell what waits, in order, up to the first that takes reading."""
        while self._waiting:
            entry = self._waiting[0]
            document, type = entry.event, _type(entry.event)
            is_new = entry.version > self._versions.get(entry.match_id, 0)  # or was told with what is open
            if is_new and self.request.include and type is AccountEventType.YOUR_TURN:
                if not may_read:
                    return
                document = self._with_view(document)
            self._waiting.popleft()
            self._told.places[entry.shard] = entry.id
            if is_new:
                self._told.at_ms = self._accounts.now_ms()
                self._ready.append(_stream_event(type, document, self._told))
                self._sits_down(type, entry)

    def _sits_down(self, type: AccountEventType, entry: AccountEntry) -> None:
        """Whoever is told of its table, and of its match as it goes on, is there. The match may be made later."""
        if type is AccountEventType.YOUR_TABLE:
            match_id: str = json.loads(entry.event)["match"]
            self._tables.add(match_id)
            self._coming.append(match_id)
        elif entry.match_id in self._tables:
            self._coming.append(entry.match_id)

    def _note_presence(self) -> None:
        """Let the matches that keep note of it know that it is there. Blocks."""
        while self._coming:
            match_id = self._coming.pop(0)
            try:
                if self._matches.note_presence(self.request.caller, match_id):
                    self._tables.discard(match_id)
            except Refusal:  # it is tried again with what is told next of the match
                self._tables.add(match_id)

    def _with_view(self, document: bytes) -> bytes:
        """A turn with the view and the legal actions of its decision; without them where it was answered meanwhile."""
        turn: dict[str, Any] = json.loads(document)
        try:
            look = self._matches.view(self.request.caller, turn["match"], turn["seat"])
        except Refusal:  # the client can ask for it
            return document
        if look.decision != turn["decision"] or look.view is None:
            return document
        known = {Include.VIEW: Raw(look.view), Include.LEGAL: Raw(look.legal)}
        wanted = compose({name.value: part for name, part in known.items() if name in self.request.include})
        return document[:-1] + b"," + wanted[1:]

    def _tell_open(self) -> None:
        """What is open now, in place of all that the client knows."""
        player = self.request.caller.player_id
        self._told = self._accounts.last(player)
        self._known = dict(self._told.places)
        self._ready.clear()
        self._waiting.clear()
        self._versions.clear()
        found: list[bytes] = []
        for match, version in self._accounts.matches(player):
            seat = next((seat for seat in match.seats if seat.player_id == player), None)
            if seat is not None:
                self._versions[match.id] = version
                if match.presence is not None and seat.number not in match.presence.come:
                    self._coming.append(match.id)
                found.append(self._open_match(match, seat))
        document = compose(
            {
                "type": AccountEventType.OPEN.value,
                "at": iso_time(self._told.at_ms),
                "matches": Raw(array(found)),
                "tournaments": Raw(array(self._open_tournaments(player))),
            }
        )
        self._ready.append(_stream_event(AccountEventType.OPEN, document, self._told))

    def _open_tournaments(self, player: str) -> list[bytes]:
        found: list[bytes] = []
        for each in self._accounts.tournaments(player):
            self._versions[each.id] = each.version
            found.append(each.about[:-1] + b"," + each.own[1:])
        return found

    def _open_match(self, match: Match, seat: Seat) -> bytes:
        document = compose(
            {
                "match": match.id,
                "ruleset": match.ruleset,
                "seat": seat.number,
                "status": match.status.value,
                "invited": seat.status is SeatStatus.RESERVED,
                **turn_fields(match, seat.number),
            }
        )
        return self._with_view(document) if is_asked(match, seat) and self.request.include else document


class AccountStreams:
    """Opens the streams of accounts. ``slots``: how many there may be, together with those of matches. The rest as
    :class:`gateway.streams.streams.Streams` has it."""

    def __init__(
        self,
        matches: Matches,
        accounts: Accounts,
        hub: EventHub,
        *,
        max_seconds: float,
        slots: StreamSlots,
        recheck_seconds: float = RECHECK_SECONDS,
        clock: Clock = loop_time,
        wait: Wait = wait_for,
    ) -> None:
        self._matches = matches
        self._accounts = accounts
        self._hub = hub
        self._max_seconds = max_seconds
        self._slots = slots
        self._recheck_seconds = recheck_seconds
        self._clock = clock
        self._wait = wait
        self._views = ThreadPoolExecutor(THREADS, "account views")

    def open(self, request: AccountRequest, format: StreamFormat) -> EventStream:
        """A stream; it must be closed. Blocks while the account is read.

        Raises:
            Refusal: as :meth:`StreamSlots.acquire`; ``BUSY``.
        """
        feed, release = self._feed(request)
        return EventStream(
            feed,
            format,
            release,
            read_on=self._read_on(feed),
            seconds=self._max_seconds,
            recheck_seconds=self._recheck_seconds,
            clock=self._clock,
            wait=self._wait,
        )

    def read(self, request: AccountRequest) -> list[StreamEvent]:
        """What there is to tell now. Blocks while the account is read.

        Raises:
            Refusal: ``BUSY``.
        """
        feed = AccountFeed(request, self._matches, self._accounts, "rest")
        feed.begin()
        return feed.take()

    def wait_for_events(
        self, request: AccountRequest, page: Callable[[Sequence[StreamEvent]], bytes], seconds: float
    ) -> LongPoll:
        """A long poll; it must be closed. ``page``: makes the body from the events. Blocks while the account is read.

        Raises:
            Refusal: as :meth:`open`.
        """
        feed, release = self._feed(request)
        read_on = self._read_on(feed)
        return LongPoll(feed, page, release, read_on=read_on, seconds=seconds, clock=self._clock, wait=self._wait)

    def _read_on(self, feed: AccountFeed) -> Callable[[], Awaitable[None]]:
        async def read_on() -> None:
            await asyncio.get_running_loop().run_in_executor(self._views, feed.read_on)

        return read_on

    def _feed(self, request: AccountRequest) -> tuple[AccountFeed, Callable[[], None]]:
        release = self._slots.acquire(request.caller, request.address)
        try:
            return open_account(request, self._matches, self._accounts, self._hub, "rest"), release
        except BaseException:
            release()
            raise


def open_account(request: AccountRequest, matches: Matches, accounts: Accounts, hub: EventHub, api: str) -> AccountFeed:
    """A feed that follows an account; it must be closed. ``api``: of which API, for the metrics.

    Raises:
        Refusal: ``BUSY``.
    """
    feed = AccountFeed(request, matches, accounts, api)
    try:
        feed.begin()
        feed.follow(hub)
    except BaseException:
        feed.close()
        raise
    return feed


def _type(document: bytes) -> AccountEventType:
    return AccountEventType(json.loads(document)["type"])


def _stream_event(type: AccountEventType, document: bytes, cursor: Cursor) -> StreamEvent:
    told = document[:-1] + b',"cursor":"%s"}' % str(cursor).encode()
    return StreamEvent(type, 0, told, str(cursor))
