"""What waits, in turn between clients: a client with much of it delays its own."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue of each client; the queues take turns. Whoever uses it from several threads locks it."""

    def __init__(self) -> None:
        self._length = 0
        self._queues: dict[str, deque[T]] = {}  # in the order of their turns

    def __len__(self) -> int:
        return self._length

    def add(self, client: str, item: T) -> None:
        """Let something wait, behind all else of its client."""
        self._queues.setdefault(client, deque()).append(item)
        self._length += 1

    def next(self) -> T:
        """Take out whose turn it is. There must be something."""
        client = next(iter(self._queues))
        queue = self._queues.pop(client)
        item = queue.popleft()
        self._length -= 1
        if queue:
            self._queues[client] = queue  # its next turn comes after all others'
        return item

    def make_room(self, client: str) -> T | None:
        """Take out the latest of the client who has most, for something of another; None if nobody has more than this
        client would have then."""
        longest = max(self._queues.values(), key=len, default=None)
        if longest is None or len(longest) <= len(self._queues.get(client, ())) + 1:
            return None
        self._length -= 1
        return longest.pop()
