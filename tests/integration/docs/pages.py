"""Pages of the documentation, taken apart."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def blocks(text: str, language: str) -> list[str]:
    """The code blocks of a page, or of a part of one."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(block: str) -> list[str]:
    """The commands of a block, one a line, without comments."""
    return [line for raw in block.splitlines() if (line := re.sub(r"(^|\s+)#.*", "", raw).strip())]


def section(text: str, heading: str) -> str:
    """What stands below a heading, down to the next of its kind."""
    marks = heading.partition(" ")[0]
    _, _, rest = text.partition(f"\n{heading}\n")
    assert rest, f"there is no {heading}"
    return re.split(rf"^#{{1,{len(marks)}}} ", rest, flags=re.MULTILINE)[0]
