"""Bots that people own."""

from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.identity import PlayerKind, Scope
from tests.integration.gateway.harness import EVERYTHING, Client, Hall, open_hall
from tests.integration.gateway.play import play_out

BOTS = "/v1/players/me/bots"


def json_of(response: Any) -> Any:
    return response.json


def code(response: Any) -> str:
    found: str = json_of(response)["code"]
    return found


def bot_of(hall: Hall, owner: Client, name: str = "Hopper", scopes: Any = EVERYTHING) -> Client:
    """A bot of somebody's, with a key that its owner has made."""
    made = owner.make(BOTS, {"name": name})
    key = owner.make(f"/v1/players/{made['id']}/keys", {"name": "program", "scopes": [each.value for each in scopes]})
    return Client(hall.app, key["secret"], hall.players.get(made["id"]))


def test_a_person_makes_a_bot_that_everybody_can_see_is_its_own(hall: Hall, ada: Client, bob: Client) -> None:
    made = ada.post(BOTS, {"name": "Hopper", "version": "1.0"})
    assert (made.status_code, made.headers["Location"]) == (201, f"/v1/players/{json_of(made)['id']}")
    public = bob.read(made.headers["Location"])
    assert public == {
        "id": json_of(made)["id"],
        "kind": "bot",
        "name": "Hopper",
        "created_at": json_of(made)["created_at"],
        "owner": ada.id,
        "version": "1.0",
        "online": True,
        "retired_at": None,
        "rated_with_bots": False,
    }
    assert bob.read(f"/v1/players/{ada.id}/bots")["players"] == [public]
    assert bob.read(BOTS)["players"] == []


