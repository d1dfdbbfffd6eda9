"""Elimination at tables of three to five as a stage of a tournament, and wagers before it."""

import pytest

from services.tournaments import formats, steps
from services.tournaments.event_commitment import Lots
from services.tournaments.log import GameEnded, ResultSet, Returned, Withdrawn
from services.tournaments.settings import EntryRules, PodsStage, Stage, TableEliminationStage, WagerPoints
from services.tournaments.tournament import NotPossible
from tests.unit.tournaments.logs import SEED, Told, settings

NINE = tuple("abcdefghi")


def begun(*stages: Stage, names: tuple[str, ...] = NINE, entry: EntryRules | None = None) -> Told:
    told = Told(settings(*stages, entry=entry)).started(*names)
    return go_on(told)


def go_on(told: Told) -> Told:
    """Let happen what happens by itself."""
    while happening := steps.next_steps(told.tournament, Lots(SEED), 10**12):
        told.tell(*(what for what, _ in happening))
    return told


def play(told: Told) -> Told:
    """Every table of the open round ends in the order of the alphabet."""
    state = told.tournament.open_round
    assert state is not None
    for table in state.tables:
        if table.result is None:
            seated = table.seated(table.next_game)
            told.tell(
                GameEnded(
                    round=state.number,
                    table=table.number,
                    game=table.next_game,
                    match=f"m{len(told.entries)}",
                    entrants=seated,
                    places=tuple(1 + sorted(seated).index(each) for each in seated),
                )
            )
    return go_on(told)


def tables(told: Told) -> list[str]:
    return [" ".join(table.entrants) for table in told.tournament.rounds[-1].tables]


def test_the_best_of_each_table_go_on_to_the_final() -> None:
    told = begun(TableEliminationStage(seats=3))
    assert tables(told) == ["a f g", "b e h", "c d i"]
    play(told)
    assert tables(told) == ["a b c"]
    play(told)
    assert told.tournament.status.is_over
    rows = formats.stage_standings(told.tournament, told.tournament.stages[0])
    assert [(row.rank, row.entrant.id) for row in rows][:3] == [(1, "a"), (2, "b"), (3, "c")]
    assert {row.rank for row in rows[3:]} == {4}


def test_who_has_left_loses_the_next_table_and_the_others_play_it() -> None:
    told = begun(TableEliminationStage(seats=4), names=tuple("abcdefghijklmnop"))
    told.tell(Withdrawn(entrant="a"))
    play(told)  # the table that she sits at is played
    (final,) = told.tournament.rounds[1].tables
    assert (final.entrants, final.away, final.present) == (("a", "b", "c", "d"), ("a",), ("b", "c", "d"))
    with pytest.raises(NotPossible, match="who leaves an elimination is out"):
        told.tell(Returned(entrant="a"))
    play(told)
    order = told.tournament.stages[0].order
    assert order is not None
    assert order[:4] == ("b", "c", "d", "a")


def test_two_who_are_left_at_a_table_of_three_stand_by_seed() -> None:
    told = begun(TableEliminationStage(seats=3))
    play(told.tell(Withdrawn(entrant="b")))
    assert told.tournament.status.is_over
    result = told.tournament.rounds[1].tables[0].result
    assert result is not None
    assert (result.places, result.why) == ((1, 3, 2), "Too few of them were there to play.")


def test_a_table_from_which_all_but_those_who_go_on_have_left_is_not_played() -> None:
    told = begun(TableEliminationStage(seats=3))
    play(told.tell(Withdrawn(entrant="a"), Withdrawn(entrant="b")))
    assert told.tournament.status.is_over
    assert len(told.tournament.rounds) == 1
    order = told.tournament.stages[0].order
    assert order is not None
    assert order[0] == "c"


def test_who_has_left_is_away_at_a_later_table_that_would_have_too_few_seats_without_it() -> None:
    for stage, names, leaving, final, away in (
        (TableEliminationStage(seats=3), NINE, "afg", "a b c", ("a",)),
        (TableEliminationStage(seats=4, winners=2), tuple("abcde"), "bcd", "a e b", ("b",)),
    ):
        told = Told(settings(stage)).started(*names)
        told.tell(*(Withdrawn(entrant=each) for each in leaving))
        go_on(told)
        while not told.tournament.status.is_over:
            play(told)
        assert tables(told) == [final]
        assert told.tournament.rounds[-1].tables[0].away == away


