"""What a call that fails is told: the reason, where, and nothing else."""

from collections.abc import Callable
from typing import Any, TypeAlias

import grpc
import pytest
import structlog
from playhall.play.v1 import play_pb2 as pb

from gateway.grpc_api.server import PlayLimits
from services.errors import Reason
from services.identity import Scope
from services.rate_limits.policy import per_minute
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import SECONDS, PlayClient, refusal, served, services_of
from tests.marks import each_row

Over = Callable[[Client], PlayClient]
AnyCall: TypeAlias = "grpc.UnaryUnaryMultiCallable[bytes, bytes]"  # not generic when it runs
Code = grpc.StatusCode
NEW = {"ruleset": "sealed", "seats": ["me", "open"]}

REFUSED: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("CreateMatch", {**NEW, "ruleset": "chess"}, "UNKNOWN_RULESET", ["/ruleset"]),
    ("CreateMatch", {**NEW, "seats": ["me", "nobody", "bot:"]}, "INVALID_FIELD", ["/seats/1", "/seats/2"]),
    ("CreateMatch", {**NEW, "seats": ["me", "bot:deep"]}, "UNKNOWN_BOT", ["/seats/1"]),
    ("CreateMatch", {**NEW, "seats": ["me", "me"]}, "ALREADY_SEATED", ["/seats/1"]),
    ("CreateMatch", {**NEW, "seats": ["me"]}, "SEATS_OUT_OF_RANGE", ["/seats"]),
    ("CreateMatch", {**NEW, "seats": ["open"] * 65}, "INVALID_FIELD", ["/seats"]),
    ("CreateMatch", {**NEW, "seats": ["me", "player:p_nobody"]}, "NOT_FOUND", ["/seats/1"]),
    ("CreateMatch", {**NEW, "options": b"["}, "INVALID_FIELD", ["/options"]),
    ("CreateMatch", {**NEW, "options": b"[" * 60_000}, "INVALID_FIELD", ["/options"]),
    ("CreateMatch", {**NEW, "options": b'{"speed":1}'}, "UNKNOWN_OPTION", ["/options/speed"]),
    ("CreateMatch", {**NEW, "options": b'{"takes":"all"}'}, "INVALID_OPTION", ["/options/takes"]),
    ("CreateMatch", {**NEW, "client_seed": "ab"}, "INVALID_FIELD", ["/client_seed"]),
    ("CreateMatch", {**NEW, "decision_seconds": 60}, "INVALID_FIELD", ["/decision_seconds"]),
    (
        "CreateMatch",
        {**NEW, "time_control": pb.TimeControl(fischer=pb.Fischer(bank_seconds=1 << 31))},
        "INVALID_FIELD",
        ["/time_control/fischer/bank_seconds"],
    ),
    (
        "CreateMatch",
        {**NEW, "on_time_out": pb.OnTimeOut(rule=pb.TIME_OUT_RULE_TAKEOVER)},
        "INVALID_FIELD",
        ["/on_time_out/takeover/bot"],
    ),
    (
        "CreateMatch",
        {**NEW, "on_time_out": pb.OnTimeOut(rule=pb.TIME_OUT_RULE_FORFEIT, bot="greedy")},
        "INVALID_FIELD",
        ["/on_time_out/forfeit/bot"],
    ),
    (
        "CreateMatch",
        {**NEW, "on_time_out": pb.OnTimeOut.FromString(b"\x08\x09")},
        "INVALID_FIELD",
        ["/on_time_out/rule"],
    ),
    (
        "CreateMatch",
        {**NEW, "on_time_out": pb.OnTimeOut(rule=pb.TIME_OUT_RULE_FORFEIT)},
        "INVALID_FIELD",
        ["/on_time_out"],
    ),
    ("CreateMatch", {**NEW, "spectator_delay_seconds": 3601}, "INVALID_FIELD", ["/spectator_delay_seconds"]),
    ("CreateMatch", {**NEW, "visibility": 9}, "INVALID_FIELD", ["/visibility"]),
    ("CreateMatch", {**NEW, "start_rule": 9}, "INVALID_FIELD", ["/start_rule"]),
    ("CreateMatch", {**NEW, "request_id": "a b"}, "INVALID_FIELD", ["/request_id"]),
    ("GetRuleset", {"ruleset": "chess"}, "NOT_FOUND", []),
    ("GetRuleset", {"ruleset": "sealed", "version": "0.9.0"}, "UNSUPPORTED_VERSION", []),
    ("GetRuleset", {"ruleset": "sealed", "version": "1" * 33}, "INVALID_FIELD", ["/version"]),
    ("GetRuleset", {"ruleset": "sealed", "seats": 5}, "SEATS_OUT_OF_RANGE", ["/seats"]),
    ("GetRuleset", {"ruleset": "sealed", "options": b"[]"}, "INVALID_FIELD", ["/options"]),
    ("GetRuleset", {"ruleset": "sealed", "options": b'{"ajar":1}'}, "UNKNOWN_OPTION", ["/options/ajar"]),
    ("GetMatch", {"match": "m_none"}, "NOT_FOUND", []),
    ("ListMatches", {"page_token": "x"}, "INVALID_FIELD", ["/page_token"]),
    ("ListMatches", {"player": "a b"}, "INVALID_FIELD", ["/player"]),
    ("ListMatches", {"status": 9}, "INVALID_FIELD", ["/status"]),
    ("JoinMatch", {"match": "{live}", "seat": 9}, "INVALID_FIELD", ["/seat"]),
    ("AssignSeat", {"match": "{live}", "seat": 1, "occupant": "?"}, "INVALID_FIELD", ["/occupant"]),
    ("AbortMatch", {"match": "{live}"}, "MATCH_NOT_OPEN", []),
    ("GetView", {"match": "{live}", "seat": 1}, "NOT_YOUR_SEAT", []),
    ("GetView", {"match": "{live}", "seat": 4_000_000_000}, "NOT_FOUND", []),
    ("Decide", {"match": "{live}", "decision": 1}, "INVALID_FIELD", ["/action"]),
    ("Decide", {"match": "{live}", "decision": 1, "notation": "keep"}, "ILLEGAL_ACTION", ["/action"]),
    ("Decide", {"match": "{live}", "decision": 1, "notation": "fold"}, "MALFORMED_ACTION", ["/action"]),
    ("Decide", {"match": "{live}", "decision": 1, "json": b"7"}, "MALFORMED_ACTION", ["/action"]),
    ("Decide", {"match": "{live}", "decision": 2, "notation": "place 1"}, "DECISION_NOT_ASKED", []),
    ("Decide", {"match": "{live}", "decision": 0, "notation": "place 1"}, "DECISION_NOT_ASKED", []),
    ("Watch", {"match": "m_none"}, "NOT_FOUND", []),
    ("Watch", {"match": "{live}", "seat": 1}, "NOT_YOUR_SEAT", []),
    ("GetReplay", {"match": "{live}"}, "MATCH_NOT_FINISHED", []),
]


