"""A series on disk: a folder with its document, its seed and its results, from which it goes on after any crash.

``series.json`` holds the document and the seed. ``results.ndjson`` begins with a line that names the series; then each
line is the result of a match, in the order of their numbers. A last line that is not whole was cut off: its match, and
all of its deal, are played again.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Final

import orjson
from pydantic import SerializerFunctionWrapHandler, ValidationError, model_serializer

from services.engine.fairness import Hash, Strict, canonical
from services.series.designs import Schedule
from services.series.document import SeriesDocument, UnplayableSeries
from services.series.promises import Extension, PublishedPromise, SeriesSeeds
from services.series.results import MatchResult

RESULTS_FORMAT: Final = "playhall.series-results/1"
RUN_FORMAT: Final = "playhall.series-run/1"

_DOCUMENT: Final = "series.json"
_RESULTS: Final = "results.ndjson"


class BadFolder(Exception):
    """A folder holds no series, or what does not belong to it. The message says what is wrong."""


class NoSeries(BadFolder):
    """A folder holds no series that can be read."""


class _Run(Strict):
    """``series.json``."""

    format: str
    document: SeriesDocument
    series_seed: Hash
    published: PublishedPromise | None = None
    extensions: tuple[Extension, ...] = ()

    @model_serializer(mode="wrap")
    def _without_what_it_has_not(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = serialize(self)
        return {name: value for name, value in fields.items() if value not in (None, [], ())}


@dataclass(frozen=True, slots=True)
class Folder:
    """A series that was begun in a folder."""

    path: Path
    document: SeriesDocument
    series_seed: bytes
    published: PublishedPromise | None = None
    extensions: tuple[Extension, ...] = ()

    @property
    def matches(self) -> int:
        """How many matches the series has at most, with its extensions."""
        return self.extensions[-1].document.matches if self.extensions else self.document.max_matches

    @classmethod
    def create(
        cls,
        path: Path,
        document: SeriesDocument,
        series_seed: bytes,
        *,
        published: PublishedPromise | None = None,
        extensions: tuple[Extension, ...] = (),
    ) -> "Folder":
        """Begin a series in a folder, which is made if there is none. ``published``: of one that a platform has played:
        its signature and place in the log. ``extensions``: by which it was made longer there.

        Raises:
            BadFolder: a series lies there.
            OSError: it cannot be written.
        """
        path.mkdir(parents=True, exist_ok=True)
        if (path / _DOCUMENT).exists() or (path / _RESULTS).exists():
            raise BadFolder(f"{path} holds a series: resume it, or name another folder")
        found = cls(path, document, series_seed, published, extensions)
        with (path / _RESULTS).open("xb") as file:
            file.write(_first_line(document))
        found._write()
        return found

    def extended(self, extensions: tuple[Extension, ...]) -> "Folder":
        """The same series, made longer since it was written.

        Raises:
            BadFolder: what it was extended by before is told otherwise now.
            OSError: it cannot be written.
        """
        if extensions[: len(self.extensions)] != self.extensions:
            raise BadFolder(f"{self.path} holds other extensions of the series")
        found = replace(self, extensions=extensions)
        found._write()
        return found

    def _write(self) -> None:
        run = _Run(
            format=RUN_FORMAT,
            document=self.document,
            series_seed=self.series_seed.hex(),
            published=self.published,
            extensions=self.extensions,
        )
        partial = self.path / f"{_DOCUMENT}.partial"
        partial.write_bytes(canonical(run.model_dump(mode="json")) + b"\n")
        partial.rename(self.path / _DOCUMENT)

    @classmethod
    def open(cls, path: Path) -> "Folder":
        """The series in a folder.

        Raises:
            NoSeries: there is none.
            BadFolder: a seed is not the one that was committed to.
        """
        try:
            run = _Run.model_validate_json((path / _DOCUMENT).read_bytes())
        except OSError as error:
            raise NoSeries(f"{path} holds no series: {error.strerror}") from None
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = "/".join(map(str, first["loc"]))
            raise NoSeries(f"{path / _DOCUMENT} is no series: {place}: {first['msg']}") from None
        if run.format != RUN_FORMAT:
            raise NoSeries(f"{path / _DOCUMENT} has the format {run.format!r}, not {RUN_FORMAT!r}")
        seed = bytes.fromhex(run.series_seed)
        try:
            SeriesSeeds.of(run.document, seed, run.extensions)
        except UnplayableSeries as error:
            raise BadFolder(f"{path / _DOCUMENT}: {error}") from None
        return cls(path, run.document, seed, run.published, run.extensions)

    def results(self) -> Iterator[MatchResult]:
        """The results so far, in their order; of a deal that was cut off, those that are there.

        Raises:
            BadFolder: they are of another series, or a line is no result of it.
        """
        schedule = Schedule(self.document)
        for number, (_, line) in enumerate(self._lines()):
            yield self._result(schedule, number, line)

    def resume(self) -> tuple[list[MatchResult], "ResultsFile"]:
        """The results of all whole deals, and the file to write the others to. What was cut off is removed.

        Raises:
            BadFolder: as :meth:`results`.
        """
        schedule = Schedule(self.document)
        kept: list[MatchResult] = []
        deal: list[MatchResult] = []
        size = whole = len(_first_line(self.document))
        for number, (end, line) in enumerate(self._lines()):
            deal.append(self._result(schedule, number, line))
            size = end
            if number + 1 == schedule.cluster(number).stop:
                kept += deal
                deal = []
                whole = size
        file = (self.path / _RESULTS).open("r+b")
        file.truncate(whole)
        file.seek(whole)
        return kept, ResultsFile(file)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Each whole line after the first, and where in the file it ends."""
        path = self.path / _RESULTS
        try:
            with path.open("rb") as file:
                if file.readline() != _first_line(self.document):
                    raise BadFolder(f"{path} holds results of another series")
                end = file.tell()
                for line in file:
                    end += len(line)
                    if not line.endswith(b"\n"):
                        return
                    yield end, line
        except OSError as error:
            raise NoSeries(f"{path} cannot be read: {error.strerror}") from None

    def _result(self, schedule: Schedule, number: int, line: bytes) -> MatchResult:
        place = f"{self.path / _RESULTS}, match {number}"
        try:
            result = read_result(line)
        except ValueError as error:
            raise BadFolder(f"{place}: {error}") from None
        table = schedule.table(number)
        if (result.number, result.deal, result.entrants) != (table.number, table.deal, table.entrants):
            raise BadFolder(f"{place}: another match was to be played")
        return result


