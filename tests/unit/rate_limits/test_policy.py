"""How many requests a client may send."""

import pytest

from services.rate_limits.policy import Policy, per_minute


@pytest.mark.parametrize(
    ("requests", "burst", "interval_us", "window"),
    [(600, 100, 100_000, 10), (6, 1, 10_000_000, 10), (1, 1, 60_000_000, 60), (90, 15, 666_666, 10)],
)
def test_a_burst_is_what_may_be_sent_in_ten_seconds(requests: int, burst: int, interval_us: int, window: int) -> None:
    policy = per_minute("key", requests)
    assert policy == Policy("key", burst, interval_us)
    assert policy.window_seconds == window


def test_no_requests_a_minute_stand_for_no_limit() -> None:
    assert per_minute("key", 0) is None
