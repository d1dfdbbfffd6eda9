"""Whatever a request waits for: those put aside in its thread go on first."""

from collections.abc import Callable
from pathlib import Path

from redis import Redis

from services.database import Database
from services.matches.store import MatchStore
from services.shared_thread import let_others_first
from tests.sharing import run


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
