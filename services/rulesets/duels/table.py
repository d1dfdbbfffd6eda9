"""What lies on the table: the full state of a match, and the view that a viewer has of it.

The top of every deck is its last element. Cards are places in the catalogue (``cards.py``); slots of the line-up count
from 0 here. Lists with one entry for each player are in seat order.
"""

from collections.abc import Callable, Mapping
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import OptionValue
from services.rulesets.duels.cards import SEATS

# What a match waits for. All other steps pass without a decision.
PHASE_PLACE: Final = 1
PHASE_TURN: Final = 2
PHASE_CHOOSE: Final = 3
PHASE_EQUIP: Final = 4
PHASE_PRIZE: Final = 5
PHASE_KEEP: Final = 6
PHASE_GAME_OVER: Final = 7

NO_SLOT: Final = -1
NO_SEAT: Final = -1


class Rules:
    """The rules of one match: its options, turned into data and functions once. Never changed."""

    __slots__ = (
        "first_player",
        "next_to_begin",
        "options",
        "power_deck",
        "prizes",
        "show_discards",
        "stall_limit",
        "tie_key",
        "turn_words",
    )

    options: Mapping[str, OptionValue]
    """Every option with its value."""
    power_deck: int
    """Cards in the Power deck (FD-R02)."""
    prizes: list[list[int]]
    """What the winner of a duel may choose: without, and with a card in the Power deck (FD-R04)."""
    turn_words: list[int]
    """Quiet actions that name nothing (FD-R10)."""
    show_discards: bool
    """Discarded Power cards lie face up (FD-R05)."""
    stall_limit: int
    """Quiet turns in a row after which only an action or a duel is left (FD-R11)."""
    first_player: Callable[[Chance], int]
    """Who begins the match (FD-R06)."""
    next_to_begin: "Callable[[Table], int]"
    """Who begins the next round, at the end of a round (FD-R07)."""
    tie_key: Callable[[list[int]], int]
    """What decides between equal scores, from a player's VC cards: the greater wins (FD-R31)."""


class Memory:
    """What an audience knows of the Power cards among a player's cards in hand and line-up.

    The audiences are everybody, and the player's opponent, who may have looked at a card.
    """

    __slots__ = ("shown", "since")

    shown: list[int]
    """The ones that the audience has seen, ascending."""
    since: list[int]
    """For each of the others: the player's number of fills when it came to hand, ascending; 0 for those held since
    before the round. Such a card can be in hand, or in a slot filled later than that."""

    def __init__(self, shown: list[int], since: list[int]) -> None:
        self.shown = shown
        self.since = since

    def clone(self) -> "Memory":
        """An independent copy."""
        return Memory(self.shown.copy(), self.since.copy())


class Table:
    """What a state and a view have in common."""

    __slots__ = (
        "acting",
        "active",
        "answers",
        "asked",
        "bonus",
        "cards",
        "destroyed",
        "discards",
        "down",
        "duel_slot",
        "duels_won",
        "equipment",
        "filled",
        "fills",
        "first",
        "line",
        "live",
        "locked",
        "memories",
        "paid",
        "peeked",
        "phase",
        "placed",
        "quiet",
        "recalled",
        "recalled_since",
        "removed",
        "round",
        "rules",
        "up",
        "won",
    )

    rules: Rules
    phase: int
    round: int
    first: int
    """The seat that began the match."""
    active: int
    """The seat whose turn it is; while cards are placed, the one that will begin."""
    asked: int
    """The seat that must decide. While cards are placed it counts for nothing, and is the active one."""
    quiet: int
    """Quiet turns in a row (FD-R11)."""
    line: list[int]
    """The VC card of each slot, or ``NO_CARD``."""
    live: int
    """Bit mask of the slots whose VC card is left."""
    removed: list[int]
    """VC cards beside the Power deck (FD-R25)."""
    won: list[list[int]]
    destroyed: list[list[int]]
    cards: list[list[int]]
    """Each player's card in each slot, or ``NO_CARD``; in a view ``HIDDEN`` for one that the viewer may not know."""
    down: list[int]
    """Bit masks of the slots with a face-down card; nothing while cards are placed. ``up``: with a face-up card."""
    up: list[int]
    locked: list[int]
    """Bit masks of the slots whose face-down card was locked by an action."""
    bonus: list[list[int]]
    """How much more power the card of each slot has until the end of the round (FD-R28)."""
    filled: list[list[int]]
    """For each card in the line-up: the player's number of fills when it came there from hand. It moves with it."""
    fills: list[int]
    """How often in this round the player filled slots from hand; placing counts as once."""
    placed: list[int]
    """How many slots the player has placed. In a view of another player: all, or 0 before that player is ready."""
    duels_won: list[int]
    """Duels won in this round."""
    discards: list[list[int]]
    """The Power cards that each player discarded; in a view ``HIDDEN`` for one that the viewer may not know."""
    peeked: list[int]
    """The slot of the player's face-down card that the opponent has looked at, or ``NO_SLOT`` (FD-R29)."""
    recalled: list[int]
    """The card of the player that the opponent looked at and that was then switched out, until it is seen again or the
    round ends, or ``NO_CARD``. Known to both players, and to nobody else: see ``memory.py``."""
    recalled_since: list[int]
    """The player's number of fills when that card was switched out. It is in hand, or in a slot filled later."""
    memories: list[Memory]
    """What everybody knows of each player's Power cards, then what each player's opponent knows of them. A spectator's
    view has the former alone."""
    duel_slot: int
    """The slot being duelled for, or ``NO_SLOT``."""
    answers: int
    """How many players have decided about equipment in this duel."""
    equipment: list[int]
    """The equipment each player plays in this duel, or ``NO_CARD``."""
    acting: int
    """The card whose action waits for a choice, or ``NO_CARD``."""
    paid: int
    """1 if what that action costs is paid."""


