"""Rounds, cross tables, brackets and cards, as everybody is shown them."""

import json

import pytest

from services.tournaments.bracket_document import NodeState, TournamentBracket, bracket_document
from services.tournaments.card_document import EntrantCard, card_document
from services.tournaments.cross_table_document import cross_table_document
from services.tournaments.entrant_document import entrant_document
from services.tournaments.event_commitment import Lots
from services.tournaments.log import (
    ByeRequested,
    Entered,
    GameVoid,
    Happening,
    PairedTable,
    ResultSet,
    RoundEnded,
    RoundPaired,
    StageStarted,
    Started,
    Withdrawn,
)
from services.tournaments.pairing_by_hand import HandPairing, WrongPairing, paired_by_hand, swapped
from services.tournaments.results_csv import results_csv
from services.tournaments.round_document import TableMatchState, UnderWay, round_document, round_summary
from services.tournaments.settings import EliminationStage, EntryRules, PodsStage, RoundTimes, SwissStage
from services.tournaments.standings_document import standings_document
from services.tournaments.stored_standings import StoredStandings
from services.tournaments.table_decision import DecidedBy
from services.tournaments.what_if import ChangeNotPossible, what_if
from tests.unit.tournaments.logs import SEED, Told, settings


def stored(told: Told) -> StoredStandings:
    return StoredStandings(standings_document(told.tournament))


def card_of(told: Told, id: str, under_way: UnderWay | None = None) -> EntrantCard:
    entrant = entrant_document(told.tournament.members[id], {}, {})
    return card_document(told.tournament, entrant, stored(told), under_way)


def bracket(told: Told) -> TournamentBracket:
    found = bracket_document(told.tournament, told.tournament.stages[-1])
    assert found is not None
    return found


def knockout(*entrants: str, format_: str = "single_elimination", games: int = 1) -> Told:
    """An elimination that has begun, its first round paired as the bracket has it."""
    stage = EliminationStage.model_validate_json(json.dumps({"format": format_, "games": games}))
    return Told(settings(stage)).started(*entrants)


def pair(told: Told, **nodes: str) -> Told:
    """The next round of an elimination: at each node two entrants."""
    tables = tuple(PairedTable(entrants=tuple(two.split()), node=node.replace("_", "-")) for node, two in nodes.items())
    return told.tell(RoundPaired(round=len(told.tournament.rounds) + 1, tables=tables))


def end(told: Told) -> Told:
    return told.tell(RoundEnded(round=len(told.tournament.rounds)))


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_a_round_tells_who_sits_where_and_what_came_of_it() -> None:
    told = Told(settings(times=RoundTimes(round_seconds=60))).started("ann", "bob", "cy", "dee", "eve")
    told.paired("ann bob", "cy dee", "eve").played(1, 2, 1)
    document = round_document(told.tournament, told.tournament.rounds[0], {2: UnderWay("m_now", 1, is_made=True)})
    summary = round_summary(told.tournament, told.tournament.rounds[0])
    assert (summary.number, summary.stage, summary.entry, summary.tables, summary.decided, summary.byes) == (
        (1, 0, 8, 2, 1, 1)
    )
    assert (document.paired_at, document.deadline_at, document.ended_at) == (8_000, 68_000, None)
    first, second = document.tables
    assert [(each.id, each.name, each.is_bot) for each in first.entrants] == [
        ("ann", "Ann", True),
        ("bob", "Bob", True),
    ]
    assert first.result is not None
    assert (first.result.places, first.result.points) == ((2, 1), ("0", "1"))
    assert (first.result.decided_by, first.result.why, first.score) == (DecidedBy.MATCHES, "", ())
    assert [(match.match, match.state) for match in first.matches] == [("m8", TableMatchState.ENDED)]
    assert [(match.match, match.state) for match in second.matches] == [("m_now", TableMatchState.LIVE)]
    assert (second.result, second.waits_for_host) == (None, False)
    assert [(bye.entrant.id, bye.points) for bye in document.byes] == [("eve", "1")]