@each_row(("method", "fields", "reason", "pointers"), REFUSED)
def test_a_bad_request_is_told_why_and_where_and_changes_nothing(
    over_grpc: Over, hall: Hall, ada: Client, live: str,
    method: str, fields: dict[str, Any], reason: str, pointers: list[str],
) -> None:  # fmt: skip
    before = hall.fingerprint()
    asked = {name: live if value == "{live}" else value for name, value in fields.items()}
    refused = over_grpc(ada).refused(method, **asked)
    assert (refused.reason, list(refused.fields)) == (reason, pointers)
    assert refused.code.name == Reason[reason].grpc_status
    assert hall.fingerprint() == before


def raw(channel: grpc.Channel, method: str, key: str | None, data: bytes) -> grpc.RpcError:
    """How a call with any bytes is refused."""
    call: AnyCall = channel.unary_unary(f"/playhall.play.v1.PlayService/{method}")
    with pytest.raises(grpc.RpcError) as caught:
        call(data, timeout=SECONDS, metadata=(("authorization", f"Bearer {key}"),))
    return caught.value


def test_bytes_that_are_no_message_and_methods_that_do_not_exist_are_refused_properly(
    channel: grpc.Channel, ada: Client
) -> None:
    assert refusal(raw(channel, "GetMatch", ada.key, b"\xff\xff")).reason == "MALFORMED_BODY"
    unknown = refusal(raw(channel, "DealCards", ada.key, b""))
    assert (unknown.code, unknown.reason) == (Code.UNIMPLEMENTED, "METHOD_NOT_ALLOWED")


