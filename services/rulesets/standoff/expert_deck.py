"""What cards are worth to the expert: each by its verbs, all that a player has by what an average turn does with it.

Nothing here depends on the board. Both tables are kept from one decision to the next, and never changed.
"""

from functools import lru_cache
from typing import Final

from services.engine.catalogue import Program
from services.rulesets.standoff.cards import OWNER_NEUTRAL, PARTS, TARGET_OWNER, Cards, Op, Part, scheduled

TILE: Final = 0.8
"""What a tile of a group is worth to whoever buys its card. All worths are in tiles of the red zone."""
POD: Final = 3.0
"""The same of a tile that needs no way there."""
CREDIT: Final = 0.2
COST: Final = 0.15
"""What a credit is worth, and what it counts that one must be paid."""
ACTION: Final = 0.12
DRAWN: Final = 0.2
ENCAMPMENT: Final = 0.4
BLACK_LAID: Final = 0.3
BLACK_LIFTED: Final = 0.2
DESTROYED: Final = (0.0, 0.0, 0.75, 1.0, 1.0)
"""What it is worth to destroy a tile, by the number of players. More of it wins 52.5 % of 120 matches of two instead of
72.5 % of 200, less of it 39.2 % of 120 matches of three instead of 67.4 % of 89."""
_USUAL: Final[dict[int, float]] = {
    Op.CONVERT_TILE: 1.6,
    Op.TRASH_FROM_HAND: 0.4,
    Op.SEARCH_DECK: 0.4,
    Op.REVEAL_HAND_DISCARD: 0.3,
    Op.GIVE_CARD: 0.2,
    Op.RECOVER: 0.4,
    Op.DESTROY_SATELLITE: 0.1,
}
"""What other effects are worth on the average."""
BATTERY: Final = 0.3
LANDING: Final = 0.03
SHIELD: Final = 0.02
FORCEFIELD: Final = 0.08
"""What a token is worth in each turn that it destroys, that it moves or lands a tile, protects one, or keeps others
away."""

SPARE: Final = 1.5
"""Credits that actions bring in a turn when more are needed."""
PAYING_MARGIN: Final = 3.0
"""So many credits lie between what an average hand never and always pays."""
ROOM: Final = 1.5
BEYOND: Final = 0.3
"""So many cards that are neither groups nor credits are played in a turn; those beyond count for less."""
SECOND: Final = 0.5
"""What a second encampment card in a turn is worth, as a part of the first."""
_KEPT: Final = 1024


def gains(effects: tuple[Program, ...], seats: int) -> float:
    """What effects are worth together on the average."""
    return sum([usual(effect, seats) for effect in effects])


def usual(effect: Program, seats: int) -> float:
    """What an effect is worth on the average."""
    op = effect[0]
    if op == Op.GAIN_CREDITS:
        return CREDIT * (3 if effect[2] else effect[1])
    if op == Op.GAIN_ACTIONS:
        return ACTION * effect[1]
    if op == Op.GAIN_ENCAMPMENTS:
        return ENCAMPMENT * effect[1]
    if op == Op.DRAW:
        return DRAWN * effect[1]
    if op == Op.PLACE_GROUP:
        return TILE * effect[1]
    if op == Op.PLACE_TILE:
        return BLACK_LAID if effect[1] else POD
    if op == Op.DESTROY_TILE:
        return BLACK_LIFTED if effect[1 + TARGET_OWNER] == OWNER_NEUTRAL else DESTROYED[seats]
    if op == Op.SCHEDULE:
        worth = effect[3] * sum([usual(each, seats) for each in scheduled(effect)])
        return worth if effect[1] == 0 else -worth
    return _USUAL.get(op, 0.0)


class CardWorths:
    """What each card is worth by its verbs. Lists have one entry for each card unless they say otherwise."""

    __slots__ = ("cost", "credits", "group", "once", "token", "use")

    cost: list[int]
    credits: list[int]
    """What a resource card adds to the budget; 0: it is none."""
    group: list[int]
    """The tiles of an encampment card that uses up an encampment."""
    use: list[float]
    """What it is worth to have the card in hand once."""
    once: list[float | None]
    """Of a card that is played once and stays on the table, what it is worth there in every turn; None: it is none."""
    token: list[float]
    """For each token: what it is worth in a turn to control it."""

    def __init__(self, cards: Cards, seats: int) -> None:
        number = range(len(cards.ids))
        self.cost = cards.cost
        self.group = [cards.group[card] if cards.uses_encampment[card] else 0 for card in number]
        self.token = [_token(cards, token, seats) for token in range(len(cards.tokens))]
        self.credits = [_credits(cards, card) if cards.kind[card] == "resource" else 0 for card in number]
        self.use = [self._use(cards, card, seats) for card in number]
        self.once = [self._once(cards, card, seats) for card in number]

    def _use(self, cards: Cards, card: int, seats: int) -> float:
        if cards.kind[card] == "resource":
            return CREDIT * self.credits[card]
        if cards.kind[card] in ("special", "well"):
            return 0.0
        return gains(cards.programs[card * PARTS], seats) - COST * cards.cost[card] - ACTION

    def _once(self, cards: Cards, card: int, seats: int) -> float | None:
        for effect in cards.programs[card * PARTS]:
            if effect[0] == Op.PLACE_IMPROVEMENT:
                return self.token[cards.token_numbers[effect[1]]]
            if effect[0] == Op.DEPLOY_SATELLITE:
                worth = gains(cards.upkeep[card], seats) + DRAWN * cards.hand_limit_bonus[card]
                return worth + BATTERY if cards.programs[card * PARTS + Part.ORBIT] else worth
        return None


