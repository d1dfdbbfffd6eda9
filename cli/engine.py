"""``playhall engine``: the service of one or several rulesets, for people and for deployments."""

from pathlib import Path

import click

from cli.logs import log_to_stderr
from cli.operations_page import enable_multiprocess_metrics, serve_operations, start_tracing
from cli.signals import STOPPING, SignalWatch
from cli.sockets import make_private_folder
from services.engine import registry
from services.engine.grpc_server import EngineServer, is_unix
from services.gc_tuning import freeze_startup_objects
from services.settings import read_settings


@click.command()
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option("--host", help="Address to listen on. Default: 127.0.0.1, which only this machine can reach.")
@click.option("--port", type=click.IntRange(0, 65_535), help="Port to listen on; 0 takes a free one. Default: 50051.")
@click.option(
    "--listen",
    metavar="ADDRESS",
    help="Listen here instead: unix:/PATH, a Unix domain socket whose folder is made if need be, or HOST:PORT.",
)
@click.option(
    "--drain-seconds",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long to serve on after the signal to stop, while clients notice.",
)
@click.option(
    "--grace-seconds",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long calls at work may take to finish after that.",
)
def engine(
    rulesets: tuple[str, ...],
    host: str | None,
    port: int | None,
    listen: str | None,
    drain_seconds: float,
    grace_seconds: float,
) -> None:
    """Serve rulesets over gRPC until told to stop (SIGTERM, Ctrl-C)."""
    if listen is not None and (host is not None or port is not None):
        raise click.UsageError("--listen says where to listen; --host and --port do, too")
    address = listen or f"{host or '127.0.0.1'}:{50_051 if port is None else port}"
    settings = read_settings()
    log_to_stderr(settings.log_level, "engine", settings.log_format)
    enable_multiprocess_metrics(settings)
    start_tracing("engine")
    serve_operations(settings)
    watch = SignalWatch(STOPPING)
    served = [registry.ruleset(id) for id in dict.fromkeys(rulesets)]
    try:
        if is_unix(address):
            make_private_folder(Path(address.removeprefix("unix:")).parent)
        server = EngineServer(served, address=address)
    except OSError as error:
        raise click.ClickException(str(error)) from error
    server.start()
    click.echo(f"engine of {', '.join(dict.fromkeys(rulesets))} listens on {server.address}")
    freeze_startup_objects()
    while not watch.stop_asked:
        watch.wait(None)
    server.stop(drain_seconds=drain_seconds, grace_seconds=grace_seconds)
