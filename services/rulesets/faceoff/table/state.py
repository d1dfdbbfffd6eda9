"""What lies on the table: the full state of a match, and the view that a viewer has of it.

The top of every deck is its last element. Cards are places in the catalogue (``cards/cards.py``). A card in a stack
near the HQ is an *entry*: ``3 * card + the type it is played as``. Lists with one item for each player are in seat
order. Sets of seats that are only ever tested are bit masks: whole numbers with bit ``seat`` set.
"""

from typing import Final, NamedTuple

from services.engine.chance import Chance
from services.rulesets.faceoff.table.rules import Rules

# What a match waits for. All other steps pass without a decision.
PHASE_CHOOSE_FACTION: Final = 1
PHASE_MULLIGAN: Final = 2
PHASE_CHOOSE_CLOCK: Final = 3
PHASE_PERSONALITY: Final = 4
PHASE_EQUIPMENT: Final = 5
PHASE_ABILITY: Final = 6
PHASE_FACEOFF_REWARD: Final = 7
PHASE_AVIATOR: Final = 8
PHASE_REFILL_CLOCK: Final = 9
PHASE_REFILL_POWER: Final = 10
PHASE_BUILD_UP: Final = 11
PHASE_BID: Final = 12
PHASE_DESTINATION: Final = 13
PHASE_HQ_REWARD: Final = 14
PHASE_DRAW_ACTIONS: Final = 15
PHASE_END_OF_TURN: Final = 16
PHASE_GAME_OVER: Final = 17

SIMULTANEOUS_PHASES: Final = (PHASE_MULLIGAN, PHASE_PERSONALITY, PHASE_EQUIPMENT, PHASE_BUILD_UP)
"""Phases in which several decide at once. Each commits one action, which stays hidden until the last one is in."""

# What made an ability's program run: it says how to go on when the program has ended.
TRIGGER_NONE: Final = 0
TRIGGER_PERSONALITY: Final = 1  # a personality was revealed in the Face Off
TRIGGER_EQUIPMENT: Final = 2  # an equipment was
TRIGGER_BUILD_UP: Final = 3  # a card is about to be added to the HQ
TRIGGER_ASSAULT: Final = 4  # the assault card
TRIGGER_AFTER_ASSAULT: Final = 5  # the HQ
TRIGGER_WIN_FACEOFF: Final = 6  # an HQ reward of the player who won the Face Off
TRIGGER_DRAW_PHASE: Final = 7
TRIGGER_END_OF_TURN: Final = 8

HIDDEN: Final = -2
"""In a view: there is a card, and the viewer may not know which."""
NO_SEAT: Final = -1
NO_FACTION: Final = -1
NO_COMMIT: Final = -1
HIDDEN_COMMIT: Final = -2
"""In a view: an action was committed, and the viewer may not know which."""

# Places of an Available Row and of the middle of a tree (FO-059, FO-060).
ROW_SIZE: Final = 3
MIDDLE_SIZE: Final = 2


class LateCard(NamedTuple):
    """A card that came into a player's deck when others were in hand already."""

    card: int
    slots: int
    """How many of the unknown cards in hand were drawn after it came: each may be this card."""


class Memory(NamedTuple):
    """What an audience knows of which of a player's out-of-sight cards are in hand. Replaced when it changes: see
    ``hand_memory.py``."""

    known: tuple[int, ...]
    """In hand or face down, ascending; with option ``placed_vc=face_down`` in hand, face down or placed."""
    firm: tuple[int, ...]
    """In hand for sure, ascending: came there, or was seen there, after the last face-down card of this Face Off was
    laid."""
    late: tuple[LateCard, ...]
    """Cards that came into the deck later than the rest, in the order in which they came."""
    fresh: int
    """How many unknown cards came to hand after the last face-down card was laid; 0 without one."""
    placed: tuple[tuple[int, ...], ...]
    """What each card in front may be, ascending, with option ``placed_vc=face_down``; empty otherwise."""


class Registers(NamedTuple):
    """The ability that is being executed, as it rests while it asks somebody. What each is says :class:`Table`."""

    trigger: int
    acting: int
    actor: int
    pc: int
    target: int
    todo: int
    reacted: int


