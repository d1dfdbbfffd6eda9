"""``playhall up``: the whole platform on one machine, in the foreground."""

import importlib
import ipaddress
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import click

from cli.data_folder import DataFolder, FolderLock
from cli.forking import share_memory
from cli.health import http_serves
from cli.main import main
from cli.operations_page import enable_multiprocess_metrics
from cli.sockets import free_port, is_loopback, listen
from cli.supervisor import Service, StartFailed, Supervisor
from services.engine.registry import LOCAL, installed_versions, places, targets
from services.fairness.signing import create_key_file, read_key_file
from services.redis_clients.clients import broker_url
from services.settings import PREFIX, BadSetting, Settings, read_settings, socket_path

LOOPBACK: Final = "127.0.0.1"
CALLS: Final = 32
"""How many bots are called at a time: threads that wait."""

_KEEP_TITLES: Final = "NOSETPS"
"""Tells Celery not to give its processes other names than those they have."""

_OF_CHILDREN: Final = (
    "cli.engine",
    "cli.processes",
    "gateway.bootstrap",
    "gateway.grpc_api.server",
    "gateway.server",
    "workers.background",
    "workers.bootstrap",
)
"""What the processes import, and with it nearly all that they need."""

LOCAL_ORIGINS: Final = "http://localhost:*,http://127.0.0.1:*,http://[::1]:*"
"""Pages that this machine serves may call the platform: whoever writes a client tries it there."""


@click.command()
@click.option(
    "--host",
    help="The address to listen on. Default: PLAYHALL_HOST, else 127.0.0.1, which only this machine can reach.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port to listen on; 0 takes a free one. Default: PLAYHALL_PORT, else 8080.",
)
@click.option(
    "--grpc-port",
    type=click.IntRange(0, 65535),
    help="The port for gRPC clients; 0 takes a free one. Default: PLAYHALL_GRPC_PORT, else 8081.",
)
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),
    help="The folder for all data. Default: PLAYHALL_DATA_DIR, else ~/.local/share/playhall.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="The number of processes that play bots. Default: two per core, up to 8.",
)
@click.option("--in-gateway", is_flag=True, help="Play the rulesets in the gateway instead of in services.")
@click.option("--engines-apart", is_flag=True, help="Run the service of each ruleset in a separate process.")
def up(
    host: str | None,
    port: int | None,
    grpc_port: int | None,
    data_dir: Path | None,
    workers: int | None,
    in_gateway: bool,
    engines_apart: bool,
) -> None:
    """Start the whole platform in the foreground. Ctrl-C stops it and loses nothing; the next start continues.

    Options override settings from the environment (PLAYHALL_HOST and so on). If PLAYHALL_REDIS_URL is set, that server
    is used instead of the embedded Valkey. PLAYHALL_ENGINES=local,theirs=HOST:PORT adds a ruleset that another program
    serves at that address.
    """
    settings = _settings({"host": host, "port": port, "grpc_port": grpc_port, "data_dir": data_dir})
    folder = DataFolder(settings.platform.data_dir)
    if _is_embedded(settings):
        folder.check_path()
    if mended := folder.make():
        click.echo(
            f"Other users of this machine could look into {folder.path} ({mended} files and folders): no longer. "
            "What they may have read are the seeds and hands of all matches, and API keys."
        )
    lock = FolderLock(folder, click.echo)
    try:
        own_lock = lock.take()
        folder.withdraw()  # what a killed supervisor left
        if settings.platform.signing_keys == folder.signing_keys:
            create_key_file(folder.signing_keys)
        # What is wrong with them is to be said before anything starts.
        read_key_file(settings.platform.signing_keys)
        broker_url(settings.redis)
        workers = workers or min(2 * (os.cpu_count() or 1), 8)
        _run(settings, folder, own_lock, workers, in_gateway=in_gateway, engines_apart=engines_apart)
    except StartFailed as error:
        raise click.ClickException(str(error)) from error
    finally:
        lock.release()


