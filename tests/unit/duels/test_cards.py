"""The catalogue: counts, powers, and what it may not hold."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from services.engine.catalogue import CatalogueError
from services.rulesets.duels import cards
from services.rulesets.duels.cards import CATALOGUE, read_cards
from tests.marks import each_row

FILE = Path(cards.__file__).with_name("catalogue.json")


def powers(sort: str, kind: str) -> list[int]:
    found = [card.facts["power"] for card in CATALOGUE.of_kind(kind) if card.facts["sort"] == sort]
    return sorted(found, reverse=True)


def test_the_decks_are_those_of_the_rules() -> None:
    """FD-001 to FD-004, FD-R01, FD-R02."""
    assert len(CATALOGUE) == 71
    for sort in ("player1", "player2"):
        assert powers(sort, "personality") == [7, 6, 5, 5, 4, 3, 2]
        assert powers(sort, "equipment") == [5, 4, 3, 3, 2, 1]
    assert powers("power", "personality") == [9, 8, 8, 7, 7, 6, 6, 6, 5, 5, 4, 4, 3, 3]
    assert powers("power", "equipment") == [7, 6, 6, 5, 5, 4, 4, 3, 3, 2]
    for name in ("cowboys", "ninjas", "time_machine"):
        vcs = [card.facts for card in CATALOGUE.of_kind("vc") if card.facts["set"] == name]
        assert [vc["value"] for vc in vcs] == [1, 2, 3, 4, 5, 6, 7]
        assert [vc["pieces"] for vc in vcs] == [2, 1, 1, 2, 1, 2, 3]


def test_few_and_weak_cards_have_actions() -> None:
    """FD-025."""
    of = Counter(c.facts["sort"] for c in CATALOGUE if c.kind != "vc" and c.facts["action"]["do"])
    assert of == {"player1": 3, "player2": 3, "power": 4}
    assert all(card.facts["power"] <= 4 for card in CATALOGUE if "action" in card.entry)


def test_every_name_is_its_own_and_every_action_has_a_text() -> None:
    assert len({card.name for card in CATALOGUE}) == 71
    assert all(bool(card.text) == ("action" in card.entry) for card in CATALOGUE)


def changed(id: str, **values: Any) -> str:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    card = next(card for card in document["cards"] if card["id"] == id)
    card.update(values)
    return json.dumps(document)


@each_row(
    ("id", "values", "message"),
    [
        ("CB01", {"powr": 3}, "card CB01: powr: unknown key"),
        ("CB01", {"power": 12}, "card CB01: power: must be a whole number from 1 to 9"),
        ("CB01", {"power": 6}, "personality: both players must have 7, with the same powers"),
        ("CB01", {"kind": "hero"}, "card CB01: kind: 'hero' is not one of personality, equipment, vc"),
        ("CB01", {"sort": "player2"}, "personality: both players must have 7"),
        ("CB06", {"action": {"cost": "free", "do": "PEEK_SLOT"}}, "card CB06: action.cost: 'free' is not one of"),
        ("CB06", {"action": {"cost": "none", "do": "WIN"}}, "card CB06: action.do.op: 'WIN' is not one of"),
        ("CB06", {"action": {"cost": "none", "do": ["PEEK_SLOT", "SWAP_VC"]}}, "card CB06: action.do: an action has"),
        ("CB06", {"action": {"cost": "destroy_this", "do": []}}, "card CB06: action: costs something and does nothing"),
        ("CB07", {"action": {"cost": "none", "do": "PEEK_SLOT"}}, "player1: one card at most looks at another"),
        ("CB05", {"action": {"cost": "none", "do": "SWAP_OWN"}}, "player1: at most 3 cards have an action"),
        ("CB04", {"action": {"cost": "none", "do": "SWAP_OWN"}}, "card CB04: power: an action is printed on"),
        ("PW24", {"action": {"cost": "none", "do": "PEEK_SLOT"}}, "power: no Power card looks at another"),
        ("PW24", {"action": {"cost": "none", "do": "MOD_SLOT"}}, "card PW24: action.do.n: is missing"),
        ("PW23", {"sort": "player1"}, "equipment: both players must have 6"),
        ("PW22", {"action": {"cost": "none", "do": "SWAP_OWN"}}, "power: at most 4 cards have an action"),
        ("CV1", {"value": 2}, "vc: there must be one of each value 1 to 7 in each set"),
        ("CV1", {"set": "pirates"}, "card CV1: set: 'pirates' is not one of cowboys, ninjas, time_machine"),
    ],
)
def test_a_wrong_catalogue_is_refused(id: str, values: dict[str, Any], message: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        read_cards(changed(id, **values))
    assert str(raised.value).startswith(f"catalogue.json: {message}")


def test_the_order_of_the_catalogue_is_checked() -> None:
    document = json.loads(FILE.read_text(encoding="utf-8"))
    for move, message in ((0, "cards: must be sorted"), (-1, "vc: the VC cards must come last")):
        moved = document["cards"].copy()
        moved.insert(30, moved.pop(move))
        with pytest.raises(CatalogueError, match=message):
            read_cards(json.dumps({"cards": moved}))
    with pytest.raises(CatalogueError, match="there must be 24 Power cards"):
        read_cards(json.dumps({"cards": [card for card in document["cards"] if card["id"] != "PW23"]}))
