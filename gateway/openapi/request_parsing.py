"""Parses a request's body, query and path into models."""

import contextlib
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, from_json
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Request

from gateway.openapi.operation import JSON
from services.engine.unique_names import DuplicateKey, check_once
from services.errors import FieldError, Reason, Refusal

M = TypeVar("M", bound=BaseModel)

MOST_DISCARDED: Final = 1_048_576
"""The number of bytes read of a body that is too large, so that its sender can read the answer."""

MOST_DEPTH: Final = 32
"""The maximum nesting of a body's objects and arrays. No ruleset's actions or options come near."""

MOST_ERRORS: Final = 20
"""The maximum number of faults in a problem: a client repairs them one after another anyway."""


def read_body(request: Request, model: type[M], *, optional: bool) -> M | None:
    """The JSON body as a model; None if it is empty and ``optional``.

    Raises:
        Refusal: ``UNSUPPORTED_MEDIA_TYPE``, ``BODY_TOO_LARGE``, ``MALFORMED_BODY``, ``INVALID_FIELD``.
    """
    raw = _raw_body(request)
    if not raw and optional:
        return None
    if "HTTP_CONTENT_ENCODING" in request.environ:
        error = FieldError("/headers/Content-Encoding", "Send the body as it is.")
        raise Refusal(Reason.UNSUPPORTED_MEDIA_TYPE, "The body is encoded.", (error,))
    if request.environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise Refusal(Reason.UNSUPPORTED_MEDIA_TYPE)
    try:
        document = from_json(raw, allow_inf_nan=False)
    except ValueError as error:
        # The parser names a line and a column, never the text.
        raise Refusal(Reason.MALFORMED_BODY, f"The body is not JSON: {error}.") from None
    if _may_be_deep(raw) and _depth(document) > MOST_DEPTH:
        raise Refusal(Reason.MALFORMED_BODY, f"The body is nested more than {MOST_DEPTH} deep.")
    try:
        check_once(raw)
    except DuplicateKey as error:
        raise named_twice(error, "/body") from None
    return validated(model, document, "/body")


def read_query(parameters: MultiDict[str, str], model: type[M]) -> M:
    """The query as a model.

    Raises:
        Refusal: ``INVALID_FIELD``; also for a parameter that is unknown or given twice.
    """
    twice = [name for name in parameters if len(parameters.getlist(name)) > 1]
    if twice:
        errors = (FieldError(pointer("/query", [name]), "Give it once.") for name in twice[:MOST_ERRORS])
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(errors))
    return validated(model, parameters.to_dict(), "/query")


def read_path(values: Mapping[str, str], model: type[M]) -> M:
    """The parameters of a path as a model.

    Raises:
        Refusal: ``INVALID_FIELD``.
    """
    return validated(model, dict(values), "/path")


def validated(model: type[M], document: Any, root: str) -> M:  # noqa: ANN401 - a parsed JSON document
    """A document as a model. ``root``: the pointer of the document in the request.

    Raises:
        Refusal: ``INVALID_FIELD``, with pointers below ``root``.
    """
    try:
        return model.model_validate(document)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=True, include_input=False)
        errors = tuple(FieldError(pointer(root, fault["loc"]), _explain(fault)) for fault in faults[:MOST_ERRORS])
        raise Refusal(Reason.INVALID_FIELD, errors=errors) from None


def named_twice(error: DuplicateKey, root: str) -> Refusal:
    """The refusal of JSON with an object that names a member twice."""
    errors = (FieldError(pointer(root, error.path), "Give it once."),)
    return Refusal(Reason.MALFORMED_BODY, "An object names a member twice.", errors)


def pointer(root: str, steps: Iterable[str | int]) -> str:
    """An RFC 6901 pointer below ``root``."""
    return root + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps)


def _may_be_deep(raw: bytes) -> bool:
    """Whether there are enough brackets to count. Most bodies have few and need no check."""
    return raw.count(b"[") + raw.count(b"{") > MOST_DEPTH


def _depth(document: Any) -> int:  # noqa: ANN401 - a parsed JSON document
    """How deep the objects and arrays of a document are nested. The parser has already refused documents that are too
    deep to recurse."""
    if isinstance(document, dict):
        return 1 + max(map(_depth, document.values()), default=0)
    if isinstance(document, list):
        return 1 + max(map(_depth, document), default=0)
    return 0


def _raw_body(request: Request) -> bytes:
    limit, length = request.max_content_length, request.content_length
    try:
        if length is not None and (limit is None or length <= limit):
            raw: bytes = request.environ["wsgi.input"].read(length)
            if len(raw) < length:
                raise EOFError
            return raw
        raw = request.get_data(cache=False)  # one that is too large, or of a length that nobody has told
        # Of a body without a length, Werkzeug reads up to the limit and does not say whether that was all.
        if limit is not None and len(raw) == limit and length is None and request.input_stream.read(1):
            raise RequestEntityTooLarge
        return raw
    except RequestEntityTooLarge:
        _discard(request)
        raise
    except Exception:  # Each WSGI server has its own exceptions for a body that breaks off or is badly chunked.
        raise Refusal(Reason.MALFORMED_BODY, "The body could not be read to its end.") from None


def _discard(request: Request) -> None:
    """Read some more of a body that is too large. If a server answers and closes the connection while much is still
    arriving, it resets the connection, and the client never sees the answer."""
    left = min(MOST_DISCARDED, request.content_length or MOST_DISCARDED)
    with contextlib.suppress(Exception):  # Whatever happens now, the answer stands.
        while left > 0 and (chunk := request.input_stream.read(min(left, 65_536))):
            left -= len(chunk)


def _explain(fault: ErrorDetails) -> str:
    if fault["type"] in ("model_type", "dict_type"):
        return "Must be a JSON object."
    if fault["type"] == "extra_forbidden":
        return "There is no such field."
    if fault["type"] == "missing":
        return "Required."
    if fault["type"] == "value_error":
        return str(fault["ctx"]["error"])
    return fault["msg"] + "."
