"""Who may call which operation: every operation against every kind of caller."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from gateway.api import SECTIONS
from services.analysis import position_document
from services.engine.in_process import InProcessEngine
from services.identity import PlayerKind, Scope
from services.webhooks import Call, Delivery, Outcome
from tests.integration.gateway.callers import CALLERS, Cast
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.gateway.hosted import announced, caller_of
from tests.rulesets.sealed import RULESET

OPERATIONS = {operation.id: operation.method for section in SECTIONS for operation in section.operations}
"""The method of every operation."""


@dataclass(frozen=True, slots=True)
class Row:
    """One operation: a request that is right for its owner, and the status for each of ``CALLERS``, in their order."""

    operation: str
    path: str
    statuses: tuple[int, ...]
    body: Any = None


PUBLIC = (200,) * 10
READ = (401, 401, 200, 200, 200, 403, 403, 403, 200, 200)
SPECTATE = (200, 401, 200, 200, 200, 403, 403, 403, 200, 200)
ADMIN = (401, 401, 403, 403, 403, 403, 403, 403, 403, 201)
OWN = (401, 401, 403, 403, 403, 403, 403, 200, 200, 200)
SEAT = (401, 401, 403, 403, 200, 403, 403, 403, 200, 200)
BODIES = (401, 401, 403, 403, 403, 403, 403, 403, 200, 403)
FAILURES = (401, 401, 403, 403, 403, 403, 403, 200, 200, 403)
SERIES = (401, 401, 404, 404, 200, 403, 403, 403, 200, 200)
HOSTS = (401, 401, 403, 403, 403, 403, 200, 403, 200, 200)
HOSTS_DELETE = (401, 401, 403, 403, 403, 403, 204, 403, 204, 204)
ENTRANT = (401, 401, 403, 403, 403, 200, 403, 403, 200, 200)
DUEL = {"ruleset": "factionwars", "entrants": ["random", "random"], "stop": {"rule": "fixed", "matches": 2}}
POSITION = json.loads(position_document.write(InProcessEngine(RULESET).start(2, {}, bytes(32)).position))
"""The start of a match of Sealed Rows."""
CUP: dict[str, Any] = {
    "name": "Cup",
    "ruleset": "sealed",
    "stages": [{"format": "swiss", "rounds": 3}],
    "time_control": {"kind": "per_decision", "seconds": 60},
    "entry": {"bots": "allowed", "check_in_seconds": 3600},
}

ROWS = [
    Row("getLiveness", "/livez", PUBLIC),
    Row("getReadiness", "/readyz", PUBLIC),
    Row("listRulesets", "/v1/rulesets", PUBLIC),
    Row("getRuleset", "/v1/rulesets/sealed", PUBLIC),
    Row("listCards", "/v1/rulesets/sealed/cards", PUBLIC),
    Row("getSchema", "/v1/rulesets/sealed/schemas/view", PUBLIC),
    Row("getLayout", "/v1/rulesets/sealed/layout", PUBLIC),
    Row("getRules", "/v1/rulesets/sealed/rules", PUBLIC),
    Row("listBots", "/v1/bots", PUBLIC),
    Row("createPlayer", "/v1/players", ADMIN, {"name": "Dora"}),
    Row("listPlayers", "/v1/players", READ),
    Row("getBacklog", "/v1/backlog", (401, 401, 403, 403, 403, 403, 403, 403, 403, 200)),
    Row("getPlayer", "/v1/players/{owner}", READ),
    Row("updatePlayer", "/v1/players/{owner}", OWN, {"name": "Owner the Second"}),
    Row("signUp", "/v1/sign-ups", (201,) * 10, {"name": "{fresh}"}),
    Row("createBot", "/v1/players/{owner}/bots", (*OWN[:7], 201, 201, 201), {"name": "{fresh}"}),
    Row("listOwnBots", "/v1/players/{owner}/bots", READ),
    Row("retireBot", "/v1/players/{owned}:retire", OWN),
    Row(
        "stateVersion",
        "/v1/players/{owned}/version",
        (401, 401, 403, 403, 403, 200, 403, 403, 200, 200),
        {"version": "1.0"},
    ),
    Row("listVersions", "/v1/players/{owned}/versions", READ),
    Row(
        "reportCrash",
        "/v1/players/{owner}/crash-reports",
        (401, 401, 403, 403, 403, 201, 403, 403, 201, 403),
        {"message": "ValueError"},
    ),
    Row("listCrashReports", "/v1/players/{owned}/crash-reports", FAILURES),
    Row("getCrashReport", "/v1/players/{owner}/crash-reports/{report}", FAILURES),
    Row("getFailures", "/v1/players/{owned}/failures", FAILURES),
    Row("getStatistics", "/v1/players/{owner}/statistics", READ),
    Row("getQuotas", "/v1/players/{owner}/quotas", SEAT),
    Row(
        "createKey",
        "/v1/players/{owner}/keys",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 201),
        {"name": "x", "scopes": ["matches:play"]},
    ),
    Row("listKeys", "/v1/players/{owner}/keys", OWN),
    Row("blockPlayer", "/v1/players/{owner}/blocks/{blocked}", OWN),
    Row("unblockPlayer", "/v1/players/{owner}/blocks/{blocked}", (401, 401, 403, 403, 403, 403, 403, 204, 204, 204)),
    Row("listBlocks", "/v1/players/{owner}/blocks", OWN),
    Row(
        "setWebhook",
        "/v1/players/{owner}/webhook",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 200),
        {"url": "https://bot.example/move"},
    ),
    Row("getWebhook", "/v1/players/{bot}/webhook", OWN),
    Row("deleteWebhook", "/v1/players/{bot}/webhook", (401, 401, 403, 403, 403, 403, 403, 204, 204, 204)),
    Row("rotateWebhook", "/v1/players/{bot}/webhook:rotate", OWN, {}),
    Row(
        "listDeliveries",
        "/v1/players/{owner}/webhook/deliveries",
        (401, 401, 403, 403, 403, 403, 403, 200, 200, 403),
    ),
    Row("getDelivery", "/v1/players/{bot}/webhook/deliveries/{delivery}", BODIES),
    Row("resendDelivery", "/v1/players/{bot}/webhook/deliveries/{delivery}:resend", BODIES, {}),
    Row(
        "setTournamentWebhook",
        "/v1/tournaments/{hosted}/webhook",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 201),
        {"url": "https://club.example/"},
    ),
    Row("getTournamentWebhook", "/v1/tournaments/{told}/webhook", OWN),
    Row(
        "deleteTournamentWebhook",
        "/v1/tournaments/{told}/webhook",
        (401, 401, 403, 403, 403, 403, 403, 204, 204, 204),
    ),
    Row("rotateTournamentWebhook", "/v1/tournaments/{told}/webhook:rotate", OWN, {}),
    Row("resendTournamentWebhook", "/v1/tournaments/{told}/webhook:resend", OWN, {"entry": 1}),
    Row("listTournamentDeliveries", "/v1/tournaments/{told}/webhook/deliveries", OWN),
    Row("getKey", "/v1/keys/{key}", (401, 401, 404, 404, 403, 403, 403, 403, 200, 200)),
    Row("revokeKey", "/v1/keys/{key}", (401, 401, 404, 404, 403, 403, 403, 403, 204, 204)),
    Row("rotateKey", "/v1/keys/{key}:rotate", (401, 401, 404, 404, 403, 403, 403, 403, 201, 201), {}),
    Row("getRatings", "/v1/players/{owner}/ratings", READ),
    Row(
        "setRating",
        "/v1/players/{owner}/ratings/sealed",
        (401, 401, 403, 403, 403, 403, 403, 403, 403, 200),
        {"rating": 1720},
    ),
    Row(
        "createTicket",
        "/v1/tickets",
        (401, 401, 201, 201, 403, 201, 403, 403, 201, 201),
        {"ruleset": "sealed", "seats": 2},
    ),
    Row("listTickets", "/v1/tickets", READ),
    Row("listPools", "/v1/pools", READ),
    Row("getTicket", "/v1/tickets/{ticket}", (401, 401, 404, 404, 200, 403, 403, 403, 200, 404)),
    Row("cancelTicket", "/v1/tickets/{ticket}", (401, 401, 404, 404, 403, 200, 403, 403, 200, 404)),
    Row(
        "createMatch",
        "/v1/matches",
        (401, 401, 201, 201, 403, 403, 201, 403, 201, 201),
        {"ruleset": "sealed", "seats": ["me", "open"]},
    ),
    Row("listMatches", "/v1/matches", SPECTATE),
    Row("getMatch", "/v1/matches/{match}", SPECTATE),
    Row("joinMatch", "/v1/matches/{open}:join", (401, 401, 200, 200, 403, 200, 403, 403, 200, 200), {}),
    Row("leaveMatch", "/v1/matches/{waiting}:leave", (401, 401, 200, 200, 403, 200, 403, 403, 200, 200)),
    Row("rematchMatch", "/v1/matches/{duel}:rematch", (401, 401, 403, 200, 403, 403, 200, 403, 200, 403)),
    Row(
        "assignSeat",
        "/v1/matches/{open}/seats/1",
        (401, 401, 403, 403, 403, 200, 403, 403, 200, 200),
        {"seat": "bot:greedy"},
    ),
    Row(
        "seedMatch",
        "/v1/matches/{open}:seed",
        (401, 401, 403, 403, 403, 200, 403, 403, 200, 403),
        {"client_seed": "ab" * 32},
    ),
    Row("startMatch", "/v1/matches/{match}:start", (401, 401, 403, 403, 403, 200, 403, 403, 200, 200), {}),
    Row("resignMatch", "/v1/matches/{match}:resign", (401, 401, 403, 200, 403, 200, 403, 403, 200, 403), {}),
    Row("abortMatch", "/v1/matches/{open}:abort", (401, 401, 403, 403, 403, 200, 403, 403, 200, 200), {}),
    Row("getSpectatorView", "/v1/matches/{match}/view", SPECTATE),
    Row("getSeatView", "/v1/matches/{match}/seats/0/view", SEAT),
    Row(
        "answerDecision",
        "/v1/matches/{match}/decisions/1",
        (401, 401, 403, 200, 403, 200, 403, 403, 200, 403),
        {"action": "place 1"},
    ),
    Row(
        "checkDecision",
        "/v1/matches/{match}/decisions/1:check",
        (401, 401, 403, 200, 403, 200, 403, 403, 200, 403),
        {"action": "place 1"},
    ),
    Row("listMatchEvents", "/v1/matches/{match}/events", SPECTATE),
    Row("streamMatchEventsSse", "/v1/matches/{match}/events/sse", SPECTATE),
    Row("streamMatchEventsNdjson", "/v1/matches/{match}/events/ndjson", SPECTATE),
    Row("listSeatEvents", "/v1/matches/{match}/seats/0/events", SEAT),
    Row("streamSeatEventsSse", "/v1/matches/{match}/seats/0/events/sse", SEAT),
    Row("streamSeatEventsNdjson", "/v1/matches/{match}/seats/0/events/ndjson", SEAT),
    Row("listAccountEvents", "/v1/events", READ),
    Row("streamAccountEventsSse", "/v1/events/sse", READ),
    Row("streamAccountEventsNdjson", "/v1/events/ndjson", READ),
    Row("createStreamToken", "/v1/matches/{match}:stream-token", (401, 401, 201, 201, 201, 403, 403, 403, 201, 201)),
    Row(
        "createSeatStreamToken",
        "/v1/matches/{match}/seats/0:stream-token",
        (401, 401, 403, 403, 201, 403, 403, 403, 201, 201),
        {"seconds": 60},
    ),
    Row("getReplay", "/v1/matches/{finished}/replay", SPECTATE),
    Row("listPositions", "/v1/matches/{finished}/positions", SPECTATE),
    Row("getPosition", "/v1/matches/{finished}/positions/0", SPECTATE),
    Row("imaginePosition", "/v1/matches/{match}/seats/0:imagine", SEAT, {}),
    Row("observePosition", "/v1/positions:observe", READ, {"position": POSITION}),
    Row("playPosition", "/v1/positions:play", READ, {"position": POSITION, "seat": 0, "action": "place 1"}),
    Row("chooseAction", "/v1/positions:choose", READ, {"position": POSITION, "seat": 0, "bot": "greedy"}),
    # Nobody in Sealed Rows searches.
    Row(
        "explainDecision",
        "/v1/positions:explain",
        (401, 401, 422, 422, 422, 403, 403, 403, 422, 422),
        {"position": POSITION, "seat": 0},
    ),
    Row("listLeaderboards", "/v1/leaderboards", SPECTATE),
    Row("getLeaderboard", "/v1/leaderboards/sealed/{rated}/humans", SPECTATE),
    Row("getBotStrengths", "/v1/leaderboards/sealed/{rated_bots}/bots/strengths", SPECTATE),
    Row("getPlayerLeaderboards", "/v1/players/{owner}/leaderboards", SPECTATE),
    Row("getRatingHistory", "/v1/players/{owner}/leaderboards/sealed/{rated}/humans/history", SPECTATE),
    Row("createSeries", "/v1/series", (401, 401, 201, 201, 403, 403, 201, 403, 201, 201), DUEL),
    Row("listSeries", "/v1/series", READ),
    Row("getSeries", "/v1/series/{series}", SERIES),
    Row(
        "changeSeries",
        "/v1/series/{series}",
        (401, 401, 404, 404, 403, 403, 200, 403, 200, 200),
        {"status": "paused", "name": "Mine"},
    ),
    Row("getSeriesSummary", "/v1/series/{series}/summary", SERIES),
    Row("compareSeries", "/v1/series/{played}/comparison?with={played}", SERIES),
    Row("streamSeriesEventsSse", "/v1/series/{series}/events/sse", SERIES),
    Row("streamSeriesEventsNdjson", "/v1/series/{series}/events/ndjson", SERIES),
    Row("getSeriesResultsNdjson", "/v1/series/{series}/results/ndjson", SERIES),
    Row("getSeriesResultsCsv", "/v1/series/{series}/results/csv", SERIES),
    Row("getSeriesResultsParquet", "/v1/series/{series}/results/parquet", SERIES),
    Row("getSeriesMatch", "/v1/series/{played}/matches/0", SERIES),
    Row("getSeriesReplay", "/v1/series/{played}/matches/1/replay", SERIES),
    Row("listSeriesPositions", "/v1/series/{played}/matches/1/positions", SERIES),
    Row("getSeriesPosition", "/v1/series/{played}/matches/1/positions/0", SERIES),
    Row("createTournament", "/v1/tournaments", (401, 401, 201, 201, 403, 403, 201, 403, 201, 201), CUP),
    Row("listTournaments", "/v1/tournaments", SPECTATE),
    Row("getTournament", "/v1/tournaments/{cup}", SPECTATE),
    Row("changeTournament", "/v1/tournaments/{cup}", HOSTS, {"name": "Mine"}),
    Row("startTournament", "/v1/tournaments/{bots_cup}:start", HOSTS),
    Row("pauseTournament", "/v1/tournaments/{running_cup}:pause", HOSTS),
    Row("resumeTournament", "/v1/tournaments/{paused_cup}:resume", HOSTS),
    Row("cancelTournament", "/v1/tournaments/{cup}:cancel", HOSTS),
    Row("closeTournament", "/v1/tournaments/{over}:close", HOSTS),
    Row(
        "enterTournament",
        "/v1/tournaments/{announced}/entrants",
        (401, 401, 201, 201, 403, 201, 403, 403, 201, 201),
        {},
    ),
    Row("importTournamentEntrants", "/v1/tournaments/{cup}/entrants:import", HOSTS, {"csv": "bot,name\ngreedy,A\n"}),
    Row("listTournamentEntrants", "/v1/tournaments/{cup}/entrants", SPECTATE),
    Row("getTournamentEntrant", "/v1/tournaments/{cup}/entrants/e1", SPECTATE),
    Row("checkInTournamentEntrant", "/v1/tournaments/{cup}/entrants/e1:check-in", ENTRANT),
    Row("withdrawTournamentEntrant", "/v1/tournaments/{cup}/entrants/e1:withdraw", ENTRANT),
    Row("returnTournamentEntrant", "/v1/tournaments/{cup}/entrants/e1:return", ENTRANT),
    Row("requestTournamentBye", "/v1/tournaments/{cup}/entrants/e1:request-bye", ENTRANT, {"round": 1}),
    Row("cancelTournamentBye", "/v1/tournaments/{cup}/entrants/e1:cancel-bye", ENTRANT, {"round": 1}),
    Row(
        "keepTournamentEntrantsApart",
        "/v1/tournaments/{entered}/entrants:keep-apart",
        HOSTS,
        {"entrants": ["e1", "e2"]},
    ),
    Row(
        "createEntrantLink",
        "/v1/tournaments/{with_a_name}/entrants/e1:link",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 201),  # no scope that the key lacks
    ),
    Row("listTournamentHosts", "/v1/tournaments/{cup}/hosts", SPECTATE),
    Row("nameTournamentHost", "/v1/tournaments/{cup}/hosts/{blocked}", HOSTS, {"role": "arbiter"}),
    Row("removeTournamentHost", "/v1/tournaments/{cup}/hosts/{blocked}", HOSTS_DELETE),
    Row("listTournamentGuests", "/v1/tournaments/{cup}/guests", SEAT),
    Row(
        "getTournamentGuest",
        "/v1/tournaments/{listed}/guests/{guest}",
        (401, 401, 403, 200, 200, 403, 403, 403, 200, 200),
    ),
    Row("addTournamentGuest", "/v1/tournaments/{cup}/guests/{blocked}", HOSTS),
    Row("removeTournamentGuest", "/v1/tournaments/{listed}/guests/{guest}", HOSTS_DELETE),
    Row(
        "createGuestInvitation",
        "/v1/tournaments/{cup}/guest-invitations",
        tuple(201 if status == 200 else status for status in HOSTS),
        {"places": 30},
    ),
    Row("listGuestInvitations", "/v1/tournaments/{cup}/guest-invitations", SEAT),
    Row("revokeGuestInvitation", "/v1/tournaments/{inviting}/guest-invitations/{invitation}", HOSTS_DELETE),
    Row("listTournamentLog", "/v1/tournaments/{cup}/log", SPECTATE),
    Row("undoTournamentEntry", "/v1/tournaments/{checked_in}/log/3:undo", HOSTS, {"reason": "Not he."}),
    Row("streamTournamentEventsSse", "/v1/tournaments/{cup}/events/sse", SPECTATE),
    Row("streamTournamentEventsNdjson", "/v1/tournaments/{cup}/events/ndjson", SPECTATE),
    Row("listTournamentRounds", "/v1/tournaments/{paired}/rounds", SPECTATE),
    Row("getTournamentRound", "/v1/tournaments/{paired}/rounds/1", SPECTATE),
    Row("pairTournamentRound", "/v1/tournaments/{paired}/rounds:pair", HOSTS, {"reason": "Again."}),
    Row("previewTournamentRound", "/v1/tournaments/{paired}/rounds:preview", HOSTS),
    Row("setTournamentRound", "/v1/tournaments/{paired}/rounds/1", HOSTS, {"tables": [["e2", "e1"]], "reason": "x"}),
    Row(
        "swapInTournamentRound",
        "/v1/tournaments/{paired}/rounds/1:swap",
        HOSTS,
        {"a": "e1", "b": "e2", "reason": "Seats."},
    ),
    Row(
        "setTournamentResult",
        "/v1/tournaments/{paired}/rounds/1/tables/1/result",
        HOSTS,
        {"places": [1, 2], "reason": "Agreed."},
    ),
    Row("getTournamentStandings", "/v1/tournaments/{paired}/standings", SPECTATE),
    Row(
        "previewTournamentStandings",
        "/v1/tournaments/{paired}/standings:preview",
        HOSTS,
        {"changes": [{"kind": "withdrawn", "entrant": "e1"}]},
    ),
    Row(
        "previewTournamentCorrections",
        "/v1/tournaments/{paired}/log:preview",
        HOSTS,
        {"changes": [{"kind": "withdrawn", "entrant": "e1"}]},
    ),
    Row("getTournamentCrossTable", "/v1/tournaments/{paired}/cross-table", SPECTATE),
    Row("getTournamentBracket", "/v1/tournaments/{paired}/bracket", SPECTATE),
    Row("getTournamentCard", "/v1/tournaments/{paired}/entrants/e1/card", SPECTATE),
    Row("exportTournamentJson", "/v1/tournaments/{paired}/export/json", SPECTATE),
    Row("exportTournamentCsv", "/v1/tournaments/{paired}/export/csv", SPECTATE),
    Row("exportTournamentTrf", "/v1/tournaments/{paired}/export/trf", SPECTATE),
    Row("listSigningKeys", "/v1/signing-keys", PUBLIC),
    Row("listCommitments", "/v1/commitments", PUBLIC),
    Row("getCommitmentLogHead", "/v1/commitments/head", PUBLIC),
    Row("getCommitment", "/v1/commitments/{commitment}", PUBLIC),
]


PRIVATE = (404, 401, 404, 200, 200, 403, 403, 403, 200, 200)
"""Of a private match: it is there for those who sit in it, its creator and admins."""

PRIVATE_ROWS = [
    Row("updatePlayer", "/v1/players/{owned}", OWN, {"online": False}),
    Row(
        "createKey",
        "/v1/players/{owned}/keys",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 201),
        {"name": "x", "scopes": ["matches:play"]},
    ),
    Row("listKeys", "/v1/players/{owned}/keys", OWN),
    Row("revokeKey", "/v1/keys/{owned_key}", (401, 401, 404, 404, 403, 403, 403, 403, 204, 204)),
    Row("rotateKey", "/v1/keys/{owned_key}:rotate", (401, 401, 404, 404, 403, 403, 403, 403, 201, 201), {}),
    Row(
        "setWebhook",
        "/v1/players/{owned}/webhook",
        (401, 401, 403, 403, 403, 403, 403, 403, 201, 201),
        {"url": "https://bot.example/move"},
    ),
    Row("listDeliveries", "/v1/players/{owned}/webhook/deliveries", FAILURES),
    Row("getDelivery", "/v1/players/{owned}/webhook/deliveries/{owned_delivery}", BODIES),
    Row("getMatch", "/v1/matches/{secret}", PRIVATE),
    Row("getSpectatorView", "/v1/matches/{secret}/view", PRIVATE),
    Row("listMatchEvents", "/v1/matches/{secret}/events", PRIVATE),
    Row("streamMatchEventsSse", "/v1/matches/{secret}/events/sse", PRIVATE),
    Row("streamMatchEventsNdjson", "/v1/matches/{secret}/events/ndjson", PRIVATE),
    Row("getReplay", "/v1/matches/{ended}/replay", PRIVATE),
    Row("listPositions", "/v1/matches/{ended}/positions", PRIVATE),
    Row("getPosition", "/v1/matches/{ended}/positions/0", PRIVATE),
    Row("listMatches", "/v1/matches?pending=me", READ),
    Row("listMatches", "/v1/matches?joinable=me", READ),
    Row("listMatches", "/v1/matches?player=me", READ),
    Row("listMatches", "/v1/matches?player={owner}&pending={owner}", SPECTATE),
]


def test_every_operation_has_its_row() -> None:
    assert sorted(row.operation for row in ROWS) == sorted(OPERATIONS)


@dataclass(slots=True)
class Scene:
    """What a request is about, made when it is asked for, and anew after each request that may have changed it."""

    hall: Hall
    owner: Client
    opponent: Client
    owned_bot: str = ""
    awaited: str = ""
    invited_by: str = ""

    def match(self) -> str:
        """A live match with help: the owner has seat 0, the opponent seat 1."""
        return self._live(rated=False, assistance="open")

    def _live(self, **said: Any) -> str:
        new = {"ruleset": "sealed", "seats": ["me", f"player:{self.opponent.id}"], **said}
        match: str = self.owner.make("/v1/matches", new)["id"]
        self.opponent.make(f"/v1/matches/{match}:join")
        return match

    def secret(self) -> str:
        """A live private match: the owner has seat 0, the opponent seat 1."""
        new = {"ruleset": "sealed", "seats": ["me", f"player:{self.opponent.id}"], "visibility": "private"}
        match: str = self.owner.make("/v1/matches", new)["id"]
        self.opponent.make(f"/v1/matches/{match}:join")
        return match

    def ended(self) -> str:
        """A private match that has ended."""
        match = self.secret()
        self.opponent.make(f"/v1/matches/{match}:resign")
        return match

    def open(self) -> str:
        """A match that waits for two players."""
        match: str = self.owner.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open", "open"]})["id"]
        return match

    def waiting(self) -> str:
        """A match that waits for its creator's word; the opponent has a seat in it."""
        new = {"ruleset": "sealed", "seats": ["me", f"player:{self.opponent.id}"], "start_rule": "by_creator"}
        match: str = self.owner.make("/v1/matches", new)["id"]
        self.opponent.make(f"/v1/matches/{match}:join")
        return match

    def finished(self) -> str:
        """A finished match."""
        new = {"ruleset": "sealed", "seats": ["bot:random", "bot:random"]}
        match: str = self.owner.make("/v1/matches", new)["id"]
        self.hall.play_house(match)
        return match

    def duel(self) -> str:
        """A match between the owner and the opponent that has ended."""
        match = self._live()
        self.opponent.make(f"/v1/matches/{match}:resign")
        return match

    def rated(self) -> str:
        """The seats of a leaderboard of people, in which the owner is."""
        return self._rated(self.duel())

    def rated_bots(self) -> str:
        """The seats of a leaderboard of bots."""
        return self._rated(self.finished())

    def _rated(self, match: str) -> str:
        self.hall.scoring.score(match)
        assert self.hall.rater.rate() is True
        return "2"

    def blocked(self) -> str:
        """A player whom the owner has blocked."""
        player = self.hall.players.create("Blocked")
        self.hall.blocks.put(self.owner.id, player.id)
        return player.id

    def commitment(self) -> str:
        """The commitment of a match, in the log."""
        new = {"ruleset": "sealed", "seats": ["me", "open"]}
        commitment: str = self.owner.make("/v1/matches", new)["commitment"]
        self.hall.commitments.append_waiting()
        return commitment

    def series(self) -> str:
        """A series of the owner's that waits for workers."""
        series: str = self.owner.make("/v1/series", DUEL)["id"]
        return series

    def played(self) -> str:
        """A series of the owner's that has been played."""
        series = self.series()
        self.hall.play_series()
        return series

    def paired(self) -> str:
        """A tournament of the owner's whose first round is paired."""
        new = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "single_elimination"}]}
        entry = {"bots": "only", "registration": "invited"}
        tournament: str = self.owner.make("/v1/tournaments", {**new, "entry": entry})["id"]
        entrants = [{"bot": "greedy", "name": name} for name in ("One", "Two")]
        self.owner.make(f"/v1/tournaments/{tournament}/entrants:import", {"entrants": entrants})
        self.owner.make(f"/v1/tournaments/{tournament}:start")
        while self.hall.runner.advance():
            pass
        return tournament

    def entered(self) -> str:
        """A tournament of the owner's that two have entered."""
        new = {"name": "Cup", "ruleset": "sealed", "stages": [{"format": "swiss", "rounds": 1}]}
        entry = {"bots": "only", "registration": "invited"}
        tournament: str = self.owner.make("/v1/tournaments", {**new, "entry": entry})["id"]
        entrants = [{"bot": "greedy", "name": name} for name in ("One", "Two")]
        self.owner.make(f"/v1/tournaments/{tournament}/entrants:import", {"entrants": entrants})
        return tournament

    def announced(self) -> str:
        """A tournament of the owner's that nobody has entered."""
        tournament: str = self.owner.make("/v1/tournaments", CUP)["id"]
        return tournament

    def cup(self) -> str:
        """A tournament of the owner's that the owner and the opponent have entered."""
        tournament = self.announced()
        for client in (self.owner, self.opponent):
            client.make(f"/v1/tournaments/{tournament}/entrants")
        return tournament

    def over(self) -> str:
        """The same, cancelled."""
        tournament = self.cup()
        self.owner.make(f"/v1/tournaments/{tournament}:cancel")
        return tournament

    def checked_in(self) -> str:
        """One as before, of which the opponent has checked in by the third entry of the log."""
        tournament = self.cup()
        self.opponent.make(f"/v1/tournaments/{tournament}/entrants/me:check-in")
        return tournament

    def listed(self) -> str:
        """The same, with the opponent on the list of guests."""
        tournament = self.announced()
        self.owner.ask("PUT", f"/v1/tournaments/{tournament}/guests/{self.guest()}")
        return tournament

    def with_a_name(self) -> str:
        """One that a person without an account has entered."""
        tournament = self.announced()
        self.owner.make(f"/v1/tournaments/{tournament}/entrants", {"name": "Anna"})
        return tournament

    def inviting(self) -> str:
        """One with an invitation."""
        tournament = self.announced()
        made = self.owner.make(f"/v1/tournaments/{tournament}/guest-invitations", {"places": 30})
        self.invited_by = made["id"]
        return tournament

    def invitation(self) -> str:
        """The invitation of the tournament that was made last."""
        return self.invited_by

    def guest(self) -> str:
        """The opponent."""
        return self.opponent.id

    def bots_cup(self) -> str:
        """A tournament with two bots of the house."""
        tournament = self.announced()
        bots = {"csv": "bot,name\ngreedy,A\ngreedy,B\n"}
        self.owner.make(f"/v1/tournaments/{tournament}/entrants:import", bots)
        return tournament

    def running_cup(self) -> str:
        """One that has started."""
        tournament = self.bots_cup()
        self.owner.make(f"/v1/tournaments/{tournament}:start")
        return tournament

    def paused_cup(self) -> str:
        """One that is paused."""
        tournament = self.running_cup()
        self.owner.make(f"/v1/tournaments/{tournament}:pause")
        return tournament

    def fresh(self) -> str:
        """A name that nobody has."""
        return f"Player {len(self.hall.players.list(1_000))}"

    def owned(self) -> str:
        """A bot of the owner's."""
        self.owned_bot = self.hall.players.create_bot(self.owner.id, self.fresh()).id
        return self.owned_bot

    def owned_key(self) -> str:
        """A key of a bot of the owner's."""
        return self.hall.keys.create(self.owned(), [Scope.MATCHES_PLAY], "target")[0].id

    def owned_delivery(self) -> str:
        """An attempt to call the bot that was made last."""
        call = Call(self.owned_bot, "m_1", 0, 1)
        made = Delivery(self.hall.deliveries.new_id(), call, 1, 1, 20, Outcome.STATUS, "", 500, b"{}", b"oh")
        self.hall.deliveries.write(made)
        return made.id

    def called(self) -> str:
        """A bot of the owner's that has a webhook."""
        bot = self.owned()
        assert self.owner.ask("PUT", f"/v1/players/{bot}/webhook", json={"url": "https://bot.example/"}).json
        return bot

    def waiting_bot(self) -> str:
        """A bot of the owner's that has a webhook and is awaited in a match."""
        bot = self.called()
        itself = self.hall.client_of(self.hall.players.get(bot))
        self.awaited = itself.make("/v1/matches", {"ruleset": "sealed", "seats": ["me", "open"]})["id"]
        self.opponent.make(f"/v1/matches/{self.awaited}:join")
        return bot

    def waiting_delivery(self) -> str:
        """An attempt to call that bot."""
        call = Call(self.owned_bot, self.awaited, 0, 1)
        made = Delivery(self.hall.deliveries.new_id(), call, 1, 1, 20, Outcome.STATUS, "", 500, b"{}", b"oh")
        self.hall.deliveries.write(made)
        return made.id

    def hosted(self) -> str:
        """A tournament of the owner's."""
        return announced(self.hall, self.owner).id

    def told(self) -> str:
        """A tournament of the owner's that has a webhook, and somebody has entered."""
        tournament = self.hosted()
        self.hall.tournaments.entrants.enter(caller_of(self.opponent), tournament)
        where = {"url": "https://club.example/"}
        assert self.owner.ask("PUT", f"/v1/tournaments/{tournament}/webhook", json=where).json
        return tournament

    def report(self) -> str:
        """A crash that the owner has reported."""
        report: str = self.owner.make("/v1/players/me/crash-reports", {"message": "KeyError"})["id"]
        return report

    def ticket(self) -> str:
        """A ticket of the owner's that waits, for a table of its own."""
        for waiting in self.owner.read("/v1/tickets")["tickets"]:
            self.owner.ask("DELETE", f"/v1/tickets/{waiting['id']}")
        ticket: str = self.owner.make("/v1/tickets", {"ruleset": "sealed", "seats": 4})["id"]
        return ticket

    def key(self) -> str:
        """A key of the owner's that allows to play."""
        return self.hall.keys.create(self.owner.id, [Scope.MATCHES_PLAY], "target")[0].id

    def bot(self) -> str:
        """The owner, who has a webhook."""
        assert self.owner.ask("PUT", f"/v1/players/{self.owner.id}/webhook", json={"url": "https://bot.example/"}).json
        return self.owner.id

    def delivery(self) -> str:
        """An attempt to call the owner for a decision that waits."""
        call = Call(self.owner.id, self.match(), 0, 1)
        made = Delivery(self.hall.deliveries.new_id(), call, 1, 1, 20, Outcome.STATUS, "", 500, b"{}", b"oh")
        self.hall.deliveries.write(made)
        return made.id

    def path(self, template: str) -> str:
        """The path of a row."""
        path = template.replace("{owner}", self.owner.id)
        for name in dict.fromkeys(re.findall(r"{(\w+)}", path)):
            path = path.replace(f"{{{name}}}", getattr(self, name)())
        return path


