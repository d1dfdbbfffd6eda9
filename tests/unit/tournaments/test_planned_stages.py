"""Round robins and ladders as stages of a tournament."""

from collections import Counter
from itertools import combinations

import pytest

from services.tournaments import formats, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.log import ByeRequested, Entered, Happening, ResultSet, Returned, RoundEnded, Withdrawn
from services.tournaments.planned_stages import PlanRules, plan
from services.tournaments.settings import EntryRules, LadderStage, RoundRobinStage, Stage
from services.tournaments.standings import Row
from services.tournaments.tournament import NotPossible
from tests.marks import slow_unless
from tests.unit.tournaments.logs import SEED, Told, round_of, settings

LATE_MS = 10**12


def begun(stage: Stage, *names: str, entry: EntryRules | None = None) -> Told:
    """A tournament of one stage, up to where its first round is paired."""
    told = Told(settings(stage, entry=entry)).started(*names)
    return told.tell(*_steps(told))


def _steps(told: Told) -> list[Happening]:
    return [what for what, _ in steps.next_steps(told.tournament, Lots(SEED), LATE_MS)]


def go_on(told: Told) -> None:
    """Let happen what happens by itself."""
    while not told.tournament.status.is_over:
        happening = _steps(told)
        if not happening:
            return
        told.tell(*happening)


def play(told: Told) -> None:
    """Every table of the open round is won by whose name comes first in the alphabet, and so on."""
    state = told.tournament.open_round
    assert state is not None
    for table in state.tables:
        if table.result is None:
            order = sorted(table.entrants)
            told.tell(ResultSet(round=state.number, table=table.number, places=_places(table.entrants, order)))
    go_on(told)


def _places(entrants: tuple[str, ...], order: list[str]) -> tuple[int, ...]:
    return tuple(1 + order.index(entrant) for entrant in entrants)


def rows(told: Told) -> list[Row]:
    return formats.stage_standings(told.tournament, told.tournament.stages[0])


def tables(told: Told, number: int = -1) -> list[str]:
    return [" ".join(table.entrants) for table in told.tournament.rounds[number].tables]


def test_two_seats_meet_by_bergers_tables() -> None:
    told = begun(RoundRobinStage(), "ann", "ben", "cy", "dee")
    for _ in range(3):
        play(told)
    assert [tables(told, number) for number in range(3)] == [
        ["ann dee", "ben cy"],
        ["dee cy", "ann ben"],
        ["ben dee", "cy ann"],
    ]
    assert [(row.entrant.id, row.points) for row in rows(told)] == [
        ("ann", "3"),
        ("ben", "2"),
        ("cy", "1"),
        ("dee", "0"),
    ]
    assert told.tournament.stages[0].order == ("ann", "ben", "cy", "dee")
    assert told.tournament.status.is_over


def test_a_second_cycle_has_the_seats_reversed() -> None:
    told = begun(RoundRobinStage(cycles=2), "ann", "ben", "cy", "dee")
    for _ in range(6):
        play(told)
    seatings = Counter(table for number in range(6) for table in tables(told, number))
    assert set(seatings.values()) == {1}
    assert {" ".join(reversed(each.split())) for each in seatings} == set(seatings)


def test_who_sits_out_of_a_plan_has_nothing_for_it() -> None:
    told = begun(RoundRobinStage(), "ann", "ben", "cy")
    assert [bye.entrant for bye in told.tournament.rounds[0].paired.byes] == ["ann"]
    for _ in range(3):
        play(told)
    assert [row.points for row in rows(told)] == ["2", "1", "0"]


def test_who_has_left_has_lost_its_tables() -> None:
    told = begun(RoundRobinStage(), "ann", "ben", "cy", "dee")
    play(told)
    assert tables(told) == ["dee cy", "ann ben"]
    told.tell(Withdrawn(entrant="ann"))
    play(told)  # that round was paired: ann wins the table that she sits at
    assert [table.away for table in told.tournament.rounds[2].tables] == [(), ("ann",)]
    assert told.tournament.rounds[2].tables[1].result is not None
    play(told)
    told.again()
    points = {row.entrant.id: row.points for row in rows(told)}
    assert points == {"ann": "2", "ben": "2", "cy": "2", "dee": "0"}
    kinds = {row.entrant.id: row.entrant.results[2].kind.value for row in rows(told)}
    assert (kinds["ann"], kinds["cy"]) == ("forfeit_loss", "forfeit_win")


