"""The public pages of tournaments: what they show to whom, and that they are good HTML whoever plays."""

import json
import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from redis import Redis
from werkzeug.test import Client, TestResponse

from gateway.openapi.routing import SegmentConverter
from gateway.pages import serving
from services.database import Database
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory
from services.identity import Players
from services.identity.ratings import Ratings
from services.stored_tournaments.hosted_tournament import TournamentVisibility
from services.stored_tournaments.hosting import Tournaments
from services.stored_tournaments.view import TournamentView
from services.tournaments.settings import EntryRules, RoundTimes, SwissStage
from tests.integration.gateway.browser import in_a_browser, served
from tests.integration.gateway.devtools import Page, driven_browser
from tests.integration.gateway.harness import Hall, open_hall
from tests.integration.gateway.html_pages import Element, check, links, read
from tests.integration.gateway.page_looks import look_at
from tests.integration.gateway.played_tournaments import HOSTILE, HOUR, Played, TournamentTable, play_tournaments
from tests.integration.matches.harness import Clock
from tests.marks import each_row
from tests.rulesets.sealed import RULESET
from tests.signing import SIGNING_KEYS
from tests.valkey import RealValkey

DASH = "\N{EN DASH}"
MISSING = "tournament_" + "9" * 26
TABS = ("", "/standings", "/rounds/1", "/cross-table", "/bracket", "/log", "/log?show=all", "/entrants/e1")


@pytest.fixture(scope="module")
def played(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, real_valkey: RealValkey
) -> tuple[Path, Played, Clock]:
    """A database with tournaments, and the clock when they had got so far."""
    folder, clock = tmp_path_factory.mktemp("played"), Clock()
    path = folder / "playhall.db"
    shutil.copy(migrated, path)
    real_valkey.empty()
    with real_valkey.client() as redis:
        hall = open_hall(folder, redis, real_valkey.url, path, now_ms=clock)
        ids = play_tournaments(hall, clock)
        hall.hub.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that the file can be copied
    return path, ids, clock


@pytest.fixture
def clock(played: tuple[Path, Played, Clock]) -> Clock:
    """The time when the tournaments had got so far."""
    own = Clock()
    own.now_ms = played[2].now_ms
    return own


@pytest.fixture
def hall(
    tmp_path: Path, played: tuple[Path, Played, Clock], redis_client: Redis, redis_url: str, clock: Clock
) -> Iterator[Hall]:
    """The platform with these tournaments. Matches that were live are gone."""
    path = tmp_path / "playhall.db"
    shutil.copy(played[0], path)
    opened = open_hall(tmp_path, redis_client, redis_url, path, now_ms=clock)
    yield opened
    opened.hub.close()


@pytest.fixture
def ids(played: tuple[Path, Played, Clock]) -> Played:
    """Which tournaments there are."""
    return played[1]


@pytest.fixture
def client(hall: Hall) -> Client:
    """Somebody without a key."""
    return hall.app.test_client()


def shown(client: Client, path: str, **options: Any) -> Element:
    """A page that must be there."""
    response = client.get(path, **options)
    assert response.status_code == 200, (path, response.text)
    return read(response.text)


def row(page: Element, name: str) -> list[str]:
    """The cells of the line of an entrant, in the first table that has one."""
    for line in page.all("tr"):
        if any(name in header.text for header in line.all("th")):
            return [cell.text for cell in line.all("td", "th")]
    raise AssertionError(f"{name} is in no line")


def rows(page: Element) -> list[list[str]]:
    """The cells of all lines of all tables' bodies."""
    return [[cell.text for cell in line.all("td", "th")] for body in page.all("tbody") for line in body.all("tr")]


def facts(page: Element) -> dict[str, str]:
    """What stands in the list of facts."""
    (found,) = (each for each in page.all("dl") if each.attributes.get("class") == "facts")
    return {next(each.all("dt")).text: next(each.all("dd")).text for each in found.all("div")}


# -- all pages ---------------------------------------------------------------------------------------------------------


