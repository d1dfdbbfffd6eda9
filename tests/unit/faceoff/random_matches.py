"""Random matches for the tests that need many different positions."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from services.engine.chance import SeededChance
from services.engine.event_table import Event
from services.engine.options import complete
from services.engine.ruleset import OptionValue
from services.rulesets.faceoff.play.options import OPTIONS
from services.rulesets.faceoff.ruleset import RULESET
from services.rulesets.faceoff.table.state import State

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(2, 5)
HIDING = st.fixed_dictionaries(
    {},
    optional={
        "faction_choice": st.sampled_from(["players", "in_order", "random"]),
        "tree_middle": st.sampled_from(["face_up", "face_down"]),
        "placed_vc": st.sampled_from(["face_up", "face_down"]),
        "shield": st.sampled_from(["static", "reaction"]),
        "unclaimed": st.sampled_from(["removed", "first_player"]),
        "hq_reward": st.sampled_from(["permanent", "tokens"]),
        "build_up_mandatory": st.booleans(),
        "fo_equipment_needs_personality": st.booleans(),
        "hq_reward_needs_card": st.booleans(),
    },
)
"""Options that change what is hidden, or which events there are."""


def chance_of(seed: int) -> SeededChance:
    return SeededChance(seed.to_bytes(32, "big"))


def start(seats: int, seed: int, options: dict[str, OptionValue] | None = None) -> tuple[State, list[Event]]:
    return RULESET.start(seats, complete(options or {}, OPTIONS), chance_of(seed))


def decisions(state: State, seed: int) -> Iterator[tuple[int, int]]:
    """A random seat that must decide, and an action of it, until the match has ended. The caller plays it. First a kind
    of action is drawn, then one of that kind, so that rare kinds come up."""
    pick = random.Random(seed)
    while pending := RULESET.pending(state):
        seat = pick.choice(pending)
        legal = RULESET.legal(state, seat)
        kinds = {RULESET.notation(action).split(" ")[0] for action in legal}
        kind = pick.choice(sorted(kinds))
        yield seat, pick.choice([action for action in legal if RULESET.notation(action).split(" ")[0] == kind])


def in_the_middle(seats: int, seed: int, number: int, options: dict[str, OptionValue] | None = None) -> State:
    """A match after so many decisions, or at its end."""
    state, _ = start(seats, seed, options)
    for count, (seat, action) in enumerate(decisions(state, seed)):
        if count == number:
            break
        RULESET.play(state, seat, action)
    return state
