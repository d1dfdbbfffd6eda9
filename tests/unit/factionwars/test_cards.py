"""The catalogue: its counts, and that nothing wrong in it goes unnoticed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from services.engine.catalogue import CatalogueError
from services.rulesets.factionwars import cards
from services.rulesets.factionwars.cards import CATALOGUE, read_cards
from services.rulesets.factionwars.ruleset import RULESET
from tests.marks import each_row

TEXT = Path(cards.__file__).with_name("catalogue.json").read_text(encoding="utf-8")


def test_the_box_holds_what_the_rulebook_says() -> None:
    """FW-001 to FW-005, FW-R03, FW-R05."""
    recruits = [card for card in CATALOGUE.of_kind("recruit") if not card.facts["stand_in"]]
    assert Counter(card.facts["faction"] for card in recruits) == {
        "cowboys": 11,
        "ninjas": 11,
        "pirates": 11,
        "vikings": 11,
    }
    kinds = Counter(card.kind for card in CATALOGUE)
    assert kinds["bystander"] == 6
    assert kinds["action"] == 8
    assert kinds["war_is_over"] == 1
    assert kinds["bonus"] == 5
    assert kinds["conscript"] == 15
    assert kinds["bid_card"] == 30
    assert kinds["line_up_card"] == 6
    assert len(cards.RECRUIT_DECK) == 59


def test_the_named_cards_are_as_the_rulebook_says() -> None:
    """FW-045, FW-057, FW-059."""
    by_name = {card.name: card for card in CATALOGUE}
    assert by_name["Berserker"].facts["battle"] == 2
    assert by_name["Kunoichi"].facts["battle"] == 2
    factions = {name: by_name[name].facts["faction"] for name in ("Gatling Gun", "Kuji-kiri", "Fair Winds")}
    assert factions == {"Gatling Gun": "cowboys", "Kuji-kiri": "ninjas", "Fair Winds": "pirates"}
    assert by_name["Odin's Favor"].facts["faction"] == "vikings"


def test_the_figures_of_the_catalogue_are_balanced() -> None:
    """The sums that the catalogue was designed to."""
    recruits = [card for card in CATALOGUE.of_kind("recruit") if not card.facts["stand_in"]]
    points: Counter[str] = Counter()
    for card in recruits:
        points[card.facts["faction"]] += card.facts["points"]
    assert points == {"cowboys": 20, "ninjas": 23, "pirates": 23, "vikings": 13}
    values = Counter(card.facts["battle"] for card in recruits)
    assert values == {1: 4, 2: 13, 3: 7, 4: 8, 5: 7, 6: 4, 7: 1}


def test_the_description_lists_the_cards() -> None:
    listed = RULESET.describe().cards
    assert len(listed) == len({card["id"] for card in listed}) == len(CATALOGUE)
    assert all(card["name"] and card["kind"] for card in listed)


def changed(id: str, **changes: Any) -> str:
    """The catalogue with an entry changed; None takes a key away."""
    document = json.loads(TEXT)
    for entry in document["cards"]:
        if id in entry.get("ids", [entry.get("id")]):
            for key, value in changes.items():
                entry[key] = value
                if value is None:
                    del entry[key]
    return json.dumps(document)


@each_row(
    ("text", "card", "key"),
    [
        (changed("CB05", armour=3), "CB05", "armour"),
        (changed("CB05", battle=None), "CB05", "battle"),
        (changed("CB05", battle="3"), "CB05", "battle"),
        (changed("CB05", battle=True), "CB05", "battle"),
        (changed("CB05", faction="robots"), "CB05", "faction"),
        (changed("CB05", kind="hero"), "CB05", "kind"),
        (changed("CB01", scoring="CUBE_OF_COUNT"), "CB01", "scoring"),
        (changed("NJ02", in_battle="BEATS_ALL"), "NJ02", "in_battle"),
        (changed("CB02", on_collect="DRAW_BOTTOM"), "CB02", "on_collect"),
        (changed("AC01", on_collect={"op": "REMOVE_RANDOM", "who": "everyone"}), "AC01", "on_collect.who"),
        (changed("AC01", on_collect={"op": "REMOVE_RANDOM"}), "AC01", "on_collect.who"),
        (changed("AC01", on_collect={"op": "DRAW_TOP", "who": "each_opponent"}), "AC01", "on_collect.who"),
        (changed("CB02", on_collect=["DRAW_TOP", "STEAL_RANDOM"]), "CB02", "on_collect"),
        (changed("CB02", on_collect="GIVE_SELF"), "CB02", "on_collect"),
        (changed("BY01", on_collect="DRAW_TOP"), "BY01", "on_collect"),
        (changed("BY01", on_collect=[]), "BY01", "on_collect"),
        (changed("BN1", condition="MOST_CARDS"), "BN1", "condition"),
        (changed("BN1", at_least={"2": 4, "3": 3, "4": 2}), "BN1", "at_least"),
        (changed("BN3", at_least={"2": 4, "3": 3, "4": 2, "5": 2}), "BN3", "at_least"),
        (changed("BN1", at_least=None), "BN1", "at_least"),
        (changed("CN01", symbol="well"), "CN01", "symbol"),
        (changed("BD01", position=7), "BD01", "position"),
        (TEXT.replace('"CB06"', '"CB05"'), "CB05", "id"),
    ],
)
def test_a_mistake_in_the_catalogue_names_card_and_key(text: str, card: str, key: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        read_cards(text)
    assert card in str(raised.value)
    assert key in str(raised.value)


def test_the_catalogue_itself_loads() -> None:
    assert len(read_cards(TEXT)) == len(CATALOGUE)
