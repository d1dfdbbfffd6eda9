"""The catalogue: counts, what it may not hold, and that a new card needs nothing but an entry."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from services.engine.catalogue import CatalogueError
from services.engine.chance import FastChance
from services.rulesets.standoff import cards
from services.rulesets.standoff.cards import CARDS, KINDS, PARTS, Op, read_cards
from services.rulesets.standoff.ruleset import Standoff
from tests.marks import each_row
from tests.unit.standoff.scenario import Scenario

FILE = Path(cards.__file__).with_name("catalogue.json")


def test_the_piles_and_the_market_are_those_of_the_rules() -> None:
    """ST-035, ST-036, ST-R05: 150 cards in eight piles, 88 in the temporary market, 48 of them core."""
    permanent = [card for card in CARDS.piles if card not in CARDS.special]
    assert [CARDS.ids[card] for card in permanent] == ["HEX1", "HEX2", "HEX3", "HEX4", "CR1", "CR2", "CR3", "TACOFF"]
    assert sum(CARDS.copies[card] for card in permanent) == 150
    assert len(CARDS.temporary) == 32
    assert sum(CARDS.copies[card] for card in CARDS.temporary) == 88
    assert sum(CARDS.copies[card] for card in CARDS.temporary if CARDS.core[card]) == 48
    kinds = Counter(CARDS.kind[card] for card in CARDS.temporary)
    assert kinds == {"action": 20, "improvement": 7, "satellite": 3, "encampment": 2}
    assert sum(CARDS.price[card] * CARDS.copies[card] for card in CARDS.temporary) == 324  # 3.68 each
    assert set(CARDS.kind) == set(KINDS)


def test_the_hex_line_costs_what_it_is_worth() -> None:
    """ST-038, ST-039, ST-R05: cost and price are 2 (n - 1)."""
    for n, id in enumerate(("HEX1", "HEX2", "HEX3", "HEX4", "COLUMN"), 1):
        card = CARDS.numbers[id]
        assert (CARDS.group[card], CARDS.cost[card], CARDS.price[card]) == (n, 2 * (n - 1), 2 * (n - 1))


def test_every_verb_is_on_a_card() -> None:
    used = {effect[0] for program in CARDS.programs for effect in program}
    assert used == set(Op)


def test_every_colour_of_hex_has_an_ability() -> None:
    """ST-051, ST-052, ST-053."""
    assert {active.part for active in CARDS.active_tokens} == {1, 2, 3}


def test_every_card_has_a_name_and_a_text_of_its_own() -> None:
    assert len(set(CARDS.names)) == len(CARDS.names)
    assert all(card.text for card in CARDS.catalogue)


def text_of(id: str) -> str:
    return CARDS.catalogue.cards[CARDS.numbers[id]].text


def test_a_text_says_what_each_use_of_a_token_or_satellite_costs() -> None:
    """ST-R58."""
    costs = {
        (CARDS.ids[card], f"1 action + {CARDS.active_credits[card * PARTS + part]} credit")
        for card in range(len(CARDS.ids))
        for part in range(1, PARTS)
        if CARDS.programs[card * PARTS + part]
    }
    assert sorted(costs) == [
        ("BEACON", "1 action + 2 credit"),
        ("HOWITZER", "1 action + 1 credit"),
        ("LANCE", "1 action + 2 credit"),
        ("PLATFORM", "1 action + 1 credit"),
        ("PLATFORM", "1 action + 2 credit"),
    ]
    assert [(id, cost) for id, cost in sorted(costs) if cost not in text_of(id)] == []


def test_a_text_says_who_may_use_a_token() -> None:
    """ST-051, ST-052, ST-053: the controller, and whoever has the turn where nobody controls it."""
    platform, beacon = text_of("PLATFORM"), text_of("BEACON")
    assert "On a player's tile it may be used by that player on their turn for 1 action + 2 credits" in platform
    assert "on a black tile by any player on their turn for 1 action + 1 credit" in platform
    assert "any player may use it on their turn for 1 action + 2 credits" in beacon
    assert "the token leaves the board" in beacon


def test_a_forcefields_text_names_both_of_its_reaches() -> None:
    """ST-R50."""
    assert "within 1 step of it (within 2 with the option forcefield_radius=2)" in text_of("FORCEFIELD")


def test_an_uplinks_text_and_data_say_one_more_each() -> None:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    uplink = next(card for card in document["cards"] if card["id"] == "UPLINK")
    assert uplink["static"] == {"hand_limit_bonus": 1}
    assert "+1 to your hand limit and refill size, for each Uplink" in uplink["text"]


# -- a new card ------------------------------------------------------------------------------------------------------


def with_card(**entry: Any) -> cards.Cards:
    """The cards, and one more of the temporary market."""
    document = json.loads(FILE.read_text(encoding="utf-8"))
    new = {"market": "temporary", "copies": 4, "cost": 1, "price": 2, "text": "Something new.", **entry}
    document["cards"].append(new)
    return read_cards(json.dumps(document))


def test_a_card_of_known_verbs_needs_an_entry_in_the_catalogue_and_nothing_else() -> None:
    """It is bought, drawn, played, asked about in the middle, saved there, told, and shown to clients."""
    more = with_card(
        id="BRIDGEHEAD",
        kind="action",
        name="Bridgehead",
        effects=[
            {"op": "DESTROY_TILE", "target": {"owner": ["black"], "within_own": 2}, "improvement": "destroy"},
            {"op": "PLACE_GROUP", "n": 2},
            {"op": "TRASH_FROM_HAND", "min": 1, "max": 1},
            {"op": "SCHEDULE", "who": "opponents", "when": "upkeep", "times": 2, "effects": [{"op": "DRAW", "n": 1}]},
        ],
    )
    table = Scenario(cards=more).tiles("A", "3,4").hand("A", "BRIDGEHEAD", "HORSE").budget(3).slot(2, "BRIDGEHEAD")
    played = table.deck("B", "CR1", "CR1", "CR1").begin()
    played.play("A", "buy_slot 2", "play BRIDGEHEAD", "target 2,5")
    assert played.discard("A") == ["BRIDGEHEAD"]
    assert "place 2,5" in played.legal("A")  # the group comes next, and it is on the edge
    played.play("A", "place 2,5")
    data = played.rules.dump(played.state)
    resumed = played.rules.load(data, FastChance(0))
    assert played.rules.legal(resumed, 0) == played.rules.legal(played.state, 0)
    played.play("A", "place 2,4")
    assert played.legal("A") == ["pick HORSE"]
    played.play("A", "pick HORSE")
    assert played.event("scheduled") == {
        "player": 1,
        "what": {"card": "BRIDGEHEAD", "effect": 4, "times_left": 2},
    }
    assert played.rules.telling(played.happened[-2], ["Ada", "Ben"]) == (
        "Bridgehead will work at the next 2 upkeeps of Ben."
    )
    played.play("A", "end_turn")
    assert played.hand("B") == ["CR1"]
    assert played.rules.describe().cards[-1]["name"] == "Bridgehead"


def test_a_new_improvement_brings_its_token() -> None:
    more = with_card(
        id="TURRET",
        kind="improvement",
        name="Turret",
        effects=[{"op": "PLACE_IMPROVEMENT", "token": "TURRET", "target": {"owner": ["self"]}}],
        token={
            "static": {"rainbow": {"upkeep": [{"op": "GAIN_CREDITS", "n": 2}], "block_placement_radius": 1}},
            "active": {"rainbow": {"actions": 1, "credits": 0, "effects": [{"op": "DRAW", "n": 2}]}},
        },
    )
    table = Scenario(cards=more).tiles("A", "0,0").hand("A", "TURRET").hand("B", "HEX1").budget(1).begin()
    table.play("A", "play TURRET", "target 0,0", "activate 0,0", "end_turn")
    assert table.refused("B", "play HEX1") == ""
    table.play("B", "end_turn")
    assert table.budget() == 2


def test_a_whole_match_is_played_with_a_new_card() -> None:
    more = with_card(id="LEVY", kind="action", name="Levy", cost=0, price=0, effects=[{"op": "PLACE_GROUP", "n": 3}])
    rules = Standoff(more)
    names: set[str] = set()
    for macro in ("stepwise", "macro"):
        options = {**Scenario(cards=more, round_limit=40, placement_api=macro).document()["options"]}
        state, _ = rules.start(3, options, FastChance(3))
        chance = FastChance(4)
        while pending := rules.pending(state):
            legal = rules.legal(state, pending[0])
            action = legal[chance.below("", len(legal))]
            names.add(rules.notation(action).rsplit(" ", 1)[0])
            assert rules.action_from_json(rules.action_json(action)) == action
            assert rules.parse(rules.notation(action)) == action
            rules.play(state, pending[0], action)
        assert rules.load(rules.dump(state), FastChance(0)).own == state.own
    assert "play" in names


# -- mistakes --------------------------------------------------------------------------------------------------------


def changed(id: str, **values: Any) -> str:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    card = next(card for card in document["cards"] if card["id"] == id)
    card.update(values)
    return json.dumps(document)


TARGET = {"owner": ["self"]}


@each_row(
    ("id", "values", "message"),
    [
        ("HEX1", {"pirce": 3}, "card HEX1: pirce: unknown key"),
        ("HEX1", {"price": -1}, "card HEX1: price: must be a whole number from 0 to 99"),
        ("HEX1", {"kind": "hero"}, "card HEX1: kind: 'hero' is not one of encampment, action, improvement, resource"),
        ("HEX1", {"market": "none"}, "card HEX1: market: 'none' is not one of permanent, temporary"),
        ("HEX1", {"effects": [{"op": "WIN"}]}, "card HEX1: effects[0].op: 'WIN' is not one of GAIN_CREDITS"),
        ("HEX1", {"effects": [[{"op": "DRAW", "n": 1}]]}, "card HEX1: effects[0]: must be one effect"),
        ("HEX1", {"effects": [{"op": "DRAW", "n": 1}]}, "card HEX1: effects: an encampment card places a group first"),
        (
            "HEX1",
            {"effects": [{"op": "PLACE_GROUP", "n": 7}]},
            "card HEX1: effects[0].n: must be a whole number from 1",
        ),
        ("CR1", {"effects": [{"op": "MARKET_TRASH", "n": 1}]}, "card CR1: effects[0].op: 'MARKET_TRASH' is not one of"),
        ("TACOFF", {"effects": [{"op": "MOVE_TILE", "range": 1}]}, "card TACOFF: effects: MOVE_TILE is for tokens"),
        ("TACOFF", {"effects": ["DEPLOY_SATELLITE"]}, "card TACOFF: effects: only a satellite is deployed"),
        (
            "TACOFF",
            {"effects": [{"op": "DESTROY_IMPROVEMENT", "target": {"improved": 1}}]},
            "card TACOFF: effects[0].target.improved: must be true or false",
        ),
        (
            "TACOFF",
            {"effects": [{"op": "DESTROY_IMPROVEMENT", "target": {"source": True}}]},
            "card TACOFF: effects: only a token is a source",
        ),
        (
            "TACOFF",
            {"effects": [{"op": "TRASH_FROM_HAND", "min": 2, "max": 1}]},
            "card TACOFF: effects: min must not be more than max",
        ),
        (
            "TACOFF",
            {"effects": [{"op": "PLACE_IMPROVEMENT", "token": "HEX1", "target": TARGET}]},
            "card TACOFF: effects: PLACE_IMPROVEMENT names a card without a token",
        ),
        (
            "TACOFF",
            {"effects": [{"op": "GIVE_CARD", "card": "HEX1", "to": "deck"}]},
            "card TACOFF: effects: GIVE_CARD names a card that lies in no pile beside the market",
        ),
        ("SOLAR", {"effects": [{"op": "DRAW", "n": 1}]}, "card SOLAR: effects: a satellite is deployed"),
        (
            "LANCE",
            {"active": {"actions": 0, "credits": 1, "effects": []}},
            "card LANCE: active.actions: must be a whole",
        ),
        (
            "WELL_CREDIT",
            {"token": {"static": {"rainbow": {"upkeep": [{"op": "SEARCH_DECK", "n": 1}]}}}},
            "card WELL_CREDIT: token.static.rainbow.upkeep[0].op: 'SEARCH_DECK' is not one of GAIN_CREDITS",
        ),
        (
            "WELL_CREDIT",
            {"token": {"active": {"gray": {"actions": 1, "credits": 0, "effects": ["TRASH_SELF"]}}}},
            "card WELL_CREDIT: token.active.gray: TRASH_SELF is for cards that are played",
        ),
    ],
)
def test_a_wrong_catalogue_is_refused(id: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        read_cards(changed(id, **values))
    assert str(raised.value).startswith(f"catalogue.json: {message}")


def test_the_boards_improvements_must_be_described() -> None:
    """ST-073."""
    text = FILE.read_text(encoding="utf-8").replace('"id": "WELL_CREDIT"', '"id": "SPRING"')
    with pytest.raises(CatalogueError, match="the board has WELL_CREDIT, which is no card with a token"):
        read_cards(text)


def test_a_catalogue_that_is_too_small_is_refused() -> None:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    few = [card for card in document["cards"] if card.get("market") != "temporary" or card["id"] == "LANCE"]
    with pytest.raises(CatalogueError, match="needs 8 core cards, there are 0"):
        read_cards(json.dumps({"cards": few}))
    for card in document["cards"]:
        card.pop("starting", None)
    with pytest.raises(CatalogueError, match="no card says how many are in a starting deck"):
        read_cards(json.dumps(document))
