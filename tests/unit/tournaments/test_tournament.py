"""What can happen in a tournament, and what it makes of it."""

import pytest

from services.tournaments import steps
from services.tournaments.event_commitment import Lots
from services.tournaments.folding import fold
from services.tournaments.log import (
    Accepted,
    ByeRequested,
    Cancelled,
    CheckedIn,
    Entered,
    Finished,
    GameVoid,
    Happening,
    Invited,
    LoggedHappening,
    Paused,
    ResultSet,
    Resumed,
    Returned,
    RoundEnded,
    StageEnded,
    StageStarted,
    Started,
    Undone,
    Withdrawn,
    dump,
    load,
)
from services.tournaments.settings import EliminationStage, EntryRules, SwissStage
from services.tournaments.table_decision import DecidedBy
from services.tournaments.table_state import TableState
from services.tournaments.tournament import NotPossible, TournamentStatus
from tests.unit.tournaments.logs import SEED, Told, round_of, settings


def refused(told: Told, what: Happening) -> str:
    before = len(told.entries)
    with pytest.raises(NotPossible) as error:
        told.tell(what)
    assert len(told.entries) == before
    return str(error.value)


def places(table: TableState) -> tuple[int, ...] | None:
    return None if table.result is None else table.result.places


def test_a_log_is_read_as_it_was_written() -> None:
    told = Told(settings()).started("ann", "bob", "cy").paired("ann bob", "cy").played(1, 1, 2)
    told.tell(RoundEnded(round=1))
    for entry in told.entries:
        assert load(dump(entry.what)) == entry.what
    again = told.again()
    assert (again.revision, again.status) == (len(told.entries), TournamentStatus.RUNNING)
    assert again.rounds == told.tournament.rounds


def test_who_enters_when_all_places_are_taken_waits_and_moves_up() -> None:
    told = Told(settings(entry=EntryRules(bots="only", capacity=2))).entered("ann", "bob", "cy", "dee")
    assert [member.id for member in told.tournament.waiting] == ["cy", "dee"]
    told.tell(Withdrawn(entrant="ann"))
    assert [member.id for member in told.tournament.admitted] == ["bob", "cy"]
    assert refused(told, Started(seeding=("bob", "dee"))).startswith("the seeding names")
    told.tell(Started(seeding=("cy", "bob")))
    assert told.tournament.members["dee"].is_withdrawn


def test_a_player_enters_once() -> None:
    told = Told(settings()).tell(Entered(entrant="e1", name="Ann", player="player_a"))
    assert (
        refused(told, Entered(entrant="e2", name="Ann again", player="player_a")) == "this player has entered already"
    )
    assert refused(told, Entered(entrant="e1", name="Bob", player="player_b")) == "has entered already"


def test_nobody_enters_after_the_start_unless_late_entry_is_open() -> None:
    late = Entered(entrant="dee", name="Dee", bot="greedy")
    told = Told(settings()).started("ann", "bob")
    assert refused(told, late) == "registration is over"
    open_late = EntryRules(bots="only", late_until_round=2)
    told = Told(settings(entry=open_late)).started("ann", "bob").paired("ann bob").tell(late)
    assert told.tournament.members["dee"].first_round == 2
    assert told.tournament.stages[0].seeding == ("ann", "bob", "dee")
    told.played(1, 1, 2).tell(RoundEnded(round=1)).paired("ann dee", "bob")
    assert refused(told, Entered(entrant="eve", name="Eve", bot="greedy")) == "registration is over"


def invited(name: str) -> Invited:
    return Invited(entrant=name, name=name.title(), player=f"player_{name}", owner="player_owner", is_bot=True)


def test_who_was_invited_has_neither_place_nor_part_until_it_agrees() -> None:
    told = Told(settings(entry=EntryRules(bots="only", capacity=2))).tell(invited("ann")).entered("bob", "cy")
    tournament = told.tournament
    assert [member.id for member in tournament.admitted] == ["bob", "cy"]
    assert refused(told, CheckedIn(entrant="ann")) == "has not agreed to take part"
    assert refused(told, Started(seeding=("ann", "bob"))).startswith("the seeding names")
    told.tell(Accepted(entrant="ann"))
    assert [member.id for member in tournament.waiting] == ["ann"]  # who had entered before goes before it
    assert refused(told, Accepted(entrant="ann")) == "is not invited"
    assert refused(told, invited("ann")) == "has entered already"


