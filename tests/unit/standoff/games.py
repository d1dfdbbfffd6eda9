"""Random matches for the tests that need many different positions."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.standoff.options import OPTIONS
from services.rulesets.standoff.ruleset import RULESET
from services.rulesets.standoff.table import State

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)
OPTION_SETS = st.fixed_dictionaries(
    {},
    optional={
        "first_player": st.sampled_from(["seat0", "random"]),
        "first_player_hand": st.integers(3, 5),
        "well_timing": st.sampled_from(["upkeep", "immediate"]),
        "forcefield_radius": st.integers(1, 2),
        "early_majority": st.booleans(),
        "wells_indestructible": st.booleans(),
        "horse_to": st.sampled_from(["deck", "discard"]),
        "temporary_set": st.sampled_from(["full", "core"]),
        "round_limit": st.integers(1, 30),
        "placement_api": st.sampled_from(["stepwise", "macro"]),
    },
)


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


def start(seed: int, seats: int = 2, options: dict[str, OptionValue] | None = None) -> tuple[State, list[Event]]:
    return RULESET.start(seats, complete(options or {}, OPTIONS), chance_of(seed))


def decisions(state: State, seed: int) -> Iterator[tuple[int, int]]:
    """The seat that must decide, and a random action of it, until the match has ended. The caller plays it. First a
    kind of action is drawn, then one of that kind, so that rare kinds come up."""
    pick = random.Random(seed)
    while pending := RULESET.pending(state):
        legal = RULESET.legal(state, pending[0])
        kind = pick.choice(sorted({RULESET.notation(action).split(" ")[0] for action in legal} - {"end_turn"}) or [""])
        if kind == "" or pick.random() < 0.1:
            yield pending[0], legal[0] if len(legal) == 1 else pick.choice(legal)
            continue
        yield pending[0], pick.choice([action for action in legal if RULESET.notation(action).split(" ")[0] == kind])


def play_out(state: State, seed: int) -> int:
    """Play a match to its end; the number of decisions."""
    number = 0
    for seat, action in decisions(state, seed):
        RULESET.play(state, seat, action)
        number += 1
    return number


def in_the_middle(seed: int, number: int, seats: int = 2, options: dict[str, OptionValue] | None = None) -> State:
    """A match after so many decisions, or at its end."""
    state, _ = start(seed, seats, options)
    for count, (seat, action) in enumerate(decisions(state, seed)):
        if count == number:
            break
        RULESET.play(state, seat, action)
    return state
