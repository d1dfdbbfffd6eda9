"""What a small tournament takes beside another host's large one, on a platform of its own.

    .venv/bin/python -m tests.benchmarks.fair_shares [--entrants 1000] [--ruleset factionwars] [--bot random]

A host's round robin of four house bots is held alone, then while another host's Swiss tournament of so many house bots
is under way, each several times. Printed: seconds from the start to the end of the small one, each and their median,
the machine's load, and the ratio of the medians.
"""

import os
import statistics
import time
from collections.abc import Sequence
from typing import Any, Final

import click

from cli.rest_client import Rest
from tests.benchmarks.running_platform import running_platform

SMALL: Final = 4
LOOK_SECONDS: Final = 0.1
GIVE_UP_SECONDS: Final = 600.0
_SCOPES: Final = ["matches:read", "matches:play", "matches:create", "account:manage"]


class Host:
    """A person who holds tournaments of house bots."""

    def __init__(self, admin: Rest, url: str, name: str) -> None:
        player = admin.post("/v1/players", {"name": name})["id"]
        key = admin.post(f"/v1/players/{player}/keys", {"name": "host", "scopes": _SCOPES})["secret"]
        self.rest = Rest(url, key)

    def begin(self, ruleset: str, bot: str, entrants: int, stage: dict[str, object]) -> str:
        """Announce a tournament, enter so many bots, start it; its id."""
        body: dict[str, Any] = {"name": f"{entrants} bots", "ruleset": ruleset, "stages": [stage]}
        body["entry"] = {"bots": "only", "registration": "invited"}
        made: str = self.rest.post("/v1/tournaments", body)["id"]
        for first in range(0, entrants, 500):
            some = [{"bot": bot, "name": f"bot {n + 1}"} for n in range(first, min(entrants, first + 500))]
            self.rest.post(f"/v1/tournaments/{made}/entrants:import", {"entrants": some})
        self.rest.post(f"/v1/tournaments/{made}:start")
        return made

    def status(self, tournament: str) -> str:
        """How far a tournament is."""
        found: str = self.rest.get(f"/v1/tournaments/{tournament}")["status"]
        return found


def held(host: Host, ruleset: str, bot: str) -> float:
    """Seconds from the start of a small tournament to its end."""
    began = time.monotonic()
    tournament = host.begin(ruleset, bot, SMALL, {"format": "round_robin", "seats": 2})
    while host.status(tournament) != "finished":
        if time.monotonic() - began > GIVE_UP_SECONDS:
            raise click.ClickException("the small tournament does not end")
        time.sleep(LOOK_SECONDS)
    return time.monotonic() - began


@click.command()
@click.option("--entrants", default=1_000, show_default=True, help="Of the large tournament.")
@click.option("--ruleset", default="factionwars", show_default=True)
@click.option("--bot", default="random", show_default=True)
@click.option("--times", default=3, show_default=True, help="How often the small tournament is held, alone and beside.")
def main(entrants: int, ruleset: str, bot: str, times: int) -> None:
    """Hold them, and say how long the small one took."""
    with running_platform() as (admin, _, _):
        url = admin.url
        large, small = Host(admin, url, "Large"), Host(admin, url, "Small")
        alone = [held(small, ruleset, bot) for _ in range(times)]
        _print("alone", alone)
        event = large.begin(ruleset, bot, entrants, {"format": "swiss", "rounds": 9})
        beside = []
        for _ in range(times):
            beside.append(held(small, ruleset, bot))
            assert large.status(event) == "running", "the large tournament has ended: enter more bots"
        _print(f"beside {entrants}", beside)
        click.echo(f"ratio of the medians: {statistics.median(beside) / statistics.median(alone):.2f}")


def _print(name: str, seconds: Sequence[float]) -> None:
    each = ", ".join(f"{one:.1f}" for one in seconds)
    click.echo(f"{name}: median {statistics.median(seconds):.1f} s ({each}), load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
