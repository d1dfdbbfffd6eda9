"""The expert's turn: which of all that it could do in the actions and credits that are left is worth most together.

The turn is planned anew for each decision, and its first step is played.
"""

from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from services.rulesets.standoff.board import NOWHERE, hexes
from services.rulesets.standoff.cards import NO_CARD, PARTS, Cards, Op, Part
from services.rulesets.standoff.expert_board import Judgement
from services.rulesets.standoff.expert_deck import CardWorths, Deck, deck_of, usual
from services.rulesets.standoff.notation import (
    ACTION_ACTIVATE,
    ACTION_ACTIVATE_SATELLITE,
    ACTION_BUY,
    ACTION_BUY_SLOT,
    ACTION_CREDIT,
    ACTION_DISCARD,
    ACTION_DRAW,
    ACTION_END_TURN,
    ACTION_PLAY,
    ACTION_RESOURCE,
    card_of_group,
    group_of,
)
from services.rulesets.standoff.table import ORBIT_LIMIT, Zone, hand_limit

SEEN: Final = 2.0
"""Cards that are drawn in a turn, besides those in hand."""
TO_SPEND: Final = 0.08
"""What a credit is worth in every turn, to buy with."""
HORIZON: Final = 6.0
"""Turns in which a credit more comes to its full worth."""
HELD: Final = 0.6
"""What a group in hand is worth on the next turn, as a part of what it is worth now."""
PAYABLE: Final = 1.5
"""Credits above those of an average turn that can be got for a group."""
UNPAID: Final = 0.1
"""A group in hand that there are no credits for."""
DRAWING: Final = 0.15
DRAWN_NOW: Final = 0.3
"""What it is worth to draw a card, and to have it this turn, as a part of what it is worth."""
NO_GROUP: Final = 0.4
"""What drawing is worth besides while there is no group in hand."""
JUNK: Final = 0.3
"""What it is worth to discard a bad card, as a part of how much worse than the next it is."""
FOUND: Final = 0.6
"""What a card that is looked for is worth, as a part of what it is worth in hand."""
LEAST: Final = 0.02
"""What is worth less is not done."""
WEIGHED: Final = 14
"""So many steps at most are chosen from."""
DRAWS: Final = 3
_KEPT: Final = 256

# The order in which the steps of a turn are taken
ORDER_FROM_HAND: Final = 0
ORDER_DRAWING: Final = 1
ORDER_GAINING: Final = 2
ORDER_AIMING: Final = 3
ORDER_PLACING: Final = 4
ORDER_OTHERS: Final = 5
ORDER_BUYING: Final = 6
ORDER_LAST: Final = 7

_MEANS: Final = frozenset({Op.GAIN_CREDITS, Op.GAIN_ACTIONS, Op.GAIN_ENCAMPMENTS})
"""What a card is played for so that others can be."""
_AIMED: Final = frozenset(
    {
        Op.PLACE_TILE,
        Op.DESTROY_TILE,
        Op.DESTROY_IMPROVEMENT,
        Op.CONVERT_TILE,
        Op.MOVE_TILE,
        Op.PLACE_IMPROVEMENT,
    }
)


class Step(NamedTuple):
    """Something that takes actions. ``needs``: the budget it takes; ``credits`` and ``actions``: what it costs less
    what it brings; ``encampments``: what it uses up, or brings if negative."""

    worth: float
    action: int
    order: int
    needs: int
    credits: int
    actions: int = 1
    encampments: int = 0