class ResultsFile:
    """The results of a series, to be written in their order."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def append(self, lines: Iterable[bytes]) -> None:
        """Write the lines of matches. They outlast a crash of this process at once."""
        self._file.write(b"".join(lines))
        self._file.flush()

    def close(self) -> None:
        """They outlast a crash of the machine, too."""
        os.fsync(self._file.fileno())
        self._file.close()


def result_line(result: MatchResult) -> bytes:
    """A result as a line of canonical JSON. What it does not have is left out."""
    fields: dict[str, object] = {
        "breakdowns": result.breakdowns,
        "deal": result.deal,
        "decisions": result.decisions,
        "entrants": result.entrants,
        "error": result.error,
        "final_state_sha256": result.final_state_sha256,
        "match": result.match,
        "number": result.number,
        "ranks": result.ranks,
        "reason": result.reason,
        "scores": result.scores,
    }
    return orjson.dumps({name: value for name, value in fields.items() if value not in ("", ())}) + b"\n"


def read_result(line: bytes) -> MatchResult:
    """A result from its line.

    Raises:
        ValueError: it is none.
    """
    try:
        fields: dict[str, Any] = orjson.loads(line)
        for name in ("entrants", "ranks", "scores"):
            fields[name] = tuple(fields.get(name, ()))
        fields["breakdowns"] = tuple(
            [tuple([(name, points) for name, points in parts]) for parts in fields.get("breakdowns", ())]
        )
        result = MatchResult(**fields)
        if result_line(result) == line and _is_sound(result):
            return result
    except (AttributeError, TypeError, ValueError):
        pass
    raise ValueError("it is no result of a match")


def _is_sound(result: MatchResult) -> bool:
    """Whether what has the form of a result can be one: a match has ranks and scores for each seat, or it failed."""
    numbers = (result.number, result.deal, result.decisions, *result.entrants, *result.ranks, *result.scores)
    texts = (result.reason, result.error, result.final_state_sha256)
    if not all(type(each) is int for each in numbers) or not all(type(each) is str for each in texts):
        return False
    if result.error:
        return not (result.ranks or result.scores or result.breakdowns or result.final_state_sha256)
    seats = len(result.entrants)
    if not len(result.ranks) == len(result.scores) == len(result.breakdowns) == seats or min(result.ranks) < 1:
        return False
    parts = [part for parts in result.breakdowns for part in parts]
    return all(type(name) is str and type(points) is int for name, points in parts)


def _first_line(document: SeriesDocument) -> bytes:
    return canonical({"format": RESULTS_FORMAT, "series": document.digest().hex()}) + b"\n"
