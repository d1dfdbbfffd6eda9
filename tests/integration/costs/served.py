"""The platform in one process with counters: the REST gateway, the play API, an engine service and a worker's turns, on
a real Valkey and SQLite, with Faction Wars."""

import asyncio
import hashlib
import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

import grpc
import uvloop
from playhall.play.v1 import play_pb2 as pb
from playhall.play.v1 import play_pb2_grpc
from redis import Redis
from sqlalchemy import Engine, event
from uvicorn.server import ServerState

from cli.logs import log_to_stderr
from gateway.asgi import create_asgi_app
from gateway.bootstrap import app_from, services_from
from gateway.connection_limits import ConnectionLimits
from gateway.grpc_api.server import PlayServer, serve_play
from gateway.http_protocol import HttpProtocol
from gateway.server import config
from services.database import Database
from services.engine import registry
from services.engine.grpc_client import GrpcEngine
from services.engine.grpc_server import EngineServer
from services.fairness.signing import create_key_file
from services.identity import Caller, Scope
from services.identity.idempotent_creation import Creation
from services.matches.bot_turns import BotTurns
from services.matches.creation_request import NewMatch, parse_seats
from services.matches.store import MatchStore
from services.platform_time import PlatformClock, follow, platform_ms
from services.redis_clients import live_state
from services.settings import Settings, read_settings
from tests.integration.costs.counting import Calls, Wire

RULESET: Final = "factionwars"
SEATS: Final = ("me", "open", "open", "open")
_SCOPES: Final = (Scope.MATCHES_READ, Scope.MATCHES_PLAY, Scope.MATCHES_CREATE)
_NO_LIMIT: Final = ("creations_per_minute_per_player", "open_matches_per_player", "unfinished_matches_per_player")
_ENGINE_CALL: Final = GrpcEngine._call.__code__
_EVENT: Final = b'"revision"'