def test_a_plan_ends_when_too_few_are_left() -> None:
    told = begun(RoundRobinStage(), "ann", "ben", "cy", "dee")
    for gone in ("ann", "ben", "cy"):
        told.tell(Withdrawn(entrant=gone))
    play(told)
    assert told.tournament.status.is_over
    assert len(told.tournament.rounds) == 1


def test_at_larger_tables_those_who_are_there_play_if_they_fill_one() -> None:
    for remainder, is_played in (("smaller_tables", True), ("byes", False)):
        stage = RoundRobinStage.model_validate({"seats": 4, "remainder": remainder})
        told = Told(settings(stage)).started("ann", "ben", "cy", "dee").tell(Withdrawn(entrant="ben"))
        told.tell(*_steps(told))
        if not is_played:  # three are too few for a table of four
            assert told.tournament.stages[0].order is not None
            continue
        (table,) = told.tournament.rounds[0].tables
        assert (table.away, len(table.present), table.result) == (("ben",), 3, None)


def test_where_too_few_are_left_at_a_table_they_share_the_first_place() -> None:
    names = ("a", "b", "c", "d", "e", "f", "g")
    told = Told(settings(RoundRobinStage(seats=3))).started(*names).tell(Withdrawn(entrant="g"))
    told.tell(*_steps(told))
    for _ in range(7):
        play(told)
    of_g = [table for state in told.tournament.rounds for table in state.tables if table.away]
    assert len(of_g) == 6
    for table in of_g:
        assert table.result is not None
        assert table.result.places == tuple(3 if entrant == "g" else 1 for entrant in table.entrants)
    # In a plan that is even, all gain the same by it.
    gained = Counter(entrant for table in of_g for entrant in table.present)
    assert set(gained.values()) == {2}


@pytest.mark.parametrize("seats", slow_unless(lambda seats: seats < 5, [3, 4, 5]))
@pytest.mark.parametrize("is_smaller", [False, True])
def test_in_every_plan_all_sit_out_equally_often(seats: int, is_smaller: bool) -> None:
    sizes = frozenset(range(3 if is_smaller else seats, seats + 1))
    for entrants in (2, 5, 7, 8, 9):
        names = tuple(f"e{number}" for number in range(entrants))
        rounds = plan(names, PlanRules(seats, sizes))
        if entrants < min(sizes):
            assert rounds == ()
            continue
        played = Counter(name for planned in rounds for pairing in planned.pairings for name in pairing.entrants)
        assert set(played) == set(names)
        assert len(set(played.values())) == 1
        met = Counter(
            frozenset(pair)
            for planned in rounds
            for table in planned.pairings
            for pair in combinations(table.entrants, 2)
        )
        assert 2 * sum(met.values()) >= entrants * (entrants - 1)
        assert max(met.values()) <= 5


def test_another_cycle_moves_everybody_one_seat_further() -> None:
    names = ("a", "b", "c", "d")
    once = plan(names, PlanRules(3, frozenset({3})))
    twice = plan(names, PlanRules(3, frozenset({3}), 2))
    assert twice[: len(once)] == once
    assert [planned.number for planned in twice] == list(range(1, 2 * len(once) + 1))
    first, again = once[0].pairings[0].entrants, twice[len(once)].pairings[0].entrants
    assert again == first[1:] + first[:1]


def test_nobody_asks_for_a_bye_in_a_plan() -> None:
    told = begun(RoundRobinStage(), "ann", "ben", "cy")
    with pytest.raises(NotPossible, match="no stage to come has byes that are asked for"):
        told.tell(ByeRequested(entrant="ann", round=2))


LADDER = LadderStage(seasons=2, largest_division=3, smallest_division=2, moving=1)
NAMES = ("a", "b", "c", "d", "e", "f")


