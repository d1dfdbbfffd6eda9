"""``playhall canary``: play matches again by a version that is to be promoted."""

from collections import Counter
from collections.abc import Iterable

import click
import redis

from cli.engines import engine_access, failure_line
from cli.platform_time import follow_redis
from services.archive import Archive
from services.database import Database
from services.engine.registry import LOCAL, engine_at, installed_ids
from services.errors import Refusal
from services.matches.store import MatchStore
from services.matches.version_comparison import Canary, Comparison
from services.platform_time import followed
from services.settings import Settings, read_settings

DIVERGES, FAILED = 1, 2
"""Exit codes: a match comes out differently; not all could be compared."""


@click.command()
@click.argument("ruleset")
@click.argument("candidate")
@click.option(
    "--archived", default=1_000, show_default=True, metavar="N", help="Also play the last N archived matches."
)
@click.option("--bots", is_flag=True, help="Also let the house bots choose again.")
@click.pass_context
def canary(ctx: click.Context, ruleset: str, candidate: str, archived: int, bots: bool) -> None:
    """Play all live matches of RULESET, and the last archived ones, again from their beginning with the engine at the
    address CANDIDATE (as in PLAYHALL_ENGINES; `local`: this process). Show which differ, at which decision, and for
    which kind of action. Changes nothing.

    Exit code 0: no match differs; 1: a match differs; 2: some could not be compared.
    """
    settings = read_settings()
    if candidate == LOCAL and ruleset not in installed_ids():
        raise click.BadParameter(f"{ruleset} is not installed", param_hint="RULESET")
    try:
        comparisons = list(_comparisons(settings, ruleset, candidate, archived, bots=bots))
    except (Refusal, redis.RedisError, OSError) as error:
        told = f"not all matches could be compared with {ruleset} at {candidate}: {failure_line(error)}"
        click.echo(f"Error: {told}", err=True)
        ctx.exit(FAILED)
    diverging = [comparison.divergence for comparison in comparisons if comparison.divergence is not None]
    unchecked = [comparison for comparison in comparisons if comparison.unchecked is not None]
    for divergence in diverging:
        click.echo(f"{divergence.match_id} ({divergence.version}): {divergence}")
    for comparison in unchecked:
        click.echo(f"{comparison.match_id}: not compared, {comparison.unchecked}")
    for (rule, what), number in Counter((found.rule or "-", found.what) for found in diverging).most_common():
        click.echo(f"{number} x {rule}: {what}")
    live = sum(comparison.is_live for comparison in comparisons)
    decisions = sum(comparison.decisions for comparison in comparisons)
    click.echo(
        f"{live} live and {len(comparisons) - live} archived matches with {decisions} decisions: "
        f"{len(diverging)} diverge, {len(unchecked)} were not compared."
    )
    ctx.exit(DIVERGES if diverging else FAILED if unchecked else 0)


def _comparisons(
    settings: Settings, ruleset: str, candidate: str, archived: int, *, bots: bool
) -> Iterable[Comparison]:
    from services.redis_clients import live_state

    follow_redis(settings)
    live, database = (
        live_state(settings.redis),
        Database(settings.database.database_url, connections=settings.database.database_connections),
    )
    engine = engine_at(
        ruleset, candidate, settings.engines.engine_timeout_seconds, access=engine_access(settings.engines)
    )
    described = engine.describe()
    click.echo(f"Candidate: {ruleset} {described.version}, {described.served_by or candidate}", err=True)
    check = Canary(live, MatchStore(live, clock=followed()), Archive(database), engine, bots_choose_again=bots)
    yield from check.live()
    yield from check.archived(archived)
