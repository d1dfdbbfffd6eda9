"""A supervisor with two tiny children, for tests that kill things.

The ground floor announces itself and writes down its process id; the upper floor does the same and may be told to be
stubborn or broken. Lines on standard output say what happened.
"""

import os
import sys
from pathlib import Path

import click

from cli.supervisor import Service, StartFailed, Supervisor

CHILD = """
import os, signal, sys, threading
from pathlib import Path
from cli.parent_watch import ParentWatch
folder, name, way = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
if way == "broken":
    sys.exit("the dog ate my configuration")
stop = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: way == "stubborn" or stop.set())
parent = ParentWatch.start()
with (folder / "births").open("a") as births:
    births.write(f"{name} {os.getpid()}\\n")
parent.ready()
while not stop.wait(0.05):
    pass
with (folder / "ends").open("a") as ends:
    ends.write(f"{name}\\n")
"""


def child(folder: Path, name: str, way: str) -> Service:
    return Service(
        name,
        (sys.executable, "-c", CHILD, str(folder), name, way),
        ready_seconds=30.0,
        stop_seconds=0.5 if way == "stubborn" else 20.0,
    )


def main() -> None:
    folder = Path(sys.argv[1])
    supervisor = Supervisor(
        stages=[[child(folder, "ground", "good")], [child(folder, "upper", sys.argv[2])]],
        environment=dict(os.environ),
        logs=folder / "logs",
        print_line=click.echo,
    )
    try:
        supervisor.run(lambda: click.echo("all started"))
    except StartFailed as error:
        click.echo(f"failed: {error}")
        sys.exit(1)
    click.echo("all stopped")


if __name__ == "__main__":
    main()
