"""Tournaments of others: what strangers, entrants and arbiters may neither see nor do."""

import json
from collections.abc import Iterator
from typing import Any, Final

from services.identity import Scope
from tests.api_reference import rendered_document
from tests.integration.gateway.conftest import ada, admin, bob, hall
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.test_tournaments import BOTS, NEW, code

__all__ = ["ada", "admin", "bob", "hall"]

NOWHERE: Final = "tournament_00000000000000000000000000"
WHY: Final = {"reason": "Because"}

BODIES: Final[dict[str, Any]] = {
    "changeTournament": {"name": "Mine"},
    "importTournamentEntrants": {"csv": "bot,name\ngreedy,A\n"},
    "requestTournamentBye": {"round": 1},
    "cancelTournamentBye": {"round": 1},
    "nameTournamentHost": {"role": "host"},
    "undoTournamentEntry": WHY,
    "keepTournamentEntrantsApart": {"entrants": ["e1", "e2"]},
}
"""Of operations that need one."""

FOR_HOSTS: Final = {
    "changeTournament",
    "startTournament",
    "pauseTournament",
    "resumeTournament",
    "cancelTournament",
    "closeTournament",
}
FOR_ARBITERS: Final = {
    "importTournamentEntrants",
    "listTournamentGuests",
    "addTournamentGuest",
    "removeTournamentGuest",
    "undoTournamentEntry",
    "keepTournamentEntrantsApart",
    "createEntrantLink",
}
WITH_A_KEY = {
    "listGuestInvitations",
    "listTournamentGuests",
    "getTournamentGuest",
    "getTournamentWebhook",
    "listTournamentDeliveries",
}
"""What nobody reads without a key."""
FOR_THE_OWNER: Final = {"nameTournamentHost", "removeTournamentHost"}
OF_ENTRANTS: Final = {
    "checkInTournamentEntrant",
    "withdrawTournamentEntrant",
    "returnTournamentEntrant",
    "requestTournamentBye",
    "cancelTournamentBye",
}
"""Which everybody may call of itself."""


def routes(tournament: str, player: str, entrant: str = "e1") -> Iterator[tuple[str, str, str]]:
    """Every operation of this file on one tournament: its name, method and path."""
    known = {*FOR_HOSTS, *FOR_ARBITERS, *FOR_THE_OWNER, *OF_ENTRANTS}
    for path, item in rendered_document()["paths"].items():
        for method, operation in item.items():
            id_ = operation["operationId"]
            if path.startswith("/v1/tournaments/{tournament}") and (
                method == "get" or id_ in known | {"enterTournament"}
            ):
                filled = path.format(
                    tournament=tournament,
                    player=player,
                    entrant=entrant,
                    entry=1,
                    round=1,
                    table=1,
                    stage=1,
                )
                yield id_, method.upper(), filled


def asked(client: Client, operation: str, method: str, path: str) -> tuple[int, bytes]:
    """What a client is answered, without what differs for each request."""
    body = {} if method == "GET" else {"json": BODIES.get(operation)} if operation in BODIES else {}
    response = client.ask(method, path, headers={"X-Request-Id": "0" * 32}, **body)
    return response.status_code, response.data


def test_a_private_tournament_does_not_exist_for_others_on_any_route(hall: Hall, ada: Client, bob: Client) -> None:
    tournament = ada.make("/v1/tournaments", {**NEW, "visibility": "private"})["id"]
    ada.make(f"/v1/tournaments/{tournament}/entrants")
    before = ada.get(f"/v1/tournaments/{tournament}").data
    tried = set()
    pairs = zip(routes(tournament, bob.id), routes(NOWHERE, bob.id), strict=True)
    for (operation, method, path), (_, _, nowhere) in pairs:
        status, body = asked(bob, operation, method, path)
        unknown_status, unknown = asked(bob, operation, method, nowhere)
        assert (status, json.loads(body)["code"]) == (404, "NOT_FOUND"), operation
        assert (status, body.replace(tournament.encode(), NOWHERE.encode())) == (unknown_status, unknown), operation
        tried.add(operation)
        if method == "GET" and operation not in WITH_A_KEY:
            assert code(hall.stranger().get(path)) == (404, "NOT_FOUND"), operation
    assert tried >= FOR_HOSTS | FOR_ARBITERS | FOR_THE_OWNER | OF_ENTRANTS
    assert ada.get(f"/v1/tournaments/{tournament}").data == before
    for client in (bob, hall.stranger()):
        assert client.read("/v1/tournaments")["tournaments"] == []


def test_what_is_for_hosts_is_refused_to_strangers_and_entrants(hall: Hall, ada: Client, bob: Client) -> None:
    tournament = ada.make("/v1/tournaments", NEW)["id"]
    for who in (ada, bob):
        who.make(f"/v1/tournaments/{tournament}/entrants")
    eve = hall.client("Eve")
    before = ada.get(f"/v1/tournaments/{tournament}").data
    for client in (bob, eve):
        for operation, method, path in routes(tournament, ada.id):
            if operation in FOR_HOSTS | FOR_ARBITERS | FOR_THE_OWNER | OF_ENTRANTS:
                status, body = asked(client, operation, method, path)
                assert (status, json.loads(body)["code"]) == (403, "NOT_A_HOST"), operation
        for body_of_entry in ({"player": ada.id}, {"bot": "greedy", "name": "A"}):
            assert code(client.post(f"/v1/tournaments/{tournament}/entrants", body_of_entry)) == (403, "NOT_A_HOST")
        assert code(client.get(f"/v1/tournaments/{tournament}/guests/{ada.id}")) == (403, "NOT_A_HOST")
    for operation, method, path in routes(tournament, ada.id):
        if method != "GET":
            assert asked(hall.stranger(), operation, method, path)[0] == 401, operation
    assert ada.get(f"/v1/tournaments/{tournament}").data == before


