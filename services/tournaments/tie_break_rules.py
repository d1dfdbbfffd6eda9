"""The rules that tie-breaks are computed by, and what all of them look up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from services.tournaments.records import Entrant, ResultKind, RoundResult

POINT: Final = 100
"""One point in the unit of records."""
_TWO_SEAT_FLOOR: Final = Fraction(33, 100)


class UnplayedRules(Enum):
    """How rounds that were not played count in tie-breaks of a Swiss event (FIDE C.07, article 16)."""

    FIDE_2024 = "fide_2024"
    """In its own tie-breaks an entrant's unplayed round counts as a game against a dummy with the entrant's own
    score."""
    FIDE_2026 = "fide_2026"
    """From March 2026 on the dummy's score is capped: after a forfeit by the scheduled opponent's adjusted score, else
    by what draws in all rounds would give."""


class Format(Enum):
    """Whether everybody meets everybody."""

    SWISS = "swiss"
    """Opponents are found from round to round: unplayed rounds count as :class:`UnplayedRules` say. Pods, too."""
    ROUND_ROBIN = "round_robin"
    """All pairings are known beforehand: forfeits count as regular games, rounds without a table do not count."""
    ARENA = "arena"
    """Whoever is free is paired, and not all have as many tables: forfeits count as in a round robin."""


@dataclass(frozen=True, slots=True)
class TieBreakRules:
    """``seats``: of a regular table. ``win``, ``draw``: what they give, in hundredths of a point. ``rounds``: of the
    whole event; None: those that are over. ``win_share_floor``: the least that an opponent counts in the opponents' win
    share; None: 0.33 for two seats, else one win in as many games as there are seats. ``place_points``: what places are
    worth in place points, in hundredths, the first first; None: a point for each opponent behind. ``ratings``: by
    entrant."""

    unplayed: UnplayedRules = UnplayedRules.FIDE_2026
    format: Format = Format.SWISS
    seats: int = 2
    win: int = POINT
    draw: int = POINT // 2
    rounds: int | None = None
    win_share_floor: Fraction | None = None
    place_points: tuple[int, ...] | None = None
    ratings: Mapping[str, int] | None = None

    @property
    def floor(self) -> Fraction:
        """The least that an opponent counts in the opponents' win share."""
        if self.win_share_floor is not None:
            return self.win_share_floor
        return _TWO_SEAT_FLOOR if self.seats == 2 else Fraction(1, self.seats)


class Event:
    """All entrants with what tie-breaks look up about them. Scores are in hundredths of a point."""

    def __init__(self, entrants: Sequence[Entrant], rules: TieBreakRules) -> None:
        self.rules = rules
        self.entrants = {entrant.id: entrant for entrant in entrants}
        over = max((result.round for entrant in entrants for result in entrant.results), default=0)
        self.rounds = over if rules.rounds is None else rules.rounds
        self.is_swiss = rules.format is Format.SWISS
        self.points = {entrant.id: entrant.points for entrant in entrants}
        self.adjusted = {entrant.id: self._adjusted(entrant) for entrant in entrants}
        self._results = {entrant.id: {result.round: result for result in entrant.results} for entrant in entrants}
        self._remembered: dict[tuple[object, str], Fraction] = {}

    def result(self, entrant: str, round: int) -> RoundResult:
        """What an entrant has of a round.

        Raises:
            KeyError: it has nothing of it.
        """
        return self._results[entrant][round]

    def remembered(self, what: object, entrant: str, value_of: Callable[[Entrant], Fraction]) -> Fraction:
        """A value of an entrant that many ask for, computed once."""
        key = (what, entrant)
        found = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = value_of(self.entrants[entrant])
        return found

    def is_table(self, result: RoundResult) -> bool:
        """Whether an entrant met its opponents in a round as far as sums over opponents go: played, or in a round robin
        decided by forfeit."""
        return result.kind is ResultKind.PLAYED or (not self.is_swiss and bool(result.opponents))

    def is_voluntary(self, result: RoundResult) -> bool:
        """Whether a round was not played by the entrant's own doing: a requested bye of less than a win, absence, or a
        forfeit loss (a VUR)."""
        return result.kind is ResultKind.FORFEIT_LOSS or self._is_requested(result)

    def met(self, entrant: Entrant) -> list[tuple[RoundResult, str]]:
        """The opponents that an entrant met, with its result of the round, once for each meeting."""
        return [(result, other) for result in entrant.results if self.is_table(result) for other in result.opponents]

    def credit(self, result: RoundResult, opponent: str) -> Fraction:
        """What an entrant has of one opponent: with two seats its points, with more 1 for finishing before, 1/2 for a
        joint place, 0 for finishing behind."""
        if self.rules.seats == 2:
            return Fraction(result.plain_points, POINT)
        own, others = result.place, self.result(opponent, result.round).place
        if own is None or others is None:
            return Fraction(0)
        return Fraction(1) if own < others else Fraction(1, 2) if own == others else Fraction(0)

    def dummy(self, entrant: Entrant, opponent: str | None) -> int:
        """The score of the dummy of a round that an entrant did not play. ``opponent``: the scheduled one of a
        forfeit."""
        own = self.points[entrant.id]
        if self.rules.unplayed is UnplayedRules.FIDE_2024:
            return own
        return min(own, self._cap(opponent))

    def dummy_reason(self, entrant: Entrant, opponent: str | None) -> str:
        """Why the dummy has its score, in a sentence."""
        own = self.points[entrant.id]
        told = f"Not played: counts as a game against a dummy with the entrant's own score of {own / POINT:g}"
        if self.dummy(entrant, opponent) == own:
            return f"{told}."
        cap = f"{self._cap(opponent) / POINT:g}"
        if opponent is not None:
            return f"{told}, but no more than the scheduled opponent's {cap}."
        return f"{told}, but no more than {cap}, which draws in all {self.rounds} rounds would give."

    def _cap(self, opponent: str | None) -> int:
        return self.rules.draw * self.rounds if opponent is None else self.adjusted[opponent]

    def _is_requested(self, result: RoundResult) -> bool:
        if result.kind is ResultKind.ABSENT:
            return True
        return result.kind is ResultKind.REQUESTED_BYE and result.points < self.rules.win

    def _adjusted(self, entrant: Entrant) -> int:
        """The score that an entrant has for its opponents: requested byes and absences count as draws if no round
        followed in which it was there."""
        score = entrant.points
        if not self.is_swiss:
            return score
        for result in reversed(entrant.results):
            if not self.is_voluntary(result):
                break
            if self._is_requested(result):
                score += self.rules.draw - result.points
        return score
