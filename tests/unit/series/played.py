"""Results of series for the tests of statistics: written down or drawn, not played."""

from services.engine.chance import FastChance
from services.series.designs import Schedule
from services.series.document import SeriesDocument
from services.series.results import MatchResult


def result(
    number: int,
    deal: int,
    entrants: tuple[int, ...],
    scores: tuple[int, ...],
    *,
    decisions: int = 10,
    parts: tuple[tuple[tuple[str, int], ...], ...] | None = None,
) -> MatchResult:
    """A match that the most points have won."""
    parts = parts or ((),) * len(entrants)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return MatchResult(number, deal, entrants, ranks, scores, parts, "score", decisions)


def failed(number: int, deal: int, entrants: tuple[int, ...], kind: str) -> MatchResult:
    return MatchResult(number, deal, entrants, error=kind)


def drawn(document: SeriesDocument, matches: int, advantage: int = 0) -> list[MatchResult]:
    """Matches whose scores are the sum of two dice with ten sides and ``advantage`` for entrant 0."""
    chance, schedule = FastChance(1), Schedule(document)
    results = []
    for number in range(matches):
        table = schedule.table(number)
        scores = tuple(
            2 + chance.below("", 10) + chance.below("", 10) + advantage * (entrant == 0) for entrant in table.entrants
        )
        results.append(result(number, table.deal, table.entrants, scores, decisions=40 + chance.below("", 20)))
    return results
