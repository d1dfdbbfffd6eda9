"""Stopping, killing and starting again: nothing is lost, nothing is left behind."""

import signal
from collections.abc import Iterator

import pytest

from tests.e2e.platform import Platform
from tests.e2e.players import play_on
from tests.waiting import kill, wait_until

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one_platform() -> Iterator[Platform]:
    made = Platform()
    yield made
    made.close()


@pytest.fixture
def own_platform(one_platform: Platform) -> Platform:
    """It runs, and no other module's tests know it."""
    if one_platform.has_ended():
        one_platform.start()
    return one_platform


def test_a_live_match_goes_on_after_a_stop_and_at_once_after_the_supervisor_was_killed(own_platform: Platform) -> None:
    rest = own_platform.rest()
    match_id = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    play_on(rest, match_id, decisions=2)
    wait_until(lambda: rest.get(f"/v1/matches/{match_id}")["pending"] == [0], "the bot's move, so that all wait for me")
    before = rest.get(f"/v1/matches/{match_id}/seats/0/view")

    assert own_platform.stop(signal.SIGINT) == 0
    assert "Nothing is lost" in own_platform.output()
    assert own_platform.survivors() == []
    assert own_platform.folder.url() is None

    own_platform.start()
    assert own_platform.key_in_output() is None  # it is shown once
    rest = own_platform.rest()
    assert rest.get(f"/v1/matches/{match_id}/seats/0/view") == before
    play_on(rest, match_id, decisions=2)

    own_platform.kill()
    own_platform.start()  # waits for the children, whom nobody looks after any more
    rest = own_platform.rest()
    assert rest.get(f"/v1/matches/{match_id}")["status"] == "live"
    play_on(rest, match_id)
    assert rest.get(f"/v1/matches/{match_id}")["status"] == "finished"


def test_every_process_may_be_killed_while_bots_play_and_none_outlives_the_supervisor(own_platform: Platform) -> None:
    rest = own_platform.rest()
    seats = ["bot:greedy", "bot:random", "bot:greedy", "bot:random"]
    matches = [rest.post("/v1/matches", {"ruleset": "factionwars", "seats": seats})["id"] for _ in range(6)]
    for pid in own_platform.children():
        kill(pid)

    def finished() -> bool:
        try:
            again = own_platform.rest()
            return all(again.get(f"/v1/matches/{match}")["status"] == "finished" for match in matches)
        except Exception:  # whatever is down just now comes back
            return False

    wait_until(finished, "the end of all matches", 90)
    own_platform.kill()
    wait_until(lambda: own_platform.survivors() == [], "the end of every child")
