"""What lies on the table: the full state of a match, and the view that a viewer has of it.

Cards are places in the catalogue (``cards.py``), hexes and sets of hexes those of ``board.py``. The top of every deck
is its last element. A zone of cards is a tuple: a change makes a new one, so that copies of a table share what they
have in common. Lists with one entry for each player are in seat order.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from services.engine.chance import Chance
from services.engine.ruleset import OptionValue
from services.rulesets.standoff.cards import Cards

Zone: TypeAlias = tuple[int, ...]


class Scheduled(NamedTuple):
    """An effect that works at upkeeps to come. ``effect``: its place in the card; ``times_left``: at how many."""

    card: int
    effect: int
    times_left: int


# What a match waits for. All other phases pass without a decision.
PHASE_ACTION: Final = 1
PHASE_RESOLVE: Final = 2
PHASE_DISCARD_DOWN: Final = 3
PHASE_GAME_OVER: Final = 4

# How a match ended
NOT_ENDED: Final = 0
ENDED_FILLED: Final = 1
ENDED_BY_MAJORITY: Final = 2
ENDED_ADJUDICATED: Final = 3

NO_SEAT: Final = -1
NO_PROGRAM: Final = -1
BLACK_TILE: Final = -1
"""In place of a seat: nobody's tile."""

ACTIONS_A_TURN: Final = 4
"""Actions in a turn (ST-021)."""
ENCAMPMENTS_A_TURN: Final = 1
"""Encampment cards in a turn (ST-028)."""
HAND_LIMIT: Final = 5
"""ST-032."""
ORBIT_LIMIT: Final = 2
"""Satellites that a player may have (ST-R57)."""


class Rules:
    """The rules of one match: its options, turned into data once. Never changed."""

    __slots__ = (
        "cards",
        "draft",
        "early_majority",
        "first_hand",
        "forcefield_steps",
        "horse_to_deck",
        "immediate_wells",
        "indestructible",
        "macro",
        "options",
        "options_json",
        "random_first",
        "round_limit",
        "seats",
        "totals",
    )

    seats: int
    options: Mapping[str, OptionValue]
    """Every option with its value."""
    options_json: str
    cards: Cards
    draft: list[int]
    """All cards of the temporary market (ST-005, ST-R57)."""
    totals: list[int]
    """How many of each card are in the match."""
    random_first: bool
    """Chance decides who has the first turn (ST-R03)."""
    first_hand: int
    """Cards that the first player begins with (ST-R04)."""
    immediate_wells: bool
    """A well pays when it is taken, too (ST-R21)."""
    forcefield_steps: int
    """More steps than its token says that a forcefield reaches (ST-R50)."""
    early_majority: bool
    """More than half of the red zone ends the match (ST-R40)."""
    indestructible: int
    """Bit mask of the numbers of the tokens that no effect destroys (ST-R53)."""
    horse_to_deck: bool
    """A Horse is shuffled into the deck, or laid on the discard pile (ST-R55)."""
    round_limit: int
    """Rounds after which a match is adjudicated (ST-R43)."""
    macro: bool
    """A group is placed in one decision."""


TABLE_FIELDS: Final = (
    "actions",
    "active",
    "black",
    "budget",
    "discards",
    "effect",
    "encampments",
    "ended",
    "first",
    "group",
    "in_play",
    "left",
    "orbits",
    "own",
    "phase",
    "piles",
    "program",
    "round",
    "row",
    "rules",
    "scheduled",
    "source",
    "target",
    "tokens",
    "trash",
    "used",
)


