"""What normal load suffers beside crowds of idle and slow connections: ``python -m tests.security.connections``.

A platform is started in a temporary folder. Clients on 127.0.1.1 play matches at an even pace, each on a connection
that it keeps, and now and then ask on a new one. Beside them, one kind of attack after the other opens its connections,
from twenty addresses and from one.
"""

import json
import random
import time
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import click

from cli.rest_client import Rest
from tests.benchmarks.http_clients import Connection, Request, send_all
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.served_moves import Match, RestClients, new_key
from tests.security.crowd import Attack, attacking

NORMAL_SOURCE: Final = "127.0.1.1"
MANY: Final = [f"127.0.0.{number}" for number in range(1, 21)]
ONE: Final = ["127.0.0.1"]


class NormalLoad:
    """Clients that play matches of Faction Wars between two."""

    def __init__(self, rest: Rest, matches: int) -> None:
        address = urlsplit(rest.url)
        self._host, self._port = address.hostname or "", address.port or 0
        chooser = random.Random(1)
        self._matches = [
            Match([self._connection(new_key(rest, 2 * n + seat)) for seat in range(2)], "factionwars", chooser)
            for n in range(matches)
        ]
        self._clients = RestClients()
        self._tick = 0

    def play(self, seconds: float, pause: float) -> tuple[list[float], int]:
        """Play for so long, a view and a move every ``pause`` seconds; how long each request took, and how many
        failed."""
        latencies: list[float] = []
        failures = 0
        began = next_tick = time.perf_counter()
        while (now := time.perf_counter()) < began + seconds:
            time.sleep(max(0.0, next_tick - now))
            next_tick += pause
            try:
                latencies += self._one_turn()
            except (click.ClickException, OSError):
                failures += 1
        return latencies, failures

    def _one_turn(self) -> list[float]:
        self._tick += 1
        match = self._matches[self._tick % len(self._matches)]
        if match.is_over:
            match.create_and_join()
        match.next_seat()
        (view,), latencies = self._clients.get_view([match])
        match.update(view)
        if view.legal:
            latencies = latencies + self._clients.move([match])
        if self._tick % 5 == 0:
            began = time.perf_counter()
            new = self._connection("none")
            send_all([Request(new, "GET", "/livez")])
            new.socket.close()
            latencies = [*latencies, time.perf_counter() - began]
        return latencies

    def _connection(self, key: str) -> Connection:
        return Connection(self._host, self._port, key, source=NORMAL_SOURCE)


def percentile(latencies: Sequence[float], percent: int) -> float:
    """The latency in milliseconds that so many percent did not exceed."""
    return sorted(latencies)[min(len(latencies) * percent // 100, len(latencies) - 1)] * 1000 if latencies else 0.0


@click.command()
@click.option("--connections", default=5_000, show_default=True, help="How many the attacker holds.")
@click.option("--seconds", default=12.0, show_default=True, help="How long each attack is measured.")
@click.option("--pause", default=0.04, show_default=True, help="Seconds between two turns of normal load.")
@click.option("--only", type=click.Choice([attack.name for attack in Attack]), help="One kind of attack.")
def main(connections: int, seconds: float, pause: float, only: str | None) -> None:
    """Measure normal load alone and beside each attack, and print a table."""
    with running_platform() as (rest, _, _):
        load = NormalLoad(rest, 8)
        load.play(3.0, pause)

        def measure(name: str) -> str:
            latencies, failures = load.play(seconds, pause)
            figures = percentile(latencies, 50), percentile(latencies, 99), len(latencies), failures
            return f"{name:<32} {figures[0]:8.1f} {figures[1]:8.1f} {figures[2]:9} {figures[3]:7}"

        click.echo(
            f"{'attack':<32} {'p50 ms':>8} {'p99 ms':>8} {'requests':>9} {'failed':>7}   held, and what came back"
        )
        click.echo(measure("none"))
        port = urlsplit(rest.url).port or 0
        for attack in Attack:
            for place, sources in (("20 addresses", MANY), ("1 address", ONE)):
                if only in (None, attack.name):
                    with attacking(port, attack, connections, sources) as crowd:
                        crowd.settle(15.0)
                        row = measure(f"{attack.name.lower()}, {place}")
                        held, seen = crowd.look()
                    answers = json.dumps(dict(sorted(seen.answers.items())))
                    click.echo(f"{row}   {held} held, {seen.opened} opened, {seen.resets} reset, answers {answers}")
                    load.play(2.0, pause)
        click.echo(measure("none, afterwards"))


if __name__ == "__main__":
    main()
