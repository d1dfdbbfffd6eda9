"""A supervisor with two tiny children, for tests that kill things.

The ground floor announces itself and writes down its process id; the upper floor does the same and may be told to be
stubborn or broken, or to start only when the ground floor needs it. Lines on standard output say what happened.
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


def child(folder: Path, name: str, way: str) -> Service:
    return Service(
        name,
        (str(folder), name, way),
        ready_seconds=30.0,
        stop_seconds=0.5 if way == "stubborn" else 20.0,
        on_demand=way == "needed",
    )


def main() -> None:
    folder = Path(sys.argv[1])
    supervisor = Supervisor(
        stages=[[child(folder, "ground", "good")], [child(folder, "upper", sys.argv[2])]],
        run=live,
        environment=dict(os.environ),
        logs=folder / "logs",
        print_line=click.echo,
    )
    try:
        supervisor.supervise(lambda: click.echo("all started"))
    except StartFailed as error:
        click.echo(f"failed: {error}")
        sys.exit(1)
    click.echo("all stopped")


if __name__ == "__main__":
    main()
