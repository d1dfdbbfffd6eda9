"""All settings, read from the environment once, at the composition root. Nothing else reads the environment.

A setting is declared once, in the record of its subject, with its default and what may be given: the field
``<name>`` is ``PLAYHALL_<NAME>`` in the environment. See ``docs/settings.md`` for what each is for.
"""

import hashlib
import ipaddress
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

PREFIX = "PLAYHALL_"
_WIDEST_PREFIX = 8  # whoever trusts more networks than this trusts the clients themselves
_RENAMED = {"key_requests_per_minute": "player_requests_per_minute"}
"""Settings by the names that they had in earlier versions, when they meant something else."""
_TOKENS = re.compile(r"[\x21-\x2b\x2d-\x7e]{16,512}(,[\x21-\x2b\x2d-\x7e]{16,512})*", re.ASCII)
ANY_PORT = ":*"
"""Ends an origin of which every port is meant, and none."""
_ORIGIN = re.compile(
    r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\*|[1-9][0-9]{0,4}))?", re.ASCII
)
_HIGHEST_PORT = 65_535
_USUAL_PORTS = {"http": "80", "https": "443"}
_PLAIN_PATH = re.compile(r"[A-Za-z0-9/._~+=@:-]*")


class BadSetting(Exception):
    """A setting has a value that cannot be used. The message names it and says what is allowed."""


# -- what may be given -------------------------------------------------------------------------------------------------


def _number(low: int, high: int, kind: Callable[[int], float], name: str, text: str) -> float:
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise BadSetting(f"{PREFIX}{name.upper()} must be a whole number from {low} to {high}")
    return kind(int(text))


def _tokens(name: str, text: str) -> str:
    if not _TOKENS.fullmatch(text):
        wanted = "must be at least 16 printable ASCII characters without blanks; several are separated by commas"
        raise BadSetting(f"{PREFIX}{name.upper()} {wanted}")
    return text


def _line(most: int, name: str, text: str) -> str:
    if len(text) > most or not text.isprintable():
        raise BadSetting(f"{PREFIX}{name.upper()} must be a line of at most {most} characters")
    return text


def _networks(name: str, text: str) -> str:
    try:
        networks = [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError:
        wanted = "must be networks such as 10.1.2.0/24, separated by commas"
        raise BadSetting(f"{PREFIX}{name.upper()} {wanted}") from None
    if any(network.prefixlen < _WIDEST_PREFIX for network in networks):
        raise BadSetting(f"{PREFIX}{name.upper()} must have no network wider than /{_WIDEST_PREFIX}")
    return ",".join(map(str, networks))


def _origins(name: str, text: str) -> str:
    """Origins as browsers write them, separated by commas; ``*``: all."""
    origins = list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    if origins == ["*"]:
        return "*"
    for origin in origins:
        fault = _fault_of_origin(origin)
        if fault:
            raise BadSetting(
                f"{PREFIX}{name.upper()} must be origins such as https://play.example, https://play.example:8443 or "
                f"http://localhost:* (any port), separated by commas, or * alone: {origin!r} {fault}"
            )
    return ",".join(origins)


def _fault_of_origin(origin: str) -> str:
    """Why no browser would send this origin; ``""`` if one could."""
    if origin == "null":
        return "is the origin of every sandboxed page and every file, whosever it is"
    found = _ORIGIN.fullmatch(origin)
    if found is None:
        return "is not scheme://host or scheme://host:port, in lower case and without a path or a slash at its end"
    scheme, host, port = found.groups()
    if port is not None and port == _USUAL_PORTS.get(scheme):
        return f"has the port that browsers leave out: write {scheme}://{host}"
    if port not in (None, "*") and int(port) > _HIGHEST_PORT:
        return f"has a port above {_HIGHEST_PORT}"
    if host.startswith("["):
        try:
            address = str(ipaddress.IPv6Address(host[1:-1]))
        except ValueError:
            return "has no IPv6 address in its brackets"
        if address != host[1:-1]:
            return f"has an address that browsers write as [{address}]"
    return ""


def _ports(name: str, text: str) -> str:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 65_535 for part in parts):
        raise BadSetting(f"{PREFIX}{name.upper()} must be ports from 1 to 65535, separated by commas")
    return ",".join(str(int(part)) for part in parts)


