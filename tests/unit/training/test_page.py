"""docs/training.md says what the code does."""

import re
from pathlib import Path
from typing import Any

import pytest

from services.training.columns import COLUMNS
from services.training.decisions import FORMAT

PAGE = (Path(__file__).parents[3] / "docs" / "training.md").read_text()


def test_the_page_has_a_row_for_each_column() -> None:
    table = PAGE.partition("### Columns")[2].partition("\n\nA row")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", table, re.MULTILINE)
    assert rows == [
        (column.name, column.type.value + ", or none" * column.nullable, column.description) for column in COLUMNS
    ]
    assert f"`{FORMAT}`" in PAGE


ENVIRONMENTS, PETTINGZOO, OPENSPIEL = re.findall(
    r"^<!-- executed by tests/unit/training/test_page.py -->\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
)


def executed(example: str) -> dict[str, Any]:
    """The names that an example leaves behind."""
    names: dict[str, Any] = {}
    exec(example, names)
    return names


def test_the_example_of_environments_plays_matches() -> None:
    names = executed(ENVIRONMENTS)
    assert names["matches"] >= 20
    assert 0 <= names["wins"] <= names["matches"]


def test_the_example_of_pettingzoo_plays_a_match() -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo's environments need the extra `training`")
    names = executed(PETTINGZOO)
    assert names["env"].agents == []
    assert sum(names["returns"].values()) == pytest.approx(1)


def test_the_example_of_openspiel_plays_a_match() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel's games need the extra `openspiel`")
    assert sum(executed(OPENSPIEL)["state"].returns()) == pytest.approx(1)
