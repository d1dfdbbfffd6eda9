"""The requests that wait for a thread."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress

from gateway.request_queue import QueueFull, RequestQueue


class Jobs:
    """Jobs of which the first holds the only thread until it is released; the others say in which order they ran."""

    def __init__(self, most_waiting: int = 100) -> None:
        self.queue: RequestQueue[str] = RequestQueue(1, most_waiting=most_waiting)
        self.ran: list[str] = []
        self.release = threading.Event()

    async def begin(self, then: Callable[[], object] = lambda: None) -> "asyncio.Task[str]":
        """``then``: done at once when it has given its thread back."""

        async def hold() -> str:
            result = await self.queue.run(self._wait, lambda: "first")
            then()
            return result

        first = asyncio.create_task(hold())
        await asyncio.sleep(0)
        return first

    async def add(self, client: str, name: str) -> "asyncio.Task[str]":
        task = asyncio.create_task(self.queue.run(self._job(name), lambda: client))
        await asyncio.sleep(0)
        return task

    def _wait(self) -> str:
        self.release.wait(20)
        return "first"

    def _job(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.ran.append(name)
            return name

        return run


async def outcome(task: "asyncio.Task[str]") -> str:
    try:
        return await task
    except QueueFull:
        return "refused"


def test_clients_take_turns_however_many_requests_each_has() -> None:
    async def play() -> list[str]:
        jobs = Jobs()
        tasks = [await jobs.begin()]
        for client, name in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")]:
            tasks.append(await jobs.add(client, name))
        jobs.release.set()
        await asyncio.gather(*tasks)
        return jobs.ran

    assert asyncio.run(play()) == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_beyond_the_limit_the_client_with_most_is_refused_its_latest() -> None:
    async def play() -> list[str]:
        jobs = Jobs(most_waiting=4)
        first = await jobs.begin()
        tasks = [await jobs.add("a", f"a{number}") for number in range(5)]  # the fifth is its own fault
        tasks += [await jobs.add("b", "b0"), await jobs.add("b", "b1"), await jobs.add("b", "b2")]
        jobs.release.set()
        await first
        return [await outcome(task) for task in tasks]

    assert asyncio.run(play()) == ["a0", "a1", "refused", "refused", "refused", "b0", "b1", "refused"]


def test_a_job_that_fails_or_is_no_longer_awaited_gives_its_thread_back() -> None:
    async def play() -> list[str]:
        jobs = Jobs()
        first = await jobs.begin()
        given_up = await jobs.add("a", "given up")
        given_up.cancel()
        failing = asyncio.create_task(jobs.queue.run(lambda: str(1 // 0), lambda: "a"))
        last = await jobs.add("b", "last")
        jobs.release.set()
        await first
        for task in (given_up, failing):
            with suppress(asyncio.CancelledError, ZeroDivisionError):
                await task
        await last
        return [*jobs.ran, await jobs.queue.run(lambda: "a thread was free", lambda: "c")]

    assert asyncio.run(asyncio.wait_for(play(), 20)) == ["last", "a thread was free"]


def test_a_job_that_is_given_up_between_its_turn_and_its_beginning_gives_its_thread_back() -> None:
    async def play() -> list[str]:
        jobs = Jobs()
        waiting: list[asyncio.Task[str]] = []
        first = await jobs.begin(then=lambda: [task.cancel() for task in waiting])
        waiting.append(await jobs.add("a", "given up"))
        last = await jobs.add("b", "last")
        jobs.release.set()
        await first
        return [await last, *jobs.ran]

    assert asyncio.run(asyncio.wait_for(play(), 20)) == ["last", "last"]
