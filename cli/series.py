"""``playhall series``: many matches between bots, and what they show."""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

import click
from rich.console import Console
from rich.live import Live

from cli.match_arguments import read_options, read_seed
from cli.series_arguments import read_sizes, read_sprt
from cli.series_errors import told_plainly
from cli.series_platform import fetch, submit, watch
from cli.series_report import write_summary_and_report
from cli.series_tables import Standings, comparison_table, events_table, summary_tables
from services.engine import registry
from services.engine import replay as replays
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.ruleset import Description
from services.series import export as exports
from services.series.comparison import compare
from services.series.designs import Schedule, in_whole_deals
from services.series.document import (
    FORMAT,
    FORMAT_V1,
    Design,
    Entrant,
    FixedStop,
    SeriesDocument,
    SprtStop,
    Stop,
    bot_versions,
    check_playable,
)
from services.series.events import count_events
from services.series.folder import BadFolder, Folder
from services.series.local import MATCH_SECONDS, LocalPool, play_series
from services.series.own_bots import OwnBots
from services.series.playing import Player
from services.series.report import write_report
from services.series.statistics import Tally, deals_of, summarise

_FOLDER: Final = click.Path(file_okay=False, path_type=Path)
_FILE: Final = click.Path(dir_okay=False, writable=True, path_type=Path)
_OWN_BOTS: Final = click.option(
    "--bots",
    "bot_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE.py",
    help="A file with your own bots; repeat for several.",
)
_MATCHES: Final = 1000
_MOST_MATCHES: Final = 100_000


