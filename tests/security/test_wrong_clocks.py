"""Clocks that are wrong: of hosts, and of Redis. Nobody gains or loses by them, nobody is locked out, nothing stays."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.engine.clocks import Forfeit, PerDecision
from services.errors import Reason
from services.idempotency import IdempotencyStore
from services.idempotency.request import IdempotentRequest
from services.idempotency.store import IdempotencyRecord
from services.matches.match import Status
from services.matches.quotas import Quota, QuotaLimits, Quotas
from services.matches.redis_keys import SHARDS, match_key
from services.matches.ticker_gaps import TickerBeats
from services.matches.time_credits import give_back_to_all
from services.platform_time import Gate, PlatformClock, platform_ms
from services.platform_time.platform_clock import BELIEVED_AFTER_MS, KEY, own_seconds
from services.rate_limits import RateLimiter
from services.rate_limits.policy import Policy
from tests.cluster.servers import Server, proxied
from tests.cluster.valkey_cluster import cluster_of
from tests.cluster.wrong_clocks import hosts, tried
from tests.faked_time import FakedTime, needs_faketime
from tests.integration.matches.harness import Clock, World, refused
from tests.waiting import wait_until
from workers.expiring_tasks import EXPIRES_HEADER, is_too_late
from workers.ticker import LEASES_KEY, Lease

HOUR = 3_600
WRONG = (3, -3, 300, -300, HOUR, -HOUR)
PROMISED_SECONDS = 5
"""Within so long a clock acts that has run out, on a machine that has much else to do."""
NEAR_MS = 700
"""What a loaded machine may take between two readings."""


def server_ms(client: Redis) -> int:
    seconds, micros = client.time()
    return int(seconds) * 1000 + int(micros) // 1000


_clocks: list[PlatformClock] = []


def clock_of(client: Redis, **options: Any) -> PlatformClock:
    """A clock that is closed after the test."""
    _clocks.append(PlatformClock(client, **options))
    return _clocks[-1]


@pytest.fixture(autouse=True)
def _clocks_stop() -> Iterator[None]:
    yield
    while _clocks:
        _clocks.pop().close()


class Host:
    """A host whose clock can be set, and which can stand still. ``clock``: of a process on it."""

    def __init__(self, client: Redis, wrong_by: float = 0) -> None:
        self.wrong_by = wrong_by
        self.stood = 0.0
        self.clock = clock_of(client, own=self.own, wall=lambda: time.time() + self.wrong_by - self.stood)

    def own(self) -> float:
        return own_seconds() - self.stood


class HostClock(Clock):
    """Lets a :class:`World` go by the clock of a process."""

    def __init__(self, clock: PlatformClock) -> None:
        super().__init__()
        self._clock = clock

    def __call__(self) -> int:
        return self._clock.now_ms()


# -- hosts whose clocks are wrong ------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong_by", WRONG)
def test_a_host_whose_clock_is_wrong_knows_what_time_it_is(redis_client: Redis, wrong_by: float) -> None:
    assert Host(redis_client, wrong_by).clock.now_ms() == pytest.approx(server_ms(redis_client), abs=NEAR_MS)


@pytest.mark.parametrize("step", WRONG)
def test_a_host_whose_clock_is_set_while_it_runs_notices_nothing(redis_client: Redis, step: float) -> None:
    host = Host(redis_client)
    host.clock.measure()
    host.wrong_by = step
    assert host.clock.now_ms() == pytest.approx(server_ms(redis_client), abs=NEAR_MS)
    assert host.clock.measure() == pytest.approx(server_ms(redis_client), abs=NEAR_MS)


def test_until_redis_is_reached_a_process_goes_by_its_host(tmp_path: Path) -> None:
    nobody = Redis.from_url(f"unix://{tmp_path}/nobody")
    assert clock_of(nobody, wall=lambda: 5_000.0).now_ms() == 5_000_000


def test_nothing_is_committed_by_a_host_s_clock(empty_database: Path, redis_client: Redis, tmp_path: Path) -> None:
    clock = clock_of(Redis.from_url(f"unix://{tmp_path}/nobody"), wall=lambda: time.time() + HOUR)
    world = World(redis_client, empty_database, clock=HostClock(clock), platform=clock)
    ann = world.caller()
    assert refused(lambda: world.create(ann, "me", "open")).reason is Reason.BUSY


@pytest.mark.parametrize("wrong_by", WRONG)
def test_a_wrong_gateway_gives_no_time_and_takes_none(
    empty_database: Path, redis_client: Redis, wrong_by: float
) -> None:
    """A gateway two seconds ahead made clocks lose time-outs; with four seconds, time was credited to everybody."""
    right, wrong = Host(redis_client).clock, Host(redis_client, wrong_by).clock
    beats = TickerBeats(redis_client)
    beats.beat(right.measure())
    world = World(redis_client, empty_database, clock=HostClock(wrong), platform=wrong)
    match, people = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    seat = match.pending[0]
    look = world.matches.view(people[seat], match.id, seat)
    world.decide(people[seat], match.id, json.loads(look.legal)[0]["notation"])
    assert beats.gaps(right.measure()) == ()
    assert deadline_of(world, match.id) - server_ms(redis_client) <= 30_000 + NEAR_MS
    assert deadline_of(world, match.id) - server_ms(redis_client) >= 27_000


def test_a_machine_that_stood_still_is_no_witness_against_redis(redis_client: Redis) -> None:
    """A virtual machine that was stopped for ten minutes must not take the ten minutes from everybody."""
    others, sleeper = Host(redis_client).clock, Host(redis_client)
    sleeper.clock.measure()
    sleeper.stood = 600
    others.measure()
    sleeper.clock.measure()
    assert others.measure() == pytest.approx(server_ms(redis_client), abs=NEAR_MS)
    assert sleeper.clock.now_ms() == pytest.approx(server_ms(redis_client), abs=NEAR_MS)
    assert redis_client.hget(KEY, "ahead") == b"0"


def test_a_process_whose_own_clock_leaps_commits_nothing_of_the_future(
    empty_database: Path, redis_client: Redis
) -> None:
    host = Host(redis_client)
    world = World(redis_client, empty_database, clock=HostClock(host.clock), platform=host.clock)
    match, _ = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    host.stood = -HOUR  # it seems to it that an hour has passed
    assert refused(lambda: world.bot_turns.play_overdue(match.id)).reason is Reason.BUSY
    assert world.bot_turns.play_overdue(match.id) == 0  # it has looked at Redis meanwhile
    after = world.store.match(match.id)
    assert after is not None
    assert after.status is Status.LIVE
    assert after.clocks == match.clocks


def test_a_task_is_dropped_by_the_platforms_time_whatever_the_worker_s_host_says() -> None:
    """With a ticker an hour behind, by Celery's own ``expires``, workers dropped all rounds of pairing."""
    assert not is_too_late({EXPIRES_HEADER: platform_ms() + 5_000})
    assert is_too_late({EXPIRES_HEADER: platform_ms() - 1})
    assert not is_too_late({})
    assert not is_too_late(None)


