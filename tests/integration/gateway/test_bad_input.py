"""Every kind of bad input: a clear problem with its code and a pointer, and nothing changed."""

from dataclasses import dataclass
from typing import Any

import pytest

from services.identity import Scope
from tests.integration.gateway.harness import Client, Hall
from tests.marks import each_row

NEW = {"ruleset": "sealed", "seats": ["me", "open"]}
JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True, slots=True)
class Case:
    """A request and the problem it must get. ``{match}`` is a live match in which Ada has answered decision 1 of seat 0
    with ``place 1`` and Bob has seat 1; ``who`` sends it."""

    name: str
    path: str
    status: int
    code: str
    body: Any = None
    pointers: tuple[str, ...] = ()
    who: str = "ada"
    raw: bytes | None = None
    content_type: str = "application/json"
    method: str = "POST"


def new(**changes: Any) -> dict[str, Any]:
    return {**NEW, **changes}


DECISION = "/v1/matches/{match}/decisions/2"

CASES = [
    # Unknown ruleset
    Case("unknown ruleset", "/v1/matches", 422, "UNKNOWN_RULESET", new(ruleset="chess"), ("/body/ruleset",)),
    Case("ruleset of a wrong type", "/v1/matches", 422, "INVALID_FIELD", new(ruleset=7), ("/body/ruleset",)),
    Case("no ruleset", "/v1/matches", 422, "INVALID_FIELD", {"seats": ["me", "open"]}, ("/body/ruleset",)),
    # Seats out of range
    Case("no seat", "/v1/matches", 422, "SEATS_OUT_OF_RANGE", new(seats=[]), ("/body/seats",)),
    Case("too few seats", "/v1/matches", 422, "SEATS_OUT_OF_RANGE", new(seats=["me"]), ("/body/seats",)),
    Case("too many seats", "/v1/matches", 422, "SEATS_OUT_OF_RANGE", new(seats=["open"] * 5), ("/body/seats",)),
    Case("absurdly many seats", "/v1/matches", 422, "INVALID_FIELD", new(seats=["open"] * 65), ("/body/seats",)),
    Case("a seat for nobody", "/v1/matches", 422, "INVALID_FIELD", new(seats=["me", "throne"]), ("/body/seats/1",)),
    Case("a seat of a wrong type", "/v1/matches", 422, "INVALID_FIELD", new(seats=["me", 1]), ("/body/seats/1",)),
    Case("seats of a wrong type", "/v1/matches", 422, "INVALID_FIELD", new(seats=2), ("/body/seats",)),
    Case("an unknown bot", "/v1/matches", 422, "UNKNOWN_BOT", new(seats=["me", "bot:hal"]), ("/body/seats/1",)),
    Case("two seats for me", "/v1/matches", 409, "ALREADY_SEATED", new(seats=["me", "me"]), ("/body/seats/1",)),
    Case(
        "a seat for no such player", "/v1/matches", 404, "NOT_FOUND", new(seats=["me", "player:p"]), ("/body/seats/1",)
    ),
    Case("joining no such seat", "/v1/matches/{open}:join", 422, "INVALID_FIELD", {"seat": 64}, ("/body/seat",), "bob"),
    # Unknown option or wrong type
    Case("unknown option", "/v1/matches", 422, "UNKNOWN_OPTION", new(options={"speed": 1}), ("/body/options/speed",)),
    Case(
        "option of a wrong type",
        "/v1/matches",
        422,
        "INVALID_OPTION",
        new(options={"open_draws": 1}),
        ("/body/options/open_draws",),
    ),
    Case(
        "option that is no choice",
        "/v1/matches",
        422,
        "INVALID_OPTION",
        new(options={"takes": "middle"}),
        ("/body/options/takes",),
    ),
    Case(
        "several wrong options",
        "/v1/matches",
        422,
        "INVALID_OPTION",
        new(options={"open_draws": {}, "takes": None}),
        ("/body/options/open_draws", "/body/options/takes"),
    ),
    Case("options of a wrong type", "/v1/matches", 422, "INVALID_FIELD", new(options=[]), ("/body/options",)),
    Case("unknown field", "/v1/matches", 422, "INVALID_FIELD", new(color="red"), ("/body/color",)),
    Case("unknown visibility", "/v1/matches", 422, "INVALID_FIELD", new(visibility="x"), ("/body/visibility",)),
    Case(
        "a short clock",
        "/v1/matches",
        422,
        "INVALID_FIELD",
        new(time_control={"kind": "per_decision", "seconds": 0}),
        ("/body/time_control/per_decision/seconds",),
    ),
    Case(
        "an early seed",
        "/v1/matches",
        422,
        "INVALID_FIELD",
        new(client_seed="a" * 64),
        ("/body/client_seed",),
    ),
    # Illegal or malformed action
    Case("illegal action", DECISION, 422, "ILLEGAL_ACTION", {"action": "place 1"}, ("/body/action",)),
    Case("action of another phase", DECISION, 422, "ILLEGAL_ACTION", {"action": "keep"}, ("/body/action",)),
    Case("malformed notation", DECISION, 422, "MALFORMED_ACTION", {"action": "place 9"}, ("/body/action",)),
    Case("empty notation", DECISION, 422, "MALFORMED_ACTION", {"action": ""}, ("/body/action",)),
    Case("notation with a NUL", DECISION, 422, "MALFORMED_ACTION", {"action": "place 2\0"}, ("/body/action",)),
    Case("malformed object", DECISION, 422, "MALFORMED_ACTION", {"action": {"lay": 2}}, ("/body/action",)),
    Case("empty object", DECISION, 422, "MALFORMED_ACTION", {"action": {}}, ("/body/action",)),
    Case("action of a wrong type", DECISION, 422, "INVALID_FIELD", {"action": 2}, ("/body/action",)),
    Case("no action", DECISION, 422, "INVALID_FIELD", {}, ("/body/action",)),
    # A decision that is not yours, already answered, or not yet asked
    Case("a spectator's decision", DECISION, 403, "NOT_YOUR_SEAT", {"action": "place 2"}, who="carol"),
    Case(
        "a decision already answered",
        "/v1/matches/{match}/decisions/1",
        409,
        "DECISION_ALREADY_ANSWERED",
        {"action": "place 2"},
    ),
    Case(
        "a decision not yet asked", "/v1/matches/{match}/decisions/3", 409, "DECISION_NOT_ASKED", {"action": "place 2"}
    ),
    Case(
        "a decision never to be asked",
        "/v1/matches/{match}/decisions/2147483647",
        409,
        "DECISION_NOT_ASKED",
        {"action": "place 2"},
    ),
    Case(
        "decision 0",
        "/v1/matches/{match}/decisions/0",
        422,
        "INVALID_FIELD",
        {"action": "place 2"},
        ("/path/decision",),
    ),
    Case(
        "a decision that is no number",
        "/v1/matches/{match}/decisions/first",
        422,
        "INVALID_FIELD",
        {"action": "place 2"},
        ("/path/decision",),
    ),
    Case("a decision of an open match", "/v1/matches/{open}/decisions/1", 409, "MATCH_NOT_LIVE", {"action": "place 2"}),
    Case("a decision of no match", "/v1/matches/m_no/decisions/1", 404, "NOT_FOUND", {"action": "place 2"}),
    Case("another's view", "/v1/matches/{match}/seats/1/view", 403, "NOT_YOUR_SEAT", method="GET"),
    Case("another's events", "/v1/matches/{match}/seats/1/events", 403, "NOT_YOUR_SEAT", method="GET"),
    # JSON that is not JSON
    Case("not JSON", DECISION, 400, "MALFORMED_BODY", raw=b"place 2"),
    Case("no body", DECISION, 400, "MALFORMED_BODY", raw=b""),
    Case("half of a body", DECISION, 400, "MALFORMED_BODY", raw=b'{"action": "place'),
    Case("NaN", "/v1/matches", 400, "MALFORMED_BODY", raw=b'{"ruleset": "sealed", "seats": NaN}'),
    Case("invalid UTF-8", DECISION, 400, "MALFORMED_BODY", raw=b'{"action": "\xff"}'),
    Case("a lone surrogate", DECISION, 400, "MALFORMED_BODY", raw=b'{"action": "\\ud800"}'),
    Case("deep nesting", DECISION, 400, "MALFORMED_BODY", raw=b'{"action": ' + b"[" * 30_000),
    Case("another content type", DECISION, 415, "UNSUPPORTED_MEDIA_TYPE", raw=b"{}", content_type="text/plain"),
    Case("an array", DECISION, 422, "INVALID_FIELD", raw=b"[]", pointers=("/body",)),
    # Bodies over the limit
    Case("a body over the limit", DECISION, 413, "BODY_TOO_LARGE", raw=b'{"action": "' + b"x" * 65_536 + b'"}'),
    Case(
        "a body over the limit where none is read", "/v1/matches/{open}:abort", 413, "BODY_TOO_LARGE", raw=b" " * 65_537
    ),
    Case("34 objects in each other", DECISION, 400, "MALFORMED_BODY", raw=b'{"action":' * 34 + b"1" + b"}" * 34),
    Case("a long address", "/v1/matches?player=" + "x" * 4_096, 414, "URI_TOO_LONG", method="GET"),
    # A wrong, revoked or under-scoped key
    Case("no key", DECISION, 401, "UNAUTHENTICATED", {"action": "place 2"}, who="nobody"),
    Case("a wrong key", DECISION, 401, "UNAUTHENTICATED", {"action": "place 2"}, who="forger"),
    Case("a key of another kind", DECISION, 401, "UNAUTHENTICATED", {"action": "place 2"}, who="tourist"),
    Case("a revoked key", DECISION, 401, "UNAUTHENTICATED", {"action": "place 2"}, who="revoked"),
    Case("an under-scoped key", DECISION, 403, "MISSING_SCOPE", {"action": "place 2"}, who="reader"),
    Case("an under-scoped key for creating", "/v1/matches", 403, "MISSING_SCOPE", NEW, who="reader"),
    # Paths, methods and queries
    Case("an unknown path", "/v2/matches", 404, "NOT_FOUND", NEW),
    Case("a wrong method", "/v1/matches/{match}", 405, "METHOD_NOT_ALLOWED", NEW),
    Case("an unknown custom method", "/v1/matches/{match}:burn", 404, "NOT_FOUND", {}),
    Case("a bad page size", "/v1/matches?page_size=0", 422, "INVALID_FIELD", None, ("/query/page_size",), method="GET"),
    Case(
        "a bad page token", "/v1/matches?page_token=x", 422, "INVALID_FIELD", None, ("/query/page_token",), method="GET"
    ),
    Case(
        "a page token of another list",
        "/v1/matches?page_token=cF8wMQ",
        422,
        "INVALID_FIELD",
        None,
        ("/query/page_token",),
        method="GET",
    ),
    Case(
        "too long a wait",
        "/v1/matches/{match}/events?wait=31",
        422,
        "INVALID_FIELD",
        None,
        ("/query/wait",),
        method="GET",
    ),
    Case(
        "a dry run of an illegal action",
        DECISION + ":check",
        422,
        "ILLEGAL_ACTION",
        {"action": "keep"},
        ("/body/action",),
    ),
    Case(
        "a dry run of no action", DECISION + ":check", 422, "MALFORMED_ACTION", {"action": "castle"}, ("/body/action",)
    ),
    Case("a dry run for a spectator", DECISION + ":check", 403, "NOT_YOUR_SEAT", {"action": "place 2"}, who="carol"),
    Case("leaving a live match", "/v1/matches/{match}:leave", 409, "MATCH_NOT_OPEN", {}),
    Case(
        "a seat for an unknown bot",
        "/v1/matches/{open}/seats/1",
        422,
        "UNKNOWN_BOT",
        {"seat": "bot:hal"},
        ("/body/seat",),
        method="PUT",
    ),
    Case(
        "a seat for nobody at all",
        "/v1/matches/{open}/seats/1",
        422,
        "INVALID_FIELD",
        {"seat": "throne"},
        ("/body/seat",),
        method="PUT",
    ),
    Case("no such seat", "/v1/matches/{open}/seats/9", 404, "NOT_FOUND", {"seat": "open"}, method="PUT"),
    Case("the replay of a live match", "/v1/matches/{match}/replay", 409, "MATCH_NOT_FINISHED", method="GET"),
    # Players and keys
    Case("a nameless key", "/v1/players/me/keys", 422, "INVALID_FIELD", {"scopes": ["admin"]}, ("/body/name",)),
    Case(
        "an unknown scope",
        "/v1/players/me/keys",
        422,
        "INVALID_FIELD",
        {"name": "x", "scopes": ["matches:read", "root"]},
        ("/body/scopes/1",),
    ),
    Case(
        "a name with a NUL",
        "/v1/players/me/keys",
        422,
        "INVALID_FIELD",
        {"name": "x\0", "scopes": ["matches:read"]},
        ("/body/name",),
    ),
    Case("no scope", "/v1/players/me/keys", 422, "INVALID_FIELD", {"name": "x", "scopes": []}, ("/body/scopes",)),
    Case("a player made by no admin", "/v1/players", 403, "MISSING_SCOPE", {"name": "Eve"}),
]