class Table:
    """What a state and a view have in common."""

    __slots__ = TABLE_FIELDS

    rules: Rules
    phase: int
    round: int
    first: int
    """The seat that had the first turn."""
    active: int
    """The seat whose turn it is."""
    budget: int
    """Credits of the active player; below 0 only by debts (ST-R29)."""
    actions: int
    """Actions that the active player has left. ``encampments``: encampment cards."""
    encampments: int
    own: list[int]
    """The hexes with each player's tiles, or blocks (ST-R62). ``black``: with a black tile."""
    black: int
    tokens: list[int]
    """The hexes with each kind of token (``Cards.tokens``)."""
    piles: list[int]
    """Cards left in each pile (``Cards.piles``)."""
    row: Zone
    """The card in each face-up slot, or ``NO_CARD``."""
    trash: Zone
    discards: list[Zone]
    in_play: Zone
    """The cards that the active player has played this turn (ST-R24)."""
    orbits: list[Zone]
    """Each player's satellites, the first deployed first."""
    used: Zone
    """How often the active player has used each satellite this turn."""
    scheduled: list[tuple[Scheduled, ...]]
    """What will happen at each player's upkeeps, the first scheduled first."""

    # What is being resolved. No verb plays a card, so the stack never holds more than one entry: this.
    program: int
    """The program that waits for a choice (``Cards.programs``), or ``NO_PROGRAM``."""
    effect: int
    """The place of the effect that waits in it."""
    source: int
    """The hex of the token that was activated, or ``NOWHERE``."""
    target: int
    """The player that the effect is aimed at, once chosen, or ``NO_SEAT``."""
    group: int
    """The hexes chosen so far for a group. Their tiles are not on the board yet (ST-R15)."""
    left: int
    """How many choices the effect has left."""

    ended: int
    """How the match ended, or ``NOT_ENDED``."""


class State(Table):
    """A whole match."""

    __slots__ = ("chance", "choices", "decks", "draft", "hands")

    decks: list[Zone]
    hands: list[Zone]
    """Each player's hand in the order in which the cards came (ST-P09)."""
    draft: Zone
    """The draft pile."""
    chance: Chance
    choices: list[int]
    """The active player's legal actions if they were asked for since the last change, otherwise nothing. Replaced,
    never changed in place."""

    def clone(self) -> "State":
        """An independent copy, including its chance."""
        copy = State()
        copy_public(self, copy)
        copy.decks = self.decks.copy()
        copy.hands = self.hands.copy()
        copy.draft = self.draft
        copy.chance = self.chance.clone()
        copy.choices = self.choices
        return copy


VIEW_FIELDS: Final = ("deck_sizes", "draft_size", "hand", "hand_sizes", "shown", "unseen", "viewer")


class View(Table):
    """What one viewer may know."""

    __slots__ = VIEW_FIELDS

    viewer: int
    """The seat, or ``SPECTATOR``."""
    hand: Zone
    """The viewer's hand in the order in which the cards came; empty for a spectator."""
    hand_sizes: list[int]
    deck_sizes: list[int]
    unseen: list[Zone]
    """The cards of each player that the viewer cannot place, ascending: the viewer's own deck; of everybody else what
    is in deck and hand."""
    draft_size: int
    shown: Zone
    """The hand that the viewer looks at, ascending (ST-R61)."""


def copy_public(table: Table, copy: Table) -> None:
    """Copy what everybody knows. What is not named here is not copied."""
    copy.rules = table.rules
    copy.phase = table.phase
    copy.round = table.round
    copy.first = table.first
    copy.active = table.active
    copy.budget = table.budget
    copy.actions = table.actions
    copy.encampments = table.encampments
    copy.own = table.own.copy()
    copy.black = table.black
    copy.tokens = table.tokens.copy()
    copy.piles = table.piles.copy()
    copy.row = table.row
    copy.trash = table.trash
    copy.discards = table.discards.copy()
    copy.in_play = table.in_play
    copy.orbits = table.orbits.copy()
    copy.used = table.used
    copy.scheduled = table.scheduled.copy()
    copy.program = table.program
    copy.effect = table.effect
    copy.source = table.source
    copy.target = table.target
    copy.group = table.group
    copy.left = table.left
    copy.ended = table.ended


def without(zone: Zone, card: int) -> Zone:
    """A zone less one card, the first of its kind."""
    place = zone.index(card)
    return zone[:place] + zone[place + 1 :]


def hand_limit(table: Table, seat: int) -> int:
    """How many cards a player keeps and draws up to (ST-032, ST-034): more with some satellites."""
    limit = HAND_LIMIT
    for card in table.orbits[seat]:
        limit += table.rules.cards.hand_limit_bonus[card]
    return limit
