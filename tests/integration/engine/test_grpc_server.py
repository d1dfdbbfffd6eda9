"""What the engine service says on the wire: typed and JSON documents, errors, deadlines, health."""

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import grpc
import pytest
import structlog
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as PackedMessage
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from hypothesis import given, settings
from hypothesis import strategies as st
from playhall.engine.v1 import engine_pb2 as pb
from playhall.engine.v1 import engine_pb2_grpc
from playhall.factionwars.v1 import factionwars_pb2

from services.engine import proto_codec, registry
from services.engine.grpc_client import GrpcEngine
from services.engine.grpc_server import EngineServer, Limits
from services.engine.in_process import InProcessEngine
from services.errors import Reason, Refusal
from tests.integration.engine.serving import Failure, failure_of, health_of, served, stub_of
from tests.rulesets.doctored import Doctored
from tests.rulesets.playing import EVERY_RULESET, random_match
from tests.rulesets.sealed import RULESET
from tests.waiting import wait_until

Stub = engine_pb2_grpc.EngineServiceStub

SEED = bytes(range(32))
A_FEW = 5
FIRST = proto_codec.position_message(InProcessEngine(RULESET).start(2, {}, SEED).position)
GRAVE = {
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DATA_LOSS,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.CANCELLED,
}


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with served(*EVERY_RULESET.values()) as target:
        yield target


@pytest.fixture(scope="module")
def stub(target: str) -> Iterator[Stub]:
    with stub_of(target) as stub:
        yield stub


