"""``playhall series submit``, ``watch`` and ``fetch``: series that a platform plays."""

import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, get_args
from urllib.parse import quote

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from cli.connection import KEY, URL, connect
from cli.match_arguments import read_options, read_seed
from cli.rest_client import Lines, Rest, continued, retried
from cli.series_arguments import read_sizes, read_sprt
from cli.series_errors import told_plainly
from cli.series_report import write_summary_and_report
from cli.series_tables import duration, span, summary_tables
from services.engine.registry import installed_ids
from services.engine.registry import ruleset as find_ruleset
from services.engine.ruleset import JsonObject, Option
from services.series.document import Design, SeriesDocument, check_cards
from services.series.folder import BadFolder, Folder
from services.series.promise_checks import ToldSeries, read_series
from services.series.report import labels_of
from services.series.statistics import summarise
from services.series.summary import SeriesSummary

_LINES_AT_ONCE: Final = 1_000
_SUMMARY_SECONDS: Final = 2.0

_FOLDER: Final = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("ruleset")
@click.argument("bots", nargs=-1, required=True)
@click.option("--seats", metavar="N,N", help="The sizes of the tables. Default: the smallest.")
@click.option("--design", type=click.Choice(get_args(Design)), default="duplicate", show_default=True)
@click.option(
    "--matches", type=click.IntRange(1, 900_000_000), help="The number of matches, rounded up to whole deals."
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
@click.option("--name", default="", help="A name of up to 64 characters.")
@click.option(
    "--priority", type=click.IntRange(0, 9), default=5, show_default=True, help="The priority among your series."
)
@click.option(
    "--budget-seconds", type=click.IntRange(1), help="Pause after so many seconds of workers. Default: no limit."
)
@URL
@KEY
def submit(
    ruleset: str,
    bots: tuple[str, ...],
    seats: str | None,
    design: Design,
    matches: int | None,
    sprt: tuple[str, str] | None,
    alpha: str,
    beta: str,
    seed: str | None,
    options: tuple[str, ...],
    name: str,
    priority: int,
    budget_seconds: int | None,
    url: str | None,
    key: str | None,
) -> None:
    """Let a platform play a series, and print its id, for `watch` and `fetch`."""
    body: JsonObject = {
        "ruleset": ruleset,
        "entrants": list(bots),
        "design": design,
        "options": read_options(options, _options_of(ruleset)),
        "name": name,
        "priority": priority,
        "budget_seconds": budget_seconds,
        "stop": _stop(matches, sprt, alpha, beta),
        "seats": None if seats is None else read_sizes(seats),
        "seed": None if seed is None else read_seed(seed).hex(),
    }
    with told_plainly():
        rest = connect(url, key)
        # The same key for each attempt: however often it arrives, one series is made.
        request = secrets.token_hex(16)
        made = retried(lambda: rest.post("/v1/series", body, idempotency_key=request))
    Console(stderr=True, highlight=False).print(f"{made['matches']:,} matches. playhall series watch {made['id']}")
    click.echo(made["id"])


@click.command()
@click.argument("series_id")
@URL
@KEY
def watch(series_id: str, url: str | None, key: str | None) -> None:
    """Show the progress of a series on a platform, and its results at the end. Ctrl-C ends only the display."""
    console = Console(stderr=True, highlight=False)
    with told_plainly():
        rest, summaries = connect(url, key), connect(url, key)
        shown = _Shown(lambda: _summary(summaries, series_id))
        with Live(console=console, refresh_per_second=2, get_renderable=shown.table, transient=True):
            for series in _followed(rest, series_id):
                shown.update(series)
        out, document = Console(highlight=False), shown.document()
        for table in summary_tables(document, _summary(summaries, series_id)):
            out.print(table)
        out.print(f"{shown.state()}: playhall series fetch {series_id} --out FOLDER", soft_wrap=True)


@click.command()
@click.argument("series_id")
@click.option("--out", type=_FOLDER, required=True, help="The folder. An incomplete download is completed.")
@URL
@KEY
def fetch(series_id: str, out: Path, url: str | None, key: str | None) -> None:
    """Download a series that has ended into a folder like that of `playhall series --out`, for `compare`, `replay`,
    `export` and `verify`. Refused if the installed ruleset has other cards than the series."""
    with told_plainly():
        rest = connect(url, key)
        series = retried(lambda: rest.get(_path(series_id)))
        told = read_series(json.dumps(series).encode())
        if any(part.seed is None for part in told.parts):
            raise BadFolder(
                f"the series has not ended, or matches of it are still called off: `playhall series watch {series_id}` "
                "waits for its end"
            )
        if told.document.ruleset in installed_ids():
            check_cards(told.document, find_ruleset(told.document.ruleset).describe())
        folder = _folder(out, told)
        _download(rest, series, folder)
        summary = summarise(folder.document, folder.results())
        if summary.matches != series["settled"]:
            raise BadFolder(f"{out} holds other results than the platform")
        write_summary_and_report(folder, summary)
    click.echo(f"Folder: {out}")


def _download(rest: Rest, series: JsonObject, folder: Folder) -> None:
    """Write the results into the folder that it does not have yet."""
    kept, file = folder.resume()
    there, settled = len(kept), series["settled"]
    columns = (TextColumn("Fetching"), BarColumn(), MofNCompleteColumn(), TextColumn("matches"), TimeElapsedColumn())
    waiting: list[bytes] = []

    def results() -> Lines:
        return rest.lines(_path(series["id"]) + "/results/ndjson", first=there)

    def is_whole() -> bool:
        return bool(there >= settled)

    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=settled, completed=there)
            for line in continued(results, is_whole):
                there += 1
                waiting.append(line + b"\n")
                if len(waiting) == _LINES_AT_ONCE or there == settled:
                    file.append(waiting)
                    progress.update(task, completed=there)
                    waiting.clear()
    finally:
        file.append(waiting)
        file.close()


