"""``playhall series``."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from cli.main import main


def series(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["series", *map(str, arguments)], env={"COLUMNS": "150"})


def played(folder: Path, *arguments: str, matches: int = 20, seed: str = "2a") -> Result:
    common = ("--seed", seed, "--matches", str(matches), "--workers", "1", "--out", str(folder))
    return series("commanders", "greedy", "random", *common, *arguments)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A series that has ended."""
    path = tmp_path_factory.mktemp("series") / "run"
    result = played(path)
    assert result.exit_code == 0, result.output
    return path


def test_a_series_tells_what_it_has_shown_and_keeps_it(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == [
        "report.html",
        "results.ndjson",
        "series.json",
        "summary.json",
    ]
    assert len((folder / "results.ndjson").read_bytes().splitlines()) == 21
    assert json.loads((folder / "summary.json").read_bytes())["matches"] == 20


def test_the_same_seed_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    played(tmp_path / "again", "--workers", "2")
    for name in ("series.json", "results.ndjson", "summary.json"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
    played(tmp_path / "other", seed="2b")
    assert (tmp_path / "other/results.ndjson").read_bytes() != (folder / "results.ndjson").read_bytes()


def test_a_series_that_was_cut_off_goes_on(folder: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    cut.mkdir()
    (cut / "series.json").write_bytes((folder / "series.json").read_bytes())
    whole = (folder / "results.ndjson").read_bytes()
    (cut / "results.ndjson").write_bytes(whole[: len(whole) // 2])
    result = series("--resume", cut)
    assert result.exit_code == 0, result.output
    assert "20 matches of 10 deals" in result.output
    assert (cut / "results.ndjson").read_bytes() == whole


def test_a_series_that_has_ended_is_told_again(folder: Path) -> None:
    result = series("commanders", "greedy", "random", "--matches", 20, "--resume", folder)
    assert result.exit_code == 0, result.output
    assert "20 matches of 10 deals" in result.output
    report = (folder / "report.html").read_bytes()
    (folder / "report.html").unlink()
    assert series("report", folder).exit_code == 0
    assert (folder / "report.html").read_bytes() == report


def test_a_replay_of_a_match_holds(folder: Path, tmp_path: Path) -> None:
    replay = tmp_path / "replay.json"
    assert series("replay", folder, 7, "--out", replay).exit_code == 0
    last = json.loads((folder / "results.ndjson").read_bytes().splitlines()[8])
    assert json.loads(replay.read_bytes())["final_state_sha256"] == last["final_state_sha256"]
    verified = CliRunner().invoke(main, ["verify", str(replay)])
    assert verified.exit_code == 0, verified.output
    assert "by bots of the house, which chose the same again" in verified.output
    assert json.loads(series("replay", folder, 7).output) == json.loads(replay.read_bytes())


def test_the_table_has_a_row_for_each_seat(folder: Path, tmp_path: Path) -> None:
    for kind in ("csv", "ndjson", "parquet"):
        result = series("export", folder, "--format", kind, "--out", tmp_path / kind)
        assert result.exit_code == 0, result.output
    with (tmp_path / "csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 40
    assert [(row["match"], row["deal"], row["seat"], row["bot"]) for row in rows[:3]] == [
        ("0", "0", "0", "greedy"),
        ("0", "0", "1", "random"),
        ("1", "0", "0", "random"),
    ]
    objects = [json.loads(line) for line in (tmp_path / "ndjson").read_bytes().splitlines()]
    assert pyarrow.parquet.read_table(tmp_path / "parquet").to_pylist() == objects
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in objects] == rows
    assert sum(row["share"] for row in objects) == 20


def test_events_tell_what_goes_with_winning(folder: Path) -> None:
    result = series("events", folder, "skirmish_won", "--member", "total")
    assert result.exit_code == 0, result.output
    assert "skirmish_won, by total" in result.output


def test_two_series_are_compared(folder: Path, tmp_path: Path) -> None:
    played(tmp_path / "other", seed="2b")
    result = series("compare", folder, tmp_path / "other", "--out", tmp_path / "comparison.json")
    assert result.exit_code == 0, result.output
    assert "The second series against the first" in result.output
    assert json.loads((tmp_path / "comparison.json").read_bytes())["same_conditions"] is True


def test_a_sequential_test_says_what_it_has_found() -> None:
    result = series("commanders", "greedy", "random", "--sprt", "0", "50.0", "--seed", 1, "--workers", 1)
    assert result.exit_code == 0, result.output
    assert "greedy against random, 0 or 50 Elo: 50 Elo after" in result.output


def test_matches_are_rounded_up_to_whole_deals(tmp_path: Path) -> None:
    played(tmp_path / "run", "--seats", "3", matches=4)
    assert json.loads((tmp_path / "run/series.json").read_bytes())["document"]["stop"]["matches"] == 6


def _no_folder(folder: Path, path: Path) -> Result:
    return series("report", path)


def _another_series(folder: Path, path: Path) -> Result:
    return series("commanders", "greedy", "random", "--matches", 22, "--resume", folder)


def _another_seed(folder: Path, path: Path) -> Result:
    return series("commanders", "greedy", "random", "--matches", 20, "--seed", "2b", "--resume", folder)


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (lambda folder, path: played(folder), "holds a series: resume it, or name another folder"),
        (_no_folder, "holds no series"),
        (_another_series, "holds another series than the one that is named"),
        (_another_seed, "holds another series than the one that is named"),
        (lambda folder, path: series("replay", folder, 20), "the series has no match 20"),
        (lambda folder, path: series("events", folder, "bought"), "no event 'bought' of the series has a player"),
        (
            lambda folder, path: series("commanders", "oracle"),
            "commanders has no bot 'oracle'; it has expert, greedy, random, search, search-deep",
        ),
        (lambda folder, path: series("commanders", "greedy", "--seats", "9"), "is for 2 to 4 players, not 9"),
        (lambda folder, path: series("commanders", "greedy", "--seats", "two"), "must be numbers"),
        (lambda folder, path: series("commanders"), "entrants: Tuple should have at least 1 item"),
        (lambda folder, path: series("commanders", "greedy", "--design", "gauntlet"), "needs at least 2 entrants"),
        (lambda folder, path: series("commanders", "greedy", "greedy", "--sprt", "5", "0"), "must be less than"),
        (lambda folder, path: series("commanders", "greedy", "greedy", "--sprt", "a", "0"), "--sprt: 'a' is no number"),
        (
            lambda folder, path: series("commanders", "greedy", "greedy", "--sprt", "0", "9", "--beta", "b"),
            "--beta: 'b' is no number",
        ),
        (lambda folder, path: series("submit", "commanders", "greedy", "--sprt", "a", "0"), "--sprt: 'a' is no number"),
        (lambda folder, path: series("submit", "commanders", "greedy", "--seats", "two"), "must be numbers"),
        (
            lambda folder, path: series("submit", "commanders", "greedy", "--url", "ftp://here", "--key", "k"),
            "not a URL of a platform: ftp://here",
        ),
        (lambda folder, path: series("commanders", "greedy", "--option", "units=secret"), "units must be one of"),
        (lambda folder, path: series("chess", "greedy"), "UNKNOWN_RULESET"),
        (lambda folder, path: series("--resume", folder, "--out", path), "leave out --out"),
        (lambda folder, path: series("--matches", "3"), "name a ruleset and its bots"),
        (lambda folder, path: series("compare", folder, path), "holds no series"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    command: Callable[[Path, Path], Result], complaint: str, folder: Path, tmp_path: Path
) -> None:
    result = command(folder, tmp_path)
    assert result.exit_code != 0
    assert complaint in result.output
    assert "Traceback" not in result.output
