"""Files of decisions: Parquet or NDJSON, whole or not there at all."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, Final, Protocol

import orjson

from services.training.columns import COLUMNS, ColumnType
from services.training.decisions import FORMAT, Decision

GROUP_ROWS: Final = 8_192
GROUP_CHARACTERS: Final = 1 << 24
"""A row group of Parquet is written when it has so many rows, or observations of so many characters: that, and no more,
is kept in memory."""


class ParquetMissing(Exception):
    """Parquet needs pyarrow, which is not installed."""


class UnknownFormat(Exception):
    """The file's name ends in none of the formats."""


class DecisionWriter(Protocol):
    """Takes decisions, one after the other."""

    def add(self, decision: Decision) -> None:
        """Write one."""
        ...

    def close(self) -> None:
        """Write what is left. The file itself stays open."""
        ...


class NdjsonWriter:
    """A JSON object per line, with the columns as members."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, decision: Decision) -> None:
        self._file.write(orjson.dumps(decision) + b"\n")

    def close(self) -> None:
        self._file.flush()


class ParquetWriter:
    """Parquet with a field per column. The fields carry their descriptions, the schema carries the format."""

    def __init__(self, file: IO[bytes]) -> None:
        """
        Raises:
            ParquetMissing: pyarrow is not installed.
        """
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise ParquetMissing from None
        self._make_batch = pyarrow.record_batch
        self._schema = _schema(pyarrow)
        plain = {"observation", "chosen_index"}  # hardly any value is there twice
        self._parquet = pyarrow.parquet.ParquetWriter(
            file,
            self._schema,
            compression="zstd",
            use_dictionary=[column.name for column in COLUMNS if column.name not in plain],
        )
        self._group: list[Decision] = []
        self._characters = 0

    def add(self, decision: Decision) -> None:
        self._group.append(decision)
        self._characters += len(decision.observation)
        if len(self._group) >= GROUP_ROWS or self._characters >= GROUP_CHARACTERS:
            self._write_group()

    def close(self) -> None:
        try:
            if self._group:
                self._write_group()
        finally:
            self._parquet.close()

    def _write_group(self) -> None:
        columns = [[getattr(decision, column.name) for decision in self._group] for column in COLUMNS]
        self._parquet.write_batch(self._make_batch(columns, schema=self._schema))
        self._group.clear()
        self._characters = 0


FORMATS: Final[Mapping[str, Callable[[IO[bytes]], DecisionWriter]]] = {
    ".parquet": ParquetWriter,
    ".ndjson": NdjsonWriter,
    ".jsonl": NdjsonWriter,
}
"""The formats by the ends of files' names."""


@contextmanager
def decision_file(path: Path) -> Iterator[DecisionWriter]:
    """A file of decisions, in the format that its name ends in. It appears under its name when the block ends; when the
    block raises, nothing is left, and what stood there before stays.

    Raises:
        UnknownFormat: the name ends in none of :data:`FORMATS`.
        ParquetMissing: pyarrow is not installed.
        OSError: it cannot be written.
    """
    make_writer = FORMATS.get(path.suffix)
    if make_writer is None:
        raise UnknownFormat
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        unfinished = Path(file.name)
        try:
            with closing(make_writer(file)) as writer:
                yield writer
            file.flush()
            os.fsync(file.fileno())
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink()
            raise


def _schema(pyarrow: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    types = {
        ColumnType.TEXT: pyarrow.string(),
        ColumnType.TEXTS: pyarrow.list_(pyarrow.string()),
        ColumnType.INT: pyarrow.int64(),
        ColumnType.FLOAT: pyarrow.float64(),
        ColumnType.BOOL: pyarrow.bool_(),
    }
    fields = [
        pyarrow.field(
            column.name, types[column.type], nullable=column.nullable, metadata={"description": column.description}
        )
        for column in COLUMNS
    ]
    return pyarrow.schema(fields, metadata={"format": FORMAT})
