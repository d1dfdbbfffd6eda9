"""What the matches of a series came to: as a download, one by one, and as replays."""

import importlib.util
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Final

from flask import Response, request
from pydantic import Field

from gateway.admission import ClientAddress
from gateway.api.players import READ
from gateway.api.replays import REPLAY
from gateway.api.series import MOST_MATCHES, SeriesPath
from gateway.openapi.fields import DIGITS, RequestModel, ResponseModel
from gateway.openapi.operation import Answer, Reply, Section, Tag, answer, json_lines
from gateway.operations.series import SeriesOperations
from gateway.streams.downloads import Downloads, Pieces
from gateway.streams.responses import StreamResponse
from services.errors import Reason, Refusal
from services.identity import Caller
from services.series import export
from services.series.folder import result_line
from services.stored_series import Series, SeriesJobs

SERIES_RESULTS: Final = Section(
    "results", "The results of a series' matches: all of them as a download, one by one, and as replays."
)

PIECE_BYTES: Final = 65_536
"""Of a download, so much is made at a time."""


NDJSON: Final = "application/x-ndjson"
CSV: Final = "text/csv"
PARQUET: Final = "application/vnd.apache.parquet"


class ResultsQuery(RequestModel):
    """Which results."""

    first: Annotated[int, Field(ge=0, le=MOST_MATCHES), DIGITS] = Field(
        default=0, description="The number of the first match, from 0."
    )
    limit: Annotated[int, Field(ge=1, le=MOST_MATCHES), DIGITS] | None = Field(
        default=None, description="How many matches at most. Without it: all that are settled."
    )


class SeriesMatchPath(SeriesPath):
    """A match of a series."""

    number: Annotated[int, Field(ge=0, le=MOST_MATCHES), DIGITS] = Field(description="Its place in the series, from 0.")


class SeriesMatchResult(ResponseModel):
    """What a match of a series came to. By seat: `entrants`, `ranks`, `scores` and `breakdowns`. What there is not, is
    left out."""

    number: int = Field(description="Its place in the series, from 0.")
    deal: int = Field(description="Matches of one deal have the same cards and dice.")
    entrants: list[int] = Field(description="Places in the document's list of entrants, from 0.")
    ranks: list[int] = Field(default=[], description="1 is best, and shared on ties.")
    scores: list[int] = Field(default=[], description="The points of each seat.")
    breakdowns: list[list[tuple[str, int]]] = Field(default=[], description="The parts of each score, with names.")
    reason: str = Field(default="", description="Why the match ended.")
    decisions: int = Field(default=0, description="How many decisions the match had.")
    final_state_sha256: str = Field(default="", description="SHA-256 of the last state, hexadecimal.")
    error: str = Field(default="", description="How the match failed: it has no ranks then.")
    match: str = Field(default="", description="Its id, if it is a live match: bots took part that live elsewhere.")


_IN_ORDER: Final = (
    "Contains the `settled` matches in their order. To continue a download that broke off, pass the number of the "
    "first missing match as `first`."
)
_A_ROW_EACH: Final = "A row for each seat of each match; the columns are those of `playhall series export`."


@SERIES_RESULTS.operation(
    "GET",
    "/v1/series/{series}/results/ndjson",
    id="getSeriesResultsNdjson",
    summary="Download the results of a series as JSON lines",
    description=f"{_IN_ORDER} A line for each match, as in the `results.ndjson` of `playhall series`.",
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(json_lines(SeriesMatchResult, "A line for each match."),),
)
def get_series_results_ndjson(
    series: SeriesJobs,
    downloads: Downloads,
    client_address: ClientAddress,
    caller: Caller,
    path: SeriesPath,
    query: ResultsQuery,
) -> Reply | Response:
    """Download the results of a series as JSON lines."""
    found = series.get(caller, path.series)
    pieces = _pieces(series.results(caller, found.id, first=query.first, limit=query.limit))
    return _download(downloads, pieces, caller, client_address(), NDJSON)


@SERIES_RESULTS.operation(
    "GET",
    "/v1/series/{series}/results/csv",
    id="getSeriesResultsCsv",
    summary="Download the results of a series as CSV",
    description=f"{_IN_ORDER} {_A_ROW_EACH}",
    access=READ,
    refusals=(Reason.TOO_MANY_STREAMS,),
    etag=Tag.NONE,
    answers=(
        Answer(
            "A line of names, and one for each seat of each match.",
            {CSV: {"type": "string", "description": "UTF-8, with a header."}},
        ),
    ),
)
def get_series_results_csv(
    series: SeriesJobs,
    series_operations: SeriesOperations,
    downloads: Downloads,
    client_address: ClientAddress,
    caller: Caller,
    path: SeriesPath,
    query: ResultsQuery,
) -> Reply | Response:
    """Download the results of a series as CSV."""
    pieces = _csv(series_operations, caller, series.get(caller, path.series), query)
    return _download(downloads, pieces, caller, client_address(), CSV)


