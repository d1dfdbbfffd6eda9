"""The cards as plain tables. ``catalogue.py`` fills them from ``catalogue.json``.

What is printed on a card is FO-015 to FO-037; in which corner makes no difference (FO-R30).

Inside the ruleset a card is a whole number, its place in the catalogue; facts are looked up in lists by that number.
What lies in an HQ stack is written ``3 * card + what it was played as``, so that one number tells both and the tables
of power at the HQ are indexed by it.

The factions are those that the catalogue names. One more is 26 more entries in the file, and nothing else.
"""

from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.vocabulary import Condition

NO_CARD: Final = -1
NO_LETTER: Final = 26
"""Worse than Z (FO-R28)."""
NO_SET: Final = -1
PLAYED_AS: Final = 3
"""A card in an HQ stack is ``PLAYED_AS * card + what it was played as``."""

MOST_CARDS: Final = 341
"""Fewer cards than this, so that a card with what it was played as is below 1024."""


class Cards:
    """A box of cards. Lists of which nothing else is said have one entry for each card. Never changed."""

    __slots__ = (
        "after_assault",
        "assaults",
        "aviator",
        "bonus",
        "build_cards",
        "defense",
        "destroyable",
        "draw_action",
        "draw_cost_discards",
        "draw_cost_vp",
        "entries",
        "faceoff_mod",
        "faction",
        "factions",
        "fits",
        "hand_limit",
        "has_keyword",
        "heathen",
        "heathen_market",
        "heathen_power",
        "hq",
        "hq_all",
        "hq_own",
        "hq_reward",
        "ids",
        "index",
        "is_equipment",
        "is_market",
        "is_personality",
        "keywords",
        "kind",
        "letter",
        "market_of",
        "n",
        "names",
        "number",
        "on_assault",
        "on_draw_phase",
        "on_end_turn",
        "on_reveal",
        "on_win",
        "pair",
        "pieces",
        "placeable",
        "power",
        "power_of",
        "scrubs",
        "set_of",
        "sets",
        "shelter",
        "shelter_cond",
        "shield",
        "siege",
        "special_market",
        "special_power",
        "starters",
        "texts",
        "timings",
        "traveller",
        "types",
        "value",
        "vc7",
        "vcs",
        "vp",
    )

    n: int
    """How many cards there are."""
    ids: list[str]
    names: list[str]
    texts: list[str]
    entries: tuple[JsonObject, ...]
    """The cards as JSON, for the ruleset's description."""
    index: dict[str, int]
    """A card by its id."""
    factions: list[str]
    """The factions' names, Heathen House's among them."""
    heathen: int
    """Heathen House's number among them."""
    sets: list[str]
    """What the victory cards of each faction are called."""
    keywords: list[str]

    # -- facts -------------------------------------------------------------------------------------------------------
    faction: list[int]
    kind: list[int]
    """Places in ``KINDS``."""
    types: list[int]
    """Bits ``TYPE_PERSONALITY`` and ``TYPE_EQUIPMENT``; 0 for what is neither."""
    is_personality: list[bool]
    is_equipment: list[bool]
    power: list[int]
    letter: list[int]
    """0 for A; ``NO_LETTER`` for a card without one."""
    aviator: list[bool]
    traveller: list[bool]
    has_keyword: list[list[bool]]
    """By keyword, then by card."""
    value: list[int]
    """Of a victory, bonus or timing card."""
    pieces: list[int]
    set_of: list[int]
    """The faction to whose set a victory card belongs, or ``NO_SET``."""
    vp: list[int]
    """Points at the end that no other rule gives (FO-R70); a scrub's are negative (FO-135)."""
    number: list[int]
    """Of an assault card."""
    destroyable: list[bool]
    """FO-R63."""
    placeable: list[bool]
    """Victory and bonus cards (FO-032, FO-R36)."""
    defense: list[bool]
    """The action icon says defense (FO-018)."""

    # -- piles -------------------------------------------------------------------------------------------------------
    starters: list[list[int]]
    """By faction, as are the next six."""
    power_of: list[list[int]]
    market_of: list[list[int]]
    vcs: list[list[int]]
    vc7: list[int]
    hq: list[int]
    hq_reward: list[int]
    assaults: list[int]
    """By number: the first is number 1."""
    bonus: list[int]
    scrubs: list[int]
    timings: list[list[int]]
    """By value, 0 to 5."""
    heathen_power: list[int]
    """Without those that begin in the row."""
    heathen_market: list[int]
    special_power: list[int]
    """Aristotle, Dracula and Truth Gun (FO-048)."""
    special_market: int
    """A Haunting Presence (FO-042)."""

    # -- programs ----------------------------------------------------------------------------------------------------
    on_reveal: list[list[list[int]]]
    """By location, then by card. A card that does nothing has an empty list, here and in the next."""
    on_draw_phase: list[list[int]]
    on_end_turn: list[list[int]]
    on_assault: list[list[int]]
    after_assault: list[list[int]]
    on_win: list[list[int]]
    is_market: list[bool]
    """The assault card holds a Market step (FO-104)."""
    draw_action: list[bool]
    """The card does something in the Draw Phase."""
    draw_cost_discards: list[int]
    """How many other cards its Draw Phase action costs; ``draw_cost_vp``: how many tokens."""
    draw_cost_vp: list[int]
    fits: list[list[list[bool]]]
    """By filter, then by what a card was played as or ``NOT_IN_PLAY``, then by card."""

    # -- what cards do all the time ----------------------------------------------------------------------------------
    pair: list[list[int]]
    """The combo bonus of a personality, by card, with an equipment, by card: what both say (FO-R55)."""
    shield: list[list[bool]]
    """By location, then by card."""
    shelter: list[bool]
    shelter_cond: list[Condition]
    """When a card grants Shelter."""
    siege: list[list[int]]
    """What a card adds to what lies in other armies, by stack entry; empty for one that does not. The next two
    alike: an HQ to every army, a reward to its owner's."""
    hq_all: list[list[int]]
    hq_own: list[list[int]]
    faceoff_mod: list[int]
    hand_limit: list[int]
    build_cards: list[int]
    """How many cards players add in a Build Up step while this is the active HQ."""
