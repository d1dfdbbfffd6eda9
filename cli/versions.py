"""``playhall versions``: which versions of rulesets there are, and what still needs which."""

from collections.abc import Iterable, Mapping, Sequence

import click
import redis

from cli.connection import redis_unreachable
from cli.database import checked_database
from cli.engines import directory, failure_line
from cli.platform_time import follow_redis
from services.archive.ruleset_versions import KnownVersion, RulesetVersions
from services.engine.access import served_by
from services.engine.engine import Engines, RulesetVersion
from services.engine.registry import EngineDirectory
from services.engine.ruleset import Description
from services.engine.versions import is_served_by, version_key
from services.errors import Refusal
from services.matches.expiry import expiry_from
from services.matches.store import MatchStore
from services.matches.version_migration import NotDeclared, VersionMigration
from services.matches.version_usage import Usage, usage
from services.platform_time import followed
from services.settings import Settings, read_settings

NOT_SERVED = 1
"""The exit code if a match waits for a version that no engine is known to serve."""

STAYS, FAILED = 1, 2
"""Exit codes of ``migrate``: a match stays with its version; not all could be looked at."""

_HEADINGS = ("RULESET", "VERSION", "LIVE", "OPEN", "NEW MATCHES", "SERVED BY")

Key = tuple[str, str]


@click.group(invoke_without_command=True)
@click.pass_context
def versions(ctx: click.Context) -> None:
    """List the versions of rulesets: how many matches need each, which deals new matches, and which engine serves it.
    You can stop a version without live and open matches. The command asks the engines of PLAYHALL_ENGINES, so run it
    where gateways run; otherwise their engines are unknown. Exit code 1: a match waits for a version that none of these
    engines serves with the cards of the match."""
    if ctx.invoked_subcommand is not None:
        return
    settings = read_settings()
    register = _register(settings)
    engines = directory(settings, drained=register.drained)
    known = {(row.ruleset, row.version): row for row in register.all()}
    served, silent = _served(engines, known)
    keys = sorted({*known, *served}, key=lambda key: (key[0], version_key(key[1])))
    needed = dict(zip(keys, _usage(settings, keys), strict=True))
    dealing = _dealing(engines)
    here = served_by(settings.engines)
    asked = set(engines.ids())
    lines = [
        _line(key, needed[key], known, served, dealing, here, silent.get(key[0], ()), is_asked=key[0] in asked)
        for key in keys
    ]
    _print([_HEADINGS, *lines])
    if any(needed[key].unfinished and not _has_engine(key, known, served) for key in keys):
        ctx.exit(NOT_SERVED)


@versions.command()
@click.argument("ruleset")
@click.argument("version")
def drain(ruleset: str, version: str) -> None:
    """Let VERSION of RULESET deal no new matches; its matches continue. Gateways apply this within two seconds. A
    version may be drained before it is served for the first time."""
    _register(read_settings()).drain(ruleset, _valid(version), drained=True)
    click.echo(f"{ruleset} {version} deals no new matches.")


@versions.command()
@click.argument("ruleset")
@click.argument("version")
def resume(ruleset: str, version: str) -> None:
    """Let VERSION of RULESET deal new matches again, if it is the newest allowed version."""
    _register(read_settings()).drain(ruleset, _valid(version), drained=False)
    click.echo(f"{ruleset} {version} may deal new matches.")


