"""What holds in every tournament, whatever its stages and whatever happens in it."""

import zlib
from collections import Counter
from itertools import combinations
from random import Random

import pytest

from services.tournaments.formats import stage_standings
from services.tournaments.settings import (
    ArenaStage,
    ArenaStreaks,
    EliminationStage,
    LadderStage,
    PodsStage,
    RoundRobinStage,
    Stage,
    SwissStage,
    TableEliminationStage,
    WagerPoints,
)
from services.tournaments.tournament import Tournament, TournamentStatus
from tests.marks import slow_unless
from tests.unit.tournaments.random_hosting import RandomHosting

STAGES: dict[str, tuple[Stage, ...]] = {
    "swiss": (SwissStage(rounds=4),),
    "dutch, three matches": (SwissStage(rounds=3, system="dutch", games=3),),
    "swiss, duplicate": (SwissStage(rounds=3, deals="duplicate", sum_of="scores"),),
    "pods by wager": (PodsStage(rounds=4, seats=4, wager=WagerPoints()),),
    "pods, two matches": (PodsStage(rounds=3, seats=3, remainder="byes", games=2, sum_of="scores"),),
    "pods, duplicate": (PodsStage(rounds=2, seats=4, remainder="byes", deals="duplicate"),),
    "round robin": (RoundRobinStage(),),
    "two cycles": (RoundRobinStage(cycles=2),),
    "threes": (RoundRobinStage(seats=3),),
    "fours and threes": (RoundRobinStage(seats=4, remainder="smaller_tables"),),
    "fives": (RoundRobinStage(seats=5, games=2),),
    "ladder": (LadderStage(seasons=3, largest_division=5, smallest_division=2, moving=1),),
    "ladder of threes": (LadderStage(seasons=3, seats=3, largest_division=6, smallest_division=3),),
    "tables of three": (TableEliminationStage(seats=3),),
    "tables of four": (TableEliminationStage(seats=4, winners=2),),
    "tables of five": (TableEliminationStage(seats=5, games=2),),
    "single elimination, duplicate": (EliminationStage(format="single_elimination", deals="duplicate"),),
    "double elimination": (EliminationStage(format="double_elimination"),),
    "pods and a final": (PodsStage(rounds=2, seats=4, remainder="byes", advance=9), TableEliminationStage(seats=3)),
    "arena": (ArenaStage(duration_seconds=120, max_wait_seconds=8),),
    "arena, streaks, three matches": (ArenaStage(duration_seconds=120, games=3, streaks=ArenaStreaks()),),
    "arena of fours and threes": (ArenaStage(duration_seconds=120, seats=4, max_wait_seconds=5),),
    "arena of threes alone": (
        ArenaStage(duration_seconds=90, seats=3, remainder="wait", streaks=ArenaStreaks(after=1)),
    ),
    "arena and a final": (ArenaStage(duration_seconds=60, advance=4), EliminationStage(format="single_elimination")),
    "round robin and a final": (RoundRobinStage(advance=2), EliminationStage(format="single_elimination", games=3)),
}
NAMES = list(STAGES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", slow_unless(lambda number: number == 0, range(6)))
def test_whatever_happens_the_log_says_what_there_is_and_it_ends(name: str, number: int) -> None:
    lot = Random(zlib.crc32(name.encode()) + number)
    RandomHosting(STAGES[name], lot.randrange(5, 15), lot).run()


@pytest.mark.parametrize("name", NAMES)
def test_every_format_runs_to_its_end_with_the_fewest_entrants(name: str) -> None:
    stage = STAGES[name][0]
    fewest = stage.sizes[0]
    if isinstance(stage, SwissStage) and stage.system == "dutch":  # nobody meets anybody twice
        fewest = stage.rounds + 1
    for entrants in (fewest, fewest + 1):
        tournament = RandomHosting(STAGES[name], entrants, Random(entrants - fewest), is_calm=True).run()
        assert tournament.status is TournamentStatus.FINISHED


@pytest.mark.parametrize(
    "name",
    slow_unless(
        lambda name: name not in ("fives", "fours and threes"),
        ["threes", "fours and threes", "fives", "round robin", "two cycles"],
    ),
)
def test_in_a_calm_round_robin_all_have_as_many_tables(name: str) -> None:
    for entrants in (5, 6, 7, 10, 13):
        tournament = RandomHosting(STAGES[name], entrants, Random(entrants), is_calm=True).run()
        at_tables = Counter(each for state in tournament.rounds for table in state.tables for each in table.entrants)
        assert len(set(at_tables.values())) == 1
        if name in ("round robin", "two cycles"):
            assert set(met(tournament).values()) == {2 if name == "two cycles" else 1}


@pytest.mark.parametrize("number", range(6))
def test_a_wager_moves_points_and_makes_none(number: int) -> None:
    lot = Random(number)
    stages = (PodsStage(rounds=4, seats=4, wager=WagerPoints(start=50_000, stake=1_000)),)
    tournament = RandomHosting(stages, 12, lot, is_calm=True).run()
    rows = stage_standings(tournament, tournament.stages[0])
    assert sum(row.entrant.points for row in rows) == 12 * 50_000
    assert all(row.entrant.points >= 0 for row in rows)
    assert rows[0].entrant.points > 50_000


def met(tournament: Tournament) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for state in tournament.rounds
        for table in state.tables
        for pair in combinations(table.entrants, 2)
    )
