"""Random matches of a game, for the tests that need many different positions."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import Option, OptionType, OptionValue, Ruleset

S = TypeVar("S")
Pick = Callable[[S, list[int], random.Random], int]
"""One of the legal actions of a seat that must decide."""
Options = dict[str, OptionValue]

SEEDS = st.integers(0, 2**32)


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


class RandomMatches(Generic[S]):
    """Matches of a ruleset. ``pick``: which action is played; left out: first a kind of action is drawn, then one of
    that kind, so that rare kinds come up."""

    def __init__(self, ruleset: Ruleset[S, Any, Event], pick: Pick[S] | None = None) -> None:
        self.ruleset = ruleset
        self._specs = ruleset.describe().options
        self._pick = pick or self._one_of_a_kind

    def option_sets(self, *fixed: str, **bounds: st.SearchStrategy[OptionValue]) -> st.SearchStrategy[Options]:
        """Any options with any values: ``fixed`` are left out, ``bounds`` are drawn from other values."""
        specs = [spec for spec in self._specs if spec.name not in fixed]
        return st.fixed_dictionaries({}, optional={spec.name: bounds.get(spec.name, _values(spec)) for spec in specs})

    def start(self, seats: int, seed: int, options: Options | None = None) -> tuple[S, list[Event]]:
        return self.ruleset.start(seats, complete(options or {}, self._specs), chance_of(seed))

    def decisions(self, state: S, seed: int) -> Iterator[tuple[int, int]]:
        """A seat that must decide, and an action of it, until the match has ended. The caller plays it."""
        pick = random.Random(seed)
        while pending := self.ruleset.pending(state):
            seat = pick.choice(pending)
            yield seat, self._pick(state, self.ruleset.legal(state, seat), pick)

    def play_out(self, state: S, seed: int) -> int:
        """Play a match to its end; the number of decisions."""
        number = 0
        for seat, action in self.decisions(state, seed):
            self.ruleset.play(state, seat, action)
            number += 1
        return number

    def in_the_middle(self, seats: int, seed: int, number: int, options: Options | None = None) -> S:
        """A match after so many decisions, or at its end."""
        state, _ = self.start(seats, seed, options)
        for count, (seat, action) in enumerate(self.decisions(state, seed)):
            if count == number:
                break
            self.ruleset.play(state, seat, action)
        return state

    def _one_of_a_kind(self, state: S, legal: list[int], pick: random.Random) -> int:
        kinds = [self.ruleset.notation(action).split(" ")[0] for action in legal]
        kind = pick.choice(sorted(set(kinds)))
        return pick.choice([action for action, its in zip(legal, kinds, strict=True) if its == kind])


def any_action(_state: object, legal: list[int], pick: random.Random) -> int:
    return pick.choice(legal)


def _values(spec: Option) -> st.SearchStrategy[OptionValue]:
    match spec.type:
        case OptionType.BOOL:
            return st.booleans()
        case OptionType.CHOICE:
            return st.sampled_from(spec.choices)
        case OptionType.INT:
            return st.integers(spec.minimum, spec.maximum)
        case OptionType.INT_LIST:
            numbers = st.integers(spec.minimum, spec.maximum)
            return st.lists(numbers, min_size=spec.length, max_size=spec.length)
