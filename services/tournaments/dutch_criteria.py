"""How the FIDE Dutch rules (C.04.3, article 3) weigh the pairs of a bracket against each other: a number for a pair, so
that the best matching of a bracket is the one whose numbers have the greatest sum.

Each criterion counts in a digit of its own, large enough for a sum over all pairs, the most important first. Criteria
that compare scores have a digit for each score.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

from services.tournaments.two_seat_history import MAX_BALANCE, Float, History, SeatClaim

_MOST_GAMES: Final = 127


class Role(IntEnum):
    """Where somebody stands, seen from a bracket."""

    MOVED_DOWN = 0
    """In it, with more points than its score group."""
    RESIDENT = 1
    """In it, of its score group."""
    NEXT = 2
    """Of the score group after it."""
    BELOW = 3
    """Further down: it need only find somebody."""
    OUT = 4
    """The place of somebody that is not paired in the bracket: that floats down, or has the bye."""


class Colours(NamedTuple):
    """An entrant's claim to a colour. ``wants``: the seat. ``repeated``: where it sat the last two times, if that was
    the same. ``excess``: how much more often it sat there than here."""

    wants: int | None
    strength: SeatClaim
    excess: int = 0
    repeated: int | None = None

    @classmethod
    def of(cls, entrant: History) -> "Colours":
        """What matters of an entrant's seats."""
        wants, strength = entrant.claim
        if strength is not SeatClaim.ABSOLUTE:
            return cls(wants, strength)
        repeated = entrant.seats[-1] if entrant.seats[-2:-1] == entrant.seats[-1:] else None
        return cls(wants, strength, abs(entrant.balance), repeated)

    def clashes(self, other: "Colours") -> bool:
        """Whether both want the same seat."""
        return self.wants is not None and self.wants == other.wants


class Kind(NamedTuple):
    """All that the criteria look at. ``down``, ``up``: whether it floated so in the last round, and in the one
    before. ``games``: how many it has played, where it may have the bye."""

    role: Role
    score: int = 0
    colours: Colours | None = None
    down: tuple[bool, bool] = (False, False)
    up: tuple[bool, bool] = (False, False)
    games: int = 0


def member(entrant: History, role: Role, games: int) -> Kind:
    """An entrant of a bracket."""
    last = (entrant.floats[-1:] or (Float.NONE,))[0]
    before = (entrant.floats[-2:-1] or (Float.NONE,))[0]
    return Kind(
        role,
        entrant.points,
        Colours.of(entrant),
        (last is Float.DOWN, before is Float.DOWN),
        (last is Float.UP, before is Float.UP) if role is Role.RESIDENT else (False, False),
        games,
    )


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria of a bracket. ``moved_scores``: of those that were moved down, the highest first. ``size``: how many
    are looked at; no sum of a digit exceeds twice as much."""

    moved_scores: Sequence[int]
    size: int

    def weight(self, higher: Kind, lower: Kind) -> int:
        """What a pair is worth, of which the second has no earlier role."""
        digits = self._in_bracket(higher, lower) if lower.role is Role.RESIDENT else self._outside(higher, lower)
        bits = (2 * self.size + _MOST_GAMES).bit_length()
        weight = 0
        for digit in digits:
            weight = weight << bits | digit
        return weight

    def _in_bracket(self, higher: Kind, lower: Kind) -> Iterator[int]:
        yield 1  # C6: as many pairs as can be
        yield from self._at_score(higher)  # C7: those that float down have low scores
        yield from (0,) * (2 + len(self.moved_scores))  # C8
        yield 0  # C9
        yield from _colours(higher, lower)
        for back in (0, 1):
            yield lower.down[back] + (higher.role is Role.RESIDENT and higher.down[back])  # C14, C16
            yield not (higher.role is Role.MOVED_DOWN and lower.up[back])  # C15, C17
        for back in (0, 1):
            yield from self._at_score(higher, counts=higher.down[back])  # C18, C20
            yield from self._at_score(higher, counts=not lower.up[back])  # C19, C21

    def _outside(self, higher: Kind, lower: Kind) -> Iterator[int]:
        scores = len(self.moved_scores)
        yield from (0,) * (1 + scores)
        is_next = lower.role is Role.NEXT
        yield is_next  # C8: the next bracket has as many pairs as can be,
        yield from self._at_score(higher, counts=is_next)  # and its floaters have low scores
        yield is_next and higher.role is Role.RESIDENT
        yield higher.games if lower.role is Role.OUT else 0  # C9: the bye goes to somebody who has played much
        yield from (0,) * (8 + 4 * scores)

    def _at_score(self, higher: Kind, *, counts: bool = True) -> Iterator[int]:
        """A digit for each score of those that were moved down."""
        return (int(counts and higher.role is Role.MOVED_DOWN and higher.score == each) for each in self.moved_scores)


def _colours(one: Kind, other: Kind) -> Iterator[int]:
    """C10 to C13: whether a pair is as it should be."""
    first, second = one.colours, other.colours
    assert first is not None
    assert second is not None
    if not first.clashes(second):
        yield from (1, 1, 1, 1)
        return
    absolute = (first.strength is SeatClaim.ABSOLUTE) + (second.strength is SeatClaim.ABSOLUTE)
    yield not (first.excess >= MAX_BALANCE and second.excess >= MAX_BALANCE)
    yield not (absolute == 2 and _one_sits_a_third_time(first, second))
    yield 0
    yield absolute == 2 or SeatClaim.MILD in (first.strength, second.strength)


def _one_sits_a_third_time(first: Colours, second: Colours) -> bool:
    """Of two that want the same seat, the one with the smaller excess does not get it."""
    if first.excess == second.excess:
        return first.repeated is not None and first.repeated == second.repeated
    denied = min(first, second, key=lambda each: each.excess)
    return denied.wants is not None and denied.repeated == 1 - denied.wants
