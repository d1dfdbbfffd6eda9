"""What the matches of a series came to: downloads in every form, single results, replays."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from services.engine import replay as replays
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.matches import replay_checks
from services.matches.replay_checks import Evidence
from services.series import export
from services.series.document import SeriesDocument
from services.series.folder import read_result
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_series import DUEL, code, json_of, played_locally
from tests.marks import each_row

NDJSON = "application/x-ndjson"
CSV = "text/csv"
PARQUET = "application/vnd.apache.parquet"


@pytest.fixture
def finished(hall: Hall, ada: Client) -> dict[str, Any]:
    """A series of twelve matches at tables of two and three that has been played."""
    new = {**DUEL, "seats": [2, 3], "stop": {"rule": "fixed", "matches": 12}}
    made = ada.make("/v1/series", new)
    hall.play_series()
    found: dict[str, Any] = ada.read(f"/v1/series/{made['id']}")
    return found


def path_of(series: dict[str, Any], what: str = "results/ndjson") -> str:
    return f"/v1/series/{series['id']}/{what}"


# -- downloads ---------------------------------------------------------------------------------------------------------


def test_results_are_the_lines_of_results_ndjson(ada: Client, finished: dict[str, Any]) -> None:
    lines = played_locally(finished)
    assert len(lines) == finished["matches"]
    response = ada.get(path_of(finished))
    assert (response.content_type, response.data) == (NDJSON, b"".join(lines))


@pytest.mark.parametrize(
    ("first", "limit", "expected"),
    [(0, 3, slice(0, 3)), (5, 4, slice(5, 9)), (10, None, slice(10, None)), (11, 900_000_000, slice(11, None))],
)
def test_a_part_of_the_results_can_be_had(
    ada: Client, finished: dict[str, Any], first: int, limit: int | None, expected: slice
) -> None:
    query = {"first": first} if limit is None else {"first": first, "limit": limit}
    lines = played_locally(finished)[expected]
    assert ada.get(path_of(finished), query_string=query).data == b"".join(lines)
    rows = list(csv.DictReader(io.StringIO(ada.get(path_of(finished, "results/csv"), query_string=query).text)))
    numbers = [read_result(line).number for line in lines]
    assert list(dict.fromkeys(int(row["match"]) for row in rows)) == numbers


def test_beyond_the_last_match_there_are_no_results(ada: Client, finished: dict[str, Any]) -> None:
    assert ada.get(path_of(finished), query_string={"first": 900_000_000}).data == b""
    table = ada.get(path_of(finished, "results/csv"), query_string={"first": 900_000_000}).text
    assert table.startswith("match,deal,seats,seat,entrant,bot,rank,score,share,")
    assert table.count("\n") == 1


def test_csv_and_parquet_are_the_tables_of_the_command_line(
    ada: Client, finished: dict[str, Any], tmp_path: Path
) -> None:
    results = [read_result(line) for line in played_locally(finished)]
    document = SeriesDocument.read(json.dumps(finished["document"]))
    names, path = export.columns(results), tmp_path / "table"
    export.write_csv(names, export.rows(document, results), path)
    assert ada.get(path_of(finished, "results/csv")).data == path.read_bytes()
    export.write_parquet(names, export.rows(document, results), path)
    sent = ada.get(path_of(finished, "results/parquet"))
    assert sent.content_type == PARQUET
    assert pyarrow.parquet.read_table(io.BytesIO(sent.data)).equals(pyarrow.parquet.read_table(path))


@each_row("accept", ["*/*", NDJSON, CSV, "application/pdf"])
@each_row(("form", "kind"), [("ndjson", NDJSON), ("csv", CSV), ("parquet", PARQUET)])
def test_a_download_has_one_media_type_whatever_the_accept_header_says(
    ada: Client, finished: dict[str, Any], form: str, kind: str, accept: str
) -> None:
    response = ada.get(path_of(finished, f"results/{form}"), headers={"Accept": accept})
    assert (response.status_code, response.content_type.partition(";")[0]) == (200, kind)


def test_a_form_that_there_is_not_is_refused(ada: Client, finished: dict[str, Any]) -> None:
    for form in ("results", "results/xls", "results/NDJSON", "results/ndjson/"):
        assert code(ada.get(path_of(finished, form))) == (404, "NOT_FOUND")
    assert code(ada.get(path_of(finished), query_string={"format": "csv"})) == (422, "INVALID_FIELD")


@pytest.mark.parametrize("query", [{"first": -1}, {"first": 10**18}, {"limit": 0}, {"limit": 10**400}])
def test_numbers_beyond_any_series_are_refused(ada: Client, finished: dict[str, Any], query: dict[str, int]) -> None:
    (name,) = query
    refused = ada.get(path_of(finished), query_string=query)
    assert code(refused) == (422, "INVALID_FIELD")
    assert [error["pointer"] for error in json_of(refused)["errors"]] == [f"/query/{name}"]


def test_before_the_first_match_there_are_no_results_and_tables_have_their_columns(ada: Client) -> None:
    made = ada.make("/v1/series", DUEL)
    assert ada.get(path_of(made)).data == b""
    assert ada.get(path_of(made, "results/csv")).text.splitlines() == [
        "match,deal,seats,seat,entrant,bot,rank,score,share,decisions,reason,error,final_state_sha256"
    ]
    parquet = ada.get(path_of(made, "results/parquet")).data
    assert pyarrow.parquet.read_table(io.BytesIO(parquet)).num_rows == 0


def test_what_is_asked_by_head_has_no_body(ada: Client, finished: dict[str, Any]) -> None:
    for form in ("ndjson", "csv", "parquet"):
        response = ada.ask("HEAD", path_of(finished, f"results/{form}"))
        assert (response.status_code, response.data) == (200, b"")


def test_downloads_hold_slots_and_give_them_back(hall: Hall, ada: Client, finished: dict[str, Any]) -> None:
    """The harness serves four streams at a time."""
    for _ in range(9):
        assert ada.get(path_of(finished)).status_code == 200
        assert ada.ask("HEAD", path_of(finished)).status_code == 200
    held = [ada.open(path_of(finished)) for _ in range(4)]
    assert code(ada.get(path_of(finished))) == (503, "BUSY")
    for response in held:
        response.close()
    assert ada.get(path_of(finished)).status_code == 200


# -- one match ---------------------------------------------------------------------------------------------------------


def test_a_match_tells_what_it_came_to(ada: Client, finished: dict[str, Any]) -> None:
    line = played_locally(finished)[3]
    assert ada.get(path_of(finished, "matches/3")).data + b"\n" == line


def test_a_match_that_has_not_been_played_is_not_there(ada: Client, finished: dict[str, Any]) -> None:
    waiting = ada.make("/v1/series", DUEL)
    beyond = finished["matches"]
    for path in (path_of(waiting, "matches/0"), path_of(finished, f"matches/{beyond}")):
        assert code(ada.get(path)) == (404, "NOT_FOUND")
        assert code(ada.get(f"{path}/replay")) == (404, "NOT_FOUND")
    assert code(ada.get(path_of(finished, "matches/9999999999999999999"))) == (422, "INVALID_FIELD")


def test_a_replay_holds_and_ends_as_the_result_says(ada: Client, finished: dict[str, Any]) -> None:
    result = ada.read(path_of(finished, "matches/5"))
    data = ada.get(path_of(finished, "matches/5/replay")).data
    replay_checks.check(data, InProcessEngine(ruleset("factionwars")), Evidence())
    told = replays.read(data)
    assert told.final_state_sha256 == result["final_state_sha256"]
    shown = json.loads(data)["commitment_document"]["series"]
    assert shown == {"sha256": finished["document_sha256"], "match": 5, "deal": result["deal"]}


def test_a_replay_can_be_had_while_the_series_is_played(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/series", {**DUEL, "stop": {"rule": "fixed", "matches": 400}})
    hall.play_series(chunks=1)
    assert ada.read(f"/v1/series/{made['id']}")["status"] == "running"
    assert ada.get(path_of(made, "matches/0/replay")).status_code == 200
