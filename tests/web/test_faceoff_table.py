"""The table of Face Off."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.power.totals import army_parts, faceoff_parts
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import State
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.unit.faceoff.played_table import PlayedTable
from tests.unit.faceoff.random_matches import decisions, start
from tests.unit.faceoff.scenario import Scenario
from tests.web.browser import PHONE, Browsers, address, operator, play_on_table
from tests.web.positions import draw, may_do, reached, tell

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.timeout(300)]

POWER = """
async () => {
  const { armyPower, faceOffPower } = await import("./tables/faceoff_power.js");
  return window.scene.seats.map(({ seat }) => [faceOffPower, armyPower].map((of) => {
    const { power, combos, others } = of(window.scene, seat);
    return [power, combos, others];
  }));
}
"""


def show(page: Page, platform: Platform, table: PlayedTable, viewer: int | None = 0) -> None:
    draw(page, platform, RULESET, table.state, viewer)


def label(page: Page, region: str, card: str) -> str | None:
    """What is said of a card in a part of the table."""
    return page.get_by_role("region", name=region).locator(f'.thing[aria-label*="{card}"]').get_attribute("aria-label")


def asked(seats: int, seed: int, options: dict[str, OptionValue]) -> Iterator[tuple[State, int]]:
    """Positions of a random match, with a seat that must decide: one of each phase and kinds of actions."""
    state, _ = start(seats, seed, options)
    known = set()
    for seat, action in decisions(state, seed):
        kinds = frozenset(next(iter(RULESET.action_json(each))) for each in RULESET.legal(state, seat))
        if (state.phase, kinds) not in known and len(kinds) + len(RULESET.legal(state, seat)) > 2:
            known.add((state.phase, kinds))
            yield state, seat
        RULESET.play(state, seat, action)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"timing": "shorter"}),
        (3, {"timing": "shorter", "tree_middle": "face_down", "placed_vc": "face_down", "shield": "reaction"}),
    ],
)
def test_matches_are_played_to_their_end_on_the_table(
    platform: Platform, browsers: Browsers, seats: int, options: dict[str, Any]
) -> None:
    wish = {"ruleset": "faceoff", "seats": ["me"] + ["bot:greedy"] * (seats - 1), "options": options}
    match = platform.rest().post("/v1/matches", wish)["id"]
    with browsers.visitor(player=operator(platform)) as page:
        page.goto(address(platform, f"matches/{match}"))
        assert play_on_table(page, seats) > 20
        expect(page.locator(".fo-asked")).to_contain_text("The match is over.")
        told = page.locator(".fo-since li").all_inner_texts()
        assert told[-1].startswith("The match is over.")
        assert len(told) < 60  # no more than since the last move
        scored = {
            row.locator("th").inner_text().split("\n")[0]: row.locator("td").last.inner_text()
            for row in page.locator(".outcome tbody tr").all()
        }
        names = page.locator(".fo-score thead th").all_inner_texts()[1:]
        counted = dict(zip(names, page.locator(".fo-score tfoot td").all_inner_texts(), strict=True))
        assert scored == counted


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"build_up_mandatory": False, "hq_equip": "in_order"}),
        (4, {"tree_middle": "face_down", "placed_vc": "face_down", "shield": "reaction"}),
    ],
)
def test_whatever_may_be_done_can_be_clicked_on(
    platform: Platform, page: Page, seats: int, options: dict[str, OptionValue]
) -> None:
    drawn = 0
    for state, seat in asked(seats, seats, options):
        draw(page, platform, RULESET, state, seat)
        legal = may_do(RULESET, state, seat)
        names_two = any(word in action for action in legal for word in ("discard ", "build "))
        assert reached(page, clicks=1 + names_two + any("/" in action for action in legal)) == legal
        totals = [[list(parts(state, each)) for parts in (faceoff_parts, army_parts)] for each in range(seats)]
        assert page.evaluate(POWER) == totals
        drawn += 1
    assert drawn > 15


def test_a_face_off_adds_up_before_everybody(platform: Platform, page: Page) -> None:
    table = (
        Scenario(2)
        .hand("A", "billy_the_kid", "banner", "lasso")
        .hand("B", "tomo_sukesada", "goemons_chain_whip")
        .clock("ninjas_vc3")
        .begin()
    )
    table.play("A", "clock ninjas_vc3").play("A", "play billy_the_kid")
    show(page, platform, table, viewer=1)
    expect(page.locator(".fo-asked")).to_contain_text("Choose a personality of your hand to play.")
    assert label(page, "Ada", "ready") == "face-down card, ready"
    assert "Billy the Kid" not in page.locator(".fo-face-off").inner_html()
    show(page, platform, table, viewer=0)
    assert str(label(page, "Face Off for", "Billy the Kid")).startswith("Billy the Kid, personality, power 7, letter V")
    table.play("B", "play tomo_sukesada").play("A", "choose lasso").play("B", "choose option 2")
    table.play("A", "play banner").play("B", "play goemons_chain_whip").play("B", "choose no")
    show(page, platform, table)
    sides = page.locator(".fo-face-off .fo-side")
    assert sides.locator(".fo-total").all_inner_texts() == ["12", "11"]
    expect(sides.nth(0)).to_contain_text("place 1")
    expect(sides.nth(1)).to_contain_text("combos +6")
    assert reached(page, clicks=1) == may_do(RULESET, table.state, 0)


def test_two_cards_join_the_army_in_the_order_in_which_they_are_clicked(platform: Platform, page: Page) -> None:
    table = Scenario(2).hand("A", "banner", "doc_holliday", "loyal_mustang").clock("rout").begin()
    show(page, platform, table.play("A", "clock rout"))
    hand = page.get_by_role("region", name="Your hand: 3")
    hand.get_by_role("button", name="Doc Holliday").focus()
    page.keyboard.press("Enter")
    hand.get_by_role("button", name="Banner").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "build doc_holliday banner"
    assert hand.locator(".fo-badge").all_inner_texts() == ["1st", "2nd"] or hand.locator(
        ".fo-badge"
    ).all_inner_texts() == ["2nd", "1st"]
    hand.get_by_role("button", name="Banner").click()
    hand.get_by_role("button", name="Loyal Mustang").click()
    page.get_by_role("button", name="Loyal Mustang as equipment").click()
    assert page.evaluate("window.scene.picking.proposed.notation") == "build doc_holliday loyal_mustang/E"


def test_the_hq_tells_how_near_it_is_to_cracking(platform: Platform, page: Page) -> None:
    table = Scenario(2).timing(3).assaults("rout", "bazaar_1").stack("A", "wild_bill_hickok", "peacemaker").begin()
    show(page, platform, table, viewer=None)
    expect(page.locator(".fo-track")).to_contain_text("Assaults: 2 of 3, then it cracks (Rout and Bazaar 1)")
    army = page.get_by_role("region", name="Army of Ada")
    expect(army.locator(".fo-total")).to_have_text("12")
    expect(army).to_contain_text("combos +3")


def test_hidden_cards_are_not_in_the_page(platform: Platform, page: Page) -> None:
    table = Scenario(2).dealt("B", "ninjas_vc6", "cowboys_vc5").hand("B", "hattori_hanzo").begin()
    names = [RULESET.cards.names[RULESET.cards.index[card]] for card in ("ninjas_vc6", "cowboys_vc5")]
    for viewer in (0, None):
        show(page, platform, table, viewer)
        for name in names:
            assert name not in page.locator(".table").inner_html()
        expect(page.get_by_role("region", name="Bert", exact=True)).to_contain_text("hand: 1")
        assert page.locator('.fo-hand [aria-label*="Hattori"]').count() == 0
    show(page, platform, table, viewer=1)
    for name in names:
        assert name in page.locator(".table").inner_html()
    assert page.locator('.fo-hand [aria-label*="Hattori"]').count() == 1


def test_what_others_have_done_since_is_marked_and_told(platform: Platform, page: Page) -> None:
    table = Scenario(2).clock("ninjas_vc3").discards("B", "smoke_bomb").begin()
    show(page, platform, table)
    tell(
        page,
        [{"refilled": {"tree": "TREE_CLOCK", "place": 1, "card": "ninjas_vc3"}, "text": "It was long ago."}],
        [{"reward_taken": {"player": 0, "reward": "REWARD_VP"}, "text": "Player 0 takes a VP token."}],
        [{"discarded": {"player": 1, "card": "smoke_bomb"}, "text": "Player 1 discards Smoke Bomb."}],
        decisions=[3, 4, 4],
    )
    expect(page.locator(".fo-since li")).to_have_text(["Ada takes a VP token.", "Bert discards Smoke Bomb."])
    marked = [each.get_attribute("aria-label") or "" for each in page.locator(".recent").all()]
    assert [each.split(",")[0] for each in marked] == ["Smoke Bomb"]
    assert marked[0].endswith("changed since your last move")


@pytest.mark.parametrize("seats", [2, 4])
def test_a_phone_shows_the_table_without_scrolling_sideways(platform: Platform, browsers: Browsers, seats: int) -> None:
    with browsers.visitor(PHONE) as page:
        for state, seat in asked(seats, 1, {}):
            draw(page, platform, RULESET, state, seat)
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
            lit = page.locator(".table .can").all()
            assert lit
            for box in [each.bounding_box() for each in lit]:
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= PHONE["width"]
                assert box["height"] >= 28
