"""Celery's connections to its broker: they leave a server that is not the primary any more, like all others.

Kombu's own stay with a server as long as it answers.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.transport import redis as kombu_redis
from kombu.utils.json import dumps

from services.platform_time import platform_ms
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


class QoS(kombu_redis.QoS):
    """What was taken and is not acknowledged. By kombu's own, each process dates it by the clock of its host: a worker
    whose host is minutes ahead would give what others work on to somebody else."""

    channel: Any
    _vrestore_count: int

    def append(self, message: Any, delivery_tag: str) -> None:  # noqa: ANN401 - kombu's own
        """A message was taken."""
        info = message.delivery_info
        kept = dumps([message._raw, info["exchange"], info["routing_key"]])
        with self.pipe_or_acquire() as pipe:
            pipe.zadd(self.unacked_index_key, {delivery_tag: platform_ms() / 1000})
            pipe.hset(self.unacked_key, delivery_tag, kept)
            pipe.execute()
        virtual.QoS.append(self, message, delivery_tag)

    def restore_visible(self, start: int = 0, num: int | None = 10, interval: int = 10) -> None:
        """Let others take what was taken too long ago. ``num``: None for all of it."""
        self._vrestore_count += 1
        if (self._vrestore_count - 1) % (interval or 1):
            return
        now = platform_ms() / 1000
        key, most = self.unacked_index_key, self.visibility_timeout
        with (
            suppress(kombu_redis.MutexHeld),
            self.channel.conn_or_acquire() as client,
            kombu_redis.Mutex(client, self.unacked_mutex_key, self.unacked_mutex_expire),
        ):
            page = {} if num is None else {"start": start, "num": num}
            late = client.zrangebyscore(key, "-inf", now - most, **page)
            # What was taken in the future was dated by a clock that was wrong.
            late += client.zrangebyscore(key, now + most, "+inf", **page)
            for tag in late:
                self.restore_by_tag(tag, client)


class Channel(kombu_redis.Channel):
    """To one address."""

    QoS = QoS
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

    QoS = QoS
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
    url = broker_url(settings.redis)
    tls = tls_options(url, settings.redis) or None
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
