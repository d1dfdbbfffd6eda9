"""What ``playhall series`` shows: as much as is of use on a screen."""

import re

from rich.console import Console, RenderableType

from cli.series_tables import Standings, summary_tables
from services.series.document import SeriesDocument
from services.series.statistics import summarise
from tests.unit.series.documents import document
from tests.unit.series.played import drawn, failed


def text_of(*shown: RenderableType) -> str:
    console = Console(width=150)
    with console.capture() as capture:
        console.print(*shown)
    return capture.get()


def many(entrants: int, matches: int = 300) -> SeriesDocument:
    names = [f"bot-{place}" for place in range(entrants)]
    return document(*names, design="random_tables", seats=(2, 4), matches=matches)


def test_the_standings_of_a_thousand_entrants_leave_room_for_the_progress() -> None:
    series = many(1000)
    standings = Standings(series)
    standings.add(drawn(series, 300, advantage=30), were_there=False)
    lines = text_of(standings.shown()).splitlines()
    assert len(lines) == 18
    assert re.match(r"… and \d+ others", lines[16])
    assert lines[17].startswith("300 of 300 matches")


def test_a_few_entrants_stand_in_their_order() -> None:
    series = many(3)
    standings = Standings(series)
    standings.add(drawn(series, 40, advantage=-30), were_there=False)
    lines = text_of(standings.shown()).splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["bot-0", "bot-1", "bot-2"]


def test_the_tables_show_the_best_of_many() -> None:
    series = many(60, 600)  # so many pairs meet that no intervals are estimated, which takes seconds
    results = drawn(series, 600, advantage=30)
    shown = text_of(*summary_tables(series, summarise(series, results)))
    first = next(line for line in shown.splitlines() if "bot-" in line)
    assert first.split()[0] == "bot-0"
    assert len(set(re.findall(r"bot-\d+", shown))) == 50
    assert "… and 10 others" in shown


def test_the_tables_are_read_on_eighty_characters_and_count_seats_from_1() -> None:
    series = many(3, 400)
    console = Console(width=80)
    with console.capture() as capture:
        console.print(*summary_tables(series, summarise(series, drawn(series, 400, advantage=30))), sep="\n")
    shown = "\n".join(line.rstrip() for line in capture.get().splitlines())
    assert "…" not in shown
    by_seat = shown.partition("By seat\n")[2].splitlines()[2:8]
    assert [line.split()[:2] for line in by_seat] == [
        ["2", "1"],
        ["2", "2"],
        ["4", "1"],
        ["4", "2"],
        ["4", "3"],
        ["4", "4"],
    ]
    assert all(re.search(r"\d+\.\d% to +\d+\.\d%", line) for line in by_seat)
    strengths = shown.partition("By place and score\n")[2].splitlines()[1:4]
    assert all(re.fullmatch(r"bot-\d +[+-]\d+ \([+-]\d+ to [+-]\d+\) +\d\.\d\d +\d+\.\d", line) for line in strengths)


def test_a_series_of_failures_alone_says_so() -> None:
    series = document("a", "b", matches=2)
    results = [failed(0, 0, (0, 1), "bot_failed"), failed(1, 0, (1, 0), "bot_failed")]
    shown = text_of(*summary_tables(series, summarise(series, results)))
    assert "Failed matches: bot_failed 2" in shown
    assert "Ends:" not in shown
