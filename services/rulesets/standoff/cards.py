"""The cards: ``catalogue.json`` with its schema, and what the rules need of each card as tables of plain numbers.

A card is known by its place in the catalogue, the token of an improvement card by the card (ST-P02). Effects are the
page's verbs; each is a tuple of whole numbers, the verb first, then its arguments in the verb's own order.
"""

from enum import IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from services.engine import catalogue
from services.engine.catalogue import (
    Card,
    CardId,
    Catalogue,
    CatalogueError,
    Effects,
    Field,
    Flag,
    ListOf,
    Number,
    Place,
    Program,
    Read,
    Record,
    Schema,
    Verb,
    Word,
    Words,
    Written,
)
from services.engine.ruleset import JsonObject
from services.rulesets.standoff import board

NO_CARD: Final = -1
ROW_SLOTS: Final = 8
"""Face-up slots of the temporary market (ST-006)."""
MAX_GROUP: Final = 6
# A well has a card, but no copies of it: it is on the board from the start, and no player places one (ST-073, ST-077).
KINDS: Final = ("encampment", "action", "improvement", "resource", "satellite", "special", "well")


class Op(IntEnum):
    """What an effect does. The numbers are the verbs' codes."""

    GAIN_CREDITS = 1
    GAIN_ACTIONS = 2
    GAIN_ENCAMPMENTS = 3
    DRAW = 4
    PLACE_GROUP = 5
    PLACE_TILE = 6
    DESTROY_TILE = 7
    DESTROY_IMPROVEMENT = 8
    CONVERT_TILE = 9
    MOVE_TILE = 10
    PLACE_IMPROVEMENT = 11
    REMOVE_SOURCE_TOKEN = 12
    TRASH_FROM_HAND = 13
    TRASH_SELF = 14
    SEARCH_DECK = 15
    REVEAL_HAND_DISCARD = 16
    GIVE_CARD = 17
    RECOVER = 18
    SCHEDULE = 19
    MARKET_TRASH = 20
    DEPLOY_SATELLITE = 21
    DESTROY_SATELLITE = 22


class Part(IntEnum):
    """Which of a card's programs: what it does when played, what its token can be activated for while it is controlled
    (rainbow), on a black tile, on an empty hex (gray), and what it can be activated for in orbit (ST-051 to ST-053)."""

    EFFECTS = 0
    RAINBOW = 1
    BLACK = 2
    GRAY = 3
    ORBIT = 4


PARTS: Final = len(Part)

# -- the schema ------------------------------------------------------------------------------------------------------

OWNER_SELF: Final = 1
OWNER_OPPONENT: Final = 2
OWNER_NEUTRAL: Final = 4
"""Owners of a tile, as bits (the numbers that :class:`Words` gives them)."""
ANY: Final = -1


class _Either(Field):
    """True, false, or left out: either. In a program: 1, 0 or ``ANY``."""

    def __init__(self) -> None:
        super().__init__(default=None)

    def read(self, value: object, at: Place) -> Read:
        if value is not None and not isinstance(value, bool):
            at.fail("must be true or false")
        return Read(value, (ANY if value is None else int(value),))

    def form(self, at: Written) -> JsonObject:
        return {"type": "boolean"}


_TARGET: Final = Record(
    {
        "owner": Words("self", "opponent", "black", default=[]),
        "empty": Flag(default=False),
        "improved": _Either(),
        "wells": _Either(),
        "adjacent_to_own": Flag(default=False),
        "within_own": Number(0, 14, default=0),
        "within_source": Number(0, 14, default=0),
        "not_source": Flag(default=False),
        "source": Flag(default=False),
        "zone": Word("any", "red", default="any"),
        "min_adjacent_own": Number(0, 6, default=0),
        "respects_bunker": Flag(default=False),
    }
)

_AUTOMATIC: Final = tuple(op.name for op in (Op.GAIN_CREDITS, Op.GAIN_ACTIONS, Op.GAIN_ENCAMPMENTS, Op.DRAW))
"""Verbs that never ask: all that upkeep may do (ST-020)."""


