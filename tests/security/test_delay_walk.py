"""Who has no seat learns nothing of what has happened within a spectator delay, whatever it asks for.

Worlds are set up that differ only in what has happened in one match within the delay: it was started or not, few moves
were made or many, a seat was resigned, it has ended, it was aborted. Ids, keys, seeds and the clock are the same in all
of them. In each world the same callers then send the same requests to every operation of REST and gRPC, and every byte
of every answer is compared: status, headers, body, trailing metadata.

The operations are those of the OpenAPI document and of the descriptors of ``playhall.play.v1``. An operation with a
parameter or field that :class:`Walk` has no values for fails the test: say there what to ask for.
"""

import hashlib
import itertools
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message_factory import GetMessageClass
from playhall.play.v1 import accounts_pb2, analysis_pb2, leaderboards_pb2, play_pb2, series_pb2, tournaments_pb2
from redis import Redis
from werkzeug.test import Client as WsgiClient

from gateway.grpc_api.server import PlayLimits
from services.engine.ruleset import SPECTATOR
from services.idempotency import IdempotencyStore
from services.identity import Caller, Player, Scope
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.match import StartRule, Status
from tests.api_reference import rendered_document
from tests.integration.gateway.driven_streams import drive_streams
from tests.integration.gateway.harness import EVERYTHING, LOOPBACK, Hall, open_hall
from tests.integration.grpc_api.clients import served, services_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