@pytest.mark.parametrize("size", [65_537, 300_000, 1_048_576])
def test_a_message_over_the_limit_is_refused_with_the_limit(channel: grpc.Channel, ada: Client, size: int) -> None:
    refused = refusal(raw(channel, "Decide", ada.key, b"x" * size))
    assert (refused.code, refused.reason) == (Code.INVALID_ARGUMENT, "BODY_TOO_LARGE")
    assert refused.metadata == {"limit_bytes": "65536"}


def test_a_message_of_the_largest_size_is_read(channel: grpc.Channel, ada: Client) -> None:
    largest = pb.GetMatchRequest(match="m" * 65_532).SerializeToString()
    assert len(largest) == 65_536
    assert refusal(raw(channel, "GetMatch", ada.key, largest)).reason == "NOT_FOUND"


def test_a_message_over_the_hard_limit_is_ended_by_grpc(channel: grpc.Channel, ada: Client) -> None:
    ended = raw(channel, "Decide", ada.key, b"x" * 1_048_577)
    assert ended.code() is Code.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("key", [None, "", "x", "playhall_dev_k_y", "ключ", "x" * 300])
def test_every_bad_key_gets_the_same_answer_before_anything_is_read(channel: grpc.Channel, key: str | None) -> None:
    text = None if key is None else key.encode("ascii", "ignore").decode()
    refused = refusal(raw(channel, "Decide", text, b"\xff\xff"))
    expected = Reason.UNAUTHENTICATED
    assert (refused.code, refused.reason, refused.message) == (Code.UNAUTHENTICATED, expected.name, expected.meaning)


def test_a_missing_scope_is_named(hall: Hall, channel: grpc.Channel) -> None:
    reader = hall.client("Reader", [Scope.MATCHES_READ])
    assert PlayClient(channel, reader.key).refused("CreateMatch", **NEW).metadata == {"scope": "matches:create"}


def test_nothing_of_an_exception_reaches_the_caller_or_the_log(
    over_grpc: Over, hall: Hall, ada: Client, live: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the hand is 7 of clubs")

    monkeypatch.setattr(hall.matches, "view", fail)
    with structlog.testing.capture_logs() as logged:
        for method in ("GetView", "Watch"):
            refused = over_grpc(ada).refused(method, match=live)
            assert (refused.code, refused.reason) == (Code.INTERNAL, "INTERNAL")
            assert "clubs" not in str(refused)
            assert any(line.get("request_id") == refused.metadata["request_id"] for line in logged)
    assert [line["match"] for line in logged if line["event"] == "call"] == [live, live]
    assert "clubs" not in str(logged)
    assert ada.key is not None
    assert ada.key not in str(logged)


def test_a_calls_id_is_the_clients_own_if_it_sent_a_usable_one(channel: grpc.Channel, ada: Client) -> None:
    call: AnyCall = channel.unary_unary("/playhall.play.v1.PlayService/ListRulesets")
    for offered, kept in (("my-own-request", True), ("short", False), ("no blanks allowed", False)):
        _, answered = call.with_call(b"", timeout=SECONDS, metadata=(("x-request-id", offered),))
        given = dict(answered.initial_metadata())["x-request-id"]
        assert (given == offered) is kept
        assert len(given) >= 8


def test_a_call_ends_with_its_deadline(channel: grpc.Channel, ada: Client, live: str) -> None:
    stub = PlayClient(channel, ada.key)
    watch = stub.stub.Watch(pb.WatchRequest(match=live), timeout=1.0, metadata=stub.metadata)
    with pytest.raises(grpc.RpcError) as caught:
        list(watch)
    assert caught.value.code() is Code.DEADLINE_EXCEEDED


def test_who_asks_too_much_is_told_when_to_ask_again(hall: Hall, ada: Client) -> None:
    limits = PlayLimits(per_key=per_minute("player", 12), per_address=per_minute("address", 12))
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        one, nobody = PlayClient(channel, ada.key), PlayClient(channel, "x")
        one.ask("ListMatches")
        one.ask("ListMatches")
        refused = one.refused("ListMatches")
        assert (refused.code, refused.reason) == (Code.RESOURCE_EXHAUSTED, "RATE_LIMITED")
        assert 1 <= int(refused.metadata["retry_seconds"]) <= 6
        reasons = [nobody.refused("ListMatches").reason for _ in range(3)]
        assert reasons == ["UNAUTHENTICATED", "UNAUTHENTICATED", "RATE_LIMITED"]
