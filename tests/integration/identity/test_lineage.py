"""Which key made which, on both databases: what a child inherits, and what ends with its parent."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from alembic import command
from sqlalchemy import Connection, text

from services.database import Database, schema
from services.database.tables import api_keys
from services.errors import Reason, Refusal
from services.identity import ApiKey, ApiKeys, Caller, KeyText, Player, PlayerKind, Players, Scope
from services.identity.auth_cache import AuthCache
from services.identity.keys import MAX_KEYS_PER_HOUR, MAX_VALID_KEYS
from tests.integration.identity.test_keys import Clock, is_refused, wait_until_somebody_waits_for_a_lock

NOON = 1_795_000_000_000
READ, PLAY, ACCOUNT, ADMIN = Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE, Scope.ADMIN
ALL = (READ, PLAY, Scope.MATCHES_CREATE, ACCOUNT)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(database: Database, clock: Clock) -> ApiKeys:
    return ApiKeys(database, "dev", clock)


@pytest.fixture
def ann(database: Database) -> Player:
    return Players(database).create("Ann", PlayerKind.PERSON)


@pytest.fixture
def bob(database: Database) -> Player:
    return Players(database).create("Bob", PlayerKind.PERSON)


def holder(keys: ApiKeys, made: tuple[ApiKey, KeyText]) -> Caller:
    return keys.authenticate(made[1])


def refused(act: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        act()
    return refusal.value


# -- what a child has of its parent ------------------------------------------------------------------------------------


def test_a_key_knows_which_key_made_it(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    root, root_text = keys.create(ann.id, ALL, "root")
    clock.wait(1)
    child, _ = keys.create(ann.id, [READ], "child", by=keys.authenticate(root_text))
    renewed, _ = keys.rotate(child.id, 60, by=keys.authenticate(root_text))

    assert root.parent_id is None
    assert child.parent_id == renewed.parent_id == root.id
    assert [key.parent_id for key in keys.list(ann.id)] == [None, root.id, root.id]


@pytest.mark.parametrize("scopes", [[READ, ACCOUNT], [ADMIN]])
def test_a_child_expires_no_later_than_its_parent(keys: ApiKeys, ann: Player, scopes: list[Scope]) -> None:
    brief = holder(keys, keys.create(ann.id, scopes, "brief", NOON + 60_000))
    lasting, _ = keys.create(ann.id, [READ], "lasting")

    assert keys.create(ann.id, [READ], "a", by=brief)[0].expires_ms == NOON + 60_000
    assert keys.create(ann.id, [READ], "b", NOON + 3_600_000, by=brief)[0].expires_ms == NOON + 60_000
    assert keys.create(ann.id, [READ], "c", NOON + 1_000, by=brief)[0].expires_ms == NOON + 1_000
    assert keys.rotate(lasting.id, 0, by=brief)[0].expires_ms == NOON + 60_000


@pytest.mark.parametrize(
    ("held", "granted", "missing"),
    [
        ((READ, PLAY), [READ], ACCOUNT),
        ((READ, ACCOUNT), [PLAY], PLAY),
        ((READ, ACCOUNT), [ADMIN], ADMIN),
        (ALL, [ADMIN], ADMIN),
    ],
)
def test_a_key_makes_none_that_it_has_not_the_scopes_for(
    keys: ApiKeys, ann: Player, held: tuple[Scope, ...], granted: list[Scope], missing: Scope
) -> None:
    caller = holder(keys, keys.create(ann.id, held, "small"))
    target, _ = keys.create(ann.id, granted, "target")

    for act in (
        lambda: keys.create(ann.id, granted, "x", by=caller),
        lambda: keys.rotate(target.id, 0, by=caller),
        lambda: keys.get(caller, target.id),
    ):
        refusal = refused(act)
        assert (refusal.reason, refusal.metadata) == (Reason.MISSING_SCOPE, {"scope": missing.value})
    assert len(keys.list(ann.id)) == 2


def test_a_key_lists_those_that_have_no_scope_which_it_lacks(keys: ApiKeys, ann: Player) -> None:
    for scopes in ([ADMIN], ALL, [READ, PLAY], [PLAY], [READ], [READ, ACCOUNT]):
        keys.create(ann.id, scopes, " ".join(sorted(scope.value for scope in scopes)))

    listed = keys.list(ann.id, within=frozenset({READ, ACCOUNT}))
    assert {key.scopes for key in listed} == {frozenset({READ}), frozenset({READ, ACCOUNT})}
    assert {key.name for key in keys.list(ann.id)} - {key.name for key in keys.list(ann.id, within=ALL)} == {"admin"}


# -- what ends with its parent -----------------------------------------------------------------------------------------


def test_a_revoked_key_takes_all_that_descend_from_it_and_no_other(keys: ApiKeys, ann: Player, bob: Player) -> None:
    root = keys.create(ann.id, [ADMIN], "root")
    leaked = keys.create(ann.id, [ADMIN], "leaked", by=holder(keys, root))
    child = keys.create(bob.id, ALL, "child", by=holder(keys, leaked))
    grandchild = keys.create(bob.id, ALL, "grandchild", by=holder(keys, child))
    successor = keys.rotate(grandchild[0].id, 60, by=holder(keys, grandchild))
    other = keys.create(bob.id, ALL, "other", by=holder(keys, root))

    keys.revoke(leaked[0].id)

    assert [is_refused(keys, text) for _, text in (leaked, child, grandchild, successor)] == [True] * 4
    assert [is_refused(keys, text) for _, text in (root, other)] == [False] * 2


def test_a_key_that_has_ended_still_takes_its_descendants_when_it_is_revoked(
    keys: ApiKeys, clock: Clock, ann: Player
) -> None:
    leaked = keys.create(ann.id, ALL, "leaked")
    child = keys.create(ann.id, [READ], "child", by=holder(keys, leaked))
    successor = keys.rotate(leaked[0].id, 0, by=holder(keys, leaked))
    assert is_refused(keys, leaked[1])
    assert not is_refused(keys, child[1])
    assert not is_refused(keys, successor[1])

    keys.revoke(leaked[0].id)

    assert is_refused(keys, child[1])
    assert is_refused(keys, successor[1])


def test_a_lineage_of_thousands_ends_together(keys: ApiKeys, database: Database, ann: Player) -> None:
    root, text = keys.create(ann.id, ALL, "root")
    row = {"player_id": ann.id, "name": "x", "scopes": "matches:read", "secret_sha256": b"", "created_ms": NOON}
    rows = [{**row, "id": f"k{n:05}", "parent_id": root.id if n % 2 else f"k{n - 1:05}"} for n in range(1, 2001)]
    with database.begin() as connection:
        connection.execute(api_keys.insert(), rows)

    keys.revoke(root.id)

    assert is_refused(keys, text)
    assert {key.revoked_ms for key in keys.list(ann.id, 5000)} == {NOON}
    assert len(keys.list(ann.id, 5000)) == 2001


def test_all_keys_of_a_player_end_together_with_those_that_they_made(keys: ApiKeys, ann: Player, bob: Player) -> None:
    first, second = keys.create(ann.id, [ADMIN], "first"), keys.create(ann.id, [READ], "second")
    bobs_own = keys.create(bob.id, ALL, "own")
    planted = keys.create(bob.id, ALL, "planted", by=holder(keys, first))

    assert keys.revoke_all(ann.id) == 3

    assert [is_refused(keys, text) for _, text in (first, second, planted)] == [True] * 3
    assert not is_refused(keys, bobs_own[1])
    assert keys.revoke_all(ann.id) == 0
    assert refused(lambda: keys.revoke_all("p_none")).reason is Reason.NOT_FOUND


def test_a_key_that_was_just_revoked_elsewhere_makes_none(keys: ApiKeys, database: Database, ann: Player) -> None:
    seconds = [100.0]
    elsewhere = ApiKeys(database, "dev", lambda: NOON, cache=AuthCache(lambda: seconds[0]))
    root, root_text = keys.create(ann.id, ALL, "root")
    other, _ = keys.create(ann.id, [READ], "other")
    caller = elsewhere.authenticate(root_text)
    keys.revoke(root.id)
    assert elsewhere.authenticate(root_text) == caller  # for the rest of the second

    for act in (
        lambda: elsewhere.create(ann.id, [READ], "x", by=caller),
        lambda: elsewhere.rotate(other.id, 0, by=caller),
    ):
        assert refused(act).reason is Reason.UNAUTHENTICATED
    assert len(keys.list(ann.id)) == 2


@pytest.mark.parametrize("first", ["creation", "revocation"])
def test_no_child_is_made_past_the_revocation_of_its_parent(postgres_url: str, first: str) -> None:
    """The two at the same moment, either of them first to have the parent's row."""
    database = Database(postgres_url)
    database.upgrade()
    ann = Players(database).create("Ann", PlayerKind.PERSON)
    keys = ApiKeys(database, "dev")
    root, root_text = keys.create(ann.id, ALL, "root")
    caller = keys.authenticate(root_text)
    child = {"id": "k1", "player_id": ann.id, "name": "child", "scopes": "matches:read", "parent_id": root.id}

    with ThreadPoolExecutor(1) as pool, database.begin() as connection:
        connection.execute(text("SELECT id FROM api_keys WHERE id = :id FOR UPDATE"), {"id": root.id})
        waiting: Future[object]
        if first == "creation":
            waiting = pool.submit(keys.revoke, root.id)
            wait_until_somebody_waits_for_a_lock(database)
            connection.execute(api_keys.insert(), {**child, "secret_sha256": b"", "created_ms": NOON})
        else:
            waiting = pool.submit(keys.create, ann.id, [READ], "child", by=caller)
            wait_until_somebody_waits_for_a_lock(database)
            connection.execute(api_keys.update().values(revoked_ms=NOON))
        connection.commit()
        failure = waiting.exception(60)

    assert [key for key in keys.list(ann.id) if key.revoked_ms is None] == []
    assert (failure is None) == (first == "creation")


