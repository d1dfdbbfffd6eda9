"""What a change of a match means to the players in it: the events of their accounts. Pure.

A seat's player is told what it may know from its seat alone: that it was invited, sits, must decide, is out; that the
match began and ended. The creator is told who declines, and why. Who plays by a program of the house, or has resigned,
is asked nothing.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from services.engine.ruleset import JsonObject
from services.matches.canonical_json import dump
from services.matches.event_log import iso_time
from services.matches.match import Decline, Match, Seat, SeatStatus, Status


class AccountEventType(Enum):
    """What a player is told: of its matches, and of the tournaments that it has entered or hosts
    (:mod:`services.stored_tournaments.player_events`)."""

    OPEN = "open"
    INVITED = "invited"
    DECLINED = "declined"
    SEATED = "seated"
    PAIRED = "paired"
    LEFT = "left"
    MATCH_BEGAN = "match_began"
    YOUR_TURN = "your_turn"
    MATCH_ENDED = "match_ended"
    TOURNAMENT_INVITED = "tournament_invited"
    TOURNAMENT_STARTED = "tournament_started"
    ROUND_PAIRED = "round_paired"
    YOUR_TABLE = "your_table"
    TABLE_RESULT = "table_result"
    TOURNAMENT_CORRECTED = "tournament_corrected"
    TOURNAMENT_ENDED = "tournament_ended"
    HOST_NEEDED = "host_needed"


class AccountEvent(NamedTuple):
    """One event for one player: a JSON object without a newline."""

    player_id: str
    json: bytes


def account_events(
    before: Match | None, after: Match, at_ms: int, tickets: Sequence[str] = ()
) -> tuple[AccountEvent, ...]:
    """The events of a change, in the order in which they are told. ``before``: None for a new match. ``tickets``: those
    of its players, by seat, if they were paired."""
    return tuple(
        AccountEvent(player_id, dump({"type": type.value, "at": iso_time(at_ms), **fields}))
        for player_id, type, fields in _events(before, after, tickets)
    )


def turn_fields(match: Match, seat: int) -> JsonObject:
    """Where a seat stands: its revision and its pending decision."""
    deadline_ms = match.deadline_ms(seat)
    return {
        "revision": match.revision(seat),
        "decision": match.decisions[seat],
        "deadline_at": None if deadline_ms is None else iso_time(deadline_ms),
    }


def is_asked(match: Match, seat: Seat) -> bool:
    """The seat's player must decide now."""
    return match.decisions[seat.number] is not None and not seat.played_by_platform


def _events(
    before: Match | None, after: Match, tickets: Sequence[str]
) -> Iterator[tuple[str, AccountEventType, JsonObject]]:
    old_seats = (None,) * len(after.seats) if before is None else before.seats
    here = {seat.player_id for seat in after.seats}
    about = {"match": after.id, "ruleset": after.ruleset}
    was = None if before is None else before.status
    known = () if before is None else before.declines
    for decline in after.declines:
        if decline not in known:
            yield after.creator_id, AccountEventType.DECLINED, about | _declined(after, decline)
    for old, seat in zip(old_seats, after.seats, strict=True):
        if old is not None and old.player_id is not None and old.bot is None and old.player_id not in here:
            yield old.player_id, AccountEventType.LEFT, about | {"seat": seat.number}
        if seat.player_id is None or seat.bot is not None:
            continue
        player, mine = seat.player_id, about | {"seat": seat.number}
        if old is None or (old.player_id, old.status) != (player, seat.status):
            if seat.status is SeatStatus.RESERVED:
                by = {"id": after.creator_id, "name": after.creator_name}
                expires_at = None if after.expires_ms is None else iso_time(after.expires_ms)
                more = {"by": by, "rematch_of": after.rematch_of, "expires_at": expires_at}
                yield player, AccountEventType.INVITED, mine | more
            elif tickets:
                yield player, AccountEventType.PAIRED, mine | {"ticket": tickets[seat.number]}
            else:
                yield player, AccountEventType.SEATED, mine
        if was is Status.OPEN and after.status is Status.LIVE:
            yield player, AccountEventType.MATCH_BEGAN, mine
        asked = None if before is None else before.decisions[seat.number]
        if is_asked(after, seat) and after.decisions[seat.number] != asked:
            yield player, AccountEventType.YOUR_TURN, mine | turn_fields(after, seat.number)
        if after.status.ended and was is not after.status:
            reason = None if after.abort_reason is None else after.abort_reason.value
            end = {"status": after.status.value, "outcome": after.outcome, "abort_reason": reason}
            yield player, AccountEventType.MATCH_ENDED, mine | end


def _declined(match: Match, decline: Decline) -> JsonObject:
    """What the creator is told of a decline. ``seat``: the creator's own, as everywhere."""
    return {
        "seat": match.seat_of(match.creator_id),
        "declined_seat": decline.seat,
        "by": {"id": decline.player_id, "name": decline.player_name},
        "reason": decline.reason,
    }