# -- what was written by a clock that was wrong ----------------------------------------------------------------------


def test_a_ticker_that_was_an_hour_ahead_gives_nobody_an_hour(empty_database: Path, redis_client: Redis) -> None:
    world = World(redis_client, empty_database)
    match, _ = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    beats, now_ms = TickerBeats(redis_client), world.clock.now_ms
    beats.beat(now_ms)
    beats.beat(now_ms + HOUR * 1000)  # of an earlier release, that went by its host's clock
    world.clock.advance(1)
    assert beats.gaps(world.clock()) == ()
    assert not beats.beat(world.clock())
    assert give_back_to_all(world.store, range(SHARDS), world.clock()) == 0
    after = world.store.match(match.id)
    assert after is not None
    assert after.clocks == match.clocks
    # One that is created now gets nothing either when another ticker starts.
    later, _ = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    assert not beats.beat(world.clock())
    assert give_back_to_all(world.store, range(SHARDS), world.clock()) == 0
    found = world.store.match(later.id)
    assert found is not None
    assert found.clocks == later.clocks


def test_creations_of_the_future_lock_nobody_out(redis_client: Redis, empty_database: Path) -> None:
    world = World(redis_client, empty_database)
    quotas = Quotas(redis_client, QuotaLimits(creations_per_minute=2), now_ms=world.clock)
    ann = world.caller()
    right_ms = world.clock.now_ms
    for at_ms in (right_ms + HOUR * 1000, right_ms + HOUR * 1000 + 1):
        world.clock.now_ms = at_ms
        with quotas.creation(ann, world.create(ann, "open", "open")._replace(id=f"m_{at_ms}")):
            pass
    world.clock.now_ms = right_ms
    with quotas.creation(ann, world.create(ann, "open", "open")._replace(id="m_now")):
        pass
    assert [use.used for use in quotas.use(ann, ann.player_id) if use.quota is Quota.CREATIONS_PER_MINUTE] == [1]


