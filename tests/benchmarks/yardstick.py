"""A yardstick of the machine: ten million ``x += 1`` in a function.

Machines differ and are shared, so no figure stands alone: each is also given as it would be on a machine whose
yardstick is 0.35 s.
"""

import time
from dataclasses import dataclass, field
from typing import Final

REFERENCE_SECONDS: Final = 0.35
"""The yardstick on the machine that targets are stated for."""

_STEPS: Final = 10_000_000
_SAMPLE_STEPS: Final = 1_000_000
_SAMPLE_PAUSE_SECONDS: Final = 0.5


def yardstick() -> float:
    """Seconds that ten million ``x += 1`` in a function take here and now, by the clock on the wall."""
    start = time.perf_counter()
    _count(_STEPS)
    return time.perf_counter() - start


def _count(times: int) -> int:
    x = 0
    for _ in range(times):
        x += 1
    return x


@dataclass(slots=True)
class ProcessorYardstick:
    """The yardstick in processor seconds, in small samples all along a measurement: what a processor second was worth
    then."""

    samples: list[float] = field(default_factory=list)
    _last: float = 0.0

    def sample(self) -> None:
        """Take a sample, unless one was taken a moment ago."""
        if time.perf_counter() - self._last < _SAMPLE_PAUSE_SECONDS:
            return
        before = time.thread_time()
        _count(_SAMPLE_STEPS)
        self.samples.append((time.thread_time() - before) * _STEPS / _SAMPLE_STEPS)
        self._last = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Processor seconds of the whole yardstick, on the average of the measurement."""
        return sum(self.samples) / len(self.samples)

    @property
    def scale(self) -> float:
        """By what to multiply processor time to have it as on the reference machine."""
        return REFERENCE_SECONDS / self.seconds
