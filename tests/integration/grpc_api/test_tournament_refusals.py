"""Tournaments over gRPC: what strangers, arbiters and hosts are refused, where REST refuses it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from playhall.play.v1 import tournaments_pb2 as pb

from gateway.grpc_api.bridge import operation_of
from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.tournament_hosting.hosting import Tournaments
from services.tournament_hosting.model import TournamentLimits
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import look
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.integration.grpc_api.test_authorization import ROWS
from tests.integration.grpc_api.test_tournaments import BOTS_ONLY, CUP, FOUR, announce
from tests.signing import SIGNING_KEYS

Over = Callable[[Client], PlayClient]

NOWHERE = "tournament_00000000000000000000000000"
ACCESS = {
    method.name: operation_of(method.name).access
    for method in pb.DESCRIPTOR.services_by_name["TournamentService"].methods
}
FIELDS = {row.method: row.fields for row in ROWS if row.method in ACCESS and "tournament" in row.fields}
"""What is asked of one tournament, by method: a request that is right."""
WHY = {"reason": "x"}
RESULT = "/rounds/1/tables/1/result"
FOR_HOSTS = ("ChangeTournament", "StartTournament", "PauseTournament", "ResumeTournament", "CancelTournament")
FOR_THE_OWNER = ("NameTournamentHost", "RemoveTournamentHost")


def asked(method: str, tournament: str, player: str) -> dict[str, Any]:
    """A request that would be right of one's own tournament."""
    own = {"tournament": tournament, "player": player, "invitation": f"invitation_{0:026}"}
    return {name: own.get(name, value) for name, value in FIELDS[method].items()}


def test_a_private_tournament_does_not_exist_for_others_in_any_method(
    over_grpc: Over, hall: Hall, ada: Client, bob: Client
) -> None:
    host, stranger, nobody = over_grpc(ada), over_grpc(bob), over_grpc(hall.stranger())
    secret = announce(host, visibility=pb.TOURNAMENT_VISIBILITY_PRIVATE)
    host.ask("EnterTournament", tournament=secret)
    before = hall.fingerprint()
    assert len(FIELDS) == len(ACCESS) - 2  # all but CreateTournament and ListTournaments
    for method in FIELDS:
        first, *others = (stranger.refused(method, **asked(method, id, bob.id)) for id in (secret, NOWHERE, "t\0", ""))
        assert (first.code, first.reason, first.fields) == (grpc.StatusCode.NOT_FOUND, "NOT_FOUND", {}), method
        assert [other.reason for other in others] == ["NOT_FOUND"] * 3, method
        assert first == others[0], method
        unknown = nobody.refused(method, **asked(method, secret, bob.id)).reason
        assert unknown == ("NOT_FOUND" if ACCESS[method].without_key else "UNAUTHENTICATED"), method
    assert list(stranger.ask("ListTournaments").tournaments) == []
    assert hall.fingerprint() == before


def test_an_arbiter_neither_runs_a_tournament_nor_names_hosts(over_grpc: Over, ada: Client, bob: Client) -> None:
    host, arbiter = over_grpc(ada), over_grpc(bob)
    cup = announce(host, entry=BOTS_ONLY)
    host.ask("NameTournamentHost", tournament=cup, player=bob.id, role=pb.TOURNAMENT_ROLE_ARBITER)
    assert arbiter.ask("ImportTournamentEntrants", tournament=cup, csv=FOUR).tournament.entrants == 4
    for method in (*FOR_HOSTS, *FOR_THE_OWNER):
        refused = arbiter.refused(method, **asked(method, cup, ada.id))
        assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_A_HOST"), method
    start = host.ask("StartTournament", tournament=cup).tournament.revision
    assert arbiter.refused("UndoTournamentEntry", tournament=cup, entry=start, reason="Early").reason == "NOT_A_HOST"
    assert host.ask("UndoTournamentEntry", tournament=cup, entry=start, reason="Early").tournament.status == 1