def test_a_bot_that_is_asked_for_again_is_the_same(hall: Hall, ada: Client) -> None:
    first, again = (ada.make(BOTS, {"name": "Hopper"}, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert first == again
    assert code(ada.post(BOTS, {"name": "H0pper"})) == "NAME_TAKEN"


def test_bots_own_no_bots(hall: Hall, ada: Client) -> None:
    assert code(bot_of(hall, ada).post(BOTS, {"name": "Child"})) == "NOT_A_PERSON"


def test_a_person_has_as_many_bots_as_the_operator_allows(
    tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str
) -> None:
    database = tmp_path / "bounded.db"
    database.write_bytes(migrated.read_bytes())
    now = [1_767_268_800_000]
    hall = open_hall(tmp_path, redis_client, redis_url, database, now_ms=lambda: now[0], bots_per_player="2")
    ada, admin = hall.client("Ada"), hall.client("Root", [Scope.ADMIN])
    first = ada.make(BOTS, {"name": "First"})["id"]
    ada.make(BOTS, {"name": "Second"})
    refused = ada.post(BOTS, {"name": "Third"})
    assert (refused.status_code, code(refused), json_of(refused)["quota"]) == (429, "QUOTA_EXCEEDED", "bots")
    quotas = {each["quota"]: (each["limit"], each["used"]) for each in ada.read("/v1/players/me/quotas")["quotas"]}
    assert quotas["bots"] == (2, 2)
    ada.make(f"/v1/players/{first}:retire")
    assert code(ada.post(BOTS, {"name": "Third"})) == "QUOTA_EXCEEDED"
    assert admin.make(f"/v1/players/{ada.id}/bots", {"name": "Given"})["owner"] == ada.id
    now[0] += 24 * 3600 * 1000 + 1
    assert code(ada.post(BOTS, {"name": "Third"})) == "QUOTA_EXCEEDED"  # two are in use
    hall.hub.close()


def test_a_stranger_can_do_nothing_with_anothers_bot(hall: Hall, ada: Client, bob: Client) -> None:
    bot = bot_of(hall, ada)
    path, key = f"/v1/players/{bot.id}", bot.read("/v1/keys/current")["id"]
    webhook = {"url": "https://thief.example/"}
    attempts = [
        ("PATCH", path, {"name": "Mine"}, 403),
        ("PATCH", path, {"online": False}, 403),
        ("PUT", f"{path}/version", {"version": "6.6.6"}, 403),
        ("POST", f"{path}:retire", None, 403),
        ("POST", f"{path}/bots", {"name": "Child"}, 403),
        ("POST", f"{path}/keys", {"name": "x", "scopes": ["matches:play"]}, 403),
        ("GET", f"{path}/keys", None, 403),
        ("GET", f"/v1/keys/{key}", None, 404),
        ("DELETE", f"/v1/keys/{key}", None, 404),
        ("POST", f"/v1/keys/{key}:rotate", None, 404),
        ("PUT", f"{path}/webhook", webhook, 403),
        ("GET", f"{path}/webhook", None, 403),
        ("DELETE", f"{path}/webhook", None, 403),
        ("POST", f"{path}/webhook:rotate", None, 403),
        ("GET", f"{path}/webhook/deliveries", None, 403),
        ("POST", f"{path}/crash-reports", {"message": "x"}, 403),
        ("GET", f"{path}/crash-reports", None, 403),
        ("GET", f"{path}/failures", None, 403),
    ]
    ada.ask("PUT", f"{path}/webhook", json={"url": "https://bot.example/"})
    before = hall.fingerprint()
    for other in (bob, bot_of(hall, bob, "Other")):
        before = hall.fingerprint()
        for method, where, body, status in attempts:
            options = {} if body is None else {"json": body}
            assert other.ask(method, where, **options).status_code == status, (method, where)
        assert hall.fingerprint() == before


def test_what_there_is_not_reads_as_what_is_anothers(hall: Hall, ada: Client, bob: Client) -> None:
    bot = ada.make(BOTS, {"name": "Hopper"})["id"]
    for path in ("keys", "webhook", "crash-reports", "failures"):
        theirs, none = (bob.get(f"/v1/players/{player}/{path}") for player in (bot, "p_" + "1" * 26))
        assert (theirs.status_code, json_of(theirs)["code"]) == (none.status_code, json_of(none)["code"])


def test_an_owner_makes_and_ends_keys_of_its_bot(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada, scopes=(Scope.MATCHES_READ, Scope.MATCHES_PLAY))
    keys = f"/v1/players/{bot.id}/keys"
    (key,) = ada.read(keys)["keys"]
    assert (key["player_id"], key["parent"]) == (bot.id, ada.read("/v1/keys/current")["id"])
    renewed = ada.make(f"/v1/keys/{key['id']}:rotate", {"overlap_seconds": 0})
    assert bot.get("/v1/players/me").status_code == 401
    assert Client(hall.app, renewed["secret"]).read("/v1/players/me")["id"] == bot.id
    assert ada.ask("DELETE", f"/v1/keys/{renewed['id']}").status_code == 204
    assert Client(hall.app, renewed["secret"]).get("/v1/players/me").status_code == 401


def test_no_key_makes_one_that_can_more_than_itself(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada, scopes=(Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE))
    player = hall.players.get(ada.id)
    for maker in (bot, hall.client_of(player, [Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE])):
        for more in ("matches:read", "matches:create", "admin"):
            refused = maker.post(f"/v1/players/{bot.id}/keys", {"name": "x", "scopes": ["matches:play", more]})
            assert (code(refused), json_of(refused)["scope"]) == ("MISSING_SCOPE", more)
    assert code(bot.post(f"/v1/players/{ada.id}/keys", {"name": "x", "scopes": ["matches:play"]})) == "MISSING_SCOPE"
    limited = hall.client_of(player, [Scope.ACCOUNT_MANAGE])
    assert limited.read(f"/v1/players/{bot.id}/keys")["keys"] == []


def test_bots_end_with_their_owner(hall: Hall, ada: Client, admin: Client) -> None:
    bot = bot_of(hall, ada)
    ada.ask("PUT", f"/v1/players/{bot.id}/webhook", json={"url": "https://bot.example/"})
    given = admin.make(f"/v1/players/{bot.id}/keys", {"name": "given", "scopes": ["matches:play"]})["secret"]
    hall.keys.revoke_all(ada.id)
    for client in (bot, Client(hall.app, given)):
        assert client.get("/v1/keys/current").status_code == 401
    assert admin.read(f"/v1/players/{bot.id}/webhook")["key_revoked"] is True


def test_a_bot_that_is_switched_off_takes_no_invitations(hall: Hall, ada: Client, bob: Client) -> None:
    bot = bot_of(hall, ada)
    path, invited = f"/v1/players/{bot.id}", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]}
    assert json_of(ada.ask("PATCH", path, json={"online": False}))["online"] is False
    refused = bob.post("/v1/matches", invited)
    assert (code(refused), json_of(refused)["errors"][0]["pointer"]) == ("BOT_OFFLINE", "/body/seats/1")
    waiting = bob.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
    refused = bob.ask("PUT", f"/v1/matches/{waiting}/seats/1", json={"seat": f"player:{bot.id}"})
    assert code(refused) == "BOT_OFFLINE"
    assert bob.read(path)["online"] is False
    assert json_of(ada.ask("PATCH", path, json={"online": True}))["online"] is True
    assert bob.make("/v1/matches", invited)["seats"][1]["status"] == "reserved"


def test_people_have_no_switch(ada: Client) -> None:
    assert code(ada.ask("PATCH", "/v1/players/me", json={"online": False})) == "NOT_A_BOT"


