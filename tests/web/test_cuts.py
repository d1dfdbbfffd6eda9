"""The gateway dies under a page, and several pages sit on one seat."""

import contextlib
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cli.rest_client import Rest, retried
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.waiting import kill, wait_until
from tests.web.browser import Browsers, address, new_player, operator
from tests.web.wire import Wire

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

LOST = "Connection lost; trying again …"
STALE = "This was decided already: elsewhere, or by the clock."


class Duel:
    """A match of Faction Wars between Ada, who sits before the page, and Bert: both bid on a card of the line-up."""

    def __init__(self, rest: Rest) -> None:
        self.ada, self.bert = new_player(rest), new_player(rest)
        self.id = self.ada.rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"]})["id"]
        self.bert.rest.post(f"/v1/matches/{self.id}:join")
        self.ada.rest.post(f"/v1/matches/{self.id}:start")
        self._rest = rest

    def bert_bids(self) -> None:
        retried(lambda: self.bert.rest.post(f"/v1/matches/{self.id}/decisions/1", {"action": "bid 2"}))

    def decided(self) -> list[tuple[int, str]]:
        """What Ada has decided, by the numbers of the decisions. It ends the match."""
        retried(lambda: self._rest.post(f"/v1/matches/{self.id}:abort"))
        steps = self._rest.get(f"/v1/matches/{self.id}/replay")["steps"]
        return [(step["rev"], step["action"]) for step in steps if step["seat"] == 0]

    def told(self) -> list[str]:
        """What Ada was told so far, the latest first."""
        lines = retried(lambda: self.ada.rest.get(f"/v1/matches/{self.id}/seats/0/events", since=0))["events"]
        return [event["text"] for line in lines for event in line.get("events", [])][::-1]


@pytest.fixture
def duel(platform: Platform) -> Duel:
    """One that nobody has bid in."""
    return Duel(platform.rest())


@contextlib.contextmanager
def dead_gateway(platform: Platform) -> Iterator[None]:
    """Kill the gateway; it is started again only afterwards."""
    assert platform.process is not None
    gateway = _gateway(platform)
    os.kill(platform.process.pid, signal.SIGSTOP)
    try:
        kill(gateway)
        yield
    finally:
        os.kill(platform.process.pid, signal.SIGCONT)


def _gateway(platform: Platform) -> int:
    """The process that serves pages and requests."""
    (found,) = [pid for pid in platform.children() if "--listener" in Path(f"/proc/{pid}/cmdline").read_text()]
    return found


def bid(page: Page, position: int) -> None:
    """Choose a card of the line-up, without sending it."""
    page.locator(f".choices [data-notation='bid {position}']").click()


def log(page: Page) -> list[str]:
    """What the page says has happened, the latest first."""
    lines = [" ".join(text.split()) for text in page.locator(".told li").all_inner_texts()]
    return [line.removeprefix("↑ Since you last looked ") for line in lines]


def test_a_page_outlives_the_gateway_and_decides_once(platform: Platform, browsers: Browsers, duel: Duel) -> None:
    with browsers.visitor(player=duel.ada) as page:
        page.goto(address(platform, f"matches/{duel.id}"))
        bid(page, 1)
        with dead_gateway(platform):
            expect(page.locator(".cut")).to_have_text(LOST)
            page.click("#confirm")
            expect(page.locator("#confirm")).to_have_text("Sending …")
        expect(page.locator("#confirm")).to_have_count(0)
        expect(page.locator(".cut")).to_have_text("")
        expect(page.locator(".status")).to_have_text("Waiting for " + duel.bert.name + ".")
        duel.bert_bids()
        expect(page.locator(".status")).to_have_text("Your turn.")
        told = [text.replace("Player 0", duel.ada.name).replace("Player 1", duel.bert.name) for text in duel.told()]
        assert log(page) == told
        assert duel.decided() == [(1, "bid 1")]


def test_a_tournament_and_a_series_say_that_they_are_cut_off_and_go_on(platform: Platform, browsers: Browsers) -> None:
    host = operator(platform)
    new = {"name": "Cup", "ruleset": "duels", "stages": [{"format": "single_elimination"}], "entry": {"bots": "only"}}
    cup = host.rest.post("/v1/tournaments", new)["id"]
    wish = {"ruleset": "duels", "entrants": ["greedy", "random"], "stop": {"rule": "fixed", "matches": 10_000}}
    series = host.rest.post("/v1/series", wish)["id"]
    with browsers.visitor(player=host) as tournament:
        other = tournament.context.new_page()
        tournament.goto(address(platform, f"tournaments/{cup}"))
        other.goto(address(platform, f"series/{series}"))
        for page in (tournament, other):
            page.wait_for_selector(".page h1")
        with dead_gateway(platform):
            for page in (tournament, other):
                expect(page.locator(".cut")).to_have_text(LOST)
        for page in (tournament, other):
            expect(page.locator(".cut")).to_have_text("")
        retried(lambda: host.rest.post(f"/v1/tournaments/{cup}:cancel", {"reason": "Rain"}))
        expect(tournament.locator(".page")).to_contain_text("Rain")
        other.get_by_role("button", name="Cancel").click()
        expect(other.locator(".page [role=status]")).to_contain_text("cancelled")


