"""What hosts correct after later rounds were paired: results, pairings, the start, the end."""

from collections.abc import Sequence

import pytest

from services.tournaments import corrections, formats
from services.tournaments.corrections import TableFate, fates, needs_then
from services.tournaments.event_commitment import Lots
from services.tournaments.log import (
    Cancelled,
    Closed,
    Finished,
    GameEnded,
    Happening,
    Paused,
    ResultSet,
    Resumed,
    RoundEnded,
    Started,
    TableLeft,
    Undone,
    Withdrawn,
    dump,
)
from services.tournaments.settings import EliminationStage, Stage, SwissStage, TableEliminationStage
from services.tournaments.tournament import NotPossible, TournamentStatus
from services.tournaments.what_if import what_if
from tests.unit.tournaments.logs import SEED, Told, settings

KNOCK_OUT = EliminationStage(format="single_elimination")


def begun(*stages: Stage, entrants: int = 8) -> Told:
    """Started, with its first round paired. The better seed sits first at every table."""
    told = Told(settings(*stages))
    names = [f"e{number}" for number in range(1, entrants + 1)]
    told.entered(*names).tell(Started(seeding=tuple(names)))
    return told.goes_on()


def play(told: Told, *, most: int = 1_000) -> Told:
    """Until it is over, or so many matches were played: the better seed wins."""
    for _ in range(most):
        if told.tournament.status.is_over:
            break
        play_next(told)
    return told


def play_next(told: Told, *places: int) -> Told:
    """The next match of the open table with the lowest number; without places, who sits first wins."""
    state = told.tournament.open_round
    assert state is not None
    table = state.open_tables[0]
    seated = table.seated(table.next_game)
    ordered = sorted(seated, key=lambda each: int(each[1:]))
    own = places or tuple(1 + ordered.index(each) for each in seated)
    told.tell(
        GameEnded(
            round=state.number,
            table=table.number,
            game=table.next_game,
            match=f"m{len(told.entries)}",
            entrants=seated,
            places=own,
        )
    )
    return told.goes_on()


def round_tables(told: Told, number: int) -> list[tuple[tuple[str, ...], bool]]:
    """Who meets in a round, and whether it is decided."""
    return [(table.entrants, table.result is not None) for table in told.tournament.rounds[number - 1].tables]


def last(told: Told, kind: type) -> int:
    """The number of the last entry of a kind that counts."""
    return max(
        entry.number
        for entry in told.entries
        if isinstance(entry.what, kind) and entry.number not in told.tournament.undone
    )


def order(told: Told) -> list[str]:
    return list(formats.order(told.tournament, told.tournament.stages[-1]))


def test_a_wrong_knock_out_result_is_mended_after_the_next_round_was_paired() -> None:
    told = play(begun(KNOCK_OUT), most=5)  # the first semifinal is played, the second is under way
    assert round_tables(told, 2) == [(("e1", "e4"), True), (("e2", "e3"), False)]
    entry = told.tournament.rounds[1].entry
    with pytest.raises(NotPossible, match="others go on"):
        told.correct(ResultSet(round=1, table=1, places=(2, 1)))
    told.correct(ResultSet(round=1, table=1, places=(2, 1), then="replay"))
    assert round_tables(told, 2) == [(("e8", "e4"), False), (("e2", "e3"), False)]
    second = told.tournament.rounds[1].tables[1]
    assert (second.entry, second.taken_back) == (entry, 0)  # its match is played on
    play(told)
    assert order(told)[:4] == ["e2", "e4", "e3", "e8"]


def test_what_was_played_where_the_same_meet_stands_with_its_games() -> None:
    told = play(begun(EliminationStage(format="single_elimination", games=3)), most=8 + 2 + 1)
    before = told.tournament.rounds[1].tables
    assert [(table.result is not None, len(table.games)) for table in before] == [(True, 2), (False, 1)]
    told.correct(ResultSet(round=1, table=2, places=(2, 1), then="replay"))
    after = told.tournament.rounds[1].tables
    assert [table.entrants for table in after] == [("e1", "e5"), ("e2", "e3")]
    assert (after[1].games, after[1].entry) == (before[1].games, before[1].entry)
    assert len(play(told).tournament.rounds[1].tables[0].games) == 2
    assert told.again().rounds == told.tournament.rounds