# -- limits ------------------------------------------------------------------------------------------------------------


def test_a_player_with_all_its_keys_makes_no_more_but_the_operator_and_admins_do(
    keys: ApiKeys, ann: Player, bob: Player
) -> None:
    root = holder(keys, keys.create(ann.id, ALL, "root"))
    for number in range(MAX_VALID_KEYS - 1):
        keys.create(ann.id, [READ], f"key {number}")

    assert refused(lambda: keys.create(ann.id, [READ], "x", by=root)).reason is Reason.TOO_MANY_KEYS
    assert refused(lambda: keys.rotate(root.key_id, 60, by=root)).reason is Reason.TOO_MANY_KEYS
    admin = holder(keys, keys.create(bob.id, [ADMIN], "admin"))
    keys.create(ann.id, [ADMIN], "by the operator")
    keys.create(ann.id, [READ], "by an admin", by=admin)
    assert len(keys.list(ann.id)) == MAX_VALID_KEYS + 2


def test_keys_that_are_made_and_revoked_over_and_over_are_counted_by_the_hour(
    keys: ApiKeys, clock: Clock, ann: Player, bob: Player
) -> None:
    root = holder(keys, keys.create(ann.id, ALL, "root"))
    clock.wait(10)
    for _ in range(MAX_KEYS_PER_HOUR):
        keys.revoke(keys.create(ann.id, [READ], "x", by=root)[0].id)
    clock.wait(600)

    refusal = refused(lambda: keys.create(ann.id, [READ], "x", by=root))
    assert (refusal.reason, refusal.metadata) == (Reason.RATE_LIMITED, {"retry_seconds": "3000"})
    keys.create(ann.id, [READ], "by the operator")
    keys.create(bob.id, [READ], "x", by=holder(keys, keys.create(bob.id, ALL, "Bob's own")))
    clock.wait(3000)
    keys.create(ann.id, [READ], "x", by=root)


