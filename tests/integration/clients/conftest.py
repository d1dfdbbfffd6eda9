"""The gateway on a real port, servers that misbehave, and both clients under one name."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing
from itertools import islice
from typing import Any

import pytest

from playhall_client import AsyncClient, Client, Retries
from tests.certificates import Authority
from tests.integration.clients.scripted import ScriptedServer
from tests.integration.gateway.conftest import ada, bob, carol, hall, live, migrated
from tests.integration.gateway.harness import Hall
from tests.integration.gateway.served import Gateway

__all__ = ["ada", "bob", "carol", "hall", "live", "migrated"]

QUICK = Retries(attempts=4, first_seconds=0.02, most_seconds=0.05)


@pytest.fixture(scope="module", autouse=True)
def one_authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Clients trust one authority here, and meet none: to read all that are trusted elsewhere takes each new client
    some thirty milliseconds."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SSL_CERT_FILE", str(Authority(tmp_path_factory.mktemp("authority")).certificate))
        yield


class Asking:
    """A client of one of the two kinds, with which tests wait for answers."""

    def __init__(self, kind: str, url: str, key: str | None, **settings: Any) -> None:
        self._kind = kind
        self._arguments = (url, key)
        self._settings = {"retries": QUICK, **settings}

    def call(self, name: str, /, *arguments: Any, **named: Any) -> Any:
        """What an operation returns."""
        if self._kind == "sync":
            with Client(*self._arguments, **self._settings) as client:
                return getattr(client, name)(*arguments, **named)

        async def call() -> Any:
            async with AsyncClient(*self._arguments, **self._settings) as client:
                return await getattr(client, name)(*arguments, **named)

        return asyncio.run(call())

    def entries(self, name: str, /, *arguments: Any, most: int | None = None, **named: Any) -> list[Any]:
        """The entries of a list or the lines of a stream: all, or the first."""
        if self._kind == "sync":
            with Client(*self._arguments, **self._settings) as client:
                return list(islice(getattr(client, name)(*arguments, **named), most))

        async def entries() -> list[Any]:
            found: list[Any] = []
            async with AsyncClient(*self._arguments, **self._settings) as client:
                source: AsyncIterator[Any] = getattr(client, name)(*arguments, **named)
                async with aclosing(source) as told:  # type: ignore[type-var]
                    async for entry in told:
                        found.append(entry)
                        if len(found) == most:
                            break
            return found

        return asyncio.run(entries())


@pytest.fixture(params=["sync", "async"])
def asking(request: pytest.FixtureRequest) -> Callable[..., Asking]:
    """Makes clients of each kind."""
    return lambda url, key, **settings: Asking(request.param, url, key, **settings)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server that answers what a test tells it to."""
    made = ScriptedServer()
    yield made
    made.close()


class Service:
    """The gateway, which is stopped and started again at one address."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._gateway = Gateway(hall)
        self.url = f"http://127.0.0.1:{self._gateway.port}"

    def restart(self) -> None:
        """Stop as for SIGTERM, and start again."""
        self._gateway.stop()
        self._gateway = Gateway(self._hall, self._gateway.port)

    def stop(self) -> None:
        """Stop for good."""
        self._gateway.stop()


@pytest.fixture
def service(hall: Hall) -> Iterator[Service]:
    """The gateway at an address of its own."""
    made = Service(hall)
    yield made
    made.stop()
