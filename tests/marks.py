"""How many tests the rows of one become: one for all, or some for `make test-all` alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")


def slow_unless(is_quick: Callable[[Value], bool], values: Iterable[Value]) -> list[Any]:
    """The values for ``parametrize``, those marked as slow that are not quick."""
    return [pytest.param(value, marks=[] if is_quick(value) else pytest.mark.slow) for value in values]


def each_row(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like ``parametrize``, but one test that tries all rows: for many that take no time. The error of a row that fails
    names it."""
    listed = [names] if isinstance(names, str) else [*names]
    table = [[row] if isinstance(names, str) else [*row] for row in values]

    def one_test(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_rows(**fixtures: Any) -> None:
            for number, row in enumerate(table):
                try:
                    test(**fixtures, **dict(zip(listed, row, strict=True)))
                except BaseException as error:
                    error.add_note(f"row {number}: {row}")
                    raise

        whole = signature(test)
        of_fixtures = [each for name, each in whole.parameters.items() if name not in listed]
        all_rows.__signature__ = whole.replace(parameters=of_fixtures)  # type: ignore[attr-defined] # what pytest reads
        return all_rows

    return one_test
