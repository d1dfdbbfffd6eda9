"""``playhall series submit``, ``watch`` and ``fetch`` against a platform whose connections break."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.engine.fairness import canonical, sha256_hex
from tests.integration.cli.flaky_platform import Fault, Flaky, platform
from tests.integration.gateway.conftest import ada, hall, migrated
from tests.integration.gateway.harness import Client, Hall

__all__ = ["ada", "hall", "migrated", "platform"]

SEED = "2a"
BOTS = ("factionwars", "greedy", "random")


@pytest.fixture
def series(platform: Flaky, ada: Client, tmp_path: Path) -> Callable[..., Result]:
    """``playhall series`` with a command that goes to the platform as Ada."""

    def run(*arguments: object) -> Result:
        options = ("--url", platform.url, "--key", ada.key)
        environment = {"COLUMNS": "150", "PLAYHALL_DATA_DIR": str(tmp_path)}
        return CliRunner().invoke(main, ["series", *map(str, (*arguments, *options))], env=environment)

    return run


def submitted(series: Callable[..., Result], *options: object, matches: int = 12) -> str:
    result = series("submit", *BOTS, "--matches", matches, "--seed", SEED, *options)
    assert result.exit_code == 0, result.output
    # The platform, in this process, logs to the same output.
    (made,) = (line for line in result.stdout.splitlines() if line.startswith("series_"))
    return made


def local(folder: Path, matches: int = 12) -> Path:
    """The same series, played on this machine."""
    options = ("--matches", str(matches), "--seed", SEED, "--workers", "1", "--out", str(folder))
    result = CliRunner().invoke(main, ["series", *BOTS, *options], env={"COLUMNS": "150"})
    assert result.exit_code == 0, result.output
    return folder


# -- submit ------------------------------------------------------------------------------------------------------------


def test_a_series_is_submitted_as_it_is_told(series: Callable[..., Result], ada: Client) -> None:
    options = ("--name", "Mine", "--priority", 8, "--budget-seconds", 90, "--seats", "2,3", "--design", "round_robin")
    found = ada.read(f"/v1/series/{submitted(series, *options)}")
    assert (found["name"], found["priority"], found["budget_seconds"], found["matches"]) == ("Mine", 8, 90, 12)
    assert (found["document"]["seats"], found["document"]["design"]) == ([2, 3], "round_robin")


def test_a_sequential_test_has_the_numbers_in_the_form_of_the_document(
    series: Callable[..., Result], ada: Client
) -> None:
    numbers = ("--sprt", "0.0", "+2e1", "--alpha", ".010")
    tested = ada.read(f"/v1/series/{submitted(series, *numbers, '--seats', '3,2,3', matches=400)}")
    assert tested["document"]["seats"] == [2, 3]
    assert tested["document"]["stop"] == {
        "rule": "sprt",
        "entrants": [0, 1],
        "elo0": "0",
        "elo1": "20",
        "alpha": "0.01",
        "beta": "0.05",
        "max_matches": 400,
    }


def test_however_often_it_is_sent_one_series_is_made(
    platform: Flaky, series: Callable[..., Result], ada: Client
) -> None:
    platform.faults = [Fault.BUSY, Fault.LOST, Fault.CUT]
    made = submitted(series)
    assert platform.asked == ["POST /v1/series"] * 4
    assert len(set(platform.keys)) == 1
    assert None not in platform.keys
    assert [found["id"] for found in ada.read("/v1/series")["series"]] == [made]


def test_what_is_refused_is_told_and_not_sent_again(platform: Flaky, series: Callable[..., Result]) -> None:
    result = series("submit", "factionwars", "greedy", "deep-blue")
    assert result.exit_code == 1
    assert "[UNKNOWN_BOT]: /body/entrants/1" in result.output
    assert platform.asked == ["POST /v1/series"]


# -- watch -------------------------------------------------------------------------------------------------------------


def test_a_series_is_watched_to_its_end_over_connections_that_break(
    hall: Hall, platform: Flaky, series: Callable[..., Result]
) -> None:
    made = submitted(series)
    hall.play_series()
    platform.asked.clear()
    platform.faults = [Fault.BUSY, Fault.LOST, Fault.CUT]
    result = series("watch", made)
    assert result.exit_code == 0, result.output
    assert "12 matches of 6 deals" in result.output
    assert "finished, 12 of 12 matches" in result.output
    assert platform.asked[:4] == [f"GET /v1/series/{made}/events/ndjson"] * 4


def test_a_series_that_is_not_there_is_told(series: Callable[..., Result]) -> None:
    for command in (("watch", "series_x"), ("fetch", "series_x", "--out", "nowhere"), ("watch", "no such/series?")):
        result = series(*command)
        assert result.exit_code == 1
        assert "[NOT_FOUND]" in result.output or "[INVALID_FIELD]: /path/series" in result.output


# -- fetch -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_fetched_folder_is_the_one_that_is_played_without_a_platform(
    hall: Hall, series: Callable[..., Result], tmp_path: Path
) -> None:
    made = submitted(series)
    hall.play_series()
    fetched, played = tmp_path / "fetched", local(tmp_path / "played")
    assert series("fetch", made, "--out", fetched).exit_code == 0
    for name in ("results.ndjson", "summary.json", "report.html"):
        assert (fetched / name).read_bytes() == (played / name).read_bytes()
    there, here = (json.loads((folder / "series.json").read_bytes()) for folder in (fetched, played))
    assert set(there) - set(here) == {"published"}
    assert {name: there[name] for name in here} == here
    for command in (("report", fetched), ("compare", fetched, played), ("export", fetched), ("replay", fetched, 3)):
        result = CliRunner().invoke(main, ["series", *map(str, command)])
        assert result.exit_code == 0, result.output
    assert (fetched / "report.html").read_bytes() == (played / "report.html").read_bytes()


def test_a_download_that_breaks_off_goes_on_where_it_was(
    hall: Hall, platform: Flaky, series: Callable[..., Result], tmp_path: Path
) -> None:
    made = submitted(series)
    hall.play_series()
    platform.asked.clear()
    platform.faults = [Fault.BUSY, Fault.LOST, Fault.CUT]  # of the series itself
    assert series("fetch", made, "--out", tmp_path / "first").exit_code == 0
    platform.asked.clear()
    platform.faults = [Fault.NONE, Fault.CUT]
    assert series("fetch", made, "--out", tmp_path / "second").exit_code == 0
    assert (tmp_path / "second/results.ndjson").read_bytes() == (tmp_path / "first/results.ndjson").read_bytes()
    first, second = (asked for asked in platform.asked if "results" in asked)
    assert first.endswith("first=0")
    assert 0 < int(second.partition("first=")[2]) < 12


def test_a_folder_that_was_fetched_in_part_is_completed(
    hall: Hall, platform: Flaky, series: Callable[..., Result], tmp_path: Path
) -> None:
    made = submitted(series)
    hall.play_series()
    folder = tmp_path / "folder"
    series("fetch", made, "--out", folder)
    whole = (folder / "results.ndjson").read_bytes()
    lines = whole.splitlines(keepends=True)
    (folder / "results.ndjson").write_bytes(b"".join(lines[:7]) + lines[7][:20])
    platform.asked.clear()
    assert series("fetch", made, "--out", folder).exit_code == 0
    assert (folder / "results.ndjson").read_bytes() == whole
    assert f"GET /v1/series/{made}/results/ndjson?first=6" in platform.asked


def test_what_cannot_be_fetched_is_told_and_nothing_is_overwritten(
    hall: Hall, series: Callable[..., Result], tmp_path: Path
) -> None:
    made = submitted(series)
    early = series("fetch", made, "--out", tmp_path / "early")
    assert (early.exit_code, "has not ended" in early.output) == (1, True)
    assert not (tmp_path / "early").exists()
    hall.play_series()
    other = local(tmp_path / "other", matches=4)
    before = (other / "series.json").read_bytes()
    refused = series("fetch", made, "--out", other)
    assert (refused.exit_code, "holds another series" in refused.output) == (1, True)
    assert (other / "series.json").read_bytes() == before
    assert json.loads((other / "summary.json").read_bytes())["matches"] == 4


# -- what was promised -------------------------------------------------------------------------------------------------


def test_a_series_of_other_cards_is_not_fetched(
    series: Callable[..., Result], platform: Flaky, hall: Hall, ada: Client, tmp_path: Path
) -> None:
    made = submitted(series)
    hall.play_series()
    told = ada.read(f"/v1/series/{made}")
    told["document"]["catalogue_sha256"] = "ca" * 32
    told["document_sha256"] = sha256_hex(canonical(told["document"]))
    platform.instead[f"/v1/series/{made}"] = json.dumps(told).encode()
    refused = series("fetch", made, "--out", tmp_path / "fetched")
    assert refused.exit_code == 1
    assert "the series is played with other cards of factionwars 1.0.0 than are here" in refused.output
    assert not (tmp_path / "fetched").exists()


def test_a_series_that_was_extended_is_fetched_and_holds_with_each_of_its_seeds(
    series: Callable[..., Result], hall: Hall, ada: Client, tmp_path: Path
) -> None:
    made = submitted(series, matches=4)
    hall.play_series()
    out, keys = tmp_path / "run", tmp_path / "keys.json"
    assert series("fetch", made, "--out", out).exit_code == 0
    assert ada.ask("PATCH", f"/v1/series/{made}", json={"matches": 8}).status_code == 200
    refused = series("fetch", made, "--out", out)
    assert refused.exit_code == 1
    assert "the series has not ended" in refused.output
    hall.play_series()
    fetched = series("fetch", made, "--out", out)
    assert fetched.exit_code == 0, fetched.output
    keys.write_bytes(ada.get("/v1/signing-keys").data)
    verified = CliRunner().invoke(
        main, ["verify", "--series", str(out), "--keys", str(keys), "--workers", "1"], env={"COLUMNS": "150"}
    )
    assert verified.exit_code == 0, verified.output
    for sentence in (
        "the platform has signed what the series was committed to",
        "each seed is the one that was committed to before it dealt a match",
        "all 8 matches were played again, with the same results",
    ):
        assert f"checked: {sentence}" in verified.output
    replay = tmp_path / "replay.json"
    replay.write_bytes(ada.get(f"/v1/series/{made}/matches/5/replay").data)
    held = CliRunner().invoke(main, ["verify", str(replay), "--series", str(out), "--keys", str(keys)])
    assert held.exit_code == 0, held.output
    assert "checked: it is match 5 of the series" in held.output
