"""Who loses a table by not being there, who is taken out, and what nobody is given who is not there."""

from dataclasses import replace

from services.engine.clocks import (
    NO_CLOCKS,
    Bronstein,
    Correspondence,
    Fischer,
    Forfeit,
    PerDecision,
    TimeControl,
)
from services.stored_tournaments.planning import TournamentRequest, usual_grace
from services.tournaments.event_commitment import Lots
from services.tournaments.formats import stage_standings
from services.tournaments.log import (
    Entered,
    GameVoid,
    PairedTable,
    ResultSet,
    Returned,
    RoundEnded,
    RoundPaired,
    StageEnded,
    StageStarted,
    Started,
    TableLeft,
    Undone,
    Withdrawn,
)
from services.tournaments.presence import Attendance, counted_ms, taken_out, who_leaves, who_resigns
from services.tournaments.settings import (
    ArenaStage,
    EliminationStage,
    PodsStage,
    PresenceRule,
    RoundRobinStage,
    RoundTimes,
    Stage,
    SwissStage,
    TableEliminationStage,
    TournamentSettings,
)
from services.tournaments.steps import next_steps
from services.tournaments.tournament import TournamentStatus
from tests.marks import each_row
from tests.unit.tournaments.logs import SEED, Told, round_of, settings

RULE = PresenceRule(grace_seconds=30)
PLAYED_FOR = PresenceRule(grace_seconds=30, leaving="played_for")
PLAYED_ON = PresenceRule(grace_seconds=30, withdrawing="played_on")
NOBODY = frozenset[str]()


def people(*names: str, stage: Stage | None = None, rule: PresenceRule = RULE, house: str = "") -> Told:
    """A tournament that has started. ``house``: who is a bot of the house."""
    told = Told(settings(stage or SwissStage(rounds=3), presence=rule))
    for name in names:
        bot = "greedy" if name == house else None
        told.tell(Entered(entrant=name, name=name.title(), player=None if bot else f"p_{name}", bot=bot))
    return told.tell(Started(seeding=names), StageStarted(stage=0, seeding=names))


def seen(waited: int, come: str = "", acted: str = "", **time_outs: int) -> Attendance:
    return Attendance(1000 * waited, frozenset(come.split()), frozenset(acted.split()), time_outs)


def points(told: Told) -> dict[str, int]:
    stage = told.tournament.stages[-1]
    return {row.entrant.id: row.entrant.points for row in stage_standings(told.tournament, stage)}


@each_row(
    ("rule", "withdrawn", "attendance", "gone", "came"),
    [
        (RULE, "", seen(29, "ann"), "", ""),
        (RULE, "", seen(30, "ann"), "bob", "ann"),
        (RULE, "", seen(30, "ann bob"), "", ""),
        (RULE, "", seen(30), "ann bob", ""),
        # Connected, and no more: in its third turn running it has left. Until then it may come back.
        (RULE, "", seen(9, "ann bob", "ann", bob=2), "", ""),
        (RULE, "", seen(9, "ann bob", "ann", bob=3), "bob", "ann"),
        (PLAYED_FOR, "", seen(9, "ann bob", "ann", bob=3), "", ""),
        # Who has played and leaves resigns in its match instead.
        (RULE, "", seen(9, "ann bob", "ann bob", bob=3), "", ""),
        # Nobody wins by the absence of others whose own clock runs, or who has not come.
        (RULE, "", seen(9, "ann bob", "ann", bob=3, ann=1), "", ""),
        (RULE, "", seen(9, "bob", "", bob=3), "", ""),
        (RULE, "", seen(30, "bob", "bob", bob=3), "ann bob", ""),
        (RULE, "", seen(9, "ann bob", "ann bob", ann=3, bob=3), "ann bob", ""),
        (RULE, "bob", seen(0, "ann bob"), "bob", "ann"),
        (RULE, "bob", seen(0, "bob"), "", ""),
        (RULE, "bob", seen(30, "bob"), "ann bob", ""),
        (RULE, "ann bob", seen(0), "ann bob", ""),
        (RULE, "bob", None, "bob", ""),
        (RULE, "", None, "", ""),
        (PLAYED_ON, "bob", seen(0, "ann bob"), "", ""),
        (PLAYED_ON, "bob", None, "", ""),
    ],
)
def test_who_is_not_there_loses_the_table_to_those_who_are(
    rule: PresenceRule, withdrawn: str, attendance: Attendance | None, gone: str, came: str
) -> None:
    told = people("ann", "bob", rule=rule).paired("ann bob")
    told.tell(*(Withdrawn(entrant=each) for each in withdrawn.split()))
    left = who_leaves(told.tournament, rule, 1, told.tournament.table(1, 1), attendance)
    expected = TableLeft(round=1, table=1, entrants=tuple(gone.split()), came=tuple(came.split())) if gone else None
    assert (left and left[0]) == expected


