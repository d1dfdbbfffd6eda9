"""The cards: ``catalogue.json``, read strictly and laid out as plain tables.

Inside the ruleset a card is a whole number, its place in the catalogue: the recruit deck first, then the stand-ins,
then the conscripts. Facts are looked up in lists by that number. A bonus card is a number of its own.

A card's effect is one verb. It is flattened at load into a short program of :class:`Step` numbers: the choices that the
collecting player makes, in order, then the effect itself. Every verb that brings another card ends with that
collection, so that of the cards being collected only the last ever has anything left to do.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import Path
from typing import Final

from services.engine import catalogue
from services.engine.catalogue import Card, Catalogue, CatalogueError, Effects, Flag, Number, Record, Schema, Verb, Word

NO_CARD: Final = -1
NO_SEAT: Final = -1
NO_FACTION: Final = -1

PLAYERS_MIN: Final = 2  # FW-R02
PLAYERS_MAX: Final = 5

FACTIONS: Final = ("cowboys", "ninjas", "pirates", "vikings")
SYMBOLS: Final = ("rock", "paper", "scissors")
NO_SYMBOL: Final = -1
"""Each beats the one before it, and rock beats scissors."""

RECRUIT_DECK_KINDS: Final = ("recruit", "bystander", "action", "war_is_over")


class Step(IntEnum):
    """One step of a program. The choices come first, the effect last."""

    CHOOSE_OPPONENT = 0
    CHOOSE_OPPONENT_WITH_RECRUIT = 1
    CHOOSE_TRADE_PARTNER = 2
    CHOOSE_OWN_BYSTANDER = 3
    CHOOSE_OWN_RECRUIT = 4
    CHOOSE_DISCARDED_RECRUIT = 5
    DRAW_TOP = 6
    STEAL_RANDOM = 7
    REMOVE_RANDOM = 8
    REMOVE_RANDOM_FROM_EACH = 9
    TAKE_FROM_RECRUIT_DISCARD = 10
    MOVE_BYSTANDER = 11
    SWAP_RANDOM = 12
    GIVE_SELF = 13


PLAYER_STEPS: Final = 3
"""Steps below this number choose a player."""

CHOICE_STEPS: Final = 6
"""Steps below this number choose a player or a card."""

COLLECTING: Final = frozenset({Step.DRAW_TOP, Step.STEAL_RANDOM, Step.TAKE_FROM_RECRUIT_DISCARD, Step.SWAP_RANDOM})
"""The effects that bring another card."""

_TARGETS: Final = ("chosen_opponent", "each_opponent")
_VERBS: Final = (
    Verb("DRAW_TOP", 1),
    Verb("STEAL_RANDOM", 2),
    Verb("REMOVE_RANDOM", 3, {"who": Word(*_TARGETS)}),
    Verb("TAKE_FROM_RECRUIT_DISCARD", 4),
    Verb("MOVE_BYSTANDER", 5),
    Verb("SWAP_RANDOM", 6),
    Verb("GIVE_SELF", 7),
)
_PROGRAMS: Final[dict[tuple[int, ...], list[int]]] = {
    # what the loader makes of a verb and its target: the steps to take
    (): [],
    (1,): [Step.DRAW_TOP],
    (2,): [Step.CHOOSE_OPPONENT_WITH_RECRUIT, Step.STEAL_RANDOM],
    (3, 0): [Step.CHOOSE_OPPONENT_WITH_RECRUIT, Step.REMOVE_RANDOM],
    (3, 1): [Step.REMOVE_RANDOM_FROM_EACH],
    (4,): [Step.CHOOSE_DISCARDED_RECRUIT, Step.TAKE_FROM_RECRUIT_DISCARD],
    (5,): [Step.CHOOSE_OWN_BYSTANDER, Step.CHOOSE_OPPONENT, Step.MOVE_BYSTANDER],
    (6,): [Step.CHOOSE_TRADE_PARTNER, Step.CHOOSE_OWN_RECRUIT, Step.SWAP_RANDOM],
    (7,): [Step.CHOOSE_OPPONENT, Step.GIVE_SELF],
}
_TROOP_VERBS: Final = tuple(verb.name for verb in _VERBS if verb.name != "GIVE_SELF")


class Condition(Enum):
    """What a bonus card asks for. The first four compare a count with a number that depends on how many play."""

    EACH_FACTION_AT_LEAST = "EACH_FACTION_AT_LEAST"
    ONE_FACTION_AT_LEAST = "ONE_FACTION_AT_LEAST"
    BATTLE_AT_LEAST_5_COUNT = "BATTLE_AT_LEAST_5_COUNT"
    BATTLE_AT_MOST_2_COUNT = "BATTLE_AT_MOST_2_COUNT"
    NO_BYSTANDERS = "NO_BYSTANDERS"
    OWN_CARDS_OF_FACTION = "OWN_CARDS_OF_FACTION"  # a faction's bonus card on display: so many points for each card


_PER_PLAYERS: Final = {str(players): Number(0, 44) for players in range(PLAYERS_MIN, PLAYERS_MAX + 1)}
_CONDITIONS: Final = tuple(c.value for c in Condition if c is not Condition.OWN_CARDS_OF_FACTION)
SCHEMA: Final = Schema(
    kinds={
        "recruit": {
            "faction": Word(*FACTIONS),
            "battle": Number(0, 9),
            "points": Number(0, 9),
            "on_collect": Effects(*_TROOP_VERBS, default=[]),
            "scoring": Word("PRINTED", "FACTION_COUNT", "SQUARE_OF_COUNT", default="PRINTED"),
            "in_battle": Word("PLAIN", "BEATS_VALUE_2", default="PLAIN"),
            "stand_in": Flag(default=False),
        },
        "bystander": {"battle": Number(0, 9), "points": Number(-9, 0), "on_collect": Effects("GIVE_SELF")},
        "action": {"on_collect": Effects(*_TROOP_VERBS)},
        "war_is_over": {},
        "conscript": {"battle": Number(0, 9), "symbol": Word(*SYMBOLS)},
        "bonus": {
            "points": Number(1, 99),
            "condition": Word(*_CONDITIONS),
            "at_least": Record(_PER_PLAYERS, default=dict.fromkeys(_PER_PLAYERS, 0)),
            "joins_faction_cards": Flag(default=False),
        },
        "bid_card": {"position": Number(1, 6)},
        "line_up_card": {},
    },
    verbs=_VERBS,
)


@dataclass(frozen=True, slots=True)
class BonusCard:
    """A bonus card. ``at_least``: the number to reach, by number of players; 0 where the condition takes none."""

    id: str
    name: str
    points: int
    condition: Condition
    at_least: tuple[int, ...]
    faction: int = NO_FACTION


def read_cards(text: str) -> Catalogue:
    """The catalogue in a text, checked in full.

    Raises:
        CatalogueError: a key, kind, word or verb is unknown, missing or of the wrong type; a card has more than one
            effect; a bonus card's condition and numbers do not fit. The message names card and key.
    """
    cards = catalogue.parse(text, SCHEMA, file="catalogue.json")
    for card in cards:
        _check_effect(card)
        _check_bonus(card)
    return cards


def _check_effect(card: Card) -> None:
    if card.facts.get("on_collect", ()) not in _PROGRAMS:
        raise CatalogueError(f"catalogue.json: card {card.id}: on_collect: a card has one effect")
    if card.kind == "bystander" and not card.facts["on_collect"]:  # FW-049
        raise CatalogueError(f"catalogue.json: card {card.id}: on_collect: a bystander is given away")


def _check_bonus(card: Card) -> None:
    if card.kind != "bonus":
        return
    takes_number = card.facts["condition"] != Condition.NO_BYSTANDERS.value
    if any((number > 0) != takes_number for number in card.facts["at_least"].values()):
        raise CatalogueError(f"catalogue.json: card {card.id}: at_least: does not fit the condition")


def _printed_bonus(card: Card) -> BonusCard:
    at_least = [0] * (PLAYERS_MAX + 1)
    for players, number in card.facts["at_least"].items():
        at_least[int(players)] = number
    return BonusCard(
        id=card.id,
        name=card.name,
        points=card.facts["points"],
        condition=Condition(card.facts["condition"]),
        at_least=tuple(at_least),
    )


def _faction_bonus(card: Card) -> BonusCard:
    """A faction's bonus card as a bonus card on display (option ``faction_bonus_location``)."""
    return BonusCard(
        id=card.id,
        name=card.name,
        points=1,
        condition=Condition.OWN_CARDS_OF_FACTION,
        at_least=(0,) * (PLAYERS_MAX + 1),
        faction=FACTIONS.index(card.facts["faction"]),
    )


