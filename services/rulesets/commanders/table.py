"""What lies on the table: the full state of a match, and the view that a viewer has of it.

The top of the deck is its last element. Cards are whole numbers (``cards.py``).
"""

from collections.abc import Callable, Mapping
from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.cards import COMMANDERS

# Phases in which a match rests. All others pass without a decision.
PHASE_SUIT: Final = 1
PHASE_PLACE: Final = 2
PHASE_SELECT: Final = 3
PHASE_REROLL: Final = 4
PHASE_AGREE: Final = 5
PHASE_CHAMPION: Final = 6
PHASE_GAME_OVER: Final = 7

FACE_DOWN: Final = -1
"""In a view: a unit that the viewer may not know."""
HIDDEN_CHAMPION: Final = -2
"""In a view: the player has put a commander forward, and the viewer may not know which."""
NOT_SELECTED: Final = -1
ALL_STAND: Final = (1 << COMMANDERS) - 1


class Rules:
    """The rules of one match: its options, turned into data and functions once. Never changed."""

    __slots__ = (
        "base",
        "bonus_dice",
        "everyone",
        "five_with_commander",
        "match_dice",
        "matching",
        "min_units",
        "offered",
        "open_units",
        "options",
        "order",
        "own_suits",
        "reroll_once",
        "roll_first",
        "seats",
        "secret_champions",
        "selections",
        "settle_tie",
        "single_draws",
        "undrawn",
    )

    seats: int
    everyone: int
    """Bit mask of all seats."""
    options: Mapping[str, OptionValue]
    """Every option with its value."""
    order: list[list[int]]
    """The seats in turn order, by who goes first (FC-R04)."""
    own_suits: bool
    """Players choose their suits (FC-R03)."""
    roll_first: bool
    """Dice decide who goes first (FC-R04)."""
    single_draws: int
    """From how many cards in the deck on only one is drawn (FC-013, FC-R05)."""
    undrawn: int
    """How many cards stay in the deck (FC-R05)."""
    open_units: bool
    """Units are public at once (FC-R08)."""
    base: list[int]
    """The dice that every commander rolls (FC-R09)."""
    bonus_dice: list[list[int]]
    """The dice of each set of bonuses, without those for matching numbers."""
    matching: int
    """The die for matching numbers."""
    match_dice: list[int]
    """How many dice a number gives for a second unit, how many more for a third, and for a fourth (FC-R11)."""
    min_units: int
    """The fewest units that can be entirely of one color or suit (FC-R14)."""
    five_with_commander: int
    """1 if the commander counts among five matching suit cards (FC-R15)."""
    selections: list[list[int]]
    """The sets of bonuses that may be selected, by the set of those that apply (FC-R16, FC-R17)."""
    offered: "Callable[[Table, int, list[int]], list[int]]"
    """Which of these selections the player is asked about (FC-R18)."""
    reroll_once: bool
    """A die may be rerolled once in the match, not once in each skirmish (FC-R20)."""
    settle_tie: "Callable[[State, list[int], list[Event]], None]"
    """What follows when these seats tie in victories (FC-R26)."""
    secret_champions: bool
    """Commanders are put forward at once and in secret (FC-R27)."""


class Table:
    """What a state and a view have in common. In a view, units may be face down and a champion hidden."""

    __slots__ = (
        "armies",
        "drawn",
        "fallen",
        "fielded",
        "first",
        "phase",
        "rerolled",
        "rolls",
        "rules",
        "selected",
        "skirmish",
        "suits",
        "turn",
        "wins",
    )

    rules: Rules
    phase: int
    suits: list[int]
    """Each seat's suit, or ``NO_SUIT``."""
    first: int
    """The seat that goes first, or ``NO_SEAT``."""
    turn: int
    """The seat whose turn it is, or ``NO_SEAT``: nobody's, or several choose at once."""
    drawn: list[int]
    """The cards still to be placed, the next one first (FC-R07)."""
    armies: list[list[int]]
    """The units of seat s's commander c, in the order in which they were placed, at ``COMMANDERS * s + c``."""
    fallen: list[int]
    """For each seat a bit mask of the commanders that lost."""
    wins: list[int]
    skirmish: int
    """From 1; from 5 on those that break the tie; 0 until the first begins."""
    fielded: list[int]
    """Each seat's commander in the skirmish, or put forward for it; or ``NO_COMMANDER``."""
    selected: list[int]
    """Each seat's bonuses in the skirmish as a bit mask, or ``NOT_SELECTED``."""
    rolls: list[list[int]]
    """What each seat's dice show. The dice themselves follow from army and bonuses."""
    rerolled: int
    """Bit mask of the seats whose one reroll of the match is used (option ``reroll_scope``)."""


class State(Table):
    """A whole match."""

    __slots__ = ("chance", "choices", "deck", "waiting")

    deck: list[int]
    chance: Chance
    waiting: int
    """Bit mask of the seats that must decide."""
    choices: list[int]
    """The legal actions of the seat whose turn it is, ascending; where several choose at once, they follow from who of
    theirs is standing. Replaced, never changed in place."""

    def clone(self) -> "State":
        """An independent copy, including its chance."""
        copy = State()
        copy.rules = self.rules
        copy.phase = self.phase
        copy.suits = self.suits.copy()
        copy.first = self.first
        copy.turn = self.turn
        copy.drawn = self.drawn.copy()
        copy.armies = [army.copy() for army in self.armies]
        copy.fallen = self.fallen.copy()
        copy.wins = self.wins.copy()
        copy.skirmish = self.skirmish
        copy.fielded = self.fielded.copy()
        copy.selected = self.selected.copy()
        copy.rolls = [roll.copy() for roll in self.rolls]
        copy.rerolled = self.rerolled
        copy.deck = self.deck.copy()
        copy.chance = self.chance.clone()
        copy.waiting = self.waiting
        copy.choices = self.choices
        return copy


class View(Table):
    """What one viewer may know."""

    __slots__ = ("deck", "unseen", "viewer")

    viewer: int
    """The seat, or ``SPECTATOR``."""
    deck: int
    """The number of cards in the deck."""
    unseen: list[int]
    """The cards of the deck and those that lie face down to the viewer, in catalogue order."""


def standing(table: Table, seat: int) -> int:
    """Bit mask of a seat's commanders that are in the war still."""
    return ALL_STAND & ~table.fallen[seat]


def tied_for_most_wins(table: Table) -> list[int]:
    """The seats with the most skirmish victories (FC-005, FC-023)."""
    most = max(table.wins)
    return [seat for seat, wins in enumerate(table.wins) if wins == most]


def is_revealed(table: Table, commander: int) -> bool:
    """Whether the units under these commanders are public: from the start, or since they began to fight (FC-R08)."""
    return table.rules.open_units or commander < table.skirmish
