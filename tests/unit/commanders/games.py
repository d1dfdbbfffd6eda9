"""Random matches for the tests that need many different positions."""

import random

from hypothesis import strategies as st

from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import State
from tests.unit.rulesets.random_matches import Options, RandomMatches

SEATS = st.integers(2, 4)
DECISIONS = 44


def _mostly_by_suit(state: State, legal: list[int], pick: random.Random) -> int:
    """Cards are mostly placed by suit, which brings the True Synergetic Advantage and choices among bonuses; all else
    is random."""
    by_suit = state.drawn and pick.random() < 0.8
    return legal[state.drawn[0] // 9] if by_suit else pick.choice(legal)


MATCHES = RandomMatches(RULESET, _mostly_by_suit)
OPTION_SETS = MATCHES.option_sets()
start = MATCHES.start
decisions = MATCHES.decisions
play_out = MATCHES.play_out
in_the_middle = MATCHES.in_the_middle


def at_phase(phase: int, seats: int, seed: int, options: Options | None = None) -> State:
    """A match that waits in a certain phase, found among many."""
    for number in range(seed, seed + 2_000):
        state, _ = start(seats, number, options)
        for seat, action in decisions(state, number):
            if state.phase == phase:
                return state
            RULESET.play(state, seat, action)
    raise ValueError("no match waits in this phase")