def test_a_request_that_was_begun_in_the_future_may_be_sent_again(redis_client: Redis) -> None:
    clock = Clock()
    right_ms = clock.now_ms
    store = IdempotencyStore(redis_client, now_ms=clock)
    request = IdempotentRequest("order-1", "k_1", b"POST /v1/matches {}", "key")
    clock.now_ms = right_ms + HOUR * 1000
    assert isinstance(store.begin(request), IdempotencyRecord)
    clock.now_ms = right_ms
    again = store.begin(request)
    assert isinstance(again, IdempotencyRecord)
    assert again.creation.at_ms == right_ms


# -- Redis' own clock ------------------------------------------------------------------------------------------------


class Moved:
    """A Redis whose clock can be set."""

    def __init__(self, file: Path) -> None:
        self.time = FakedTime(file)
        self.server = Server(environment=self.time.environment)
        self.client = self.server.client()

    def set(self, seconds: float) -> None:
        """Set its clock ahead by so many seconds, or back."""
        self.time.set(seconds)
        wait_until(lambda: abs(server_ms(self.client) / 1000 - time.time() - seconds) < 1.5, "the clock to be set")


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Moved]:
    found = Moved(tmp_path / "time")
    yield found
    found.client.close()
    found.server.close()


@pytest.fixture
def passed_ms() -> Callable[[], float]:
    """How much time has really passed."""
    began = time.monotonic()
    return lambda: (time.monotonic() - began) * 1000


@needs_faketime
@pytest.mark.parametrize("seconds", [-3, -300, -HOUR, 3, 300, HOUR])
def test_time_goes_on_where_redis_clock_is_set(moved: Moved, passed_ms: Callable[[], float], seconds: int) -> None:
    host = Host(moved.client)
    began_ms = host.clock.measure() - passed_ms()
    moved.set(seconds)
    assert host.clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
    assert Host(moved.client).clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
    # It was wrong for a moment only: nothing stays of that.
    moved.set(0)
    assert host.clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
    assert abs(int(moved.client.hget(KEY, "ahead") or 0)) < NEAR_MS


@needs_faketime
def test_nothing_adds_up_where_redis_clock_is_set_again_and_again(moved: Moved, passed_ms: Callable[[], float]) -> None:
    host = Host(moved.client)
    began_ms = host.clock.measure() - passed_ms()
    for seconds in (300, 0, -300, 0, HOUR, 0, -HOUR, 0):
        moved.set(seconds)
        assert host.clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
    assert moved.client.hget(KEY, "since") is None


@needs_faketime
def test_a_process_that_starts_after_redis_clock_was_set_back_goes_on_where_others_were(moved: Moved) -> None:
    """As after a restart of everything on another machine: nobody is left who knows better than what was noted."""
    noted_ms = Host(moved.client).clock.measure()
    moved.set(-HOUR)
    assert Host(moved.client).clock.measure() == pytest.approx(noted_ms, abs=NEAR_MS)


