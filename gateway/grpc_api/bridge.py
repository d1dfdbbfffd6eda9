"""gRPC methods that are served by the operations of REST: a request as the parts of one, its answer as a message.

A method is the operation of the same name. What a field of a message means follows from its name; see
:mod:`gateway.grpc_api.differences` for the few that follow from more. All of it is planned once, when the methods are
made: a message that an operation cannot serve is found then.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import from_json

from gateway.api import SECTIONS
from gateway.grpc_api.calls import Call, CallAdmission, Method
from gateway.grpc_api.differences import LEFT_OUT, NEVER_EMPTY, NOT_FOUND, OPERATIONS, REASONS
from gateway.grpc_api.filling import object_in, plan_fields, written
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.models import fields_in
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.grpc_api.reading import Read, is_sent_always, plan_field, rest_name, short_name, value_of_none
from gateway.grpc_api.requests import invalid
from gateway.grpc_api.watch import Watches
from gateway.openapi.etags import Precondition
from gateway.openapi.operation import JSON, Operation, Reply, Retry
from gateway.openapi.pagination import PageQuery
from gateway.openapi.request_parsing import validated
from gateway.streams.polls import Poll
from gateway.streams.responses import StreamResponse
from services.errors import Reason, Refusal
from services.idempotency import IdempotencyStore
from services.identity.idempotent_creation import Creation, once

REPEATED: Final = "request_id"
REVISION: Final = "revision"
PIECE_BYTES: Final = 65_536
"""Of a document that is streamed, so much is sent at a time."""

_OPERATIONS: Final = {operation.id: operation for section in SECTIONS for operation in section.operations}
_OF_THE_CALL: Final = ("client_address", "recheck")
"""What handlers ask for that is another for each call."""
_PARTS: Final = ("path", "query", "body")

Arguments: TypeAlias = dict[str, Any]
"""Of a handler, by name."""
Serve: TypeAlias = Callable[[Any, Call], Any]
Answered: TypeAlias = Callable[[Any], Message]
Prepare: TypeAlias = Callable[[Any, Call], Arguments]


class Place(NamedTuple):
    """Where a field of a request stands in the parts of an operation, how it is read, and its pointer."""

    part: str
    name: str
    read: Read | None
    pointer: str


Places: TypeAlias = "dict[str, Place | Places]"
"""By the names of fields; of a message whose fields are parts: theirs."""


class KnownRevision(Precondition):
    """What a request says of the revision of what it changes; None: whichever it is."""

    def __init__(self, revision: int | None) -> None:
        self._revision = revision

    def is_met(self, show: Callable[[], Any]) -> bool:
        return self._revision is None or show().revision == self._revision


@dataclass(frozen=True, slots=True)
class Parts:
    """How a request is read as the parts of an operation. ``read``: the arguments of its handler. ``moved``: where the
    fields are in the request that stand elsewhere in it than in a part, by what REST calls them."""

    read: Callable[[Message], Arguments]
    moved: Mapping[str, str]
    names_revision: bool


class Bridge:
    """Serves methods by operations.

    ``services``: what handlers ask for, by parameter name. ``watches``: wait for answers that take a while;
    ``streams``: send documents in pieces.
    """

    def __init__(
        self,
        services: Mapping[str, object],
        attempts: IdempotencyStore,
        admission: CallAdmission,
        watches: Watches,
        streams: ProgressStreams[Any],
    ) -> None:
        self._services = services
        self._attempts = attempts
        self._admission = admission
        self._watches = watches
        self._streams = streams

    def methods(self, service: ServiceDescriptor, by_hand: Mapping[str, Serve]) -> dict[str, Method]:
        """All methods of a service, as they are served. ``by_hand``: those that have code of their own.

        Raises:
            TypeError: an operation has no part for a field of a request, or does not tell one of an answer.
        """
        return {each.name: self._method(each, by_hand.get(each.name)) for each in service.methods}

    def _method(self, method: MethodDescriptor, serve: Serve | None) -> Method:
        operation = operation_of(method.name)
        moved: Mapping[str, str] = {}
        if serve is None:
            parts, answered = plan_of(method)
            moved = parts.moved
            arguments_of = self._arguments(operation, parts)
            if method.server_streaming:
                serve = self._in_pieces(operation, answered, arguments_of)
            else:
                serve = self._served(operation, method, answered, arguments_of)
        return Method(
            name=method.name,
            parse=GetMessageClass(method.input_type).FromString,
            serve=serve,
            access=operation.access,
            is_stream=method.server_streaming,
            moved=moved,
        )

    def _served(
        self, operation: Operation, method: MethodDescriptor, answered: Answered, arguments_of: Prepare
    ) -> Serve:
        name, handler = method.name, operation.handler
        answer = GetMessageClass(method.output_type)
        creates = "creation" in operation.wants
        is_repeatable = operation.retry is Retry.WITH_KEY and REPEATED in method.input_type.fields_by_name

        def serve(request: Any, call: Call) -> Any:  # noqa: ANN401 - the method's message
            arguments = arguments_of(request, call)

            def respond(creation: Creation | None) -> Any:  # noqa: ANN401 - a message, or a function that waits for it
                if creates:
                    arguments["creation"] = creation or once()
                result = handler(**arguments)
                if isinstance(result, StreamResponse) and isinstance(result.open_stream, Poll):
                    later = self._watches.later(result.open_stream, call.context)
                    return lambda: answered(Reply(later()))
                return answered(result)

            if is_repeatable:
                return answer_once(self._attempts, name, request, call, respond, answer)
            return respond(None)

        return serve

    def _in_pieces(self, operation: Operation, answered: Answered, arguments_of: Prepare) -> Serve:
        def serve(request: Any, call: Call) -> Iterator[Message]:  # noqa: ANN401 - as above
            arguments = arguments_of(request, call)
            parts = pieces(lambda: written(_body(operation.handler(**arguments))))
            yield from map(answered, self._streams.send(parts, call))

        return serve

    def _arguments(self, operation: Operation, parts: Parts) -> Prepare:
        """How to make the arguments of an operation's handler from a request."""
        wants = operation.wants
        services = {name: self._services[name] for name in operation.services if name not in _OF_THE_CALL}
        asks_address, asks_recheck = (name in wants for name in _OF_THE_CALL)

        def prepare(request: Any, call: Call) -> Arguments:  # noqa: ANN401 - as above
            arguments = {**services, **parts.read(request)}
            if "caller" in wants:
                arguments["caller"] = call.caller
            if "precondition" in wants:
                is_named = parts.names_revision and request.HasField(REVISION)
                arguments["precondition"] = KnownRevision(request.revision if is_named else None)
            if asks_address:
                arguments["client_address"] = lambda: call.incoming.address
            if asks_recheck:
                arguments["recheck"] = lambda: partial(self._admission.caller_again, call)
            return arguments

        return prepare