def test_a_season_is_a_round_robin_within_each_division() -> None:
    told = begun(LADDER, *NAMES)
    go_on(told)
    assert told.tournament.stages[0].seasons[0].divisions == (("a", "b", "c"), ("d", "e", "f"))
    assert tables(told) == ["b c", "e f"]
    assert [bye.entrant for bye in told.tournament.rounds[0].paired.byes] == ["a", "d"]
    for _ in range(3):
        play(told)
    season = told.tournament.stages[0].seasons[1]
    assert season.divisions == (("a", "b", "d"), ("c", "e", "f"))
    assert season.rounds_before == 3


def test_the_last_season_decides_where_everybody_stands() -> None:
    told = begun(LADDER, *NAMES)
    go_on(told)
    for _ in range(6):
        play(told)
    assert told.tournament.status.is_over
    assert told.tournament.stages[0].order == ("a", "b", "d", "c", "e", "f")
    assert [(row.rank, row.points) for row in rows(told)] == [
        (1, "2"),
        (2, "1"),
        (3, "0"),
        (4, "2"),
        (5, "1"),
        (6, "0"),
    ]


def test_who_moves_is_told_with_the_season() -> None:
    told = begun(LADDER, *NAMES)
    go_on(told)
    for _ in range(3):
        play(told)
    seasons = [entry.what for entry in told.entries if entry.what.kind == "season_started"]
    assert seasons[1].notes == (
        "c moves from division 1 to 2. Place 3 of 3 in division 1: the last 1 go down.",
        "d moves from division 2 to 1. Place 1 of 3 in division 2: the first 1 go up.",
    )


def test_who_leaves_is_out_of_the_next_season_and_who_returns_or_is_new_enters_the_lowest_division() -> None:
    entry = EntryRules(bots="only", late_until_round=9)
    told = begun(LadderStage(seasons=3, largest_division=5, smallest_division=2, moving=1), *NAMES, entry=entry)
    go_on(told)
    assert told.tournament.stages[0].seasons[0].divisions == (("a", "b", "c"), ("d", "e", "f"))
    told.tell(Withdrawn(entrant="b"), Entered(entrant="g", name="G", bot="greedy", is_bot=True))
    play(told)
    assert told.tournament.rounds[1].paired.absent == ("g",)
    assert [table.away for table in told.tournament.rounds[1].tables] == [("b",), ()]
    for _ in range(2):
        play(told)
    assert told.tournament.stages[0].seasons[1].divisions == (("a", "d"), ("c", "e", "f", "g"))
    told.tell(Returned(entrant="b"))
    while len(told.tournament.stages[0].seasons) < 3:
        play(told)
    assert "b" in told.tournament.stages[0].seasons[2].divisions[-1]
    while not told.tournament.status.is_over:
        play(told)
    order = told.tournament.stages[0].order
    assert order is not None
    assert sorted(order) == [*NAMES, "g"]


def test_only_those_of_one_division_meet() -> None:
    told = begun(LADDER, *NAMES)
    go_on(told)
    with pytest.raises(NotPossible, match="those of one division meet"):
        told.tell(round_of(1, "a d", "b c", "e f"))
    told.tell(round_of(1, "a b", "c", "d e", "f"))


def test_a_host_pairs_the_first_round_of_a_season_after_the_season_began() -> None:
    told = begun(LADDER, *NAMES)
    go_on(told)
    assert steps.season_due(told.tournament) is None
    state = told.tournament.open_round
    assert state is not None
    for number in (1, 2, 3):
        for table in told.tournament.rounds[-1].tables:
            told.tell(ResultSet(round=number, table=table.number, places=(1, 2)))
        told.tell(RoundEnded(round=number))
        if number < 3:
            told.tell(steps.pair_now(told.tournament, Lots(SEED)))
    season = steps.season_due(told.tournament)
    assert season is not None
    with pytest.raises(NotPossible, match="all rounds of the stage, or of the season, are played"):
        steps.pair_now(told.tournament, Lots(SEED))
    told.tell(season)
    assert steps.pair_now(told.tournament, Lots(SEED)).round == 4
