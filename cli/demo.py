"""``playhall demo``: bot matches through the public REST API, as any client would play them."""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from cli.bot_matches import Plan, Stalled, play_matches
from cli.connection import KEY, URL, connect, told_plainly
from cli.rest_client import Rest
from services.engine.ruleset import JsonObject


@click.command()
@click.option(
    "--matches", type=click.IntRange(1, 100_000), default=12, show_default=True, help="The number of matches."
)
@click.option(
    "--ruleset", "rulesets", multiple=True, help="A ruleset to play; repeat for several. Default: all rulesets."
)
@click.option(
    "--seats", type=click.IntRange(1, 64), help="The number of seats of each match. Default: every number in turn."
)
@click.option(
    "--bots",
    help="The bots for the seats, such as greedy,random; repeated as needed. Default: all bots that do not search, in "
    "turn.",
)
@URL
@KEY
def demo(
    matches: int, rulesets: tuple[str, ...], seats: int | None, bots: str | None, url: str | None, key: str | None
) -> None:
    """Play bot matches on a running platform and print the results."""
    console = Console()
    try:
        with told_plainly():
            rest = connect(url, key)
            plans = itertools.islice(_plans(_known(rest, rulesets), seats, bots.split(",") if bots else []), matches)
            ended = list(_with_progress(console, play_matches(rest, plans), matches))
    except (Stalled, ValueError) as error:
        raise click.ClickException(str(error)) from error
    console.print(_results(ended))
    console.print(_summary(ended))


@dataclass(frozen=True, slots=True)
class _Ruleset:
    id: str
    seats: range
    bots: tuple[str, ...]


def _known(rest: Rest, wanted: Sequence[str]) -> list[_Ruleset]:
    """The rulesets to play, as the platform describes them."""
    ids = wanted or [ruleset["id"] for ruleset in rest.get("/v1/rulesets")["rulesets"]]
    found = [rest.get(f"/v1/rulesets/{id}") for id in ids]
    return [
        _Ruleset(
            each["id"],
            range(each["min_seats"], each["max_seats"] + 1),
            tuple(bot["id"] for bot in each["bots"] if not bot["thinks"]),
        )
        for each in found
    ]


def _plans(rulesets: Sequence[_Ruleset], seats: int | None, bots: Sequence[str]) -> Iterator[Plan]:
    """Matches without end: the rulesets in turn, every number of seats in turn, the bots in turn on each seat."""
    if not rulesets:
        raise ValueError("the platform has no ruleset")
    counts = {ruleset.id: itertools.cycle([seats] if seats else ruleset.seats) for ruleset in rulesets}
    for number, ruleset in enumerate(itertools.cycle(rulesets)):
        line_up = bots or ruleset.bots
        # Each match begins with the next bot, so that no bot always sits first.
        turned = itertools.cycle([*line_up[number % len(line_up) :], *line_up[: number % len(line_up)]])
        yield Plan(ruleset.id, tuple(itertools.islice(turned, next(counts[ruleset.id]))))


def _with_progress(console: Console, ended: Iterator[JsonObject], total: int) -> Iterator[JsonObject]:
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("matches"), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        yield from progress.track(ended, total=total)


def _results(ended: Sequence[JsonObject]) -> Table:
    table = Table(title="Results", title_justify="left")
    table.add_column("match", no_wrap=True)
    table.add_column("ruleset", no_wrap=True)
    table.add_column("result, best first")
    table.add_column("seconds", justify="right", no_wrap=True)
    for match in ended:
        table.add_row(match["id"], match["ruleset"], _standing(match), f"{_seconds(match):.1f}")
    return table


def _standing(match: JsonObject) -> str:
    """Such as ``1. greedy 41, 2. random 17``."""
    if match["outcome"] is None:
        return str(match["status"])
    ranked = sorted(match["outcome"]["results"], key=lambda result: (result["rank"], result["seat"]))
    return ", ".join(f"{result['rank']}. {_name(match, result['seat'])} {result['score']}" for result in ranked)


def _summary(ended: Sequence[JsonObject]) -> Table:
    scores: dict[str, list[int]] = defaultdict(list)
    wins: dict[str, int] = defaultdict(int)
    for match in ended:
        for result in (match["outcome"] or {"results": []})["results"]:
            name = _name(match, result["seat"])
            scores[name].append(result["score"])
            wins[name] += result["rank"] == 1
    table = Table(title="Bots", title_justify="left")
    for heading in ("bot", "seats played", "first places", "mean score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name in sorted(scores):
        mean = sum(scores[name]) / len(scores[name])
        table.add_row(name, str(len(scores[name])), str(wins[name]), f"{mean:.1f}")
    return table


def _name(match: JsonObject, seat: int) -> str:
    player: dict[str, Any] = match["seats"][seat]["player"]
    return str(player["bot"] or player["name"])


def _seconds(match: JsonObject) -> float:
    begun = match["started_at"] or match["created_at"]
    return (datetime.fromisoformat(match["ended_at"]) - datetime.fromisoformat(begun)).total_seconds()
