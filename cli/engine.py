"""``playhall engine``: the service of one or several rulesets, for people and for deployments."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from cli.logs import announce, log_to_stderr
from cli.operations_page import enable_multiprocess_metrics, serve_operations, start_tracing
from cli.parent_watch import ParentWatch
from cli.signals import STOPPING, SignalWatch
from cli.sockets import is_loopback, make_private_folder
from services.engine import registry
from services.engine.access import served_by
from services.engine.grpc_server import EngineServer, is_unix
from services.gc_tuning import freeze_startup_objects
from services.grpc_serving.credentials import TlsFiles
from services.settings import BadSetting, Settings, read_settings


@click.command()
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option("--host", help="The address to listen on. Default: 127.0.0.1, which only this machine can reach.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), help="The port to listen on; 0 takes a free one. Default: 50051."
)
@click.option(
    "--listen",
    metavar="ADDRESS",
    multiple=True,
    help="Listen at this address instead: unix:/PATH, a Unix domain socket whose folder is created if necessary, or "
    "HOST:PORT. If given once for each ruleset, in their order, each has its own service.",
)
@click.option(
    "--drain-seconds",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long to continue serving after the signal to stop, while clients notice it.",
)
@click.option(
    "--grace-seconds",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0, 60),
    help="How long calls in progress may take after that.",
)
@click.option(
    "--insecure",
    is_flag=True,
    help="Allow calls without token or certificate from everybody who can reach the address.",
)
@click.pass_obj
def engine(
    parent_watch: ParentWatch | None,
    rulesets: tuple[str, ...],
    host: str | None,
    port: int | None,
    listen: tuple[str, ...],
    drain_seconds: float,
    grace_seconds: float,
    insecure: bool,
) -> None:
    """Serve rulesets over gRPC until SIGTERM or Ctrl-C.

    At an address that other machines can reach, callers must present PLAYHALL_ENGINE_TOKEN, or a certificate of
    PLAYHALL_ENGINE_TLS_CA, or both if both are set. PLAYHALL_ENGINE_TLS_CERT and _KEY turn on TLS.
    """
    if listen and (host is not None or port is not None):
        raise click.UsageError("--listen says where to listen; --host and --port do, too")
    if len(listen) > 1 and len(listen) != len(rulesets):
        raise click.UsageError("--listen is given once, or once for each ruleset")
    addresses = listen or (f"{host or '127.0.0.1'}:{50_051 if port is None else port}",)
    settings = read_settings()
    for address in addresses:
        _check_who_may_call(settings, address, insecure=insecure)
    log_to_stderr(settings.operations.log_level, "engine", settings.operations.log_format)
    enable_multiprocess_metrics(settings.operations)
    start_tracing("engine")
    watch = SignalWatch(STOPPING)
    groups = [rulesets] if len(addresses) == 1 else [(id,) for id in rulesets]
    served = list(zip(groups, addresses, strict=True))
    servers = [_server(settings, ids, address) for ids, address in served]
    serve_operations(settings.operations, ready=lambda: all(server.is_serving for server in servers))
    for (ids, _), server in zip(served, servers, strict=True):
        server.start()
        names = ", ".join(dict.fromkeys(ids))
        line = f"engine of {names} listens on {server.address}"
        announce(settings.operations.log_format, line, address=server.address, rulesets=names)
    if parent_watch is not None:
        parent_watch.ready()
    freeze_startup_objects()
    while not watch.stop_asked:
        watch.wait(None)
    with ThreadPoolExecutor(len(servers)) as threads:
        list(threads.map(lambda server: server.stop(drain_seconds=drain_seconds, grace_seconds=grace_seconds), servers))


def _server(settings: Settings, rulesets: Sequence[str], address: str) -> EngineServer:
    """A service of some rulesets, which does not serve yet."""
    found = [registry.ruleset(id) for id in dict.fromkeys(rulesets)]
    try:
        if is_unix(address):
            make_private_folder(Path(address.removeprefix("unix:")).parent)
        tls = TlsFiles(
            settings.engines.engine_tls_cert, settings.engines.engine_tls_key, settings.engines.engine_tls_ca
        )
        return EngineServer(
            found, address=address, token=settings.engines.engine_token, tls=tls, served_by=served_by(settings.engines)
        )
    except OSError as error:
        raise click.ClickException(str(error)) from error
    except ValueError as error:
        raise BadSetting(f"PLAYHALL_ENGINE_TLS_…: {error}") from None


def _check_who_may_call(settings: Settings, address: str, *, insecure: bool) -> None:
    """Refuse to serve everybody on an address that other machines reach.

    Raises:
        BadSetting: it asks callers for nothing.
    """
    host = address.rpartition(":")[0].strip("[]")
    is_guarded = bool(
        settings.engines.engine_token or (settings.engines.engine_tls_cert and settings.engines.engine_tls_ca)
    )
    if is_unix(address) or is_loopback(host) or is_guarded or insecure:
        return
    raise BadSetting(
        f"other machines can reach {address}: set PLAYHALL_ENGINE_TOKEN, or PLAYHALL_ENGINE_TLS_CERT, _KEY and _CA, "
        "or say --insecure"
    )