DELAY_SECONDS: Final = 3_600
NOW_MS: Final = 1_800_000_000_000
PAGES: Final = 5
SILENCE_SECONDS: Final = 1.0
"""How long a stream that has nothing to tell is listened to."""
STREAMS_AT_ONCE: Final = 8
STREAMS: Final = ("/events/sse", "/events/ndjson")
NOBODYS_SERIES: Final = "series_00000000000000000000000000"
NOBODYS_TOURNAMENT: Final = "tournament_00000000000000000000000000"
UNKNOWN_TOKEN: Final = "playhall_stream_" + "0" * 43
REQUIRED: Final = {"match", "ruleset", "decision", "notation", "series", "leaderboard", "tournament"}
"""Fields that every gRPC request has which knows them."""
REQUIRED_OF_ACCOUNTS: Final = {
    "player",
    "bot",
    "key",
    "delivery",
    "report",
    "name",
    "message",
    "scopes",
    "url",
    "rating",
}
"""And those of the AccountService besides."""
MATCH_ETAG: Final = "the ETag that the match had when the caller first got it"
NO_POSITION: Final = {
    "format": "playhall.position/1",
    "ruleset": "sealed",
    "ruleset_version": "1.0.0",
    "seed": "ab" * 32,
    "state": {},
}
BODIES: Final[dict[str, list[Any]]] = {
    "createPlayer": [{"name": "Eve"}],
    "updatePlayer": [{"name": "Eve"}],
    "createKey": [{"name": "walk", "scopes": ["matches:read"]}],
    "rotateKey": [{}],
    "createMatch": [{"ruleset": "sealed", "seats": ["open", "open"]}],
    "joinMatch": [{}, {"seat": 0}, {"seat": 1}, {"seat": 9}, {"client_seed": "ab" * 32}],
    "leaveMatch": [{}, {"reason": "later"}],
    "rematchMatch": [{}],
    "assignSeat": [{"seat": "open"}, {"seat": "me"}, {"seat": "bot:first"}, {"seat": "bot:nobody"}],
    "startMatch": [{}],
    "resignMatch": [{}],
    "abortMatch": [{}],
    "seedMatch": [{"client_seed": "ab" * 32}],
    "answerDecision": [{"action": "place 1"}, {"action": {"place": {"card": 1}}}],
    "checkDecision": [{"action": "place 1"}],
    "createStreamToken": [{}, {"seconds": 60}],
    "createSeatStreamToken": [{}],
    "imaginePosition": [{"seed": "ab" * 32}],
    "observePosition": [{"position": NO_POSITION}],
    "playPosition": [{"position": NO_POSITION, "seat": 0, "action": "place 1"}],
    "chooseAction": [{"position": NO_POSITION, "seat": 0, "bot": "greedy"}],
    "explainDecision": [{"position": NO_POSITION, "seat": 0}],
    "createSeries": [{"ruleset": "factionwars", "entrants": ["random"]}],
    "changeSeries": [{"status": "paused"}],
    "setWebhook": [{"url": "https://bot.example/"}],
    "signUp": [{"name": "Mallory"}],
    "createBot": [{"name": "Walker"}],
    "retireBot": [{}],
    "stateVersion": [{"version": "2"}],
    "reportCrash": [{"message": "KeyError"}],
    "setRating": [{"rating": 1600}],
    "createTicket": [{"ruleset": "sealed", "seats": 2}],
    "rotateWebhook": [{}],
    "resendDelivery": [{}],
    "createTournament": [
        {
            "name": "Cup",
            "ruleset": "sealed",
            "stages": [{"format": "swiss", "rounds": 1}],
            "time_control": {"kind": "per_decision", "seconds": 9},
        }
    ],
    "changeTournament": [{"name": "Bowl"}],
    "startTournament": [{}],
    "pauseTournament": [{}],
    "resumeTournament": [{}],
    "cancelTournament": [{}],
    "closeTournament": [{}],
    "enterTournament": [{}],
    "createGuestInvitation": [{"places": 1}],
    "createEntrantLink": [{}],
    "importTournamentEntrants": [{"entrants": [{"player": "me"}]}],
    "keepTournamentEntrantsApart": [{"entrants": ["e1", "e2"]}],
    "checkInTournamentEntrant": [{}],
    "withdrawTournamentEntrant": [{}],
    "returnTournamentEntrant": [{}],
    "requestTournamentBye": [{"round": 1}],
    "cancelTournamentBye": [{"round": 1}],
    "nameTournamentHost": [{"role": "arbiter"}],
    "undoTournamentEntry": [{"reason": "a mistake"}],
    "setTournamentRound": [{"tables": [["e1", "e2"]], "reason": "a mistake"}],
    "pairTournamentRound": [{}],
    "previewTournamentRound": [{}],
    "swapInTournamentRound": [{"a": "e1", "b": "e2", "reason": "a mistake"}],
    "setTournamentResult": [{"places": [1, 2], "reason": "a mistake"}],
    "previewTournamentCorrections": [{"changes": [{"kind": "undone", "entry": 1}]}],
    "previewTournamentStandings": [{"changes": [{"kind": "undone", "entry": 1}]}],
    "setTournamentWebhook": [{"url": "https://bot.example/"}],
    "rotateTournamentWebhook": [{}],
    "resendTournamentWebhook": [{"entry": 1}],
}


class Clock:
    """Milliseconds that go on only when told to."""

    def __init__(self) -> None:
        self.now_ms = NOW_MS

    def __call__(self) -> int:
        return self.now_ms

    def advance(self, seconds: float) -> None:
        self.now_ms += int(seconds * 1_000)


class Entropy:
    """Bytes that are the same in every world."""

    def __init__(self) -> None:
        self._drawn = itertools.count()

    def __call__(self, count: int) -> bytes:
        return hashlib.shake_256(b"%d" % next(self._drawn)).digest(count)


