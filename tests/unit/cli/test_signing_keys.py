"""``playhall signing-key``."""

import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from services.fairness.signing import read_key_file
from services.settings import read_settings


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["signing-key", *arguments])
    return result.exit_code, result.output


def test_a_key_is_made_changed_and_listed(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    code, said = run("create", "--file", str(file))
    first = read_key_file(file)
    assert (code, said) == (0, f"{file}: key {first.key_id}\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    code, said = run("rotate", "--file", str(file), "--overlap-minutes", "5")
    second = read_key_file(file)
    assert code == 0
    assert said.startswith(f"{file}: key {second.key_id}. Start the gateways and workers again within 5 minutes:\n")
    assert f"the key {first.key_id} signs nothing more from 2" in said

    code, said = run("list", "--file", str(file))
    current, retired = said.splitlines()
    assert current == f"{second.key_id}  {second.public.keys[0].value.hex()}  current"
    assert retired.startswith(f"{first.key_id}  {first.public.keys[0].value.hex()}  2")


def test_a_key_file_is_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    run("create", "--file", str(file))
    before = file.read_bytes()
    code, said = run("create", "--file", str(file))
    assert (code, said) == (
        1,
        f"Error: {file} is there already; `playhall signing-key rotate` puts a new key into it\n",
    )
    assert file.read_bytes() == before


def test_the_file_is_that_of_the_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYHALL_SIGNING_KEYS", str(tmp_path / "elsewhere.json"))
    assert run("create")[0] == 0
    assert read_key_file(tmp_path / "elsewhere.json").key_id in run("list")[1]
    assert read_settings({"PLAYHALL_DATA_DIR": "/data"}).platform.signing_keys == Path("/data/signing-keys.json")


def test_what_cannot_be_read_or_written_is_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "keys.json"
    for command in ("create", "rotate", "list"):
        code, said = run(command, "--file", str(missing))
        assert code == 1
        assert said.startswith("Error: ")
        assert "No such file or directory" in said
        assert said.count("\n") == 1
