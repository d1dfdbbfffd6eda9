"""What the results of a series show.

A :class:`Tally` takes results deal by deal and keeps sums, so that a summary can be had at any time and costs the same
after a hundred matches and after a hundred thousand. A :class:`~services.series.summary.Summary` is plain data.

Matches that failed are counted by the kind of their error, and in nothing else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from services.series.bradley_terry import Blocks, strengths_with_intervals
from services.series.document import SeriesDocument, SprtStop
from services.series.intervals import DealMean, SeriesEstimate, sign_test, wilson
from services.series.pair_counts import PairCounts, count_pairs
from services.series.results import MatchResult
from services.series.sprt import Sprt, SprtVerdict, rank_of
from services.series.summary import (
    SUMMARY_FORMAT,
    ConvergencePoint,
    EntrantSummary,
    IntervalMethod,
    PairedSummary,
    PairSummary,
    ScoreBin,
    ScoreDistribution,
    SeatSummary,
    SeriesLength,
    SeriesSummary,
)

MAX_BINS: Final = 40
"""Bins of a histogram of scores, at most."""

_FIRST_POINT: Final = 10
_NEXT_POINT: Final = 1.1


def deals_of(results: Iterable[MatchResult]) -> Iterator[list[MatchResult]]:
    """Results in the order of their numbers, deal by deal."""
    for _, deal in groupby(results, attrgetter("deal")):
        yield list(deal)


def summarise(document: SeriesDocument, results: Iterable[MatchResult]) -> SeriesSummary:
    """The summary of results in the order of their numbers."""
    tally = Tally(document)
    for deal in deals_of(results):
        tally.add_deal(deal)
    return tally.summary()


class EntrantTally:
    """The sums of one entrant."""

    __slots__ = ("by_size", "fair", "matches", "parts", "rank", "score", "score_counts", "share", "shared_wins", "wins")

    def __init__(self) -> None:
        self.matches = 0
        self.wins = 0
        self.shared_wins = 0
        self.fair = 0.0
        self.share = DealMean()
        self.rank = DealMean()
        self.score = DealMean()
        self.score_counts: Counter[int] = Counter()
        self.parts: dict[str, int] = {}
        self.by_size: dict[int, DealMean] = {}


class Tally:
    """Sums over the results of a series."""

    def __init__(self, document: SeriesDocument) -> None:
        self._document = document
        self._matches = 0
        self._deals = 0
        self._shares_deals = False
        self._entrants = [EntrantTally() for _ in document.entrants]
        self._seats: dict[tuple[int, int], DealMean] = {}
        self._pairs: dict[tuple[int, int], DealMean] = {}
        self._blocks = Blocks()
        self._decisions: Counter[int] = Counter()
        self._reasons: Counter[str] = Counter()
        self._errors: Counter[str] = Counter()
        self._paired = _PairedTally() if document.design == "paired" else None
        self._sprt = Sprt(document.stop, document.design) if isinstance(document.stop, SprtStop) else None
        self._convergence: list[ConvergencePoint] = []
        self._next_point = _FIRST_POINT

    @property
    def matches(self) -> int:
        """Matches so far, with those that failed."""
        return self._matches

    @property
    def document(self) -> SeriesDocument:
        """The series."""
        return self._document

    @property
    def entrants(self) -> Sequence[EntrantTally]:
        """The sums of each entrant."""
        return self._entrants

    @property
    def verdict(self) -> SprtVerdict:
        """The verdict of the series' sequential test; none if it has no such test."""
        return self._sprt.verdict if self._sprt else SprtVerdict.NONE

    def add_deal(self, deal: Sequence[MatchResult]) -> None:
        """Add all matches of a deal, which come in the order of their numbers."""
        self._matches += len(deal)
        self._deals += 1
        played = []
        for result in deal:
            if result.error:
                self._errors[result.error] += 1
            else:
                played.append(result)
        if not played:
            return
        self._shares_deals |= len(played) > 1
        self._add_seats(played)
        counts = count_pairs(played)
        self._add_pairs(counts)
        if self._sprt:
            self._sprt.add_deal(deal)
        if self._paired:
            self._paired.add_deal(played)
        if self._matches >= self._next_point:
            self._mark_convergence()

    def _add_seats(self, played: Sequence[MatchResult]) -> None:
        """Shares, ranks and scores, by entrant and by seat."""
        by_entrant: dict[int, list[float]] = {}
        by_seat: dict[tuple[int, int], list[float]] = {}
        by_size: dict[tuple[int, int], list[float]] = {}
        several_sizes = len(self._document.seats) > 1
        for result in played:
            ranks, scores, size = result.ranks, result.scores, len(result.entrants)
            winners = ranks.count(1)
            self._decisions[result.decisions] += 1
            self._reasons[result.reason] += 1
            for entrant in set(result.entrants):
                self._entrants[entrant].matches += 1
            for seat, entrant in enumerate(result.entrants):
                tally = self._entrants[entrant]
                tally.fair += 1 / size
                share = 0.0
                if ranks[seat] == 1:
                    share = 1 / winners
                    if winners == 1:
                        tally.wins += 1
                    else:
                        tally.shared_wins += 1
                sums = by_entrant.get(entrant)
                if sums is None:
                    sums = by_entrant[entrant] = [0, 0.0, 0.0, 0.0]
                sums[0] += 1
                sums[1] += share
                sums[2] += ranks[seat]
                if scores:
                    sums[3] += scores[seat]
                    tally.score_counts[scores[seat]] += 1
                if result.breakdowns:
                    parts = tally.parts
                    for part, points in result.breakdowns[seat]:
                        parts[part] = parts.get(part, 0) + points
                _add_share(by_seat, (size, seat), share)
                if several_sizes:
                    _add_share(by_size, (entrant, size), share)
        for entrant, (seats, share, rank, score) in by_entrant.items():
            tally = self._entrants[entrant]
            tally.share.add(share, int(seats))
            tally.rank.add(rank, int(seats))
            tally.score.add(score, int(seats))
        for key, (share, seats) in by_seat.items():
            self._seats.setdefault(key, DealMean()).add(share, int(seats))
        for (entrant, size), (share, seats) in by_size.items():
            self._entrants[entrant].by_size.setdefault(size, DealMean()).add(share, int(seats))

    def _add_pairs(self, counts: PairCounts) -> None:
        for pair, counted in counts.items():
            mean = self._pairs.get(pair)
            if mean is None:
                mean = self._pairs[pair] = DealMean()
            mean.add(counted.score, counted.count)
        if counts:
            self._blocks.add(counts)

    def _mark_convergence(self) -> None:
        self._convergence.append(self._point())
        while self._next_point <= self._matches:
            self._next_point = int(self._next_point * _NEXT_POINT) + 1

    def _point(self) -> ConvergencePoint:
        """The shares as they are now."""
        return ConvergencePoint(matches=self._matches, shares=tuple(self._share(tally) for tally in self._entrants))

    def _points(self) -> tuple[ConvergencePoint, ...]:
        """Those that were marked, and how it is now."""
        marked = tuple(self._convergence)
        if not marked or marked[-1].matches == self._matches:
            return marked
        return (*marked, self._point())

    def _share(self, tally: EntrantTally) -> SeriesEstimate | None:
        return tally.share.share_interval() if tally.share.deals else None

    # -- the summary --------------------------------------------------------------------------------------------------

    def summary(self) -> SeriesSummary:
        """What the results show so far."""
        strengths = strengths_with_intervals(len(self._entrants), self._blocks.blocks)
        entrants = zip(self._document.entrants, self._entrants, strengths, strict=True)
        return SeriesSummary(
            format=SUMMARY_FORMAT,
            series_sha256=self._document.digest().hex(),
            matches=self._matches,
            failed=sum(self._errors.values()),
            deals=self._deals,
            interval_method=IntervalMethod.CLUSTERED if self._shares_deals else IntervalMethod.INDEPENDENT,
            entrants=tuple(self._entrant(entrant.bot, tally, elo) for entrant, tally, elo in entrants),
            pairs=tuple(
                PairSummary(first=first, second=second, comparisons=mean.observations, score=mean.share_interval())
                for (first, second), mean in sorted(self._pairs.items())
            ),
            seats=tuple(
                SeatSummary(size=size, seat=seat, matches=mean.observations, share=mean.share_interval())
                for (size, seat), mean in sorted(self._seats.items())
            ),
            length=_length(self._decisions),
            reasons=_by_frequency(self._reasons),
            errors=_by_frequency(self._errors),
            convergence=self._points(),
            paired=self._paired.summary() if self._paired else None,
            sprt=self._sprt.state() if self._sprt else None,
        )

    def _entrant(self, bot: str, tally: EntrantTally, elo: SeriesEstimate | None) -> EntrantSummary:
        seats = tally.share.observations
        is_no_proportion = self._shares_deals or tally.shared_wins or seats == 0
        return EntrantSummary(
            bot=bot,
            matches=tally.matches,
            seats=seats,
            wins=tally.wins,
            shared_wins=tally.shared_wins,
            share=self._share(tally),
            fair_share=tally.fair / seats if seats else None,
            win_rate=None if is_no_proportion else wilson(tally.wins, seats),
            rank=tally.rank.interval() if seats else None,
            score=tally.score.interval() if tally.score_counts else None,
            scores=_scores(tally.score_counts),
            parts=tuple((part, points / seats) for part, points in sorted(tally.parts.items())),
            share_by_size=tuple((size, mean.share_interval()) for size, mean in sorted(tally.by_size.items())),
            elo=elo,
        )