def test_a_match_that_is_handed_out_is_due_and_moments_are_written_as_everywhere() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    document = round_document(told.tournament, told.tournament.rounds[0], {1: UnderWay("m_next", 1, is_made=False)})
    fields = document.model_dump(mode="json")
    assert fields["tables"][0]["matches"][0]["state"] == "due"
    assert (fields["paired_at"], fields["ended_at"]) == ("1970-01-01T00:00:05.000Z", None)


def test_matches_without_a_result_stand_before_the_one_that_was_played_instead() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    for number in (1, 2):
        told.tell(GameVoid(round=1, table=1, game=1, match=f"void{number}"))
    told.played(1, 1, 2)
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert [(match.match, match.state) for match in table.matches] == [
        ("void1", TableMatchState.VOID),
        ("void2", TableMatchState.VOID),
        ("m7", TableMatchState.ENDED),
    ]


def test_a_table_whose_matches_all_end_without_a_result_waits_for_the_host() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    for number in (1, 2, 3):
        told.tell(GameVoid(round=1, table=1, game=1, match=f"void{number}"))
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert (table.waits_for_host, table.result) == (True, None)


def test_best_of_three_counts_wins_and_shared_ones_half() -> None:
    told = knockout("ann", "bob", games=3)
    pair(told, F="ann bob").played(1, 1, 2).played(1, 1, 1)
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert (table.games, table.score, table.result) == (3, ("1.5", "0.5"), None)
    assert [match.entrants for match in table.matches] == [("ann", "bob"), ("bob", "ann")]


def test_what_decides_a_table_is_said() -> None:
    told = knockout("ann", "bob")
    pair(told, F="bob ann")
    for _ in range(4):
        told.played(1, 1, 1)
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert table.result is not None
    assert (table.result.decided_by, table.result.places) == (DecidedBy.SEED, (2, 1))
    assert table.result.why == "Drawn after 4 matches: the better seed goes on."
    told.tell(ResultSet(round=1, table=1, places=(2, 1)), reason="The time of the round is over.")
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert table.result is not None
    assert (table.result.decided_by, table.result.why) == (DecidedBy.PLATFORM, "The time of the round is over.")
    told.tell(ResultSet(round=1, table=1, places=(1, 2)), by="player", reason="A mistake.")
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert table.result is not None
    assert (table.result.decided_by, table.result.why) == (DecidedBy.HOST, "A mistake.")


def test_who_forfeits_has_no_points() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob").played(1, 1, 2, forfeits=("bob",))
    (table,) = round_document(told.tournament, told.tournament.rounds[0]).tables
    assert table.result is not None
    assert (table.result.points, table.result.forfeits) == (("1", "0"), ("bob",))


def test_notes_name_entrants_as_people_know_them() -> None:
    told = Told(settings()).started("ann", "bob")
    table = PairedTable(entrants=("ann", "bob"))
    told.tell(RoundPaired(round=1, tables=(table,), notes=("ann and bob meet again: no way without.",)))
    document = round_document(told.tournament, told.tournament.rounds[0])
    assert document.notes == ("Ann and Bob meet again: no way without.",)


def test_sentences_tell_entrants_of_one_name_apart() -> None:
    told = Told(settings())
    for id, name in (("e1", "Twin"), ("e2", "Ann"), ("e3", "Twin")):
        told.tell(Entered(entrant=id, name=name, bot="greedy", is_bot=True))
    ids = ("e1", "e2", "e3")
    told.tell(Started(seeding=ids), StageStarted(stage=0, seeding=ids))
    table = PairedTable(entrants=("e1", "e3"))
    told.tell(RoundPaired(round=1, tables=(table,), absent=("e2",), notes=("e1 meets e3, and e2 rests.",)))
    document = round_document(told.tournament, told.tournament.rounds[0])
    assert document.notes == ("Twin (e1) meets Twin (e3), and Ann rests.",)
    assert [each.name for each in document.tables[0].entrants] == ["Twin", "Twin"]  # programs have the ids