def test_who_agrees_after_the_start_enters_late() -> None:
    told = Told(settings()).tell(invited("cy")).started("ann", "bob")
    assert refused(told, Accepted(entrant="cy")) == "registration is over"
    rules = EntryRules(bots="only", late_until_round=2, capacity=3)
    told = Told(settings(entry=rules)).tell(invited("cy"), invited("dee")).started("ann", "bob").paired("ann bob")
    told.tell(Accepted(entrant="cy"))
    assert told.tournament.members["cy"].first_round == 2
    assert told.tournament.stages[0].seeding == ("ann", "bob", "cy")
    assert refused(told, Accepted(entrant="dee")) == "there is no place left"
    assert told.again().stages[0].seeding == ("ann", "bob", "cy")


def test_who_was_invited_and_withdrawn_agrees_by_returning_itself() -> None:
    told = Told(settings()).tell(invited("ann")).entered("bob").tell(Withdrawn(entrant="ann"))
    assert refused(told, Accepted(entrant="ann")) == "is not invited"
    told.tell(Returned(entrant="ann"), by="player_host")
    assert [member.id for member in told.tournament.admitted] == ["bob"]
    told.tell(Withdrawn(entrant="ann")).tell(Returned(entrant="ann"), by="player_owner")
    assert [member.id for member in told.tournament.admitted] == ["bob", "ann"]


def test_who_enters_before_the_first_stage_begins_plays_in_it() -> None:
    told = Told(settings(entry=EntryRules(bots="only", late_until_round=1))).entered("ann", "bob")
    told.tell(Started(seeding=("ann", "bob"))).entered("cy")
    assert told.tournament.seeding == ("ann", "bob", "cy")
    assert told.tournament.members["cy"].first_round == 1


def test_a_round_names_everybody_once() -> None:
    told = Told(settings()).started("ann", "bob", "cy", "dee")
    assert refused(told, round_of(1, "ann bob", "cy ann")) == "somebody stands in this round twice"
    assert refused(told, round_of(1, "ann bob")) == "somebody is left out who is neither paired nor absent"
    assert refused(told, round_of(1, "ann bob", "cy zoe", "dee")) == "somebody does not play in this stage"
    assert refused(told, round_of(1, "ann bob cy", "dee")) == "a table of 3 seats cannot be"
    assert refused(told, round_of(2, "ann bob", "cy dee")) == "another round is to be played"
    told.tell(round_of(1, "ann bob", "cy", absent=("dee",)))
    assert [table.entrants for table in told.tournament.rounds[0].tables] == [("ann", "bob")]


def test_a_round_is_paired_again_until_something_of_it_was_played() -> None:
    told = Told(settings()).started("ann", "bob", "cy", "dee").paired("ann bob", "cy dee")
    told.paired("ann cy", "bob dee", again=True)
    assert [table.entrants for table in told.tournament.rounds[0].tables] == [("ann", "cy"), ("bob", "dee")]
    assert len(told.tournament.stages[0].rounds) == 1
    told.played(1, 2, 1)
    assert refused(told, round_of(1, "ann bob", "cy dee")) == "round 1 has begun"


def test_a_match_counts_once_and_for_its_own_table() -> None:
    told = Told(settings()).started("ann", "bob", "cy", "dee").paired("ann bob", "cy dee").played(1, 1, 2)
    with pytest.raises(NotPossible, match="this match has ended already"):
        told.played(1, 2, 1, game=1)
    result = told.tournament.table(1, 1).result
    assert result is not None
    assert result.places == (1, 2)
    assert refused(told, RoundEnded(round=1)) == "a table has no result yet"


