"""``playhall analyse``: what a bot that thinks finds of the decisions of a match."""

from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from services.bots.thinking import Budget, ThinkingBot
from services.engine import replay
from services.engine.registry import AnyRuleset
from services.engine.registry import ruleset as find_ruleset
from services.engine.replay import AnyReplay
from services.engine.ruleset import ActionReport
from services.errors import Reason, Refusal
from services.training.analysis import AnalysedDecision
from services.training.analysis import analyse as analysed

_LINE = 6
"""How many actions of a line are shown."""


@click.command()
@click.argument("file", metavar="REPLAY", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--bot", metavar="ID", help="A searching bot of the ruleset. Default: the first of them.")
@click.option("--seat", type=click.IntRange(min=0), help="Only decisions of this seat.")
@click.option("--decision", type=click.IntRange(min=1), help="Only decisions with this number, counted by each seat.")
@click.option("--iterations", type=click.IntRange(min=1), help="The number of playouts for each decision.")
@click.option("--milliseconds", type=click.IntRange(min=1), help="The time for each decision.")
@click.option(
    "--actions", default=10, show_default=True, type=click.IntRange(min=1), help="The number of actions to show."
)
def analyse(
    file: Path,
    bot: str | None,
    seat: int | None,
    decision: int | None,
    iterations: int | None,
    milliseconds: int | None,
    actions: int,
) -> None:
    """Let a searching bot rate the decisions of a match, each from its seat's view. For every action, best first, show
    how often the bot tried it, its expected share of the win with the standard error, and the expected continuation.
    The played action is marked.

    The match is first played again and compared with its replay. Without --iterations and --milliseconds the bot uses
    its usual budget of a match.
    """
    try:
        told = replay.read(file.read_bytes())
    except replay.MalformedReplay as error:
        raise click.ClickException(f"{file} is not a replay: {error}") from None
    rules = find_ruleset(told.ruleset)
    thinking = _thinking_bot(rules, bot)
    if iterations is not None or milliseconds is not None:
        thinking = thinking.with_budget(Budget(iterations, milliseconds))
    shown = 0
    console = Console(highlight=False)
    try:
        for found in analysed(told, rules, thinking, seat=seat, decision=decision):
            print_decision(console, told, rules, found, actions)
            shown += 1
    except replay.ReplayDiffers as error:
        raise click.ClickException(f"the replay does not hold: {error}") from None
    except Refusal as refusal:
        if refusal.reason is not Reason.UNSUPPORTED_VERSION:
            raise
        raise click.ClickException(f"the match cannot be played again here. {refusal.detail}") from None
    if not shown:
        raise click.ClickException("the match has no such decision with more than one legal action.")


def print_decision(console: Console, told: AnyReplay, rules: AnyRuleset, found: AnalysedDecision, actions: int) -> None:
    """One decision: who made it, and a row for each of the best ``actions``, and for the one that was played."""
    explanation = found.explanation
    who = f"Seat {found.seat} ({told.seats[found.seat].name}), decision {found.decision}"
    spent = f"{explanation.iterations} playouts, {explanation.seconds:.1f} s"
    console.print(
        f"[bold]{escape(who)}[/]: {escape(rules.label(found.view, found.played))} [dim]· {spent}[/]", soft_wrap=True
    )
    table = Table("", "action", "tried", "value", "expected to follow", box=None)
    for place, report in enumerate(explanation.reports):
        is_played = report.action == found.played
        if place < actions or is_played:
            label = escape(rules.label(found.view, report.action))
            table.add_row("▸" if is_played else "", label, str(report.visits), _value(report), _line(rules, report))
    console.print(table)
    left_out = len(explanation.reports) - table.row_count
    if left_out:
        console.print(f"  [dim]{left_out} other legal actions[/]")
    console.print()


def _thinking_bot(rules: AnyRuleset, wanted: str | None) -> ThinkingBot[Any]:
    thinking = {id: bot for id, bot in rules.bots().items() if isinstance(bot, ThinkingBot)}
    id = next(iter(thinking), None) if wanted is None else wanted
    if id is None or id not in thinking:
        about = rules.describe().id
        known = f"those that do: {', '.join(thinking)}" if thinking else "none of its bots does"
        subject = f"{about} has no bot that thinks" + ("" if id is None else f" called {id!r}")
        raise click.BadParameter(f"{subject}; {known}", param_hint="--bot")
    return thinking[id]


def _value(report: ActionReport) -> str:
    if report.value is None:
        return "-"
    return f"{report.value:.3f}" + ("" if report.error is None else f" ± {report.error:.3f}")


def _line(rules: AnyRuleset, report: ActionReport) -> str:
    """What is expected after the action: seats with their actions."""
    following = report.line[1 : _LINE + 1]
    return escape(", ".join(f"{seat}: {rules.notation(action)}" for seat, action in following))
