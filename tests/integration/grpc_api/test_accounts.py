"""Players, bots, keys, webhooks and failures over gRPC, as REST has them."""

from collections.abc import Callable
from typing import Any

import grpc
import pytest
from playhall.play.v1 import play_pb2

from services.webhooks import Call, Delivery, Outcome
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, moment_text

OverGrpc = Callable[[Client], PlayClient]
SECRET = "5e0f6b0a-3d0c-4e1b-8f7a-92c4d1e6b7a8"


def test_a_person_signs_up_and_has_a_bot(channel: grpc.Channel, hall: Hall, bob: Client) -> None:
    nobody = PlayClient(channel, None)
    first, again = (nobody.ask("SignUp", name="Grace", request_id=SECRET) for _ in range(2))
    assert first == again
    assert (first.player.name, first.player.kind, first.player.online) == ("Grace", "person", True)
    assert first.key.scopes == ["account:manage", "matches:create", "matches:play", "matches:read"]
    grace = PlayClient(channel, first.secret)
    assert grace.ask("GetPlayer", player="me").player == first.player

    bot = grace.ask("CreateBot", name="Hopper", version="1.0", request_id="bot").bot
    assert grace.ask("CreateBot", name="Hopper", version="1.0", request_id="bot").bot == bot
    assert (bot.owner, bot.version, bot.kind) == (first.player.id, "1.0", "bot")
    assert bob.read(f"/v1/players/{bot.id}")["owner"] == first.player.id
    made = grace.ask("CreateKey", player=bot.id, name="program", scopes=["matches:read", "matches:play"])
    itself = PlayClient(channel, made.secret)
    assert itself.ask("GetKey", key="current").key == made.key
    assert [key.id for key in grace.ask("ListKeys", player=bot.id).keys] == [made.key.id]
    assert itself.ask("StateVersion", player="me", version="1.1").bot.version == "1.1"
    assert [each.version for each in grace.ask("ListVersions", player=bot.id).versions] == ["1.1", "1.0"]

    invited = hall.client_of(hall.players.get(first.player.id))
    match = invited.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]})["id"]
    assert itself.ask("JoinMatch", match=match).match.seats[1].player.version == "1.1"
    assert grace.ask("ChangePlayer", player=bot.id, name="Hopper 2", online=False).player.online is False
    refused = grace.refused("CreateMatch", ruleset="sealed", seats=["me", f"player:{bot.id}"])
    assert (refused.reason, list(refused.fields)) == ("BOT_OFFLINE", ["/seats/1"])
    renewed = grace.ask("RotateKey", key=made.key.id, overlap_seconds=0)
    assert itself.refused("GetKey", key="current").reason == "UNAUTHENTICATED"
    grace.ask("RevokeKey", key=renewed.key.id)
    assert grace.ask("GetKey", key=renewed.key.id).key.HasField("revoked_at")
    assert grace.ask("RetireBot", bot=bot.id).bot.HasField("retired_at")
    assert [each.name for each in grace.ask("ListOwnBots", player="me").bots] == ["Hopper 2"]
    assert list(grace.ask("GetStatistics", player=bot.id, version="1.1").statistics) == []


def test_a_sign_up_that_can_be_guessed_is_refused(channel: grpc.Channel) -> None:
    nobody = PlayClient(channel, None)
    assert nobody.refused("SignUp", name="Grace", request_id="1").fields.keys() == {"/request_id"}
    assert nobody.refused("SignUp", name="G").fields.keys() == {"/name"}
    nobody.ask("SignUp", name="Grace", request_id=SECRET)
    assert nobody.refused("SignUp", name="Mallory", request_id=SECRET).reason == "IDEMPOTENCY_KEY_REUSED"
    assert nobody.refused("SignUp", name="grace").reason == "NAME_TAKEN"


def test_a_webhook_and_its_deliveries(over_grpc: OverGrpc, hall: Hall, ada: Client, bob: Client) -> None:
    owner, stranger = over_grpc(ada), over_grpc(bob)
    bot = owner.ask("CreateBot", name="Hopper").bot.id
    made = owner.ask("SetWebhook", player=bot, url="https://bot.example/move", concurrency=4)
    assert made.secret.startswith("whsec_")
    assert (made.webhook.url, made.webhook.concurrency, made.webhook.enabled) == ("https://bot.example/move", 4, True)
    changed = owner.ask("SetWebhook", player=bot, url="https://bot.example/move", enabled=False)
    assert (changed.secret, changed.webhook.concurrency, changed.webhook.enabled) == ("", 8, False)
    renewed = owner.ask("RotateWebhook", player=bot, request_id="one")
    assert owner.ask("RotateWebhook", player=bot, request_id="one") == renewed
    assert renewed.secret not in ("", made.secret)
    call = Call(bot, "m_1", 0, 1)
    told = Delivery(hall.deliveries.new_id(), call, 1, 1_000, 20, Outcome.STATUS, "", 500, b"{}", b"oh", "1.0")
    hall.deliveries.write(told)
    (listed,) = owner.ask("ListDeliveries", player=bot).deliveries
    assert (listed.outcome, listed.status, listed.version, listed.answer) == ("status", 500, "1.0", b"")
    assert owner.ask("GetDelivery", player=bot, delivery=told.id).delivery.answer == b"oh"
    assert owner.refused("ResendDelivery", player=bot, delivery=told.id).reason == "DECISION_ALREADY_ANSWERED"
    for method, fields in (
        ("GetWebhook", {}),
        ("DeleteWebhook", {}),
        ("SetWebhook", {"url": "https://thief.example/"}),
        ("RotateWebhook", {}),
        ("ListDeliveries", {}),
        ("GetDelivery", {"delivery": told.id}),
        ("ResendDelivery", {"delivery": told.id}),
        ("CreateKey", {"name": "x", "scopes": ["matches:play"]}),
        ("ListKeys", {}),
        ("ChangePlayer", {"name": "Mine"}),
        ("StateVersion", {"version": "6"}),
    ):
        assert stranger.refused(method, player=bot, **fields).reason == "MISSING_SCOPE", method
    owner.ask("DeleteWebhook", player=bot)
    assert owner.refused("GetWebhook", player=bot).reason == "NOT_FOUND"
    assert owner.refused("SetWebhook", player=bot, url="https://10.0.0.1/").fields.keys() == {"/url"}


