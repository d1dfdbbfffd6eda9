"""``playhall verify --series``: hold the folder of a series against its document, and play its matches again."""

import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from services.engine.replay import AnyReplay, Replay
from services.fairness.audit import AuditFailed, parse_keys
from services.fairness.signing import PublicKeys
from services.series.document import UnplayableSeries
from services.series.folder import BadFolder, Folder, NoSeries
from services.series.local import LocalPool, SeriesStopped
from services.series.own_bots import BadBots, OwnBots
from services.series.promise_checks import (
    BadSeries,
    SeriesContradicts,
    ToldSeries,
    check_match,
    check_signatures,
    of_folder,
    read_series,
)
from services.series.verification import (
    NothingPlayed,
    SeriesDiffers,
    SeriesReport,
    check_matches,
    check_results,
    report_bots,
)


def verify_series(
    path: Path,
    bot_files: Sequence[Path],
    commitment: str | None,
    sample: int | None,
    workers: int | None,
    keys: Path | None,
) -> None:
    """Check a series and tell it. ``commitment``: the SHA-256 of its document as somebody saved it. ``sample``: how
    many matches are played again; None: all. ``keys``: the platform's public keys.

    Raises:
        ClickException: it does not hold, or cannot be checked.
    """
    report = SeriesReport()
    try:
        folder = Folder.open(path)
        _check_promise(folder, commitment, report)
        if folder.published is not None:
            published = None if keys is None else parse_keys(keys.read_bytes())
            check_signatures(of_folder(folder).parts, published, report.checked, report.unchecked)
        matches = check_results(folder, report)
        if folder.document.live is None:
            _play_again(folder, bot_files, matches, sample, workers, report)
        else:
            report.unchecked.append(
                "the matches: bots that live elsewhere played them on a platform, `playhall verify` takes their replays"
            )
    except (AuditFailed, BadBots, BadSeries, NoSeries, NothingPlayed, SeriesStopped, UnplayableSeries) as error:
        raise click.ClickException(f"the series cannot be checked: {error}") from None
    except (BadFolder, SeriesContradicts, SeriesDiffers) as error:
        raise click.ClickException(f"the series does not hold: {error}") from None
    report_bots(folder.document, report)
    report.unchecked.append("summary.json and report.html: `playhall series report` makes them anew")
    document = folder.document
    click.echo(f"The series holds: {matches:,} matches of {document.ruleset} {document.ruleset_version}.")
    for line in report.checked:
        click.echo(f"  checked: {line}")
    for line in report.unchecked:
        click.echo(f"  not checked: {line}")


def read_saved(path: Path) -> ToldSeries:
    """A series as somebody has saved it: the answer of its platform, or the folder that it was fetched into.

    Raises:
        BadFolder, BadSeries: it is none.
    """
    return of_folder(Folder.open(path)) if path.is_dir() else read_series(path.read_bytes())


def check_place(told: AnyReplay, path: Path | None, keys: PublicKeys | None) -> SeriesReport:
    """Hold a match against the series that it says it is of. ``path``: where that is kept; None: nowhere.

    Raises:
        BadFolder, BadSeries: it cannot be read.
        SeriesContradicts: the match does not follow from it.
    """
    report = SeriesReport()
    if path is not None:
        if not isinstance(told, Replay):
            raise SeriesContradicts("the match belongs to no series")
        report.checked, report.unchecked = check_match(told, read_saved(path), keys)
    elif isinstance(told, Replay) and told.commitment_document.series is not None:
        report.unchecked.append("that the match follows from the commitment of its series: give that (--series)")
    return report


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
