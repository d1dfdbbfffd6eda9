"""``playhall analyse``."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from services.bots.thinking import ThinkingBot
from services.engine import registry
from services.engine.fairness import CommitmentDocument, canonical, promised_match_seed, sha256_hex
from services.engine.in_process import InProcessEngine
from services.engine.replay import read
from services.training.decisions import decisions
from tests.golden_replays import __file__ as golden
from tests.rulesets.playing import SHORTER

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


@pytest.fixture(scope="module")
def decision_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, int]]:
    """The replay of a match of random bots of a ruleset, and its first decision for seat 1 in which there is a
    choice."""

    @cache
    def found(ruleset: str) -> tuple[Path, int]:
        file = tmp_path_factory.mktemp(ruleset) / "replay.json"
        options = [word for name, value in SHORTER[ruleset].items() for word in ("--option", f"{name}={value}")]
        command = ["play", ruleset, "--bots", "random,random", "--seed", "2a", *options, "--out", str(file)]
        played = CliRunner().invoke(main, command)
        assert played.exit_code == 0, played.output
        told = read(file.read_bytes())
        rows = decisions(told, InProcessEngine(registry.ruleset(ruleset)))
        return file, next(row.decision for row in rows if row.seat == 1 and len(row.legal) > 1)

    return found


@pytest.mark.parametrize(("ruleset", "bot"), THINKING)
def test_every_bot_that_thinks_tells_what_it_finds(
    ruleset: str, bot: str, decision_of: Callable[[str], tuple[Path, int]]
) -> None:
    file, number = decision_of(ruleset)
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


def test_a_match_of_other_cards_is_not_analysed(tmp_path: Path) -> None:
    file = tmp_path / "replay.json"
    command = ["play", "commanders", "--bots", "greedy,random", "--seed", "2a", "--out", str(file)]
    assert CliRunner().invoke(main, command).exit_code == 0
    told = json.loads(file.read_text())
    told["commitment_document"]["catalogue_sha256"] = "ca" * 32
    told["commitment"] = sha256_hex(canonical(told["commitment_document"]))
    promised = CommitmentDocument.read(canonical(told["commitment_document"]))
    told["seed"] = promised_match_seed(promised, bytes.fromhex(told["server_seed"]), told["client_seeds"]).hex()
    file.write_text(json.dumps(told))
    result = analyse(file)
    assert result.exit_code == 1
    assert (
        "the match cannot be played again here. Version 1.0.0 of commanders is served with other cards" in result.output
    )
