"""Whether a series finds a small weakness, and finds none where there is none.

    .venv/bin/python -m tests.benchmarks.planted_weakness [RULESET ...] [--percent 5] [--matches 4000] [--seeds 20]

For every seed a bot plays a series against a copy of itself, and one against a copy that chooses at random in so many
decisions of a hundred, in both seats of each deal. A series finds a difference if the 95 % interval of the bot's share
of the win does not hold a half.
"""

import hashlib
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.engine import registry
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.series.intervals import SeriesEstimate
from services.series.own_bots import NO_OWN_BOTS, BotFile, OwnBots
from tests.benchmarks.bot_series import first_share

_WEAKENED: Final = "weakened"


class Weakened(Bot[Any]):
    """A bot that chooses at random in so many decisions of a hundred."""

    def __init__(self, bot: Bot[Any], percent: int) -> None:
        self._bot = bot
        self._percent = percent

    def choose(self, view: Any, legal: list[int], chance: Chance) -> int:
        if chance.below("weakness", 100) < self._percent:
            return legal[chance.below("weakness", len(legal))]
        return self._bot.choose(view, legal, chance)


def weakened(ruleset: str, bot: str, percent: int) -> dict[str, Bot[Any]]:
    """The weakened copy of a ruleset's bot, by its name."""
    return {_WEAKENED: Weakened(registry.ruleset(ruleset).bots()[bot], percent)}


def share(ruleset: str, bot: str, percent: int, matches: int, seed: int, workers: int) -> SeriesEstimate:
    """A bot's share of the win against its weakened copy, or against itself if ``percent`` is 0."""
    series_seed = hashlib.sha256(f"{ruleset} {bot} {percent} {seed}".encode()).digest()
    bots, own_bots = (bot, bot), NO_OWN_BOTS
    if percent:
        call = f"weakened({ruleset!r}, {bot!r}, {percent})"
        source = f"from tests.benchmarks.planted_weakness import weakened\nBOTS = {call}\n"
        bots, own_bots = (bot, _WEAKENED), OwnBots((BotFile(f"{_WEAKENED}.py", source.encode()),))
    return first_share(ruleset, bots, own_bots, matches=matches, series_seed=series_seed, workers=workers)


def finds_a_difference(found: SeriesEstimate) -> bool:
    """Whether equal bots are ruled out."""
    return found.low is not None and found.high is not None and not found.low <= 0.5 <= found.high


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--bot", default="greedy", show_default=True)
@click.option("--percent", default=5, show_default=True, help="How many decisions of a hundred are random.")
@click.option("--matches", default=4000, show_default=True, help="Of each series.")
@click.option("--seeds", default=20, show_default=True)
@click.option("--workers", default=1, show_default=True)
def main(rulesets: tuple[str, ...], bot: str, percent: int, matches: int, seeds: int, workers: int) -> None:
    """Print how many series of some rulesets, or of all, find a difference."""
    table = Table("ruleset", "against", "matches", "share of the win, each series", "found a difference")
    for ruleset in rulesets or registry.installed_ids():
        for weakness in (0, percent):
            shares = [share(ruleset, bot, weakness, matches, seed, workers) for seed in range(seeds)]
            found = sum(finds_a_difference(each) for each in shares)
            values = sorted(each.value for each in shares)
            span = f"{values[0]:.3f} to {values[-1]:.3f}"
            against = f"{bot}, {weakness} % random" if weakness else bot
            table.add_row(ruleset, against, f"{matches:,}", span, f"{found} of {seeds}")
    Console().print(table)


if __name__ == "__main__":
    main()
