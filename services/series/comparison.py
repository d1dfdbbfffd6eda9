"""Two series side by side: by how much those who took part in both did better in the second.

Series do not share cards: the digest of its document is part of every match seed. So their deals are independent, and
the intervals are those for independent means.
"""

from dataclasses import dataclass
from typing import Final

from services.engine.fairness import canonical
from services.series.document import SeriesDocument
from services.series.intervals import Estimate, mean_difference
from services.series.statistics import EntrantTally, Tally
from services.series.summary import plain

COMPARISON_FORMAT: Final = "playhall.series-comparison/1"
"""Format of a comparison's JSON."""


class Incomparable(ValueError):
    """Two series have nothing to compare. The message says why."""


@dataclass(frozen=True, slots=True)
class EntrantComparison:
    """A bot in both series: its versions, and by how much its mean share of the win, rank (less is better) and score
    are larger in the second."""

    bot: str
    versions: tuple[str, str]
    share: Estimate
    rank: Estimate
    score: Estimate


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two series. ``same_conditions``: they have the same options, sizes of tables and design; otherwise differences
    have other causes beside the bots. ``catalogue_sha256``: of the cards of both; None: one of them names none."""

    series_sha256: tuple[str, str]
    catalogue_sha256: str | None
    same_conditions: bool
    entrants: tuple[EntrantComparison, ...]

    def to_json(self) -> bytes:
        """Canonical JSON, fractions to six digits."""
        return canonical({"format": COMPARISON_FORMAT, **plain(self)})


def compare(first: Tally, second: Tally) -> Comparison:
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
    return Comparison(
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
