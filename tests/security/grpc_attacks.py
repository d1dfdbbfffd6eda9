"""Clients that wear a gRPC port down, and what a normal client suffers beside them.

    python -m tests.security.grpc_attacks [--seconds 5]

A platform is started in a temporary folder, and beside it an engine on a port. A normal client asks for its view, or
the engine to start a match, at an even pace, while one attack after the other goes on from this process.
"""

import argparse
import asyncio
import contextlib
import functools
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import grpc
from playhall.engine.v1 import engine_pb2, engine_pb2_grpc
from playhall.play.v1 import play_pb2, play_pb2_grpc

from cli.rest_client import Rest

PLAY: Final = "/playhall.play.v1.PlayService/GetView"
ENGINE: Final = "/playhall.engine.v1.EngineService/Play"
HEALTH: Final = "/grpc.health.v1.Health/Check"
REFLECTION: Final = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"

CALLS_OF_CONNECTION: Final = 100

_PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes.fromhex("000000 04 00 00000000")
_PING: Final = bytes.fromhex("000008 06 00 00000000") + bytes(8)


@contextmanager
def calls_without_message(target: str, method: str, number: int, *, key: str = "") -> Iterator[None]:
    """So many calls of which only the headers are sent. Who is refused or given up tries again."""
    metadata = (("authorization", f"Bearer {key}"),) if key else ()

    async def keep_silent(channel: grpc.aio.Channel) -> None:
        while True:
            call: Any = channel.stream_stream(method)(metadata=metadata)
            with contextlib.suppress(grpc.aio.AioRpcError):
                await call.read()
            await asyncio.sleep(0.5)

    with _crowd(target, number, keep_silent):
        yield


@contextmanager
def watches(target: str, key: str, match: str, number: int) -> Iterator[None]:
    """So many watches of one match with one key; who is refused tries again."""
    request = play_pb2.WatchRequest(match=match).SerializeToString()

    async def watch(channel: grpc.aio.Channel) -> None:
        while True:
            method: Any = channel.unary_stream("/playhall.play.v1.PlayService/Watch")
            call = method(request, metadata=(("authorization", f"Bearer {key}"),))
            with contextlib.suppress(grpc.aio.AioRpcError):
                async for _ in call:
                    pass
            await asyncio.sleep(0.5)

    with _crowd(target, number, watch):
        yield