@versions.command()
@click.argument("ruleset")
@click.argument("version")
@click.argument("to_version")
@click.pass_context
def migrate(ctx: click.Context, ruleset: str, version: str, to_version: str) -> None:
    """Move the live matches of VERSION of RULESET to TO_VERSION, if the ruleset declares that both play alike. Each
    match is first played again from its beginning, and moved only if everything is the same. Gateways and workers must
    know both versions. You can stop the command and run it again.

    Exit code 0: all matches were moved; 1: some stay with their version, with the reason; 2: some could not be checked.
    """
    from services.redis_clients import live_state
    from services.redis_clients.replication import replication_from

    settings = read_settings()
    live = live_state(settings.redis)
    follow_redis(settings)
    store = MatchStore(
        live,
        nudge_seconds=settings.matches.nudge_seconds,
        expiry=expiry_from(settings.matches),
        replication=replication_from(settings.redis, live),
        clock=followed(),
    )
    try:
        engine = directory(settings).pinned(RulesetVersion(ruleset, _valid(to_version)))
        found = list(VersionMigration(live, store, engine).run(_valid(version)))
    except NotDeclared:
        told = f"{ruleset} {to_version} does not say that it continues matches of {version}"
        raise click.BadParameter(told, param_hint="TO_VERSION") from None
    except (Refusal, redis.RedisError, OSError) as error:
        told = failure_line(error)
        click.echo(f"Error: not all matches could be looked at: {told}", err=True)
        ctx.exit(FAILED)
    staying = [each for each in found if not each.is_moved]
    for each in staying:
        click.echo(f"{each.match_id}: {each.reason or each.divergence}")
    click.echo(f"{len(found) - len(staying)} live matches moved to {ruleset} {to_version}, {len(staying)} stay.")
    ctx.exit(STAYS if staying else 0)


def _valid(version: str) -> str:
    if not 1 <= len(version) <= 64 or not version.isprintable():
        raise click.BadParameter("is no version", param_hint="VERSION")
    return version


def _register(settings: Settings) -> RulesetVersions:
    return RulesetVersions(checked_database(settings))


def _served(
    engines: EngineDirectory, known: Mapping[Key, KnownVersion]
) -> tuple[dict[Key, Description], dict[str, list[str]]]:
    """What answers this command now, by ruleset and version, with the cards that matches were dealt with if anything
    has them; and the addresses that do not answer, by ruleset."""
    found: dict[Key, Description] = {}
    silent: dict[str, list[str]] = {}
    for ruleset in engines.ids():
        for target in engines.places(ruleset):
            description = target.description()
            if description is None:
                click.echo(f"{ruleset}: {target.place} does not answer.", err=True)
                silent.setdefault(ruleset, []).append(target.place)
            else:
                key = (ruleset, description.version)
                if key not in found or is_served_by(_pin(key, known), description):
                    found[key] = description
    return found, silent


def _dealing(engines: Engines) -> set[Key]:
    found: set[Key] = set()
    for ruleset in engines.ids():
        try:
            found.add((ruleset, engines.engine(ruleset).describe().version))
        except Refusal:
            continue
    return found


def _usage(settings: Settings, keys: Sequence[Key]) -> list[Usage]:
    from services.redis_clients import live_state

    try:
        return usage(live_state(settings.redis), keys)
    except (redis.RedisError, OSError) as error:
        raise redis_unreachable(settings, error) from None


def _line(
    key: Key,
    needed: Usage,
    known: Mapping[Key, KnownVersion],
    served: Mapping[Key, Description],
    dealing: Iterable[Key],
    here: str,
    silent: Sequence[str],
    *,
    is_asked: bool,
) -> tuple[str, ...]:
    """A version's line. ``silent``: addresses of its ruleset that do not answer this command, and may serve it.
    ``is_asked``: whether the command knows any address of the ruleset."""
    row = known.get(key)
    may_deal = bool(silent) or not is_asked
    deals = (
        "yes" if key in dealing else "stopped" if row is not None and row.drained else "unknown" if may_deal else "no"
    )
    if key in served:
        serves = served[key].served_by or here
        if not _has_engine(key, known, served):
            serves += ", with other cards than matches were dealt with"
    else:
        last = row.served_by if row is not None else ""
        serves = f"unknown: {', '.join(silent)} does not answer here" if silent else "nothing that is asked here"
        serves += f"; last by {last}" if last else ""
    return (*key, str(needed.live), str(needed.open), deals, serves)


def _has_engine(key: Key, known: Mapping[Key, KnownVersion], served: Mapping[Key, Description]) -> bool:
    """Whether a version is served with the cards that its matches were dealt with."""
    return key in served and is_served_by(_pin(key, known), served[key])


def _pin(key: Key, known: Mapping[Key, KnownVersion]) -> RulesetVersion:
    return RulesetVersion(*key, known[key].catalogue_sha256 if key in known else "")


def _print(lines: Sequence[Sequence[str]]) -> None:
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEADINGS))]
    for line in lines:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
