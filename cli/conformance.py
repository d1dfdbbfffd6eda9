"""``playhall conformance``: hold a ruleset against the 26 invariants, or record its golden playthroughs."""

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from cli.engines import engine_access
from services.engine import registry
from services.engine.conformance import service, suite
from services.engine.conformance.cases import AnyRuleset, cases
from services.engine.conformance.ruleset_address import NoRulesetThere, ruleset_at
from services.engine.engine import Engine
from services.settings import read_settings

_FINDINGS_SHOWN = 3


@click.command()
@click.argument("ruleset", metavar="RULESET")
@click.option(
    "--only", "numbers", multiple=True, type=click.IntRange(1, 26), help="Only this invariant; repeat for several."
)
@click.option(
    "--seats", "seats", multiple=True, type=click.IntRange(1), help="Only this number of seats; repeat for several."
)
@click.option("--default-options", is_flag=True, help="Use only the default options.")
@click.option("--thorough", is_flag=True, help="Many more games and draws. Takes many minutes.")
@click.option("--record", is_flag=True, help="Record playthroughs, positions and work again instead of checking.")
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of the recorded files. Default: the ruleset's own folder.",
)
@click.pass_context
def conformance(
    context: click.Context,
    ruleset: str,
    numbers: tuple[int, ...],
    seats: tuple[int, ...],
    default_options: bool,
    thorough: bool,
    record: bool,
    records: Path | None,
) -> None:
    """Check a ruleset against the invariants of all rulesets. RULESET is an installed id, package.module:NAME of a
    ruleset that is not installed, or ID=HOST:PORT of a service, of which everything visible from outside is checked.
    Exits with 1 if a check fails."""
    selection = suite.Selection(
        numbers=frozenset(numbers) or None, seats=frozenset(seats) or None, default_options_only=default_options
    )
    console = Console()
    if "=" in ruleset:
        if record:
            raise click.UsageError("A service's playthroughs cannot be recorded: it draws no pictures.")
        context.exit(_print_report(console, service.run(_served(ruleset), selection=selection, thorough=thorough)))
    found = _find(ruleset)
    if record:
        for file in suite.record(found, records):
            click.echo(f"recorded {file}")
        return
    context.exit(_print_report(console, _run(console, found, selection, records, thorough=thorough)))


def _print_report(console: Console, report: suite.Report) -> int:
    """Print what was found; the exit code."""
    console.print(_table(report))
    for one in _to_show(report):
        console.print(f"\n[bold red]{one.check.number}. {one.check.name}[/bold red]  {escape(one.check.invariant)}")
        console.print(f"  {one.finding}", markup=False, highlight=False)
    return 1 if report.findings else 0


def _served(address: str) -> Engine:
    """The ruleset at ``ID=HOST:PORT``."""
    id = address.partition("=")[0].strip()
    try:
        settings = read_settings()
        access = engine_access(settings.engines)
        return registry.engines_from(address, settings.engines.engine_timeout_seconds, access=access).engine(id)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="RULESET") from None


def _find(ruleset: str) -> AnyRuleset:
    if ":" not in ruleset:
        return registry.ruleset(ruleset)
    sys.path.insert(0, str(Path.cwd()))  # the author's own package need not be installed
    try:
        return ruleset_at(ruleset)
    except NoRulesetThere as error:
        raise click.BadParameter(str(error), param_hint="RULESET") from error


def _run(
    console: Console, ruleset: AnyRuleset, selection: suite.Selection, records: Path | None, *, thorough: bool
) -> suite.Report:
    chosen = [check for check in suite.CHECKS if selection.wants(check)]
    of_ruleset = [case for case in cases(ruleset, records, everywhere=thorough) if selection.takes(case)]
    total = sum(1 if check.on_ruleset else sum(suite.applies(check, case) for case in of_ruleset) for check in chosen)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=total)

        def watch(one: suite.Examined) -> None:
            progress.update(task, advance=1, description=f"{one.check.number:2} {one.check.name}")

        return suite.run(ruleset, thorough=thorough, selection=selection, records=records, watch=watch)


def _table(report: suite.Report) -> Table:
    table = Table(title=f"Conformance of {report.ruleset}", title_justify="left")
    table.add_column("", justify="right")
    table.add_column("check")
    table.add_column("cases", justify="right")
    table.add_column("compared", justify="right")
    table.add_column("result")
    for check in dict.fromkeys(one.check for one in report.examined):
        done = report.of(check)
        compared = sum(one.compared for one in done)
        table.add_row(str(check.number), check.name, str(len(done)), f"{compared:,}", _result(done, compared))
    return table


def _result(done: list[suite.Examined], compared: int) -> str:
    wrong = sum(one.finding is not None for one in done)
    if wrong:
        return f"[bold red]fails in {wrong} of {len(done)}[/bold red]"
    notes = "; ".join(dict.fromkeys(one.note for one in done if one.note))
    if notes:
        return f"[green]holds[/green] ({escape(notes)})"
    return "[green]holds[/green]" if compared else "[dim]nothing of the kind[/dim]"


def _to_show(report: suite.Report) -> list[suite.Examined]:
    """The first few findings of each check."""
    shown: list[suite.Examined] = []
    for check in dict.fromkeys(one.check for one in report.examined):
        shown += [one for one in report.of(check) if one.finding is not None][:_FINDINGS_SHOWN]
    return shown
