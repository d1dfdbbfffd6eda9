"""Greedy's turn: which of all that it could do in the actions and credits that are left is worth most together.

Every step is weighed by itself; the steps of a turn are chosen together, for they cost the same actions, credits and
encampments. The turn is planned anew for each decision, and its first step is played.
"""

from dataclasses import dataclass
from typing import Final

from services.rulesets.standoff import placement, tiles
from services.rulesets.standoff.board import NOWHERE, hexes
from services.rulesets.standoff.cards import NO_CARD, PARTS, Op, Part
from services.rulesets.standoff.deck_heuristics import DeckHeuristics
from services.rulesets.standoff.heuristics import HEX_OPS, Heuristics
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
from services.rulesets.standoff.table import ORBIT_LIMIT

MEANS: Final = frozenset({Op.GAIN_CREDITS, Op.GAIN_ACTIONS, Op.GAIN_ENCAMPMENTS})
"""What a card is played for so that others can be."""
WEIGHED: Final = 12
"""So many steps at most are chosen from."""
LEAST: Final = 0.02
"""What is worth less is not done."""
SOON: Final = 0.35
"""What it is worth to have a card this turn and not the next, as a part of what it is worth."""
JUNK: Final = 0.5
"""The same for a bad card that makes room for another."""

# The order in which the steps of a turn are taken
ORDER_FROM_HAND: Final = 0
ORDER_DRAWING: Final = 1
ORDER_GAINING: Final = 2
ORDER_AIMING: Final = 3
ORDER_PLACING: Final = 4
ORDER_OTHERS: Final = 5
ORDER_BUYING: Final = 6
ORDER_TRASHING: Final = 7
ORDER_DISCARDING: Final = 8


@dataclass(frozen=True, slots=True)
class Step:
    """Something that takes actions. ``credits`` and ``actions``: what it costs less what it brings; ``needs``: the
    budget it takes; ``encampments``: what it uses up, or brings if negative."""

    action: int
    order: int
    worth: float
    needs: int
    credits: int
    actions: int = 1
    encampments: int = 0


def next_step(heuristics: Heuristics, legal: list[int]) -> int:
    """What to do now in the action phase."""
    planner = _Planner(heuristics)
    steps = planner.best()
    for step in sorted(steps, key=lambda step: (step.order, -step.worth)):
        if step.needs > heuristics.view.budget:
            return planner.credit(sum(max(0, each.credits) for each in steps), legal)
        action = _place(heuristics, step.action, legal) if step.order == ORDER_PLACING else step.action
        if action in legal:
            return action
    return planner.rest(legal)


def _place(heuristics: Heuristics, action: int, legal: list[int]) -> int:
    """The card, or with ``placement_api=macro`` the card with its best group."""
    groups = {group_of(each): each for each in legal if card_of_group(each) == action - ACTION_PLAY}
    return groups[heuristics.best_group(list(groups))] if groups else action


