"""The check of a series by somebody who was not there: its folder is held against its own document, and its matches are
played again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Final

from services.series.designs import Schedule
from services.series.document import OWN_BOT, SeriesDocument, SprtStop
from services.series.folder import Folder, read_result
from services.series.local import LocalPool
from services.series.results import MatchResult
from services.series.sprt import Sprt, SprtVerdict
from services.series.statistics import deals_of

_NAMED: Final = 20
"""The most numbers of matches that are told."""


class SeriesDiffers(Exception):
    """A series is not what its document says, or what its matches come to when they are played again. The message says
    what differs."""


class NothingPlayed(Exception):
    """There is no result to be checked."""

    def __init__(self) -> None:
        super().__init__("no match of it has been played")


@dataclass(slots=True)
class SeriesReport:
    """What was found to hold, and what was not looked at, in sentences."""

    checked: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def check_results(folder: Folder, report: SeriesReport) -> int:
    """Hold all results against the document without playing. Gives their number.

    Raises:
        NothingPlayed: there is none.
        SeriesDiffers: a match was played after the end of the series.
        BadFolder: a line is no result of the match that the document has there.
    """
    document, schedule = folder.document, Schedule(folder.document)
    if folder.document.catalogue_sha256 is None:
        report.unchecked.append("the cards: the document is of before series named theirs")
    if folder.extensions:
        report.checked.append("each seed is the one that was committed to before it dealt a match")
        end = folder.extensions[0].document.first
        if end > folder.document.max_matches:
            report.unchecked.append(
                f"the matches {folder.document.max_matches} to {end - 1}: the series was made longer before each "
                "extension had a seed of its own"
            )
    else:
        report.checked.append("the seed is the one that the document commits to")
    test = Sprt(document.stop, document.design) if isinstance(document.stop, SprtStop) else None
    matches, has_ended = 0, False
    for deal in deals_of(folder.results()):
        if has_ended:
            raise SeriesDiffers(f"match {matches} was played after the end of the series")
        matches += len(deal)
        if test is not None and len(deal) == len(schedule.cluster(deal[0].number)):
            test.add_deal(deal)
        has_ended = matches >= folder.matches or (test is not None and test.verdict is not SprtVerdict.NONE)
    if matches == 0:
        raise NothingPlayed
    report.checked.append(f"each of {matches:,} results is of the match that the document has there, in its seats")
    if has_ended:
        report.checked.append("the series ended where its stopping rule ends it")
    else:
        report.unchecked.append(f"the end: {matches:,} of at most {folder.matches:,} matches have been played")
    return matches


def check_matches(
    folder: Folder, pool: LocalPool, numbers: Sequence[int], report: SeriesReport, *, told: Callable[[int], None]
) -> None:
    """Play matches again. ``numbers``: which, ascending. ``told``: called with how many more have been played.

    Raises:
        SeriesDiffers: a match comes to another result.
        SeriesStopped: a match cannot be played again.
    """
    wanted = set(numbers) if not isinstance(numbers, range) else numbers
    kept = (result for result in folder.results() if result.number in wanted)
    for lines in pool.played(numbers):
        again = [read_result(line) for line in lines.splitlines(keepends=True)]
        for made in again:
            _compare(next(kept), made)
        told(len(again))
    if isinstance(numbers, range):
        report.checked.append(f"all {len(numbers):,} matches were played again, with the same results")
    else:
        some = ", ".join(map(str, numbers[:_NAMED])) + (" and others" if len(numbers) > _NAMED else "")
        report.checked.append(
            f"{len(numbers):,} matches, drawn by lot, were played again, with the same results: {some}"
        )
        report.unchecked.append("the other matches, which were not played again")


def report_bots(document: SeriesDocument, report: SeriesReport) -> None:
    """Tell by which bots the matches have been played again."""
    own = dict.fromkeys(entrant.bot for entrant in document.entrants if entrant.version.startswith(OWN_BOT))
    if own:
        report.checked.append(f"the files of {', '.join(own)} are those with which the series was begun")
        report.unchecked.append("what those files import: their SHA-256 covers the files alone")


def _compare(kept: MatchResult, made: MatchResult) -> None:
    for each in fields(MatchResult):
        was, came_to = getattr(kept, each.name), getattr(made, each.name)
        if was != came_to:
            raise SeriesDiffers(
                f"match {kept.number}: {each.name}: {was!r} here, and {came_to!r} when it is played again"
            )
