"""The pages beside the tables: lobby, replay, analysis, tournament, player, console."""

import hashlib
import json
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from cli.rest_client import Rest
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.waiting import wait_until
from tests.web.browser import PHONE, Browsers, address, new_player, sign_in

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def ended(platform: Platform) -> str:
    """A match between bots that has ended."""
    rest = platform.rest()
    match: str = rest.post("/v1/matches", {"ruleset": "commanders", "seats": ["bot:greedy", "bot:random"]})["id"]
    wait_until(lambda: rest.get(f"/v1/matches/{match}")["status"] == "finished", "the end of a match", 60)
    return match


def test_a_visitor_is_one_click_from_the_first_decision(platform: Platform, browsers: Browsers) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform))
        page.click("[data-play=factionwars]")
        expect(page.locator(".choices button").first).to_be_visible()
        expect(page.locator(".who > summary")).to_contain_text("Guest")
        page.reload()
        expect(page.locator(".choices button").first).to_be_visible()


@pytest.mark.parametrize("path", ["", "events", "rules/duels"])
def test_pages_are_no_wider_than_a_phone(platform: Platform, browsers: Browsers, path: str) -> None:
    with browsers.visitor(PHONE) as page:
        page.goto(address(platform, path))
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_replay_goes_step_by_step_and_its_proof_holds(platform: Platform, browsers: Browsers, ended: str) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform, f"replays/{ended}?at=2"))
        expect(page.locator("#position")).to_contain_text("Position 2 of ")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#position")).to_contain_text("Position 3 of ")
        page.get_by_label("Seen by").select_option("1")
        page.locator(".proof button").click()
        expect(page.locator(".proof p b")).to_have_text(
            "The match was fair: everything that could be checked holds.", timeout=60_000
        )


def _doctored(replay: dict[str, Any]) -> None:
    replay["options"]["first_player"] = "lowest"


def _other_seed(replay: dict[str, Any]) -> None:
    replay["seed"] = "00" * 32


def _other_event(replay: dict[str, Any]) -> None:
    replay["steps"][-1]["events"][-1]["public"] = {}


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (_doctored, "Ruleset, options and moment are those that were promised."),
        (_other_seed, "The match's seed follows from the seeds of all."),
        (_other_event, "The platform has signed the replay."),
    ],
)
def test_a_doctored_replay_is_rejected(
    platform: Platform, browsers: Browsers, ended: str, lie: Any, found: str
) -> None:
    def tell(route: Route) -> None:
        replay = route.fetch().json()
        lie(replay)
        route.fulfill(body=json.dumps(replay), content_type="application/json")

    with browsers.visitor() as page:
        page.route(f"**/v1/matches/{ended}/replay", tell)
        page.goto(address(platform, f"replays/{ended}"))
        page.locator(".proof button").click()
        expect(page.locator(".proof p b")).to_have_text("This replay is not what was promised.", timeout=60_000)
        expect(page.locator(".checks .bad", has_text=found)).to_be_visible()


def test_a_position_is_analysed_played_on_and_taken_back(platform: Platform, browsers: Browsers, ended: str) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform, f"analysis?match={ended}&at=2"))
        page.get_by_role("button", name="Ask").click()
        expect(page.locator(".opinions li").first).to_contain_text("tried", timeout=60_000)
        page.locator(".choices button").first.click()
        expect(page.locator(".told li")).to_have_count(1)
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".told li")).to_have_count(0)


def test_whoever_knows_the_link_of_an_open_match_sits_down(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "duels", "seats": ["me", "open"], "visibility": "unlisted"})["id"]
    with browsers.visitor() as page:
        page.goto(address(platform, f"matches/{match}"))
        page.get_by_role("button", name="Take a seat").click()
        expect(page.locator(".choices button").first).to_be_visible()
        assert _promised(page, match)["commitment"] == rest.get(f"/v1/matches/{match}")["commitment"]


@pytest.mark.parametrize(
    ("chosen", "seat", "made"),
    [
        ("as usual", "bot: greedy", ("open", True)),
        ("none", "bot: greedy", ("none", True)),
        ("at any time; the match is not rated", "whoever comes", ("open", False)),
    ],
)
def test_whoever_sets_up_a_match_chooses_whether_the_house_helps(
    platform: Platform, browsers: Browsers, chosen: str, seat: str, made: tuple[str, bool]
) -> None:
    with browsers.visitor() as page:
        page.goto(address(platform))
        game = page.locator(".game", has=page.locator("[data-play=duels]"))
        game.locator("> details > summary").click()
        game.locator("[name='seat.1']").select_option(seat)
        game.get_by_label("Analysis by the house").select_option(chosen)
        game.get_by_role("button", name="Create the match").click()
        page.wait_for_url("**/#/matches/*")
        match = platform.rest().get(f"/v1/matches/{page.url.rpartition('/')[2]}")
        assert (match["assistance"], match["rated"]) == made