class _OneEffect(Effects):
    """One effect, not a list of them: the list that it stands in keeps them apart."""

    def read(self, value: object, at: Place) -> Read:
        if isinstance(value, list):
            at.fail("must be one effect")
        return super().read(value, at)

    def form(self, at: Written) -> JsonObject:
        return {"anyOf": at.verbs(self._allowed)}


def _effects() -> ListOf:
    return ListOf(_OneEffect())


def _automatic() -> ListOf:
    return ListOf(_OneEffect(*_AUTOMATIC), default=[])


_CREDITS: Final = Number(-99, 99, default=0)
_ARGUMENTS: Final[dict[Op, dict[str, Field]]] = {
    Op.GAIN_CREDITS: {"n": _CREDITS, "per": Word("once", "card_in_hand", default="once")},
    Op.GAIN_ACTIONS: {"n": Number(-9, 9), "floor": Number(0, 9, default=0)},
    Op.GAIN_ENCAMPMENTS: {"n": Number(1, 9)},
    Op.DRAW: {"n": Number(1, 9)},
    Op.PLACE_GROUP: {"n": Number(1, MAX_GROUP)},
    Op.PLACE_TILE: {"colour": Word("own", "black"), "target": _TARGET},
    Op.DESTROY_TILE: {"target": _TARGET, "improvement": Word("keep", "destroy")},
    Op.DESTROY_IMPROVEMENT: {"target": _TARGET},
    Op.CONVERT_TILE: {"target": _TARGET},
    Op.MOVE_TILE: {"range": Number(1, 3)},
    Op.PLACE_IMPROVEMENT: {"token": CardId(), "target": _TARGET},
    Op.REMOVE_SOURCE_TOKEN: {},
    Op.TRASH_FROM_HAND: {"min": Number(0, 5), "max": Number(1, 5)},
    Op.TRASH_SELF: {},
    Op.SEARCH_DECK: {"n": Number(1, 5)},
    Op.REVEAL_HAND_DISCARD: {"n": Number(1, 5)},
    Op.GIVE_CARD: {"card": CardId(), "to": Word("deck", "discard"), "shuffle": Flag(default=True)},
    Op.RECOVER: {"n": Number(1, 5)},
    Op.SCHEDULE: {
        "who": Word("self", "opponents"),
        "when": Word("upkeep"),
        "times": Number(1, 9),
        "effects": _automatic(),
    },
    Op.MARKET_TRASH: {"n": Number(1, 5)},
    Op.DEPLOY_SATELLITE: {},
    Op.DESTROY_SATELLITE: {},
}
_VERBS: Final = tuple(Verb(op.name, int(op), arguments) for op, arguments in _ARGUMENTS.items())

_MARKET: Final = {
    "market": Word("permanent", "temporary"),
    "set": Word("core", "expansion", default="core"),
    "copies": Number(1, 99),
    "starting": Number(0, 10, default=0),
    "price": Number(0, 99),
    "effects": _effects(),
}
_PLAYED: Final = {**_MARKET, "cost": Number(0, 99)}
_ACTIVE: Final = {"actions": Number(1, 9), "credits": Number(0, 99), "effects": _effects()}
_NO_ACTIVE: Final[dict[str, Any]] = {"actions": 1, "credits": 0, "effects": []}
_TOKEN: Final = Record(
    {
        "static": Record(
            {
                "rainbow": Record(
                    {
                        "upkeep": _automatic(),
                        "block_placement_radius": Number(0, 3, default=0),
                        "protect_adjacent": Flag(default=False),
                    },
                    default={},
                )
            },
            default={},
        ),
        "active": Record(
            {colour: Record(_ACTIVE, default=_NO_ACTIVE) for colour in ("rainbow", "black", "gray")}, default={}
        ),
    }
)
SCHEMA: Final = Schema(
    kinds={
        "encampment": {**_PLAYED, "uses_encampment": Flag(default=True)},
        "action": _PLAYED,
        "improvement": {**_PLAYED, "token": _TOKEN},
        "resource": {**_MARKET, "effects": _automatic()},
        "satellite": {
            **_PLAYED,
            "static": Record({"upkeep": _automatic(), "hand_limit_bonus": Number(0, 9, default=0)}, default={}),
            "active": Record({**_ACTIVE, "per_turn": Number(0, 9, default=0)}, default=_NO_ACTIVE),
        },
        "special": {"copies": Number(1, 99)},
        "well": {"token": _TOKEN},
    },
    verbs=_VERBS,
)

