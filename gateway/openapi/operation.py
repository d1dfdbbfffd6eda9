"""What an operation is, and the decorator that declares one."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_type_hints

from pydantic import BaseModel

from gateway.openapi.fields import RequestModel
from services.errors import Reason

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call an operation: anybody, the holder of any key, or the holder of a key with a scope."""

    key: bool
    scope: str | None = None


PUBLIC: Final = Access(key=False)
ANY_KEY: Final = Access(key=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """A documented success. ``content`` maps each media type to a model or a schema; empty: no body."""

    description: str
    content: Mapping[str, type[BaseModel] | Schema]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, Any] = field(default_factory=dict)


def answer(
    model: type[BaseModel],
    description: str,
    *,
    status: int = 200,
    example: object = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """A JSON answer. ``headers`` documents response headers: what each says by its name."""
    examples = {} if example is None else {JSON: example}
    return Answer(description, {JSON: model}, status, headers or {}, examples)


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as bytes, for documents that are passed through, and for streams (an iterable of chunks)."""

    body: bytes | Iterable[bytes] = b""
    status: int = 200
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
    on_close: Callable[[], None] | None = None


Handler = Callable[..., BaseModel | Reply]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one resource.

    ``path`` is in OpenAPI's form: ``/v1/matches/{match}:join``. ``parameters``: the models of the request's parts;
    ``wants``: the names of the handler's parameters. ``headers``: what each request header that it reads is for.
    """

    id: str
    method: str
    path: str
    tag: str
    summary: str
    description: str
    access: Access
    answers: tuple[Answer, ...]
    refusals: tuple[Reason, ...]
    example: object
    handler: Handler
    parameters: Mapping[str, Any]
    wants: frozenset[str]
    headers: Mapping[str, str]
    body_optional: bool

    @property
    def reads_body(self) -> bool:
        """Whether the operation takes a JSON body."""
        return "body" in self.parameters

    def reasons(self) -> list[Reason]:
        """Every reason for which the operation may refuse: those it declares and those of its request's parts."""
        possible = {*self.refusals, Reason.BUSY, Reason.INTERNAL}
        if self.access.key:
            possible.add(Reason.UNAUTHENTICATED)
        if self.access.scope:
            possible.add(Reason.MISSING_SCOPE)
        if self.parameters.keys() & {"path", "query", "body"}:
            possible.add(Reason.INVALID_FIELD)
        if "path" in self.parameters:
            possible.add(Reason.NOT_FOUND)
        if self.reads_body:
            possible |= {Reason.MALFORMED_BODY, Reason.UNSUPPORTED_MEDIA_TYPE, Reason.BODY_TOO_LARGE}
        return [reason for reason in Reason if reason in possible]


class NoFields(RequestModel):
    """Nothing: an empty body or an empty object."""


class Section:
    """Operations on one kind of resource, and the tag under which they are documented."""

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.description = description
        self.operations: list[Operation] = []

    def operation(
        self,
        method: str,
        path: str,
        *,
        id: str,
        summary: str,
        access: Access,
        answers: tuple[Answer, ...],
        description: str = "",
        refusals: tuple[Reason, ...] = (),
        headers: Mapping[str, str] | None = None,
        example: object = None,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation.

        The handler's parameters say what it needs, by name: ``parts``, ``caller``, ``path``, ``query``, ``body``,
        ``headers``. The annotations of ``path``, ``query`` and ``body`` are the models that the request is validated
        with; a ``body`` annotated ``Model | None`` may be left out; a POST whose handler takes none accepts an empty
        one. ``refusals`` are the reasons of its own; those that follow from its parts (no key, bad body) are added.
        ``headers`` documents the request headers that it reads, by name. ``example`` is a request body.
        """

        def declare(handler: Handler) -> Handler:
            hints = get_type_hints(handler)
            parameters = {name: hints[name] for name in inspect.signature(handler).parameters}
            wants = frozenset(parameters)
            if method == "POST":
                parameters.setdefault("body", NoFields | None)
            body_optional = "body" in parameters and not isinstance(parameters["body"], type)
            if body_optional:
                parameters["body"] = next(part for part in parameters["body"].__args__ if part is not type(None))
            self.operations.append(
                Operation(
                    id=id,
                    method=method,
                    path=path,
                    tag=self.name,
                    summary=summary,
                    description=description,
                    access=access,
                    answers=answers,
                    refusals=refusals,
                    example=example,
                    handler=handler,
                    parameters=parameters,
                    wants=wants,
                    headers=headers or {},
                    body_optional=body_optional,
                )
            )
            return handler

        return declare
