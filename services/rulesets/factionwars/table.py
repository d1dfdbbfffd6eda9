"""What lies on the table: the full state of a match, and the view that a viewer has of it.

The top of every deck and pile is its last element. Cards are places in the catalogue (``cards.py``).
"""

from collections.abc import Callable, Mapping
from typing import Final

from services.engine.chance import Chance
from services.engine.event_table import Event
from services.engine.ruleset import OptionValue

# Phases in which a match rests. All others pass without a decision.
PHASE_BID: Final = 1
PHASE_RESOLVE: Final = 2
PHASE_GAME_OVER: Final = 3

# Where War is Over is. Drawn means that the match ends after this round (FW-032).
WAR_ASIDE: Final = 1
WAR_IN_DECK: Final = 2
WAR_DRAWN: Final = 3

NO_BID: Final = 0
HIDDEN_BID: Final = -1
"""In a view: the player has bid, and the viewer may not know on what."""


class Rules:
    """The rules of one match: its options, turned into data and functions once. Never changed."""

    __slots__ = (
        "bonus_cards",
        "break_tie",
        "conscripts",
        "deck",
        "draw",
        "everyone",
        "final_pass",
        "options",
        "positions",
        "power",
        "put_away_actions",
        "seats",
        "symbol",
        "tie_key",
    )

    seats: int
    everyone: int
    """Bit mask of all seats."""
    options: Mapping[str, OptionValue]
    """Every option with its value."""
    positions: int
    """Line-up cards, and bid cards of each player (FW-006, FW-009, FW-061)."""
    final_pass: int
    """The pass into which War is Over is shuffled; no reshuffle follows it (FW-R11)."""
    deck: list[int]
    """The recruit deck in catalogue order, War is Over included (FW-001)."""
    conscripts: list[list[int]]
    """Each seat's conscripts (FW-010)."""
    bonus_cards: list[int]
    """The five bonus cards that three are drawn from (FW-011)."""
    power: list[int]
    """What each card is worth in battle: twice its value, and one more for a Kunoichi (FW-R24)."""
    symbol: list[int]
    """The symbol that each card shows, by its place among the symbols; ``NO_SYMBOL`` if it shows none (FW-P02)."""
    draw: "Callable[[State, list[Event]], int]"
    """Draw from the recruit deck (FW-R10)."""
    break_tie: "Callable[[list[int], list[int]], list[int]]"
    """Which of the tied seats go on, from the seats and the card that each revealed (FW-R20)."""
    put_away_actions: "Callable[[State, list[int]], None]"
    """Where action cards go when a collection is done (FW-R31)."""
    tie_key: Callable[[list[int]], tuple[int, int]]
    """What decides between equal scores, from a player's cards: the greater wins (FW-R40)."""


class Table:
    """What a state and a view have in common. In a view, decks are in catalogue order and bids may be hidden."""

    __slots__ = (
        "bids",
        "chosen_card",
        "chosen_player",
        "collector",
        "decks",
        "discards",
        "display",
        "limbo",
        "line_up",
        "pass_number",
        "phase",
        "position",
        "recruit_deck",
        "recruit_discard",
        "removed",
        "rest",
        "round",
        "rules",
        "war",
    )

    rules: Rules
    phase: int
    round: int
    pass_number: int
    war: int
    line_up: list[int]
    """The card at each position, or ``NO_CARD``."""
    recruit_deck: list[int]
    recruit_discard: list[int]
    removed: list[int]
    display: list[int]
    rest: list[int]
    decks: list[list[int]]
    discards: list[list[int]]
    bids: list[int]
    position: int
    """The position being resolved, from 1; 0 unless bids are being resolved."""
    collector: int
    """The seat whose collection waits for a choice, or ``NO_SEAT``."""
    limbo: list[int]
    """The cards being collected, in the order in which they were: a stack whose last card is being resolved. Action
    cards stay here, aside, until the whole collection is done (FW-R30, FW-R31)."""
    chosen_player: int
    """What was chosen so far for the last card in limbo, or ``NO_SEAT``; likewise the card, or ``NO_CARD``."""
    chosen_card: int


class State(Table):
    """A whole match."""

    __slots__ = ("chance", "choices", "waiting")

    chance: Chance
    waiting: int
    """Bit mask of the seats that must decide."""
    choices: list[int]
    """The legal actions of each of them, ascending. Replaced, never changed in place."""

    def clone(self) -> "State":
        """An independent copy, including its chance."""
        copy = State()
        copy.rules = self.rules
        copy.phase = self.phase
        copy.round = self.round
        copy.pass_number = self.pass_number
        copy.war = self.war
        copy.line_up = self.line_up.copy()
        copy.recruit_deck = self.recruit_deck.copy()
        copy.recruit_discard = self.recruit_discard.copy()
        copy.removed = self.removed.copy()
        copy.display = self.display.copy()
        copy.rest = self.rest.copy()
        copy.decks = [deck.copy() for deck in self.decks]
        copy.discards = [pile.copy() for pile in self.discards]
        copy.bids = self.bids.copy()
        copy.position = self.position
        copy.collector = self.collector
        copy.limbo = self.limbo.copy()
        copy.chosen_player = self.chosen_player
        copy.chosen_card = self.chosen_card
        copy.chance = self.chance.clone()
        copy.waiting = self.waiting
        copy.choices = self.choices
        return copy


class View(Table):
    """What one viewer may know."""

    __slots__ = ("viewer",)

    viewer: int
    """The seat, or ``SPECTATOR``."""
