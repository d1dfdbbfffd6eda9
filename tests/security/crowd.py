"""A crowd of connections that ask for nothing, or do not come to an end: what an attacker without a key can do.

It runs in a process of its own (:func:`attacking`), so that its work does not stand in for the server's.
"""

import asyncio
import contextlib
import itertools
import multiprocessing
import multiprocessing.connection
import resource
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, cast

import uvloop

DRIP_SECONDS: Final = 4.0
AT_ONCE: Final = 200
"""Connections that are being opened at a time."""

_STREAM: Final = b"GET /v1/matches/m_0/events/ndjson HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
_POST: Final = b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


class Attack(Enum):
    """What each connection of a crowd does: what it sends at first, and then again and again."""

    SILENT = (b"", b"")
    KEEP_ALIVE = (b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", b"")
    UNFINISHED_HEAD = (b"GET /livez HTTP/1.1\r\nHost: x\r\n", b"A: b\r\n")
    SLOW_BODY = (_POST + b"Content-Length: 60000\r\n\r\n{", b" ")
    CHUNKED_BODY = (_POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n")
    CHUNKED_STREAM = (_STREAM, b"1\r\n \r\n")
    SLOW_READER = (b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 4, b"")

    def __init__(self, first: bytes, then: bytes) -> None:
        self.first = first
        self.then = then


@dataclass(slots=True)
class Seen:
    """What a crowd has seen: ``most_open`` at a time; ``opened`` in all; ``answers`` by status; ``resets``: connections
    that were broken off, or could not be made; ``problems``: how many answers were problem documents."""

    most_open: int = 0
    opened: int = 0
    resets: int = 0
    problems: int = 0
    answers: Counter[int] = field(default_factory=Counter)


class _Member(asyncio.Protocol):
    def __init__(self, crowd: "_Crowd") -> None:
        self._crowd = crowd
        self.closed = crowd.loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)  # uvloop has classes of its own
        self._transport = transport
        crowd, attack = self._crowd, self._crowd.attack
        crowd.open.add(self)
        crowd.seen.opened += 1
        crowd.seen.most_open = max(crowd.seen.most_open, len(crowd.open))
        if attack is Attack.SLOW_READER:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
            transport.pause_reading()
        if attack.first:
            transport.write(attack.first)

    def drip(self) -> None:
        """Send a little more."""
        if not self._transport.is_closing():
            self._transport.write(self._crowd.attack.then)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 "):
            self._crowd.seen.answers[int(data[9:12])] += 1
            self._crowd.seen.problems += b"application/problem+json" in data

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.open.discard(self)
        self._crowd.seen.resets += exc is not None
        if not self.closed.done():
            self.closed.set_result(None)


class _Crowd:
    def __init__(self, port: int, attack: Attack, number: int, sources: Sequence[str], reopens: bool) -> None:
        self.loop = asyncio.get_running_loop()
        self.attack = attack
        self.open: set[_Member] = set()
        self.seen = Seen()
        self._port = port
        self._number = number
        self._sources = sources
        self._reopens = reopens
        self._opening = asyncio.Semaphore(AT_ONCE)

    async def run(self, stop: asyncio.Event) -> None:
        sources = itertools.cycle(self._sources)
        members = [asyncio.create_task(self._member(next(sources))) for _ in range(self._number)]
        dripping = asyncio.create_task(self._drip())
        await stop.wait()
        for task in (dripping, *members):
            task.cancel()
        await asyncio.gather(dripping, *members, return_exceptions=True)

    async def _member(self, source: str) -> None:
        while True:
            try:
                async with self._opening:
                    _, member = await self.loop.create_connection(
                        lambda: _Member(self), "127.0.0.1", self._port, local_addr=(source, 0)
                    )
            except OSError:
                self.seen.resets += 1
            else:
                await member.closed
            if not self._reopens:
                return
            await asyncio.sleep(1)

    async def _drip(self) -> None:
        """Each connection once in ``DRIP_SECONDS``, evenly."""
        while self.attack.then:
            members = list(self.open)
            pause = DRIP_SECONDS / 20
            for part in range(20):
                for member in members[part::20]:
                    member.drip()
                await asyncio.sleep(pause)
        await asyncio.Event().wait()


def _attack(
    pipe: "multiprocessing.connection.Connection",
    port: int,
    attack: Attack,
    number: int,
    sources: Sequence[str],
    reopens: bool,
) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    async def run() -> None:
        crowd = _Crowd(port, attack, number, sources, reopens)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def asked() -> None:
            if pipe.recv() == "stop":
                loop.remove_reader(pipe.fileno())
                stop.set()
            else:
                pipe.send((len(crowd.open), crowd.seen))

        loop.add_reader(pipe.fileno(), asked)
        await crowd.run(stop)

    with contextlib.suppress(EOFError, KeyboardInterrupt):
        uvloop.run(run())


class Crowd:
    """A crowd at work in another process."""

    def __init__(self, pipe: "multiprocessing.connection.Connection") -> None:
        self._pipe = pipe

    def look(self) -> tuple[int, Seen]:
        """How many connections are open now, and what was seen so far."""
        self._pipe.send("look")
        found: tuple[int, Seen] = self._pipe.recv()
        return found

    def settle(self, seconds: float) -> tuple[int, Seen]:
        """Wait until no more connections and answers come, so many seconds at most; then :meth:`look`."""
        until = time.monotonic() + seconds
        before: tuple[int, int] | None = None
        while time.monotonic() < until:
            seen = self.look()[1]
            now = seen.opened, seen.answers.total()
            if now == before:
                break
            before = now
            time.sleep(1.0)
        return self.look()


@contextmanager
def attacking(
    port: int, attack: Attack, number: int, sources: Sequence[str], *, reopens: bool = True
) -> Iterator[Crowd]:
    """A crowd of ``number`` connections from these addresses. ``reopens``: it comes back when it is sent away."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_attack, args=(theirs, port, attack, number, sources, reopens), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Crowd(ours)
    finally:
        with contextlib.suppress(OSError):
            ours.send("stop")
        process.join(20)
        process.kill()
        process.join()
        ours.close()