@dataclass
class Stage:
    """A world with one match that spectators see an hour late, and those who know of it."""

    hall: Hall
    clock: Clock
    entropy: Entropy
    people: dict[str, Player] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    match: str = ""

    def enter(self, name: str, *scopes: Scope) -> None:
        """A player with a key, and a second key that the walk may do away with."""
        player = self.hall.players.create(name, creation=self.hall.creation())
        _, text = self.hall.keys.create(player.id, scopes or EVERYTHING, "own", creation=self.hall.creation())
        self.people[name], self.keys[name] = player, str(text)
        spare, _ = self.hall.keys.create(player.id, [Scope.MATCHES_READ], "spare", creation=self.hall.creation())
        self.keys[f"{name}'s spare"] = spare.id

    def caller(self, name: str) -> Caller:
        """A player as the services see it."""
        return self.hall.keys.authenticate(self.keys[name])

    def create(self, host: str, *seats: str, start_rule: StartRule) -> None:
        """Create the match."""
        new = NewMatch("sealed", parse_seats(seats), {}, start_rule=start_rule, spectator_delay_seconds=DELAY_SECONDS)
        self.match = self.hall.matches.create(self.caller(host), new, creation=self.hall.creation()).id

    @property
    def commitment(self) -> str:
        """The match's, which all may know."""
        return self.hall.matches.get(self.caller("Eve"), self.match).commitment

    def join(self, *names: str) -> None:
        for name in names:
            self.hall.matches.join(self.caller(name), self.match)

    def start(self) -> None:
        self.hall.matches.start(self.caller("Host"), self.match)

    def move(self, name: str, action: str) -> None:
        """Answer a pending decision."""
        caller = self.caller(name)
        match = self.hall.matches.get(caller, self.match)
        seat = match.seat_of(caller.player_id)
        assert seat is not None
        decision = match.decisions[seat]
        assert decision is not None
        self.hall.matches.decide(caller, self.match, seat, decision, action)
        self.clock.advance(1)

    def resign(self, name: str) -> None:
        self.hall.matches.resign(self.caller(name), self.match)
        self.clock.advance(1)

    def abort(self) -> None:
        """An admin aborts the match."""
        self.hall.matches.abort(self.caller("Root"), self.match)
        self.clock.advance(1)

    def finish(self) -> None:
        """Everybody plays the first legal action until the match has ended; the workers try to archive it."""
        assert self.hall.matches.get(self.caller("Root"), self.match).status is Status.LIVE
        while (match := self.hall.matches.get(self.caller("Root"), self.match)).status is Status.LIVE:
            for seat in match.seats:
                name = next(name for name, player in self.people.items() if player.id == seat.player_id)
                look = self.hall.matches.view(self.caller(name), self.match, seat.number)
                if look.decision is not None:
                    self.move(name, next(a for a in ("place", "keep") if a.encode() in look.legal) + _card(look.legal))
        self.hall.scoring.score(self.match)
        self.clock.advance(1)


def _card(legal: bytes) -> str:
    return next((f" {card}" for card in range(1, 6) if b'"place %d"' % card in legal), "")


Happens = Callable[[Stage], None]


def nothing(_: Stage) -> None:
    """Nothing happens within the delay."""


def full(stage: Stage) -> None:
    """A match that waits for its creator's word, with nobody missing."""
    stage.create("Host", "open", "open", start_rule=StartRule.BY_CREATOR)
    stage.join("Ann", "Bob")
    stage.clock.advance(DELAY_SECONDS + 1)


def last_seat(stage: Stage) -> None:
    """A match that starts by itself, with one seat to take."""
    stage.create("Host", "open", "open", start_rule=StartRule.WHEN_FULL)
    stage.join("Ann")
    stage.clock.advance(DELAY_SECONDS + 1)


def playing(stage: Stage) -> None:
    """A match in play, of which spectators have seen some."""
    last_seat(stage)
    stage.join("Bob")
    for name, action in (("Ann", "place 1"), ("Bob", "place 2"), ("Ann", "place 3")):
        stage.move(name, action)
    stage.clock.advance(DELAY_SECONDS + 1)


def happens(*steps: Callable[[Stage], object]) -> Happens:
    """One after the other."""

    def happen(stage: Stage) -> None:
        for step in steps:
            step(stage)

    return happen