# -- a target filter's numbers: places in an effect, counted from where its target begins ----------------------------

TARGET_OWNER: Final = 0
TARGET_EMPTY: Final = 1
TARGET_IMPROVED: Final = 2
TARGET_WELLS: Final = 3
TARGET_ADJACENT_TO_OWN: Final = 4
TARGET_WITHIN_OWN: Final = 5
TARGET_WITHIN_SOURCE: Final = 6
TARGET_NOT_SOURCE: Final = 7
TARGET_SOURCE: Final = 8
TARGET_ZONE: Final = 9
TARGET_MIN_ADJACENT_OWN: Final = 10
TARGET_RESPECTS_BUNKER: Final = 11
TARGET_LENGTH: Final = 12


class ActiveToken(NamedTuple):
    """Something that a token can be activated for. ``token``: its number; ``part``: the colour of hex it needs."""

    token: int
    part: int
    program: int


class BlockingToken(NamedTuple):
    """A token that keeps others' tiles away. ``token``: its number; ``steps``: how far."""

    token: int
    steps: int


class Cards:
    """The cards of a match as tables. Lists have one entry for each card unless they say otherwise. Never changed."""

    __slots__ = (
        "active_actions",
        "active_credits",
        "active_per_turn",
        "active_tokens",
        "blocking_tokens",
        "catalogue",
        "copies",
        "core",
        "cost",
        "gates",
        "group",
        "hand_limit_bonus",
        "ids",
        "kind",
        "names",
        "numbers",
        "piles",
        "places_in_pile",
        "price",
        "programs",
        "protecting_tokens",
        "quoted",
        "special",
        "starting",
        "temporary",
        "token_numbers",
        "tokens",
        "upkeep",
        "uses_encampment",
        "wells",
    )

    def __init__(self, cards: Catalogue) -> None:
        """``cards``: a catalogue of :data:`SCHEMA` that passed :func:`read_cards`."""
        number = len(cards)
        self.catalogue = cards
        self.ids: list[str] = [card.id for card in cards]
        self.quoted: list[str] = [f'"{id}"' for id in [*self.ids, ""]]
        """The ids as JSON; in place of ``NO_CARD``, the last one, an empty text."""
        self.names: list[str] = [card.name for card in cards]
        self.numbers: dict[str, int] = {id: card for card, id in enumerate(self.ids)}
        self.kind: list[str] = [card.kind for card in cards]
        self.cost: list[int] = [card.facts.get("cost", 0) for card in cards]
        self.price: list[int] = [card.facts.get("price", 0) for card in cards]
        self.copies: list[int] = [card.facts.get("copies", 0) for card in cards]
        self.core: list[bool] = [card.facts.get("set", "core") == "core" for card in cards]
        self.uses_encampment: list[bool] = [card.facts.get("uses_encampment", False) for card in cards]
        self.starting: list[int] = [
            card for card in range(number) for _ in range(cards.cards[card].facts.get("starting", 0))
        ]
        """The cards of a starting deck (ST-003)."""
        self.temporary: list[int] = [card.index for card in cards if card.facts.get("market") == "temporary"]
        self.special: list[int] = [card.index for card in cards.of_kind("special")]
        self.piles: list[int] = [card.index for card in cards if card.facts.get("market") == "permanent"] + self.special
        """The cards that lie in piles: the permanent market (ST-004), then the Horse."""
        self.places_in_pile: dict[int, int] = {card: place for place, card in enumerate(self.piles)}
        self.tokens: list[int] = [card.index for card in cards if "token" in card.facts]
        """The cards that have a token; a token's number is its place here."""
        self.token_numbers: list[int] = [
            self.tokens.index(card) if card in self.tokens else -1 for card in range(number)
        ]
        self.wells: list[bool] = [self.kind[card] == "well" for card in self.tokens]
        """For each token."""
        self.programs: list[tuple[Program, ...]] = [()] * (number * PARTS)
        """The effects of each part of each card: ``card * PARTS + part``."""
        self.active_actions: list[int] = [0] * (number * PARTS)
        self.active_credits: list[int] = [0] * (number * PARTS)
        self.active_per_turn: list[int] = [0] * number
        self.upkeep: list[tuple[Program, ...]] = [()] * number
        """What a token or satellite does at its controller's upkeep."""
        self.hand_limit_bonus: list[int] = [0] * number
        """How many cards more a player may hold for each such satellite in orbit."""
        self.active_tokens: list[ActiveToken] = []
        """What tokens can be activated for."""
        self.blocking_tokens: list[BlockingToken] = []
        """The tokens that keep others' tiles away (ST-R50)."""
        self.protecting_tokens: list[int] = []
        """Numbers of the tokens that protect a tile."""
        for card in cards:
            self._add(card)
        self.gates: list[int] = [_first_targeting(self.programs[program]) for program in range(number * PARTS)]
        """For each program: the effect that must have a target for it to be played (ST-R31), or -1."""
        self.group: list[int] = [_group(self.programs[card * PARTS]) for card in range(number)]
        """The tiles that a card places first of all; 0: it does something else."""

    def _add(self, card: Card) -> None:
        facts, index = card.facts, card.index
        self.programs[index * PARTS] = facts.get("effects", ())
        if card.kind == "satellite":
            self.upkeep[index] = facts["static"]["upkeep"]
            self.hand_limit_bonus[index] = facts["static"]["hand_limit_bonus"]
            self.active_per_turn[index] = facts["active"].get("per_turn", 0)
            self._add_active(index * PARTS + Part.ORBIT, facts["active"])
        if "token" not in facts:
            return
        static = facts["token"]["static"]["rainbow"]
        number = self.token_numbers[index]
        self.upkeep[index] = static["upkeep"]
        if static["block_placement_radius"]:
            self.blocking_tokens.append(BlockingToken(number, static["block_placement_radius"]))
        if static["protect_adjacent"]:
            self.protecting_tokens.append(number)
        for part, colour in ((Part.RAINBOW, "rainbow"), (Part.BLACK, "black"), (Part.GRAY, "gray")):
            program = index * PARTS + part
            self._add_active(program, facts["token"]["active"][colour])
            if self.programs[program]:
                self.active_tokens.append(ActiveToken(number, int(part), program))

    def _add_active(self, program: int, active: dict[str, Any]) -> None:
        self.programs[program] = active["effects"]
        self.active_actions[program] = active["actions"]
        self.active_credits[program] = active["credits"]


