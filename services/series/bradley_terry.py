"""Strengths of entrants from who finished before whom (Bradley and Terry 1952), in Elo points.

An entrant of strength ``s`` finishes before one of strength ``t`` with probability s / (s + t); 400 Elo points are a
tenfold strength. A match of several seats counts as the comparisons of all its pairs, a tie as half a win of both. The
most likely strengths are found by minorisation and maximisation (Hunter 2004), one entrant after another, and then all
who have met each other together.

Each entrant is given one tie with an imaginary entrant of strength 0. So strengths are finite although somebody
wins all their matches, and comparable although two groups of entrants never met; with a hundred matches it no longer
matters.
"""

import math
from collections.abc import Sequence
from statistics import stdev
from typing import Final

from services.engine.chance import FastChance
from services.series.intervals import SeriesEstimate, student_quantile
from services.series.pair_counts import Comparisons, PairCounts, add_pairs, total_pairs

RESAMPLES: Final = 200
"""Samples of the bootstrap."""
MAX_COMPARED_PAIRS: Final = 1_000
"""Intervals are estimated for as many pairs of entrants: some 45 entrants, all against all."""

_ELO: Final = 400 / math.log(10)
_MAX_SWEEPS: Final = 10_000
_MAX_STEPS: Final = 100
_PRECISE: Final = 1e-7
_SAMPLE_PRECISION: Final = 1e-4
_BLOCKS: Final = 128


class Blocks:
    """Comparisons of deals in their order, put together in 128 to 256 blocks of equally many deals (but the last), or
    one a deal as long as these are few: enough to see how strengths vary, however long the series."""

    __slots__ = ("_deals_in_last", "_size", "blocks")

    def __init__(self) -> None:
        self.blocks: list[PairCounts] = []
        self._size = 1
        self._deals_in_last = 1

    def add(self, counts: PairCounts) -> None:
        """Add a deal's comparisons. Whoever adds them leaves them as they are."""
        if self.blocks and self._deals_in_last < self._size:
            add_pairs(self.blocks[-1], counts)
            self._deals_in_last += 1
            return
        if len(self.blocks) == 2 * _BLOCKS:
            self._merge()
        self.blocks.append(total_pairs([counts]))
        self._deals_in_last = 1

    def _merge(self) -> None:
        for first, second in zip(self.blocks[::2], self.blocks[1::2], strict=True):
            add_pairs(first, second)
        self.blocks = self.blocks[::2]
        self._size *= 2


def strengths(entrants: int, counts: PairCounts, given_ties: float = 1.0) -> list[float | None]:
    """The Elo strength of each entrant, 0 on average over those who were compared; None for others. ``given_ties``:
    with the imaginary entrant; with none, strengths are the most likely ones, if there are such."""
    return _elo(_maximise(counts, [1.0] * entrants, _PRECISE, given_ties), counts)


def strengths_with_intervals(
    entrants: int, blocks: Sequence[PairCounts], max_pairs: int = MAX_COMPARED_PAIRS
) -> list[SeriesEstimate | None]:
    """Strengths as :func:`strengths` finds them, with intervals from a bootstrap: as many blocks are drawn as there
    are, with replacement, and what strengths vary by from sample to sample is their standard error. The draws are the
    same every time. The quantile is Student's, with one degree of freedom less than there are blocks in which the
    entrant was compared. No intervals for fewer than ten blocks, fewer than two of an entrant, or more than
    ``max_pairs`` pairs that met."""
    total = total_pairs(blocks)
    start = _maximise(total, [1.0] * entrants, _PRECISE)
    found = _elo(start, total)
    if len(blocks) < 10 or len(total) > max_pairs:
        return [None if elo is None else SeriesEstimate(elo, None, None) for elo in found]
    chance = FastChance(0)
    samples: list[list[float]] = [[] for _ in range(entrants)]
    for _ in range(RESAMPLES):
        sample = _resample(blocks, chance)
        for entrant, elo in enumerate(_elo(_maximise(sample, start, _SAMPLE_PRECISION), sample)):
            if elo is not None:
                samples[entrant].append(elo)
    compared_in = [0] * entrants
    for block in blocks:
        for entrant in {entrant for pair in block for entrant in pair}:
            compared_in[entrant] += 1
    return [_interval(*each) for each in zip(found, samples, compared_in, strict=True)]


