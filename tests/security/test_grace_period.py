"""Which keys are valid while PostgreSQL is down: those that were proved, and none that is known to be revoked."""

from collections.abc import Iterator

import pytest

from services.database import Database
from services.errors import Reason, Refusal
from services.identity import ApiKeys, Caller, KeyText, Player, Players, Scope
from services.identity.auth_cache import AuthCache
from tests.cluster.databases import MortalPostgres, mortal_postgres

pytestmark = pytest.mark.slow

ALL = frozenset(Scope)


class Gateway:
    """A process's keys, with a clock that is moved by hand."""

    def __init__(self, postgres: MortalPostgres, grace_seconds: float = 3600) -> None:
        self.seconds = 1_000_000.0
        self.database = Database(postgres.url)
        cache = AuthCache(lambda: self.seconds, grace_seconds=grace_seconds)
        self.keys = ApiKeys(self.database, "dev", lambda: int(self.seconds * 1000), cache=cache)

    def who(self, text: KeyText | str) -> Caller | Reason:
        """Who presents the key more than a second after the last look-up; or why nobody."""
        self.seconds += 2
        try:
            return self.keys.authenticate(text)
        except Refusal as refusal:
            return refusal.reason


@pytest.fixture(scope="module")
def server() -> Iterator[MortalPostgres]:
    with mortal_postgres() as server:
        database = Database(server.url)
        database.upgrade()
        database.close()
        yield server


@pytest.fixture
def postgres(server: MortalPostgres) -> Iterator[MortalPostgres]:
    """It is killed by each test."""
    yield server
    server.start()


@pytest.fixture
def gateway(postgres: MortalPostgres) -> Iterator[Gateway]:
    gateway = Gateway(postgres)
    yield gateway
    gateway.database.close()


@pytest.fixture
def ann(gateway: Gateway) -> Player:
    return Players(gateway.database).create("Ann")


def test_a_proved_key_is_valid_for_the_grace_period_and_others_are_not(
    postgres: MortalPostgres, gateway: Gateway, ann: Player
) -> None:
    proved, text = gateway.keys.create(ann.id, ALL, "proved")
    _, unseen = gateway.keys.create(ann.id, ALL, "unseen")
    caller = gateway.who(text)
    assert isinstance(caller, Caller)
    assert caller.key_id == proved.id
    other_secret = f"{str(text).rpartition('_')[0]}_{str(unseen).rpartition('_')[2]}"
    postgres.kill()
    assert gateway.who(text) == caller
    assert gateway.who(unseen) is Reason.BUSY
    assert gateway.who(other_secret) in (Reason.BUSY, Reason.UNAUTHENTICATED)  # its check digits may not fit
    gateway.seconds += 3580
    assert gateway.who(text) == caller
    gateway.seconds += 20
    assert gateway.who(text) is Reason.BUSY


def test_a_key_that_was_revoked_here_is_not_valid_nor_is_what_it_made(
    postgres: MortalPostgres, gateway: Gateway, ann: Player
) -> None:
    root, root_text = gateway.keys.create(ann.id, ALL, "root")
    by = gateway.keys.authenticate(root_text)
    _, child_text = gateway.keys.create(ann.id, ALL, "child", by=by)
    _, other_text = gateway.keys.create(ann.id, ALL, "other")
    for text in (root_text, child_text, other_text):
        assert isinstance(gateway.who(text), Caller)
    gateway.keys.revoke(root.id)
    postgres.kill()
    assert [gateway.who(text) for text in (root_text, child_text)] == [Reason.BUSY] * 2
    assert isinstance(gateway.who(other_text), Caller)


def test_a_key_that_was_renewed_here_is_not_valid_beyond_its_overlap(
    postgres: MortalPostgres, gateway: Gateway, ann: Player
) -> None:
    old, text = gateway.keys.create(ann.id, ALL, "old")
    assert isinstance(gateway.who(text), Caller)
    gateway.keys.rotate(old.id, 10)
    assert isinstance(gateway.who(text), Caller)
    postgres.kill()
    assert isinstance(gateway.who(text), Caller)
    gateway.seconds += 10
    assert gateway.who(text) is Reason.BUSY


def test_a_key_that_was_seen_to_be_revoked_elsewhere_is_not_valid(
    postgres: MortalPostgres, gateway: Gateway, ann: Player
) -> None:
    key, text = gateway.keys.create(ann.id, ALL, "key")
    assert isinstance(gateway.who(text), Caller)
    Gateway(postgres).keys.revoke(key.id)
    assert gateway.who(text) is Reason.UNAUTHENTICATED
    postgres.kill()
    assert gateway.who(text) is Reason.BUSY


def test_a_key_that_was_revoked_elsewhere_is_refused_once_the_database_is_back(
    postgres: MortalPostgres, gateway: Gateway, ann: Player
) -> None:
    key, text = gateway.keys.create(ann.id, ALL, "key")
    assert isinstance(gateway.who(text), Caller)
    Gateway(postgres).keys.revoke(key.id)
    postgres.kill()
    assert isinstance(gateway.who(text), Caller)  # it cannot know
    postgres.start()
    assert gateway.who(text) is Reason.UNAUTHENTICATED
    postgres.kill()
    assert gateway.who(text) is Reason.BUSY


def test_without_a_grace_period_no_key_is_valid(postgres: MortalPostgres, ann: Player) -> None:
    strict = Gateway(postgres, grace_seconds=0)
    _, text = strict.keys.create(ann.id, ALL, "key")
    assert isinstance(strict.who(text), Caller)
    postgres.kill()
    assert strict.who(text) is Reason.BUSY
