"""docs/own_bots.md: whoever writes its files and types its commands has played a bot of their own."""

import contextlib
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from tests.integration.docs.pages import DOCS, blocks, commands

PAGE = (DOCS / "own_bots.md").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where its files lie."""
    mine, thinker = blocks(PAGE, "python")
    (tmp_path / "mine.py").write_text(mine)
    (tmp_path / "thinker.py").write_text(mine + thinker)
    return tmp_path


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_its_commands_work_in_their_order_and_the_bot_it_writes_is_better_than_greedy(folder: Path) -> None:
    typed = [command for block in blocks(PAGE, "sh") for command in commands(block)]
    assert len(typed) == 6
    told = ""
    with contextlib.chdir(folder):
        for command in typed:
            name, *arguments = shlex.split(command)
            assert name == "playhall"
            result = CliRunner().invoke(main, arguments, env={"COLUMNS": "150"})
            assert result.exit_code == 0, f"{command}\n{result.output}"
            told += result.output
    assert "by bots of the house, which chose the same again" in told
    assert "not checked: the choices of the bots" in told
    assert "The series holds: 200 matches of commanders" in told
    summary = json.loads((folder / "runs/sorter/summary.json").read_bytes())
    sorter, greedy = summary["entrants"]
    assert sorter["share"]["low"] > 0.5 > greedy["share"]["high"]
