"""All settings, read from the environment once, at the composition root. Nothing else reads the environment."""

import hashlib
import ipaddress
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class Settings:
    """See ``docs/settings.md`` for what each is for. Each field is ``PLAYHALL_<NAME>`` in the environment."""

    data_dir: Path
    redis_url: str
    broker_url: str
    database_url: str
    signing_keys: Path
    database_connections: int = 10
    redis_ca_file: str = ""
    redis_cert_file: str = ""
    redis_key_file: str = ""
    redis_wait_replicas: int = 0
    redis_wait_milliseconds: int = 1_000
    engines: str = "local"
    worker_engines: str = "local"
    environment: str = "dev"
    host: str = "127.0.0.1"
    port: int = 8080
    grpc_port: int = 8081
    grpc_reflection: bool = True
    grpc_tls_cert: str = ""
    grpc_tls_key: str = ""
    grpc_tls_client_ca: str = ""
    gateway_threads: int = 8
    connections: int = 10_000
    address_connections: int = 5_000
    player_streams: int = 100
    address_streams: int = 500
    key_grace_seconds: int = 3600
    engine_timeout_seconds: float = 5.0
    image: str = ""
    engine_token: str = field(default="", repr=False)
    engine_tls_cert: str = ""
    engine_tls_key: str = ""
    engine_tls_ca: str = ""
    foreign_engine_tokens: str = field(default="", repr=False)
    max_body_bytes: int = 65_536
    player_requests_per_minute: int = 3_000
    address_requests_per_minute: int = 300
    trusted_proxies: str = ""
    ipv6_client_bits: int = 56
    cors_origins: str = ""
    public_spectating: bool = True
    sign_up: bool = False
    sign_ups_per_day: int = 1_000
    address_sign_ups: int = 10
    address_sign_up_seconds: int = 300
    invited_guests_per_day: int = 200
    stream_token_seconds: int = 300
    bots_per_player: int = 10
    open_matches_per_player: int = 100
    unfinished_matches_per_player: int = 1_000
    bot_seats_per_player: int = 5_000
    live_seats_per_player: int = 1_000
    creations_per_minute_per_player: int = 600
    invitations_per_pair: int = 20
    invitations_per_minute_per_pair: int = 60
    invitations_received: int = 500
    open_series_per_player: int = 20
    open_tournaments_per_player: int = 20
    waiting_tickets_per_player: int = 20
    ticket_seconds: int = 60
    open_match_hours: int = 24
    idle_match_days: int = 0
    clock_grace_ms: int = 250
    finished_ttl_seconds: int = 300
    nudge_seconds: int = 15
    stream_max_seconds: int = 600
    webhook_networks: str = ""
    webhook_ports: str = "443"
    webhook_http: bool = False
    webhook_ca_file: str = ""
    webhook_timeout_seconds: float = 10.0
    webhook_retry_seconds: int = 3_600
    webhook_delivery_days: int = 7
    ratings_rules: str = ""
    ratings_replay_hour: int = 4
    log_level: str = "INFO"
    log_format: str = "logfmt"
    operations_host: str = "127.0.0.1"
    operations_port: int = 0
    metrics_dir: str = ""


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
    unknown = given.keys() - Settings.__dataclass_fields__.keys()
    if unknown:
        names = ", ".join(sorted(PREFIX + name.upper() for name in unknown))
        raise BadSetting(f"unknown setting: {names}")
    shares = Path(env.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    data_dir = Path(given.pop("data_dir", "") or shares / "playhall").absolute()
    redis_url = given.pop("redis_url", "") or f"unix://{socket_path(data_dir)}?db=0"
    broker_url = given.pop("broker_url", "") or default_broker_url(redis_url)
    if broker_url.partition("://")[0].endswith("+cluster"):
        raise BadSetting(f"{PREFIX}BROKER_URL must be one server or Sentinels: Celery's queues cannot lie on a cluster")
    return Settings(
        data_dir=data_dir,
        redis_url=redis_url,
        broker_url=broker_url,
        database_url=given.pop("database_url", "") or f"sqlite:///{data_dir / 'playhall.db'}",
        database_connections=_whole(given, "database_connections", 10, 1, 200),
        signing_keys=Path(given.pop("signing_keys", "") or data_dir / "signing-keys.json").absolute(),
        **_redis_tls_files(given, redis_url, broker_url),
        redis_wait_replicas=_whole(given, "redis_wait_replicas", 0, 0, 10),
        redis_wait_milliseconds=_whole(given, "redis_wait_milliseconds", 1_000, 1, 5_000),
        engines=given.pop("engines", "local"),
        worker_engines=given.pop("worker_engines", "local"),
        environment=_word(given, "environment", "dev"),
        host=given.pop("host", "127.0.0.1"),
        port=_whole(given, "port", 8080, 0, 65_535),
        grpc_port=_whole(given, "grpc_port", 8081, 0, 65_535),
        grpc_reflection=_whole(given, "grpc_reflection", 1, 0, 1) == 1,
        grpc_tls_cert=given.pop("grpc_tls_cert", ""),
        grpc_tls_key=given.pop("grpc_tls_key", ""),
        grpc_tls_client_ca=given.pop("grpc_tls_client_ca", ""),
        gateway_threads=_whole(given, "gateway_threads", 8, 1, 256),
        connections=_whole(given, "connections", 10_000, 1, 1_000_000),
        address_connections=_whole(given, "address_connections", 5_000, 0, 1_000_000),
        player_streams=_whole(given, "player_streams", 100, 0, 1_000_000),
        address_streams=_whole(given, "address_streams", 500, 0, 1_000_000),
        key_grace_seconds=_whole(given, "key_grace_seconds", 3600, 0, 86_400),
        engine_timeout_seconds=float(_whole(given, "engine_timeout_seconds", 5, 1, 60)),
        image=_line(given, "image", 200),
        engine_token=_tokens(given, "engine_token"),
        engine_tls_cert=given.pop("engine_tls_cert", ""),
        engine_tls_key=given.pop("engine_tls_key", ""),
        engine_tls_ca=given.pop("engine_tls_ca", ""),
        foreign_engine_tokens=given.pop("foreign_engine_tokens", ""),
        max_body_bytes=_whole(given, "max_body_bytes", 65_536, 1_024, 16_777_216),
        player_requests_per_minute=_whole(given, "player_requests_per_minute", 3_000, 0, 6_000_000),
        address_requests_per_minute=_whole(given, "address_requests_per_minute", 300, 0, 6_000_000),
        trusted_proxies=_networks(given, "trusted_proxies"),
        ipv6_client_bits=_whole(given, "ipv6_client_bits", 56, 32, 64),
        cors_origins=_origins(given, "cors_origins"),
        public_spectating=_whole(given, "public_spectating", 1, 0, 1) == 1,
        sign_up=_whole(given, "sign_up", 0, 0, 1) == 1,
        sign_ups_per_day=_whole(given, "sign_ups_per_day", 1_000, 0, 1_000_000),
        address_sign_ups=_whole(given, "address_sign_ups", 10, 0, 100_000),
        address_sign_up_seconds=_whole(given, "address_sign_up_seconds", 300, 1, 86_400),
        invited_guests_per_day=_whole(given, "invited_guests_per_day", 200, 0, 1_000_000),
        bots_per_player=_whole(given, "bots_per_player", 10, 0, 100_000),
        stream_token_seconds=_whole(given, "stream_token_seconds", 300, 1, 3_600),
        open_matches_per_player=_whole(given, "open_matches_per_player", 100, 0, 1_000_000),
        unfinished_matches_per_player=_whole(given, "unfinished_matches_per_player", 1_000, 0, 1_000_000),
        bot_seats_per_player=_whole(given, "bot_seats_per_player", 5_000, 0, 1_000_000),
        live_seats_per_player=_whole(given, "live_seats_per_player", 1_000, 0, 1_000_000),
        creations_per_minute_per_player=_whole(given, "creations_per_minute_per_player", 600, 0, 6_000_000),
        invitations_per_pair=_whole(given, "invitations_per_pair", 20, 0, 1_000_000),
        invitations_per_minute_per_pair=_whole(given, "invitations_per_minute_per_pair", 60, 0, 6_000_000),
        invitations_received=_whole(given, "invitations_received", 500, 0, 1_000_000),
        open_series_per_player=_whole(given, "open_series_per_player", 20, 0, 1_000_000),
        open_tournaments_per_player=_whole(given, "open_tournaments_per_player", 20, 0, 1_000_000),
        waiting_tickets_per_player=_whole(given, "waiting_tickets_per_player", 20, 0, 1_000),
        ticket_seconds=_whole(given, "ticket_seconds", 60, 5, 86_400),
        open_match_hours=_whole(given, "open_match_hours", 24, 0, 366 * 24),
        idle_match_days=_whole(given, "idle_match_days", 0, 0, 3_660),
        clock_grace_ms=_whole(given, "clock_grace_ms", 250, 0, 60_000),
        finished_ttl_seconds=_whole(given, "finished_ttl_seconds", 300, 1, 366 * 24 * 3600),
        nudge_seconds=_whole(given, "nudge_seconds", 15, 1, 3_600),
        stream_max_seconds=_whole(given, "stream_max_seconds", 600, 1, 86_400),
        webhook_networks=_networks(given, "webhook_networks"),
        webhook_ports=_ports(given, "webhook_ports", "443"),
        webhook_http=_whole(given, "webhook_http", 0, 0, 1) == 1,
        webhook_ca_file=given.pop("webhook_ca_file", ""),
        webhook_timeout_seconds=float(_whole(given, "webhook_timeout_seconds", 10, 1, 30)),
        webhook_retry_seconds=_whole(given, "webhook_retry_seconds", 3_600, 0, 366 * 24 * 3600),
        webhook_delivery_days=_whole(given, "webhook_delivery_days", 7, 1, 366),
        ratings_rules=given.pop("ratings_rules", ""),
        ratings_replay_hour=_whole(given, "ratings_replay_hour", 4, 0, 23),
        log_level=_word(given, "log_level", "INFO").upper(),
        log_format=_word(given, "log_format", "logfmt"),
        operations_host=given.pop("operations_host", "127.0.0.1"),
        operations_port=_whole(given, "operations_port", 0, 0, 65_535),
        metrics_dir=given.pop("metrics_dir", ""),
    )


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


def _redis_tls_files(given: dict[str, str], *urls: str) -> dict[str, str]:
    names = ("redis_ca_file", "redis_cert_file", "redis_key_file")
    files = {name: given.pop(name, "") for name in names}
    if any(files.values()) and not any(
        url.startswith(("rediss://", "rediss+sentinel://", "rediss+cluster://")) for url in urls
    ):
        # Whoever gives certificates means to be encrypted.
        wanted = f"{PREFIX}REDIS_URL or {PREFIX}BROKER_URL to begin with rediss://"
        raise BadSetting(f"{PREFIX}REDIS_CA_FILE, _CERT_FILE and _KEY_FILE want {wanted}")
    if bool(files["redis_cert_file"]) != bool(files["redis_key_file"]):
        raise BadSetting(f"{PREFIX}REDIS_CERT_FILE and {PREFIX}REDIS_KEY_FILE go together")
    return files


def _whole(given: dict[str, str], name: str, default: int, low: int, high: int) -> int:
    text = given.pop(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise BadSetting(f"{PREFIX}{name.upper()} must be a whole number from {low} to {high}")
    return int(text)


def _tokens(given: dict[str, str], name: str) -> str:
    text = given.pop(name, "")
    if text and not _TOKENS.fullmatch(text):
        wanted = "must be at least 16 printable ASCII characters without blanks; several are separated by commas"
        raise BadSetting(f"{PREFIX}{name.upper()} {wanted}")
    return text


def _line(given: dict[str, str], name: str, most: int) -> str:
    text = given.pop(name, "")
    if len(text) > most or not text.isprintable():
        raise BadSetting(f"{PREFIX}{name.upper()} must be a line of at most {most} characters")
    return text


def _networks(given: dict[str, str], name: str) -> str:
    text = given.pop(name, "")
    try:
        networks = [ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError:
        wanted = "must be networks such as 10.1.2.0/24, separated by commas"
        raise BadSetting(f"{PREFIX}{name.upper()} {wanted}") from None
    if any(network.prefixlen < _WIDEST_PREFIX for network in networks):
        raise BadSetting(f"{PREFIX}{name.upper()} must have no network wider than /{_WIDEST_PREFIX}")
    return ",".join(map(str, networks))


def _origins(given: dict[str, str], name: str) -> str:
    """Origins as browsers write them, separated by commas; ``*``: all."""
    origins = list(dict.fromkeys(part.strip() for part in given.pop(name, "").split(",") if part.strip()))
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


def _ports(given: dict[str, str], name: str, default: str) -> str:
    parts = [part.strip() for part in (given.pop(name, "") or default).split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= 65_535 for part in parts):
        raise BadSetting(f"{PREFIX}{name.upper()} must be ports from 1 to 65535, separated by commas")
    return ",".join(str(int(part)) for part in parts)


def _word(given: dict[str, str], name: str, default: str) -> str:
    text = given.pop(name, "") or default
    if not text.isascii() or not text.isalnum():
        raise BadSetting(f"{PREFIX}{name.upper()} must be letters and digits")
    return text
