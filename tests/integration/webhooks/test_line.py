"""The line of calls: turns between bots, limits, leases, and bots that are offline."""

from dataclasses import replace

import pytest
from redis import Redis

from services.webhooks.line import CallLine, CallState
from services.webhooks.webhook import Call, Outcome, Webhook

NOW = 1_800_000_000_000
LEASE = 15_000


@pytest.fixture
def line(redis_client: Redis) -> CallLine:
    return CallLine(redis_client)


def fill(
    line: CallLine, bot: str, calls: int, *, concurrency: int = 8, at_ms: int = NOW, person: str | None = None
) -> None:
    for number in range(1, calls + 1):
        assert line.add(Call(bot, "m_1", 0, number), concurrency, at_ms + number, person or bot)


def taken(line: CallLine, times: int, at_ms: int = NOW, *passed_over: str) -> list[str]:
    """Bots in the order in which their calls are taken."""
    found = [line.take(at_ms + number, LEASE, passed_over) for number in range(times)]
    return ["-" if each is None else f"{each[0].player_id}{each[0].decision}" for each in found]


def test_ten_bots_of_a_person_are_called_as_often_as_one_of_another(line: CallLine) -> None:
    for number in range(10):
        fill(line, f"a{number}_", 2, at_ms=NOW - 1000 + 10 * number, person="greedy")
    fill(line, "b", 3, at_ms=NOW - 50, person="ann")
    assert taken(line, 7) == ["a0_1", "b1", "a1_1", "b2", "a2_1", "b3", "a3_1"]
    assert taken(line, 1, NOW, "greedy") == ["-"]


def test_bots_take_turns_and_each_ones_calls_come_in_order(line: CallLine) -> None:
    fill(line, "a", 4, at_ms=NOW - 100)
    fill(line, "b", 2, at_ms=NOW - 50)
    assert taken(line, 7) == ["a1", "b1", "a2", "b2", "a3", "a4", "-"]


def test_a_call_that_waits_keeps_its_place_and_one_that_is_made_is_not_added(line: CallLine) -> None:
    first, second = Call("a", "m_1", 0, 1), Call("a", "m_1", 0, 2)
    assert [line.add(first, 8, NOW, "a"), line.add(second, 8, NOW + 1, "a"), line.add(first, 8, NOW + 2, "a")] == [
        True
    ] * 3
    assert line.take(NOW + 3, LEASE) == (first, "a")
    assert not line.add(first, 8, NOW + 4, "a")
    assert line.take(NOW + 5, LEASE) == (second, "a")
    assert line.take(NOW + 6, LEASE) is None


def test_a_bot_has_no_more_calls_at_a_time_than_its_limit(line: CallLine) -> None:
    fill(line, "a", 5, concurrency=2, at_ms=NOW - 100)
    fill(line, "b", 1, at_ms=NOW - 50)
    assert taken(line, 4) == ["a1", "b1", "a2", "-"]
    line.finish(Call("a", "m_1", 0, 1), NOW, Outcome.ANSWERED, 5)
    assert taken(line, 2) == ["a3", "-"]


def test_a_lease_that_has_run_out_counts_no_more(line: CallLine) -> None:
    fill(line, "a", 2, concurrency=1, at_ms=NOW - 100)
    assert taken(line, 2) == ["a1", "-"]
    assert taken(line, 1, NOW + LEASE + 10) == ["a2"]
    assert line.add(Call("a", "m_1", 0, 1), 1, NOW + LEASE + 20, "a")


def test_bots_that_are_passed_over_keep_their_calls(line: CallLine) -> None:
    fill(line, "a", 1, at_ms=NOW - 100)
    fill(line, "b", 1, at_ms=NOW - 50)
    assert taken(line, 2, NOW, "a") == ["b1", "-"]
    assert taken(line, 1) == ["a1"]


def test_a_bot_is_offline_after_five_failures_in_a_row_then_tried_with_one_call(line: CallLine) -> None:
    fill(line, "a", 20, at_ms=NOW - 100)
    calls = [line.take(NOW, LEASE) for _ in range(6)]
    until = [line.finish(call, NOW, Outcome.TIMEOUT) for call, _ in filter(None, calls)]
    assert until == [0, 0, 0, 0, NOW + 5_000, NOW + 5_000]  # what was under way counts once
    assert taken(line, 1, NOW + 4_000) == ["-"]
    assert taken(line, 2, NOW + 5_000) == ["a7", "-"]
    assert line.finish(Call("a", "m_1", 0, 7), NOW + 5_001, Outcome.STATUS) == NOW + 15_001
    assert taken(line, 2, NOW + 15_001) == ["a8", "-"]
    assert line.finish(Call("a", "m_1", 0, 8), NOW + 15_002, Outcome.ANSWERED, 7) == 0
    assert taken(line, 3, NOW + 15_003) == ["a9", "a10", "a11"]
    assert line.round_trip_ms("a") == 7


def test_a_bot_is_offline_for_ten_minutes_at_most(line: CallLine) -> None:
    now = NOW
    for number in range(60):
        now = line.finish(Call("a", "m_1", 0, number), now, Outcome.CONNECT) or now
    assert line.finish(Call("a", "m_1", 0, 61), now, Outcome.CONNECT) == now + 600_000


def test_what_is_no_fault_of_the_bots_counts_neither_way(line: CallLine) -> None:
    for number in range(4):
        line.finish(Call("a", "m_1", 0, number), NOW, Outcome.TLS)
    for number in range(10):
        assert line.finish(Call("a", "m_1", 0, number), NOW, Outcome.BUSY) == 0
        assert line.finish(Call("a", "m_1", 0, number), NOW, None) == 0
    assert line.finish(Call("a", "m_1", 0, 5), NOW, Outcome.TLS) == NOW + 5_000
    line.forget("a")
    assert line.offline_until("a") == 0


def test_on_a_redis_cluster_the_line_keeps_to_one_slot(cluster_client: Redis) -> None:
    line = CallLine(cluster_client)
    fill(line, "a", 2, concurrency=1, at_ms=NOW - 100)
    fill(line, "b", 1, at_ms=NOW - 50)
    assert taken(line, 3) == ["a1", "b1", "-"]
    assert line.finish(Call("a", "m_1", 0, 1), NOW, Outcome.ANSWERED, 5) == 0
    assert taken(line, 2) == ["a2", "-"]
    webhook = Webhook("a", "https://bot.example/", 1, True, "k", False, 1, 2, (b"s",))
    line.set_state(Call("a", "m_1", 0, 1), webhook, CallState(3, NOW, NOW + 4_000))
    assert line.state(Call("a", "m_1", 0, 1), webhook) == CallState(3, NOW, NOW + 4_000)
    assert line.state(Call("a", "m_1", 0, 1), replace(webhook, changed_ms=3)) == CallState()
    line.forget("a")
    assert line.round_trip_ms("a") is None
