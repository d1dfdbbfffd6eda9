"""One reader of Redis for all who follow matches in this process.

Every commit leaves a notification in its shard that says what happened and which viewers were shown something. The
reader reads the notifications of all shards, whether anybody follows their matches or not: what that costs depends on
how much happens, and not on how many follow. A line is made once, however many follow its viewer.

Nothing is lost between what a follower has read itself and its first line here, if it begins to follow and then reads:
when :meth:`EventHub.follow` returns, whatever is committed from then on is told. Notifications are numbered; a reader
that finds a gap, having been away for too long, tells its followers that they may have missed something.

All shards are read with one command. A Redis Cluster allows that within one slot only.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import redis.exceptions
import structlog
from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine.ruleset import SPECTATOR
from services.errors import Reason, Refusal
from services.identity.ids import wall_clock_ms
from services.matches import event_log, spectator_delay, stored_log
from services.matches.event_log import LogEntry
from services.matches.model import EventLine
from services.matches.redis_keys import SHARDS, notifications_count_key, notifications_key
from services.matches.store import MatchStore

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
_Notification: TypeAlias = tuple[bytes, dict[bytes, bytes]]

_KEYS: Final = tuple(notifications_key(shard) for shard in range(SHARDS))
_COUNTS: Final = tuple(notifications_count_key(shard) for shard in range(SHARDS))
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
    """What is known of a viewer that is followed. ``held``: lines by revision that may be told at a moment to come."""

    match_id: str
    viewer: int
    delay_ms: int
    listeners: dict[int, Listener] = field(default_factory=dict)
    held: dict[int, tuple[int, EventLine]] = field(default_factory=dict)


class EventHub:
    """Tells followers what happens. Safe to use from several threads. The thread that reads starts with the first
    follower, so that a process may fork before."""

    def __init__(self, redis: Redis, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._redis = redis
        self._store = MatchStore(redis)
        self._now_ms = now_ms
        self._topics: dict[str, dict[int, _Topic]] = {}  # by match and viewer
        self._lock = threading.Lock()
        self._wanted = threading.Condition(self._lock)
        self._reader: threading.Thread | None = None
        self._is_reading = threading.Event()
        self._number = 0
        self._closed = False

    def follow(self, match_id: str, viewer: int, listener: Listener) -> Subscription:
        """Tell ``listener`` what a viewer of a live match is shown from now on. What was shown before, the follower
        reads itself, afterwards. It may be told again what it has.

        Raises:
            Refusal: ``BUSY``: Redis cannot be reached.
        """
        delay_ms = self._delay_ms(match_id) if viewer == SPECTATOR else 0
        with self._lock:
            viewers = self._topics.setdefault(match_id, {})
            topic = viewers.get(viewer)
            is_new = topic is None
            if topic is None:
                topic = viewers[viewer] = _Topic(match_id, viewer, delay_ms)
            self._number += 1
            number = self._number
            topic.listeners[number] = listener
            if self._reader is None:
                self._reader = threading.Thread(target=self._run, name="hub", daemon=True)
                self._reader.start()
            self._wanted.notify_all()
        subscription = Subscription(lambda: self._leave(match_id, viewer, number))
        try:
            if not self._is_reading.wait(START_SECONDS):
                raise Refusal(Reason.BUSY, "The live state cannot be reached.")
            if is_new and delay_ms:
                self._hold_recent(topic)
        except BaseException:
            subscription.end()
            raise
        return subscription

    def followers(self) -> int:
        """How many follow now."""
        with self._lock:
            return sum(len(topic.listeners) for viewers in self._topics.values() for topic in viewers.values())

    def close(self) -> None:
        """Read no more. Followers are told so."""
        with self._lock:
            self._closed = True
            self._wanted.notify_all()
        self._lose()

    # -- followers -----------------------------------------------------------------------------------------------------

    def _leave(self, match_id: str, viewer: int, number: int) -> None:
        with self._lock:
            viewers = self._topics.get(match_id, {})
            topic = viewers.get(viewer)
            if topic is None or topic.listeners.pop(number, None) is None or topic.listeners:
                return
            del viewers[viewer]
            if not viewers:
                del self._topics[match_id]

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
                _hold(topic, entry)

    # -- the reader ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            try:
                with contextlib.closing(self._connect()) as connection:
                    self._read_on(connection)
            except redis.exceptions.RedisError as error:
                _log.warning("hub_lost_redis", error=type(error).__name__, followers=self.followers())
            else:
                if not self._closed:
                    _log.warning("hub_missed_notifications", followers=self.followers())
            # What was committed and then lost by a server that fell over may be committed again under revisions that
            # were read already. Followers resume, and so compare what they have with what there is.
            self._is_reading.clear()
            self._lose()
            time.sleep(PAUSE_SECONDS)

    def _connect(self) -> "Redis":
        """A client with one connection. It does not connect again by itself: that it has lost its connection must be
        noticed."""
        pool = self._redis.connection_pool
        options = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
        return Redis.from_pool(ConnectionPool(pool.connection_class, max_connections=1, **options))

    def _read_on(self, connection: "Redis") -> None:
        """Read until something was missed, or the hub is closed."""
        command: Callable[..., Any] = connection.execute_command
        read: dict[str, int] = {}
        while True:
            with self._lock:
                if not self._topics:
                    self._is_reading.clear()
                    while not self._topics and not self._closed:
                        self._wanted.wait()
                if self._closed:
                    return
            if not self._is_reading.is_set():
                read = dict(zip(_KEYS, self._counts(command), strict=True))
                self._is_reading.set()
            ids = [f"{number}-0" for number in read.values()]
            found = command("XREAD", "COUNT", BATCH, "BLOCK", self._block_ms(), "STREAMS", *read, *ids) or []
            for key, page in found:
                first, last = _number(page[0]), _number(page[-1])
                if first != read[key.decode()] + 1:
                    return
                read[key.decode()] = last
                for notification in page:
                    self._take(notification[1])
            self._tell_what_is_due()
            if found:
                time.sleep(GATHER_SECONDS)
            elif any(now < before for now, before in zip(self._counts(command), read.values(), strict=True)):
                return  # another server has taken over, and knows of less

    @staticmethod
    def _counts(command: "Callable[..., Any]") -> list[int]:
        return [int(count or 0) for count in command("MGET", *_COUNTS)]

    def _block_ms(self) -> int:
        """How long to wait for something new: not beyond the moment when something may be told."""
        with self._lock:
            dues = [topic.held[min(topic.held)][0] for topic in self._all_topics() if topic.held]
        return min([BLOCK_MS, *(max(1, due - self._now_ms()) for due in dues)])

    def _take(self, notification: Mapping[bytes, bytes]) -> None:
        """Tell of something, or hold it back."""
        match_id = notification[b"match"].decode()
        if match_id not in self._topics:
            return
        (entry,) = stored_log.entries_of_page(notification[b"page"])
        shown = set(map(int, notification[b"viewers"].split()))
        with self._lock:  # who begins to follow now reads what was committed before
            topics = [topic for viewer, topic in self._topics.get(match_id, {}).items() if viewer in shown]
            told = [(topic, list(topic.listeners.values())) for topic in topics if not topic.delay_ms]
            for topic in topics:
                if topic.delay_ms:
                    _hold(topic, entry)
        for topic, listeners in told:
            line = event_log.line(entry, topic.viewer)
            for listener in listeners:
                listener([line])

    def _tell_what_is_due(self) -> None:
        now_ms = self._now_ms()
        told: list[tuple[list[Listener], list[EventLine]]] = []
        with self._lock:
            for topic in self._all_topics():
                due = sorted(revision for revision, (due_ms, _) in topic.held.items() if due_ms <= now_ms)
                if due:
                    told.append((list(topic.listeners.values()), [topic.held.pop(revision)[1] for revision in due]))
        for listeners, lines in told:
            for listener in listeners:
                listener(lines)

    def _all_topics(self) -> list[_Topic]:
        return [topic for viewers in self._topics.values() for topic in viewers.values()]

    def _lose(self) -> None:
        """Nobody is followed any more."""
        with self._lock:
            listeners = [listener for topic in self._all_topics() for listener in topic.listeners.values()]
            self._topics.clear()
        for listener in listeners:
            listener(None)


def _hold(topic: _Topic, entry: LogEntry) -> None:
    line = event_log.line(entry, topic.viewer)
    topic.held[line.revision] = (entry.at_ms + topic.delay_ms, line)


def _number(notification: _Notification) -> int:
    return int(notification[0].partition(b"-")[0])
