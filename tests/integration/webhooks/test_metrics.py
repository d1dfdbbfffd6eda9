"""What operators are told of calls: by what became of them, never by bot."""

import threading
from collections import Counter

import pytest
from prometheus_client import REGISTRY, CollectorRegistry
from redis import Redis

from services.webhooks.line import CallLine
from services.webhooks.webhook import Call, Outcome
from tests.bot_server import Asked, first_legal
from tests.counted_metrics import figure
from tests.integration.webhooks.conftest import Calling
from tests.waiting import wait_until
from workers.webhook_metrics import WebhookCollector

NOW = 1_800_000_000_000


def calls_by_outcome() -> Counter[str]:
    """All calls that this process has counted."""
    return Counter(
        {
            sample.labels["outcome"]: int(sample.value)
            for family in REGISTRY.collect()
            for sample in family.samples
            if sample.name == "playhall_webhook_call_seconds_count"
        }
    )


def test_calls_are_counted_by_what_becomes_of_them(calling: Calling) -> None:
    before = calls_by_outcome()
    calling.table(calling.bot(calling.server().url))
    calling.table(calling.bot(calling.server(lambda asked: asked.answer({"action": "fly"})).url))
    calling.table(calling.bot(calling.server(lambda asked: asked.answer([])).url))
    calling.run()
    assert calls_by_outcome() - before == {"answered": 3, "illegal_action": 1, "invalid_answer": 1}


def test_a_call_is_under_way_until_the_bot_has_answered(calling: Calling) -> None:
    go_on = threading.Event()

    def answer_late(asked: Asked) -> None:
        go_on.wait(30)
        first_legal(asked)

    calling.limits = calling.limits._replace(seconds=30.0)
    server = calling.server(answer_late)
    match, _ = calling.table(calling.bot(server.url))
    calling.calls.request(match.id)
    before = figure("webhook_calls")
    working = threading.Thread(target=calling.calls.work, args=(0.0,))
    working.start()
    wait_until(lambda: len(server.asked) == 1, "the bot is asked")
    assert figure("webhook_calls") == before + 1
    go_on.set()
    working.join()
    assert figure("webhook_calls") == before


@pytest.fixture
def line(redis_client: Redis) -> CallLine:
    return CallLine(redis_client)


def breakers_open(line: CallLine, now_ms: int) -> float | None:
    registry = CollectorRegistry()
    registry.register(WebhookCollector(line.count_offline, now_ms=lambda: now_ms))
    return registry.get_sample_value("playhall_webhook_breakers_open")


def test_a_breaker_is_open_while_its_bot_is_not_called(line: CallLine) -> None:
    assert breakers_open(line, NOW) == 0
    for bot in ("a", "b"):
        for number in range(5):
            line.finish(Call(bot, "m_1", 0, number), NOW, Outcome.CONNECT)
    assert breakers_open(line, NOW + 4_999) == 2
    line.finish(Call("b", "m_1", 0, 6), NOW + 4_999, Outcome.ANSWERED, 5)
    assert breakers_open(line, NOW + 4_999) == 1
    assert breakers_open(line, NOW + 5_000) == 0


def test_a_server_that_is_away_tells_of_no_breakers_and_is_no_error() -> None:
    assert breakers_open(CallLine(Redis.from_url("unix:///nowhere/at/all")), NOW) is None
