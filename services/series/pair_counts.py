"""Who finished before whom: every match as comparisons of two entrants each, a tie being half a win of both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from services.series.results import MatchResult

Pair: TypeAlias = tuple[int, int]
"""Two entrants, the smaller number first."""


@dataclass(slots=True)
class Comparisons:
    """How often two entrants were compared, and for how many the first of them finished before the second."""

    score: float = 0.0
    count: int = 0


PairCounts: TypeAlias = dict[Pair, Comparisons]


def count_pairs(deal: Sequence[MatchResult]) -> PairCounts:
    """The comparisons in the matches of a deal. Matches that failed compare nobody, and nobody with themselves."""
    counts: PairCounts = {}
    for result in deal:
        ranks, entrants = result.ranks, result.entrants
        for seat in range(1, len(ranks)):
            entrant, rank = entrants[seat], ranks[seat]
            for other in range(seat):
                opponent = entrants[other]
                if opponent == entrant:
                    continue
                first_is_entrant = entrant < opponent
                pair = (entrant, opponent) if first_is_entrant else (opponent, entrant)
                counted = counts.get(pair)
                if counted is None:
                    counted = counts[pair] = Comparisons()
                counted.count += 1
                if rank == ranks[other]:
                    counted.score += 0.5
                elif (rank < ranks[other]) == first_is_entrant:
                    counted.score += 1.0
    return counts


def add_pairs(total: PairCounts, counts: PairCounts) -> None:
    """Add counts to a total."""
    for pair, counted in counts.items():
        summed = total.get(pair)
        if summed is None:
            summed = total[pair] = Comparisons()
        summed.score += counted.score
        summed.count += counted.count


def total_pairs(parts: Iterable[PairCounts]) -> PairCounts:
    """The sum of counts, pairs in ascending order."""
    total: PairCounts = {}
    for part in parts:
        add_pairs(total, part)
    return dict(sorted(total.items()))