def test_a_table_that_all_have_left_stands_when_others_are_played_again() -> None:
    told = play(begun(KNOCK_OUT), most=4)
    told.tell(TableLeft(round=2, table=1, entrants=("e1", "e4"), came=())).goes_on()
    told.correct(ResultSet(round=1, table=3, places=(2, 1), then="replay"))
    assert round_tables(told, 2) == [(("e1", "e4"), True), (("e7", "e3"), False)]
    assert told.tournament.rounds[1].tables[0].away == ("e1", "e4")


def test_who_has_left_a_table_that_stands_is_away_where_it_is_paired_again() -> None:
    told = play(begun(TableEliminationStage(seats=4), entrants=16), most=4)
    entrants = told.tournament.rounds[1].tables[0].entrants
    told.tell(TableLeft(round=2, table=1, entrants=entrants[1:2], came=()))
    told.tell(Withdrawn(entrant=told.tournament.rounds[0].tables[0].entrants[3]))
    first = told.tournament.rounds[0].tables[0]
    others = tuple(1 + (2, 1, 0, 3)[place - 1] for place in (first.result.places if first.result else ()))
    told.correct(ResultSet(round=1, table=1, places=others, then="replay"))
    assert [table.stands for table in told.tournament.rounds[1].paired.tables] == [None]
    told.correct(ResultSet(round=1, table=1, places=first.result.places if first.result else (), then="replay"))
    (again,) = told.tournament.rounds[1].paired.tables
    assert (set(again.entrants), again.away) == (set(entrants), entrants[1:2])
    assert told.tournament.rounds[1].tables[0].present == (entrants[0], *entrants[2:])


def test_a_table_that_stands_again_after_it_was_not_there_plays_another_match() -> None:
    """Its match was called off meanwhile, and may have shown its cards."""
    told = play(begun(KNOCK_OUT), most=4)
    first = told.tournament.rounds[1].tables[0]
    assert first.entrants == ("e1", "e4")
    for places in ((2, 1), (1, 2)):
        told.correct(ResultSet(round=1, table=1, places=places, then="replay"))
    again = told.tournament.rounds[1].tables[0]
    assert (again.entrants, again.games) == (("e1", "e4"), ())
    assert (again.entry, again.lost_matches) != (first.entry, first.lost_matches)


def test_a_correction_of_the_first_round_leads_through_all_later_ones() -> None:
    told = play(begun(KNOCK_OUT), most=7)
    assert told.tournament.status.is_over
    told.correct(ResultSet(round=1, table=4, places=(2, 1), then="replay"))  # e3 loses to e6
    assert told.tournament.status.is_under_way
    assert round_tables(told, 2) == [(("e1", "e4"), True), (("e2", "e6"), False)]
    play_next(told)
    assert round_tables(told, 3) == [(("e1", "e2"), True)]  # the final had the same entrants: it stands
    assert told.tournament.status.is_over
    told.correct(ResultSet(round=2, table=2, places=(2, 1), then="replay"))
    assert round_tables(told, 3) == [(("e1", "e6"), False)]
    assert order(play(told))[:3] == ["e1", "e6", "e2"]


def test_who_went_on_stays_by_the_hosts_word_while_the_result_is_corrected() -> None:
    told = play(begun(KNOCK_OUT), most=5)
    told.correct(ResultSet(round=1, table=1, places=(2, 1), then="stand"))
    assert round_tables(told, 2) == [(("e1", "e4"), True), (("e2", "e3"), False)]
    table = told.tournament.rounds[0].tables[0]
    assert table.result is not None
    assert (table.result.places, table.went_on) == ((2, 1), (1, 2))
    points = {row.entrant.id: row.points for row in formats.stage_standings(told.tournament, told.tournament.stages[0])}
    assert (points["e1"], points["e8"]) == ("1", "1")
    # Said again as it was, nothing more follows; and its host may still have it played again.
    assert not needs_then(told.tournament, ResultSet(round=1, table=1, places=(1, 2)))
    assert needs_then(told.tournament, ResultSet(round=1, table=1, places=(2, 1)))
    assert order(play(told))[:2] == ["e1", "e2"]


