"""Who may call which method: every method against every kind of caller, as over REST."""

import json
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from playhall.play.v1 import accounts_pb2, analysis_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2

from gateway.grpc_api.analysis_methods import AnalysisMethods
from gateway.grpc_api.play_methods import PlayMethods
from tests.integration.gateway.callers import CALLERS, Cast
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.test_authorization import DUEL, POSITION, Scene, hall
from tests.integration.grpc_api.clients import PlayClient, refusal

__all__ = ["hall"]

OK, NO_KEY, NO_SCOPE, NOT_FOUND, NO_SEAT, NOT_CREATOR, NOT_OWN, NO_HOST = (
    "OK",
    "UNAUTHENTICATED",
    "MISSING_SCOPE",
    "NOT_FOUND",
    "NOT_YOUR_SEAT",
    "NOT_THE_CREATOR",
    "NOT_YOUR_BOT",
    "NOT_A_HOST",
)
READING = (
    "CheckDecision",
    "Choose",
    "Compare",
    "Export",
    "Get",
    "List",
    "Observe",
    "PlayPosition",
    "Preview",
    "Stream",
    "Watch",
)
"""How the methods begin that change nothing."""
BY_HAND = {
    *(name for methods in (PlayMethods, AnalysisMethods) for name in vars(methods) if name[0].isupper()),
    "StreamSeriesResults",
    "WatchSeries",
    "WatchTournament",
}
FEW = ("nobody", "revoked", "stranger", "manager", "owner")
"""Those of ``CALLERS`` who ask the methods that are operations of REST, which all of them ask over REST."""


@dataclass(frozen=True, slots=True)
class Row:
    """One method: a request that is right for its owner, and the reason or ``OK`` for each of ``CALLERS``."""

    method: str
    reasons: tuple[str, ...]
    fields: dict[str, Any] = field(default_factory=dict)