def test_every_page_is_good_html_and_leads_to_pages_that_are_there(client: Client, ids: Played) -> None:
    waiting, seen, outside = ["/tournaments"], set[str](), set[str]()
    while waiting:
        path = waiting.pop()
        page = shown(client, path)
        check(page)
        for link in links(page):
            address = urlsplit(link)
            assert not address.netloc
            if address.path.startswith("/tournaments"):
                target = f"{address.path}?{address.query}" if address.query else address.path
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
            elif address.path:
                outside.add(address.path)
    for id in ids.all:
        assert f"/tournaments/{id}" in seen
    assert {f"/tournaments/{ids.swiss}/rounds/3", f"/tournaments/{ids.double}/bracket"} < seen
    assert f"/tournaments/{ids.pods}/standings?stage=1" in seen
    live = {match for match in outside if match.startswith("/v1/matches/") and client.get(match).status_code != 200}
    assert len(live) == 2  # those of the tournament that is being played, which this platform has lost
    assert len([path for path in outside if path.endswith("/replay")]) > 20


def test_a_page_for_a_frame_has_neither_header_nor_footer_and_its_links_stay_in_the_frame(
    client: Client, ids: Played
) -> None:
    for tab in ("", "/standings", "/rounds/1", "/cross-table", "/log?show=all", "/entrants/e1"):
        page = shown(client, f"/tournaments/{ids.swiss}{tab}{'&' if '?' in tab else '?'}embed=1")
        check(page, is_embedded=True)
        inside = [link for link in links(page) if link.startswith("/tournaments")]
        assert inside
        assert all("embed=1" in link for link in inside)
    listed = shown(client, "/tournaments?embed=1")
    check(listed, is_embedded=True)
    assert [each.attributes["name"] for each in listed.all("input")] == ["embed"]


def test_names_are_text_whatever_they_hold(client: Client, ids: Played) -> None:
    for tab in (
        "",
        "/standings",
        "/rounds/1",
        "/cross-table",
        "/log?show=all",
        *(f"/entrants/e{n}" for n in range(1, 6)),
    ):
        html = client.get(f"/tournaments/{ids.swiss}{tab}").text
        page = read(html)
        check(page)  # no element that a name has brought along
        assert "<script>alert" not in html
        assert "Swiss</b>" not in html
        assert "Sealed <b>Swiss</b> & more" in page.text
        for name in page.all("bdi"):
            assert not list(name.all())
    overview = shown(client, f"/tournaments/{ids.swiss}")
    assert set(HOSTILE) <= {name.text for name in overview.all("bdi")}
    assert "Bea has a <train> to catch" in shown(client, f"/tournaments/{ids.swiss}/log").text