def test_a_corrected_swiss_stage_is_seeded_anew_and_the_same_tables_of_the_next_one_stand() -> None:
    told = play(begun(SwissStage(rounds=2, advance=4), KNOCK_OUT), most=8)
    assert [stage.seeding for stage in told.tournament.stages][1] == ("e1", "e2", "e3", "e4")
    play_next(told)
    assert round_tables(told, 3) == [(("e1", "e4"), True), (("e2", "e3"), False)]
    four = next(
        (state.number, table.number, table.entrants)
        for state in told.tournament.rounds[:2]
        for table in state.tables
        if "e4" in table.entrants and table.result is not None and table.result.places[table.entrants.index("e4")] == 1
    )
    wrong = ResultSet(round=four[0], table=four[1], places=tuple(2 if each == "e4" else 1 for each in four[2]))
    assert needs_then(told.tournament, wrong)
    told.correct(wrong.model_copy(update={"then": "replay"}))
    seeding = told.tournament.stages[1].seeding
    assert seeding != ("e1", "e2", "e3", "e4")
    assert set(round_tables(told, 3)[0][0] + round_tables(told, 3)[1][0]) == set(seeding)
    assert told.again().stages == told.tournament.stages
    assert play(told).tournament.status is TournamentStatus.FINISHED


def test_a_stage_for_which_a_correction_leaves_too_few_does_not_begin_again() -> None:
    told = play(begun(SwissStage(rounds=1, advance=2), KNOCK_OUT, entrants=4), most=2)
    told.tell(*(Withdrawn(entrant=each) for each in ("e2", "e3", "e4")))
    told.correct(ResultSet(round=1, table=1, places=(2, 1), then="replay"))
    assert len(told.tournament.stages) == 1
    assert told.goes_on().tournament.status is TournamentStatus.FINISHED


def test_a_correction_by_which_nobody_else_goes_on_asks_nothing() -> None:
    told = play(begun(TableEliminationStage(seats=4, winners=2), entrants=8), most=2)
    table = told.tournament.rounds[0].tables[0]
    places = (1, 2, 4, 3)
    assert table.result is not None
    assert table.result.places != places
    told.correct(ResultSet(round=1, table=1, places=places))
    assert told.tournament.table(1, 1).result is not None


def test_a_final_that_is_corrected_so_that_it_is_played_again_opens_the_bracket() -> None:
    told = play(begun(EliminationStage(format="double_elimination"), entrants=4))
    assert told.tournament.status is TournamentStatus.FINISHED
    final = len(told.tournament.rounds)
    wrong = ResultSet(round=final, table=1, places=(2, 1))
    assert needs_then(told.tournament, wrong)
    told.correct(wrong.model_copy(update={"then": "replay"})).goes_on()
    assert [table.node for table in told.tournament.rounds[-1].tables] == ["F2"]
    assert play(told).tournament.status is TournamentStatus.FINISHED


def test_an_entry_falls_with_all_that_cannot_stand_without_it() -> None:
    told = play(begun(KNOCK_OUT), most=5)
    number = next(entry.number for entry in told.entries if isinstance(entry.what, RoundEnded))
    assert corrections.falls_with(told.settings, told.entries, number) == (number + 1, number + 2)
    told.undo_with_all(number)
    assert told.entries[-1].what == Undone(entry=number, also=(number + 1, number + 2))
    assert (len(told.tournament.rounds), told.tournament.rounds[0].ended_ms) == (1, None)
    # What was dealt in the match that fell is not dealt again.
    assert told.tournament.meetings[frozenset({"e1", "e4"})].dealt == 1
    assert order(play(told.goes_on()))[0] == "e1"


def test_the_start_is_taken_back_although_rounds_were_played() -> None:
    told = play(begun(SwissStage(rounds=2), entrants=4), most=3)
    told.undo_with_all(last(told, Started))
    tournament = told.tournament
    assert (tournament.status, tournament.rounds, tournament.stages) == (TournamentStatus.REGISTRATION, [], [])
    assert len(tournament.members) == 4
    told.tell(Started(seeding=("e4", "e3", "e2", "e1"))).goes_on()
    assert play(told).tournament.status is TournamentStatus.FINISHED


def test_a_withdrawal_falls_alone_unless_the_bracket_has_gone_on_by_it() -> None:
    told = begun(KNOCK_OUT, entrants=4).tell(Withdrawn(entrant="e4"))
    assert corrections.falls_with(told.settings, told.entries, last(told, Withdrawn)) == ()
    told = play(begun(KNOCK_OUT, entrants=8).tell(Withdrawn(entrant="e8"), Withdrawn(entrant="e1")), most=5)
    number = last(told, Withdrawn)
    fallen = [told.entries[each - 1].what.kind for each in corrections.falls_with(told.settings, told.entries, number)]
    assert fallen[:1] == ["round_paired"]


