"""How likely a player is to come out ahead, for greedy: in a Face Off, from what the others may hold; near the HQ, from
what lies there."""

from functools import lru_cache
from math import comb, exp, sqrt
from typing import Final

from services.rulesets.faceoff.bots.judgement import Judgement
from services.rulesets.faceoff.power.totals import army_parts, faceoff_parts
from services.rulesets.faceoff.table.state import PHASE_EQUIPMENT

REST: Final = 0.2
"""How likely an opponent is to play the next best card, and not the best."""
BLUR: Final = 1.3
BLUR_AFTER: Final = 0.6
"""How far the odds are spread, in points of power: before the personalities are revealed, and after."""
SAVED: Final = 0.7
"""By how much an opponent's total is less than the best, on average: cards are saved, and played for what they do."""
AVERAGE_BUILD: Final = 4.6
"""The power that a card adds to an army, on average."""
SPREAD_NOW: Final = 1.2
SPREAD_LATER: Final = 1.6
"""How far armies are spread by what is added in this assault, and in each later one."""


class FaceOffOdds:
    """The odds of a Face Off that is being fought."""

    def __init__(self, judge: Judgement) -> None:
        view = judge.view
        self._blur = BLUR_AFTER if view.phase == PHASE_EQUIPMENT else BLUR
        self._saved = 0.0 if view.phase == PHASE_EQUIPMENT else SAVED
        rivals = [seat for seat in judge.others if view.phase != PHASE_EQUIPMENT or view.eligible >> seat & 1]
        self._rivals = [self._totals(judge, seat) for seat in rivals]
        self._known: dict[int, list[float]] = {}

    def _totals(self, judge: Judgement, seat: int) -> list[tuple[int, float]]:
        """The totals that an opponent may come to, each with how likely it is."""
        view, cards = judge.view, judge.cards
        hidden, hand = view.hidden[seat], view.hand_sizes[seat]
        if view.phase == PHASE_EQUIPMENT:
            base = sum(faceoff_parts(view, seat))
            pairs = cards.pair[view.personality[seat]]
            gains = sorted(
                [cards.power[card] + pairs[card] for card in hidden if cards.is_equipment[card]], reverse=True
            )
            return [(base + gain, chance) for gain, chance in best_of(gains, len(hidden), hand)]
        extra = sum([cards.faceoff_mod[reward] for reward in view.perms[seat]])
        people = sorted([(cards.power[card], card) for card in hidden if cards.is_personality[card]], reverse=True)
        things = sorted([(cards.power[card], card) for card in hidden if cards.is_equipment[card]], reverse=True)
        first = best_of([power for power, _ in people], len(hidden), hand)
        second = best_of([power for power, _ in things], len(hidden), hand)
        found: dict[int, float] = {}
        for place, (power, chance) in enumerate(first):
            row = cards.pair[people[place][1]] if place < len(people) else []
            for other, (more, odds) in enumerate(second):
                combo = row[things[other][1]] if row and other < len(things) else 0
                total = power + more + combo + extra
                found[total] = found.get(total, 0.0) + chance * odds
        return list(found.items())

    def worth(self, total: float, rewards: list[float]) -> float:
        """What it is worth to come to this total. ``rewards``: what each place is worth, the first one's first; places
        without one get nothing."""
        key = round(2 * total)
        places = self._known.get(key)
        if places is None:
            self._known[key] = places = by_place([self._beaten(rival, total) for rival in self._rivals])
        return sum([chance * reward for chance, reward in zip(places, rewards, strict=False)])

    def _beaten(self, rival: list[tuple[int, float]], total: float) -> float:
        total += self._saved
        return sum([chance / (1.0 + exp((other - total) / self._blur)) for other, chance in rival])


def best_of(ordered: list[int], cards: int, hand: int) -> list[tuple[int, float]]:
    """The best of some cards that is in a hand of a number of ``cards``, and how likely it is; last, that there is
    none. ``ordered``: what they are worth, best first."""
    chances = _chances(len(ordered), cards, min(hand, cards))
    return list(zip([*ordered, 0], chances, strict=True))


@lru_cache(maxsize=4096)
def _chances(some: int, cards: int, hand: int) -> list[float]:
    """How likely each of some cards in order is the one that is played. Mostly that is the best one in hand."""
    hands = comb(cards, hand)
    found = [comb(cards - 1 - place, hand - 1) / hands if hand else 0.0 for place in range(some)]
    found.append(comb(cards - some, hand) / hands)
    for place in range(some - 1, -1, -1):
        moved = REST * found[place]
        found[place] -= moved
        found[place + 1] += moved
    return found


def by_place(beaten: list[float]) -> list[float]:
    """How likely each place is, the first one's first; ``beaten``: how likely each rival is behind."""
    places = [1.0]
    for chance in beaten:
        worse = [0.0, *[each * (1.0 - chance) for each in places]]
        places = [each * chance + more for each, more in zip([*places, 0.0], worse, strict=True)]
    return places


class AssaultOdds:
    """The odds near the HQ."""

    def __init__(self, judge: Judgement, rewards: list[float]) -> None:
        """``rewards``: what each place is worth when the HQ cracks, the first one's first."""
        self._judge = judge
        self._rewards = rewards
        self._armies = [self._army(seat) for seat in judge.others]
        each = judge.cards.build_cards[judge.view.hq]
        self._adds = AVERAGE_BUILD * each
        self._spread = SPREAD_NOW + SPREAD_LATER * sqrt(max(0, judge.until_crack()) * each)

    def _army(self, seat: int) -> int:
        return sum(army_parts(self._judge.view, seat))

    def worth(self, entries: list[int], others_add: bool) -> float:
        """What it is worth to have added these to the own army, and everybody else something average or nothing."""
        view, seat = self._judge.view, self._judge.seat
        siege = self._judge.cards.siege
        stack = view.stacks[seat]
        view.stacks[seat] = stack + entries
        own = self._army(seat)
        attacks = any(siege[entry // 3] for entry in entries)
        armies = [self._army(other) for other in self._judge.others] if attacks else self._armies
        view.stacks[seat] = stack
        added = self._adds if others_add else 0.0
        places = by_place([1.0 / (1.0 + exp((army + added - own) / self._spread)) for army in armies])
        return sum([chance * reward for chance, reward in zip(places, self._rewards, strict=False)])
