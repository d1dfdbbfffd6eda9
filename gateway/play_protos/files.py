"""The protos of the play API as files, and as they are to be.

The files are their own lock: whatever stands in them keeps its number, name, type and place. REST adds what is missing,
and says what the comments say.
"""

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gateway.api import SECTIONS
from gateway.openapi.operation import Section
from gateway.play_protos.additions import with_additions
from gateway.play_protos.comments import Comments
from gateway.play_protos.counterparts import Counterparts
from gateway.play_protos.parsed_protos import Parsed, Texts

PROTOS: Final = Path(__file__).resolve().parents[2] / "protos"
FILES: Final = tuple(
    f"playhall/play/v1/{name}.proto"
    for name in ("play", "accounts", "analysis", "leaderboards", "series", "tournaments")
)
_WIDTH: Final = 120


def committed() -> Texts:
    """The files as they are."""
    return {name: (PROTOS / name).read_text(encoding="utf-8") for name in FILES}


def generated(texts: Texts, sections: Sequence[Section] = SECTIONS) -> Texts:
    """The files as they are to be.

    Raises:
        ValueError: REST has not something that is in a message, or has it in a form that is to be written by hand.
    """
    parsed = Parsed(with_additions(texts, sections))
    comments = Comments(
        parsed, Counterparts((method for service in parsed.services for method in service.methods), sections)
    )
    return {name: _commented(parsed, name, comments) for name in texts}


def write(texts: Texts) -> Iterator[str]:
    """Write the files that are not as they are to be; gives their names."""
    for name, text in texts.items():
        if (PROTOS / name).read_text(encoding="utf-8") != text:
            (PROTOS / name).write_text(text, encoding="utf-8")
            yield name


def _commented(parsed: Parsed, name: str, comments: Comments) -> str:
    """A file in which each element has its comment before it, and no other."""
    lines = parsed.texts[name].splitlines()
    for element in sorted(parsed.elements(name), key=lambda each: -each.first):
        first = element.first
        while lines[first - 1].lstrip().startswith("//"):
            first -= 1
        indent = " " * (len(lines[element.first]) - len(lines[element.first].lstrip()))
        paragraphs = comments.of(element.name).split("\n\n")
        wrapped = f"\n{indent}//\n".join(_wrapped(paragraph, f"{indent}// ") for paragraph in paragraphs)
        lines[first : element.first] = wrapped.split("\n")
    return "\n".join([*lines, ""])


def _wrapped(text: str, before: str) -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=before,
        subsequent_indent=before,
        break_long_words=False,
        break_on_hyphens=False,
    )
