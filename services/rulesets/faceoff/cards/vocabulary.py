"""The words in which a card says what it does: verbs, whom they reach, conditions, filters, permanent effects.

``catalogue.json`` speaks them; :func:`schema` is what the loader holds each entry against; ``programs.py`` turns them
into the numbers declared here, which ``abilities/execution.py`` carries out.
"""

from collections.abc import Mapping
from enum import IntEnum
from string import ascii_uppercase
from typing import Final, NamedTuple

from services.engine.catalogue import (
    CardId,
    Effects,
    Field,
    Flag,
    ListOf,
    Number,
    Record,
    Schema,
    Verb,
    Word,
    Words,
)
from services.engine.ruleset import JsonObject

LOCATION_FACEOFF: Final = 0
LOCATION_HQ: Final = 1
LOCATIONS: Final = (LOCATION_FACEOFF, LOCATION_HQ)
"""Where a card is revealed (FO-023)."""

TYPE_PERSONALITY: Final = 1
TYPE_EQUIPMENT: Final = 2
"""Bits of a card's types (FO-016); a card with both is played as one of the two (FO-017)."""

AS_PERSONALITY: Final = 0
AS_EQUIPMENT: Final = 1
AS_OTHER: Final = 2
NOT_IN_PLAY: Final = 3
"""What a card counts as for a filter: as it was played, or, where it is not in play, as everything it may be."""

PLACE_HAND: Final = 1
PLACE_DISCARD_PILE: Final = 2
"""Bits of the places from which a player takes a card of their own."""

KINDS: Final = (
    "starter",
    "power",
    "market",
    "vc",
    "vc7",
    "hq",
    "hq_reward",
    "assault",
    "bonus",
    "scrub",
    "timing",
)
"""The piles into which cards are sorted (FO-026, FO-040)."""

KIND_STARTER: Final = 0
KIND_POWER: Final = 1
KIND_MARKET: Final = 2
KIND_VC: Final = 3
KIND_VC7: Final = 4
KIND_HQ: Final = 5
KIND_HQ_REWARD: Final = 6
KIND_ASSAULT: Final = 7
KIND_BONUS: Final = 8
KIND_SCRUB: Final = 9
KIND_TIMING: Final = 10
"""Places of the kinds."""

HEATHEN_FACTION: Final = "heathen"
"""The faction that nobody plays (FO-024)."""


class Trigger(IntEnum):
    """When an ability works. The numbers are the places of the words in the schema."""

    REVEAL = 0
    """The card is revealed: as personality or equipment of a Face Off, or in the Build Up step."""
    DRAW_PHASE = 1
    """In its owner's Draw Phase, once, if the owner wants: from the hand, or as a permanent reward (FO-119)."""
    END_TURN = 2
    """After drawing, if the owner wants (FO-124)."""
    ASSAULT = 3
    """The action of an assault card (FO-102)."""
    AFTER_ASSAULT = 4
    """The HQ's effect after each assault card (FO-R48)."""
    WIN_FACEOFF = 5
    """Its owner takes the first place in a Face Off."""


class Who(IntEnum):
    """Whom an instruction reaches, as seen by the player who acts."""

    SELF = 0
    CHOSEN_OPPONENT = 1
    EACH_OPPONENT = 2
    ALL = 3
    LEFT = 4
    RIGHT = 5
    FIRST_PLAYER = 6
    HIGH_MAN = 7
    LOW_MAN = 8
    HIGH_VP_OPPONENT = 9


ATTACK: Final = 16
"""Added to ``who`` where the ability is an attack: players with a Shield there are left out (FO-R44)."""


class Op(IntEnum):
    """An instruction of a program: one of these, then ``who``, ``n`` and ``arg``. See ``programs.py``."""

    END = 0
    CHOOSE_OPPONENT = 1
    DRAW = 2
    DISCARD = 3
    DESTROY = 4
    VP = 5
    STEAL = 6
    SCRUB = 7
    MOD = 8
    PEEK = 9
    LOOK = 10
    RECALL = 11
    MAY = 12
    OPTION = 13
    JUMP = 14
    IF = 15
    MOVE_TO_HQ = 16
    KICK_HQ = 17
    PLACE = 18
    PAY_DISCARD = 19
    PAY_VP = 20
    DESTROY_THIS = 21


OPS_ON_PLAYERS: Final = frozenset(
    int(op) for op in (Op.DRAW, Op.DISCARD, Op.VP, Op.STEAL, Op.SCRUB, Op.MOD, Op.LOOK, Op.KICK_HQ)
)
"""Instructions that reach players, and so may attack them."""