@dataclass(slots=True)
class Scene:
    """What the cases are about."""

    hall: Hall
    match: str
    open: str
    clients: dict[str, Client]


@pytest.fixture
def scene(hall: Hall, ada: Client, bob: Client, carol: Client, live: str) -> Scene:
    ada.make(f"/v1/matches/{live}/decisions/1", {"action": "place 1"})
    waiting = ada.make("/v1/matches", NEW)["id"]
    player = hall.players.get(ada.id)
    revoked = hall.client_of(player)
    assert revoked.key is not None
    hall.keys.revoke(revoked.key.split("_")[2])
    assert ada.key is not None
    clients = {
        "ada": ada,
        "bob": bob,
        "carol": carol,
        "nobody": hall.stranger(),
        "forger": Client(hall.app, ada.key[:-1] + ("x" if ada.key[-1] != "x" else "y")),
        "tourist": Client(hall.app, ada.key.replace("_dev_", "_prod_")),
        "revoked": revoked,
        "reader": hall.client_of(player, [Scope.MATCHES_READ]),
    }
    return Scene(hall, live, waiting, clients)


@each_row("case", CASES)
def test_bad_input_is_a_clear_problem_and_changes_nothing(scene: Scene, case: Case) -> None:
    path = case.path.replace("{match}", scene.match).replace("{open}", scene.open)
    options: dict[str, Any] = {"json": case.body} if case.body is not None else {}
    if case.raw is not None:
        options = {"data": case.raw, "headers": {"Content-Type": case.content_type}}
    client = scene.clients[case.who]
    before = scene.hall.fingerprint()
    response = client.ask(case.method, path, **options)
    assert response.content_type == "application/problem+json"
    problem = response.json
    assert problem is not None
    assert (response.status_code, problem["code"]) == (case.status, case.code)
    assert tuple(error["pointer"] for error in problem["errors"]) == case.pointers
    assert all(error["detail"] for error in problem["errors"])
    assert (problem["status"], problem["instance"]) == (case.status, path.partition("?")[0])
    assert problem["request_id"] == response.headers["X-Request-Id"]
    assert scene.hall.fingerprint() == before


