"""JSON none of whose objects names a member twice (I-JSON, RFC 7493, 2.3).

One reader takes the first of two, another the last: what one checks is not what the other does.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


class DuplicateKey(ValueError):
    """An object names a member twice. ``path``: the names and indices that lead to it."""

    def __init__(self, path: tuple[str | int, ...]) -> None:
        super().__init__(f"the key {path[-1]!r} stands there twice")
        self.path = path


class _Doubled(dict[str, Any]):
    """An object that names a member twice. ``name``: which."""

    name: str


def parse_once(data: bytes | str) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON document none of whose objects names a key twice.

    Raises:
        ValueError: it is no JSON, or says ``NaN``; :class:`DuplicateKey`.
        RecursionError: it is nested too deep.
    """
    is_doubled = False

    def read(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
        nonlocal is_doubled
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        found = _Doubled(made)
        found.name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        is_doubled = True
        return found

    document = json.loads(data, object_pairs_hook=read, parse_constant=_no_number)
    if is_doubled:
        raise DuplicateKey(_path_to_doubled(document))
    return document


def check_once(data: bytes) -> None:
    """Refuse JSON, which has been parsed, if one of its objects names a key twice.

    Raises:
        DuplicateKey: one does.
    """
    if data.count(b":") > 1:  # most moves have one member, and are not read again
        parse_once(data)


def _path_to_doubled(document: object) -> tuple[str | int, ...]:
    """Where the outermost object is that names a member twice, and that member; empty: there is none."""
    if isinstance(document, _Doubled):
        return (document.name,)
    steps: Iterable[tuple[str | int, object]] = ()
    if isinstance(document, dict):
        steps = document.items()
    elif isinstance(document, list):
        steps = enumerate(document)
    for step, value in steps:
        path = _path_to_doubled(value)
        if path:
            return (step, *path)
    return ()


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON")