def test_seats_move_on_with_each_match_of_a_table_and_the_majority_decides() -> None:
    told = Told(settings(SwissStage(rounds=1, games=3))).started("ann", "bob").paired("ann bob")
    table = told.tournament.table(1, 1)
    assert [table.seated(game) for game in (1, 2, 3)] == [("ann", "bob"), ("bob", "ann"), ("ann", "bob")]
    told.played(1, 2, 1)
    assert places(told.tournament.table(1, 1)) is None
    told.played(1, 2, 1)
    assert places(told.tournament.table(1, 1)) == (2, 1)


def test_a_table_of_several_matches_that_is_even_is_drawn() -> None:
    told = Told(settings(SwissStage(rounds=1, games=3))).started("ann", "bob").paired("ann bob")
    told.played(1, 2, 1).played(1, 1, 2).played(1, 1, 1)
    assert places(told.tournament.rounds[0].tables[0]) == (1, 1)


def test_one_lead_is_not_enough_while_a_draw_could_be_reached() -> None:
    told = Told(settings(SwissStage(rounds=1, games=3))).started("ann", "bob").paired("ann bob")
    told.played(1, 1, 2).played(1, 1, 1)
    assert told.tournament.rounds[0].tables[0].result is None


def test_an_elimination_plays_on_until_somebody_leads_and_in_the_end_takes_the_better_seed() -> None:
    told = Told(settings(EliminationStage(format="single_elimination"))).started("ann", "bob")
    told.tell(_bracket_round("ann bob"))
    told.played(1, 1, 1)
    assert places(told.tournament.table(1, 1)) is None
    for _ in range(3):
        told.played(1, 1, 1)
    result = told.tournament.table(1, 1).result
    assert result is not None
    assert result.places == (1, 2)
    assert result.why == "Drawn after 4 matches: the better seed goes on."


def test_the_better_seed_goes_on_from_either_seat() -> None:
    told = Told(settings(EliminationStage(format="single_elimination"))).started("ann", "bob")
    told.tell(_bracket_round("bob ann"))
    for _ in range(4):
        told.played(1, 1, 1)
    assert places(told.tournament.rounds[0].tables[0]) == (2, 1)


def test_a_table_whose_matches_end_without_a_result_waits_for_its_host() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    for attempt in range(3):
        assert told.tournament.table(1, 1).needs_match
        told.tell(GameVoid(round=1, table=1, game=1, match=f"m{attempt}"))
    table = told.tournament.table(1, 1)
    assert (table.needs_match, table.waits_for_host) == (False, True)
    table = told.tell(ResultSet(round=1, table=1, places=(1, 1))).tournament.table(1, 1)
    assert (table.needs_match, table.waits_for_host) == (False, False)


def test_the_host_sets_a_result_in_the_place_of_what_was_played() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob").played(1, 1, 2)
    assert refused(told, ResultSet(round=1, table=2, places=(1, 2))) == "round 1 has no table 2"
    assert refused(told, ResultSet(round=1, table=1, places=(1, 3))).startswith("each entrant has a place")
    assert refused(told, ResultSet(round=1, table=1, places=(1, 2), forfeits=("cy",))).startswith("who forfeits")
    told.tell(ResultSet(round=1, table=1, places=(2, 1)))
    result = told.tournament.table(1, 1).result
    assert result is not None
    assert (result.places, result.decided_by) == ((2, 1), DecidedBy.PLATFORM)
    told.tell(ResultSet(round=1, table=1, places=(1, 1)), by="host", reason="Both have agreed.")
    result = told.tournament.table(1, 1).result
    assert result is not None
    assert (result.places, result.decided_by, result.why) == ((1, 1), DecidedBy.HOST, "Both have agreed.")


def test_what_is_undone_counts_no_more_and_stays_in_the_log() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob").played(1, 1, 2)
    told.tell(ResultSet(round=1, table=1, places=(2, 1)), Undone(entry=len(told.entries) + 1))
    result = told.again().table(1, 1).result
    assert result is not None
    assert result.places == (1, 2)
    assert len(told.entries) == told.again().revision


def test_what_others_stand_on_cannot_be_undone() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob").played(1, 1, 2)
    pairing = next(entry.number for entry in told.entries if entry.what.kind == "round_paired")
    undo = LoggedHappening(len(told.entries) + 1, 99_000, Undone(entry=pairing))
    with pytest.raises(NotPossible, match="there is no round 1"):
        fold(told.settings, [*told.entries, undo])


