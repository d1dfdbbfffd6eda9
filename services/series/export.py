"""The results of a series as a table for other programs: a row for each seat of each match."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import orjson

from services.series.document import SeriesDocument
from services.series.results import MatchResult

Value: TypeAlias = int | float | str | None

_TEXTS: Final = ("bot", "reason", "error", "final_state_sha256")
_ROWS_AT_ONCE: Final = 10_000


class PyarrowMissing(Exception):
    """Pyarrow, which writes Parquet, is not installed."""

    def __init__(self) -> None:
        super().__init__('Parquet needs pyarrow: pip install "playhall[series]"')


def columns(results: Iterable[MatchResult]) -> list[str]:
    """The names of the columns of some results: see :func:`columns_with`."""
    return columns_with({name for result in results for parts in result.breakdowns for name, _ in parts})


def columns_with(names: Iterable[str]) -> list[str]:
    """The names of the columns: those of every series, then one for each of the parts of the score that are named,
    ``part_<name>``."""
    return [
        *("match", "deal", "seats", "seat", "entrant", "bot", "rank", "score", "share"),
        *("decisions", "reason", "error", "final_state_sha256"),
        *(f"part_{name}" for name in sorted(names)),
    ]


def rows(document: SeriesDocument, results: Iterable[MatchResult]) -> Iterator[dict[str, Value]]:
    """A row for each seat, in the order of matches and seats. ``entrant`` is a place in the document's list, ``share``
    the seat's share of the win. A match that failed has neither rank nor score."""
    for result in results:
        for seat, entrant in enumerate(result.entrants):
            row: dict[str, Value] = {
                "match": result.number,
                "deal": result.deal,
                "seats": len(result.entrants),
                "seat": seat,
                "entrant": entrant,
                "bot": document.entrants[entrant].bot,
                "rank": result.ranks[seat] if result.ranks else None,
                "score": result.scores[seat] if result.ranks else None,
                "share": result.share(seat) if result.ranks else None,
                "decisions": result.decisions,
                "reason": result.reason,
                "error": result.error,
                "final_state_sha256": result.final_state_sha256,
            }
            for name, points in result.breakdowns[seat] if result.breakdowns else ():
                row[f"part_{name}"] = points
            yield row


def csv_lines(names: list[str], table: Iterable[dict[str, Value]]) -> Iterator[str]:
    """The rows as CSV with a line of names; what a row does not have is empty."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in table:
        writer.writerow(row)
        yield _taken(text)
    yield _taken(text)


def write_csv(names: list[str], table: Iterable[dict[str, Value]], path: Path) -> None:
    """The rows as :func:`csv_lines`."""
    with path.open("w", newline="", encoding="utf-8") as file:
        file.writelines(csv_lines(names, table))


def write_ndjson(names: list[str], table: Iterable[dict[str, Value]], path: Path) -> None:
    """The rows as objects, one a line; what a row does not have is null."""
    with path.open("wb") as file:
        for row in table:
            file.write(orjson.dumps({name: row.get(name) for name in names}) + b"\n")


def write_parquet(names: list[str], table: Iterable[dict[str, Value]], path: Path) -> None:
    """The rows as Parquet.

    Raises:
        PyarrowMissing: pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise PyarrowMissing from None
    types = {"share": pyarrow.float64(), **dict.fromkeys(_TEXTS, pyarrow.string())}
    schema = pyarrow.schema([(name, types.get(name, pyarrow.int64())) for name in names])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for batch in _batches(table):
            writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


WRITERS: Final[dict[str, Callable[[list[str], Iterable[dict[str, Value]], Path], None]]] = {
    "csv": write_csv,
    "ndjson": write_ndjson,
    "parquet": write_parquet,
}


def _taken(text: io.StringIO) -> str:
    """What has been written into ``text``, which is empty again."""
    taken = text.getvalue()
    text.seek(0)
    text.truncate()
    return taken


def _batches(table: Iterable[dict[str, Value]]) -> Iterator[list[dict[str, Value]]]:
    batch: list[dict[str, Value]] = []
    for row in table:
        batch.append(row)
        if len(batch) == _ROWS_AT_ONCE:
            yield batch
            batch = []
    yield batch
