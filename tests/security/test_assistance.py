"""A player who asks the house what to play: over every door, by every key of theirs, whatever position they send."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Any, Final

import grpc
import pytest
from playhall.play.v1 import play_pb2 as pb
from redis import Redis
from sqlalchemy import select

from gateway.grpc_api.server import PlayLimits
from services.analysis.searches import Searches
from services.analysis.searching import Searching
from services.database.tables import rated_results
from services.engine.clocks import OnTimeOut, PerDecision, PlayByBot, TakeOver
from services.engine.in_process import InProcessEngine
from services.engine.registry import EngineDirectory, ruleset
from services.identity import PlayerKind, Scope
from services.identity.idempotent_creation import once
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import Status, Visibility
from services.matches.match_creation import open_match
from services.matches.match_lifecycle import created
from services.matches.redis_keys import shard_of, unassisted_key
from services.matches.store import MatchStore
from services.quick_pairing.store import TicketStore
from services.quick_pairing.ticket import NewTicket, Pool
from services.tournaments.settings import SwissStage
from tests.integration.gateway.harness import Client, Hall, open_hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of
from tests.integration.matches.harness import World
from tests.integration.stored_tournaments.hall import ID, TournamentHall
from tests.rulesets.sealed import RULESET
from tests.signing import SIGNING_KEYS

ENGINE: Final = InProcessEngine(ruleset("factionwars"))
ENGINES: Final = EngineDirectory({"sealed": InProcessEngine(RULESET), "factionwars": ENGINE})
SEED: Final = "5eed" * 16
BY_SERIES: Final[dict[str, Any]] = {
    "ruleset": "factionwars",
    "entrants": ["greedy", "random"],
    "stop": {"rule": "fixed", "matches": 1},
}

GIVEN: Final = "given"
REFUSED: Final = "NO_ASSISTANCE"

POSITIONS: Final = ("seen", "written", "fork", "archived", "series", "other ruleset")
"""Drawn at home from what one's own seat sees; written by hand; played on from an ended match; of an ended match; of a
series; of another game."""

WHILE_LIVE: Final = {
    #                     seen     written  fork     archived series   other ruleset
    "a player":          (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "her other key":     (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "her bot elsewhere": (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "her opponent":      (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "a bot that plays":  (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "its owner":         (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "its sibling":       (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "an admin who plays": (REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, GIVEN),
    "a spectator":       (GIVEN,   GIVEN,   GIVEN,   GIVEN,   GIVEN,   GIVEN),
}  # fmt: skip
"""Who asks, and what comes of it over every door. With help, and after the end, all is given to all."""

IMAGINING: Final = {
    #                  of this match  of practice  of an ended match
    ("none", "live"):         (REFUSED, REFUSED, REFUSED),
    ("after_match", "live"):  (REFUSED, REFUSED, REFUSED),
    ("open", "live"):         (GIVEN,   GIVEN,   GIVEN),
    ("none", "ended"):        (REFUSED, GIVEN,   GIVEN),
    ("after_match", "ended"): (GIVEN,   GIVEN,   GIVEN),
    ("open", "ended"):        (GIVEN,   GIVEN,   GIVEN),
}  # fmt: skip
"""What comes of it when a player has positions imagined from her seats of one ruleset."""


@pytest.fixture
def hall(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> Iterator[Hall]:
    path = tmp_path / "playhall.db"
    copy(migrated, path)
    opened = open_hall(tmp_path, redis_client, redis_url, path, ENGINES)
    yield opened
    opened.hub.close()


@pytest.fixture
def over_grpc(hall: Hall) -> Iterator[Callable[[Client], PlayClient]]:
    with (
        served(services_of(hall), PlayLimits(threads=4, streams=4, recheck_seconds=0.0)) as (_, target),
        grpc.insecure_channel(target) as channel,
    ):
        yield lambda client: PlayClient(channel, client.key)


@dataclass
class Table:
    """A match between a player, another, a person's bot and an admin, and who else there is."""

    match: str
    callers: dict[str, Client]

    @property
    def ada(self) -> Client:
        return self.callers["a player"]


