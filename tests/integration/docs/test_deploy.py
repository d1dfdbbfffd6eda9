"""The commands of docs/deploy.md that Playhall itself runs, on a new database."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from cli.main import main
from services.database import Database
from services.identity import OPERATOR_ID, ApiKeys, Players, Scope
from tests.integration.docs.pages import DOCS, blocks

MIGRATE = DOCS.parent / "k8s" / "base" / "migrate.yaml"


def commands() -> dict[str, list[str]]:
    """The arguments of ``playhall`` in each of the page's commands, by their first word."""
    lines = [line for block in blocks((DOCS / "deploy.md").read_text(), "") for line in joined(block)]
    found = [match[1] for line in lines if (match := re.match(r"(?:kubectl .* -- )?playhall (.*)", line))]
    return {words[0]: words for words in map(shlex.split, found)}


def joined(block: str) -> list[str]:
    return block.replace("\\\n", " ").splitlines()


def run(database_url: str, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PLAYHALL_")}
    environment |= {"PLAYHALL_DATABASE_URL": database_url, "PLAYHALL_DATA_DIR": str(folder)}
    command = (sys.executable, "-m", "cli", *arguments)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
def test_the_first_key_is_made_after_the_job_has_run(database_url: str, tmp_path: Path) -> None:
    job = next(yaml.safe_load_all(MIGRATE.read_text()))
    (container,) = job["spec"]["template"]["spec"]["containers"]
    migrated = run(database_url, tmp_path, *container["args"])
    assert (migrated.returncode, migrated.stdout) == (0, "")

    made = run(database_url, tmp_path, *commands()["key"])

    assert made.returncode == 0, made.stderr
    database = Database(database_url)
    caller = ApiKeys(database, "dev").authenticate(made.stdout.strip())
    assert (caller.player_id, caller.name, caller.scopes) == (OPERATOR_ID, "operator", frozenset(Scope))
    assert [key.name for key in ApiKeys(database, "dev").list(OPERATOR_ID)] == ["first key"]


@pytest.mark.slow
def test_migrating_again_makes_no_second_operator_and_no_key(database_url: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(database_url, tmp_path, "migrate").returncode == 0
    database = Database(database_url)
    assert [player.id for player in Players(database).list(10)] == [OPERATOR_ID]
    assert ApiKeys(database, "dev").list(OPERATOR_ID) == []
    assert list(tmp_path.glob("admin.key")) == []


@pytest.mark.slow
def test_a_first_key_that_is_asked_for_is_kept_and_made_once(database_url: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(database_url, tmp_path, "migrate", "--first-key").returncode == 0
    database = Database(database_url)
    kept = (tmp_path / "admin.key").read_text().strip()
    assert ApiKeys(database, "dev").authenticate(kept).is_admin
    assert len(ApiKeys(database, "dev").list(OPERATOR_ID)) == 1


def test_without_the_tables_the_command_says_what_to_run(database_url: str, tmp_path: Path) -> None:
    refused = run(database_url, tmp_path, *commands()["key"])
    assert refused.returncode == 1
    assert "run `playhall migrate`" in refused.stderr


def test_the_page_tries_it_with_options_that_exist() -> None:
    _, *options = commands()["demo"]
    command = main.get_command(click.Context(main), "demo")
    assert command is not None
    parsed = command.make_context("demo", options)
    assert (parsed.params["url"], parsed.params["key"]) == ("https://play.example.com", "KEY")