@SERIES_RESULTS.operation(
    "GET",
    "/v1/series/{series}/results/parquet",
    id="getSeriesResultsParquet",
    summary="Download the results of a series as Parquet",
    description=f"{_IN_ORDER} {_A_ROW_EACH}",
    access=READ,
    refusals=(Reason.NOT_ACCEPTABLE, Reason.TOO_MANY_STREAMS),
    etag=Tag.NONE,
    answers=(Answer("A row for each seat of each match.", {PARQUET: {"type": "string", "format": "binary"}}),),
)
def get_series_results_parquet(
    series: SeriesJobs,
    series_operations: SeriesOperations,
    downloads: Downloads,
    client_address: ClientAddress,
    caller: Caller,
    path: SeriesPath,
    query: ResultsQuery,
) -> Reply | Response:
    """Download the results of a series as Parquet."""
    found = series.get(caller, path.series)
    if importlib.util.find_spec("pyarrow") is None:
        raise Refusal(Reason.NOT_ACCEPTABLE, "The platform runs without pyarrow, which writes Parquet.")
    return _download(downloads, _parquet(series_operations, caller, found, query), caller, client_address(), PARQUET)


@SERIES_RESULTS.operation(
    "GET",
    "/v1/series/{series}/matches/{number}",
    id="getSeriesMatch",
    summary="Get the result of a match of a series",
    access=READ,
    answers=(answer(SeriesMatchResult, "The result."),),
)
def get_series_match(series: SeriesJobs, caller: Caller, path: SeriesMatchPath) -> Reply:
    """Get the result of a match of a series."""
    return Reply(result_line(series.result(caller, path.series, path.number)).rstrip(b"\n"))


@SERIES_RESULTS.operation(
    "GET",
    "/v1/series/{series}/matches/{number}/replay",
    id="getSeriesReplay",
    summary="Get the replay of a match of a series",
    description="The match is replayed for this, two at a time in one process; a third request is refused with "
    "`BUSY`. The replay commits to the series' document and passes `playhall verify`.",
    access=READ,
    refusals=(Reason.UNSUPPORTED_VERSION,),
    answers=(REPLAY,),
)
def get_series_replay(series_operations: SeriesOperations, caller: Caller, path: SeriesMatchPath) -> Reply:
    """Get the replay of a match of a series."""
    return Reply(series_operations.replay(caller, path.series, path.number))


def _download(downloads: Downloads, pieces: Pieces, caller: Caller, address: str, kind: str) -> Reply | Response:
    if request.method == "HEAD":
        return Reply(media_type=kind)
    return StreamResponse(downloads.open(pieces, caller, address), kind, {"X-Accel-Buffering": "no"})


def _csv(operations: SeriesOperations, caller: Caller, series: Series, query: ResultsQuery) -> Pieces:
    names, rows = _table(operations, caller, series, query)
    yield from _pieces(line.encode() for line in export.csv_lines(names, rows))


def _parquet(operations: SeriesOperations, caller: Caller, series: Series, query: ResultsQuery) -> Pieces:
    names, rows = _table(operations, caller, series, query)
    with NamedTemporaryFile(suffix=".parquet") as file:
        export.write_parquet(names, rows, Path(file.name))
        while piece := file.read(PIECE_BYTES):
            yield piece


def _table(
    operations: SeriesOperations, caller: Caller, series: Series, query: ResultsQuery
) -> tuple[list[str], Iterator[dict[str, export.Value]]]:
    """The names of the columns, and a row for each seat. The summary knows the parts of the scores, and so the columns,
    of all matches that it has: no more are read."""
    summary = json.loads(operations.summary(caller, series.id))
    names = export.columns_with({part for entrant in summary["entrants"] for part, _ in entrant["parts"]})
    limit = min(query.limit or MOST_MATCHES, max(0, summary["matches"] - query.first))
    results = operations.results(caller, series.id, first=query.first, limit=limit) if limit else iter(())
    return names, export.rows(series.document, results)


def _pieces(parts: Iterable[bytes]) -> Pieces:
    """The parts, put together to pieces that are worth sending."""
    waiting: list[bytes] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += len(part)
        if size >= PIECE_BYTES:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)
