"""Random matches for the tests that need many different positions."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.duels.options import OPTIONS
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State

SEEDS = st.integers(0, 2**32)
OPTION_SETS = st.fixed_dictionaries(
    {},
    optional={
        "power_deck": st.integers(0, 24),
        "allow_decline": st.booleans(),
        "power_discard": st.sampled_from(["face_up", "face_down"]),
        "first_player": st.sampled_from(["random", "seat_0", "seat_1"]),
        "round_start": st.sampled_from(["alternate", "loser", "first"]),
        "allow_pass": st.booleans(),
        "stall_limit": st.integers(0, 40),
        "final_tie": st.sampled_from(["draw", "most_vc"]),
    },
)


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


def start(seed: int, options: dict[str, OptionValue] | None = None) -> tuple[State, list[Event]]:
    return RULESET.start(2, complete(options or {}, OPTIONS), chance_of(seed))


def decisions(state: State, seed: int) -> Iterator[tuple[int, int]]:
    """A random seat that must decide, and an action of it, until the match has ended. The caller plays it. First a kind
    of action is drawn, then one of that kind, so that rare kinds come up."""
    pick = random.Random(seed)
    while pending := RULESET.pending(state):
        seat = pick.choice(pending)
        legal = RULESET.legal(state, seat)
        kind = pick.choice(sorted({RULESET.notation(action).split(" ")[0] for action in legal}))
        yield seat, pick.choice([action for action in legal if RULESET.notation(action).split(" ")[0] == kind])


def play_out(state: State, seed: int) -> int:
    """Play a match to its end; the number of decisions."""
    number = 0
    for seat, action in decisions(state, seed):
        RULESET.play(state, seat, action)
        number += 1
    return number


def in_the_middle(seed: int, number: int, options: dict[str, OptionValue] | None = None) -> State:
    """A match after so many decisions, or at its end."""
    state, _ = start(seed, options)
    for count, (seat, action) in enumerate(decisions(state, seed)):
        if count == number:
            break
        RULESET.play(state, seat, action)
    return state
