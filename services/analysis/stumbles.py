"""What a position that somebody has written may do to a ruleset, and what is said of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog

from services.errors import FieldError, Reason, Refusal
from services.redis_clients import UNAVAILABLE

log = structlog.get_logger("analysis")

POINTER: Final = "/position/state"
_NOT_SENT: Final = ("/view", "/legal")
"""What an engine is asked with that follows from the position."""
_WRONG_HEAD: Final = {
    Reason.UNKNOWN_RULESET: FieldError("/position/ruleset", "there is no such ruleset"),
    Reason.UNSUPPORTED_VERSION: FieldError("/position/ruleset_version", "is not served"),
}
_MEANINGLESS: Final = "The ruleset cannot go on from it."


@contextmanager
def position_at_fault(ruleset: str) -> Iterator[None]:
    """In here a ruleset is given a position of which nobody knows where it comes from. Over one that its ruleset did
    not make it may stumble in any way: that is the position's fault.

    Raises:
        Refusal: ``INVALID_FIELD`` at the place in ``/position/state`` that the ruleset names; ``UNKNOWN_RULESET`` and
            ``UNSUPPORTED_VERSION`` at the member that says so; any other refusal as it is.
    """
    try:
        yield
    except Refusal as refusal:
        if refusal.reason is Reason.MALFORMED_POSITION:
            wrong = next(iter(refusal.errors), FieldError(POINTER, refusal.detail))
            is_inside = wrong.pointer.startswith(f"{POINTER}/")
            raise _refusal(wrong.detail, wrong.pointer if is_inside else POINTER) from None
        if refusal.reason is Reason.INTERNAL or any(error.pointer.startswith(_NOT_SENT) for error in refusal.errors):
            log.warning("stumbled", ruleset=ruleset, error=refusal.reason.name)
            raise _refusal(_MEANINGLESS) from None
        if refusal.reason in _WRONG_HEAD and not refusal.errors:
            errors = (_WRONG_HEAD[refusal.reason],)
            raise Refusal(refusal.reason, refusal.detail, errors, refusal.metadata) from None
        raise
    except UNAVAILABLE:
        raise
    except Exception as error:
        log.warning("stumbled", ruleset=ruleset, error=type(error).__name__)
        raise _refusal(_MEANINGLESS) from None


def _refusal(detail: str, pointer: str = POINTER) -> Refusal:
    return Refusal(Reason.INVALID_FIELD, errors=(FieldError(pointer, detail),))
