"""One reader of Redis for all who follow matches, or players' accounts, in this process.

Every commit leaves a notification in its shard that says what happened, which viewers were shown something, and what
it puts into players' accounts. The reader reads the notifications of all shards, whether anybody follows their matches
or not: what that costs depends on how much happens, and not on how many follow. A line is made once, however many
follow its viewer.

Nothing is lost between what a follower has read itself and its first line here, if it begins to follow and then reads:
when :meth:`EventHub.follow` returns, whatever is committed from then on is told. Each notification names the one before
it. A reader that finds another one there has been away for too long, or reads a server that has taken over and knows of
other things: it tells the shard's followers that they may have missed something.

One server is asked for all shards with one command. A Redis Cluster allows that within one slot only: there each shard
has a reader of its own.
"""

import contextlib
import heapq
import json
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import redis.exceptions
import structlog
from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.matches import event_log, spectator_delay, stored_log
from services.matches.accounts import AccountEntry, entry_id
from services.matches.event_log import MatchLogEntry
from services.matches.match import EventLine
from services.matches.redis_keys import SHARDS, notifications_key, shard_of
from services.matches.store import MatchStore
from services.platform_time import platform_ms
from services.redis_clients.connections import CHECK_SECONDS, check_role
from services.redis_clients.slots import is_cluster, together
from services.telemetry.causes import cause_of

BLOCK_MS: Final = 1_000
"""The longest wait in one reading: shorter than any client's own time limit for an answer."""
BATCH: Final = 200
PAUSE_SECONDS: Final = 0.5
"""After a failure, before Redis is asked again."""
GATHER_SECONDS: Final = 0.005
"""Between two readings: what comes meanwhile is read together."""
START_SECONDS: Final = 5.0
"""How long a follower waits for the reader at most."""

Listener: TypeAlias = "Callable[[Sequence[EventLine] | None], None]"
"""Is given a viewer's next lines, in order; None: nothing will follow, since lines may have been missed. Must neither
wait nor raise."""
AccountListener: TypeAlias = "Callable[[Sequence[AccountEntry] | None], None]"
"""Is given the next entries of a player's account, those of one shard in order; None: nothing will follow, as some may
have been missed. Must neither wait nor raise."""
_Notification: TypeAlias = tuple[bytes, dict[bytes, bytes]]

_NONE: Final = b"0-0"
_log = structlog.get_logger(__name__)


class Subscription:
    """One follower."""

    __slots__ = ("_leave",)

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave

    def end(self) -> None:
        """Follow no longer. May be called again."""
        self._leave()


@dataclass(slots=True, eq=False)
class _Topic:
    """What is known of a viewer that is followed. ``held``: the revisions whose lines wait for their moment."""

    match_id: str
    viewer: int
    delay_ms: int
    listeners: dict[int, Listener] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)


@dataclass(slots=True, order=True)
class _Held:
    """A line that may be told at a moment to come. Those of one topic come in the order of their revisions: times of a
    match never run backwards."""

    due_ms: int
    revision: int
    topic: _Topic = field(compare=False)
    line: EventLine = field(compare=False)


class EventHub:
    """Tells followers what happens. Safe to use from several threads. Threads that read start with the first follower
    of theirs, so that a process may fork before."""

    def __init__(self, redis: Redis, *, now_ms: Callable[[], int] = platform_ms) -> None:
        shards = {notifications_key(shard): shard for shard in range(SHARDS)}
        self._readers = [_Reader(redis, [shards[key] for key in keys], now_ms) for keys in together(redis, shards)]
        self._of_shard = {shard: reader for reader in self._readers for shard in reader.shards}

    def follow(self, match_id: str, viewer: int, listener: Listener) -> Subscription:
        """Tell ``listener`` what a viewer of a live match is shown from now on. What was shown before, the follower
        reads itself, afterwards. It may be told again what it has.

        Raises:
            Refusal: ``BUSY``: Redis cannot be reached.
        """
        return self._of_shard[shard_of(match_id)].follow(match_id, viewer, listener)

    def follow_account(self, player_id: str, listener: AccountListener) -> Subscription:
        """Tell ``listener`` what comes into a player's account from now on. What came before, the follower reads
        itself, afterwards. It may be told again what it has.

        Raises:
            Refusal: ``BUSY``: Redis cannot be reached.
        """
        with contextlib.ExitStack() as following:
            for reader in self._readers:
                following.callback(reader.follow_account(player_id, listener).end)
            return Subscription(following.pop_all().close)

    def followers(self) -> int:
        """How many follow now."""
        return sum(reader.followers() for reader in self._readers) + self._readers[0].account_followers()

    def close(self) -> None:
        """Read no more. Followers are told so."""
        for reader in self._readers:
            reader.close()


