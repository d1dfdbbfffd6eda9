"""The cards: ``catalogue.json``, read strictly and laid out as plain tables.

Inside the ruleset a card is a whole number, its place in the catalogue: player one's cards, player two's, the Power
deck, the VC cards. Facts are looked up in lists by that number.

A card's action is a cost and one effect, a verb. Both are printed on the card (FD-025).
"""

from collections import Counter
from enum import IntEnum
from pathlib import Path
from typing import Final

from services.engine import catalogue
from services.engine.catalogue import (
    Card,
    Catalogue,
    CatalogueError,
    Effects,
    Number,
    Program,
    Record,
    Schema,
    Verb,
    Word,
)

NO_CARD: Final = -1
HIDDEN: Final = -2
"""In a view: there is a card, and the viewer may not know which."""

SEATS: Final = 2
SLOTS: Final = 7  # FD-007, FD-R01
ROUNDS: Final = 3
SORTS: Final = ("player1", "player2", "power")
SETS: Final = ("cowboys", "ninjas", "time_machine")


class Cost(IntEnum):
    """What an action costs (FD-022, FD-R36). The numbers are the places of the words in the catalogue's schema."""

    NONE = 0
    DESTROY_THIS = 1
    DESTROY_CHOICE = 2


class Effect(IntEnum):
    """What an action does. The numbers are the verbs' codes."""

    NONE = 0
    PEEK_SLOT = 1
    SWAP_VC = 2
    LOCK_SLOT = 3
    EXPOSE_SLOT = 4
    DRAW_POWER = 5
    MOD_SLOT = 6
    SWAP_OWN = 7


# No verb turns a card face down, brings a destroyed one back or adds a VC: matches end (FD-R37).
_VERBS: Final = tuple(
    Verb(effect.name, int(effect), {"n": Number(1, 9)} if effect is Effect.MOD_SLOT else {})
    for effect in Effect
    if effect is not Effect.NONE
)
_ACTION: Final = Record(
    {"cost": Word(*(cost.name.lower() for cost in Cost)), "do": Effects()}, default={"cost": "none", "do": []}
)
_FIGHTER: Final = {"sort": Word(*SORTS), "power": Number(1, 9), "action": _ACTION}
SCHEMA: Final = Schema(
    kinds={
        "personality": _FIGHTER,
        "equipment": _FIGHTER,
        "vc": {"set": Word(*SETS), "value": Number(1, SLOTS), "pieces": Number(1, 3)},
    },
    verbs=_VERBS,
)

PERSONALITIES_EACH: Final = 7  # FD-004
EQUIPMENT_EACH: Final = 6
POWER_CARDS: Final = 24  # FD-R02
ACTIONS_EACH: Final = 3
ACTIONS_IN_POWER_DECK: Final = 4
STRONGEST_ACTION: Final = 4
"""An action is printed on weak cards only, and on few (FD-025)."""


def read_cards(text: str) -> Catalogue:
    """The catalogue in a text, checked in full.

    Raises:
        CatalogueError: a key, kind, word or verb is unknown, missing or of the wrong type; an action has more than one
            effect; the cards are not those of the game. The message names what is wrong.
    """
    cards = catalogue.parse(text, SCHEMA, file="catalogue.json")
    for card in cards:
        _check_action(card)
    _check_players(cards)
    _check_power_deck(cards)
    _check_victory_cards(cards)
    return cards


def _check_action(card: Card) -> None:
    action = card.facts.get("action", {"cost": "none", "do": ()})
    arguments = {verb.code: len(verb.arguments) for verb in _VERBS}
    program = action["do"]
    if program and len(program) != 1 + arguments[program[0]]:
        _fail(f"card {card.id}: action.do: an action has one effect")
    if not program and action["cost"] != "none":
        _fail(f"card {card.id}: action: costs something and does nothing")
    if program and card.facts["power"] > STRONGEST_ACTION:
        _fail(f"card {card.id}: power: an action is printed on cards of power {STRONGEST_ACTION} or less")


def _check_players(cards: Catalogue) -> None:
    """Both players have the same powers, so that neither has an edge (FD-002 to FD-004)."""
    for kind, number in (("personality", PERSONALITIES_EACH), ("equipment", EQUIPMENT_EACH)):
        one, two = (
            Counter(card.facts["power"] for card in cards.of_kind(kind) if card.facts["sort"] == sort)
            for sort in SORTS[:SEATS]
        )
        if one.total() != number or one != two:
            _fail(f"{kind}: both players must have {number}, with the same powers")
    for sort in SORTS[:SEATS]:
        programs = [card.facts["action"]["do"] for card in _of_sort(cards, sort) if card.facts["action"]["do"]]
        if len(programs) > ACTIONS_EACH:
            _fail(f"{sort}: at most {ACTIONS_EACH} cards have an action")
        if sum(program[0] == Effect.PEEK_SLOT for program in programs) > 1:
            _fail(f"{sort}: one card at most looks at another: a player remembers one card (FD-R29)")


