"""What normal load suffers beside twelve readers of a long archived match: ``python -m tests.security.reading``.

Four random bots play Standoff, some two thousand moves; the match goes to the archive and out of Redis. Then twelve
clients, each with a key of its own, read it again and again, each way of reading in turn.
"""

import contextlib
import multiprocessing
import multiprocessing.synchronize
import time
from urllib.parse import urlsplit

import click

from cli.rest_client import Rest
from tests.benchmarks.http_clients import Connection, Request, send_all
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.served_moves import new_key
from tests.security.connections import NormalLoad, percentile

WAYS = ("", "/view", "/events?since=0", "/replay")
READERS = 12


def _read(host: str, port: int, key: str, path: str, pipe: "multiprocessing.connection.Connection") -> None:
    """Read again and again until told to stop; then say how long each took."""
    waited: list[float] = []
    refused = 0
    connection = Connection(host, port, key)
    while not pipe.poll():
        try:
            waited.append(send_all([Request(connection, "GET", path)])[0].seconds)
        except click.ClickException:
            refused += 1
            time.sleep(1)  # as Retry-After says
            connection = Connection(host, port, key)
    pipe.send((waited, refused))


def _archived_match(rest: Rest) -> str:
    match: str = rest.post("/v1/matches", {"ruleset": "standoff", "seats": ["bot:random"] * 4})["id"]
    while rest.get(f"/v1/matches/{match}")["status"] == "live":
        time.sleep(0.5)
    time.sleep(5)  # it is archived, and its keys expire
    return match


@click.command()
@click.option("--seconds", default=10.0, show_default=True, help="How long each way of reading is measured.")
@click.option("--pause", default=0.04, show_default=True, help="Seconds between two turns of normal load.")
def main(seconds: float, pause: float) -> None:
    """Measure normal load alone and beside the readers, and print a table."""
    with running_platform(finished_ttl_seconds="1") as (rest, _, _):
        match = _archived_match(rest)
        load = NormalLoad(rest, 8)
        load.play(3.0, pause)
        address = urlsplit(rest.url)
        keys = [new_key(rest, 100 + number) for number in range(READERS)]

        def measure(name: str) -> str:
            latencies, failures = load.play(seconds, pause)
            return f"{name:<24} {percentile(latencies, 50):8.1f} {percentile(latencies, 99):8.1f} {failures:7}"

        click.echo(f"{'readers of':<24} {'p50 ms':>8} {'p99 ms':>8} {'failed':>7}   the readers")
        click.echo(measure("nothing"))
        for way in WAYS:
            path = f"/v1/matches/{match}{way}"
            pipes, processes = [], []
            for key in keys:
                ours, theirs = multiprocessing.Pipe()
                process = multiprocessing.Process(
                    target=_read, args=(address.hostname, address.port, key, path, theirs), daemon=True
                )
                process.start()
                pipes.append(ours)
                processes.append(process)
            time.sleep(1)
            row = measure(way or "the match")
            waited: list[float] = []
            refused = 0
            for ours, process in zip(pipes, processes, strict=True):
                ours.send("stop")
                with contextlib.suppress(EOFError):
                    theirs_waited, theirs_refused = ours.recv()
                    waited += theirs_waited
                    refused += theirs_refused
                process.join()
            click.echo(
                f"{row}   {len(waited)} read, p50 {percentile(waited, 50):.0f} ms, "
                f"p99 {percentile(waited, 99):.0f} ms, {refused} refused"
            )


if __name__ == "__main__":
    main()
