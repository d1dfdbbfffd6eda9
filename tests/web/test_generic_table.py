"""A ruleset that nobody has drawn is played to its end in the browser."""

import random

import pytest
from playwright.sync_api import Page

from services.rulesets.factionwars.ruleset import RULESET
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.factionwars.scenario import Scenario
from tests.web.browser import Browsers, address, play_by_list
from tests.web.positions import draw, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def test_a_foreign_ruleset_is_played_to_its_end(platform: Platform, browsers: Browsers) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform))
        page.click("[data-play=spoof]")
        play_by_list(page, random.Random(1))
        assert page.locator(".outcome tbody tr").count() >= 2


def test_cards_that_others_events_name_are_marked(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).line_up("Deputy", "Monk").begin().bid(1, 2)
    draw(page, platform, RULESET, table.state, 0, generic=True)
    tell(page, [{"collected": {"player": 1, "card": "BY04"}}, {"collected": {"player": 0, "card": "CB07"}}])
    marked = [thing.get_attribute("aria-label") or "" for thing in page.locator(".recent").all()]
    assert [label.split(",")[0] for label in marked] == ["Monk"]