def test_an_arbiter_does_what_is_for_arbiters_and_nothing_more(hall: Hall, ada: Client, bob: Client) -> None:
    tournament = ada.make("/v1/tournaments", NEW)["id"]
    ada.make(f"/v1/tournaments/{tournament}/entrants")
    ada.ask("PUT", f"/v1/tournaments/{tournament}/hosts/{bob.id}", json={"role": "arbiter"})
    for operation, method, path in routes(tournament, hall.client("Eve").id):
        if operation in FOR_HOSTS | FOR_THE_OWNER:
            status, body = asked(bob, operation, method, path)
            assert (status, json.loads(body)["code"]) == (403, "NOT_A_HOST"), operation
        elif operation in FOR_ARBITERS:
            status, body = asked(bob, operation, method, path)
            assert status in (200, 204) or json.loads(body)["code"] != "NOT_A_HOST", operation
    assert ada.read(f"/v1/tournaments/{tournament}")["status"] == "registration"


def test_a_host_that_is_removed_is_one_no_more(ada: Client, bob: Client) -> None:
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', {**NEW, 'visibility': 'private'})['id']}"
    ada.ask("PUT", f"{path}/hosts/{bob.id}", json={"role": "host"})
    assert bob.make(f"{path}/entrants:import", {"entrants": [{"player": ada.id}]})["revision"] == 1
    ada.ask("DELETE", f"{path}/hosts/{bob.id}")
    assert code(bob.get(path)) == (404, "NOT_FOUND")
    assert code(bob.post(f"{path}:cancel")) == (404, "NOT_FOUND")


def test_a_key_that_may_only_read_changes_nothing(hall: Hall, ada: Client) -> None:
    tournament = ada.make("/v1/tournaments", NEW)["id"]
    reader = hall.client_of(hall.players.get(ada.id), [Scope.MATCHES_READ])
    for operation, method, path in routes(tournament, ada.id):
        if method != "GET":
            status, body = asked(reader, operation, method, path)
            assert (status, json.loads(body)["code"]) == (403, "MISSING_SCOPE"), operation
    assert code(reader.post("/v1/tournaments", NEW)) == (403, "MISSING_SCOPE")
    assert ada.read(f"/v1/tournaments/{tournament}")["revision"] == 0


def test_the_idempotency_key_of_another_leads_to_no_tournament(ada: Client, bob: Client) -> None:
    private = {**NEW, "visibility": "private"}
    made = [client.make("/v1/tournaments", private, headers={"Idempotency-Key": "cup"}) for client in (ada, bob)]
    assert made[0]["id"] != made[1]["id"]
    assert [each["owner_id"] for each in made] == [ada.id, bob.id]


def test_the_seed_is_in_no_answer_before_the_tournament_is_over(hall: Hall, ada: Client, admin: Client) -> None:
    headers = {"Idempotency-Key": "once"}
    answers = [ada.post("/v1/tournaments", BOTS, headers=headers)]
    assert answers[0].json is not None
    tournament = answers[0].json["id"]
    path = f"/v1/tournaments/{tournament}"
    answers.append(ada.post(f"{path}/entrants:import", {"csv": "bot,name\ngreedy,A\nrandom,B\n"}))
    answers.append(ada.post(f"{path}:start"))
    while hall.runner.advance():
        pass
    answers.append(ada.post("/v1/tournaments", BOTS, headers=headers))
    for client in (ada, admin, hall.stranger()):
        answers.append(client.get("/v1/tournaments"))
        for operation, method, route in routes(tournament, ada.id):
            if method == "GET" and "/events/" not in route and operation not in ("getTournamentGuest",):
                answers.append(client.get(route))
        stream = client.lines(f"{path}/events/ndjson")
        assert json.loads(next(stream))["seed"] is None
        stream.close()  # type: ignore[attr-defined]  # a generator
    assert {answer.status_code for answer in answers} <= {200, 201, 401, 404}
    answers.append(ada.post(f"{path}:cancel"))  # its matches are still live
    while hall.runner.advance():
        pass
    seed = ada.read(path)["seed"]
    assert len(seed) == 64
    for answer in answers:
        assert seed.encode() not in answer.data


def test_a_host_does_not_enter_who_has_blocked_it_nor_learns_who_has(hall: Hall, ada: Client, bob: Client) -> None:
    """Not even with others: nobody is entered then."""
    path = f"/v1/tournaments/{ada.make('/v1/tournaments', NEW)['id']}"
    bob.ask("PUT", f"/v1/players/me/blocks/{ada.id}")
    eve = hall.client("Eve")
    refused = ada.post(f"{path}/entrants:import", {"entrants": [{"player": eve.id}, {"player": bob.id}]})
    assert code(refused) == (403, "NOT_ADMITTED")
    assert bob.id.encode() not in refused.data
    assert ada.read(f"{path}/entrants")["entrants"] == []
    assert bob.make(f"{path}/entrants")["id"] == "e1"  # that is its own decision
