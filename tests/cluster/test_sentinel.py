"""Redis by the address of its Sentinels: they say which server is the primary, and everything follows."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import pytest

from tests.cluster.observers import HEALED_SECONDS, OBSERVED, Observers, heal_seconds, observed, tell
from tests.cluster.servers import HOST, PASSWORD, SERVICE, Replicated, Server, sentinels
from tests.e2e.platform import Platform

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

NOTICED_SECONDS: Final = 5.0
"""So long after a failover is begun nothing is acknowledged any more that the next primary lacks: the Sentinel that
makes it needs a second to see that it is one, the others hear of it in a moment, and a process asks once a second."""


class Watched:
    """Servers, three Sentinels, and a platform that knows the Sentinels alone."""

    def __init__(self, servers: Replicated, watchers: list[Server], wait_replicas: int) -> None:
        self.servers = servers
        self.watchers = watchers
        hosts = ",".join(f"{HOST}:{watcher.port}" for watcher in watchers)
        url = f"redis+sentinel://:{PASSWORD}@{hosts}/{SERVICE}/0?sentinel_password={PASSWORD}"
        self.platform = Platform(
            redis_url=url,
            redis_wait_replicas=str(wait_replicas),
            player_requests_per_minute="0",
            engines=f"{OBSERVED}=local",
        )
        self.platform.start()

    def fail_over(self) -> tuple[Server, float]:
        """Let a Sentinel make a replica the primary. The old one, which is returned, lives on and knows nothing of it
        for about ten seconds."""
        old = self.servers.primary()
        self.watchers[-1].command("SENTINEL", "FAILOVER", SERVICE)
        self.servers.next_primary(old)
        return old, time.monotonic()


@contextmanager
def watched(count: int, wait_replicas: int) -> Iterator[Watched]:
    with ExitStack() as stack:
        servers = Replicated(count, requirepass=PASSWORD, masterauth=PASSWORD)
        stack.callback(servers.close)
        watchers = stack.enter_context(sentinels(servers.primary(), count - 1))
        made = Watched(servers, watchers, wait_replicas)
        stack.callback(made.platform.close)
        yield made


def expect_healed(title: str, observers: Observers, moment: float) -> None:
    healed = heal_seconds(observers, moment)
    tell(title, observers, moment, healed)
    assert max(healed.values()) < HEALED_SECONDS, healed


def test_everything_leaves_a_primary_that_sentinels_have_replaced_and_that_takes_writes_nevertheless() -> None:
    """What it has acknowledged until then is lost, and nothing else."""
    with watched(count=2, wait_replicas=0) as it:
        before = set(it.platform.children())
        with observed(it.platform) as observers:
            it.servers.primary().refuse_to_follow()
            begun = time.monotonic()
            old, moment = it.fail_over()
            expect_healed("roles swapped", observers, moment)
            assert old.role() == "master"
            assert {"brpop", "evalsha", "xread", "xreadgroup"}.isdisjoint(old.clients(busy_within=2))
        assert max((lost.at for lost in observers.lost()), default=begun) < begun + NOTICED_SECONDS
        assert set(it.platform.children()) == before


def test_with_wait_nothing_is_lost_to_a_primary_that_sentinels_have_replaced() -> None:
    """Whoever waits for the only replica is refused until there is one again."""
    with watched(count=2, wait_replicas=1) as it:
        with observed(it.platform) as observers:
            _, moment = it.fail_over()
            it.servers.wait_for_replicas()
            followed = time.monotonic()
            expect_healed(f"roles swapped, a replica after {followed - moment:.1f} s", observers, followed)
        assert observers.lost() == []


def test_with_wait_nothing_is_lost_with_a_primary_that_hangs_for_good_and_a_sentinel_that_is_killed() -> None:
    """As when a machine is gone: no connection breaks."""
    with watched(count=3, wait_replicas=1) as it:
        before = set(it.platform.children())
        with observed(it.platform) as observers:
            primary = it.servers.primary()
            it.watchers[0].kill()
            primary.stand_still()
            stood = time.monotonic()
            it.servers.next_primary(primary)
            moment = time.monotonic()
            expect_healed(f"primary hangs, the Sentinels took {moment - stood:.1f} s", observers, moment)
        assert observers.lost() == []
        assert set(it.platform.children()) == before