# -- cross tables and cards --------------------------------------------------------------------------------------------


def two_rounds() -> Told:
    told = Told(settings(SwissStage(rounds=2))).started("ann", "bob", "cy")
    end(told.paired("ann bob", "cy").played(1, 2, 1))
    return told.paired("bob cy", "ann").played(1, 1, 1)


def test_a_cross_table_is_in_the_order_of_the_stored_standings() -> None:
    told = two_rounds()
    document = cross_table_document(told.tournament, told.tournament.stages[0], stored(told))
    assert document.rounds == (1, 2)
    assert [(line.line, line.entrant.name, line.points) for line in document.lines] == [
        (1, "Bob", "1.5"),
        (2, "Cy", "1.5"),
        (3, "Ann", "1"),
    ]
    first = document.lines[0].cells
    assert [(cell.round, cell.points, cell.seat, cell.place) for cell in first] == [(1, "1", 1, 1), (2, "0.5", 0, 1)]
    assert [(each.entrant, each.line) for each in first[1].opponents] == [("cy", 2)]
    assert json.loads(document.model_dump_json())["lines"][1]["cells"][0]["kind"] == "pairing_bye"


def test_who_is_not_in_the_stored_standings_yet_comes_last() -> None:
    told = two_rounds()
    document = cross_table_document(told.tournament, told.tournament.stages[0], StoredStandings(None))
    assert [(line.rank, line.is_joint, line.entrant.id) for line in document.lines] == [
        (1, True, "ann"),
        (1, True, "bob"),
        (1, True, "cy"),
    ]


def test_a_card_tells_each_round_with_the_running_total() -> None:
    told = two_rounds()
    card = card_of(told, "bob")
    assert (card.seed, card.entrant.bot, [(rank.stage, rank.rank, rank.points) for rank in card.ranks]) == (
        (2, "greedy", [(0, 1, "1.5")])
    )
    assert [(each.round, each.table, each.seat, each.points, each.total) for each in card.rounds] == [
        (1, 1, 1, "1", "1"),
        (2, 1, 0, "0.5", "1.5"),
    ]
    assert [[other.name for other in each.opponents] for each in card.rounds] == [["Ann"], ["Cy"]]
    bye = card_of(told, "cy").rounds[0]
    assert (bye.table, bye.kind and bye.kind.value, bye.points, bye.opponents) == (None, "pairing_bye", "1", ())


def test_a_round_that_is_played_has_no_points_on_a_card() -> None:
    told = Told(settings()).started("ann", "bob").paired("ann bob")
    card = card_of(told, "ann", UnderWay("m_now", 1, is_made=True))
    (now,) = card.rounds
    assert (now.kind, now.points, now.total, now.matches, now.result) == (None, None, "0", ("m_now",), None)


def test_results_as_a_table_have_a_row_for_each_entrant_of_each_round() -> None:
    told = two_rounds()
    lines = results_csv(told.tournament, told.tournament.stages).splitlines()
    assert lines[0] == "stage,round,table,seat,entrant,name,kind,place,points,score"
    assert lines[1:] == [
        "0,1,1,0,ann,Ann,played,2,0,",
        "0,1,1,1,bob,Bob,played,1,1,",
        "0,1,,,cy,Cy,pairing_bye,,1,",
        "0,2,1,0,bob,Bob,played,1,0.5,",
        "0,2,1,1,cy,Cy,played,1,0.5,",
        "0,2,,,ann,Ann,pairing_bye,,1,",
    ]


# -- brackets ----------------------------------------------------------------------------------------------------------