@each_row(
    ("attendance", "gone"),
    [
        (seen(9, "ann bob", "ann bob", bob=3), ["bob"]),
        (seen(9, "ann bob", "ann bob", bob=3, ann=1), []),
        (seen(9, "ann bob", "ann bob", bob=3, ann=3), []),
        (seen(9, "ann bob", "ann", bob=3), []),
        (seen(9, "bob", "bob", bob=3), []),
    ],
)
def test_who_has_played_and_leaves_resigns(attendance: Attendance, gone: list[str]) -> None:
    told = people("ann", "bob").paired("ann bob")
    assert who_resigns(told.tournament, RULE, told.tournament.table(1, 1), attendance) == gone
    assert who_resigns(told.tournament, PLAYED_FOR, told.tournament.table(1, 1), attendance) == []


def test_a_bot_of_the_house_is_always_there_and_wins_by_that() -> None:
    told = people("ann", "bob", house="bob").paired("ann bob")
    left = who_leaves(told.tournament, RULE, 1, told.tournament.table(1, 1), seen(30))
    assert left == (
        TableLeft(round=1, table=1, entrants=("ann",), came=("bob",)),
        "Did not come within 30 seconds.",
    )
    leaver = seen(9, "ann", "ann", ann=3)
    assert who_resigns(told.tournament, RULE, told.tournament.table(1, 1), leaver) == ["ann"]


def test_a_bot_that_was_not_asked_yet_is_not_late() -> None:
    """One with a webhook comes by answering: as long as the other thinks about its first move, it cannot."""
    told = people("ann", "bob").paired("ann bob")
    table = told.tournament.table(1, 1)
    waiting = replace(seen(99, "ann"), excused=frozenset({"bob"}))
    assert who_leaves(told.tournament, RULE, 1, table, waiting) is None
    assert who_leaves(told.tournament, RULE, 1, table, replace(waiting, come=frozenset())) is None
    missed = who_leaves(told.tournament, RULE, 1, table, seen(99, "ann", bob=1))
    assert missed is not None
    assert missed[0].entrants == ("bob",)


@each_row(
    ("still", "counted"),
    [((), 100), (((20, 30), (90, 200)), 70), (((0, 50),), 60), (((20, 40), (30, 50)), 70), (((300, 400),), 100)],
)
def test_time_that_stood_still_does_not_count(still: tuple[tuple[int, int], ...], counted: int) -> None:
    assert counted_ms(10, 110, still) == counted


def test_a_table_of_four_is_played_anew_by_those_who_are_there_until_they_are_too_few() -> None:
    told = people("ann", "bob", "cy", "di", stage=PodsStage(rounds=1, seats=4)).paired("ann bob cy di")
    told.tell(TableLeft(round=1, table=1, entrants=("di",), came=("ann", "bob", "cy")))
    table = told.tournament.table(1, 1)
    assert (table.present, table.lost_matches, table.result) == (("ann", "bob", "cy"), 1, None)
    told.tell(TableLeft(round=1, table=1, entrants=("bob",), came=("ann", "cy")), reason="Not there.")
    result = told.tournament.table(1, 1).result
    assert result is not None
    assert (result.places, result.forfeits, result.why) == ((1, 3, 1, 3), ("di", "bob"), "Not there.")
    told.tell(RoundEnded(round=1))
    assert points(told) == {"ann": 350, "cy": 350, "bob": 0, "di": 0}


