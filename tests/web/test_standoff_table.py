"""The table of Standoff."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.rulesets.standoff.ruleset import RULESET
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.standoff.scenario import PlayedTable, Scenario
from tests.web.browser import PHONE, Browsers, address, operator, play_on_table
from tests.web.positions import draw, may_do, reached, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

GATES = ["-3,-4", "7,-4", "-4,-3", "7,-3", "-7,3", "4,3", "-7,4", "3,4"]


def show(page: Page, platform: Platform, table: PlayedTable, viewer: int | None = 0) -> None:
    draw(page, platform, RULESET, table.state, viewer)


def lit(page: Page) -> list[str | None]:
    """The hexes that can be chosen."""
    return [hex.get_attribute("data-hex") for hex in page.locator(".so-hex.can").all()]


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"round_limit": 3}),
        (3, {"round_limit": 2, "first_player": "random"}),
        (4, {"round_limit": 2, "placement_api": "macro"}),
    ],
)
def test_matches_are_played_to_their_end_on_the_table(
    platform: Platform, browsers: Browsers, seats: int, options: dict[str, Any]
) -> None:
    wish = {"ruleset": "standoff", "seats": ["me"] + ["bot:greedy"] * (seats - 1), "options": options}
    match = platform.rest().post("/v1/matches", wish)["id"]
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        assert play_on_table(page, seats) > 5
        assert page.locator(".outcome tbody tr").count() == seats
        expect(page.locator(".so-turn")).to_contain_text("The last round is over")


def test_whatever_may_be_done_can_be_clicked_on(platform: Platform, page: Page) -> None:
    table = (
        Scenario(seats=3)
        .tiles("A", "3,4", "2,4", "6,0")
        .tiles("B", "4,3", "3,3")
        .token("HOWITZER", "2,4")
        .hand("A", "HEX2", "CR1", "CR2", "TACOFF", "TROJAN", "HORSE")
        .orbit("A", "SOLAR", "LANCE")
        .budget(6)
        .begin()
    )
    show(page, platform, table)
    assert reached(page, clicks=2) == may_do(RULESET, table.state, 0)
    show(page, platform, table.play("A", "play TROJAN"))
    assert reached(page, clicks=1) == ["opponent 1", "opponent 2"]
    show(page, platform, table.play("A", "opponent 1", "play TACOFF"))
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_a_group_is_placed_hex_by_hex(platform: Platform, page: Page) -> None:
    table = Scenario().hand("A", "HEX3").budget(4).begin().play("A", "play HEX3")
    show(page, platform, table)
    assert lit(page) == GATES
    expect(page.locator(".so-asked")).to_contain_text("Place 3 connected tiles of your colour. 3 choices left.")
    show(page, platform, table.play("A", "place 3,4"))
    assert lit(page) == ["3,3", "4,3", "2,4"]
    placed = page.locator('[data-hex="3,4"]')
    assert placed.get_attribute("aria-label") == "3,4, Gate, empty, chosen for the group"


def test_a_whole_group_is_chosen_in_one_decision(platform: Platform, page: Page) -> None:
    table = Scenario(placement_api="macro").hand("A", "HEX2").budget(2).begin()
    show(page, platform, table)
    page.get_by_role("button", name="2-Hex, Encampment").first.click()
    page.locator('[data-hex="3,4"]').click()
    assert lit(page) == ["3,3", "4,3", "2,4"]
    page.locator('[data-hex="3,3"]').click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "place HEX2 3,3 3,4"


@pytest.mark.parametrize(
    ("card", "chosen", "shown"),
    [
        ("PRIORITY", "pick CR3", "3-Credit"),
        ("SALVAGE", "pick CR2", "2-Credit"),
        ("INFILTRATE", "pick HORSE", "Horse"),
        ("EMBARGO", "pick_slot 3", "Relay Beacon"),
        ("INTERCEPTOR", "pick UPLINK", "Uplink"),
    ],
)
def test_cards_are_picked_where_an_effect_finds_them(
    platform: Platform, page: Page, card: str, chosen: str, shown: str
) -> None:
    table = (
        Scenario()
        .hand("A", card)
        .deck("A", "CR3", "CR1")
        .discard("A", "CR2", "HEX1")
        .hand("B", "HORSE", "CR1")
        .orbit("B", "UPLINK", "SOLAR")
        .slot(3, "BEACON")
        .budget(3)
        .begin()
        .play("A", f"play {card}")
    )
    show(page, platform, table)
    page.locator(".table").get_by_role("button", name=shown).click()
    assert page.evaluate("window.scene.picking.proposed.notation") == chosen


def test_hexes_tell_what_is_on_them(platform: Platform, page: Page) -> None:
    table = Scenario().tiles("B", "0,0").token("FORCEFIELD", "0,0").begin()
    show(page, platform, table)
    told = {
        hex: page.locator(f'[data-hex="{hex}"]').get_attribute("aria-label")
        for hex in ("0,0", "1,0", "2,5", "6,0", "3,4")
    }
    assert told == {
        "0,0": "0,0, The Red Gun, tile of Bert, Forcefield, kept by a forcefield of Bert",
        "1,0": "1,0, The Red Gun, empty, kept by a forcefield of Bert",
        "2,5": "2,5, black tile",
        "6,0": "6,0, empty, Credit Well",
        "3,4": "3,4, Gate, empty",
    }


def test_keys_lead_over_the_board_from_one_tab_stop(platform: Platform, page: Page) -> None:
    table = Scenario().hand("A", "HEX1").begin().play("A", "play HEX1")
    show(page, platform, table)
    at = "document.activeElement.dataset.hex"
    assert page.locator('.so-hex[tabindex="0"]').count() == 1
    page.locator('.so-hex[tabindex="0"]').focus()
    began = page.evaluate(at)
    assert began in GATES
    walked = []
    for key in ("PageDown", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        walked.append(page.evaluate(at))
    assert page.locator('.so-hex[tabindex="0"]').count() == 1
    assert walked[0] in GATES
    assert walked[0] != began
    page.keyboard.press("Enter")
    assert page.evaluate("window.scene.picking.proposed.notation") == f"place {page.evaluate(at)}"


def test_a_phone_enlarges_the_board_where_a_hex_is_chosen(platform: Platform, browsers: Browsers) -> None:
    table = Scenario().tiles("A", "3,4").hand("A", "HEX1").begin()
    with browsers.visitor(PHONE) as page:
        width = "document.querySelector('.so-frame .board').clientWidth"
        show(page, platform, table)
        whole = page.evaluate(width)
        show(page, platform, table.play("A", "play HEX1"))
        assert page.evaluate(width) == 2 * whole
        for hex in ("2,4", "3,3"):
            expect(page.locator(f'[data-hex="{hex}"]')).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Whole board").click()
        assert page.evaluate(width) == whole
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_spectators_see_no_hand(platform: Platform, page: Page) -> None:
    table = Scenario().hand("A", "TROJAN").discard("A", "SURGE").begin()
    show(page, platform, table, viewer=None)
    assert page.locator(".so-own .card").count() == 0
    assert page.locator(".table button.can").count() == 0
    expect(page.locator(".so-player").first).to_contain_text("hand: 1")


def test_tiles_that_another_player_has_placed_are_marked(platform: Platform, page: Page) -> None:
    table = Scenario().hand("A", "HEX1").budget(2).begin().play("A", "play HEX1").play("A", "place 3,4")
    show(page, platform, table, viewer=1)
    tell(page, table.happened)
    hexes = page.locator(".so-hex.recent")
    assert [hex.get_attribute("aria-label") for hex in hexes.all()] == [
        "3,4, Gate, tile of Ada, changed since your last move"
    ]
    show(page, platform, table, viewer=0)
    tell(page, table.happened)
    assert page.locator(".recent").count() == 0