def test_a_bracket_shows_who_comes_from_where_and_who_has_won() -> None:
    told = knockout("ann", "bob", "cy")
    nodes = {node.id: node for node in bracket(told).nodes}
    assert (nodes["W1-2"].state, nodes["F"].state) == (NodeState.READY, NodeState.WAITING)
    seats = nodes["F"].seats
    assert [(seat.seed, seat.node, seat.place) for seat in seats] == [(1, None, None), (None, "W1-2", 1)]
    assert [seat.entrant and seat.entrant.name for seat in seats] == ["Ann", None]
    pair(told, W1_2="bob cy")
    nodes = {node.id: node for node in bracket(told).nodes}
    assert (nodes["W1-2"].state, nodes["W1-2"].played_in, nodes["W1-2"].table) == (NodeState.PLAYING, 1, 1)
    end(told.played(1, 2, 1))
    nodes = {node.id: node for node in bracket(told).nodes}
    assert (nodes["W1-2"].state, [each.id for each in nodes["W1-2"].winners]) == (NodeState.DECIDED, ["cy"])
    assert [seat.entrant and seat.entrant.id for seat in nodes["F"].seats] == ["ann", "cy"]
    end(pair(told, F="ann cy").played(1, 1, 2))
    places = [(place.entrant.id, place.first, place.last) for place in bracket(told).places]
    assert places == [("ann", 1, 1), ("cy", 2, 2), ("bob", 3, 3)]


def test_the_final_again_is_needed_only_if_the_winner_of_the_winners_has_lost_it() -> None:
    for first, state in ((True, NodeState.NOT_NEEDED), (False, NodeState.READY)):
        told = knockout("ann", "bob", format_="double_elimination")
        end(pair(told, W1_1="ann bob").played(1, 1, 2))
        assert {node.id: node.state for node in bracket(told).nodes}["F2"] is NodeState.WAITING
        end(pair(told, F="ann bob").played(1, *((1, 2) if first else (2, 1))))
        assert {node.id: node.state for node in bracket(told).nodes}["F2"] is state


def test_nobody_has_to_play_against_one_who_has_left() -> None:
    told = knockout("ann", "bob", "cy").tell(Withdrawn(entrant="bob"))
    nodes = {node.id: node for node in bracket(told).nodes}
    assert ([each.id for each in nodes["W1-2"].winners], nodes["F"].state) == (["cy"], NodeState.READY)


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_a_pairing_by_hand_fills_in_who_rests_and_who_has_left() -> None:
    told = Told(settings(entry=EntryRules(bots="only", byes=1)))
    told.started("ann", "bob", "cy", "dee", "eve", "flo")
    told.tell(ByeRequested(entrant="eve", round=1), Withdrawn(entrant="flo"))
    paired = paired_by_hand(told.tournament, HandPairing(1, (("bob", "ann"),), byes=("cy",), absent=("dee",)))
    assert [table.entrants for table in paired.tables] == [("bob", "ann")]
    assert [bye.entrant for bye in paired.byes] == ["cy"]
    assert (paired.requested_byes, paired.absent, paired.by_hand) == (("eve",), ("dee", "flo"), True)
    told.tell(paired)


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        (HandPairing(1, (("ann", "bob"), ("cy", "zoe"))), "/tables/1/1"),
        (HandPairing(1, (("ann", "bob"), ("cy", "ann"))), "/tables/1/1"),
        (HandPairing(1, (("ann", "bob"),), byes=("bob",)), "/byes/0"),
        (HandPairing(1, (("ann", "bob"),), byes=("cy",), absent=("x",)), "/absent/0"),
        (HandPairing(1, (("ann", "bob"),)), "/tables"),
    ],
)
def test_a_pairing_by_hand_that_leaves_out_or_doubles_somebody_says_whom(wanted: HandPairing, pointer: str) -> None:
    """Whoever is left off a list has nothing: no bye, no points."""
    told = Told(settings()).started("ann", "bob", "cy")
    with pytest.raises(WrongPairing) as error:
        paired_by_hand(told.tournament, wanted)
    assert error.value.pointer == pointer


def test_a_host_s_exceptions_are_notes_of_the_round() -> None:
    told = Told(settings()).started("ann", "bob", "cy")
    end(told.paired("ann bob", "cy").played(1, 1, 2))
    paired = paired_by_hand(told.tournament, HandPairing(2, (("bob", "ann"),), byes=("cy",)))
    assert paired.notes == (
        "cy has another full bye: the host has said so.",
        "bob and ann meet again: the host has paired them.",
    )


