"""Matches made by hand, for tests of what needs no Redis."""

from dataclasses import replace
from typing import Any

from services.engine.clocks import NO_CLOCKS
from services.engine.engine import EventShares, Position, Situation, Step
from services.engine.ruleset import SPECTATOR, Outcome
from services.matches.match import Match, Seat, SeatStatus, StartRule, Status, Visibility
from services.matches.match_record import MatchRecord

MATCH_ID = "m_01kdvm5e00abcdefghjkmnpqrs"


def person(number: int, **more: Any) -> Seat:
    """A seat in which somebody sits."""
    return replace(Seat(number, SeatStatus.TAKEN, f"p_{number}", f"Player {number}", "person"), **more)


def bot(number: int) -> Seat:
    """A seat of a house bot."""
    return Seat(number, SeatStatus.TAKEN, "bot_toy_greedy", "greedy", "bot", "greedy")


def match_of(*seats: Seat, **more: Any) -> Match:
    """An open match with these seats."""
    nothing = (None,) * len(seats)
    match = Match(
        id=MATCH_ID,
        ruleset="toy",
        ruleset_version="1.0.0",
        status=Status.OPEN,
        visibility=Visibility.PUBLIC,
        start_rule=StartRule.WHEN_FULL,
        options={},
        seats=seats,
        creator_id="p_0",
        creator_name="Player 0",
        commitment="ab" * 32,
        time_control=NO_CLOCKS,
        created_ms=1000,
        started_ms=None,
        ended_ms=None,
        revisions=(0,) * (len(seats) + 1),
        pending=(),
        decisions=nothing,
        clocks=nothing,
        outcome=None,
    )
    return match._replace(**more)


def stored_of(match: Match) -> MatchRecord:
    """The match as it is kept, with secrets."""
    return MatchRecord(match, 1, 0, 0, (0,) * len(match.seats), b"server-seed" + bytes(21), None, None)


def step_to(pending: tuple[int, ...], *events: EventShares, seats: int = 3, outcome: Outcome | None = None) -> Step:
    """A step after which these seats must decide."""
    situations = tuple(Situation(viewer, b'{"viewer":%d}' % viewer, b"[]") for viewer in range(SPECTATOR, seats))
    return Step(Position("toy", "1.0.0", bytes(32), b"{}"), events, situations, pending, outcome)
