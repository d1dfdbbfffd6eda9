"""The client for asyncio. What it does, :class:`playhall_client.client.Client` does, and says."""

import asyncio
import functools
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from itertools import count
from types import TracebackType
from typing import TypeVar

import httpx

from playhall_client.connection import LIMITS, TIMEOUT_SECONDS, Address
from playhall_client.errors import BadAnswer, PlayhallError
from playhall_client.following import SILENCE_SECONDS, E, Following
from playhall_client.operations import AsyncCaller, Operations, Steps
from playhall_client.promises import Promises
from playhall_client.requests import Page, Request, T
from playhall_client.retries import Retries

LOG = logging.getLogger("playhall_client")
C = TypeVar("C", bound="AsyncClient")


class AsyncClient(Operations, AsyncCaller):
    """A player's access to a platform, for the tasks of one event loop."""

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
        """As :class:`playhall_client.client.Client`.

        Raises:
            ValueError: not a URL of a platform, or not a key.
        """
        self._address = Address(url, key)
        self._retries = retries or Retries()
        self._timeout_seconds = timeout_seconds
        self._silence_seconds = silence_seconds
        self.promises = promises or Promises()
        self._http = httpx.AsyncClient(limits=LIMITS)

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncClient({self._address.url!r})"

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def _call(self, request: Request[T]) -> T:
        for attempt in count(1):
            try:
                return await self._once(request)
            except PlayhallError as error:
                pause = self._retries.pause(attempt, error)
                if pause is None:
                    raise
                LOG.info("%s %s is sent again: %s", request.method, request.path, error)
            await asyncio.sleep(pause)
        raise AssertionError("attempts have no end")

    async def _perform(self, steps: Steps[T]) -> T:
        step = functools.partial(next, steps)
        while True:
            try:
                request = step()
            except StopIteration as end:
                done: T = end.value
                return done
            try:
                step = functools.partial(steps.send, await self._call(request))
            except PlayhallError as error:
                step = functools.partial(steps.throw, error)

    async def _once(self, request: Request[T]) -> T:
        try:
            response = await self._http.send(self._address.request(request, self._timeout_seconds))
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        return request.result(response.status_code, response.headers, response.content)

    async def _list(self, first: Request[Page[T]]) -> AsyncIterator[T]:
        following: Request[Page[T]] | None = first
        while following is not None:
            page = await self._call(following)
            for entry in page.entries:
                yield entry
            following = page.next

    async def _follow(self, following: Following[E]) -> AsyncIterator[E]:
        while not following.is_over:
            error: PlayhallError | None = None
            try:
                async with aclosing(self._connection(following)) as events:
                    async for event in events:
                        yield event
            except PlayhallError as raised:
                error = raised
            if not following.is_over:
                pause = following.pause(self._retries, error)
                LOG.info("a stream goes on in %.1f s: %s", pause, error or "it was closed")
                await asyncio.sleep(pause)

    async def _connection(self, following: Following[E]) -> AsyncGenerator[E, None]:
        request = following.request()
        try:
            response = await self._http.send(self._address.request(request, self._silence_seconds), stream=True)
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        try:
            if response.status_code != httpx.codes.OK:
                request.result(response.status_code, response.headers, await response.aread())
                raise BadAnswer("a stream that is none")
            async for chunk in response.aiter_bytes():
                for event in following.receive(chunk):
                    yield event
                if following.is_over:
                    return
        except httpx.RequestError as error:
            raise self._address.lost(error) from error
        finally:
            await response.aclose()
