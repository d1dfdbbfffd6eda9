"""What viewers are told beside the ruleset's events: that something happened other than a seat's own action.

To add a kind: give it a member of :class:`NoticeKind`, a sentence in :data:`_TEXTS`, and a log entry of which
:func:`services.matches.event_log.notice` makes it. A notice is for the viewers of its line; what only some of them may
know is decided there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.engine.ruleset import JsonObject


class NoticeKind(Enum):
    """What happened other than an action."""

    RESIGNED = "resigned"
    TAKEN_OVER = "taken_over"
    TIME_CREDITED = "time_credited"
    ABORTED = "aborted"
    TIME_RAN_OUT = "time_ran_out"


class NoticeReason(Enum):
    """Why it happened."""

    EXPIRED = "expired"
    IDLE = "idle"
    DECLINED = "declined"
    TIME_RAN_OUT = "time_ran_out"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened other than a seat's own action. ``seat``: who resigned, whose seat a bot has taken
    over, or for whom the clock decided; None: it is about no seat. ``reason``: why the match was aborted, or the seat
    had to resign. ``seconds``: how long the platform had stood still."""

    kind: NoticeKind
    seat: int | None = None
    reason: NoticeReason | None = None
    seconds: int | None = None

    @property
    def text(self) -> str:
        """The notice as a sentence. Players are called by their seats, as in the texts of events."""
        return _TEXTS[self.kind](self)

    def to_json(self) -> JsonObject:
        """The notice as viewers are sent it; fields that say nothing are left out."""
        return {
            "kind": self.kind.value,
            **({} if self.seat is None else {"seat": self.seat}),
            **({} if self.reason is None else {"reason": self.reason.value}),
            **({} if self.seconds is None else {"seconds": self.seconds}),
            "text": self.text,
        }


_ABORTED: Final[Mapping[NoticeReason | None, str]] = {
    None: "The match is called off.",
    NoticeReason.EXPIRED: "The match is called off: it was not filled in time.",
    NoticeReason.IDLE: "The match is called off: nobody moved for too long.",
    NoticeReason.DECLINED: "The match is called off: the invitation was declined.",
}
_RESIGNED: Final[Mapping[NoticeReason | None, str]] = {
    None: "resigns.",
    NoticeReason.TIME_RAN_OUT: "must resign: its time ran out.",
}
_TEXTS: Final[Mapping[NoticeKind, Callable[[Notice], str]]] = {
    NoticeKind.RESIGNED: lambda notice: f"Player {notice.seat} {_RESIGNED[notice.reason]}",
    NoticeKind.TAKEN_OVER: lambda notice: f"A bot takes over for player {notice.seat}, whose time ran out.",
    NoticeKind.TIME_CREDITED: lambda notice: f"The platform stood still: the clocks get {notice.seconds} s back.",
    NoticeKind.ABORTED: lambda notice: _ABORTED[notice.reason],
    NoticeKind.TIME_RAN_OUT: lambda notice: f"Player {notice.seat}'s time runs out.",
}
