"""Every rule and ruling of the rules is implemented, or tested, where its id stands."""

import re
from pathlib import Path

from services.rulesets import factionwars

RULES = {f"FW-{number:03}" for number in range(1, 62)}
RULINGS = {
    f"FW-R{number:02}"
    for numbers in (range(1, 8), range(10, 18), range(20, 28), range(30, 40), range(40, 44), range(50, 52))
    for number in numbers
}
OWN_RULINGS = {f"FW-P{number:02}" for number in range(1, 8)}
WORKED_EXAMPLES = {f"FW-T{number:02}" for number in range(1, 37)}

SOURCES = Path(factionwars.__file__).parent
TESTS = Path(__file__).parent


def cited(folder: Path) -> set[str]:
    """The ids in the Python files of a folder; ``FW-001 to FW-005`` cites all of them."""
    ids: set[str] = set()
    for file in folder.glob("*.py"):
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        ids |= set(re.findall(r"FW-(?:[RPT]\d\d|\d\d\d)", text))
        for kind, first, last in re.findall(r"FW-([RPT]?)(\d+) to FW-[RPT]?(\d+)", text):
            ids |= {f"FW-{kind}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return ids


def test_every_rule_is_cited_in_the_source_or_the_tests() -> None:
    assert cited(SOURCES) | cited(TESTS) >= RULES | RULINGS | OWN_RULINGS


def test_no_other_rule_is_cited() -> None:
    assert cited(SOURCES) | cited(TESTS) <= RULES | RULINGS | OWN_RULINGS | WORKED_EXAMPLES


def test_every_worked_example_has_a_test() -> None:
    text = (TESTS / "test_worked_examples.py").read_text(encoding="utf-8")
    assert set(re.findall(r'    """(FW-T\d\d)', text)) == WORKED_EXAMPLES


def test_every_own_ruling_is_explained() -> None:
    readme = (SOURCES / "README.md").read_text(encoding="utf-8")
    for ruling in OWN_RULINGS:
        assert f"| {ruling} |" in readme
