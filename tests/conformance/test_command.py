"""``playhall conformance``, as an author of a ruleset uses it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main

STASH = "tests.conformance.stash:RULESET"
RECORDS = str(Path(__file__).parent / "records" / "stash")


def conformance(*arguments: str) -> Result:
    """Run the command; a wide terminal, so that no line is broken."""
    return CliRunner(env={"COLUMNS": "200"}).invoke(main, ["conformance", *arguments])


def test_a_sound_ruleset_that_is_not_installed_passes() -> None:
    result = conformance(STASH, "--records", RECORDS, "--seats", "2", "--only", "5", "--only", "17")
    assert result.exit_code == 0
    assert "only listed actions apply" in result.output
    assert "nothing of the kind" in result.output


def test_an_installed_ruleset_is_named_by_its_id() -> None:
    result = conformance("factionwars", "--seats", "2", "--default-options", "--only", "1")
    assert result.exit_code == 0
    assert "Conformance of factionwars" in result.output


def test_a_fault_is_shown_with_what_differs_and_the_exit_code_is_1() -> None:
    result = conformance("tests.conformance.doctored:DEPENDS_ON_HASH", "--records", RECORDS, "--only", "7")
    assert result.exit_code == 1
    assert "fails in 1 of 1" in result.output
    assert "in a process with PYTHONHASHSEED=" in result.output


def test_recording_writes_a_playthrough_and_a_position_for_each_number_of_seats(tmp_path: Path) -> None:
    result = conformance(STASH, "--records", str(tmp_path), "--record")
    assert result.exit_code == 0
    written = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file())
    assert written == [
        "playthroughs/2-players.position.json",
        "playthroughs/2-players.txt",
        "playthroughs/3-players.position.json",
        "playthroughs/3-players.txt",
        "work.json",
    ]
    recorded = (tmp_path / "playthroughs" / "2-players.txt").read_text()
    assert recorded == (Path(RECORDS) / "playthroughs" / "2-players.txt").read_text()


def test_without_recorded_files_the_checks_of_them_say_how_to_get_them(tmp_path: Path) -> None:
    result = conformance(STASH, "--records", str(tmp_path), "--only", "23", "--only", "25", "--seats", "2")
    assert result.exit_code == 1
    assert "there is no playthroughs/2-players.txt: record it" in result.output
    assert "work.json holds no record for 2 seats: record it" in result.output


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        ("no_such_ruleset", "There is no such ruleset."),
        ("no.such.module:RULESET", "there is no module no"),
        ("tests.conformance.stash:NOTHING", "tests.conformance.stash has no ruleset called NOTHING"),
    ],
)
def test_a_ruleset_that_is_not_there_is_said_so_in_one_line(ruleset: str, message: str) -> None:
    result = conformance(ruleset)
    assert result.exit_code in {1, 2}
    assert message in result.output