TARGETING: Final = frozenset(
    {
        Op.PLACE_GROUP,
        Op.PLACE_TILE,
        Op.DESTROY_TILE,
        Op.DESTROY_IMPROVEMENT,
        Op.CONVERT_TILE,
        Op.MOVE_TILE,
        Op.PLACE_IMPROVEMENT,
        Op.TRASH_FROM_HAND,
        Op.SEARCH_DECK,
        Op.REVEAL_HAND_DISCARD,
        Op.RECOVER,
        Op.MARKET_TRASH,
        Op.DEPLOY_SATELLITE,
        Op.DESTROY_SATELLITE,
    }
)
"""Verbs that need something to be aimed at (ST-R31)."""


def _first_targeting(effects: tuple[Program, ...]) -> int:
    return next((place for place, effect in enumerate(effects) if effect[0] in TARGETING), -1)


def _group(effects: tuple[Program, ...]) -> int:
    return effects[0][1] if effects and effects[0][0] == Op.PLACE_GROUP else 0


def scheduled(effect: Program) -> list[Program]:
    """The effects that a ``SCHEDULE`` effect puts off."""
    found: list[Program] = []
    place = 5
    for _ in range(effect[4]):
        length = effect[place]
        found.append(effect[place + 1 : place + 1 + length])
        place += 1 + length
    return found


# -- reading ---------------------------------------------------------------------------------------------------------