#        nobody  revoked stranger opponent reader    player    creator   manager   owner admin
PUBLIC = (OK,) * 10
SPECTATE = (OK, NO_KEY, OK, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
PRIVATE = (NOT_FOUND, NO_KEY, NOT_FOUND, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
READ = (NO_KEY, NO_KEY, OK, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
CREATE = (NO_KEY, NO_KEY, OK, OK, NO_SCOPE, NO_SCOPE, OK, NO_SCOPE, OK, OK)
JOIN = (NO_KEY, NO_KEY, OK, OK, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, OK)
REMATCH = (NO_KEY, NO_KEY, NO_SEAT, OK, NO_SCOPE, NO_SCOPE, OK, NO_SCOPE, OK, NO_SEAT)
ACCOUNT = (NO_KEY, NO_KEY, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK, OK)
OWNER = (NO_KEY, NO_KEY, NOT_CREATOR, NOT_CREATOR, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, OK)
PLAYER = (NO_KEY, NO_KEY, NO_SEAT, OK, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, NO_SEAT)
SEEDS = (NO_KEY, NO_KEY, NO_SEAT, NO_SEAT, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, NO_SEAT)
SEAT = (NO_KEY, NO_KEY, NO_SEAT, NO_SEAT, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
SERIES = (NO_KEY, NO_KEY, NOT_FOUND, NOT_FOUND, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
ADMIN = (NO_KEY, NO_KEY, *(NO_SCOPE,) * 7, OK)
MANAGE = (NO_KEY, NO_KEY, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK, OK)
GRANT = (NO_KEY, NO_KEY, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
KEY = (NO_KEY, NO_KEY, NOT_FOUND, NOT_FOUND, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
PLAYED = (NO_KEY, NO_KEY, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, OK)
CALLED = (NO_KEY, NO_KEY, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK, NO_SEAT)
BODIES = (NO_KEY, NO_KEY, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, NO_SEAT)
FAILED = (NO_KEY, NO_KEY, NOT_OWN, NOT_OWN, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK, NOT_OWN)
CHANGE = (NO_KEY, NO_KEY, NOT_FOUND, NOT_FOUND, NO_SCOPE, NO_SCOPE, OK, NO_SCOPE, OK, OK)
TICKET = (NO_KEY, NO_KEY, NOT_FOUND, NOT_FOUND, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, NOT_FOUND)
CANCEL = (NO_KEY, NO_KEY, NOT_FOUND, NOT_FOUND, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, NOT_FOUND)
HOST = (NO_KEY, NO_KEY, NO_HOST, NO_HOST, NO_SCOPE, NO_SCOPE, OK, NO_SCOPE, OK, OK)
ENTRANT = (NO_KEY, NO_KEY, NO_HOST, NO_HOST, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, OK)
GUESTS = (NO_KEY, NO_KEY, NO_HOST, NO_HOST, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
GUEST = (NO_KEY, NO_KEY, NO_HOST, OK, OK, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)
TOLD = (NO_KEY, NO_KEY, NO_HOST, NO_HOST, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK, OK)
TELL = (NO_KEY, NO_KEY, NO_HOST, NO_HOST, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK)

SEARCH = tuple("UNKNOWN_BOT" if reason == OK else reason for reason in READ)
"""Nobody in Sealed Rows searches."""
DOCUMENT = json.dumps(POSITION).encode()
NO_BOARD = tuple(NOT_FOUND if reason == OK else reason for reason in SPECTATE)
BOARD = {"ruleset": "sealed", "seats": 2}
"""In which nobody has played."""
CUP: dict[str, Any] = {
    "name": "Cup",
    "ruleset": "sealed",
    "stages": b'[{"format":"swiss","rounds":3}]',
    "time_control": {"per_decision": {"seconds": 60}},
}
FIRST_ROUND: dict[str, Any] = {"tournament": "{paired}", "round": 1, "reason": "Seats."}
PLAY = (NO_KEY, NO_KEY, OK, OK, NO_SCOPE, OK, NO_SCOPE, NO_SCOPE, OK, OK)

ROWS = [
    Row("ListRulesets", PUBLIC),
    Row("GetRuleset", PUBLIC, {"ruleset": "sealed"}),
    Row("CreateMatch", CREATE, {"ruleset": "sealed", "seats": ["me", "open"]}),
    Row("GetMatch", SPECTATE, {"match": "{match}"}),
    Row("GetMatch", PRIVATE, {"match": "{secret}"}),
    Row("ListMatches", SPECTATE),
    Row("ListMatches", READ, {"player": "me"}),
    Row("JoinMatch", JOIN, {"match": "{open}"}),
    Row("SeedMatch", SEEDS, {"match": "{open}", "client_seed": "ab" * 32}),
    Row("LeaveMatch", JOIN, {"match": "{open}"}),
    Row("RematchMatch", REMATCH, {"match": "{duel}"}),
    Row("AssignSeat", OWNER, {"match": "{open}", "seat": 2, "occupant": "bot:random"}),
    Row("StartMatch", OWNER, {"match": "{match}"}),
    Row("ResignMatch", PLAYER, {"match": "{match}"}),
    Row("AbortMatch", OWNER, {"match": "{open}"}),
    Row("GetView", SPECTATE, {"match": "{match}"}),
    Row("GetView", PRIVATE, {"match": "{secret}"}),
    Row("GetView", SEAT, {"match": "{match}", "seat": 0}),
    Row("CheckDecision", PLAYER, {"match": "{match}", "decision": 1, "notation": "place 1"}),
    Row("Decide", PLAYER, {"match": "{match}", "decision": 1, "notation": "place 1"}),
    Row("Watch", SPECTATE, {"match": "{match}"}),
    Row("Watch", PRIVATE, {"match": "{secret}"}),
    Row("Watch", SEAT, {"match": "{match}", "seat": 0}),
    Row("GetReplay", SPECTATE, {"match": "{finished}"}),
    Row("ListPositions", SPECTATE, {"match": "{finished}"}),
    Row("ListPositions", PRIVATE, {"match": "{ended}"}),
    Row("GetPosition", SPECTATE, {"match": "{finished}"}),
    Row("GetPosition", PRIVATE, {"match": "{ended}"}),
    Row("ListSeriesPositions", SERIES, {"series": "{played}", "number": 1}),
    Row("GetSeriesPosition", SERIES, {"series": "{played}", "number": 1}),
    Row("ImaginePosition", SEAT, {"match": "{match}", "seat": 0}),
    Row("ObservePosition", READ, {"position": DOCUMENT}),
    Row("PlayPosition", READ, {"position": DOCUMENT, "seat": 0, "notation": "place 1"}),
    Row("ChooseAction", READ, {"position": DOCUMENT, "seat": 0, "bot": "greedy"}),
    Row("ExplainDecision", SEARCH, {"position": DOCUMENT, "seat": 0}),
    Row("ListSigningKeys", PUBLIC),
    Row("ListCommitments", PUBLIC),
    Row("GetCommitmentLogHead", PUBLIC),
    Row("GetCommitment", PUBLIC, {"digest": "{commitment}"}),
    Row("GetQuotas", READ, {}),
    Row("BlockPlayer", ACCOUNT, {"player": "{blocked}"}),
    Row("UnblockPlayer", ACCOUNT, {"player": "{blocked}"}),
    Row("ListBlocks", ACCOUNT),
    Row("CreateSeries", CREATE, {"ruleset": DUEL["ruleset"], "entrants": DUEL["entrants"]}),
    Row("GetSeries", SERIES, {"series": "{series}"}),
    Row("ListSeries", READ),
    Row("ChangeSeries", CHANGE, {"series": "{series}", "status": series_pb2.SERIES_STATUS_PAUSED, "name": "Mine"}),
    Row("GetSeriesSummary", SERIES, {"series": "{series}"}),
    Row("StreamSeriesResults", SERIES, {"series": "{played}"}),
    Row("GetSeriesMatch", SERIES, {"series": "{played}", "number": 1}),
    Row("GetSeriesReplay", SERIES, {"series": "{played}", "number": 1}),
    Row("WatchAccount", READ, {}),
    Row("SignUp", PUBLIC, {"name": "{fresh}"}),
    Row("GetPlayer", READ, {"player": "me"}),
    Row("ChangePlayer", MANAGE, {"player": "{owned}", "online": False}),
    Row("GetStatistics", READ, {"player": "{owned}"}),
    Row("GetRatings", READ, {"player": "{owned}"}),
    Row("SetRating", ADMIN, {"player": "{owned}", "ruleset": "sealed", "rating": 1600.0}),
    Row("CreateBot", MANAGE, {"player": "{owner}", "name": "{fresh}"}),
    Row("ListOwnBots", READ, {"player": "{owner}"}),
    Row("RetireBot", MANAGE, {"bot": "{owned}"}),
    Row("StateVersion", PLAYED, {"player": "{owned}", "version": "1.0"}),
    Row("ListVersions", READ, {"player": "{owned}"}),
    Row("CreateKey", GRANT, {"player": "{owned}", "name": "x", "scopes": ["matches:play"]}),
    Row("ListKeys", MANAGE, {"player": "{owned}"}),
    Row("GetKey", KEY, {"key": "{owned_key}"}),
    Row("RevokeKey", KEY, {"key": "{owned_key}"}),
    Row("RotateKey", KEY, {"key": "{owned_key}"}),
    Row("SetWebhook", GRANT, {"player": "{owned}", "url": "https://bot.example/"}),
    Row("GetWebhook", MANAGE, {"player": "{called}"}),
    Row("DeleteWebhook", MANAGE, {"player": "{owned}"}),
    Row("RotateWebhook", MANAGE, {"player": "{called}"}),
    Row("ListDeliveries", CALLED, {"player": "{owned}"}),
    Row("GetDelivery", BODIES, {"player": "{called}", "delivery": "{owned_delivery}"}),
    Row("ResendDelivery", BODIES, {"player": "{waiting_bot}", "delivery": "{waiting_delivery}"}),
    Row("ReportCrash", PLAY, {"message": "ValueError"}),
    Row("ListCrashReports", FAILED, {"player": "{owned}"}),
    Row("GetCrashReport", FAILED, {"player": "{owner}", "report": "{report}"}),
    Row("GetFailures", FAILED, {"player": "{owned}"}),
    Row("WatchSeries", SERIES, {"series": "{played}"}),
    Row("CreateTicket", JOIN, {"pool": play_pb2.Pool(ruleset="sealed", seats=2)}),
    Row("GetTicket", TICKET, {"ticket": "{ticket}"}),
    Row("ListTickets", READ),
    Row("ListPools", READ),
    Row("CancelTicket", CANCEL, {"ticket": "{ticket}"}),
    Row("ListLeaderboards", SPECTATE),
    Row("GetLeaderboard", NO_BOARD, {"leaderboard": {**BOARD, "population": 1}}),
    Row("GetBotStrengths", NO_BOARD, {"leaderboard": {**BOARD, "population": 2}}),
    Row("GetPlayerLeaderboards", SPECTATE, {"player": "{owner}"}),
    Row("GetRatingHistory", NO_BOARD, {"player": "{owner}", "leaderboard": {**BOARD, "population": 1}}),
    Row("CompareSeries", SERIES, {"series": "{played}", "other": "{played}"}),
    Row("CreateTournament", CREATE, CUP),
    Row("ListTournaments", SPECTATE),
    Row("GetTournament", SPECTATE, {"tournament": "{cup}"}),
    Row("ChangeTournament", HOST, {"tournament": "{cup}", "name": "Mine"}),
    Row("StartTournament", HOST, {"tournament": "{bots_cup}"}),
    Row("PauseTournament", HOST, {"tournament": "{running_cup}"}),
    Row("ResumeTournament", HOST, {"tournament": "{paused_cup}"}),
    Row("CancelTournament", HOST, {"tournament": "{cup}"}),
    Row("CloseTournament", HOST, {"tournament": "{over}"}),
    Row("EnterTournament", JOIN, {"tournament": "{announced}"}),
    Row("ImportTournamentEntrants", HOST, {"tournament": "{cup}", "csv": "bot,name\ngreedy,A\n"}),
    Row("ListTournamentEntrants", SPECTATE, {"tournament": "{cup}"}),
    Row("GetTournamentEntrant", SPECTATE, {"tournament": "{cup}", "entrant": "e1"}),
    Row("CheckInTournamentEntrant", ENTRANT, {"tournament": "{cup}", "entrant": "e1"}),
    Row("WithdrawTournamentEntrant", ENTRANT, {"tournament": "{cup}", "entrant": "e1"}),
    Row("ReturnTournamentEntrant", ENTRANT, {"tournament": "{cup}", "entrant": "e1"}),
    Row("RequestTournamentBye", ENTRANT, {"tournament": "{cup}", "entrant": "e1", "round": 1}),
    Row("CancelTournamentBye", ENTRANT, {"tournament": "{cup}", "entrant": "e1", "round": 1}),
    Row("KeepTournamentEntrantsApart", HOST, {"tournament": "{entered}", "entrants": ["e1", "e2"]}),
    Row(
        "CreateEntrantLink",
        (NO_KEY, NO_KEY, NO_HOST, NO_HOST, NO_SCOPE, NO_SCOPE, NO_SCOPE, NO_SCOPE, OK, OK),
        {"tournament": "{with_a_name}", "entrant": "e1"},
    ),
    Row("ListTournamentHosts", SPECTATE, {"tournament": "{cup}"}),
    Row("NameTournamentHost", HOST, {"tournament": "{cup}", "player": "{blocked}", "role": 2}),
    Row("RemoveTournamentHost", HOST, {"tournament": "{cup}", "player": "{blocked}"}),
    Row("ListTournamentGuests", GUESTS, {"tournament": "{cup}"}),
    Row("GetTournamentGuest", GUEST, {"tournament": "{listed}", "player": "{guest}"}),
    Row("AddTournamentGuest", HOST, {"tournament": "{cup}", "player": "{blocked}"}),
    Row("RemoveTournamentGuest", HOST, {"tournament": "{listed}", "player": "{guest}"}),
    Row("CreateGuestInvitation", HOST, {"tournament": "{cup}", "places": 30}),
    Row("ListGuestInvitations", GUESTS, {"tournament": "{cup}"}),
    Row("RevokeGuestInvitation", HOST, {"tournament": "{inviting}", "invitation": "{invitation}"}),
    Row("ListTournamentLog", SPECTATE, {"tournament": "{cup}"}),
    Row("UndoTournamentEntry", HOST, {"tournament": "{checked_in}", "entry": 3, "reason": "Not he."}),
    Row("WatchTournament", SPECTATE, {"tournament": "{cup}"}),
    Row("ListTournamentRounds", SPECTATE, {"tournament": "{paired}"}),
    Row("GetTournamentRound", SPECTATE, {"tournament": "{paired}", "round": 1}),
    Row("PairTournamentRound", HOST, {"tournament": "{paired}"}),
    Row("PreviewTournamentRound", HOST, {"tournament": "{paired}"}),
    Row("SetTournamentRound", HOST, {**FIRST_ROUND, "tables": [{"entrants": ["e2", "e1"]}]}),
    Row("SwapInTournamentRound", HOST, {**FIRST_ROUND, "a": "e1", "b": "e2"}),
    Row("SetTournamentResult", HOST, {**FIRST_ROUND, "table": 1, "places": [1, 2]}),
    Row("GetTournamentStandings", SPECTATE, {"tournament": "{paired}"}),
    Row("PreviewTournamentStandings", HOST, {"tournament": "{paired}", "changes": [{"withdrawn": "e1"}]}),
    Row("PreviewTournamentCorrections", HOST, {"tournament": "{paired}", "changes": [{"withdrawn": "e1"}]}),
    Row("GetTournamentCrossTable", SPECTATE, {"tournament": "{paired}"}),
    Row("GetTournamentBracket", SPECTATE, {"tournament": "{paired}"}),
    Row("GetTournamentCard", SPECTATE, {"tournament": "{paired}", "entrant": "e1"}),
    Row("ExportTournamentJson", SPECTATE, {"tournament": "{paired}"}),
    Row("ExportTournamentCsv", SPECTATE, {"tournament": "{paired}"}),
    Row("ExportTournamentTrf", SPECTATE, {"tournament": "{paired}"}),
    Row("SetTournamentWebhook", TELL, {"tournament": "{hosted}", "url": "https://club.example/"}),
    Row("GetTournamentWebhook", TOLD, {"tournament": "{told}"}),
    Row("DeleteTournamentWebhook", TOLD, {"tournament": "{told}"}),
    Row("RotateTournamentWebhook", TOLD, {"tournament": "{told}"}),
    Row("ResendTournamentWebhook", TOLD, {"tournament": "{told}", "entry": 1}),
    Row("ListTournamentDeliveries", TOLD, {"tournament": "{told}"}),
]


def test_every_method_has_its_row() -> None:
    modules = (play_pb2, series_pb2, accounts_pb2, leaderboards_pb2, tournaments_pb2, analysis_pb2)
    services = [service for module in modules for service in module.DESCRIPTOR.services_by_name.values()]
    assert {row.method for row in ROWS} == {method.name for service in services for method in service.methods}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.fields}")
def test_a_method_admits_those_it_should_and_no_others(hall: Hall, cast: Cast, channel: grpc.Channel, row: Row) -> None:
    clients = cast.clients(hall)
    callers = CALLERS if row.method in BY_HAND else FEW
    scene = Scene(hall, clients["owner"], clients["opponent"])
    reasons: dict[str, str] = {}
    fields: dict[str, Any] | None = None
    before = ""
    for name in callers:
        if fields is None:
            fields = {key: scene.path(value) if isinstance(value, str) else value for key, value in row.fields.items()}
        before = before or hall.fingerprint()
        reasons[name] = _outcome(PlayClient(channel, clients[name].key), row.method, fields)
        if reasons[name] != OK:
            assert hall.fingerprint() == before
        else:
            before = ""
            fields = fields if row.method.startswith(READING) else None
    expected = dict(zip(CALLERS, row.reasons, strict=True))
    assert reasons == {name: expected[name] for name in callers}


def _outcome(client: PlayClient, method: str, fields: dict[str, Any]) -> str:
    try:
        answer = client.ask(method, **fields)
        if not isinstance(answer, Message):
            next(answer)
            answer.cancel()
    except grpc.RpcError as error:
        return refusal(error).reason
    return OK
