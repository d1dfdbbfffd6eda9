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
from services.errors import Refusal
from services.identity import SignUps, key_format
from services.platform_time import platform_ms
from services.rate_limits.client_ip import client_addresses
from services.rate_limits.policy import per_minute
from services.stored_tournaments.guest_invitations import GuestInvitations
from tests.integration.gateway.harness import LOOPBACK, Client, Hall, open_hall
from tests.integration.grpc_api.clients import PlayClient, refusal, served, services_of
from tests.valkey import RealValkey

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

    def open_with(**settings: Any) -> Hall:
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
    with Database(hall.settings.database.database_url).begin() as connection:  # by the door it would be 4,000 requests
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


# -- guests of a host --------------------------------------------------------------------------------------------------

CUP = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 3}], "entry": {"bots": "only"}}
NOT_GOOD = "INVALID_FIELD at /invitation"


class Ahead:
    """The platform's time, and as many seconds more."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> int:
        return platform_ms() + self.seconds * 1000


class OverRest:
    """Hosts and guests over REST."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def invite(self, host: Client, cup: str, **asked: int) -> tuple[str, str]:
        """The id and the text of an invitation."""
        made = host.make(f"/v1/tournaments/{cup}/guest-invitations", asked)
        return made["id"], made["text"]

    def used(self, host: Client, cup: str) -> list[int]:
        """How many have come by each."""
        return [each["used"] for each in host.read(f"/v1/tournaments/{cup}/guest-invitations")["invitations"]]

    def revoke(self, host: Client, cup: str, invitation: str) -> None:
        assert host.ask("DELETE", f"/v1/tournaments/{cup}/guest-invitations/{invitation}").status_code == 204

    def sign_up(self, name: str, text: str = "", address: str = "192.0.2.1") -> str:
        """The id of who has signed up; or why that is refused, and where."""
        body = {"name": name, **({"invitation": text} if text else {})}
        headers = {"X-Forwarded-For": address}
        told: Any = self._hall.stranger().post("/v1/sign-ups", body, headers=headers).json
        if "player" in told:
            return str(told["player"]["id"])
        places = [error["pointer"].removeprefix("/body") for error in told.get("errors", ())]
        return " at ".join([told["code"], *places])