START: Final = Stage.start
FILL: Final[Happens] = lambda stage: stage.join("Bob")  # noqa: E731 - a step among others
MOVES: Final = happens(*(lambda stage, n=n, c=c: stage.move(n, f"place {c}") for c in (4, 5) for n in ("Ann", "Bob")))
FEW: Final[Happens] = lambda stage: stage.move("Bob", "place 4")  # noqa: E731
ROW: Final = happens(FEW, lambda stage: stage.move("Bob", "place 5"), lambda stage: stage.move("Ann", "place 4"))
RESIGN: Final[Happens] = lambda stage: stage.resign("Bob")  # noqa: E731

Callers = dict[str, tuple[str, ...]]
"""Who asks, and in which worlds besides the first."""

SCENES: Final[dict[str, tuple[Happens, dict[str, Happens], Callers]]] = {
    # What all may know; what happens within the delay; who asks. Eve asks in every world. What she may not know is
    # kept from the others by the same code: they ask where most has happened.
    "not started": (
        full,
        {
            "nothing": nothing,
            "started": START,
            "moves": happens(START, MOVES),
            "ended": happens(START, Stage.finish),
            "resigned": happens(START, RESIGN),
            "aborted": happens(START, Stage.abort),
        },
        {"Eve": ("started", "moves", "ended", "resigned", "aborted"), "nobody": ("ended", "aborted")},
    ),
    "the last seat taken": (
        last_seat,
        {
            "started": FILL,
            "moves": happens(FILL, MOVES),
            "ended": happens(FILL, Stage.finish),
            "aborted": happens(FILL, Stage.abort),
        },
        {"Eve": ("moves", "ended", "aborted"), "nobody": ("ended", "aborted")},
    ),
    "in play": (
        playing,
        {
            "nothing": nothing,
            "a hidden move": FEW,
            "a row": ROW,
            "resigned": RESIGN,
            "ended": Stage.finish,
            "aborted": Stage.abort,
        },
        {
            "Eve": ("a hidden move", "a row", "resigned", "ended", "aborted"),
            "Host": ("a row", "ended", "aborted"),
            "nobody": ("ended", "aborted"),
        },
    ),
}


@pytest.fixture
def raised(tmp_path: Path, migrated: Path, redis_client: Redis, redis_url: str) -> "Iterator[Callable[..., Stage]]":
    """Sets up a world; the one before is gone."""
    halls: list[Hall] = []
    number = itertools.count()

    def raise_curtain(scene: Happens, then: Happens) -> Stage:
        while halls:
            halls.pop().hub.close()
        redis_client.flushall()
        path = tmp_path / f"{next(number)}.db"
        shutil.copy(migrated, path)
        clock, entropy = Clock(), Entropy()
        hall = open_hall(tmp_path, redis_client, redis_url, path, now_ms=clock, entropy=entropy)
        halls.append(hall)
        stage = Stage(hall, clock, entropy)
        for name in ("Ann", "Bob", "Host", "Eve"):
            stage.enter(name)
        stage.enter("Root", Scope.ADMIN)
        scene(stage)
        before = clock.now_ms
        then(stage)
        assert clock.now_ms - before < DELAY_SECONDS * 1_000
        clock.now_ms = before + 600_000  # all of it lies within the delay
        return stage

    yield raise_curtain
    for hall in halls:
        hall.hub.close()


Answers = dict[str, tuple[Any, ...]]