def bot_of(hall: Hall, owner: Client, name: str) -> Client:
    made = owner.make("/v1/players/me/bots", {"name": name})
    scopes = [scope.value for scope in Scope if scope is not Scope.ADMIN and scope is not Scope.ACCOUNT_MANAGE]
    key = owner.make(f"/v1/players/{made['id']}/keys", {"name": "program", "scopes": scopes})
    return Client(hall.app, key["secret"], hall.players.get(made["id"]))


def sat_down(hall: Hall, **said: Any) -> Table:
    ada, bob, carol, dan = (hall.client(name) for name in ("Ada", "Bob", "Carol", "Dan"))
    root = hall.client("Root", [Scope.ADMIN])
    hopper, lovelace, spare = bot_of(hall, carol, "Hopper"), bot_of(hall, carol, "Lovelace"), bot_of(hall, ada, "Spare")
    match = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open", "open", "open"], **said})["id"]
    for player in (bob, hopper, root):
        player.make(f"/v1/matches/{match}:join", {})
    other_key = Client(
        hall.app, ada.make("/v1/players/me/keys", {"name": "reads", "scopes": ["matches:read"]})["secret"]
    )
    callers = {
        "a player": ada,
        "her other key": other_key,
        "her bot elsewhere": spare,
        "her opponent": bob,
        "a bot that plays": hopper,
        "its owner": carol,
        "its sibling": lovelace,
        "an admin who plays": root,
        "a spectator": dan,
    }
    return Table(match, callers)


def drawn_at_home(client: Client, match: str) -> dict[str, Any]:
    """A position that a seat's player makes of what the seat sees, without asking the platform."""
    view = client.read(f"/v1/matches/{match}/seats/0/view")["view"]
    drawn = ENGINE.imagine(json.dumps(view).encode(), bytes.fromhex(SEED))
    return {
        "format": "playhall.position/1",
        "ruleset": drawn.ruleset,
        "ruleset_version": drawn.version,
        "seed": SEED,
        "state": json.loads(drawn.state),
    }


def positions(hall: Hall, table: Table) -> dict[str, dict[str, Any]]:
    """Positions of every kind, those of other matches made by somebody who sits nowhere."""
    dan = table.callers["a spectator"]

    def ended(game: str) -> dict[str, Any]:
        match = dan.make("/v1/matches", {"ruleset": game, "seats": ["bot:greedy", "bot:greedy"]})["id"]
        hall.play_house(match)
        found: dict[str, Any] = dan.read(f"/v1/matches/{match}/positions/3")
        return found

    archived = ended("factionwars")
    actor = archived["pending"][0]
    action = archived["views"][actor + 1]["legal"][0]["notation"]
    fork = dan.make("/v1/positions:play", {"position": archived["position"], "seat": actor, "action": action})
    series = dan.make("/v1/series", BY_SERIES)["id"]
    hall.play_series()
    seen = drawn_at_home(table.ada, table.match)
    return {
        "seen": seen,
        "written": {**archived["position"], "seed": "0dd5" * 16},
        "fork": fork["position"],
        "archived": archived["position"],
        "series": dan.read(f"/v1/series/{series}/matches/0/positions/2")["position"],
        "other ruleset": ended("sealed")["position"],
    }


