"""A soak of half a minute, and whether its judge finds what is wrong."""

import json
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.soak.judge import judge
from tests.cluster.soak_bots import Soak, run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def rewrite(paths: Iterable[Path], change: Any) -> None:
    """Change one line of one record, the last one that can be changed."""
    for path in sorted(paths):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        if any(map(change, reversed(lines))):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines))
            return
    raise AssertionError("no line could be changed")


def leave_out(path: Path, text: str) -> None:
    """Remove the lines of a record that have a text."""
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if text not in line))


def test_every_bot_is_judged_by_what_it_saw_and_sent_and_a_judge_who_is_lied_to_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    with ExitStack() as stack:
        soak = Soak(folder, stack, good=2, bad=10, stream=2, postgres=False)
        run(soak, minutes=0.4, drain=3, live=4, kill_bots=5, kill_platform=0, rulesets=("commanders",))
    found = judge(folder)
    assert [check.failures for check in found.checks if check.failures] == []
    assert found.figures["matches"]["ended"] >= 4
    # Nothing is looked for in a match whose replay does not hold: the other lies are told about the others.
    forged, *others = sorted((folder / "replays").glob("*"))
    whole = {path.stem for path in others}

    def another_action(line: dict[str, Any]) -> bool:
        is_it: bool = line["what"] == "acknowledged" and line["match"] in whole
        if is_it:
            line["notation"] = "another"
        return is_it

    def another_deadline(line: dict[str, Any]) -> bool:
        is_it = line["what"] == "asked" and line["deadline"] is not None and line["match"] in whole
        if is_it:
            line["deadline"] -= 1_500
        return is_it

    rewrite((folder / "bots").glob("stream-*"), another_action)
    rewrite((folder / "bots").glob("*"), another_deadline)
    # A call that no bot had, long after: nothing that happened meanwhile explains it.
    invented = next(path for path in sorted((folder / "deliveries").glob("*")) if path.read_text())
    call = json.loads(invented.read_text().splitlines()[-1])
    call |= {"match": min(whole), "decision": 999, "at": "2100-01-01T00:00:00.000Z", "outcome": "answered"}
    with invented.open("a") as file:
        file.write(json.dumps(call) + "\n")
    # That the machine had too few cores would explain all else.
    leave_out(folder / "soak.jsonl", '"stall"')
    forged.write_text(forged.read_text().replace('"at":"20', '"at":"19', 1))
    wrong = {check.what for check in judge(folder).checks if check.failures}
    assert wrong >= {
        "every deadline that a bot was told is that of an independent computation, to a second",
        "every decision that was acknowledged was committed as it was acknowledged",
        "every replay verifies, and its clocks by a program that shares no code",
        "the platform's log of calls agrees with the bots' own records",
    }