class _SeriesCommands(click.Group):
    """A group whose command ``run`` need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_SeriesCommands)
def series() -> None:
    """Play many matches between bots, and tell what they show.

    \b
    playhall series commanders greedy random --matches 2000 --seats 2,3,4 --out runs/1
    playhall series --resume runs/1
    playhall series submit commanders greedy random --matches 100000

    `submit`, `watch` and `fetch` have a platform play it; all others work on this machine. `playhall series run --help`
    lists the options of a run; `run` need not be named.
    """


@series.command()
@click.argument("ruleset", required=False)
@click.argument("bots", nargs=-1)
@_OWN_BOTS
@click.option("--seats", metavar="N,N", help="The sizes of the tables. Default: the smallest.")
@click.option("--design", type=click.Choice(get_args(Design)), default="duplicate", show_default=True)
@click.option(
    "--matches",
    type=click.IntRange(1, 900_000_000),
    help=f"The number of matches, rounded up to whole deals. Default: {_MATCHES:,}.",
)
@click.option(
    "--sprt", nargs=2, metavar="ELO0 ELO1", help="Stop when a sequential test can tell the first two entrants apart."
)
@click.option("--alpha", default="0.05", show_default=True, help="The probability that --sprt wrongly finds ELO1.")
@click.option("--beta", default="0.05", show_default=True, help="The probability that --sprt wrongly finds ELO0.")
@click.option("--seed", metavar="HEX", help="The series' seed, up to 64 hexadecimal digits. Default: random.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of all matches; repeat for several."
)
@click.option("--workers", type=click.IntRange(1, 256), help="The number of processes. Default: one per core.")
@click.option(
    "--match-seconds",
    type=float,
    default=MATCH_SECONDS,
    show_default=True,
    help="The maximum number of seconds of a match.",
)
@click.option("--out", type=_FOLDER, help="Store the document, results, summary and report in this folder.")
@click.option("--resume", type=_FOLDER, help="Continue the series of this folder.")
@click.option("--report", type=_FILE, metavar="FILE.html", help="Also write the report to this file.")
def run(
    ruleset: str | None,
    bots: tuple[str, ...],
    bot_files: tuple[Path, ...],
    seats: str | None,
    design: Design,
    matches: int | None,
    sprt: tuple[str, str] | None,
    alpha: str,
    beta: str,
    seed: str | None,
    options: tuple[str, ...],
    workers: int | None,
    match_seconds: float,
    out: Path | None,
    resume: Path | None,
    report: Path | None,
) -> None:
    """Play a series. The same seed, bots and options give the same results, byte for byte, with any number of
    processes. Ctrl-C stops it; with --out nothing is lost, and --resume continues it."""
    if resume is not None and out is not None:
        raise click.UsageError("--resume goes on in its folder: leave out --out")
    with told_plainly(), tempfile.TemporaryDirectory() as scratch:
        own = OwnBots.read(bot_files)
        folder = None if resume is None else _opened(resume, own)
        if ruleset is not None:
            chosen = folder.series_seed if folder is not None and seed is None else read_seed(seed)
            stop = _stop(matches, sprt, alpha, beta)
            about = own.roster(registry.ruleset(ruleset)).description
            document = _document(about, bots, seats, design, stop, chosen, options)
            if folder is None:
                folder = Folder.create(out or Path(scratch) / "series", document, chosen)
            elif document != folder.document and _before_cards_were_named(document) != folder.document:
                raise BadFolder(f"{resume} holds another series than the one that is named")
        if folder is None:
            raise click.UsageError("name a ruleset and its bots, or a folder to --resume")
        _play(folder, own, workers or os.cpu_count() or 1, match_seconds)
        _tell(folder, report, keeps=resume is not None or out is not None)


@series.command()
@click.argument("folder", type=_FOLDER)
@click.option("--out", type=_FILE, metavar="FILE.html", help="Default: report.html in the folder.")
def report(folder: Path, out: Path | None) -> None:
    """Write the summary and the report of a series again, finished or not."""
    with told_plainly():
        _tell(Folder.open(folder), out, keeps=True)


@series.command("compare")
@click.argument("first", type=_FOLDER)
@click.argument("second", type=_FOLDER)
@click.option("--out", type=_FILE, metavar="FILE.json", help="Also write the comparison to this file.")
def compare_folders(first: Path, second: Path, out: Path | None) -> None:
    """Compare two series: how much better the bots that played in both did in the second."""
    with told_plainly():
        comparison = compare(*(_tally(Folder.open(path)) for path in (first, second)))
        Console(highlight=False).print(comparison_table(comparison))
        if out is not None:
            out.write_bytes(comparison.to_json() + b"\n")


@series.command()
@click.argument("folder", type=_FOLDER)
@click.argument("number", type=click.IntRange(0))
@_OWN_BOTS
@click.option("--out", type=_FILE, help="Default: standard output.")
def replay(folder: Path, number: int, bot_files: tuple[Path, ...], out: Path | None) -> None:
    """Play match NUMBER of a series again, and write its replay, for `playhall verify`."""
    with told_plainly(bot_files):
        found = Folder.open(folder)
        if number >= found.matches:
            raise BadFolder(f"the series has no match {number}")
        player = _player(found, bot_files)
        kept = next((result for result in found.results() if result.number == number), None)
        data = replays.write(player.replay(Schedule(found.document).table(number), kept))
        if out is None:
            sys.stdout.buffer.write(data + b"\n")
        else:
            out.write_bytes(data)


@series.command()
@click.argument("folder", type=_FOLDER)
@click.option("--format", "kind", type=click.Choice(sorted(exports.WRITERS)), default="csv", show_default=True)
@click.option("--out", type=_FILE, help="Default: table.FORMAT in the folder.")
def export(folder: Path, kind: str, out: Path | None) -> None:
    """Write the results of a series as a table, with a row for each seat of each match."""
    with told_plainly():
        found = Folder.open(folder)
        path = out or folder / f"table.{kind}"
        names = exports.columns(found.results())
        exports.WRITERS[kind](names, exports.rows(found.document, found.results()), path)
        click.echo(f"Table: {path}")


@series.command()
@click.argument("folder", type=_FOLDER)
@click.argument("event")
@click.option("--member", default="card", show_default=True, help="The member of the event to count by.")
@_OWN_BOTS
def events(folder: Path, event: str, member: str, bot_files: tuple[Path, ...]) -> None:
    """Show how often EVENT names each card, and how the seats that it names do. Plays the matches again."""
    with told_plainly():
        found = Folder.open(folder)
        player = _player(found, bot_files)
        named = count_events(player, Schedule(found.document), found.results(), event, member)
        if not named:
            raise BadFolder(f"no event {event!r} of the series has a player and a member {member!r}")
        Console(highlight=False).print(events_table(named, event, member))


for _command in (submit, watch, fetch):
    series.add_command(_command)


def _opened(path: Path, own: OwnBots) -> Folder:
    """A series that shall go on, if the rulesets and bots that are here can play it."""
    folder = Folder.open(path)
    rules = registry.ruleset(folder.document.ruleset)
    check_playable(folder.document, own.roster(rules).description)
    return folder


def _before_cards_were_named(document: SeriesDocument) -> SeriesDocument:
    """The document as it was written when it named no cards: series of then go on."""
    return document.model_copy(update={"format": FORMAT_V1, "catalogue_sha256": None})


def _player(folder: Folder, bot_files: Sequence[Path]) -> Player:
    if folder.document.catalogue_sha256 is None:
        click.echo("The series names no cards: only its results show whether these are the same.", err=True)
    own, rules = OwnBots.read(bot_files), registry.ruleset(folder.document.ruleset)
    roster, extensions = own.roster(rules), folder.extensions
    return Player(rules, folder.document, folder.series_seed, roster, extensions=extensions)


def _document(
    about: Description,
    bots: Sequence[str],
    seats: str | None,
    design: Design,
    stop: Stop,
    seed: bytes,
    options: Sequence[str],
) -> SeriesDocument:
    versions = bot_versions(about)
    document = SeriesDocument(
        format=FORMAT,
        ruleset=about.id,
        ruleset_version=about.version,
        catalogue_sha256=catalogue_sha256(about.cards),
        options=complete(read_options(options, about.options), about.options),
        entrants=tuple(Entrant(bot=bot, version=versions.get(bot, about.version)) for bot in bots),
        seats=(about.min_seats,) if seats is None else read_sizes(seats),
        design=design,
        stop=stop,
        series_seed_sha256=sha256_hex(seed),
    )
    check_playable(document, about)
    return in_whole_deals(document)


def _stop(matches: int | None, sprt: tuple[str, str] | None, alpha: str, beta: str) -> Stop:
    if sprt is None:
        return FixedStop(rule="fixed", matches=matches or _MATCHES)
    numbers = read_sprt(sprt, alpha, beta)
    return SprtStop(
        rule="sprt",
        entrants=(0, 1),
        elo0=numbers.elo0,
        elo1=numbers.elo1,
        alpha=numbers.alpha,
        beta=numbers.beta,
        max_matches=matches or _MOST_MATCHES,
    )


def _play(folder: Folder, own: OwnBots, workers: int, match_seconds: float) -> None:
    standings = Standings(folder.document)
    document, seed = folder.document, folder.series_seed
    pool = LocalPool(
        document, seed, workers=workers, match_seconds=match_seconds, own_bots=own, extensions=folder.extensions
    )
    console = Console(stderr=True, highlight=False)
    console.print(f"Series {folder.document.digest().hex()}, seed {folder.series_seed.hex()}", soft_wrap=True)
    with pool, Live(console=console, refresh_per_second=2, get_renderable=standings.shown, transient=True):
        for place, results in enumerate(play_series(pool, folder)):
            standings.add(results, were_there=place == 0)


def _tell(folder: Folder, report: Path | None, *, keeps: bool) -> None:
    """Print what a series has shown, and write it."""
    document = folder.document
    summary = summarise(document, folder.results())
    console = Console(highlight=False)
    for shown in summary_tables(document, summary):
        console.print(shown)
    if keeps:
        write_summary_and_report(folder, summary, report)
        console.print(f"Folder: {folder.path}", soft_wrap=True)
    elif report is not None:
        write_report(report, document, summary)


def _tally(folder: Folder) -> Tally:
    tally = Tally(folder.document)
    for deal in deals_of(folder.results()):
        tally.add_deal(deal)
    return tally