def test_two_change_places_and_all_others_stay() -> None:
    told = Told(settings()).started("ann", "bob", "cy", "dee", "eve").paired("ann bob", "cy dee", "eve")
    before = told.tournament.rounds[0].paired
    after = swapped(told.tournament, before, "bob", "eve")
    assert [table.entrants for table in after.tables] == [("ann", "eve"), ("cy", "dee")]
    assert [bye.entrant for bye in after.byes] == ["bob"]
    assert after.tables[1] == before.tables[1]
    assert [table.entrants for table in swapped(told.tournament, before, "cy", "dee").tables][1] == ("dee", "cy")
    for one, other, pointer in (("ann", "ann", "/b"), ("zoe", "ann", "/a"), ("ann", "zoe", "/b")):
        with pytest.raises(WrongPairing) as error:
            swapped(told.tournament, before, one, other)
        assert error.value.pointer == pointer


def test_in_an_elimination_the_bracket_says_who_meets() -> None:
    told = pair(knockout("ann", "bob", "cy", "dee"), W1_1="ann dee", W1_2="bob cy")
    before = told.tournament.rounds[0].paired
    assert swapped(told.tournament, before, "ann", "dee").tables[0].entrants == ("dee", "ann")
    with pytest.raises(WrongPairing):
        swapped(told.tournament, before, "ann", "bob")
    by_hand = paired_by_hand(told.tournament, HandPairing(1, (("cy", "bob"),)))
    assert [(table.entrants, table.node) for table in by_hand.tables] == [(("cy", "bob"), "W1-2")]
    told.tell(by_hand)
    for wanted, pointer in (
        (HandPairing(1, (("ann", "bob"),)), "/tables/0"),
        (HandPairing(1, (("ann", "dee"),), byes=("bob",)), "/byes"),
    ):
        with pytest.raises(WrongPairing) as error:
            paired_by_hand(told.tournament, wanted)
        assert error.value.pointer == pointer


def test_tables_of_pods_are_paired_by_hand_in_their_sizes() -> None:
    told = Told(settings(PodsStage(rounds=2, seats=3))).started("ann", "bob", "cy")
    told.tell(paired_by_hand(told.tournament, HandPairing(1, (("cy", "ann", "bob"),))))
    assert told.tournament.rounds[0].tables[0].entrants == ("cy", "ann", "bob")


# -- what if -----------------------------------------------------------------------------------------------------------


def ranked(document: bytes) -> list[tuple[str, str]]:
    return [(row["entrant"], row["points"]) for row in json.loads(document)["stages"][0]["rows"]]


def test_what_is_imagined_is_what_would_be_and_changes_nothing() -> None:
    told = two_rounds()
    before, number = standings_document(told.tournament), len(told.entries)
    changes: list[Happening] = [ResultSet(round=1, table=1, places=(1, 2)), Withdrawn(entrant="cy")]
    imagined, _ = what_if(told.settings, told.entries, changes, Lots(SEED), 0)
    assert ranked(standings_document(imagined)) == [("ann", "2"), ("cy", "1.5"), ("bob", "0.5")]
    assert (standings_document(told.again()), len(told.entries)) == (before, number)
    told.tell(*changes)
    assert standings_document(told.tournament) == standings_document(imagined)


def test_the_change_that_cannot_be_is_named() -> None:
    told = Told(settings()).entered("ann", "bob").tell(Started(seeding=("ann", "bob")))
    told.tell(StageStarted(stage=0, seeding=("ann", "bob")))
    with pytest.raises(ChangeNotPossible) as error:
        what_if(told.settings, told.entries, [Withdrawn(entrant="ann"), Withdrawn(entrant="ann")], Lots(SEED), 0)
    assert (error.value.place, error.value.problem) == (1, "has withdrawn already")
