"""The client for programs that wait."""

import functools
import logging
import time
from collections.abc import Iterator
from itertools import count
from types import TracebackType
from typing import TypeVar

import httpx

from playhall_client.connection import LIMITS, TIMEOUT_SECONDS, Address
from playhall_client.errors import BadAnswer, PlayhallError
from playhall_client.following import SILENCE_SECONDS, E, Following
from playhall_client.operations import Caller, Operations, Steps
from playhall_client.promises import Promises
from playhall_client.requests import Page, Request, T
from playhall_client.retries import Retries

LOG = logging.getLogger("playhall_client")
C = TypeVar("C", bound="Client")


class Client(Operations, Caller):
    """A player's access to a platform. May be shared between threads; an iterator is for one of them."""

    def __init__(
        self,
        url: str,
        key: str | None,
        *,
        retries: Retries | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        silence_seconds: float = SILENCE_SECONDS,
        promises: Promises | None = None,
    ) -> None:
        """``url``: such as ``http://127.0.0.1:8080``. ``key``: None for what anybody may read. ``timeout_seconds``: of
        silence, after which a request got no answer. ``silence_seconds``: after which a stream is dead. ``promises``:
        where commitments and client seeds are kept; by default in memory.

        Raises:
            ValueError: not a URL of a platform, or not a key.
        """
        self._address = Address(url, key)
        self._retries = retries or Retries()
        self._timeout_seconds = timeout_seconds
        self._silence_seconds = silence_seconds
        self.promises = promises or Promises()
        self._http = httpx.Client(limits=LIMITS)

    def __enter__(self: C) -> C:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client({self._address.url!r})"

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def _call(self, request: Request[T]) -> T:
        for attempt in count(1):
            try:
                return self._once(request)
            except PlayhallError as error:
                pause = self._retries.pause(attempt, error)
                if pause is None:
                    raise
                LOG.info("%s %s is sent again: %s", request.method, request.path, error)
            time.sleep(pause)
        raise AssertionError("attempts have no end")

    def _perform(self, steps: Steps[T]) -> T:
        step = functools.partial(next, steps)
        while True:
            try:
                request = step()
            except StopIteration as end:
                done: T = end.value
                return done
            try:
                step = functools.partial(steps.send, self._call(request))
            except PlayhallError as error:
                step = functools.partial(steps.throw, error)

    def _once(self, request: Request[T]) -> T:
        try:
            response = self._http.send(self._address.request(request, self._timeout_seconds))
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        return request.result(response.status_code, response.headers, response.content)

    def _list(self, first: Request[Page[T]]) -> Iterator[T]:
        following: Request[Page[T]] | None = first
        while following is not None:
            page = self._call(following)
            yield from page.entries
            following = page.next

    def _follow(self, following: Following[E]) -> Iterator[E]:
        while not following.is_over:
            error: PlayhallError | None = None
            try:
                yield from self._connection(following)
            except PlayhallError as raised:
                error = raised
            if not following.is_over:
                pause = following.pause(self._retries, error)
                LOG.info("a stream goes on in %.1f s: %s", pause, error or "it was closed")
                time.sleep(pause)

    def _connection(self, following: Following[E]) -> Iterator[E]:
        request = following.request()
        try:
            response = self._http.send(self._address.request(request, self._silence_seconds), stream=True)
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        try:
            if response.status_code != httpx.codes.OK:
                request.result(response.status_code, response.headers, response.read())
                raise BadAnswer("a stream that is none")
            for chunk in response.iter_bytes():
                yield from following.receive(chunk)
                if following.is_over:
                    return
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        finally:
            response.close()
