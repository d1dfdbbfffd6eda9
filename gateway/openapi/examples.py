"""Examples: real requests and their real answers.

A test records them in one file and sends them again, so none of them can be out of date.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Any


@dataclass(frozen=True, slots=True)
class Example:
    """A request and its answer.

    ``parameters``: those of path, query and headers, by name, without the key of the caller. ``body``: the JSON sent,
    or None. ``answer``: JSON, or the text of a stream, or None without a body. ``headers``: those response headers that
    the operation documents.
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
    """The values of some examples in one place, as OpenAPI writes them; equal ones once."""
    shown: dict[str, Json] = {}
    for example in examples:
        if example.name in values and values[example.name] not in (known["value"] for known in shown.values()):
            shown[example.name] = {"summary": example.summary, "value": values[example.name]}
    return shown
