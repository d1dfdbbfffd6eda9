"""The Redis URLs of the settings.

    redis://[[user]:password@]host[:port][/database]    a server, or a name that leads to the primary
    rediss://…                                          the same over TLS
    unix://path?db=database                             a server on this machine
    redis+sentinel://[[user]:password@]sentinel[:port][,sentinel[:port]…]/service[/database]
    rediss+sentinel://…                                 the same, TLS to the servers and the Sentinels
    redis+cluster://[[user]:password@]host[:port][,host[:port]…]    some servers of a Redis Cluster
    rediss+cluster://…                                  the same over TLS

With Sentinels, user and password are the servers'; ``?sentinel_username=…&sentinel_password=…`` are the Sentinels' own.
"""

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

SENTINEL_SCHEMES: Final = ("redis+sentinel", "rediss+sentinel")
SENTINEL_PORT: Final = 26379
CLUSTER_SCHEMES: Final = ("redis+cluster", "rediss+cluster")
SERVER_PORT: Final = 6379
_OWN: Final = ("sentinel_username", "sentinel_password")


class BadAddress(ValueError):
    """A URL cannot be used. The message says what is allowed; it quotes nothing, since a password may stand there."""


@dataclass(frozen=True, slots=True)
class SentinelAddress:
    """Sentinels, and the service whose primary they are asked for. ``user``, ``password``: of the servers, empty for
    none; ``sentinel_user``, ``sentinel_password``: of the Sentinels."""

    sentinels: tuple[tuple[str, int], ...]
    service: str
    database: int
    is_tls: bool
    user: str = ""
    password: str = ""
    sentinel_user: str = ""
    sentinel_password: str = ""

    def broker_url(self) -> str:
        """The address as Celery has it: one URL for each Sentinel."""
        login = f"{quote(self.user, safe='')}:{quote(self.password, safe='')}@" if self.password else ""
        return ";".join(f"sentinel://{login}{host}:{port}/{self.database}" for host, port in self.sentinels)


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """Some servers of a Redis Cluster, which know the others. ``user``, ``password``: empty for none."""

    servers: tuple[tuple[str, int], ...]
    is_tls: bool
    user: str = ""
    password: str = ""


def is_sentinel(url: str) -> bool:
    """Whether a URL names Sentinels."""
    return url.partition("://")[0] in SENTINEL_SCHEMES


def is_cluster(url: str) -> bool:
    """Whether a URL names servers of a Redis Cluster."""
    return url.partition("://")[0] in CLUSTER_SCHEMES


def is_tls(url: str) -> bool:
    """Whether a URL asks for TLS."""
    return url.partition("://")[0] in ("rediss", "rediss+sentinel", "rediss+cluster")


def parse_sentinel_url(url: str) -> SentinelAddress:
    """Read a URL that names Sentinels.

    Raises:
        BadAddress: it is not of the form above.
    """
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    service, _, database = parts.path.strip("/").partition("/")
    options = parse_qs(parts.query)
    is_whole = database.isascii() and (database.isdigit() or not database)
    if parts.scheme not in SENTINEL_SCHEMES or not service or not is_whole or options.keys() - set(_OWN):
        raise BadAddress("must be redis+sentinel://[user:password@]host:port,host:port/service/database")
    own_user, own_password = (options.get(name, [""])[0] for name in _OWN)
    return SentinelAddress(
        tuple(_host(host, SENTINEL_PORT) for host in hosts.split(",")),
        unquote(service),
        int(database or 0),
        is_tls(url),
        unquote(user),
        unquote(password),
        own_user,
        own_password,
    )


def parse_cluster_url(url: str) -> ClusterAddress:
    """Read a URL that names servers of a Redis Cluster.

    Raises:
        BadAddress: it is not of the form above. A cluster has no databases of other numbers than 0.
    """
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    if parts.scheme not in CLUSTER_SCHEMES or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadAddress("must be redis+cluster://[user:password@]host:port,host:port")
    servers = tuple(_host(host, SERVER_PORT) for host in hosts.split(","))
    return ClusterAddress(servers, is_tls(url), unquote(user), unquote(password))


def _host(text: str, default_port: int) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host:
        raise BadAddress("names a server whose host or port cannot be read")
    return host, default_port if port is None else port


def plain_url(broker_url: str) -> str:
    """A broker's address as a Redis client reads it: Celery writes that of a Unix socket in a way of its own."""
    if not broker_url.startswith("redis+socket://"):
        return broker_url
    path, _, host = broker_url.removeprefix("redis+socket://").partition("?virtual_host=")
    return f"unix://{path}?db={host or 0}"
