"""What the pairing of two seats looks at of an entrant's past: whom it met, where it sat, how it floated, what it was
given without playing. Shared by the pairing systems for two seats."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import accumulate
from typing import Final

from services.tournaments.records import Entrant, ResultKind, RoundResult

MAX_BALANCE: Final = 2
"""How much more often an entrant may have one seat than the other."""


class InvalidRecords(ValueError):
    """The records contradict each other, or are not of an event for two seats."""


class Float(Enum):
    """Where an entrant was paired in one round, seen from its score group."""

    UP = "up"
    """Against one with more points."""
    DOWN = "down"
    """Against one with fewer points; or it had more points without playing than a loss is worth."""
    NONE = "none"


class SeatClaim(IntEnum):
    """How strongly an entrant wants a seat (FIDE C.04.3, A.6)."""

    NONE = 0
    """It has played no table."""
    MILD = 1
    """It had both seats equally often, and wants the one that it did not have last."""
    STRONG = 2
    """It had one seat once more often than the other."""
    ABSOLUTE = 3
    """It had one seat twice more often than the other, or twice running."""


@dataclass(frozen=True, slots=True)
class History:
    """An entrant's past. ``points``: in hundredths. ``met``: how often it played each opponent; forfeits do not
    count. ``seats``: where it sat at the tables that were played, in order: 0 the first seat, 1 the second.
    ``floats``: one for each round. ``full_byes``: rounds in which it had a win's points without playing.
    ``unplayed``: rounds without a game."""

    id: str
    seed: int
    points: int
    met: Mapping[str, int]
    seats: tuple[int, ...]
    floats: tuple[Float, ...]
    full_byes: int
    unplayed: int

    @property
    def balance(self) -> int:
        """How much more often it had the first seat than the second."""
        return len(self.seats) - 2 * sum(self.seats)

    @property
    def claim(self) -> tuple[int | None, SeatClaim]:
        """The seat that it wants, and how strongly; None if it wants neither."""
        if not self.seats:
            return None, SeatClaim.NONE
        balance = self.balance
        if abs(balance) >= MAX_BALANCE:
            return int(balance > 0), SeatClaim.ABSOLUTE
        if len(self.seats) > 1 and self.seats[-1] == self.seats[-2]:
            return 1 - self.seats[-1], SeatClaim.ABSOLUTE
        if balance:
            return int(balance > 0), SeatClaim.STRONG
        return 1 - self.seats[-1], SeatClaim.MILD


def histories(
    entrants: Sequence[Entrant], others: Sequence[Entrant], number: int, win_points: int, loss_points: int = 0
) -> list[History]:
    """The entrants' pasts before a round, in the order of the standing: points, then seed.

    ``others``: further entrants of the event, whose points tell how their opponents floated. An opponent that is in
    neither counts as one with the same points.

    Raises:
        InvalidRecords: an id or a seed is there twice, results do not fit the round, or a table had more than two
        seats.
    """
    everybody = [*entrants, *others]
    _check(everybody, number)
    before = {each.id: list(accumulate((r.points for r in each.results), initial=0)) for each in everybody}
    found = (_history(each, before, win_points, loss_points) for each in entrants)
    return sorted(found, key=lambda each: (-each.points, each.seed))


def _check(entrants: Sequence[Entrant], number: int) -> None:
    if number < 1:
        raise InvalidRecords(f"there is no round {number}: the first is 1")
    for name, times in (("id", Counter(e.id for e in entrants)), ("seed", Counter(e.seed for e in entrants))):
        double = sorted(str(value) for value, count in times.items() if count > 1)
        if double:
            raise InvalidRecords(f"{name} used by more than one entrant: {', '.join(double)}")
    for each in entrants:
        if [result.round for result in each.results] != list(range(1, number)):
            raise InvalidRecords(f"entrant {each.id} does not have one result for each round before round {number}")
        for result in each.results:
            if len(result.opponents) > 1 or each.id in result.opponents:
                raise InvalidRecords(f"entrant {each.id}: the table of round {result.round} is not one of two entrants")
            if result.kind is ResultKind.PLAYED and (not result.opponents or result.seat not in (0, 1)):
                raise InvalidRecords(f"entrant {each.id}: round {result.round} was played without opponent or seat")


def _history(entrant: Entrant, before: Mapping[str, Sequence[int]], win_points: int, loss_points: int) -> History:
    played = [result for result in entrant.results if result.kind is ResultKind.PLAYED]
    return History(
        id=entrant.id,
        seed=entrant.seed,
        points=entrant.points,
        met=Counter(result.opponents[0] for result in played),
        seats=tuple(result.seat for result in played if result.seat is not None),
        floats=tuple(_floats(entrant, before, loss_points)),
        full_byes=sum(_is_full_bye(result, win_points) for result in entrant.results),
        unplayed=len(entrant.results) - len(played),
    )


def _is_full_bye(result: RoundResult, win_points: int) -> bool:
    """Or as many points for a round that it missed, before it entered say."""
    return result.is_full_bye(win_points) or (result.kind is ResultKind.ABSENT and result.points >= win_points)


def _floats(entrant: Entrant, before: Mapping[str, Sequence[int]], loss_points: int) -> Iterable[Float]:
    own = before[entrant.id]
    for result in entrant.results:
        if result.kind is not ResultKind.PLAYED:
            yield Float.DOWN if result.points > loss_points else Float.NONE
            continue
        at = result.round - 1
        theirs = before.get(result.opponents[0], own)[at]
        yield Float.NONE if theirs == own[at] else Float.UP if theirs > own[at] else Float.DOWN
