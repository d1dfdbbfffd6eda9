"""Random matches for the tests that need many different positions."""

import random

from hypothesis import strategies as st

from services.engine.event_table import Event
from services.rulesets.standoff.ruleset import RULESET
from services.rulesets.standoff.table import State
from tests.unit.rulesets.random_matches import Options, RandomMatches

SEATS = st.integers(2, 4)


def _mostly_play_on(_state: State, legal: list[int], pick: random.Random) -> int:
    """First a kind of action is drawn, then one of that kind, so that rare kinds come up; turns mostly go on."""
    kinds = [RULESET.notation(action).split(" ")[0] for action in legal]
    kind = pick.choice(sorted(set(kinds) - {"end_turn"}) or [""])
    if kind == "" or pick.random() < 0.1:
        return pick.choice(legal)
    return pick.choice([action for action, its in zip(legal, kinds, strict=True) if its == kind])


MATCHES = RandomMatches(RULESET, _mostly_play_on)
OPTION_SETS = MATCHES.option_sets("board", round_limit=st.integers(1, 30))
decisions = MATCHES.decisions
play_out = MATCHES.play_out


def start(seed: int, seats: int = 2, options: Options | None = None) -> tuple[State, list[Event]]:
    return MATCHES.start(seats, seed, options)


def in_the_middle(seed: int, number: int, seats: int = 2, options: Options | None = None) -> State:
    """A match after so many decisions, or at its end."""
    return MATCHES.in_the_middle(seats, seed, number, options)
