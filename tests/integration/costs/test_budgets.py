"""A decision, a view, an event and a bot's turn cost what ``budgets.json`` says."""

import json
import platform
import subprocess
import sys

import pytest

from tests.integration.costs.__main__ import BUDGETS

DEARER, CHEAPER = 1.03, 0.9
"""How far a count may be from its budget. Bytes differ by some percent from run to run."""
HOW = """
Where does it come from? python -m tests.integration.costs --functions "{scene}", here and before the change.
If it is worth that: python -m tests.integration.costs --record, and say why in the commit. What has become cheaper is
recorded, too, so that it stays so."""


def differences(budgets: dict[str, dict[str, int]], counted: dict[str, dict[str, int]]) -> list[str]:
    """What differs by more than is allowed, a line each."""
    return [
        f"{scene}: {kind} were {was} and are {counted[scene][kind]}"
        for scene, costs in budgets.items()
        for kind, was in costs.items()
        if not was * CHEAPER <= counted[scene][kind] <= was * DEARER
    ]


def test_requests_cost_what_their_budgets_say() -> None:
    """In a process of its own, whose threads nobody else's tests have started."""
    recorded = json.loads(BUDGETS.read_text())
    if platform.python_version_tuple()[:2] != tuple(recorded["Python"].split(".")):
        pytest.skip(f"the budgets are of Python {recorded['Python']}, and another one calls other functions")
    command = [sys.executable, "-m", "tests.integration.costs"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert found.returncode == 0, found.stderr[-2_000:]
    wrong = differences(recorded["budgets"], json.loads(found.stdout)["budgets"])
    assert not wrong, "\n".join([*wrong, HOW.format(scene=wrong[0].partition(":")[0])])


def test_what_is_dearer_by_three_percent_or_cheaper_by_ten_is_told() -> None:
    was = {"view": {"Python calls": 1_000, "Redis round trips": 2, "SQL statements": 0}}
    assert differences(was, {"view": {"Python calls": 1_030, "Redis round trips": 2, "SQL statements": 0}}) == []
    assert differences(was, {"view": {"Python calls": 1_031, "Redis round trips": 3, "SQL statements": 1}}) == [
        "view: Python calls were 1000 and are 1031",
        "view: Redis round trips were 2 and are 3",
        "view: SQL statements were 0 and are 1",
    ]
    assert differences(was, {"view": {"Python calls": 900, "Redis round trips": 2, "SQL statements": 0}}) == []
    assert differences(was, {"view": {"Python calls": 899, "Redis round trips": 2, "SQL statements": 0}}) == [
        "view: Python calls were 1000 and are 899",
    ]
