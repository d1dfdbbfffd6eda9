"""The Engine contract's messages (``playhall.engine.v1``) and what they stand for, each way.

Documents are passed through as bytes. A caller that asked for typed messages has them packed by
:class:`RulesetMessages`.
"""

import importlib
import importlib.util
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias, cast

import grpc
import orjson
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.message import DecodeError, Message
from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status
from playhall.engine.v1 import engine_pb2 as pb

from services.engine.documents import catalogue_sha256, encode
from services.engine.engine import ExplainedDecision, Position, Step
from services.engine.ruleset import (
    BotInfo,
    Description,
    JsonObject,
    MalformedAction,
    Option,
    OptionType,
    Outcome,
)
from services.errors import FieldError, Reason, Refusal

SERVICE: Final = pb.DESCRIPTOR.services_by_name["EngineService"].full_name
ERROR_DOMAIN: Final = "playhall"

Write: TypeAlias = Callable[[pb.Document, str, bytes], None]
"""Fills an empty message with a document in the encoding asked for: the name of the document's own message (``View``,
``Event``, ``Action``), its JSON."""

# An error travels in trailing metadata, of which gRPC accepts 8 KiB, and its text is in there twice.
_DETAILS_BYTES: Final = 3_000
_TEXT_LENGTH: Final = 300
ENGINE_REASONS: Final = frozenset(
    {
        Reason.MALFORMED_BODY,
        Reason.BODY_TOO_LARGE,
        Reason.INVALID_FIELD,
        Reason.UNKNOWN_RULESET,
        Reason.UNKNOWN_BOT,
        Reason.UNKNOWN_OPTION,
        Reason.INVALID_OPTION,
        Reason.SEATS_OUT_OF_RANGE,
        Reason.MALFORMED_ACTION,
        Reason.ILLEGAL_ACTION,
        Reason.MALFORMED_POSITION,
        Reason.UNSUPPORTED_VERSION,
        Reason.BUSY,
        Reason.INTERNAL,
    }
)
"""What an engine may refuse for. The other reasons are the platform's own: an engine that said MATCH_ENDED would be
taken for the match."""
_TOLD_WITHOUT_TEXT: Final = (Reason.BUSY, Reason.INTERNAL)
_ENGINE_METADATA: Final = ("served", "limit_bytes", "request_id")
_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)
_TOO_LARGE: Final = "message larger than max"
"""What gRPC says of an answer beyond the limit of the channel, received or decompressed. A service that refuses a
request says something else."""
_NOT_IN_TIME: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.CANCELLED,
)
_OPTION_TYPES: Final = {
    OptionType.BOOL: pb.OPTION_TYPE_BOOL,
    OptionType.INT: pb.OPTION_TYPE_INT,
    OptionType.CHOICE: pb.OPTION_TYPE_CHOICE,
    OptionType.INT_LIST: pb.OPTION_TYPE_INT_LIST,
}
_OPTION_TYPES_BACK: Final = {number: type for type, number in _OPTION_TYPES.items()}


# -- documents -------------------------------------------------------------------------------------------------------


def as_json(target: pb.Document, _message: str, document: bytes) -> None:
    """Writes documents as they are."""
    target.json = document


