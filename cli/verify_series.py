"""``playhall verify --series``: hold the folder of a series against its document, and play its matches again."""

import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from services.series.document import UnplayableSeries
from services.series.folder import BadFolder, Folder, NoSeries
from services.series.local import LocalPool, SeriesStopped
from services.series.own_bots import BadBots, OwnBots
from services.series.verification import (
    NothingPlayed,
    SeriesDiffers,
    SeriesReport,
    check_matches,
    check_results,
    report_bots,
)


def verify_series(
    path: Path, bot_files: Sequence[Path], commitment: str | None, sample: int | None, workers: int | None
) -> None:
    """Check a series and tell it. ``commitment``: the SHA-256 of its document as somebody saved it. ``sample``: how
    many matches are played again; None: all.

    Raises:
        ClickException: it does not hold, or cannot be checked.
    """
    report = SeriesReport()
    try:
        folder = Folder.open(path)
        _check_promise(folder, commitment, report)
        matches = check_results(folder, report)
        if folder.document.live is None:
            _play_again(folder, bot_files, matches, sample, workers, report)
        else:
            report.unchecked.append(
                "the matches: bots that live elsewhere played them on a platform, `playhall verify` takes their replays"
            )
    except (BadBots, NoSeries, NothingPlayed, SeriesStopped, UnplayableSeries) as error:
        raise click.ClickException(f"the series cannot be checked: {error}") from None
    except (BadFolder, SeriesDiffers) as error:
        raise click.ClickException(f"the series does not hold: {error}") from None
    report_bots(folder.document, report)
    report.unchecked.append("summary.json and report.html: `playhall series report` makes them anew")
    document = folder.document
    click.echo(f"The series holds: {matches:,} matches of {document.ruleset} {document.ruleset_version}.")
    for line in report.checked:
        click.echo(f"  checked: {line}")
    for line in report.unchecked:
        click.echo(f"  not checked: {line}")


def _play_again(
    folder: Folder,
    bot_files: Sequence[Path],
    matches: int,
    sample: int | None,
    workers: int | None,
    report: SeriesReport,
) -> None:
    pool = LocalPool(
        folder.document,
        folder.series_seed,
        workers=workers or os.cpu_count() or 1,
        own_bots=OwnBots.read(bot_files),
        extensions=folder.extensions,
    )
    is_all = sample is None or sample >= matches
    numbers = range(matches) if is_all else sorted(random.SystemRandom().sample(range(matches), sample or 0))
    with pool, click.progressbar(length=len(numbers), file=sys.stderr) as bar:
        check_matches(folder, pool, numbers, report, told=bar.update)


def _check_promise(folder: Folder, commitment: str | None, report: SeriesReport) -> None:
    if commitment is None:
        report.unchecked.append(
            "the promise: give the SHA-256 of the series as you saved it before it was played (--commitment)"
        )
    elif commitment.lower() != folder.document.digest().hex():
        raise SeriesDiffers("its document is not the one that was saved")
    else:
        report.checked.append("the document is the one that you saved; it binds rules, bots, tables, end and seed")
