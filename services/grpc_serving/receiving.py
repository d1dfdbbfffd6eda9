"""The requests that have not come yet.

A call begins with its headers; its message follows, or does not. It has limited time to come, and when too many calls
wait for theirs, the one that has waited longest is given up: a client's own message follows its headers at once, so
those are calls that keep silent.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

import grpc

from services.telemetry import metrics

RECEIVE_SECONDS: Final = 10.0
"""How long a client may take to send the message of a call, or the next one of a stream; and up to a second more."""

SILENT_SECONDS: Final = 0.25

_SWEEP_SECONDS: Final = 0.5

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Waiting:
    """A call that waits for a message since ``began``."""

    context: grpc.ServicerContext
    address: str
    began: float
    is_given_up: bool = False


class Receiver:
    """Receives the messages of calls. Safe to use from several threads."""

    def __init__(
        self,
        *,
        most: int,
        most_of_address: int,
        seconds: float = RECEIVE_SECONDS,
        silent_seconds: float = SILENT_SECONDS,
    ) -> None:
        """``most``, ``most_of_address``: how many calls may wait for a message, in all and from one address, before the
        oldest is given up. ``seconds``: the time limit of a message. ``silent_seconds``: a call that has waited for
        less may just have come: it is not given up for others."""
        self._silent_seconds = silent_seconds
        self._most = most
        self._most_of_address = most_of_address
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting: dict[_Waiting, None] = {}  # the oldest first
        self._of_address: dict[str, dict[_Waiting, None]] = {}
        self._is_sweeping = False

    def receive(self, requests: Iterator[T], context: grpc.ServicerContext, address: str) -> T | None:
        """The next message of a call; None if the client sends no more. ``address``: the client's.

        Raises:
            grpc.RpcError: the call has ended: it was given up, or the client has left. To be handed on to gRPC.
        """
        waiting = _Waiting(context, address, time.monotonic())
        self._add(waiting)
        try:
            message = next(requests, None)
        except grpc.RpcError:
            if waiting.is_given_up:
                metrics.silent_call_ended()
            raise
        finally:
            self._remove(waiting)
        if message is None and waiting.is_given_up:  # gRPC ends the messages of a cancelled call either way
            metrics.silent_call_ended()
            raise _ended(context)
        return message

    def _add(self, waiting: _Waiting) -> None:
        with self._lock:
            own = self._of_address.setdefault(waiting.address, {})
            silent = None
            if len(own) >= self._most_of_address:
                silent = next(iter(own))
            elif len(self._waiting) >= self._most:
                silent = next(iter(self._waiting))
            own[waiting] = None
            self._waiting[waiting] = None
            if silent is not None and waiting.began - silent.began >= self._silent_seconds:
                self._forget(silent)
            else:
                silent = None
            starts, self._is_sweeping = not self._is_sweeping, True
        if silent is not None:
            self._give_up(silent)
        if starts:
            self._sweep_later()

    def _sweep_later(self) -> None:
        timer = threading.Timer(_SWEEP_SECONDS, self._sweep)
        timer.daemon = True
        timer.start()

    def _sweep(self) -> None:
        """Give up those whose time is over. A timer for each call would cost more than all else here."""
        until = time.monotonic() - self._seconds
        silent: list[_Waiting] = []
        with self._lock:
            for waiting in self._waiting:
                if waiting.began > until:
                    break
                silent.append(waiting)
            for waiting in silent:
                self._forget(waiting)
            self._is_sweeping = goes_on = bool(self._waiting)
        for waiting in silent:
            self._give_up(waiting)
        if goes_on:
            self._sweep_later()

    def _give_up(self, waiting: _Waiting) -> None:
        waiting.is_given_up = True
        waiting.context.cancel()  # who waits for its message is told

    def _remove(self, waiting: _Waiting) -> None:
        with self._lock:
            self._forget(waiting)

    def _forget(self, waiting: _Waiting) -> None:
        if waiting not in self._waiting:
            return
        del self._waiting[waiting]
        own = self._of_address[waiting.address]
        del own[waiting]
        if not own:
            del self._of_address[waiting.address]


def _ended(context: grpc.ServicerContext) -> grpc.RpcError:
    """What gRPC takes for the end of a call, as its own of a call that it knows to be cancelled."""
    with suppress(Exception):  # that is how it returns
        context.abort(grpc.StatusCode.CANCELLED, "")
    return grpc.RpcError()