@pytest.mark.parametrize("width", [390, 768, 1024, 1280, 1440, 1920])
def test_the_form_of_a_new_match_stays_in_its_card_and_leaves_the_others_alone(
    platform: Platform, browsers: Browsers, width: int
) -> None:
    with browsers.visitor({"width": width, "height": 900}) as page:
        page.goto(address(platform))
        games = page.locator(".game")
        expect(games.first).to_be_visible()
        before = page.evaluate(_HEIGHTS)
        games.nth(0).locator("> details > summary").click()
        games.nth(0).locator("details details > summary").click()
        expect(games.nth(0).get_by_label("Seat 1")).to_be_visible()
        assert page.evaluate(_RIGHT_OF_ITS_CARD) == []
        assert all(now <= was for now, was in zip(page.evaluate(_HEIGHTS)[1:], before[1:], strict=True))


_HEIGHTS = (
    "() => [...document.querySelectorAll('.game')].map((card) => Math.round(card.getBoundingClientRect().height))"
)
_RIGHT_OF_ITS_CARD = """
() => [...document.querySelectorAll(".new-match :is(select, input, button, p)")]
  .filter((each) => each.getBoundingClientRect().right > each.closest(".game").getBoundingClientRect().right)
  .map((each) => each.name || each.textContent)
"""


def fulfil(route: Route, body: str) -> None:
    """Answer a request with JSON."""
    route.fulfill(body=body, content_type="application/json")


def test_a_leaderboard_on_which_nobody_stands_says_so(platform: Platform, browsers: Browsers) -> None:
    unrated = {"ruleset": "faceoff", "seats": 5, "population": "bots", "players": 0}
    board_of_nobody = "**/v1/leaderboards/faceoff/5/bots"
    answers = {
        "**/v1/leaderboards": {"leaderboards": [unrated], "next_page_token": None},
        board_of_nobody: {"entries": [], "next_page_token": None},
        f"{board_of_nobody}/strengths": {"strengths": [], "next_page_token": None},
    }
    with browsers.visitor() as page:
        for path, answer in answers.items():
            page.route(path, partial(fulfil, body=json.dumps(answer)))
        page.goto(address(platform, "events"))
        board = page.locator("a[href='#/leaderboards/faceoff/5/bots']")
        expect(board).to_contain_text("nobody rated yet")
        board.click()
        expect(page.locator("main")).to_contain_text("Nobody is rated here yet.")
        assert page.locator("table").count() == 0


