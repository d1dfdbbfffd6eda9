"""What docs/tournaments.md tells hosts to type does what it says."""

import json
import re
import shlex
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from playhall_client import Bot, Turn
from services.tournaments.trf import read_trf
from tests.e2e.platform import Platform, playhall
from tests.integration.docs.pages import DOCS, blocks, commands

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.skipif(not shutil.which("curl"), reason="there is no curl"),
]

OVER_REST, BY_COMMANDS, *OTHERS = blocks((DOCS / "tournaments.md").read_text(), "sh")
CORRECTION = next(block for block in OTHERS if "CORRECTED=" in block)
PAUSE = '"pause_seconds": 300'


class Entrant(Bot):
    """Whoever types what the page says, at the table."""

    def choose(self, turn: Turn) -> str:
        return turn.legal[0].notation


@pytest.fixture(scope="module")
def answers(platform: Platform) -> list[Any]:
    """What the commands over REST print, document by document; rounds follow one another at once."""
    url, key = platform.folder.url(), platform.folder.key()
    assert url
    assert key
    assert PAUSE in OVER_REST
    script = "set -euo pipefail\n" + re.sub(r"^(api .*?)(\s+#.*)?$", r"\1; echo", OVER_REST, flags=re.MULTILINE)
    entrant = Entrant(url, key)
    playing = threading.Thread(target=entrant.run)
    playing.start()
    try:
        done = subprocess.run(
            ("bash", "-c", script.replace(PAUSE, '"pause_seconds": 0')),
            env=platform.environment | {"URL": url, "KEY": key},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    finally:
        entrant.stop()
        playing.join(30)
        entrant.client.close()
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line]


def test_the_commands_over_rest_host_a_tournament_to_its_end(answers: list[Any]) -> None:
    me, greta, imported, checked_in, started, *events, log = answers
    assert (me["id"], me["is_bot"]) == ("e1", False)
    assert (greta["name"], greta["bot"], greta["is_bot"]) == ("Greta", "greedy", True)
    assert imported["entrants"] == 4
    assert checked_in["checked_in"]
    assert started["status"] == "running"
    assert [event["type"] for event in events] == ["progress"] * (len(events) - 1) + ["end"]
    assert events[-1]["status"] == "finished"
    reasons = {entry["what"]["kind"]: entry["reason"] for entry in log["entries"]}
    assert reasons["started"] == "All are here"
    assert {"entered", "checked_in", "round_paired", "game_ended", "stage_started"} <= reasons.keys()


def test_the_command_line_does_the_same(platform: Platform, answers: list[Any], tmp_path: Path) -> None:
    (body,) = re.findall(r"-d '(\{\n.*?)' \| id", OVER_REST, re.DOTALL)
    (tmp_path / "cup.json").write_text(body)
    (tmp_path / "entrants.csv").write_text("bot,name\ngreedy,Gerd\n")
    played, printed = answers[4]["id"], dict[str, str]()
    for command in commands(BY_COMMANDS):
        _, _, name, *arguments = shlex.split(command)
        which = printed["create"].split()[-1] if name in ("enter", "link") else played
        typed = playhall("tournament", name, *(which if each == "ID" else each for each in arguments))
        done = subprocess.run(
            typed, cwd=tmp_path, env=platform.environment, capture_output=True, text=True, timeout=200, check=False
        )
        assert done.returncode == 0, (command, done.stderr)
        printed[name] = done.stdout
    assert list(printed) == ["run", "create", "enter", "link", "watch", "round", "standings", "export"]
    assert "greedy" in printed["run"]
    assert "finished" in printed["watch"]
    assert "points" in printed["round"]
    assert "Greta" in printed["standings"]
    assert len(read_trf((tmp_path / "cup.trf").read_text()).entrants) == 4


def test_the_example_of_a_correction_mends_a_wrong_result(platform: Platform) -> None:
    helpers = [line for line in OVER_REST.splitlines() if line.startswith(("api()", "id()"))]
    script = "\n".join(["set -euo pipefail", *helpers, CORRECTION])
    done = subprocess.run(
        ("bash", "-c", re.sub(r"^( *(?:api|  -d) .*?[^\\\\\n])(\s+#.*)?$", r"\1; echo", script, flags=re.MULTILINE)),
        env=platform.environment | {"URL": platform.folder.url() or "", "KEY": platform.folder.key() or ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *_, paired, preview, corrected, second = [json.loads(line) for line in done.stdout.splitlines() if line]
    assert preview["then"] == ["replay", "stand"]
    assert [(each["table"], each["fate"]) for each in preview["tables"]] == [(1, "lost"), (2, "stands")]
    assert corrected["result"]["places"] == [2, 1]
    before, after = (
        [[each["id"] for each in table["entrants"]] for table in told["tables"]] for told in (paired, second)
    )
    assert (before[0] == after[0], before[1] == after[1]) == (False, True)
    assert second["tables"][1]["entry"] == paired["entry"]
