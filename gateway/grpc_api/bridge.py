"""gRPC methods that are served by the operations of REST: a request as the parts of one, its answer as a message.

A method is the operation of the same name. What a field of a message means follows from its name; see
:mod:`gateway.grpc_api.differences` for the few that follow from more. All of it is planned once, when the methods are
made: a message that an operation cannot serve is found then.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from pydantic import BaseModel
from pydantic_core import from_json

from gateway.api import SECTIONS
from gateway.grpc_api.calls import Access, Call, Method
from gateway.grpc_api.differences import NEVER_EMPTY, NOT_FOUND, OPERATIONS
from gateway.grpc_api.filling import plan_fields, written
from gateway.grpc_api.idempotency import answer_once
from gateway.grpc_api.models import fields_in
from gateway.grpc_api.progress_streams import ProgressStreams
from gateway.grpc_api.reading import Read, is_sent_always, plan_field, rest_name
from gateway.openapi.etags import Precondition
from gateway.openapi.operation import JSON, Operation, Reply, Retry
from gateway.openapi.pagination import PageQuery
from gateway.openapi.request_parsing import validated
from services.errors import Reason, Refusal
from services.idempotency import IdempotencyStore
from services.identity import Caller, Scope
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
Take: TypeAlias = Callable[[Any, dict[str, Arguments]], None]
"""Puts a field's value into the parts of an operation."""


class KnownRevision(Precondition):
    """What a request says of the revision of what it changes; None: whichever it is."""

    def __init__(self, revision: int | None) -> None:
        self._revision = revision

    def is_met(self, shown: Any) -> bool:  # noqa: ANN401 - a model with a revision
        return self._revision is None or shown.revision == self._revision


class Bridge:
    """Serves methods by operations.

    ``services``: what handlers ask for, by parameter name. ``recheck``: who makes a call, as of now.
    """

    def __init__(
        self,
        services: Mapping[str, object],
        attempts: IdempotencyStore,
        recheck: Callable[[Call], Caller],
    ) -> None:
        self._services = services
        self._attempts = attempts
        self._recheck = recheck

    def methods(
        self, service: ServiceDescriptor, by_hand: Mapping[str, Serve], streams: "ProgressStreams[Any] | None" = None
    ) -> dict[str, Method]:
        """All methods of a service, as they are served. ``by_hand``: those that have code of their own. ``streams``: by
        which documents are sent in pieces.

        Raises:
            TypeError: an operation has no part for a field of a request, or does not tell one of an answer.
        """
        return {each.name: self._method(each, by_hand.get(each.name), streams) for each in service.methods}

    def _method(self, method: MethodDescriptor, serve: Serve | None, streams: "ProgressStreams[Any] | None") -> Method:
        operation = operation_of(method.name)
        moved = {} if serve is not None else plan_parts(operation, method.input_type).moved
        if serve is None and streams is not None and method.server_streaming:
            serve = self._in_pieces(operation, method, streams)
        elif serve is None:
            serve = self._served(operation, method)
        return Method(
            name=method.name,
            parse=GetMessageClass(method.input_type).FromString,
            serve=serve,
            access=access_of(operation),
            is_stream=method.server_streaming,
            moved=moved,
        )

    def _served(self, operation: Operation, method: MethodDescriptor) -> Serve:
        name, handler = method.name, operation.handler
        arguments_of = self.arguments(operation, method.input_type)
        answered = plan_answer(operation, method.output_type)
        answer = GetMessageClass(method.output_type)
        creates = "creation" in operation.wants

        def serve(request: Any, call: Call) -> Message:  # noqa: ANN401 - the method's message
            arguments = arguments_of(request, call)

            def respond(creation: Creation | None) -> Message:
                if creates:
                    arguments["creation"] = creation or once()
                return answered(handler(**arguments))

            if is_repeatable:
                return answer_once(self._attempts, name, request, call, respond, answer)
            return respond(None)

        is_repeatable = operation.retry is Retry.WITH_KEY and REPEATED in method.input_type.fields_by_name
        return serve

    def _in_pieces(self, operation: Operation, method: MethodDescriptor, streams: "ProgressStreams[Any]") -> Serve:
        arguments_of = self.arguments(operation, method.input_type)
        answer = GetMessageClass(method.output_type)
        (field,) = method.output_type.fields

        def serve(request: Any, call: Call) -> Iterator[Message]:  # noqa: ANN401 - as above
            arguments = arguments_of(request, call)
            for piece in streams.send(pieces(lambda: written(_body(operation.handler(**arguments)))), call):
                yield answer(**{field.name: piece})

        return serve

    def arguments(self, operation: Operation, request: Descriptor) -> Callable[[Any, Call], Arguments]:
        """How to make the arguments of an operation's handler from a request.

        Raises:
            TypeError: the operation has no part for a field of the request.
        """
        read, wants = plan_parts(operation, request).read, operation.wants
        services = {name: self._services[name] for name in operation.services if name not in _OF_THE_CALL}
        asks_address, asks_recheck = (name in operation.services for name in _OF_THE_CALL)
        names_revision = REVISION in request.fields_by_name

        def arguments_of(request: Any, call: Call) -> Arguments:  # noqa: ANN401 - as above
            arguments = {**services, **read(request)}
            if "caller" in wants:
                arguments["caller"] = call.caller
            if "precondition" in wants:
                is_named = names_revision and request.HasField(REVISION)
                arguments["precondition"] = KnownRevision(request.revision if is_named else None)
            if asks_address:
                arguments["client_address"] = lambda: call.incoming.address
            if asks_recheck:
                arguments["recheck"] = lambda: partial(self._recheck, call)
            return arguments

        return arguments_of


