"""What must be in the box: how many cards of each kind, and what the rulebook fixes about some of them."""

from collections import Counter
from typing import Any, Final, NoReturn

from services.engine.catalogue import Card, Catalogue, CatalogueError
from services.rulesets.faceoff.cards.vocabulary import HEATHEN_FACTION, abilities_of

CARDS_OF_A_FACTION: Final = {"starter": 12, "power": 4, "market": 1, "vc": 6, "vc7": 1, "hq": 1, "hq_reward": 1}
"""A faction's 26 cards (FO-013, FO-R03)."""
CARDS_OF_HEATHEN_HOUSE: Final = {
    "vc": 6,
    "vc7": 1,
    "hq": 1,
    "hq_reward": 1,
    "assault": 15,
    "bonus": 10,
    "power": 20,
    "market": 9,
    "scrub": 30,
    "timing": 10,
}
"""The 103 cards that belong to nobody (FO-015, FO-R01)."""
FEWEST_FACTIONS: Final = 2
"""Of players; a match needs as many as it has players."""

_STARTER_PERSONALITIES: Final = [2, 3, 4, 5, 6, 7]
_STARTER_EQUIPMENT: Final = [1, 2, 3, 4, 5]
_STARTER_DUALS: Final = [3]
_SPECIALS: Final = {"power": 3, "market": 1}

_ABILITIES_OF: Final = {
    "starter": ("reveal", "draw_phase", "shield", "shelter", "siege", "wild_faction"),
    "power": ("reveal", "draw_phase", "shield", "shelter", "siege", "wild_faction"),
    "market": ("reveal", "draw_phase", "shield", "shelter", "siege", "wild_faction"),
    "vc": ("draw_phase",),
    "vc7": ("draw_phase",),
    "bonus": ("draw_phase",),
    "hq": ("after_assault", "hq_mod", "hq_buildup_cards"),
    "hq_reward": ("draw_phase", "end_turn", "win_faceoff", "faceoff_mod", "hand_limit", "hq_mod_own"),
    "assault": ("assault",),
    "scrub": ("draw_phase",),
    "timing": (),
}
"""Which triggers and permanent effects each kind of card may have: elsewhere they would never work."""

_HQ_ONLY: Final = ("shelter", "siege", "hq_mod", "hq_mod_own", "hq_buildup_cards")
_FACEOFF_ONLY: Final = ("faceoff_mod",)
_PLACED_SOMEWHERE: Final = ("reveal", "shield", *_HQ_ONLY, *_FACEOFF_ONLY)
"""What works at a place, so that an ability may name one."""

FIXED: Final[dict[str, dict[str, Any]]] = {
    # What the rulebook says about the cards that it names: FO-071, FO-061, FO-R72, and its examples.
    "billy_the_kid": {
        "faction": "cowboys",
        "types": ("personality",),
        "power": 7,
        "keyword": "Aviator",
        "says": "Discard a card, then draw a card.",
    },
    "tomo_sukesada": {
        "faction": "ninjas",
        "types": ("personality",),
        "power": 2,
        "says": "Choose one: destroy a card from your hand or discard pile; or gain 1 VP token.",
    },
    "banner": {"faction": "cowboys", "types": ("equipment",), "power": 5, "keyword": "Traveller"},
    "goemons_chain_whip": {
        "faction": "ninjas",
        "types": ("equipment",),
        "power": 3,
        "says": "Look at the top card of your deck; you may discard it; if you do, draw a card.",
    },
    "tamoe_gozen": {
        "faction": "ninjas",
        "types": ("personality",),
        "power": 4,
        "says": "HQ: Siege: -2 to each personality in every other army without Shelter.",
    },
    "red_ryder": {
        "faction": "cowboys",
        "types": ("personality",),
        "power": 3,
        "says": "HQ: Shelter while Billy the Kid is in your HQ stack.",
    },
    "spoils_of_war": {"faction": HEATHEN_FACTION, "kind": "assault", "says": "High man in the HQ gains 2 VP tokens."},
    "the_heathen_house": {"kind": "hq", "says": "Players add 2 cards to their HQ stacks in each Build Up step."},
    "aristotle": {"faction": HEATHEN_FACTION, "kind": "power", "special": True},
    "dracula": {"faction": HEATHEN_FACTION, "kind": "power", "special": True},
    "truth_gun": {"faction": HEATHEN_FACTION, "kind": "power", "special": True},
    "a_haunting_presence": {"faction": HEATHEN_FACTION, "kind": "market", "special": True},
    "ninjas_vc3": {"faction": "ninjas", "kind": "vc", "name": "The Mystical Book of Ninja Secrets"},
}
FIXED_COMBO: Final = ("tomo_sukesada", "goemons_chain_whip", 6)
"""What the rulebook says these two are worth together."""


def check_box_contents(cards: Catalogue) -> None:
    """Hold a catalogue against what the rulebook says of the box.

    Raises:
        CatalogueError: a faction or Heathen House has too many or too few cards of a kind; a starter deck is not made
            as all are; a set is not whole; a card has an ability that could never work.
    """
    factions = sorted({str(card.facts["faction"]) for card in cards})
    if len(factions) <= FEWEST_FACTIONS or HEATHEN_FACTION not in factions:
        _fail(f"there must be {HEATHEN_FACTION} and {FEWEST_FACTIONS} more factions at least")
    for card in cards:
        _check_abilities(card)
    for faction in factions:
        _check_faction(faction, [card for card in cards if card.facts["faction"] == faction])
    _check_numbers(cards)


