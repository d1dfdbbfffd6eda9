"""The records that pairing, standings and exports work on."""

from dataclasses import dataclass
from enum import Enum


class ResultKind(Enum):
    """How an entrant came by its points of a round."""

    PLAYED = "played"
    """At a table that was played to its end."""
    FORFEIT_WIN = "forfeit_win"
    """Paired, and the others did not appear."""
    FORFEIT_LOSS = "forfeit_loss"
    """Paired, and did not appear."""
    PAIRING_BYE = "pairing_bye"
    """Not paired since the number of entrants did not fit."""
    REQUESTED_BYE = "requested_bye"
    """It had asked not to be paired in this round; points as the event grants."""
    ABSENT = "absent"
    """Withdrawn, not there, or not entered yet."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What one entrant has of one round; in an arena, of one table.

    ``round``: from 1; in an arena, the table's number. ``points``: in hundredths of a point; a win of one point is 100.
    ``bonus``: how much of them a streak has added. ``opponents``: the other
    entrants of its table in the order of seats; empty where there was no table. ``seat``: its seat at the table, 0
    the first; None without a table. ``place``: 1 for the winner, equal for joint places; None without a table.
    ``table_points``: the game's own score, as the ruleset gives it; None where there is none.
    """

    round: int
    kind: ResultKind
    points: int
    opponents: tuple[str, ...] = ()
    seat: int | None = None
    place: int | None = None
    table_points: int | None = None
    bonus: int = 0

    @property
    def plain_points(self) -> int:
        """Its points without what a streak has added."""
        return self.points - self.bonus

    def is_full_bye(self, win_points: int) -> bool:
        """Whether it gave a win's points without a game. A pairing bye is one whatever the event grants for it: nobody
        is left out twice, either."""
        if self.kind in (ResultKind.PAIRING_BYE, ResultKind.FORFEIT_WIN):
            return True
        return self.kind is ResultKind.REQUESTED_BYE and self.points >= win_points


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant with its results. ``id``: opaque. ``seed``: its number in the seeding, 1 the best; unique.
    ``results``: one for each round that is over, in order, from round 1 on; in an arena, one for each table.
    ``start``: what it had before the first, in hundredths of a point."""

    id: str
    seed: int
    results: tuple[RoundResult, ...] = ()
    start: int = 0

    @property
    def points(self) -> int:
        """The sum of its points, in hundredths."""
        return sum([result.points for result in self.results], self.start)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table. ``table``: from 1, the best first. ``entrants``: in the order of seats, the first begins. ``reasons``:
    why, in sentences that a host can read out."""

    table: int
    entrants: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """An entrant that is not paired because the number of entrants does not fit. ``reasons``: why it is that one."""

    entrant: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """What one round is to be. ``notes``: exceptions that were forced, said aloud."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    notes: tuple[str, ...] = ()
