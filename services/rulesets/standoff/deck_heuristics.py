"""What a card is worth to a player's deck, as greedy sees it: hand, deck, discard pile and cards in play together.

The cards of a player come to hand about evenly. So what counts of a deck is what an average hand of it does in a
turn: the credits it has, the encampment card that they pay for, and what its other cards do. A card is worth buying if
the turns that are left are better with it, and worth trashing if they are better without.
"""

from typing import Final

from services.rulesets.standoff.board import NOWHERE
from services.rulesets.standoff.cards import OWNER_NEUTRAL, PARTS, TARGET_OWNER, Op, Part, scheduled
from services.rulesets.standoff.heuristics import (
    ACTION_WORTH,
    BATTERY_WORTH,
    CREDIT_WORTH,
    HEX_OPS,
    SHIELD_WORTH,
    Heuristics,
    gain,
    gains,
)
from services.rulesets.standoff.table import hand_limit

TILE_WORTH: Final = 0.6
"""What a tile is worth, some of them being the way to the red zone."""
SPARE: Final = 1.5
"""Credits that actions bring in a turn when more are needed."""
PAYING_MARGIN: Final = 3.0
"""So many credits lie between what an average hand never and always pays."""
TO_SPEND: Final = 0.05
"""What a credit is worth in every turn, to buy with."""
PLAYED_SHARE: Final = 0.8
"""How often there are actions and credits for a card in hand that is no encampment."""
ROOM: Final = 1.5
"""So many cards that are no encampments are played in a turn; those beyond count for less."""
BEYOND: Final = 0.3
HORIZON: Final = 6.0
"""Turns in which a credit more comes to its full worth."""
NOW: Final = 0.6
"""How much the board as it is says of what a card will be aimed at."""
SECOND: Final = 0.5
"""What a second encampment card in a turn is worth, as a part of the first."""

_WORTH: Final[dict[int, float]] = {
    Op.PLACE_GROUP: TILE_WORTH,
    Op.PLACE_TILE: 1.3,
    Op.DESTROY_TILE: 0.7,
    Op.DESTROY_IMPROVEMENT: 0.2,
    Op.CONVERT_TILE: 1.7,
    Op.TRASH_FROM_HAND: 0.4,
    Op.SEARCH_DECK: 0.45,
    Op.REVEAL_HAND_DISCARD: 0.35,
    Op.GIVE_CARD: 0.25,
    Op.RECOVER: 0.4,
    Op.MARKET_TRASH: 0.05,
    Op.DESTROY_SATELLITE: 0.2,
}
"""What an effect is worth to whoever buys its card. When it is played it is weighed on the board."""
BLACK_LAID: Final = 0.5
BLACK_LIFTED: Final = 0.35
"""The same of black tiles."""
_ONCE: Final = frozenset({Op.PLACE_IMPROVEMENT, Op.DEPLOY_SATELLITE, Op.TRASH_SELF})
"""A card with one of these effects is played once."""


