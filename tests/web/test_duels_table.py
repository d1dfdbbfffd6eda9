"""The table of Face Off Duels."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.rulesets.duels.ruleset import RULESET
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.duels.scenario import PlayedTable, Scenario
from tests.web.browser import PHONE, Browsers, address, operator, play_on_table
from tests.web.positions import draw, may_do, reached, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def show(page: Page, platform: Platform, table: PlayedTable, viewer: int | None = 0) -> None:
    draw(page, platform, RULESET, table.state, viewer)


def lies_in(page: Page, row: str, slot: int) -> str | None:
    """What is said of a slot of a row."""
    return page.get_by_role("region", name=row).locator(".du-slot .card").nth(slot - 1).get_attribute("aria-label")


def test_a_match_is_played_to_its_end_on_the_table(platform: Platform, browsers: Browsers) -> None:
    options = {"stall_limit": 1, "allow_decline": True, "allow_pass": True, "power_discard": "face_down"}
    wish = {"ruleset": "duels", "seats": ["bot:greedy", "me"], "options": options}
    match = platform.rest().post("/v1/matches", wish)["id"]
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        assert play_on_table(page, 7) > 40
        assert page.locator(".outcome tbody tr").count() == 2
        expect(page.locator(".du-asked")).to_contain_text("Round 3 of 3. The match is over.")


def test_whatever_may_be_done_can_be_clicked_on(platform: Platform, page: Page) -> None:
    table = Scenario().line_up("A", "P7", "P3", "P2", "E1", "-").line_up("B", "P6", "E4", "P5").begin()
    show(page, platform, table)
    turn = may_do(RULESET, table.state, 0)
    assert {kind.split(" ")[0] for kind in turn} == {"switch", "fill", "swap", "act", "duel"}
    assert reached(page, clicks=2) == turn
    show(page, platform, table.play("A", "duel 1"))
    asked = may_do(RULESET, table.state, 0)
    assert "no_equipment" in asked
    assert reached(page, clicks=1) == asked
    show(page, platform, table.play("A", "no_equipment").play("B", "no_equipment"))
    assert reached(page, clicks=1) == ["take_power", "take_vc"]
    show(page, platform, table.play("A", "take_power"))
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


@pytest.mark.parametrize(
    ("card", "slot", "chosen"),
    [
        ("Lookout", "Line-up of Bert", "slot 2"),
        ("Whetstone", "Line-up of Ada", "slot 2"),
        ("Wire Cutter", "Line-up of Bert", "slot 2"),
    ],
)
def test_an_action_is_aimed_at_a_slot(platform: Platform, page: Page, card: str, slot: str, chosen: str) -> None:
    table = Scenario().line_up("A", card, "P5", "P4").line_up("B", "P6", "P5", "P4").begin().play("A", "act 1")
    show(page, platform, table)
    expect(page.locator(".du-asked")).to_contain_text(f"{card}: Action:")
    page.get_by_role("region", name=slot).get_by_role("button", name="slot 2").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == chosen


def test_vc_cards_change_places_when_both_are_chosen(platform: Platform, page: Page) -> None:
    table = Scenario().line_up("A", "Card Sharp", "P5").line_up("B", "P6", "P5").begin().play("A", "act 1")
    show(page, platform, table)
    prizes = page.get_by_role("region", name="VC cards")
    prizes.get_by_role("button", name="slot 6").click()
    prizes.get_by_role("button", name="slot 3").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "slots 3 6"


def test_a_card_is_placed_in_the_next_slot(platform: Platform, page: Page) -> None:
    table = Scenario().placing().begin()
    table.play("A", "place CB03")
    show(page, platform, table)
    expect(page.locator(".du-asked")).to_contain_text("Choose a card of your hand for slot 2.")
    assert lies_in(page, "Line-up of Ada", 1) == "slot 1, Trail Boss, personality, power 5, face down"
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_a_card_that_was_looked_at_is_marked_for_both(platform: Platform, page: Page) -> None:
    table = Scenario().line_up("A", "Lookout", "P5", "P4").line_up("B", "P6", "Smoke Master", "P4").begin()
    table.play("A", "act 1").play("A", "slot 2")
    show(page, platform, table, viewer=0)
    assert str(lies_in(page, "Line-up of Bert", 2)).startswith("slot 2, Smoke Master, ")
    assert str(lies_in(page, "Line-up of Bert", 2)).endswith(", face down, known to you")
    assert lies_in(page, "Line-up of Bert", 1) == "slot 1, face-down card"
    show(page, platform, table, viewer=1)
    assert str(lies_in(page, "Line-up of Bert", 2)).endswith(", face down, the other player has looked at it")
    show(page, platform, table, viewer=None)
    assert lies_in(page, "Line-up of Bert", 2) == "slot 2, face-down card"


def test_a_duel_adds_up_before_everybody(platform: Platform, page: Page) -> None:
    table = Scenario().line_up("A", "Gunslinger", "P5").line_up("B", "Smoke Master", "P4").begin()
    table.play("A", "duel 1").play("A", "equip CB11")
    show(page, platform, table, viewer=None)
    sides = page.locator(".du-side")
    expect(sides.nth(0)).to_contain_text("Gunslinger (6) and Spurs (equipment 3)")
    expect(sides.nth(0)).to_contain_text("power 9")
    expect(sides.nth(1)).to_contain_text("Smoke Master (5)")
    expect(sides.nth(1)).to_contain_text("power 5")
    expect(page.locator(".du-asked")).to_contain_text("Bert decides about an equipment.")


def test_what_was_won_is_counted_by_sets(platform: Platform, page: Page) -> None:
    table = Scenario().won("A", "CV7", "CV4", "NV1").won("B", "CV6").round(2).begin()
    show(page, platform, table)
    rows = page.locator(".du-score tbody tr")
    assert rows.nth(0).locator("td").all_inner_texts() == ["74\n5 pieces · 11 points", "6\n2 pieces · 1 point"]
    assert page.locator(".du-score tfoot td").all_inner_texts() == ["12", "1"]


def test_hidden_cards_are_not_in_the_page(platform: Platform, page: Page) -> None:
    table = Scenario().line_up("B", "Future Self", "Steam Titan").in_hand_too("B", "Jet Pack").begin()
    for viewer in (0, None):
        show(page, platform, table, viewer)
        for name in ("Future Self", "Steam Titan", "Jet Pack"):
            assert name not in page.locator(".table").inner_html()
    show(page, platform, table, viewer=1)
    assert "Future Self" in page.locator(".table").inner_html()


def test_a_phone_shows_all_seven_slots_at_once(platform: Platform, browsers: Browsers) -> None:
    table = Scenario().line_up("A", "P7", "P6", "P5", "P4", "P3", "P2", "E1").begin()
    with browsers.visitor(PHONE) as page:
        show(page, platform, table)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        boxes = [slot.bounding_box() for slot in page.locator(".du-slot").all()]
        assert len(boxes) == 21
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= PHONE["width"]
            assert box["width"] >= 40


@pytest.mark.parametrize(
    ("event", "marked"),
    [
        ({"switched": {"player": 1, "slot": 2}}, "their:2"),
        ({"peeked": {"player": 1, "slot": 3}}, "own:3"),
        ({"card_locked": {"player": 0, "slot": 1}}, "own:1"),
        ({"vc_moved": {"player": 1, "slot": 2, "other_slot": 5}}, "vc:2 vc:5"),
        ({"switched": {"player": 0, "slot": 2}}, ""),
    ],
)
def test_what_the_other_player_has_done_is_marked(
    platform: Platform, page: Page, event: dict[str, Any], marked: str
) -> None:
    show(page, platform, Scenario().begin())
    tell(page, [event])
    assert page.evaluate("[...window.scene.recent].join(' ')") == marked
    assert page.locator(".recent").count() == len(marked.split())