@pytest.fixture(scope="module")
def channel(target: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(target) as channel:
        yield channel


def raw(channel: grpc.Channel, method: str) -> "grpc.UnaryUnaryMultiCallable[bytes, bytes]":
    """A method of the service, bytes in and bytes out."""
    return channel.unary_unary(f"/playhall.engine.v1.EngineService/{method}", None, None)


def outcome(call: Callable[[], object]) -> grpc.StatusCode:
    """How a call ended; if it failed, its details must be in order."""
    try:
        call()
    except grpc.RpcError as error:
        return failure_of(error).code
    return grpc.StatusCode.OK


def failing(call: Callable[[], object]) -> Failure:
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return failure_of(caught.value)


# -- documents -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_typed_documents_say_the_same_as_the_json(stub: Stub) -> None:
    """Of each kind of action and event, the first few of a match."""
    for _, ruleset in sorted(registry.installed().items()):
        messages = proto_codec.messages_of(ruleset.describe().id)
        assert messages is not None, "every installed ruleset has messages"
        match = random_match(InProcessEngine(ruleset), ruleset.describe().max_seats, number=2)
        seen: Counter[str] = Counter()
        for (step, seat, notation), (after, _, _) in pairwise(match):
            told = [told for event in after.events for told in (event.public, *event.private.values()) if told]
            kinds = {notation.split()[0], *(next(iter(json.loads(each))) for each in told)}
            if all(seen[kind] >= A_FEW for kind in kinds):
                continue
            seen.update(kinds)
            position = proto_codec.position_message(step.position)
            request = pb.PlayRequest(position=position, seat=seat, notation=notation)
            plain = stub.Play(request, timeout=20)
            request.encoding = pb.ENCODING_MESSAGE
            typed = stub.Play(request, timeout=20)
            assert same(plain.step, typed.step, f"playhall.{ruleset.describe().id}.v1")
        assert len(seen) > 3


def same(plain: pb.Step, typed: pb.Step, package: str) -> bool:
    pairs = [(one.view, other.view, "View") for one, other in zip(plain.situations, typed.situations, strict=True)]
    for one, other in zip(plain.situations, typed.situations, strict=True):
        pairs += [(a.action, b.action, "Action") for a, b in zip(one.legal, other.legal, strict=True)]
    for event, other_event in zip(plain.events, typed.events, strict=True):
        pairs += [(event.public, other_event.public, "Event")] if event.HasField("public") else []
        pairs += [(event.private[seat], other_event.private[seat], "Event") for seat in event.private]
    assert pairs
    return all(unpacked(b, f"{package}.{name}") == json.loads(a.json) for a, b, name in pairs)


def unpacked(document: pb.Document, name: str) -> object:
    assert document.message.TypeName() == name
    message = json_format.MessageToDict(
        document.message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    del message["@type"]
    return message


def test_an_action_may_come_as_a_typed_message(stub: Stub) -> None:
    start = stub.Start(pb.StartRequest(ruleset="factionwars", seats=2, seed=SEED), timeout=20).step
    packed = PackedMessage()
    packed.Pack(factionwars_pb2.Action(bid=factionwars_pb2.Bid(position=2)))
    by_message = stub.Play(pb.PlayRequest(position=start.position, seat=0, message=packed), timeout=20)
    by_json = stub.Play(pb.PlayRequest(position=start.position, seat=0, json=b'{"bid":{"position":2}}'), timeout=20)
    assert by_message == by_json
    assert by_message.notation == "bid 2"


# -- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "request_", "code", "reason", "pointers"),
    [
        ("Start", pb.StartRequest(ruleset="chess"), "INVALID_ARGUMENT", "UNKNOWN_RULESET", []),
        ("Start", pb.StartRequest(ruleset="sealed", seed=SEED), "INVALID_ARGUMENT", "SEATS_OUT_OF_RANGE", ["/seats"]),
        ("Start", pb.StartRequest(ruleset="sealed", seats=2), "INVALID_ARGUMENT", "INVALID_FIELD", ["/seed"]),
        (
            "Start",
            pb.StartRequest(ruleset="sealed", seats=2, seed=SEED, options=b"[]"),
            "INVALID_ARGUMENT",
            "INVALID_FIELD",
            ["/options"],
        ),
        (
            "Start",
            pb.StartRequest(ruleset="sealed", seats=2, seed=SEED, options=b'{"takes":1,"open_draws":2}'),
            "INVALID_ARGUMENT",
            "INVALID_OPTION",
            ["/options/takes", "/options/open_draws"],
        ),
        (
            "Start",
            pb.StartRequest(ruleset="sealed", seats=2, seed=SEED, encoding=pb.ENCODING_MESSAGE),
            "INVALID_ARGUMENT",
            "INVALID_FIELD",
            ["/encoding"],
        ),
        ("Observe", pb.ObserveRequest(), "INVALID_ARGUMENT", "INVALID_FIELD", ["/position"]),
        ("Observe", pb.ObserveRequest(position=pb.Position()), "INVALID_ARGUMENT", "UNKNOWN_RULESET", []),
        ("Default", pb.DefaultRequest(), "INVALID_ARGUMENT", "INVALID_FIELD", ["/position"]),
        ("Default", pb.DefaultRequest(position=FIRST, seat=2), "FAILED_PRECONDITION", "ILLEGAL_ACTION", []),
        ("Play", pb.PlayRequest(position=FIRST), "INVALID_ARGUMENT", "INVALID_FIELD", ["/action"]),
        ("Play", pb.PlayRequest(position=FIRST, notation="fly"), "INVALID_ARGUMENT", "MALFORMED_ACTION", ["/action"]),
        ("Play", pb.PlayRequest(position=FIRST, json=b"{"), "INVALID_ARGUMENT", "MALFORMED_ACTION", ["/action"]),
        ("Play", pb.PlayRequest(position=FIRST, json=b"[]"), "INVALID_ARGUMENT", "MALFORMED_ACTION", ["/action"]),
        ("Play", pb.PlayRequest(position=FIRST, message=None), "INVALID_ARGUMENT", "INVALID_FIELD", ["/action"]),
        (
            "Play",
            pb.PlayRequest(position=FIRST, message=PackedMessage()),
            "INVALID_ARGUMENT",
            "MALFORMED_ACTION",
            ["/action"],
        ),
        ("Play", pb.PlayRequest(position=FIRST, notation="keep"), "FAILED_PRECONDITION", "ILLEGAL_ACTION", ["/action"]),
        ("Choose", pb.ChooseRequest(ruleset="sealed"), "INVALID_ARGUMENT", "UNKNOWN_BOT", []),
        ("Choose", pb.ChooseRequest(ruleset="sealed", bot="random"), "INVALID_ARGUMENT", "INVALID_FIELD", ["/legal"]),
        ("Explain", pb.ExplainRequest(ruleset="sealed"), "INVALID_ARGUMENT", "INVALID_FIELD", ["/iterations"]),
        ("Imagine", pb.ImagineRequest(ruleset="sealed"), "INVALID_ARGUMENT", "MALFORMED_POSITION", ["/view"]),
    ],
)
def test_every_mistake_has_its_status_reason_and_pointers(
    stub: Stub, method: str, request_: Any, code: str, reason: str, pointers: list[str]
) -> None:
    failure = failing(lambda: getattr(stub, method)(request_, timeout=20))
    assert (failure.code.name, failure.info.reason, failure.info.domain) == (code, reason, "playhall")
    assert failure.pointers == pointers


def test_an_unknown_encoding_is_refused(stub: Stub) -> None:
    request = pb.StartRequest(ruleset="sealed", seats=2, seed=SEED)
    request.encoding = 7  # type: ignore[assignment] # what a newer client might send
    assert failing(lambda: stub.Start(request, timeout=20)).pointers == ["/encoding"]


def test_an_unknown_method_is_refused_with_its_reason(channel: grpc.Channel) -> None:
    failure = failing(lambda: raw(channel, "Undo")(b"", timeout=20))
    assert (failure.code.name, failure.info.reason) == ("UNIMPLEMENTED", "METHOD_NOT_ALLOWED")


def test_bytes_that_are_no_request_are_refused(channel: grpc.Channel) -> None:
    failure = failing(lambda: raw(channel, "Play")(b"\xff\xff\xff", timeout=20))
    assert (failure.code.name, failure.info.reason) == ("INVALID_ARGUMENT", "MALFORMED_BODY")


def test_a_request_over_the_limit_is_refused(stub: Stub) -> None:
    request = pb.ImagineRequest(ruleset="sealed", view=b" " * 1_100_000, seed=SEED)
    failure = failing(lambda: stub.Imagine(request, timeout=20))
    assert (failure.code.name, failure.info.reason) == ("INVALID_ARGUMENT", "BODY_TOO_LARGE")
    assert failure.info.metadata["limit_bytes"] == "1048576"


def fail_with_a_secret() -> None:
    raise RuntimeError("the top card is CB07")


def test_a_failure_tells_neither_the_caller_nor_the_log_what_the_exception_says() -> None:
    with served(Doctored(fail_with_a_secret)) as target, stub_of(target) as stub:
        start = stub.Start(pb.StartRequest(ruleset="doctored", seats=2, seed=SEED), timeout=20).step
        request = pb.PlayRequest(position=start.position, seat=0, notation="place 1")
        with structlog.testing.capture_logs() as logs:
            failure = failing(lambda: stub.Play(request, timeout=20, metadata=(("x-request-id", "r-42"),)))
            unnamed = failing(lambda: stub.Play(request, timeout=20))
    assert (failure.code.name, failure.info.reason) == ("INTERNAL", "INTERNAL")
    assert failure.message == Reason.INTERNAL.meaning
    assert failure.info.metadata["request_id"] == "r-42"
    assert len(unnamed.info.metadata["request_id"]) == 16
    assert b"CB07" not in failure.everything
    assert [(log["event"], log["request_id"], log["error"]) for log in logs] == [
        ("call failed", "r-42", "RuntimeError"),
        ("call failed", unnamed.info.metadata["request_id"], "RuntimeError"),
    ]
    assert "fail_with_a_secret" in logs[0]["where"]
    assert "CB07" not in str(logs)


def test_a_failure_is_internal_to_the_caller_of_the_engine_too() -> None:
    with served(Doctored(fail_with_a_secret)) as target:
        remote = GrpcEngine("doctored", target, timeout_seconds=20)
        start = remote.start(2, {}, SEED)
        with pytest.raises(Refusal) as caught:
            remote.play(start.position, 0, "place 1")
    assert caught.value.reason is Reason.INTERNAL
    assert "request_id" in caught.value.metadata


@settings(max_examples=200, deadline=None)
@given(
    method=st.sampled_from(["Describe", "Start", "Play", "Observe", "Default", "Choose", "Explain", "Imagine"]),
    body=st.binary(max_size=80),
)
def test_no_bytes_whatever_are_the_server_s_fault(channel: grpc.Channel, method: str, body: bytes) -> None:
    call = raw(channel, method)
    assert outcome(lambda: call(body, timeout=20)) not in GRAVE


@settings(max_examples=200, deadline=None)
@given(
    ruleset=st.sampled_from([*EVERY_RULESET, "", "chess"]),
    state=st.binary(max_size=60) | st.sampled_from([FIRST.state, b"{}", b"[]", b"null", b'{"seats":2}']),
    seat=st.integers(0, 7),
    action=st.text(max_size=10) | st.binary(max_size=10),
    encoding=st.integers(0, 3),
)
def test_no_position_or_action_whatever_is_the_server_s_fault(
    stub: Stub, ruleset: str, state: bytes, seat: int, action: str | bytes, encoding: Any
) -> None:
    version = EVERY_RULESET[ruleset].describe().version if ruleset in EVERY_RULESET else "1.0.0"
    request = pb.PlayRequest(
        position=pb.Position(ruleset=ruleset, version=version, seed=SEED, state=state), seat=seat, encoding=encoding
    )
    if isinstance(action, str):
        request.notation = action
    else:
        request.json = action
    assert outcome(lambda: stub.Play(request, timeout=20)) not in GRAVE


# -- deadlines -------------------------------------------------------------------------------------------------------


def test_a_call_without_a_deadline_gets_the_longest() -> None:
    held = threading.Event()
    with served(Doctored(lambda: ignore(held.wait(60))), limits=Limits(longest_seconds=1.0)) as target:
        with stub_of(target) as stub:
            start = stub.Start(pb.StartRequest(ruleset="doctored", seats=2, seed=SEED)).step
            request = pb.PlayRequest(position=start.position, seat=0, notation="place 1")
            failure = failing(lambda: stub.Play(request))
            patient = failing(lambda: stub.Play(request, timeout=3_600))
        held.set()
    assert (failure.code.name, failure.info.reason) == ("DEADLINE_EXCEEDED", "BUSY")
    assert (patient.code.name, patient.info.reason) == ("DEADLINE_EXCEEDED", "BUSY")


def test_the_engine_s_caller_is_told_busy_when_its_time_is_over() -> None:
    held = threading.Event()
    with served(Doctored(lambda: ignore(held.wait(60)))) as target:
        start = GrpcEngine("doctored", target, timeout_seconds=20).start(2, {}, SEED)
        remote = GrpcEngine("doctored", target, timeout_seconds=0.5)
        with pytest.raises(Refusal) as caught:
            remote.play(start.position, 0, "place 1")
        held.set()
    assert caught.value.reason is Reason.BUSY


def test_a_call_whose_time_is_over_before_its_turn_is_not_begun() -> None:
    begun: list[int] = []
    held, entered = threading.Event(), threading.Event()

    def hold() -> None:
        begun.append(1)
        entered.set()
        held.wait(60)

    with served(Doctored(hold), limits=Limits(threads=1)) as target, stub_of(target) as stub:
        start = stub.Start(pb.StartRequest(ruleset="doctored", seats=2, seed=SEED), timeout=20).step
        request = pb.PlayRequest(position=start.position, seat=0, notation="place 1")
        first = stub.Play.future(request, timeout=60)
        assert entered.wait(20)
        with pytest.raises(grpc.RpcError):
            stub.Play(request, timeout=0.2)
        time.sleep(2)  # the service counts from when the call arrives there
        held.set()
        assert first.result().notation == "place 1"
        # The one thread has come to the second call before this one.
        stub.Describe(pb.DescribeRequest(), timeout=20)
    assert begun == [1]


def test_more_calls_than_may_wait_are_turned_away_as_busy() -> None:
    held = threading.Event()
    slow, limits = Doctored(lambda: ignore(held.wait(60))), Limits(threads=1, waiting=3)
    with served(slow, limits=limits) as target, stub_of(target) as stub:
        start = stub.Start(pb.StartRequest(ruleset="doctored", seats=2, seed=SEED), timeout=20).step
        request = pb.PlayRequest(position=start.position, seat=0, notation="place 1")
        calls = [stub.Play.future(request, timeout=60) for _ in range(10)]
        wait_until(lambda: sum(call.done() for call in calls) >= 6, "six calls are turned away")
        held.set()
        reasons = [turned_away(call) for call in calls]
    assert reasons.count(None) >= 1
    assert reasons.count(Reason.BUSY) + reasons.count(None) == 10


def turned_away(call: Any) -> Reason | None:
    """Why a call failed, if it did, in the words of the engine's caller."""
    error = call.exception()
    return None if error is None else proto_codec.refusal_of(error).reason


def ignore(_value: object) -> None:
    """Drop a value, where only a call's effect is wanted."""


# -- connections -----------------------------------------------------------------------------------------------------


def test_calls_go_on_while_connections_are_made_anew() -> None:
    with served(RULESET, limits=Limits(connection_seconds=1)) as target:
        remote = GrpcEngine("sealed", target, timeout_seconds=10)
        first = remote.start(2, {}, SEED)
        end = time.monotonic() + 3.5  # three lives of a connection
        while time.monotonic() < end:
            assert remote.start(2, {}, SEED) == first


# -- health and addresses --------------------------------------------------------------------------------------------


def test_health_answers_for_the_whole_and_for_the_service(channel: grpc.Channel) -> None:
    for service in ("", "playhall.engine.v1.EngineService"):
        assert health_of(channel, service) == health_pb2.HealthCheckResponse.SERVING
    with pytest.raises(grpc.RpcError, match="NOT_FOUND"):
        health_of(channel, "chess")


def test_who_watches_health_and_leaves_holds_nobody_up() -> None:
    def come_and_go(target: str) -> None:
        with grpc.insecure_channel(target) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)  # without types
            for _ in range(100):
                stream = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
                assert next(stream).status == health_pb2.HealthCheckResponse.SERVING
                stream.cancel()

    with served(RULESET) as target:
        watchers = [threading.Thread(target=come_and_go, args=(target,), daemon=True) for _ in range(8)]
        for watcher in watchers:
            watcher.start()
        for watcher in watchers:
            watcher.join(60)
            assert not watcher.is_alive()
        with grpc.insecure_channel(target) as channel:
            assert health_of(channel, "") == health_pb2.HealthCheckResponse.SERVING


def test_an_engine_has_no_reflection(channel: grpc.Channel) -> None:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)  # without types
    with pytest.raises(grpc.RpcError, match="UNIMPLEMENTED"):
        next(stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]), timeout=20))


def test_one_server_may_serve_several_rulesets(stub: Stub) -> None:
    described = stub.Describe(pb.DescribeRequest(), timeout=20).rulesets
    assert [description.id for description in described] == list(EVERY_RULESET)


def test_an_address_that_is_taken_is_an_error_that_says_so(target: str) -> None:
    with pytest.raises(OSError, match=f"cannot listen on {target}"):
        EngineServer([RULESET], address=target)