def test_the_end_is_taken_back_and_a_cancelled_event_goes_on_with_other_matches() -> None:
    told = play(begun(SwissStage(rounds=1), entrants=4), most=1).tell(Cancelled())
    told.undo_with_all(last(told, Cancelled))
    assert told.tournament.status is TournamentStatus.RUNNING
    assert [table.taken_back for table in told.tournament.rounds[0].tables] == [1, 1]
    play(told)
    told.undo_with_all(last(told, RoundEnded))
    assert (told.tournament.status, told.tournament.stages[0].order) == (TournamentStatus.RUNNING, None)
    assert told.goes_on().tournament.status is TournamentStatus.FINISHED


def test_a_replayed_correction_that_is_taken_back_leaves_what_was_before() -> None:
    told = play(begun(KNOCK_OUT), most=6)
    told.correct(ResultSet(round=1, table=1, places=(2, 1), then="replay"))
    play_next(told)
    told.undo_with_all(last(told, ResultSet))
    assert round_tables(told, 2) == [(("e1", "e4"), True), (("e2", "e3"), True)]
    assert order(play(told))[:2] == ["e1", "e2"]


def test_what_would_follow_is_told_before() -> None:
    told = play(begun(KNOCK_OUT), most=5)
    wrong = ResultSet(round=1, table=1, places=(2, 1))
    after, follows = what_if(told.settings, told.entries, [wrong], Lots(SEED), told.now_ms)
    assert follows.then == ("replay", "stand")
    assert [(each.table, each.fate) for each in follows.tables] == [(1, TableFate.LOST), (2, TableFate.STANDS)]
    assert after.rounds[1].tables[0].entrants == ("e8", "e4")
    assert round_tables(told, 2)[0] == (("e1", "e4"), True)
    ended = next(entry.number for entry in told.entries if isinstance(entry.what, RoundEnded))
    after, follows = what_if(told.settings, told.entries, [Undone(entry=ended)], Lots(SEED), told.now_ms)
    assert follows.entries == (ended + 1, ended + 2)
    assert {each.fate for each in follows.tables} == {TableFate.LOST}
    assert fates(told.tournament, told.tournament).tables == ()


def test_what_earlier_releases_have_let_stand_stays() -> None:
    """They took a result back on which a later table of the bracket stood."""
    told = play(begun(KNOCK_OUT, entrants=4), most=1)
    told.tell(ResultSet(round=1, table=1, places=(2, 1)), by="host")
    result = len(told.entries)
    play(told, most=1).undo(result)
    assert round_tables(told, 2) == [(("e4", "e2"), False)]
    stale = corrections.failing(told.settings, told.entries)
    assert [told.entries[number - 1].what.kind for number in stale] == ["round_paired"]
    told.tell(Paused(), Resumed())
    assert corrections.falls_with(told.settings, told.entries, len(told.entries) - 1) == (len(told.entries),)
    assert play(told).tournament.status.is_over


def test_nothing_of_a_closed_tournament_is_corrected() -> None:
    told = play(begun(SwissStage(rounds=1), entrants=4))
    with pytest.raises(NotPossible, match="it is not over"):
        begun(SwissStage(rounds=1), entrants=4).tell(Closed())
    told.tell(Closed())
    changes: Sequence[Happening] = (
        ResultSet(round=1, table=1, places=(2, 1)),
        Undone(entry=last(told, Finished)),
        Closed(),
    )
    for what in changes:
        with pytest.raises(NotPossible, match="it is closed"):
            told.tell(what)


def test_entries_of_before_there_were_corrections_keep_their_bytes() -> None:
    assert dump(Undone(entry=7)) == b'{"entry":7,"kind":"undone"}'
    assert dump(ResultSet(round=1, table=2, places=(1, 2))) == (
        b'{"forfeits":[],"kind":"result_set","places":[1,2],"round":1,"table":2}'
    )
    assert b"stands" not in dump(begun(KNOCK_OUT).entries[-1].what)


def test_a_round_is_paired_by_hand_while_the_tournament_is_paused() -> None:
    told = play(begun(SwissStage(rounds=2), entrants=4), most=1).tell(Paused())
    play_next(told)
    assert told.tournament.open_round is None
    told.paired("e1 e2", "e3 e4").tell(Resumed())
    assert play(told).tournament.status is TournamentStatus.FINISHED
