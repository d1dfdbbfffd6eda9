"""One reader of Redis for all who follow matches in this process.

Whoever follows a match as some viewer is told each line once that viewer was shown after it began to follow. However
many follow, a line is read and made once, and Redis sees one connection that waits.

Nothing is lost between what a follower has read itself and its first line here: a viewer's lines are read from the
revision on that the first of its followers had, never from "now"; a later follower learns how far its viewer has been
told, and reads what it lacks.

All followed matches are read with one command. A Redis Cluster allows that within one slot only.
"""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import redis.exceptions
import structlog
from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.engine.ruleset import SPECTATOR
from services.identity.ids import wall_clock_ms
from services.matches import event_log, spectator_delay
from services.matches.match_record import PUBLIC_FIELDS, read_match
from services.matches.model import EventLine
from services.matches.redis_keys import events_key, log_key, match_key

BLOCK_MS: Final = 1_000
"""The longest wait in one reading: shorter than any client's own time limit for an answer."""
BATCH: Final = 200
PAUSE_SECONDS: Final = 0.5
"""After a failure, before Redis is asked again."""

_WAKE_TRIES: Final = 50
_WAKE_SECONDS: Final = 0.002

Viewer: TypeAlias = tuple[str, int]
"""A match and one of its viewers."""
Listener: TypeAlias = "Callable[[Sequence[EventLine] | None], None]"
"""Is given a viewer's next lines, in order; None: nothing will follow, since lines may have been missed. Must neither
wait nor raise."""
_Pointers: TypeAlias = list[tuple[int, bytes]]
"""What a viewer was shown: revisions, and the log entry of each."""

_log = structlog.get_logger(__name__)


class Subscription:
    """One follower. ``told``: the last revision that the viewer's earlier followers were told before this one came; it
    reads for itself what it lacks up to there."""

    __slots__ = ("_leave", "told")

    def __init__(self, told: int, leave: Callable[[], None]) -> None:
        self.told = told
        self._leave = leave

    def end(self) -> None:
        """Follow no longer. May be called again."""
        self._leave()


@dataclass(slots=True, eq=False)
class _Topic:
    """What is known of a viewer that is followed. ``read``: the last revision that was read; ``told``: that its
    followers were told. ``held``: lines that may be told at a moment to come."""

    match_id: str
    viewer: int
    delay_ms: int
    read: int
    told: int
    listeners: dict[int, Listener] = field(default_factory=dict)
    held: deque[tuple[int, EventLine]] = field(default_factory=deque)


