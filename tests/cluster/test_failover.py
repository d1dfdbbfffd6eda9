"""The primary of Redis changes while its predecessor lives on, is full, or is gone: everything goes on by itself."""

import time
from collections.abc import Iterator

import pytest

from tests.cluster.observers import HEALED_SECONDS, OBSERVED, heal_seconds, observed, tell
from tests.cluster.servers import HOST, Pair, proxied
from tests.e2e.platform import Platform

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

FULL_SECONDS = 6.0


class Cluster:
    """Two servers, a name that leads to the primary, and a platform that knows this name alone."""

    def __init__(self, pair: Pair, port: int) -> None:
        self.pair = pair
        self.platform = Platform(
            redis_url=f"redis://{HOST}:{port}/0", player_requests_per_minute="0", engines=f"{OBSERVED}=local"
        )
        self.platform.start()

    def pids(self) -> set[int]:
        return set(self.platform.children())


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    pair = Pair()
    with proxied([pair.one, pair.other]) as port:
        made = Cluster(pair, port)
        try:
            yield made
        finally:
            made.platform.close()
            pair.close()


def test_everything_goes_on_within_seconds_after_roles_were_swapped(cluster: Cluster) -> None:
    """Also when they are swapped back. The old primary lives, so nothing breaks a connection to it."""
    before = cluster.pids()
    with observed(cluster.platform) as observers:
        for title in ("roles swapped", "roles swapped back"):
            old = cluster.pair.swap()
            moment = time.monotonic()
            healed = heal_seconds(observers, moment)
            tell(title, observers, moment, healed)
            assert max(healed.values()) < HEALED_SECONDS, healed
            assert old.clients(busy_within=3) == []
            assert observers.rest.told(moment + HEALED_SECONDS) == {}
    assert observers.went_back == 0
    assert observers.lost() == []
    assert cluster.pids() == before


@pytest.mark.parametrize("what", ["memory", "disk"])
def test_a_full_server_is_waited_for(cluster: Cluster, what: str) -> None:
    """Its clients are told to come back, and its workers wait: nobody ends, and all go on when there is room."""
    primary = cluster.pair.primary()
    fill, free = (
        (primary.fill_memory, primary.free_memory) if what == "memory" else (primary.fill_disk, primary.free_disk)
    )
    before = cluster.pids()
    rest = cluster.platform.rest()
    with observed(cluster.platform) as observers:
        fill()
        full = time.monotonic()
        try:
            time.sleep(FULL_SECONDS)
            ready = rest.get("/readyz")  # what all gateways lack takes none out of the balancer
            assert (ready["status"], ready["parts"]["redis"]) == ("ok", "down")
        finally:
            free()
        moment = time.monotonic()
        healed = heal_seconds(observers, moment)
        tell(f"{what} full for {moment - full:.1f} s", observers, moment, healed)
        told = {what for seen in (observers.rest, observers.creations) for what in seen.told(full)}
        assert told == {"503 BUSY with Retry-After"}
        assert set(observers.grpc.told(full)) == {"UNAVAILABLE"}
        assert max(healed.values()) < HEALED_SECONDS, healed
    assert observers.lost() == []
    assert cluster.pids() == before
    assert "ended" not in cluster.platform.output()
    assert rest.get("/readyz")["status"] == "ok"
