"""Summary and report in a series' folder."""

from pathlib import Path

import click

from services.series.folder import Folder
from services.series.report import MatplotlibMissing, write_report
from services.series.summary import SeriesSummary


def write_summary_and_report(folder: Folder, summary: SeriesSummary, report: Path | None = None) -> None:
    """Write ``summary.json`` and ``report.html`` into the folder. Where Matplotlib is missing there is no report, and
    that is said.

    ``report``: a file that is asked for, in place of ``report.html``.

    Raises:
        MatplotlibMissing: ``report`` was asked for.
    """
    (folder.path / "summary.json").write_bytes(summary.to_json() + b"\n")
    try:
        write_report(report or folder.path / "report.html", folder.document, summary)
    except MatplotlibMissing as error:
        if report is not None:
            raise
        click.echo(f"No report: {error}", err=True)