def _interval(elo: float | None, samples: list[float], blocks: int) -> SeriesEstimate | None:
    if elo is None:
        return None
    if len(samples) < RESAMPLES / 2 or blocks < 2:
        return SeriesEstimate(elo, None, None)
    half = student_quantile(0.975, blocks - 1) * stdev(samples)
    return SeriesEstimate(elo, elo - half, elo + half)


def _resample(blocks: Sequence[PairCounts], chance: FastChance) -> PairCounts:
    """As many blocks as there are. Each draw takes with the probability 1 / (blocks + 1) the contrary of a block, as if
    one more had been seen that went the other way: ten deals that all went the same way are no certainty."""
    times, contrary = [0] * len(blocks), [0] * len(blocks)
    for _ in blocks:
        drawn = chance.below("", len(blocks) + 1)
        if drawn < len(blocks):
            times[drawn] += 1
        else:
            contrary[chance.below("", len(blocks))] += 1
    sample: PairCounts = {}
    for block, straight, turned in zip(blocks, times, contrary, strict=True):
        if straight + turned == 0:
            continue
        for pair, counted in block.items():
            summed = sample.get(pair)
            if summed is None:
                summed = sample[pair] = Comparisons()
            summed.score += straight * counted.score + turned * (counted.count - counted.score)
            summed.count += (straight + turned) * counted.count
    return sample


def _maximise(counts: PairCounts, start: Sequence[float], precision: float, given_ties: float = 1.0) -> list[float]:
    """The most likely strengths, to a relative ``precision`` of the last step; the imaginary entrant's is 1."""
    strength = list(start)
    wins = [given_ties / 2] * len(strength)
    opponents: list[list[tuple[int, int]]] = [[] for _ in strength]
    for (first, second), counted in counts.items():
        wins[first] += counted.score
        wins[second] += counted.count - counted.score
        opponents[first].append((second, counted.count))
        opponents[second].append((first, counted.count))
    compared = [entrant for entrant, met in enumerate(opponents) if met]
    groups = _groups(compared, opponents) if given_ties else []
    for _ in range(_MAX_SWEEPS):
        for group in groups:
            _centre(strength, group)
        largest = 0.0
        for entrant in compared:
            own = strength[entrant]
            expected = given_ties / (own + 1)
            for opponent, count in opponents[entrant]:
                expected += count / (own + strength[opponent])
            strength[entrant] = improved = wins[entrant] / expected
            largest = max(largest, abs(improved - own) / own)
        if largest < precision:
            break
    return strength


def _groups(compared: Sequence[int], opponents: Sequence[Sequence[tuple[int, int]]]) -> list[list[int]]:
    """Those who have met each other, directly or over others."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for first in compared:
        if first in seen:
            continue
        group = [first]
        seen.add(first)
        for entrant in group:
            for opponent, _ in opponents[entrant]:
                if opponent not in seen:
                    seen.add(opponent)
                    group.append(opponent)
        groups.append(group)
    return groups


def _centre(strength: list[float], group: Sequence[int]) -> None:
    """Multiply the strengths of a group by what makes them most likely: their ties with the imaginary entrant alone
    decide it. Sweeps would find it, too, but the more comparisons there are, the slower."""
    factor = 1.0
    for _ in range(_MAX_STEPS):
        chances = [strength[entrant] * factor / (strength[entrant] * factor + 1) for entrant in group]
        step = math.fsum([chance - 0.5 for chance in chances]) / math.fsum(
            [chance * (1 - chance) for chance in chances]
        )
        factor *= math.exp(-max(-1.0, min(1.0, step)))
        if abs(step) < _PRECISE:
            break
    for entrant in group:
        strength[entrant] *= factor


def _elo(strength: Sequence[float], counts: PairCounts) -> list[float | None]:
    compared = sorted({entrant for pair in counts for entrant in pair})
    found: list[float | None] = [None] * len(strength)
    if compared:
        logs = [math.log(strength[entrant]) for entrant in compared]
        mean = math.fsum(logs) / len(logs)
        for entrant, log in zip(compared, logs, strict=True):
            found[entrant] = _ELO * (log - mean)
    return found