class Table:
    """What a state and a view have in common: what everybody knows.

    In a view, a card that the viewer may not know is ``HIDDEN``: face-down cards, and with the options that lay them
    face down the middle cards of the trees and placed victory cards.
    """

    __slots__ = (
        "acting",
        "actor",
        "assaults",
        "bid",
        "bidder",
        "builds",
        "chosen",
        "clock_mid",
        "clock_row",
        "destroyed",
        "discards",
        "down",
        "eligible",
        "equipment",
        "factions",
        "first",
        "front",
        "hq",
        "hq_mods",
        "hq_rewards",
        "known_top",
        "looks",
        "market",
        "memories",
        "mods",
        "passed",
        "pc",
        "perms",
        "personality",
        "phase",
        "places",
        "power_mid",
        "power_row",
        "power_taker",
        "reacted",
        "removed",
        "rewards",
        "round",
        "rules",
        "stacks",
        "target",
        "timing",
        "todo",
        "trigger",
        "turn",
        "used",
        "vc7",
        "vp",
        "waiting",
    )

    rules: Rules

    # -- the course of the match
    phase: int
    round: int
    """From 1; 0 before the first."""
    first: int
    """The seat with the first-player marker; 0 before it is given out."""
    waiting: int
    """Bit mask of the seats that must decide."""
    turn: int
    """How many players have had their turn in this step, or how many places have had their reward."""

    # -- the middle of the table
    clock_row: list[int]
    clock_mid: list[int]
    power_row: list[int]
    power_mid: list[int]
    market: int
    """The Market card on top, face up, or ``NO_CARD``."""
    hq: int
    """The active HQ; ``NO_CARD`` before the setup."""
    timing: int
    """The active timing card, or ``NO_CARD``."""
    assaults: list[int]
    """HQ assault cards that count for the active HQ."""
    vc7: list[int]
    """The seven-point VCs that are left, ascending."""
    hq_rewards: list[int]
    """The HQ rewards that are left, ascending."""
    removed: list[int]
    """Out of the match, face up: unclaimed cards (FO-R17), HQs that are done with their assault and timing cards
    (FO-117)."""
    destroyed: list[int]

    # -- players
    factions: list[int]
    """-1 for a player who has none yet."""
    vp: list[int]
    discards: list[list[int]]
    stacks: list[list[int]]
    """Each player's army near the HQ: entries in the order in which they were added."""
    front: list[list[int]]
    """Placed victory and bonus cards, in the order in which they were placed (FO-032)."""
    perms: list[list[int]]
    """HQ rewards in front of a player (FO-R35)."""
    hq_mods: list[int]
    """What abilities change of each army's total until the HQ cracks."""
    known_top: list[int]
    """1 if the player has looked at the top card of the own deck, which lies there still."""
    memories: list[Memory]
    """What everybody knows of each player's hand."""
    looks: list[Memory | None]
    """What a player knows of another's hand beyond that, at ``player * seats + other``; empty while nobody does."""

    # -- this round
    chosen: int
    """The clock card that was chosen, or ``NO_CARD`` once somebody took it or it counts for the HQ."""
    personality: list[int]
    """The card that each player has revealed in the Face Off as a personality, or ``NO_CARD``."""
    equipment: list[int]
    down: list[list[int]]
    """The cards that each player discarded face down in this Face Off, in the order in which they were laid."""
    mods: list[int]
    """What abilities change of each total in this Face Off."""
    eligible: int
    """Bit mask of the seats that revealed a personality (FO-R24)."""
    builds: list[list[int]]
    """Each player's entries that are revealed in this Build Up and not yet added to the stack."""
    places: list[int]
    """The ranking whose rewards are given: seats, best first; empty otherwise."""
    rewards: int
    """Bit mask of the rewards that are left (``REWARD_CLOCK`` and so on)."""
    power_taker: int
    """Who took a power card in this Face Off, or ``NO_SEAT``."""
    bid: int
    """The highest bid, or 0."""
    bidder: int
    """Whose bid that is, or ``NO_SEAT``."""
    passed: int
    """Bit mask of the seats that are out of the bidding."""
    used: list[int]
    """Cards whose Draw Phase or End of Turn action the player in turn has used."""

    # -- the ability that is being executed (``abilities/execution.py``)
    trigger: int
    """What made it run (``TRIGGER_PERSONALITY`` and so on), or ``TRIGGER_NONE``."""
    acting: int
    """Whose program it is: a card, or ``NO_CARD``."""
    actor: int
    """The player who executes it, or ``NO_SEAT``: an assault card and an HQ have none."""
    pc: int
    """The place of the current instruction in the program."""
    target: int
    """The opponent chosen for this ability, or ``NO_SEAT``."""
    todo: int
    """Bit mask of the seats that the current instruction has still to reach; 0 before it began."""
    reacted: int
    """Bit mask of the seats that were asked for a shield (option ``shield=reaction``), and at ``REACTED_BITS`` of those
    that discarded one."""

    def hand_count(self, seat: int) -> int:
        """How many cards a player has in hand; committed ones count until they are revealed."""
        raise NotImplementedError

    def registers(self) -> Registers:
        """The ability that is being executed."""
        return Registers(self.trigger, self.acting, self.actor, self.pc, self.target, self.todo, self.reacted)


