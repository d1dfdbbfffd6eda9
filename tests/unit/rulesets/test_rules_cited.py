"""Every rule and ruling of a game's rules is implemented, or tested, where its id stands."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from services import rulesets

SOURCES = Path(rulesets.__file__).parent
TESTS = Path(__file__).parent.parent


def numbered(kind: str, *spans: tuple[int, int], digits: int = 2) -> set[str]:
    """Ids of the numbers from the first to the last of each span."""
    return {f"{kind}{number:0{digits}}" for first, last in spans for number in range(first, last + 1)}


@dataclass(frozen=True)
class Rules:
    """The ids of a game without its letters: rules, rulings (``R``), our own (``P``), worked examples (``T``)."""

    letters: str
    rules: set[str]
    rulings: set[str]
    own_rulings: set[str]
    examples: set[str]


RULES = {
    "commanders": Rules(
        "FC", numbered("", (1, 24), digits=3), numbered("R", (1, 32)), numbered("P", (1, 9)), numbered("T", (1, 29))
    ),
    "duels": Rules(
        "FD", numbered("", (1, 53), digits=3), numbered("R", (1, 37)), numbered("P", (1, 7)), numbered("T", (1, 29))
    ),
    "faceoff": Rules(
        "FO", numbered("", (1, 136), digits=3), numbered("R", (1, 83)), numbered("P", (1, 10)), numbered("T", (1, 39))
    ),
    "factionwars": Rules(
        "FW",
        numbered("", (1, 61), digits=3),
        numbered("R", (1, 7), (10, 17), (20, 27), (30, 43), (50, 51)),
        numbered("P", (1, 7)),
        numbered("T", (1, 36)),
    ),
    "standoff": Rules(
        "ST",
        numbered("", (1, 78), digits=3),
        numbered("R", (1, 9), (10, 18), (20, 32), (40, 44), (50, 62)),
        numbered("P", (1, 10)),
        numbered("T", (1, 48)),
    ),
}
EXPLAINED_IN_RULEBOOK = {"faceoff", "factionwars"}
"""Games whose README explains our own rulings alone."""

each_game = pytest.mark.parametrize("game", RULES)


def cited(folder: Path, letters: str) -> set[str]:
    """The ids in the Python files of a folder, without the letters; ``FC-001 to FC-005`` cites all of them."""
    ids: set[str] = set()
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        ids |= set(re.findall(rf"{letters}-([RPT]\d\d|\d\d\d)", text))
        for kind, first, last in re.findall(rf"{letters}-([RPT]?)(\d+) to {letters}-[RPT]?(\d+)", text):
            ids |= numbered(kind, (int(first), int(last)), digits=len(first))
    return ids


def cited_of(game: str) -> set[str]:
    return cited(SOURCES / game, RULES[game].letters) | cited(TESTS / game, RULES[game].letters)


@each_game
def test_every_rule_is_cited_in_the_source_or_the_tests(game: str) -> None:
    rules = RULES[game]
    assert cited_of(game) >= rules.rules | rules.rulings | rules.own_rulings


@each_game
def test_no_other_rule_is_cited(game: str) -> None:
    rules = RULES[game]
    assert cited_of(game) <= rules.rules | rules.rulings | rules.own_rulings | rules.examples


@each_game
def test_every_worked_example_has_a_test(game: str) -> None:
    texts = [file.read_text(encoding="utf-8") for file in (TESTS / game).glob("test_*.py")]
    tested = re.findall(rf'    """{RULES[game].letters}-(T\d\d)', "".join(texts))
    assert set(tested) == RULES[game].examples


@each_game
def test_every_ruling_is_explained_in_the_readme(game: str) -> None:
    readme = (SOURCES / game / "README.md").read_text(encoding="utf-8")
    rules = RULES[game]
    for ruling in rules.own_rulings | (set() if game in EXPLAINED_IN_RULEBOOK else rules.rulings):
        assert f"| {rules.letters}-{ruling} |" in readme