@pytest.mark.parametrize(("path", "asked"), [("console", "**/v1/backlog"), ("", "**/v1/matches?*")])
def test_what_is_asked_for_again_and_again_and_refused_is_said(
    platform: Platform, browsers: Browsers, path: str, asked: str
) -> None:
    refusal = json.dumps({"title": "Refused", "status": 403, "code": "MISSING_SCOPE", "detail": "Not any more."})
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, path))
        page.wait_for_selector(".page h1")
        page.route(
            asked, lambda route: route.fulfill(status=403, content_type="application/problem+json", body=refusal)
        )
        expect(page.locator(".cut")).to_have_text("Not any more.")
        page.unroute(asked)
        expect(page.locator(".cut")).to_have_text("")


def test_what_a_page_can_follow_no_more_is_said(platform: Platform, browsers: Browsers, duel: Duel) -> None:
    (key,) = platform.rest().get(f"/v1/players/{duel.ada.id}/keys")["keys"]
    is_operator = {"Authorization": f"Bearer {platform.folder.key()}"}
    with browsers.visitor(player=duel.ada) as page:
        page.goto(address(platform, f"matches/{duel.id}"))
        expect(page.locator(".status")).to_have_text("Your turn.")
        page.request.delete(f"{platform.folder.url()}/v1/keys/{key['id']}", headers=is_operator)
        kill(_gateway(platform))
        expect(page.locator(".cut")).to_contain_text("key")
        expect(page.locator(".cut button")).to_have_text("Try again")


def test_a_decision_whose_answer_is_lost_with_the_gateway_counts_once(
    platform: Platform, browsers: Browsers, duel: Duel
) -> None:
    lost: list[str] = []

    def dies(method: str, path: str) -> bool:
        if "/decisions/" not in path or lost:
            return False
        lost.append(path)
        kill(_gateway(platform))
        return True

    with Wire(platform.folder.url() or "") as wire, browsers.visitor(player=duel.ada) as page:
        wire.cut = dies
        page.goto(address(wire.url, f"matches/{duel.id}"))
        bid(page, 1)
        page.click("#confirm")
        expect(page.locator("#confirm")).to_have_count(0)
        expect(page.locator("dialog, .notice:not(:empty)")).to_have_count(0)
        expect(page.locator(".status")).to_have_text("Waiting for " + duel.bert.name + ".")
        assert len(lost) == 1
        wait_until(lambda: any("/decisions/" in answer.path for answer in wire.answers), "the repeated decision")
        assert duel.decided() == [(1, "bid 1")]


def test_two_tabs_show_the_same_and_decide_once(platform: Platform, browsers: Browsers, duel: Duel) -> None:
    with browsers.visitor(player=duel.ada) as one:
        other = one.context.new_page()
        for page in (one, other):
            page.goto(address(platform, f"matches/{duel.id}"))
        bid(other, 2)
        bid(one, 1)
        one.click("#confirm")
        expect(other.locator(".notice")).to_have_text(STALE)
        expect(other.locator("#confirm")).to_have_count(0)
        for page in (one, other):
            expect(page.locator(".status")).to_have_text("Waiting for " + duel.bert.name + ".")
        duel.bert_bids()
        for page in (one, other):
            expect(page.locator(".status")).to_have_text("Your turn.")
        expect(other.locator(".notice")).to_have_text(STALE)
        expect(one.locator(".notice")).to_have_text("")
        assert one.locator(".table").inner_text() == other.locator(".table").inner_text()
        assert log(one) == log(other)
        assert duel.decided() == [(1, "bid 1")]


def test_a_stale_choice_of_another_device_is_refused_and_drawn_anew(
    platform: Platform, browsers: Browsers, duel: Duel
) -> None:
    with (
        Wire(platform.folder.url() or "") as wire,
        browsers.visitor(player=duel.ada) as phone,
        browsers.visitor(player=duel.ada) as desk,
    ):
        phone.goto(address(wire.url, f"matches/{duel.id}"))
        desk.goto(address(platform, f"matches/{duel.id}"))
        bid(phone, 2)
        wire.flows.clear()  # the phone hears of nothing
        bid(desk, 1)
        desk.click("#confirm")
        expect(desk.locator(".status")).to_have_text("Waiting for " + duel.bert.name + ".")
        duel.bert_bids()
        phone.click("#confirm")
        expect(phone.locator(".notice")).to_have_text(STALE)
        expect(phone.locator(".fw-state")).to_contain_text("Round 2")
        expect(phone.locator("#confirm")).to_have_count(0)
        expect(phone.locator(".choices button").first).to_be_visible()
        wire.flows.set()
        expect(desk.locator(".told li").first).to_be_visible()
        expect(phone.locator(".told li")).to_have_count(desk.locator(".told li").count())
        assert log(phone) == log(desk)
        assert duel.decided() == [(1, "bid 1")]
