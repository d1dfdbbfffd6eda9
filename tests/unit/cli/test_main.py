"""The command line itself."""

import subprocess
import sys
import threading
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli import main as main_module
from cli.main import COMMANDS, Entry, main
from services.errors import FieldError, Reason, Refusal
from services.platform_time import followed


def run(*arguments: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, arguments, env=env)


def test_help_lists_every_command_in_its_order() -> None:
    listed = [line.split()[0] for line in run("--help").output.partition("Commands:\n")[2].splitlines() if line.strip()]
    assert listed == [name for name in COMMANDS if name in listed]
    assert {"up", "demo", "play", "key", "player", "gateway", "worker", "relay", "ticker", "migrate"} <= set(listed)


def test_help_imports_no_command() -> None:
    script = (
        "import sys; from click.testing import CliRunner; from cli.main import main; "
        "assert CliRunner().invoke(main, ['--help']).exit_code == 0; "
        "heavy = {'celery', 'flask', 'sqlalchemy', 'grpc', 'redis', 'rich'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_explains_itself(name: str) -> None:
    if name not in main.list_commands(click.Context(main)):
        pytest.skip(f"{name} is not part of this installation")
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.output.startswith("Usage:")


def test_a_command_that_cannot_be_imported_breaks_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main_module.COMMANDS, "broken", Entry("cli.no_such_module", "broken", "Broken."))
    assert run("--help").exit_code == 0
    assert run("migrate", "--help").exit_code == 0
    assert "No such command" in run("broken").output


def test_a_bad_setting_is_one_line() -> None:
    result = run("migrate", env={"PLAYHALL_PORT": "eighty"})
    assert result.exit_code == 1
    assert result.output == "Error: PLAYHALL_PORT must be a whole number from 0 to 65535\n"


def test_an_unknown_setting_is_one_line() -> None:
    result = run("migrate", env={"PLAYHALL_PROT": "80"})
    assert result.exit_code == 1
    assert result.output == "Error: unknown setting: PLAYHALL_PROT\n"


def test_a_setting_that_was_renamed_is_told_by_its_new_name() -> None:
    result = run("status", env={"PLAYHALL_KEY_REQUESTS_PER_MINUTE": "60"})
    assert result.exit_code == 1
    assert result.output == (
        "Error: PLAYHALL_KEY_REQUESTS_PER_MINUTE is now PLAYHALL_PLAYER_REQUESTS_PER_MINUTE: see docs/settings.md\n"
    )


def test_a_refusal_is_one_line_with_its_reason_and_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def refused() -> None:
        raise Refusal(Reason.INVALID_OPTION, errors=(FieldError("/options/speed", "must be 1 to 3"),))

    monkeypatch.setattr(main_module, "HIDDEN", {"refused": Entry("cli.main", "refused", "")})
    monkeypatch.setattr(main_module, "refused", refused, raising=False)
    result = run("refused")
    assert result.exit_code == 1
    assert result.output == (
        "Error: An option has a value of the wrong type or out of range. [INVALID_OPTION]: "
        "/options/speed must be 1 to 3\n"
    )


def test_a_worker_knows_its_queues() -> None:
    result = run("worker", "--queues", "turns,nonsense")
    assert result.exit_code == 2
    assert "no such queue: nonsense; there is turns, thinking, series, webhooks, scoring, maintenance" in result.output


@pytest.mark.parametrize(
    ("command", "setting", "value", "said"),
    [
        ("worker", "PLAYHALL_WORKER_ENGINES", "chess=local", "PLAYHALL_WORKER_ENGINES: 'chess' is not installed"),
        ("gateway", "PLAYHALL_ENGINES", "nonsense", "PLAYHALL_ENGINES: 'nonsense' is neither"),
        (
            "gateway",
            "PLAYHALL_SIGNING_KEYS",
            "/none/keys.json",
            "PLAYHALL_SIGNING_KEYS: /none/keys.json cannot be read",
        ),
        ("ticker", "PLAYHALL_LOG_LEVEL", "LOUD", "PLAYHALL_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR"),
        ("key", "PLAYHALL_DATABASE_URL", "mysql://x", "PLAYHALL_DATABASE_URL must be"),
    ],
)
def test_a_setting_that_cannot_be_used_is_said_at_once(command: str, setting: str, value: str, said: str) -> None:
    arguments = [command, "list"] if command == "key" else [command]
    result = run(*arguments, env={setting: value})
    assert result.exit_code == 1
    assert said in result.output
    assert "Traceback" not in result.output


def test_keys_of_a_database_that_was_never_migrated(tmp_path: Path) -> None:
    result = run("key", "list", env={"PLAYHALL_DATA_DIR": str(tmp_path)})
    assert result.exit_code == 1
    assert "run `playhall migrate`" in result.output
    assert run("migrate", env={"PLAYHALL_DATA_DIR": str(tmp_path)}).exit_code == 0
    assert run("key", "list", env={"PLAYHALL_DATA_DIR": str(tmp_path)}).exit_code == 0


def test_a_command_that_has_ended_leaves_no_clock_behind(tmp_path: Path) -> None:
    run("migrate", env={"PLAYHALL_DATA_DIR": str(tmp_path)})
    assert run("key", "list", env={"PLAYHALL_DATA_DIR": str(tmp_path)}).exit_code == 0
    assert followed() is None
    assert "platform time" not in {thread.name for thread in threading.enumerate()}