class DeckHeuristics:
    """All cards of the viewer: what a card more, or a card less, is worth."""

    __slots__ = (
        "_credits",
        "_encampments",
        "_extras",
        "_groups",
        "_hand",
        "_heuristics",
        "_income",
        "_kept",
        "_now",
        "_others",
        "_size",
        "delay",
    )

    def __init__(self, heuristics: Heuristics) -> None:
        view, seat, cards = heuristics.view, heuristics.seat, heuristics.cards
        self._heuristics = heuristics
        owned = (*view.hand, *view.unseen[seat], *view.discards[seat], *view.in_play)
        self._size = len(owned)
        self._hand = hand_limit(view, seat)
        self.delay = view.deck_sizes[seat] / self._hand
        """Turns until the discard pile comes to be the deck."""
        self._credits = 0
        self._extras = 0.0
        self._others = 0
        self._kept: dict[int, float] = {}
        self._groups: dict[int, int] = {}
        for card in owned:
            self._count(card, 1)
        self._income = 0.0
        self._encampments = 1.0
        for token, where in enumerate(view.tokens):
            number = (where & view.own[seat]).bit_count()
            if number:
                for effect in cards.upkeep[cards.tokens[token]]:
                    self._income += number * effect[1] * (effect[0] == Op.GAIN_CREDITS)
                    self._encampments += number * effect[1] * (effect[0] == Op.GAIN_ENCAMPMENTS)

        self._now = self._turn(self._size)

    def _count(self, card: int, number: int) -> None:
        cards = self._heuristics.cards
        if cards.uses_encampment[card] and cards.group[card]:
            self._groups[card] = self._groups.get(card, 0) + number
        elif cards.kind[card] == "resource":
            self._credits += number * self.credits_of(card)
        elif not self.once(card):
            self._extras += number * max(0.0, self.played(card))
            self._others += number

    def credits_of(self, card: int) -> int:
        """What a card adds to the budget by itself."""
        effects = self._heuristics.cards.programs[card * PARTS]
        return sum([effect[1] for effect in effects if effect[0] == Op.GAIN_CREDITS and not effect[2]])

    def once(self, card: int) -> bool:
        """Whether a card is played once and is then no card of the player's any more, for a time or for ever."""
        return any(effect[0] in _ONCE for effect in self._heuristics.cards.programs[card * PARTS])

    # -- turns -----------------------------------------------------------------------------------------------------

    def _turn(self, size: int) -> float:
        """What an average turn is worth with so many cards."""
        cards = self._heuristics.cards
        often = min(1.0, self._hand / max(1, size))
        credits = self._credits * often + self._income
        worth = 0.0
        none_yet = 1.0
        for card in sorted(self._groups, key=lambda card: -cards.group[card]):
            in_hand = (1 - (1 - often) ** self._groups[card]) * self._paid(credits + SPARE, cards.cost[card])
            worth += none_yet * in_hand * cards.group[card] * TILE_WORTH
            none_yet *= 1 - in_hand
        if self._encampments > 1:
            in_hand = often * sum(self._groups.values())
            worth *= 1 + SECOND * min(self._encampments - 1, max(0.0, in_hand - 1))
        others = self._others * often
        if others > ROOM:
            worth += self._extras / self._others * (ROOM + BEYOND * (others - ROOM)) * PLAYED_SHARE
        else:
            worth += self._extras * often * PLAYED_SHARE
        return worth + TO_SPEND * credits * min(1.0, self._heuristics.turns_left / HORIZON)

    def _paid(self, credits: float, cost: int) -> float:
        """How often a cost is paid that an average hand has so many credits for."""
        return max(0.0, min(1.0, (credits - cost) / PAYING_MARGIN + 0.5))

    def bought(self, card: int) -> float:
        """What it is worth to own a card more."""
        turns = self._heuristics.turns_left - self.delay
        if turns <= 0:
            return 0.0
        if self.once(card):
            drawn = min(1.0, turns * self._hand / self._size)
            burden = self._turn(self._size + 1) - self._now
            return drawn * self.played(card) + burden * min(turns, self._size / self._hand)
        return turns * self._changed(card, 1)

    def trashed(self, card: int) -> float:
        """What it is worth to own a card less."""
        if self.once(card):
            return -self.played(card)
        return self._heuristics.turns_left * self._changed(card, -1)

    def _changed(self, card: int, number: int) -> float:
        self._count(card, number)
        after = self._turn(self._size + number)
        self._count(card, -number)
        return after - self._now

    # -- cards -----------------------------------------------------------------------------------------------------

    def kept(self, card: int) -> float:
        """What it is worth to have a card in the next hand."""
        known = self._kept.get(card)
        if known is None:
            known = self._kept[card] = self._keeping(card)
        return known

    def _keeping(self, card: int) -> float:
        cards = self._heuristics.cards
        if cards.kind[card] == "resource":
            return CREDIT_WORTH * self.credits_of(card)
        if cards.uses_encampment[card] and cards.group[card]:
            credits = self._credits * self._hand / max(1, self._size) + self._income + SPARE
            return self._heuristics.group_gain(cards.group[card]) * self._paid(credits, cards.cost[card]) * TILE_WORTH
        worth = self.played(card)
        for effect in cards.programs[card * PARTS]:
            if effect[0] in HEX_OPS and effect[0] != Op.PLACE_IMPROVEMENT:
                _, better = self._heuristics.best_target(effect, NOWHERE)
                worth += NOW * (better - self.effect(card, effect))
        return worth

    def average(self) -> float:
        """What the next card from the deck is worth."""
        view = self._heuristics.view
        deck = view.unseen[self._heuristics.seat] or view.discards[self._heuristics.seat]
        return sum(map(self.kept, deck)) / max(1, len(deck))

    def played(self, card: int) -> float:
        """What it is worth to play a card at some time."""
        cards = self._heuristics.cards
        if cards.kind[card] == "special":
            return 0.0
        worth = -CREDIT_WORTH * cards.cost[card] - ACTION_WORTH / 2
        for effect in cards.programs[card * PARTS]:
            worth += self.effect(card, effect)
        return worth

    def effect(self, card: int, effect: tuple[int, ...]) -> float:
        """What an effect of a card is worth at some time."""
        op = effect[0]
        if op == Op.PLACE_IMPROVEMENT:
            return self._token(effect[1])
        if op == Op.DEPLOY_SATELLITE:
            return self._satellite(card)
        if op == Op.SCHEDULE:
            worth = effect[3] * gains(scheduled(effect))
            return worth if effect[1] == 0 else -worth
        if op == Op.PLACE_TILE and effect[1]:
            return BLACK_LAID
        if op == Op.DESTROY_TILE and effect[1 + TARGET_OWNER] == OWNER_NEUTRAL:
            return BLACK_LIFTED
        if op == Op.PLACE_GROUP:
            return TILE_WORTH * effect[1]
        return self._heuristics.tempered(effect, _WORTH.get(op, 0.0)) + gain(effect)

    def _token(self, card: int) -> float:
        cards, heuristics = self._heuristics.cards, self._heuristics
        worth = heuristics.token_worth(cards.token_numbers[card])
        if any(token == cards.token_numbers[card] for token, _ in heuristics.cards.blocking_tokens):
            worth += SHIELD_WORTH * heuristics.turns_left
        return worth

    def _satellite(self, card: int) -> float:
        cards, turns = self._heuristics.cards, self._heuristics.turns_left
        worth = gains(cards.upkeep[card]) + 0.2 * cards.hand_limit_bonus[card]
        if cards.programs[card * PARTS + Part.ORBIT]:
            worth += BATTERY_WORTH
        return worth * turns
