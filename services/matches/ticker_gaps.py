"""Gaps: when no ticker lived, so that nobody's clock could be looked at.

Tickers beat once a second. A pause between two beats that is longer than ``LONGEST_PAUSE_MS`` is a gap. Whoever comes
first after it measures it, a ticker or who judges by a clock, and once: the script that does so is one step.
"""

from importlib.resources import files
from typing import Final, NamedTuple, TypeAlias

from redis import Redis

from services.matches.redis_keys import GAPS_KEY, TICKER_BEAT_KEY

BEAT_MS: Final = 1_000
LONGEST_PAUSE_MS: Final = 3_000
"""Between two beats: a slow disk or a busy processor is no gap."""
KEPT: Final = 100
"""So many gaps are remembered."""

Gap: TypeAlias = tuple[int, int]
"""From when to when, in milliseconds since 1970."""

_MEASURE: Final = (files(__package__) / "lua" / "measure_gap.lua").read_text()


class Measured(NamedTuple):
    """``is_over_now``: a gap was measured by this call. ``gaps``: those that are remembered, oldest first."""

    is_over_now: bool
    gaps: tuple[Gap, ...]


class TickerBeats:
    """The beats of all tickers. Safe to use from several threads and processes.

    Every method raises ``redis.RedisError`` when the live state cannot be reached.
    """

    def __init__(self, redis: Redis) -> None:
        self._measure = redis.register_script(_MEASURE)

    def beat(self, now_ms: int) -> bool:
        """A ticker lives. Whether that ends a gap."""
        return self._measured(now_ms, by_ticker="1").is_over_now

    def gaps(self, now_ms: int) -> tuple[Gap, ...]:
        """The gaps until now. One that is not over yet is measured until now, and goes on from there."""
        return self._measured(now_ms, by_ticker="").gaps

    def _measured(self, now_ms: int, *, by_ticker: str) -> Measured:
        args: list[str | int] = [now_ms, LONGEST_PAUSE_MS, by_ticker, KEPT]
        is_over_now, gaps = self._measure([TICKER_BEAT_KEY, GAPS_KEY], args)
        pairs = (gap.split() for gap in gaps)
        return Measured(bool(is_over_now), tuple((int(since), int(until)) for since, until in pairs))