def _word(name: str, text: str) -> str:
    if not text.isascii() or not text.isalnum():
        raise BadSetting(f"{PREFIX}{name.upper()} must be letters and digits")
    return text


def _level(name: str, text: str) -> str:
    return _word(name, text).upper()


def _file(_: str, text: str) -> Path:
    return Path(text).absolute()


_Number = TypeVar("_Number", int, float)


def _whole(default: _Number, low: int, high: int) -> _Number:
    """A whole number."""
    return field(default=default, metadata={"read": partial(_number, low, high, type(default))})


def _switch(*, on: bool) -> bool:
    """1 for yes, 0 for no."""
    return field(default=on, metadata={"read": partial(_number, 0, 1, bool)})


def _read(read: Callable[[str, str], str], default: str = "", *, shown: bool = True) -> str:
    """A text that is checked. ``shown``: in what tells of the settings."""
    return field(default=default, repr=shown, metadata={"read": read})


# -- the settings by subject -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlatformSettings:
    """What the processes of an installation have in common."""

    data_dir: Path = field(metadata={"read": _file})
    signing_keys: Path = field(metadata={"read": _file})
    environment: str = _read(_word, "dev")


@dataclass(frozen=True, slots=True)
class RedisSettings:
    """Live state and queues."""

    redis_url: str
    broker_url: str
    redis_ca_file: str = ""
    redis_cert_file: str = ""
    redis_key_file: str = ""
    redis_wait_replicas: int = _whole(0, 0, 10)
    redis_wait_milliseconds: int = _whole(1_000, 1, 5_000)


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Players, keys, finished matches and tournaments."""

    database_url: str
    database_connections: int = _whole(10, 1, 200)


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """The services of rulesets, and who may call them."""

    engines: str = "local"
    worker_engines: str = "local"
    engine_timeout_seconds: float = _whole(5.0, 1, 60)
    image: str = _read(partial(_line, 200))
    engine_token: str = _read(_tokens, shown=False)
    engine_tls_cert: str = ""
    engine_tls_key: str = ""
    engine_tls_ca: str = ""
    foreign_engine_tokens: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """How the gateway is reached, and how much it takes from whom."""

    host: str = "127.0.0.1"
    port: int = _whole(8080, 0, 65_535)
    grpc_port: int = _whole(8081, 0, 65_535)
    grpc_reflection: bool = _switch(on=True)
    grpc_tls_cert: str = ""
    grpc_tls_key: str = ""
    grpc_tls_client_ca: str = ""
    gateway_threads: int = _whole(8, 1, 256)
    connections: int = _whole(10_000, 1, 1_000_000)
    address_connections: int = _whole(5_000, 0, 1_000_000)
    player_streams: int = _whole(100, 0, 1_000_000)
    address_streams: int = _whole(500, 0, 1_000_000)
    stream_max_seconds: int = _whole(600, 1, 86_400)
    max_body_bytes: int = _whole(65_536, 1_024, 16_777_216)
    player_requests_per_minute: int = _whole(3_000, 0, 6_000_000)
    address_requests_per_minute: int = _whole(300, 0, 6_000_000)
    trusted_proxies: str = _read(_networks)
    ipv6_client_bits: int = _whole(56, 32, 64)
    cors_origins: str = _read(_origins)
    public_spectating: bool = _switch(on=True)


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """Keys, and who may sign up."""

    key_grace_seconds: int = _whole(3600, 0, 86_400)
    stream_token_seconds: int = _whole(300, 1, 3_600)
    sign_up: bool = _switch(on=False)
    sign_ups_per_day: int = _whole(1_000, 0, 1_000_000)
    address_sign_ups: int = _whole(10, 0, 100_000)
    address_sign_up_seconds: int = _whole(300, 1, 86_400)
    invited_guests_per_day: int = _whole(200, 0, 1_000_000)
    bots_per_player: int = _whole(10, 0, 100_000)


@dataclass(frozen=True, slots=True)
class QuotaSettings:
    """How much of what each person may have."""

    open_matches_per_player: int = _whole(100, 0, 1_000_000)
    unfinished_matches_per_player: int = _whole(1_000, 0, 1_000_000)
    bot_seats_per_player: int = _whole(5_000, 0, 1_000_000)
    live_seats_per_player: int = _whole(1_000, 0, 1_000_000)
    creations_per_minute_per_player: int = _whole(600, 0, 6_000_000)
    invitations_per_pair: int = _whole(20, 0, 1_000_000)
    invitations_per_minute_per_pair: int = _whole(60, 0, 6_000_000)
    invitations_received: int = _whole(500, 0, 1_000_000)
    open_series_per_player: int = _whole(20, 0, 1_000_000)
    open_tournaments_per_player: int = _whole(20, 0, 1_000_000)


@dataclass(frozen=True, slots=True)
class TicketSettings:
    """Quick pairing."""

    waiting_tickets_per_player: int = _whole(20, 0, 1_000)
    ticket_seconds: int = _whole(60, 5, 86_400)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How long matches wait for what."""

    open_match_hours: int = _whole(24, 0, 366 * 24)
    idle_match_days: int = _whole(0, 0, 3_660)
    clock_grace_ms: int = _whole(250, 0, 60_000)
    finished_ttl_seconds: int = _whole(300, 1, 366 * 24 * 3600)
    nudge_seconds: int = _whole(15, 1, 3_600)


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """Calls of bots and hosts behind a URL."""

    webhook_networks: str = _read(_networks)
    webhook_ports: str = _read(_ports, "443")
    webhook_http: bool = _switch(on=False)
    webhook_ca_file: str = ""
    webhook_timeout_seconds: float = _whole(10.0, 1, 30)
    webhook_retry_seconds: int = _whole(3_600, 0, 366 * 24 * 3600)
    webhook_delivery_days: int = _whole(7, 1, 366)


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """How ratings are computed."""

    ratings_rules: str = ""
    ratings_replay_hour: int = _whole(4, 0, 23)


