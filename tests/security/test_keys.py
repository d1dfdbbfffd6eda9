"""Attacks with an API key that was stolen, or given away with few scopes: over REST, which alone has keys."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import grpc
import pytest
from redis import Redis

from gateway.grpc_api.server import PlayLimits
from services.identity import OPERATOR_ID, Scope
from services.rate_limits.policy import per_minute
from tests.integration.gateway.conftest import ada, admin, hall, migrated
from tests.integration.gateway.harness import EVERYTHING, Client, Hall, open_hall
from tests.integration.grpc_api.clients import PlayClient, refusal, served, services_of

__all__ = ["ada", "admin", "hall", "migrated"]

READ, PLAY, ACCOUNT, ADMIN = Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE, Scope.ADMIN


def key_id(client: Client) -> str:
    assert client.key is not None
    return client.key.split("_")[2]


def works(client: Client) -> bool:
    return client.get("/v1/keys/current").status_code == 200


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json["code"]


# -- a small key against its player ------------------------------------------------------------------------------------


def test_a_reading_key_cannot_revoke_or_renew_its_players_full_key(hall: Hall, ada: Client) -> None:
    stolen = hall.client_of(hall.players.get(ada.id), [READ])

    for response in (
        stolen.ask("DELETE", f"/v1/keys/{key_id(ada)}"),
        stolen.post(f"/v1/keys/{key_id(ada)}:rotate", {"overlap_seconds": 0}),
        stolen.get(f"/v1/keys/{key_id(ada)}"),
        stolen.get("/v1/players/me/keys"),
    ):
        assert code(response) == (403, "MISSING_SCOPE")
    assert works(ada)


@pytest.mark.parametrize("scopes", [[READ], [READ, ACCOUNT], list(EVERYTHING)])
def test_an_admins_smaller_key_cannot_touch_its_admin_key(hall: Hall, admin: Client, scopes: list[Scope]) -> None:
    stolen = hall.client_of(hall.players.get(admin.id), scopes)

    for response in (
        stolen.ask("DELETE", f"/v1/keys/{key_id(admin)}"),
        stolen.post(f"/v1/keys/{key_id(admin)}:rotate", {"overlap_seconds": 0}),
        stolen.get(f"/v1/keys/{key_id(admin)}"),
        stolen.post("/v1/players/me/keys", {"name": "x", "scopes": ["admin"]}),
    ):
        assert code(response) == (403, "MISSING_SCOPE")
    assert works(admin)
    if ACCOUNT in scopes:
        listed = stolen.read("/v1/players/me/keys")["keys"]
        assert [key["id"] for key in listed] == [key_id(stolen)]


def test_a_reading_key_cannot_rename_its_player(hall: Hall, ada: Client) -> None:
    stolen = hall.client_of(hall.players.get(ada.id), [READ])

    response = stolen.ask("PATCH", "/v1/players/me", json={"name": "Owned"})

    assert code(response) == (403, "MISSING_SCOPE")
    assert response.json is not None
    assert response.json["scope"] == "account:manage"
    assert ada.read("/v1/players/me")["name"] == "Ada"


def test_a_small_key_cannot_fill_its_players_keys(hall: Hall, ada: Client) -> None:
    stolen = hall.client_of(hall.players.get(ada.id), [READ, PLAY])

    for _ in range(3):
        assert stolen.post("/v1/players/me/keys", {"name": "x", "scopes": ["matches:read"]}).status_code == 403
        assert stolen.post("/v1/keys/current:rotate", {"overlap_seconds": 2_592_000}).status_code == 403
    assert len(ada.read("/v1/players/me/keys")["keys"]) == 2


def test_any_key_can_still_look_at_itself_and_end_itself(hall: Hall, ada: Client) -> None:
    small = hall.client_of(hall.players.get(ada.id), [PLAY])

    assert small.read("/v1/keys/current")["scopes"] == ["matches:play"]
    assert small.ask("DELETE", "/v1/keys/current").status_code == 204
    assert not works(small)
    assert works(ada)


# -- what a leaked key leaves behind -----------------------------------------------------------------------------------


def test_the_keys_that_a_leaked_key_made_end_with_it(hall: Hall, ada: Client) -> None:
    leaked = hall.client_of(hall.players.get(ada.id))
    wish = {"name": "x", "scopes": [scope.value for scope in EVERYTHING]}
    child = Client(hall.app, leaked.make("/v1/players/me/keys", wish)["secret"])
    grandchild = Client(hall.app, child.make("/v1/players/me/keys", wish)["secret"])
    successor = Client(hall.app, grandchild.make("/v1/keys/current:rotate", {"overlap_seconds": 60})["secret"])
    parents = {key["id"]: key["parent"] for key in ada.read("/v1/players/me/keys")["keys"]}
    assert parents[key_id(leaked)] is None
    assert [parents[key_id(key)] for key in (child, grandchild, successor)] == [
        key_id(leaked),
        key_id(child),
        key_id(grandchild),
    ]

    assert ada.ask("DELETE", f"/v1/keys/{key_id(leaked)}").status_code == 204

    assert [works(key) for key in (leaked, child, grandchild, successor)] == [False] * 4
    assert works(ada)


def test_the_keys_that_a_leaked_admin_key_planted_on_players_end_with_it(hall: Hall, ada: Client) -> None:
    root, leaked = (hall.client_of(hall.players.get(hall.client("Root").id), [ADMIN]) for _ in range(2))
    path = f"/v1/players/{ada.id}/keys"
    planted = Client(hall.app, leaked.make(path, {"name": "x", "scopes": ["matches:play"]})["secret"])
    assert works(planted)

    assert root.ask("DELETE", f"/v1/keys/{key_id(leaked)}").status_code == 204

    assert not works(planted)
    assert works(ada)


@pytest.mark.parametrize("scopes", [[READ, ACCOUNT], [ADMIN]])
def test_no_key_outlives_the_one_that_made_it(hall: Hall, ada: Client, scopes: list[Scope]) -> None:
    lasting = hall.client_of(hall.players.get(ada.id), [READ])
    ends = hall.creation().at_ms + 60_000
    brief = Client(hall.app, str(hall.keys.create(ada.id, scopes, "brief", ends)[1]))
    limit = brief.read("/v1/keys/current")["expires_at"]
    year = {"name": "x", "scopes": ["matches:read"], "expires_in_seconds": 31_536_000}

    assert brief.make("/v1/players/me/keys", year)["expires_at"] == limit
    assert brief.make("/v1/players/me/keys", {"name": "x", "scopes": ["matches:read"]})["expires_at"] == limit
    assert brief.make(f"/v1/keys/{key_id(lasting)}:rotate")["expires_at"] == limit
    assert brief.make("/v1/keys/current:rotate", {"overlap_seconds": 0})["expires_at"] == limit


# -- the operator's way back -------------------------------------------------------------------------------------------


def playhall(hall: Hall, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line on the hall's database."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PLAYHALL_")}
    environment["PLAYHALL_DATABASE_URL"] = hall.settings.database.database_url
    command = (sys.executable, "-m", "cli", *arguments)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
def test_the_operator_comes_back_after_everything_a_stolen_admin_key_can_do(hall: Hall) -> None:
    hall.players.ensure_operator()
    stolen = Client(hall.app, str(hall.keys.first_key()))
    for number in range(120):
        hall.keys.create(OPERATOR_ID, [ADMIN], f"key {number}", by=hall.keys.authenticate(str(stolen.key)))
    assert stolen.ask("PATCH", f"/v1/players/{OPERATOR_ID}", json={"name": "Owned"}).status_code == 200

    made = playhall(hall, "key", "create", "--scope", "admin")
    assert made.returncode == 0, made.stderr
    mine = Client(hall.app, made.stdout.strip())
    assert mine.make("/v1/players", {"name": "still an admin"})["name"] == "still an admin"
    listed = playhall(hall, "key", "list", "--player", OPERATOR_ID)
    assert (listed.returncode, listed.stdout.count("valid")) == (0, 122)

    revoked = playhall(hall, "key", "revoke", "--player", OPERATOR_ID)
    assert revoked.stdout == f"122 keys are revoked: all of player {OPERATOR_ID}, and those made with them.\n"
    assert [key.revoked_ms is None for key in hall.keys.list(OPERATOR_ID)] == [False] * 122
    again = playhall(hall, "key", "create", "--scope", "admin")
    assert works(Client(hall.app, again.stdout.strip()))


@pytest.mark.slow
def test_the_command_line_says_what_to_revoke(hall: Hall, ada: Client) -> None:
    for arguments in ((), (key_id(ada), "--player", ada.id)):
        refused = playhall(hall, "key", "revoke", *arguments)
        assert refused.returncode == 2
        assert "Give either a key's id or --player." in refused.stderr
    assert playhall(hall, "key", "revoke", "--player", "p_none").returncode != 0
    assert works(ada)


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Hall:
    """Ten requests at once for each player, and sixty a minute."""
    path = tmp_path / "limited.db"
    shutil.copy(migrated, path)
    return open_hall(tmp_path, redis_client, redis_url, path, player_requests_per_minute="60")


@pytest.mark.slow
def test_more_keys_give_no_more_requests(limited: Hall) -> None:
    """Make a key, spend what it may ask, make the next with the rest: and several keys side by side."""
    client = limited.client("Ada")
    player = limited.players.get(client.id)
    wish = {"name": "next", "scopes": [scope.value for scope in EVERYTHING]}
    began, passed = time.monotonic(), 0
    for _ in range(10):
        passed += [client.get("/v1/keys/current").status_code for _ in range(8)].count(200)
        made = client.post("/v1/players/me/keys", wish)
        if made.status_code == 201:
            passed += 1
            assert made.json is not None
            client = Client(limited.app, made.json["secret"])
    for other in [limited.client_of(player, [READ]) for _ in range(5)]:
        passed += [other.get("/v1/keys/current").status_code for _ in range(10)].count(200)
    assert 10 <= passed <= 11 + (time.monotonic() - began)
    assert limited.client("Bob").get("/v1/keys/current").status_code == 200


def test_more_keys_give_no_more_calls(limited: Hall) -> None:
    """The same over gRPC, which shares the count with REST."""
    ada = limited.client("Ada")
    player = limited.players.get(ada.id)
    limits = PlayLimits(per_key=per_minute("player", 60))
    with served(services_of(limited), limits) as (_, target), grpc.insecure_channel(target) as channel:
        began, passed = time.monotonic(), 0
        passed += [ada.get("/v1/keys/current").status_code for _ in range(20)].count(200)
        for client in [limited.client_of(player, [READ]) for _ in range(5)]:
            caller = PlayClient(channel, client.key)
            passed += [_is_answered(caller) for _ in range(10)].count(True)
        assert 10 <= passed <= 11 + (time.monotonic() - began)
        assert _is_answered(PlayClient(channel, limited.client("Bob").key))


def _is_answered(client: PlayClient) -> bool:
    try:
        client.ask("ListMatches")
    except grpc.RpcError as error:
        if refusal(error).reason != "RATE_LIMITED":
            raise
        return False
    return True


@pytest.mark.slow
def test_a_stolen_key_that_makes_and_revokes_keys_is_stopped_and_does_not_stop_the_operator(
    hall: Hall, ada: Client
) -> None:
    stolen = hall.client_of(hall.players.get(ada.id))
    wish = {"name": "x", "scopes": ["matches:read"]}
    for _ in range(100):
        made = stolen.make("/v1/players/me/keys", wish)
        assert stolen.ask("DELETE", f"/v1/keys/{made['id']}").status_code == 204

    response = stolen.post("/v1/players/me/keys", wish)

    assert code(response) == (429, "RATE_LIMITED")
    assert 3000 < int(response.headers["Retry-After"]) <= 3600
    assert works(hall.client_of(hall.players.get(ada.id)))  # made as on the command line
