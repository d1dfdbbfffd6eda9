"""Whatever a request waits for: those put aside in its thread go on first."""

import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from redis import Redis

from services.database import Database
from services.engine.grpc_client import GrpcEngine
from services.engine.near import NearEngine
from services.errors import Refusal
from services.matches.store import MatchStore
from services.shared_thread import let_others_first
from tests.integration.engine.serving import served, served_near
from tests.rulesets.doctored import Doctored
from tests.rulesets.sealed import RULESET
from tests.sharing import run

SEED = bytes(32)


def order(wait: Callable[[], object]) -> str:
    """Of a request that is put aside and one that waits."""
    return run({"aside": (let_others_first,), "long": (wait,)})


WAITER_LAST = "aside long aside1 long1"
NOT_LONG = "aside long long1 aside1"


def test_for_the_database(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    with database.read():
        pass  # the first connection takes longer

    def read() -> None:
        with database.read():
            pass

    def write() -> None:
        with database.begin():
            pass

    assert order(read) == WAITER_LAST
    assert order(write) == WAITER_LAST


def test_for_news_of_a_match(redis_client: Redis) -> None:
    store = MatchStore(redis_client)
    assert order(lambda: store.wait("m_0", 0, 0, 1)) == WAITER_LAST


def test_for_an_engine_nearby_that_does_not_answer(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent"))
        silent.listen(8)
        engine = NearEngine("sealed", str(tmp_path / "silent"), timeout_seconds=0.2)
        assert order(lambda: _tried(engine.start)) == WAITER_LAST


def test_for_an_engine_nearby_that_is_not_there(tmp_path: Path) -> None:
    engine = NearEngine("sealed", str(tmp_path / "nobody"), timeout_seconds=5)
    assert order(lambda: _tried(engine.start)) == WAITER_LAST


def test_for_a_remote_engine_that_was_slow(tmp_path: Path) -> None:
    pause = [0.0]
    with served(Doctored(lambda: time.sleep(pause[0]))) as target:
        engine = GrpcEngine("doctored", target, timeout_seconds=20)
        begun = engine.start(2, {}, SEED).position

        def call() -> object:
            return engine.play(begun, 0, "place 1")

        call()
        pause[0] = 0.1
        call()
        pause[0] = 0.0
        assert order(call) == WAITER_LAST


def test_an_engine_nearby_that_answers_at_once_needs_no_haste() -> None:
    with served_near(RULESET) as path:
        engine = NearEngine("sealed", path, timeout_seconds=20)
        engine.start(2, {}, SEED)
        for _ in range(50):  # it may be late now and then, on a machine with more to do
            found = order(lambda: engine.start(2, {}, SEED))
            if found == NOT_LONG:
                break
        assert found == NOT_LONG


def _tried(start: Callable[[int, Mapping[str, Any], bytes], object]) -> None:
    with suppress(Refusal):
        start(2, {}, SEED)
