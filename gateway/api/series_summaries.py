"""The summary of a series and the comparison of two, as the API documents them: the records of
:mod:`services.series.summary` and of :mod:`services.series.comparison`, which write their own JSON."""

from typing import Literal

from pydantic import Field

from services.response_model import ResponseModel
from services.series.sprt import SprtVerdict
from services.series.summary import IntervalMethod


class SeriesEstimate(ResponseModel):
    """A value and its 95 % confidence interval."""

    value: float = Field(description="The value.")
    low: float | None = Field(description="The start of the interval; null if there are too few deals for one.")
    high: float | None = Field(description="The end of the interval; null if there are too few deals for one.")


class ScoreBin(ResponseModel):
    """A bin of scores, from `start` up to the start of the next bin."""

    start: int = Field(description="The lowest score of the bin.")
    count: int = Field(description="The number of scores in the bin.")


class ScoreDistribution(ResponseModel):
    """The distribution of scores. Bins without a score are left out."""

    lowest: int = Field(description="The lowest score.")
    quartiles: list[int] = Field(
        min_length=3, max_length=3, description="The lower quartile, the median and the upper quartile."
    )
    highest: int = Field(description="The highest score.")
    bin_width: int = Field(description="The width of a bin.")
    bins: list[ScoreBin] = Field(description="The bins, ascending.")


class EntrantSummary(ResponseModel):
    """The results of an entrant. Fields for which it has not played are null. An entrant in two seats of a match counts
    twice, except in `matches`."""

    bot: str = Field(description="The bot's id.")
    matches: int = Field(description="The number of matches in which the bot had a seat.")
    seats: int = Field(description="The number of seats that the bot had.")
    wins: int = Field(description="The number of wins that were not shared.")
    shared_wins: int = Field(description="The number of shared wins.")
    share: SeriesEstimate | None = Field(description="The mean share of the win.")
    fair_share: float | None = Field(description="The share of equal entrants at the same tables.")
    win_rate: SeriesEstimate | None = Field(
        description="Wins with Wilson's interval, if matches are independent and no win was shared."
    )
    rank: SeriesEstimate | None = Field(description="The mean rank; less is better.")
    score: SeriesEstimate | None = Field(description="The mean score.")
    scores: ScoreDistribution | None = Field(description="The distribution of its scores.")
    parts: list[tuple[str, float]] = Field(description="The name and the mean of each part of the score.")
    share_by_size: list[tuple[int, SeriesEstimate]] = Field(
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

    mean: float = Field(description="The mean.")
    median: int = Field(description="The median: half of the matches have no more.")
    percentile_95: int = Field(description="The 95th percentile: 95 % of the matches have no more.")
    longest: int = Field(description="The maximum.")


class ConvergencePoint(ResponseModel):
    """The shares of the entrants after a number of matches."""

    matches: int = Field(description="The number of matches played.")
    shares: list[SeriesEstimate | None] = Field(
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
    sign_test: float = Field(description="The probability of a split at least as uneven between equal entrants.")


class SprtState(ResponseModel):
    """The state of a sequential probability ratio test."""

    entrants: list[int] = Field(
        min_length=2, max_length=2, description="The positions of the two entrants in the document."
    )
    elo0: float = Field(description="The difference under the null hypothesis, in Elo.")
    elo1: float = Field(description="The difference under the alternative hypothesis, in Elo.")
    alpha: float = Field(description="The probability that the test wrongly finds `elo1`.")
    beta: float = Field(description="The probability that the test wrongly finds `elo0`.")
    llr: float = Field(description="The logarithm of how much likelier the results are under `elo1` than under `elo0`.")
    lower: float = Field(description="The test finds `elo0` when `llr` falls to this value.")
    upper: float = Field(description="The test finds `elo1` when `llr` rises to this value.")
    verdict: SprtVerdict = Field(
        description="The verdict. `h0`: the difference is not `elo1`; `h1`: it is not `elo0`; `none`: no verdict yet."
    )
    deals: int = Field(description="The number of deals that the test has seen, up to the verdict if there is one.")
    score: SeriesEstimate | None = Field(
        description="The result of the first entrant against the second, 0 to 1; null without a comparison. The "
        "interval does not consider the early end, and is a little too narrow for that reason."
    )


class SeriesSummary(ResponseModel):
    """The summary of a series. Entrants are identified by their positions in the document."""

    format: Literal["playhall.series-summary/1"] = Field(description="The format of the document.")
    series_sha256: str = Field(description="The SHA-256 of the series' document, hexadecimal.")
    matches: int = Field(description="The number of matches, including those that failed.")
    failed: int = Field(description="The number of matches that ended in an error; they count nowhere else.")
    deals: int = Field(description="The number of deals of the matches.")
    interval_method: IntervalMethod = Field(
        description="The observations of the intervals. `independent`: each match; `clustered`: each deal, with all "
        "its matches."
    )
    entrants: list[EntrantSummary] = Field(description="In the order of the document.")
    pairs: list[PairSummary] = Field(description="Every two entrants that played against each other.")
    seats: list[SeatSummary] = Field(description="Every seat of every size of table.")
    length: SeriesLength | None = Field(description="The length of matches; null without matches.")
    reasons: list[tuple[str, int]] = Field(
        description="The reasons for which matches ended and their numbers, the most frequent first."
    )
    errors: list[tuple[str, int]] = Field(description="The kinds of errors and their numbers, the most frequent first.")
    convergence: list[ConvergencePoint] = Field(description="The shares during the series.")
    paired: PairedSummary | None = Field(
        description="The comparison of two entrants, for a series with the design `paired`."
    )
    sprt: SprtState | None = Field(description="The test, for a series with a sequential test.")


class EntrantComparison(ResponseModel):
    """A bot in both series, and how much better or worse it did in the second."""

    bot: str = Field(description="The bot's id.")
    versions: list[str] = Field(
        min_length=2, max_length=2, description="The bot's version in the first and in the second series."
    )
    share: SeriesEstimate = Field(description="By how much its mean share of the win is larger in the second series.")
    rank: SeriesEstimate = Field(description="By how much its mean rank is larger; less is better.")
    score: SeriesEstimate = Field(description="By how much its mean score is larger.")


class SeriesComparison(ResponseModel):
    """Two series side by side."""

    format: Literal["playhall.series-comparison/1"] = Field(description="The format of the document.")
    series_sha256: list[str] = Field(
        min_length=2, max_length=2, description="The SHA-256 of the documents of both series, hexadecimal."
    )
    catalogue_sha256: str | None = Field(
        description="The SHA-256 of the catalogue whose cards both series used, hexadecimal; null if one of them "
        "names no cards."
    )
    same_conditions: bool = Field(
        description="The series have the same options, sizes of tables and design. Otherwise differences may have "
        "other causes than the bots."
    )
    entrants: list[EntrantComparison] = Field(description="The bots that have played in both.")
