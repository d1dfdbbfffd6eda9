"""API keys, on both databases."""

import hashlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, text

from services.database import Database
from services.database.tables import api_keys
from services.errors import Reason, Refusal
from services.identity import OPERATOR_ID, ApiKey, ApiKeys, Caller, KeyText, Player, PlayerKind, Players, Scope
from services.identity.auth_cache import AuthCache
from tests.integration.database.processes import DiesBeforeCommit, at_once, killed_when_told
from tests.integration.database.statements import plan, statements

NOON = 1_795_000_000_000
READ, PLAY, ACCOUNT, ADMIN = Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE, Scope.ADMIN


class Clock:
    """Milliseconds since 1970, moved by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += int(seconds * 1000)


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
    return Players(database).create("Bob", PlayerKind.BOT)


def is_refused(keys: ApiKeys, text: str) -> bool:
    try:
        keys.authenticate(text)
    except Refusal as refusal:
        return refusal.reason is Reason.UNAUTHENTICATED
    return False


def caller(player: Player, *scopes: Scope) -> Caller:
    return Caller(player.id, player.name, player.kind, "k", frozenset(scopes))


# -- made and presented ------------------------------------------------------------------------------------------------


def test_whoever_presents_a_key_is_its_player_with_its_scopes(keys: ApiKeys, ann: Player, bob: Player) -> None:
    anns, text = keys.create(ann.id, [READ, PLAY], "laptop")
    _, bobs_text = keys.create(bob.id, [READ], "laptop")

    assert keys.authenticate(text) == Caller(ann.id, "Ann", PlayerKind.PERSON, anns.id, frozenset({READ, PLAY}))
    assert keys.authenticate(bobs_text).player_id == bob.id
    assert keys.authenticate(bobs_text).kind is PlayerKind.BOT


def test_a_key_can_be_shown_again_without_its_secret(keys: ApiKeys, ann: Player) -> None:
    key, text = keys.create(ann.id, [READ, PLAY], "  laptop ", NOON + 5000)

    assert key == ApiKey(key.id, ann.id, "laptop", frozenset({READ, PLAY}), NOON, NOON + 5000, None)
    assert keys.list(ann.id) == [key]
    assert text.startswith(f"playhall_dev_{key.id}_")


def test_the_database_holds_the_sha256_of_the_secret_and_not_the_secret(
    database: Database, keys: ApiKeys, ann: Player
) -> None:
    _, text = keys.create(ann.id, [READ], "laptop")
    secret = text.rpartition("_")[2]

    with database.read() as connection:
        row = connection.execute(select(api_keys)).one()

    assert bytes(row.secret_sha256) == hashlib.sha256(secret.encode()).digest()
    assert secret not in repr(row)


def test_neither_logs_nor_errors_show_a_secret(
    database: Database, keys: ApiKeys, ann: Player, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        key, text = keys.create(ann.id, [READ], "laptop")
        keys.authenticate(text)
        _, text2 = keys.rotate(key.id, 0)
        with pytest.raises(Refusal) as refused:
            keys.authenticate(text)

    for known in (text, text2):
        secret = known.rpartition("_")[2]
        digest = hashlib.sha256(secret.encode())
        for hidden in (secret, digest.hexdigest(), repr(digest.digest())):
            assert hidden not in caplog.text
            assert hidden not in repr(refused.value)
            assert hidden not in repr((key, text, text2))


@pytest.mark.parametrize(
    ("scopes", "name", "expires_ms", "pointer"),
    [
        ([], "laptop", None, "/scopes"),
        ([READ], "", None, "/name"),
        ([READ], "x" * 65, None, "/name"),
        ([READ], "laptop", NOON, "/expires_ms"),
        ([READ], "laptop", 0, "/expires_ms"),
    ],
)
def test_a_key_that_makes_no_sense_is_refused_at_its_field(
    keys: ApiKeys, ann: Player, scopes: list[Scope], name: str, expires_ms: int | None, pointer: str
) -> None:
    with pytest.raises(Refusal) as refused:
        keys.create(ann.id, scopes, name, expires_ms)

    assert refused.value.reason is Reason.INVALID_FIELD
    assert [error.pointer for error in refused.value.errors] == [pointer]
    assert keys.list(ann.id) == []


def test_there_is_no_key_without_a_player(keys: ApiKeys) -> None:
    with pytest.raises(Refusal) as refused:
        keys.create("p_none", [READ], "laptop")

    assert refused.value.reason is Reason.NOT_FOUND


# -- refused -----------------------------------------------------------------------------------------------------------


def test_every_refusal_reads_the_same(keys: ApiKeys, database: Database, clock: Clock, ann: Player) -> None:
    _, valid = keys.create(ann.id, [READ], "valid")
    revoked_key, revoked = keys.create(ann.id, [READ], "revoked")
    keys.revoke(revoked_key.id)
    _, expired = keys.create(ann.id, [READ], "expired", NOON + 1)
    clock.wait(1)
    _, elsewhere = ApiKeys(database, "live").create(ann.id, [READ], "elsewhere")
    head, _, secret = valid.rpartition("_")
    wrong = f"{head}_{secret[::-1]}"
    unknown = valid.replace(head[-26:], "0" * 26)

    refusals = []
    for presented in ("", "rubbish", valid[:-1], valid + "x", wrong, unknown, revoked, expired, elsewhere):
        with pytest.raises(Refusal) as refused:
            keys.authenticate(presented)
        refusals.append((refused.value.reason, refused.value.detail, refused.value.errors, refused.value.metadata))

    assert set(map(str, refusals)) == {str((Reason.UNAUTHENTICATED, Reason.UNAUTHENTICATED.meaning, (), {}))}
    assert not is_refused(keys, valid)


def test_the_secret_of_one_key_does_not_open_another(keys: ApiKeys, ann: Player, bob: Player) -> None:
    _, anns = keys.create(ann.id, [READ], "laptop")
    _, bobs = keys.create(bob.id, [ADMIN], "laptop")

    assert is_refused(keys, f"{bobs.rpartition('_')[0]}_{anns.rpartition('_')[2]}")


# -- cost --------------------------------------------------------------------------------------------------------------


def test_a_key_is_checked_by_one_query(keys: ApiKeys, ann: Player) -> None:
    _, text = keys.create(ann.id, [READ], "laptop")

    with statements() as sent:
        keys.authenticate(text)

    assert len(sent) == 1


def test_that_query_goes_by_indexes(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'test.db'}")
    database.upgrade()
    Players(database).ensure_operator()
    keys = ApiKeys(database, "dev")
    text = keys.first_key()
    assert text is not None
    with statements() as sent:
        keys.authenticate(text)

    steps = plan(database, *sent[0])

    assert [step.split()[0] for step in steps] == ["SEARCH", "SEARCH"]
    assert all("USING INDEX" in step for step in steps)


def test_what_cannot_be_a_key_never_reaches_the_database(keys: ApiKeys, ann: Player) -> None:
    _, text = keys.create(ann.id, [READ], "laptop")

    with statements() as sent:
        for malformed in ("", "rubbish", text[:-1], text.replace("_dev_", "_live_"), text.upper()):
            assert is_refused(keys, malformed)

    assert sent == []


# -- ended -------------------------------------------------------------------------------------------------------------


def test_a_key_expires_at_its_moment(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    _, text = keys.create(ann.id, [READ], "laptop", NOON + 60_000)

    clock.wait(59.999)
    assert not is_refused(keys, text)
    clock.wait(0.001)
    assert is_refused(keys, text)


def test_a_revoked_key_is_refused_at_once_where_it_is_revoked_and_everywhere_within_a_second(
    keys: ApiKeys, database_url: str, clock: Clock, ann: Player
) -> None:
    key, text = keys.create(ann.id, [READ], "laptop")
    seconds = [100.0]
    elsewhere = ApiKeys(Database(database_url), "dev", clock, cache=AuthCache(lambda: seconds[0]))
    assert not is_refused(elsewhere, text)
    assert not is_refused(keys, text)

    keys.revoke(key.id)

    assert is_refused(keys, text)
    seconds[0] += 1.0
    assert is_refused(elsewhere, text)


def test_busy_keys_are_looked_up_together_and_a_revoked_one_among_them_ends(
    database: Database, clock: Clock, ann: Player
) -> None:
    seconds = [100.0]
    keys = ApiKeys(database, "dev", clock, cache=AuthCache(lambda: seconds[0]))
    texts = [keys.create(ann.id, [READ], f"key {number}")[1] for number in range(4)]
    for _ in range(2):
        assert not any(is_refused(keys, text) for text in texts)
    revoked = keys.authenticate(str(texts[2])).key_id
    ApiKeys(database, "dev", clock).revoke(revoked)
    seconds[0] += 1.0
    with statements() as sent:
        assert [is_refused(keys, text) for text in texts] == [False, False, True, False]
    assert len(sent) == 2  # all four together; then the one that is nobody's any more


def test_revoking_again_changes_nothing(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    key, _ = keys.create(ann.id, [READ], "laptop")
    first = keys.revoke(key.id)
    clock.wait(60)

    assert keys.revoke(key.id) == first
    assert first.revoked_ms == NOON
    assert keys.list(ann.id) == [first]


def test_revoking_one_key_leaves_the_others(keys: ApiKeys, ann: Player) -> None:
    key, _ = keys.create(ann.id, [READ], "laptop")
    _, other = keys.create(ann.id, [READ], "phone")

    keys.revoke(key.id)

    assert not is_refused(keys, other)


def test_a_key_that_is_not_there_cannot_be_revoked_or_rotated(keys: ApiKeys) -> None:
    for change in (keys.revoke, lambda key_id: keys.rotate(key_id, 60)):
        with pytest.raises(Refusal) as refused:
            change("k_none")
        assert refused.value.reason is Reason.NOT_FOUND


# -- rotated -----------------------------------------------------------------------------------------------------------


def test_a_rotated_key_and_its_successor_both_work_during_the_overlap(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    old, old_text = keys.create(ann.id, [READ, PLAY], "laptop")

    new, new_text = keys.rotate(old.id, 3600)

    assert (new.player_id, new.name, new.scopes, new.expires_ms) == (ann.id, "laptop", frozenset({READ, PLAY}), None)
    assert new.id != old.id
    clock.wait(3599)
    assert not is_refused(keys, old_text)
    assert keys.authenticate(new_text).key_id == new.id
    clock.wait(1)
    assert is_refused(keys, old_text)
    assert not is_refused(keys, new_text)


def test_without_an_overlap_the_old_key_ends_at_once(keys: ApiKeys, ann: Player) -> None:
    old, old_text = keys.create(ann.id, [READ], "laptop")

    _, new_text = keys.rotate(old.id, 0)

    assert is_refused(keys, old_text)
    assert not is_refused(keys, new_text)


def test_rotation_makes_no_key_last_longer_than_it_was_meant_to(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    old, _ = keys.create(ann.id, [READ], "guest", NOON + 60_000)

    new, new_text = keys.rotate(old.id, 3600)

    assert new.expires_ms == NOON + 60_000
    assert keys.list(ann.id)[0].expires_ms == NOON + 60_000
    clock.wait(60)
    assert is_refused(keys, new_text)


def test_a_key_that_has_ended_cannot_be_rotated_back_to_life(keys: ApiKeys, clock: Clock, ann: Player) -> None:
    revoked, _ = keys.create(ann.id, [READ], "revoked")
    keys.revoke(revoked.id)
    expired, _ = keys.create(ann.id, [READ], "expired", NOON + 1000)
    clock.wait(1)

    for key in (revoked, expired):
        with pytest.raises(Refusal) as refused:
            keys.rotate(key.id, 60)
        assert refused.value.reason is Reason.NOT_FOUND
    assert len(keys.list(ann.id)) == 2


def test_an_overlap_cannot_be_negative(keys: ApiKeys, ann: Player) -> None:
    key, text = keys.create(ann.id, [READ], "laptop")

    with pytest.raises(Refusal) as refused:
        keys.rotate(key.id, -1)

    assert [error.pointer for error in refused.value.errors] == ["/overlap_seconds"]
    assert not is_refused(keys, text)


def test_a_key_that_is_revoked_while_it_is_rotated_has_no_successor(postgres_url: str) -> None:
    database = Database(postgres_url)
    database.upgrade()
    ann = Players(database).create("Ann", PlayerKind.PERSON)
    keys = ApiKeys(database, "dev")
    key, _ = keys.create(ann.id, [READ], "laptop")

    with ThreadPoolExecutor(1) as pool:
        with database.begin() as connection:
            connection.execute(api_keys.update().values(revoked_ms=NOON))
            rotation = pool.submit(keys.rotate, key.id, 3600)
            wait_until_somebody_waits_for_a_lock(database)
        with pytest.raises(Refusal) as refused:
            rotation.result(60)

    assert refused.value.reason is Reason.NOT_FOUND
    assert [known.id for known in keys.list(ann.id)] == [key.id]


def wait_until_somebody_waits_for_a_lock(database: Database) -> None:
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    deadline = time.monotonic() + 60
    with database.read() as connection:
        while connection.execute(waiting).scalar_one() == 0:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def rotate_and_die(die: Callable[[], None], url: str, key_id: str) -> None:
    ApiKeys(DiesBeforeCommit(url, die), "dev", lambda: NOON).rotate(key_id, 0)


def test_a_process_killed_while_it_rotates_a_key_leaves_the_old_one_valid(
    keys: ApiKeys, database_url: str, ann: Player
) -> None:
    key, text = keys.create(ann.id, [READ], "laptop")

    killed_when_told(rotate_and_die, database_url, key.id)

    assert keys.list(ann.id) == [key]
    assert not is_refused(keys, text)


# -- seen --------------------------------------------------------------------------------------------------------------


def test_keys_are_listed_by_player_oldest_first(keys: ApiKeys, clock: Clock, ann: Player, bob: Player) -> None:
    made = []
    for name in ("laptop", "phone", "server"):
        made.append(keys.create(ann.id, [READ], name)[0])
        clock.wait(1)
    keys.create(bob.id, [READ], "laptop")

    assert keys.list(ann.id) == made
    assert keys.list("p_none") == []


def test_a_key_is_seen_by_its_players_managing_keys_and_by_admins_only(keys: ApiKeys, ann: Player, bob: Player) -> None:
    key, _ = keys.create(ann.id, [READ], "laptop")

    assert keys.get(caller(ann, READ, ACCOUNT), key.id) == key
    assert keys.get(caller(bob, ADMIN), key.id) == key
    for asking, key_id in ((caller(bob, READ, PLAY, ACCOUNT), key.id), (caller(bob, ADMIN), "k_none")):
        with pytest.raises(Refusal) as refused:
            keys.get(asking, key_id)
        assert refused.value.reason is Reason.NOT_FOUND


# -- the first key -----------------------------------------------------------------------------------------------------


def test_the_first_key_is_an_admins_and_made_once(keys: ApiKeys, database: Database) -> None:
    Players(database).ensure_operator()

    text = keys.first_key()

    assert text is not None
    assert keys.first_key() is None
    operator = keys.authenticate(text)
    assert (operator.player_id, operator.name, operator.is_admin) == (OPERATOR_ID, "operator", True)
    assert [player.id for player in Players(database).list(10)] == [OPERATOR_ID]


def test_a_first_key_that_was_revoked_is_not_made_again(keys: ApiKeys, database: Database) -> None:
    Players(database).ensure_operator()
    keys.first_key()
    keys.revoke(keys.list(OPERATOR_ID)[0].id)

    assert keys.first_key() is None


def test_an_operator_that_has_a_key_gets_no_first_key(keys: ApiKeys, database: Database) -> None:
    keys.create(Players(database).ensure_operator().id, [Scope.ADMIN], "made by hand")

    assert keys.first_key() is None
    assert [key.name for key in keys.list(OPERATOR_ID)] == ["made by hand"]


def test_without_an_operator_there_is_no_first_key(keys: ApiKeys) -> None:
    with pytest.raises(Refusal) as refused:
        keys.first_key()
    assert refused.value.reason is Reason.NOT_FOUND


def test_the_operator_is_made_once(database: Database) -> None:
    players = Players(database)

    assert players.ensure_operator() == players.ensure_operator() == players.get(OPERATOR_ID)
    assert [player.name for player in players.list(10)] == ["operator"]


def ask_for_first_key(url: str) -> KeyText | None:
    database = Database(url)
    Players(database).ensure_operator()
    return ApiKeys(database, "dev").first_key()


@pytest.mark.slow
def test_of_several_processes_that_start_at_once_one_makes_the_first_key(
    keys: ApiKeys, database: Database, database_url: str
) -> None:
    made = [text for text in at_once(4, ask_for_first_key, database_url) if text is not None]

    assert len(made) == 1
    assert len(keys.list(OPERATOR_ID)) == 1


def make_first_key_and_die(die: Callable[[], None], url: str) -> None:
    Players(Database(url)).ensure_operator()
    ApiKeys(DiesBeforeCommit(url, die), "dev").first_key()


def test_a_first_start_that_is_killed_is_made_good_by_the_second(keys: ApiKeys, database_url: str) -> None:
    killed_when_told(make_first_key_and_die, database_url)

    text = keys.first_key()

    assert text is not None
    assert keys.authenticate(text).is_admin


def test_stored_scopes_are_texts_that_do_not_change(database: Database, keys: ApiKeys, ann: Player) -> None:
    keys.create(ann.id, list(Scope), "all")

    with database.read() as connection:
        stored = connection.execute(select(api_keys.c.scopes)).scalar_one()

    assert stored == "account:manage admin matches:create matches:play matches:read"
