"""How much a search that knows a bot's policy wins against it.

    .venv/bin/python -m tests.benchmarks.best_responses [RULESET ...]

The best response is the ruleset's search, with the bot itself in the other seats of its playouts: what it expects of
the others is what they do, but for their dice and for what it cannot see. What it wins beyond a fair share is a lower
bound of how exploitable the bot is: a longer search may find more.
"""

import tempfile
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.bots.levels import LevelBot
from services.bots.playouts import Policies
from services.engine import registry
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.ruleset import Bot
from services.series.designs import Schedule
from services.series.document import FORMAT, Entrant, FixedStop, SeriesDocument
from services.series.folder import Folder
from services.series.local import LocalPool, play_series
from services.series.own_bots import BotFile, OwnBots
from services.series.statistics import summarise
from services.series.summary import EntrantSummary

_SEED: Final = bytes(32)


def response(ruleset: str, level: str, bot: str) -> dict[str, Bot[Any]]:
    """The best response to a bot by a level's budget, by its name."""
    rules = registry.ruleset(ruleset)
    search, opponent = rules.bots()[level], rules.bots()[bot]
    assert isinstance(search, LevelBot)
    return {f"response-to-{bot}": search.with_policies(Policies(rules.bots()["expert"], (opponent,)))}


def play(ruleset: str, level: str, bot: str, matches: int, workers: int) -> EntrantSummary:
    """How the best response to a bot does against it with two seats."""
    source = f"from tests.benchmarks.best_responses import response\nBOTS = response({ruleset!r}, {level!r}, {bot!r})\n"
    file = BotFile(f"response-to-{bot}.py", source.encode())
    about = registry.ruleset(ruleset).describe()
    document = SeriesDocument(
        format=FORMAT,
        ruleset=about.id,
        ruleset_version=about.version,
        options=complete({}, about.options),
        entrants=(
            Entrant(bot=f"response-to-{bot}", version=file.version),
            Entrant(bot=bot, version=about.version),
        ),
        seats=(2,),
        design="duplicate",
        stop=FixedStop(rule="fixed", matches=matches),
        series_seed_sha256=sha256_hex(_SEED),
    )
    assert Schedule(document).whole_clusters(matches) == matches
    with tempfile.TemporaryDirectory() as scratch:
        folder = Folder.create(Path(scratch) / "run", document, _SEED)
        with LocalPool(document, _SEED, workers=workers, own_bots=OwnBots((file,))) as pool:
            for _ in play_series(pool, folder):
                pass
        return summarise(document, folder.results()).entrants[0]


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
            share = play(ruleset, level, bot, matches, workers).share
            assert share is not None
            interval = "" if share.low is None or share.high is None else f"{share.low:.3f} to {share.high:.3f}"
            table.add_row(ruleset, bot, str(matches), f"{share.value:.3f}", interval)
    Console().print(table)


if __name__ == "__main__":
    main()
