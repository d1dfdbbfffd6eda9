"""Reads what the catalogue's loader makes of effects: for each its verb's code, then its arguments; other effects
inside it have their length before them."""

from typing import Final

from services.engine.catalogue import Program
from services.rulesets.faceoff.cards.vocabulary import Verbs

FILTER_WIDTH: Final = 6
CONDITION_WIDTH: Final = 6
"""Numbers of a filter and of a condition."""


class EffectReader:
    """Reads the numbers into which the loader turned effects, from left to right."""

    __slots__ = ("_numbers", "_place")

    def __init__(self, numbers: Program) -> None:
        self._numbers = numbers
        self._place = 0

    def __bool__(self) -> bool:
        return self._place < len(self._numbers)

    def next(self) -> int:
        """The next number."""
        self._place += 1
        return self._numbers[self._place - 1]

    def several(self, count: int) -> Program:
        """The next numbers."""
        self._place += count
        return self._numbers[self._place - count : self._place]

    def inner(self) -> "EffectReader":
        """Effects inside this one: their length, then they themselves."""
        return EffectReader(self.several(self.next()))

    def split(self) -> list[Program]:
        """The effects one by one, each with all that it leads to."""
        found = []
        while self:
            start = self._place
            self._skip(Verbs(self.next()))
            found.append(self._numbers[start : self._place])
        return found

    def _skip(self, verb: Verbs) -> None:
        if verb is Verbs.CHOOSE:
            for _ in range(self.next()):
                self.several(self.next())
            return
        self.several(_WIDTHS.get(verb, 0))
        for _ in range(_INNER.get(verb, 0)):
            self.several(self.next())


_WIDTHS: Final = {
    Verbs.DRAW: 2,
    Verbs.DISCARD: 1,
    Verbs.FORCED_DISCARD: 2,
    Verbs.DESTROY: 2,
    Verbs.VP: 2,
    Verbs.STEAL_VP: 3,
    Verbs.GAIN_SCRUB: 2,
    Verbs.MOD: 2,
    Verbs.LOOK_HAND: 1,
    Verbs.RECALL: 1 + FILTER_WIDTH,
    Verbs.IF: CONDITION_WIDTH,
    Verbs.MOVE_TO_HQ: 2 + FILTER_WIDTH,
    Verbs.KICK_HQ: 2 + FILTER_WIDTH,
    Verbs.DESTROY_THIS_COST: 2,
}
"""How many numbers a verb's arguments take, other effects aside; 0 if it is not here."""
_INNER: Final = {Verbs.PEEK_TOP: 1, Verbs.IF: 2, Verbs.MAY: 2}
"""How many effects lie inside a verb."""
