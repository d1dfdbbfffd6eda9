"""What calls cost that are not moves, over both doors.

    .venv/bin/python -m tests.benchmarks.administrative_calls [--calls 300]

A platform of its own hosts a tournament of sixteen house bots with one round paired. One client sends each of five
requests over REST and over gRPC in turn, on one connection each. Of each it prints the median that a call took, and the
processor time of the platform for a call, in milliseconds at the reference.
"""

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import click
import grpc
from playhall.play.v1 import accounts_pb2, accounts_pb2_grpc, tournaments_pb2, tournaments_pb2_grpc

from cli.rest_client import Rest
from tests.benchmarks.cpu_time import Processes
from tests.benchmarks.running_platform import running_platform
from tests.benchmarks.yardstick import ProcessorYardstick
from tests.waiting import wait_until

_BLOCK: Final = 50
"""Calls of one kind in a row."""
_ENTRANTS: Final = 16
_NO_LIMITS: Final = {"player_requests_per_minute": "0", "address_requests_per_minute": "0"}


def hosted(rest: Rest) -> str:
    """The id of a tournament whose first round is paired."""
    body = {
        "name": "Calls",
        "ruleset": "duels",
        "stages": [{"format": "swiss", "rounds": 3}],
        "entry": {"bots": "only"},
        "times": {"next_round": "by_host"},
    }
    made: str = rest.post("/v1/tournaments", body)["id"]
    lines = "".join(f"random,Bot {number}\n" for number in range(_ENTRANTS))
    rest.post(f"/v1/tournaments/{made}/entrants:import", {"csv": "bot,name\n" + lines})
    rest.post(f"/v1/tournaments/{made}:start", {})
    wait_until(lambda: rest.get(f"/v1/tournaments/{made}/rounds")["rounds"], "the first round", 60)
    return made


def calls(rest: Rest, target: str, key: str, tournament: str) -> dict[str, Callable[[], Any]]:
    """Each request by its name."""
    channel = grpc.insecure_channel(target)
    accounts: Any = accounts_pb2_grpc.AccountServiceStub(channel)
    tournaments: Any = tournaments_pb2_grpc.TournamentServiceStub(channel)
    at = f"/v1/tournaments/{tournament}"
    told = (("authorization", f"Bearer {key}"),)
    me = accounts_pb2.GetPlayerRequest(player="me")
    event = tournaments_pb2.GetTournamentRequest(tournament=tournament)
    entrants = tournaments_pb2.ListTournamentEntrantsRequest(tournament=tournament)
    paired = tournaments_pb2.GetTournamentRoundRequest(tournament=tournament, round=1)
    keys = accounts_pb2.ListKeysRequest(player="me")
    return {
        "get a player, REST": lambda: rest.get("/v1/players/me"),
        "get a player, gRPC": lambda: accounts.GetPlayer(me, metadata=told),
        "list keys, REST": lambda: rest.get("/v1/players/me/keys"),
        "list keys, gRPC": lambda: accounts.ListKeys(keys, metadata=told),
        "get a tournament, REST": lambda: rest.get(at),
        "get a tournament, gRPC": lambda: tournaments.GetTournament(event, metadata=told),
        "list entrants, REST": lambda: rest.get(f"{at}/entrants"),
        "list entrants, gRPC": lambda: tournaments.ListTournamentEntrants(entrants, metadata=told),
        "get a round, REST": lambda: rest.get(f"{at}/rounds/1"),
        "get a round, gRPC": lambda: tournaments.GetTournamentRound(paired, metadata=told),
    }


@click.command(help=__doc__)
@click.option("--calls", "wanted", type=click.IntRange(1), default=300, help="How many calls of each kind.")
def main(wanted: int) -> None:
    """Measure and print."""
    with running_platform(**_NO_LIMITS) as (rest, supervisor, target):
        key = rest.post("/v1/players/me/keys", {"name": "bench", "scopes": ["account:manage", "matches:read"]})[
            "secret"
        ]
        requests = calls(rest, target, key, hosted(rest))
        processes = Processes(supervisor)
        yardstick = ProcessorYardstick()
        took: dict[str, list[float]] = {name: [] for name in requests}
        used = dict.fromkeys(requests, 0.0)
        for request in requests.values():
            for _ in range(_BLOCK):
                request()
        for _ in range(max(wanted // _BLOCK, 1)):
            for name, request in requests.items():
                yardstick.sample()
                before = sum(processes.seconds().values())
                for _ in range(_BLOCK):
                    begun = time.perf_counter()
                    request()
                    took[name].append(time.perf_counter() - begun)
                used[name] += sum(processes.seconds().values()) - before
        for name in requests:
            ms = statistics.median(took[name]) * 1000 * yardstick.scale
            cpu_ms = used[name] / len(took[name]) * 1000 * yardstick.scale
            click.echo(f"{name:24} {ms:6.2f} ms, {cpu_ms:6.2f} ms of processor time")


if __name__ == "__main__":
    main()
