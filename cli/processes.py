"""The single processes of the platform: each is a deployment of its own in production, a child of ``up`` on one
machine."""

import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from cli.data_folder import DataFolder
from cli.logs import announce, log_to_stderr
from cli.operations_page import enable_multiprocess_metrics, serve_operations, start_tracing
from cli.parent_watch import ParentWatch
from cli.platform_time import follow_redis
from cli.signals import STOPPING, SignalWatch
from cli.sockets import listen
from services.gc_tuning import freeze_startup_objects
from services.settings import PREFIX, BadSetting, Settings, read_settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from services.telemetry.health import Beating
    from workers.readiness import Checks


def _begin(process: str) -> Settings:
    settings = read_settings()
    log_to_stderr(settings.operations.log_level, process, settings.operations.log_format)
    enable_multiprocess_metrics(settings.operations)
    start_tracing(process)
    return settings


def _check_engines(settings: Settings, name: str) -> None:
    """Refuse a bad setting now rather than when the first match is played. Connects to nothing."""
    from cli.engines import engine_access
    from services.engine.registry import engines_from

    access = engine_access(settings.engines)
    try:
        engines_from(getattr(settings.engines, name), 1.0, access=access)
    except ValueError as error:
        raise BadSetting(f"{PREFIX}{name.upper()}: {error}") from None


def _ready(parent_watch: ParentWatch | None) -> Callable[[], None]:
    return parent_watch.ready if parent_watch is not None else lambda: None


