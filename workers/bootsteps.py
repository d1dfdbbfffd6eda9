"""Parts of a worker's own loop, which takes tasks from the broker and hands them to its pool of processes."""

import time
from collections.abc import Callable
from typing import Any, Final

import structlog
from celery import bootsteps
from celery.worker import state
from celery.worker.consumer import Consumer
from redis import Redis

from services.redis_clients import UNAVAILABLE
from services.telemetry.causes import cause_of
from services.telemetry.health import Heartbeat
from workers.backoff import Backoff

log = structlog.get_logger("workers")

HEARTBEAT_SECONDS: Final = 5.0
"""How often a worker's loop gives a sign of life."""
CHECK_SECONDS: Final = 1.0
PROBE_KEY: Final = "playhall:broker:probe"
"""Written to learn whether the broker takes writes."""
PROBE_SECONDS: Final = 60


def heartbeat_step(heartbeat: Heartbeat) -> type[bootsteps.StartStopStep]:
    """A part that beats: when the loop is stuck, so is this."""

    class HeartbeatStep(bootsteps.StartStopStep):
        def start(self, parent: Any) -> None:  # noqa: ANN401 - Celery's consumer, which has no types
            heartbeat.beat()
            parent.timer.call_repeatedly(HEARTBEAT_SECONDS, heartbeat.beat)

    return HeartbeatStep


class ReconnectStep(bootsteps.StartStopStep):
    """Connects anew when the broker has gone away unnoticed.

    A worker that holds as many tasks as it may does not listen to its broker. If that is killed and comes back
    meanwhile, the tasks cannot be acknowledged; Celery logs so and goes on to count them as loaded, and a worker that
    counts enough of them never takes a task again. It is full, then, and at work on less than that.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:  # noqa: ANN401 - Celery's consumer, which has no types
        super().__init__(parent, **options)
        self._looking: Any = None

    def start(self, parent: Any) -> None:  # noqa: ANN401 - Celery's consumer, which has no types
        looks = 0

        def look() -> None:
            nonlocal looks
            full = not parent.task_consumer.channel.qos.can_consume()
            # Counts change one after the other: what is found once may be gone at the next look.
            looks = looks + 1 if full and len(state.reserved_requests) < parent.initial_prefetch_count else 0
            if looks > 1:
                raise ConnectionResetError("acknowledgements were lost with the broker's connection")

        self._looking = parent.timer.call_repeatedly(CHECK_SECONDS, look)

    def stop(self, parent: Any) -> None:  # noqa: ANN401 - as above
        """Look no more: there is nothing left to look at."""
        if self._looking is not None:
            self._looking.cancel()


def wait_until_writable(
    broker: Redis, round_done: Callable[[], None], *, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Return when the broker takes writes. ``round_done`` is called before each pause, and may raise to give up."""
    pause = Backoff()
    while True:
        try:
            broker.set(PROBE_KEY, "1", ex=PROBE_SECONDS)
        except (*UNAVAILABLE, OSError) as error:
            seconds = pause.next()
            log.warning("broker unavailable", error=cause_of(error), going_on_in_seconds=round(seconds, 1))
            round_done()
            sleep(seconds)
        else:
            return


def consumer_class(broker: Redis, beat: Callable[[], None]) -> type[Consumer]:
    """The worker's own loop, which connects when the broker takes writes.

    A broker that refuses them still gives tasks away, and a worker that takes one cannot write down that it has it:
    the task would be lost until its match's nudge. Celery's own pauses grow to half a minute and have no jitter.
    """

    class WritableBrokerConsumer(Consumer):
        def connect(self) -> Any:  # noqa: ANN401 - kombu's connection
            """Called by Celery whenever it connects."""

            def go_on() -> None:
                beat()
                state.maybe_shutdown()

            wait_until_writable(broker, go_on)
            return super().connect()

    return WritableBrokerConsumer