Costs = dict[str, int]


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the benchmark with its key."""

    caller: Caller
    key: str


class Connection:
    """A client's connection to the REST gateway, which stays open."""

    def __init__(self, path: str, key: str) -> None:
        self._head = f"Host: gateway\r\nAuthorization: Bearer {key}\r\n"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(path)
        self._data = b""

    def send(self, method: str, path: str, body: Any = None) -> None:
        """Send a request."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._head}"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n"
        self._socket.sendall(f"{head}\r\n".encode() + sent)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; the JSON of the answer, which must be a success."""
        self.send(method, path, body)
        head = self.read_until(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 2"), head
        length = next(line[15:] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        return json.loads(self._take(int(length)))

    def read_until(self, end: bytes) -> bytes:
        """What comes, up to this end."""
        while end not in self._data:
            self._receive()
        return self._take(self._data.index(end) + len(end))

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _take(self, size: int) -> bytes:
        while len(self._data) < size:
            self._receive()
        taken, self._data = self._data[:size], self._data[size:]
        return taken

    def _receive(self) -> None:
        piece = self._socket.recv(1 << 18)
        assert piece, "the connection was closed"
        self._data += piece


class Served:
    """The platform with counters. Everything is counted but what this thread does itself: it makes matches, and moves
    in them, by engines of its own and a connection to Redis of its own."""

    def __init__(self, folder: Path, redis_socket: Path) -> None:
        log_to_stderr("ERROR", "costs", "json")
        beside = _settings(folder, f"unix://{redis_socket}?db=0")
        create_key_file(beside.platform.signing_keys)
        database = Database(beside.database.database_url)
        database.upgrade()
        database.close()
        self._commands = Redis.from_url(beside.redis.redis_url)
        follow(PlatformClock(live_state(beside.redis)))
        self.beside = services_from(beside)
        self._created = 0
        self.players = [self._player(name) for name in ("Ada", "Bob", "Carol", "Dan")]
        self._calls, self._statements = Calls(), 0
        event.listen(Engine, "before_cursor_execute", self._count_statement)
        self._redis_wire = Wire(folder, "r", str(redis_socket))
        self._engine_wire = Wire(folder, "e", str(folder / "engine"))
        settings = _settings(
            folder,
            f"unix://{self._redis_wire.path}?db=0",
            engines=f"{RULESET}=unix:{self._engine_wire.path}",
            cors_origins="https://play.example",
        )
        log_to_stderr("INFO", "costs", "json")
        self._calls.install()
        self._engine = EngineServer([registry.ruleset(RULESET)], address=f"unix:{folder / 'engine'}")
        self._engine.start()
        self._http_wire = Wire(folder, "h", ("127.0.0.1", _serve_http(settings)))
        self._play: PlayServer = serve_play(settings, "127.0.0.1", 0)
        self._play_wire = Wire(folder, "p", ("127.0.0.1", self._play.port))
        # Clients tell how fast the connection is by pings, of which there are now more and now fewer.
        channel = grpc.insecure_channel(f"unix:{self._play_wire.path}", [("grpc.http2.bdp_probe", 0)])
        self.play = play_pb2_grpc.PlayServiceStub(channel)
        services = services_from(settings)
        store = MatchStore(live_state(settings.redis), nudge_seconds=settings.matches.nudge_seconds)
        self._bot_turns = BotTurns(store, services.engines)
        self._worker = ThreadPoolExecutor(1)

    def connect(self, player: int) -> Connection:
        """A connection to the REST gateway."""
        return Connection(self._http_wire.path, self.players[player].key)

    def match(self, *seats: str) -> str:
        """A match that has begun: the same ones in the same order in every run. The players take the open seats."""
        self._created += 1
        creation = Creation(platform_ms(), hashlib.sha256(b"%d" % self._created).digest())
        new = NewMatch(RULESET, parse_seats(seats), {})
        match = self.beside.matches.create(self.players[0].caller, new, creation=creation)
        for player in self.players[1 : 1 + seats.count("open")]:
            self.beside.matches.join(player.caller, match.id)
        return match.id

    def play_bot(self, match: str) -> None:
        """Play the turn of a match's bot, as a worker does."""
        assert self._worker.submit(self._bot_turns.play_turns, match).result().played == 1

    def costs_of(self, work: Callable[[], object]) -> tuple[Costs, Counter[CodeType]]:
        """What some work costs; and how often each function was called."""
        calls, counted = self._calls.wait_until_quiet(), self._counted()
        work()
        called = self._calls.wait_until_quiet() - calls
        costs = {name: number - counted[name] for name, number in self._counted().items()}
        return {"Python calls": called.total(), "engine calls": called[_ENGINE_CALL], **costs}, called

    def _counted(self) -> Costs:
        stats: dict[str, Any] = self._commands.info("commandstats")
        return {
            "Redis commands": sum(each["calls"] for name, each in stats.items() if name != "cmdstat_info"),
            "Redis round trips": self._redis_wire.round_trips,
            "Redis bytes": self._redis_wire.bytes,
            "engine bytes": self._engine_wire.bytes,
            "client bytes": self._http_wire.bytes + self._play_wire.bytes,
            "SQL statements": self._statements,
        }

    def _count_statement(self, *_: object) -> None:
        self._statements += 1

    def _player(self, name: str) -> Player:
        player = self.beside.players.create(name)
        _, key = self.beside.keys.create(player.id, _SCOPES, "costs")
        return Player(self.beside.keys.authenticate(str(key)), str(key))


def _settings(folder: Path, redis_url: str, **changes: str) -> Settings:
    wanted = {"data_dir": str(folder), "redis_url": redis_url, **dict.fromkeys(_NO_LIMIT, "0"), **changes}
    return read_settings({f"PLAYHALL_{name.upper()}": value for name, value in wanted.items()})


def _serve_http(settings: Settings) -> int:
    """Serve the REST gateway in a thread; its port."""
    services = services_from(settings)
    app = create_asgi_app(
        app_from(settings, services),
        threads=settings.gateway.gateway_threads,
        max_body_bytes=settings.gateway.max_body_bytes,
        cors_origins=settings.gateway.cors_origins,
    )
    listener = socket.create_server(("127.0.0.1", 0))
    limits = ConnectionLimits(1_000)
    served = config(lambda: app, limits)
    served.load()

    async def serve() -> None:
        # As uvicorn's server does it, which looks ten times a second whether it is to stop.
        loop, state = asyncio.get_running_loop(), ServerState()
        await (
            await loop.create_server(lambda: HttpProtocol(served, state, {}, limits=limits), sock=listener)
        ).serve_forever()

    threading.Thread(target=lambda: uvloop.run(serve()), daemon=True).start()
    port: int = listener.getsockname()[1]
    return port


# -- what is counted ---------------------------------------------------------------------------------------------------


def _first_choice(served: Served, match: str) -> dict[str, Any]:
    """The first legal action of the first seat, which must decide."""
    legal: list[dict[str, Any]] = json.loads(served.beside.matches.view(served.players[0].caller, match, 0).legal)
    return legal[0]


@contextmanager
def _rest_view(served: Served) -> Iterator[Callable[[], object]]:
    connection, match = served.connect(0), served.match(*SEATS)
    connection.ask("GET", f"/v1/matches/{match}/seats/0/view")
    yield lambda: connection.ask("GET", f"/v1/matches/{match}/seats/0/view")
    connection.close()


@contextmanager
def _rest_decision(served: Served) -> Iterator[Callable[[], object]]:
    connection, match = served.connect(0), served.match(*SEATS)
    connection.ask("GET", f"/v1/matches/{match}/seats/0/view")
    body = {"action": _first_choice(served, match)["notation"]}
    yield lambda: connection.ask("POST", f"/v1/matches/{match}/decisions/1", body)
    connection.close()


@contextmanager
def _grpc_decision(served: Served) -> Iterator[Callable[[], object]]:
    match, metadata = served.match(*SEATS), (("authorization", f"Bearer {served.players[0].key}"),)
    served.play.GetView(pb.GetViewRequest(match=match, seat=0), metadata=metadata)
    request = pb.DecideRequest(match=match, decision=1, notation=_first_choice(served, match)["notation"])
    yield lambda: served.play.Decide(request, metadata=metadata)


@contextmanager
def _stream_event(served: Served) -> Iterator[Callable[[], object]]:
    match = served.match(*SEATS)
    action = _first_choice(served, match)["notation"]
    connection = served.connect(0)
    connection.send("GET", f"/v1/matches/{match}/seats/0/events/ndjson?since=1")
    connection.read_until(b"\r\n\r\n")

    def move() -> None:
        served.beside.matches.decide(served.players[0].caller, match, 0, 1, action)
        connection.read_until(_EVENT)

    yield move
    connection.close()


@contextmanager
def _bot_turn(served: Served) -> Iterator[Callable[[], object]]:
    served.play_bot(served.match("me", "bot:greedy"))
    match = served.match("me", "bot:greedy")
    yield lambda: served.play_bot(match)


SCENES: Final = {
    "decision over REST": _rest_decision,
    "decision over gRPC": _grpc_decision,
    "view": _rest_view,
    "event of a stream": _stream_event,
    "turn of a bot": _bot_turn,
}
