"""Whatever is sent, the answer is one that is documented, and never a failure."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.integration.gateway.harness import Client, Hall

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.sampled_from(["me", "open", "bot:greedy", "player:", "sealed", "place 1", "keep", "matches:read", "\0"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["place", "card", "takes", "open_draws", "", "/~"]) | st.text(), inner, max_size=4
        )
    ),
    max_leaves=8,
)
FIELDS = ["ruleset", "seats", "options", "visibility", "start_rule", "time_control", "on_time_out", "client_seed"]
SERIES_FIELDS = ["entrants", "design", "stop", "seed", "priority", "budget_seconds"]
MORE_FIELDS = ["seat", "action", "name", "scopes", "kind", "expires_in_seconds", "overlap_seconds"]
NEW = st.fixed_dictionaries(
    {"ruleset": st.just("sealed") | ANYTHING, "seats": st.just(["me", "open"]) | st.lists(ANYTHING, max_size=6)},
    optional=dict.fromkeys(FIELDS[2:], ANYTHING),
)
NEW_SERIES = st.fixed_dictionaries(
    {"ruleset": st.just("factionwars"), "entrants": st.just(["greedy"]) | st.lists(ANYTHING, max_size=4)},
    optional=dict.fromkeys(["seats", "options", *SERIES_FIELDS[1:]], ANYTHING),
)
BODIES = (
    ANYTHING
    | NEW
    | st.dictionaries(st.sampled_from(FIELDS + MORE_FIELDS), ANYTHING)
    | NEW_SERIES
    | st.fixed_dictionaries({"action": ANYTHING})
)
POSTS = [
    "/v1/matches",
    "/v1/matches/{match}:join",
    "/v1/matches/{match}:start",
    "/v1/matches/{match}:abort",
    "/v1/matches/{match}/decisions/1",
    "/v1/matches/{match}/decisions/2",
    "/v1/players",
    "/v1/players/me/keys",
    "/v1/keys/k0:rotate",
    "/v1/series",
]
GETS = [
    "/v1/matches",
    "/v1/matches/{match}",
    "/v1/matches/{match}/events",
    "/v1/matches/{match}/seats/0/events",
    "/v1/events",
    "/v1/matches/{match}/view",
    "/v1/players",
    "/v1/bots",
    "/v1/series",
    "/v1/series/{series}",
    "/v1/series/{series}/events/sse",
    "/v1/series/{series}/results/ndjson",
    "/v1/series/{series}/results/csv",
    "/v1/series/{series}/matches/0",
    "/v1/series/{series}/comparison",
]

MANY = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def everybody(hall: Hall, ada: Client, admin: Client) -> list[Client]:
    return [ada, admin]


@pytest.fixture
def series(hall: Hall, ada: Client) -> str:
    """The id of a series that has been played."""
    new = {"ruleset": "factionwars", "entrants": ["random"], "stop": {"rule": "fixed", "matches": 2}}
    series: str = ada.make("/v1/series", new)["id"]
    hall.play_series()
    return series


def unfailing(client: Client, method: str, path: str, **options: Any) -> None:
    response = client.ask(method, path, **options)
    assert response.status_code < 500, (path, options, response.data)


@MANY
@given(path=st.sampled_from(POSTS), body=BODIES, who=st.integers(0, 1))
def test_any_json_body_gets_a_documented_answer(
    everybody: list[Client], live: str, path: str, body: object, who: int
) -> None:
    unfailing(everybody[who], "POST", path.replace("{match}", live), json=body)


@MANY
@given(path=st.sampled_from(POSTS), body=st.binary(max_size=200), cut=st.integers(0, 60))
def test_any_bytes_get_a_documented_answer(
    everybody: list[Client], live: str, path: str, body: bytes, cut: int
) -> None:
    whole = json.dumps({"ruleset": "sealed", "seats": ["me", "open"], "action": "place 1"}).encode()
    headers = {"Content-Type": "application/json"}
    for data in (body, whole[:cut] + body, body + whole):
        unfailing(everybody[0], "POST", path.replace("{match}", live), data=data, headers=headers)


@MANY
@given(
    path=st.sampled_from(GETS),
    query=st.dictionaries(
        st.sampled_from(["page_size", "page_token", "since", "status", "player", "ruleset", "first", "include", "with"])
        | st.text(max_size=5),
        st.text(max_size=20) | st.integers().map(str),
        max_size=3,
    ),
    headers=st.dictionaries(
        st.sampled_from(["Last-Event-ID", "X-Request-Id", "If-None-Match", "Range"]),
        st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=20)
        | st.sampled_from(["*/*", "application/json;q=x", "1"]),
        max_size=2,
    ),
)
def test_any_query_and_header_gets_a_documented_answer(
    everybody: list[Client], live: str, series: str, path: str, query: dict[str, str], headers: dict[str, str]
) -> None:
    path = path.replace("{match}", live).replace("{series}", series)
    response = everybody[0].get(path, query_string=query, headers=headers)
    assert response.status_code < 500, response.data


@MANY
@given(body=BODIES | st.dictionaries(st.sampled_from(["status", "matches", "name", *SERIES_FIELDS]), ANYTHING))
def test_any_change_of_a_series_gets_a_documented_answer(everybody: list[Client], series: str, body: object) -> None:
    unfailing(everybody[0], "PATCH", f"/v1/series/{series}", json=body)


@MANY
@given(
    method=st.sampled_from(["GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"]),
    parts=st.lists(
        st.sampled_from(["v1", "matches", "players", "keys", "seats", "events", "view", "decisions", "me", "0", "m_1"])
        | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
        max_size=6,
    ),
    action=st.sampled_from(["", ":join", ":", ":x:y"]),
)
def test_any_path_gets_a_documented_answer(everybody: list[Client], method: str, parts: list[str], action: str) -> None:
    # Two slashes at the front would make the test client take what follows for a host.
    path = "/" + "/".join(quote(part, safe="") for part in parts).lstrip("/") + action
    unfailing(everybody[1], method, path)
