"""Cross tables and standings for other programs."""

import csv
import io

from services.tournaments.cross_table import all_play_all, by_rounds, standings_csv
from services.tournaments.records import ResultKind
from services.tournaments.standings import standings
from services.tournaments.tie_break_rules import Format, TieBreakRules
from tests.marks import each_row
from tests.unit.tournaments import golden
from tests.unit.tournaments.events import pods, two_seats


def test_a_cross_table_by_rounds_refers_to_lines() -> None:
    rows = standings(two_seats(golden.SWISS), ["buchholz_cut_1", "sonneborn_berger"])
    lines = by_rounds(rows)
    assert [line.entrant for line in lines[:4]] == ["2", "3", "4", "1"]
    assert [(cell.opponents, cell.opponent_lines, cell.points) for cell in lines[0].cells] == [
        (("10",), (16,), "1"),
        (("7",), (13,), "1"),
        (("1",), (4,), "0.5"),
        (("16",), (5,), "1"),
        (("3",), (2,), "0.5"),
    ]
    assert lines[2].cells[1].kind is ResultKind.REQUESTED_BYE
    assert lines[2].cells[1].opponent_lines == ()


def test_a_cross_table_of_pods_has_all_opponents_and_places() -> None:
    lines = by_rounds(standings(pods("a:9 b=c:4 d"), ["wins"]))
    assert [(line.line, line.rank, line.entrant) for line in lines] == [
        (1, 1, "a"),
        (2, 2, "b"),
        (3, 2, "c"),
        (4, 4, "d"),
    ]
    (cell,) = lines[2].cells
    assert (cell.opponent_lines, cell.seat, cell.place, cell.table_points, cell.points) == ((1, 2, 4), 2, 2, 4, "2")


def test_everybody_s_meetings_with_everybody() -> None:
    rows = standings(two_seats(golden.ROUND_ROBIN), ["sonneborn_berger"], TieBreakRules(format=Format.ROUND_ROBIN))
    table = all_play_all(rows)
    assert [[" ".join(cell.points for cell in cells) or "*" for cells in line.meetings] for line in table] == [
        ["*", "1", "1", "0", "0.5", "1"],
        ["0", "*", "0.5", "1", "1", "1"],
        ["0", "0.5", "*", "1", "1", "1"],
        ["1", "0", "0", "*", "0", "0.5"],
        ["0.5", "0", "0", "1", "*", "0"],
        ["0", "0", "0", "0.5", "1", "*"],
    ]


def test_standings_as_csv() -> None:
    rows = standings(two_seats("+W2\n-B1\n--"), ["wins", "direct_encounter"])
    text = standings_csv(rows, {"1": "Ann, the first", "2": "=2+3", "3": "Zoë"}, {"3"})
    assert text.splitlines() == [
        "rank,name,seed,points,wins,direct_encounter,entrant,withdrawn",
        '1,"Ann, the first",1,1,1,,1,false',
        "2,'=2+3,2,0,0,0,2,false",
        "2,Zoë,3,0,0,0,3,true",
    ]
    assert standings_csv([], {}) == "rank,name,seed,points,entrant,withdrawn\n"


@each_row(
    ("name", "safe"),
    [
        ("=2+3", "'=2+3"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\uff1d1", "'\uff1d1"),
        ("Gus;=cmd|' /C calc'!A0;", "Gus;'=cmd|' /C calc'!A0;"),
        ("Gus; @x", "Gus;' @x"),
        ('a;"=1+1;b', "a;'\"=1+1;b"),  # its quote is doubled, which ends nothing where semicolons separate
        ("Gus-Bus @ home", "Gus-Bus @ home"),
        ("'=1", "'=1"),
        ("Ann;Bob", "Ann;Bob"),
    ],
)
def test_no_name_is_a_spreadsheets_formula(name: str, safe: str) -> None:
    """Cal the calculator: a file with commas is split at semicolons where these are usual."""
    rows = standings(two_seats("--"), [])
    assert list(csv.reader(io.StringIO(standings_csv(rows, {"1": name}))))[1][:4] == ["1", safe, "1", "0"]


def test_no_name_breaks_the_csv() -> None:
    rows = standings(two_seats("--"), [])
    name = 'a "b",\nc'
    assert list(csv.reader(io.StringIO(standings_csv(rows, {"1": name}))))[1][:4] == ["1", name, "1", "0"]