def _check_faction(faction: str, cards: list[Card]) -> None:
    wanted = CARDS_OF_HEATHEN_HOUSE if faction == HEATHEN_FACTION else CARDS_OF_A_FACTION
    found = Counter(card.kind for card in cards)
    for kind in sorted({*found, *wanted}):
        if found[kind] != wanted.get(kind, 0):
            _fail(f"{faction}: has {found[kind]} cards of kind {kind}, and must have {wanted.get(kind, 0)}")
    values = sorted(card.facts["value"] for card in cards if card.kind in ("vc", "vc7"))
    if values != list(range(1, 8)) or not all(card.facts["value"] == 7 for card in cards if card.kind == "vc7"):
        _fail(f"{faction}: the victory cards must have the values 1 to 6, and the seven-point one 7")
    specials = Counter(card.kind for card in cards if card.facts.get("special", False))
    if specials != (_SPECIALS if faction == HEATHEN_FACTION else {}):
        _fail(
            f"{faction}: special: three power cards and one market card of {HEATHEN_FACTION} begin face up, no others"
        )
    if faction != HEATHEN_FACTION:
        _check_starters(faction, [card for card in cards if card.kind == "starter"])


def _check_starters(faction: str, cards: list[Card]) -> None:
    """All starter decks have the same powers, an Aviator, a Traveller and a Shield; letters within a type differ."""
    kinds: dict[tuple[str, ...], list[int]] = {}
    for card in cards:
        kinds.setdefault(tuple(sorted(card.facts["types"])), []).append(card.facts["power"])
    powers = {types: sorted(found) for types, found in kinds.items()}
    wanted = {
        ("personality",): _STARTER_PERSONALITIES,
        ("equipment",): _STARTER_EQUIPMENT,
        ("equipment", "personality"): _STARTER_DUALS,
    }
    if powers != wanted:
        _fail(f"{faction}: starters: their powers must be 2 to 7, 1 to 5 and, for the one of both types, 3")
    for keyword, type in (("Aviator", "personality"), ("Traveller", "equipment")):
        if [card.facts["types"] for card in cards if keyword in card.facts["keywords"]] != [(type,)]:
            _fail(f"{faction}: starters: one {type} must be the only {keyword}")
    if sum(_says(card, "shield") for card in cards) != 1:
        _fail(f"{faction}: starters: one must have a Shield")
    for type in ("personality", "equipment"):
        letters = [card.facts["letter"] for card in cards if type in card.facts["types"]]
        if len(set(letters)) < len(letters):
            _fail(f"{faction}: starters: two of type {type} have the same letter")


def _check_numbers(cards: Catalogue) -> None:
    if sorted(card.facts["number"] for card in cards.of_kind("assault")) != list(range(1, 16)):
        _fail("assault: the numbers must be 1 to 15")
    if sorted(card.facts["value"] for card in cards.of_kind("timing")) != sorted([1, 2, 3, 4, 5] * 2):
        _fail("timing: there must be two of each value 1 to 5")
    for card in cards.of_kind("starter", "power", "market"):
        if not card.facts["types"]:
            _fail(f"card {card.id}: types: names none")


def _check_abilities(card: Card) -> None:
    allowed = _ABILITIES_OF[card.kind]
    if card.kind in ("vc", "vc7", "bonus") and "abilities" in card.entry:
        # One that did more could not be placed face down without showing itself.
        _fail(f"card {card.id}: abilities: all that a victory or bonus card does is being placed")
    for number, ability in enumerate(abilities_of(card.entry)):
        at = f"card {card.id}: abilities[{number}]"
        if bool(ability.get("do")) == bool(ability.get("static")):
            _fail(f"{at}: must have either do or static, and that must do something")
        if "static" in ability and ability.keys() & {"trigger", "attack", "optional"}:
            _fail(f"{at}: what holds all the time has no trigger, is no attack and not optional")
        where = ability.get("where", "any")
        words = _words(ability["static"]) if "static" in ability else [ability.get("trigger", "reveal")]
        for word in words:
            if word not in allowed:
                _fail(f"{at}: {word}: has no meaning on a card of kind {card.kind}")
            if where != "any" and word not in _PLACED_SOMEWHERE:
                _fail(f"{at}: where: {word} has no place")
            if where == ("faceoff" if word in _HQ_ONLY else "hq" if word in _FACEOFF_ONLY else ""):
                _fail(f"{at}: where: {word} does not work there")
        if "market" in _words(ability.get("do", [])) and (card.kind != "assault" or ability["do"] != "market"):
            _fail(f"{at}: market: only on assault cards, and alone")
        if "place_victory" in _words(ability.get("do", [])) and card.kind not in ("vc", "vc7", "bonus"):
            _fail(f"{at}: place_victory: only on victory and bonus cards")
        if "destroy_this_cost" in _words(ability.get("do", [])) and card.kind == "hq_reward":
            _fail(f"{at}: destroy_this_cost: such a card is in nobody's hand")


def check_fixed(card: Card, printed: str) -> None:
    """Hold a card and its text against what the rulebook says of it.

    Raises:
        CatalogueError: the rulebook says otherwise.
    """
    for fact, value in FIXED.get(card.id, {}).items():
        if fact == "says":
            holds = value in printed
        elif fact == "keyword":
            holds = value in card.facts["keywords"]
        elif fact in ("name", "kind"):
            holds = value == getattr(card, fact)
        else:
            holds = value == card.facts[fact]
        if not holds:
            _fail(f"card {card.id}: {fact}: the rulebook says {value!r}")


def _says(card: Card, word: str) -> bool:
    return any(word in _words(ability.get("static", [])) for ability in abilities_of(card.entry))


def _words(effects: object) -> list[str]:
    """The verbs of effects as the catalogue writes them."""
    several: list[Any] = effects if isinstance(effects, list) else [effects]
    return [effect if isinstance(effect, str) else str(effect["op"]) for effect in several]


def _fail(message: str) -> NoReturn:
    raise CatalogueError(f"catalogue.json: {message}")