def test_who_misses_tables_is_taken_out_and_begins_anew_when_it_returns() -> None:
    told = people("ann", "bob", "cy", "di")
    for number, pairs in enumerate((("ann bob", "cy di"), ("ann cy", "bob di")), 1):
        told.paired(*pairs)
        gone = {"bob": 1, "di": 2} if number == 1 else {"bob": 2}
        for entrant, table in gone.items():
            other = next(each for each in told.tournament.table(number, table).entrants if each != entrant)
            told.tell(TableLeft(round=number, table=table, entrants=(entrant,), came=(other,)))
        if number == 2:
            told.played(1, 1, 2)
            told.tell(ResultSet(round=1, table=2, places=(1, 1)), by="host")  # di had an excuse
        assert taken_out(told.tournament) == (
            [] if number == 1 else [(Withdrawn(entrant="bob"), "Has missed 2 tables. It may return.")]
        )
        if number == 1:
            told.tell(RoundEnded(round=1))
    told.tell(Withdrawn(entrant="bob"))
    assert taken_out(told.tournament) == []
    assert {entrant: len(tables) for entrant, tables in told.tournament.missed.items() if tables} == {"bob": 2}
    assert told.again().missed == told.tournament.missed
    told.tell(Returned(entrant="bob"), by="p_bob")
    assert "bob" not in told.tournament.missed
    assert taken_out(told.tournament) == []


def test_a_host_who_takes_a_withdrawal_back_lets_the_entrant_begin_anew() -> None:
    told = people("ann", "bob", rule=PresenceRule(grace_seconds=30, out_after=1)).paired("ann bob")
    told.tell(TableLeft(round=1, table=1, entrants=("bob",), came=("ann",)))
    (out,) = taken_out(told.tournament)
    told.tell(out[0], reason=out[1])
    told.undo(len(told.entries))
    assert taken_out(told.tournament) == []
    assert not told.tournament.members["bob"].is_withdrawn


def test_who_is_out_after_a_later_table_leaves_all_tables_before_as_they_were() -> None:
    """Whoever loses the final of a double elimination has mostly lost once before, and leaves no seat there."""
    told = people("ann", "bob", "cy", "dee", stage=EliminationStage(format="double_elimination")).goes_on()
    while (final := told.tournament.rounds[-1].tables[0]).node != "F":
        for table in told.tournament.rounds[-1].open_tables:
            told.played(table.number, *(1 if each == min(table.entrants) else 2 for each in table.entrants))
        told.goes_on()
    assert final.entrants == ("ann", "bob")
    told.tell(TableLeft(round=4, table=1, entrants=("bob",), came=("ann",))).goes_on()
    assert told.tournament.members["bob"].is_withdrawn
    assert told.tournament.status is TournamentStatus.FINISHED
    assert told.tournament.stages[0].order == ("ann", "bob", "cy", "dee")


def test_who_was_taken_out_for_a_table_that_it_has_not_missed_plays_again() -> None:
    stage = EliminationStage(format="single_elimination")
    told = people("ann", "bob", "cy", "dee", stage=stage).goes_on()
    told.tell(TableLeft(round=1, table=1, entrants=("dee",), came=("ann",)))
    missed = len(told.entries)
    told.goes_on().undo_with_all(missed)
    assert told.entries[-1].what == Undone(entry=missed, also=(missed + 1,))
    assert not told.tournament.members["dee"].is_withdrawn
    assert not told.tournament.missed.get("dee")


