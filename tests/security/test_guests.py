"""Guests: those of one address who want more than one person's share, those who leave the others nothing, and those who
come by a host's invitation."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from redis import Redis
from werkzeug.test import Client as WsgiClient

from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.database.tables import api_keys
from services.identity import key_format
from services.rate_limits.policy import per_minute
from tests.integration.gateway.harness import LOOPBACK, Client, Hall, open_hall
from tests.integration.grpc_api.clients import PlayClient, refusal, served, services_of

OPEN = {"ruleset": "sealed", "seats": ["open", "open"]}
TICKET: dict[str, Any] = {"ruleset": "sealed", "seats": 2}
CRASH = {"message": "Out of memory.", "traceback": "at 1"}
BY_REST: dict[str, dict[str, Any]] = {"match": OPEN, "ticket": TICKET, "crash": CRASH}
BY_GRPC: dict[str, tuple[str, dict[str, Any]]] = {
    "match": ("CreateMatch", OPEN),
    "ticket": ("CreateTicket", {"pool": TICKET}),
    "crash": ("ReportCrash", CRASH),
}
PATHS = {"match": "/v1/matches", "ticket": "/v1/tickets", "crash": "/v1/players/me/crash-reports"}
SCOPES = "matches:create matches:play matches:read"

Open = Callable[..., Hall]


@pytest.fixture
def opened(redis_client: Redis, redis_url: str, tmp_path: Path) -> Iterator[Open]:
    """Opens the platform, where forty may sign up at once from an address."""
    path = tmp_path / "playhall.db"
    Database(f"sqlite:///{path}").upgrade()
    halls: list[Hall] = []

    def open_with(**settings: str) -> Hall:
        changes: dict[str, Any] = {"address_sign_ups": "40", **settings}
        halls.append(open_hall(tmp_path, redis_client, redis_url, path, **changes))
        return halls[-1]

    yield open_with
    for hall in halls:
        hall.hub.close()


def guest(hall: Hall, name: str, **more: Any) -> Client:
    """Somebody who signs up from the address of all."""
    made = hall.stranger().make("/v1/sign-ups", {"name": name, **more})
    return Client(hall.app, made["key"]["secret"], hall.players.get(made["player"]["id"]))


# -- forty guests, ten bots each, ten keys each ------------------------------------------------------------------------


def crowd(hall: Hall, guests: int) -> list[list[str]]:
    """Guests who sign up from one address; each guest's ten bots have ten keys each."""
    return [_keys_of_bots(hall, guest(hall, f"Guest {number}"), number) for number in range(guests)]


def _keys_of_bots(hall: Hall, owner: Client, number: int) -> list[str]:
    rows: list[dict[str, object]] = []
    texts = []
    for name in range(10):
        bot = hall.players.create_bot(owner.id, f"Bot {number} {name}", most=10)
        for _ in range(10):
            creation = hall.creation()
            text, digest = key_format.make("dev", creation.id("k"), creation.secret("api key"))
            row = {"id": creation.id("k"), "player_id": bot.id, "name": "", "scopes": SCOPES}
            rows.append({**row, "secret_sha256": digest, "created_ms": creation.at_ms})
            texts.append(str(text))
    with Database(hall.settings.database_url).begin() as connection:  # by the door it would be 4,000 requests
        connection.execute(api_keys.insert(), rows)
    return texts


class Doors:
    """Both doors of the platform; who asks by which, and for what, follows from ``number``."""

    def __init__(self, hall: Hall, channel: grpc.Channel) -> None:
        self._http = WsgiClient(hall.app)
        self._play = PlayClient(channel, None)

    def ask(self, number: int, key: str) -> tuple[str, str]:
        """What is asked for, and the answer: ``made``, or why not."""
        what = ("match", "ticket", "crash")[number % 3]
        return what, (self._rest if number % 5 else self._grpc)(key, what)

    def _rest(self, key: str, what: str) -> str:
        headers = {"Authorization": f"Bearer {key}"}
        told = self._http.post(PATHS[what], json=BY_REST[what], headers=headers, environ_base=LOOPBACK)
        return "made" if told.status_code == 201 else str(json.loads(told.data)["code"])

    def _grpc(self, key: str, what: str) -> str:
        method, fields = BY_GRPC[what]
        self._play.metadata = (("authorization", f"Bearer {key}"),)
        try:
            self._play.ask(method, **fields)
        except grpc.RpcError as error:
            return refusal(error).reason
        return "made"