def test_events_tell_when_a_tournament_started_and_not_when_it_was_to(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    new = {
        "name": "Started early",
        "ruleset": "commanders",
        "stages": [{"format": "swiss", "rounds": 1}],
        "entry": {"bots": "only"},
        "times": {"starts_at": "2099-01-01T12:00:00Z"},
    }
    cup = rest.post("/v1/tournaments", new)["id"]
    for name in ("Ada", "Bert"):
        rest.post(f"/v1/tournaments/{cup}/entrants", {"bot": "random", "name": name})
    with browsers.visitor() as page:
        entry = page.locator(f"a[href='#/tournaments/{cup}']")
        page.goto(address(platform, "events"))
        expect(entry).to_contain_text("Jan 1, 2099")
        rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
        page.reload()
        expect(entry).to_contain_text("2 entrants · ")
        expect(entry).not_to_contain_text("2099")


def test_a_tournament_asks_for_nothing_that_is_not_there(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    new = {"name": "Quiet", "ruleset": "commanders", "stages": [{"format": "swiss", "rounds": 1}]}
    cup = rest.post("/v1/tournaments", {**new, "entry": {"bots": "only"}})["id"]
    refused: list[str] = []
    with browsers.visitor(player=new_player(rest)) as page:
        page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
        page.goto(address(platform, f"tournaments/{cup}"))
        expect(page.locator("h1")).to_have_text("Quiet")
        expect(page.get_by_role("button", name="Enter")).to_be_visible()
    assert refused == []


def test_a_tournament_whose_host_gave_the_seed_says_so(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    new = {"name": "Known", "ruleset": "commanders", "stages": [{"format": "swiss", "rounds": 1}]}
    entry = {"bots": "only", "registration": "invited"}
    known = rest.post("/v1/tournaments", {**new, "entry": entry, "seed": "2a" * 32})["id"]
    drawn = rest.post("/v1/tournaments", {**new, "entry": entry, "name": "Drawn"})["id"]
    said = "The host has given this tournament's seed, and knows every card."
    with browsers.visitor() as page:
        page.goto(address(platform, f"tournaments/{known}"))
        expect(page.locator("main")).to_contain_text(said)
        page.goto(address(platform, f"tournaments/{drawn}"))
        expect(page.locator("h1")).to_have_text("Drawn")
        expect(page.locator("main")).not_to_contain_text(said)


def test_a_player_enters_a_tournament(platform: Platform, browsers: Browsers) -> None:
    new = {
        "name": "Friday night",
        "ruleset": "duels",
        "stages": [{"format": "swiss", "rounds": 2}],
        "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10},
    }
    cup = platform.rest().post("/v1/tournaments", new)["id"]
    with browsers.visitor() as page:
        page.goto(address(platform, "events"))
        page.get_by_role("link", name="Friday night").click()
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(page.locator("main")).to_contain_text("1 entrant")
        stored = page.evaluate("Object.entries(localStorage)")
    hosted = platform.rest().get(f"/v1/tournaments/{cup}")
    assert hosted["entrants"] == 1
    (entrant,) = platform.rest().get(f"/v1/tournaments/{cup}/entrants")["entrants"]
    kept, *again = [json.loads(value) for name, value in stored if name.startswith(f"playhall.promise.{cup}/")]
    assert again == [kept]  # by its player and by its entrant
    assert kept["commitment"] == hosted["commitment"]
    assert entrant["client_seed_sha256"] == hashlib.sha256(bytes.fromhex(kept["seed"])).hexdigest()


def test_who_opens_the_link_of_an_entrant_is_that_entrant(platform: Platform, browsers: Browsers) -> None:
    new = {
        "name": "Club night",
        "ruleset": "duels",
        "stages": [{"format": "swiss", "rounds": 2}],
        "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10},
    }
    rest = platform.rest()
    cup = rest.post("/v1/tournaments", new)["id"]
    entrants = f"/v1/tournaments/{cup}/entrants"
    anna = rest.post(entrants, {"name": "Anna"})["id"]
    link = platform.folder.url() + rest.post(f"{entrants}/{anna}:link")["path"]
    who = ".who > summary"
    with browsers.visitor() as page:
        page.goto(link)
        expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
        expect(page.locator(who)).to_have_text("Anna")
        assert page.url == address(platform, f"tournaments/{cup}")  # the key stands there no more
        page.reload()
        expect(page.locator(who)).to_have_text("Anna")
    with browsers.visitor(player=(other := new_player(rest))) as page:
        page.goto(link)
        expect(page.locator("dialog")).to_contain_text(f"You are {other.name} in this browser.")
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(who)).to_have_text(other.name)
        assert page.url == address(platform, f"tournaments/{cup}")
        page.goto(link)
        page.get_by_role("button", name="Play as Anna").click()
        expect(page.locator(who)).to_have_text("Anna")
    rest.post(f"{entrants}/{anna}:link")
    with browsers.visitor() as page:
        page.goto(link)
        expect(page.locator("main")).to_contain_text("This link works no more.")


def test_a_tournament_shows_the_standings_of_all_its_stages(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    new = {
        "name": "Two stages",
        "ruleset": "commanders",
        "stages": [{"format": "swiss", "rounds": 1, "advance": 2}, {"format": "single_elimination"}],
        "time_control": {"kind": "fischer", "bank_seconds": 600, "increment_seconds": 10},
        "entry": {"bots": "only"},
    }
    cup = rest.post("/v1/tournaments", new)["id"]
    for name in ("Ada", "Bert", "Cleo", "Dora"):
        rest.post(f"/v1/tournaments/{cup}/entrants", {"bot": "random", "name": name})
    rest.post(f"/v1/tournaments/{cup}:start", {"reason": ""})
    wait_until(lambda: rest.get(f"/v1/tournaments/{cup}")["status"] == "finished", "the final", 60)
    first, second = (
        [row["name"] for row in stage["rows"]] for stage in rest.get(f"/v1/tournaments/{cup}/standings")["stages"]
    )
    with browsers.visitor() as page:
        page.goto(address(platform, f"tournaments/{cup}"))
        section = page.locator("section", has=page.get_by_role("heading", name="Standings"))
        expect(section.locator("h3")).to_have_text(["Stage 2: elimination", "Stage 1: Swiss system"])
        names = section.locator("tbody th")
        expect(names).to_have_text([f"{name} bot" for name in (*second, *first)])
        expect(page.locator(".bracket .winner")).to_have_text([second[0]])


def test_the_console_is_for_keys_of_operators_alone(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    guest: str = rest.post("/v1/sign-ups", {"name": "Nosy"})["key"]["secret"]
    match = Rest(rest.url, guest).post("/v1/matches", {"ruleset": "duels", "seats": ["me", "bot:greedy"]})["id"]
    with browsers.visitor() as page:
        sign_in(page, platform, guest)
        page.goto(address(platform, "console"))
        expect(page.locator("main")).to_contain_text("needs a key with the scope admin")
    with browsers.visitor() as page:
        sign_in(page, platform, platform.folder.key() or "")
        page.goto(address(platform, "console"))
        expect(page.locator("main")).to_contain_text("queue turns")
        entry = page.locator("section[aria-labelledby=live] li", has=page.locator(f"a[href$='{match}']"))
        entry.get_by_role("button", name="Abort").click()
        page.locator("dialog").get_by_role("button", name="Abort").click()
        expect(entry).to_have_count(0)
    assert rest.get(f"/v1/matches/{match}")["status"] == "aborted"


def _promised(page: Page, match: str) -> dict[str, Any]:
    """What the browser has kept of a match."""
    kept: str = page.evaluate(f"localStorage.getItem('playhall.promise.{match}')")
    found: dict[str, Any] = json.loads(kept)
    return found
