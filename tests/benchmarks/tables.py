"""The tables that ``python -m tests.benchmarks`` prints."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from tests.benchmarks.bot_matches import BotMatches
from tests.benchmarks.random_play import Rate
from tests.benchmarks.served_moves import Measured, Served


def print_random_play(console: Console, title: str, rates: Mapping[int, Sequence[Rate]]) -> None:
    """Print decisions per second by number of seats: with fast and with seeded chance."""
    table = Table(title=f"{title}: random play, decisions per second", title_justify="left")
    for heading in ("seats", "fast chance", "at the reference", "seeded chance", "at the reference"):
        table.add_column(heading, justify="right")
    for seats, row in rates.items():
        figures = (figure for rate in row for figure in (rate.per_second, rate.scaled))
        table.add_row(str(seats), *(f"{figure:,.0f}" for figure in figures))
    console.print(table)


def print_operations(console: Console, rows: Mapping[int, dict[str, float]]) -> None:
    """Print microseconds per operation by number of seats."""
    table = Table(title="Microseconds per call, in mid match", title_justify="left")
    table.add_column("seats", justify="right")
    for name in next(iter(rows.values())):
        table.add_column(name, justify="right")
    for seats, row in rows.items():
        table.add_row(str(seats), *(f"{value:.1f}" for value in row.values()))
    console.print(table)


def print_bot_matches(console: Console, result: BotMatches) -> None:
    """Print how many bot matches were played."""
    console.print(
        f"Platform: {result.matches} matches of {result.seats} bots in {result.seconds:.1f} s through the REST API: "
        f"{result.per_minute:,.0f} matches and {result.decisions_per_minute:,.0f} decisions per minute"
    )


def print_served_moves(console: Console, title: str, served: Sequence[Served]) -> None:
    """Print what was measured: first requests, then processor time by process."""
    rates = Table(title=title, title_justify="left")
    for heading in (
        "matches",
        "request",
        "number",
        "a second",
        "p50 ms",
        "p99 ms",
        "CPU ms",
        "at the reference",
        "bare Flask = 1",
    ):
        rates.add_column(heading, justify="right")
    for found in served:
        for name, requests in _requests(found):
            cost = sum(requests.cpu_ms().values())
            rates.add_row(
                str(found.matches),
                name,
                f"{requests.count:,}",
                f"{requests.per_second:,.0f}",
                f"{requests.latency_ms(50):.1f}",
                f"{requests.latency_ms(99):.1f}",
                f"{cost:.3f}",
                f"{cost * found.yardstick.scale:.3f}",
                f"{cost / sum(found.bare_flask.cpu_ms().values()):.2f}",
            )
    console.print(rates)

    processes = Table(title="CPU ms by process for one request, at the reference", title_justify="left")
    columns = [
        (f"{name} ({found.matches})", found, requests) for found in served for name, requests in _requests(found)
    ]
    processes.add_column("process")
    for heading, _, _ in columns:
        processes.add_column(heading, justify="right")
    for name in sorted({name for _, _, requests in columns for name in requests.used}):
        figures = (requests.cpu_ms().get(name, 0.0) * found.yardstick.scale for _, found, requests in columns)
        processes.add_row(name, *(f"{figure:.3f}" for figure in figures))
    console.print(processes)
    for found in served:
        console.print(
            f"{found.matches} matches: yardstick {found.yardstick.seconds:.3f} s of processor time; the load generator "
            f"used {found.generator_ms:.3f} ms for one request, which is not counted"
        )


def _requests(served: Served) -> list[tuple[str, Measured]]:
    return [("view", served.views), ("move", served.moves), ("bare Flask", served.bare_flask)]
