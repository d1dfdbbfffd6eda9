"""Every rule and ruling of the rules is implemented, or tested, where its id stands."""

import re
from pathlib import Path

from services.rulesets import faceoff

RULES = {f"FO-{number:03}" for number in range(1, 137)}
RULINGS = {f"FO-R{number:02}" for number in range(1, 84)}
OWN_RULINGS = {f"FO-P{number:02}" for number in range(1, 11)}
WORKED_EXAMPLES = {f"FO-T{number:02}" for number in range(1, 40)}

SOURCES = Path(faceoff.__file__).parent
TESTS = Path(__file__).parent


def cited(folder: Path) -> set[str]:
    """The ids in the Python files of a folder; ``FO-001 to FO-005`` cites all of them."""
    ids: set[str] = set()
    for file in folder.rglob("*.py"):
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        ids |= set(re.findall(r"FO-(?:[RPT]\d\d|\d\d\d)", text))
        for kind, first, last in re.findall(r"FO-([RPT]?)(\d+) to FO-[RPT]?(\d+)", text):
            ids |= {f"FO-{kind}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return ids


def test_every_rule_is_cited_in_the_source_or_the_tests() -> None:
    assert cited(SOURCES) | cited(TESTS) >= RULES | RULINGS | OWN_RULINGS


def test_no_other_rule_is_cited() -> None:
    assert cited(SOURCES) | cited(TESTS) <= RULES | RULINGS | OWN_RULINGS | WORKED_EXAMPLES


def test_every_worked_example_has_a_test() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    assert set(re.findall(r'    """(FO-T\d\d)', text)) >= WORKED_EXAMPLES


def test_every_ruling_of_our_own_is_explained() -> None:
    readme = (SOURCES / "README.md").read_text(encoding="utf-8")
    for ruling in OWN_RULINGS:
        assert f"| {ruling} |" in readme
