"""Two series side by side: by how much those who took part in both did better in the second.

Series do not share cards: the digest of its document is part of every match seed. So their deals are independent, and
the intervals are those for independent means.
"""

from typing import Final, Literal

from pydantic import Field

from services.engine.fairness import canonical
from services.response_model import ResponseModel
from services.series.document import SeriesDocument
from services.series.intervals import SeriesEstimate, mean_difference
from services.series.statistics import EntrantTally, Tally

COMPARISON_FORMAT: Final = "playhall.series-comparison/1"
"""Format of a comparison's JSON."""


class Incomparable(ValueError):
    """Two series have nothing to compare. The message says why."""


class EntrantComparison(ResponseModel):
    """A bot in both series, and how much better or worse it did in the second."""

    bot: str = Field(description="The bot's id.")
    versions: tuple[str, str] = Field(description="The bot's version in the first and in the second series.")
    share: SeriesEstimate = Field(description="By how much its mean share of the win is larger in the second series.")
    rank: SeriesEstimate = Field(description="By how much its mean rank is larger; less is better.")
    score: SeriesEstimate = Field(description="By how much its mean score is larger.")


class SeriesComparison(ResponseModel):
    """Two series side by side."""

    format: Literal["playhall.series-comparison/1"] = Field(description="The format of the document.")
    series_sha256: tuple[str, str] = Field(description="The SHA-256 of the documents of both series, hexadecimal.")
    catalogue_sha256: str | None = Field(
        description="The SHA-256 of the catalogue whose cards both series used, hexadecimal; null if one of them "
        "names no cards."
    )
    same_conditions: bool = Field(
        description="The series have the same options, sizes of tables and design. Otherwise differences may have"
        " other causes than the bots."
    )
    entrants: tuple[EntrantComparison, ...] = Field(description="The bots that have played in both.")

    def to_json(self) -> bytes:
        """Canonical JSON, fractions to six digits."""
        return canonical(self.model_dump(mode="json"))


def compare(first: Tally, second: Tally) -> SeriesComparison:
    """Compares two series of one ruleset by the bots that have played in both, in the order of the first. A bot that
    entered a series more than once counts with its first entry.

    Raises:
        Incomparable: they are of different rulesets or cards, or no bot has played in both.
    """
    one, other = first.document, second.document
    if one.ruleset != other.ruleset:
        raise Incomparable(f"a series of {one.ruleset} is not compared with one of {other.ruleset}")
    cards = (one.catalogue_sha256, other.catalogue_sha256)
    if None not in cards and cards[0] != cards[1]:
        raise Incomparable(
            f"the series are played with different cards of {one.ruleset}: the SHA-256 of the first one's catalogue is "
            f"{cards[0]}, and that of the second one's {cards[1]}"
        )
    places, other_places = _places(first), _places(second)
    shared = [bot for bot in places if bot in other_places]
    if not shared:
        raise Incomparable("no bot has played in both series")
    return SeriesComparison(
        format=COMPARISON_FORMAT,
        series_sha256=(one.digest().hex(), other.digest().hex()),
        catalogue_sha256=None if None in cards else cards[0],
        same_conditions=_conditions(one) == _conditions(other),
        entrants=tuple(
            _difference(
                bot,
                (one.entrants[places[bot]].version, other.entrants[other_places[bot]].version),
                first.entrants[places[bot]],
                second.entrants[other_places[bot]],
            )
            for bot in shared
        ),
    )


def _places(tally: Tally) -> dict[str, int]:
    """The first place of each bot that has played."""
    places: dict[str, int] = {}
    for place, entrant in enumerate(tally.document.entrants):
        if tally.entrants[place].share.deals:
            places.setdefault(entrant.bot, place)
    return places


def _conditions(document: SeriesDocument) -> bytes:
    return canonical([document.ruleset_version, document.options, document.seats, document.design])


def _difference(bot: str, versions: tuple[str, str], first: EntrantTally, second: EntrantTally) -> EntrantComparison:
    return EntrantComparison(
        bot=bot,
        versions=versions,
        share=mean_difference(second.share, first.share),
        rank=mean_difference(second.rank, first.rank),
        score=mean_difference(second.score, first.score),
    )
