"""The platform that a module's tests share."""

from collections.abc import Iterator

import pytest

from tests.e2e.platform import Platform


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    """A platform that was just started for the first time."""
    running = Platform()
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture
def own_platform() -> Iterator[Platform]:
    """A folder of the test's own, where nothing runs yet."""
    made = Platform()
    yield made
    made.close()