def test_no_match_of_a_table_is_ever_taken_for_another() -> None:
    """Of a table of four, the games of the three who were left fall with what says that the fourth has left."""
    told = people("ann", "bob", "cy", "dee", stage=PodsStage(rounds=1, seats=4, games=2)).goes_on()
    places = []

    def played(what: str) -> None:
        table = told.tournament.table(1, 1)
        places.append((table.next_game, table.lost_matches))
        seats = table.seated(table.next_game)
        match what:
            case "left":
                told.tell(TableLeft(round=1, table=1, entrants=seats[:1], came=()))
            case "void":
                told.tell(GameVoid(round=1, table=1, game=table.next_game, match="v", entrants=seats))
            case _:
                told.played(1, 1, 2, 3, 4)

    played("left")
    left = len(told.entries)
    for what in ("ended", "void"):
        played(what)
    places.append((told.tournament.table(1, 1).next_game, told.tournament.table(1, 1).lost_matches))
    told.undo_with_all(left)
    for what in ("ended", "ended"):
        played(what)
    assert len(set(places)) == len(places) == 6


def test_an_elimination_takes_out_at_once_and_leaves_a_walkover() -> None:
    told = people("ann", "bob", "cy", "di", stage=EliminationStage(format="single_elimination"))
    told.tell(
        RoundPaired(
            round=1,
            tables=(PairedTable(entrants=("ann", "di"), node="W1-1"), PairedTable(entrants=("bob", "cy"), node="W1-2")),
        )
    )
    told.played(1, 1, 2).tell(TableLeft(round=1, table=2, entrants=("bob", "cy"), came=()))
    result = told.tournament.table(1, 2).result
    assert result is not None
    assert (result.places, result.forfeits) == ((1, 2), ("bob", "cy"))
    out = taken_out(told.tournament)
    assert out == [(Withdrawn(entrant="bob"), "Has missed a table."), (Withdrawn(entrant="cy"), "Has missed a table.")]
    told.tell(*(what for what, _ in out), RoundEnded(round=1))
    rows = stage_standings(told.tournament, told.tournament.stages[0])
    assert [(row.rank, row.entrant.id) for row in rows] == [(1, "ann"), (2, "bob"), (2, "cy"), (2, "di")]


def test_who_goes_on_without_a_match_and_then_does_not_come_leaves_the_final_as_it_was() -> None:
    told = people("ann", "bob", "cy", "di", "eve", stage=TableEliminationStage(seats=3))
    told.tell(Withdrawn(entrant="di"), Withdrawn(entrant="eve"))
    (final,) = (what for what, _ in next_steps(told.tournament, Lots(SEED), told.now_ms))
    assert isinstance(final, RoundPaired)
    assert [(table.node, set(table.entrants)) for table in final.tables] == [("F", {"ann", "bob", "cy"})]
    told.tell(final, TableLeft(round=1, table=1, entrants=("cy",), came=("ann", "bob")))
    told.tell(*(what for what, _ in taken_out(told.tournament)), RoundEnded(round=1))
    ((ended, _),) = next_steps(told.tournament, Lots(SEED), told.now_ms)
    assert isinstance(ended, StageEnded)
    assert ended.order[:3] == ("ann", "bob", "cy")


def test_ghosts_collect_nothing() -> None:
    """Three accounts that never connect: byes, walkovers and the absence of others are worth nothing to them."""
    told = people("ann", "bob", "g1", "g2", "g3", rule=PresenceRule(grace_seconds=30, out_after=0))
    told.tell(round_of(1, "ann g1", "bob g2", "g3"))
    assert points(told)["g3"] == 100  # it may yet come: nothing says that it does not
    told.tell(TableLeft(round=1, table=1, entrants=("g1",), came=("ann",)))
    told.tell(TableLeft(round=1, table=2, entrants=("g2",), came=("bob",)), RoundEnded(round=1))
    told.tell(round_of(2, "ann bob", "g2 g3", "g1")).played(1, 1, 1)
    told.tell(TableLeft(round=2, table=2, entrants=("g2", "g3"), came=()), RoundEnded(round=2))
    told.tell(round_of(3, "ann g3", "g1 g2", "bob"))
    told.tell(TableLeft(round=3, table=1, entrants=("g3",), came=("ann",)))
    told.tell(TableLeft(round=3, table=2, entrants=("g1", "g2"), came=()), RoundEnded(round=3))
    assert points(told) == {"ann": 250, "bob": 250, "g1": 0, "g2": 0, "g3": 0}