def test_the_seed_is_in_no_answer_before_the_tournament_is_over(over_grpc: Over, hall: Hall, ada: Client) -> None:
    host = over_grpc(ada)
    fields: dict[str, Any] = {**CUP, "stages": b'[{"format":"single_elimination"}]', "entry": BOTS_ONLY}
    answers: list[Message] = [host.ask("CreateTournament", **fields, request_id="once")]
    cup = answers[0].tournament.id  # type: ignore[attr-defined]
    host.ask("SetTournamentWebhook", tournament=cup, url="https://club.example/")
    host.ask("AddTournamentGuest", tournament=cup, player=ada.id)
    answers.append(host.ask("ImportTournamentEntrants", tournament=cup, csv=FOUR))
    answers.append(host.ask("StartTournament", tournament=cup))
    look(hall)
    answers.append(host.ask("CreateTournament", **fields, request_id="once"))
    for method in (name for name in FIELDS if name.startswith(("Export", "Get", "List", "Preview", "Watch"))):
        answer = host.ask(method, **asked(method, cup, ada.id))
        answers.append(answer if isinstance(answer, Message) else next(answer))
    answers.append(host.ask("CancelTournament", tournament=cup))  # its matches are still live
    look(hall)
    seed = host.ask("GetTournament", tournament=cup).tournament.seed
    assert len(seed) == 64
    for answer in answers:
        assert seed.encode() not in answer.SerializeToString()


def test_who_has_as_many_tournaments_as_it_may_gets_no_more(hall: Hall, ada: Client) -> None:
    database, limits = Database(hall.settings.database_url), TournamentLimits(open_tournaments=1)
    tournaments = Tournaments(database, hall.players, hall.ratings, SIGNING_KEYS, limits=limits)
    services = replace(services_of(hall), tournaments=tournaments)
    with served(services, PlayLimits(threads=2)) as (_, target), grpc.insecure_channel(target) as channel:
        client = PlayClient(channel, ada.key)
        made = announce(client)
        refused = client.refused("CreateTournament", **CUP)
        assert (refused.code, refused.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "QUOTA_EXCEEDED")
        assert refused.metadata == {"quota": "open_tournaments", "limit": "1", "used": "1"}
        assert [*refused.fields] == [""]
        client.ask("CancelTournament", tournament=made)
        assert announce(client) != made


# -- where REST refuses it ---------------------------------------------------------------------------------------------


def over_rest(client: Client, method: str, path: str, body: Mapping[str, Any]) -> tuple[str, list[str]]:
    """How REST refuses a request, and where."""
    problem: Any = client.ask(method, path, json=body).json
    roots = ("/body", "/path", "/query")
    pointers = [error["pointer"] for error in problem["errors"]]
    return problem["code"], [pointer.removeprefix(next(filter(pointer.startswith, roots))) for pointer in pointers]


def over_the_other(client: PlayClient, method: str, **fields: Any) -> tuple[str, list[str]]:
    """How gRPC does."""
    refused = client.refused(method, **fields)
    return refused.reason, [*refused.fields]


