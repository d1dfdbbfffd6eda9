"""Numbers for actions, for policies whose output is a vector."""

from collections.abc import Iterable, Sequence

from services.engine.registry import AnyRuleset


class ActionIndex:
    """Gives every notation a number, from 0 in the order in which they are first met. It grows; numbers never change.
    Keep ``notations`` with a policy, and give them back to number actions as it has learnt them."""

    def __init__(self, ruleset: AnyRuleset, notations: Sequence[str] = ()) -> None:
        """``notations``: those that have numbers already."""
        self._ruleset = ruleset
        self.notations = list(notations)
        """The notations by number."""
        self._numbers = {notation: number for number, notation in enumerate(self.notations)}

    def number(self, action: int) -> int:
        """The number of an action."""
        notation = self._ruleset.notation(action)
        number = self._numbers.get(notation)
        if number is None:
            number = self._numbers[notation] = len(self.notations)
            self.notations.append(notation)
        return number

    def legal_mask(self, legal: Iterable[int]) -> bytearray:
        """A byte per number that was given until now: 1 for legal actions, 0 for all others."""
        numbers = [self.number(action) for action in legal]
        mask = bytearray(len(self.notations))
        for number in numbers:
            mask[number] = 1
        return mask