def test_a_bye_counts_for_who_comes_to_its_next_table() -> None:
    told = people("ann", "bob", "cy").tell(round_of(1, "ann bob", "cy")).played(1, 1, 2).tell(RoundEnded(round=1))
    told.tell(round_of(2, "ann cy", "bob"))
    told.tell(TableLeft(round=2, table=1, entrants=("ann",), came=("cy",)), RoundEnded(round=2))
    assert points(told) == {"ann": 100, "bob": 100, "cy": 200}
    told.tell(round_of(3, "bob cy", "ann"))  # who has missed its last table has a bye in vain
    assert points(told)["ann"] == 100


def test_a_walkover_of_a_plan_is_worth_nothing_to_who_never_comes() -> None:
    told = people("ann", "bob", "cy", "di", stage=RoundRobinStage()).tell(Withdrawn(entrant="di"))
    pair = (PairedTable(entrants=("ann", "di"), away=("di",)), PairedTable(entrants=("bob", "cy")))
    told.tell(RoundPaired(round=1, tables=pair)).played(2, 1, 2).tell(RoundEnded(round=1))
    assert points(told)["ann"] == 100
    told.tell(
        RoundPaired(
            round=2, tables=(PairedTable(entrants=("ann", "bob")), PairedTable(entrants=("di", "cy"), away=("di",)))
        )
    )
    told.tell(TableLeft(round=2, table=1, entrants=("ann",), came=("bob",)), RoundEnded(round=2))
    assert points(told) == {"bob": 200, "cy": 100, "ann": 0, "di": 0}


@each_row(
    ("control", "round_seconds", "grace"),
    [
        (PerDecision(seconds=2), None, 30),
        (PerDecision(seconds=20), None, 200),
        (PerDecision(seconds=60), None, 300),
        (PerDecision(seconds=86_400), None, 86_400),
        (Correspondence(days=3), None, 259_200),
        (Fischer(bank_seconds=600, increment_seconds=10), None, 300),
        (Bronstein(bank_seconds=60, delay_seconds=2), None, 60),
        (Fischer(bank_seconds=86_400, increment_seconds=0), None, 8_640),
        (NO_CLOCKS, 20, 20),
        (Correspondence(days=3), 3_600, 3_600),
    ],
)
def test_the_usual_grace_is_by_the_clock(control: TimeControl, round_seconds: int | None, grace: int) -> None:
    times = RoundTimes(round_seconds=round_seconds)
    asked = TournamentRequest("Cup", "sealed", (SwissStage(rounds=1),), time_control=control, times=times)
    assert usual_grace(asked) == grace


def test_the_usual_grace_is_shorter_where_others_would_wait_in_vain() -> None:
    asked = TournamentRequest("Cup", "sealed", (SwissStage(rounds=1),), time_control=PerDecision(seconds=45))
    assert usual_grace(replace(asked, on_time_out=Forfeit())) == 45
    assert usual_grace(replace(asked, stages=(ArenaStage(duration_seconds=3_600),))) == 180


def test_settings_of_before_there_was_such_a_rule_keep_their_bytes_and_need_nobody() -> None:
    old = settings()
    assert b"presence" not in old.to_bytes()
    assert TournamentSettings.read(old.to_bytes()).presence_rule is None
    new = settings(presence=RULE)
    assert TournamentSettings.read(new.to_bytes()).presence_rule == RULE
