"""Series played by real worker processes, which are killed and stopped in the middle of a chunk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from services.stored_series import SeriesStatus
from tests.integration.workers.series_platform import SeriesPlatform, document_of, played_here
from tests.valkey import RealValkey
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

MATCHES = 2_000
"""Some seconds of play: what is killed in the middle is in the middle of a chunk."""


@pytest.fixture
def platform(mortal_valkey: RealValkey, tmp_path: Path) -> Iterator[SeriesPlatform]:
    made = SeriesPlatform(mortal_valkey.settings, tmp_path)
    yield made
    made.close()


def begin(platform: SeriesPlatform) -> str:
    """A series that is being played."""
    series_id = platform.create(document_of("commanders", ["random", "random"], MATCHES))
    platform.start("ticker")
    return series_id


def wait_until_played(platform: SeriesPlatform, series_id: str, matches: int) -> None:
    """Until so many results are stored, and a worker plays on."""
    wait_until(
        lambda: platform.get(series_id).played >= matches and platform.in_work(), f"the results of {matches} matches"
    )


def test_chunks_of_killed_workers_are_played_again_and_count_once(platform: SeriesPlatform) -> None:
    series_id = begin(platform)
    worker = platform.start_worker()
    wait_until_played(platform, series_id, 100)
    platform.kill(worker)
    assert platform.in_work() > 0
    assert platform.get(series_id).played < MATCHES
    platform.start_worker()
    platform.let_leases_run_out()
    wait_until(lambda: platform.get(series_id).is_ended, "the end of the series")
    assert platform.get(series_id).status is SeriesStatus.FINISHED
    assert platform.get(series_id).played == platform.get(series_id).settled == MATCHES
    assert platform.results(series_id) == played_here(platform.get(series_id).document)


def test_a_worker_that_is_told_to_stop_gives_its_chunks_back(platform: SeriesPlatform) -> None:
    series_id = begin(platform)
    worker = platform.start_worker()
    wait_until_played(platform, series_id, 100)
    assert platform.stop(worker) == 0
    assert platform.in_work() == 0
    assert platform.get(series_id).played < MATCHES
    assert platform.jobs.claim("the next one") is not None
