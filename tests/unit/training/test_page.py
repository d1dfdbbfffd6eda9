"""docs/training.md says what the code does."""

import re
from pathlib import Path
from typing import Any

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


def test_the_example_of_environments_plays_matches() -> None:
    (example,) = re.findall(r"^<!-- executed by [^\n]+ -->\n\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["matches"] >= 20
    assert 0 <= names["wins"] <= names["matches"]
