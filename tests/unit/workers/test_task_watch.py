"""Tasks that wait for workers as long as there is work."""

import pytest

from tests.waiting import wait_until
from workers.task_watch import TaskWatch

WANTED = 20


class Broker:
    def __init__(self, waiting: int = 0) -> None:
        self.tasks = waiting
        self.looks = 0

    def missing(self) -> int:
        self.looks += 1
        return WANTED - self.tasks

    def request(self) -> None:
        self.tasks += 1


@pytest.mark.parametrize(
    ("waiting", "is_work", "sent"),
    [(0, True, WANTED), (WANTED - 1, True, 1), (WANTED, True, 0), (25, True, 0), (0, False, 0)],
)
def test_as_long_as_there_is_something_to_play_twenty_tasks_wait(waiting: int, is_work: bool, sent: int) -> None:
    broker = Broker(waiting)
    assert TaskWatch("series", lambda: is_work, broker.missing, broker.request).look() == sent
    assert broker.tasks == waiting + sent


def test_it_looks_when_it_is_asked_and_goes_on_when_that_fails() -> None:
    broker = Broker()

    def is_work() -> bool:
        if broker.looks == 1:
            raise RuntimeError("the database is away")
        return True

    watch = TaskWatch("series", is_work, broker.missing, broker.request)
    watch.start()

    def asked() -> bool:
        watch.ask()
        return broker.tasks == WANTED

    wait_until(asked, "the tasks")
    assert broker.looks > 1