class EventHub:
    """Tells followers what happens. Safe to use from several threads. The thread that reads starts with the first
    follower, so that a process may fork before."""

    def __init__(self, redis: Redis, *, now_ms: Callable[[], int] = wall_clock_ms) -> None:
        self._redis = redis
        self._command: Callable[..., Any] = redis.execute_command
        self._now_ms = now_ms
        self._topics: dict[Viewer, _Topic] = {}
        self._lock = threading.Lock()
        self._wanted = threading.Condition(self._lock)
        self._reader: threading.Thread | None = None
        self._reader_id: int | None = None
        self._number = 0
        self._generation = 0  # of what is to be read
        self._being_read = 0  # the generation that the reader works with
        self._closed = False

    def follow(self, match_id: str, viewer: int, since: int, listener: Listener) -> Subscription:
        """Tell ``listener`` what a viewer of a live match is shown from now on; ``since`` is the last revision that it
        has. It may be told again what it has."""
        of = (match_id, viewer)
        delay_ms = self._delay_ms(match_id, viewer) if of not in self._topics else 0
        with self._lock:
            topic = self._topics.get(of)
            is_new = topic is None
            if topic is None:
                topic = self._topics[of] = _Topic(match_id, viewer, delay_ms, since, since)
                self._generation += 1
                self._start()
            self._number += 1
            number, generation = self._number, self._generation
            topic.listeners[number] = listener
            told = topic.told
        if is_new:
            self._wake(generation)
        return Subscription(told, lambda: self._leave(of, number))

    def followers(self) -> int:
        """How many follow now."""
        with self._lock:
            return sum(len(topic.listeners) for topic in self._topics.values())

    def close(self) -> None:
        """Read no more. Followers are told so."""
        with self._lock:
            self._closed = True
            self._wanted.notify_all()
        self._lose()

    # -- followers -----------------------------------------------------------------------------------------------------

    def _leave(self, of: Viewer, number: int) -> None:
        with self._lock:
            topic = self._topics.get(of)
            if topic is None or topic.listeners.pop(number, None) is None:
                return
            if not topic.listeners:  # the reader notices when it reads the next time; until then it reads in vain
                del self._topics[of]
                self._generation += 1

    def _delay_ms(self, match_id: str, viewer: int) -> int:
        if viewer != SPECTATOR:
            return 0
        match = read_match(self._command("HMGET", match_key(match_id), *PUBLIC_FIELDS))
        return 0 if match is None else spectator_delay.delay_ms(match)

    def _start(self) -> None:
        if self._reader is None:
            self._reader = threading.Thread(target=self._run, name="hub", daemon=True)
            self._reader.start()
        self._wanted.notify_all()

    def _wake(self, generation: int) -> None:
        """See to it that the reader reads for a new follower, too: it may wait for the others."""
        for _ in range(_WAKE_TRIES):
            reader = self._reader_id
            if self._being_read >= generation:
                return
            if reader is None or not self._command("CLIENT UNBLOCK", reader):
                time.sleep(_WAKE_SECONDS)  # it is between two readings
        # It reads anew within a second in any case.

    # -- the reader ----------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                with contextlib.closing(self._connect()) as connection:
                    self._read_on(connection)
                    return
            except redis.exceptions.RedisError as error:
                _log.warning("hub_lost_redis", error=type(error).__name__, followers=self.followers())
            # What was committed and then lost by a server that fell over may be committed again under revisions that
            # were read already. Followers resume, and so compare what they have with what there is.
            self._reader_id = None
            self._lose()
            time.sleep(PAUSE_SECONDS)
            if self._closed:
                return

    def _connect(self) -> "Redis":
        """A client with one connection, which others can wake by its id. It does not connect again by itself: that it
        has lost its connection must be noticed."""
        pool = self._redis.connection_pool
        options = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
        own = ConnectionPool(pool.connection_class, max_connections=1, **options)
        connection = Redis.from_pool(own)
        number: Any = connection.client_id()
        self._reader_id = int(number)
        return connection

    def _read_on(self, connection: "Redis") -> None:
        command: Callable[..., Any] = connection.execute_command
        while True:
            with self._lock:
                while not self._topics and not self._closed:
                    self._wanted.wait()
                if self._closed:
                    return
                topics = {events_key(*of).encode(): topic for of, topic in self._topics.items()}
                block_ms = self._block_ms(topics.values())
                self._being_read = self._generation
            ids = [f"{topic.read}-0" for topic in topics.values()]
            found = command("XREAD", "COUNT", BATCH, "BLOCK", block_ms, "STREAMS", *topics, *ids)
            self._take(connection, {topics[key]: _pointers(page) for key, page in _pages(found)})
            self._tell_what_is_due(topics.values())

    def _block_ms(self, topics: Iterable[_Topic]) -> int:
        """How long to wait for something new: not beyond the moment when something may be told."""
        dues = [topic.held[0][0] for topic in topics if topic.held]
        return min([BLOCK_MS, *(max(1, due - self._now_ms()) for due in dues)])

    def _take(self, connection: "Redis", found: "Mapping[_Topic, _Pointers]") -> None:
        """Read the log entries that were found, and tell of them, or hold them back."""
        wanted = {(topic.match_id, entry): None for topic, pointers in found.items() for _, entry in pointers}
        with connection.pipeline(transaction=False) as pipe:
            for match_id, entry in wanted:
                pipe.xrange(log_key(match_id), entry, entry)
            pages = pipe.execute() if wanted else []
        entries = {of: event_log.decode(page[0][1][b"entry"]) for of, page in zip(wanted, pages, strict=True) if page}
        for topic, pointers in found.items():
            ids = [(topic.match_id, entry) for _, entry in pointers]
            shown = [entries[of] for of in ids if of in entries]
            topic.read = pointers[-1][0]
            if not topic.delay_ms:
                self._tell(topic, [event_log.line(entry, topic.viewer) for entry in shown])
                continue
            for told in shown:
                last = topic.held[-1][0] if topic.held else 0
                held = event_log.line(told, topic.viewer, topic.delay_ms)
                topic.held.append((max(last, held.due_ms), held))

    def _tell_what_is_due(self, topics: Iterable[_Topic]) -> None:
        now_ms = self._now_ms()
        for topic in topics:
            due: list[EventLine] = []
            while topic.held and topic.held[0][0] <= now_ms:
                due.append(topic.held.popleft()[1])
            if due:
                self._tell(topic, due)

    def _tell(self, topic: _Topic, lines: Sequence[EventLine]) -> None:
        if not lines:
            return
        with self._lock:  # who begins to follow now is either told these lines or learns that they were told
            topic.told = lines[-1].revision
            listeners = list(topic.listeners.values())
        for listener in listeners:
            listener(lines)

    def _lose(self) -> None:
        """Nobody is followed any more."""
        with self._lock:
            listeners = [listener for topic in self._topics.values() for listener in topic.listeners.values()]
            self._topics.clear()
            self._generation += 1
        for listener in listeners:
            listener(None)


def _pages(found: Any) -> "Iterable[tuple[bytes, list[tuple[bytes, dict[bytes, bytes]]]]]":  # noqa: ANN401 - Redis's
    return found or []


def _pointers(page: "Sequence[tuple[bytes, dict[bytes, bytes]]]") -> _Pointers:
    return [(int(id.partition(b"-")[0]), fields[b"entry"]) for id, fields in page]
