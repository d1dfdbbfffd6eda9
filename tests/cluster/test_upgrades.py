"""A ruleset upgraded under live matches."""

from pathlib import Path

import pytest

from tests.cluster.rolling import Cluster
from tests.cluster.ruleset_upgrades import upgrade_twice
from tests.valkey import RealValkey

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.alone]


def test_a_ruleset_is_upgraded_twice_under_live_matches_and_nobody_notices(
    mortal_valkey: RealValkey, tmp_path: Path
) -> None:
    cluster = Cluster(mortal_valkey, tmp_path)
    try:
        lines = list(upgrade_twice(cluster, 8))
    finally:
        cluster.close()
    assert lines[-2] == 'replays verified: {"1.0.0": 8, "1.2.0": 8, "2.0.0": 8}'
