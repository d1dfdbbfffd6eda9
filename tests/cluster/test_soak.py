"""A soak of half a minute, and whether its judge finds what is wrong."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.soak.judge import judge
from tests.cluster.soak_bots import Soak, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def rewrite(path: Path, change: Any) -> None:
    """Change the lines of a record, from the last on, until one was changed."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert any(map(change, reversed(lines)))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_every_bot_is_judged_by_what_it_saw_and_sent_and_a_judge_who_is_lied_to_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    with ExitStack() as stack:
        soak = Soak(folder, stack, good=2, bad=10, stream=2, postgres=False)
        run(soak, minutes=0.4, drain=3, live=4, kill_bots=5, kill_platform=0, rulesets=("commanders",))
    found = judge(folder)
    assert [check.failures for check in found.checks if check.failures] == []
    assert found.figures["matches"]["ended"] >= 4

    def another_action(line: dict[str, Any]) -> bool:
        is_it: bool = line["what"] == "acknowledged"
        if is_it:
            line["notation"] = "another"
        return is_it

    def another_deadline(line: dict[str, Any]) -> bool:
        is_it = line["what"] == "asked" and line["deadline"] is not None
        if is_it:
            line["deadline"] -= 1_500
        return is_it

    bots = [path for path in sorted((folder / "bots").glob("stream-*")) if '"acknowledged"' in path.read_text()]
    rewrite(bots[0], another_action)
    asked = [path for path in sorted((folder / "bots").glob("*")) if '"deadline": 1' in path.read_text()]
    rewrite(asked[0], another_deadline)
    calls = [path for path in sorted((folder / "deliveries").glob("*")) if '"answered"' in path.read_text()]
    # All of them: a single one may fall into a moment in which the machine stood still, which explains it.
    told = calls[0].read_text().splitlines(keepends=True)
    calls[0].write_text("".join(line for line in told if '"answered"' not in line))
    forged = sorted((folder / "replays").glob("*"))[0]
    forged.write_text(forged.read_text().replace('"at":"20', '"at":"19', 1))
    wrong = {check.what for check in judge(folder).checks if check.failures}
    assert wrong >= {
        "every deadline that a bot was told is that of an independent computation, to a second",
        "every decision that was acknowledged was committed as it was acknowledged",
        "every replay verifies, and its clocks by a program that shares no code",
        "the platform's log of calls agrees with the bots' own records",
    }
