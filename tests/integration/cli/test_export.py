"""``playhall export``."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.archive import Archive, FinishedMatch, FinishedSeat
from services.database import Database
from services.engine import replay
from services.engine.in_process import InProcessEngine
from services.engine.registry import ruleset
from services.training.decisions import decisions
from tests.golden_replays import __file__ as golden

GOLDEN = Path(golden).parent
FACTION_WARS = GOLDEN / "format-2-factionwars.json"
COMMANDERS = GOLDEN / "format-2-commanders.json"
DAY_MS = 86_400_000


def export(*arguments: object, database: Path | None = None) -> Result:
    environment = {} if database is None else {"PLAYHALL_DATABASE_URL": f"sqlite:///{database}"}
    return CliRunner().invoke(main, ["export", *map(str, arguments)], env=environment)


def exported(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def steps(file: Path) -> list[tuple[Any, ...]]:
    """Each decision of a replay, as it tells it."""
    told = json.loads(file.read_bytes())
    results = told["outcome"]["results"]
    return [
        (told["match"], step["seat"], step["decision"], step["action"], results[step["seat"]]["score"])
        for step in told["steps"]
    ]


def keys(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["match"], row["seat"], row["decision"], row["chosen"], row["score"]) for row in rows]


# -- from files --------------------------------------------------------------------------------------------------------


def test_the_rows_of_replays_follow_each_other_on_standard_output() -> None:
    result = export(COMMANDERS, FACTION_WARS)
    rows = exported(result)
    assert keys(rows) == steps(COMMANDERS) + steps(FACTION_WARS)
    assert result.stderr == f"{len(rows)} decisions of 2 matches.\n"


def test_a_parquet_file_holds_the_decisions_of_the_replay(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    result = export(FACTION_WARS, "--out", tmp_path / "decisions.parquet")
    assert result.exit_code == 0, result.output
    told = replay.read(FACTION_WARS.read_bytes())
    expected = [
        (row.match, row.seat, row.observation, list(row.legal), row.chosen, row.chosen_index, row.score, row.share)
        for row in decisions(told, InProcessEngine(ruleset("factionwars")))
    ]
    found = [
        tuple(
            row[name] for name in ("match", "seat", "observation", "legal", "chosen", "chosen_index", "score", "share")
        )
        for row in parquet.read_table(tmp_path / "decisions.parquet").to_pylist()
    ]
    assert found == expected
    assert len(found) == len(told.steps)


def test_a_replay_of_the_first_format_is_exported_too() -> None:
    file = GOLDEN / "format-1-commanders.json"
    assert keys(exported(export(file))) == steps(file)


def test_a_folder_stands_for_the_replays_in_it(tmp_path: Path) -> None:
    for number, file in enumerate((FACTION_WARS, COMMANDERS)):
        (tmp_path / f"{number}.json").write_bytes(file.read_bytes())
    (tmp_path / "notes.txt").write_text("no replay")
    assert keys(exported(export(tmp_path))) == steps(FACTION_WARS) + steps(COMMANDERS)


def test_only_the_seats_of_one_bot_are_exported() -> None:
    rows = exported(export(FACTION_WARS, "--bot", "greedy"))
    assert rows
    assert {row["bot"] for row in rows} == {"greedy"}
    assert exported(export(FACTION_WARS, "--bot", "nobody")) == []


@pytest.mark.parametrize("format", ["parquet", "ndjson"])
def test_a_replay_that_does_not_hold_is_named_and_leaves_no_file(tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    document = json.loads(COMMANDERS.read_bytes())
    document["outcome"]["results"][0]["score"] += 1
    doctored = tmp_path / "doctored.json"
    doctored.write_text(json.dumps(document))
    out = tmp_path / "out" / f"decisions.{format}"
    out.parent.mkdir()
    result = export(FACTION_WARS, doctored, "--out", out)
    assert result.exit_code == 1
    assert f"{doctored} does not hold: step" in result.output
    assert list(out.parent.iterdir()) == []


def test_a_replay_of_another_version_is_named(tmp_path: Path) -> None:
    document = json.loads((GOLDEN / "format-1-commanders.json").read_bytes())
    document["version"] = "0.0.1"
    (tmp_path / "old.json").write_text(json.dumps(document))
    result = export(tmp_path / "old.json")
    assert result.exit_code == 1
    assert "old.json cannot be played: Version 0.0.1 of commanders is not served; 1.0.0 is." in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name replays or folders of them, or give --archive."),
        ((FACTION_WARS, "--archive"), "Name replays or folders of them, or give --archive."),
        ((FACTION_WARS, "--limit", 3), "belong to --archive"),
        ((FACTION_WARS, "--out", "decisions.csv"), "must end in .parquet, .ndjson, .jsonl"),
        ((FACTION_WARS, "--out", "/no/such/folder/decisions.ndjson"), "cannot be written: No such file or directory"),
        ((GOLDEN / "__init__.py",), "__init__.py is not a replay: it is no JSON"),
        ((GOLDEN.parent / "integration",), "integration holds no replays"),
    ],
)
def test_what_cannot_be_exported_is_said_in_one_line(arguments: tuple[object, ...], said: str) -> None:
    result = export(*arguments)
    assert result.exit_code != 0
    assert said in result.output
    assert "Traceback" not in result.output


@pytest.mark.slow
def test_without_pyarrow_parquet_is_refused_and_ndjson_is_not(tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from cli.main import main; main()"

    def run(format: str) -> subprocess.CompletedProcess[str]:
        out = str(tmp_path / f"decisions.{format}")
        command = [sys.executable, "-c", program, "export", str(COMMANDERS), "--out", out]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    refused = run("parquet")
    assert refused.returncode == 1
    assert refused.stderr == "Error: Parquet needs pyarrow: pip install 'playhall[series]'. NDJSON does not.\n"
    assert list(tmp_path.iterdir()) == []
    assert run("ndjson").returncode == 0
    assert len((tmp_path / "decisions.ndjson").read_text().splitlines()) == len(steps(COMMANDERS))


# -- from the archive --------------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Path]:
    """An archive of three finished matches, created one day after the other from 1970-01-02 on, and an aborted one."""
    file = tmp_path / "playhall.db"
    opened = Database(f"sqlite:///{file}")
    opened.upgrade()
    archive = Archive(opened)
    archive.store(finished("m_1", 1, FACTION_WARS))
    archive.store(finished("m_2", 2, COMMANDERS))
    archive.store(finished("m_3", 3, GOLDEN / "format-1-factionwars.json"))
    archive.store(FinishedMatch({**finished("m_4", 4, COMMANDERS).match, "status": "aborted"}, b"", ()))
    yield file
    opened.close()


def finished(match_id: str, day: int, file: Path) -> FinishedMatch:
    told = json.loads(file.read_bytes())
    match = {
        "id": match_id,
        "ruleset": told["ruleset"],
        "status": "finished",
        "visibility": "public",
        "creator_id": "p_ann",
        "created_ms": day * DAY_MS,
        "seats": [{"number": number, "bot": seat["bot"]} for number, seat in enumerate(told["seats"])],
    }
    seats = tuple(
        FinishedSeat(result["seat"], f"p_{result['seat']}", "person", result["rank"], result["score"], False)
        for result in told["outcome"]["results"]
    )
    return FinishedMatch(match, file.read_bytes(), seats)


@pytest.mark.parametrize(
    ("filters", "files"),
    [
        ((), ["format-1-factionwars", "format-2-commanders", "format-2-factionwars"]),
        (("--ruleset", "factionwars"), ["format-1-factionwars", "format-2-factionwars"]),
        (("--since", "1970-01-03"), ["format-1-factionwars", "format-2-commanders"]),
        (("--until", "1970-01-04"), ["format-2-commanders", "format-2-factionwars"]),
        (("--limit", "1"), ["format-1-factionwars"]),
        (("--ruleset", "duels"), []),
    ],
)
def test_the_archive_is_exported_newest_match_first(database: Path, filters: tuple[str, ...], files: list[str]) -> None:
    expected = [row for file in files for row in steps(GOLDEN / f"{file}.json")]
    assert keys(exported(export("--archive", *filters, database=database))) == expected


def test_matches_without_the_bot_do_not_count_towards_the_limit(database: Path) -> None:
    rows = exported(export("--archive", "--bot", "greedy", "--limit", "1", database=database))
    assert rows
    assert {row["bot"] for row in rows} == {"greedy"}
    assert exported(export("--archive", "--bot", "nobody", database=database)) == []


def test_an_archive_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    result = export("--archive", database=tmp_path / "nowhere.db")
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert not (tmp_path / "nowhere.db").exists()