def test_a_bot_is_retired_for_good(hall: Hall, ada: Client, bob: Client, admin: Client) -> None:
    bot = bot_of(hall, ada)
    path, invited = f"/v1/players/{bot.id}", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]}
    ada.ask("PUT", f"{path}/webhook", json={"url": "https://bot.example/"})
    live, kept = bob.make("/v1/matches", invited)["id"], bob.make("/v1/matches", invited)["id"]
    assert bot.make(f"/v1/matches/{live}:join")["status"] == "live"
    joined = bob.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
    bot.make(f"/v1/matches/{joined}:join")
    created = bot.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
    assert code(bot.post(f"{path}:retire")) == "MISSING_SCOPE"

    first, again = (ada.make(f"{path}:retire") for _ in range(2))
    assert first == again
    assert (first["online"], first["retired_at"] is not None) == (False, True)
    assert bot.get("/v1/players/me").status_code == 401
    assert admin.get(f"{path}/webhook").status_code == 404
    assert bob.read(f"/v1/matches/{live}")["seats"][1]["resigned"] is True
    assert bob.read(f"/v1/matches/{kept}")["abort_reason"] == "declined"
    assert bob.read(f"/v1/matches/{joined}")["seats"][1]["status"] == "open"
    assert bob.read(f"/v1/matches/{created}")["status"] == "aborted"
    for refused in (
        ada.ask("PATCH", path, json={"name": "Phoenix"}),
        ada.ask("PATCH", path, json={"online": True}),
        ada.ask("PUT", f"{path}/version", json={"version": "2"}),
        ada.post(f"{path}/keys", {"name": "x", "scopes": ["matches:play"]}),
        ada.ask("PUT", f"{path}/webhook", json={"url": "https://bot.example/"}),
    ):
        assert code(refused) == "BOT_RETIRED"
    assert code(bob.post("/v1/matches", invited)) == "BOT_OFFLINE"
    assert code(ada.post(BOTS, {"name": "Hopper"})) == "NAME_TAKEN"


def test_people_and_bots_of_the_house_do_not_retire(hall: Hall, ada: Client, admin: Client) -> None:
    assert code(ada.post("/v1/players/me:retire")) == "MISSING_SCOPE"
    assert code(admin.post(f"/v1/players/{ada.id}:retire")) == "NOT_A_BOT"
    house = hall.players.house_bot("sealed", "greedy").id
    assert code(admin.post(f"/v1/players/{house}:retire")) == "NOT_A_BOT"
    assert code(admin.post("/v1/players/p_nobody:retire")) == "NOT_FOUND"


def test_a_version_stays_with_the_seat_that_was_taken_with_it(hall: Hall, ada: Client, bob: Client) -> None:
    bot = bot_of(hall, ada)
    version, new = "/v1/players/me/version", {"ruleset": "sealed", "seats": ["me", "open"]}
    assert json_of(bot.ask("PUT", version, json={"version": "1.0"}))["version"] == "1.0"
    first = bob.make("/v1/matches", new)["id"]
    assert bot.make(f"/v1/matches/{first}:join")["seats"][1]["player"]["version"] == "1.0"
    assert ada.ask("PUT", f"/v1/players/{bot.id}/version", json={"version": "1.1"}).status_code == 200
    assert json_of(bot.ask("PUT", version, json={"version": "1.1"}))["version"] == "1.1"
    second = bot.make("/v1/matches", new)["id"]
    bob.make(f"/v1/matches/{second}:join")
    seats = [bob.read(f"/v1/matches/{match}")["seats"] for match in (first, second)]
    assert [seats[0][1]["player"]["version"], seats[1][0]["player"]["version"]] == ["1.0", "1.1"]
    assert seats[0][0]["player"]["version"] is None
    assert [each["version"] for each in bob.read(f"/v1/players/{bot.id}/versions")["versions"]] == ["1.1", "1.0"]

    play_out(first, bob, bot)
    assert hall.scoring.score(first)
    assert bob.read(f"/v1/matches/{first}")["seats"][1]["player"]["version"] == "1.0"
    statistics = f"/v1/players/{bot.id}/statistics"
    counted = {
        told: [(each["ruleset"], each["played"]) for each in bob.read(f"{statistics}{query}")["statistics"]]
        for told, query in (("all", ""), ("1.0", "?version=1.0"), ("1.1", "?version=1.1"))
    }
    assert counted == {"all": [("sealed", 1)], "1.0": [("sealed", 1)], "1.1": []}


def test_a_house_bot_has_the_version_of_its_ruleset(ada: Client) -> None:
    made = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "bot:greedy"]})
    assert made["seats"][1]["player"]["version"] == made["ruleset_version"]


@pytest.mark.parametrize("version", ["", "x" * 65, "1 0", "1@2", ".5", "v1\n", "\u0661"])
def test_a_version_is_a_word(hall: Hall, ada: Client, version: str) -> None:
    bot = bot_of(hall, ada)
    refused = bot.ask("PUT", "/v1/players/me/version", json={"version": version})
    assert (code(refused), json_of(refused)["errors"][0]["pointer"]) == ("INVALID_FIELD", "/body/version")
    assert code(ada.ask("PUT", "/v1/players/me/version", json={"version": "1"})) == "NOT_A_BOT"


def test_an_owner_may_play_its_own_bot(hall: Hall, ada: Client) -> None:
    bot = bot_of(hall, ada)
    match = ada.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", f"player:{bot.id}"]})["id"]
    assert bot.make(f"/v1/matches/{match}:join")["status"] == "live"


def test_a_bot_that_the_operator_made_has_no_owner(hall: Hall, admin: Client) -> None:
    bot = hall.client("Ownerless", kind=PlayerKind.BOT)
    assert bot.read("/v1/players/me")["owner"] is None
    assert admin.make(f"/v1/players/{bot.id}:retire")["retired_at"] is not None
