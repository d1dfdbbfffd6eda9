"""A platform and a browser that all tests of this package share, as far as one process runs them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.e2e.platform import Platform
from tests.e2e.test_foreign import WithSpoof
from tests.integration.foreign.test_foreign import spoof
from tests.web.browser import Browsers


@pytest.fixture(scope="package")
def platform() -> Iterator[Platform]:
    """A platform with the installed rulesets and a foreign one, which nobody has drawn."""
    made = WithSpoof(address_sign_ups="1000")
    with spoof() as (_, made.address):
        try:
            made.start()
            yield made
        finally:
            made.close()


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """A Chromium, from which each visitor gets a profile of its own."""
    with Browsers() as started:
        yield started


@pytest.fixture(scope="package")
def page(browsers: Browsers) -> Iterator[Page]:
    """A page of one visitor, on which tests draw positions."""
    with browsers.visitor() as opened:
        yield opened
