"""What the order of an array in a view may mean: the annotation ``x-order`` in the JSON Schema of views."""

from collections.abc import Iterator
from typing import Any, Final

ORDERS: Final = {
    "seat": "One item for each seat, seat 0 first.",
    "position": "Each index is a place of its own on the table, the first place first.",
    "play": "As things happened, came or are to come: the earliest first.",
    "bottom_first": "A pile: the bottom first, the top last.",
    "top_first": "A pile: the top first.",
    "rank": "The best first.",
    "ascending": "Ascending by number or coordinates; the order tells nothing.",
    "catalogue": "As in the catalogue, or as the schema lists them; the order tells nothing.",
    "parallel": "Item for item as another array, which the description names.",
}
"""The words, with what they mean."""


def arrays(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401 - JSON
    """Every array of a JSON Schema, with its JSON Pointer in the schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "array":
            yield path, schema
        for key, part in schema.items():
            yield from arrays(part, f"{path}/{key}")
    elif isinstance(schema, list):
        for place, part in enumerate(schema):
            yield from arrays(part, f"{path}/{place}")
