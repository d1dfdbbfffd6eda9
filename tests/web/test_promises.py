"""A platform that lies to a browser about what it had promised; and a machine whose clock is wrong."""

import hashlib
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from services.engine.fairness import canonical
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.web.browser import Browsers, address, new_player

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

Json = dict[str, Any]
CHOSEN = "cd" * 32


def chosen_later(match: Json) -> Json:
    """A match whose server seed was chosen when the player's was known."""
    document = match["commitment_document"] | {"server_seed_sha256": hashlib.sha256(bytes.fromhex(CHOSEN)).hexdigest()}
    return match | {
        "commitment_document": document,
        "commitment": hashlib.sha256(canonical(document)).hexdigest(),
    }


def told_otherwise(page: Page, address: str | re.Pattern[str], lie: Callable[[Json], Json]) -> list[str]:
    """Changes answers on their way to the browser; the bodies that were sent to there."""
    sent: list[str] = []

    def tell(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(body=json.dumps(lie(route.fetch().json())), content_type="application/json")

    page.route(address, tell)
    return sent


def kept(page: Page, match: str) -> Json | None:
    found: str | None = page.evaluate(f"localStorage.getItem('playhall.promise.{match}')")
    return None if found is None else json.loads(found)


def open_match(platform: Platform) -> str:
    wish = {"ruleset": "duels", "seats": ["me", "open"], "visibility": "unlisted"}
    match: str = platform.rest().post("/v1/matches", wish)["id"]
    return match


def test_a_commitment_that_changes_with_the_answer_to_the_seed_is_said_and_ends_play(
    platform: Platform, browsers: Browsers
) -> None:
    match = open_match(platform)
    true = platform.rest().get(f"/v1/matches/{match}")["commitment"]
    with browsers.visitor(player=new_player(platform.rest())) as page:
        sent = told_otherwise(page, f"**/v1/matches/{match}:join", chosen_later)
        page.goto(address(platform, f"matches/{match}"))
        page.get_by_role("button", name="Take a seat").click()
        alarm = page.locator("[data-broken]")
        expect(alarm).to_contain_text("Do not play here: the platform does not keep what it has promised")
        expect(alarm).to_contain_text("its commitment has changed")
        found = kept(page, match)
        assert found is not None
        assert (found["commitment"], found["broken"]) == (true, "its commitment has changed")
        assert json.loads(sent[0])["client_seed"] == found["seed"]
        page.reload()
        expect(alarm).to_be_visible()
        expect(page.locator(".choices button")).to_have_count(0)


def test_no_seed_is_sent_to_a_match_whose_commitment_does_not_hold(platform: Platform, browsers: Browsers) -> None:
    match = open_match(platform)
    with browsers.visitor(player=new_player(platform.rest())) as page:
        told_otherwise(page, re.compile(f"/v1/matches/{match}$"), chosen_later)
        joined = told_otherwise(page, f"**/v1/matches/{match}:join", lambda match: match)
        page.goto(address(platform, f"matches/{match}"))
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator("body")).to_contain_text("none of the platform's keys has signed its commitment")
        assert joined == []
        found = kept(page, match)
        assert found is None or found["seed"] is None


@pytest.mark.parametrize("off_seconds", [240, -240])
def test_a_clock_is_right_on_a_machine_that_is_four_minutes_off(
    platform: Platform, browsers: Browsers, off_seconds: int
) -> None:
    player = new_player(platform.rest())
    wish = {"ruleset": "duels", "seats": ["me", "bot:greedy"]}
    clocks = {"kind": "fischer", "bank_seconds": 3_600, "increment_seconds": 0}
    match = player.rest.post("/v1/matches", {**wish, "time_control": clocks})["id"]
    with browsers.visitor(player=player) as page:
        page.clock.install(time=time.time() + off_seconds)
        page.goto(address(platform, f"matches/{match}"))
        expect(page.locator(".choices button").first).to_be_visible()
        deadline = player.rest.get(f"/v1/matches/{match}")["deadline_at"]
        left = page.evaluate(f"(Date.parse('{deadline}') - Date.now()) / 1000 + {off_seconds}")
        shown = page.locator(".clock.runs").inner_text()
        minutes, seconds = map(int, shown.split(":")[-2:])
        whole = 3_600 if shown.count(":") == 2 else 0
        assert abs(whole + minutes * 60 + seconds - left) <= 3, (shown, left)