# -- keys from before --------------------------------------------------------------------------------------------------


def test_old_keys_go_on_without_a_parent_and_only_those_for_everything_manage_the_account(database_url: str) -> None:
    database = Database(database_url)
    scopes = {
        "k1": "matches:create matches:play matches:read",
        "k2": "matches:play matches:read",
        "k3": "admin",
        "k4": "admin matches:create matches:play matches:read",
    }
    with database.begin() as connection:
        upgrade_to(connection, "0001")
        connection.execute(text("INSERT INTO players VALUES ('p_1', 'person', 'Ann', 1)"))
        statement = text("INSERT INTO api_keys VALUES (:id, 'p_1', 'old', :scopes, :secret, 1, NULL, NULL)")
        connection.execute(statement, [{"id": i, "scopes": s, "secret": b"x" * 32} for i, s in scopes.items()])

    database.upgrade()

    found = {key.id: key for key in ApiKeys(database, "dev").list("p_1")}
    assert {key.parent_id for key in found.values()} == {None}
    assert [Scope.ACCOUNT_MANAGE in found[key].scopes for key in scopes] == [True, False, False, False]
    assert found["k1"].scopes == frozenset(ALL)
    database.close()


def upgrade_to(connection: Connection, revision: str) -> None:
    config = schema._config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
