"""The games that come with Playhall, for tests that hold all of them to the same."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from hypothesis import strategies as st
from playhall.commanders.v1 import commanders_pb2
from playhall.duels.v1 import duels_pb2
from playhall.faceoff.v1 import faceoff_pb2
from playhall.factionwars.v1 import factionwars_pb2
from playhall.standoff.v1 import standoff_pb2

from services.engine.ruleset import SPECTATOR, OptionValue, Ruleset
from tests.unit.commanders import games as commanders
from tests.unit.duels import games as duels
from tests.unit.faceoff import random_matches as faceoff
from tests.unit.factionwars import games as factionwars
from tests.unit.rulesets.random_matches import SEEDS, Options, RandomMatches
from tests.unit.standoff import games as standoff


@dataclass(frozen=True)
class Game:
    """A game, and how closely its matches are looked at: at every so many decisions, of matches of about so many."""

    matches: RandomMatches[Any]
    messages: ModuleType
    option_sets: st.SearchStrategy[Options]
    every: int
    decisions: int
    short: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def ruleset(self) -> Ruleset[Any, Any, Any]:
        return self.matches.ruleset

    @property
    def seats(self) -> st.SearchStrategy[int]:
        description = self.ruleset.describe()
        return st.integers(description.min_seats, description.max_seats)

    @property
    def starts(self) -> st.SearchStrategy[tuple[int, int, Options]]:
        """Seats, seed and options of a match that is played to its end."""
        return st.tuples(self.seats, SEEDS, self.option_sets.map(lambda options: options | dict(self.short)))

    @property
    def positions(self) -> st.SearchStrategy[Any]:
        """States in the middle of matches."""
        counts = st.integers(0, self.decisions)
        return st.builds(self.matches.in_the_middle, self.seats, SEEDS, counts, self.option_sets)

    def looked_at(self, state: Any, seed: int) -> Iterator[tuple[int, int, bool]]:
        """Decisions as of :meth:`RandomMatches.decisions`, and whether to look closely at this one."""
        first = random.Random(seed).randrange(self.every)
        for count, (seat, action) in enumerate(self.matches.decisions(state, seed)):
            yield seat, action, count % self.every == first


GAMES = {
    "commanders": Game(commanders.MATCHES, commanders_pb2, commanders.OPTION_SETS, every=1, decisions=44),
    "duels": Game(duels.MATCHES, duels_pb2, duels.OPTION_SETS, every=1, decisions=160),
    "faceoff": Game(faceoff.MATCHES, faceoff_pb2, faceoff.OPTION_SETS, every=5, decisions=400),
    "factionwars": Game(factionwars.MATCHES, factionwars_pb2, factionwars.OPTION_SETS, every=1, decisions=60),
    "standoff": Game(
        standoff.MATCHES,
        standoff_pb2,
        standoff.OPTION_SETS.map(lambda options: {"round_limit": 20, **options}),
        every=2,
        decisions=300,
        short=(("round_limit", 6),),
    ),
}

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def viewers(seats: int) -> range:
    """Everybody who may look: the spectator and each seat."""
    return range(SPECTATOR, seats)
