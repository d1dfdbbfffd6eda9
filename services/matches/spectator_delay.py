"""What spectators see of a match that its creator keeps from them for a while: the match as it was.

The delay holds for the spectators' share, whoever asks for it, wherever it is told: streams, views, lists, the match
itself and, until the delay is over, its replay and its statistics. Otherwise somebody could tell a player what
another seat has just done.

What spectators may see later is kept by the commit that made it, under the moment when it happened; reading it is one
look for the last moment that is long enough ago. Moments never run backwards, whatever the clocks of the processes.
"""

import json
from dataclasses import dataclass, replace
from typing import Final

from services.engine.engine import Situation
from services.engine.ruleset import SPECTATOR
from services.identity import Caller
from services.matches.canonical_json import dump
from services.matches.model import UNSEEN, Match, Status

MARGIN_MS: Final = 60_000
"""What is older than the delay is kept for this much longer: the clock of who reads may be behind that of who wrote."""


@dataclass(frozen=True, slots=True)
class DelayedMatch:
    """A match as spectators could see it at some moment, and the spectator's situation; None before the start."""

    match: Match
    situation: Situation | None


def delay_ms(match: Match) -> int:
    """How much later than the seats spectators see what happens."""
    return match.spectator_delay_seconds * 1000


def is_delayed(match: Match, now_ms: int) -> bool:
    """Whether spectators see the match as it was. They do from its start until the delay has passed after its end."""
    return match.has_spectator_delay and (match.ended_ms is None or now_ms < match.ended_ms + delay_ms(match))


def is_delayed_for(match: Match, caller: Caller, now_ms: int) -> bool:
    """Whether a caller may know the match only as it was: everybody but who plays in it, and admins."""
    return is_delayed(match, now_ms) and not caller.is_admin and match.seat_of(caller.player_id) is None


def encode(match: Match) -> bytes:
    """What spectators may know of a match now, but for the view, which the commit script puts after it. The revision
    comes first with leading zeros: of two that happened in one millisecond, the later one sorts last."""
    document = {
        "status": match.status.value,
        "started_ms": match.started_ms,
        "ended_ms": match.ended_ms,
        "pending": match.pending,
        "resigned": [seat.number for seat in match.seats if seat.resigned],
        "outcome": match.outcome,
    }
    return b"%012d\n%b\n" % (match.revision(SPECTATOR), dump(document))


def decode(match: Match, found: bytes | None) -> DelayedMatch:
    """The match as it was, from what :func:`encode` wrote; None: nothing was shown yet."""
    if found is None:
        return DelayedMatch(_before_start(match), None)
    revision, document, view = found.split(b"\n", 2)
    table = json.loads(document)
    seats = tuple(replace(seat, resigned=seat.number in table["resigned"]) for seat in match.seats)
    earlier = _unseen(match, int(revision))._replace(
        status=Status(table["status"]),
        started_ms=table["started_ms"],
        ended_ms=table["ended_ms"],
        pending=tuple(table["pending"]),
        seats=seats,
        outcome=table["outcome"],
    )
    return DelayedMatch(earlier, Situation(SPECTATOR, view, b"[]"))


def _before_start(match: Match) -> Match:
    return _unseen(match, UNSEEN)._replace(
        status=Status.OPEN,
        started_ms=None,
        ended_ms=None,
        pending=(),
        seats=tuple(replace(seat, resigned=False, client_seed=None) for seat in match.seats),
        outcome=None,
    )


def _unseen(match: Match, revision: int) -> Match:
    nothing = (None,) * len(match.seats)
    unseen = (revision, *(UNSEEN for _ in match.seats))
    return match._replace(revisions=unseen, decisions=nothing, deadlines_ms=nothing)
