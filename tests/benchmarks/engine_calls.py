"""What a call to an engine costs: a Play over gRPC, beside a bare gRPC echo and the same Play in process.

    python -m tests.benchmarks.engine_calls [--rounds 5] [--calls 200] [--callers 1] [--tcp] [RULESET ...]

For each ruleset a random match is recorded. Then it is played again, three ways in turn, round by round in one run:

* echo: a gRPC server whose method answers at once with as many bytes as it is asked for. Each call has the size of the
  corresponding Play's request, and its answer the size of that Play's answer.
* gRPC: the calls to a service as the gateway makes them, checks included.
* in process: the same calls without gRPC, which is what the rules and the documents cost.

Both servers are processes of their own, on Unix domain sockets (``--tcp``: on loopback). Figures are processor time
in microseconds a call, user and system, of the client's and the server's process. The machine may be shared and may
change its pace, so the figure to look at is the ratio: what gRPC costs, both sides together, over what the echo costs;
and the same without what the rules cost in process (``w/o``).
The yardstick, ten million ``x += 1``, tells how quick the machine was.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc
from playhall.engine.v1 import engine_pb2 as pb

from services.engine import proto_codec, registry
from services.engine.engine import Engine, Position
from services.engine.grpc_client import GrpcEngine
from services.engine.grpc_server import EngineServer
from services.engine.in_process import InProcessEngine
from services.gc_tuning import leave_alone_what_exists
from tests.rulesets.playing import random_match

METHOD: Final = "/bench.Echo/Echo"
SEATS: Final = 4
TIMEOUT_SECONDS: Final = 20.0
THREADS: Final = 8
"""Of each server."""
_SIZE_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class Call:
    """One Play of the recorded match, and the sizes of its messages in bytes."""

    position: Position
    seat: int
    notation: str
    request_bytes: int
    answer_bytes: int


@dataclass(slots=True)
class Cost:
    """Processor microseconds a call, one figure each round."""

    client: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)

    def add(self, client: float, server: float) -> None:
        """Note a round."""
        self.client.append(client)
        self.server.append(server)

    @property
    def both(self) -> list[float]:
        """Client and server together, round by round."""
        return [client + server for client, server in zip(self.client, self.server, strict=True)]


def record(ruleset: str, calls: int) -> list[Call]:
    """The first Plays of a random match."""
    engine = InProcessEngine(registry.ruleset(ruleset))
    description = engine.describe()
    seats = min(max(SEATS, description.min_seats), description.max_seats)
    found: list[Call] = []
    for step, seat, notation in random_match(engine, seats, number=1):
        if not notation or len(found) == calls:
            break
        request = pb.PlayRequest(
            position=proto_codec.position_message(step.position), seat=seat, notation=notation
        ).ByteSize()
        spoken, after = InProcessEngine(registry.ruleset(ruleset)).play(step.position, seat, notation)
        answer = pb.PlayResponse(notation=spoken)
        proto_codec.put_step(answer.step, after, proto_codec.as_json, legal_as_json=True)
        found.append(Call(step.position, seat, notation, max(request, _SIZE_BYTES), answer.ByteSize()))
    return found


# -- servers -----------------------------------------------------------------------------------------------------------


def serve_echo(address: str) -> None:
    """Serve the bare echo until standard input ends."""

    def answer(request: bytes, _context: grpc.ServicerContext) -> bytes:
        return bytes(int.from_bytes(request[:_SIZE_BYTES]))

    server = grpc.server(ThreadPoolExecutor(THREADS))
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(answer)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", {"Echo": handler}),))
    port = server.add_insecure_port(address)
    server.start()
    _serve_on(address if address.startswith("unix:") else f"127.0.0.1:{port}")
    server.stop(0)


def serve_engines(address: str, rulesets: Sequence[str]) -> None:
    """Serve rulesets until standard input ends."""
    server = EngineServer([registry.ruleset(ruleset) for ruleset in rulesets], address=address)
    server.start()
    _serve_on(server.address)
    server.stop(drain_seconds=0, grace_seconds=0)


def _serve_on(address: str) -> None:
    leave_alone_what_exists()
    sys.stdout.write(f"{address}\n")
    sys.stdout.flush()
    sys.stdin.read()


@contextmanager
def server_process(*arguments: str) -> Iterator[tuple[int, str]]:
    """A server in a process of its own: its process id and where it listens."""
    command = [sys.executable, "-m", "tests.benchmarks.engine_calls", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().strip()
    finally:
        process.communicate()


# -- measuring ---------------------------------------------------------------------------------------------------------


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used, all its threads together. Linux."""
    return time.clock_gettime((~pid << 3) | 2)


def measured(work: Callable[[], None], calls: int, server: int | None) -> tuple[float, float]:
    """Processor microseconds a call of this process and of the server's."""
    theirs = processor_seconds(server) if server else 0.0
    ours = time.process_time()
    work()
    ours = time.process_time() - ours
    theirs = processor_seconds(server) - theirs if server else 0.0
    return ours / calls * 1e6, theirs / calls * 1e6


