"""The cards and the bonus table, read from ``catalogue.json`` (FC-006, FC-020).

A unit is a whole number, nine times its suit plus its place in the row 2 to 10; a commander is four times its suit plus
its rank. Both follow the order of the catalogue. A bonus is a line of the table, and a set of bonuses a bit mask.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.engine import catalogue
from services.engine.catalogue import Catalogue, CatalogueError, Effects, Flag, Number, Schema, Verb, Word

PLAYERS_MIN: Final = 2
PLAYERS_MAX: Final = 4  # FC-R01: a suit each

SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")
COMMANDER_WORDS: Final = ("ace", "king", "queen", "jack")  # FC-002, in the order in which they fight (FC-014)
CATEGORIES: Final = ("number", "color", "suit")  # FC-016
SUITS: Final = "SHDC"
RANKS: Final = "AKQJ"
COMMANDERS: Final = len(RANKS)
NUMBERS: Final = 9  # 2 to 10

NO_CARD: Final = -1
NO_SUIT: Final = -1
NO_SEAT: Final = -1
NO_COMMANDER: Final = -1

# What a bonus asks for: the codes of the verbs.
WANTS_MATCHING_NUMBERS: Final = 1
WANTS_STRAIGHT: Final = 2  # how many in sequence
WANTS_ONE_COLOR: Final = 3  # 1: the commander's
WANTS_SAME_SUIT: Final = 4  # how many cards
WANTS_ONE_SUIT: Final = 5  # 1: the commander's

_PROGRAM_LENGTHS: Final = {
    WANTS_MATCHING_NUMBERS: 1,
    WANTS_STRAIGHT: 2,
    WANTS_ONE_COLOR: 2,
    WANTS_SAME_SUIT: 2,
    WANTS_ONE_SUIT: 2,
}

SCHEMA: Final = Schema(
    kinds={
        "unit": {"suit": Word(*SUIT_WORDS), "number": Number(2, 10)},
        "commander": {"suit": Word(*SUIT_WORDS), "rank": Word(*COMMANDER_WORDS)},
        "bonus": {
            "category": Word(*CATEGORIES),
            "when": Effects(),
            "dice": Number(1, 9),
            "sides": Number(2, 20),
        },
    },
    verbs=(
        Verb("MATCHING_NUMBERS", WANTS_MATCHING_NUMBERS),
        Verb("STRAIGHT", WANTS_STRAIGHT, {"length": Number(2, NUMBERS)}),
        Verb("ONE_COLOR", WANTS_ONE_COLOR, {"of_commander": Flag(default=False)}),
        Verb("SAME_SUIT", WANTS_SAME_SUIT, {"cards": Number(2, NUMBERS)}),
        Verb("ONE_SUIT", WANTS_ONE_SUIT, {"of_commander": Flag(default=False)}),
    ),
)


@dataclass(frozen=True, slots=True)
class BonusLine:
    """A line of the bonus table (FC-020). ``wants``: the code of what it asks for; ``measure``: its number."""

    id: str
    name: str
    category: int
    wants: int
    measure: int
    dice: int
    sides: int


def read_cards(text: str) -> Catalogue:
    """The catalogue in a text, checked in full.

    Raises:
        CatalogueError: a key, kind, word or verb is unknown, missing or of the wrong type; the units or commanders are
            not those of a deck in order; a bonus asks for other than one thing, or the table is not in order.
    """
    cards = catalogue.parse(text, SCHEMA, file="catalogue.json")
    _check_deck(cards)
    _check_table(cards)
    return cards


def _check_deck(cards: Catalogue) -> None:
    units = [(card.facts["suit"], card.facts["number"]) for card in cards.of_kind("unit")]
    if units != [(suit, number) for suit in SUIT_WORDS for number in range(2, 2 + NUMBERS)]:
        raise CatalogueError("catalogue.json: the units must be 2 to 10 of each suit, in order")
    faces = [(card.facts["suit"], card.facts["rank"]) for card in cards.of_kind("commander")]
    if faces != [(suit, rank) for suit in SUIT_WORDS for rank in COMMANDER_WORDS]:
        raise CatalogueError("catalogue.json: the commanders must be Ace, King, Queen and Jack of each suit, in order")


def _check_table(cards: Catalogue) -> None:
    table = cards.of_kind("bonus")
    for card in table:
        program = card.facts["when"]
        if not program or len(program) != _PROGRAM_LENGTHS[program[0]]:
            raise CatalogueError(f"catalogue.json: card {card.id}: when: a bonus asks for one thing")
    places = [CATEGORIES.index(card.facts["category"]) for card in table]
    if places != sorted(places):
        raise CatalogueError("catalogue.json: the bonuses must be in order: number, color, suit")


CATALOGUE: Final = read_cards(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))

IDS: Final[list[str]] = [card.id for card in CATALOGUE.of_kind("unit")]
PLACES: Final[dict[str, int]] = {id: place for place, id in enumerate(IDS)}
UNITS: Final[int] = len(IDS)
BIT: Final[list[int]] = [1 << place for place in range(UNITS)]

FACES: Final[list[str]] = [card.id for card in CATALOGUE.of_kind("commander")]
FACE_PLACES: Final[dict[str, int]] = {id: place for place, id in enumerate(FACES)}

BONUSES: Final[list[BonusLine]] = [
    BonusLine(
        id=card.id,
        name=card.name,
        category=CATEGORIES.index(card.facts["category"]),
        wants=card.facts["when"][0],
        measure=card.facts["when"][1] if len(card.facts["when"]) > 1 else 0,
        dice=card.facts["dice"],
        sides=card.facts["sides"],
    )
    for card in CATALOGUE.of_kind("bonus")
]
BONUS_PLACES: Final[dict[str, int]] = {line.id: place for place, line in enumerate(BONUSES)}


def line_for(wants: int, measure: int) -> int:
    """The line of the table that asks for this, as a bit."""
    return sum(1 << place for place, line in enumerate(BONUSES) if (line.wants, line.measure) == (wants, measure))


def card_set(cards: list[int]) -> int:
    """Units as a bit mask: nine bits for each suit."""
    return sum(map(BIT.__getitem__, cards))