def test_byes_that_are_asked_for_are_bounded_and_for_rounds_to_come() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    assert refused(told, ByeRequested(entrant="ann", round=1)) == "round 1 has been paired"
    told.tell(ByeRequested(entrant="ann", round=3))
    assert refused(told, ByeRequested(entrant="ann", round=2)) == "an entrant may ask for 1 byes"
    assert told.tournament.members["ann"].byes == {3}


def test_a_pause_stops_pairing_and_nothing_else() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob").tell(Paused())
    told.played(1, 1, 2).tell(RoundEnded(round=1))
    assert not steps.next_steps(told.tournament, Lots(SEED), told.now_ms)
    told.tell(Resumed()).paired("bob ann")
    assert len(told.tournament.rounds) == 2


def test_who_withdraws_and_returns_is_who_it_was() -> None:
    told = Told(settings()).started("ann", "bob", "cy").paired("ann bob", "cy").tell(Withdrawn(entrant="cy"))
    assert refused(told, Withdrawn(entrant="cy")) == "has withdrawn already"
    told.tell(Returned(entrant="cy"))
    assert refused(told, Returned(entrant="cy")) == "has not withdrawn"
    assert not told.tournament.members["cy"].is_withdrawn


def test_who_was_not_there_at_the_start_returns_as_one_who_enters_late() -> None:
    def begun(late_until_round: int) -> Told:
        told = Told(settings(entry=EntryRules(bots="only", late_until_round=late_until_round)))
        told.entered("ann", "bob", "cy").tell(
            Started(seeding=("ann", "bob")), StageStarted(stage=0, seeding=("ann", "bob"))
        )
        return told.paired("ann bob").played(1, 1, 2).tell(RoundEnded(round=1))

    assert refused(begun(0), Returned(entrant="cy")) == "registration is over"
    told = begun(2).tell(Returned(entrant="cy"))
    late = told.again().members["cy"]
    assert (late.is_withdrawn, late.is_checked_in, late.first_round) == (False, True, 2)
    told.paired("ann cy", "bob")
    assert told.tournament.rounds[1].tables[0].entrants == ("ann", "cy")


def test_nothing_happens_after_the_end_but_a_correction() -> None:
    told = Told(settings(SwissStage(rounds=1))).started("ann", "bob").paired("ann bob").played(1, 1, 2)
    told.tell(RoundEnded(round=1), StageEnded(stage=0, order=("ann", "bob")), Finished())
    for what in (Withdrawn(entrant="ann"), Paused(), Cancelled(), CheckedIn(entrant="ann"), Finished()):
        refused(told, what)
    told.tell(ResultSet(round=1, table=1, places=(2, 1)))
    assert told.tournament.status is TournamentStatus.FINISHED


def test_who_leaves_an_elimination_does_not_return() -> None:
    told = Told(settings(EliminationStage(format="single_elimination"))).started("ann", "bob")
    told.tell(Withdrawn(entrant="bob"))
    assert refused(told, Returned(entrant="bob")) == "who leaves an elimination is out"


def test_the_next_stage_has_those_who_went_on() -> None:
    stages = (SwissStage(rounds=1, advance=2), EliminationStage(format="single_elimination"))
    told = Told(settings(*stages)).started("ann", "bob", "cy").paired("ann bob", "cy").played(1, 2, 1)
    told.tell(RoundEnded(round=1))
    assert refused(told, StageEnded(stage=0, order=("bob", "cy"))) == "the order names others than the stage"
    told.tell(StageEnded(stage=0, order=("bob", "cy", "ann")))
    assert refused(told, Finished()) == "a stage is to be played"
    told.tell(StageStarted(stage=1, seeding=("bob", "cy")))
    assert refused(told, StageStarted(stage=1, seeding=("bob", "cy"))) == "another stage is to be played"


def _bracket_round(*tables: str, number: int = 1) -> Happening:
    paired = round_of(number, *tables)
    return paired.model_copy(
        update={
            "tables": tuple(
                table.model_copy(update={"node": f"W{number}.{place}"}) for place, table in enumerate(paired.tables)
            )
        }
    )
