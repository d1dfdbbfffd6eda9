"""Random matches for the tests that need many different positions."""

from hypothesis import strategies as st

from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State
from tests.unit.rulesets.random_matches import RandomMatches, any_action

SEATS = st.integers(2, 5)
MATCHES = RandomMatches(RULESET, any_action)
OPTION_SETS = MATCHES.option_sets()
start = MATCHES.start
decisions = MATCHES.decisions
play_out = MATCHES.play_out
in_the_middle = MATCHES.in_the_middle


def at_a_choice(seats: int, seed: int) -> State:
    """A match that waits for a choice in the middle of a collection."""
    state, _ = start(seats, seed)
    for seat, action in decisions(state, seed):
        if state.limbo:
            return state
        RULESET.play(state, seat, action)
    return at_a_choice(seats, seed + 1)
