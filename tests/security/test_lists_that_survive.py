"""Every list of both doors, with an entry that cannot be shown among others: they are shown, and it is named.

The rows are such as a later release leaves behind that is taken back, or a hand in the database: a word that this
release does not know, a number that is none, bytes that are no text.
"""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from sqlite3 import connect
from typing import Any, Final

import grpc
import pytest
from playhall.play.v1 import accounts_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2
from redis.exceptions import ConnectionError as RedisAway
from sqlalchemy import BigInteger, Boolean, Double, Integer, LargeBinary, Table
from sqlalchemy.exc import OperationalError

from services.database import tables
from services.errors import Reason, Refusal
from services.matches.redis_keys import match_key
from services.quick_pairing.store import PREFIX
from services.unreadable import read_each
from tests.api_reference import rendered_document
from tests.integration.gateway.harness import Client
from tests.integration.grpc_api.clients import PlayClient
from tests.security.bounds.platform import scene_on
from tests.security.bounds.scene import CUP, MATCH, SERIES, Scene
from tests.security.test_keys import playhall

MS: Final = 1_790_000_000_000
BOARD: Final = {"ruleset": "sealed", "seats": 2, "population": leaderboards_pb2.POPULATION_BOTS}


@dataclass(frozen=True)
class Stage:
    """A platform with a person, her bot and her tournament."""

    scene: Scene
    channel: grpc.Channel
    bot: Client
    cup: str

    def change(self, statement: str, *values: object) -> None:
        """Change what is stored, whatever its constraints say."""
        with closing(connect(self.scene.hall.database_path)) as database, database:
            database.execute("PRAGMA ignore_check_constraints = ON")
            assert database.execute(statement, values).rowcount == 1

    def insert(self, table: Table, **row: object) -> None:
        """Store a row; what is not given and must be there is 0 or empty."""
        needed = {column.name: _plain(column.type) for column in table.columns if not column.nullable}
        values = needed | row
        names = ", ".join(f'"{name}"' for name in values)
        marks = ", ".join("?" * len(values))
        self.change(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", *values.values())  # names of ours

    def ids(self) -> dict[str, str]:
        """What stands in addresses."""
        return {"ada": self.scene.ada.id, "bot": self.bot.id, "cup": self.cup}


def _plain(kind: object) -> object:
    if isinstance(kind, LargeBinary):
        return b""
    return 0 if isinstance(kind, BigInteger | Integer | Boolean | Double) else ""


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with scene_on() as (scene, channel):
        own = scene.ada.make(f"/v1/players/{scene.ada.id}/bots", {"name": "Nano"})
        bot = scene.hall.client_of(scene.hall.players.get(own["id"]))
        opened = Stage(scene, channel, bot, scene.ada.make("/v1/tournaments", CUP)["id"])
        scene.ada.ask("PUT", f"/v1/tournaments/{opened.cup}/webhook", json={"url": "https://host.example/"})
        for name, population in (("good", "bots"), ("odd", "ghosts")):
            opened.insert(tables.rating_pools, ruleset="sealed", seats=2 + (name == "odd"), population=population,
                          run=7 + (name == "odd"))  # fmt: skip
        yield opened


@dataclass(frozen=True)
class Listed:
    """A list, and how an entry comes into it. ``put``: stores an entry under a name, one that cannot be shown if it is
    ``odd``. ``called``: what the odd one is called in the answers, if that is not its id. ``message``: what gRPC is
    asked with; None: gRPC has no such list."""

    operation: str
    path: str
    key: str
    put: Callable[[Stage, str, bool], object]
    method: str = ""
    message: dict[str, Any] = field(default_factory=dict)
    entries: str = ""
    called: str = "odd"
    by_bot: bool = False

    def __str__(self) -> str:
        return self.operation


def _row(table: Table, given: Callable[[Stage, str], dict[str, object]], **odd: object) -> Callable[..., None]:
    def put(stage: Stage, name: str, is_odd: bool) -> None:
        stage.insert(table, **given(stage, name) | (odd if is_odd else {}))

    return put


def _a_tournament(stage: Stage, _name: str, is_odd: bool) -> str:
    made: str = stage.scene.ada.make("/v1/tournaments", CUP)["id"]
    if is_odd:
        stage.change("UPDATE tournaments SET settings = ? WHERE id = ?", b"{}", made)
    return made


def _a_series(stage: Stage, _name: str, is_odd: bool) -> str:
    made: str = stage.scene.ada.make("/v1/series", SERIES)["id"]
    if is_odd:
        stage.change("UPDATE series SET document = ? WHERE id = ?", b"{}", made)
    return made


def _a_ticket(stage: Stage, _name: str, is_odd: bool) -> str:
    made: str = stage.scene.ada.make("/v1/tickets", {"ruleset": "sealed", "seats": 2, "exclusive": False})["id"]
    if is_odd:
        stage.scene.hall.redis.hset(f"{PREFIX}ticket:{made}", "range", "wide")
    return made


def _a_log_entry(stage: Stage, _name: str, is_odd: bool) -> str:
    log = stage.scene.ada.read(f"/v1/tournaments/{stage.cup}/log?page_size=100")
    number = len(log["entries"]) + len(log.get("unshown", ())) + 1
    what = b'{"kind": "of another day"}' if is_odd else b'{"kind": "resumed"}'
    stage.insert(tables.tournament_log, tournament_id=stage.cup, number=number, at_ms=MS, what=what)
    return str(number)


def _a_commitment(stage: Stage, name: str, is_odd: bool) -> str:
    """After those that are there: the log may have some of what the platform did."""
    number = {"good": 1_000_000, "odd": 1_000_001, "last": 1_000_002}[name]
    time = "yesterday" if is_odd else MS
    stage.insert(tables.commitment_log, index=number, digest=name.encode(), time_ms=time)
    return str(number)


def _strengths(stage: Stage, name: str, is_odd: bool) -> None:
    if name == "last":
        return
    good = {"player_id": "good", "version": None, "elo": 1.0, "low": None, "high": None, "matches": 1}
    bots = [good, good | {"player_id": "odd", "elo": "high"}] if is_odd else [good]
    document = zlib.compress(json.dumps({"computed_ms": MS, "results": 1, "bots": bots}).encode())
    stage.change("UPDATE rating_pools SET strengths = ? WHERE population = 'bots'", document)


def _rating(stage: Stage, name: str, is_odd: bool) -> None:
    row: dict[str, object] = {"run": 8 if is_odd else 7, "player_id": stage.scene.ada.id, "updated_ms": MS}
    if name != "last":
        stage.insert(tables.pool_ratings, **row)


LISTS: Final = [
    Listed("listPlayers", "/v1/players", "players",
           _row(tables.players, lambda _, name: {"id": f"a_{name}", "kind": "bot", "name": name, "created_ms": MS},
                kind="ghost"), called="a_odd"),
    Listed("listOwnBots", "/v1/players/{ada}/bots", "players",
           _row(tables.players, lambda stage, name: {"id": f"b_{name}", "kind": "bot", "name": name, "created_ms": MS,
                                                     "owner_id": stage.scene.ada.id}, kind="ghost"),
           "ListOwnBots", {"player": "{ada}"}, "bots", "b_odd"),
    Listed("listVersions", "/v1/players/{bot}/versions", "versions",
           _row(tables.bot_versions, lambda stage, name: {"player_id": stage.bot.id, "id": name, "version": name,
                                                          "since_ms": MS}, since_ms="lately"),
           "ListVersions", {"player": "{bot}"}, "versions"),
    Listed("listKeys", "/v1/players/{ada}/keys", "keys",
           _row(tables.api_keys, lambda stage, name: {"player_id": stage.scene.ada.id, "id": name, "name": name,
                                                      "scopes": "matches:read", "created_ms": MS}, scopes="sudo"),
           "ListKeys", {"player": "{ada}"}, "keys"),
    Listed("listBlocks", "/v1/players/{ada}/blocks", "blocks",
           _row(tables.blocks, lambda stage, name: {
               "player_id": stage.scene.ada.id, "created_ms": MS,
               "blocked_id": stage.scene.hall.players.create(name, stage.scene.hall.players.get(stage.bot.id).kind).id},
               created_ms="lately"),
           "ListBlocks", {}, "blocks", "*"),
    Listed("listDeliveries", "/v1/players/{bot}/webhook/deliveries", "deliveries",
           _row(tables.webhook_deliveries, lambda stage, name: {"player_id": stage.bot.id, "id": name, "at_ms": MS,
                                                                "outcome": "accepted"}, outcome="bounced"),
           "ListDeliveries", {"player": "{bot}"}, "deliveries", by_bot=True),
    Listed("listCrashReports", "/v1/players/{bot}/crash-reports", "crash_reports",
           _row(tables.crash_reports, lambda stage, name: {"player_id": stage.bot.id, "id": name, "at_ms": MS,
                                                           "message": b"KeyError"}, message=b"\xff"),
           "ListCrashReports", {"player": "{bot}"}, "reports", by_bot=True),
    Listed("getFailures", "/v1/players/{bot}/failures", "failures",
           _row(tables.crash_reports, lambda stage, name: {"player_id": stage.bot.id, "id": f"f_{name}", "at_ms": MS,
                                                           "version": name}, at_ms="lately"),
           "GetFailures", {"player": "{bot}"}, "failures", "crash odd", by_bot=True),
    Listed("getStatistics", "/v1/players/{ada}/statistics", "statistics",
           _row(tables.statistics, lambda stage, name: {"player_id": stage.scene.ada.id, "ruleset": name, "seats": 2},
                score_sum="much"),
           "GetStatistics", {"player": "{ada}"}, "statistics", "odd:2"),
    Listed("getRatings", "/v1/players/{ada}/ratings", "ratings",
           _row(tables.ratings, lambda stage, name: {"player_id": stage.scene.ada.id, "ruleset": name, "rating": 1500.0,
                                                     "updated_ms": MS}, rating="high"),
           "GetRatings", {"player": "{ada}"}, "ratings"),
    Listed("listLeaderboards", "/v1/leaderboards", "leaderboards", lambda *_: None,
           "ListLeaderboards", {}, "leaderboards", "sealed:3:ghosts"),
    Listed("getLeaderboard", "/v1/leaderboards/sealed/2/bots", "entries",
           _row(tables.pool_ratings, lambda _, name: {"run": 7, "player_id": name, "updated_ms": MS}, mu="high"),
           "GetLeaderboard", {"leaderboard": BOARD}, "entries"),
    Listed("getBotStrengths", "/v1/leaderboards/sealed/2/bots/strengths", "strengths", _strengths,
           "GetBotStrengths", {"leaderboard": BOARD}, "strengths"),
    Listed("getPlayerLeaderboards", "/v1/players/{ada}/leaderboards", "leaderboards", _rating,
           "GetPlayerLeaderboards", {"player": "{ada}"}, "leaderboards", "sealed:3:ghosts"),
    Listed("getRatingHistory", "/v1/players/{ada}/leaderboards/sealed/2/bots/history", "entries",
           _row(tables.rating_history, lambda stage, name: {
               "run": 7, "player_id": stage.scene.ada.id, "number": {"good": 1, "odd": 2, "last": 3}[name],
               "match_id": f"m_{name}", "ended_ms": MS, "verdict": "counted"}, verdict="lucky"),
           "GetRatingHistory", {"player": "{ada}", "leaderboard": BOARD}, "entries", "2"),
    Listed("listTickets", "/v1/tickets", "tickets", _a_ticket, "ListTickets", {}, "tickets", "*"),
    Listed("listSeries", "/v1/series", "series", _a_series, "ListSeries", {}, "series", "*"),
    Listed("listTournaments", "/v1/tournaments", "tournaments", _a_tournament,
           "ListTournaments", {}, "tournaments", "*"),
    Listed("listTournamentHosts", "/v1/tournaments/{cup}/hosts", "hosts",
           _row(tables.tournament_hosts, lambda stage, name: {
               "tournament_id": stage.cup, "role": "host",
               "player_id": stage.scene.hall.players.create(name, stage.scene.hall.players.get(stage.bot.id).kind).id},
               role="king"),
           "ListTournamentHosts", {"tournament": "{cup}"}, "hosts", "*"),
    Listed("listTournamentGuests", "/v1/tournaments/{cup}/guests", "guests",
           _row(tables.tournament_guests, lambda stage, name: {
               "tournament_id": stage.cup, "added_ms": MS,
               "player_id": stage.scene.hall.players.create(name, stage.scene.hall.players.get(stage.bot.id).kind).id},
               added_ms="lately"),
           "ListTournamentGuests", {"tournament": "{cup}"}, "guests", "*"),
    Listed("listGuestInvitations", "/v1/tournaments/{cup}/guest-invitations", "invitations",
           _row(tables.guest_invitations, lambda stage, name: {
               "tournament_id": stage.cup, "id": name, "created_ms": MS, "expires_ms": MS}, places="many"),
           "ListGuestInvitations", {"tournament": "{cup}"}, "invitations"),
    Listed("listTournamentDeliveries", "/v1/tournaments/{cup}/webhook/deliveries", "deliveries",
           _row(tables.tournament_deliveries, lambda stage, name: {
               "tournament_id": stage.cup, "id": name, "at_ms": MS, "outcome": "accepted"}, outcome="bounced"),
           "ListTournamentDeliveries", {"tournament": "{cup}"}, "deliveries"),
    Listed("listTournamentLog", "/v1/tournaments/{cup}/log", "entries", _a_log_entry,
           "ListTournamentLog", {"tournament": "{cup}"}, "entries", "*"),
    Listed("listCommitments", "/v1/commitments?start=1000000", "entries", _a_commitment,
           "ListCommitments", {"start": 1_000_000}, "entries", "1000001"),
]  # fmt: skip

WHOLE: Final = {
    "listMatches",  # see below: who may see a match stands in it
    "listRulesets", "listCards", "listBots",  # of engines that run, which are asked, and checked, when they are found
    "listTournamentEntrants", "listTournamentRounds",  # made of the tournament's whole log, as standings are
    "listPositions", "listSeriesPositions",  # made of one replay
}  # fmt: skip
"""Lists without rows of their own."""
WITHOUT_PAGES: Final = {
    "getRatings", "getFailures", "getPlayerLeaderboards", "listTickets", "listTournamentHosts", "listGuestInvitations",
}  # fmt: skip


@pytest.mark.parametrize("listed", LISTS, ids=str)
def test_a_list_survives_an_entry_that_it_cannot_show_and_says_which(stage: Stage, listed: Listed) -> None:
    scene, ids = stage.scene, stage.ids()
    client = stage.bot if listed.by_bot else scene.ada
    over_grpc = PlayClient(stage.channel, client.key)
    message = {name: value.format(**ids) if isinstance(value, str) else value for name, value in listed.message.items()}
    path = listed.path.format(**ids)
    path += ("&" if "?" in path else "?") + "page_size=100" if listed.operation not in WITHOUT_PAGES else ""

    def names() -> tuple[int, list[str], int, list[str]]:
        found = client.read(path)
        if not listed.method:
            return len(found[listed.key]), found.get("unshown", []), len(found[listed.key]), found.get("unshown", [])
        told = over_grpc.ask(listed.method, **message)
        return len(found[listed.key]), found.get("unshown", []), len(getattr(told, listed.entries)), list(told.unshown)

    listed.put(stage, "good", False)
    before = names()
    odd = listed.put(stage, "odd", True)
    listed.put(stage, "last", False)
    after = names()
    called = listed.called if listed.called != "*" else None
    new = [sorted(set(after[1]) - set(before[1])), sorted(set(after[3]) - set(before[3]))]
    if listed.operation in ("listLeaderboards",):  # they are there from the beginning
        new = [after[1], after[3]]
    assert new[0] == new[1] or not listed.method
    assert len(new[0]) == 1
    assert called in (None, new[0][0])
    assert odd is None or new[0] == [odd]
    if listed.operation not in ("listLeaderboards", "getBotStrengths", "getPlayerLeaderboards"):
        assert after[0] == before[0] + 1
        assert after[2] == before[2] + 1
    assert after[0] >= 1


def test_every_list_is_tried() -> None:
    document = rendered_document()
    named = {
        operation["operationId"]
        for item in document["paths"].values()
        for method, operation in item.items()
        if method == "get" and "unshown" in _members(document, operation)
    }
    assert named == {listed.operation for listed in LISTS} | WHOLE
    modules = (accounts_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2)
    methods = {
        method.name
        for module in modules
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
        if "unshown" in method.output_type.fields_by_name
    }
    others = {"ListMatches", "ListRulesets", "ListTournamentEntrants", "ListTournamentRounds"}
    assert methods == {listed.method for listed in LISTS if listed.method} | others


def _members(document: dict[str, Any], operation: dict[str, Any]) -> set[str]:
    schema = operation["responses"].get("200", {}).get("content", {}).get("application/json", {}).get("schema", {})
    while "$ref" in schema:
        found: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return set(schema.get("properties", ()))


def test_a_match_of_the_archive_that_cannot_be_read_does_not_end_the_list(stage: Stage) -> None:
    """The page was shorter by it than it should have been, and so was taken for the last."""
    scene = stage.scene
    ids = [scene.ada.make("/v1/matches", MATCH | {"seats": ["me", "bot:random"]})["id"] for _ in range(4)]
    for match in ids:
        scene.ada.make(f"/v1/matches/{match}:resign", {})
        assert scene.hall.scoring.score(match)
    for key in scene.hall.redis.scan_iter("*"):
        if any(match.encode() in key for match in ids):
            scene.hall.redis.delete(key)
    stage.change("UPDATE matches SET document = '{}' WHERE id = ?", ids[2])
    query = f"/v1/matches?player={scene.ada.id}&status=finished&page_size=1"
    found, token = [], ""
    for _ in range(9):
        page = scene.ada.read(query + (f"&page_token={token}" if token else ""))
        assert "unshown" not in page
        found += [match["id"] for match in page["matches"]]
        token = page["next_page_token"]
        if token is None:
            break
    assert found == [ids[3], ids[1], ids[0]]


def test_a_pool_that_cannot_be_read_keeps_nobody_else_waiting(stage: Stage) -> None:
    scene = stage.scene
    scene.hall.redis.hset(f"{PREFIX}pools", "strange", b'{"ruleset": "sealed"}')
    tickets = [
        each.make("/v1/tickets", {"ruleset": "sealed", "seats": 3})["id"]
        for each in (scene.bob, scene.hall.client("Cyd"), scene.hall.client("Dot"))
    ]
    assert [each["seats"] for each in scene.bob.read("/v1/pools")["pools"]].count(3) == 1
    scene.hall.pairer.claim_groups()
    scene.hall.pairer.make_matches()
    assert scene.bob.read(f"/v1/tickets/{tickets[0]}")["state"] == "paired"


def test_a_match_that_cannot_be_read_takes_nobody_s_other_matches_away(stage: Stage) -> None:
    scene = stage.scene
    player = scene.hall.client("Eve")
    ids = [player.make("/v1/matches", MATCH)["id"] for _ in range(2)]
    for name in scene.hall.redis.hkeys(match_key(ids[0])):
        scene.hall.redis.hset(match_key(ids[0]), name, b"\xff")
    (line,) = player.read("/v1/events")["events"]
    assert [match["match"] for match in line["matches"]] == [ids[1]]


def test_no_name_breaks_the_operators_lists(stage: Stage) -> None:
    """Mark the marker names his key as rich text that never ends."""
    mark = {"name": "[/x]", "scopes": ["matches:read"]}
    stage.scene.ada.make(f"/v1/players/{stage.scene.ada.id}/keys", mark)
    stage.insert(tables.api_keys, player_id=stage.scene.ada.id, id="strange", name="n", scopes="sudo", created_ms=MS)
    listed = playhall(stage.scene.hall, "key", "list", "--player", stage.scene.ada.id)
    assert listed.returncode == 0, listed.stderr
    assert "[/x]" in listed.stdout
    assert "The key strange cannot be shown." in listed.stderr


@pytest.mark.parametrize(
    "error",
    [Refusal(Reason.BUSY), OperationalError("SELECT", {}, OSError("gone")), ConnectionError("gone"), RedisAway("gone")],
    ids=lambda error: type(error).__name__,
)
def test_that_a_store_cannot_be_asked_is_no_fault_of_an_entry(error: Exception) -> None:
    def read(_row: str) -> str:
        raise error

    with pytest.raises(type(error)):
        read_each("thing", ["a"], read, str)
