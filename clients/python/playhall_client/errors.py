"""What can go wrong, as a caller may want to tell it apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


class PlayhallError(Exception):
    """Any failure of this package."""


class NotReachable(PlayhallError):
    """No answer came, or only a part of one, however often the request was sent."""


class BadAnswer(PlayhallError):
    """An answer came that is not one of this API: something else answers at the address."""


class CommitmentBroken(PlayhallError):
    """The platform has gone back on what it had published of a match, or published what does not hold.

    ``match``: its id. No client seed was sent, or it was sent before the answer showed it; nothing more is to be sent
    to this match.
    """

    def __init__(self, match: str, how: str) -> None:
        self.match = match
        self.how = how
        super().__init__(f"the platform does not keep its promise of match {match}: {how}")


@dataclass(frozen=True)
class FieldError:
    """What is wrong with one field. ``pointer``: RFC 6901, such as ``/body/seats``."""

    pointer: str
    detail: str


class ApiError(PlayhallError):
    """The platform refused a request, which has changed nothing (RFC 9457).

    ``code``: one of docs/errors.md, or one that is younger than this package; empty if what answered is no Playhall.
    ``retry_after``: seconds to wait; None: to wait is not enough. ``problem``: the whole document.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(problem.get("code") or "")
        self.detail = str(problem.get("detail") or problem.get("title") or "")
        self.retry_after = retry_after
        self.problem = problem
        listed = problem.get("errors")
        self.errors = tuple(
            FieldError(str(error.get("pointer", "")), str(error.get("detail", "")))
            for error in (listed if isinstance(listed, list) else ())
            if isinstance(error, dict)
        )
        wrong = "".join(f"; {error.pointer}: {error.detail}" for error in self.errors)
        super().__init__(f"{self.code or 'refused'} ({status}): {self.detail}{wrong}")


class Unauthenticated(ApiError):
    """The key is unknown, expired or revoked: nothing will be answered with it."""


class NotFound(ApiError):
    """There is no such thing, or this player may not see it."""


class TooManyRequests(ApiError):
    """A rate limit or a quota. With ``retry_after`` it was waited for already, but not for that long."""


class Unavailable(ApiError):
    """The platform is busy or restarting, and was so each time."""


class IllegalAction(ApiError):
    """The action is not one of the decision's legal ones."""


class TooLate(ApiError):
    """Something was quicker: the decision is answered, the seat taken, the match begun or ended."""


_BY_CODE: Final[Mapping[str, type[ApiError]]] = {
    "ILLEGAL_ACTION": IllegalAction,
    "MALFORMED_ACTION": IllegalAction,
    "DECISION_ALREADY_ANSWERED": TooLate,
    "MATCH_ENDED": TooLate,
    "MATCH_NOT_LIVE": TooLate,
    "MATCH_NOT_OPEN": TooLate,
    "SEAT_TAKEN": TooLate,
}
_BY_STATUS: Final[Mapping[int, type[ApiError]]] = {
    401: Unauthenticated,
    404: NotFound,
    429: TooManyRequests,
    503: Unavailable,
}


def refusal(status: int, problem: Mapping[str, Any], retry_after: float | None) -> ApiError:
    """The error that says what a refusal says."""
    kind = _BY_CODE.get(str(problem.get("code"))) or _BY_STATUS.get(status, ApiError)
    return kind(status, problem, retry_after)
