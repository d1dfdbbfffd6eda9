"""How much a search that knows a bot's policy wins against it.

    .venv/bin/python -m tests.benchmarks.best_responses [RULESET ...]

The best response is the ruleset's search, with the bot itself in the other seats of its playouts: what it expects of
the others is what they do, but for their dice and for what it cannot see. What it wins beyond a fair share is a lower
bound of how exploitable the bot is: a longer search may find more.
"""

from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.bots.levels import LevelBot
from services.bots.playouts import Policies
from services.engine import registry
from services.engine.ruleset import Bot
from services.series.intervals import SeriesEstimate
from services.series.own_bots import BotFile, OwnBots
from tests.benchmarks.bot_series import first_share

_SEED: Final = bytes(32)


def response(ruleset: str, level: str, bot: str) -> dict[str, Bot[Any]]:
    """The best response to a bot by a level's budget, by its name."""
    rules = registry.ruleset(ruleset)
    search, opponent = rules.bots()[level], rules.bots()[bot]
    assert isinstance(search, LevelBot)
    return {f"response-to-{bot}": search.with_policies(Policies(rules.bots()["expert"], (opponent,)))}


def share(ruleset: str, level: str, bot: str, matches: int, workers: int) -> SeriesEstimate:
    """How much of the win the best response to a bot takes from it with two seats."""
    name = f"response-to-{bot}"
    source = f"from tests.benchmarks.best_responses import response\nBOTS = response({ruleset!r}, {level!r}, {bot!r})\n"
    own_bots = OwnBots((BotFile(f"{name}.py", source.encode()),))
    return first_share(ruleset, (name, bot), own_bots, matches=matches, series_seed=_SEED, workers=workers)


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--bots", default="greedy,expert", show_default=True, help="The bots that are answered.")
@click.option("--level", default="search", show_default=True, help="Whose budget the answer has.")
@click.option("--matches", default=100, show_default=True, help="An even number: each deal is played twice.")
@click.option("--workers", default=1, show_default=True)
def main(rulesets: tuple[str, ...], bots: str, level: str, matches: int, workers: int) -> None:
    """Measure how exploitable the bots of some rulesets are, or of all."""
    table = Table("ruleset", "bot", "matches", "share of its best response", "95 % interval")
    for ruleset in rulesets or registry.installed_ids():
        for bot in bots.split(","):
            found = share(ruleset, level, bot, matches, workers)
            interval = "" if found.low is None or found.high is None else f"{found.low:.3f} to {found.high:.3f}"
            table.add_row(ruleset, bot, str(matches), f"{found.value:.3f}", interval)
    Console().print(table)


if __name__ == "__main__":
    main()