REACTED_BITS: Final = 8


class State(Table):
    """A whole match."""

    __slots__ = (
        "aside",
        "chance",
        "choices",
        "clock_deck",
        "commits",
        "dealt",
        "decks",
        "hands",
        "hq_deck",
        "late",
        "market_deck",
        "power_deck",
        "scrub_deck",
        "timing_deck",
    )

    hands: list[list[int]]
    """Each player's hand, ascending. Committed cards stay in it until they are revealed."""
    decks: list[list[int]]
    dealt: list[list[int]]
    """The two victory cards that each player was dealt, in the order in which they were (FO-046, FO-R10)."""
    commits: list[int]
    """What each player has committed, or ``NO_COMMIT``."""
    late: list[int]
    """Cards that the player in turn drew in this Draw Phase: their actions wait for the next (FO-123)."""
    clock_deck: list[int]
    power_deck: list[int]
    market_deck: list[int]
    """Without the card on top, which lies face up."""
    scrub_deck: list[int]
    """All see its top card."""
    hq_deck: list[int]
    timing_deck: list[int]
    aside: list[int]
    """Bonus, power and market cards that are not in this match: nobody has seen which."""
    chance: Chance
    choices: list[list[int]]
    """Each player's legal actions as far as they were asked for since the last change. Replaced, never changed in
    place."""

    def hand_count(self, seat: int) -> int:
        return len(self.hands[seat])

    def clone(self) -> "State":
        """An independent copy, including its chance."""
        copy = State()
        copy_public(self, copy)
        copy.clock_mid = self.clock_mid.copy()
        copy.power_mid = self.power_mid.copy()
        copy.front = [cards.copy() for cards in self.front]
        copy.down = [cards.copy() for cards in self.down]
        copy.looks = self.looks.copy()
        copy.hands = [cards.copy() for cards in self.hands]
        copy.decks = [cards.copy() for cards in self.decks]
        copy.dealt = [cards.copy() for cards in self.dealt]
        copy.commits = self.commits.copy()
        copy.late = self.late.copy()
        copy.clock_deck = self.clock_deck.copy()
        copy.power_deck = self.power_deck.copy()
        copy.market_deck = self.market_deck.copy()
        copy.scrub_deck = self.scrub_deck.copy()
        copy.hq_deck = self.hq_deck.copy()
        copy.timing_deck = self.timing_deck.copy()
        copy.aside = self.aside.copy()
        copy.chance = self.chance.clone()
        copy.choices = self.choices.copy()
        return copy