class State(Table):
    """A whole match."""

    __slots__ = ("aside", "chance", "choices", "hands", "power_deck", "vc_deck")

    hands: list[list[int]]
    """Each player's hand, ascending."""
    vc_deck: list[int]
    power_deck: list[int]
    aside: list[int]
    """Power cards that are not in this match: nobody has seen which."""
    chance: Chance
    choices: list[list[int]]
    """Each player's legal actions as far as they were asked for since the last change. Replaced, never changed in
    place."""

    def clone(self) -> "State":
        """An independent copy, including its chance."""
        copy = State()
        copy_public(self, copy)
        one, two = self.cards
        copy.cards = [one.copy(), two.copy()]
        one, two = self.discards
        copy.discards = [one.copy(), two.copy()]
        copy.placed = self.placed.copy()
        copy.recalled = self.recalled.copy()
        copy.recalled_since = self.recalled_since.copy()
        copy.memories = [memory.clone() for memory in self.memories]
        one, two = self.hands
        copy.hands = [one.copy(), two.copy()]
        copy.vc_deck = self.vc_deck.copy()
        copy.power_deck = self.power_deck.copy()
        copy.aside = self.aside.copy()
        copy.chance = self.chance.clone()
        copy.choices = self.choices.copy()
        return copy


class View(Table):
    """What one viewer may know."""

    __slots__ = ("hand", "hand_sizes", "looked", "power_deck_size", "vc_deck", "viewer")

    viewer: int
    """The seat, or ``SPECTATOR``."""
    hand: list[int]
    """The viewer's hand, ascending; empty for a spectator."""
    hand_sizes: list[int]
    """Cards in each hand. Before all are ready, another player's cards in the line-up count as in hand."""
    vc_deck: list[int]
    """The cards of the Victory deck in catalogue order. Their order in the deck is hidden."""
    power_deck_size: int
    looked: list[int]
    """The Power cards that the viewer looks at, ascending."""


def copy_public(table: Table, copy: Table) -> None:
    """Copy what everybody knows. What is not named here is not copied."""
    copy.rules = table.rules
    copy.phase = table.phase
    copy.round = table.round
    copy.first = table.first
    copy.active = table.active
    copy.asked = table.asked
    copy.quiet = table.quiet
    copy.line = table.line.copy()
    copy.live = table.live
    copy.removed = table.removed.copy()
    one, two = table.won
    copy.won = [one.copy(), two.copy()]
    one, two = table.destroyed
    copy.destroyed = [one.copy(), two.copy()]
    copy.down = table.down.copy()
    copy.up = table.up.copy()
    copy.locked = table.locked.copy()
    one, two = table.bonus
    copy.bonus = [one.copy(), two.copy()]
    one, two = table.filled
    copy.filled = [one.copy(), two.copy()]
    copy.fills = table.fills.copy()
    copy.duels_won = table.duels_won.copy()
    copy.peeked = table.peeked.copy()
    copy.duel_slot = table.duel_slot
    copy.answers = table.answers
    copy.equipment = table.equipment.copy()
    copy.acting = table.acting
    copy.paid = table.paid


NOT_COMPUTED: Final[list[list[int]]] = [[] for _ in range(SEATS)]
"""Legal actions that nobody has asked for yet."""
SLOTS_OF: Final[list[list[int]]] = [[slot for slot in range(7) if mask >> slot & 1] for mask in range(1 << 7)]
"""The slots of each bit mask."""