def test_the_pages_may_be_framed_and_run_nothing(client: Client, ids: Played) -> None:
    for path in ("/tournaments", f"/tournaments/{ids.swiss}", f"/tournaments/{MISSING}"):
        response = client.get(path)
        policy = dict(rule.split(" ", 1) for rule in response.headers["Content-Security-Policy"].split("; "))
        assert policy == {
            "default-src": "'none'",
            "style-src": "'self'",
            "img-src": "data:",
            "base-uri": "'none'",
            "form-action": "'self'",
            "frame-ancestors": "*",
        }
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        (style,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', response.text)
        sheet = client.get(style)
        assert (sheet.status_code, sheet.content_type) == (200, "text/css; charset=utf-8")
        assert "url(" not in sheet.text
        assert "@import" not in sheet.text
    assert "frame-ancestors 'none'" in client.get("/docs").headers["Content-Security-Policy"]


# -- who may see what --------------------------------------------------------------------------------------------------


def test_an_unlisted_tournament_is_seen_by_who_has_the_link_and_hidden_from_searches(
    client: Client, hall: Hall, clock: Clock
) -> None:
    table = TournamentTable(hall, clock)
    table._made = 50
    id = table.announce("Among friends", SwissStage(rounds=1), visibility=TournamentVisibility.UNLISTED)
    response = client.get(f"/tournaments/{id}")
    assert response.status_code == 200
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in response.text
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"].startswith("private")
    assert "Among friends" not in client.get("/tournaments").text


def test_a_private_tournament_is_like_one_that_does_not_exist(client: Client, hall: Hall, clock: Clock) -> None:
    table = TournamentTable(hall, clock)
    table._made = 60
    id = table.announce("Ours alone", SwissStage(rounds=1), visibility=TournamentVisibility.PRIVATE)
    table.enter_bots(id, ["One", "Two"])
    table.start(id)
    assert "Ours alone" not in client.get("/tournaments").text
    for tab in TABS:
        private, missing = client.get(f"/tournaments/{id}{tab}"), client.get(f"/tournaments/{MISSING}{tab}")
        assert private.status_code == missing.status_code == 404
        assert private.data == missing.data
        assert private.headers["Cache-Control"] == missing.headers["Cache-Control"] == "no-store"
        check(read(private.text))


def test_the_seed_is_secret_until_the_tournament_is_over(client: Client, ids: Played) -> None:
    seed = bytes(range(32)).hex()
    assert seed in client.get(f"/tournaments/{ids.swiss}").text
    for id in (ids.running, ids.open):
        for tab in TABS:
            assert seed not in client.get(f"/tournaments/{id}{tab}").text


def test_nothing_is_shown_where_spectating_takes_a_key(
    tmp_path: Path, hall: Hall, redis_client: Redis, redis_url: str, ids: Played
) -> None:
    closed = open_hall(tmp_path, redis_client, redis_url, hall.database_path, public_spectating="0")
    for path in ("/tournaments", f"/tournaments/{ids.swiss}", f"/tournaments/{MISSING}/log"):
        response = closed.app.test_client().get(path)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == "Bearer"
        check(read(response.text))
    closed.hub.close()


# -- errors ------------------------------------------------------------------------------------------------------------


@each_row(
    "path",
    [
        "?page=0",
        "?page=x",
        "?page=-1",
        "?page=1e3",
        "?page=9999999",
        "?page=",
        "/standings?stage=0",
        "/standings?page=%D9%A1",
        "/rounds/1?page=0",
        "/log?page=1.5",
    ],
)
def test_a_page_that_cannot_be_read_from_the_address_is_refused(client: Client, ids: Played, path: str) -> None:
    response = client.get(f"/tournaments/{ids.swiss}{path}")
    assert response.status_code == 400
    assert response.headers["Cache-Control"] == "no-store"
    check(read(response.text))


@pytest.mark.parametrize("query", ["before=x", "before=tournament_", "status=lost", "ruleset=chess"])
def test_a_list_that_cannot_be_read_from_the_address_is_refused(client: Client, query: str) -> None:
    response = client.get(f"/tournaments?{query}")
    assert response.status_code == 400
    check(read(response.text))


@each_row(
    "path",
    [
        "/rounds/0",
        "/rounds/4",
        "/rounds/x",
        "/rounds/1?page=2",
        "/standings?stage=2",
        "/bracket",
        "/entrants/e99",
        "/entrants/%3Cscript%3E",
        "/nothing",
        "/rounds",
        "/standings/",
        "/log?page=99",
    ],
)
def test_a_page_that_is_not_there_is_a_page_that_says_so(client: Client, ids: Played, path: str) -> None:
    response = client.get(f"/tournaments/{ids.swiss}{path}")
    assert response.status_code == 404
    assert response.headers["X-Robots-Tag"] == "noindex"
    check(read(response.text))


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_browser_is_shown_a_page_for_an_address_that_nobody_knows(client: Client) -> None:
    response = client.get("/nonsense", headers={"Accept": BROWSER})
    assert (response.status_code, response.content_type) == (404, "text/html; charset=utf-8")
    check(read(response.text))
    assert "There is no such page." in response.text


@pytest.mark.parametrize(
    ("path", "accept"),
    [("/nonsense", "*/*"), ("/nonsense", ""), ("/nonsense", "text/html;q=0"), ("/v1/nonsense", BROWSER)],
)
def test_a_program_is_told_of_an_unknown_address_as_a_problem(client: Client, path: str, accept: str) -> None:
    response = client.get(path, headers={"Accept": accept, "X-Request-Id": "0123456789abcdef"})
    assert (response.status_code, response.content_type) == (404, "application/problem+json")
    assert response.get_json() == {
        "type": "urn:playhall:problem:NOT_FOUND",
        "title": "There is no such resource, or you may not see it.",
        "status": 404,
        "detail": "Check the address.",
        "instance": path,
        "code": "NOT_FOUND",
        "errors": [],
        "request_id": "0123456789abcdef",
    }


def test_pages_count_like_everything_that_is_asked_without_a_key(
    tmp_path: Path, hall: Hall, redis_client: Redis, redis_url: str, ids: Played
) -> None:
    few = open_hall(tmp_path, redis_client, redis_url, hall.database_path, address_requests_per_minute="2")
    client = few.app.test_client()
    answers = [client.get(f"/tournaments/{ids.swiss}") for _ in range(8)]
    refused = answers[-1]
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) >= 1
    assert "RateLimit" in refused.headers
    check(read(refused.text))
    few.hub.close()


