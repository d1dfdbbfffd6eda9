"""Visitors of the web client, in a real browser driven by Playwright."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self

from playwright.sync_api import Page, sync_playwright

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import ARGUMENTS, CHROMIUM

PATIENCE_MS: Final = 30_000
PHONE: Final = {"width": 360, "height": 740}
DESK: Final = {"width": 1280, "height": 900}


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
    def visitor(self, size: dict[str, int] = DESK, **context: Any) -> Iterator[Page]:
        """A page of somebody who was never here before. ``context``: further settings of the browser's context."""
        with self._chromium.new_context(viewport=size, **context) as made:  # type: ignore[arg-type]
            made.grant_permissions(["clipboard-read", "clipboard-write"])
            page = made.new_page()
            page.set_default_timeout(PATIENCE_MS)
            wrong: list[str] = []
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
            yield page
            assert wrong == []


def address(platform: Platform, path: str = "") -> str:
    """Where a page of the web client is: ``matches/m_1``."""
    return f"{platform.folder.url()}/#/{path}"


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


def play_on_table(page: Page, chance: random.Random, most: int = 2_000) -> int:
    """Play a match to its end by clicking on what is lit up on the table, and by the list where nothing is. How many
    clicks on the table there were."""
    clicks = 0
    for _ in range(most):
        page.wait_for_selector(".choices button:enabled, .outcome")
        if is_over(page):
            return clicks
        while page.locator("#confirm").count() == 0:
            lit = page.locator(".table .can:not(.picked)")
            if not lit.count():
                choices = page.locator(".choices button")
                choices.nth(chance.randrange(choices.count())).click()
                break
            lit.nth(chance.randrange(lit.count())).dispatch_event("click")
            clicks += 1
        _confirm(page)
    raise AssertionError(f"the match is not over after {most} actions")


def _confirm(page: Page) -> None:
    """Send what is proposed, and wait until it was taken."""
    page.click("#confirm")
    page.wait_for_selector("#confirm", state="detached")
