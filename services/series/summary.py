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
    """Scores from `start` up to the next bin's."""

    start: int = Field(description="The lowest score of the bin.")
    count: int = Field(description="How many scores are in it.")


class ScoreDistribution(ResponseModel):
    """The distribution of scores. Bins without a score are left out."""

    lowest: int = Field(description="The lowest score.")
    quartiles: tuple[int, int, int] = Field(description="Lower quartile, median, upper quartile.")
    highest: int = Field(description="The highest score.")
    bin_width: int = Field(description="How many scores a bin is for.")
    bins: tuple[ScoreBin, ...] = Field(description="The bins, ascending.")


class EntrantSummary(ResponseModel):
    """How an entrant did. What it has not played for is null. An entrant in two seats of a match counts twice, but in
    `matches`."""

    bot: str = Field(description="The bot's id.")
    matches: int = Field(description="Matches in which it sat.")
    seats: int = Field(description="Seats that it held.")
    wins: int = Field(description="Those that nobody shares.")
    shared_wins: int = Field(description="Those that others share.")
    share: SeriesEstimate | None = Field(description="The mean share of the win.")
    fair_share: Rounded | None = Field(description="What equal entrants would have at the same tables.")
    win_rate: SeriesEstimate | None = Field(
        description="Wins with Wilson's interval, where matches are independent and no win was shared."
    )
    rank: SeriesEstimate | None = Field(description="The mean rank; less is better.")
    score: SeriesEstimate | None = Field(description="The mean score.")
    scores: ScoreDistribution | None = Field(description="The distribution of its scores.")
    parts: tuple[tuple[str, Rounded], ...] = Field(description="The name and the mean of each part of the score.")
    share_by_size: tuple[tuple[int, SeriesEstimate], ...] = Field(
        description="Where tables differ in size: each size, and the mean share of the win there."
    )
    elo: SeriesEstimate | None = Field(description="Its strength in Elo, the mean of all entrants being 0.")


class PairSummary(ResponseModel):
    """How often the first of two entrants finished before the second."""

    first: int = Field(description="An entrant's place in the document.")
    second: int = Field(description="The other entrant's place in the document.")
    comparisons: int = Field(description="How often both sat at one table.")
    score: SeriesEstimate = Field(description="How often the first finished before the second, ties half.")


class SeatSummary(ResponseModel):
    """The results of a seat at tables of one size."""

    size: int = Field(description="The number of seats of the table.")
    seat: int = Field(description="The seat, from 0.")
    matches: int = Field(description="How many matches such tables have played.")
    share: SeriesEstimate = Field(description="The mean share of the win.")


class SeriesLength(ResponseModel):
    """How many decisions a match has."""

    mean: Rounded = Field(description="The mean.")
    median: int = Field(description="Half of the matches have no more.")
    percentile_95: int = Field(description="95 % of the matches have no more.")
    longest: int = Field(description="None has more.")


class ConvergencePoint(ResponseModel):
    """The shares of the entrants after a number of matches."""

    matches: int = Field(description="How many matches had been played.")
    shares: tuple[SeriesEstimate | None, ...] = Field(
        description="Of each entrant in the document: its mean share of the win; null: it had not played."
    )


class PairedSummary(ResponseModel):
    """Entrant 0 against entrant 1 in the same seats of the same deals."""

    deals: int = Field(description="How many deals both have played.")
    share: SeriesEstimate = Field(description="By how much the share of the win of entrant 0 is larger.")
    rank: SeriesEstimate = Field(description="By how much its rank is larger; less is better.")
    score: SeriesEstimate | None = Field(description="By how much its score is larger.")
    better: int = Field(description="In how many deals its rank was better.")
    worse: int = Field(description="In how many it was worse.")
    same: int = Field(description="In how many it was the same.")
    sign_test: Rounded = Field(description="The probability of as uneven a split for equal entrants.")


class SeriesSummary(ResponseModel):
    """What a series has shown. Entrants are named by their places in the document."""

    format: Literal["playhall.series-summary/1"] = Field(description="The format of the document.")
    series_sha256: str = Field(description="SHA-256 of the series' document, hexadecimal.")
    matches: int = Field(description="How many matches it is of, those that failed included.")
    failed: int = Field(description="How many ended in an error; nothing else counts these.")
    deals: int = Field(description="How many deals the matches have.")
    interval_method: IntervalMethod = Field(
        description="What the intervals take for an observation: `independent`: each match; `clustered`: each deal, "
        "with all its matches."
    )
    entrants: tuple[EntrantSummary, ...] = Field(description="In the order of the document.")
    pairs: tuple[PairSummary, ...] = Field(description="Every two entrants that met.")
    seats: tuple[SeatSummary, ...] = Field(description="Every seat of every size of table.")
    length: SeriesLength | None = Field(description="How long matches are; null: there are none.")
    reasons: tuple[tuple[str, int], ...] = Field(description="Why matches ended and how many, the most frequent first.")
    errors: tuple[tuple[str, int], ...] = Field(description="Kinds of errors and how many, the most frequent first.")
    convergence: tuple[ConvergencePoint, ...] = Field(description="How the shares have come to where they are.")
    paired: PairedSummary | None = Field(description="Of a series with the design `paired`.")
    sprt: SprtState | None = Field(description="Of a series with a sequential test.")

    def to_json(self) -> bytes:
        """Canonical JSON, fractions to six digits: the same results have the same bytes."""
        return canonical(self.model_dump(mode="json"))
