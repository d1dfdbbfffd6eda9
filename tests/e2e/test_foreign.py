"""`playhall up` with a ruleset that somebody else's program serves."""

import json
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from cli.rest_client import Problem
from services.engine.registry import installed_ids
from tests.e2e.platform import Platform
from tests.integration.foreign.test_foreign import spoof

pytestmark = pytest.mark.slow


class WithSpoof(Platform):
    """A platform that knows where Spoof is served."""

    address = ""

    @property
    def environment(self) -> dict[str, str]:
        return super().environment | {"PLAYHALL_ENGINES": f"local,spoof={self.address}"}


@pytest.fixture
def platform() -> Iterator[WithSpoof]:
    """Its folder is new; ended afterwards."""
    made = WithSpoof()
    yield made
    made.close()


def readiness(platform: Platform) -> tuple[int, dict[str, str]]:
    """The status of ``/readyz`` and the parts it names."""
    try:
        with urllib.request.urlopen(f"{platform.folder.url()}/readyz", timeout=20) as response:
            return response.status, json.load(response)["parts"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["parts"]


def test_the_platform_plays_it_and_outlives_it(platform: WithSpoof) -> None:
    with spoof() as (program, platform.address):
        platform.start()
        played = platform.run("demo", "--matches", "3", "--ruleset", "spoof")
        assert played.returncode == 0, played.stderr
        assert "middle" in played.stdout
        assert readiness(platform)[1]["engine:spoof"] == "ok"
        match = platform.rest().post("/v1/matches", {"ruleset": "spoof", "seats": ["me", "bot:middle"]})["id"]
        program.kill()
        program.wait()
        status, parts = readiness(platform)
        assert status == 200
        assert {name for name, state in parts.items() if state == "down"} == {"engine:spoof"}
        with pytest.raises(Problem) as caught:
            platform.rest().post(f"/v1/matches/{match}/decisions/1", {"action": "hide 2"})
        assert caught.value.code == "BUSY"
        assert platform.run("demo", "--matches", "1", "--ruleset", "factionwars").returncode == 0
        assert platform.stop(signal.SIGTERM) == 0
        assert platform.survivors() == []
        platform.start()  # while the program is down
        listed = platform.rest().get("/v1/rulesets")["rulesets"]
        assert [ruleset["id"] for ruleset in listed] == list(installed_ids())
