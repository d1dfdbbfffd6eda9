"""Each process killed in the middle of matches of bots and some of people.

One process plays all turns of bots: it is as busy with fifteen matches as with forty. Only a rolling restart, which
takes half a minute, needs more of them to have matches until its end.
"""

import random
import signal
import time
from collections.abc import Iterator

import pytest

from tests.chaos.load import Load, Person
from tests.chaos.processes import VICTIMS, hit, roll
from tests.chaos.retrying_client import StubbornClient
from tests.e2e.platform import Platform
from tests.waiting import is_alive, wait_until

BOTS = 20
BOTS_OF_A_ROLL = 40
TABLES = 3

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.alone]


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    running = Platform()
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def people(platform: Platform) -> tuple[Person, Person]:
    return new_person(platform, "Ann"), new_person(platform, "Ben")


def new_person(platform: Platform, name: str) -> Person:
    made = platform.run("player", "create", name)
    player = made.stdout.split()[-1]
    scopes = [word for scope in ("matches:read", "matches:play", "matches:create") for word in ("--scope", scope)]
    key = platform.run("key", "create", "--player", player, *scopes)
    return Person(player, key.stdout.split()[-1])


def begun(platform: Platform, people: tuple[Person, Person], seed: int, *, bots: int = BOTS, cut: float = 0.0) -> Load:
    """A load in the middle of which something may happen: some matches have ended, most have not."""
    url = platform.folder.url()
    assert url
    load = Load(url, people, seed, cut)
    load.start(bots, TABLES)
    client = StubbornClient(url, people[0].key)
    wait_until(lambda: load.live(client) <= bots + TABLES - 4, "the end of the first matches", 60)
    assert load.live(client) >= bots // 2
    client.close()
    return load


@pytest.mark.parametrize("victim", sorted(VICTIMS))
def test_a_killed_process_loses_nothing_and_needs_no_hand(
    platform: Platform, people: tuple[Person, Person], victim: str
) -> None:
    seed = sorted(VICTIMS).index(victim)
    load = begun(platform, people, seed)
    pid = hit(platform, VICTIMS[victim], signal.SIGKILL, random.Random(seed))
    wait_until(lambda: not is_alive(pid), "the victim's end")
    load.wait()
    load.check()
    assert VICTIMS[victim](platform), "it runs again"


def test_a_rolling_restart_fails_no_request_that_sending_again_does_not_mend(
    platform: Platform, people: tuple[Person, Person]
) -> None:
    load = begun(platform, people, 100, bots=BOTS_OF_A_ROLL)
    for pid in roll(platform):
        if is_alive(pid):
            hit(platform, lambda _, pid=pid: [pid], signal.SIGTERM, random.Random(0))  # type: ignore[misc]
            wait_until(lambda pid=pid: not is_alive(pid), "the end of one process", 90)  # type: ignore[misc]
            time.sleep(0.5)
    load.wait()
    load.check()


def test_who_was_cut_off_and_asks_again_gets_the_answer_it_would_have_had(
    platform: Platform, people: tuple[Person, Person]
) -> None:
    load = begun(platform, people, 200, cut=0.3)
    load.wait()
    load.check()
    assert load.hung_up >= 20