def test_crashes_are_for_the_bot_and_its_owner(
    over_grpc: OverGrpc, channel: grpc.Channel, ada: Client, bob: Client, admin: Client
) -> None:
    owner = over_grpc(ada)
    bot = owner.ask("CreateBot", name="Hopper", version="1.0").bot.id
    secret = owner.ask("CreateKey", player=bot, name="program", scopes=["matches:play"]).secret
    itself = PlayClient(channel, secret)
    made = itself.ask("ReportCrash", message="KeyError", traceback="line 12", decision=7, request_id="c").report
    assert itself.ask("ReportCrash", message="KeyError", traceback="line 12", decision=7, request_id="c").report == made
    assert (made.player_id, made.version, made.decision, made.match) == (bot, "1.0", 7, "")
    assert list(owner.ask("ListCrashReports", player=bot).reports) == [made]
    assert owner.ask("GetCrashReport", player=bot, report=made.id).report.traceback == "line 12"
    (counted,) = owner.ask("GetFailures", player=bot).failures
    assert (counted.kind, counted.version, counted.count) == ("crash", "1.0", 1)
    for other in (over_grpc(bob), over_grpc(admin)):
        assert other.refused("ListCrashReports", player=bot).reason == "NOT_YOUR_BOT"
        assert other.refused("GetCrashReport", player=bot, report=made.id).reason == "NOT_YOUR_BOT"
        assert other.refused("GetFailures", player=bot).reason == "NOT_YOUR_BOT"
    assert itself.refused("ReportCrash", message="").fields.keys() == {"/message"}


def test_lists_come_in_pages(over_grpc: OverGrpc, ada: Client) -> None:
    owner = over_grpc(ada)
    made = [owner.ask("CreateBot", name=f"Hopper {number}").bot.id for number in range(3)]
    first = owner.ask("ListOwnBots", player="me", page_size=2)
    rest = owner.ask("ListOwnBots", player="me", page_size=2, page_token=first.next_page_token)
    assert [[each.id for each in page.bots] for page in (first, rest)] == [sorted(made)[:2], sorted(made)[2:]]
    assert rest.next_page_token == ""
    assert owner.refused("ListOwnBots", player="me", page_token="\u00e9").fields.keys() == {"/page_token"}


def test_ratings_are_set_by_admins_and_read_by_all(
    over_grpc: OverGrpc, ada: Client, bob: Client, admin: Client
) -> None:
    set_, read = over_grpc(admin), over_grpc(bob)
    assert list(read.ask("GetRatings", player=ada.id).ratings) == []
    given = set_.ask("SetRating", player=ada.id, ruleset="sealed", rating=1620.5).rating
    assert (given.ruleset, given.rating) == ("sealed", 1620.5)
    assert list(read.ask("GetRatings", player=ada.id).ratings) == [given]
    assert list(over_grpc(ada).ask("GetRatings", player="me").ratings) == [given]
    (shown,) = ada.read("/v1/players/me/ratings")["ratings"]
    assert shown == {"ruleset": "sealed", "rating": 1620.5, "updated_at": moment_text(given.updated_at)}
    ticket = over_grpc(ada).ask("CreateTicket", pool=play_pb2.Pool(ruleset="sealed", seats=2)).ticket
    assert ticket.rating == 1620.5


@pytest.mark.parametrize(
    ("change", "reason", "fields"),
    [
        ({"rating": -0.5}, "INVALID_FIELD", ["/rating"]),
        ({"rating": 10_000.5}, "INVALID_FIELD", ["/rating"]),
        ({"rating": None}, "INVALID_FIELD", ["/rating"]),
        ({"ruleset": "chess"}, "UNKNOWN_RULESET", []),
        ({"player": "p_nobody"}, "NOT_FOUND", []),
    ],
)
def test_a_rating_that_cannot_be_is_refused_as_over_rest(
    over_grpc: OverGrpc, admin: Client, ada: Client, change: dict[str, Any], reason: str, fields: list[str]
) -> None:
    wish = {"player": ada.id, "ruleset": "sealed", "rating": 0.0, **change}
    refused = over_grpc(admin).refused("SetRating", **wish)
    assert (refused.reason, list(refused.fields)) == (reason, fields)
    body = {} if wish["rating"] is None else {"rating": wish["rating"]}
    problem: Any = admin.ask("PUT", f"/v1/players/{wish['player']}/ratings/{wish['ruleset']}", json=body).json
    pointers = [error["pointer"] for error in problem.get("errors", [])]
    assert (problem["code"], pointers) == (reason, [f"/body{field}" for field in fields])


def test_a_rating_that_is_no_number_is_refused(over_grpc: OverGrpc, admin: Client, ada: Client) -> None:
    refused = over_grpc(admin).refused("SetRating", player=ada.id, ruleset="sealed", rating=float("nan"))
    assert (refused.reason, list(refused.fields)) == ("INVALID_FIELD", ["/rating"])