NEW: dict[str, Any] = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 3}]}
CLOCK: dict[str, Any] = {"time_control": {"kind": "per_decision", "seconds": 60}}
POINTS = 100_000_001
REFUSED: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"ruleset": "chess"}, "UNKNOWN_RULESET", ["/ruleset"]),
    ({"ruleset": "r" * 81}, "INVALID_FIELD", ["/ruleset"]),
    ({"version": "0.0.1"}, "UNSUPPORTED_VERSION", ["/version"]),
    ({"version": "v" * 65}, "INVALID_FIELD", ["/version"]),
    ({"options": {"cheat": True}}, "UNKNOWN_OPTION", ["/options/cheat"]),
    ({"options": {f"o{number}": 1 for number in range(65)}}, "INVALID_FIELD", ["/options"]),
    ({"name": " "}, "INVALID_FIELD", ["/name"]),
    ({"name": "n" * 65}, "INVALID_FIELD", ["/name"]),
    ({"stages": []}, "INVALID_FIELD", ["/stages"]),
    ({"stages": [{"format": "swiss", "rounds": 1}] * 9}, "INVALID_FIELD", ["/stages"]),
    ({"stages": [{"format": "swiss", "rounds": 0}]}, "INVALID_FIELD", ["/stages/0/swiss/rounds"]),
    ({"stages": [{"format": "swiss", "rounds": 3, "tie_breaks": ["luck"]}]}, "INVALID_FIELD", ["/stages/0/swiss"]),
    ({"stages": [{"format": "chess"}]}, "INVALID_FIELD", ["/stages/0"]),
    ({"stages": [{"format": "swiss", "rounds": 3, "advance": 4}]}, "INVALID_FIELD", ["/stages/0/advance"]),
    ({"stages": ["swiss"]}, "INVALID_FIELD", ["/stages/0"]),
    ({"entry": {"capacity": 5_001}}, "INVALID_FIELD", ["/entry/capacity"]),
    ({"entry": {"capacity": 1}}, "INVALID_FIELD", ["/entry/capacity"]),
    ({"entry": {"byes": 101, "late_points": POINTS}}, "INVALID_FIELD", ["/entry/late_points", "/entry/byes"]),
    ({"entry": {"bye_points": POINTS}}, "INVALID_FIELD", ["/entry/bye_points"]),
    ({"entry": {"pairing_bye_points": POINTS}}, "INVALID_FIELD", ["/entry/pairing_bye_points"]),
    ({"entry": {"check_in_seconds": 8_640_001}}, "INVALID_FIELD", ["/entry/check_in_seconds"]),
    ({"entry": {"late_until_round": 101}}, "INVALID_FIELD", ["/entry/late_until_round"]),
    ({"entry": {"min_rating": 9, "max_rating": 8}}, "INVALID_FIELD", ["/entry"]),
    ({"times": {"pause_seconds": 604_801}}, "INVALID_FIELD", ["/times/pause_seconds"]),
    ({"times": {"round_seconds": 8_640_001}}, "INVALID_FIELD", ["/times/round_seconds"]),
    ({"times": {"starts_at": "2020-01-01T00:00:00Z"}}, "INVALID_FIELD", ["/times/starts_at"]),
    ({"times": {"starts_at": "1969-01-01T00:00:00Z"}}, "INVALID_FIELD", ["/times/starts_at"]),
    ({"apart": {"rounds": 101}}, "INVALID_FIELD", ["/apart/rounds"]),
    ({"unplayed_rules": 2025}, "INVALID_FIELD", ["/unplayed_rules"]),
    ({"seed": "5e"}, "INVALID_FIELD", ["/seed"]),
    ({"seed": "5e" * 32}, "INVALID_FIELD", ["/seed"]),
    ({"time_control": {"kind": "none"}}, "INVALID_FIELD", ["/time_control"]),
]


def as_grpc_takes(body: Mapping[str, Any]) -> dict[str, Any]:
    """A new tournament of REST as a request of gRPC."""
    fields = {**body, "stages": json.dumps(body["stages"]).encode()}
    if "options" in body:
        fields["options"] = json.dumps(body["options"]).encode()
    clock = dict(body["time_control"])
    kind = clock.pop("kind")
    fields["time_control"] = {} if kind == "none" else {kind: clock}
    starts_at = body.get("times", {}).get("starts_at")
    if starts_at is not None:
        moment = Timestamp()
        moment.FromJsonString(starts_at)
        fields["times"] = {"starts_at": moment}
    return fields