def _check_power_deck(cards: Catalogue) -> None:
    power = _of_sort(cards, "power")
    if len(power) != POWER_CARDS:
        _fail(f"power: there must be {POWER_CARDS} Power cards")
    programs = [card.facts["action"]["do"] for card in power if card.facts["action"]["do"]]
    if len(programs) > ACTIONS_IN_POWER_DECK:
        _fail(f"power: at most {ACTIONS_IN_POWER_DECK} cards have an action")
    if any(program[0] == Effect.PEEK_SLOT for program in programs):
        _fail("power: no Power card looks at another: a player remembers one card (FD-R29)")


def _check_victory_cards(cards: Catalogue) -> None:
    """Three sets of the values 1 to 7 (FD-044, FD-R01)."""
    found = sorted((card.facts["set"], card.facts["value"]) for card in cards.of_kind("vc"))
    if found != sorted((name, value) for name in SETS for value in range(1, SLOTS + 1)):
        _fail(f"vc: there must be one of each value 1 to {SLOTS} in each set")
    if [card.kind for card in cards] != sorted((card.kind for card in cards), key="vc".__eq__):
        _fail("vc: the VC cards must come last")
    sorts = [SORTS.index(card.facts["sort"]) for card in cards if card.kind != "vc"]
    if sorts != sorted(sorts):
        _fail("cards: must be sorted: player1, player2, power, then the VC cards")


def _of_sort(cards: Catalogue, sort: str) -> list[Card]:
    return [card for card in cards if card.facts.get("sort") == sort]


def _fail(message: str) -> None:
    raise CatalogueError(f"catalogue.json: {message}")


CATALOGUE: Final = read_cards(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))

IDS: Final[list[str]] = [card.id for card in CATALOGUE]
NAMES: Final[list[str]] = [card.name for card in CATALOGUE]
PLACES: Final[dict[str, int]] = {id: place for place, id in enumerate(IDS)}
IS_PERSONALITY: Final[list[bool]] = [card.kind == "personality" for card in CATALOGUE]
IS_EQUIPMENT: Final[list[bool]] = [card.kind == "equipment" for card in CATALOGUE]
POWER: Final[list[int]] = [card.facts.get("power", 0) for card in CATALOGUE]
COST: Final[list[int]] = [
    int(Cost[card.facts["action"]["cost"].upper()]) if "action" in card.facts else 0 for card in CATALOGUE
]
_PROGRAM: Final[list[Program]] = [card.facts["action"]["do"] if "action" in card.facts else () for card in CATALOGUE]
EFFECT: Final[list[int]] = [program[0] if program else int(Effect.NONE) for program in _PROGRAM]
AMOUNT: Final[list[int]] = [program[1] if len(program) > 1 else 0 for program in _PROGRAM]
SET: Final[list[int]] = [SETS.index(card.facts["set"]) if card.kind == "vc" else -1 for card in CATALOGUE]
VALUE: Final[list[int]] = [card.facts.get("value", 0) for card in CATALOGUE]
PIECES: Final[list[int]] = [card.facts.get("pieces", 0) for card in CATALOGUE]

STARTING: Final[list[list[int]]] = [[PLACES[card.id] for card in _of_sort(CATALOGUE, sort)] for sort in SORTS[:SEATS]]
"""Each player's thirteen cards (FD-002, FD-003)."""
POWER_DECK: Final[list[int]] = [PLACES[card.id] for card in _of_sort(CATALOGUE, "power")]
VICTORY_DECK: Final[list[int]] = [PLACES[card.id] for card in CATALOGUE.of_kind("vc")]
FIRST_POWER: Final[int] = POWER_DECK[0]
FIRST_VICTORY: Final[int] = VICTORY_DECK[0]
FIGHTERS: Final[int] = FIRST_VICTORY
"""Cards below this number fight: personalities and equipment."""


def is_power(card: int) -> bool:
    """Whether a card comes from the Power deck (FD-051)."""
    return FIRST_POWER <= card < FIRST_VICTORY
