"""``playhall play``: one bot match in this process, without a server."""

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cli.engines import engine_for
from cli.local_match import LocalMatch, Move
from cli.match_arguments import read_options, read_seed
from services.engine import replay
from services.engine.engine import Step
from services.engine.registry import installed_ids
from services.engine.registry import ruleset as find_ruleset
from services.engine.ruleset import SPECTATOR, Outcome, Ruleset


@click.command()
@click.argument("ruleset")
@click.option("--bots", default="greedy,random", show_default=True, help="A bot for each seat, separated by commas.")
@click.option(
    "--seed", metavar="HEX", help="The server seed, up to 64 hexadecimal digits. Default: random, and printed."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the match; repeat for several."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, writable=True, path_type=Path), help="Write the replay to this file."
)
@click.option("--watch", is_flag=True, help="Show the match move by move.")
def play(ruleset: str, bots: str, seed: str | None, options: tuple[str, ...], out: Path | None, watch: bool) -> None:
    """Play one match between bots in this process, without a server.

    The same seed, bots and options always give the same match and the same replay, byte for byte. With
    PLAYHALL_ENGINES=theirs=HOST:PORT, a ruleset is played by the program that serves it.
    """
    console = Console(highlight=False)
    engine = engine_for(ruleset)
    server_seed = read_seed(seed)
    about = engine.describe()
    line_up = [bot.strip() for bot in bots.split(",")]
    known = [bot.id for bot in about.bots]
    for bot in line_up:
        if bot not in known:
            raise click.ClickException(f"{about.id} has no bot {bot!r}; it has {', '.join(known)} [UNKNOWN_BOT]")
    match = LocalMatch(engine, line_up, read_options(options, about.options), server_seed)
    names = [f"Player {seat} ({bot})" for seat, bot in enumerate(match.bots)]
    if watch:
        _watch(match, Watcher(find_ruleset(ruleset) if ruleset in installed_ids() else None, names, console))
    else:
        deque(match.moves(), maxlen=0)
    assert match.step.outcome is not None
    console.print(_result(match.step.outcome, names))
    console.print(f"Seed: {server_seed.hex()}")
    if out is not None:
        _write(out, match)
        console.print(f"Replay: {out}", soft_wrap=True)


def _watch(match: LocalMatch, watcher: "Watcher") -> None:
    watcher.begin(match.step)
    for move in match.moves():
        watcher.show(move)


def _write(out: Path, match: LocalMatch) -> None:
    try:
        out.write_bytes(replay.write(match.replay()))
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}") from None


class Watcher:
    """Tells a match as it happens: each decision, what everybody saw of it, and the table when it has changed.

    What is told are the texts that the API sends spectators. The table is drawn by the ruleset; one that a service
    plays (``rules`` None) draws none.
    """

    def __init__(self, rules: Ruleset[Any, Any, Any] | None, names: list[str], console: Console) -> None:
        self._rules = rules
        self._names = names
        self._console = console
        self._pending: Sequence[int] = ()

    def begin(self, start: Step) -> None:
        """The table before the first decision."""
        self._events(start)
        self._picture(start)
        self._pending = start.pending

    def show(self, move: Move) -> None:
        """A decision and what came of it. The table is not shown again while others still answer the same question:
        nothing on it has moved."""
        self._console.print(
            f"[bold]{escape(self._names[move.seat])}[/]: {escape(move.label)} [dim]· {escape(move.action)}[/]"
        )
        self._events(move.step)
        if move.step.pending and set(move.step.pending) != set(self._pending) - {move.seat}:
            self._picture(move.step)
        self._pending = move.step.pending

    def _events(self, step: Step) -> None:
        for event in step.events:
            share = event.seen_by(SPECTATOR)
            if share is not None:  # of a service that gives no texts, the event itself
                self._console.print(f"  [green]{escape(event.text_for(SPECTATOR) or share.decode())}[/]")

    def _picture(self, step: Step) -> None:
        if self._rules is None:
            return
        view = self._rules.view_from_json(json.loads(step.situation(SPECTATOR).view))
        self._console.print()
        self._console.print(escape(self._rules.picture(view)), soft_wrap=True)
        self._console.print()


def _result(outcome: Outcome, names: Sequence[str]) -> Table:
    """The final scores, best player first, with what each is made of."""
    ranked = sorted(outcome.results, key=lambda result: (result.rank, result.seat))
    table = Table(title=f"Result ({outcome.reason.replace('_', ' ')})", title_justify="left", show_footer=True)
    table.add_column("", footer="score")
    for result in ranked:
        table.add_column(f"{result.rank}. {names[result.seat]}", justify="right", footer=str(result.score))
    for part in dict.fromkeys(part for result in ranked for part, _ in result.breakdown):
        points = [sum(value for name, value in result.breakdown if name == part) for result in ranked]
        table.add_row(part.replace("_", " "), *map(str, points))
    return table
