"""Strengths of bots from all their matches at once.

A bot's strength does not change, so the order of its matches must not matter, nor when a match was told. Strengths are
those of :mod:`services.series.bradley_terry`, in Elo points, with intervals from the same bootstrap over deals.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from services.ratings.book import in_order
from services.ratings.rating_records import RatedResult
from services.series.bradley_terry import MAX_COMPARED_PAIRS, Blocks, strengths_with_intervals
from services.series.intervals import SeriesEstimate
from services.series.pair_counts import count_pairs
from services.series.results import MatchResult


class Strength(NamedTuple):
    """A line of the leaderboard: Elo points, 0 on average, with a 95 % interval, and in how many matches the bot was
    compared."""

    player: str
    elo: SeriesEstimate
    matches: int


def strengths_of(
    results: Iterable[RatedResult],
    deal_of: Callable[[RatedResult], str] = lambda result: result.match_id,
    max_pairs: int = MAX_COMPARED_PAIRS,
) -> list[Strength]:
    """The strengths of all who were compared, the strongest first, of equal ones by id. ``deal_of``: matches of one
    deal, such as all seatings of the same cards, are one observation.

    Aborted and void matches do not count, forfeits do, and nobody is compared with themselves. There are no intervals
    with fewer than ten deals, for who was compared in one deal alone, or for more than ``max_pairs`` pairs of bots that
    met: their cost grows with the pairs, to 80 s for 500 bots in twelve rounds at tables of four. Results may come in
    any order, and a match more than once; the answer is the same to the last bit.

    Raises:
        ConflictingResultsError: one match has two different results.
    """
    log = [result for result in in_order(results) if not result.aborted and not result.is_void]
    names = sorted({player for result in log for player in result.players})
    number_of = {player: number for number, player in enumerate(names)}
    deals: dict[str, list[MatchResult]] = defaultdict(list)
    matches = [0] * len(names)
    for number, result in enumerate(log):
        entrants = tuple(number_of[player] for player in result.players)
        deals[deal_of(result)].append(MatchResult(number, 0, entrants, result.ranks))
        if len(set(entrants)) > 1:
            for entrant in set(entrants):
                matches[entrant] += 1
    blocks = Blocks()
    for deal in deals.values():
        blocks.add(count_pairs(deal))
    found = strengths_with_intervals(len(names), blocks.blocks, max_pairs)
    rows = [
        Strength(player, estimate, count)
        for player, estimate, count in zip(names, found, matches, strict=True)
        if estimate is not None
    ]
    return sorted(rows, key=lambda row: (-row.elo.value, row.player))
