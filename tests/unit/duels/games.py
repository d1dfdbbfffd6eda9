"""Random matches for the tests that need many different positions."""

from services.engine.event_table import Event
from services.rulesets.duels.ruleset import RULESET
from services.rulesets.duels.table import State
from tests.unit.rulesets.random_matches import Options, RandomMatches

MATCHES = RandomMatches(RULESET)
OPTION_SETS = MATCHES.option_sets()
decisions = MATCHES.decisions
play_out = MATCHES.play_out


def start(seed: int, options: Options | None = None) -> tuple[State, list[Event]]:
    return MATCHES.start(2, seed, options)


def in_the_middle(seed: int, number: int, options: Options | None = None) -> State:
    """A match after so many decisions, or at its end."""
    return MATCHES.in_the_middle(2, seed, number, options)
