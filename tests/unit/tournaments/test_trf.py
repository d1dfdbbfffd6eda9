"""Tournament report files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournaments.records import Entrant
from services.tournaments.standings import standings
from services.tournaments.tie_break_rules import TieBreakRules
from services.tournaments.trf import TrfError, TrfHeader, TrfPlayer, TrfReport, TrfVersion, read_trf, write_trf
from tests.unit.tournaments import golden
from tests.unit.tournaments.events import pods, two_seats
from tests.unit.tournaments.test_standings import swiss_events

HEADER = TrfHeader("Spring Open", 5, city="Bonn", federation="GER", start="2026/03/02", end="2026/03/09", arbiter="Ann")
RULES = TieBreakRules()

# Read without complaint by the tie-break checker of the FIDE technical commission (1.9.57), whose ranks and values are
# those of our standings, and by the parsers of caissify-pairings 0.5.0 and py4swiss 0.3.1.
TRF16 = """\
012 Spring Open
022 Bonn
032 GER
042 2026/03/02
052 2026/03/09
062 16
072 16
092 Individual: Swiss-System
102 Ann
XXR 5
XXC white1
001    1      Player 1                          2200                             3.5    4     9 w 1    13 b =     2 w =    15 b 1     4 w =
001    2      Player 2                          2150                             4.0    1    10 b 1     7 w 1     1 b =    16 w 1     3 b =
001    3      Player 3                          2100                             3.5    2    11 w =     6 b 1     8 w 1     4 b =     2 w =
001    4      Player 4                          2050                             3.5    3    12 b 1  0000 - H    13 w 1     3 w =     1 b =
001    5      Player 5                          2000                             2.5    9    13 w 0    15 b 0    11 w 1     7 b =    10 w 1
001    6      Player 6                          1950                             3.0    6    14 b 0     3 w 0  0000 - U    10 w 1     8 b 1
001    7      Player 7                          1900                             1.5   13    15 w 1     2 b 0    16 b 0     5 w =    11 b 0
001    8      Player 8                          1850                             2.5    7    16 b =    14 w 1     3 b 0    13 w 1     6 w 0
001    9      Player 9                          1800                             1.5   15     1 b 0    10 w 0  0000 - H    11 b -  0000 - U
001   10      Player 10                         1750                             1.0   16     2 w 0     9 b 1    15 w 0     6 b 0     5 b 0
001   11      Player 11                         1700                             2.5    8     3 b =    16 w 0     5 b 0     9 w +     7 w 1
001   12      Player 12                         1650                             2.0   11     4 w 0  0000 - U    14 b +  0000 - Z  0000 - Z
001   13      Player 13                         1600                             1.5   14     5 b 1     1 w =     4 b 0     8 b 0    14 w 0
001   14      Player 14                         1550                             2.0   12     6 w 1     8 b 0    12 w -  0000 - Z    13 b 1
001   15      Player 15                         1500                             2.0   10     7 b 0     5 w 1    10 b 1     1 w 0    16 b 0
001   16      Player 16                         1450                             3.5    5     8 w =    11 b 1     7 w 1     2 b 0    15 w 1
"""  # noqa: E501 - a line of the format


def written(
    entrants: list[Entrant],
    version: TrfVersion = TrfVersion.TRF16,
    rules: TieBreakRules = RULES,
    *,
    tie_breaks: tuple[str, ...] = ("buchholz_cut_1", "buchholz", "sonneborn_berger"),
) -> str:
    players = {each.id: TrfPlayer(f"Player {each.id}", golden.RATINGS.get(each.id, 0)) for each in entrants}
    return write_trf(HEADER, standings(entrants, tie_breaks, rules), players, rules, version)


def test_the_exercise_as_a_report_of_2016() -> None:
    assert written(two_seats(golden.SWISS)).split("\r\n") == TRF16.split("\n")


def test_a_report_of_2026_tells_what_results_are_worth_and_the_tie_breaks() -> None:
    lines = written(
        two_seats(golden.SWISS), TrfVersion.TRF26, tie_breaks=("buchholz_cut_1", "direct_encounter", "place_points")
    ).split("\r\n")
    assert lines[8:13] == [
        "102 Ann",
        "142 5",
        "152 W",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0",
        "202 BH/C1,DE,OTHER_PLACE_POINTS",
    ]


def test_what_was_written_is_read() -> None:
    entrants = two_seats(golden.SWISS)
    report = read_trf(written(entrants))
    assert report.header == HEADER
    assert report.entrants == tuple(entrants)
    assert report.players["2"] == TrfPlayer("Player 2", 2150)
    assert [report.ranks[each] for each in ("1", "2", "16", "10")] == [4, 1, 5, 16]
    assert report.rules == TieBreakRules()


def test_all_that_is_known_of_a_player_is_kept() -> None:
    player = TrfPlayer("Muster, Ödön", 1999, "w", "WIM", "AUT", "12345678", "2001/02/03")
    (entrant,) = two_seats("--")
    text = write_trf(HEADER, standings([entrant], ()), {"1": player}, RULES)
    assert text.split("\r\n")[11] == (
        "001    1 wWIM Muster, Ödön                      1999 AUT    12345678 2001/02/03  0.0    1  0000 - Z"
    )
    assert read_trf(text).players == {"1": player}


def test_a_name_stays_in_its_place() -> None:
    (entrant,) = two_seats("--")
    name = "Tab\there\r\n001 and a very long name that goes on"
    report = read_trf(write_trf(HEADER, standings([entrant], ()), {"1": TrfPlayer(name)}, RULES))
    assert report.players == {"1": TrfPlayer("Tab here 001 and a very long name")}


@given(swiss_events(), st.sampled_from(TrfVersion))
def test_every_event_is_read_as_it_was_written(entrants: list[Entrant], version: TrfVersion) -> None:
    if entrants:
        assert read_trf(written(entrants, version)).entrants == tuple(entrants)


def test_other_points_than_chess_has_need_the_newer_version() -> None:
    rules = TieBreakRules(win=300, draw=100)
    (one,) = two_seats("--")
    with pytest.raises(TrfError, match=r"wins of 1 and draws of 0\.5 only"):
        written([one], rules=rules)
    report = read_trf(written([one], TrfVersion.TRF26, rules))
    assert (report.rules.win, report.rules.draw) == (300, 100)


def test_what_the_format_has_no_room_for_is_refused() -> None:
    (one,) = two_seats("--")
    with pytest.raises(TrfError, match="two seats"):
        written(pods("a b c d"), rules=TieBreakRules(seats=4))
    with pytest.raises(TrfError, match="at most 9999"):
        write_trf(HEADER, standings([one], ()), {"1": TrfPlayer("A", 10_000)}, RULES)
    with pytest.raises(TrfError, match="at most 9999"):
        write_trf(HEADER, standings([Entrant("1", 10_000)], ()), {"1": TrfPlayer("A")}, RULES)


def report_of(*lines: str) -> TrfReport:
    return read_trf("\n".join(("012 Test", *lines)))


def player_line(number: int, *cells: str) -> str:
    return f"001 {number:4}      {'Somebody':33}      {'':3} {'':11} {'':10}  0.0    1" + "".join(
        f"  {each}" for each in cells
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((player_line(1, "   2 w 1"),), "player 1, round 1: there is no player 2"),
        ((player_line(1), player_line(1)), "two players have one number"),
        ((player_line(1, "   2 w ?"), player_line(2)), r"line 2: round 1: '\?' is no result"),
        ((player_line(1, "   2 w  "), player_line(2)), "line 2: round 1: '' is no result"),
        ((player_line(1, "0000 - X"),), "line 2: round 1: 'X' is no bye"),
        ((player_line(1, "  ab w 1"),), "line 2: opponent of round 1: 'ab' is no number"),
        (("001    x",), "line 2: number: 'x' is no number"),
        (("142 many",), "rounds: 'many' is no number"),
    ],
)
def test_a_broken_report_is_refused_with_the_line(lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(TrfError, match=message):
        report_of(*lines)


def test_a_text_without_a_name_is_no_report() -> None:
    with pytest.raises(TrfError, match="012"):
        read_trf("something else")


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        report = read_trf(f"012 x\n001{text}")
    except TrfError:
        return
    assert report.header.name == "x"


def test_results_of_unrated_games_count_and_blanks_are_absences() -> None:
    report = report_of(player_line(1, "   2 w W", "        ", "   2 b D"), player_line(2, "   1 b L"))
    assert [[each.points for each in entrant.results] for entrant in report.entrants] == [[100, 0, 50], [0, 0, 0]]