def asked(hall: Hall, client: Client, over_grpc: PlayClient, situation: Any) -> dict[str, str]:
    """What comes of asking for help with a position over every door."""
    position, seat = situation["position"], situation["pending"][0]
    notation = situation["views"][seat + 1]["legal"][0]["notation"]
    bodies: dict[str, tuple[str, dict[str, Any]]] = {
        "play": ("PlayPosition", {"action": notation}),
        "choose": ("ChooseAction", {"bot": "greedy"}),
    }
    if position["ruleset"] == "factionwars":  # in Sealed Rows nobody searches
        bodies["choose, by a search"] = ("ChooseAction", {"bot": "search", "wait": 0, "seed": SEED})
        bodies["explain"] = ("ExplainDecision", {"iterations": 1, "wait": 0})
    came: dict[str, str] = {}
    data = json.dumps(position).encode()
    for door, (method, fields) in bodies.items():
        response = client.post(f"/v1/positions:{door.split(',')[0]}", {"position": position, "seat": seat, **fields})
        came[f"REST {door}"] = GIVEN if response.status_code == 200 else response.json["code"]  # type: ignore[index]
        said = {"notation": notation} if method == "PlayPosition" else fields
        try:
            over_grpc.ask(method, position=data, seat=seat, **said)
            came[f"gRPC {door}"] = GIVEN
        except grpc.RpcError:
            came[f"gRPC {door}"] = over_grpc.refused(method, position=data, seat=seat, **said).reason
        hall.make_searches()
    return came


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, "live"),
        ({"assistance": "after_match"}, "live"),
        ({"assistance": "open", "rated": False}, "live"),
        ({"assistance": "none"}, "ended"),
    ],
)
def test_the_house_helps_nobody_at_the_table_and_none_of_their_keys(
    hall: Hall, over_grpc: Callable[[Client], PlayClient], said: dict[str, Any], status: str
) -> None:
    table = sat_down(hall, **said)
    sent = positions(hall, table)
    dan = table.callers["a spectator"]
    situations = {kind: dan.make("/v1/positions:observe", {"position": each}) for kind, each in sent.items()}
    if status == "ended":
        hall.client("Judge", [Scope.ADMIN]).make(f"/v1/matches/{table.match}:abort", {})
    is_barred = status == "live" and said.get("assistance") != "open"
    found = {
        caller: {kind: asked(hall, client, over_grpc(client), situations[kind]) for kind in POSITIONS}
        for caller, client in table.callers.items()
    }
    expected = {
        caller: {
            kind: dict.fromkeys(found[caller][kind], cell if is_barred else GIVEN)
            for kind, cell in zip(POSITIONS, cells, strict=True)
        }
        for caller, cells in WHILE_LIVE.items()
    }
    assert found == expected
    assert {len(doors) for by_kind in found.values() for doors in by_kind.values()} == {4, 8}


@pytest.mark.parametrize(("assistance", "status"), IMAGINING)
def test_what_a_seat_sees_is_imagined_only_where_there_is_help(
    hall: Hall, over_grpc: Callable[[Client], PlayClient], assistance: str, status: str
) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    rated = {"rated": False} if assistance == "open" else {}
    seats = {"ruleset": "factionwars", "seats": ["me", "open"]}
    before = ada.make("/v1/matches", {**seats, "assistance": "after_match"})["id"]
    this = ada.make("/v1/matches", {**seats, "assistance": assistance, **rated})["id"]
    practice = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
    for match in (before, this):
        bob.make(f"/v1/matches/{match}:join", {})
    bob.make(f"/v1/matches/{before}:resign")
    if status == "ended":
        bob.make(f"/v1/matches/{this}:resign")
    came = []
    for match in (this, practice, before):
        response = ada.post(f"/v1/matches/{match}/seats/0:imagine", {"seed": SEED})
        rest = GIVEN if response.status_code == 200 else response.json["code"]  # type: ignore[index]
        try:
            over_grpc(ada).ask("ImaginePosition", match=match, seat=0, seed=SEED)
            came.append((rest, GIVEN))
        except grpc.RpcError:
            came.append((rest, over_grpc(ada).refused("ImaginePosition", match=match, seat=0, seed=SEED).reason))
    assert came == [(cell, cell) for cell in IMAGINING[assistance, status]]


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_refusal_names_the_match_to_those_of_its_person_who_may_be_shown_it(hall: Hall, visibility: str) -> None:
    ada, carol = hall.client("Ada"), hall.client("Carol")
    hopper, spare = bot_of(hall, carol, "Hopper"), bot_of(hall, ada, "Spare")
    said = {"ruleset": "factionwars", "seats": ["me", f"player:{hopper.id}"], "visibility": visibility}
    match = ada.make("/v1/matches", said)["id"]
    hopper.make(f"/v1/matches/{match}:join", {})
    body = {"position": drawn_at_home(ada, match), "seat": 0, "action": "pass"}
    callers = {"player": ada, "her bot elsewhere": spare, "bot that plays": hopper, "its owner": carol}
    problems = {name: client.post("/v1/positions:play", body).json or {} for name, client in callers.items()}
    assert {problem["ruleset"] for problem in problems.values()} == {"factionwars"}
    named = {name for name, problem in problems.items() if problem.get("match") == match}
    assert named == (set(callers) if visibility == "public" else {"player", "bot that plays"})
    assert all("match" not in problems[name] for name in set(callers) - named)


