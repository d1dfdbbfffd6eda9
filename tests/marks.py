"""Which cases of a test are for `make test-all` alone."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

Value = TypeVar("Value")


def slow_unless(is_quick: Callable[[Value], bool], values: Iterable[Value]) -> list[Any]:
    """The values for ``parametrize``, those marked as slow that are not quick."""
    return [pytest.param(value, marks=[] if is_quick(value) else pytest.mark.slow) for value in values]