def _settings(given: Mapping[str, object]) -> Settings:
    """``given``: the command's options by the names of the settings; None: not given."""
    # One machine, one owner: nobody is to be kept from asking too much unless its owner says so.
    unlimited = (
        *(f"{who}_REQUESTS_PER_MINUTE" for who in ("PLAYER", "ADDRESS")),
        *(f"{what}_PER_PLAYER" for what in ("OPEN_MATCHES", "UNFINISHED_MATCHES", "BOT_SEATS", "OPEN_SERIES")),
        *(f"{what}_PER_PLAYER" for what in ("LIVE_SEATS", "CREATIONS_PER_MINUTE", "OPEN_TOURNAMENTS")),
        *(f"INVITATIONS_{what}" for what in ("PER_PAIR", "PER_MINUTE_PER_PAIR", "RECEIVED")),
    )
    environ = (
        {f"{PREFIX}{name}": "0" for name in unlimited}
        | {f"{PREFIX}CORS_ORIGINS": LOCAL_ORIGINS, f"{PREFIX}SIGN_UP": "1"}
        | os.environ
        | {f"{PREFIX}{name.upper()}": str(value) for name, value in given.items() if value is not None}
    )
    settings = read_settings(environ)
    if settings.gateway.port == 0 and f"{PREFIX}GRPC_PORT" not in environ:  # who wants any free port wants no fixed one
        settings = settings.changed(grpc_port=0)
    if f"{PREFIX}SIGN_UP" not in os.environ and not _is_loopback(settings.gateway.host):  # others could sign up
        settings = settings.changed(sign_up=False)
    return settings


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _run(
    settings: Settings, folder: DataFolder, own_lock: int, workers: int, *, in_gateway: bool, engines_apart: bool
) -> None:
    # The supervisor keeps the sockets of gateway and ticker: while they restart, clients wait instead of being refused.
    with (
        listen(settings.gateway.host, settings.gateway.port) as listener,
        listen(settings.operations.operations_host, settings.operations.operations_port, option=None) as operations,
    ):
        grpc_port = _grpc_port(settings)
        settings = settings.changed(port=listener.getsockname()[1], grpc_port=grpc_port)
        plan = _plan(settings, in_gateway=in_gateway)
        folder.forget_metrics()
        settings = settings.changed(
            engines=plan.engines,
            worker_engines=plan.worker_engines,
            metrics_dir=str(folder.metrics),  # all processes count there; the ticker's page tells of them all
            operations_port=0,
        )
        sockets = (listener.fileno(), operations.fileno())
        stages = _stages(settings, plan.serve, workers, *sockets, engines_apart=engines_apart)
        _supervise(settings, folder, (own_lock, *sockets), stages, operations.getsockname()[1])


def _grpc_port(settings: Settings) -> int:
    """The port for gRPC clients. gRPC opens it itself, so it is only tried here: who cannot have it is to learn that
    before anything starts."""
    if settings.gateway.grpc_port == 0:
        return free_port(settings.gateway.host)
    listen(settings.gateway.host, settings.gateway.grpc_port, option="--grpc-port or PLAYHALL_GRPC_PORT").close()
    return settings.gateway.grpc_port


@dataclass(frozen=True, slots=True)
class _Plan:
    """Who plays what. ``serve``: the address of each engine service to start, by ruleset. ``engines``,
    ``worker_engines``: the settings of the children."""

    serve: dict[str, str]
    engines: str
    worker_engines: str


def _plan(settings: Settings, *, in_gateway: bool = False) -> _Plan:
    """Start a service for each ruleset that is to be played here, unless the gateway itself plays them, and use the
    addresses that were given for the others. The workers play in their own processes what they can, and know every
    ruleset that the gateway knows."""
    try:
        engines, workers = places(settings.engines.engines), places(settings.engines.worker_engines)
    except ValueError as error:
        raise BadSetting(f"{PREFIX}ENGINES or {PREFIX}WORKER_ENGINES: {error}") from None
    own = [ruleset for ruleset, place in engines.items() if LOCAL in targets(place) and not in_gateway]
    serve = {ruleset: f"unix:{socket_path(settings.platform.data_dir, f'engine-{ruleset}')}" for ruleset in own}
    reached = {ruleset: _with_service(place, serve.get(ruleset, LOCAL)) for ruleset, place in engines.items()}
    # The service plays what this process would: where workers play in their own, they need it no more.
    others = {ruleset: _with_service(place, "") for ruleset, place in engines.items()}
    workers = {
        ruleset: _joined(place, others.get(ruleset, "") if LOCAL in targets(place) else "")
        for ruleset, place in workers.items()
    }
    workers |= {ruleset: place for ruleset, place in reached.items() if ruleset not in workers}
    return _Plan(serve, _setting(reached), _setting(workers))


def _with_service(place: str, service: str) -> str:
    """A place with the address of a service instead of ``local``; ``""``: without it."""
    return _joined(*(service if target == LOCAL else target for target in targets(place)))


def _joined(*places: str) -> str:
    """Several places as one, each target once."""
    return "|".join(dict.fromkeys(target for place in places if place for target in targets(place)))


def _setting(engines: dict[str, str]) -> str:
    return ",".join(f"{ruleset}={place}" for ruleset, place in engines.items())


def _supervise(
    settings: Settings, folder: DataFolder, private: Collection[int], stages: list[list[Service]], operations: int
) -> None:
    supervisor = Supervisor(
        stages=stages,
        run=_run_command,
        run_anew=_become_command,
        environment=_environment(settings),
        logs=folder.logs,
        print_line=click.echo,
        private=private,
        import_all=partial(_import_all, settings),
    )

    def started() -> None:
        folder.announce(_url(settings), _grpc(settings))
        _print_addresses(settings, folder, operations)

    click.echo("Starting Playhall ...")
    try:
        supervisor.supervise(started)
    finally:
        folder.withdraw()
    click.echo("Stopped. Nothing is lost; `playhall up` goes on from here.")


def _run_command(command: Sequence[str]) -> None:
    """Do in this process what ``playhall`` and these words do in one of their own."""
    sys.argv[1:] = command
    main(["--watch-parent", *command], prog_name="playhall")


def _become_command(command: Sequence[str]) -> None:
    """Put such a process in the place of this one."""
    os.execv(sys.executable, (sys.executable, "-P", "-m", "cli", "--watch-parent", *command))  # noqa: S606 # nosec B606


