"""Random matches for the tests that need many different positions."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.factionwars.options import OPTIONS
from services.rulesets.factionwars.ruleset import RULESET
from services.rulesets.factionwars.table import State

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 5)
OPTION_SETS = st.fixed_dictionaries(
    {},
    optional={
        "fewer_battles": st.booleans(),
        "conscript_values": st.lists(st.integers(0, 9), min_size=3, max_size=3),
        "faction_bonus_location": st.sampled_from(["recruit_deck", "display"]),
        "reshuffle_timing": st.sampled_from(["on_demand", "immediate"]),
        "final_pass": st.sampled_from(["Dth", "after_D"]),
        "action_card_to": st.sampled_from(["recruit_discard", "removed"]),
        "tiebreak": st.sampled_from(["shared", "fewest_bystanders_then_recruits"]),
        "conscript_rps": st.booleans(),
    },
)


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


def start(seats: int, seed: int, options: dict[str, OptionValue] | None = None) -> tuple[State, list[Event]]:
    return RULESET.start(seats, complete(options or {}, OPTIONS), chance_of(seed))


def decisions(state: State, seed: int) -> Iterator[tuple[int, int]]:
    """A random seat that must decide, and a random action of it, until the match has ended. The caller plays it."""
    pick = random.Random(seed)
    while pending := RULESET.pending(state):
        seat = pick.choice(pending)
        yield seat, pick.choice(RULESET.legal(state, seat))


def play_out(state: State, seed: int) -> int:
    """Play a match to its end at random; the number of decisions."""
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


def at_a_choice(seats: int, seed: int) -> State:
    """A match that waits for a choice in the middle of a collection."""
    state, _ = start(seats, seed)
    for seat, action in decisions(state, seed):
        if state.limbo:
            return state
        RULESET.play(state, seat, action)
    return at_a_choice(seats, seed + 1)
