"""``playhall engine``: the service of one or several rulesets, for people and for deployments."""

from pathlib import Path

import click

from cli.logs import log_to_stderr
from cli.operations_page import enable_multiprocess_metrics, serve_operations, start_tracing
from cli.signals import STOPPING, SignalWatch
from services.engine import registry
from services.engine.grpc_server import EngineServer
from services.engine.near_server import NearServer, make_own_folder
from services.gc_tuning import leave_alone_what_exists
from services.settings import read_settings


@click.command()
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=50051, show_default=True, type=click.IntRange(0, 65_535), help="0: any free port.")
@click.option(
    "--near", type=click.Path(path_type=Path), help="Socket to serve this installation's own callers at, too."
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
    rulesets: tuple[str, ...], host: str, port: int, near: Path | None, drain_seconds: float, grace_seconds: float
) -> None:
    """Serve rulesets over gRPC until told to stop (SIGTERM, Ctrl-C)."""
    settings = read_settings()
    log_to_stderr(settings.log_level, "engine", settings.log_format)
    enable_multiprocess_metrics(settings)
    start_tracing("engine")
    serve_operations(settings)
    watch = SignalWatch(STOPPING)
    served = [registry.ruleset(id) for id in dict.fromkeys(rulesets)]
    try:
        server = EngineServer(served, host=host, port=port)
        if near is not None:
            make_own_folder(near.parent)
        neighbour = None if near is None else NearServer(served, near)
    except OSError as error:
        raise click.ClickException(str(error)) from error
    if neighbour is not None:
        neighbour.start()
    server.start()
    click.echo(f"engine of {', '.join(dict.fromkeys(rulesets))} listens on {host}:{server.port}")
    leave_alone_what_exists()
    while not watch.stop_asked:
        watch.wait(None)
    if neighbour is not None:
        neighbour.stop(grace_seconds)
    server.stop(drain_seconds=drain_seconds, grace_seconds=grace_seconds)