def test_a_new_tournament_has_the_bounds_of_rest(over_grpc: Over, hall: Hall, ada: Client) -> None:
    before = hall.fingerprint()
    for change, reason, pointers in REFUSED:
        body = {**NEW, **CLOCK, **change}
        assert over_rest(ada, "POST", "/v1/tournaments", body) == (reason, pointers), change
        refused = over_the_other(over_grpc(ada), "CreateTournament", **as_grpc_takes(body))
        assert refused == (reason, pointers), change
    assert hall.fingerprint() == before


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"stages": b"{}"}, "/stages"),
        ({"stages": b"["}, "/stages"),
        ({"stages": b"[" * 50_000}, "/stages"),
        ({"options": b"[]"}, "/options"),
        ({"visibility": 9}, "/visibility"),
        ({"entry": {"registration": 9}}, "/entry/registration"),
        ({"entry": {"bots": 9}}, "/entry/bots"),
        ({"times": {"next_round": 9}}, "/times/next_round"),
        ({"times": {"starts_at": {"seconds": 10**15}}}, "/times/starts_at"),
        ({"times": {"starts_at": {"nanos": -1}}}, "/times/starts_at"),
        ({"apart": {"who": 9}}, "/apart/who"),
    ],
)
def test_what_only_grpc_can_say_wrongly_is_pointed_at(
    over_grpc: Over, ada: Client, change: dict[str, Any], pointer: str
) -> None:
    refused = over_the_other(over_grpc(ada), "CreateTournament", **{**CUP, **change})
    assert refused == ("INVALID_FIELD", [pointer])


def test_what_is_asked_of_a_tournament_has_the_bounds_of_rest(over_grpc: Over, hall: Hall, ada: Client) -> None:
    client = over_grpc(ada)
    stages = b'[{"format":"single_elimination"}]'
    cup = announce(client, stages=stages, entry=BOTS_ONLY)
    client.ask("ImportTournamentEntrants", tournament=cup, csv=FOUR)
    client.ask("StartTournament", tournament=cup)
    look(hall)
    first = {"round": 1, "reason": "x"}
    tables = [["e1", "e2"], ["e3", "e9"]]
    import_: list[dict[str, Any]] = [{"bot": "greedy", "name": "E"}, {"player": "p_x"}, {}]
    result = {"round": 1, "table": 1, "places": [1, 2], "reason": "x"}
    cases: list[tuple[str, dict[str, Any], str, str, dict[str, Any]]] = [
        ("ChangeTournament", {"name": "\n"}, "PATCH", "", {"name": "\n"}),
        ("ChangeTournament", {"entry": {"capacity": 1}}, "PATCH", "", {"entry": {"capacity": 1}}),
        ("ChangeTournament", {"reason": "x" * 256}, "PATCH", "", {"reason": "x" * 256}),
        ("PauseTournament", {"reason": "x" * 256}, "POST", ":pause", {"reason": "x" * 256}),
        ("PauseTournament", {"reason": "a\nb"}, "POST", ":pause", {"reason": "a\nb"}),
        ("EnterTournament", {"bot": "deep", "name": "D"}, "POST", "/entrants", {"bot": "deep", "name": "D"}),
        ("EnterTournament", {"bot": "greedy"}, "POST", "/entrants", {"bot": "greedy"}),
        ("EnterTournament", {"player": "a b"}, "POST", "/entrants", {"player": "a b"}),
        ("ImportTournamentEntrants", {}, "POST", "/entrants:import", {}),
        ("ImportTournamentEntrants", {"entrants": import_}, "POST", "/entrants:import", {"entrants": import_}),
        ("ImportTournamentEntrants", {"csv": "elo\n"}, "POST", "/entrants:import", {"csv": "elo\n"}),
        ("RequestTournamentBye", {"entrant": "e1"}, "POST", "/entrants/e1:request-bye", {"round": 0}),
        ("WithdrawTournamentEntrant", {"entrant": "a b"}, "POST", "/entrants/a b:withdraw", {}),
        ("KeepTournamentEntrantsApart", {"entrants": ["e1"]}, "POST", "/entrants:keep-apart", {"entrants": ["e1"]}),
        ("NameTournamentHost", {"player": "p_x", "role": 1}, "PUT", "/hosts/p_x", {"role": "host"}),
        ("NameTournamentHost", {"player": ada.id, "role": 2}, "PUT", f"/hosts/{ada.id}", {"role": "arbiter"}),
        ("NameTournamentHost", {"player": "p_x", "role": 3}, "PUT", "/hosts/p_x", {"role": "owner"}),
        ("AddTournamentGuest", {"player": "p_x"}, "PUT", "/guests/p_x", {}),
        ("UndoTournamentEntry", {"entry": 1}, "POST", "/log/1:undo", {"reason": ""}),
        ("UndoTournamentEntry", {"reason": "x"}, "POST", "/log/0:undo", {"reason": "x"}),
        (
            "SetTournamentRound",
            {**first, "tables": [{"entrants": each} for each in tables]},
            *("PUT", "/rounds/1", {"tables": tables, "reason": "x"}),
        ),
        ("SetTournamentRound", {**first, "round": 0}, "PUT", "/rounds/0", {"tables": tables, "reason": "x"}),
        (
            "SwapInTournamentRound",
            {**first, "a": "e1", "b": "e9"},
            "POST",
            "/rounds/1:swap",
            {"a": "e1", "b": "e9"} | WHY,
        ),
        ("SetTournamentResult", {**result, "places": [2, 2]}, "PUT", RESULT, {"places": [2, 2]} | WHY),
        ("SetTournamentResult", {**result, "places": [1, 6]}, "PUT", RESULT, {"places": [1, 6]} | WHY),
        (
            "SetTournamentResult",
            {**result, "forfeits": ["e9"]},
            "PUT",
            RESULT,
            {"places": [1, 2], "forfeits": ["e9"]} | WHY,
        ),
        ("SetTournamentResult", {**result, "reason": ""}, "PUT", RESULT, {"places": [1, 2], "reason": ""}),
        ("PreviewTournamentStandings", {}, "POST", "/standings:preview", {"changes": []}),
        ("SetTournamentWebhook", {"url": "http://club.example/"}, "PUT", "/webhook", {"url": "http://club.example/"}),
        ("ResendTournamentWebhook", {}, "POST", "/webhook:resend", {"entry": 0}),
    ]
    before = hall.fingerprint()
    for method, fields, verb, path, body in cases:
        told = over_the_other(client, method, tournament=cup, **fields)
        assert told == over_rest(ada, verb, f"/v1/tournaments/{cup}{path}", body), (method, fields)
        assert told[0] != "MALFORMED_BODY", method
    assert hall.fingerprint() == before