class _Planner:
    """The steps of a turn."""

    __slots__ = ("_deck_heuristics", "_draw", "_heuristics", "_means", "_steps")

    def __init__(self, heuristics: Heuristics) -> None:
        self._heuristics = heuristics
        self._deck_heuristics = DeckHeuristics(heuristics)
        self._draw = SOON * self._deck_heuristics.average()
        self._means: list[Step] = []
        self._steps: list[Step] = []
        if heuristics.view.actions > 0:
            self._hand()
            self._activations()
            self._market()
            self._add(Step(ACTION_DRAW, ORDER_DRAWING, self._drawing(), 0, 0))

    def _add(self, step: Step) -> None:
        if step.worth > LEAST:
            self._steps.append(step)

    # -- what could be done ----------------------------------------------------------------------------------------

    def _hand(self) -> None:
        view, cards = self._heuristics.view, self._heuristics.cards
        average = self._deck_heuristics.average()
        for card in sorted(view.hand):
            if cards.kind[card] == "resource":
                continue
            if cards.kind[card] != "special" and self._possible(card):
                self._card(card)
            self._add(
                Step(ACTION_DISCARD + card, ORDER_DISCARDING, JUNK * (average - self._deck_heuristics.kept(card)), 0, 0)
            )

    def _possible(self, card: int) -> bool:
        """Whether what a card does first has something to be done to; hexes to aim at are looked for later (ST-R31)."""
        view, seat = self._heuristics.view, self._heuristics.seat
        gate = self._heuristics.cards.gates[card * PARTS]
        effect = self._heuristics.cards.programs[card * PARTS][gate] if gate >= 0 else (0,)
        op = effect[0]
        if op == Op.PLACE_GROUP:
            return placement.can_place(tiles.space(view, seat), view.own[seat], effect[1])
        if op == Op.TRASH_FROM_HAND:
            return len(view.hand) > effect[1]
        if op == Op.SEARCH_DECK:
            return view.deck_sizes[seat] > 0
        if op == Op.REVEAL_HAND_DISCARD:
            return sum(view.hand_sizes) > view.hand_sizes[seat]
        if op == Op.RECOVER:
            return bool(view.discards[seat])
        if op == Op.DEPLOY_SATELLITE:
            return len(view.orbits[seat]) < ORBIT_LIMIT
        if op == Op.DESTROY_SATELLITE:
            return any(orbit for other, orbit in enumerate(view.orbits) if other != seat)
        return True

    def _card(self, card: int) -> None:
        """A card in hand as a step."""
        view, cards = self._heuristics.view, self._heuristics.cards
        effects = cards.programs[card * PARTS]
        uses = int(cards.uses_encampment[card])
        actions, credits, encampments = 1, cards.cost[card], uses
        worth = 0.0
        order = ORDER_PLACING if cards.group[card] else ORDER_OTHERS
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
            elif op == Op.DRAW:
                worth += effect[1] * self._drawing()
                order = ORDER_DRAWING if len(effects) == 1 else order
            elif op == Op.PLACE_GROUP:
                worth += self._heuristics.group_gain(effect[1])
            elif op == Op.TRASH_FROM_HAND:
                worth += self._trashing(card, effect[2])
                order = ORDER_TRASHING
            elif op in HEX_OPS:
                hex, gain = self._heuristics.best_target(effect, NOWHERE)
                if hex == NOWHERE:
                    return
                worth += self._heuristics.tempered(effect, gain)
                order = ORDER_AIMING if op != Op.PLACE_IMPROVEMENT else ORDER_OTHERS
            elif op in (Op.SEARCH_DECK, Op.RECOVER):
                zones = view.unseen if op == Op.SEARCH_DECK else view.discards
                zone = zones[self._heuristics.seat]
                worth += max(map(self._deck_heuristics.kept, zone))
                order = ORDER_DRAWING
            else:
                worth += self._deck_heuristics.effect(card, effect)
        step = Step(ACTION_PLAY + card, order, worth, cards.cost[card], credits, actions, encampments)
        if any(effect[0] in MEANS for effect in effects):
            self._means.append(step)
        else:
            self._add(step)

    def _drawing(self) -> float:
        """What it is worth to draw a card now."""
        heuristics = self._heuristics
        view, cards = heuristics.view, heuristics.cards
        worth = self._draw
        if view.actions < 2 or view.encampments < 1 or any(cards.group[card] for card in view.hand):
            return worth
        deck = view.unseen[heuristics.seat]
        found = sum(heuristics.group_gain(cards.group[card]) for card in deck if cards.group[card]) / max(1, len(deck))
        return worth + SOON * found

    def _trashing(self, card: int, number: int) -> float:
        hand = [each for each in self._heuristics.view.hand if each != card]
        worth = sorted((self._deck_heuristics.trashed(each) for each in hand), reverse=True)
        return sum(each for each in worth[:number] if each > 0)

    def _activations(self) -> None:
        heuristics = self._heuristics
        view, cards = heuristics.view, heuristics.cards
        for token, part, program in cards.active_tokens:
            where = view.tokens[token]
            if part == Part.RAINBOW:
                where &= view.own[heuristics.seat]
            else:
                where &= view.black if part == Part.BLACK else tiles.empty(view)
            for hex in hexes(where):
                self._activation(ACTION_ACTIVATE + hex, program, hex)
        for place, card in enumerate(view.orbits[heuristics.seat]):
            program = card * PARTS + Part.ORBIT
            per_turn = cards.active_per_turn[card]
            if cards.programs[program] and (not per_turn or view.used[place] < per_turn):
                self._activation(ACTION_ACTIVATE_SATELLITE + place, program, NOWHERE)

    def _activation(self, action: int, program: int, source: int) -> None:
        cards = self._heuristics.cards
        effect = next((each for each in cards.programs[program] if each[0] in HEX_OPS), None)
        if effect is None:
            return
        hex, gain = self._heuristics.best_target(effect, source)
        if hex != NOWHERE:
            credits = cards.active_credits[program]
            worth = self._heuristics.tempered(effect, gain)
            self._add(Step(action, ORDER_AIMING, worth, credits, credits, cards.active_actions[program]))

    def _market(self) -> None:
        view, cards = self._heuristics.view, self._heuristics.cards
        if self._heuristics.turns_left <= self._deck_heuristics.delay:
            return
        for place, card in enumerate(cards.piles):
            if view.piles[place] and cards.kind[card] != "special":
                self._buy(ACTION_BUY + card, card)
        for slot, card in enumerate(view.row):
            if card != NO_CARD:
                self._buy(ACTION_BUY_SLOT + slot, card)

    def _buy(self, action: int, card: int) -> None:
        price = self._heuristics.cards.price[card]
        self._add(Step(action, ORDER_BUYING, self._deck_heuristics.bought(card), price, price))

    # -- which of it -----------------------------------------------------------------------------------------------

    def best(self) -> list[Step]:
        """The steps that are worth most together."""
        view = self._heuristics.view
        credits = view.budget + sum(map(self._deck_heuristics.credits_of, self._resources()))
        steps = sorted(self._steps, key=lambda step: (-step.worth, step.action))[:WEIGHED]
        best: tuple[float, list[Step]] = (0.0, [])
        for number in range(1 << len(self._means)):
            means = [step for place, step in enumerate(self._means) if number >> place & 1]
            actions = view.actions - sum(step.actions for step in means)
            left = credits - sum(step.credits for step in means)
            encampments = view.encampments - sum(step.encampments for step in means)
            if actions < 0 or left + actions < 0 or len(means) > view.actions:
                continue
            worth = sum(step.worth for step in means) - LEAST * len(means)
            found = _choose(steps, 0, actions, left, encampments)
            if worth + found[0] > best[0] + 1e-9:
                best = (worth + found[0], [*means, *found[1]])
        return best[1]

    # -- credits ---------------------------------------------------------------------------------------------------

    def _resources(self) -> list[int]:
        cards = self._heuristics.cards
        return [card for card in sorted(self._heuristics.view.hand) if cards.kind[card] == "resource"]

    def credit(self, wanted: int, legal: list[int]) -> int:
        """Get credits: from the resource card that fits best, or by an action."""
        resources = self._resources()
        if not resources:
            return ACTION_CREDIT
        missing = wanted - self._heuristics.view.budget
        enough = [card for card in resources if self._deck_heuristics.credits_of(card) >= missing]
        if enough:
            return ACTION_RESOURCE + min(enough, key=self._deck_heuristics.credits_of)
        return ACTION_RESOURCE + max(resources, key=self._deck_heuristics.credits_of)

    def rest(self, legal: list[int]) -> int:
        """With nothing left to do: resource cards that are worse than what would be drawn for them, then the end."""
        average = self._deck_heuristics.average()
        for card in self._resources():
            if self._deck_heuristics.kept(card) < average:
                return ACTION_RESOURCE + card
        return ACTION_END_TURN


def _choose(steps: list[Step], first: int, actions: int, credits: int, encampments: int) -> tuple[float, list[Step]]:
    """The best of the steps from ``first`` on. What credits are missing, actions must bring."""
    best: tuple[float, list[Step]] = (0.0, [])
    for place in range(first, len(steps)):
        step = steps[place]
        if step.worth * actions <= best[0]:  # no later step is worth more
            break
        left = actions - step.actions
        if left < 0 or credits - step.credits + left < 0 or step.encampments > encampments:
            continue
        rest = _choose(steps, place + 1, left, credits - step.credits, encampments - step.encampments)
        if step.worth + rest[0] > best[0] + 1e-9:
            best = (step.worth + rest[0], [step, *rest[1]])
    return best
