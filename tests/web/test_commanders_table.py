"""The table of FACES: COMMANDERS."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.rulesets.commanders.ruleset import RULESET
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.commanders.scenario import PlayedTable, Scenario
from tests.web.browser import PHONE, Browsers, address, operator, play_on_table
from tests.web.positions import draw, may_do, reached, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]


def show(page: Page, platform: Platform, table: PlayedTable, viewer: int | None = 0) -> None:
    draw(page, platform, RULESET, table.state, viewer)


def labels(page: Page, selector: str) -> list[str | None]:
    """What things say to who does not see them."""
    return [thing.get_attribute("aria-label") for thing in page.locator(selector).all()]


def recruiting(**options: Any) -> PlayedTable:
    """Ada with spades places first, Bert has hearts."""
    return PlayedTable.new_game(2, suits="by_seat", first_player="seat_0", **options)


def with_advantage(*dice: int) -> PlayedTable:
    """Ada's Ace has a large straight of spades, Bert's has no unit."""
    return Scenario(players=2).army("A", "Ace", "2S 3S 4S 5S 6S").army("B", "Ace", "").begin(dice)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"units": "face_down"}), (3, {"stacking": "literal"}), (4, {"final_tiebreak": "optional"})],
)
def test_matches_are_played_to_their_end_on_the_table(
    platform: Platform, browsers: Browsers, seats: int, options: dict[str, Any]
) -> None:
    wish = {"ruleset": "commanders", "seats": ["me"] + ["bot:greedy"] * (seats - 1), "options": options}
    match = platform.rest().post("/v1/matches", wish)["id"]
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        assert play_on_table(page, seats) > 9
        assert page.locator(".outcome tbody tr").count() == seats
        assert page.locator(".cm-skirmish").count() >= 4
        fought = page.locator(".cm-skirmish").count()
        assert page.locator(".cm-fighter.cm-winner").count() == fought
        page.goto(address(platform, f"replays/{match}"))
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".cm-skirmish")).to_have_count(fought)


def test_a_suit_is_chosen_among_those_that_nobody_has(platform: Platform, page: Page) -> None:
    table = PlayedTable.new_game(3).play("A", "suit H")
    show(page, platform, table, viewer=1)
    assert labels(page, ".cm-suit") == ["Spades", "Hearts, taken by Ada", "Diamonds", "Clubs"]
    assert reached(page, clicks=1) == ["suit C", "suit D", "suit S"]


def test_the_next_card_is_placed_by_clicking_on_it_and_on_a_commander(platform: Platform, page: Page) -> None:
    table = recruiting()
    show(page, platform, table)
    first, *others = labels(page, ".cm-drawn .cm-unit")
    page.get_by_role("button", name=first, exact=True).click()
    assert page.evaluate("window.scene.picking.proposed") is None
    page.get_by_role("button", name="Queen of Spades").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "place Q"
    assert len(others) == 3
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_bonuses_are_chosen_by_clicking(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).suits("C", "H").army("A", "Ace", "2S 3S 4S 5S 6S 2C").army("B", "Ace", "").begin()
    show(page, platform, table)
    assert labels(page, ".cm-bonus.can") == [
        "Number: Matching numbers, d10",
        "Number: Large straight, d20",
        "Color: The commander's color, 2d20",
        "Suit: Five of a suit, d20",
    ]
    expect(page.locator(".cm-ask")).to_have_text("Choose the bonuses that your Ace adds.")
    page.locator(".cm-bonus", has_text="The commander's color").click()
    assert page.evaluate("window.scene.picking.proposed") is None
    assert reached(page, clicks=1) == ["select N1+C2+S1", "select N4+C2+S1"]


def test_dice_tell_what_they_are_rolled_for_and_are_rerolled_by_clicking(platform: Platform, page: Page) -> None:
    table = with_advantage(14, 20, 9, 7, 12, 3, 16, 5)
    show(page, platform, table)
    assert labels(page, ".cm-rolled.can") == [
        "Base die: d20 shows 14",
        "Large straight: d20 shows 20",
        "The commander's color: d20 shows 9",
        "The commander's color: d20 shows 7",
        "The commander's suit: d20 shows 12",
        "The commander's suit: d20 shows 3",
        "The commander's suit: d20 shows 16",
    ]
    assert page.locator(".cm-total b").all_inner_texts() == ["81", "5"]
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)
    show(page, platform, table, viewer=1)
    assert page.locator(".table .can").count() == 0


def test_a_skirmish_that_has_ended_is_kept_side_by_side(platform: Platform, page: Page) -> None:
    table = with_advantage(14, 20, 9, 7, 12, 3, 16, 5, 19)
    events = table.happened
    table.play("A", "reroll 6")
    show(page, platform, table)
    tell(page, events + table.happened)
    ended = page.locator("details.cm-skirmish", has_text="the Aces")
    expect(ended.locator("summary")).to_have_text("Skirmish 1, the Aces: Ada wins with 97")
    assert "The commander's suit: d20 shows 19, rerolled from 3" in labels(ended.page, ".cm-rolled")
    assert "Ace of Hearts, fallen, changed since your last move" in labels(page, ".cm-commander")
    assert "Ace of Spades" in labels(page, ".cm-commander")


def test_ties_and_how_they_were_settled_are_told(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).army("A", "Ace", "").army("B", "Ace", "").begin(dice=[12, 12, 4, 17])
    show(page, platform, table)
    tell(page, table.happened)
    ended = page.locator("details.cm-skirmish", has_text="the Aces")
    expect(ended.locator("summary")).to_have_text("Skirmish 1, the Aces: Bert wins with 17")
    expect(ended).to_contain_text("Tied at 12: they roll again.")


def test_a_commander_is_put_forward_in_secret(platform: Platform, page: Page) -> None:
    table = Scenario(players=2).survived("A", "B", "A", "B").begin()
    show(page, platform, table)
    assert reached(page, clicks=1) == ["champion A", "champion Q"]
    table.play("A", "champion Q")
    show(page, platform, table)
    assert "Queen of Spades, put forward" in labels(page, ".cm-commander")
    show(page, platform, table, viewer=1)
    expect(page.get_by_role("region", name="Ada")).to_contain_text("has put a commander forward")
    assert "put forward" not in str(labels(page, ".cm-commander"))
    assert reached(page, clicks=1) == ["champion J", "champion K"]


def test_tied_players_say_whether_to_fight_it_out(platform: Platform, page: Page) -> None:
    table = Scenario(players=2, final_tiebreak="optional").survived("A", "B", "A", "B").begin()
    show(page, platform, table)
    assert reached(page, clicks=1) == ["fight", "share"]


def test_units_that_lie_face_down_are_not_in_the_page_of_others(platform: Platform, page: Page) -> None:
    table = recruiting(units="face_down").place("Ace", "King")
    show(page, platform, table)
    own = labels(page, ".cm-unit")
    assert len(own) == 4
    assert "face-down unit" not in own
    for viewer in (1, None):
        show(page, platform, table, viewer)
        assert labels(page, ".cm-unit") == ["face-down unit"] * 4
        content = page.locator(".table").inner_html()
        assert [unit for unit in own if str(unit) in content] == []


@pytest.mark.parametrize(
    ("units", "options", "earned"),
    [
        ("7S 7H 7D 4C 4S", {}, ["Matches 2d10"]),
        ("7S 7H 7D 4C 4S", {"match": "extra_cards"}, ["Matches 3d10"]),
        ("7S 7H 7D 4C 4S", {"match": "pairs"}, ["Matches 4d10"]),
        ("8H 9H 10S 2D", {}, ["Straight of 3 d6"]),
        ("2H 3S 4D 5C", {"small_straight_die": "d10"}, ["Straight of 4 d10"]),
        ("3S 4H 5D 6C 7S", {}, ["Straight of 5+ d20"]),
        ("2H 3S 4D 5C", {"stacking": "literal"}, ["Straight of 3 d6", "Straight of 4 d20"]),
        ("2H 5D 8H", {}, ["One color 2d10"]),
        ("2S 5C 8S", {}, ["Own color 2d20"]),
        ("2H 5H 9H", {}, ["One color 2d10", "One suit 3d10"]),
        ("2S 4S 6S 8S 10S 3H", {}, ["Straight of 3 d6", "Five of a suit d20"]),
        ("2S 4S 6S 8S 3H", {"s1_counts_commander": True}, ["Straight of 3 d6", "Five of a suit d20"]),
        ("5S", {}, []),
        ("5S", {"min_units_entire": 1}, ["Own color 2d20", "Own suit 3d20"]),
    ],
)
def test_armies_show_the_bonuses_that_they_have_earned(
    platform: Platform, page: Page, units: str, options: dict[str, Any], earned: list[str]
) -> None:
    show(page, platform, Scenario(players=2, **options).army("A", "Jack", units).begin())
    army = page.get_by_role("region", name="Ada").get_by_role("group", name="Jack of Spades")
    assert army.locator(".cm-earned li").all_inner_texts() == earned


def test_nothing_is_wider_than_a_phone(platform: Platform, browsers: Browsers) -> None:
    table = with_advantage(14, 20, 9, 7, 12, 3, 16, 5)
    with browsers.visitor(PHONE) as page:
        show(page, platform, table)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_where_the_other_player_places_is_marked(platform: Platform, page: Page) -> None:
    table = recruiting()
    show(page, platform, table)
    placed = labels(page, ".cm-drawn .cm-unit")[0]
    show(page, platform, table.play("A", "place K"), viewer=1)
    tell(page, table.happened)
    assert labels(page, ".recent") == [f"{placed}, changed since your last move"]
    show(page, platform, table, viewer=0)
    tell(page, table.happened)
    assert labels(page, ".recent") == []
