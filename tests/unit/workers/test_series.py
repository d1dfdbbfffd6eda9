"""Tasks for series that wait for workers."""

import pytest

from tests.waiting import wait_until
from workers.series import WAITING_TASKS, SeriesWatch


class Broker:
    def __init__(self, waiting: int = 0) -> None:
        self.tasks = waiting
        self.looks = 0

    def waiting(self) -> int:
        self.looks += 1
        return self.tasks

    def request(self) -> None:
        self.tasks += 1


@pytest.mark.parametrize(
    ("waiting", "is_work", "sent"),
    [(0, True, WAITING_TASKS), (WAITING_TASKS - 1, True, 1), (WAITING_TASKS, True, 0), (25, True, 0), (0, False, 0)],
)
def test_as_long_as_there_is_something_to_play_twenty_tasks_wait(waiting: int, is_work: bool, sent: int) -> None:
    broker = Broker(waiting)
    assert SeriesWatch(lambda: is_work, broker.waiting, broker.request).look() == sent
    assert broker.tasks == waiting + sent


def test_it_looks_when_it_is_asked_and_goes_on_when_that_fails() -> None:
    broker = Broker()

    def is_work() -> bool:
        if broker.looks == 1:
            raise RuntimeError("the database is away")
        return True

    watch = SeriesWatch(is_work, broker.waiting, broker.request)
    watch.start()

    def asked() -> bool:
        watch.ask()
        return broker.tasks == WAITING_TASKS

    wait_until(asked, "the tasks")
    assert broker.looks > 1