def by_several(callers: int, work: Callable[[], None]) -> Callable[[], None]:
    """The work done by several threads at once, each all of it."""
    if callers == 1:
        return work

    def all_of_them() -> None:
        threads = [threading.Thread(target=work) for _ in range(callers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return all_of_them


def echoing(address: str, calls: Sequence[Call]) -> Callable[[], None]:
    """Echo calls of the sizes of some Plays."""
    echo: grpc.UnaryUnaryMultiCallable[bytes, bytes] = grpc.insecure_channel(address).unary_unary(METHOD)
    requests = [call.answer_bytes.to_bytes(_SIZE_BYTES) + bytes(call.request_bytes - _SIZE_BYTES) for call in calls]

    def work() -> None:
        for request in requests:
            echo(request, timeout=TIMEOUT_SECONDS)

    return work


def playing(engine: Engine, calls: Sequence[Call]) -> Callable[[], None]:
    """Some Plays, one after the other. Each goes on from what the one before has answered, as in a match."""

    def work() -> None:
        for call in calls:
            engine.play(call.position, call.seat, call.notation)

    return work


def yardstick() -> float:
    """Processor seconds of ten million ``x += 1``."""
    began = time.process_time()
    x = 0
    for _ in range(10_000_000):
        x += 1  # noqa: SIM113 - what is timed
    return time.process_time() - began


def main() -> None:
    """Measure, and print a line for each ruleset."""
    parser = argparse.ArgumentParser(description="What a call to an engine costs.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=200, help="of one round, at the most")
    parser.add_argument("--callers", type=int, default=1, help="threads that call at once")
    parser.add_argument("--tcp", action="store_true", help="over loopback instead of Unix domain sockets")
    parser.add_argument("--serve-echo", metavar="ADDRESS", help=argparse.SUPPRESS)
    parser.add_argument("--serve-engines", metavar="ADDRESS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    rulesets = given.rulesets or list(registry.installed_ids())
    if given.serve_echo:
        serve_echo(given.serve_echo)
    elif given.serve_engines:
        serve_engines(given.serve_engines, rulesets)
    else:
        compare(rulesets, given.rounds, given.calls, given.callers, tcp=given.tcp)


def compare(rulesets: Sequence[str], rounds: int, calls: int, callers: int, *, tcp: bool) -> None:
    """Measure some rulesets and print what was found."""
    recorded = {ruleset: record(ruleset, calls) for ruleset in rulesets}
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        addresses = ["127.0.0.1:0"] * 2 if tcp else [f"unix:{Path(folder, name)}" for name in ("echo", "engines")]
        with (
            server_process("--serve-echo", addresses[0]) as (echo_pid, echo_address),
            server_process("--serve-engines", addresses[1], *rulesets) as (engine_pid, engine_address),
        ):
            quick = yardstick()
            found: dict[str, tuple[Cost, Cost, Cost]] = {ruleset: (Cost(), Cost(), Cost()) for ruleset in rulesets}
            ways = {
                ruleset: (
                    (by_several(callers, echoing(echo_address, plays)), echo_pid),
                    (
                        by_several(
                            callers,
                            playing(GrpcEngine(ruleset, engine_address, timeout_seconds=TIMEOUT_SECONDS), plays),
                        ),
                        engine_pid,
                    ),
                    (by_several(callers, playing(InProcessEngine(registry.ruleset(ruleset)), plays)), None),
                )
                for ruleset, plays in recorded.items()
            }
            leave_alone_what_exists()
            for number in range(rounds + 1):
                for ruleset, plays in recorded.items():
                    for cost, (work, pid) in zip(found[ruleset], ways[ruleset], strict=True):
                        figures = measured(work, len(plays) * callers, pid)
                        if number:  # the first round warms up
                            cost.add(*figures)
            quick = (quick + yardstick()) / 2
    report(recorded, found, quick, tcp=tcp, callers=callers)


def report(
    recorded: dict[str, list[Call]], found: dict[str, tuple[Cost, Cost, Cost]], quick: float, *, tcp: bool, callers: int
) -> None:
    """Print the medians of the rounds."""
    median = statistics.median
    write = sys.stdout.write
    write(f"{'loopback' if tcp else 'Unix domain sockets'}, {callers} callers, yardstick {quick:.2f} s; us a call\n")
    write(f"{'':12} {'bytes':>12} {'echo':>15} {'gRPC':>15} {'in process':>10} {'ratio':>6} {'w/o':>6}\n")
    ratios = []
    for ruleset, calls in recorded.items():
        echo, remote, local = found[ruleset]
        ratio = median([ours / bare for ours, bare in zip(remote.both, echo.both, strict=True)])
        without = median(
            [(ours - rules) / bare for ours, rules, bare in zip(remote.both, local.client, echo.both, strict=True)]
        )
        ratios.append((ratio, without))
        sizes = "+".join(
            f"{statistics.mean(sizes):.0f}"
            for sizes in ([call.request_bytes for call in calls], [call.answer_bytes for call in calls])
        )
        write(f"{ruleset:12} {sizes:>12} {_sum(echo):>15} {_sum(remote):>15} ")
        write(f"{median(local.client):>10.0f} {ratio:>6.2f} {without:>6.2f}\n")
    whole, without = (statistics.mean(column) for column in zip(*ratios, strict=True))
    write(f"{'mean':12} {'':12} {'':15} {'':15} {'':10} {whole:>6.2f} {without:>6.2f}\n")


def _sum(cost: Cost) -> str:
    client, server = statistics.median(cost.client), statistics.median(cost.server)
    return f"{client:.0f}+{server:.0f}={statistics.median(cost.both):.0f}"


if __name__ == "__main__":
    main()
