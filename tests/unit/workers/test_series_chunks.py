"""Chunks of series in a worker's process: what becomes of them when something comes in between."""

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import replace

from services.engine import registry
from services.engine.registry import AnyRuleset
from services.errors import Reason, Refusal
from services.stored_series import ChunkClaim
from tests.integration.workers.series_platform import SEED, document_of, played_here
from tests.waiting import wait_until
from workers.series_chunks import KEPT_PLAYERS, ChunkPlayer, Lease

DOCUMENT = document_of("commanders", ["random", "random"], 8)
RESULTS = played_here(DOCUMENT)


def claim(first: int = 0, last: int = 8, series_id: str = "series_1") -> ChunkClaim:
    return ChunkClaim(series_id, DOCUMENT, SEED, range(first, last), "t", 60_000)


class Store:
    """Hands out chunks, and writes down what becomes of them. ``busy``: how often it refuses results at first."""

    def __init__(self, *claims: ChunkClaim, busy: int = 0) -> None:
        self.claims = deque(claims)
        self.busy = busy
        self.completed: list[bytes] = []
        self.released: list[ChunkClaim] = []
        self.settlements = 0

    def claim(self, worker: str, versions: Mapping[tuple[str, str], str] | None = None) -> ChunkClaim | None:
        return self.claims.popleft() if self.claims else None

    def keep(self, claim: ChunkClaim) -> ChunkClaim | None:
        return replace(claim, lease_ms=claim.lease_ms + 60_000)

    def complete(self, claim: ChunkClaim, lines: bytes, seconds: float) -> bool:
        if self.busy:
            self.busy -= 1
            raise Refusal(Reason.BUSY)
        self.completed.append(lines)
        return True

    def release(self, claim: ChunkClaim) -> None:
        self.released.append(claim)

    def settle(self) -> bool:
        self.settlements += 1
        return False

    def is_work(self) -> bool:
        return bool(self.claims)


def test_chunk_after_chunk_is_played_until_there_is_none() -> None:
    store = Store(claim(0, 4), claim(4, 8))
    assert not ChunkPlayer(store, "w").work(60)
    assert b"".join(store.completed) == RESULTS
    assert store.settlements == 3


def test_when_its_time_is_over_the_chunk_is_played_to_its_end_and_more_is_asked_for() -> None:
    store = Store(claim(0, 4), claim(4, 8))
    player = ChunkPlayer(store, "w")
    assert player.work(0)
    assert len(store.completed) == 1
    assert not player.work(0)
    assert b"".join(store.completed) == RESULTS


def test_results_wait_for_a_database_that_does_not_answer() -> None:
    store = Store(claim(), busy=2)
    ChunkPlayer(store, "w").work(60)
    assert store.completed == [RESULTS]


def test_a_worker_that_stops_takes_no_chunk() -> None:
    store = Store(claim())
    assert not ChunkPlayer(store, "w", is_stopping=lambda: True).work(60)
    assert len(store.claims) == 1


def test_a_chunk_is_given_back_when_the_worker_stops() -> None:
    store, stop = Store(), threading.Event()
    with Lease(store, claim(), stop.is_set) as lease:
        stop.set()
        wait_until(lambda: store.released, "the chunk's release")
        assert lease.is_lost
    assert store.released == [claim()]


def test_a_chunk_that_counts_no_more_is_not_stored() -> None:
    """It is noticed between two matches: here, at once."""
    playing, stopping = threading.Event(), threading.Event()
    store = Store(claim())

    class Slow:
        """Rules that wait, the first time that they are asked, until the chunk is given back."""

        def __init__(self, rules: AnyRuleset) -> None:
            self.rules = rules

        def __getattr__(self, name: str) -> object:
            if name == "start" and not playing.is_set():
                playing.set()
                stopping.set()
                wait_until(lambda: store.released, "the chunk's release")
            return getattr(self.rules, name)

    def find(ruleset: str) -> AnyRuleset:
        slow: AnyRuleset = Slow(registry.ruleset(ruleset))  # type: ignore[assignment]
        return slow

    assert not ChunkPlayer(store, "w", is_stopping=stopping.is_set, find_ruleset=find).work(60)
    assert store.completed == []
    assert store.released == [claim()]


def test_what_cannot_be_played_here_is_left_to_its_lease() -> None:
    other = DOCUMENT.model_copy(update={"ruleset_version": "99.0.0"})
    store = Store(replace(claim(), document=other), claim())
    ChunkPlayer(store, "w").work(60)
    assert store.released == []
    assert store.completed == [RESULTS]


def test_a_process_whose_match_does_not_end_is_ended() -> None:
    ended = threading.Event()
    with Lease(Store(), claim(), lambda: False, match_seconds=0.01, end_process=ended.set) as lease:
        lease.match_begins(0)
        wait_until(ended.is_set, "the process's end")


def test_a_process_that_has_played_its_matches_is_not_ended() -> None:
    ended, looks = threading.Event(), list[bool]()

    def look() -> bool:
        looks.append(True)
        return False

    with Lease(Store(), claim(), look, match_seconds=0.01, end_process=ended.set) as lease:
        lease.match_begins(0)
        lease.matches_over()
        wait_until(lambda: len(looks) > 1, "a second look")
    assert not ended.is_set()


def test_rulesets_of_series_that_went_on_lately_are_kept_and_no_others() -> None:
    asked: list[str] = []

    def find(ruleset: str) -> AnyRuleset:
        asked.append(ruleset)
        return registry.ruleset(ruleset)

    names = [f"series_{number}" for number in range(KEPT_PLAYERS + 1)]
    order = [*names[:2], *names[:2], *names[2:], names[-1], names[0]]
    store = Store(*(claim(0, 2, name) for name in order))
    ChunkPlayer(store, "w", find_ruleset=find).work(60)
    assert len(store.completed) == len(order)
    assert len(asked) == len(names) + 1  # the first one had to go
