"""A supervisor with two tiny children, for tests that kill things.

The ground floor announces itself and writes down its process id; the upper floor does the same and may be told to be
stubborn or broken, to start only when the ground floor needs it, or after an import that has started a thread. Lines on
standard output say what happened.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import click

from cli.parent_watch import ParentWatch
from cli.supervisor import Service, StartFailed, Supervisor


def live(command: Sequence[str]) -> None:
    """What a child does."""
    folder, name, way = Path(command[0]), command[1], command[2]
    if way == "broken":
        sys.exit("the dog ate my configuration")
    stop = threading.Event()
    signal.signal(signal.SIGTERM, signal.SIG_IGN if way == "stubborn" else lambda *_: stop.set())
    parent = ParentWatch.start()
    with (folder / "births").open("a") as births:
        births.write(f"{name} {os.getpid()}\n")
    parent.ready()
    while not stop.wait(0.05):
        if (folder / "work").exists():
            parent.need("upper")
    with (folder / "ends").open("a") as ends:
        ends.write(f"{name}\n")


def become(command: Sequence[str]) -> None:
    """Put a program that is such a child in the place of this process."""
    os.execv(sys.executable, (sys.executable, "-m", "tests.integration.cli.small_platform", "live", *command))


def start_a_thread() -> None:
    """What some libraries do when they are imported."""
    threading.Thread(target=threading.Event().wait, daemon=True).start()


def child(folder: Path, name: str, way: str) -> Service:
    return Service(
        name,
        (str(folder), name, way),
        ready_seconds=30.0,
        stop_seconds=0.5 if way == "stubborn" else 20.0,
        on_demand=way == "needed",
    )


def main() -> None:
    if sys.argv[1] == "live":
        live(sys.argv[2:])
        return
    folder = Path(sys.argv[1])
    supervisor = Supervisor(
        stages=[[child(folder, "ground", "good")], [child(folder, "upper", sys.argv[2])]],
        run=live,
        run_anew=become,
        environment=dict(os.environ),
        logs=folder / "logs",
        print_line=click.echo,
        import_all=start_a_thread if sys.argv[2] == "threads" else lambda: None,
    )
    try:
        supervisor.supervise(lambda: click.echo("all started"))
    except StartFailed as error:
        click.echo(f"failed: {error}")
        sys.exit(1)
    click.echo("all stopped")


if __name__ == "__main__":
    main()
