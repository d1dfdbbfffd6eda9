"""The catalogue: what is in it, and that nothing wrong in it goes unnoticed."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from services.engine.catalogue import CatalogueError
from services.rulesets.commanders import cards
from services.rulesets.commanders.cards import BONUSES, CATALOGUE, FACES, IDS, read_cards
from services.rulesets.commanders.ruleset import RULESET
from tests.marks import each_row

TEXT = Path(cards.__file__).with_name("catalogue.json").read_text(encoding="utf-8")


def test_the_deck_has_36_units_and_16_commanders() -> None:
    """FC-002, FC-006, FC-007, FC-008, FC-R02."""
    assert Counter(card.kind for card in CATALOGUE) == {"unit": 36, "commander": 16, "bonus": 9}
    assert len(IDS) == 36
    assert IDS[:9] == ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"]
    assert [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJ"] == FACES


def test_the_bonus_table_has_the_dice_of_the_rulebook() -> None:
    """FC-016, FC-020."""
    assert [(line.id, cards.CATEGORIES[line.category], line.dice, line.sides) for line in BONUSES] == [
        ("N1", "number", 1, 10),
        ("N2", "number", 1, 6),
        ("N3", "number", 1, 20),
        ("N4", "number", 1, 20),
        ("C1", "color", 2, 10),
        ("C2", "color", 2, 20),
        ("S1", "suit", 1, 20),
        ("S2", "suit", 3, 10),
        ("S3", "suit", 3, 20),
    ]
    assert [line.measure for line in BONUSES if line.wants == cards.WANTS_STRAIGHT] == [3, 4, 5]
    assert [line.measure for line in BONUSES if line.wants == cards.WANTS_SAME_SUIT] == [5]


def test_the_description_lists_the_cards() -> None:
    listed = RULESET.describe().cards
    assert len(listed) == 61
    assert listed[0] == {"id": "2S", "kind": "unit", "name": "2 of Spades", "suit": "spades", "number": 2}


def changed(change: Any) -> str:
    document = json.loads(TEXT)
    change({card["id"]: card for card in document["cards"]}, document["cards"])
    return json.dumps(document)


@each_row(
    ("change", "message"),
    [
        (lambda ids, _: ids["2S"].update(numbr=2), "card 2S: numbr: unknown key"),
        (lambda ids, _: ids["2S"].update(number=11), "card 2S: number: must be a whole number from 2 to 10"),
        (lambda ids, _: ids["2S"].update(number=3), "the units must be 2 to 10 of each suit, in order"),
        (lambda ids, _: ids["2S"].update(suit="swords"), "card 2S: suit: 'swords' is not one of"),
        (lambda ids, _: ids["AS"].update(rank="king"), "the commanders must be Ace, King, Queen and Jack"),
        (lambda ids, _: ids["N2"].update(when="STRAIGHT"), "card N2: when.length: is missing"),
        (
            lambda ids, _: ids["N2"].update(when=["MATCHING_NUMBERS", "ONE_COLOR"]),
            "card N2: when: a bonus asks for one",
        ),
        (lambda ids, _: ids["N2"].update(when={"op": "FLUSH"}), "card N2: when.op: 'FLUSH' is not one of"),
        (lambda ids, _: ids["N2"].update(when=[]), "card N2: when: a bonus asks for one thing"),
        (lambda ids, _: ids["C1"].pop("sides"), "card C1: sides: is missing"),
        (lambda _, cards: cards.insert(52, cards.pop()), "the bonuses must be in order: number, color, suit"),
        (lambda _, cards: cards.append(cards[0]), "card 2S: id: there is another card with this id"),
    ],
)
def test_a_wrong_catalogue_is_refused(change: Any, message: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        read_cards(changed(change))
    assert message in str(raised.value)
