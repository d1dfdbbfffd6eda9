"""Players and their keys."""

import re

import pytest

from services.identity import Scope
from tests.integration.gateway.harness import Client, Hall


def test_an_admin_creates_a_player_and_a_key_for_it(hall: Hall, admin: Client) -> None:
    response = admin.post("/v1/players", {"name": "Dora"})
    assert response.status_code == 201
    dora = response.json
    assert dora is not None
    assert (dora["name"], dora["kind"]) == ("Dora", "person")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", dora["created_at"])
    assert response.headers["Location"] == f"/v1/players/{dora['id']}"
    response = admin.post(f"/v1/players/{dora['id']}/keys", {"name": "laptop", "scopes": ["matches:read"]})
    assert response.status_code == 201
    assert response.headers["Cache-Control"] == "no-store"
    assert response.json is not None
    assert Client(hall.app, response.json["secret"]).read("/v1/players/me") == dora


def test_players_are_listed_page_by_page(hall: Hall, ada: Client) -> None:
    ids = sorted([ada.id, *(hall.players.create(f"Player {number}").id for number in range(5))])
    found: list[str] = []
    token = ""
    while True:
        page = ada.read(f"/v1/players?page_size=2{token}")
        found += [player["id"] for player in page["players"]]
        if page["next_page_token"] is None:
            break
        assert len(page["players"]) == 2
        token = f"&page_token={page['next_page_token']}"
    assert found == ids


def test_a_player_has_no_statistics_before_its_first_match(ada: Client) -> None:
    assert ada.read("/v1/players/me/statistics") == {
        "player_id": ada.id,
        "version": None,
        "statistics": [],
        "next_page_token": None,
    }


def test_an_unknown_player_is_not_found(ada: Client, admin: Client) -> None:
    for path in ("/v1/players/p_nobody", "/v1/players/p_nobody/statistics"):
        assert ada.get(path).status_code == 404
    response = admin.post("/v1/players/p_nobody/keys", {"name": "x", "scopes": ["matches:read"]})
    assert response.status_code == 404


def test_a_secret_is_shown_once(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "bot", "scopes": ["matches:play", "matches:play"]})
    assert made["scopes"] == ["matches:play"]
    assert made["secret"].startswith(f"playhall_dev_{made['id']}_")
    listed = ada.read("/v1/players/me/keys")["keys"]
    assert [key["name"] for key in listed] == ["test", "bot"]
    assert all("secret" not in key for key in listed)
    assert made["secret"].rpartition("_")[2] not in str(listed)


@pytest.mark.parametrize("scope", ["matches:create", "admin"])
def test_a_key_cannot_make_one_mightier_than_itself(hall: Hall, ada: Client, scope: str) -> None:
    small = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.ACCOUNT_MANAGE])
    response = small.post("/v1/players/me/keys", {"name": "x", "scopes": ["matches:read", scope]})
    assert response.status_code == 403
    assert response.json is not None
    assert (response.json["code"], response.json["scope"]) == ("MISSING_SCOPE", scope)
    assert len(ada.read("/v1/players/me/keys")["keys"]) == 2


def test_a_key_that_expires_begets_none_that_outlives_it(hall: Hall, ada: Client) -> None:
    scopes = ["account:manage", "matches:read"]
    brief = ada.make("/v1/players/me/keys", {"name": "b", "scopes": scopes, "expires_in_seconds": 60})
    child = Client(hall.app, brief["secret"]).make(
        "/v1/players/me/keys", {"name": "c", "scopes": ["matches:read"], "expires_in_seconds": 3600}
    )
    assert child["expires_at"] == brief["expires_at"]
    child = Client(hall.app, brief["secret"]).make("/v1/players/me/keys", {"name": "d", "scopes": ["matches:read"]})
    assert child["expires_at"] == brief["expires_at"]


def test_revoking_a_key_works_at_once_and_may_be_repeated(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "bot", "scopes": ["matches:read"]})
    bot = Client(hall.app, made["secret"])
    assert bot.get("/v1/players/me").status_code == 200
    assert ada.ask("DELETE", f"/v1/keys/{made['id']}").status_code == 204
    response = bot.get("/v1/players/me")
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")
    before = ada.read("/v1/players/me/keys")
    assert ada.ask("DELETE", f"/v1/keys/{made['id']}").status_code == 204
    assert ada.read("/v1/players/me/keys") == before


def test_rotating_a_key_leaves_the_old_one_its_overlap(hall: Hall, ada: Client) -> None:
    made = ada.make("/v1/players/me/keys", {"name": "bot", "scopes": ["matches:read"]})
    renewed = ada.make(f"/v1/keys/{made['id']}:rotate", {"overlap_seconds": 3600})
    assert (renewed["name"], renewed["scopes"]) == ("bot", ["matches:read"])
    for secret in (made["secret"], renewed["secret"]):
        assert Client(hall.app, secret).get("/v1/players/me").status_code == 200
    again = ada.make(f"/v1/keys/{renewed['id']}:rotate", {"overlap_seconds": 0})
    assert Client(hall.app, renewed["secret"]).get("/v1/players/me").status_code == 401
    assert Client(hall.app, again["secret"]).get("/v1/players/me").status_code == 200


def test_a_small_key_cannot_renew_a_great_one_to_become_it(hall: Hall, ada: Client) -> None:
    great = ada.make("/v1/players/me/keys", {"name": "g", "scopes": ["matches:read", "matches:create"]})
    small = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_READ, Scope.ACCOUNT_MANAGE])
    response = small.post(f"/v1/keys/{great['id']}:rotate")
    assert response.status_code == 403
    assert response.json is not None
    assert response.json["code"] == "MISSING_SCOPE"
    assert Client(hall.app, great["secret"]).get("/v1/players/me").status_code == 200


def test_anothers_keys_are_out_of_reach(ada: Client, bob: Client) -> None:
    (key,) = ada.read("/v1/players/me/keys")["keys"]
    assert bob.get(f"/v1/players/{ada.id}/keys").status_code == 403
    assert bob.post(f"/v1/players/{ada.id}/keys", {"name": "x", "scopes": ["matches:read"]}).status_code == 403
    # Whether there is such a key is nobody else's business.
    assert bob.ask("DELETE", f"/v1/keys/{key['id']}").status_code == 404
    assert bob.post(f"/v1/keys/{key['id']}:rotate").status_code == 404
    assert ada.get("/v1/players/me").status_code == 200


def test_an_admin_manages_everybodys_keys(ada: Client, admin: Client) -> None:
    (key,) = admin.read(f"/v1/players/{ada.id}/keys")["keys"]
    assert admin.ask("DELETE", f"/v1/keys/{key['id']}").status_code == 204
    assert ada.get("/v1/players/me").status_code == 401
