"""Redis and PostgreSQL that speak TLS only, to clients with a certificate only."""

import asyncio
import contextlib
import os
import pwd
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from tests.certificates import Authority, Pair
from tests.postgres import Cluster, running
from tests.waiting import wait_until

HOST = "127.0.0.1"


@contextmanager
def terminating(socket_path: Path, pair: Pair, clients: Authority | None) -> Iterator[int]:
    """A proxy before the Unix socket of a server without TLS, as stunnel would be; its port. ``clients``: whose
    certificate a client must have, if any."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if clients is not None:
        context.load_verify_locations(clients.certificate)
        context.verify_mode = ssl.CERT_REQUIRED
    context.load_cert_chain(pair.certificate, pair.key)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(_listen(socket_path, context), loop).result(10)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _listen(path: Path, context: ssl.SSLContext) -> asyncio.Server:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(path)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(_pump(reader, to_server), _pump(from_server, writer))

    return await asyncio.start_server(serve, HOST, 0, ssl=context)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def redis_server() -> str | None:
    """A Redis or Valkey of this machine that may have TLS; the embedded one has none."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


@contextmanager
def native(program: str, folder: Path, authority: Authority, pair: Pair, **options: str) -> Iterator[int]:
    """A server that speaks TLS itself; its port. ``options``: of its own, with underscores for dashes."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    given = {name.replace("_", "-"): value for name, value in options.items()}
    words = [
        word
        for name, value in (_options(port, folder, authority, pair) | given).items()
        for word in (f"--{name}", value)
    ]
    server = subprocess.Popen((program, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def listens() -> bool:
        with socket.socket() as asking:
            return asking.connect_ex((HOST, port)) == 0

    try:
        wait_until(lambda: listens() or server.poll() is not None, "the server's start")
        assert server.poll() is None, f"{program} has no TLS"
        yield port
    finally:
        server.terminate()
        server.wait(10)


def _options(port: int, folder: Path, authority: Authority, pair: Pair) -> dict[str, str]:
    return {
        "port": "0",
        "bind": HOST,
        "tls-port": str(port),
        "tls-cert-file": str(pair.certificate),
        "tls-key-file": str(pair.key),
        "tls-ca-cert-file": str(authority.certificate),
        "tls-auth-clients": "yes",
        "dir": str(folder),
        "save": "",
    }


@contextmanager
def postgres(binaries: Path, authority: Authority, *, password: str = "") -> Iterator[Cluster]:
    """A PostgreSQL that lets in, by the network, who speaks TLS and has a certificate of the authority, or who has the
    ``password``, if there is one."""
    way_in = "scram-sha-256" if password else "trust clientcert=verify-ca"
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]

    def configure(folder: Path, owner: pwd.struct_passwd) -> dict[str, str]:
        pair = authority.issue("postgres-server", HOST)
        for name, source in (
            ("server.crt", pair.certificate),
            ("server.key", pair.key),
            ("ca.crt", authority.certificate),
        ):
            shutil.copy(source, folder / name)
            os.chown(folder / name, owner.pw_uid, owner.pw_gid)
        (folder / "hba").write_text(f"local all all trust\nhostssl all all 127.0.0.1/32 {way_in}\n")
        (folder / "hba").chmod(0o644)
        return {
            "listen_addresses": HOST,
            "port": str(port),
            "ssl": "on",
            "ssl_cert_file": str(folder / "server.crt"),
            "ssl_key_file": str(folder / "server.key"),
            "ssl_ca_file": str(folder / "ca.crt"),
            "hba_file": str(folder / "hba"),
        }

    with running(binaries, configure) as cluster:
        if password:
            with psycopg.connect(cluster.url("postgres"), autocommit=True) as connection:
                connection.execute(SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(cluster.user), password))
        yield cluster
