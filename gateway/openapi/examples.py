"""Examples: requests that were really sent, and what they were really answered.

They are recorded in one file by a test that also sends them again, so none of them can be out of date.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Any


@dataclass(frozen=True, slots=True)
class Example:
    """One request and its answer.

    ``parameters``: those of path, query and headers, by name; the key of the caller is not among them. ``body``: the
    JSON sent, None for none. ``answer``: JSON, or the text of a stream, or None for no body. ``headers``: those of the
    answer that its operation documents.
    """

    operation: str
    name: str
    summary: str
    parameters: Mapping[str, str | int]
    body: Json
    status: int
    media_type: str | None
    headers: Mapping[str, str]
    answer: Json


def read_examples(lines: str) -> list[Example]:
    """Examples from lines of JSON: objects with the fields of :class:`Example`."""
    return [Example(**json.loads(line)) for line in lines.rstrip("\n").split("\n")]


def of(examples: Sequence[Example], values: Mapping[str, Json]) -> dict[str, Json]:
    """The values that some examples have in one place, as OpenAPI writes them: those that are alike once."""
    shown: dict[str, Json] = {}
    for example in examples:
        if example.name in values and values[example.name] not in (known["value"] for known in shown.values()):
            shown[example.name] = {"summary": example.summary, "value": values[example.name]}
    return shown
