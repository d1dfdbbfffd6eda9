"""The contract's messages carry everything there and back, and errors within gRPC's limits."""

import pytest
from google.protobuf.any_pb2 import Any as PackedMessage
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from playhall.engine.v1 import engine_pb2 as pb

from services.engine import proto_codec, response_validation
from services.engine.in_process import InProcessEngine
from services.engine.ruleset import MalformedAction
from services.errors import FieldError, Reason, Refusal
from tests.marks import each_row
from tests.rulesets.playing import EVERY_RULESET, random_match


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_a_description_comes_back_as_it_was(id: str) -> None:
    description = InProcessEngine(EVERY_RULESET[id]).describe()
    message = pb.Description.FromString(proto_codec.description_message(description).SerializeToString())
    assert proto_codec.description_from(message) == description


@pytest.mark.parametrize("id", EVERY_RULESET)
def test_every_step_of_a_match_comes_back_byte_for_byte(id: str) -> None:
    seats = min(3, EVERY_RULESET[id].describe().max_seats)
    for step, _, _ in random_match(InProcessEngine(EVERY_RULESET[id]), seats, number=11):
        of = proto_codec.position_message(step.position)
        for legal_as_json in (False, True):
            message = pb.Step()
            proto_codec.put_step(message, step, proto_codec.as_json, legal_as_json=legal_as_json)
            received = pb.Step.FromString(message.SerializeToString())
            assert response_validation.read_step(received, of) == step


def details(status: Status) -> tuple[ErrorInfo, BadRequest]:
    info, wrong = ErrorInfo(), BadRequest()
    for detail in status.details:
        assert detail.Unpack(info) or detail.Unpack(wrong)
    return info, wrong


@each_row("reason", list(Reason))
def test_every_reason_has_a_status_and_its_error_info(reason: Reason) -> None:
    status = proto_codec.status_of(Refusal(reason, metadata={"served": "1.0.0"}))
    info, wrong = details(status)
    assert status.code == Code.Value(reason.grpc_status)
    assert (info.reason, info.domain, dict(info.metadata)) == (reason.name, "playhall", {"served": "1.0.0"})
    assert status.message == reason.meaning
    assert len(wrong.field_violations) == 0


def test_what_is_pointed_at_is_in_the_bad_request() -> None:
    errors = (FieldError("/options/a", "unknown option"), FieldError("/seats", "must be from 2 to 4"))
    _, wrong = details(proto_codec.status_of(Refusal(Reason.INVALID_FIELD, errors=errors)))
    pointed = [(violation.field, violation.description) for violation in wrong.field_violations]
    assert pointed == [("/options/a", "unknown option"), ("/seats", "must be from 2 to 4")]


def test_an_error_fits_into_a_response_s_metadata_however_much_is_wrong() -> None:
    errors = tuple(FieldError(f"/options/{number}" + "ä" * 500, "€" * 500) for number in range(1_000))
    status = proto_codec.status_of(Refusal(Reason.UNKNOWN_OPTION, "ß" * 10_000, errors))
    assert status.ByteSize() < 4_500
    assert details(status)[1].field_violations


def test_a_ruleset_without_messages_has_none() -> None:
    assert proto_codec.messages_of("sealed") is None
    assert proto_codec.messages_of("engine.v1") is None


def test_typed_messages_say_the_same_as_the_json() -> None:
    messages = proto_codec.messages_of("factionwars")
    assert messages is not None
    packed = messages.pack("Action", b'{"choose_card":{"card":"CB01"}}').message
    assert packed.TypeName() == "playhall.factionwars.v1.Action"
    assert messages.action_json(packed) == {"choose_card": {"card": "CB01"}}


@pytest.mark.parametrize(
    "packed",
    [
        PackedMessage(),
        PackedMessage(type_url="type.googleapis.com/playhall.factionwars.v1.View"),
        PackedMessage(type_url="type.googleapis.com/playhall.factionwars.v1.Action", value=b"\xff\xff"),
    ],
)
def test_a_message_that_is_no_action_is_malformed(packed: PackedMessage) -> None:
    messages = proto_codec.messages_of("factionwars")
    assert messages is not None
    with pytest.raises(MalformedAction, match=r"the message is not a playhall\.factionwars\.v1\.Action"):
        messages.action_json(packed)
