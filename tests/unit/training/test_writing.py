"""Files of decisions."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from services.engine.in_process import InProcessEngine
from services.training.columns import COLUMNS
from services.training.decisions import Decision, decisions
from services.training.writing import GROUP_CHARACTERS, UnknownFormat, decision_file
from tests.rulesets.sealed import RULESET
from tests.unit.training.matches import finished

FORMATS = ("parquet", "ndjson", "jsonl")


def rows() -> list[Decision]:
    return list(decisions(finished(), InProcessEngine(RULESET)))


def write(path: Path, written: Iterable[Decision]) -> None:
    with decision_file(path) as file:
        for row in written:
            file.add(row)


def as_json(decision: Decision) -> dict[str, Any]:
    return {**asdict(decision), "legal": list(decision.legal)}


def parquet(path: Path) -> Any:
    return pytest.importorskip("pyarrow.parquet").ParquetFile(path)


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = parquet(path).read().to_pylist()
        return found
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("format", FORMATS)
def test_rows_are_read_back_as_they_were_written(tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"decisions.{format}"
    write(file, rows())
    assert read(file) == [as_json(row) for row in rows()]
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_parquet_file_says_what_its_columns_are(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    write(tmp_path / "decisions.parquet", rows())
    schema = parquet(tmp_path / "decisions.parquet").schema_arrow
    assert schema.metadata[b"format"] == b"playhall.decisions/2"
    assert schema.names == [column.name for column in COLUMNS]
    for column in COLUMNS:
        field = schema.field(column.name)
        assert field.metadata[b"description"].decode() == column.description
        assert field.nullable is column.nullable


def test_a_row_group_ends_when_its_observations_are_long_enough(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    long = replace(rows()[0], observation="x" * (GROUP_CHARACTERS // 2))
    write(tmp_path / "decisions.parquet", [long] * 5)
    groups = parquet(tmp_path / "decisions.parquet").metadata
    assert [groups.row_group(number).num_rows for number in range(groups.num_row_groups)] == [2, 2, 1]


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_that_is_not_whole_never_appears(tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    file = tmp_path / f"decisions.{format}"
    file.write_text("what was there before")

    def broken() -> Iterator[Decision]:
        yield rows()[0]
        raise KeyError

    with pytest.raises(KeyError):
        write(file, broken())
    assert file.read_text() == "what was there before"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_file_of_no_rows_has_its_columns(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    write(tmp_path / "decisions.parquet", [])
    assert parquet(tmp_path / "decisions.parquet").schema_arrow.names[0] == "match"


def test_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat), decision_file(tmp_path / "decisions.csv"):
        pass
    assert list(tmp_path.iterdir()) == []
