"""Tournaments over gRPC: what strangers, arbiters and hosts are refused, where REST refuses it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import grpc
from google.protobuf.message import Message
from playhall.play.v1 import tournaments_pb2 as pb

from gateway.grpc_api.bridge import operation_of
from gateway.grpc_api.server import PlayLimits
from services.database import Database
from services.stored_tournaments.hosted_tournament import TournamentLimits
from services.stored_tournaments.hosting import Tournaments
from tests.integration.gateway.harness import Client, Hall
from tests.integration.gateway.hosted import look
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.integration.grpc_api.test_authorization import ROWS
from tests.integration.grpc_api.test_tournaments import BOTS_ONLY, CUP, FOUR, announce
from tests.marks import each_row
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
    database, limits = Database(hall.settings.database.database_url), TournamentLimits(open_tournaments=1)
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


# -- where a request is wrong ------------------------------------------------------------------------------------------


def test_what_is_wrong_with_a_new_tournament_is_pointed_at(over_grpc: Over, hall: Hall, ada: Client) -> None:
    before, client = hall.fingerprint(), over_grpc(ada)
    wrong: list[tuple[dict[str, Any], str, list[str]]] = [
        ({"ruleset": "chess"}, "UNKNOWN_RULESET", ["/ruleset"]),
        ({"options": b'{"cheat":true}'}, "UNKNOWN_OPTION", ["/options/cheat"]),
        ({"options": b"[]"}, "INVALID_FIELD", ["/options"]),
        ({"stages": b""}, "INVALID_FIELD", ["/stages"]),
        ({"stages": b"{}"}, "INVALID_FIELD", ["/stages"]),
        ({"stages": b"["}, "INVALID_FIELD", ["/stages"]),
        ({"stages": b"[" * 50_000}, "INVALID_FIELD", ["/stages"]),
        ({"stages": b'[{"format":"swiss","rounds":0}]'}, "INVALID_FIELD", ["/stages/0/swiss/rounds"]),
        ({"entry": {"byes": 101, "late_points": 10**9}}, "INVALID_FIELD", ["/entry/late_points", "/entry/byes"]),
        ({"entry": {"min_rating": 9, "max_rating": 8}}, "INVALID_FIELD", ["/entry"]),
        ({"entry": {"registration": 9}}, "INVALID_FIELD", ["/entry/registration"]),
        ({"times": {"starts_at": {"seconds": 10}}}, "INVALID_FIELD", ["/times/starts_at"]),
        ({"times": {"starts_at": {"seconds": 10**15}}}, "INVALID_FIELD", ["/times/starts_at"]),
        ({"times": {"starts_at": {"nanos": -1}}}, "INVALID_FIELD", ["/times/starts_at"]),
        ({"times": {"next_round": 9}}, "INVALID_FIELD", ["/times/next_round"]),
        ({"apart": {"rounds": 101}}, "INVALID_FIELD", ["/apart/rounds"]),
        ({"apart": {"who": 9}}, "INVALID_FIELD", ["/apart/who"]),
        ({"visibility": 9}, "INVALID_FIELD", ["/visibility"]),
        ({"unplayed_rules": 2025}, "INVALID_FIELD", ["/unplayed_rules"]),
        ({"seed": "5e" * 32}, "INVALID_FIELD", ["/seed"]),
        ({"time_control": {}}, "INVALID_FIELD", ["/time_control"]),
    ]
    for change, reason, pointers in wrong:
        refused = client.refused("CreateTournament", **{**CUP, **change})
        assert (refused.reason, [*refused.fields]) == (reason, pointers), change
    assert hall.fingerprint() == before


def test_what_is_wrong_with_what_is_asked_of_a_tournament_is_pointed_at(
    over_grpc: Over, hall: Hall, ada: Client
) -> None:
    client = over_grpc(ada)
    stages = b'[{"format":"single_elimination"}]'
    cup = announce(client, stages=stages, entry=BOTS_ONLY)
    client.ask("ImportTournamentEntrants", tournament=cup, csv=FOUR)
    client.ask("StartTournament", tournament=cup)
    look(hall)
    tables = [{"entrants": ["e1", "e2"]}, {"entrants": ["e3", "e9"]}]
    listed: list[dict[str, Any]] = [{"bot": "greedy", "name": "E"}, {"player": "p_x"}, {}]
    result = {"round": 1, "table": 1, "places": [1, 2], "reason": "x"}
    wrong: list[tuple[str, dict[str, Any], str, str]] = [
        ("ChangeTournament", {"name": "\n"}, "INVALID_FIELD", "/name"),
        ("PauseTournament", {"reason": "a\nb"}, "INVALID_FIELD", "/reason"),
        ("EnterTournament", {"bot": "deep", "name": "D"}, "UNKNOWN_BOT", "/bot"),
        ("EnterTournament", {"player": "a b"}, "INVALID_FIELD", "/player"),
        ("ImportTournamentEntrants", {}, "INVALID_FIELD", ""),
        ("ImportTournamentEntrants", {"entrants": listed}, "INVALID_FIELD", "/entrants/2"),
        ("ImportTournamentEntrants", {"csv": "elo\n"}, "INVALID_FIELD", "/csv/1"),
        ("RequestTournamentBye", {"entrant": "e1"}, "INVALID_FIELD", "/round"),
        ("WithdrawTournamentEntrant", {"entrant": "a b"}, "INVALID_FIELD", "/entrant"),
        ("NameTournamentHost", {"player": "p_x", "role": 3}, "INVALID_FIELD", "/role"),
        ("UndoTournamentEntry", {"entry": 1}, "INVALID_FIELD", "/reason"),
        ("UndoTournamentEntry", {"reason": "x"}, "INVALID_FIELD", "/entry"),
        ("SetTournamentRound", {"round": 1, "tables": tables, "reason": "x"}, "INVALID_FIELD", "/tables/1/1"),
        ("SetTournamentRound", {"round": 0, "tables": tables, "reason": "x"}, "INVALID_FIELD", "/round"),
        ("SwapInTournamentRound", {"round": 1, "a": "e1", "b": "e9", "reason": "x"}, "INVALID_FIELD", "/b"),
        ("SetTournamentResult", {**result, "places": [1, 6]}, "INVALID_FIELD", "/places/1"),
        ("SetTournamentResult", {**result, "forfeits": ["e9"]}, "INVALID_FIELD", "/forfeits"),
        ("SetTournamentResult", {**result, "reason": ""}, "INVALID_FIELD", "/reason"),
        ("PreviewTournamentStandings", {}, "INVALID_FIELD", "/changes"),
        ("SetTournamentWebhook", {"url": "http://club.example/"}, "INVALID_FIELD", "/url"),
        ("ResendTournamentWebhook", {}, "INVALID_FIELD", "/entry"),
    ]
    before = hall.fingerprint()
    for method, fields, reason, pointer in wrong:
        refused = client.refused(method, tournament=cup, **fields)
        assert (refused.reason, [*refused.fields]) == (reason, [pointer]), (method, fields)
    assert hall.fingerprint() == before


@each_row(
    ("method", "fields", "pointer"),
    [
        ("ListTournaments", {"status": 9}, "/status"),
        ("ListTournaments", {"page_token": "tournament_1"}, "/page_token"),
        ("ListTournaments", {"ruleset": "r" * 65}, "/ruleset"),
        ("ListTournaments", {"owner": "a b"}, "/owner"),
        ("ListTournamentEntrants", {"page_token": "x"}, "/page_token"),
        ("ListTournamentEntrants", {"page_token": "-1"}, "/page_token"),
        ("ListTournamentEntrants", {"page_token": "0"}, "/page_token"),
        ("ListTournamentLog", {"page_token": "9" * 30}, "/page_token"),
        ("ListTournamentLog", {"page_token": "01"}, "/page_token"),
        ("ListTournamentRounds", {"page_token": "x"}, "/page_token"),
        ("ListTournamentRounds", {"page_token": "0001"}, "/page_token"),
        ("ListTournamentGuests", {"page_token": "a b"}, "/page_token"),
        ("ListTournamentGuests", {"page_token": "p.1"}, "/page_token"),
        ("GetTournamentCrossTable", {"stage": 8}, "/stage"),
        ("GetTournamentBracket", {"stage": 8}, "/stage"),
        ("GetTournamentRound", {"round": 1_000_001}, "/round"),
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
    refused = client.refused(method, **about, **fields)
    assert (refused.reason, [*refused.fields]) == ("INVALID_FIELD", [pointer])
