"""Clients that were generated from the reference play on a real gateway, and on one of a later version."""

from pathlib import Path
from typing import Any

import pytest

from tests.generated_clients import later_version
from tests.generated_clients.conftest import RULESETS
from tests.generated_clients.generators import (
    Generated,
    HeyApi,
    OpenapiFetch,
    OpenapiGeneratorPython,
    OpenapiPythonClient,
    TypescriptFetch,
)
from tests.generated_clients.tools import needs_node_tools, needs_python_tools
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.served import Gateway

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

CARDS = {"commanders": 61, "duels": 71, "faceoff": 233, "factionwars": 119, "standoff": 43}

# What differs in form between rulesets (layout, options) is read by every client. A match of each is played by two: to
# a client its views and events are JSON as any other's.
GENERATORS = [
    pytest.param(OpenapiPythonClient, ("duels", "standoff"), marks=needs_python_tools),
    pytest.param(OpenapiGeneratorPython, ("commanders", "factionwars"), marks=needs_python_tools),
    pytest.param(OpenapiFetch, ("duels", "faceoff"), marks=needs_node_tools),
    pytest.param(HeyApi, ("factionwars", "standoff"), marks=needs_node_tools),
    pytest.param(TypescriptFetch, ("commanders", "faceoff"), marks=[needs_node_tools, needs_python_tools]),
]


@pytest.fixture
def client(generator: type[Generated], tmp_path: Path) -> Generated:
    """The client. It is made before the gateway starts, whose house is never idle."""
    (tmp_path / "client").mkdir()
    made = generator(tmp_path / "client")
    made.make()
    return made


@pytest.mark.parametrize(("generator", "rulesets"), GENERATORS)
def test_a_generated_client_reads_every_ruleset_plays_two_and_outlives_the_next_version(
    client: Generated, rulesets: tuple[str, str], hall: Hall, gateway: Gateway
) -> None:
    key = hall.client("Ada").key
    assert key is not None
    told = client.play(f"http://127.0.0.1:{gateway.port}", key, RULESETS, *rulesets)
    assert told["cards"] == CARDS
    played = told["played"]
    assert played.keys() == {*rulesets}
    for ruleset in rulesets:
        _was_played_to_the_end(played[ruleset])
        assert played[ruleset]["refused"] == "NOT_YOUR_SEAT"
        assert {"end", "step"} <= {*played[ruleset]["lines"]} <= {"end", "snapshot", "step"}
        assert played[ruleset]["notices"] == []
    with later_version.later_version(gateway.port) as url:
        later = client.play(url, key, ["commanders"], "commanders")["played"]["commanders"]
    _was_played_to_the_end(later)
    assert later["refused"] == later_version.CODE
    assert {later_version.LINE, "end", "step"} <= {*later["lines"]}
    assert later["notices"] == [later_version.KIND]


def _was_played_to_the_end(played: dict[str, Any]) -> None:
    assert played["status"] == "finished"
    assert played["results"] == 2
    assert played["replayed"] > played["answered"] > 10