class _PairedTally:
    """The sums of an A/B comparison: entrants 0 and 1 in the same seat of the same deal."""

    __slots__ = ("fewer", "more", "rank", "score", "share", "ties")

    def __init__(self) -> None:
        self.share = DealMean()
        self.rank = DealMean()
        self.score = DealMean()
        self.more = self.fewer = self.ties = 0

    def add_deal(self, played: Sequence[MatchResult]) -> None:
        by_entrant = {entrant: result for result in played for entrant in (0, 1) if entrant in result.entrants}
        if len(by_entrant) < 2:
            return
        first, second = by_entrant[0], by_entrant[1]
        first_seat, second_seat = first.entrants.index(0), second.entrants.index(1)
        self.share.add(first.share(first_seat) - second.share(second_seat), 1)
        ranks = rank_of(second, 1) - rank_of(first, 0)
        self.rank.add(-ranks, 1)
        if first.scores and second.scores:
            self.score.add(first.scores[first_seat] - second.scores[second_seat], 1)
        self.more += ranks > 0
        self.fewer += ranks < 0
        self.ties += ranks == 0

    def summary(self) -> PairedSummary | None:
        if self.share.deals == 0:
            return None
        return PairedSummary(
            deals=self.share.deals,
            share=self.share.interval(),
            rank=self.rank.interval(),
            score=self.score.interval() if self.score.deals else None,
            better=self.more,
            worse=self.fewer,
            same=self.ties,
            sign_test=sign_test(self.more, self.fewer),
        )