class Cond(IntEnum):
    """What an IF or a Shelter asks. All of it is public."""

    ALWAYS = 0
    OWN_HQ_HAS = 1
    """The player's HQ stack holds this card."""
    OWN_FO_HAS = 2
    """One of the player's cards in this Face Off bears this keyword."""
    HQ_IS = 3
    """The active HQ is this faction's."""
    VP_AT_LEAST = 4
    VP_AT_MOST = 5
    IS_FIRST = 6


class Condition(NamedTuple):
    """What an IF or a Shelter asks, with its number: a card, a keyword, a faction or tokens."""

    asks: Cond
    number: int


class Verbs(IntEnum):
    """The verbs of the file, by their codes in what the loader makes of an entry."""

    DRAW = 1
    DISCARD = 2
    FORCED_DISCARD = 3
    DESTROY = 4
    VP = 5
    STEAL_VP = 6
    GAIN_SCRUB = 7
    MOD = 8
    PEEK_TOP = 9
    LOOK_HAND = 10
    RECALL = 11
    CHOOSE = 12
    IF = 13
    MAY = 14
    MOVE_TO_HQ = 15
    KICK_HQ = 16
    PLACE_VICTORY = 17
    DESTROY_THIS_COST = 18
    MARKET = 19
    SHIELD = 20
    SHELTER = 21
    SIEGE = 22
    WILD_FACTION = 23
    FACEOFF_MOD = 24
    HAND_LIMIT = 25
    HQ_MOD = 26
    HQ_MOD_OWN = 27
    HQ_BUILDUP_CARDS = 28


FIRST_STATIC: Final = int(Verbs.SHIELD)
STATIC_VERBS: Final = tuple(verb.name.lower() for verb in Verbs if verb >= FIRST_STATIC)
ACTION_VERBS: Final = tuple(verb.name.lower() for verb in Verbs if verb < FIRST_STATIC)

ANY: Final = "any"
ANY_POWER: Final = 99
"""A filter's greatest power when it names none."""
NO_BOUND: Final = -1
"""A condition's number of tokens when it names none."""
PLACE_WORDS: Final = ("hand", "discard")
_WHERES: Final = (ANY, "faceoff", "hq")
_TYPES: Final = ("personality", "equipment")
_MOST: Final = 9
"""No number on a card is greater: what an ability does stays small and bounded (FO-R79)."""

ANYWHERE: Final = 0
"""Place of ``any`` among the words of ``where``; location ``l`` is at ``l + 1``."""

_PLACED: Final = {"trigger": "draw_phase", "optional": True, "do": "place_victory"}


def abilities_of(entry: JsonObject) -> list[JsonObject]:
    """A card's abilities as its entry writes them. Victory and bonus cards that name none have the one that all have
    (FO-032, FO-R36)."""
    placed = [_PLACED] if entry["kind"] in ("vc", "vc7", "bonus") else []
    found: list[JsonObject] = entry.get("abilities", placed)
    return found


def schema(factions: tuple[str, ...], keywords: tuple[str, ...]) -> Schema:
    """What a catalogue with these factions and keywords may say.

    A filter's numbers are: type, keyword, faction and kind, each its place + 1 and 0 for any, the greatest power, a
    card or -1. A condition's: a card or -1, keyword and faction likewise, least and most tokens or -1, first player.
    """
    types, bears = Word(ANY, *_TYPES, default=ANY), Word(ANY, *keywords, default=ANY)
    of, kind = Word(ANY, *factions, default=ANY), Word(ANY, *KINDS, default=ANY)
    power = Number(0, ANY_POWER, default=ANY_POWER)
    card = CardId(default="")
    fields = {"type": types, "keyword": bears, "faction": of, "kind": kind, "power_max": power, "id": card}
    filter = Record(fields, default={})
    tokens = Number(NO_BOUND, ANY_POWER, default=NO_BOUND)
    condition = Record(
        {
            "own_hq_has_id": card,
            "own_fo_has_keyword": bears,
            "hq_is": of,
            "vp_at_least": tokens,
            "vp_at_most": tokens,
            "is_first": Flag(default=False),
        },
        default={},
    )
    abilities = Record(
        {
            "trigger": Word(*(trigger.name.lower() for trigger in Trigger), default="reveal"),
            "where": Word(*_WHERES, default=ANY),
            "attack": Flag(default=False),
            "optional": Flag(default=False),
            "do": Effects(*ACTION_VERBS, default=[]),
            "static": Effects(*STATIC_VERBS, default=[]),
        }
    )
    return Schema(
        kinds=_kinds(Record(fields), abilities, keywords),
        verbs=[Verb(verb.name.lower(), int(verb), arguments) for verb, arguments in _verbs(filter, condition).items()],
        every_kind={"faction": Word(*factions), "source": Word("authored", "rulebook", default="authored")},
    )