@needs_faketime
def test_a_clock_that_redis_was_set_forward_to_is_believed_in_time_and_costs_nobody_any(
    moved: Moved, empty_database: Path
) -> None:
    host = Host(moved.client)
    host.clock.measure()
    beats = TickerBeats(moved.client)
    beats.beat(host.clock.now_ms())
    world = World(moved.client, empty_database, clock=HostClock(host.clock), platform=host.clock)
    match, _ = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    left_ms = deadline_of(world, match.id) - host.clock.now_ms()
    moved.set(HOUR)
    host.clock.measure()
    moved.set(HOUR + BELIEVED_AFTER_MS // 1000 + 2)  # it stays so
    assert host.clock.measure() == pytest.approx(server_ms(moved.client), abs=NEAR_MS)
    assert beats.beat(host.clock.now_ms())  # a gap
    assert world.bot_turns.play_overdue(match.id) == 0
    assert deadline_of(world, match.id) - host.clock.now_ms() == pytest.approx(left_ms, abs=3_000)


@needs_faketime
def test_time_goes_on_when_a_redis_takes_over_that_is_an_hour_behind(
    tmp_path: Path, passed_ms: Callable[[], float]
) -> None:
    behind = FakedTime(tmp_path / "behind", -HOUR)
    primary = Server(repl_diskless_sync_delay="0")
    replica = Server(environment=behind.environment)
    with proxied([primary, replica]) as port, Redis(port=port) as client:
        replica.follow(primary.port)
        wait_until(lambda: replica.command("ROLE")[3] == b"connected", "the replica")
        host = Host(client)
        began_ms = host.clock.measure() - passed_ms()
        wait_until(lambda: replica.command("EXISTS", KEY) == 1, "the replica to have the time")
        primary.kill()
        replica.promote()
        client.connection_pool.disconnect()
        assert host.clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
        assert Host(client).clock.measure() - passed_ms() == pytest.approx(began_ms, abs=NEAR_MS)
    primary.close()
    replica.close()


@needs_faketime
def test_commits_go_on_when_redis_clock_is_set_back(moved: Moved, empty_database: Path) -> None:
    host = Host(moved.client)
    world = World(moved.client, empty_database, clock=HostClock(host.clock), platform=host.clock)
    match, people = world.table(2, time_control=PerDecision(seconds=30), on_time_out=Forfeit())
    moved.set(-HOUR)
    world.finish(match.id, people)
    times = [entry.at_ms for entry in world.store.read_log(match.id)]
    assert times == sorted(times)
    assert times[-1] - times[0] < 30_000


@needs_faketime
def test_nobody_is_refused_for_longer_than_a_window_after_redis_clock_was_set_back(moved: Moved) -> None:
    """A 429 with Retry-After 3591 was brought about where the window is 10 s."""
    limiter, policy = RateLimiter(moved.client), Policy("player", 2, 5_000_000)
    for _ in range(2):
        assert limiter.hit(policy, "ann").retry_after_seconds is None
    moved.set(-HOUR)
    refused_now = limiter.hit(policy, "ann")
    assert refused_now.retry_after_seconds is not None
    assert refused_now.retry_after_seconds <= 5
    assert refused_now.reset_seconds <= policy.window_seconds


@needs_faketime
def test_a_gate_that_was_passed_in_the_future_is_open(moved: Moved) -> None:
    """Reconciliation, rounds of pairing and the log of commitments were requested an hour later."""
    gate = Gate(moved.client, "gate")
    assert gate.passes(60_000)
    assert not gate.passes(60_000)
    moved.set(-HOUR)
    assert gate.passes(60_000)
    assert not gate.passes(60_000)


@needs_faketime
def test_the_share_of_a_ticker_that_died_is_taken_over_although_redis_clock_was_set_back(moved: Moved) -> None:
    dead, living = Lease(moved.client, "dead"), Lease(moved.client, "living")
    dead.shards()
    assert len(living.shards()) == SHARDS // 2
    moved.set(-HOUR)
    assert len(living.shards()) == SHARDS
    assert moved.client.zscore(LEASES_KEY, "dead") is None


def deadline_of(world: World, match_id: str) -> int:
    match = world.store.match(match_id)
    assert match is not None
    assert match.time_out_ms is not None
    return match.time_out_ms


# -- real processes, each on a host of its own -----------------------------------------------------------------------


@needs_faketime
@pytest.mark.slow
@pytest.mark.alone
def test_clocks_of_matches_keep_their_promise_whosever_clock_is_set_by_an_hour() -> None:
    with hosts() as platform:
        trials = [tried(platform, host, seconds) for host in ("redis", "ticker") for seconds in (HOUR, -HOUR)]
        trials.append(tried(platform, "gateway", 4))
    for trial in trials:
        assert -1 <= trial.late_when_set < PROMISED_SECONDS, trial
        assert -1 <= trial.late_when_set_right < PROMISED_SECONDS, trial
        assert trial.credits == 0, trial


@needs_faketime
@pytest.mark.slow
def test_a_server_of_a_cluster_whose_clock_is_behind_serves_its_shards(tmp_path: Path, empty_database: Path) -> None:
    """Commits to its shards were refused with ``BUSY`` for as long as it was more than a second behind. A process whose
    own clock has leapt commits nothing there all the same."""
    late = FakedTime(tmp_path / "time", -5)
    with cluster_of(3, environment=late.environment) as cluster, cluster.client() as client:
        host = Host(client)
        world = World(client, empty_database, clock=HostClock(host.clock), platform=host.clock)
        clocks = {"time_control": PerDecision(seconds=30), "on_time_out": Forfeit()}
        for _ in range(200):
            match, people = world.table(2, **clocks)
            if cluster.master_of(match_key(match.id)) is cluster.masters[-1]:
                break
        assert cluster.master_of(KEY) is cluster.masters[0]
        assert cluster.master_of(match_key(match.id)) is cluster.masters[-1]
        assert 20_000 < deadline_of(world, match.id) - host.clock.now_ms() <= 30_000
        seat = match.pending[0]
        action = json.loads(world.matches.view(people[seat], match.id, seat).legal)[0]["notation"]
        host.stood = -20  # seconds, of the thirty that there are
        assert refused(lambda: world.decide(people[seat], match.id, action)).reason is Reason.BUSY
        world.decide(people[seat], match.id, action)
        late.set(-60)  # further still
        other, others = world.table(2, **clocks)
        assert world.matches.get(others[0], other.id).status is Status.LIVE