# -- what they show ----------------------------------------------------------------------------------------------------


def test_the_list_is_filtered_by_status_and_game(client: Client) -> None:
    def names(query: str) -> list[str]:
        return [name.text for line in shown(client, f"/tournaments?{query}").all("th") for name in line.all("bdi")]

    played = ["Double", "Pods and a final", "Sealed <b>Swiss</b> & more"]
    assert names("") == ["Next week", "Evening cup", "Lunch arena", *played]
    assert names("status=running&ruleset=sealed") == ["Evening cup"]
    assert names("status=paused") == ["Lunch arena"]
    assert names("status=registration") == ["Next week"]
    assert names("status=cancelled") == []
    assert "No public tournament matches the filter." in shown(client, "/tournaments?status=cancelled").text
    assert names("status=&ruleset=") == names("")  # a form sends what was not chosen, too


def test_an_empty_list_says_that_nothing_was_announced(
    tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str
) -> None:
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)
    empty = open_hall(tmp_path, redis_client, redis_url, path)
    page = shown(empty.app.test_client(), "/tournaments")
    assert "No public tournament has been announced yet." in page.text
    empty.hub.close()


def test_a_long_list_goes_on_on_the_next_page(client: Client, hall: Hall, clock: Clock) -> None:
    table = TournamentTable(hall, clock)
    table._made = 100
    for number in range(50):
        table.announce(f"Number {number}", SwissStage(rounds=1))
    page = shown(client, "/tournaments?status=registration&embed=1")
    assert len(rows(page)) == 50
    (older,) = (each.attributes["href"] for each in page.all("a") if each.text == "Older")
    assert "status=registration" in older
    assert "embed=1" in older
    assert [line[0] for line in rows(shown(client, older))] == ["Next week"]


def test_an_overview_says_what_it_is_and_loudly_whether_bots_play(client: Client, ids: Played) -> None:
    coming = shown(client, f"/tournaments/{ids.open}")
    assert next(coming.all("strong")).text == "No bots."
    assert facts(coming) == {
        "Game": "Sealed Rows",
        "Format": "Swiss system",
        "Host": "Holly Host",
        "Entrants": "3",
        "Starts": facts(coming)["Starts"],
        "Check-in from": facts(coming)["Check-in from"],
    }
    assert "5 rounds for two seats: you meet others with as many points, nobody twice." in coming.text
    assert "There is room for 2; who enters later stands on the waiting list." in coming.text
    assert "Entrants must check in within 1 hour before the start." in coming.text
    assert "Registration is open: players enter by themselves." in coming.text
    assert row(coming, "Hal")[-1] == "on the waiting list"
    assert row(coming, "Gus")[-1] == ""

    mixed = shown(client, f"/tournaments/{ids.running}")
    assert next(mixed.all("strong")).text == "Bots allowed."
    assert "Robot bot" in row(mixed, "Robot")[1]

    only = shown(client, f"/tournaments/{ids.pods}")
    assert next(only.all("strong")).text == "Bots only."
    assert facts(only)["Format"] == "Pods of 4, then single elimination"
    assert "Everybody who plays here is a bot." in only.text
    assert "Registration is closed." in only.text
    assert "Who could enter" in [heading.text for heading in only.all("h3")]
    assert "may enter" not in only.text
    assert "Places are worth: 1st 4 points, 2nd 3 points, 3rd 2 points, 4th 1 point;" in only.text