def test_a_host_says_clearly_who_goes_on() -> None:
    told = begun(TableEliminationStage(seats=4, winners=2), names=tuple("abcdefgh"))
    for places in ((1, 2, 2, 4), (1, 1, 1, 4)):
        with pytest.raises(NotPossible, match="two of them go on"):
            told.tell(ResultSet(round=1, table=1, places=places))
    told.tell(ResultSet(round=1, table=1, places=(3, 3, 1, 1)))


def test_a_round_whose_time_is_over_leaves_as_many_as_go_on() -> None:
    told = begun(TableEliminationStage(seats=4, winners=2), names=tuple("abcdefgh"))
    state = told.tournament.rounds[0]
    assert state.tables[0].entrants == ("a", "d", "e", "h")
    told.tell(steps.lost_by(state, 1, ("a", "d", "e")), steps.lost_by(state, 2, ()))
    assert [table.result and table.result.places for table in state.tables] == [(2, 3, 4, 1), (1, 2, 3, 4)]


def test_pods_are_cut_to_a_final_with_seats_by_seed() -> None:
    told = begun(PodsStage(rounds=2, seats=3, advance=4), TableEliminationStage(seats=4))
    while told.tournament.stage is None or told.tournament.stage.number == 0:
        play(told)
    order = told.tournament.stages[0].order
    assert order is not None
    assert told.tournament.stages[1].seeding == order[:4]
    assert tables(told) == [" ".join(order[:4])]
    play(told)
    assert told.tournament.status.is_over


def test_a_cut_to_sixteen_seats_the_best_at_different_tables() -> None:
    names = tuple(f"e{number:02}" for number in range(1, 21))
    told = begun(PodsStage(rounds=1, seats=4, advance=16), TableEliminationStage(seats=4), names=names)
    play(told)
    order = told.tournament.stages[0].order
    assert order is not None
    assert [[1 + order.index(each) for each in table.split()] for table in tables(told)] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]


def test_a_wager_takes_a_share_of_what_each_has() -> None:
    stage = PodsStage(rounds=2, seats=3, wager=WagerPoints(start=10_000, stake=1_000))
    told = begun(stage, names=tuple("abc"))
    (table,) = told.tournament.rounds[0].tables
    told.played(1, *(1 if each == "a" else 2 for each in table.entrants))
    assert points(told) == {"a": 12_000, "b": 9_000, "c": 9_000}
    go_on(told)
    (table,) = told.tournament.rounds[1].tables
    told.played(1, *(3 if each == "a" else 1 for each in table.entrants))
    # a stakes 1200, b and c 900 each; b and c share 3000.
    assert points(told) == {"a": 10_800, "b": 9_600, "c": 9_600}


def test_who_does_not_come_loses_its_stake_and_a_correction_changes_all_that_follows() -> None:
    stage = PodsStage(rounds=2, seats=3, wager=WagerPoints(start=10_000, stake=1_000))
    told = begun(stage, names=tuple("abc"))
    state = told.tournament.rounds[0]
    seated = state.tables[0].seated(1)
    told.tell(GameEnded(round=1, table=1, game=1, match="m", entrants=seated, places=(1, 1, 1), forfeits=("a",)))
    assert points(told) == {"a": 9_000, "b": 10_500, "c": 10_500}
    go_on(told)
    (table,) = told.tournament.rounds[1].tables
    told.played(1, *(1 if each == "b" else 2 for each in table.entrants))
    before = points(told)
    told.tell(ResultSet(round=1, table=1, places=tuple(1 if each == "c" else 2 for each in seated)))
    assert (before, points(told)) == (
        {"a": 8_100, "b": 12_450, "c": 9_450},
        {"a": 8_100, "b": 11_100, "c": 10_800},
    )


def points(told: Told) -> dict[str, int]:
    rows = formats.stage_standings(told.tournament, told.tournament.stages[0])
    return {row.entrant.id: row.entrant.points for row in rows}
