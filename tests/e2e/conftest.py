"""The platform that the tests of this package share, as far as one process runs them."""

from collections.abc import Iterator

import pytest

from tests.e2e.platform import Platform


@pytest.fixture(scope="package")
def platform() -> Iterator[Platform]:
    """A platform that was started for the first time, and was stopped by nobody."""
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
