"""Visitors of the web client, in a real browser driven by Playwright."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

from playwright.sync_api import Page, expect, sync_playwright

from cli.rest_client import Rest
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import ARGUMENTS, CHROMIUM

PATIENCE_MS: Final = 30_000
expect.set_options(timeout=PATIENCE_MS)
PHONE: Final = {"width": 360, "height": 740}
DESK: Final = {"width": 1280, "height": 900}


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody whose key a browser has kept. ``rest``: a client with the same key."""

    id: str
    name: str
    key: str
    rest: Rest
    is_admin: bool = False


class Browsers:
    """A Chromium. Every page's errors and broken rules of its Content-Security-Policy fail the test that looks."""

    def __enter__(self) -> Self:
        self._playwright = sync_playwright().start()
        # The first argument is Playwright's own way to run without a window.
        self._chromium = self._playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS[1:]))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._chromium.close()
        self._playwright.stop()

    @contextmanager
    def visitor(self, size: dict[str, int] = DESK, player: Player | None = None, **context: Any) -> Iterator[Page]:
        """A page of a player, or of somebody who was never here before. ``context``: further settings of the browser's
        context."""
        with self._chromium.new_context(viewport=size, **context) as made:  # type: ignore[arg-type]
            made.grant_permissions(["clipboard-read", "clipboard-write"])
            made.set_default_timeout(PATIENCE_MS)
            if player is not None:
                made.add_init_script(_session_of(player))
            wrong: list[str] = []
            made.on("weberror", lambda error: wrong.append(str(error.error)))
            made.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
            yield made.new_page()
            assert wrong == []


def address(platform: Platform | str, path: str = "") -> str:
    """Where a page of the web client is: ``matches/m_1``. ``platform``: itself, or where it can be reached."""
    url = platform if isinstance(platform, str) else platform.folder.url()
    return f"{url}/#/{path}"


def new_player(rest: Rest) -> Player:
    """Somebody whom the operator has made: from one address not many may sign up."""
    made = rest.post("/v1/players", {"name": f"Guest {random.getrandbits(48)}"})
    wish = {"name": "browser", "scopes": ["matches:read", "matches:play", "matches:create", "account:manage"]}
    key = rest.post(f"/v1/players/{made['id']}/keys", wish)["secret"]
    return Player(made["id"], made["name"], key, Rest(rest.url, key))


def operator(platform: Platform) -> Player:
    """The owner of the first key."""
    rest = platform.rest()
    me = rest.get("/v1/players/me")
    return Player(me["id"], me["name"], platform.folder.key() or "", rest, is_admin=True)


def _session_of(player: Player) -> str:
    """What a page of a player finds in its browser, unless it has forgotten the player since."""
    kept = {"id": player.id, "name": player.name, "key": player.key, "isAdmin": player.is_admin}
    found = json.dumps(json.dumps(kept))
    begins = "location.protocol === 'http:' && !sessionStorage.begun"
    return f"if ({begins}) {{ sessionStorage.begun = 1; localStorage['playhall.session'] = {found}; }}"


def sign_in(page: Page, platform: Platform, key: str) -> None:
    """Be the player of a key."""
    page.goto(address(platform))
    page.click(".who > summary")
    page.get_by_role("button", name="Use a key").click()
    page.get_by_label("Your key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    page.locator(".who > summary").filter(has_not_text="Not signed in").wait_for()


def is_over(page: Page) -> bool:
    """Whether the table shows how the match has ended."""
    return page.locator(".outcome").count() > 0


def play_by_list(page: Page, chance: random.Random, most: int = 2_000) -> int:
    """Play a match to its end by the list of actions; how many were chosen."""
    for played in range(most):
        page.wait_for_selector(".choices button:enabled, .outcome")
        if is_over(page):
            return played
        choices = page.locator(".choices button")
        choices.nth(chance.randrange(choices.count())).click()
        _confirm(page)
    raise AssertionError(f"the match is not over after {most} actions")


def play_on_table(page: Page, seed: int) -> int:
    """Play a match to its end by clicking on what is lit up on the table, and by the list where nothing is. How many
    clicks on the table there were."""
    return _play(page, seed, 100_000, is_on_table=True)["clicks"]


def play_in_page(page: Page, seed: int, most: int = 100_000) -> int:
    """Decide by the list of actions as fast as the page can, until it is one's turn again after so many decisions or
    the match is over; how many there were."""
    return _play(page, seed, most, is_on_table=False)["decided"]


def _play(page: Page, seed: int, most: int, *, is_on_table: bool) -> dict[str, int]:
    page.wait_for_selector(".choices button, .outcome")
    played: dict[str, int] = page.evaluate(_PLAY, {"seed": seed, "most": most, "isOnTable": is_on_table})
    page.wait_for_selector('.choices button[aria-disabled="false"], .outcome')
    return played


_PLAY: Final = """
async ({ seed, most, isOnTable }) => {
  let drawn = seed;
  const anyOf = (found) => {
    drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
    return found[(drawn >>> 16) % found.length];
  };
  const one = (selector) => document.querySelector(selector);
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  const played = { decided: 0, clicks: 0 };
  while (played.decided < most && one(".outcome") === null) {
    const choices = document.querySelectorAll('.choices button[aria-disabled="false"]');
    const lit = isOnTable ? document.querySelectorAll(".table .can:not(.picked)") : [];
    if (one('#confirm[aria-disabled="false"]')) {
      click(one("#confirm"));
      played.decided += 1;
    } else if (choices.length && one("#confirm") === null) {
      if (lit.length) played.clicks += 1;
      click(anyOf(lit.length ? lit : choices));
    }
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  return played;
}
"""


def _confirm(page: Page) -> None:
    """Send what is proposed, and wait until it was taken."""
    page.click("#confirm")
    page.wait_for_selector("#confirm", state="detached")
