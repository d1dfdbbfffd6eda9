"""Operations, and the decorator that declares one."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple, get_type_hints

from flask import Response
from pydantic import BaseModel

from gateway.openapi.fields import RequestModel
from services.errors import Reason

JSON: Final = "application/json"
JSON_LINES: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
PROBLEM: Final = "application/problem+json"

IDEMPOTENCY_KEY_PATTERN: Final = r'^"?[!#-~]{1,128}"?$'
"""For the documentation: the values that clients send."""

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Access:
    """Who may call an operation: everybody, the holder of any key, or the holder of a key with a scope.

    ``without_key``: callers without a key may also call it, for public data, if the settings allow that.
    ``with_token``: clients may send a token instead of the key.
    """

    key: bool
    scope: str | None = None
    without_key: bool = False
    with_token: bool = False


class RateLimit(Enum):
    """Whether an operation counts against a client's rate limit."""

    COUNTED = "counted"
    EXEMPT = "exempt"


class Retry(Enum):
    """How an operation can be retried without a second effect."""

    NATURAL = "natural"
    """It is idempotent: it changes nothing, or its resource shows whether the change was made."""
    WITH_KEY = "with key"
    """With the same ``Idempotency-Key``."""


class Tag(Enum):
    """Whether an operation has ETags and conditional requests."""

    NONE = "none"
    ETAG = "etag"
    """Its answer has an ETag. A GET supports If-None-Match; a change supports If-Match if its handler has a
    ``precondition``."""


REQUEST_PARAMETERS: Final = frozenset({"caller", "path", "query", "body", "headers", "creation", "precondition"})
"""The parameter names of handlers that stand for parts of the request; every other name is that of a service."""

PUBLIC: Final = Access(key=False)
ANY_KEY: Final = Access(key=True)


@dataclass(frozen=True, slots=True)
class Lines:
    """The content of a body of many JSON documents. ``line``: the model of each."""

    line: type[BaseModel]


@dataclass(frozen=True, slots=True)
class Answer:
    """A documented success. ``content`` maps each media type to a model, a schema or lines; empty: no body."""

    description: str
    content: Mapping[str, type[BaseModel] | Schema | Lines]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    links: tuple["Link", ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A possible next operation, and the source of its parameters in the answer: a runtime expression such as
    ``$response.body#/id`` for each."""

    operation: str
    parameters: Mapping[str, str]


def answer(
    model: type[BaseModel],
    description: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    links: tuple[Link, ...] = (),
) -> Answer:
    """A JSON answer. ``headers`` documents response headers: a description by name."""
    return Answer(description, {JSON: model}, status, headers or {}, links)


def json_lines(line: type[BaseModel], description: str) -> Answer:
    """An answer of JSON documents, one per line."""
    return Answer(description, {JSON_LINES: Lines(line)})


def server_sent_events(data: type[BaseModel], description: str) -> Answer:
    """An answer of server-sent events. Each has a JSON document as its ``data`` and the document's ``type`` as its
    ``event``."""
    return Answer(description, {EVENT_STREAM: Lines(data)})


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with its own status or headers, or one that is passed through as bytes."""

    body: BaseModel | bytes = b""
    status: int = 200
    media_type: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


Handler = Callable[..., "BaseModel | Reply | Response"]


class RequestHeader(NamedTuple):
    """A request header of an operation: its description, and the pattern of its values."""

    description: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one resource.

    ``path`` has OpenAPI's form: ``/v1/matches/{match}:join``. ``parameters``: the models of the request's parts;
    ``wants``: the names of the handler's parameters; ``services``: those that are services, with their annotations.
    ``headers``: the request headers of the operation, by name. ``tag``: the section of the documentation.
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
    handler: Handler
    parameters: Mapping[str, Any]
    wants: frozenset[str]
    services: Mapping[str, Any]
    headers: Mapping[str, RequestHeader]
    body_optional: bool
    retry: Retry
    etag: Tag
    rate_limit: RateLimit

    @property
    def reads_body(self) -> bool:
        """Whether the operation takes a JSON body."""
        return "body" in self.parameters

    @property
    def changes(self) -> bool:
        """Whether the operation can change something."""
        return self.method != "GET"

    def reasons(self) -> list[Reason]:
        """All reasons with which the operation may refuse: those that it declares and those of its request's parts."""
        possible = {
            *self.refusals,
            Reason.INVALID_FIELD,  # in the query, at least
            Reason.BUSY,
            Reason.INTERNAL,
            Reason.URI_TOO_LONG,
            Reason.HEADERS_TOO_LARGE,
        }
        if self.access.key:
            possible.add(Reason.UNAUTHENTICATED)
        if self.access.scope:
            possible.add(Reason.MISSING_SCOPE)
        if "path" in self.parameters:
            possible.add(Reason.NOT_FOUND)
        if self.rate_limit is RateLimit.COUNTED:
            possible.add(Reason.RATE_LIMITED)
        if self.retry is Retry.WITH_KEY:
            possible |= {Reason.REQUEST_IN_PROGRESS, Reason.IDEMPOTENCY_KEY_REUSED}
        if "precondition" in self.wants:
            possible.add(Reason.PRECONDITION_FAILED)
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
        headers: Mapping[str, RequestHeader] | None = None,
        retry: Retry | None = None,
        etag: Tag | None = None,
        rate_limit: RateLimit = RateLimit.COUNTED,
    ) -> Callable[[Handler], Handler]:
        """Declare an operation.

        The names of the handler's parameters say what it needs. Of the request: ``caller``, ``path``, ``query``,
        ``body``, ``headers``; ``creation``, from which it makes ids and secrets; ``precondition``, to support If-Match.
        Every other parameter is a service, which :func:`gateway.openapi.routing.mount` receives under that name.

        The annotations of ``path``, ``query`` and ``body`` are the models that validate the request. A ``body``
        annotated ``Model | None`` may be left out; a POST whose handler takes none accepts an empty one. ``refusals``
        are the operation's own reasons; those of its parts (no key, bad body) are added. ``headers`` documents the
        request headers, by name. A POST that needs a key accepts an Idempotency-Key, and the answer to a GET has an
        ETag, unless ``retry`` and ``etag`` say otherwise.
        """

        def declare(handler: Handler) -> Handler:
            hints = get_type_hints(handler)
            parameters = {name: hints[name] for name in inspect.signature(handler).parameters}
            wants = frozenset(parameters)
            services = {name: parameters.pop(name) for name in wants - REQUEST_PARAMETERS}
            if method == "POST":
                parameters.setdefault("body", NoFields | None)
            retries = retry or (Retry.WITH_KEY if method == "POST" and access.key else Retry.NATURAL)
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
                    handler=handler,
                    parameters=parameters,
                    wants=wants,
                    services=services,
                    headers=headers or {},
                    body_optional=body_optional,
                    retry=retries,
                    etag=etag or (Tag.ETAG if method == "GET" else Tag.NONE),
                    rate_limit=rate_limit,
                )
            )
            return handler

        return declare