def _kinds(other: Field, ability: Field, keywords: tuple[str, ...]) -> dict[str, Mapping[str, Field]]:
    """The keys of each kind of card (FO-013, FO-015)."""
    abilities = {"abilities": ListOf(ability, default=[])}
    placed = {"abilities": ListOf(ability, default=[_PLACED])}
    fighter: dict[str, Field] = {
        "types": Words(*_TYPES),
        "power": Number(0, 10),
        "letter": Word(*ascii_uppercase),
        "keywords": Words(*keywords, default=[]),
        "combos": ListOf(Record({"bonus": Number(1, _MOST), "when": other}), default=[]),
        "special": Flag(default=False),
        "vp": Number(0, _MOST, default=0),  # FO-R70
        **abilities,
    }
    victory = {"value": Number(1, 7), "pieces": Number(1, 3), **placed}  # FO-028
    return {
        "starter": fighter,
        "power": fighter,
        "market": fighter,
        "vc": victory,
        "vc7": victory,
        "hq": abilities,
        "hq_reward": {"vp": Number(0, _MOST, default=0), **abilities},
        "assault": {"number": Number(1, 15), **abilities},
        "bonus": {"value": Number(1, _MOST), **placed},
        "scrub": {"vp": Number(-_MOST, 0, default=0), **abilities},  # FO-135
        "timing": {"value": Number(1, 5)},
    }


def _verbs(filter: Field, condition: Field) -> dict[Verbs, Mapping[str, Field]]:
    """The arguments of each verb, in the order in which they stand in the loader's numbers."""
    n, signed = Number(1, _MOST, default=1), Number(-_MOST, _MOST)
    reached = [who.name.lower() for who in Who]
    who, to_self = Word(*reached), Word(*reached, default="self")
    then, otherwise = Effects(*ACTION_VERBS), Effects(*ACTION_VERBS, default=[])
    return {
        Verbs.DRAW: {"n": n, "who": to_self},
        Verbs.DISCARD: {"n": n},
        Verbs.FORCED_DISCARD: {"n": n, "who": who},
        Verbs.DESTROY: {"n": n, "from": Words(*PLACE_WORDS)},
        Verbs.VP: {"n": signed, "who": to_self},
        Verbs.STEAL_VP: {"n": n, "who": who, "to": to_self},
        Verbs.GAIN_SCRUB: {"n": n, "who": who},
        Verbs.MOD: {"n": signed, "who": who},
        Verbs.PEEK_TOP: {"then": otherwise},
        Verbs.LOOK_HAND: {"who": who},
        Verbs.RECALL: {"n": n, "filter": filter},
        Verbs.CHOOSE: {"options": ListOf(then)},
        Verbs.IF: {"cond": condition, "then": then, "else": otherwise},
        Verbs.MAY: {"then": then, "else": otherwise},
        Verbs.MOVE_TO_HQ: {"n": n, "from": Words(*PLACE_WORDS), "filter": filter},
        Verbs.KICK_HQ: {"n": n, "who": who, "filter": filter},
        Verbs.PLACE_VICTORY: {},
        Verbs.DESTROY_THIS_COST: {
            "cost": Record({"discard": Number(0, _MOST, default=0), "vp": Number(0, _MOST, default=0)})
        },
        Verbs.MARKET: {},
        Verbs.SHIELD: {},
        Verbs.SHELTER: {"cond": condition},
        Verbs.SIEGE: {"amount": Number(-_MOST, -1), "filter": filter},
        Verbs.WILD_FACTION: {},
        Verbs.FACEOFF_MOD: {"amount": signed},
        Verbs.HAND_LIMIT: {"amount": Number(1, _MOST)},
        Verbs.HQ_MOD: {"amount": signed, "filter": filter},
        Verbs.HQ_MOD_OWN: {"amount": signed, "filter": filter},
        Verbs.HQ_BUILDUP_CARDS: {"n": Number(1, 2)},
    }
