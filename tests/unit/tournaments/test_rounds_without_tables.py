"""Nobody's request ends or freezes an event: rounds in which too few are to be paired, stages for which too few are
left."""

import pytest

from services.tournaments import steps
from services.tournaments.event_commitment import Lots
from services.tournaments.formats import stage_standings
from services.tournaments.log import ByeRequested, Happening, KeptApart, Paused, Resumed, Started, Withdrawn
from services.tournaments.settings import PodsStage, Stage, SwissStage, TableEliminationStage
from services.tournaments.tournament import NotPossible, Tournament, TournamentStatus
from tests.unit.tournaments.logs import SEED, Told, settings


def begun(stages: tuple[Stage, ...], entrants: int, *asked: Happening) -> Told:
    """Everybody has entered, has asked for something, and it has started."""
    told = Told(settings(*stages))
    names = tuple(f"e{number}" for number in range(1, entrants + 1))
    return told.entered(*names).tell(*asked, Started(seeding=names)).goes_on()


def play(told: Told) -> Tournament:
    """To its end: who sits first wins."""
    while (state := told.tournament.open_round) is not None:
        table = state.open_tables[0]
        told.played(table.number, *range(1, len(table.entrants) + 1)).goes_on()
    return told.tournament


def points(tournament: Tournament) -> dict[str, str]:
    return {row.entrant.id: row.points for row in stage_standings(tournament, tournament.stages[-1])}


@pytest.mark.parametrize("stage", [SwissStage(rounds=2), PodsStage(rounds=2, seats=4), PodsStage(rounds=2, seats=3)])
def test_a_round_for_which_all_ask_for_a_bye_is_one_without_tables(stage: Stage) -> None:
    asked = [ByeRequested(entrant=f"e{number}", round=1) for number in range(1, 5)]
    told = begun((stage,), 4, *asked)
    first, second = told.tournament.rounds
    assert (first.tables, first.ended_ms is not None, len(second.tables)) == ([], True, 2 if stage.sizes[0] == 2 else 1)
    assert set(first.paired.requested_byes) == {"e1", "e2", "e3", "e4"}
    tournament = play(told)
    assert (tournament.status, len(tournament.rounds)) == (TournamentStatus.FINISHED, 2)


def test_who_alone_has_not_asked_has_the_bye_of_those_who_are_not_paired() -> None:
    told = begun((SwissStage(rounds=1),), 3, *(ByeRequested(entrant=each, round=1) for each in ("e1", "e2")))
    (state,) = told.tournament.rounds
    assert [(bye.entrant, bye.reasons) for bye in state.paired.byes] == [
        ("e3", ("Too few are left for a table: the others have asked not to be paired.",))
    ]
    assert points(told.tournament) == {"e1": "0.5", "e2": "0.5", "e3": "1"}


@pytest.mark.parametrize(
    ("stage", "entrants"),
    [
        (PodsStage(rounds=2, seats=4, remainder="larger_pods", place_points=(4, 3, 2, 1, 0)), 8),
        (PodsStage(rounds=2, seats=3), 6),
        (PodsStage(rounds=2, seats=4, remainder="byes"), 5),
    ],
)
def test_who_withdraws_stops_nobody_where_the_rest_fills_no_tables(stage: Stage, entrants: int) -> None:
    told = begun((stage,), entrants, ByeRequested(entrant="e1", round=2)).tell(Withdrawn(entrant="e2"))
    tournament = play(told)
    assert (tournament.status, len(tournament.rounds)) == (TournamentStatus.FINISHED, 2)


def test_a_stage_for_which_too_few_have_gone_on_is_not_played() -> None:
    told = begun((PodsStage(rounds=1, seats=3, advance=3), TableEliminationStage(seats=3)), 3)
    tournament = play(told.tell(Withdrawn(entrant="e2")))
    assert (tournament.status, len(tournament.stages)) == (TournamentStatus.FINISHED, 1)


def stuck() -> Told:
    """Two who are kept apart, and nobody else; paused, as the platform does it."""
    told = Told(settings(SwissStage(rounds=1))).entered("e1", "e2").tell(KeptApart(entrants=("e1", "e2")))
    told.tell(Started(seeding=("e1", "e2")))
    told.tell(*(what for what, _ in steps.next_steps(told.tournament, Lots(SEED), 0)))
    with pytest.raises(NotPossible, match="e1"):
        steps.next_steps(told.tournament, Lots(SEED), 0)
    return told.tell(Paused())


def test_a_round_that_cannot_be_paired_is_paired_by_hand_or_without_a_wish_while_it_is_paused() -> None:
    by_hand = stuck().paired("e1 e2").tell(Resumed())
    assert play(by_hand).status is TournamentStatus.FINISHED
    dropped = stuck().undo_with_all(3)
    dropped.tell(steps.pair_now(dropped.tournament, Lots(SEED)), Resumed())
    assert play(dropped).status is TournamentStatus.FINISHED


def test_a_swiss_stage_pairs_a_round_by_another_system() -> None:
    told = begun((SwissStage(rounds=2),), 2)
    table = told.tournament.rounds[0].tables[0]
    told.played(1, 1, 2)
    assert table.entrants == ("e1", "e2")
    tournament = told.goes_on().tournament
    again = steps.pair_now(tournament, Lots(SEED), system="matching")
    assert again.tables[0].entrants == ("e2", "e1")
    assert again.notes
    pods = begun((PodsStage(rounds=1, seats=3),), 3).tournament
    with pytest.raises(NotPossible, match="only a Swiss stage"):
        steps.pair_now(pods, Lots(SEED), system="matching")
