"""What a caller asks for when creating a match."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from services.engine.clocks import NO_CLOCKS, PLAY_DEFAULT, OnTimeOut, TimeControl
from services.engine.fairness import TournamentReference
from services.engine.ruleset import JsonObject
from services.errors import FieldError, Reason, Refusal
from services.matches.match import Assistance, StartRule, Visibility

MAX_SPECTATOR_DELAY_SECONDS: Final = 3600
MIN_EXPIRES_IN: Final = 10
MAX_EXPIRES_IN: Final = 30 * 24 * 3600
"""Seconds; as long as the longest turn."""
LONGEST_RULESET: Final = 80
"""Characters of a ruleset's id."""
MOST_SEATS_ASKED: Final = 64
LONGEST_SEAT: Final = 160
"""Characters of a seat's text."""
MOST_OPTIONS: Final = 64
"""Options that are set."""
_CLIENT_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")
CLIENT_SEED_COMES_LATER: Final = (
    "is not taken here: the match publishes its commitment first; then give it with `:seed` or `:start` "
    "(with `start_rule` `by_creator` a match that is full at once waits for it)"
)
_SEAT_HELP: Final = "a seat is `open`, `me`, `bot:<bot id>` or `player:<player id>`"


class SeatKind(Enum):
    """Who is to sit in a seat."""

    OPEN = "open"
    ME = "me"
    BOT = "bot"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Who is to sit in a seat. ``id``: the ruleset's bot for ``BOT``, the invited player for ``PLAYER``."""

    kind: SeatKind
    id: str | None = None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to create. ``options`` names those that are set. ``time_control``: how long people and their bots may
    think; ``on_time_out``: what happens to a seat whose time is over. ``spectator_delay_seconds``: how much later than
    the seats spectators see what happens. ``expires_in``: after how many seconds the match is aborted if it has not
    been filled, or started by its creator, until then; None: by the operator's rule alone. ``tournament``: where it
    belongs in one. ``rated``: its result goes into the ratings. ``assistance``: whether the platform helps who sits in
    it; None: as is usual for such a match. ``notes_presence``: it keeps note of who has been there. There is no client
    seed: nobody gives one before the match has published what it promises."""

    ruleset: str
    seats: tuple[SeatRequest, ...]
    options: JsonObject
    visibility: Visibility = Visibility.PUBLIC
    start_rule: StartRule = StartRule.WHEN_FULL
    time_control: TimeControl = NO_CLOCKS
    on_time_out: OnTimeOut = PLAY_DEFAULT
    spectator_delay_seconds: int = 0
    expires_in: int | None = None
    tournament: TournamentReference | None = None
    rated: bool = True
    assistance: Assistance | None = None
    notes_presence: bool = False


def parse_seat(text: str, pointer: str = "/seats") -> SeatRequest:
    """A seat from ``open``, ``me``, ``bot:greedy`` or ``player:p_01…``.

    Raises:
        Refusal: ``INVALID_FIELD``, pointing at ``pointer``.
    """
    kind, colon, name = text.partition(":")
    if text in ("open", "me"):
        return SeatRequest(SeatKind(text))
    if kind in ("bot", "player") and colon and name:
        return SeatRequest(SeatKind(kind), name)
    raise Refusal(Reason.INVALID_FIELD, _SEAT_HELP, (FieldError(pointer, _SEAT_HELP),))


def parse_seats(texts: Sequence[str]) -> tuple[SeatRequest, ...]:
    """Seats from their texts, in order.

    Raises:
        Refusal: ``INVALID_FIELD`` with a pointer such as ``/seats/2`` for each text that is not a seat.
    """
    seats: list[SeatRequest] = []
    errors: list[FieldError] = []
    for number, text in enumerate(texts):
        try:
            seats.append(parse_seat(text, f"/seats/{number}"))
        except Refusal as refusal:
            errors += refusal.errors
    if errors:
        raise Refusal(Reason.INVALID_FIELD, _SEAT_HELP, tuple(errors))
    return tuple(seats)


def check_client_seed(seed: str | None) -> None:
    """Refuse a client seed that is not 64 hexadecimal digits.

    Raises:
        Refusal: ``INVALID_FIELD`` at ``/client_seed``.
    """
    if seed is not None and _CLIENT_SEED.fullmatch(seed) is None:
        raise Refusal(Reason.INVALID_FIELD, errors=(FieldError("/client_seed", "must be 64 hexadecimal digits"),))
