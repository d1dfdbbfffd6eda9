"""PostgreSQL fails under a platform that is being played on."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from sqlalchemy import func, select

from services.database import Database
from services.database.tables import matches
from tests.chaos.load import Load, Person
from tests.chaos.test_kills import new_person
from tests.cluster.databases import MortalPostgres, mortal_postgres
from tests.e2e.platform import Platform
from tests.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

OUTAGE_SECONDS = 10.0
FAULTS: dict[str, tuple[Callable[[MortalPostgres], None], Callable[[MortalPostgres], None]]] = {
    "killed": (MortalPostgres.kill, MortalPostgres.start),
    "hangs": (MortalPostgres.hang, MortalPostgres.go_on),
}


@pytest.fixture(scope="module")
def postgres() -> Iterator[MortalPostgres]:
    with mortal_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def platform(postgres: MortalPostgres) -> Iterator[Platform]:
    running = Platform(database_url=postgres.url)
    try:
        running.start("--workers", "2")
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def people(platform: Platform) -> tuple[Person, Person]:
    return new_person(platform, "Ann"), new_person(platform, "Ben")


class Client:
    """Sends each request once, and measures how long the answers take."""

    def __init__(self, platform: Platform, key: str) -> None:
        self._url = urlsplit(str(platform.folder.url()))
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.slowest_seconds = 0.0

    def ask(self, method: str, path: str, body: object = None) -> http.client.HTTPResponse:
        assert self._url.hostname
        connection = http.client.HTTPConnection(self._url.hostname, self._url.port, timeout=30)
        began = time.monotonic()
        connection.request(method, path, None if body is None else json.dumps(body), self._headers)
        response = connection.getresponse()
        self.slowest_seconds = max(self.slowest_seconds, time.monotonic() - began)
        return response


def archived(url: str) -> int:
    database = Database(url)
    with database.read() as connection:
        number: int = connection.execute(select(func.count()).select_from(matches)).scalar_one()
    database.close()
    return number


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_play_goes_on_and_what_needs_sql_is_refused_until_it_is_back(
    postgres: MortalPostgres, platform: Platform, people: tuple[Person, Person], fault: str
) -> None:
    begin, end = FAULTS[fault]
    before = archived(postgres.url)
    load = Load(str(platform.folder.url()), people, seed=len(fault))
    load.start(bots=12, tables=3)
    client = Client(platform, people[0].key)
    match = load.matches[0]
    assert client.ask("GET", f"/v1/matches/{match}").status == 200
    begin(postgres)
    until = time.monotonic() + OUTAGE_SECONDS
    moves = len(load.answered)
    while time.monotonic() < until:
        assert client.ask("GET", f"/v1/matches/{match}").status == 200
        assert client.ask("GET", "/v1/matches?status=live").status == 200
        assert client.ask("GET", "/readyz").status == 200
        refused = client.ask("GET", f"/v1/players/{people[0].id}")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "1")
        assert json.loads(refused.read())["code"] == "BUSY"
        time.sleep(0.2)
    new = client.ask("POST", "/v1/matches", {"ruleset": "factionwars", "seats": ["bot:random", "bot:random"]})
    assert new.status == 201
    load.matches.append(json.loads(new.read())["id"])
    assert len(load.answered) > moves
    end(postgres)
    wait_until(lambda: client.ask("GET", f"/v1/players/{people[0].id}").status == 200, "what needs SQL is served", 10)
    load.wait(120)
    wait_until(lambda: archived(postgres.url) == before + len(load.matches), "the archive has all of them", 60)
    load.check()
    assert load.sent_again == 0
    assert client.slowest_seconds < 6
