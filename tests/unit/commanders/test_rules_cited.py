"""Every rule and ruling of the rules is implemented, or tested, where its id stands."""

import re
from pathlib import Path

from services.rulesets import commanders

RULES = {f"FC-{number:03}" for number in range(1, 25)}
RULINGS = {f"FC-R{number:02}" for number in range(1, 33)}
OWN_RULINGS = {f"FC-P{number:02}" for number in range(1, 10)}
WORKED_EXAMPLES = {f"FC-T{number:02}" for number in range(1, 30)}

SOURCES = Path(commanders.__file__).parent
TESTS = Path(__file__).parent


def cited(folder: Path) -> set[str]:
    """The ids in the Python files of a folder; ``FC-001 to FC-005`` cites all of them."""
    ids: set[str] = set()
    for file in folder.glob("*.py"):
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        ids |= set(re.findall(r"FC-(?:[RPT]\d\d|\d\d\d)", text))
        for kind, first, last in re.findall(r"FC-([RPT]?)(\d+) to FC-[RPT]?(\d+)", text):
            ids |= {f"FC-{kind}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return ids


def test_every_rule_is_cited_in_the_source_or_the_tests() -> None:
    assert cited(SOURCES) | cited(TESTS) >= RULES | RULINGS | OWN_RULINGS


def test_no_other_rule_is_cited() -> None:
    assert cited(SOURCES) | cited(TESTS) <= RULES | RULINGS | OWN_RULINGS | WORKED_EXAMPLES


def test_every_worked_example_has_a_test() -> None:
    text = (TESTS / "test_worked_examples.py").read_text(encoding="utf-8")
    assert set(re.findall(r'    """(FC-T\d\d)', text)) == WORKED_EXAMPLES


def test_every_ruling_is_in_the_readme() -> None:
    readme = (SOURCES / "README.md").read_text(encoding="utf-8")
    for ruling in RULINGS | OWN_RULINGS:
        assert f"| {ruling} |" in readme
