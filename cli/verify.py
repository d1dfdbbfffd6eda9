"""``playhall verify``: execute a replay again and hold it against what was kept."""

from pathlib import Path

import click

from cli.engines import pinned_engine
from services.archive.ruleset_versions import RulesetVersions
from services.database import Database, DatabaseUnreachable, SchemaNotCurrent
from services.engine import replay
from services.engine.engine import RulesetVersion
from services.errors import Reason, Refusal
from services.fairness.audit import AuditFailed, parse_keys
from services.matches import replay_checks
from services.matches.replay_checks import BadEvidence, Evidence, ReplayContradicts
from services.settings import read_settings

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=_FILE)
@click.option("--match", type=_FILE, help="The match as you saved it: the answer of GET /v1/matches/{match}.")
@click.option("--commitment", metavar="HEX", help="Its commitment, if that is all you saved.")
@click.option("--seat", type=click.IntRange(min=0), help="Your seat.")
@click.option("--seed", metavar="HEX", help="The client seed that you gave for it.")
@click.option("--stream", type=_FILE, help="Your seat's event stream as you saved it (application/x-ndjson).")
@click.option("--keys", type=_FILE, help="The platform's public keys: the answer of GET /v1/signing-keys.")
@click.option("--no-bots", is_flag=True, help="Do not let the bots choose again: they were changed since.")
def verify(
    file: Path,
    match: Path | None,
    commitment: str | None,
    seat: int | None,
    seed: str | None,
    stream: Path | None,
    keys: Path | None,
    no_bots: bool,
) -> None:
    """Play a replay's match again: the seeds, every event with what each seat saw of it, the bots' choices and the
    result must be those that the replay tells, and all of it must agree with what you kept. Says what was checked and
    what was not. The ruleset is played where PLAYHALL_ENGINES says; by default in this process."""
    data = file.read_bytes()
    try:
        evidence = Evidence(
            commitment=None if commitment is None else commitment.lower(),
            match=None if match is None else replay_checks.read_object(match.read_bytes(), str(match)),
            seat=seat,
            client_seed=seed,
            stream=None if stream is None else replay_checks.read_stream(stream.read_bytes()),
            keys=None if keys is None else parse_keys(keys.read_bytes()),
            bots_choose_again=not no_bots,
        )
        told = replay.read(data)
        report = replay_checks.check(data, pinned_engine(RulesetVersion(told.ruleset, told.last_version)), evidence)
    except replay.MalformedReplay as error:
        raise click.ClickException(f"{file} is not a replay: {error}") from None
    except (replay.ReplayDiffers, ReplayContradicts) as error:
        raise click.ClickException(f"the replay does not hold: {error}") from None
    except (BadEvidence, AuditFailed) as error:
        raise click.ClickException(f"the replay cannot be checked: {error}") from None
    except Refusal as refusal:
        if refusal.reason is not Reason.UNSUPPORTED_VERSION:
            raise
        version = told.last_version
        raise click.ClickException(
            f"the replay cannot be checked: it was played with version {version} of {told.ruleset}, and here is "
            f"{refusal.metadata.get('served') or 'another'}. {_who_has_it(told.ruleset, version)} Start an engine "
            f"of it, `playhall engine {told.ruleset}`, and name its address: "
            f"PLAYHALL_ENGINES='{told.ruleset}=local|HOST:PORT'."
        ) from None
    click.echo(f"The replay holds: {len(told.steps)} decisions of {told.ruleset} {told.version}.")
    for line in report.checked:
        click.echo(f"  checked: {line}")
    for line in report.unchecked:
        click.echo(f"  not checked: {line}")


def _who_has_it(ruleset: str, version: str) -> str:
    """Which image or release served a version, if the platform's database is at hand and knows it."""
    try:
        database = Database(read_settings().database_url)
        database.check()
        known = RulesetVersions(database).find(ruleset, version)
    except (DatabaseUnreachable, SchemaNotCurrent, Refusal):
        known = None
    if known is None or not known.served_by:
        return "Which release or image has it, `playhall versions` says where the platform's database is at hand."
    return f"`{known.served_by}` served it."
