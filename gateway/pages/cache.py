"""What was made a moment ago and may be asked for again: bounded by weight, and made by one thread at a time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """The values that were used last, as many as weigh no more than ``capacity`` together. Safe to share by threads.

    A value that weighs more than all may is made for each who asks, and not kept. ``weight``: of a value, always the
    same.
    """

    def __init__(self, capacity: int, weight: Callable[[V], int]) -> None:
        self._capacity = capacity
        self._weight = weight
        self._kept: OrderedDict[K, V] = OrderedDict()  # the one used last at the end
        self._weighs = 0
        self._lock = threading.Lock()
        self._making: dict[K, tuple[threading.Lock, int]] = {}  # with how many hold or want each lock

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; ``make`` is called if it is not there. Others who want the same meanwhile wait for it.
        What ``make`` raises is raised here, and nothing is kept."""
        found = self._find(key)
        if found is not None:
            return found
        with self._one_at_a_time(key):
            found = self._find(key)
            if found is None:
                found = make()
                self._keep(key, found)
            return found

    def _find(self, key: K) -> V | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def _keep(self, key: K, value: V) -> None:
        weight = self._weight(value)
        if weight > self._capacity:
            return
        with self._lock:
            self._kept[key] = value
            self._weighs += weight
            while self._weighs > self._capacity:
                _, dropped = self._kept.popitem(last=False)
                self._weighs -= self._weight(dropped)

    @contextmanager
    def _one_at_a_time(self, key: K) -> Iterator[None]:
        with self._lock:
            own, users = self._making.get(key, (threading.Lock(), 0))
            self._making[key] = own, users + 1
        try:
            with own:
                yield
        finally:
            with self._lock:
                _, users = self._making.pop(key)
                if users > 1:
                    self._making[key] = own, users - 1