class RulesetMessages:
    """The message classes of one ruleset: ``playhall.<ruleset>.v1``."""

    def __init__(self, ruleset: str) -> None:
        """Imports them, so that reflection tells of them.

        Raises:
            ImportError: the ruleset has no messages.
        """
        self._module = importlib.import_module(_package(ruleset))

    def pack(self, message: str, document: bytes) -> pb.Document:
        """A document as a typed message."""
        packed = PackedMessage()
        packed.Pack(json_format.Parse(document, self._empty(message)))
        return pb.Document(message=packed)

    def write(self, target: pb.Document, message: str, document: bytes) -> None:
        """Writes documents as typed messages."""
        target.CopyFrom(self.pack(message, document))

    def action_json(self, packed: PackedMessage) -> JsonObject:
        """The JSON of a typed action.

        Raises:
            MalformedAction: it is not the ruleset's ``Action``.
        """
        action = self._empty("Action")
        try:
            fits = packed.Unpack(action)
        except DecodeError:
            fits = False
        if not fits:
            raise MalformedAction(f"the message is not a {action.DESCRIPTOR.full_name}")
        document: JsonObject = json_format.MessageToDict(
            action, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
        return document

    def _empty(self, name: str) -> Message:
        message: Message = getattr(self._module, name)()
        return message


def messages_of(ruleset: str) -> RulesetMessages | None:
    """The message classes of a ruleset; None if it has none."""
    parent = _package(ruleset).rpartition(".")[0]
    try:
        found = importlib.util.find_spec(parent) and importlib.util.find_spec(_package(ruleset))
    except ModuleNotFoundError:
        found = None
    return RulesetMessages(ruleset) if found else None


def _package(ruleset: str) -> str:
    return f"playhall.{ruleset}.v1.{ruleset}_pb2"


# -- positions and steps ---------------------------------------------------------------------------------------------


def position_message(position: Position) -> pb.Position:
    """A position as a message."""
    return pb.Position(ruleset=position.ruleset, version=position.version, seed=position.seed, state=position.state)


def explanation_message(found: ExplainedDecision) -> pb.ExplainResponse:
    """What was found of a decision, as a message."""
    return pb.ExplainResponse(
        actions=[
            pb.ExplainedAction(
                notation=action.notation,
                visits=action.visits,
                value=action.value,
                error=action.error,
                line=[pb.ExpectedAction(seat=seat, notation=notation) for seat, notation in action.line],
            )
            for action in found.actions
        ],
        iterations=found.iterations,
        seconds=found.seconds,
    )


def put_position(message: pb.Position, position: Position) -> None:
    """Put a position into an empty message."""
    message.ruleset, message.version, message.seed, message.state = position


def position_from(message: pb.Position) -> Position:
    """A position from its message."""
    return Position(message.ruleset, message.version, message.seed, message.state)


def put_step(message: pb.Step, step: Step, write: Write, *, legal_as_json: bool = False) -> None:
    """Put a step into an empty message, its documents written by ``write``. ``legal_as_json``: lists of legal actions
    in one piece."""
    # Filled where it lies: a message that is made and then put into another one is copied.
    put_position(message.position, step.position)
    for event in step.events:
        told = message.events.add()
        if event.public is not None:
            write(told.public, "Event", event.public)
            told.public.text = event.text
        for seat, share in event.private.items():
            write(told.private[seat], "Event", share)
            told.private[seat].text = event.text_for(seat)
    for situation in step.situations:
        seen = message.situations.add(viewer=situation.viewer)
        write(seen.view, "View", situation.view)
        if situation.viewer not in step.pending:
            continue
        if legal_as_json:
            seen.legal_json = situation.legal
        else:
            _put_legal(seen, situation.legal, write)
    message.pending.extend(step.pending)
    if step.outcome is not None:
        message.outcome.CopyFrom(_outcome_message(step.outcome))


def _put_legal(message: pb.Situation, legal: bytes, write: Write) -> None:
    for action in orjson.loads(legal):
        added = message.legal.add(notation=action["notation"], label=action["label"])
        write(added.action, "Action", encode(action["action"]))


def _outcome_message(outcome: Outcome) -> pb.Outcome:
    results = [
        pb.SeatResult(
            seat=result.seat,
            rank=result.rank,
            score=result.score,
            breakdown=[pb.ScoreItem(item=item, points=points) for item, points in result.breakdown],
        )
        for result in outcome.results
    ]
    return pb.Outcome(results=results, reason=outcome.reason)


# -- descriptions ----------------------------------------------------------------------------------------------------


def description_message(description: Description) -> pb.Description:
    """A description as a message."""
    return pb.Description(
        id=description.id,
        version=description.version,
        title=description.title,
        summary=description.summary,
        min_seats=description.min_seats,
        max_seats=description.max_seats,
        options=[_option_message(option) for option in description.options],
        bots=[pb.Bot(id=bot.id, summary=bot.summary, thinks=bot.thinks) for bot in description.bots],
        cards=encode(description.cards),
        schemas={name: encode(schema) for name, schema in description.schemas.items()},
        resignation_ends_at=description.resignation_ends_at,
        max_decisions=description.max_decisions,
        served_by=description.served_by,
        continues=description.continues,
        layout=encode(description.layout) if description.layout else b"",
        rules=description.rules,
    )


def description_from(message: pb.Description) -> Description:
    """A description from its message, checked by :func:`services.engine.response_validation.check_description`."""
    cards = tuple(json.loads(message.cards or b"[]"))
    return Description(
        id=message.id,
        version=message.version,
        title=message.title,
        summary=message.summary,
        min_seats=message.min_seats,
        max_seats=message.max_seats,
        max_decisions=message.max_decisions,
        options=tuple(_option_from(option) for option in message.options),
        bots=tuple(BotInfo(bot.id, bot.summary, bot.thinks) for bot in message.bots),
        cards=cards,
        schemas={name: json.loads(message.schemas[name]) for name in sorted(message.schemas)},
        resignation_ends_at=tuple(message.resignation_ends_at),
        served_by=message.served_by,
        continues=tuple(message.continues),
        layout=json.loads(message.layout or b"{}"),
        rules=message.rules,
        catalogue_sha256=catalogue_sha256(cards),
    )


def _option_message(option: Option) -> pb.Option:
    return pb.Option(
        name=option.name,
        type=_OPTION_TYPES[option.type],
        default=encode(option.default),
        choices=option.choices,
        minimum=option.minimum,
        maximum=option.maximum,
        length=option.length,
        summary=option.summary,
        title=option.title,
    )


def _option_from(message: pb.Option) -> Option:
    return Option(
        name=message.name,
        type=_OPTION_TYPES_BACK[message.type],
        default=json.loads(message.default),
        summary=message.summary,
        choices=tuple(message.choices),
        minimum=message.minimum,
        maximum=message.maximum,
        length=message.length,
        title=message.title,
    )


# -- errors ----------------------------------------------------------------------------------------------------------


def status_of(refusal: Refusal, code: str = "") -> Status:
    """A refusal as a gRPC status with its details. ``code``: another status than the reason's own, by name."""
    info = PackedMessage()
    info.Pack(ErrorInfo(reason=refusal.reason.name, domain=ERROR_DOMAIN, metadata=refusal.metadata))
    details = [info]
    violations = list(_violations(refusal.errors))
    if violations:
        wrong = PackedMessage()
        wrong.Pack(BadRequest(field_violations=violations))
        details.append(wrong)
    return Status(
        code=Code.Value(code or refusal.reason.grpc_status), message=refusal.detail[:_TEXT_LENGTH], details=details
    )


def refusal_of(error: grpc.RpcError) -> Refusal:
    """What a failed call says, as the refusal that it was. A call that did not get through in time is ``BUSY``; an
    error that does not say what it is, or says what no engine may say, is ``INTERNAL``, and so is an answer beyond the
    limit of the channel. Of an engine's own troubles no text is passed on: it may quote a position."""
    call = cast(grpc.Call, error)  # every RpcError that a call raises is also that call
    info, wrong = ErrorInfo(), BadRequest()
    try:
        status = rpc_status.from_call(call)
        for detail in status.details if status is not None else ():
            _ = detail.Unpack(info) or detail.Unpack(wrong)
    except (ValueError, DecodeError):  # not from our server: details that contradict the status, or are none
        info.Clear()
    reason = Reason.__members__.get(info.reason) if info.domain == ERROR_DOMAIN else None
    if reason in _TOLD_WITHOUT_TEXT:
        return Refusal(reason, metadata=_metadata(info))
    if reason in ENGINE_REASONS:
        errors = tuple(
            FieldError(violation.field[:_TEXT_LENGTH], violation.description[:_TEXT_LENGTH])
            for violation in wrong.field_violations
        )
        return Refusal(reason, (call.details() or "")[:_TEXT_LENGTH], errors, _metadata(info))
    if call.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and _TOO_LARGE in (call.details() or ""):
        return Refusal(Reason.INTERNAL)
    return Refusal(Reason.BUSY if call.code() in _NOT_IN_TIME else Reason.INTERNAL)


def _metadata(info: ErrorInfo) -> dict[str, str]:
    """What may stand beside the reason: what our own engines say there, each a word."""
    known = {name: info.metadata[name] for name in _ENGINE_METADATA if name in info.metadata}
    return {name: value for name, value in known.items() if _WORD.fullmatch(value)}


def timed_out(error: grpc.RpcError) -> bool:
    """Whether a call failed because its deadline passed."""
    return cast(grpc.Call, error).code() is grpc.StatusCode.DEADLINE_EXCEEDED


def _violations(errors: Iterable[FieldError]) -> Iterator[BadRequest.FieldViolation]:
    """As many of the errors as there is room for."""
    room = _DETAILS_BYTES
    for error in errors:
        violation = BadRequest.FieldViolation(
            field=error.pointer[:_TEXT_LENGTH], description=error.detail[:_TEXT_LENGTH]
        )
        room -= violation.ByteSize()
        if room < 0:
            return
        yield violation
