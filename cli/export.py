"""``playhall export``: the decisions of finished matches as rows, for who trains bots."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import click

from cli.database import checked_database
from cli.engines import directory
from services.archive import Archive
from services.engine import replay
from services.engine.engine import Engine, RulesetVersion
from services.engine.registry import EngineDirectory
from services.engine.replay import MalformedReplay, ReplayDiffers
from services.errors import Reason, Refusal
from services.settings import Settings, read_settings
from services.training.archived import MatchFilter, archived_replays
from services.training.decisions import Decision, NotFinished, decisions
from services.training.writing import (
    FORMATS,
    DecisionWriter,
    NdjsonWriter,
    ParquetMissing,
    UnknownFormat,
    decision_file,
)

_DAY = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"])


@click.command()
@click.argument("replays", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file: FILE.parquet or FILE.ndjson.")
@click.option("--archive", "from_archive", is_flag=True, help="Read the platform's archive.")
@click.option("--bot", metavar="ID", help="Only decisions of seats of this bot of the ruleset.")
@click.option("--ruleset", metavar="ID", help="With --archive: only matches of this ruleset.")
@click.option("--since", type=_DAY, help="With --archive: only matches created at this time (UTC) or later.")
@click.option("--until", type=_DAY, help="With --archive: only matches created before this time (UTC).")
@click.option("--limit", type=click.IntRange(min=1), help="With --archive: the number of matches, the newest ones.")
def export(
    replays: tuple[Path, ...],
    out: Path | None,
    from_archive: bool,
    bot: str | None,
    ruleset: str | None,
    since: datetime | None,
    until: datetime | None,
    limit: int | None,
) -> None:
    """Write the decisions of finished matches as rows: each seat's view, its legal actions, its choice, and its result.
    REPLAYS are replay files, or folders of them (*.json). --archive reads the platform's archive instead.

    Every match is first played again and compared with its replay. If one differs, no file is written. Without --out,
    the rows are written to standard output as NDJSON. docs/training.md describes the columns.
    """
    filters = (ruleset, since, until, limit)
    if bool(replays) == from_archive:
        raise click.UsageError("Name replays or folders of them, or give --archive.")
    if not from_archive and any(each is not None for each in filters):
        raise click.UsageError("--ruleset, --since, --until and --limit belong to --archive.")
    settings = read_settings()
    if from_archive:
        wanted = MatchFilter(ruleset, bot, _milliseconds(since) or 0, _milliseconds(until), limit)
        sources = _archived(settings, wanted)
    else:
        sources = _files(replays)
    exporting = Exporting(directory(settings), bot)
    try:
        with _opened(out) as writer:
            exporting.run(sources, writer)
    except UnknownFormat:
        raise click.BadParameter(f"must end in {', '.join(FORMATS)}", param_hint="--out") from None
    except ParquetMissing:
        raise click.ClickException("Parquet needs pyarrow: pip install 'playhall[series]'. NDJSON does not.") from None
    except OSError as error:
        raise click.ClickException(f"{out or 'standard output'} cannot be written: {error.strerror}") from None
    click.echo(exporting.summary() + ("" if out is None else f" {out}"), err=True)


@dataclass(slots=True)
class Exporting:
    """Writes the decisions of one match after the other, and counts. ``bot``: only seats that it held."""

    engines: EngineDirectory
    bot: str | None
    matches: int = 0
    rows: int = 0
    aborted: int = 0
    _pinned: dict[RulesetVersion, Engine] = field(default_factory=dict)

    def run(self, sources: Iterable["Source"], writer: DecisionWriter) -> None:
        """Write them all.

        Raises:
            click.ClickException: a replay does not hold, or cannot be read or played.
        """
        for source in sources:
            try:
                found = self._decisions(source)
            except NotFinished:
                self.aborted += 1
                continue
            for decision in found:
                if self.bot in (None, decision.bot):
                    writer.add(decision)
                    self.rows += 1
            self.matches += 1

    def summary(self) -> str:
        """What was done, in one line."""
        left_out = f", {self.aborted} aborted matches left out" if self.aborted else ""
        return f"{self.rows} decisions of {self.matches} matches{left_out}."

    def _decisions(self, source: "Source") -> Iterator[Decision]:
        try:
            told = replay.read(source.data)
        except MalformedReplay as error:
            raise click.ClickException(f"{source.name} is not a replay: {error}") from None
        try:
            return decisions(told, self._engine(told.pin))
        except ReplayDiffers as error:
            raise click.ClickException(f"{source.name} does not hold: {error}") from None
        except Refusal as refusal:
            if refusal.reason not in (Reason.UNSUPPORTED_VERSION, Reason.UNKNOWN_RULESET):
                raise
            raise click.ClickException(
                f"{source.name} cannot be played: {refusal.detail or 'nothing here plays ' + told.ruleset + '.'} "
                f"`playhall verify` says what to do."
            ) from None

    def _engine(self, version: RulesetVersion) -> Engine:
        engine = self._pinned.get(version)
        if engine is None:
            engine = self._pinned[version] = self.engines.pinned(version)
        return engine


@dataclass(frozen=True, slots=True)
class Source:
    """A replay, and the name under which errors speak of it."""

    name: str
    data: bytes


def _opened(out: Path | None) -> AbstractContextManager[DecisionWriter]:
    if out is None:
        return closing(NdjsonWriter(sys.stdout.buffer))
    return decision_file(out)


def _files(given: Iterable[Path]) -> Iterator[Source]:
    for path in given:
        found = sorted(path.glob("*.json")) if path.is_dir() else [path]
        if not found:
            raise click.ClickException(f"{path} holds no replays (*.json).")
        for file in found:
            try:
                data = file.read_bytes()
            except OSError as error:
                raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None
            yield Source(str(file), data)


def _archived(settings: Settings, wanted: MatchFilter) -> Iterator[Source]:
    database = checked_database(settings)
    for found in archived_replays(Archive(database), wanted):
        yield Source(found.match, found.replay)


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.replace(tzinfo=UTC).timestamp() * 1000)
