"""What a series has shown, as plain data."""

from enum import Enum
from typing import Final, Literal

from pydantic import Field

from services.engine.fairness import canonical
from services.response_model import ResponseModel
from services.series.intervals import Rounded, SeriesEstimate
from services.series.sprt import SprtState

SUMMARY_FORMAT: Final = "playhall.series-summary/1"
"""Format of a summary's JSON."""


class IntervalMethod(Enum):
    """What the intervals take for an observation."""

    INDEPENDENT = "independent"
    """Each match: every match has a deal of its own."""
    CLUSTERED = "clustered"
    """Each deal, with all its matches."""


class ScoreBin(ResponseModel):
    """A bin of scores, from `start` up to the start of the next bin."""

    start: int = Field(description="The lowest score of the bin.")
    count: int = Field(description="The number of scores in the bin.")


class ScoreDistribution(ResponseModel):
    """The distribution of scores. Bins without a score are left out."""

    lowest: int = Field(description="The lowest score.")
    quartiles: tuple[int, int, int] = Field(description="The lower quartile, the median and the upper quartile.")
    highest: int = Field(description="The highest score.")
    bin_width: int = Field(description="The width of a bin.")
    bins: tuple[ScoreBin, ...] = Field(description="The bins, ascending.")


class EntrantSummary(ResponseModel):
    """The results of an entrant. Fields for which it has not played are null. An entrant in two seats of a match counts
    twice, except in `matches`."""

    bot: str = Field(description="The bot's id.")
    matches: int = Field(description="The number of matches in which the bot had a seat.")
    seats: int = Field(description="The number of seats that the bot had.")
    wins: int = Field(description="The number of wins that were not shared.")
    shared_wins: int = Field(description="The number of shared wins.")
    share: SeriesEstimate | None = Field(description="The mean share of the win.")
    fair_share: Rounded | None = Field(description="The share of equal entrants at the same tables.")
    win_rate: SeriesEstimate | None = Field(
        description="Wins with Wilson's interval, if matches are independent and no win was shared."
    )
    rank: SeriesEstimate | None = Field(description="The mean rank; less is better.")
    score: SeriesEstimate | None = Field(description="The mean score.")
    scores: ScoreDistribution | None = Field(description="The distribution of its scores.")
    parts: tuple[tuple[str, Rounded], ...] = Field(description="The name and the mean of each part of the score.")
    share_by_size: tuple[tuple[int, SeriesEstimate], ...] = Field(
        description="If tables differ in size: each size, and the mean share of the win at tables of this size."
    )
    elo: SeriesEstimate | None = Field(description="The strength in Elo; the mean of all entrants is 0.")


class PairSummary(ResponseModel):
    """How often the first of two entrants finished before the second."""

    first: int = Field(description="The entrant's position in the document.")
    second: int = Field(description="The other entrant's position in the document.")
    comparisons: int = Field(description="How often both had seats at the same table.")
    score: SeriesEstimate = Field(description="How often the first finished before the second; a tie counts half.")


class SeatSummary(ResponseModel):
    """The results of a seat at tables of one size."""

    size: int = Field(description="The number of seats of the table.")
    seat: int = Field(description="The seat, from 0.")
    matches: int = Field(description="The number of matches at such tables.")
    share: SeriesEstimate = Field(description="The mean share of the win.")


class SeriesLength(ResponseModel):
    """The number of decisions of a match."""

    mean: Rounded = Field(description="The mean.")
    median: int = Field(description="The median: half of the matches have no more.")
    percentile_95: int = Field(description="The 95th percentile: 95 % of the matches have no more.")
    longest: int = Field(description="None has more.")


class ConvergencePoint(ResponseModel):
    """The shares of the entrants after a number of matches."""

    matches: int = Field(description="The number of matches played.")
    shares: tuple[SeriesEstimate | None, ...] = Field(
        description="The mean share of the win of each entrant in the document; null if it had not played."
    )


class PairedSummary(ResponseModel):
    """Entrant 0 against entrant 1 in the same seats of the same deals."""

    deals: int = Field(description="The number of deals that both have played.")
    share: SeriesEstimate = Field(description="By how much the share of the win of entrant 0 is larger.")
    rank: SeriesEstimate = Field(description="By how much its rank is larger; less is better.")
    score: SeriesEstimate | None = Field(description="By how much its score is larger.")
    better: int = Field(description="The number of deals in which entrant 0 had the better rank.")
    worse: int = Field(description="The number of deals in which entrant 0 had the worse rank.")
    same: int = Field(description="The number of deals in which both had the same rank.")
    sign_test: Rounded = Field(description="The probability of a split at least as uneven between equal entrants.")


class SeriesSummary(ResponseModel):
    """The summary of a series. Entrants are identified by their positions in the document."""

    format: Literal["playhall.series-summary/1"] = Field(description="The format of the document.")
    series_sha256: str = Field(description="The SHA-256 of the series' document, hexadecimal.")
    matches: int = Field(description="The number of matches, including those that failed.")
    failed: int = Field(description="The number of matches that ended in an error; they count nowhere else.")
    deals: int = Field(description="The number of deals of the matches.")
    interval_method: IntervalMethod = Field(
        description="The observations of the intervals. `independent`: each match; `clustered`: each deal, with "
        "all its matches."
    )
    entrants: tuple[EntrantSummary, ...] = Field(description="In the order of the document.")
    pairs: tuple[PairSummary, ...] = Field(description="Every two entrants that played against each other.")
    seats: tuple[SeatSummary, ...] = Field(description="Every seat of every size of table.")
    length: SeriesLength | None = Field(description="The length of matches; null without matches.")
    reasons: tuple[tuple[str, int], ...] = Field(
        description="The reasons for which matches ended and their numbers, the most frequent first."
    )
    errors: tuple[tuple[str, int], ...] = Field(
        description="The kinds of errors and their numbers, the most frequent first."
    )
    convergence: tuple[ConvergencePoint, ...] = Field(description="The shares during the series.")
    paired: PairedSummary | None = Field(
        description="The comparison of two entrants, for a series with the design `paired`."
    )
    sprt: SprtState | None = Field(description="The test, for a series with a sequential test.")

    def to_json(self) -> bytes:
        """Canonical JSON, fractions to six digits: the same results have the same bytes."""
        return canonical(self.model_dump(mode="json"))
