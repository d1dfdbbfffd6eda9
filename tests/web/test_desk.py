"""The host's desk: an event is run by clicking alone, and two hosts do not overwrite each other."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.waiting import wait_until
from tests.web.axe import load_axe, needs_axe, weighty
from tests.web.browser import DESK, PHONE, Browsers, address, new_player

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def _resize(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})


def _fits_a_phone(page: Page) -> None:
    """What is shown is no wider than a phone."""
    _resize(page, PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    _resize(page, DESK)


def _part(page: Page, name: str) -> None:
    page.get_by_role("group", name="Parts of the desk").get_by_role("button", name=name, exact=True).click()


def _answer(page: Page, button: str, reason: str) -> None:
    """Give a reason in the dialog that is open, and agree."""
    page.locator("dialog").get_by_label("Reason").fill(reason)
    page.locator("dialog").get_by_role("button", name=button, exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)


def _table(page: Page, number: int) -> Locator:
    return page.locator(f"[data-table='{number}']")


@needs_axe
def test_an_event_of_house_bots_is_run_by_clicking_alone(platform: Platform, browsers: Browsers) -> None:
    host = new_player(platform.rest())
    with browsers.visitor(player=host) as page:
        page.goto(address(platform, "events"))
        page.get_by_role("link", name="Announce a tournament").click()
        _fits_a_phone(page)
        page.get_by_role("button", name="cup").click()
        page.get_by_label("Name", exact=True).fill("Clicked Cup")
        page.locator("[data-id=ruleset]").select_option("commanders")
        page.get_by_label("Format").select_option("Elimination")
        page.get_by_label("Games of a pairing").fill("1")
        page.get_by_label("The next round is paired").select_option("when the host says so")
        page.get_by_label("How many do you expect?").fill("8")
        expect(page.locator(".length")).to_have_text("3 rounds of about 1 minute: 3 minutes.")
        _fits_a_phone(page)
        page.get_by_role("button", name="Announce it").click()
        page.wait_for_url("**/desk")
        cup = page.url.split("/")[-2]
        _fits_a_phone(page)

        _part(page, "Entrants")
        for name in ("Ada", "Bert"):
            page.get_by_label("House bot").select_option("random")
            page.get_by_label("Its name here").fill(name)
            page.get_by_role("button", name="Enter the bot").click()
            expect(page.locator(".entrants")).to_contain_text(name)
        page.get_by_role("button", name="Enter several from a table").click()
        lines = page.locator("dialog").get_by_label("Lines")
        lines.fill("bot,name\nrandom,Cleo\nnobody,Dora\n")
        page.get_by_role("button", name="Enter all").click()
        expect(page.locator("dialog .wrong")).to_contain_text("Line 3 bot:")
        _fits_a_phone(page)
        lines.fill("bot,name\n" + "".join(f"random,{name}\n" for name in ("Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")))
        page.get_by_role("button", name="Enter all").click()
        expect(page.locator(".entrants li")).to_have_count(8)
        _fits_a_phone(page)

        page.get_by_role("button", name="Start", exact=True).click()
        _answer(page, "Start", "All are here")
        _part(page, "Round")
        expect(page.locator(".progress")).to_have_text("4 of 4 tables have a result")
        _fits_a_phone(page)
        rest = host.rest
        first = rest.get(f"/v1/tournaments/{cup}/rounds/1")["tables"][0]
        winner, loser = sorted(
            first["entrants"], key=lambda each: first["result"]["places"][first["entrants"].index(each)]
        )

        page.get_by_role("button", name="Pair the next round").click()
        expect(page.locator("dialog .pairing > li")).to_have_count(2)
        page.locator("dialog .pairing summary").first.click()
        _fits_a_phone(page)
        _answer(page, "Publish the pairing", "")
        expect(page.locator("#round")).to_have_text("Round 2")
        expect(page.locator(".progress")).to_have_text("2 of 2 tables have a result")

        page.get_by_role("button", name="Round 1", exact=True).click()
        _table(page, 1).get_by_role("button", name="Correct the result").click()
        page.get_by_label(f"{loser['name']} wins", exact=True).check()
        _fits_a_phone(page)
        page.get_by_role("button", name="Show what follows").click()
        expect(page.locator("dialog")).to_contain_text("What becomes of later rounds?")
        page.get_by_label("Set it aside and pair anew").check()
        expect(page.locator("dialog")).to_contain_text("Round 2, table")
        _fits_a_phone(page)
        load_axe(page)
        assert weighty(page) == []
        _answer(page, "Correct the result", "Read wrongly")
        expect(_table(page, 1)).to_contain_text("set by a host")
        page.get_by_role("button", name="Round 2", exact=True).click()
        expect(page.locator(".tables")).to_contain_text(loser["name"])
        expect(page.locator(".tables")).not_to_contain_text(winner["name"])
        expect(page.locator(".progress")).to_have_text("2 of 2 tables have a result")

        _part(page, "Log")
        _fits_a_phone(page)
        mistaken = page.locator(".entries li", has_text="The result of round 1, table 1 is set")
        entry = page.locator(f"[data-entry='{mistaken.get_attribute('data-entry')}']")
        mistaken.get_by_role("button", name="Undo").click()
        expect(page.locator("dialog")).to_contain_text("What follows")
        _fits_a_phone(page)
        _answer(page, "Undo", "It was right")
        expect(entry).to_have_class("undone")

        _part(page, "Round")
        _fits_a_phone(page)
        page.get_by_role("button", name="Round 2", exact=True).click()
        expect(page.locator(".tables")).to_contain_text(winner["name"])
        page.get_by_role("button", name="Pair the next round").click()
        _answer(page, "Publish the pairing", "")
        wait_until(lambda: rest.get(f"/v1/tournaments/{cup}")["status"] == "finished", "the end", 60)
        expect(page.locator(".desk-head")).to_contain_text("finished")
        _part(page, "Standings")
        expect(page.locator("tbody tr")).to_have_count(8)
        _fits_a_phone(page)
        with page.expect_download() as taken:
            page.get_by_role("link", name="Standings (CSV)").click()
        assert winner["name"] in taken.value.path().read_text()
        page.get_by_role("button", name="Close", exact=True).click()
        _answer(page, "Close", "Prizes are given")
        expect(page.locator(".desk-head")).to_contain_text("Closed since")
    assert rest.get(f"/v1/tournaments/{cup}")["closed_at"] is not None


def test_two_hosts_see_each_others_changes_and_overwrite_nothing_unseen(platform: Platform, browsers: Browsers) -> None:
    owner, arbiter = new_player(platform.rest()), new_player(platform.rest())
    new = {"name": "Two hosts", "ruleset": "duels", "stages": [{"format": "swiss", "rounds": 3}]}
    clock = {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10}
    wish = {
        **new,
        "time_control": clock,
        "entry": {"bots": "allowed"},
        "times": {"next_round": "by_host", "round_seconds": 3000},
    }
    cup = owner.rest.post("/v1/tournaments", wish)["id"]
    owner.rest.put(f"/v1/tournaments/{cup}/hosts/{arbiter.id}", {"role": "arbiter"})
    for _ in range(4):
        new_player(platform.rest()).rest.post(f"/v1/tournaments/{cup}/entrants")
    owner.rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
    with browsers.visitor(player=owner) as one, browsers.visitor(PHONE, player=arbiter) as other:
        for page in (one, other):
            page.goto(address(platform, f"tournaments/{cup}/desk"))
            expect(_table(page, 2)).to_contain_text("being played")
            expect(page.locator(".progress .clock")).to_contain_text("49:")
        assert other.get_by_role("button", name="Pause").count() == 0
        expect(_table(one, 1).get_by_text("Waits for")).to_be_visible()
        one.get_by_role("button", name="Swap two").click()
        one.locator("dialog").get_by_label("Reason").fill("They are brothers")
        other.get_by_role("button", name="Pair by hand").click()
        second = owner.rest.get(f"/v1/tournaments/{cup}/rounds/1")["tables"][1]["entrants"][0]
        other.get_by_label("Table 1, seat 1").select_option(second["name"])
        other.locator("dialog").get_by_label("Reason").fill("They asked for it")
        other.locator("dialog").get_by_role("button", name="Publish the pairing").click()
        expect(other.locator("dialog")).to_have_count(0)
        expect(one.locator(".news")).to_contain_text(arbiter.name)

        one.locator("dialog").get_by_role("button", name="Swap two").click()
        warning = one.locator("dialog", has_text="Something has changed meanwhile")
        expect(warning).to_contain_text("They asked for it")
        warning.get_by_role("button", name="Cancel").click()
        expect(one.locator("dialog")).to_have_count(0)
        one.get_by_role("button", name="Pause").click()
        _answer(one, "Pause", "Lunch")
        expect(other.locator(".desk-head")).to_contain_text("paused")
        expect(other.locator(".news")).to_contain_text("The tournament is paused.")

        def meddle(route: Route) -> None:
            """Be quicker than what was just sent."""
            two = [entrant["id"] for entrant in owner.rest.get(f"/v1/tournaments/{cup}/entrants")["entrants"][:2]]
            arbiter.rest.post(f"/v1/tournaments/{cup}/entrants:keep-apart", {"entrants": two, "reason": "Sisters"})
            route.continue_()

        _part(one, "Log")
        one.route("**/log/*:undo", meddle, times=1)
        one.locator(".entries li", has_text="The tournament is paused.").get_by_role("button", name="Undo").click()
        one.locator("dialog").get_by_label("Reason").fill("Too early")
        one.locator("dialog").get_by_role("button", name="Undo").click()
        expect(one.locator("dialog [role=status]")).to_contain_text("are kept apart")
        assert owner.rest.get(f"/v1/tournaments/{cup}")["status"] == "paused"
        one.locator("dialog").get_by_role("button", name="Undo").click()
        expect(one.locator(".desk-head")).to_contain_text("under way")
        kinds = [entry["what"]["kind"] for entry in owner.rest.get(f"/v1/tournaments/{cup}/log")["entries"]]
        assert kinds.count("round_paired") == 2
        assert owner.rest.get(f"/v1/tournaments/{cup}/rounds/1")["tables"][0]["entrants"][0] == second


def test_lists_for_the_wall_are_on_paper_alone(platform: Platform, browsers: Browsers) -> None:
    host = new_player(platform.rest())
    new = {"name": "On paper", "ruleset": "duels", "stages": [{"format": "swiss", "rounds": 1}]}
    cup = host.rest.post("/v1/tournaments", {**new, "entry": {"bots": "only"}})["id"]
    for name in ("Zoe", "Yan", "Twin", "Twig", "Ada"):
        host.rest.post(f"/v1/tournaments/{cup}/entrants", {"bot": "random", "name": name})
    host.rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
    with browsers.visitor(player=host) as page:
        page.goto(address(platform, f"tournaments/{cup}/desk"))
        page.get_by_role("button", name="Print by name").click()
        expect(page.locator(".sheet")).to_be_hidden()
        page.emulate_media(media="print")
        names = page.locator(".sheet tbody th")
        expect(names).to_have_text(["Ada", "Twig", "Twin", "Yan", "Zoe"])
        expect(page.locator(".desk")).to_be_hidden()
        expect(page.locator(".top")).to_be_hidden()