@dataclass(frozen=True, slots=True)
class OperationsSettings:
    """What operators read of a process."""

    log_level: str = _read(_level, "INFO")
    log_format: str = _read(_word, "logfmt")
    operations_host: str = "127.0.0.1"
    operations_port: int = _whole(0, 0, 65_535)
    metrics_dir: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings by subject. A component gets its subject alone."""

    platform: PlatformSettings
    redis: RedisSettings
    database: DatabaseSettings
    engines: EngineSettings
    gateway: GatewaySettings
    accounts: AccountSettings
    quotas: QuotaSettings
    tickets: TicketSettings
    matches: MatchSettings
    webhooks: WebhookSettings
    ratings: RatingSettings
    operations: OperationsSettings

    def by_name(self) -> dict[str, Any]:
        """Every setting by its name, whatever its subject."""
        return {name: value for subject in asdict(self).values() for name, value in subject.items()}

    def changed(self, **values: Any) -> "Settings":  # noqa: ANN401 - of all kinds
        """The same with other values of some settings, by their names."""
        assert values.keys() <= NAMES
        made = {}
        for part in fields(self):
            subject = getattr(self, part.name)
            of_it = {each.name: values[each.name] for each in fields(subject) if each.name in values}
            made[part.name] = replace(subject, **of_it)
        return Settings(**made)


NAMES = frozenset(each.name for subject in fields(Settings) for each in fields(subject.type))  # type: ignore[arg-type]
"""Of all settings."""


# -- from the environment ----------------------------------------------------------------------------------------------


def is_log_json(environ: Mapping[str, str] | None = None) -> bool:
    """Whether machines read the log, for who has to say that the settings cannot be read."""
    return (os.environ if environ is None else environ).get(f"{PREFIX}LOG_FORMAT") == "json"


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process.

    Raises:
        BadSetting: a value cannot be used, or a ``PLAYHALL_`` name is unknown.
    """
    env = os.environ if environ is None else environ
    given = {name[len(PREFIX) :].lower(): value for name, value in env.items() if name.startswith(PREFIX)}
    for old, new in _RENAMED.items():
        if old in given:
            raise BadSetting(f"{PREFIX}{old.upper()} is now {PREFIX}{new.upper()}: see docs/settings.md")
    unknown = given.keys() - NAMES
    if unknown:
        names = ", ".join(sorted(PREFIX + name.upper() for name in unknown))
        raise BadSetting(f"unknown setting: {names}")
    shares = Path(env.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    data_dir = Path(given.get("data_dir") or shares / "playhall").absolute()
    redis_url = given.get("redis_url") or f"unix://{socket_path(data_dir)}?db=0"
    broker_url = given.get("broker_url") or default_broker_url(redis_url)
    if broker_url.partition("://")[0].endswith("+cluster"):
        raise BadSetting(f"{PREFIX}BROKER_URL must be one server or Sentinels: Celery's queues cannot lie on a cluster")
    given |= {
        "data_dir": str(data_dir),
        "signing_keys": given.get("signing_keys") or str(data_dir / "signing-keys.json"),
        "redis_url": redis_url,
        "broker_url": broker_url,
        "database_url": given.get("database_url") or f"sqlite:///{data_dir / 'playhall.db'}",
    }
    settings = Settings(**{subject.name: _subject(subject.type, given) for subject in fields(Settings)})
    _check_redis_tls(settings.redis)
    return settings


def _subject(kind: Any, given: Mapping[str, str]) -> Any:  # noqa: ANN401 - a record of settings
    """The settings of a subject that are given. An empty text is as good as none, but where every text is taken."""
    values = {}
    for each in fields(kind):
        if each.name not in given:
            continue
        text, read = given[each.name], each.metadata.get("read")
        if read is None:
            values[each.name] = text
        elif text:
            values[each.name] = read(each.name, text)
    return kind(**values)


def _check_redis_tls(settings: RedisSettings) -> None:
    files = (settings.redis_ca_file, settings.redis_cert_file, settings.redis_key_file)
    if any(files) and not any(
        url.startswith(("rediss://", "rediss+sentinel://", "rediss+cluster://"))
        for url in (settings.redis_url, settings.broker_url)
    ):
        # Whoever gives certificates means to be encrypted.
        wanted = f"{PREFIX}REDIS_URL or {PREFIX}BROKER_URL to begin with rediss://"
        raise BadSetting(f"{PREFIX}REDIS_CA_FILE, _CERT_FILE and _KEY_FILE want {wanted}")
    if bool(settings.redis_cert_file) != bool(settings.redis_key_file):
        raise BadSetting(f"{PREFIX}REDIS_CERT_FILE and {PREFIX}REDIS_KEY_FILE go together")


def socket_path(data_dir: Path, name: str = "valkey") -> Path:
    """Where the embedded Valkey of a data folder listens, or another server of it.

    The kernel allows 107 bytes for the address of a Unix domain socket, and some characters end an entry of
    ``PLAYHALL_ENGINES`` or mean something in a gRPC target. So a data folder that lies deep or has such a name has its
    sockets in a short folder derived from its path.
    """
    path = data_dir / f"{name}.sock"
    if len(os.fsencode(path)) <= 100 and _PLAIN_PATH.fullmatch(str(path)):
        return path
    short = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"playhall-{os.getuid()}-{short}" / f"{name}.sock"


def default_broker_url(redis_url: str) -> str:
    """The Celery broker beside the live state: same server, database 1. None (empty) beside a Redis Cluster."""
    if redis_url.startswith("unix://"):
        return f"redis+socket://{redis_url.removeprefix('unix://').split('?')[0]}?virtual_host=1"
    base, _, query = redis_url.partition("?")
    scheme, _, rest = base.rstrip("/").partition("://")
    if scheme.endswith("+cluster"):
        return ""
    if scheme.endswith("+sentinel"):  # whose service comes before the database, and whose query has their password
        return f"{scheme}://{'/'.join(rest.split('/')[:2])}/1" + (f"?{query}" if query else "")
    return f"{scheme}://{rest.split('/')[0]}/1"
