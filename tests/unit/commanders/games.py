"""Random matches for the tests that need many different positions."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.commanders.options import OPTIONS
from services.rulesets.commanders.ruleset import RULESET
from services.rulesets.commanders.table import State

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 4)
OPTION_SETS = st.fixed_dictionaries(
    {},
    optional={
        "first_player": st.sampled_from(["roll", "seat_0"]),
        "suits": st.sampled_from(["chosen", "by_seat"]),
        "two_player_last_four": st.sampled_from(["until_empty", "one_each"]),
        "units": st.sampled_from(["open", "face_down"]),
        "base_die": st.sampled_from(["d20", "d10", "d6", "none"]),
        "match": st.sampled_from(["groups", "extra_cards", "pairs"]),
        "small_straight_die": st.sampled_from(["d20", "d10"]),
        "min_units_entire": st.integers(1, 3),
        "s1_counts_commander": st.booleans(),
        "stacking": st.sampled_from(["ladder", "literal"]),
        "auto_bonus": st.booleans(),
        "reroll_scope": st.sampled_from(["skirmish", "game"]),
        "final_tiebreak": st.sampled_from(["mandatory", "optional"]),
        "tiebreak_commit": st.sampled_from(["simultaneous", "sequential"]),
    },
)
DECISIONS = 44


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


def start(seats: int, seed: int, options: dict[str, OptionValue] | None = None) -> tuple[State, list[Event]]:
    return RULESET.start(seats, complete(options or {}, OPTIONS), chance_of(seed))


def decisions(state: State, seed: int) -> Iterator[tuple[int, int]]:
    """A seat that must decide, and an action of it, until the match has ended. The caller plays it. Cards are mostly
    placed by suit, which brings the True Synergetic Advantage and choices among bonuses; all else is random."""
    pick = random.Random(seed)
    while pending := RULESET.pending(state):
        seat = pick.choice(pending)
        legal = RULESET.legal(state, seat)
        by_suit = state.drawn and pick.random() < 0.8
        yield seat, legal[state.drawn[0] // 9] if by_suit else pick.choice(legal)


def play_out(state: State, seed: int) -> int:
    """Play a match to its end; the number of decisions."""
    number = 0
    for seat, action in decisions(state, seed):
        RULESET.play(state, seat, action)
        number += 1
    return number


def in_the_middle(seats: int, seed: int, number: int, options: dict[str, OptionValue] | None = None) -> State:
    """A match after so many decisions, or at its end."""
    state, _ = start(seats, seed, options)
    for count, (seat, action) in enumerate(decisions(state, seed)):
        if count == number:
            break
        RULESET.play(state, seat, action)
    return state


def at_phase(phase: int, seats: int, seed: int, options: dict[str, OptionValue] | None = None) -> State:
    """A match that waits in a certain phase, found among many."""
    for number in range(seed, seed + 2_000):
        state, _ = start(seats, number, options)
        for seat, action in decisions(state, number):
            if state.phase == phase:
                return state
            RULESET.play(state, seat, action)
    raise ValueError("no match waits in this phase")
