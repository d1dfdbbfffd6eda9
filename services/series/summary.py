"""What a series has shown, as plain data."""

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Final

from services.engine.fairness import canonical
from services.series.intervals import Estimate
from services.series.sprt import SprtState

SUMMARY_FORMAT: Final = "playhall.series-summary/1"
"""Format of a summary's JSON."""

_DIGITS: Final = 6


class IntervalMethod(Enum):
    """What the intervals take for an observation."""

    INDEPENDENT = "independent"
    """Each match: every match has a deal of its own."""
    CLUSTERED = "clustered"
    """Each deal, with all its matches."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Scores from ``start`` up to the next bin's."""

    start: int
    count: int


@dataclass(frozen=True, slots=True)
class Scores:
    """The distribution of scores. Bins without a score are left out."""

    lowest: int
    quartiles: tuple[int, int, int]
    highest: int
    bin_width: int
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class EntrantSummary:
    """How an entrant did. What it has not played for is None. An entrant in two seats of a match counts twice, but in
    ``matches``.

    ``wins`` are those that nobody shares. ``share``: the mean share of the win, beside ``fair_share``: what equal
    entrants would have at the same tables. ``win_rate``: wins with Wilson's interval, where matches are independent
    and no win was shared. ``parts``: the mean of each part of the score. ``share_by_size``: where tables differ in
    size."""

    bot: str
    matches: int
    seats: int
    wins: int
    shared_wins: int
    share: Estimate | None
    fair_share: float | None
    win_rate: Estimate | None
    rank: Estimate | None
    score: Estimate | None
    scores: Scores | None
    parts: tuple[tuple[str, float], ...]
    share_by_size: tuple[tuple[int, Estimate], ...]
    elo: Estimate | None


@dataclass(frozen=True, slots=True)
class PairSummary:
    """How often the first of two entrants finished before the second, ties half."""

    first: int
    second: int
    comparisons: int
    score: Estimate


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The mean share of the win of whoever sat in a seat (from 0) of tables of a size."""

    size: int
    seat: int
    matches: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Length:
    """How many decisions a match has."""

    mean: float
    median: int
    percentile_95: int
    longest: int


@dataclass(frozen=True, slots=True)
class ConvergencePoint:
    """The shares of the entrants after so many matches."""

    matches: int
    shares: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class PairedSummary:
    """Entrant 0 against entrant 1 in the same seats of the same deals: by how much its share, rank (less is better) and
    score are larger on average, in how many deals its rank was ``better``, ``worse`` and the ``same``, and the
    probability of as uneven a split for equal entrants."""

    deals: int
    share: Estimate
    rank: Estimate
    score: Estimate | None
    better: int
    worse: int
    same: int
    sign_test: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What a series has shown. Entrants by their places in the document; ``reasons`` of the end and kinds of ``errors``
    by their frequency. ``matches`` holds those that ``failed``, nothing else does."""

    series_sha256: str
    matches: int
    failed: int
    deals: int
    interval_method: IntervalMethod
    entrants: tuple[EntrantSummary, ...]
    pairs: tuple[PairSummary, ...]
    seats: tuple[SeatSummary, ...]
    length: Length | None
    reasons: tuple[tuple[str, int], ...]
    errors: tuple[tuple[str, int], ...]
    convergence: tuple[ConvergencePoint, ...]
    paired: PairedSummary | None
    sprt: SprtState | None

    def to_json(self) -> bytes:
        """Canonical JSON, fractions to six digits: the same results have the same bytes."""
        return canonical({"format": SUMMARY_FORMAT, **plain(self)})


def plain(value: Any) -> Any:  # noqa: ANN401 - any part of a summary, as any JSON value
    """A part of a summary as JSON: records as objects, fractions rounded."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        # Adding 0 makes -0.0 a 0.0.
        return round(value, _DIGITS) + 0.0
    return value
