"""Boxes of cards that differ from the one in the game in what a test names."""

import json
from typing import Any

from services.rulesets.faceoff.cards import catalogue
from services.rulesets.faceoff.ruleset import FaceOff

TEXT = catalogue.CATALOGUE.read_text(encoding="utf-8")


def changed(**cards: dict[str, Any]) -> FaceOff:
    """The ruleset with some keys of some cards changed, by the cards' ids."""
    document = json.loads(TEXT)
    for card in document["cards"]:
        change = cards.pop(card.get("id", ""), None)
        if change:
            card.pop("text", None)
            card.update(change)
    assert not cards, f"no such cards: {cards}"
    return FaceOff(catalogue.read_cards(json.dumps(document)))


NEUTRAL = changed(the_long_branch_saloon={"abilities": []})
"""The Cowboys' HQ has no effect."""
