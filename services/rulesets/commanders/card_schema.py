"""What the keys of the catalogue mean, and the JSON Schema of a card."""

from typing import Final

from services.engine.card_schema import card_schema
from services.engine.ruleset import JsonObject
from services.rulesets.commanders.cards import CATALOGUE, SCHEMA

MEANINGS: Final = {
    "unit": "A unit: it is placed under a commander and may earn bonus dice.",
    "commander": "A commander: it leads an army and fights the others' commanders of its rank.",
    "bonus": "A line of the bonus table: dice that an army may add to its roll. It is no card that lies anywhere.",
    "suit": "Its suit. Spades and clubs are black, hearts and diamonds are red.",
    "number": "Its number.",
    "rank": "Its rank.",
    "category": "The category of the bonus: three bonuses may be added, and those of one category first.",
    "when": "What the units of an army must have.",
    "dice": "How many dice it adds; the number line of matching cards adds as many as the option `match` says.",
    "sides": "How many sides each of these dice has. The option `small_straight_die` changes the small straight's.",
    "MATCHING_NUMBERS": "Two or more units have the same number.",
    "STRAIGHT": "So many different numbers in sequence.",
    "length": "How many numbers.",
    "ONE_COLOR": "All units have one color.",
    "ONE_SUIT": "All units have one suit.",
    "ONE_COLOR.of_commander": "It must be the commander's color.",
    "ONE_SUIT.of_commander": "It must be the commander's suit.",
    "SAME_SUIT": "So many units have the same suit.",
    "cards": "How many units.",
}

CARD_SCHEMA: Final[JsonObject] = card_schema(SCHEMA, CATALOGUE.entries(), MEANINGS)