class Walk:
    """One caller's requests to every operation, the same in every world."""

    def __init__(self, stage: Stage, name: str) -> None:
        self._stage = stage
        self._key = stage.keys.get(name)
        self._etag: str | None = None
        ids = {name: player.id for name, player in stage.people.items()}
        self._values: dict[str, list[Any]] = {
            "match": [stage.match],
            "seat": [0, 1, 7],
            "decision": [1, 2, 9],
            "player": [ids["Eve"], "me", ids["Ann"], ids["Bob"], ids["Host"]],
            "key": [stage.keys.get(f"{name}'s spare", "k_nobody")],
            "ruleset": ["sealed"],
            "version": ["1.0.0", "9.9.9"],
            "name": ["view"],
            "digest": [stage.commitment],
            "start": [0, 1],
            "page_size": [100, 1],
            "page_token": [""],
            "status": [*(status.value for status in Status), "queued"],
            "pending": ["me", ids["Ann"], ids["Bob"]],
            "joinable": ["me"],
            "since": [0, 1, 2, 3, 50],
            "wait": [0],
            "token": [UNKNOWN_TOKEN],
            "include": ["view,legal"],
            "series": [NOBODYS_SERIES],
            "tournament": [NOBODYS_TOURNAMENT],
            "entrant": ["me", "e1"],
            "invitation": ["invitation_00000000000000000000000000"],
            "entry": [1],
            "round": [1],
            "table": [1],
            "population": ["humans", "mixed"],
            "rated": [False],
            "rated_with_bots": [True],
            "leaderboard": [
                leaderboards_pb2.LeaderboardKey(
                    ruleset="sealed", seats=2, population=leaderboards_pb2.POPULATION_HUMANS
                )
            ],
            "owner": ["me"],
            "number": [0],
            "delivery": ["d_nobody"],
            "report": ["crash_nobody"],
            "ticket": ["t_nobody"],
            "first": [0],
            "from": [0, 2],
            "position": [0],
            "document of a position": [b"{}"],
            "views": [True],
            "iterations": [5],
            "Last-Event-ID": [0, 1, 50],
            "Idempotency-Key": ["walk"],
            "If-Match": ["*", '"bogus"', MATCH_ETAG],
            "If-None-Match": ["*", MATCH_ETAG],
            # of gRPC requests only
            "request_id": ["walk"],
            "client_seed": ["ab" * 32],
            "assistance": ["none", "open"],
            "occupant": ["open", "bot:first"],
            "notation": ["place 1"],
            "json": [b'{"place":{"card":1}}'],
            "message": [PackedMessage()],
            "with_actions": [True],
            "number of seats": [2],
            "seats": [[]],  # refused: another match is made over REST
            "options": [b"{}"],
            "decision_seconds": [9],
            "reason": ["later", "nobody"],
            "creator": ["me", ids["Ann"], ids["Host"]],
            "free_seats": [1],
            "bots": ["without", "with"],
            "expires_in": [60],
            "kind of time control": ["none", "fischer"],
            "with bots": [True, False],
            "time_control": [play_pb2.TimeControl(per_decision=play_pb2.PerDecision(seconds=9))],
            "on_time_out": [play_pb2.OnTimeOut(rule=play_pb2.TIME_OUT_RULE_FORFEIT)],
            "spectator_delay_seconds": [9],
            "other": [NOBODYS_SERIES],
            "entrants": [[]],  # refused: another series is made over REST
            "stop": [series_pb2.SeriesStop()],
            "seed": ["ab" * 32],
            "priority": [9],
            "budget_seconds": [9],
            "concurrency": [2],
            "pool": [play_pb2.Pool(ruleset="sealed", seats=9)],  # refused: another ticket is made over REST
            "rating_range": [play_pb2.RatingRange(start=5)],
            "independent": [True],
            "bot": [ids["Eve"], "me"],
            "online": [True],
            "key_name": ["walk"],
            "scopes": [["matches:read"]],
            "expires_in_seconds": [60],
            "overlap_seconds": [60],
            "url": ["ftp://bot.example/"],  # refused: a webhook is set over REST
            "enabled": [True],
            "rating": [1600.0],
            "message of a crash": ["KeyError"],
            "traceback": ["line 12"],
            "stages": [b"[]"],  # refused: another tournament is made over REST
            "rules of entry": [{}],
            "times": [{}],
            "apart": [{}],
            "presence": [{}],
            "unplayed_rules": [2024],
        }

    def over_rest(self) -> Answers:
        """Every operation of the OpenAPI document."""
        client = WsgiClient(drive_streams(self._stage.hall.app))
        answers: Answers = {}
        for path, methods in rendered_document()["paths"].items():
            for method, operation in methods.items():
                for request, options in self._requests(path, operation):
                    name = f"{method} {request} {options}"
                    answers[name] = self._ask(client, method, request, options)
                    for page in range(PAGES):  # of a list: where the next page begins is told, too
                        token = re.search(rb'"next_page_token":"([^"]+)"', answers[name][-1])
                        if token is None:
                            break
                        options["query_string"]["page_token"] = token[1].decode()
                        name = f"{method} {request} {options} page {page}"
                        answers[name] = self._ask(client, method, request, options)
                    if path == "/v1/matches/{match}":
                        self._etag = self._etag or dict(answers[name][1]).get("ETag")
        return answers

    def over_grpc(self, channel: grpc.Channel) -> Answers:
        """Every method of every service of the package."""
        answers: Answers = {}
        described = (play_pb2, series_pb2, accounts_pb2, leaderboards_pb2, tournaments_pb2, analysis_pb2)
        files = [module.DESCRIPTOR for module in described]
        streams: dict[str, tuple[MethodDescriptor, dict[str, Any]]] = {}
        for service in (service for file in files for service in file.services_by_name.values()):
            for method in service.methods:
                for request in self._messages(method):
                    name = f"{method.name} {request}"
                    if method.server_streaming:
                        streams[name] = method, request
                    else:
                        answers[name] = self._call(channel, method, request)
        with ThreadPoolExecutor(STREAMS_AT_ONCE) as pool:  # many are silent
            begun = [pool.submit(self._call, channel, *asked) for asked in streams.values()]
            answers |= {name: stream.result() for name, stream in zip(streams, begun, strict=True)}
        return answers

    # -- REST ----------------------------------------------------------------------------------------------------------

    def _requests(self, path: str, operation: Mapping[str, Any]) -> "Iterator[tuple[str, dict[str, Any]]]":
        """Paths with the parts of a request that were chosen: the plain one, and for each parameter all its values."""
        parameters = [(part["in"], part["name"]) for part in operation.get("parameters", [])]
        bodies = BODIES[operation["operationId"]] if "requestBody" in operation else [None]
        base = {(place, name): self._of_query(name)[0] for place, name in parameters if place == "path"}
        chosen = [base]
        is_stream = path.endswith(STREAMS)
        if "{series}" in path or "{tournament}" in path:  # there is none, whatever else is asked for
            parameters, bodies = [], bodies[:1]
        for place, name in parameters:
            values = self._of_query(name)
            if is_stream and name in ("since", "Last-Event-ID"):
                values = values[-1:]  # which has not been: a stream that has nothing to tell would be silent
            chosen += [{**base, (place, name): value} for value in values]
        if ("query", "status") in parameters:  # pages go on wherever the one before ended
            whole = [{("query", "status"): status, ("query", "page_size"): 1} for status in self._of("status")]
            chosen += whole
        if (
            "query",
            "include",
        ) in parameters and not is_stream:  # steps rather than a snapshot, with the situation to which they led
            chosen.append({**base, ("query", "since"): 0, ("query", "include"): "view,legal"})
        for parts, body in itertools.product(chosen, bodies):
            filled = path
            for place, name in parts:
                if place == "path":
                    filled = filled.replace(f"{{{name}}}", str(parts[place, name]))
            options: dict[str, Any] = {
                "query_string": {name: str(value) for (place, name), value in parts.items() if place == "query"},
                "headers": {name: str(value) for (place, name), value in parts.items() if place == "header"},
            }
            if body is not None:
                options["json"] = body
            yield filled, options

    def _ask(self, client: WsgiClient, method: str, path: str, options: Mapping[str, Any]) -> tuple[Any, ...]:
        headers = {"X-Request-Id": "the-same-one", **options["headers"]}
        headers = {name: self._etag or value if value == MATCH_ETAG else value for name, value in headers.items()}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        sent = {**options, "headers": headers, "environ_base": LOOPBACK}
        response = client.open(path, method=method.upper(), **sent)
        with closing(response):
            if path.endswith(STREAMS) and response.status_code == 200:  # what it begins with
                chunks = response.iter_encoded()
                body = next(chunks) + (next(chunks) if path.endswith("/sse") else b"")
            else:
                body = response.get_data()
        return response.status_code, sorted(response.headers.items()), len(body), body

    def _of_query(self, name: str) -> list[Any]:
        return self._of({"seats": "number of seats", "time_control": "kind of time control"}.get(name, name))

    def _of(self, name: str) -> list[Any]:
        assert name in self._values, f"no values are known for {name}: say in Walk what to ask for"
        return self._values[name]

    # -- gRPC ----------------------------------------------------------------------------------------------------------

    def _messages(self, method: MethodDescriptor) -> "Iterator[dict[str, Any]]":
        fields = method.input_type.fields
        of_accounts = method.containing_service.name == "AccountService"
        required = REQUIRED | REQUIRED_OF_ACCOUNTS if of_accounts else REQUIRED
        base = {part.name: self._of(self._name(part))[0] for part in fields if part.name in required}
        if of_accounts and "request_id" in method.input_type.fields_by_name:  # otherwise ids and secrets are random
            base["request_id"] = method.name
        yield base
        if "series" in base or "tournament" in base:  # there is none, whatever else is asked for
            return
        for part in fields:
            name = self._name(part)
            for value in self._enum(part) or self._of(name):
                is_text = part.type == FieldDescriptor.TYPE_STRING and not part.is_repeated
                chosen = {**base, part.name: str(value) if is_text else value}
                if part.containing_oneof is not None and part.name != "notation":
                    chosen.pop("notation", None)
                yield chosen
        if "include" in {part.name for part in fields}:
            yield {**base, "include": [1, 2]} | ({"since": 0} if "match" in base else {})

    def _name(self, part: FieldDescriptor) -> str:
        """Under which name there are values for a field."""
        if part.name == "seats" and not part.is_repeated:
            return "number of seats"
        if part.name == "position" and part.type == FieldDescriptor.TYPE_BYTES:
            return "document of a position"
        if part.name == "message" and part.type == FieldDescriptor.TYPE_STRING:
            return "message of a crash"
        if part.name == "time_control" and part.type == FieldDescriptor.TYPE_STRING:
            return "kind of time control"
        if part.name == "entry" and part.message_type is not None:
            return "rules of entry"
        is_bool = part.type == FieldDescriptor.TYPE_BOOL and part.name in ("joinable", "bots")
        return "with bots" if is_bool else part.name

    def _enum(self, part: FieldDescriptor) -> "Iterable[Any]":
        values = [value.number for value in part.enum_type.values] if part.enum_type is not None else []
        return [[value] for value in values] if part.is_repeated else values

    def _call(self, channel: grpc.Channel, method: MethodDescriptor, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        message = GetMessageClass(method.input_type)(**fields).SerializeToString(deterministic=True)
        metadata: list[tuple[str, str | bytes]] = [("x-request-id", "the-same-one")]
        if self._key is not None:
            metadata.append(("authorization", f"Bearer {self._key}"))
        path = f"/{method.containing_service.full_name}/{method.name}"
        try:
            if method.server_streaming:
                follow: grpc.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(path, None, None)
                stream = follow(message, timeout=SILENCE_SECONDS, metadata=tuple(metadata))
                try:
                    return ("OK", next(stream))
                finally:
                    stream.cancel()
            ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path, None, None)
            answer, call = ask.with_call(message, timeout=30, metadata=tuple(metadata))
            return ("OK", answer, _metadata(call.initial_metadata()), _metadata(call.trailing_metadata()))
        except grpc.RpcError as error:
            if method.server_streaming and error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
                return ("nothing to tell yet",)
            return (error.code(), error.details(), _metadata(error.trailing_metadata()))