def _token(cards: Cards, token: int, seats: int) -> float:
    card = cards.tokens[token]
    worth = gains(cards.upkeep[card], seats)
    for effect in cards.programs[card * PARTS + Part.RAINBOW]:
        worth += BATTERY if effect[0] in (Op.DESTROY_TILE, Op.CONVERT_TILE) else LANDING
    if token in cards.protecting_tokens:
        worth += SHIELD
    if any(blocking == token for blocking, _ in cards.blocking_tokens):
        worth += FORCEFIELD
    return worth


def _credits(cards: Cards, card: int) -> int:
    return sum([effect[1] for effect in cards.programs[card * PARTS] if effect[0] == Op.GAIN_CREDITS])


@lru_cache(maxsize=16)
def worths_of(cards: Cards, seats: int) -> CardWorths:
    """What the cards of a match are worth with so many players."""
    return CardWorths(cards, seats)


class Deck:
    """All cards of a player: hand, deck, discard pile and cards in play together."""

    __slots__ = (
        "_credits",
        "_encampments",
        "_extras",
        "_groups",
        "_hand",
        "_more",
        "_now",
        "_others",
        "_wells",
        "_worths",
        "average",
        "burden",
        "income",
        "often",
        "size",
    )

    size: int
    often: float
    """How often a card is in hand in a turn."""
    income: float
    """Credits of an average turn."""
    average: float
    """What the next card is worth."""
    burden: float
    """How much worse an average turn is with a card more that does nothing."""

    def __init__(
        self, worths: CardWorths, owned: tuple[int, ...], hand: float, well_credits: int, encampments: int
    ) -> None:
        """``owned``: ascending. ``hand``: the cards seen in a turn."""
        self._worths = worths
        self._hand = hand
        self._wells = well_credits
        self._encampments = encampments
        self._groups: dict[int, int] = {}
        self._credits = 0
        self._extras = 0.0
        self._others = 0
        for card in owned:
            if worths.group[card]:
                self._groups[card] = self._groups.get(card, 0) + 1
            elif worths.credits[card]:
                self._credits += worths.credits[card]
            elif self._counts(card):
                self._extras += worths.use[card]
                self._others += 1
        self.size = len(owned)
        self.often = min(1.0, hand / max(1, self.size))
        self.income = self._credits * self.often + well_credits
        self._now = self._turn(self.size, self._groups, self._credits, self._extras, self._others)
        self.average = self._now / hand
        self.burden = self._now - self._turn(self.size + 1, self._groups, self._credits, self._extras, self._others)
        self._more: dict[tuple[int, int], float] = {}

    def _counts(self, card: int) -> bool:
        """Whether a card that is neither group nor credits is played turn after turn."""
        return self._worths.once[card] is None and self._worths.use[card] > 0

    def more(self, card: int, number: int) -> float:
        """How much better an average turn is with so many of a card more (1), or fewer (-1)."""
        known = self._more.get((card, number))
        if known is None:
            known = self._more[card, number] = self._changed(card, number) - self._now
        return known

    def _changed(self, card: int, number: int) -> float:
        worths, groups = self._worths, self._groups
        credits, extras, others = self._credits, self._extras, self._others
        if worths.group[card]:
            groups = {**groups, card: groups.get(card, 0) + number}
        elif worths.credits[card]:
            credits += number * worths.credits[card]
        elif self._counts(card):
            extras += number * worths.use[card]
            others += number
        return self._turn(self.size + number, groups, credits, extras, others)

    def _turn(self, size: int, groups: dict[int, int], credits: int, extras: float, others: int) -> float:
        """What an average turn is worth: the largest group that is in hand and paid for, and what else is played."""
        often = min(1.0, self._hand / max(1, size))
        worth = self._placing(groups, often, credits * often + self._wells + SPARE)
        played = others * often
        if played > ROOM:
            return worth + extras / others * (ROOM + BEYOND * (played - ROOM))
        return worth + extras * often

    def _placing(self, groups: dict[int, int], often: float, credits: float) -> float:
        worths = self._worths
        worth, none_yet, number = 0.0, 1.0, 0
        for card in sorted(groups, key=lambda card: (-worths.group[card], card)):
            number += groups[card]
            paid = min(1.0, (credits - worths.cost[card]) / PAYING_MARGIN + 0.5)
            if paid <= 0:
                continue
            not_in_hand = 1.0
            for _ in range(groups[card]):
                not_in_hand *= 1 - often
            placed = (1 - not_in_hand) * paid
            worth += none_yet * placed * worths.group[card] * TILE
            none_yet *= 1 - placed
        if self._encampments > 1:
            worth *= 1 + SECOND * min(self._encampments - 1, max(0.0, often * number - 1))
        return worth


@lru_cache(maxsize=_KEPT)
def deck_of(worths: CardWorths, owned: tuple[int, ...], hand: float, well_credits: int, encampments: int) -> Deck:
    """The cards that a player owns, ascending, with what its wells bring in a turn."""
    return Deck(worths, owned, hand, well_credits, encampments)
