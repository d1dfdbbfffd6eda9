"""Tickets: what a player wants to play, with whom, and what has become of it."""

import hashlib
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from services.engine.clocks import OnTimeOut, TimeControl, read_on_time_out, read_time_control
from services.engine.ruleset import JsonObject
from services.identity import PlayerKind
from services.matches.canonical_json import dump
from services.matches.match import Visibility

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5
MAX_DIFFERENCE: Final = 10_000
MAX_WIDENING: Final = 1_000
"""How much a rating range may widen in a second."""
_ID_DIGITS: Final = 32


class TicketState(Enum):
    """What has become of a ticket. All but ``WAITING`` are for good."""

    WAITING = "waiting"
    PAIRED = "paired"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class TicketQuotaUse(NamedTuple):
    """How many tickets of a player wait, those whose match is being made included. ``limit``: None for none."""

    limit: int | None
    used: int


class EndReason(Enum):
    """Why a ticket was cancelled or has expired."""

    BY_PLAYER = "by_player"
    OTHER_TICKET_PAIRED = "other_ticket_paired"
    KEY_NOT_VALID = "key_not_valid"
    NOT_SERVED = "not_served"
    NOT_READ = "not_read"


class Bots(Enum):
    """Whether the other players may be bots."""

    ALLOWED = "allowed"
    NEVER = "never"
    ONLY = "only"

    def accepts(self, kind: PlayerKind) -> bool:
        """Whether a player of this kind may be among the others."""
        if self is Bots.ALLOWED:
            return True
        return (kind is PlayerKind.BOT) == (self is Bots.ONLY)


@dataclass(frozen=True, slots=True)
class RatingRange:
    """How far the others' ratings may be from one's own: ``start`` at first, ``per_second`` more after each second of
    waiting, never more than ``limit``; None: without limit."""

    start: int = 100
    per_second: int = 10
    limit: int | None = None

    def after(self, waited_ms: int) -> int:
        """The greatest difference that is accepted after a time of waiting."""
        reach = self.start + self.per_second * (max(0, waited_ms) // 1000)
        return reach if self.limit is None else min(reach, self.limit)


@dataclass(frozen=True, slots=True)
class Pool:
    """What is to be played. Tickets of the same pool can be paired. ``options``: all of the ruleset's, by name."""

    ruleset: str
    options: JsonObject
    seats: int
    time_control: TimeControl
    on_time_out: OnTimeOut
    visibility: Visibility

    def to_json(self) -> bytes:
        """As it is stored: the same bytes for the same pool."""
        return dump(
            {
                "ruleset": self.ruleset,
                "options": dict(sorted(self.options.items())),
                "seats": self.seats,
                "time_control": self.time_control.model_dump(),
                "on_time_out": self.on_time_out.model_dump(),
                "visibility": self.visibility.value,
            }
        )

    @property
    def id(self) -> str:
        """32 hexadecimal digits, by which everybody knows the pool."""
        return hashlib.sha256(self.to_json()).hexdigest()[:_ID_DIGITS]


def read_pool(document: JsonObject) -> Pool:
    """The inverse of :meth:`Pool.to_json`, of what the JSON says."""
    return Pool(
        ruleset=document["ruleset"],
        options=document["options"],
        seats=document["seats"],
        time_control=read_time_control(document["time_control"]),
        on_time_out=read_on_time_out(document["on_time_out"]),
        visibility=Visibility(document["visibility"]),
    )


@dataclass(frozen=True, slots=True)
class NewTicket:
    """A ticket to make. ``exclusive``: it is cancelled when another ticket of the player is paired."""

    pool: Pool
    rating_range: RatingRange | None = None
    bots: Bots = Bots.ALLOWED
    exclusive: bool = True


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket. ``rating``: the player's when it was made. ``rating_range``: None: any rating will do. ``ended_ms``:
    when it was paired, cancelled or expired. ``expires_ms``: until when it waits unless its owner reads it again; None
    once it waits no longer."""

    id: str
    player_id: str
    pool: Pool
    rating: float
    rating_range: RatingRange | None
    bots: Bots
    exclusive: bool
    created_ms: int
    state: TicketState
    match_id: str | None = None
    reason: EndReason | None = None
    ended_ms: int | None = None
    expires_ms: int | None = None


@dataclass(frozen=True, slots=True)
class WaitingTicket:
    """What pairing looks at. ``key_id``: the key by which the ticket was made."""

    id: str
    player_id: str
    kind: PlayerKind
    rating: float
    rating_range: RatingRange | None
    bots: Bots
    created_ms: int
    key_id: str = ""