def test_a_second_guest_in_the_same_browser_gets_no_help_and_learns_of_nobodys_match(
    hall: Hall, over_grpc: Callable[[Client], PlayClient]
) -> None:
    ada, eve = (guest(hall, name) for name in ("Ada", "Eve"))
    bob = hall.client("Bob")
    match = seated(ada, bob)  # a public one
    position = drawn_at_home(ada, match)
    body = {"position": position, "seat": 0, "action": "pass"}
    problem = eve.post("/v1/positions:play", body).json or {}
    assert problem["code"] == REFUSED
    assert "another guest from your address" in problem["detail"]
    assert match not in json.dumps(problem)
    told = over_grpc(eve).refused("PlayPosition", position=json.dumps(position).encode(), seat=0, notation="pass")
    assert (told.reason, told.message, told.metadata) == (REFUSED, problem["detail"], {"ruleset": "factionwars"})
    problem = ada.post("/v1/positions:play", body).json or {}
    assert (problem["match"], "another guest" in problem["detail"]) == (match, False)
    both = seated(eve, bob)
    assert [(each.post("/v1/positions:play", body).json or {})["match"] for each in (ada, eve)] == [match, both]


def test_a_host_that_plays_as_a_guest_of_its_own_gets_no_help_and_learns_of_no_guests_match(hall: Hall) -> None:
    host = hall.client("Host")
    new = {
        "name": "Cup",
        "ruleset": "factionwars",
        "stages": [{"format": "swiss", "rounds": 3}],
        "entry": {"bots": "only"},
    }
    cup = host.make("/v1/tournaments", new)
    invitation = host.make(f"/v1/tournaments/{cup['id']}/guest-invitations", {"places": 1})["text"]
    ada = guest(hall, "Ada", invitation)
    match = seated(ada, hall.client("Bob"))
    body = {"position": drawn_at_home(ada, match), "seat": 0, "action": "pass"}
    problem = host.post("/v1/positions:play", body).json or {}
    assert (problem["code"], problem["detail"].count("a guest of yours")) == (REFUSED, 1)
    assert match not in json.dumps(problem)
    ada.make(f"/v1/matches/{match}:resign")
    assert (host.post("/v1/positions:play", body).json or {}).get("code") != REFUSED


def guest(hall: Hall, name: str, invitation: str = "") -> Client:
    """Somebody who signs up from the address of all of these tests."""
    made = hall.stranger().make("/v1/sign-ups", {"name": name, **({"invitation": invitation} if invitation else {})})
    return Client(hall.app, made["key"]["secret"], hall.players.get(made["player"]["id"]))


# -- searches that were asked for before -------------------------------------------------------------------------------


def question(hall: Hall, ada: Client) -> dict[str, Any]:
    """A question to a search, about a match of house bots."""
    match = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["bot:greedy", "bot:greedy"]})["id"]
    hall.play_house(match)
    found = ada.read(f"/v1/matches/{match}/positions/3")
    return {"position": found["position"], "seat": found["pending"][0], "iterations": 1, "wait": 0}


