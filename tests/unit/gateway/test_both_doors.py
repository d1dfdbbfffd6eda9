"""Both doors lead to the same: every method is an operation of REST, every field of its request a part of that one, and
every field of its answer told by that one's models. That every operation, part and field has its method and field is
found by ``test_play_protos.py``."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from pydantic import BaseModel

from gateway.api import SECTIONS
from gateway.grpc_api.analysis_methods import AnalysisMethods
from gateway.grpc_api.bridge import PIECE_BYTES, operation_of, pieces, plan_answer, plan_parts
from gateway.grpc_api.models import fields_in, models_in
from gateway.grpc_api.play_methods import PlayMethods
from gateway.grpc_api.reading import rest_name, short_name, words_of
from gateway.grpc_api.server import SERVICES
from gateway.openapi.operation import JSON
from gateway.play_protos.counterparts import values_in
from gateway.play_protos.rest_only import BY_HAND, ONLY_OVER_REST
from tests.marks import each_row

METHODS = {method.name: method for service in SERVICES for method in service.methods}
DERIVED = sorted({*METHODS} - BY_HAND)
UNARY = [name for name in DERIVED if not METHODS[name].server_streaming]


class Pair(NamedTuple):
    """A message and the fields that REST has for it."""

    message: Descriptor
    fields: dict[str, Any]


def by_hand(methods: type[object]) -> set[str]:
    return {name for name in vars(methods) if name[0].isupper()}


def request_of(method: MethodDescriptor) -> Pair:
    parameters = operation_of(method.name).parameters
    parts = [parameters[part] for part in ("path", "query", "body") if part in parameters]
    return Pair(method.input_type, fields_in(parts))


def answer_of(method: MethodDescriptor) -> Pair | None:
    """None: it is empty, or a document."""
    message = method.output_type
    models = [each.content.get(JSON) for each in operation_of(method.name).answers]
    is_document = len(message.fields) == 1 and message.fields[0].type == FieldDescriptor.TYPE_BYTES
    if is_document or not message.fields:
        return None
    return Pair(message, fields_in([model for model in models if isinstance(model, type)]))


def pairs_in(pair: Pair) -> Iterator[Pair]:
    """A pair and those of the messages in it."""
    yield pair
    for field in pair.message.fields:
        name, inner = rest_name(field).rpartition(".")[2], field.message_type
        models: list[type[BaseModel]] = models_in(pair.fields[name].annotation) if name in pair.fields else []
        if inner is not None and models:
            yield from pairs_in(Pair(inner, fields_in(models)))


def test_what_has_code_of_its_own_is_listed_as_such() -> None:
    watches = {"StreamSeriesResults", "WatchSeries", "WatchTournament"}
    assert {*by_hand(PlayMethods), *by_hand(AnalysisMethods), *watches} == BY_HAND


def test_what_is_only_over_rest_is_listed_as_such() -> None:
    operations = {operation.id for section in SECTIONS for operation in section.operations}
    assert len(operations) > 140
    assert operations - {operation_of(name).id for name in METHODS} == ONLY_OVER_REST


@each_row("name", DERIVED)
def test_every_field_of_a_request_is_a_part_of_the_operation(name: str) -> None:
    plan_parts(operation_of(name), METHODS[name].input_type)


@each_row("name", UNARY)
def test_every_field_of_an_answer_is_told_by_the_operation(name: str) -> None:
    plan_answer(operation_of(name), METHODS[name].output_type)


def test_an_enumeration_has_the_words_of_rest() -> None:
    found = {}
    for name in DERIVED:
        for pair in (request_of(METHODS[name]), answer_of(METHODS[name])):
            for message, fields in [] if pair is None else pairs_in(pair):
                for field in message.fields:
                    words = values_in(fields[rest_name(field)].annotation) if rest_name(field) in fields else []
                    if field.enum_type is not None and words:
                        found[short_name(field.full_name)] = {*words_of(field.enum_type).values()} ^ {*words}
    assert len(found) > 20
    assert {field: words for field, words in found.items() if words} == {
        "ChangeSeriesRequest.status": {"queued", "finished", "failed"},  # what nobody can wish for
        "NameTournamentHostRequest.role": {"owner"},
        "OnTimeOut.rule": {"default_action", "bot", "takeover"},  # an object each over REST
    }


def test_an_export_is_cut_into_pieces_that_are_the_whole() -> None:
    document = bytes(range(256)) * (PIECE_BYTES // 128) + b"rest"
    cut = list(pieces(lambda: document))
    assert [len(piece) for piece in cut] == [PIECE_BYTES, PIECE_BYTES, 4]
    assert b"".join(cut) == document
