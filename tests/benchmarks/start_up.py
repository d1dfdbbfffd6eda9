"""``python -m tests.benchmarks.start_up``: what ``playhall up`` weighs: processes, memory, processor time of the start.

Memory is the proportional set size (PSS): a page that several processes share counts for each of them in part, so that
the sum is what the platform takes of the machine. Linux only.
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from cli.data_folder import DataFolder
from services.settings import PREFIX
from tests.benchmarks.yardstick import REFERENCE_SECONDS, ProcessorYardstick
from tests.waiting import offspring

_START_SECONDS: Final = 120.0
_PAUSE_SECONDS: Final = 0.02
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Process:
    """One process. ``pss``: its share of the memory, in MiB. ``seconds``: processor time, with children that ended."""

    pid: int
    command: str
    pss: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Weight:
    """What a platform takes. ``ready``: seconds from its start until it serves. ``processes``: supervisor included."""

    ready: float
    processes: list[Process]

    @property
    def pss(self) -> float:
        """Of all processes together, in MiB."""
        return sum(process.pss for process in self.processes)

    @property
    def seconds(self) -> float:
        """Processor seconds of all processes together, those that have ended included."""
        return sum(process.seconds for process in self.processes)


def weigh(pid: int) -> list[Process]:
    """A platform's processes now. ``pid``: its supervisor's."""
    return [process for each in (pid, *offspring(pid)) if (process := _look(each)) is not None]


def _look(pid: int) -> Process | None:
    """None: it has ended."""
    folder = Path("/proc", str(pid))
    with contextlib.suppress(OSError):
        command = folder.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        pss = next(
            int(line.split()[1])
            for line in folder.joinpath("smaps_rollup").read_text().splitlines()
            if line.startswith("Pss:")
        )
        # utime, stime, and the same of children that were waited for
        ticks = folder.joinpath("stat").read_text().rpartition(")")[2].split()[11:15]
        return Process(pid, command, pss / 1024, sum(map(int, ticks)) / _TICKS)
    return None


@contextlib.contextmanager
def started(*options: str, **settings: str) -> Iterator[Weight]:
    """A platform on a fresh data folder, weighed in the moment in which it serves, and running.

    Raises:
        click.ClickException: it did not start.
    """
    with tempfile.TemporaryDirectory(prefix="ph-") as path:
        folder = DataFolder(Path(path))
        command = (sys.executable, "-P", "-m", "cli", "up", "--port", "0", "--data-dir", path, *options)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        environment |= {f"{PREFIX}{name.upper()}": value for name, value in settings.items()}
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as process:
            try:
                while folder.url() is None:
                    if process.poll() is not None or time.monotonic() - begun > _START_SECONDS:
                        raise click.ClickException("the platform did not start; `playhall up` shows why")
                    time.sleep(_PAUSE_SECONDS)
                yield Weight(time.monotonic() - begun, weigh(process.pid))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()


def _line(what: str, weight: Weight, scale: float) -> str:
    return (
        f"{what:24} {len(weight.processes):3} processes {weight.pss:6.0f} MiB"
        f" {weight.seconds:6.2f} CPU s ({weight.seconds * scale:.2f} at the reference) ready in {weight.ready:.1f} s"
    )


@click.command()
@click.option("--idle", default=5.0, show_default=True, help="Seconds after which an idle platform is weighed again.")
@click.option("--second", is_flag=True, help="Also start a second platform beside the first.")
@click.argument("options", nargs=-1)
def main(idle: float, second: bool, options: tuple[str, ...]) -> None:
    """Start a platform on a fresh data folder, and print what it weighs. OPTIONS are those of `playhall up`."""
    yardstick = ProcessorYardstick()
    yardstick.sample()
    with contextlib.ExitStack() as running:
        weights = [running.enter_context(started(*options)) for _ in range(2 if second else 1)]
        time.sleep(idle)
        later = [weigh(weight.processes[0].pid) for weight in weights]
    time.sleep(1)
    yardstick.sample()
    click.echo(f"yardstick {yardstick.seconds:.3f} s (reference {REFERENCE_SECONDS} s)")
    for weight, processes in zip(weights, later, strict=True):
        click.echo(_line("when it serves", weight, yardstick.scale))
        click.echo(_line(f"{idle:g} s later, idle", Weight(weight.ready, processes), yardstick.scale))
    for process in later[0]:
        click.echo(f"  {process.pss:6.1f} MiB {process.seconds:6.2f} CPU s  {process.command[:140]}")


if __name__ == "__main__":
    main()
