"""A tournament from its announcement to its exports: what its players are told, and what everybody sees."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from playhall_client import AccountEvent
from services.stored_tournaments.export import read_export
from services.tournaments.folding import fold
from services.tournaments.standings_document import standings_document
from services.tournaments.trf import read_trf
from tests.e2e.hosted_event import (
    HOUSE_BOTS,
    LATE,
    LEAVES,
    SLEEPER,
    WHY_DRAWN,
    WHY_HOME,
    WHY_OUT,
    HostedEvent,
    played_event,
)
from tests.e2e.platform import Platform
from tests.integration.gateway.browser import needs_browser
from tests.integration.gateway.devtools import Page, driven_browser
from tests.integration.gateway.html_pages import check, links, read
from tests.integration.gateway.page_looks import DESK, PHONE, look_at

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def event(platform: Platform) -> Iterator[HostedEvent]:
    """The one that these tests look at."""
    with played_event(platform) as played:
        yield played


def expected(event: HostedEvent, name: str) -> list[tuple[str, int | None]]:
    """What somebody is to be told, from the rounds as everybody can read them: what, and of which round."""
    entrant = event.entrants[name]
    told: list[tuple[str, int | None]] = [("tournament_started", None)]
    for number, played in enumerate(event.rounds, 1):
        told.append(("round_paired", number))
        for table in played["tables"]:
            if entrant in [each["id"] for each in table["entrants"]]:
                told += [("your_table", number), ("table_result", number)]
                if (number, table["number"]) == (1, event.drawn):
                    told.append(("tournament_corrected", number))
    return [*told, ("tournament_ended", None)]


def said(page: Page) -> str:
    """All text that a screen reader is told."""
    return " ".join(node.name for node in page.heard() if node.role == "StaticText")


def of_rounds(lines: list[AccountEvent]) -> list[tuple[str, int | None]]:
    return [(line.type, line.round) for line in lines]


# -- those who play ----------------------------------------------------------------------------------------------------


def test_each_player_is_told_everything_once_and_in_order(event: HostedEvent) -> None:
    for name, lines in event.people.items():
        assert of_rounds(lines) == expected(event, name), name
    for name, lines in event.bots.items():  # whose programs may have begun a moment after the start
        assert of_rounds(lines) == expected(event, name)[-len(lines) :], name
    standings = {row["name"]: (row["rank"], row["points"]) for row in event.read("/standings")["stages"][0]["rows"]}
    for name, lines in (event.people | event.bots).items():
        last = lines[-1].standing
        assert last is not None
        assert (last.rank, last.points) == standings[name]


def test_who_has_a_table_is_told_whom_it_meets_and_why(event: HostedEvent) -> None:
    tables = {(played["number"], table["number"]): table for played in event.rounds for table in played["tables"]}
    for name, lines in event.people.items():
        for line in (each for each in lines if each.type == "your_table"):
            assert line.round is not None
            assert line.table is not None
            table = tables[line.round, line.table]
            assert list(line.reasons) == table["reasons"]
            assert line.match == table["matches"][0]["match"]
            seats = [event.entrants[name], *(other.entrant for other in line.opponents)]
            assert set(seats) == {each["id"] for each in table["entrants"]}
            bots = {each["id"] for each in table["entrants"] if each["is_bot"]}
            assert all(other.is_bot == (other.entrant in bots) for other in line.opponents)


def test_who_never_comes_loses_and_holds_up_nobody(event: HostedEvent) -> None:
    sleeper = event.entrants[SLEEPER]
    first, *later = event.rounds
    assert len(first["tables"]) == 8
    (table,) = (each for each in first["tables"] if sleeper in [entrant["id"] for entrant in each["entrants"]])
    assert table["result"]["forfeits"] == [sleeper]
    assert [{each["name"] for each in played["absent"]} for played in later] == [{SLEEPER}, {SLEEPER, LEAVES}]
    assert [(len(played["tables"]), len(played["byes"])) for played in later] == [(7, 1), (7, 0)]
    ranked = [row["name"] for row in event.read("/standings")["stages"][0]["rows"]]
    assert LATE not in ranked
    assert len(ranked) == 16


def test_a_correction_does_what_it_was_said_to_do_and_stays_in_the_log(event: HostedEvent) -> None:
    assert event.corrected == event.foreseen
    table = event.rounds[0]["tables"][event.drawn - 1]
    assert (table["result"]["decided_by"], table["result"]["points"]) == ("host", ["0.5", "0.5"])
    assert table["matches"][0]["state"] == "ended"
    told = [
        (line.round, line.change, line.reason)
        for lines in event.people.values()
        for line in lines
        if line.type == "tournament_corrected"
    ]
    assert told == [(1, "result_set", WHY_DRAWN)] * 2
    reasons = {entry["what"]["kind"]: entry["reason"] for entry in event.read("/log?page_size=200")["entries"]}
    assert reasons["result_set"] == WHY_DRAWN
    assert reasons["withdrawn"] == WHY_HOME


# -- everybody else ----------------------------------------------------------------------------------------------------


@needs_browser
def test_a_visitor_without_scripts_sees_all_of_it_on_a_phone_and_at_a_desk(
    event: HostedEvent, tmp_path: Path, pictures: Path | None
) -> None:
    drawn = [each["name"] for each in event.rounds[0]["tables"][event.drawn - 1]["entrants"]]
    pages = {
        "list": f"{event.url}/tournaments",
        "overview": event.page,
        "standings": f"{event.page}/standings",
        **{f"round-{number}": f"{event.page}/rounds/{number}" for number in (1, 2, 3)},
        "cross-table": f"{event.page}/cross-table",
        **{f"card-{name}": f"{event.page}/entrants/{event.entrants[name]}" for name in (LATE, LEAVES, SLEEPER, *drawn)},
        "log": f"{event.page}/log",
        "log-all": f"{event.page}/log?show=all",
        "embedded": f"{event.page}/standings?embed=1",
    }
    with driven_browser(tmp_path) as browser:
        page = Page(browser)
        for name, address in pages.items():
            look_at(page, address, name, pictures and pictures / "event")


@needs_browser
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_visitor_hears_what_stands_on_the_pages_and_opens_the_reasons(
    event: HostedEvent, tmp_path: Path, width: int
) -> None:
    with driven_browser(tmp_path) as browser:
        page = Page(browser)
        page.look_like(width=width, is_dark=False)

        def heard(address: str) -> str:
            page.open(address)
            return said(page)

        assert "Friday Night Cup" in heard(f"{event.url}/tournaments")
        overview = heard(event.page)
        assert "Bots allowed." in overview
        assert "16, of whom 2 withdrew" in overview
        assert "took no part, not checked in" in overview
        assert all(name in overview for name in event.entrants)
        assert "Buchholz" in heard(f"{event.page}/standings")
        assert WHY_DRAWN in heard(f"{event.page}/rounds/1")
        log = heard(f"{event.page}/log")
        assert WHY_DRAWN in log
        assert WHY_OUT in log
        assert WHY_HOME in heard(f"{event.page}/log?show=all")

        reasons = event.rounds[2]["tables"][0]["reasons"]
        closed = heard(f"{event.page}/rounds/3")
        assert not [reason for reason in reasons if reason in closed]
        page.press("#table-1 summary")
        opened = said(page)
        assert all(reason in opened for reason in reasons)


def test_every_link_of_the_event_leads_somewhere(event: HostedEvent) -> None:
    waiting, seen = [f"{event.url}/tournaments"], set[str]()
    with httpx.Client(timeout=60) as visitor:
        while waiting:
            address = waiting.pop()
            answer = visitor.get(address)
            assert answer.status_code == 200, address
            if not urlsplit(address).path.startswith("/tournaments"):
                continue
            page = read(answer.text)
            check(page)
            found = {urljoin(address, link).partition("#")[0] for link in links(page)}
            assert all(link.startswith(event.url) for link in found)
            waiting += found - seen
            seen |= found
    matches = [table["matches"][0]["match"] for played in event.rounds for table in played["tables"]]
    assert len(matches) == 22
    for match in matches:
        assert {f"{event.url}/v1/matches/{match}", f"{event.url}/v1/matches/{match}/replay"} <= seen
    assert {f"{event.page}/entrants/{entrant}" for entrant in event.entrants.values()} <= seen


# -- what is taken away ------------------------------------------------------------------------------------------------


def test_the_export_computes_to_the_same_standings(event: HostedEvent) -> None:
    settings, entries = read_export(event.text("/export/json").encode())
    computed = json.loads(standings_document(fold(settings, entries)))["stages"]
    assert computed == event.read("/standings")["stages"]


def test_the_exports_as_tables_and_as_a_report_file_say_the_same(event: HostedEvent) -> None:
    rows = event.read("/standings")["stages"][0]["rows"]
    points = {row["name"]: float(row["points"]) for row in rows}
    table = list(csv.DictReader(io.StringIO(event.text("/export/csv"))))
    assert {row["name"]: float(row["points"]) for row in table} == points
    results = list(csv.DictReader(io.StringIO(event.text("/export/csv?content=results"))))
    assert len(results) == 3 * 16
    for version in ("trf16", "trf26"):
        report = read_trf(event.text(f"/export/trf?version={version}"))
        assert (report.header.name, report.header.rounds) == ("Friday Night Cup", 3)
        assert {report.players[each.id].name: each.points / 100 for each in report.entrants} == points
    assert HOUSE_BOTS.keys() < points.keys()