def test_forty_guests_of_an_address_with_ten_bots_and_ten_keys_each_get_the_share_of_one(opened: Open) -> None:
    """4,000 keys, each of which asks once. Of a person ten requests pass at once and one more a second; of each guest's
    own one, and one more in fifty seconds."""
    hall = opened(open_matches_per_player="5", waiting_tickets_per_player="4", player_requests_per_minute="60")
    keys = crowd(hall, 40)
    assert (len(keys), sum(map(len, keys))) == (40, 4_000)
    limits = PlayLimits(threads=2, per_key=per_minute("player", 60))
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        doors = Doors(hall, channel)
        began = time.monotonic()
        told = [doors.ask(number, key) for number in range(100) for key in (of[number] for of in keys)]
        seconds = time.monotonic() - began
    answers = Counter(told)
    assert (answers["match", "made"], answers["ticket", "made"]) == (5, 4)
    passed = sum(reason != "RATE_LIMITED" for what, reason in told if what != "crash")
    assert 50 <= passed <= 10 + seconds + 40 * (1 + seconds / 50)
    assert answers["crash", "made"] <= 20 + seconds / 15 + 40 * (1 + seconds / 750)
    assert hall.client("Somebody").post("/v1/matches", OPEN).status_code == 201


# -- one who leaves the others nothing ---------------------------------------------------------------------------------


def asked(client: Client, number: int) -> Counter[int]:
    """How so many requests are answered."""
    return Counter(client.get("/v1/players/me").status_code for _ in range(number))


@pytest.fixture(params=["REST", "gRPC"])
def school(request: pytest.FixtureRequest, opened: Open) -> Iterator[tuple[Hall, Callable[[Client], str]]]:
    """A platform where guests of an address may ask once in ten seconds together, and each once for itself; and how a
    request of somebody's is answered."""
    hall = opened(player_requests_per_minute="6")
    if request.param == "REST":
        yield hall, lambda client: client.get("/v1/players/me").status
        return
    limits = PlayLimits(threads=2, per_key=per_minute("player", 6))
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:

        def answer(client: Client) -> str:
            try:
                PlayClient(channel, client.key).ask("GetPlayer", player="me")
            except grpc.RpcError as error:
                return refusal(error).reason
            return "200 OK"

        yield hall, answer


def test_a_rude_guest_with_bots_locks_no_other_guest_of_its_address_out(
    school: tuple[Hall, Callable[[Client], str]],
) -> None:
    hall, answer = school
    rude, *others = [guest(hall, name) for name in ("Rude", "Ann", "Bob", "Cid")]
    bots = [hall.client_of(hall.players.create_bot(rude.id, f"Rude bot {number}")) for number in range(3)]
    told = [answer(each) for _ in range(30) for each in (rude, *bots)]
    assert told.count("200 OK") < 60
    assert [answer(other) for other in others] == ["200 OK"] * 3


def test_a_guest_is_told_what_it_has_for_itself(opened: Open) -> None:
    hall = opened(player_requests_per_minute="6")
    ann, bob = guest(hall, "Ann"), guest(hall, "Bob")
    told = [ann.get("/v1/players/me") for _ in range(40)]
    assert told[0].headers["RateLimit-Policy"] == '"player";q=1;w=10'
    assert any(each.headers["RateLimit-Policy"] == '"guest";q=1;w=500' for each in told if each.status_code == 200)
    assert sum(each.status_code == 429 for each in told) > 20
    assert bob.get("/v1/players/me").status_code == 200


# -- many networks -----------------------------------------------------------------------------------------------------


def test_a_customer_with_many_networks_of_ipv6_is_one_address(opened: Open) -> None:
    hall = opened(address_sign_ups="3", address_sign_up_seconds="86400")
    nobody, told = hall.stranger(), []
    for network in range(0, 256, 16):  # of the /56 that its provider has given it
        where = {"REMOTE_ADDR": f"2001:db8:1:2{network:02x}::1"}
        told.append(nobody.post("/v1/sign-ups", {"name": f"Guest {network}"}, environ_base=where))
    assert [each.status_code for each in told] == [201] * 3 + [429] * 13
    ids = [json.loads(each.data)["player"]["id"] for each in told[:3]]
    assert len({hall.players.get(id).person for id in ids}) == 1
    neighbour = {"REMOTE_ADDR": "2001:db8:1:300::1"}
    other = nobody.post("/v1/sign-ups", {"name": "Neighbour"}, environ_base=neighbour)
    assert hall.players.get(json.loads(other.data)["player"]["id"]).person != hall.players.get(ids[0]).person
