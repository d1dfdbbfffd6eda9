"""The service of :mod:`services.engine.near`: some rulesets at a Unix socket, for callers of the same installation."""

import contextlib
import json
import os
import socket
import threading
import time
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import structlog

from services.engine import near_wire, proto_codec
from services.engine.engine import Engine, Position
from services.engine.in_process import InProcessEngine
from services.engine.near_wire import Broken, Head
from services.engine.registry import AnyRuleset
from services.errors import Reason, Refusal
from services.telemetry import tracing

_BACKLOG: Final = 128
_LOOK_SECONDS: Final = 0.02

_log = structlog.get_logger(__name__)


class NearServer:
    """Serves rulesets to who can open the socket: its owner. Each connection has a thread of its own."""

    def __init__(self, rulesets: Iterable[AnyRuleset], path: Path) -> None:
        """``path``: where to listen; what another service has left there is taken away. Nothing is served before
        :meth:`start`.

        Raises:
            OSError: the address cannot be listened on.
        """
        self._engines: dict[str, Engine] = {ruleset.describe().id: InProcessEngine(ruleset) for ruleset in rulesets}
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        self._listener.bind(str(path))
        path.chmod(0o600)
        self._own = path.stat().st_ino
        self._at_work = 0
        self._lock = threading.Lock()

    def start(self) -> None:
        """Serve from now on."""
        self._listener.listen(_BACKLOG)
        threading.Thread(target=self._accept, name="near", daemon=True).start()

    def stop(self, grace_seconds: float) -> None:
        """Take no new connections, and let the calls at work finish within ``grace_seconds``."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_ino == self._own:  # not the next one's
                self._path.unlink()
        until = time.monotonic() + grace_seconds
        while self._at_work and time.monotonic() < until:
            time.sleep(_LOOK_SECONDS)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return  # stopped
            threading.Thread(target=self._attend, args=(connection,), name="near call", daemon=True).start()

    def _attend(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(Broken, OSError):
            while True:
                head, parts = near_wire.receive(connection)
                with self._lock:
                    self._at_work += 1
                try:
                    near_wire.send(connection, *self._answer(head, parts))
                finally:
                    with self._lock:
                        self._at_work -= 1

    def _answer(self, head: Head, parts: list[bytes]) -> tuple[Head, list[bytes]]:
        try:
            engine = self._engines.get(head["ruleset"])
            if engine is None:
                raise Refusal(Reason.UNKNOWN_RULESET)
            with tracing.serving(head.get("trace", ""), f"near/{head['call']}"):
                return _called(engine, head, parts)
        except Refusal as refusal:
            return near_wire.refusal_head(refusal), []
        # Whatever it is, the caller gets a proper answer, and what it says stays here.
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            where = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
            _log.error("call failed", call=head.get("call"), error=type(error).__name__, where=where)
            return near_wire.refusal_head(Refusal(Reason.INTERNAL)), []


def _called(engine: Engine, head: Head, parts: list[bytes]) -> tuple[Head, list[bytes]]:
    """One call to an engine, as head and parts of the answer."""
    match head["call"]:
        case "play":
            seed, state, action = parts
            position = Position(head["ruleset"], head["version"], seed, state)
            notation, step = engine.play(position, head["seat"], _parsed(action))
            answer, said = near_wire.step_frame(step)
            return {**answer, "notation": notation}, said
        case "observe":
            seed, state = parts
            return near_wire.step_frame(engine.observe(Position(head["ruleset"], head["version"], seed, state)))
        case "start":
            options, seed = parts
            return near_wire.step_frame(engine.start(head["seats"], _parsed(options), seed))
        case "default":
            seed, state = parts
            position = Position(head["ruleset"], head["version"], seed, state)
            return {"notation": engine.default(position, head["seat"])}, []
        case "choose":
            names, view, seed = parts
            bot, legal = _parsed(names)
            return {"notation": engine.choose(bot, view, legal, seed)}, []
        case "imagine":
            view, seed = parts
            imagined = engine.imagine(view, seed)
            return {"version": imagined.version}, [imagined.state]
        case "describe":
            return {}, [proto_codec.description_message(engine.describe()).SerializeToString()]
    raise Refusal(Reason.METHOD_NOT_ALLOWED)


def _parsed(data: bytes) -> Any:  # noqa: ANN401 - whatever the JSON holds
    return json.loads(data)


def make_own_folder(folder: Path) -> None:
    """Make the folder of a socket. It may lie where everybody can make one, and a stranger's could hold a stranger's
    server.

    Raises:
        PermissionError: it belongs to somebody else.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