def _metadata(pairs: Iterable[Any] | None) -> list[tuple[str, str | bytes]]:
    return sorted((name, value) for name, value in pairs or ())


def walk(stage: Stage, name: str) -> Answers:
    """All that a caller is answered, by request."""
    made = Walk(stage, name)
    answers = made.over_rest()
    attempts = IdempotencyStore(stage.hall.redis, now_ms=stage.clock, entropy=stage.entropy)
    with (
        served(
            replace(services_of(stage.hall), attempts=attempts), PlayLimits(threads=8, streams=64, recheck_seconds=0.0)
        ) as (_, target),
        grpc.insecure_channel(target) as channel,
    ):
        answers |= made.over_grpc(channel)
    return answers


def differing(one: Answers, other: Answers) -> dict[str, tuple[Any, Any]]:
    """The requests that are not answered the same; of lists also those for pages that are not there in both."""
    requests = dict.fromkeys([*one, *other])
    found = ((request, (one.get(request), other.get(request))) for request in requests)
    return {request: told for request, told in found if told[0] != told[1]}


@pytest.mark.parametrize("scene", SCENES)
def test_no_answer_tells_what_has_happened_within_the_delay(scene: str, raised: Callable[..., Stage]) -> None:
    seen, variants, callers = SCENES[scene]
    assert {next(iter(variants)), *callers["Eve"]} == variants.keys()
    for name, worlds in callers.items():
        first = walk(raised(seen, next(iter(variants.values()))), name)
        for variant in worlds:
            answers = walk(raised(seen, variants[variant]), name)
            assert differing(first, answers) == {}, f"{name} can tell that it is: {variant}"