def read_cards(text: str) -> Cards:
    """The cards in a text, checked in full.

    Raises:
        CatalogueError: a key, kind, word or verb is unknown, missing or of the wrong type; an effect stands where it
            cannot work; the cards are too few to set the game up. The message names what is wrong.
    """
    cards = catalogue.parse(text, SCHEMA, file="catalogue.json")
    for card in cards:
        _check_effects(card)
        _check_tokens_named(card, cards)
    found = Cards(cards)
    _check_setup(found)
    return found


def _check_effects(card: Card) -> None:
    """Effects are one verb each, and need what they are about."""
    lists: list[tuple[str, tuple[Program, ...]]] = [("effects", card.facts.get("effects", ()))]
    if card.kind == "satellite":
        lists.append(("active", card.facts["active"]["effects"]))
        if [effect[0] for effect in card.facts["effects"]] != [Op.DEPLOY_SATELLITE]:
            _fail(card, "effects: a satellite is deployed, and does nothing else when it is played")
    if "token" in card.facts:
        lists += [(f"token.active.{name}", part["effects"]) for name, part in card.facts["token"]["active"].items()]
    for where, effects in lists:
        for effect in effects:
            _check_effect(card, where, effect)
    if card.kind == "encampment" and not _group(card.facts["effects"]):
        _fail(card, "effects: an encampment card places a group first of all")


def _check_effect(card: Card, where: str, effect: Program) -> None:
    op = effect[0]
    of_token = where.startswith("token")
    if op in (Op.MOVE_TILE, Op.REMOVE_SOURCE_TOKEN) and not of_token:
        _fail(card, f"{where}: {Op(op).name} is for tokens")
    if op in (Op.TRASH_SELF, Op.DEPLOY_SATELLITE, Op.SCHEDULE) and where != "effects":
        _fail(card, f"{where}: {Op(op).name} is for cards that are played")
    if op == Op.DEPLOY_SATELLITE and card.kind != "satellite":
        _fail(card, f"{where}: only a satellite is deployed")
    if op == Op.TRASH_FROM_HAND and effect[1] > effect[2]:
        _fail(card, f"{where}: min must not be more than max")
    target = target_of(effect)
    if target and not of_token and (target[TARGET_WITHIN_SOURCE] or target[TARGET_NOT_SOURCE] or target[TARGET_SOURCE]):
        _fail(card, f"{where}: only a token is a source")


def target_of(effect: Program) -> Program:
    """The target filter of an effect; empty if it has none."""
    op = effect[0]
    if op in (Op.PLACE_TILE, Op.PLACE_IMPROVEMENT):
        return effect[2 : 2 + TARGET_LENGTH]
    if op in (Op.DESTROY_TILE, Op.DESTROY_IMPROVEMENT, Op.CONVERT_TILE):
        return effect[1 : 1 + TARGET_LENGTH]
    return ()


def _check_tokens_named(card: Card, cards: Catalogue) -> None:
    for effect in card.facts.get("effects", ()):
        if effect[0] == Op.PLACE_IMPROVEMENT and "token" not in cards.cards[effect[1]].facts:
            _fail(card, "effects: PLACE_IMPROVEMENT names a card without a token")
        if effect[0] == Op.GIVE_CARD and cards.cards[effect[1]].kind != "special":
            _fail(card, "effects: GIVE_CARD names a card that lies in no pile beside the market")


def _check_setup(cards: Cards) -> None:
    core = sum([cards.copies[card] for card in cards.temporary if cards.core[card]])
    if core < ROW_SLOTS:
        raise CatalogueError(f"catalogue.json: the temporary market needs {ROW_SLOTS} core cards, there are {core}")
    if not cards.starting:
        raise CatalogueError("catalogue.json: no card says how many are in a starting deck")
    for id in [token.id for token in board.TOKENS]:
        if id not in cards.numbers or cards.token_numbers[cards.numbers[id]] < 0:
            raise CatalogueError(f"catalogue.json: the board has {id}, which is no card with a token")


def _fail(card: Card, message: str) -> NoReturn:
    raise CatalogueError(f"catalogue.json: card {card.id}: {message}")


CARDS: Final = read_cards(Path(__file__).with_name("catalogue.json").read_text(encoding="utf-8"))
"""The cards of the rulebook and of the page."""
