"""Every page of the web client: nobody is kept out, nothing moves for who wants none of it, and all it says is in the
catalogue."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.axe import load_axe, needs_axe, weighty
from tests.web.browser import Browsers, address, new_player, play_in_page
from tests.web.places import PAGES, Places, furnished
from tests.web.second_language import SecondLanguage
from tests.web.wire import Wire

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

MOVES = """
window.moves = [];
for (const kind of ["animationstart", "transitionrun"]) addEventListener(kind, ({ type }) => moves.push(type), true);
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) { moves.push("animate"); return animate.apply(this, how); };
"""


@pytest.fixture(scope="module")
def places(platform: Platform) -> Places:
    return furnished(platform)


@pytest.fixture(scope="module")
def owners_page(browsers: Browsers, places: Places) -> Iterator[Page]:
    """A page of who may see all."""
    with browsers.visitor(player=places.owner) as page:
        yield page


@pytest.fixture(scope="module")
def translated(browsers: Browsers, places: Places) -> Iterator[tuple[Page, Wire, SecondLanguage]]:
    """Such a page in another language."""
    url = places.owner.rest.url
    with Wire(url) as wire, browsers.visitor(player=places.owner) as page:
        yield page, wire, SecondLanguage(page.context, wire, stored=places.owner.name)


def visit(page: Page, place: str) -> None:
    """Go to a page, and wait until all of it is there."""
    page.goto("about:blank")
    page.goto(place)
    expect(page.locator("#main h1").first).to_be_visible()
    if "/matches/" in place:
        expect(page.locator(".choices button").first).to_be_visible()


@needs_axe
@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious_keeps_anybody_out(platform: Platform, places: Places, owners_page: Page, name: str) -> None:
    owners_page.emulate_media(color_scheme="light")
    visit(owners_page, address(platform, places.paths[name]))
    load_axe(owners_page)
    assert weighty(owners_page) == []
    owners_page.emulate_media(color_scheme="dark")
    assert weighty(owners_page, "color-contrast") == []


@pytest.mark.parametrize("name", PAGES)
def test_all_that_is_said_is_in_the_catalogue(
    places: Places, translated: tuple[Page, Wire, SecondLanguage], name: str
) -> None:
    page, wire, language = translated
    visit(page, address(wire.url, places.paths[name]))
    assert language.unmarked(page) == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_no_motion(
    platform: Platform, browsers: Browsers, places: Places, motion: str
) -> None:
    with browsers.visitor(player=new_player(places.owner.rest), reduced_motion=motion) as page:
        page.add_init_script(MOVES)
        page.goto(address(platform))
        page.click("[data-play=factionwars]")
        play_in_page(page, seed=3, most=3)
        page.click(".match-head button:has-text('Resign')")
        page.locator("dialog").get_by_role("button", name="Cancel").click()
        page.goto(address(platform, places.paths["replay"]))
        page.get_by_role("button", name="One step on").click()
        expect(page.locator("#position")).to_contain_text("Position 10 of ")
        moves = page.evaluate("moves")
        assert (moves == []) == (motion == "reduce")