def seated(ada: Client, bob: Client) -> str:
    match: str = ada.make("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "open"]})["id"]
    bob.make(f"/v1/matches/{match}:join", {})
    return match


def test_a_search_that_waits_in_line_is_not_made_for_who_has_sat_down(hall: Hall) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    body = question(hall, ada)
    assert ada.make("/v1/positions:explain", body)["state"] == "waiting"
    match = seated(ada, bob)
    hall.searching = Searching(Searches(hall.redis), EngineDirectory({}), MatchStore(hall.redis).bars_help)
    assert hall.make_searches() == 1  # and no engine is asked, or this one's refusal would be told
    assert (ada.post("/v1/positions:explain", body).json or {})["code"] == REFUSED
    bob.make(f"/v1/matches/{match}:resign")
    hall.searching = Searching(Searches(hall.redis), ENGINES, MatchStore(hall.redis).bars_help)
    assert ada.make("/v1/positions:explain", body)["state"] == "waiting"
    hall.make_searches()
    assert ada.make("/v1/positions:explain", body)["state"] == "done"


def test_a_search_tells_nothing_to_who_sits_down_while_it_is_made(hall: Hall) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    body = question(hall, ada)
    ada.make("/v1/positions:explain", body)
    store, looks = MatchStore(hall.redis), iter((False, True))
    match = seated(ada, bob)
    hall.searching = Searching(Searches(hall.redis), ENGINES, lambda person, game: next(looks))
    hall.make_searches()
    bob.make(f"/v1/matches/{match}:resign")
    assert store.bars_help(ada.id, "factionwars") == []
    assert ada.make("/v1/positions:explain", body)["state"] == "waiting"


def test_an_answer_that_is_kept_is_not_told_to_who_has_sat_down(hall: Hall) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    body = question(hall, ada)
    ada.make("/v1/positions:explain", body)
    hall.make_searches()
    assert ada.make("/v1/positions:explain", body)["state"] == "done"
    seated(ada, bob)
    assert (ada.post("/v1/positions:explain", body).json or {})["code"] == REFUSED


# -- what a match promises ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "agrees", "said", "promised"),
    [
        ("person", False, {"seats": ["me", "open"]}, "none"),
        ("person", False, {"seats": ["me", "open"], "rated": False}, "none"),
        ("person", False, {"seats": ["me", "bot:greedy"]}, "open"),
        ("person", True, {"seats": ["me", "bot:greedy"]}, "none"),
        ("person", True, {"seats": ["me", "bot:greedy"], "rated": False}, "open"),
        ("person", False, {"seats": ["me", "bot:greedy", "open"]}, "none"),
        ("person", False, {"seats": ["bot:greedy", "bot:greedy"]}, "none"),
        ("bot", False, {"seats": ["me", "bot:greedy"]}, "none"),
        ("bot", False, {"seats": ["me", "bot:greedy"], "rated": False}, "open"),
        ("person", False, {"seats": ["me", "open"], "rated": False, "assistance": "open"}, "open"),
        ("person", False, {"seats": ["me", "bot:greedy"], "assistance": "none"}, "none"),
        ("person", False, {"seats": ["me", "open"], "assistance": "after_match"}, "after_match"),
    ],
)
def test_a_match_promises_whether_there_is_help(
    hall: Hall, kind: str, agrees: bool, said: dict[str, Any], promised: str
) -> None:
    ada = hall.client("Ada", kind=PlayerKind(kind))
    if agrees:
        ada.ask("PATCH", "/v1/players/me", json={"rated_with_bots": True})
    match = ada.make("/v1/matches", {"ruleset": "factionwars", **said})
    assert (match["assistance"], match["commitment_document"]["assistance"]) == (promised, promised)


@pytest.mark.parametrize("said", [{"seats": ["me", "open"]}, {"seats": ["bot:greedy", "bot:greedy"]}])
def test_a_rated_match_cannot_be_one_with_help(
    hall: Hall, over_grpc: Callable[[Client], PlayClient], said: dict[str, Any]
) -> None:
    ada = hall.client("Ada")
    refused = ada.post("/v1/matches", {"ruleset": "factionwars", "assistance": "open", **said})
    assert (refused.status_code, (refused.json or {})["errors"][0]["pointer"]) == (422, "/body/assistance")
    told = over_grpc(ada).refused("CreateMatch", ruleset="factionwars", assistance="open", **said)
    assert (told.reason, list(told.fields)) == ("INVALID_FIELD", ["/assistance"])
    told = over_grpc(ada).refused("CreateMatch", ruleset="factionwars", assistance="some", **said)
    assert (told.reason, list(told.fields)) == ("INVALID_FIELD", ["/assistance"])


def test_who_agrees_to_be_rated_after_creation_has_had_help_and_is_not_rated(hall: Hall) -> None:
    ada = hall.client("Ada")
    said = {"ruleset": "sealed", "seats": ["me", "bot:greedy"], "start_rule": "by_creator"}
    match = ada.make("/v1/matches", said)["id"]
    ada.ask("PATCH", "/v1/players/me", json={"rated_with_bots": True})
    ada.make(f"/v1/matches/{match}:start")
    ada.make(f"/v1/matches/{match}:resign")
    hall.play_house(match)
    hall.scoring.score(match)
    ((exclusion,),) = hall._beside.execute("SELECT exclusion FROM rated_results WHERE match_id = ?", (match,))
    assert exclusion == "assisted"


def test_a_list_that_an_older_release_has_left_behind_bars_nobody(hall: Hall) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    match = seated(ada, bob)
    bob.make(f"/v1/matches/{match}:resign")
    hall.redis.zadd(unassisted_key(shard_of(match), "factionwars", ada.id), {match: 0})
    assert ada.make("/v1/positions:explain", question(hall, ada))["state"] == "waiting"


