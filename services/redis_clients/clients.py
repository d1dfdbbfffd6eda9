"""Every client of Redis is made here."""

from collections.abc import Callable
from typing import Any, Final

from redis import Redis
from redis import connection as redis_connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from services.redis_clients.addresses import (
    BadAddress,
    SentinelAddress,
    is_cluster,
    is_sentinel,
    parse_cluster_url,
    parse_sentinel_url,
    plain_url,
)
from services.redis_clients.cluster import client_by_cluster
from services.redis_clients.connections import (
    CHECKED,
    CheckedPool,
    CheckedSentinelConnection,
    CheckedSentinelPool,
    CheckedSentinelSSLConnection,
)
from services.redis_clients.errors import NotPrimary
from services.redis_clients.sentinels import Sentinels
from services.redis_clients.tls import tls_options
from services.redis_clients.traced import TracedRedis
from services.settings import PREFIX, BadSetting, RedisSettings

TIMEOUT_SECONDS: Final = 4.0
"""A server that hangs, or whose machine is gone, is noticed after this long, and after what commits wait for replicas;
longer than any other wait that we ask it for."""
CONNECT_SECONDS: Final = 2.0
"""How long a server, or a Sentinel, may take to accept a connection."""

# redis-py gives these no types.
_parse_url: Final[Callable[[str], dict[str, Any]]] = redis_connection.parse_url
sentinel_pool: Final[Callable[..., CheckedSentinelPool]] = CheckedSentinelPool


def live_state(settings: RedisSettings) -> Redis:
    """A client of the live state, connected when it is first used.

    Raises:
        BadSetting: the URL cannot be used, or a certificate cannot be read.
    """
    return client_of("redis_url", settings.redis_url, settings)


def queues(settings: RedisSettings) -> Redis:
    """The same to the broker, whose lists every Redis client can see."""
    return client_of("broker_url", plain_url(broker_url(settings)), settings)


def broker_url(settings: RedisSettings) -> str:
    """The address of the broker.

    Raises:
        BadSetting: there is none.
    """
    if not settings.broker_url:
        wanted = "must be given where the live state lies on a Redis Cluster: Celery's queues lie on one server"
        raise BadSetting(f"{PREFIX}BROKER_URL {wanted}")
    return settings.broker_url


def client_of(name: str, url: str, settings: RedisSettings) -> Redis:
    """A client of the server that a setting names."""
    options: dict[str, Any] = {
        "socket_timeout": TIMEOUT_SECONDS
        + settings.redis_wait_milliseconds / 1000 * bool(settings.redis_wait_replicas),
        # Whatever closes a connection because its server is the wrong one has done nothing: once more, on a new one.
        # What else fails may have been done.
        "retry": Retry(NoBackoff(), 1, supported_errors=(NotPrimary,)),
        **tls_options(url, settings),
    }
    try:
        if is_sentinel(url):
            return _client_by_sentinels(parse_sentinel_url(url), options)
        if is_cluster(url):
            timeouts = {"socket_timeout": TIMEOUT_SECONDS, "socket_connect_timeout": CONNECT_SECONDS}
            return client_by_cluster(parse_cluster_url(url), {**timeouts, **tls_options(url, settings)})
        options |= _parse_url(url)
    except ValueError as error:
        text = str(error) if isinstance(error, BadAddress) else "is not the URL of a Redis server"
        raise BadSetting(f"{PREFIX}{name.upper()} {text}") from None
    known = options.pop("connection_class", redis_connection.Connection)
    if "path" not in options:
        options.setdefault("socket_connect_timeout", CONNECT_SECONDS)
    return TracedRedis.from_pool(CheckedPool(CHECKED[known], **options))


def sentinel_options(address: SentinelAddress, tls: dict[str, str | bool]) -> dict[str, Any]:
    """Options of the connections to the Sentinels themselves. One that is down is passed over at once."""
    return {
        "socket_timeout": CONNECT_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "username": address.sentinel_user or None,
        "password": address.sentinel_password or None,
        **({"ssl": True, **tls} if address.is_tls else {}),
    }


def _client_by_sentinels(address: SentinelAddress, options: dict[str, Any]) -> Redis:
    tls = {name: value for name, value in options.items() if name.startswith("ssl_")}
    pool = sentinel_pool(
        address.service,
        Sentinels(address.sentinels, sentinel_options(address, tls)),
        connection_class=CheckedSentinelSSLConnection if address.is_tls else CheckedSentinelConnection,
        socket_connect_timeout=CONNECT_SECONDS,
        username=address.user or None,
        password=address.password or None,
        db=address.database,
        **options,
    )
    return TracedRedis.from_pool(pool)
