"""Random matches for the tests that need many different positions."""

from hypothesis import strategies as st

from services.rulesets.faceoff.ruleset import RULESET
from tests.unit.rulesets.random_matches import RandomMatches

SEATS = st.integers(2, 5)
MATCHES = RandomMatches(RULESET)
OPTION_SETS = MATCHES.option_sets()
start = MATCHES.start
decisions = MATCHES.decisions
in_the_middle = MATCHES.in_the_middle