def _import_all(settings: Settings) -> None:
    """Import what the platform's processes need, so that they share it. Not if they send traces: who follows a library
    must be there before it is imported."""
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return
    enable_multiprocess_metrics(settings.operations)
    os.environ[_KEEP_TITLES] = "1"
    for module in _OF_CHILDREN:
        importlib.import_module(module)
    installed_versions()
    share_memory()


def _stages(
    settings: Settings,
    engines: dict[str, str],
    workers: int,
    listener: int,
    operations: int,
    *,
    engines_apart: bool = False,
) -> list[list[Service]]:
    """First what others need, then the others. ``engines``: the address of each ruleset's service. ``listener``,
    ``operations``: file descriptors of listening sockets."""
    cores = os.cpu_count() or 1
    on_demand = {
        "thinking": _worker("thinking", cores, on_demand=True),
        # Series take all the time that nobody else wants, and no more.
        "series": _worker("series", cores, "--nice", "10", on_demand=True),
        "webhooks": _worker("webhooks", CALLS, on_demand=True),
    }
    serving = [
        Service(
            "gateway",
            ("gateway", "--listener", str(listener)),
            probe=lambda: http_serves(_reachable(settings.gateway.host), settings.gateway.port, "/readyz"),
            inherits=(listener,),
            stop_seconds=25.0,
        ),
        Service("gateway grpc", ("gateway-grpc",)),
        _worker("turns", workers),
        Service(
            "background",
            ("background", "--operations-listener", str(operations), "--on-demand", ",".join(on_demand)),
            inherits=(operations,),
            stop_seconds=30.0,
        ),
    ]
    return [_stores(settings), _engines(engines, apart=engines_apart), [*serving, *on_demand.values()]]


def _stores(settings: Settings) -> list[Service]:
    database = Service("database", ("migrate", "--first-key"), once=True)
    valkey = Service("valkey", ("valkey",), ready_seconds=300.0, stop_seconds=70.0, leaves_offspring=True)
    return [database, valkey] if _is_embedded(settings) else [database]


def _engines(addresses: dict[str, str], *, apart: bool) -> list[Service]:
    """One process with a service for each ruleset, or a process for each."""

    def serve(name: str, rulesets: Sequence[str]) -> Service:
        listen = (word for ruleset in rulesets for word in ("--listen", addresses[ruleset]))
        return Service(name, ("engine", *rulesets, *listen))

    if apart:
        return [serve(f"engine {ruleset}", [ruleset]) for ruleset in addresses]
    return [serve("engines", list(addresses))] if addresses else []


def _is_embedded(settings: Settings) -> bool:
    """Whether the live state is kept by the embedded Valkey: no other server is named."""
    return settings.redis.redis_url == f"unix://{socket_path(settings.platform.data_dir)}?db=0"


def _worker(queue: str, processes: int, *options: str, on_demand: bool = False) -> Service:
    """``on_demand``: it starts when tasks wait in its queue."""
    command = ("worker", "--queues", queue, "--processes", str(processes), *options)
    return Service(f"worker {queue}", command, stop_seconds=30.0, on_demand=on_demand)


def _environment(settings: Settings) -> dict[str, str]:
    """The children's environment: ours, and every setting as it was decided here."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    kept[_KEEP_TITLES] = "1"
    for name, value in settings.by_name().items():
        kept[PREFIX + name.upper()] = f"{value:g}" if isinstance(value, float | bool) else str(value)
    return kept


def _reachable(host: str) -> str:
    """The address at which this machine reaches what listens on ``host``."""
    return {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)  # read, not bound # noqa: S104 # nosec B104


def _url(settings: Settings) -> str:
    host = _reachable(settings.gateway.host)
    return f"http://[{host}]:{settings.gateway.port}" if ":" in host else f"http://{host}:{settings.gateway.port}"


def _grpc(settings: Settings) -> str:
    host = _reachable(settings.gateway.host)
    return f"[{host}]:{settings.gateway.grpc_port}" if ":" in host else f"{host}:{settings.gateway.grpc_port}"


def _print_addresses(settings: Settings, folder: DataFolder, operations: int) -> None:
    click.echo(f"Playhall listens on {_url(settings)} (API description: {_url(settings)}/openapi.json)")
    click.echo(f"gRPC clients: {_grpc(settings)} (playhall.play.v1)")
    if not is_loopback(settings.gateway.host):
        unencrypted = "REST without encryption" if settings.gateway.grpc_tls_cert else "without encryption"
        click.echo(f"It listens on {settings.gateway.host}: other machines can reach it, {unencrypted}.")
    click.echo(f"Prometheus metrics: http://{settings.operations.operations_host}:{operations}/metrics")
    click.echo(f"Data and logs: {folder.path}")
    key = folder.key()
    if key and folder.is_first_start():
        click.echo(f"First API key, for everything (also kept in {folder.admin_key}, readable by you alone):")
        click.echo(f"  {key}")
    click.echo("Try `playhall demo` in another terminal. Ctrl-C stops Playhall and loses nothing.")
