"""When a request is sent again, and after how long.

The rules are those of the API: every request of this package may be repeated (creations carry an ``Idempotency-Key``),
so one that got no answer is; after 429 and 503 as many seconds are waited as ``Retry-After`` says; a request whose
first sending is still being worked on is asked for again. Every other refusal is final.
"""

import random
from dataclasses import dataclass
from typing import Final

from playhall_client.errors import ApiError, NotReachable, PlayhallError

_NOT_ANSWERED: Final = frozenset({408, 502, 503, 504})
"""The service is restarting, has cut the request off, or a proxy did not reach it."""
_LIMITED: Final = 429


@dataclass(frozen=True)
class Retries:
    """How patient a client is.

    ``attempts``: how often a request is sent at most. ``first_seconds``: the pause before the second attempt at most;
    each further one may be twice as long, up to ``most_seconds``. ``patience_seconds``: the longest ``Retry-After``
    that is waited for.
    """

    attempts: int = 7
    first_seconds: float = 0.25
    most_seconds: float = 10.0
    patience_seconds: float = 60.0

    def pause(self, attempt: int, error: PlayhallError) -> float | None:
        """How many seconds to wait after a failed attempt, the first being 1; None: the failure stands."""
        return self.grown(attempt, error) if attempt < self.attempts and self._passes(error) else None

    def grown(self, attempt: int, error: PlayhallError | None = None) -> float:
        """A pause that grows with the attempts and is drawn at random between half of it and all, so that clients who
        were cut off together do not come back together; never shorter than ``Retry-After``."""
        most = min(self.first_seconds * 2.0 ** min(attempt - 1, 30), self.most_seconds)
        drawn = most * (0.5 + random.random() / 2)
        wait = error.retry_after if isinstance(error, ApiError) else None
        return drawn if wait is None else wait + drawn

    def _passes(self, error: PlayhallError) -> bool:
        if not isinstance(error, ApiError):
            return isinstance(error, NotReachable)
        if error.retry_after is not None and error.retry_after > self.patience_seconds:
            return False
        if error.status == _LIMITED:
            return error.retry_after is not None
        return error.status in _NOT_ANSWERED or error.code == "REQUEST_IN_PROGRESS"
