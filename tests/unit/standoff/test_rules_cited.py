"""Every rule and ruling of the rules is implemented, or tested, where its id stands."""

import re
from pathlib import Path

from services.rulesets import standoff

RULES = {f"ST-{number:03}" for number in range(1, 79)}
RULINGS = {
    f"ST-R{number:02}"
    for first, last in ((1, 9), (10, 18), (20, 32), (40, 44), (50, 62))
    for number in range(first, last + 1)
    if number not in (19,)
}
OWN_RULINGS = {f"ST-P{number:02}" for number in range(1, 11)}
WORKED_EXAMPLES = {f"ST-T{number:02}" for number in range(1, 49)}

SOURCES = Path(standoff.__file__).parent
TESTS = Path(__file__).parent


def cited(folder: Path) -> set[str]:
    """The ids in the Python files of a folder; ``ST-001 to ST-005`` cites all of them."""
    ids: set[str] = set()
    for file in folder.glob("*.py"):
        if file == Path(__file__):
            continue
        text = file.read_text(encoding="utf-8")
        ids |= set(re.findall(r"ST-(?:[RPT]\d\d|\d\d\d)", text))
        for kind, first, last in re.findall(r"ST-([RPT]?)(\d+) to ST-[RPT]?(\d+)", text):
            ids |= {f"ST-{kind}{number:0{len(first)}}" for number in range(int(first), int(last) + 1)}
    return ids


def test_every_rule_is_cited_in_the_source_or_the_tests() -> None:
    assert cited(SOURCES) | cited(TESTS) >= RULES | RULINGS | OWN_RULINGS


def test_no_other_rule_is_cited() -> None:
    assert cited(SOURCES) | cited(TESTS) <= RULES | RULINGS | OWN_RULINGS | WORKED_EXAMPLES


def test_every_worked_example_has_a_test() -> None:
    texts = [file.read_text(encoding="utf-8") for file in TESTS.glob("test_worked_examples*.py")]
    assert set(re.findall(r'    """(ST-T\d\d)', "".join(texts))) == WORKED_EXAMPLES


def test_every_ruling_is_explained() -> None:
    readme = (SOURCES / "README.md").read_text(encoding="utf-8")
    for ruling in RULINGS | OWN_RULINGS:
        assert f"| {ruling} |" in readme