def test_who_does_not_check_in_took_no_part_and_who_leaves_has_withdrawn(
    client: Client, hall: Hall, clock: Clock
) -> None:
    table = TournamentTable(hall, clock)
    table._made = 70
    entry = EntryRules(bots="none", check_in_seconds=HOUR)
    id = table.announce("Here", SwissStage(rounds=1), entry=entry, times=RoundTimes(round_seconds=HOUR))
    ida, jon, kim, _ = table.people(id, ["Ida", "Jon", "Kim", "Leo"])
    for person in (ida, jon, kim):
        hall.tournaments.entrants.check_in(person, id)
    assert row(shown(client, f"/tournaments/{id}"), "Kim")[-1] == "checked in"
    table.start(id)
    hall.tournaments.entrants.withdraw(kim, id)
    overview = shown(client, f"/tournaments/{id}")
    assert facts(overview)["Entrants"] == "3, of whom 1 withdrew"
    assert [line[-1] for line in rows(overview)[-4:]] == ["", "", "withdrawn", "took no part, not checked in"]
    assert facts(shown(client, f"/tournaments/{id}/entrants/e4"))["Remark"] == "took no part"
    assert facts(shown(client, f"/tournaments/{id}/entrants/e3"))["Remark"] == "withdrawn"


def test_standings_show_the_sum_behind_each_tie_break(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.swiss}/standings")
    stored = json.loads(client.get(f"/v1/tournaments/{ids.swiss}/standings").data)["stages"][0]["rows"]
    assert [line[0].removesuffix("=").removesuffix(" shared") for line in rows(page)] == [
        str(each["rank"]) for each in stored
    ]
    (sums,) = (list(line.all("details")) for line in list(next(page.all("tbody")).all("tr"))[:1])
    terms = [
        (float(each["value"]), len(each["terms"])) for each in stored[0]["tie_breaks"] if each["terms"] or each["note"]
    ]
    assert [(float(next(each.all("summary")).text), len(list(each.all("li")))) for each in sums] == terms
    for column in zip(*(line[3:] for line in rows(page)), strict=True):  # points stand below each other
        assert len({len(value.split()[0].partition(".")[2]) for value in column}) == 1
    assert "Buchholz, cut 1" in [header.text for header in page.all("th")]
    assert "The sum of the opponents' points without the lowest." in page.text
    assert shown(client, f"/tournaments/{ids.open}/standings").text.count("No result counts yet.") == 1


def test_a_round_shows_tables_results_reasons_byes_and_who_set_what(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.swiss}/rounds/1")
    lines = rows(page)
    assert [line[0] for line in lines] == ["1", "2", "3"]
    assert lines[0][3] == f"0.5 {DASH} 0.5 set by the host Both agreed to share <it>"
    assert lines[1][3] in (f"1 {DASH} 0", f"0 {DASH} 1", f"0.5 {DASH} 0.5")
    assert "replay" in lines[0][4]
    assert lines[0][5].startswith("Why: table 1 ")
    assert len([each for each in page.all("li") if "a bye worth 1, since the number" in each.text]) == 1
    second = shown(client, f"/tournaments/{ids.swiss}/rounds/2")
    assert "Ann bot : has asked not to be paired." in second.text or "has asked not to be paired" in second.text
    assert "not there" in second.text


def test_pods_are_shown_as_tables_of_their_own(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.pods}/rounds/1")
    tables = list(page.all("table"))
    assert [next(each.all("caption")).text for each in tables] == ["Table 1", "Table 2"]
    assert sorted(len(list(next(each.all("tbody")).all("tr"))) for each in tables) == [3, 4]
    assert [header.text for header in tables[0].all("th")][:5] == ["Seat", "Entrant", "Place", "Score", "Points"]
    total = sum(float(line[-1]) for line in rows(page))
    assert total == 4 + 3 + 2 + 1 + 4 + 3 + 2


def test_an_arena_shows_its_latest_tables_and_how_much_time_is_left(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.arena}/rounds/1")
    numbers = [int(line[0]) for line in rows(page)]
    assert numbers == list(range(len(numbers), 0, -1))
    assert len(numbers) > 6
    assert "called off by the host" in rows(page)[0][3]
    assert [heading.text for heading in page.all("h2")] == ["Latest tables"]
    clocks = [each.text for each in page.all("p") if each.attributes.get("class") == "clock"]
    assert clocks == ["It is paused, and its time stands still: 1 hour 59 minutes are left."]
    assert client.get(f"/tournaments/{ids.arena}/cross-table").status_code == 404
    overview = shown(client, f"/tournaments/{ids.arena}").text
    assert "For 2 hours whoever is free is paired again with somebody close in rank" in overview
    assert "told apart by 2 tie-breaks" in overview
    card = shown(client, f"/tournaments/{ids.arena}/entrants/e1")
    assert len(rows(card)) >= 2
    standings = shown(client, f"/tournaments/{ids.arena}/standings").text
    assert re.search(r"Table \d+, Wolf \d: ", standings)


