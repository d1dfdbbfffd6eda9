"""An engine on the same machine: the client of a ruleset's service at a Unix socket.

The same calls as those of :class:`services.engine.grpc_client.GrpcEngine`, at a fraction of what gRPC costs. For
services of the same installation only: see :mod:`services.engine.near_wire`.
"""

import json
import os
import socket
import struct
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from playhall.engine.v1 import engine_pb2 as pb

from services.engine import near_wire, proto_codec
from services.engine.circuit_breaker import FAILURES, CircuitBreaker
from services.engine.documents import encode
from services.engine.engine import Position, Step
from services.engine.near_wire import Broken, Head
from services.engine.ruleset import Description, JsonObject, OptionValue
from services.errors import FieldError, Reason, Refusal
from services.shared_thread import before_reading, before_waiting
from services.telemetry import metrics, tracing

PAUSES_SECONDS: Final = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Before each attempt of a call whose connection cannot be made or breaks: a service that starts again comes back."""


class NearEngine:
    """Plays a ruleset by a service on this machine. Safe to use from several threads, and in a process that forks."""

    def __init__(self, ruleset: str, path: str, *, timeout_seconds: float) -> None:
        """``path``: of the socket, connected to at the first call. ``timeout_seconds``: for each attempt of a call."""
        self._ruleset = ruleset
        self._path = path
        self._patience = CircuitBreaker(timeout_seconds)
        seconds, rest = divmod(timeout_seconds, 1)
        self._timeout = struct.pack("ll", int(seconds), int(rest * 1_000_000))
        self._idle: list[socket.socket] = []
        self._pid = os.getpid()
        self._description: Description | None = None

    def describe(self) -> Description:
        """See :meth:`InProcessEngine.describe`; also ``BUSY``. Asked for anew after the connection was lost: another
        version may have taken the service's place."""
        if self._description is None or not self._idle or self._pid != os.getpid():
            _, (written,) = self._call({"call": "describe"}, ())
            self._description = proto_codec.description_from(pb.Description.FromString(written))
        return self._description

    def start(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> Step:
        """See :meth:`InProcessEngine.start`; also ``BUSY``."""
        head, parts = self._call({"call": "start", "seats": seats}, (_json(dict(options)), seed))
        return near_wire.step_from(head, parts, self._ruleset, seed)

    def play(self, position: Position, seat: int, action: str | JsonObject) -> tuple[str, Step]:
        """See :meth:`InProcessEngine.play`; also ``BUSY``."""
        head, parts = self._asked({"call": "play", "seat": seat}, position, _action(action))
        return head["notation"], near_wire.step_from(head, parts, self._ruleset, position.seed)

    def observe(self, position: Position) -> Step:
        """See :meth:`InProcessEngine.observe`; also ``BUSY``."""
        head, parts = self._asked({"call": "observe"}, position)
        return near_wire.step_from(head, parts, self._ruleset, position.seed)

    def default(self, position: Position, seat: int) -> str:
        """See :meth:`InProcessEngine.default`; also ``BUSY``."""
        return str(self._asked({"call": "default", "seat": seat}, position)[0]["notation"])

    def choose(self, bot: str, view: bytes, legal: list[str], seed: bytes) -> str:
        """See :meth:`InProcessEngine.choose`; also ``BUSY``."""
        return str(self._call({"call": "choose"}, (_json([bot, legal]), view, seed))[0]["notation"])

    def imagine(self, view: bytes, seed: bytes) -> Position:
        """See :meth:`InProcessEngine.imagine`; also ``BUSY``."""
        head, (state,) = self._call({"call": "imagine"}, (view, seed))
        return Position(self._ruleset, head["version"], seed, state)

    def _asked(self, head: Head, position: Position, *parts: bytes) -> tuple[Head, list[bytes]]:
        """Ask something about a position; the service may serve other rulesets too, this engine does not."""
        if position.ruleset != self._ruleset:
            raise Refusal(Reason.UNKNOWN_RULESET, errors=(FieldError("/position/ruleset", "another ruleset"),))
        head["version"] = position.version
        return self._call(head, (position.seed, position.state, *parts))

    def _call(self, head: Head, parts: Sequence[bytes]) -> tuple[Head, list[bytes]]:
        """Call the service. A call is pure, so one that got no answer is sent again."""
        self._patience.check()
        name = str(head["call"]).capitalize()  # as the method is called over gRPC
        head["ruleset"] = self._ruleset
        if trace := tracing.current():
            head["trace"] = trace
        for pause in PAUSES_SECONDS:
            if pause:
                before_waiting()
                time.sleep(pause)
            began = time.perf_counter()
            try:
                answer, said = self._exchanged(head, parts)
            except TimeoutError:
                raise self._out_of_reach(name, late=True) from None
            except (Broken, OSError):
                self._close_idle()  # the others are to the same service, and as dead
                continue
            self._patience.answered()
            if "refused" not in answer:
                metrics.engine_called(self._ruleset, name, time.perf_counter() - began)
                return answer, said
            refusal = near_wire.refusal_from(answer)
            if refusal.reason in FAILURES:
                metrics.engine_failed(self._ruleset, name, refusal.reason.name)
            raise refusal
        raise self._out_of_reach(name, late=False)

    def _out_of_reach(self, name: str, *, late: bool) -> Refusal:
        self._patience.failed(late=late)
        metrics.engine_failed(self._ruleset, name, Reason.BUSY.name)
        return Refusal(Reason.BUSY)

    def _exchanged(self, head: Head, parts: Sequence[bytes]) -> tuple[Head, list[bytes]]:
        if self._pid != os.getpid():
            self._idle, self._pid = [], os.getpid()  # the parent's connections are the parent's
        connection = self._idle.pop() if self._idle else self._connect()
        try:
            near_wire.send(connection, head, parts)
            before_reading(connection)
            answer = near_wire.receive(connection)
        except BlockingIOError:  # the socket's own patience is at an end, see `_connect`
            connection.close()
            raise TimeoutError from None
        except BaseException:
            connection.close()
            raise
        self._idle.append(connection)
        return answer

    def _connect(self) -> socket.socket:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Not a timeout of Python's, which would cost a system call more for each read and write.
        for which in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            made.setsockopt(socket.SOL_SOCKET, which, self._timeout)
        try:
            made.connect(self._path)
        except BaseException:
            made.close()
            raise
        return made

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()


def _action(action: str | JsonObject) -> bytes:
    try:
        return json.dumps(action).encode()
    except RecursionError:
        detail = "nested too deep"
        raise Refusal(Reason.MALFORMED_ACTION, detail, errors=(FieldError("/action", detail),)) from None


def _json(document: Any) -> bytes:  # noqa: ANN401 - options, or names that a caller made up
    try:
        return encode(document)
    except ValueError:
        return json.dumps(document).encode()