class View(Table):
    """What one viewer may know."""

    __slots__ = (
        "clock_deck_size",
        "commits",
        "dealt",
        "deck_sizes",
        "deck_top",
        "hand",
        "hand_sizes",
        "hidden",
        "hq_deck_size",
        "late",
        "market_deck_size",
        "power_deck_size",
        "scrub",
        "scrub_deck_size",
        "timing_deck_size",
        "viewer",
    )

    viewer: int
    """The seat, or ``SPECTATOR``."""
    hand: list[int]
    """The viewer's hand, ascending; empty for a spectator."""
    hand_sizes: list[int]
    """Cards in each hand; committed ones count until they are revealed."""
    deck_sizes: list[int]
    hidden: list[list[int]]
    """For each player all cards that are out of sight, ascending: those in hand, in the deck and face down in this Face
    Off; with option ``placed_vc=face_down`` those placed, too. Which of them are where is hidden."""
    deck_top: int
    """The top card of the viewer's own deck if the viewer has looked at it, or ``NO_CARD``."""
    dealt: list[list[int]]
    """``HIDDEN`` for another player's, until the match has ended."""
    commits: list[int]
    """The viewer's own action, ``HIDDEN_COMMIT`` or ``NO_COMMIT``."""
    late: list[int]
    """Cards that the player in turn drew in this Draw Phase, in the order in which they were: ``HIDDEN`` for others."""
    scrub: int
    """The top scrub, or ``NO_CARD``."""
    scrub_deck_size: int
    """That card included."""
    clock_deck_size: int
    power_deck_size: int
    market_deck_size: int
    """Without the card on top, which lies face up."""
    hq_deck_size: int
    timing_deck_size: int

    def hand_count(self, seat: int) -> int:
        return self.hand_sizes[seat]


def copy_public(table: Table, copy: Table) -> None:
    """Copy what everybody knows. What is not named here is not copied: above all what some may see and others not, the
    middle cards, placed and face-down cards, and what was learnt by looking."""
    copy.rules = table.rules
    copy.phase = table.phase
    copy.round = table.round
    copy.first = table.first
    copy.waiting = table.waiting
    copy.turn = table.turn
    copy.clock_row = table.clock_row.copy()
    copy.power_row = table.power_row.copy()
    copy.market = table.market
    copy.hq = table.hq
    copy.timing = table.timing
    copy.assaults = table.assaults.copy()
    copy.vc7 = table.vc7.copy()
    copy.hq_rewards = table.hq_rewards.copy()
    copy.removed = table.removed.copy()
    copy.destroyed = table.destroyed.copy()
    copy.factions = table.factions.copy()
    copy.vp = table.vp.copy()
    copy.discards = [cards.copy() for cards in table.discards]
    copy.stacks = [entries.copy() for entries in table.stacks]
    copy.perms = [cards.copy() for cards in table.perms]
    copy.hq_mods = table.hq_mods.copy()
    copy.known_top = table.known_top.copy()
    copy.memories = table.memories.copy()
    copy.chosen = table.chosen
    copy.personality = table.personality.copy()
    copy.equipment = table.equipment.copy()
    copy.mods = table.mods.copy()
    copy.eligible = table.eligible
    copy.builds = [entries.copy() for entries in table.builds]
    copy.places = table.places.copy()
    copy.rewards = table.rewards
    copy.power_taker = table.power_taker
    copy.bid = table.bid
    copy.bidder = table.bidder
    copy.passed = table.passed
    copy.used = table.used.copy()
    copy.trigger = table.trigger
    copy.acting = table.acting
    copy.actor = table.actor
    copy.pc = table.pc
    copy.target = table.target
    copy.todo = table.todo
    copy.reacted = table.reacted


NOT_COMPUTED: Final[list[list[int]]] = [[] for _ in range(5)]
"""Legal actions that nobody has asked for yet."""
SEATS_OF: Final[list[list[int]]] = [[seat for seat in range(5) if mask >> seat & 1] for mask in range(1 << 5)]
"""The seats of each bit mask, ascending. Never changed."""


def turn_order(table: Table) -> list[int]:
    """The seats clockwise, starting with the first player."""
    return _ORDERS[table.rules.seats][table.first]


_ORDERS: Final[list[list[list[int]]]] = [
    [[(first + steps) % seats for steps in range(seats)] for first in range(seats)] for seats in range(6)
]
"""By number of seats, then by first player. Never changed."""