def test_a_cross_table_has_a_column_for_each_round(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.swiss}/cross-table")
    assert [header.text for header in next(page.all("thead")).all("th")] == [
        *("Line", "Entrant", "R1", "R2", "R3", "Points", "Rank")
    ]
    lines = rows(page)
    assert [line[0] for line in lines] == [str(number) for number in range(1, 8)]
    assert any("absent" in cell for cell in row(page, "Bea"))
    assert row(page, "Ann")[3] == "0.5 own bye"
    first = re.fullmatch(r"(\S+) against line (\d+)", lines[0][2])
    assert first is None or lines[int(first[2]) - 1][2].endswith("against line 1")


def test_a_bracket_says_who_goes_on(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.double}/bracket")
    assert [each.text for each in page.all("h2")] == ["Winners", "Those who have lost once", "Grand final"]
    groups = {each.attributes["aria-label"]: each for each in page.all("div") if each.attributes.get("role") == "group"}
    assert {"W1-2", "W2-1", "W3-1", "F", "F2"} <= groups.keys()
    winner = [each.text for each in groups["F"].all("li") if each.text.endswith(", goes on")]
    assert len(winner) == 1
    first = rows(shown(client, f"/tournaments/{ids.double}/standings"))[0]
    assert first[0] == "1"
    single = shown(client, f"/tournaments/{ids.pods}/bracket")
    assert [each.text for each in single.all("h2")] == ["Main bracket", "Third place"]


def test_a_card_tells_each_round_of_an_entrant(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.swiss}/entrants/e6")
    lines = rows(page)
    assert [line[0] for line in lines] == ["1", "2", "3"]
    assert lines[1][1:3] == [DASH, DASH]
    assert lines[1][4:7] == ["bye that was asked for", "0.5", lines[1][6]]
    assert [each.text for each in next(page.all("tbody")).all("a") if each.text in ("Match", "replay")] == [
        "Match",
        "replay",
        "Match",
        "replay",
    ]
    assert facts(page)["Plays as"] == "a bot of the house, random"
    assert facts(page)["Not to be paired in"] == "round 2"


def test_the_log_tells_what_hosts_did_and_why(client: Client, ids: Played) -> None:
    page = shown(client, f"/tournaments/{ids.swiss}/log")
    told = [(line[1], line[2], line[3]) for line in rows(page)]
    assert told[0][0].startswith("Entry ")
    assert told[0][1:] == ("Holly Host host", "That was a slip")
    assert "taken back by entry" in told[1][0]
    assert told[2][2] == "Both agreed to share <it>"
    everything = rows(shown(client, f"/tournaments/{ids.swiss}/log?show=all"))
    assert len(everything) > len(told)
    assert "Playhall" in {line[2] for line in everything}
    assert everything[-1][1].startswith("\N{FIRST STRONG ISOLATE}<script>alert(1)</script>")


# -- time --------------------------------------------------------------------------------------------------------------


def test_the_clock_of_a_round_says_how_much_time_is_left_and_loads_again(
    client: Client, hall: Hall, ids: Played, clock: Clock
) -> None:
    def told() -> tuple[str, str | None]:
        response = client.get(f"/tournaments/{ids.running}/rounds/1")
        (line,) = (each.text for each in read(response.text).all("p") if each.attributes.get("class") == "clock")
        return line, response.headers.get("Refresh")

    paired_ms = hall.tournaments.state(TournamentTable(hall, clock).host, ids.running).rounds[0].paired_ms
    clock.now_ms = paired_ms + 10_000 - paired_ms % 10_000
    line, refresh = told()
    assert re.match(
        r"Round 1 ends at the latest at .* UTC: 59 minutes 5\d seconds left when this page was made\.", line
    )
    assert refresh == "30"
    clock.advance(1800)
    assert "29 minutes 5" in told()[0]
    clock.advance(3600)
    assert "its last tables are being decided" in told()[0]
    still = client.get(f"/tournaments/{ids.running}/rounds/1?refresh=off")
    assert "Refresh" not in still.headers
    assert "Load it again by itself" in still.text


