"""Webhooks of bots and the log of their calls, over REST."""

import base64
from typing import Any

import pytest

from services.database import Database
from services.identity import PlayerKind, Scope
from services.matches.outbox import OutboxKind, outboxes
from services.webhooks import Call, Delivery, Outcome
from services.webhooks.deliveries import DeliveryLog
from services.webhooks.line import CallLine
from tests.integration.gateway.harness import EVERYTHING, Client, Hall
from tests.marks import each_row

URL = "https://bot.example/move"
HOOK = "/v1/players/me/webhook"


@pytest.fixture
def bot(hall: Hall) -> Client:
    return hall.client("Hopper", kind=PlayerKind.BOT)


def code(response: Any) -> Any:
    return response.json["code"]


def put(client: Client, body: Any, player: str = "me") -> Any:
    return client.ask("PUT", f"/v1/players/{player}/webhook", json=body)


def attempt(hall: Hall, player: str, match: str = "m_1", number: int = 1) -> Delivery:
    """An attempt to call a bot, in the log."""
    call = Call(player, match, 1, 1)
    made = Delivery(hall.deliveries.new_id(), call, number, 1000, 20, Outcome.STATUS, "", 500, b'{"seat":1}', b"oh")
    hall.deliveries.write(made)
    return made


def test_the_secret_is_shown_when_it_is_made_and_never_again(bot: Client) -> None:
    made = put(bot, {"url": URL})
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    assert len(base64.b64decode(made.json["secret"].removeprefix("whsec_"))) == 32
    shown = {name: made.json[name] for name in ("url", "concurrency", "enabled", "key_revoked", "offline_until")}
    assert shown == {"url": URL, "concurrency": 8, "enabled": True, "key_revoked": False, "offline_until": None}
    assert made.json["key"] == bot.read("/v1/keys/current")["id"]
    again = put(bot, {"url": URL, "concurrency": 64, "enabled": False})
    assert again.status_code == 200
    assert "secret" not in again.json
    assert bot.read(HOOK) == again.json
    assert (again.json["concurrency"], again.json["enabled"]) == (64, False)


def test_a_rotation_that_is_sent_again_gives_the_same_secret(bot: Client) -> None:
    first = put(bot, {"url": URL}).json["secret"]
    key = {"Idempotency-Key": "one"}
    second = bot.make(f"{HOOK}:rotate", headers=key)["secret"]
    assert bot.make(f"{HOOK}:rotate", headers=key)["secret"] == second
    assert len({first, second, bot.make(f"{HOOK}:rotate")["secret"]}) == 3


def test_a_webhook_that_was_removed_is_gone(bot: Client) -> None:
    put(bot, {"url": URL})
    assert [bot.ask("DELETE", HOOK).status_code for _ in range(2)] == [204, 204]
    assert code(bot.get(HOOK)) == "NOT_FOUND"
    assert code(bot.post(f"{HOOK}:rotate")) == "NOT_FOUND"
    assert put(bot, {"url": URL}).status_code == 201


def test_people_and_bots_of_the_house_have_none(hall: Hall, ada: Client, admin: Client) -> None:
    assert put(ada, {"url": URL}).json["code"] == "NOT_A_BOT"
    house = hall.players.house_bot("sealed", "greedy").id
    assert put(admin, {"url": URL}, house).json["code"] == "NOT_A_BOT"
    assert put(admin, {"url": URL}, "p_nobody").json["code"] == "NOT_FOUND"


@each_row(
    ("body", "pointer"),
    [
        ({"url": "https://10.0.0.1/"}, "/body/url"),
        ({"url": "http://bot.example/"}, "/body/url"),
        ({"url": "https://bot.example:8443/"}, "/body/url"),
        ({"url": "https://bot.example:0/"}, "/body/url"),
        ({"url": URL, "concurrency": 65}, "/body/concurrency"),
        ({"url": URL, "concurrency": 0}, "/body/concurrency"),
        ({"url": URL, "enabled": 1}, "/body/enabled"),
        ({"url": URL, "secret": "mine"}, "/body/secret"),
        ({}, "/body/url"),
    ],
)
def test_what_cannot_be_set_is_pointed_at(bot: Client, body: Any, pointer: str) -> None:
    refused = put(bot, body)
    assert (refused.status_code, refused.json["code"]) == (422, "INVALID_FIELD")
    assert [error["pointer"] for error in refused.json["errors"]] == [pointer]


def test_a_key_hands_out_no_more_than_it_has(hall: Hall, bot: Client) -> None:
    player = hall.players.get(bot.id)
    for missing in (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE):
        weak = hall.client_of(player, set(EVERYTHING) - {missing})
        refused = put(weak, {"url": URL})
        assert (refused.json["code"], refused.json["scope"]) == ("MISSING_SCOPE", missing.value)
    assert bot.get(HOOK).status_code == 404


def test_a_webhook_ends_with_the_key_that_set_it(hall: Hall, bot: Client) -> None:
    leaked = hall.client_of(hall.players.get(bot.id))
    put(leaked, {"url": "https://thief.example/"})
    hall.keys.revoke(leaked.read("/v1/keys/current")["id"])
    assert bot.read(HOOK)["key_revoked"] is True
    put(bot, {"url": "https://thief.example/"})
    assert bot.read(HOOK)["key_revoked"] is False


