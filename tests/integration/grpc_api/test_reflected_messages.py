"""What an outside client learns of messages by reflection: they have types of their own, not JSON in disguise.

A field of ``google.protobuf.Struct``, ``Value`` or ``ListValue`` has no schema that a client could be generated from.
The documents of rulesets are ``Any``, in the fields that the proto says it of, and nothing else is.
"""

from collections.abc import Iterator

import grpc
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from playhall.play.v1 import play_pb2 as pb

from services.engine import proto_codec
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient

SERVICES = [
    "playhall.play.v1.AccountService",
    "playhall.play.v1.AnalysisService",
    "playhall.play.v1.LeaderboardService",
    "playhall.play.v1.PlayService",
    "playhall.play.v1.SeriesService",
    "playhall.play.v1.TournamentService",
]
RULESETS = ["commanders", "duels", "faceoff", "factionwars", "standoff"]
DOCUMENTS = ("Options", "Action", "View", "Event", "State")
UNTYPED = {f"google.protobuf.{name}" for name in ("Struct", "Value", "ListValue", "NullValue")}
PACKED_DOCUMENTS = {
    "playhall.play.v1.Document.message",
    "playhall.play.v1.CheckDecisionRequest.message",
    "playhall.play.v1.DecideRequest.message",
}


@pytest.fixture
def reflected(channel: grpc.Channel) -> DescriptorPool:
    """What the server tells, in a pool that knows nothing else."""
    return DescriptorPool(ProtoReflectionDescriptorDatabase(channel))


def fields(roots: list[Descriptor]) -> Iterator[FieldDescriptor]:
    """All fields of some messages and of those within them."""
    waiting, seen = [*roots], {root.full_name for root in roots}
    while waiting:
        for field in waiting.pop().fields:
            yield field
            if field.message_type is not None and field.message_type.full_name not in seen:
                seen.add(field.message_type.full_name)
                waiting.append(field.message_type)


def types(found: list[FieldDescriptor]) -> dict[str, str]:
    """The message or enumeration of each field that has one."""
    kinds = {field.full_name: field.message_type or field.enum_type for field in found}
    return {name: kind.full_name for name, kind in kinds.items() if kind is not None}


def test_the_play_api_has_no_message_without_a_schema(channel: grpc.Channel, reflected: DescriptorPool) -> None:
    names = sorted(ProtoReflectionDescriptorDatabase(channel).get_services())
    assert [name for name in names if name.startswith("playhall.")] == SERVICES
    methods = [method for name in SERVICES for method in reflected.FindServiceByName(name).methods]
    found = list(fields([message for method in methods for message in (method.input_type, method.output_type)]))
    assert len(found) > 800
    told = types(found)
    assert {name for name, kind in told.items() if kind in UNTYPED} == set()
    assert {name for name, kind in told.items() if kind == "google.protobuf.Any"} == PACKED_DOCUMENTS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ruleset_has_no_message_without_a_schema(reflected: DescriptorPool, ruleset: str) -> None:
    assert proto_codec.messages_of(ruleset) is not None  # as the first document of it that is asked for does
    roots = [reflected.FindMessageTypeByName(f"playhall.{ruleset}.v1.{document}") for document in DOCUMENTS]
    found = list(fields(roots))
    assert len(found) > len(DOCUMENTS)
    assert {name for name, kind in types(found).items() if kind in {*UNTYPED, "google.protobuf.Any"}} == set()


def test_a_client_without_our_protos_reads_the_view_that_it_is_sent(
    both: Hall, ada: Client, channel: grpc.Channel, reflected: DescriptorPool
) -> None:
    mine = PlayClient(channel, ada.key)
    match = mine.ask("CreateMatch", ruleset="factionwars", seats=["me", "bot:greedy"]).match.id
    sent = mine.ask("GetView", match=match, seat=0, encoding=pb.ENCODING_MESSAGE).view.view.message
    assert sent.type_url == "type.googleapis.com/playhall.factionwars.v1.View"
    view = GetMessageClass(reflected.FindMessageTypeByName(sent.TypeName())).FromString(sent.value)
    assert view.SerializeToString(deterministic=True) == sent.value
    assert {field.name for field, _ in view.ListFields()} > {"phase", "players"}