@each_row(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Basic YWRhOmFkYQ==",
        "Bearer é",
        "Bearer " + "x" * 10_000,
        "Bearer playhall_dev__",
        "Bearer a b",
        "playhall_dev_k1_x",
    ],
)
def test_every_broken_key_gets_the_same_answer(hall: Hall, header: str) -> None:
    responses = [
        hall.stranger().get("/v1/players", headers={"X-Request-Id": "the-same-one", **headers})
        for headers in ({"Authorization": header}, {})
    ]
    assert [response.status_code for response in responses] == [401, 401]
    assert responses[0].data == responses[1].data


def test_a_method_that_is_not_there_names_those_that_are(ada: Client, live: str) -> None:
    response = ada.ask("PUT", f"/v1/matches/{live}", json={})
    assert (response.status_code, set(response.headers["Allow"].split(", "))) == (405, {"GET", "HEAD", "OPTIONS"})
    response = ada.get(f"/v1/matches/{live}:join")
    assert (response.status_code, set(response.headers["Allow"].split(", "))) == (405, {"POST", "OPTIONS"})


def test_headers_that_are_too_large_are_refused(ada: Client) -> None:
    response = ada.get("/v1/matches", headers={f"X-Padding-{number}": "x" * 4_000 for number in range(5)})
    assert (response.status_code, response.json and response.json["code"]) == (431, "HEADERS_TOO_LARGE")


def test_a_body_nested_as_deep_as_allowed_is_read(ada: Client, live: str) -> None:
    """31 objects in an object: the ruleset's business, not the parser's."""
    body = b'{"action":' + b'{"place":' * 31 + b"1" + b"}" * 32
    headers = {"Content-Type": "application/json"}
    response = ada.post(f"/v1/matches/{live}/decisions/1", data=body, headers=headers)
    assert (response.status_code, response.json and response.json["code"]) == (422, "MALFORMED_ACTION")