@pytest.mark.parametrize(
    ("method", "fields", "pointer"),
    [
        ("ListTournaments", {"status": 9}, "/status"),
        ("ListTournaments", {"page_token": "tournament_1"}, "/page_token"),
        ("ListTournaments", {"ruleset": "r" * 65}, "/ruleset"),
        ("ListTournaments", {"owner": "a b"}, "/owner"),
        ("ListTournamentEntrants", {"page_token": "x"}, "/page_token"),
        ("ListTournamentEntrants", {"page_token": "-1"}, "/page_token"),
        ("ListTournamentLog", {"page_token": "9" * 30}, "/page_token"),
        ("ListTournamentGuests", {"page_token": "a b"}, "/page_token"),
        ("GetTournamentCrossTable", {"stage": 8}, "/stage"),
        ("GetTournamentBracket", {"stage": 8}, "/stage"),
        ("GetTournamentRound", {"round": 801}, "/round"),
        ("ExportTournamentCsv", {"content": 9}, "/content"),
        ("ExportTournamentTrf", {"version": 9}, "/version"),
        ("PreviewTournamentStandings", {"changes": [{}]}, "/changes/0"),
        ("GetTournamentGuest", {"player": "a b"}, "/player"),
    ],
)
def test_what_cannot_be_asked_is_pointed_at(
    over_grpc: Over, ada: Client, method: str, fields: dict[str, Any], pointer: str
) -> None:
    client = over_grpc(ada)
    about = {} if method == "ListTournaments" else {"tournament": announce(client)}
    assert over_the_other(client, method, **about, **fields) == ("INVALID_FIELD", [pointer])