class Turn:
    """The turn of a view's player. ``judgement``: of its board."""

    __slots__ = ("_credits", "_deck", "_judgement", "_later", "_legal", "_means", "_steps")

    def __init__(self, judgement: Judgement) -> None:
        view, seat = judgement.view, judgement.seat
        self._judgement = judgement
        owned = (*view.hand, *view.unseen[seat], *view.discards[seat], *view.in_play)
        limit = hand_limit(view, seat)
        credits, encampments = _income(judgement)
        self._deck: Deck = deck_of(judgement.worths, tuple(sorted(owned)), limit + SEEN, credits, encampments)
        self._later = judgement.turns - view.deck_sizes[seat] / (limit + SEEN)
        """Turns left once what is bought comes to be the deck."""
        self._credits = view.budget + sum([judgement.worths.credits[card] for card in view.hand])
        self._means: list[Step] = []
        self._steps: list[Step] = []

    # -- what cards are worth --------------------------------------------------------------------------------------

    def bought(self, card: int) -> float:
        """What it is worth to own a card more."""
        return _bought(self._deck, self._judgement.worths, self._later, card)

    def trashed(self, card: int) -> float:
        """What it is worth to own a card less."""
        judgement = self._judgement
        if judgement.worths.once[card] is not None:
            return -judgement.worths.use[card]
        return judgement.turns * (self._deck.more(card, -1) - _spent(self._deck, judgement.worths, self._later, card))

    def kept(self, card: int) -> float:
        """What it is worth to have a card in the next hand."""
        judgement = self._judgement
        once = judgement.worths.once[card]
        if once is not None:
            return once * judgement.turns + judgement.worths.use[card]
        n = judgement.cards.group[card]
        if not n:
            return judgement.worths.use[card]
        paid = judgement.cards.cost[card] <= self._deck.income + PAYABLE
        return HELD * judgement.group_gain(n) if paid else UNPAID

    def _drawing(self) -> float:
        return DRAWING + DRAWN_NOW * self._deck.average

    # -- what could be done ----------------------------------------------------------------------------------------

    def next_step(self, legal: list[int]) -> int:
        """What to do now in the action phase."""
        view = self._judgement.view
        if view.actions < 1:
            return self._rest()
        self._hand(legal)
        self._activations()
        if self._later > 0:
            self._market()
        if view.deck_sizes[view.viewer] or view.discards[view.viewer]:
            worth = self._drawing()
            if (
                view.encampments
                and view.actions > 1
                and not any(self._judgement.cards.group[card] for card in view.hand)
            ):
                worth += NO_GROUP
            self._steps += [Step(worth, ACTION_DRAW, ORDER_DRAWING, 0, 0)] * min(DRAWS, view.actions)
        plan = self._plan()
        for step in plan:
            if step.needs > view.budget:
                return self._pay(sum([max(0, each.credits) for each in plan]) - view.budget)
            action = self._placing(step, legal) if step.order == ORDER_PLACING and view.rules.macro else step.action
            if action in legal:
                return action
        return self._rest()

    def _placing(self, step: Step, legal: list[int]) -> int:
        """With ``placement_api=macro`` the card with its best group; the card itself if there is none."""
        groups = {group_of(each): each for each in legal if card_of_group(each) == step.action - ACTION_PLAY}
        return groups[self._judgement.best_group(list(groups))] if groups else step.action

    def _hand(self, legal: list[int]) -> None:
        judgement = self._judgement
        view, cards = judgement.view, judgement.cards
        for card in sorted(set(view.hand)):
            if judgement.worths.credits[card]:
                continue
            junk = JUNK * (self._deck.average - self.kept(card))
            if junk > LEAST:
                self._steps.append(Step(junk, ACTION_DISCARD + card, ORDER_LAST, 0, 0))
            payable = cards.cost[card] <= view.budget and not view.rules.macro
            if cards.kind[card] != "special" and not (payable and ACTION_PLAY + card not in legal):
                self._card(card)

    def _card(self, card: int) -> None:
        """A card in hand as a step."""
        judgement = self._judgement
        view, cards = judgement.view, judgement.cards
        effects = cards.programs[card * PARTS]
        actions, credits, encampments = 1, cards.cost[card], int(cards.uses_encampment[card])
        worth, order = 0.0, ORDER_OTHERS
        for effect in effects:
            op = effect[0]
            if op == Op.GAIN_CREDITS:
                credits -= len(view.hand) - 1 if effect[2] else effect[1]
                order = ORDER_FROM_HAND if effect[2] else ORDER_GAINING
            elif op == Op.GAIN_ACTIONS:
                actions -= effect[1]
                order = ORDER_GAINING
            elif op == Op.GAIN_ENCAMPMENTS:
                encampments -= effect[1]
                order = ORDER_GAINING
            elif op in _AIMED:
                hex, gain = judgement.best_target(effect, NOWHERE)
                if hex == NOWHERE:
                    return
                worth += gain
                order = ORDER_OTHERS if op == Op.PLACE_IMPROVEMENT else ORDER_AIMING
            else:
                worth += self._effect(card, effect)
                order = _ORDERS.get(op, order) if op != Op.DRAW or len(effects) == 1 else order
        step = Step(worth, ACTION_PLAY + card, order, cards.cost[card], credits, actions, encampments)
        if any(effect[0] in _MEANS for effect in effects):
            self._means.append(step)
        else:
            self._steps += [step] * min(2, view.hand.count(card))

    def _effect(self, card: int, effect: tuple[int, ...]) -> float:
        """What an effect is worth now that is not aimed at a hex."""
        judgement = self._judgement
        view, seat, op = judgement.view, judgement.seat, effect[0]
        if op == Op.PLACE_GROUP:
            return judgement.group_gain(effect[1])
        if op == Op.DRAW:
            return effect[1] * self._drawing()
        if op == Op.TRASH_FROM_HAND:
            better = sorted([self.trashed(each) for each in view.hand if each != card], reverse=True)
            return sum([each for each in better[: effect[2]] if each > 0])
        if op in (Op.SEARCH_DECK, Op.RECOVER):
            zone = view.unseen[seat] if op == Op.SEARCH_DECK else view.discards[seat]
            return FOUND * max([self.kept(each) for each in zone], default=0.0)
        if op == Op.DEPLOY_SATELLITE:
            once = judgement.worths.once[card] or 0.0
            return once * judgement.turns if len(view.orbits[seat]) < ORBIT_LIMIT else 0.0
        return usual(effect, view.rules.seats)

    def _activations(self) -> None:
        judgement = self._judgement
        view, seat, cards = judgement.view, judgement.seat, judgement.cards
        usable = {Part.RAINBOW: view.own[seat], Part.BLACK: view.black, Part.GRAY: judgement.survey.spaces[seat]}
        for token, part, program in cards.active_tokens:
            if view.tokens[token]:
                for hex in hexes(view.tokens[token] & usable[Part(part)]):
                    self._activation(ACTION_ACTIVATE + hex, program, hex)
        for place, card in enumerate(view.orbits[seat]):
            per_turn = cards.active_per_turn[card]
            if not per_turn or view.used[place] < per_turn:
                self._activation(ACTION_ACTIVATE_SATELLITE + place, card * PARTS + Part.ORBIT, NOWHERE)

    def _activation(self, action: int, program: int, source: int) -> None:
        cards = self._judgement.cards
        gate = cards.gates[program]
        if gate < 0 or cards.programs[program][gate][0] not in _AIMED:
            return
        hex, gain = self._judgement.best_target(cards.programs[program][gate], source)
        if hex != NOWHERE:
            credits = cards.active_credits[program]
            self._steps.append(Step(gain, action, ORDER_AIMING, credits, credits, cards.active_actions[program]))

    def _market(self) -> None:
        view, judgement = self._judgement.view, self._judgement
        offers = _offers(self._deck, judgement.cards, judgement.worths, self._later, tuple(view.piles), view.row)
        most = self._credits + view.actions - 1
        self._steps += [step for step in offers if step.needs <= most]

    # -- which of it -----------------------------------------------------------------------------------------------

    def _plan(self) -> list[Step]:
        """The steps that are worth most together, in the order in which they are taken."""
        view = self._judgement.view
        steps = [step for step in self._steps if step.worth > LEAST]
        steps.sort(key=lambda step: (-step.worth, step.action))
        steps = [*self._means, *steps[:WEIGHED]]
        plan = worth_most(steps, len(self._means), view.actions, self._credits, view.encampments)
        plan.sort(key=lambda step: (step.order, -step.worth))
        return plan

    # -- credits ---------------------------------------------------------------------------------------------------

    def _pay(self, missing: int) -> int:
        """Get credits: from the resource card that fits best, or by an action."""
        credits = self._judgement.worths.credits
        resources = sorted([card for card in self._judgement.view.hand if credits[card]])
        if not resources:
            return ACTION_CREDIT
        enough = [card for card in resources if credits[card] >= missing]
        if enough:
            return ACTION_RESOURCE + min(enough, key=lambda card: credits[card])
        return ACTION_RESOURCE + max(resources, key=lambda card: credits[card])

    def _rest(self) -> int:
        """With nothing left to do: resource cards that are worse than what would be drawn for them, then the end."""
        worths = self._judgement.worths
        for card in sorted(self._judgement.view.hand):
            if worths.credits[card] and worths.use[card] < self._deck.average:
                return ACTION_RESOURCE + card
        return ACTION_END_TURN