@cache
def plan_of(method: MethodDescriptor) -> tuple[Parts, Answered]:
    """How to read the requests of a method, and to make its answers; of a process's servers the same.

    Raises:
        TypeError: see :func:`plan_parts` and :func:`plan_answer`.
    """
    operation = operation_of(method.name)
    return plan_parts(operation, method.input_type), plan_answer(operation, method.output_type)


def operation_of(method: str) -> Operation:
    """The operation that a method is."""
    return _OPERATIONS[operation_id(method)]


def operation_id(method: str) -> str:
    """The id of the operation that a method is."""
    return OPERATIONS.get(method, method[0].lower() + method[1:])


def plan_parts(operation: Operation, request: Descriptor) -> Parts:
    """How to read a request as the parts of an operation.

    Raises:
        TypeError: there is no part for a field.
    """
    models = {part: operation.parameters[part] for part in _PARTS if part in operation.parameters}
    there = {part: fields_in([model]) for part, model in models.items()}
    meant = LEFT_OUT.get(short_name(request.full_name), {})
    always = {part: {name: meant[name] for name in there[part] if name in meant} for part in models}
    needed: list[str] = []
    moved: dict[str, str] = {}

    def plan_places(message: Descriptor, root: str) -> Places:
        plan: Places = {}
        for field in message.fields:
            part, name = part_of(field, there)
            pointer = f"{root}/{field.name}"
            inner = object_in(field)
            if part:
                info = there[part].get(name)  # a field that is no more is refused like one that never was
                plan[field.name] = Place(part, name, plan_field(field, info and info.annotation), pointer)
                if info is not None and name not in meant and is_sent_always(field, info):
                    always[part][name] = value_of_none(field)
                    if part == "path" and not root and name not in NEVER_EMPTY:
                        needed.append(name)
                if pointer != f"/{name}":
                    moved.update({f"/{name}": pointer, f"/{part}/{name}": pointer})
            elif inner is not None and not root:  # its fields are parts
                plan[field.name] = plan_places(inner, pointer)
            elif not _is_of_the_call(field, operation):
                raise TypeError(f"{field.full_name} is no part of {operation.id}")
        return plan

    plan = plan_places(request, "")
    is_whole = issubclass(models.get("query", BaseModel), PageQuery) and "page_size" not in plan

    def read(request: Message) -> Arguments:
        found = {part: dict(fields) for part, fields in always.items()}
        _put(request, plan, found)
        if any(found["path"][name] == "" for name in needed):  # no address has it
            raise Refusal(Reason.NOT_FOUND)
        given = {part: _part(operation, part, found[part]) for part in models if part in operation.wants}
        if "query" in given and isinstance(given["query"], PageQuery):
            given["query"].use_bare_tokens()
            if is_whole:
                given["query"].use_one_page()
        return given

    return Parts(read, moved, REVISION in request.fields_by_name)