def mask_of(facts: list[bool]) -> int:
    """The cards for which the fact is true, as a bit mask."""
    return sum(1 << place for place, fact in enumerate(facts) if fact)


CATALOGUE: Final = read_cards(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))

_DECK_CARDS: Final = [c for c in CATALOGUE.of_kind(*RECRUIT_DECK_KINDS) if not c.facts.get("stand_in", False)]
_STAND_INS: Final = [c for c in CATALOGUE.of_kind("recruit") if c.facts["stand_in"]]
_CARDS: Final = [*_DECK_CARDS, *_STAND_INS, *CATALOGUE.of_kind("conscript")]

IDS: Final[list[str]] = [card.id for card in _CARDS]
NAMES: Final[list[str]] = [card.name for card in _CARDS]
PLACES: Final[dict[str, int]] = {id: place for place, id in enumerate(IDS)}
PROGRAM: Final[list[list[int]]] = [[int(s) for s in _PROGRAMS[card.facts.get("on_collect", ())]] for card in _CARDS]
IS_RECRUIT: Final[list[bool]] = [card.kind == "recruit" for card in _CARDS]
IS_BYSTANDER: Final[list[bool]] = [card.kind == "bystander" for card in _CARDS]
IS_ACTION: Final[list[bool]] = [card.kind == "action" for card in _CARDS]
IS_CONSCRIPT: Final[list[bool]] = [card.kind == "conscript" for card in _CARDS]
IS_BERSERKER: Final[list[bool]] = [card.facts.get("scoring") == "SQUARE_OF_COUNT" for card in _CARDS]
COUNTS_FACTION: Final[list[bool]] = [card.facts.get("scoring") == "FACTION_COUNT" for card in _CARDS]
BEATS_EQUALS: Final[list[bool]] = [card.facts.get("in_battle") == "BEATS_VALUE_2" for card in _CARDS]
BATTLE: Final[list[int]] = [card.facts.get("battle", 0) for card in _CARDS]
POINTS: Final[list[int]] = [card.facts.get("points", 0) for card in _CARDS]
FACTION: Final[list[int]] = [
    FACTIONS.index(card.facts["faction"]) if card.kind == "recruit" else NO_FACTION for card in _CARDS
]
SYMBOL: Final[list[int]] = [SYMBOLS.index(card.facts.get("symbol", "rock")) for card in _CARDS]
"""A conscript's symbol, by its place among the symbols."""

