"""``playhall analyse``."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.bots.thinking import ThinkingBot
from services.engine import registry
from services.engine.in_process import InProcessEngine
from services.engine.replay import read
from services.training.decisions import decisions
from tests.golden_replays import __file__ as golden

GOLDEN = Path(golden).parent
COMMANDERS = GOLDEN / "format-2-commanders.json"
THINKING = [
    (id, bot)
    for id, ruleset in registry.installed().items()
    for bot, player in ruleset.bots().items()
    if isinstance(player, ThinkingBot)
]


def analyse(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["analyse", *map(str, arguments)], env={"COLUMNS": "160"})


@pytest.mark.parametrize(("ruleset", "bot"), THINKING)
def test_every_bot_that_thinks_tells_what_it_finds(ruleset: str, bot: str, tmp_path: Path) -> None:
    file = tmp_path / "replay.json"
    played = CliRunner().invoke(main, ["play", ruleset, "--bots", "random,random", "--seed", "2a", "--out", str(file)])
    assert played.exit_code == 0, played.output
    told = read(file.read_bytes())
    rows = decisions(told, InProcessEngine(registry.ruleset(ruleset)))
    number = next(row.decision for row in rows if row.seat == 1 and len(row.legal) > 1)
    result = analyse(file, "--bot", bot, "--seat", 1, "--decision", number, "--iterations", 20)
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Seat 1 (random), decision {number}: ")
    assert result.output.count("▸") == 1


def test_a_bot_that_does_not_think_has_nothing_to_tell() -> None:
    result = analyse(COMMANDERS, "--bot", "greedy")
    assert result.exit_code == 2
    assert "commanders has no bot that thinks called 'greedy'" in result.output


def test_what_is_no_replay_is_said_in_one_line() -> None:
    result = analyse(GOLDEN / "__init__.py")
    assert result.exit_code == 1
    assert "__init__.py is not a replay: it is no JSON" in result.output
