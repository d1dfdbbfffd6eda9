"""The page on the log of commitments: its code runs, its commands exist, and what it says of them is so."""

import contextlib
import re
from pathlib import Path

import click
import pytest

from cli.main import main
from services.fairness import audit
from tests.integration.docs.pages import DOCS, blocks

PAGE = (DOCS / "commitment-log.md").read_text()


def test_the_code_runs() -> None:
    code = "\n".join(blocks(PAGE, "python"))
    assert code.count("assert ") == 1
    exec(compile(code, "commitment-log.md", "exec"), {})


@pytest.mark.parametrize("line", re.findall(r"^playhall (.+)$", PAGE, re.MULTILINE))
def test_the_commands_take_their_arguments(line: str, tmp_path: Path) -> None:
    (tmp_path / "replay.json").touch()
    context: click.Context = click.Context(main)
    command: click.Command = main
    words = line.split()
    while isinstance(command, click.Group):
        found = command.get_command(context, words.pop(0))
        assert found is not None, line
        command = found
    with contextlib.chdir(tmp_path):
        command.make_context("playhall", words, parent=context)


def test_the_limits_are_those_of_the_audit() -> None:
    assert (audit.CLOCK_MS, audit.APPEND_MS) == (10 * 60_000, 60_000)
    words = " ".join(PAGE.split())
    assert "no more than ten minutes away from your clock" in words
    assert "more than a minute before it" in words
