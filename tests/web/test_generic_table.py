"""A ruleset that nobody has drawn is played to its end in the browser."""

import random

import pytest

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.browser import Browsers, address, play_by_list

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def test_a_foreign_ruleset_is_played_to_its_end(platform: Platform, browsers: Browsers) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform))
        page.click("[data-play=spoof]")
        play_by_list(page, random.Random(1))
        assert page.locator(".outcome tbody tr").count() >= 2
