"""Summary and report in a series' folder."""

from pathlib import Path

import click

from services.series.folder import Folder
from services.series.report import MatplotlibMissing, write_report
from services.series.summary import Summary


def write_summary(folder: Folder, summary: Summary, report: Path | None = None) -> None:
    """Write ``summary.json`` into the folder, and the report: into the file that is named, else into ``report.html``
    of the folder; this one is left out, and that is said, where Matplotlib is missing.

    Raises:
        MatplotlibMissing: the file that is named cannot be written without it.
    """
    (folder.path / "summary.json").write_bytes(summary.to_json() + b"\n")
    try:
        write_report(report or folder.path / "report.html", folder.document, summary)
    except MatplotlibMissing as error:
        if report is not None:
            raise
        click.echo(f"No report: {error}", err=True)