def test_what_a_bot_was_asked_is_for_the_bot_alone(hall: Hall, bot: Client, ada: Client, admin: Client) -> None:
    put(bot, {"url": URL})
    made = attempt(hall, bot.id)
    whole = bot.read(f"{HOOK}/deliveries/{made.id}")
    assert whole == {
        "id": made.id,
        "match": "m_1",
        "seat": 1,
        "decision": 1,
        "attempt": 1,
        "at": "1970-01-01T00:00:01.000Z",
        "ms": 20,
        "outcome": "status",
        "code": None,
        "status": 500,
        "version": None,
        "request": '{"seat":1}',
        "answer": "oh",
    }
    for path in (f"/v1/players/{bot.id}/webhook/deliveries", f"/v1/players/{bot.id}/webhook/deliveries/{made.id}"):
        assert code(admin.get(path)) == "NOT_YOUR_SEAT"
        assert code(ada.get(path)) == "MISSING_SCOPE"
    other = hall.client("Other", kind=PlayerKind.BOT)
    assert code(other.get(f"{HOOK}/deliveries/{made.id}")) == "NOT_FOUND"
    manager = hall.client_of(hall.players.get(bot.id), [Scope.ACCOUNT_MANAGE])
    assert code(manager.get(f"{HOOK}/deliveries/{made.id}")) == "MISSING_SCOPE"


def test_deliveries_come_in_pages_newest_first_without_bodies(hall: Hall, bot: Client) -> None:
    made = sorted(attempt(hall, bot.id, number=number).id for number in range(1, 6))
    first = bot.read(f"{HOOK}/deliveries?page_size=3")
    assert "request" not in first["deliveries"][0]
    second = bot.read(f"{HOOK}/deliveries?page_size=3&page_token={first['next_page_token']}")
    assert [each["id"] for page in (first, second) for each in page["deliveries"]] == made[::-1]
    assert second["next_page_token"] is None


def test_the_log_keeps_a_thousand_of_each_bot_for_some_days(hall: Hall, bot: Client) -> None:
    clock = iter(range(1_000_000, 2_000_000))
    database = Database(hall.settings.database.database_url)
    log = DeliveryLog(database, days=1, now_ms=lambda: next(clock))
    other = attempt(hall, "p_other").id
    for number in range(1_050):
        call = Call(bot.id, "m_1", 1, number)
        log.write(Delivery(log.new_id(), call, 1, 1, 1, Outcome.ANSWERED, "", 200))
    kept = log.list(bot.id, 2_000)
    assert [delivery.call.decision for delivery in kept] == list(range(1_049, 49, -1))
    day_later = DeliveryLog(database, days=1, now_ms=lambda: 1_000_000 + 24 * 3600 * 1000 + 500)
    assert day_later.remove_old() == 450
    assert len(log.list(bot.id, 2_000)) == 550
    assert [delivery.id for delivery in log.list("p_other", 2)] == [other]


def test_a_resent_call_is_asked_for_again_while_it_waits(hall: Hall, ada: Client, bot: Client) -> None:
    put(bot, {"url": URL})
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]})["id"]
    bot.make(f"/v1/matches/{match}:join")
    made = attempt(hall, bot.id, match)
    calls(hall)
    assert bot.make(f"{HOOK}/deliveries/{made.id}:resend")["id"] == made.id
    assert calls(hall) == [match]
    bot.make(f"/v1/matches/{match}/decisions/1", {"action": "place 1"})
    refused = bot.post(f"{HOOK}/deliveries/{made.id}:resend")
    assert (refused.status_code, code(refused)) == (409, "DECISION_ALREADY_ANSWERED")
    assert code(bot.post(f"{HOOK}/deliveries/dlv_none:resend")) == "NOT_FOUND"


def test_a_webhook_that_is_set_is_asked_at_once_what_waits(hall: Hall, ada: Client, bot: Client) -> None:
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]})["id"]
    bot.make(f"/v1/matches/{match}:join")
    calls(hall)
    put(bot, {"url": URL, "enabled": False})
    assert calls(hall) == []
    put(bot, {"url": URL})
    assert calls(hall) == [match]


def test_a_bot_that_is_offline_is_shown_to_be_until_it_is_set_anew(hall: Hall, bot: Client) -> None:
    put(bot, {"url": URL})
    line = CallLine(hall.redis)
    for number in range(5):
        line.finish(Call(bot.id, "m_1", 0, number), 1_800_000_000_000, Outcome.TIMEOUT)
    assert bot.read(HOOK)["offline_until"] == "2027-01-15T08:00:05.000Z"
    put(bot, {"url": URL, "concurrency": 1})
    assert bot.read(HOOK)["offline_until"] is None


def calls(hall: Hall) -> list[str]:
    """For which matches calls are requested; taken off."""
    found = []
    for outbox in outboxes(hall.redis):
        entries = outbox.read("test", block_ms=0, count=100)
        outbox.done(entries)
        found += [entry.match_id for entry in entries if entry.kind is OutboxKind.CALL]
    return found
