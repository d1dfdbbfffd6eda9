"""What the README tells a newcomer to type does what it says."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.engine.ruleset import JsonObject
from tests.e2e.platform import Platform

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
PLAYHALL = ".venv/bin/playhall"


def commands(block: str) -> list[str]:
    """The commands of a block, one a line, without comments."""
    return [line for raw in block.splitlines() if (line := re.sub(r"\s+#.*", "", raw).strip())]


def test_every_block_is_executed_here() -> None:
    assert len(BLOCKS) == 3


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_the_two_commands_are_targets_of_make() -> None:
    for command in commands(BLOCKS[0]):
        make, target = command.split()
        assert make == "make"
        done = subprocess.run(("make", "--dry-run", target), cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout


def test_make_run_starts_the_platform() -> None:
    assert f"exec $(BIN)/{Path(PLAYHALL).name} up" in (ROOT / "Makefile").read_text()


@pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl")
def test_the_example_creates_a_match_and_plays_a_move(platform: Platform) -> None:
    script = "set -euo pipefail\n" + BLOCKS[1] + '\necho; echo "MATCH=$MATCH"\n'
    url = platform.folder.url()
    assert url
    done = subprocess.run(
        ("bash", "-c", script),
        env={**platform.environment, "URL": url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "problem" not in done.stdout
    match_id = done.stdout.rpartition("MATCH=")[2].strip()
    view, answer, events = _documents(done.stdout.rpartition("\nMATCH=")[0])
    assert view["match"] == match_id
    assert view["decision"] == 1
    assert "bid 2" in [action["notation"] for action in view["legal"]]
    assert answer["notation"] == "bid 2"
    assert [step["type"] for step in events["events"]] == ["step"] * len(events["events"])
    assert events["events"][0]["revision"] == 3


def _documents(text: str) -> list[JsonObject]:
    """JSON documents that stand one after the other."""
    decoder, found = json.JSONDecoder(), []
    while text := text.strip():
        document, end = decoder.raw_decode(text)
        found.append(document)
        text = text[end:]
    return found


def test_bots_play_as_shown(platform: Platform, tmp_path: Path) -> None:
    demo, play, _ = commands(BLOCKS[2])
    assert demo == f"{PLAYHALL} demo"
    assert platform.run("demo").returncode == 0
    program, *arguments = play.split()
    assert program == PLAYHALL
    done = subprocess.run(
        (sys.executable, "-P", "-m", "cli", *arguments), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "Round 1" in done.stdout
    assert json.loads((tmp_path / "game.json").read_bytes())["format"] == "playhall.replay/2"


def test_a_series_is_played_as_shown(tmp_path: Path) -> None:
    _, _, series = commands(BLOCKS[2])
    # The order of the deals, of two matches or of three, follows from the seed.
    program, *arguments = series.replace("--matches 1000", "--matches 20 --seed 1").split()
    assert program == PLAYHALL
    done = subprocess.run(
        (sys.executable, "-P", "-m", "cli", *arguments), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "greedy" in done.stdout
    assert (tmp_path / "runs/1/report.html").is_file()
    heading, *results = (tmp_path / "runs/1/results.ndjson").read_text().splitlines()
    assert "playhall.series-results/1" in heading
    assert len(results) == 22  # whole deals
