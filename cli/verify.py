"""``playhall verify``: execute a replay again and hold it against what was kept."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from cli.engines import pinned_engine
from cli.verify_series import check_place, verify_series
from services.archive.ruleset_versions import RulesetVersions
from services.database import Database, DatabaseUnreachable, SchemaNotCurrent
from services.engine import registry, replay
from services.engine.engine import Engine
from services.engine.in_process import InProcessEngine
from services.engine.replay import AnyReplay, Replay
from services.errors import Reason, Refusal
from services.fairness.audit import AuditFailed, parse_keys
from services.matches import replay_checks
from services.matches.replay_checks import BadEvidence, Evidence, ReplayContradicts
from services.series.folder import BadFolder
from services.series.own_bots import BadBots, OwnBots, told_in_a_line, with_absent
from services.series.promise_checks import BadSeries, SeriesContradicts
from services.settings import read_settings

_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)
_PATH: Final = click.Path(path_type=Path)
_OF_A_REPLAY: Final = ("match", "seat", "player", "seed", "stream", "event", "no_bots")
_OF_A_SERIES: Final = ("sample", "workers")


@click.command()
@click.argument("file", type=_FILE, required=False)
@click.option("--match", type=_FILE, help="The saved match: the answer of GET /v1/matches/{match}.")
@click.option(
    "--commitment", metavar="HEX", help="The match's commitment, if you saved nothing else; for a series, its SHA-256."
)
@click.option("--seat", type=click.IntRange(min=0), help="Your seat.")
@click.option("--player", metavar="ID", help="Your player id: check that your seat is yours.")
@click.option("--seed", metavar="HEX", help="The client seed that you sent.")
@click.option("--stream", type=_FILE, help="The saved event stream of your seat (application/x-ndjson).")
@click.option("--keys", type=_FILE, help="The platform's public keys: the answer of GET /v1/signing-keys.")
@click.option(
    "--event",
    multiple=True,
    type=_FILE,
    help="The saved tournament: the answer of GET /v1/tournaments/{tournament}, or its export; repeat for several.",
)
@click.option("--no-bots", is_flag=True, help="Do not let the bots choose again, because they have changed.")
@click.option("--bots", "bot_files", multiple=True, type=_FILE, help="A file with your own bots; repeat for several.")
@click.option(
    "--series",
    type=_PATH,
    help="Without a replay: check the folder of a series. With one: the series of its match, a folder or the answer "
    "of GET /v1/series/{series}.",
)
@click.option("--sample", type=click.IntRange(min=1), help="For a series: the number of matches to play again.")
@click.option(
    "--workers", type=click.IntRange(1, 256), help="The number of processes for a series. Default: one per core."
)
@click.pass_context
def verify(
    ctx: click.Context,
    file: Path | None,
    match: Path | None,
    commitment: str | None,
    seat: int | None,
    player: str | None,
    seed: str | None,
    stream: Path | None,
    keys: Path | None,
    event: tuple[Path, ...],
    no_bots: bool,
    bot_files: tuple[Path, ...],
    series: Path | None,
    sample: int | None,
    workers: int | None,
) -> None:
    """Play a replay's match again, and compare the seeds, every event with each seat's view of it, the bots' choices
    and the result with the replay and with what you saved. The output lists what was checked and what was not. The
    ruleset is played at its address in PLAYHALL_ENGINES, by default and with --bots in this process.

    With --series and no replay, compare the seed, each result's place in the series and its end with the document, and
    play all matches, or a sample, again to compare their results. With --series and a replay, check that its match was
    dealt from the committed seed of the series, in its place there."""
    _check_usage(ctx, file, series)
    if file is None:
        assert series is not None
        verify_series(series, bot_files, commitment, sample, workers, keys)
        return
    data = file.read_bytes()
    try:
        evidence = Evidence(
            commitment=None if commitment is None else commitment.lower(),
            match=None if match is None else replay_checks.read_object(match.read_bytes(), str(match)),
            seat=seat,
            player=player,
            client_seed=seed,
            stream=None if stream is None else replay_checks.read_stream(stream.read_bytes()),
            keys=None if keys is None else parse_keys(keys.read_bytes()),
            event=[replay_checks.read_object(each.read_bytes(), str(each)) for each in event],
            bots_choose_again=not no_bots,
        )
        told = replay.read(data)
        of_series = check_place(told, series, evidence.keys)
        engine = _engine(told, bot_files, with_choices=not no_bots)
        report = replay_checks.check(data, engine, evidence)
    except replay.MalformedReplay as error:
        raise click.ClickException(f"{file} is not a replay: {error}") from None
    except replay.ReplayDiffers as error:
        hint = " (or a file of bots has been changed since)" if bot_files else ""
        raise click.ClickException(f"the replay does not hold: {error}{hint}") from None
    except (ReplayContradicts, SeriesContradicts) as error:
        raise click.ClickException(f"the replay does not hold: {error}") from None
    except (BadBots, BadEvidence, BadFolder, BadSeries, AuditFailed) as error:
        raise click.ClickException(f"the replay cannot be checked: {error}") from None
    except Refusal as refusal:
        if refusal.reason is not Reason.UNSUPPORTED_VERSION:
            raise
        version = told.last_version
        if refusal.metadata.get("served") == version:
            raise click.ClickException(
                f"the replay cannot be checked: the match was played with other cards than those that are here, of the "
                f"same version: {refusal.detail}"
            ) from None
        if bot_files:
            raise click.ClickException(
                f"the replay cannot be checked: it was played with version {version} of {told.ruleset}, and bots of "
                f"your own play with {refusal.metadata.get('served') or 'the version'} of this installation"
            ) from None
        raise click.ClickException(
            f"the replay cannot be checked: it was played with version {version} of {told.ruleset}, and here is "
            f"{refusal.metadata.get('served') or 'another'}. {_who_has_it(told.ruleset, version)} Start an engine "
            f"of it, `playhall engine {told.ruleset}`, and name its address: "
            f"PLAYHALL_ENGINES='{told.ruleset}=local|HOST:PORT'."
        ) from None
    except Exception as error:
        if not bot_files:
            raise
        raise click.ClickException(
            f"the replay does not hold: a bot or the rules fail: {told_in_a_line(error, map(str, bot_files))}"
        ) from error
    if bot_files:
        report.unchecked.append("that the series was begun with these files of bots: `playhall verify --series FOLDER`")
    report.checked += of_series.checked
    report.unchecked += of_series.unchecked
    click.echo(f"The replay holds: {len(told.steps)} decisions of {told.ruleset} {told.version}.")
    for line in report.checked:
        click.echo(f"  checked: {line}")
    for line in report.unchecked:
        click.echo(f"  not checked: {line}")


def _check_usage(ctx: click.Context, file: Path | None, series: Path | None) -> None:
    if file is None and series is None:
        raise click.UsageError("name a replay, or the folder of a series by --series")
    misplaced = _OF_A_REPLAY if file is None else _OF_A_SERIES
    for name in misplaced:
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            what = "a replay" if file is None else "a series"
            raise click.UsageError(f"--{name.replace('_', '-')} is for {what}")


def _engine(told: AnyReplay, bot_files: Sequence[Path], *, with_choices: bool) -> Engine:
    """What plays the match again. Without a server, somebody's own bots may have played it."""
    own = OwnBots.read(bot_files)
    pinned = pinned_engine(told.pin)
    engine = _engine_here(told, own) if bot_files else pinned
    if not isinstance(told, Replay) or told.match is not None:
        return engine
    known = {bot.id for bot in engine.describe().bots}
    absent = sorted({seat.bot for seat in told.seats if seat.bot is not None} - known)
    if not absent:
        return engine
    if with_choices:
        raise BadEvidence(
            f"{told.ruleset} has no bot {absent[0]!r}: give the file that it comes from (--bots), or check all but the "
            "choices of bots (--no-bots)"
        )
    return _engine_here(told, own, absent)


def _engine_here(told: AnyReplay, own: OwnBots, absent: Sequence[str] = ()) -> Engine:
    """An engine in this process that has somebody's own bots, too. ``absent``: those whose files are not here."""
    rules = registry.ruleset(told.ruleset)
    return InProcessEngine(rules, with_absent(own.roster(rules), absent))


def _who_has_it(ruleset: str, version: str) -> str:
    """Which image or release served a version, if the platform's database is at hand and knows it."""
    try:
        database = Database(read_settings().database.database_url)
        database.check()
        known = RulesetVersions(database).find(ruleset, version)
    except (DatabaseUnreachable, SchemaNotCurrent, Refusal):
        known = None
    if known is None or not known.served_by:
        return "Which release or image has it, `playhall versions` says where the platform's database is at hand."
    return f"`{known.served_by}` served it."