def test_who_has_resigned_is_free_while_the_others_play_on(hall: Hall) -> None:
    table = sat_down(hall)
    table.ada.make(f"/v1/matches/{table.match}:resign")
    body = question(hall, table.callers["a spectator"])
    assert table.ada.make("/v1/positions:explain", body)["state"] == "waiting"
    assert (table.callers["her opponent"].post("/v1/positions:explain", body).json or {})["code"] == REFUSED


def test_who_stands_behind_a_bot_is_kept_no_longer_than_the_match_is_played(hall: Hall) -> None:
    table = sat_down(hall)
    carol = table.callers["its owner"].id
    assert [match.id for match in MatchStore(hall.redis).bars_help(carol, "factionwars")] == [table.match]
    hall.client("Judge", [Scope.ADMIN]).make(f"/v1/matches/{table.match}:abort", {})
    assert MatchStore(hall.redis).bars_help(carol, "factionwars") == []
    assert list(hall.redis.scan_iter(match="*unassisted*")) == []
    hall.scoring.score(table.match)
    ((document,),) = hall._beside.execute("SELECT document FROM matches WHERE id = ?", (table.match,))
    assert carol not in document


# -- the house plays for whoever lets the clock run out ----------------------------------------------------------------

CLOCKS: Final[dict[str, Any]] = {"time_control": {"kind": "per_decision", "seconds": 30}}
OVER_GRPC: Final[dict[str, Any]] = {"time_control": pb.TimeControl(per_decision=pb.PerDecision(seconds=30))}
RULES: Final = {"bot": pb.TIME_OUT_RULE_BOT, "takeover": pb.TIME_OUT_RULE_TAKEOVER}
CUP: Final[dict[str, Any]] = {"name": "Cup", "ruleset": "factionwars", "stages": [{"format": "swiss", "rounds": 3}]}


@pytest.mark.parametrize("rule", RULES)
def test_who_lets_the_clock_run_out_has_no_expert_play_where_a_result_counts(
    hall: Hall, over_grpc: Callable[[Client], PlayClient], rule: str
) -> None:
    ada, bob = hall.client("Ada"), hall.client("Bob")
    bob.ask("PATCH", "/v1/players/me", json={"rated_with_bots": True})
    hopper = bot_of(hall, ada, "Hopper")
    wish = {**CLOCKS, "on_time_out": {"kind": rule, "bot": "search"}}
    said = {**OVER_GRPC, "on_time_out": pb.OnTimeOut(rule=RULES[rule], bot="search")}
    matches: list[tuple[Client, dict[str, Any]]] = [
        (ada, {"seats": ["me", "open"]}),
        (ada, {"seats": ["me", f"player:{bob.id}"], "visibility": "private"}),
        (ada, {"seats": ["me", "open"], "assistance": "after_match"}),
        (ada, {"seats": ["me", "bot:greedy"], "assistance": "none"}),  # and agrees to be rated before it starts
        (bob, {"seats": ["me", "bot:greedy"]}),
        (hopper, {"seats": ["me", "bot:greedy"]}),
        (ada, {"seats": ["bot:greedy", "open"]}),
    ]
    refused = []
    for client, match in matches:
        refused.append(client.post("/v1/matches", {"ruleset": "factionwars", **match, **wish}))
        match["visibility"] = {"private": pb.VISIBILITY_PRIVATE}.get(match.get("visibility", ""), 0)
        told = over_grpc(client).refused("CreateMatch", ruleset="factionwars", **match, **said)
        assert (told.reason, list(told.fields)) == ("INVALID_FIELD", ["/on_time_out"]), match
    refused.append(ada.post("/v1/tickets", {"ruleset": "factionwars", "seats": 2, **wish}))
    told = over_grpc(ada).refused("CreateTicket", pool=pb.Pool(ruleset="factionwars", seats=2, **said))
    assert (told.reason, list(told.fields)) == ("INVALID_FIELD", ["/pool/on_time_out"])
    for assistance in ("none", "after_match"):
        refused.append(ada.post("/v1/tournaments", {**CUP, **wish, "assistance": assistance}))
        cup = {**CUP, **said, "stages": json.dumps(CUP["stages"]).encode(), "assistance": assistance}
        told = over_grpc(ada).refused("CreateTournament", **cup)
        assert (told.reason, list(told.fields)) == ("INVALID_FIELD", ["/on_time_out"])
    found = [(each.status_code, [error["pointer"] for error in (each.json or {})["errors"]]) for each in refused]
    assert found == [(422, ["/body/on_time_out"])] * 10