def _followed(rest: Rest, series_id: str) -> Iterator[JsonObject]:
    """A series each time that it has changed, up to its end."""
    last: JsonObject = {}

    def events() -> Lines:
        since = {"since": last["revision"]} if last else {}
        return rest.lines(_path(series_id) + "/events/ndjson", **since)

    def is_whole() -> bool:
        return last.get("type") == "end"

    for line in continued(events, is_whole):
        last = json.loads(line)
        yield last


class _Shown:
    """What is shown of a series while it is played: its standings, brought up to date every few seconds."""

    def __init__(self, summary: Callable[[], SeriesSummary]) -> None:
        self._read = summary
        self._series: JsonObject | None = None
        self._summary: SeriesSummary | None = None
        self._read_at = float("-inf")

    def update(self, series: JsonObject) -> None:
        """The series has changed."""
        has_more = self._summary is None or series["settled"] > self._summary.matches
        if has_more and time.monotonic() - self._read_at >= _SUMMARY_SECONDS:
            self._summary, self._read_at = self._read(), time.monotonic()
        self._series = series

    def document(self) -> SeriesDocument:
        """The series' document."""
        assert self._series is not None
        return _document(self._series)

    def state(self) -> str:
        """How far it is, in a line."""
        if self._series is None:
            return "Waiting for the platform"
        series = self._series
        reason = f" ({series['status_reason']})" if series["status_reason"] else ""
        line = f"{series['status']}{reason}, {series['played']:,} of {series['matches']:,} matches"
        if series["failed"]:
            line += f", {series['failed']:,} failed"
        return line if series["seconds_left"] is None else f"{line}, {duration(series['seconds_left'])} left"

    def table(self) -> Group:
        """The standings as they are."""
        table = Table(box=None, pad_edge=False)
        for name in ("entrant", "share of the win", "95 %"):
            table.add_column(name, justify="left" if name == "entrant" else "right")
        if self._series is not None and self._summary is not None:
            for name, entrant in zip(labels_of(self.document()), self._summary.entrants, strict=True):
                if entrant.share is not None:
                    table.add_row(name, f"{entrant.share.value:.1%}", span(entrant.share))
        return Group(table, self.state())


def _path(series_id: str) -> str:
    return "/v1/series/" + quote(series_id, safe="")


def _summary(rest: Rest, series_id: str) -> SeriesSummary:
    return SeriesSummary.model_validate_json(retried(lambda: rest.read(_path(series_id) + "/summary")))


def _document(series: JsonObject) -> SeriesDocument:
    return SeriesDocument.read(json.dumps(series["document"]))


def _folder(path: Path, told: ToldSeries) -> Folder:
    """The folder to write to: a new one, or one in which a part of the series lies."""
    document, seed, published, extensions = told.to_keep()
    if not (path / "series.json").exists():
        return Folder.create(path, document, seed, published=published, extensions=extensions)
    folder = Folder.open(path)
    if folder.document != document:
        raise BadFolder(f"{path} holds another series")
    return folder if folder.extensions == extensions else folder.extended(extensions)


def _options_of(ruleset: str) -> Sequence[Option]:
    return find_ruleset(ruleset).describe().options if ruleset in installed_ids() else ()


def _stop(matches: int | None, sprt: tuple[str, str] | None, alpha: str, beta: str) -> JsonObject | None:
    if sprt is None:
        return None if matches is None else {"rule": "fixed", "matches": matches}
    stop: JsonObject = {"rule": "sprt", **read_sprt(sprt, alpha, beta)._asdict()}
    return stop if matches is None else {**stop, "max_matches": matches}