def test_only_what_is_being_played_loads_again_by_itself(client: Client, ids: Played) -> None:
    assert client.get(f"/tournaments/{ids.running}").headers["Refresh"] == "30"
    for path in ("/tournaments", f"/tournaments/{ids.running}/standings", f"/tournaments/{ids.swiss}/rounds/3"):
        assert "Refresh" not in client.get(path).headers
    assert "Refresh" not in client.get(f"/tournaments/{ids.open}").headers


# -- what they cost ----------------------------------------------------------------------------------------------------


def test_what_has_not_changed_is_not_sent_again(client: Client, hall: Hall, ids: Played, clock: Clock) -> None:
    def ask(tag: str = "") -> TestResponse:
        return client.get(f"/tournaments/{ids.open}", headers={"If-None-Match": tag})

    first = ask()
    assert first.headers["Cache-Control"] == "public, max-age=10"
    again = ask(first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    TournamentTable(hall, clock).people(ids.open, ["Ida"])
    after = ask(first.headers["ETag"])
    assert after.status_code == 200
    assert "Ida" in after.text


class CountingTournaments(Tournaments):
    """Tournaments that know how often they were read whole."""

    views = 0

    def view(self, *args: Any) -> TournamentView:
        self.views += 1
        return super().view(*args)


def test_a_tournament_is_read_once_for_all_who_look_at_it(hall: Hall, ids: Played, clock: Clock) -> None:
    sql = Database(f"sqlite:///{hall.database_path}")
    players = Players(sql, clock)
    tournaments = CountingTournaments(sql, players, Ratings(sql, clock), SIGNING_KEYS, now_ms=clock)
    app = Flask("pages")
    app.url_map.converters["segment"] = SegmentConverter
    serving.add_paths(app)
    engines = EngineDirectory({"sealed": InProcessEngine(RULESET)})
    pages = serving.TournamentPages(tournaments, players, engines, now_ms=clock)
    serving.serve(app, pages, lambda: None, is_public=True)
    client = app.test_client()
    for _ in range(3):
        for tab in ("", "/standings", "/rounds/1", "/rounds/2", "/log", "/entrants/e1", "/entrants/e2"):
            assert client.get(f"/tournaments/{ids.swiss}{tab}").status_code == 200
    assert tournaments.views == 1
    threads = [threading.Thread(target=lambda: app.test_client().get(f"/tournaments/{ids.double}")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tournaments.views == 2
    sql.close()


# -- in a browser ------------------------------------------------------------------------------------------------------


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    """Where the platform can be reached by a browser."""
    with served(hall.app) as where:
        yield where


def pages_of(ids: Played) -> dict[str, str]:
    """Pages of every kind, by names for their pictures."""
    swiss, pods, double = (f"/tournaments/{id}" for id in (ids.swiss, ids.pods, ids.double))
    return {
        "list": "/tournaments",
        "overview": swiss,
        "open": f"/tournaments/{ids.open}",
        "running": f"/tournaments/{ids.running}",
        "standings": f"{swiss}/standings",
        "round": f"{swiss}/rounds/1",
        "clock": f"/tournaments/{ids.running}/rounds/1",
        "pods": f"{pods}/rounds/1",
        "arena": f"/tournaments/{ids.arena}/rounds/1",
        "cross-table": f"{swiss}/cross-table",
        "bracket": f"{double}/bracket",
        "bracket-single": f"{pods}/bracket",
        "card": f"{swiss}/entrants/e1",
        "log": f"{swiss}/log?show=all",
        "embedded": f"{swiss}/standings?embed=1",
        "missing": f"/tournaments/{MISSING}",
    }


@pytest.mark.slow
@in_a_browser
def test_every_page_fits_a_phone_and_a_desk_and_is_told_whole_to_a_screen_reader(
    tmp_path: Path, address: str, ids: Played, pictures: Path | None
) -> None:
    with driven_browser(tmp_path) as browser:
        page = Page(browser)
        for name, path in pages_of(ids).items():
            look_at(page, address + path, name, pictures)