@pytest.mark.parametrize("rule", RULES)
def test_where_nothing_counts_the_house_may_play_for_whoever_has_gone(hall: Hall, rule: str) -> None:
    ada = hall.client("Ada")
    wish = {"ruleset": "factionwars", **CLOCKS, "on_time_out": {"kind": rule, "bot": "search"}}
    friendly = ada.make("/v1/matches", {**wish, "seats": ["me", "open"], "rated": False})
    practice = ada.make("/v1/matches", {**wish, "seats": ["me", "bot:greedy"]})
    cup = ada.make("/v1/tournaments", {**CUP, **wish, "assistance": "open"})
    assert (friendly["assistance"], practice["assistance"]) == ("none", "open")
    assert [each["on_time_out"] for each in (friendly, practice, cup["settings"])] == [wish["on_time_out"]] * 3


@pytest.mark.parametrize("on_time_out", [PlayByBot(bot="greedy"), TakeOver(bot="greedy")])
@pytest.mark.parametrize("lets_it_run_out", [True, False])
def test_a_match_of_an_earlier_release_in_which_the_house_may_play_is_played_and_not_rated(
    world: World, on_time_out: OnTimeOut, lets_it_run_out: bool
) -> None:
    ann, bob = world.caller("Ann"), world.caller("Bob")
    seats = parse_seats(["me", f"player:{bob.player_id}"])
    new = NewMatch("sealed", seats, {}, time_control=PerDecision(seconds=10), on_time_out=on_time_out, rated=False)
    creation = once(world.clock)
    made = open_match(ann, new, world.engines, world.players, creation, SIGNING_KEYS)
    old = made._replace(match=made.match._replace(rated=True))  # as it took them
    assert world.store.commit(created(old))
    match = world.matches.join(bob, old.match.id)
    assert (match.status, match.rated) == (Status.LIVE, True)
    if lets_it_run_out:
        world.clock.advance(11)
        assert world.bot_turns.play_overdue(match.id) > 0
    world.matches.resign(bob, match.id)
    assert world.matches.get(ann, match.id).status is Status.FINISHED
    assert world.scoring.score(match.id)
    with world.database.read() as connection:
        assert connection.execute(select(rated_results.c.exclusion)).scalars().all() == ["assisted"]
    again = world.matches.rematch(ann, match.id)
    assert (again.rated, again.on_time_out) == (False, on_time_out)


def test_tickets_that_an_earlier_release_took_lead_to_a_match_that_is_not_rated(hall: Hall) -> None:
    """They name who plays for whoever lets the clock run out."""
    options = hall.matches.check_wish(NewMatch("sealed", parse_seats(["open", "open"]), {}))
    clocks = (PerDecision(seconds=10), TakeOver(bot="greedy"))
    new = NewTicket(Pool("sealed", options, 2, *clocks, Visibility.PUBLIC))
    store = TicketStore(hall.redis, patience_ms=60_000, most=4)
    for name in ("Ada", "Bob"):
        player = hall.players.create(name, creation=hall.creation())
        _, text = hall.keys.create(player.id, [Scope.MATCHES_PLAY], "test", creation=hall.creation())
        store.add(hall.keys.authenticate(str(text)), new, 1500.0, hall.creation())
    assert hall.pairer.run() == 1
    ((match,), _) = hall.matches.list(hall.keys.authenticate(str(text)))
    assert (match.status, match.on_time_out, match.rated) == (Status.LIVE, TakeOver(bot="greedy"), False)


def test_a_tournament_of_an_earlier_release_in_which_the_house_may_play_is_played_and_not_rated(world: World) -> None:
    hall = TournamentHall(world)
    hall.announce(SwissStage(rounds=1), time_control=PerDecision(seconds=10), on_time_out=PlayByBot(bot="greedy"))
    hall.enter_bots(2)
    hall.tournaments.control.start(hall.host, ID)
    hall.look()
    assert [(match.on_time_out, match.rated) for match in hall.live()] == [(PlayByBot(bot="greedy"), False)]
    assert hall.play_to_the_end().status.value == "finished"
