"""A stream that is followed over many connections; nothing is sent here.

Who has the connections asks :meth:`Following.request` for what to send, gives :meth:`Following.receive` the bytes that
come, and waits for :meth:`Following.pause` when a connection has ended.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Generic, TypeVar

from playhall_client.errors import ApiError, BadAnswer, PlayhallError
from playhall_client.models import JsonObject, Record
from playhall_client.requests import Request
from playhall_client.retries import Retries

E = TypeVar("E", bound=Record)

SILENCE_SECONDS: Final = 30.0
"""A connection on which nothing has come for so long is dead: there is a sign of life every 15 seconds."""

_FINAL_FROM, _FINAL_TO = 400, 500
_PASSING: Final = frozenset({408, 429})

_ANYWAY: Final = frozenset({"snapshot", "open", "end"})
"""Lines that tell everything anew, whatever came before; and the last, which has the place of the one before it."""


class Following(Generic[E]):
    """Where a stream has come to.

    ``place``: the field of a line that says where to resume after it. ``since``: where to begin. A line is given out
    once: those that are not after the last one are left out, and a line that was cut off is asked for again.
    """

    def __init__(
        self, request: Request[None], parse: Callable[[JsonObject], E], place: str, since: str | int | None = None
    ) -> None:
        self.since = since
        self.is_over = False
        """The last line has been given out."""
        self._request = request
        self._parse = parse
        self._place = place
        self._begun = b""
        self._failures = 0

    def request(self) -> Request[None]:
        """What to send on the next connection."""
        self._begun = b""
        return replace(self._request, query={**self._request.query, "since": self.since})

    def receive(self, chunk: bytes) -> Iterator[E]:
        """What some bytes tell.

        Raises:
            BadAnswer: they are no such stream.
        """
        *lines, self._begun = (self._begun + chunk).split(b"\n")
        for line in lines:
            self._failures = 0
            if line.strip() and not self.is_over:
                yield from self._told(line)

    def pause(self, retries: Retries, error: PlayhallError | None) -> float:
        """How many seconds to wait before the next connection. ``error``: why the last one ended, if not by itself.

        Raises:
            ApiError: a refusal that will not pass.
        """
        if isinstance(error, ApiError) and _FINAL_FROM <= error.status < _FINAL_TO and error.status not in _PASSING:
            raise error
        self._failures += 1
        return retries.grown(self._failures, error)

    def _told(self, line: bytes) -> Iterator[E]:
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict) or not isinstance(document.get("type"), str):
            raise BadAnswer("a line of the stream is none of this API")
        type, place = document["type"], document.get(self._place)
        if type not in _ANYWAY and self._is_known(place):
            return
        event = self._parse(document)
        self.since = self.since if place is None else place
        self.is_over = type == "end"
        yield event

    def _is_known(self, place: object) -> bool:
        """Whether a line was given out already."""
        if isinstance(place, int) and isinstance(self.since, int):
            return place <= self.since
        return place is not None and place == self.since
