"""The play face beside the gateway, on the same services."""

from collections.abc import Callable, Iterator

import grpc
import pytest

from gateway.grpc_api.server import PlayLimits
from services.engine.registry import EngineDirectory
from tests.integration.gateway.conftest import ada, admin, bob, carol, cast, hall, live, migrated
from tests.integration.gateway.harness import Client, Hall
from tests.integration.grpc_api.clients import PlayClient, served, services_of

__all__ = ["ada", "admin", "bob", "carol", "cast", "hall", "live", "migrated"]


@pytest.fixture
def channel(hall: Hall) -> Iterator[grpc.Channel]:
    """A channel to a server with four places to watch."""
    with (
        served(services_of(hall), PlayLimits(threads=8, streams=4, recheck_seconds=0.0)) as (_, target),
        grpc.insecure_channel(target) as opened,
    ):
        yield opened


@pytest.fixture
def over_grpc(channel: grpc.Channel) -> Callable[[Client], PlayClient]:
    """The same player over gRPC."""
    return lambda client: PlayClient(channel, client.key)


@pytest.fixture
def both(hall: Hall) -> Hall:
    """The hall plays Faction Wars, too."""
    engines = services_of(hall).engines
    assert isinstance(engines, EngineDirectory)
    hall.matches._engines = engines
    hall.matches._judge._engines = engines
    return hall