def part_of(field: FieldDescriptor, there: Mapping[str, Mapping[str, FieldInfo]]) -> tuple[str, str]:
    """In which part of a request a field stands, empty: in none; and under which name."""
    part, dot, name = rest_name(field).rpartition(".")
    if dot:
        return part, name
    if field.GetOptions().deprecated:
        return "body", name
    return next((part for part in there if name in there[part]), ""), name


def _put(message: Message, plan: Places, found: dict[str, Arguments]) -> None:
    """Put the fields of a message into the parts of a request."""
    for field, value in message.ListFields():
        place = plan.get(field.name)
        if isinstance(place, Place):
            part, name, read, pointer = place
            found[part][name] = value if read is None else read(value, pointer)
        elif place is not None:
            _put(value, place, found)


def _is_of_the_call(field: FieldDescriptor, operation: Operation) -> bool:
    """Whether a field says something of the call instead of a part of it, as a header of REST does."""
    return field.name == REPEATED or (field.name == REVISION and "precondition" in operation.wants)


def _part(operation: Operation, part: str, fields: dict[str, Any]) -> BaseModel:
    model: type[BaseModel] = operation.parameters[part]
    try:
        return validated(model, fields, f"/{part}")
    except Refusal as refusal:
        for error in refusal.errors:
            name = error.pointer.removeprefix(f"/{part}")[1:].partition("/")[0]
            if part != "body" and name in NOT_FOUND:
                raise Refusal(Reason.NOT_FOUND) from None
            if f"{operation.id}/{name}" in REASONS:
                raise Refusal(REASONS[f"{operation.id}/{name}"], errors=(error,)) from None
        raise
    except RecursionError:
        raise invalid(f"/{part}/position", "is nested too deep") from None


def plan_answer(operation: Operation, answer: Descriptor) -> Answered:
    """How to put into a message what an operation's handler gives.

    Raises:
        TypeError: it does not tell a field.
    """
    made = GetMessageClass(answer)
    told = (each.content.get(JSON) for each in operation.answers)
    models = [each for each in told if isinstance(each, type)]
    if not answer.fields:
        return lambda _: made()
    only = answer.fields[0]
    if len(answer.fields) == 1 and only.type == FieldDescriptor.TYPE_BYTES:
        return lambda result: made(**{only.name: written(_body(result))})
    fields = plan_fields(answer, models)

    def answered(result: Any) -> Message:  # noqa: ANN401 - what a handler gives
        body = _body(result)
        return made(**fields(from_json(body) if isinstance(body, bytes) else body))

    return answered


def _body(result: Any) -> Any:  # noqa: ANN401 - what a handler gives
    return result.body if isinstance(result, Reply) else result


def pieces(make: Callable[[], bytes]) -> Iterator[bytes]:
    """What ``make`` makes once the first piece is asked for, each piece not too large for a client to take."""
    document = make()
    for start in range(0, len(document), PIECE_BYTES):
        yield document[start : start + PIECE_BYTES]
