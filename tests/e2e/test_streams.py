"""Many spectators on one process of the gateway; ``python -m tests.benchmarks.streams`` does it with more."""

from pathlib import Path

import pytest

from tests.benchmarks.streams import Plan, measure, tell
from tests.valkey import RealValkey

pytestmark = pytest.mark.slow


@pytest.mark.timeout(400)
def test_every_spectator_is_told_every_event_once_whatever_happens_to_its_connection(
    tmp_path: Path, mortal_valkey: RealValkey
) -> None:
    """Connections are cut, the process is replaced, some never read."""
    plan = Plan(matches=20, spectators=10, idle=10, seconds=9.0, pace=2.0)
    report = measure(plan, mortal_valkey, tmp_path)
    assert report.faults == [], tell(plan, report)
    assert report.events > 20 * 10 * 9
    assert report.close_seconds < 10
