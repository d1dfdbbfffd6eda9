"""Celery's connections to its broker: they leave a server that is not the primary any more, like all others.

Kombu's own stay with a server as long as it answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kombu.transport import TRANSPORT_ALIASES
from kombu.transport import redis as kombu_redis

from services.redis_clients.addresses import is_sentinel, parse_sentinel_url
from services.redis_clients.clients import CONNECT_SECONDS, TIMEOUT_SECONDS, broker_url, sentinel_options, sentinel_pool
from services.redis_clients.connections import (
    CheckedConnection,
    CheckedSentinelConnection,
    CheckedSentinelPool,
    CheckedSentinelSSLConnection,
    CheckedSSLConnection,
)
from services.redis_clients.sentinels import Sentinels
from services.redis_clients.tls import tls_options
from services.settings import Settings


class Channel(kombu_redis.Channel):
    """To one address."""

    connection_class = CheckedConnection
    connection_class_ssl = CheckedSSLConnection


class Transport(kombu_redis.Transport):
    """For ``redis://`` and ``rediss://``."""

    Channel = Channel


class SentinelChannel(kombu_redis.SentinelChannel):
    """To the primary that Sentinels name."""

    from_transport_options = (*kombu_redis.SentinelChannel.from_transport_options, "sentinels")
    sentinels: Sequence[tuple[str, int]]
    sentinel_kwargs: dict[str, Any]
    master_name: str
    _connparams: Callable[[bool], dict[str, Any]]

    connection_class = CheckedSentinelConnection
    connection_class_ssl = CheckedSentinelSSLConnection

    def _sentinel_managed_pool(self, asynchronous: bool = False) -> CheckedSentinelPool:
        """As kombu makes it, but with Sentinels that are asked anew each second. Kombu closes them with the channel."""
        options: dict[str, Any] = self._connparams(asynchronous)
        del options["host"], options["port"]
        manager = Sentinels(self.sentinels, self.sentinel_kwargs)
        if asynchronous:
            self._async_sentinel_manager = manager
        else:
            self._sentinel_manager = manager
        return sentinel_pool(self.master_name, manager, **options)


class SentinelTransport(kombu_redis.SentinelTransport):
    """For ``sentinel://``."""

    Channel = SentinelChannel


def use_checked_connections() -> None:
    """Let kombu find the transports above under the schemes of its own. By name, since it looks for them anew for each
    alternative of a URL."""
    for scheme, transport in {"redis": Transport, "rediss": Transport, "sentinel": SentinelTransport}.items():
        TRANSPORT_ALIASES[scheme] = f"{__name__}:{transport.__name__}"


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """The broker as Celery's settings have it. ``tls``: None for none."""

    url: str
    tls: dict[str, str | bool] | None = field(repr=False)
    transport_options: dict[str, Any] = field(repr=False)


def broker_address(settings: Settings) -> BrokerAddress:
    """Where the settings say that the broker is.

    Raises:
        BadSetting: a certificate cannot be read, or the settings name no broker.
    """
    url = broker_url(settings)
    tls = tls_options(url, settings) or None
    options: dict[str, Any] = {"socket_connect_timeout": CONNECT_SECONDS, "socket_timeout": TIMEOUT_SECONDS}
    if not is_sentinel(url):
        return BrokerAddress(url, tls, options)
    address = parse_sentinel_url(url)
    options |= {
        "master_name": address.service,
        "sentinels": address.sentinels,
        "sentinel_kwargs": sentinel_options(address, tls or {}),
    }
    return BrokerAddress(address.broker_url(), tls, options)
