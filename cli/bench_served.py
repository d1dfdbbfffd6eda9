"""The part of ``playhall bench`` that measures served moves, and its tables."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from cli.bench_cpu import Processes
from cli.bench_flask import bare_flask
from cli.bench_grpc import GrpcFace
from cli.bench_moves import Bare, Requests, RestFace, Room, Served
from cli.bench_platform import running_platform

MATCHES: Final = (16, 64)
SEATS: Final = 4
_WAYS: Final = (
    ("engines as services", (), ("REST", "gRPC")),
    ("rulesets in the gateway", ("--in-gateway",), ("REST",)),
)


def measure_moves(console: Console, ruleset: str, seconds: float) -> None:
    """Measure and print: moves over REST and over gRPC with the engines as services, and over REST with the rulesets
    in the gateway."""
    for engines, options, faces in _WAYS:
        with running_platform(*options) as (rest, supervisor, grpc_target), bare_flask() as (port, pid):
            about = rest.get(f"/v1/rulesets/{ruleset}")
            seats = max(about["min_seats"], min(SEATS, about["max_seats"]))
            processes, bare = Processes(supervisor), Bare(port, pid, max(MATCHES))
            for name in faces:
                served = []
                for matches in MATCHES:
                    face = RestFace() if name == "REST" else GrpcFace(grpc_target, matches)
                    served.append(Room(rest, ruleset, seats, matches).play(seconds, face, processes, bare))
                print_served(console, f"Served moves over {name}, {engines}, {seats} seats", served)


def print_served(console: Console, title: str, served: Sequence[Served]) -> None:
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
                f"{cost / sum(found.bare.cpu_ms().values()):.2f}",
            )
    console.print(rates)

    parts = Table(title="CPU ms by process for one request, at the reference", title_justify="left")
    columns = [
        (f"{name} ({found.matches})", found, requests) for found in served for name, requests in _requests(found)
    ]
    parts.add_column("process")
    for heading, _, _ in columns:
        parts.add_column(heading, justify="right")
    for part in sorted({part for _, _, requests in columns for part in requests.used}):
        figures = (requests.cpu_ms().get(part, 0.0) * found.yardstick.scale for _, found, requests in columns)
        parts.add_row(part, *(f"{figure:.3f}" for figure in figures))
    console.print(parts)
    for found in served:
        console.print(
            f"{found.matches} matches: yardstick {found.yardstick.seconds:.3f} s of processor time; the load generator "
            f"used {found.generator_ms:.3f} ms for one request, which is not counted"
        )


def _requests(served: Served) -> list[tuple[str, Requests]]:
    return [("look", served.looks), ("move", served.moves), ("bare Flask", served.bare)]