def test_players_and_admins_who_look_as_spectators_see_what_spectators_see(raised: Callable[..., Stage]) -> None:
    seen, variants, _ = SCENES["in play"]
    told = set()
    for then in variants.values():
        stage = raised(seen, then)
        for name in ("Ann", "Root", "Eve"):
            caller = stage.caller(name)
            look = stage.hall.matches.view(caller, stage.match, SPECTATOR)
            lines = stage.hall.matches.events(caller, stage.match, SPECTATOR, since=0, limit=500)
            told.add((look, tuple(lines)))
    assert len(told) == 1


def test_the_walk_notices_everything_once_the_delay_is_over(raised: Callable[..., Stage]) -> None:
    seen, variants, _ = SCENES["in play"]
    worlds: dict[str, Answers] = {}
    for variant in ("nothing", "a row", "ended"):
        stage = raised(seen, variants[variant])
        stage.clock.advance(2 * DELAY_SECONDS)
        stage.hall.scoring.score(stage.match)
        worlds[variant] = walk(stage, "Eve")
    match, eve = stage.match, stage.people["Eve"].id
    assert len(worlds["nothing"]) > 300
    for variant in ("a row", "ended"):
        changed = differing(worlds["nothing"], worlds[variant])
        assert f"get /v1/matches/{match}/view {{'query_string': {{}}, 'headers': {{}}}}" in changed
        assert any(request.startswith("Watch") for request in changed)
    changed = differing(worlds["nothing"], worlds["ended"])
    for beginning in (
        f"post /v1/matches/{match}:leave",
        "get /v1/matches {",
        "get /v1/players/",
        "GetReplay",
        "GetPosition",
        f"get /v1/matches/{match}/positions {{",
        f"get /v1/matches/{match}/positions/0",
        "Leave",
        "GetStatistics",
    ):
        assert any(request.startswith(beginning) for request in changed), beginning
    fields = f"{{'player': '{eve}', 'name': 'view', 'scopes': ['matches:read'], 'request_id': 'CreateKey'}}"
    assert worlds["nothing"][f"CreateKey {fields}"][0] == "OK"