CONSCRIPTS_EACH: Final[int] = sum(card.kind == "conscript" for card in _CARDS) // PLAYERS_MAX
WAR_IS_OVER: Final[int] = PLACES["WO01"]
RECRUIT_DECK: Final[list[int]] = list(range(len(_DECK_CARDS)))
STAND_IN_OF: Final[dict[int, int]] = {
    place: PLACES[stand_in.id]
    for place in RECRUIT_DECK
    for stand_in in _STAND_INS
    if COUNTS_FACTION[place] and FACTION[place] == FACTION[PLACES[stand_in.id]]
}
"""The card that takes a faction's bonus card's place in the recruit deck when that one is on display."""

_COUNTING_CARDS: Final = [card for card in _DECK_CARDS if card.facts.get("scoring") == "FACTION_COUNT"]
_BONUS: Final = CATALOGUE.of_kind("bonus")
BONUS_CARDS: Final[list[BonusCard]] = [*map(_printed_bonus, _BONUS), *map(_faction_bonus, _COUNTING_CARDS)]
BONUS_PLACES: Final[dict[str, int]] = {card.id: number for number, card in enumerate(BONUS_CARDS)}
PRINTED_BONUS: Final[list[int]] = list(range(len(_BONUS)))
DISPLAY_BONUS: Final[list[int]] = [
    BONUS_PLACES[card.id] for card in [*_COUNTING_CARDS, *(c for c in _BONUS if c.facts["joins_faction_cards"])]
]

LINE_UP_CARDS: Final[int] = len(CATALOGUE.of_kind("line_up_card"))

BIT: Final[list[int]] = [1 << place for place in range(len(IDS))]
RECRUITS: Final[int] = mask_of(IS_RECRUIT)
BYSTANDERS: Final[int] = mask_of(IS_BYSTANDER)
BERSERKERS: Final[int] = mask_of(IS_BERSERKER)
FACTION_CARDS: Final[int] = mask_of(COUNTS_FACTION)
OF_FACTION: Final[list[int]] = [mask_of([of == faction for of in FACTION]) for faction in range(len(FACTIONS))]
AT_LEAST_5: Final[int] = mask_of([IS_RECRUIT[place] and value >= 5 for place, value in enumerate(BATTLE)])
AT_MOST_2: Final[int] = mask_of([IS_RECRUIT[place] and value <= 2 for place, value in enumerate(BATTLE)])
"""Sets of cards as bit masks: recruits by battle value."""


def card_set(cards: list[int]) -> int:
    """The cards as a bit mask."""
    return sum(map(BIT.__getitem__, cards))


def conscripts_of(seat: int) -> list[int]:
    """A seat's conscripts, number 1 first (FW-010). The first figure of a conscript's id is its seat."""
    return [place for place, id in enumerate(IDS) if IS_CONSCRIPT[place] and id.startswith(f"CN{seat}")]
