"""The clocks of a match, as requests ask for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playhall.play.v1 import play_pb2 as pb
from pydantic import ValidationError

from gateway.grpc_api import messages
from gateway.grpc_api.requests import invalid
from services.engine.clocks import NO_CLOCKS, OnTimeOut, TimeControl, read_on_time_out, read_time_control
from services.errors import FieldError, Reason, Refusal

_TIME_OUT_RULES: Final = {
    pb.TIME_OUT_RULE_UNSPECIFIED: "default_action",
    **{number: kind for kind, number in messages.TIME_OUT_RULES.items()},
}


def time_control(request: pb.TimeControl) -> TimeControl:
    """How long seats may think.

    Raises:
        Refusal: ``INVALID_FIELD`` below ``/time_control``.
    """
    kind = request.WhichOneof("kind")
    if kind is None:
        return NO_CLOCKS
    given = getattr(request, kind)
    fields = {field.name: getattr(given, field.name) for field in given.DESCRIPTOR.fields}
    with _invalid_below("/time_control"):
        return read_time_control({"kind": kind, **fields})


def on_time_out(request: pb.OnTimeOut) -> OnTimeOut:
    """What happens to a seat whose time is over.

    Raises:
        Refusal: ``INVALID_FIELD`` below ``/on_time_out``.
    """
    if request.rule not in _TIME_OUT_RULES:
        raise invalid("/on_time_out/rule", "is not one that this version knows")
    bot = {"bot": request.bot} if request.bot else {}
    with _invalid_below("/on_time_out"):
        return read_on_time_out({"kind": _TIME_OUT_RULES[request.rule], **bot})


@contextmanager
def _invalid_below(root: str) -> Iterator[None]:
    """Faults of a document that stands at ``root`` as refusals."""
    try:
        yield
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        errors = [FieldError("/".join([root, *map(str, fault["loc"])]), fault["msg"]) for fault in faults]
        raise Refusal(Reason.INVALID_FIELD, errors=tuple(errors)) from None