_ORDERS: Final[dict[int, int]] = {
    Op.PLACE_GROUP: ORDER_PLACING,
    Op.DRAW: ORDER_DRAWING,
    Op.SEARCH_DECK: ORDER_DRAWING,
    Op.RECOVER: ORDER_DRAWING,
    Op.TRASH_FROM_HAND: ORDER_LAST,
}
"""When a card with such an effect is played."""


def _bought(deck: Deck, worths: CardWorths, later: float, card: int) -> float:
    """What it is worth to own a card more, with so many turns left once it comes to be the deck."""
    once = worths.once[card]
    if once is None:
        return later * (deck.more(card, 1) + _spent(deck, worths, later, card))
    cycle = 1 / deck.often
    on_table = max(0.0, later - cycle / 2)
    drawn = min(1.0, later / cycle)
    return drawn * (once * on_table + worths.use[card]) - deck.burden * min(later, cycle)


def _spent(deck: Deck, worths: CardWorths, later: float, card: int) -> float:
    return TO_SPEND * worths.credits[card] * deck.often * min(1.0, later / HORIZON)


@lru_cache(maxsize=_KEPT)
def _offers(
    deck: Deck, cards: Cards, worths: CardWorths, later: float, piles: tuple[int, ...], row: Zone
) -> tuple[Step, ...]:
    """What there is to buy, as steps. Kept for the next decisions, most of which neither buy nor draw."""
    found: list[Step] = []
    for place, card in enumerate(cards.piles):
        if piles[place] and cards.kind[card] != "special":
            found += [_offer(deck, cards, worths, later, card, ACTION_BUY + card)] * min(2, piles[place])
    for slot, card in enumerate(row):
        if card != NO_CARD:
            found.append(_offer(deck, cards, worths, later, card, ACTION_BUY_SLOT + slot))
    return tuple([step for step in found if step.worth > LEAST])


