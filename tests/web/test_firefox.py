"""The web client in Firefox, too: from the lobby to the proof of a match."""

import pytest

from tests.e2e.platform import Platform
from tests.waiting import wait_until
from tests.web.browser import address
from tests.web.firefox import Firefox, needs_firefox

pytestmark = [pytest.mark.slow, needs_firefox, pytest.mark.timeout(300)]

MOST = 500


def test_a_match_is_played_to_its_end_and_its_proof_holds(platform: Platform) -> None:
    with Firefox() as page:
        page.open(address(platform))
        page.click("[data-play=factionwars]")
        for _ in range(MOST):
            page.wait_for(".choices button:not([aria-disabled=true]), .outcome")
            if page.run("return document.querySelector('.outcome') !== null"):
                break
            page.click(".choices button")
            page.click("#confirm")
            wait_until(lambda: page.run("return document.querySelector('#confirm') === null"), "the action is taken")
        page.click("a[href^='#/replays/']")
        page.click(".proof button")
        page.wait_for(".proof p b")
        assert page.run("return document.querySelector('.proof p b').textContent") == (
            "The match was fair: everything that could be checked holds."
        )
        checks = page.run("return [...document.querySelectorAll('.checks li')].map((check) => check.textContent)")
        assert len(checks) == 10
        assert [check for check in checks if not check.strip().endswith(" holds")] == []
