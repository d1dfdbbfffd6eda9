"""Invariant 24: the rulebook's worked examples are tests, each of which names the rules it shows.

A ruleset's tests lie in ``tests/unit/<id>``. A test that plays a worked example names it in its docstring, with the
rules it follows from: ``FW-T06 (FW-017, FW-018, FW-019)``. So the docstrings are the table of examples and rules, and
this holds it against the list of examples: the one given here, otherwise as many as there are, numbered without a gap.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.engine import registry

TESTS = Path(__file__).parents[1] / "unit"
EXAMPLES = {
    "commanders": [f"FC-T{number:02}" for number in range(1, 30)],
    "duels": [f"FD-T{number:02}" for number in range(1, 30)],
    "faceoff": [f"FO-T{number:02}" for number in range(1, 40)],
    "factionwars": [f"FW-T{number:02}" for number in range(1, 37)],
    "standoff": [f"ST-T{number:02}" for number in range(1, 49)],
}
EXAMPLE = re.compile(r"\b[A-Z]{2}-T\d+\b")
RULE = re.compile(r"\b[A-Z]{2}-R?\d+\b")


def docstrings(ruleset: str) -> Iterator[tuple[str, str]]:
    """The name and docstring of each test of a ruleset."""
    for file in sorted((TESTS / ruleset).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, ast.get_docstring(node) or ""


def rules_of_examples(ruleset: str) -> dict[str, set[str]]:
    """For each worked example that a test names: the rules that its tests name with it."""
    table: dict[str, set[str]] = {}
    for _, text in docstrings(ruleset):
        for example in EXAMPLE.findall(text):
            table.setdefault(example, set()).update(RULE.findall(text))
    return table


@pytest.mark.parametrize("ruleset", registry.installed())
def test_every_worked_example_of_a_ruleset_is_a_test(ruleset: str) -> None:
    found = sorted(rules_of_examples(ruleset))
    assert found, f"tests/unit/{ruleset} has no worked example"
    numbered = [f"{found[0].partition('-')[0]}-T{number:02}" for number in range(1, len(found) + 1)]
    assert found == EXAMPLES.get(ruleset, numbered)


@pytest.mark.parametrize("ruleset", registry.installed())
def test_every_worked_example_names_the_rules_it_shows(ruleset: str) -> None:
    assert [example for example, rules in rules_of_examples(ruleset).items() if not rules] == []