@pytest.fixture
def hall(cast: Cast, tmp_path: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    path = tmp_path / "playhall.db"
    shutil.copy(cast.database, path)
    opened = open_hall(tmp_path, redis_client, redis_url, path)
    yield opened
    opened.hub.close()


@pytest.mark.parametrize("row", [*ROWS, *PRIVATE_ROWS], ids=lambda row: f"{row.operation} {row.path.partition('?')[2]}")
def test_an_operation_admits_those_it_should_and_no_others(hall: Hall, cast: Cast, row: Row) -> None:
    is_bot = row.path.startswith("/v1/players/") and "webhook" in row.path and "{owned}" not in row.path
    clients = cast.clients(hall, PlayerKind.BOT if is_bot else PlayerKind.PERSON)
    scene = Scene(hall, clients["owner"], clients["opponent"])
    # Of a stream its head alone, or it would go on.
    method = "HEAD" if row.operation.startswith("stream") else OPERATIONS[row.operation]
    statuses: dict[str, int] = {}
    path, body, before = "", row.body, ""
    for name in CALLERS:
        if not path:
            path = scene.path(row.path)
            if isinstance(row.body, dict):
                body = {key: scene.path(value) if value == "{fresh}" else value for key, value in row.body.items()}
        before = before or hall.fingerprint()
        statuses[name] = clients[name].ask(method, path, json=body).status_code
        if statuses[name] >= 400:
            assert hall.fingerprint() == before
        else:
            before = ""
            path = path if method in ("GET", "HEAD") else ""
    assert statuses == dict(zip(CALLERS, row.statuses, strict=True))
