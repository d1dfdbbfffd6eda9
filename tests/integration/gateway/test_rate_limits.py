"""Rate limits, by player and by address."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from services.identity import Scope
from tests.integration.gateway.harness import Client, Hall, open_hall

Open = Callable[..., Hall]
Five: dict[str, Any] = {"player_requests_per_minute": "30", "address_requests_per_minute": "30"}
"""Five at once, and one more every two seconds."""


@pytest.fixture
def open_limited(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Open:
    path = tmp_path / "playhall.db"
    shutil.copy(migrated, path)

    def open_with(**settings: str) -> Hall:
        return open_hall(tmp_path, redis_client, redis_url, path, **{**Five, **settings})

    return open_with


def statuses(client: Client, path: str, number: int, **options: object) -> list[int]:
    return [client.get(path, **options).status_code for _ in range(number)]


def refusals(found: list[int]) -> int:
    """How many were refused: a test may take long enough for one or two to come back."""
    assert set(found) <= {200, 401, 429}
    return found.count(429)


def test_a_player_that_asks_too_much_is_told_when_to_come_back(open_limited: Open) -> None:
    ada = open_limited().client("Ada")
    found = [ada.get("/v1/players/me") for _ in range(40)]
    assert [response.status_code for response in found[:5]] == [200] * 5
    refused = next(response for response in found if response.status_code == 429)
    assert refused.json is not None
    assert refused.json["code"] == "RATE_LIMITED"
    assert 1 <= int(refused.headers["Retry-After"]) <= 2
    assert refused.headers["RateLimit-Policy"] == '"player";q=5;w=10'
    assert refused.headers["RateLimit"].startswith('"player";r=0;t=')


def test_every_answer_says_what_may_be_asked(open_limited: Open) -> None:
    ada = open_limited(player_requests_per_minute="3000").client("Ada")
    response = ada.get("/v1/players/me")
    assert response.headers["RateLimit-Policy"] == '"player";q=500;w=10'
    assert response.headers["RateLimit"] == '"player";r=499;t=1'
    assert ada.get("/v1/matches/m_no").headers["RateLimit-Policy"] == '"player";q=500;w=10'


def test_each_player_has_its_own_bucket_and_one_for_all_its_keys(open_limited: Open) -> None:
    hall = open_limited()
    ada, bob = hall.client("Ada"), hall.client("Bob")
    assert refusals(statuses(ada, "/v1/players/me", 40)) > 20
    assert statuses(bob, "/v1/players/me", 5) == [200] * 5
    other = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_READ])
    assert refusals(statuses(other, "/v1/players/me", 10)) > 4


def test_a_player_cannot_multiply_its_keys_without_end(open_limited: Open) -> None:
    ada = open_limited(player_requests_per_minute="0").client("Ada")
    new = {"name": "x", "scopes": ["matches:read"]}
    made = [ada.post("/v1/players/me/keys", new) for _ in range(100)]
    assert [response.status_code for response in made] == [201] * 99 + [409]
    assert made[-1].json is not None
    assert made[-1].json["code"] == "TOO_MANY_KEYS"
    assert made[0].json is not None
    assert ada.ask("DELETE", f"/v1/keys/{made[0].json['id']}").status_code == 204
    assert ada.post("/v1/players/me/keys", new).status_code == 201


def test_who_has_no_key_is_counted_by_address(open_limited: Open) -> None:
    nobody = open_limited().stranger()
    assert refusals(statuses(nobody, "/v1/rulesets", 40)) > 20
    near, far = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "192.0.2.7"}
    assert refusals(statuses(nobody, "/v1/rulesets", 10, environ_overrides=near)) > 4
    assert statuses(nobody, "/v1/rulesets", 5, environ_overrides=far) == [200] * 5


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/docs/docs.js"])
def test_the_reference_counts_too(open_limited: Open, path: str) -> None:
    assert refusals(statuses(open_limited().stranger(), path, 40)) > 20


def test_trying_keys_is_counted_by_address(open_limited: Open) -> None:
    hall = open_limited()
    guesser = Client(hall.app, "playhall_dev_k" + "0" * 26 + "_" + "0" * 43)
    found = statuses(guesser, "/v1/players/me", 40)
    assert found[:5] == [401] * 5
    assert refusals(found) > 20
    # Who has a key is not hindered by somebody else at the same address.
    assert statuses(hall.client("Ada"), "/v1/players/me", 5) == [200] * 5


def test_probes_are_never_refused(open_limited: Open) -> None:
    nobody = open_limited().stranger()
    assert statuses(nobody, "/livez", 40) == [200] * 40
    assert statuses(nobody, "/readyz", 20) == [200] * 20
    assert "RateLimit" not in nobody.get("/livez").headers


def test_a_trusted_proxy_says_whose_request_it_is(open_limited: Open) -> None:
    nobody = open_limited(trusted_proxies="127.0.0.0/8").stranger()
    one, other = {"X-Forwarded-For": "198.51.100.1"}, {"X-Forwarded-For": "198.51.100.2"}
    assert refusals(statuses(nobody, "/v1/rulesets", 40, headers=one)) > 20
    assert statuses(nobody, "/v1/rulesets", 5, headers=other) == [200] * 5


def test_nobody_else_is_believed(open_limited: Open) -> None:
    nobody = open_limited().stranger()
    found = [
        nobody.get("/v1/rulesets", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
        for number in range(40)
    ]
    assert refusals(found) > 20


def test_without_a_limit_nothing_is_counted(hall: Hall, ada: Client) -> None:
    assert statuses(ada, "/v1/players/me", 40) == [200] * 40
    assert "RateLimit" not in ada.get("/v1/players/me").headers
    assert list(hall.redis.scan_iter("limit:*")) == []
