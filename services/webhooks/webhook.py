"""Webhooks, calls and deliveries: records."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

MAX_CONCURRENCY: Final = 64
MAX_URL: Final = 2048


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where a bot is that is called to decide. ``secrets``: those that sign, the current one first. ``key_id``: the API
    key by which it was last set. ``changed_ms``: when address, limit or switch were last changed. Times are in
    milliseconds since 1970. ``version``: the one that the bot has stated; ``""``: none. ``is_online``: the bot as a
    whole is not switched off. ``person``: who stands behind the bot."""

    player_id: str
    url: str
    concurrency: int
    enabled: bool
    key_id: str
    key_revoked: bool
    created_ms: int
    changed_ms: int
    secrets: tuple[bytes, ...] = field(repr=False)
    version: str = ""
    is_online: bool = True
    person: str = ""

    @property
    def is_called(self) -> bool:
        """The bot is called. What was set by a key ends with it: whoever had stolen it would be called still."""
        return self.enabled and self.is_online and not self.key_revoked


class Call(NamedTuple):
    """One decision that a bot is asked for."""

    player_id: str
    match_id: str
    seat: int
    decision: int

    @property
    def id(self) -> str:
        """The id that all attempts to ask for this decision carry."""
        return f"{self.match_id}_{self.seat}_{self.decision}"


class Outcome(Enum):
    """What became of an attempt to call a bot."""

    ANSWERED = "answered"
    ACCEPTED = "accepted"
    GONE = "gone"
    TIMEOUT = "timeout"
    CONNECT = "connect"
    TLS = "tls"
    REFUSED_ADDRESS = "refused_address"
    REDIRECT = "redirect"
    STATUS = "status"
    TOO_LARGE = "too_large"
    INVALID_ANSWER = "invalid_answer"
    ILLEGAL_ACTION = "illegal_action"
    BUSY = "busy"

    @property
    def is_done(self) -> bool:
        """No further attempt follows."""
        return self in (Outcome.ANSWERED, Outcome.ACCEPTED, Outcome.GONE)

    @property
    def is_failure(self) -> bool:
        """It is the bot's failure, or its network's."""
        return not self.is_done and self is not Outcome.BUSY


class Delivery(NamedTuple):
    """One attempt. ``code``: why the action was refused, ``""`` if it was not. ``status``: of HTTP, None without an
    answer. ``request``, ``answer``: the bodies, empty where they were not asked for. ``version``: the one that the bot
    had stated; ``""``: none."""

    id: str
    call: Call
    attempt: int
    at_ms: int
    ms: int
    outcome: Outcome
    code: str
    status: int | None
    request: bytes = b""
    answer: bytes = b""
    version: str = ""


CRASH: Final = "crash"
"""What a reported crash is called among the kinds of failures; the others are those of :class:`Outcome`."""


@dataclass(frozen=True, slots=True)
class FailureCount:
    """How often a bot has failed in one way with one version. ``kind``: the value of an :class:`Outcome`, or
    ``CRASH``. ``last_ms``: when it last did."""

    kind: str
    version: str
    count: int
    last_ms: int
