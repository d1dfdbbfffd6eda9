"""Both doors lead to the same: every method is an operation of REST, every field of its request a part of that one, and
every field of its answer told by that one's models; and the other way round, but for what stands here."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, Literal, NamedTuple, get_args, get_origin

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from pydantic import BaseModel

from gateway.api import SECTIONS
from gateway.grpc_api.analysis_methods import AnalysisMethods
from gateway.grpc_api.bridge import PIECE_BYTES, operation_of, pieces, plan_answer, plan_parts
from gateway.grpc_api.filling import object_in
from gateway.grpc_api.models import fields_in, models_in
from gateway.grpc_api.play_methods import PlayMethods
from gateway.grpc_api.reading import rest_name, short_name, words_of
from gateway.grpc_api.server import SERVICES
from gateway.openapi.operation import JSON
from tests.marks import each_row

METHODS = {method.name: method for service in SERVICES for method in service.methods}
BY_HAND = {
    *(name for methods in (PlayMethods, AnalysisMethods) for name in vars(methods) if name[0].isupper()),
    "StreamSeriesResults",
    "WatchSeries",
    "WatchTournament",
}
DERIVED = sorted({*METHODS} - BY_HAND)
UNARY = [name for name in DERIVED if not METHODS[name].server_streaming]

ONLY_OVER_REST = {
    "createPlayer", "createSeatStreamToken", "createStreamToken", "getBacklog", "getLayout", "getLiveness",
    "getReadiness", "getRules", "getSchema", "getSeatView", "getSeriesResultsCsv", "getSeriesResultsParquet",
    "listAccountEvents", "listBots", "listCards", "listMatchEvents", "listPlayers", "listSeatEvents",
    "streamAccountEventsSse", "streamMatchEventsSse", "streamSeatEventsNdjson", "streamSeatEventsSse",
    "streamSeriesEventsSse", "streamTournamentEventsSse",
}  # fmt: skip
WITHOUT_PAGES = {"GetBotStrengths", "GetStatistics", "ListCommitments", "ListLeaderboards", "ListRulesets"}
OF_THE_CALLER = {"BlockPlayer", "GetQuotas", "ListBlocks", "ReportCrash", "UnblockPlayer"}
NOT_ASKED = {
    *((method, "page_token") for method in WITHOUT_PAGES),
    *((method, "page_size") for method in WITHOUT_PAGES - {"ListCommitments"}),
    *((method, "player") for method in OF_THE_CALLER),
    ("GetTournamentRound", "latest"),
}
"""Parts of operations that are in no request."""
WHOSE = {"GetFailures", "GetPlayerLeaderboards", "GetQuotas", "GetRatings", "GetStatistics"}
NOT_TOLD = {
    *((method, "next_page_token") for method in WITHOUT_PAGES),
    *((method, "player_id") for method in WHOSE),
    ("GetStatistics", "version"),
}
"""What REST says and gRPC does not, which knows it from the request."""


class Pair(NamedTuple):
    """A message and the fields that REST has for it."""

    message: Descriptor
    fields: dict[str, Any]


def names_in(message: Descriptor, there: dict[str, Any]) -> set[str]:
    """What REST calls the fields of a message, and those of messages in it that are fields there."""
    found = set()
    for field in message.fields:
        name, inner = rest_name(field).rpartition(".")[2], object_in(field)
        if name in there:
            found.add(name)
        if inner is not None and not (name in there and models_in(there[name].annotation)):
            found |= names_in(inner, there)
    return found


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


def values_in(annotation: object) -> set[str]:
    """The words of an enumeration of REST."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return {kind.value for kind in annotation}
    if get_origin(annotation) is Literal:
        return {*get_args(annotation)}
    return {word for part in get_args(annotation) for word in values_in(part)}


def test_every_operation_has_its_method_but_for_some() -> None:
    operations = {operation.id for section in SECTIONS for operation in section.operations}
    assert len(operations) > 140
    assert {operation_of(name).id for name in METHODS} == operations - ONLY_OVER_REST


@each_row("name", DERIVED)
def test_every_field_of_a_request_is_a_part_of_the_operation(name: str) -> None:
    plan_parts(operation_of(name), METHODS[name].input_type)


def test_every_part_of_an_operation_is_in_the_request_but_for_some() -> None:
    requests = {name: request_of(METHODS[name]) for name in DERIVED}
    missing = {
        (name, part) for name, (message, parts) in requests.items() for part in parts.keys() - names_in(message, parts)
    }
    assert missing == NOT_ASKED
    deeper = {
        (short_name(message.full_name), field)
        for pair in requests.values()
        for message, fields in [*pairs_in(pair)][1:]
        for field in fields.keys() - names_in(message, fields)
        if field not in ("kind", "rule")
    }
    # of a change by one number or name, which the kind stands for
    assert deeper == {("ImaginedTournamentChange", "entrant"), ("ImaginedTournamentChange", "entry")}


@each_row("name", UNARY)
def test_every_field_of_an_answer_is_told_by_the_operation(name: str) -> None:
    plan_answer(operation_of(name), METHODS[name].output_type)


def test_everything_that_an_operation_tells_is_in_the_answer_but_for_some() -> None:
    answers = {name: pair for name in UNARY if (pair := answer_of(METHODS[name])) is not None}
    missing = {
        (name, field)
        for name, (message, fields) in answers.items()
        for field in fields.keys() - names_in(message, fields)
    }
    assert missing == NOT_TOLD


def test_an_enumeration_has_the_words_of_rest() -> None:
    found = {}
    for name in DERIVED:
        for pair in (request_of(METHODS[name]), answer_of(METHODS[name])):
            for message, fields in [] if pair is None else pairs_in(pair):
                for field in message.fields:
                    words = values_in(fields[rest_name(field)].annotation) if rest_name(field) in fields else set()
                    if field.enum_type is not None and words:
                        found[short_name(field.full_name)] = {*words_of(field.enum_type).values()} ^ words
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
