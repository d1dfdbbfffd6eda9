"""Webhooks and deliveries on each kind of database."""

from services.database import Database
from services.errors import Reason
from services.identity import ApiKeys, PlayerKind, Players, Scope
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.store import OVERLAP_MS, WebhookStore
from services.webhooks.webhook import Call, Delivery, Outcome
from tests.integration.matches.harness import Clock, refused

URL = "https://bot.example/"


def test_a_webhook_is_made_changed_rotated_and_removed(database: Database) -> None:
    clock = Clock()
    players, store = Players(database), WebhookStore(database, clock)
    bot, person = players.create("Bot", PlayerKind.BOT).id, players.create("Ann").id
    key, _ = ApiKeys(database, "test").create(bot, [Scope.ACCOUNT_MANAGE], "key")
    made, is_new = store.put(bot, URL, 8, enabled=True, key_id=key.id, secret=b"a" * 32)
    assert (is_new, made.secrets, made.is_called, made.changed_ms) == (True, (b"a" * 32,), True, clock.now_ms)
    same, is_new = store.put(bot, URL, 8, enabled=True, key_id=key.id, secret=b"b" * 32)
    assert (is_new, same) == (False, made)
    changed, _ = store.put(bot, URL, 8, enabled=False, key_id=key.id, secret=b"b" * 32)
    assert (changed.is_called, changed.secrets, changed.changed_ms) == (False, (b"a" * 32,), clock.now_ms + 1)
    assert store.rotate(bot, b"c" * 32).secrets == (b"c" * 32, b"a" * 32)
    clock.now_ms += OVERLAP_MS
    assert store.rotate(bot, b"c" * 32).secrets == (b"c" * 32,)
    store.put(bot, URL, 8, enabled=True, key_id=key.id, secret=b"b" * 32)
    ApiKeys(database, "test").revoke(key.id)
    revoked = store.find(bot)
    assert revoked is not None
    assert (revoked.enabled, revoked.key_revoked, revoked.is_called) == (True, True, False)
    store.delete(bot)
    store.delete(bot)
    assert store.find(bot) is None
    assert refused(lambda: store.rotate(bot, b"d" * 32)).reason is Reason.NOT_FOUND
    wrong = {person: Reason.NOT_A_BOT, "p_nobody": Reason.NOT_FOUND}
    for player, reason in wrong.items():
        assert refused(lambda: store.put(player, URL, 1, enabled=True, key_id="k", secret=b"")).reason is reason  # noqa: B023


def test_a_delivery_is_written_once_and_read_whole(database: Database) -> None:
    clock = Clock()
    log = DeliveryLog(database, days=7, now_ms=clock)
    call = Call("p_1", "m_1", 1, 3)
    made = Delivery(log.new_id(), call, 2, clock.now_ms, 41, Outcome.ANSWERED, "", 200, b'{"seat":1}', b"{}")
    log.write(made)
    log.write(made)
    assert log.list("p_1", 10) == [made._replace(request=b"", answer=b"")]
    assert log.find("p_1", made.id) == made
    assert log.find("p_2", made.id) is None
    assert log.list("p_1", 10, made.id) == []
    clock.advance(7 * 24 * 3600 + 1)
    assert log.remove_old() == 1
