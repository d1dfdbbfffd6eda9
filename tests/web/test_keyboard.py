"""The web client by the keyboard alone."""

import pytest
from playwright.sync_api import Page

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.browser import Browsers, address, new_player

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

_FOCUS = """
() => {
  const now = document.activeElement;
  if (now === null || now === document.body) return { lost: true };
  const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
  const probe = document.createElement("i");
  probe.style.color = accent;
  const colour = probe.style.color;
  const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(now);
  const outlined = outlineStyle === "solid" && outlineColor === colour && parseFloat(outlineWidth) >= 2;
  const shapes = [...now.querySelectorAll("polygon, rect, circle, path")];
  const drawn = shapes.some((each) => getComputedStyle(each).stroke === colour);
  const { width, height, bottom, right } = now.getBoundingClientRect();
  return {
    lost: false,
    isSeen: now.checkVisibility() && width > 1 && height > 1 && bottom > 0 && right > 0 && (outlined || drawn),
    what: now.outerHTML.slice(0, 200),
  };
}
"""


class Keyboard:
    """Hands that find nothing but keys. After each key the focus must be on something, and be seen."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 200, key: str = "Tab") -> None:
        """Go on until something has the focus."""
        for _ in range(most):
            if self.is_on(selector):
                return
            self._page.keyboard.press(key)
            self.sees_the_focus()
        assert self.is_on(selector), f"{selector} is not reached by {most} times {key}"

    def is_on(self, selector: str) -> bool:
        found: bool = self._page.evaluate("selector => document.activeElement.matches(selector)", selector)
        return found

    def sees_the_focus(self) -> None:
        focus = self._page.evaluate(_FOCUS)
        assert not focus["lost"]
        assert focus["isSeen"], focus["what"]

    def gets(self, selector: str) -> None:
        """Wait until the focus has come to something."""
        self._page.wait_for_function("selector => document.activeElement.matches(selector)", arg=selector)
        self.sees_the_focus()


def test_a_match_is_played_from_the_lobby_to_its_end(platform: Platform, browsers: Browsers) -> None:
    with browsers.visitor() as page:
        keyboard = Keyboard(page)
        page.goto(address(platform))
        page.wait_for_selector("[data-play=factionwars]")
        keyboard.tab_to(".skip", most=1)
        keyboard.press("Enter")
        keyboard.gets("#main")
        keyboard.tab_to("[data-play=factionwars]")
        keyboard.press("Enter")
        page.wait_for_selector(".choices button")
        keyboard.gets("#main")
        keyboard.tab_to(".table .can")
        keyboard.press("Space")
        keyboard.tab_to("#confirm")
        keyboard.press("Enter")
        for key in ["Enter", "Space"] * 100:
            keyboard.gets(".choices button, .status")
            page.wait_for_selector(".choices button, .outcome")
            if page.locator(".outcome").count():
                break
            keyboard.gets(".choices button")
            keyboard.press(key)
            keyboard.gets("#confirm")
            keyboard.press(key)
        keyboard.gets(".status")
        keyboard.tab_to("a[href*=replays]")
        keyboard.press("Enter")
        page.wait_for_selector("#position")
        keyboard.gets("#main")
        keyboard.tab_to("input[type=range]")
        keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('#position').textContent.startsWith('Position 1 of')")
        keyboard.sees_the_focus()


def test_a_host_sets_a_result_at_the_desk(platform: Platform, browsers: Browsers) -> None:
    host = new_player(platform.rest())
    new = {"name": "By keys", "ruleset": "duels", "stages": [{"format": "swiss", "rounds": 2}]}
    wish = {**new, "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10}}
    cup = host.rest.post("/v1/tournaments", wish)["id"]
    for _ in range(2):
        new_player(platform.rest()).rest.post(f"/v1/tournaments/{cup}/entrants")
    host.rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
    with browsers.visitor(player=host) as page:
        keyboard = Keyboard(page)
        page.goto(address(platform, f"tournaments/{cup}/desk"))
        page.wait_for_selector("[data-id=result-1]")
        keyboard.tab_to("[data-id=result-1]")
        keyboard.press("Enter")
        keyboard.gets("dialog input[name=outcome]")
        keyboard.press("Space")
        keyboard.press("ArrowDown")
        keyboard.tab_to("dialog .primary")
        keyboard.press("Enter")
        page.wait_for_selector("dialog [name=reason]")
        keyboard.sees_the_focus()
        keyboard.tab_to("dialog [name=reason]", key="Shift+Tab")
        page.keyboard.type("Told by both")
        keyboard.press("Enter")
        page.wait_for_selector("dialog", state="detached")
        keyboard.gets("[data-id=result-1]")
        page.wait_for_selector(".tournament-table.by_host")
        keyboard.tab_to("[data-id=log]", key="Shift+Tab")
        keyboard.press("Enter")
        page.wait_for_selector(".entries")
        keyboard.gets("[data-id=log]")
    (table,) = host.rest.get(f"/v1/tournaments/{cup}/rounds/1")["tables"]
    assert table["result"]["places"] == [2, 1]


def test_dialogs_keep_the_focus_and_give_it_back(platform: Platform, browsers: Browsers) -> None:
    with browsers.visitor() as page:
        keyboard = Keyboard(page)
        page.goto(address(platform))
        page.wait_for_selector(".games")
        for ends in ("Escape", "Enter"):
            keyboard.tab_to(".who > summary")
            keyboard.press("Enter")
            keyboard.tab_to(".menu-items button:nth-of-type(2)")
            keyboard.press("Enter")
            keyboard.gets("dialog input")
            for _ in range(4):
                page.keyboard.press("Tab")
                assert page.evaluate("document.activeElement.closest('dialog, body').tagName") == "DIALOG"
            if ends == "Enter":
                keyboard.tab_to("dialog [type=button]")
            keyboard.press(ends)
            page.wait_for_selector("dialog", state="detached")
            keyboard.gets(".menu-items button:nth-of-type(2)")
            keyboard.tab_to(".who > summary", key="Shift+Tab")
            keyboard.press("Enter")
