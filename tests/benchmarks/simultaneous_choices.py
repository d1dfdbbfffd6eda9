"""What is to be gained where two decide at the same time, by those who know how the other decides.

    .venv/bin/python -m tests.benchmarks.simultaneous_choices RULESET [BOT ...] [--against search]

A bot plays matches with itself. At some of the moments at which two seats decide at once, without seeing what the other
does, each pair of their actions is played on in the same imagined worlds by experts, until the ruleset's evaluation
judges. The other seat decides as often in each way as the bot that it is against does. A gain is the share of the win
that a bot's decision is ahead of what that bot would do in the same seat.

*Who knows* takes what does best against the other's habits: what any bot can gain at most. Its gain lies between two
figures. At most: the best of what was found for its actions, which luck has a part in. At least: what is best by one
half of the worlds, judged by the other.
"""

import multiprocessing
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.bots.equilibrium_search import Payoffs, dot, is_simultaneous
from services.bots.playouts import Playouts, Policies
from services.engine import registry
from services.engine.chance import FastChance
from services.engine.registry import AnyRuleset
from services.engine.ruleset import Bot
from services.series.own_bots import OwnBots
from tests.benchmarks.random_play import seeded_chance
from tests.benchmarks.searches import drawn_positions

AT_LEAST: Final = "who knows, at least"
AT_MOST: Final = "who knows, at most"


@dataclass(frozen=True, slots=True)
class Moment:
    """Two decide at the same time. ``even`` and ``odd``: payoffs in one half of the worlds and in the other.
    ``chosen``: how often each bot takes each action. ``other``: how often the other seat does."""

    even: Payoffs
    odd: Payoffs
    chosen: dict[str, list[float]]
    other: list[float]

    def gains(self, reference: str) -> dict[str, float]:
        """By how much each bot, and who knows, is ahead of the reference."""
        even, odd = (_against(payoffs, self.other) for payoffs in (self.even, self.odd))
        both = [(first + second) / 2 for first, second in zip(even, odd, strict=True)]
        worth = {bot: dot(often, both) for bot, often in self.chosen.items()}
        worth[AT_LEAST] = (odd[even.index(max(even))] + even[odd.index(max(odd))]) / 2
        worth[AT_MOST] = max(both)
        return {name: each - worth[reference] for name, each in worth.items()}


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried. ``moments``: how many of a match. ``worlds``: imagined for each. ``turns``: of a playout.
    ``asked``: how often a bot is asked for its decision."""

    ruleset: str
    bots: tuple[str, ...]
    own_bots: OwnBots
    against: str
    moments: int
    worlds: int
    turns: int
    asked: int

    def look(self, match: int) -> list[Moment]:
        """Some of the moments of one match."""
        rules = registry.ruleset(self.ruleset)
        bots = self.own_bots.roster(rules).bots
        is_wanted = partial(is_simultaneous, rules)
        drawn = drawn_positions(rules, bots[self.against], 2, match, self.moments, is_wanted)
        return [self._moment(rules, bots, *each, 1000 * match + n) for n, each in enumerate(drawn)]

    def _moment(
        self, rules: AnyRuleset, bots: Mapping[str, Bot[Any]], position: bytes, seat: int, number: int
    ) -> Moment:
        state = rules.load(position, seeded_chance(number))
        asked = partial(self._habits, rules, state, number=number)
        return Moment(
            *self._payoffs(rules, state, seat, number),
            {name: asked(bots[name], seat) for name in {self.against, *self.bots}},
            asked(bots[self.against], 1 - seat),
        )

    def _habits(self, rules: AnyRuleset, state: Any, bot: Bot[Any], seat: int, *, number: int) -> list[float]:
        """How often a bot takes each action of a seat."""
        view, legal = rules.observe(state, seat), rules.legal(state, seat)
        chosen = [bot.choose(view, legal.copy(), seeded_chance(number * 1000 + again)) for again in range(self.asked)]
        return [chosen.count(action) / self.asked for action in legal]

    def _payoffs(self, rules: AnyRuleset, state: Any, seat: int, number: int) -> tuple[Payoffs, Payoffs]:
        """What each pair of actions comes to, in each half of the worlds."""
        view, other = rules.observe(state, seat), 1 - seat
        own, theirs = rules.legal(state, seat), rules.legal(state, other)
        expert = rules.bots()["expert"]
        playouts = Playouts(rules, Policies(expert, (expert,)), self.turns)
        even, odd = ([[0.0] * len(theirs) for _ in own] for _ in range(2))
        for number_of_world in range(2 * self.worlds):
            payoffs = odd if number_of_world % 2 else even
            seed = number * 2 * self.worlds + number_of_world
            world = rules.imagine(view, FastChance(seed))
            for row, action in enumerate(own):
                for column, reply in enumerate(theirs):
                    played = rules.clone(world)
                    rules.play(played, seat, action)
                    rules.play(played, other, reply)
                    share = playouts.play(played, [expert, expert], FastChance(seed), other)[seat]
                    payoffs[row][column] += share / self.worlds
        return even, odd


def _against(payoffs: Payoffs, other: Sequence[float]) -> list[float]:
    """What each action comes to against the other's habits."""
    return [dot(row, other) for row in payoffs]


def table(moments: Iterable[Moment], reference: str, bots: Sequence[str]) -> Table:
    """The mean gains with their standard errors."""
    gains = [moment.gains(reference) for moment in moments]
    drawn = Table("at decisions made at once", "number", "gain of a decision")
    for name in (*bots, AT_LEAST, AT_MOST):
        each = [found[name] for found in gains]
        error = statistics.stdev(each) / len(each) ** 0.5
        drawn.add_row(name, str(len(each)), f"{100 * statistics.fmean(each):+.2f} % ± {100 * error:.2f}")
    return drawn


@click.command()
@click.argument("ruleset")
@click.argument("names", metavar="[BOT ...]", nargs=-1)
@click.option("--bots", "files", type=click.Path(path_type=Path), multiple=True, help="A file with bots of your own.")
@click.option("--against", default="search", show_default=True, help="Who plays the matches, and the other seat.")
@click.option("--matches", default=20, show_default=True)
@click.option("--moments", default=10, show_default=True, help="How many of a match are looked at.")
@click.option("--worlds", default=400, show_default=True, help="In each of two halves.")
@click.option("--turns", default=14, show_default=True, help="Of a playout.")
@click.option("--asked", default=4, show_default=True, help="How often a bot is asked for its decision.")
@click.option("--workers", default=1, show_default=True)
def main(
    ruleset: str,
    names: tuple[str, ...],
    files: tuple[Path, ...],
    against: str,
    matches: int,
    moments: int,
    worlds: int,
    turns: int,
    asked: int,
    workers: int,
) -> None:
    """Look at decisions that two seats make at once, in matches of two."""
    bots = names or ("expert", "search-deep")
    trial = Trial(ruleset, bots, OwnBots.read(files), against, moments, worlds, turns, asked)
    looked: list[Moment] = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for found in pool.imap_unordered(trial.look, range(matches)):
            looked += found
    Console().print(table(looked, against, bots))


if __name__ == "__main__":
    main()
