"""What a platform is made of: how many processes, what they share, and which start when they are needed."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.start_up import weigh
from tests.chaos.processes import command_of, started_as
from tests.e2e.platform import Platform
from tests.waiting import is_alive, wait_until

pytestmark = pytest.mark.slow

MOST_MIB = 500


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    """One on which nothing has been played yet, with as many workers as on two cores."""
    running = Platform()
    try:
        running.start("--workers", "4")
        yield running
    finally:
        running.close()


def kinds(platform: Platform) -> Counter[str]:
    """How many processes there are of each kind, the supervisor left out."""
    titles = map(command_of, platform.children())
    return Counter(words[1] if words[0] == "playhall" else Path(words[0]).name for words in titles if words)


def test_twelve_processes_serve(platform: Platform) -> None:
    expected = {"valkey": 1, "valkey-server": 1, "engine": 1, "gateway": 1, "gateway-grpc": 1, "background": 1}
    assert kinds(platform) == {**expected, "worker": 5}


def test_they_share_what_they_have_imported(platform: Platform) -> None:
    assert platform.process
    processes = weigh(platform.process.pid)
    assert sum(process.pss for process in processes) < MOST_MIB
    apart = [process for process in processes if process.pss > 90]
    assert apart == []


def test_the_process_that_is_forked_from_has_no_threads(platform: Platform) -> None:
    assert platform.process
    assert len(list(Path(f"/proc/{platform.process.pid}/task").iterdir())) == 1


def test_a_worker_that_nobody_needed_starts_with_the_first_work_and_again_when_it_was_killed(
    platform: Platform,
) -> None:
    rest = platform.rest()
    assert started_as(platform, "worker", "--queues", "thinking") == []

    def searched() -> bool:
        match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:search", "bot:random"]})
        wait_until(lambda: rest.get(f"/v1/matches/{match['id']}")["status"] == "finished", "the match's end", 60)
        return True

    assert searched()
    (worker,) = started_as(platform, "worker", "--queues", "thinking")
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: not is_alive(worker), "its end")
    wait_until(lambda: started_as(platform, "worker", "--queues", "thinking") not in ([], [worker]), "the next")
    assert searched()