def _stop_event() -> threading.Event:
    """Set by SIGTERM and SIGINT."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


@click.command()
@click.option("--listener", type=int, hidden=True, help="The file descriptor of a listening socket.")
@click.option(
    "--processes", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of serving processes."
)
def gateway(listener: int | None, processes: int) -> None:
    """Run the REST gateway, with its event streams. It answers /readyz with 200 when it can serve. On SIGTERM it ends
    streams at once and finishes the requests in progress."""
    settings = _begin("gateway")
    _serve_http("gateway", settings, settings.gateway.host, settings.gateway.port, listener, processes)


@click.command()
@click.option("--host", help="The address to listen on. Default: PLAYHALL_HOST.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8082, show_default=True, help="The port; 0 takes a free one."
)
@click.option("--listener", type=int, hidden=True, help="The file descriptor of a listening socket.")
@click.option(
    "--processes", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of serving processes."
)
def gateway_stream(host: str | None, port: int, listener: int | None, processes: int) -> None:
    """Run the same gateway on a separate port, for a deployment of event streams that scales by itself."""
    settings = _begin("gateway-stream")
    _serve_http("gateway-stream", settings, host or settings.gateway.host, port, listener, processes)


def _serve_http(process: str, settings: Settings, host: str, port: int, listener: int | None, processes: int) -> None:
    _check_engines(settings, "engines")
    from gateway.server import serve
    from services.fairness.signing import read_key_file

    read_key_file(settings.platform.signing_keys)  # what is wrong with them is to be said before anything is served
    chosen_by = "PLAYHALL_PORT" if process == "gateway" else "--port"
    bound = listen(host, port, option=chosen_by) if listener is None else socket.socket(fileno=listener)
    serve_operations(settings.operations)
    url = _url_of(bound)
    announce(settings.operations.log_format, f"Playhall listens on {url}", address=url)
    serve(partial(_http_app, process), bound, settings.gateway, processes=processes)


def _url_of(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _http_app(process: str) -> "ASGIApp":
    """The application, in the process that serves it, which is a new one if there are several."""
    settings = read_settings()
    is_child = multiprocessing.parent_process() is not None
    if is_child:
        log_to_stderr(settings.operations.log_level, process, settings.operations.log_format)
        start_tracing(process)
    try:
        follow_redis(settings)
        from gateway.bootstrap import asgi_app_from

        return asgi_app_from(settings, process)
    except Exception:
        if not is_child:
            raise
        sys.excepthook(*sys.exc_info())  # multiprocessing would print the exception's text, as it is
        raise SystemExit(1) from None


@click.command()
@click.option("--host", help="The address to listen on. Default: PLAYHALL_HOST.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port; 0 takes a free one. Default: PLAYHALL_GRPC_PORT."
)
@click.option(
    "--drain-seconds",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long to continue serving after the signal to stop, while clients notice it.",
)
@click.option(
    "--grace-seconds",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long calls in progress may take after that. Streams end within a second.",
)
@click.pass_obj
def gateway_grpc(
    parent_watch: ParentWatch | None, host: str | None, port: int | None, drain_seconds: float, grace_seconds: float
) -> None:
    """Run the gRPC gateway: the play API for gRPC clients, with health and reflection."""
    settings = _begin("gateway-grpc")
    _check_engines(settings, "engines")
    follow_redis(settings)
    watch = SignalWatch(STOPPING)
    from gateway.grpc_api.server import serve_play

    address = host or settings.gateway.host
    try:
        server = serve_play(settings, address, settings.gateway.grpc_port if port is None else port)
    except OSError as error:
        raise BadSetting(str(error)) from None
    except ValueError as error:
        raise BadSetting(f"{PREFIX}GRPC_TLS_…: {error}") from None
    _ready(parent_watch)()
    serve_operations(settings.operations, ready=lambda: server.is_serving)
    line = f"Playhall's play API listens on {address}:{server.port}"
    announce(settings.operations.log_format, line, address=f"{address}:{server.port}")
    freeze_startup_objects()
    while not watch.stop_asked:
        watch.wait(None)
    server.stop(drain_seconds=drain_seconds, grace_seconds=grace_seconds)


@click.command()
@click.option(
    "--queues",
    default="turns,thinking,series,webhooks,scoring,maintenance",
    show_default=True,
    help="The queues of the worker.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    help="The number of processes. Default: one per core.",
)
@click.option("--nice", type=click.IntRange(0, 19), default=0, show_default=True, help="The niceness of the processes.")
@click.pass_obj
def worker(parent_watch: ParentWatch | None, queues: str, processes: int, nice: int) -> None:
    """Run a worker. On SIGTERM it finishes its tasks, and returns those that take too long to their queues."""
    settings = _begin("worker")
    if queues != "scoring":  # which plays nothing
        _check_engines(settings, "worker_engines")
    follow_redis(settings)
    from services.matches.work_queues import WorkQueue
    from services.telemetry.health import Heartbeat
    from workers.processes import run_worker
    from workers.readiness import Readiness, worker_checks

    known = {queue.value: queue for queue in WorkQueue}
    names = queues.split(",")
    if unknown := [name for name in names if name not in known]:
        raise click.BadParameter(f"no such queue: {', '.join(unknown)}; there is {', '.join(known)}")
    if settings.operations.log_format == "json":
        _silence_stdout()
    work_queues = [known[name] for name in names]
    os.nice(nice)
    heartbeat = Heartbeat()
    serve_operations(settings.operations, heartbeat, ready=Readiness(heartbeat, worker_checks(settings, work_queues)))
    threads = work_queues == [WorkQueue.WEBHOOKS]  # there is nothing to do but to wait for bots that are called
    ready = _ready(parent_watch)
    raise SystemExit(run_worker(settings, work_queues, processes, ready, heartbeat=heartbeat, threads=threads))


def _silence_stdout() -> None:
    """Celery speaks to people there when it stops; nobody else does."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)


@click.command()
@click.pass_obj
def relay(parent_watch: ParentWatch | None) -> None:
    """Run the relay, which moves the outbox entries of matches to the queues. Several relays may run."""
    settings = _begin("relay")
    follow_redis(settings)
    from services.telemetry.health import Heartbeat
    from workers.processes import run_relay
    from workers.readiness import Readiness, relay_checks

    heartbeat = Heartbeat()
    serve_operations(settings.operations, heartbeat, ready=Readiness(heartbeat, relay_checks(settings)))
    run_relay(settings, socket.gethostname(), _stop_event(), _ready(parent_watch), heartbeat=heartbeat)