def _offer(deck: Deck, cards: Cards, worths: CardWorths, later: float, card: int, action: int) -> Step:
    return Step(_bought(deck, worths, later, card), action, ORDER_BUYING, cards.price[card], cards.price[card])


def _income(judgement: Judgement) -> tuple[int, int]:
    """The credits that the viewer's tokens bring in a turn, and the encampments in all."""
    view, cards = judgement.view, judgement.cards
    own = view.own[judgement.seat]
    credits, encampments = 0, 1
    for token, where in enumerate(view.tokens):
        if where & own:
            for effect in cards.upkeep[cards.tokens[token]]:
                if effect[0] == Op.GAIN_CREDITS:
                    credits += effect[1] * (where & own).bit_count()
                elif effect[0] == Op.GAIN_ENCAMPMENTS:
                    encampments += effect[1] * (where & own).bit_count()
    return credits, encampments


def worth_most(steps: list[Step], means: int, actions: int, credits: int, encampments: int) -> list[Step]:
    """The steps that are worth most together. What credits are missing, actions must bring. The first ``means`` steps
    are what makes others possible; all others are in order of their worth, copies one after the other."""
    totals = list(accumulate([step.worth for step in steps], initial=0.0))
    return _choose(steps, totals, 0, means, actions, credits, encampments)[1]


def _choose(
    steps: list[Step], totals: list[float], first: int, means: int, actions: int, credits: int, encampments: int
) -> tuple[float, list[Step]]:
    """The same for the steps from ``first`` on, and what they are worth. ``totals``: what the steps before each place
    are worth together, and all of them."""
    best, chosen = 0.0, list[Step]()
    end = len(steps)
    for place in range(first, end):
        step = steps[place]
        if place >= means:
            last = place + actions
            if totals[last if last < end else end] - totals[place] <= best:  # no more than this can follow
                break
            if place > first and step is steps[place - 1]:  # a copy: nothing is better with it than with the first
                continue
        left = actions - step.actions
        if actions < 1 or left < 0 or step.encampments > encampments or credits - step.credits + left < 0:
            continue
        rest, more = 0.0, list[Step]()
        if left:
            rest, more = _choose(
                steps, totals, place + 1, means, left, credits - step.credits, encampments - step.encampments
            )
        if step.worth + rest > best + 1e-9:
            best, chosen = step.worth + rest, [step, *more]
    return best, chosen
