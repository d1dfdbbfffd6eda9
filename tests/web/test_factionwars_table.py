"""The table of Faction Wars."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cli.rest_client import Rest
from services.engine.ruleset import JsonObject
from services.rulesets.factionwars.ruleset import RULESET
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.factionwars.scenario import PlayedTable, Scenario
from tests.web.browser import PHONE, Browsers, address, operator, play_on_table
from tests.web.positions import draw, may_do, reached, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def show(page: Page, platform: Platform, table: PlayedTable, viewer: int | None = 0) -> None:
    draw(page, platform, RULESET, table.state, viewer)


def filled(*cards: str) -> JsonObject:
    """The event that the line-up was filled."""
    return {"line_up_filled": {"round": 1, "cards": list(cards)}}


def texts(page: Page, selector: str) -> list[str]:
    """What is shown, in one line each."""
    return [" ".join(text.split()) for text in page.locator(selector).all_inner_texts()]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (5, {"fewer_battles": True, "conscript_rps": True})])
def test_matches_are_played_to_their_end_on_the_table(
    platform: Platform, browsers: Browsers, seats: int, options: dict[str, Any]
) -> None:
    wish = {"ruleset": "factionwars", "seats": ["me"] + ["bot:greedy"] * (seats - 1), "options": options}
    match = platform.rest().post("/v1/matches", wish)["id"]
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        assert play_on_table(page, seats) > 12
        points = dict(zip(texts(page, ".outcome th[scope=row]"), texts(page, ".outcome td:last-child"), strict=True))
        assert len(points) == seats
        bands = {
            name.split(" (you)")[0]: points.split()[1]
            for name, points in zip(texts(page, ".fw-head h3"), texts(page, ".fw-points"), strict=True)
        }
        assert bands == {name.split(" How the points")[0]: number for name, number in points.items()}


def test_what_is_picked_stays_while_others_bid(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    bert = Rest(rest.url, rest.post("/v1/sign-ups", {"name": "Bert"})["key"]["secret"])
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"]})["id"]
    bert.post(f"/v1/matches/{match}:join")
    rest.post(f"/v1/matches/{match}:start")
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        page.locator(".table").get_by_role("button", name="Position 1").click()
        bert.post(f"/v1/matches/{match}/decisions/1", {"action": "bid 2"})
        expect(page.locator(".fw-bids")).to_contain_text("has bid")
        page.click("#confirm")
        expect(page.locator(".fw-state")).to_contain_text("Round 2")


def test_bots_of_the_same_kind_have_names_of_their_own(platform: Platform, browsers: Browsers) -> None:
    rest = platform.rest()
    match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy", "bot:greedy"]})["id"]
    with browsers.visitor() as page:
        page.goto(address(platform, f"matches/{match}"))
        expect(page.locator(".players .name")).to_have_text(["operator", "greedy 1", "greedy 2"])
        expect(page.locator(".fw-head h3")).to_have_text(["operator", "greedy 1", "greedy 2"])


def test_a_card_of_the_line_up_is_bid_on_by_clicking(platform: Platform, page: Page) -> None:
    table = Scenario(players=3).line_up("Deputy", "Monk", "Ambush").begin()
    show(page, platform, table)
    page.get_by_role("button", name="Position 2: Monk").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "bid 2"
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_bids_are_seen_by_their_player_alone(platform: Platform, page: Page) -> None:
    table = Scenario(players=3).line_up("Deputy", "Monk", "Ambush").has_bid("B", 3).begin()
    show(page, platform, table, viewer=1)
    assert texts(page, ".fw-bids li") == ["Bert (you) ✓ your bid: 3", "Cleo chooses …", "Ada chooses …"]
    assert texts(page, ".fw-bidders") == ["", "", "Bert (you)"]
    for viewer in (0, 2, None):
        show(page, platform, table, viewer)
        assert "Bert ✓ has bid" in texts(page, ".fw-bids li")
        assert texts(page, ".fw-bidders") == ["", "", ""]


def test_a_player_is_chosen_by_name(platform: Platform, page: Page) -> None:
    table = Scenario(players=3).line_up("Monk", "Deputy", "Jarl").begin().bid(1, 2, 3)
    show(page, platform, table)
    expect(page.get_by_role("region", name="Ada collects")).to_contain_text("Choose a player")
    assert reached(page, clicks=1) == ["player 1", "player 2"]
    show(page, platform, table, viewer=1)
    assert page.locator(".table .can").count() == 0


def test_a_card_is_chosen_beside_the_one_that_asks_for_it(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=3)
        .line_up("Veteran's Return", "Deputy", "Jarl")
        .recruit_discard("Raider", "Monk", "Skald")
        .begin()
        .bid(1, 2, 3)
    )
    show(page, platform, table)
    assert texts(page, ".fw-collection button.can") == ["Skald 3 4", "Raider 6 1"]
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_own_recruits_are_chosen_where_they_lie(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=3)
        .line_up("Trade Deal", "Deputy", "Jarl")
        .battle_discard("A", "Skald", "Captain")
        .battle_discard("B", "Raider")
        .begin()
        .bid(1, 3, 3)
    )
    show(page, platform, table)
    band = page.get_by_role("region", name="Ada", exact=True)
    band.get_by_role("button", name="Captain").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "card PR11"


def test_battles_are_shown_card_by_card(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c2", "c3", "c1")
        .battle_deck("B", "c2", "c1", "c3")
        .begin()
        .bid(1, 1)
    )
    show(page, platform, table)
    tell(page, [filled("CB07", "BY04"), *table.happened])
    assert texts(page, ".fw-battle tbody tr") == ["Ada (you) Conscript 2 Conscript 3", "Bert Conscript 2 Conscript 1"]
    assert texts(page, ".fw-winner th") == ["Ada (you)"]
    assert texts(page, ".fw-won") == ["✓ Ada wins the battle."]
    expect(page.get_by_role("region", name="What the bids brought in round 1")).to_be_visible()


def test_who_has_no_card_left_drops_out_and_nobody_may_win(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=2)
        .line_up("Deputy", "Monk")
        .battle_deck("A", "c2", "c3", "c1")
        .battle_deck("B", "c2", "c3", "c1")
        .begin()
        .bid(1, 1)
    )
    show(page, platform, table)
    tell(page, [filled("CB07", "BY04"), *table.happened])
    assert page.locator(".fw-winner").count() == 0
    expect(page.locator(".fw-resolved")).to_contain_text("Nobody wins: the card goes to the recruit discard pile.")


def test_points_so_far_are_those_of_all_cards_of_a_band(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=4)
        .on_display("Clean Hands", "True Colors", "Elite Guard")
        .battle_deck("A", "Sheriff", "Gambler", "Berserker", "c1")
        .battle_discard("A", "Berserker", "Odin's Favor", "Monk")
        .battle_discard("B", "Captain", "Grandmaster", "Jarl", "Outlaw")
        .begin()
    )
    show(page, platform, table)
    assert texts(page, ".fw-points") == [
        "★ 10 points so far",
        "★ 17 points so far",
        "★ 3 points so far",
        "★ 3 points so far",
    ]
    assert texts(page, ".fw-head + .hint")[:2] == [
        "recruits 5 · Berserkers 4 · faction cards 3 · bystanders -2",
        "recruits 10 · Clean Hands 3 · Elite Guard 4",
    ]


def test_bonus_cards_say_how_far_each_player_meets_them(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=4)
        .on_display("Melting Pot", "True Colors", "Clean Hands")
        .battle_discard("A", "Sheriff", "Outlaw", "Deputy", "Gambler", "Ranch Hand")
        .battle_discard("B", "Monk", "Mayor")
        .begin()
    )
    show(page, platform, table)
    told = [texts(page, f".fw-bonus:nth-child({number}) li") for number in (1, 2, 3)]
    assert [each[:2] for each in told] == [
        ["Ada (you) 0 of 2", "Bert 0 of 2"],
        ["Ada (you) 5 of 5 ✓ +4", "Bert 0 of 5"],
        ["Ada (you) met ✓ +3", "Bert 2 bystanders"],
    ]


def test_bonus_cards_of_factions_count_for_everybody_on_display(platform: Platform, page: Page) -> None:
    table = (
        Scenario(players=2, faction_bonus_location="display")
        .on_display("Gatling Gun", "Kuji-kiri", "Clean Hands")
        .battle_discard("A", "Sheriff", "Outlaw")
        .begin()
    )
    show(page, platform, table)
    told = {text for number in (1, 2, 3) for text in texts(page, f".fw-bonus:nth-child({number}) li:first-child")}
    assert told == {"Ada (you) 2 ✓ +2", "Ada (you) 0", "Ada (you) met ✓ +3"}
    assert texts(page, ".fw-points") == ["★ 10 points so far", "★ 3 points so far"]


def test_conscripts_are_worth_what_the_options_say(platform: Platform, page: Page) -> None:
    show(page, platform, Scenario(players=2, conscript_values=[4, 0, 9]).begin())
    band = page.get_by_role("region", name="Ada", exact=True)
    assert band.locator(".fw-troop").all_inner_texts() == ["Conscript\n9", "Conscript\n4", "Conscript\n0"]


def test_long_piles_are_folded(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).recruit_discard("Raider", "Monk").begin()
    show(page, platform, table)
    assert texts(page, ".fw-shared summary") == ["Recruit deck: 54", "Recruit discard pile: 2", "Unused bonus cards: 2"]
    expect(page.locator(".fw-shared .fw-troop").first).to_be_hidden()
    page.locator(".fw-shared summary", has_text="discard pile").click()
    assert texts(page, ".fw-shared details[open] .fw-troop") == ["Raider 6 1", "Monk 0 -2"]


def test_nothing_is_wider_than_a_phone(platform: Platform, browsers: Browsers) -> None:
    table = Scenario(players=5, fewer_battles=True).begin()
    with browsers.visitor(PHONE) as page:
        show(page, platform, table)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_cards_that_others_have_collected_are_marked(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).line_up("Deputy", "Monk").begin().bid(1, 2)
    show(page, platform, table)
    tell(page, table.happened)
    marked = [thing.get_attribute("aria-label") or "" for thing in page.locator(".recent").all()]
    assert [label.split(",")[0] for label in marked] == ["Monk"]