class _Reader:
    """What the hub does for some shards, which one command reads. Its methods are the hub's."""

    def __init__(self, redis: Redis, shards: Sequence[int], now_ms: Callable[[], int]) -> None:
        self.shards = shards
        self._keys = {notifications_key(shard).encode(): shard for shard in shards}
        self._redis = redis
        self._store = MatchStore(redis)
        self._now_ms = now_ms
        self._topics: dict[str, dict[int, _Topic]] = {}  # by match and viewer
        self._accounts: dict[str, dict[int, AccountListener]] = {}  # by player
        self._held: list[_Held] = []  # a heap
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._reader: threading.Thread | None = None
        self._is_reading = False
        self._number = 0
        self._closed = False

    def follow(self, match_id: str, viewer: int, listener: Listener) -> Subscription:
        delay_ms = self._delay_ms(match_id) if viewer == SPECTATOR else 0
        with self._lock:
            topic = self._topics.setdefault(match_id, {}).setdefault(viewer, _Topic(match_id, viewer, delay_ms))
            number = self._next_number()
            topic.listeners[number] = listener
            subscription = Subscription(lambda: self._leave(topic, number))
            is_told = self._wait_for_reader(topic.listeners, number)
        try:
            if not is_told:
                raise Refusal(Reason.BUSY, "The live state cannot be reached.")
            if delay_ms:
                self._hold_recent(topic)
        except BaseException:
            subscription.end()
            raise
        return subscription

    def follow_account(self, player_id: str, listener: AccountListener) -> Subscription:
        with self._lock:
            listeners = self._accounts.setdefault(player_id, {})
            number = self._next_number()
            listeners[number] = listener
            is_told = self._wait_for_reader(listeners, number)
        subscription = Subscription(lambda: self._leave_account(player_id, number))
        if not is_told:
            subscription.end()
            raise Refusal(Reason.BUSY, "The live state cannot be reached.")
        return subscription

    def followers(self) -> int:
        with self._lock:
            return sum(len(topic.listeners) for topic in self._all_topics())

    def account_followers(self) -> int:
        with self._lock:
            return sum(map(len, self._accounts.values()))

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._changed.notify_all()
        self._lose()

    # -- followers -----------------------------------------------------------------------------------------------------

    def _next_number(self) -> int:
        self._number += 1
        return self._number

    def _wait_for_reader(self, listeners: Mapping[int, object], number: int) -> bool:
        """Have the reader read, whom the lock's holder waits for; whether it reads and tells this listener."""
        if self._reader is None:
            self._reader = threading.Thread(target=self._run, name="hub", daemon=True)
            self._reader.start()
        self._changed.notify_all()
        self._changed.wait_for(lambda: self._is_reading or number not in listeners, START_SECONDS)
        return self._is_reading and number in listeners

    def _leave_account(self, player_id: str, number: int) -> None:
        with self._lock:
            listeners = self._accounts.get(player_id, {})
            if listeners.pop(number, None) is not None and not listeners:
                del self._accounts[player_id]

    def _leave(self, topic: _Topic, number: int) -> None:
        with self._lock:
            if topic.listeners.pop(number, None) is None or topic.listeners:
                return
            viewers = self._topics[topic.match_id]
            del viewers[topic.viewer]
            if not viewers:
                del self._topics[topic.match_id]

    def _delay_ms(self, match_id: str) -> int:
        match = self._store.match(match_id)
        return 0 if match is None else spectator_delay.delay_ms(match)

    def _hold_recent(self, topic: _Topic) -> None:
        """Hold back what has happened and may not be told yet."""
        match = self._store.match(topic.match_id)
        if match is None:
            return
        shown = self._store.delayed(match, self._now_ms() - topic.delay_ms).match.revision(SPECTATOR)
        found = self._store.events(topic.match_id, SPECTATOR, shown, match.revision(SPECTATOR) - shown)
        with self._lock:
            for entry in () if found is None else found[1]:
                self._hold(topic, entry)

    # -- the reader ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._is_wanted():
            try:
                with self._connect() as connection:
                    self._read_on(connection)
            except redis.exceptions.RedisError as error:
                _log.warning("hub_lost_redis", error=cause_of(error), followers=self.followers())
            except Exception as error:  # a notification that cannot be read: nobody must wait for ever for what it told
                at = traceback.extract_tb(error.__traceback__)[-1]
                _log.error("hub_failed", error=cause_of(error), at=f"{at.name}:{at.lineno}")
            else:
                continue
            # What was committed and then lost by a server that fell over may be committed again under revisions that
            # were read already. Followers resume, and so compare what they have with what there is.
            self._lose()
            time.sleep(PAUSE_SECONDS)

    def _is_wanted(self) -> bool:
        """Wait for a follower; False: the hub is closed."""
        with self._lock:
            self._changed.wait_for(lambda: self._topics or self._accounts or self._closed)
            return not self._closed

    def _connect(self) -> AbstractContextManager["Redis"]:
        """A client with one connection. It does not connect again by itself: that it has lost its connection must be
        noticed. On a cluster the client of all, which goes with a shard to wherever it moves."""
        if is_cluster(self._redis):
            return contextlib.nullcontext(self._redis)
        pool = self._redis.connection_pool
        options = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
        return contextlib.closing(Redis.from_pool(ConnectionPool(pool.connection_class, max_connections=1, **options)))

    def _read_on(self, connection: "Redis") -> None:
        """Read until nobody follows."""
        command: Callable[..., Any] = connection.execute_command
        read = dict(zip(self._keys, self._last_ids(connection), strict=True))
        checked_at = time.monotonic()
        with self._lock:
            self._is_reading = True
            self._changed.notify_all()
        while True:
            with self._lock:
                if self._closed or not (self._topics or self._accounts):
                    self._is_reading = False
                    return
                block_ms = self._block_ms()
            found = command("XREAD", "COUNT", BATCH, "BLOCK", block_ms, "STREAMS", *read, *read.values()) or []
            for key, page in found:
                for id, notification in page:
                    if notification[b"after"] != read[key]:
                        self._lose_shard(key)
                    read[key] = id
                    self._take(notification)
                    self._take_accounts(self._keys[key], notification)
            self._tell_what_is_due()
            if time.monotonic() - checked_at >= CHECK_SECONDS:
                if not is_cluster(connection):  # whose servers give nothing away but what is theirs
                    check_role(connection)
                checked_at = time.monotonic()
                for key, last in zip(self._keys, self._last_ids(connection), strict=True):
                    if _moment(last) < _moment(read[key]):  # another server has taken over, and knows of less
                        self._lose_shard(key)
                        read[key] = last
            elif found:
                time.sleep(GATHER_SECONDS)

    def _block_ms(self) -> int:
        """How long to wait for something new: not beyond the moment when something may be told."""
        if not self._held:
            return BLOCK_MS
        return min(BLOCK_MS, max(1, self._held[0].due_ms - self._now_ms()))

    def _take(self, notification: Mapping[bytes, bytes]) -> None:
        """Tell of something, or hold it back."""
        match_id = notification[b"match"].decode()
        if match_id not in self._topics or not notification[b"page"]:
            return
        (entry,) = stored_log.entries_of_page(notification[b"page"])
        shown = set(map(int, notification[b"viewers"].split()))
        with self._lock:  # who begins to follow now reads what was committed before
            topics = [topic for viewer, topic in self._topics.get(match_id, {}).items() if viewer in shown]
            told = [(topic, list(topic.listeners.values())) for topic in topics if not topic.delay_ms]
            for topic in topics:
                if topic.delay_ms:
                    self._hold(topic, entry)
        for topic, listeners in told:
            line = event_log.line(entry, topic.viewer)
            for listener in listeners:
                listener([line])

    def _take_accounts(self, shard: int, notification: Mapping[bytes, bytes]) -> None:
        """Tell of what came into accounts."""
        told = notification.get(b"accounts")  # none from a release that knew no accounts
        if not self._accounts or not told:
            return
        version, match_id = int(notification[b"version"]), notification[b"match"].decode()
        for player_id, id, after, event in json.loads(told):
            with self._lock:
                listeners = list(self._accounts.get(player_id, {}).values())
            for listener in listeners:
                listener([AccountEntry(shard, entry_id(id), entry_id(after), version, match_id, event.encode())])

    def _hold(self, topic: _Topic, entry: MatchLogEntry) -> None:
        line = event_log.line(entry, topic.viewer, topic.delay_ms)
        if line.revision not in topic.held:
            topic.held.add(line.revision)
            heapq.heappush(self._held, _Held(line.due_ms, line.revision, topic, line))

    def _tell_what_is_due(self) -> None:
        now_ms = self._now_ms()
        told: list[tuple[list[Listener], EventLine]] = []
        with self._lock:
            while self._held and self._held[0].due_ms <= now_ms:
                held = heapq.heappop(self._held)
                held.topic.held.remove(held.revision)
                told.append((list(held.topic.listeners.values()), held.line))
        for listeners, line in told:
            for listener in listeners:
                listener([line])

    def _all_topics(self) -> list[_Topic]:
        return [topic for viewers in self._topics.values() for topic in viewers.values()]

    def _lose(self) -> None:
        """Nobody is followed any more."""
        with self._lock:
            self._is_reading = False
            lost = self._forget(self._all_topics())
            accounts = self._forget_accounts()
        self._tell_lost(lost, accounts)

    def _lose_shard(self, key: bytes) -> None:
        """No match of a shard is followed any more."""
        shard = self._keys[key]
        with self._lock:
            lost = self._forget([topic for topic in self._all_topics() if shard_of(topic.match_id) == shard])
            accounts = self._forget_accounts()  # which are in all shards
        _log.warning("hub_missed_notifications", shard=shard, followers=len(lost) + len(accounts))
        self._tell_lost(lost, accounts)

    @staticmethod
    def _tell_lost(lost: Sequence[Listener], accounts: Sequence[AccountListener]) -> None:
        for listener in lost:
            listener(None)
        for of_account in accounts:
            of_account(None)

    def _forget_accounts(self) -> list[AccountListener]:
        """Who was to be told of accounts."""
        lost = [listener for listeners in self._accounts.values() for listener in listeners.values()]
        for listeners in self._accounts.values():
            listeners.clear()
        self._accounts.clear()
        self._changed.notify_all()
        return lost

    def _forget(self, topics: Sequence[_Topic]) -> list[Listener]:
        """Who was to be told of some topics."""
        lost = [listener for topic in topics for listener in topic.listeners.values()]
        for topic in topics:
            topic.listeners.clear()
            viewers = self._topics[topic.match_id]
            del viewers[topic.viewer]
            if not viewers:
                del self._topics[topic.match_id]
        self._changed.notify_all()
        return lost

    def _last_ids(self, connection: "Redis") -> list[bytes]:
        """The id of each shard's last notification."""
        with connection.pipeline(transaction=False) as pipe:
            for key in self._keys:
                pipe.xrevrange(key, count=1)
            found: list[list[_Notification]] = pipe.execute()
        return [page[0][0] if page else _NONE for page in found]


def _moment(id: bytes) -> tuple[int, ...]:
    """By what ids are compared."""
    return tuple(map(int, id.split(b"-")))