def operation_of(method: str) -> Operation:
    """The operation that a method is."""
    return _OPERATIONS[OPERATIONS.get(method, method[0].lower() + method[1:])]


def access_of(operation: Operation) -> Access:
    """Who may call a method."""
    access = operation.access
    scope = None if access.scope is None else Scope(access.scope)
    return Access(scope, without_key=access.without_key, any_key=access.key and scope is None)


@dataclass(frozen=True, slots=True)
class Parts:
    """How a request is read as the parts of an operation. ``read``: the arguments of its handler. ``moved``: where the
    fields are in the request that stand elsewhere in it than in a part, by what REST calls them."""

    read: Callable[[Message], Arguments]
    moved: Mapping[str, str]


def plan_parts(operation: Operation, request: Descriptor) -> Parts:
    """How to read a request as the parts of an operation.

    Raises:
        TypeError: there is no part for a field.
    """
    models = {part: operation.parameters[part] for part in _PARTS if part in operation.parameters}
    there = {part: fields_in([model]) for part, model in models.items()}
    always: dict[str, dict[str, Any]] = {part: {} for part in models}
    moved: dict[str, str] = {}

    def plan_fields_of(message: Descriptor, root: str) -> dict[str, Take]:
        plan: dict[str, Take] = {}
        for field in message.fields:
            name, pointer = rest_name(field), f"{root}/{field.name}"
            part = next((part for part in there if name in there[part]), None)
            if part is not None:
                plan[field.name] = _take(part, name, plan_field(field, there[part][name].annotation), pointer)
                if is_sent_always(field) and there[part][name].is_required():
                    always[part][name] = [] if field.is_repeated else field.default_value
                if pointer != f"/{name}":
                    moved[name] = pointer
            elif field.message_type is not None and not root:  # its fields are parts
                plan[field.name] = _take_all(plan_fields_of(field.message_type, pointer))
            elif not _is_of_the_call(field, operation):
                raise TypeError(f"{field.full_name} is no part of {operation.id}")
        return plan

    plan = plan_fields_of(request, "")
    is_whole = issubclass(models.get("query", BaseModel), PageQuery) and "page_size" not in plan

    def read(request: Message) -> Arguments:
        found = {part: dict(fields) for part, fields in always.items()}
        for field, value in request.ListFields():
            if field.name in plan:
                plan[field.name](value, found)
        given = {part: _part(part, model, found[part]) for part, model in models.items() if part in operation.wants}
        if "query" in given and isinstance(given["query"], PageQuery):
            given["query"].use_bare_tokens()
            if is_whole:
                given["query"].use_one_page()
        return given

    return Parts(read, moved)


def _take(part: str, name: str, read: Read | None, pointer: str) -> Take:
    def take(value: Any, found: dict[str, Arguments]) -> None:  # noqa: ANN401 - a field's value
        found[part][name] = value if read is None else read(value, pointer)

    return take


def _take_all(plan: Mapping[str, Take]) -> Take:
    def take(value: Any, found: dict[str, Arguments]) -> None:  # noqa: ANN401 - as above
        for field, told in value.ListFields():
            plan[field.name](told, found)

    return take


def _is_of_the_call(field: FieldDescriptor, operation: Operation) -> bool:
    """Whether a field says something of the call instead of a part of it, as a header of REST does."""
    return field.name == REPEATED or (field.name == REVISION and "precondition" in operation.wants)


def _part(part: str, model: type[BaseModel], fields: dict[str, Any]) -> BaseModel:
    if part != "path":
        return validated(model, fields, "")
    if any(fields.get(name) == "" for name in fields if name not in NEVER_EMPTY):  # no address has it
        raise Refusal(Reason.NOT_FOUND)
    try:
        return validated(model, fields, "")
    except Refusal as refusal:
        if any(error.pointer[1:] in NOT_FOUND for error in refusal.errors):
            raise Refusal(Reason.NOT_FOUND) from None
        raise


def plan_answer(operation: Operation, answer: Descriptor) -> Callable[[Any], Message]:
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
    if len(answer.fields) == 1 and only.type == FieldDescriptor.TYPE_BYTES and only.name not in fields_in(models):
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
