"""A ruleset's documents in the form that a client asks for: canonical JSON as it is, or the ruleset's own messages."""

from collections.abc import Callable
from typing import TypeAlias

from google.protobuf.any_pb2 import Any as PackedMessage
from playhall.play.v1 import play_pb2 as pb
from pydantic_core import from_json

from gateway.grpc_api.requests import invalid
from gateway.openapi.fields import whole_numbers
from gateway.openapi.request_parsing import named_twice
from services.engine import proto_codec
from services.engine.ruleset import JsonObject, MalformedAction
from services.engine.unique_names import DuplicateKey, check_once
from services.errors import FieldError, Reason, Refusal

Writer: TypeAlias = Callable[[str, bytes], pb.Document]
"""Writes a document: the name of its message (``View``, ``Event``, ``Action``), its canonical JSON. The writers of one
ruleset and form are one object."""


def as_json(_message: str, document: bytes) -> pb.Document:
    """Writes documents as they are."""
    return pb.Document(json=document)


class Documents:
    """Writes and reads the documents of all rulesets. Their messages are looked up when they are asked for."""

    def __init__(self) -> None:
        self._messages: dict[str, proto_codec.RulesetMessages | None] = {}
        self._writers: dict[str, Writer] = {}

    def writer(self, encoding: int, ruleset: Callable[[], str]) -> Writer:
        """How to write documents of a ruleset. ``ruleset`` is asked for its id only if that matters.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/encoding``.
        """
        if encoding in (pb.ENCODING_UNSPECIFIED, pb.ENCODING_JSON):
            return as_json
        if encoding != pb.ENCODING_MESSAGE:
            raise invalid("/encoding", "must be ENCODING_JSON or ENCODING_MESSAGE")
        id = ruleset()
        messages = self._of(id)
        if messages is None:
            raise invalid("/encoding", "the service does not have the ruleset's messages: must be ENCODING_JSON")
        if id not in self._writers:
            self._writers[id] = lambda name, document: pb.Document(message=messages.pack(name, document).message)
        return self._writers[id]

    def writers(self, encoding: int) -> Callable[[str], Writer]:
        """How to write documents of each ruleset, by its id: as JSON where its messages are not there.

        Raises:
            Refusal: ``INVALID_FIELD`` at ``/encoding``.
        """
        if encoding != pb.ENCODING_MESSAGE:
            writer = self.writer(encoding, str)
            return lambda _: writer
        return lambda ruleset: as_json if self._of(ruleset) is None else self.writer(encoding, lambda: ruleset)

    def action(
        self, request: pb.DecideRequest | pb.CheckDecisionRequest, ruleset: Callable[[], str]
    ) -> str | JsonObject:
        """The action of a request.

        Raises:
            Refusal: ``INVALID_FIELD``, ``MALFORMED_ACTION`` at ``/action``.
        """
        form = request.WhichOneof("action")
        if form == "notation":
            return request.notation
        if form == "json":
            return json_action(request.json)
        if form is None:
            raise invalid("/action", "is missing")
        return self._typed_action(request.message, ruleset())

    def _typed_action(self, packed: PackedMessage, ruleset: str) -> JsonObject:
        messages = self._of(ruleset)
        if messages is None:
            raise _malformed("the service does not have the ruleset's messages")
        try:
            return messages.action_json(packed)
        except MalformedAction as error:
            raise _malformed(str(error)) from error

    def _of(self, ruleset: str) -> proto_codec.RulesetMessages | None:
        if ruleset not in self._messages:
            self._messages[ruleset] = proto_codec.messages_of(ruleset)
        return self._messages[ruleset]


def read_object(data: bytes, pointer: str) -> JsonObject:
    """A JSON object from a field; empty: one without members.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``.
    """
    document = _parsed(data or b"{}", pointer)
    if not isinstance(document, dict):
        raise invalid(pointer, "must be a JSON object")
    return document


def read_json(data: bytes, pointer: str) -> object:
    """A JSON document from a field.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``pointer``.
    """
    document = _parsed(data, pointer)
    if document is None:
        raise invalid(pointer, "is not JSON")
    return document


def json_action(data: bytes) -> JsonObject:
    """An action in structured form, from a field.

    Raises:
        Refusal: ``MALFORMED_ACTION`` at ``/action``.
    """
    action = _parsed(data, "/action")
    if not isinstance(action, dict):
        raise _malformed("an action is its notation or a JSON object")
    return action


def _parsed(data: bytes, place: str) -> object:
    """The JSON in some bytes; None for what is not JSON.

    Raises:
        Refusal: ``MALFORMED_BODY`` below ``place``: an object names a member twice.
    """
    try:
        document = whole_numbers(from_json(data, allow_inf_nan=False))
        check_once(data)
        return document
    except DuplicateKey as error:
        raise named_twice(error, place) from None
    except (ValueError, RecursionError):  # RecursionError: brackets nested without end
        return None


def _malformed(detail: str) -> Refusal:
    return Refusal(Reason.MALFORMED_ACTION, detail, errors=(FieldError("/action", detail),))
