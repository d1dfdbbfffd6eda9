"""Counters: Python function calls of the threads that serve, and what passes over a connection."""

import selectors
import socket
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

Address = str | tuple[str, int]

_QUIET_SECONDS: Final = 0.02
_PIECE: Final = 1 << 18


class Calls:
    """The Python functions that are called in threads which start after :meth:`install`."""

    def __init__(self) -> None:
        self._threads: list[dict[CodeType, int]] = []  # one each: an increment is not atomic

    def install(self) -> None:
        """Count in every thread that starts from now on, and not in this one."""
        threading.setprofile(self._begin)

    def _begin(self, _frame: FrameType, _event: str, _argument: object) -> None:
        counts: dict[CodeType, int] = {}
        self._threads.append(counts)

        def count(frame: FrameType, event: str, _argument: object) -> None:
            if event == "call":
                counts[frame.f_code] = counts.get(frame.f_code, 0) + 1

        sys.setprofile(count)

    def so_far(self) -> Counter[CodeType]:
        """How often each function was called."""
        total: Counter[CodeType] = Counter()
        for counts in self._threads.copy():
            total.update(counts.copy())
        return total

    def wait_until_quiet(self) -> Counter[CodeType]:
        """Wait until no thread calls anything for a moment: a server still does something after it has answered."""
        before = self.so_far()
        while True:
            time.sleep(_QUIET_SECONDS)
            now = self.so_far()
            if now == before:
                return now
            before = now


class Wire:
    """A proxy in front of a server that counts ``bytes``, in both directions, and ``round_trips``: how often a client
    sends something after it was answered."""

    def __init__(self, folder: Path, name: str, server: Address) -> None:
        """``server``: the path of a Unix domain socket, or a host and a port. Clients connect to :attr:`path`."""
        self.path = str(folder / name)
        self.bytes = 0
        self.round_trips = 0
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(64)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._asking: set[socket.socket] = set()  # clients that were not answered since they sent something
        threading.Thread(target=self._pass_on, name=name, daemon=True).start()

    def _pass_on(self) -> None:
        sys.setprofile(None)  # it serves nobody
        while True:
            for key, _ in self._selector.select():
                assert isinstance(key.fileobj, socket.socket)
                if key.fileobj is self._listener:
                    self._connect()
                elif key.fileobj.fileno() >= 0:  # otherwise the other side has just closed
                    self._copy(key.fileobj, *key.data)

    def _connect(self) -> None:
        client, _ = self._listener.accept()
        if isinstance(self._server, str):
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._server)
        else:
            server = socket.create_connection(self._server)
            server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._selector.register(client, selectors.EVENT_READ, (server, client))
        self._selector.register(server, selectors.EVENT_READ, (client, client))

    def _copy(self, source: socket.socket, target: socket.socket, client: socket.socket) -> None:
        try:
            piece = source.recv(_PIECE)
            target.sendall(piece)
        except OSError:
            piece = b""
        if not piece:
            for each in (source, target):
                self._selector.unregister(each)
                each.close()
            self._asking.discard(client)
            return
        self.bytes += len(piece)
        if source is not client:
            self._asking.discard(client)
        elif client not in self._asking:
            self._asking.add(client)
            self.round_trips += 1