@contextmanager
def _crowd(target: str, number: int, client: Callable[[grpc.aio.Channel], Any]) -> Iterator[None]:
    """Run so many clients, on as many connections as they need, by an event loop of their own."""

    async def run() -> None:
        apart = [("grpc.use_local_subchannel_pool", 1)]
        channels = [grpc.aio.insecure_channel(target, options=apart) for _ in range(-(-number // CALLS_OF_CONNECTION))]
        clients = [asyncio.ensure_future(client(channels[n // CALLS_OF_CONNECTION])) for n in range(number)]
        try:
            await asyncio.Event().wait()
        finally:
            for task in clients:
                task.cancel()
            await asyncio.gather(*clients, return_exceptions=True)
            for channel in channels:
                await channel.close()

    running = asyncio.run_coroutine_threadsafe(run(), _event_loop())
    time.sleep(1.5)  # all have begun
    try:
        yield
    finally:
        running.cancel()
        time.sleep(0.5)


@functools.cache
def _event_loop() -> asyncio.AbstractEventLoop:
    """The event loop of all attacks: gRPC can serve one in a process."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


@contextmanager
def connections(target: str, number: int, *, speaking: bool) -> Iterator[list[socket.socket]]:
    """So many connections that make no call. ``speaking``: they speak HTTP/2."""
    opened = [connection(target, speaking=speaking) for _ in range(number)]
    try:
        yield opened
    finally:
        for each in opened:
            each.close()


def connection(target: str, *, speaking: bool) -> socket.socket:
    """A connection that makes no call."""
    host, _, port = target.rpartition(":")
    opened = socket.create_connection((host, int(port)), timeout=20)
    if speaking:
        opened.sendall(_PREFACE)
    return opened


@contextmanager
def ping_floods(target: str, number: int) -> Iterator[None]:
    """So many connections that send nothing but pings, as fast as they can; who is cut off connects again."""
    stop = threading.Event()

    def flood() -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError), connection(target, speaking=True) as own:
                while not stop.is_set():
                    own.sendall(_PING * 100)
                    time.sleep(0.01)

    threads = [threading.Thread(target=flood, daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


def pings_until_closed(target: str, most: int) -> int:
    """How many pings are taken before the connection is closed; ``most`` are sent."""
    with connection(target, speaking=True) as own:
        for sent in range(most):
            try:
                own.sendall(_PING)
                time.sleep(0.02)
                own.setblocking(False)
                while own.recv(65_536):
                    pass
                return sent + 1
            except BlockingIOError:
                own.setblocking(True)
            except OSError:
                return sent + 1
    return most


def asked(call: Callable[[], object], number: int, pause: float) -> tuple[list[float], int]:
    """Make a call again and again; the seconds that each took, and how many failed."""
    latencies, failures = [], 0
    for _ in range(number):
        began = time.perf_counter()
        try:
            call()
        except grpc.RpcError:
            failures += 1
        latencies.append(time.perf_counter() - began)
        time.sleep(pause)
    return latencies, failures


# -- the table -------------------------------------------------------------------------------------------------------


def main() -> None:
    """Measure and print the table."""
    from tests.benchmarks.running_platform import running_platform

    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds: float = parser.parse_args().seconds
    with running_platform() as (rest, _, play_target), _engine() as engine_target:
        match = rest.post("/v1/matches", {"ruleset": "factionwars", "seats": ["me", "bot:greedy"]})["id"]
        normal, key = _new_key(rest, "Normal"), _new_key(rest, "Attacker")
        play = grpc.insecure_channel(play_target)
        viewer, metadata = play_pb2_grpc.PlayServiceStub(play), (("authorization", f"Bearer {normal}"),)
        engine = grpc.insecure_channel(engine_target)
        starter = engine_pb2_grpc.EngineServiceStub(engine)
        start = engine_pb2.StartRequest(ruleset="factionwars", seats=2, seed=bytes(range(32)))

        def view() -> None:
            viewer.GetView(play_pb2.GetViewRequest(match=match), timeout=2, metadata=metadata)

        def begin() -> None:
            starter.Start(start, timeout=2)

        attacks: Sequence[tuple[str, Callable[[], object], contextlib.AbstractContextManager[object]]] = (
            ("play: none", view, contextlib.nullcontext()),
            ("play: 300 idle reflection streams", view, calls_without_message(play_target, REFLECTION, 300)),
            ("play: 600 calls, headers only", view, calls_without_message(play_target, PLAY, 600)),
            ("play: 400 health checks, headers only", view, calls_without_message(play_target, HEALTH, 400)),
            ("play: 600 watches with one key", view, watches(play_target, key, match, 600)),
            ("play: 20 ping floods", view, ping_floods(play_target, 20)),
            ("play: 1500 connections", view, connections(play_target, 1500, speaking=True)),
            ("engine: none", begin, contextlib.nullcontext()),
            ("engine: 100 calls, headers only", begin, calls_without_message(engine_target, ENGINE, 100)),
            ("engine: 400 health checks, headers only", begin, calls_without_message(engine_target, HEALTH, 400)),
        )
        for name, call, attack in attacks:
            with attack:
                latencies, failures = asked(call, 20, 0.0)  # the attack begins to bite
                latencies, failures = [], 0
                until = time.perf_counter() + seconds
                while time.perf_counter() < until:
                    more, failed = asked(call, 1, random.uniform(0.01, 0.03))
                    latencies += more
                    failures += failed
            ordered = sorted(latencies)
            p50, p99 = (ordered[len(ordered) * percent // 100] * 1_000 for percent in (50, 99))
            sys.stdout.write(f"{name:42} p50 {p50:8.1f} ms  p99 {p99:8.1f} ms  {failures} of {len(ordered)} failed\n")
            sys.stdout.flush()
            time.sleep(1)
        play.close()
        engine.close()


def _new_key(rest: Rest, name: str) -> str:
    player = rest.post("/v1/players", {"name": name})["id"]
    key: str = rest.post(f"/v1/players/{player}/keys", {"name": name, "scopes": ["matches:read"]})["secret"]
    return key


@contextmanager
def _engine() -> Iterator[str]:
    command = (sys.executable, "-m", "cli", "engine", "factionwars", "--port", "0")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.communicate()


if __name__ == "__main__":
    main()