def _add_share(sums: dict[tuple[int, int], list[float]], key: tuple[int, int], share: float) -> None:
    found = sums.get(key)
    if found is None:
        sums[key] = [share, 1]
    else:
        found[0] += share
        found[1] += 1


def _by_frequency(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0])))


def _quantile(counts: Sequence[tuple[int, int]], total: int, probability: float) -> int:
    """The least value that at least this part of all observations does not exceed. ``counts``: ascending."""
    seen = 0
    for value, count in counts:
        seen += count
        if seen >= probability * total:
            return value
    return counts[-1][0]


def _length(decisions: Counter[int]) -> SeriesLength | None:
    counts, total = sorted(decisions.items()), decisions.total()
    if not total:
        return None
    return SeriesLength(
        mean=sum(value * count for value, count in counts) / total,
        median=_quantile(counts, total, 0.5),
        percentile_95=_quantile(counts, total, 0.95),
        longest=counts[-1][0],
    )


def _scores(scores: Counter[int]) -> ScoreDistribution | None:
    counts, total = sorted(scores.items()), scores.total()
    if not total:
        return None
    lowest, highest = counts[0][0], counts[-1][0]
    width = (highest - lowest) // MAX_BINS + 1
    bins: Counter[int] = Counter()
    for value, count in counts:
        bins[(value - lowest) // width] += count
    return ScoreDistribution(
        lowest=lowest,
        quartiles=(_quantile(counts, total, 0.25), _quantile(counts, total, 0.5), _quantile(counts, total, 0.75)),
        highest=highest,
        bin_width=width,
        bins=tuple(ScoreBin(start=lowest + place * width, count=count) for place, count in sorted(bins.items())),
    )
