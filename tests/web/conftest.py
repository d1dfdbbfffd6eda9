"""A platform and a browser that the tests of a module share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e.platform import Platform
from tests.web.browser import Browsers


@pytest.fixture(scope="module")
def platform() -> Iterator[Platform]:
    """A platform that was just started for the first time."""
    running = Platform()
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def browsers() -> Iterator[Browsers]:
    """A Chromium, from which each visitor gets a profile of its own."""
    with Browsers() as started:
        yield started


@pytest.fixture(scope="module")
def page(browsers: Browsers) -> Iterator[Page]:
    """A page of one visitor, on which the tests of a module draw positions."""
    with browsers.visitor() as opened:
        yield opened