class OverGrpc:
    """The same over gRPC."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel

    def invite(self, host: Client, cup: str, **asked: int) -> tuple[str, str]:
        made = PlayClient(self._channel, host.key).ask("CreateGuestInvitation", tournament=cup, **asked).invitation
        return made.id, made.text

    def used(self, host: Client, cup: str) -> list[int]:
        told = PlayClient(self._channel, host.key).ask("ListGuestInvitations", tournament=cup)
        return [each.used for each in told.invitations]

    def revoke(self, host: Client, cup: str, invitation: str) -> None:
        PlayClient(self._channel, host.key).ask("RevokeGuestInvitation", tournament=cup, invitation=invitation)

    def sign_up(self, name: str, text: str = "", address: str = "192.0.2.1") -> str:
        nobody = PlayClient(self._channel, None)
        nobody.metadata = (("x-forwarded-for", address),)
        try:
            return str(nobody.ask("SignUp", name=name, invitation=text).player.id)
        except grpc.RpcError as error:
            refused = refusal(error)
            return " at ".join([refused.reason, *refused.fields])


class Inviting:
    """A host with a tournament, and how it invites."""

    def __init__(self, hall: Hall, door: OverRest | OverGrpc, clock: Ahead) -> None:
        self.hall = hall
        self.door = door
        self.clock = clock
        self.host = hall.client("Teacher")
        self.cup: str = self.host.make("/v1/tournaments", CUP)["id"]

    def invite(self, **asked: int) -> str:
        return self.door.invite(self.host, self.cup, **{"places": 3, **asked})[1]

    def guests(self) -> list[str]:
        return [each["player_id"] for each in self.host.read(f"/v1/tournaments/{self.cup}/guests")["guests"]]


@pytest.fixture(params=["REST", "gRPC"])
def inviting(request: pytest.FixtureRequest, opened: Open) -> Iterator[Inviting]:
    clock = Ahead()
    hall = opened(now_ms=clock, address_sign_ups="1", address_sign_up_seconds="86400", trusted_proxies="127.0.0.0/8")
    if request.param == "REST":
        yield Inviting(hall, OverRest(hall), clock)
        return
    limits = PlayLimits(threads=2, addresses=client_addresses(hall.settings.gateway))
    with served(services_of(hall), limits) as (_, target), grpc.insecure_channel(target) as channel:
        yield Inviting(hall, OverGrpc(channel), clock)


def test_an_invitation_admits_as_many_as_it_has_places_and_nobody_more(inviting: Inviting) -> None:
    text = inviting.invite(places=2)
    assert inviting.door.sign_up("First").startswith("p_")
    assert inviting.door.sign_up("Second") == "RATE_LIMITED"
    pupils = [inviting.door.sign_up(name, text) for name in ("Pupil 1", "Pupil 2")]
    assert inviting.door.sign_up("Pupil 3", text) == NOT_GOOD
    assert {inviting.hall.players.get(id).person for id in pupils} == {f"g_{inviting.host.id}"}
    assert sorted(inviting.guests()) == sorted(pupils)
    assert inviting.door.used(inviting.host, inviting.cup) == [2]


def test_a_name_that_is_taken_takes_no_place(inviting: Inviting) -> None:
    text = inviting.invite(places=1)
    inviting.door.sign_up("Pupil", inviting.invite())
    assert inviting.door.sign_up("pupil", text).startswith("NAME_TAKEN")
    assert inviting.door.sign_up("Pupil 2", text).startswith("p_")


def test_an_invitation_is_good_at_any_address_and_counts_for_its_host_everywhere(inviting: Inviting) -> None:
    text = inviting.invite()
    addresses = ("192.0.2.1", "198.51.100.7", "2001:db8::1")
    pupils = [inviting.door.sign_up(f"Pupil {number}", text, at) for number, at in enumerate(addresses)]
    assert {inviting.hall.players.get(id).person for id in pupils} == {f"g_{inviting.host.id}"}
    assert inviting.door.sign_up("Pupil 4", text, "203.0.113.9") == NOT_GOOD
    assert inviting.door.sign_up("Somebody", address="198.51.100.7").startswith("p_")  # whose address it cost nothing


def test_an_invitation_that_has_expired_admits_nobody(inviting: Inviting) -> None:
    text = inviting.invite(seconds=60)
    inviting.clock.seconds = 50
    assert inviting.door.sign_up("Pupil 1", text).startswith("p_")
    inviting.clock.seconds = 61
    assert inviting.door.sign_up("Pupil 2", text) == NOT_GOOD


def test_an_invitation_that_is_forged_or_revoked_admits_nobody(inviting: Inviting) -> None:
    id, text = inviting.door.invite(inviting.host, inviting.cup, places=3, seconds=60)
    _, created, expires, key, signature = text.split(".")
    forged = [
        f"{id}.{created}.{int(expires) + 1}.{key}.{signature}",
        f"{id}.{int(created) - 1}.{expires}.{key}.{signature}",
        f"{id[:-1]}{'0' if id[-1] != '0' else '1'}.{created}.{expires}.{key}.{signature}",
        f"{id}.{created}.{expires}.{key}.{'0' * 128}",
        f"{id}.{created}.{expires}.another.{signature}",
        f"{id}.{created}.{expires}.{key}.",
        "x",
    ]
    assert [inviting.door.sign_up(f"Pupil {number}", each) for number, each in enumerate(forged)] == [NOT_GOOD] * 7
    inviting.door.revoke(inviting.host, inviting.cup, id)
    assert inviting.door.sign_up("Pupil", text) == NOT_GOOD


def test_invitations_of_a_host_whose_keys_the_operator_has_ended_admit_nobody(inviting: Inviting) -> None:
    text = inviting.invite()
    assert inviting.door.sign_up("Pupil 1", text).startswith("p_")
    inviting.hall.keys.revoke_all(inviting.host.id)
    assert inviting.door.sign_up("Pupil 2", text) == NOT_GOOD
    inviting.hall.client_of(inviting.hall.players.get(inviting.host.id))  # it is given another
    assert inviting.door.sign_up("Pupil 3", text).startswith("p_")


def test_an_invitation_ends_with_its_tournament(inviting: Inviting) -> None:
    text = inviting.invite()
    inviting.host.make(f"/v1/tournaments/{inviting.cup}:cancel", {"reason": "It rains."})
    assert inviting.door.sign_up("Pupil", text) == NOT_GOOD


def test_nobody_invites_but_a_host(inviting: Inviting) -> None:
    stranger = inviting.hall.client("Stranger")
    paths = [f"/v1/tournaments/{inviting.cup}/guest-invitations", f"/v1/tournaments/{inviting.cup}/guests"]
    assert stranger.post(paths[0], {"places": 1}).status_code == 403
    assert stranger.get(paths[0]).status_code == 403
    text = inviting.invite()
    assert text not in stranger.get(f"/v1/tournaments/{inviting.cup}").get_data(as_text=True)


def test_a_list_of_guests_that_is_full_admits_nobody_by_an_invitation(opened: Open) -> None:
    hall = opened()
    inviting = Inviting(hall, OverRest(hall), Ahead())
    text = inviting.invite()
    database = Database(hall.settings.database.database_url)
    full = GuestInvitations(database, hall.signing_keys, most_guests=1)
    sign_ups = SignUps(database, hall.players, hall.keys, is_open=True, invitations=full)
    sign_ups.sign_up("Pupil 1", None, hall.creation(), str, text)
    with pytest.raises(Refusal) as caught:
        sign_ups.sign_up("Pupil 2", None, hall.creation(), str, text)
    assert [error.pointer for error in caught.value.errors] == ["/invitation"]
    assert inviting.door.used(inviting.host, inviting.cup) == [1]  # nobody has taken a place in vain


def test_nobody_is_made_while_redis_is_away(mortal_valkey: RealValkey, tmp_path: Path) -> None:
    path = tmp_path / "playhall.db"
    Database(f"sqlite:///{path}").upgrade()
    hall = open_hall(tmp_path, mortal_valkey.client(), mortal_valkey.url, path)
    guest(hall, "Ann")
    mortal_valkey.kill()
    answer = hall.stranger().post("/v1/sign-ups", {"name": "Bob"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert json.loads(answer.data)["code"] == "BUSY"
    assert [player.name for player in hall.players.list(10) if player.id.startswith("p_")].count("Bob") == 0
    hall.hub.close()
