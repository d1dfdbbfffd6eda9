"""Scoring (FD-043 to FD-048)."""

from typing import NamedTuple

from services.engine.ruleset import Outcome, SeatResult
from services.rulesets.duels.cards import PIECES, SEATS, SET, SETS, VALUE
from services.rulesets.duels.table import PHASE_GAME_OVER, Table

REASON = "all_rounds_played"


class Score(NamedTuple):
    """A player's score: in all, and the points of each set."""

    total: int
    cowboys: int
    ninjas: int
    time_machine: int


def score(table: Table, seat: int) -> Score:
    """A player's score as it would be if the match ended now."""
    points = [_points_of_set(table.won[seat], table.won[1 - seat], number) for number in range(len(SETS))]
    return Score(sum(points), *points)


def _points_of_set(own: list[int], theirs: list[int], number: int) -> int:
    """The face value of each card with at least as many puzzle pieces as the other player (FD-046, FD-047), otherwise
    a point for each card. Without a card of the set there is nothing to score (FD-R30)."""
    cards = [card for card in own if SET[card] == number]
    if pieces(own, number) >= pieces(theirs, number):
        return sum([VALUE[card] for card in cards])
    return len(cards)


def pieces(cards: list[int], number: int) -> int:
    """The puzzle pieces of a set on some VC cards."""
    return sum([PIECES[card] for card in cards if SET[card] == number])


def share_the_win(_cards: list[int]) -> int:
    """Equal scores are a draw (FD-R31)."""
    return 0


def most_victory_cards(cards: list[int]) -> int:
    """Among equal scores the one with more VC cards wins (FD-R31)."""
    return len(cards)


def ranks(table: Table) -> list[int]:
    """Each seat's rank, 1 for the highest score (FD-048)."""
    keys = [(score(table, seat).total, table.rules.tie_key(table.won[seat])) for seat in range(SEATS)]
    return [1 + sum([other > key for other in keys]) for key in keys]


def outcome(state: Table) -> Outcome | None:
    """The result, or None before the end of the match."""
    if state.phase != PHASE_GAME_OVER:
        return None
    places = ranks(state)
    scores = [score(state, seat) for seat in range(SEATS)]
    return Outcome(
        results=tuple(
            SeatResult(seat, places[seat], each.total, tuple(zip(SETS, each[1:], strict=True)))
            for seat, each in enumerate(scores)
        ),
        reason=REASON,
    )