@click.command()
@click.option("--operations-listener", type=int, hidden=True, help="The file descriptor of a listening socket.")
@click.pass_obj
def ticker(parent_watch: ParentWatch | None, operations_listener: int | None) -> None:
    """Run the ticker, which triggers overdue decisions. Several tickers may run and share the work. Its metrics include
    the backlog in Redis and Redis' own metrics."""
    settings = _begin("ticker")
    follow_redis(settings)
    from services.telemetry.health import Heartbeat
    from workers.processes import run_ticker
    from workers.readiness import relay_checks

    heartbeat = Heartbeat()
    _serve_ticker_operations(settings, heartbeat, relay_checks(settings), operations_listener)
    run_ticker(settings, _ticker_name(), _stop_event(), _ready(parent_watch), heartbeat=heartbeat)


def _ticker_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}"


def _serve_ticker_operations(settings: Settings, heartbeat: "Beating", checks: "Checks", listener: int | None) -> None:
    """Metrics and health of a process that is a ticker. ``listener``: file descriptor of a listening socket."""
    from workers.processes import backlog_collector, redis_collector, series_collector, webhook_collector
    from workers.readiness import Readiness

    makers = (backlog_collector, redis_collector, series_collector, webhook_collector)
    collectors = [make(settings) for make in makers]
    bound = None if listener is None else socket.socket(fileno=listener)
    serve_operations(settings.operations, heartbeat, collectors, ready=Readiness(heartbeat, checks), listener=bound)


@click.command(hidden=True)
@click.option("--operations-listener", type=int, help="The file descriptor of a listening socket.")
@click.option("--on-demand", default="", help="Queues whose workers start when tasks wait in them.")
@click.pass_obj
def background(parent_watch: ParentWatch | None, operations_listener: int | None, on_demand: str) -> None:
    """Run relay, ticker, and the worker for results and maintenance in one process."""
    settings = _begin("background")
    _check_engines(settings, "worker_engines")
    follow_redis(settings)
    from services.matches.work_queues import WorkQueue
    from workers.background import QUEUES, Heartbeats, run_background
    from workers.readiness import worker_checks

    if settings.operations.log_format == "json":
        _silence_stdout()
    heartbeats = Heartbeats()
    _serve_ticker_operations(settings, heartbeats, worker_checks(settings, QUEUES), operations_listener)

    def need(queue: WorkQueue) -> None:
        if parent_watch is not None:
            parent_watch.need(f"worker {queue.value}")

    code = run_background(
        settings,
        socket.gethostname(),
        _ticker_name(),
        _ready(parent_watch),
        heartbeats=heartbeats,
        on_demand=[WorkQueue(name) for name in on_demand.split(",") if name],
        need=need,
    )
    raise SystemExit(code)


@click.command()
@click.option(
    "--first-key",
    is_flag=True,
    help="Also create an admin key if the operator has never had a key, and store it in the data folder.",
)
def migrate(first_key: bool) -> None:
    """Update the database's tables and create the operator's player. Any number of processes may do so at once."""
    settings = _begin("migrate")
    from services.database import Database, SchemaNotCurrent
    from services.identity import ApiKeys, Players

    database = Database(settings.database.database_url)
    try:
        database.upgrade()
    except SchemaNotCurrent as error:
        raise BadSetting(str(error)) from None
    Players(database).ensure_operator()
    if first_key and (text := ApiKeys(database, settings.platform.environment).first_key()) is not None:
        folder = DataFolder(settings.platform.data_dir)
        folder.make()
        folder.keep_key(text)


@click.command(hidden=True)
@click.pass_obj
def valkey(parent_watch: ParentWatch | None) -> None:
    """Run the embedded Valkey of the data folder."""
    settings = _begin("valkey")
    from cli.embedded import run

    raise SystemExit(run(settings.platform.data_dir, _ready(parent_watch)))
