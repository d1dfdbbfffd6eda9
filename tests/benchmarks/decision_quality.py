"""How much better the decisions of bots are than the expert's, judged by what was really on the table.

    .venv/bin/python -m tests.benchmarks.decision_quality RULESET [BOT ...]

A bot, ``search`` if no other is named, plays matches with itself. At some of the decisions each bot is asked, from
the seat's view, and so is the expert. Where they differ, experts play the true state on to the end many times, once
after each of the actions, with the same chance. A bot imagines what it cannot see, and the judge does not: a bot that
imagines badly is found out here, though not by its own estimates. The gain of a decision is the share of the win that
it is ahead of the expert's.

Far fewer matches tell a good setting of a search from a bad one like this than by their results. But the judge believes
that experts go on playing: a setting that is ahead here is for a series to confirm.
"""

import multiprocessing
import statistics
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.bots.playouts import Playouts, Policies
from services.engine import registry
from services.engine.chance import FastChance
from services.engine.registry import AnyRuleset
from services.engine.ruleset import Bot
from services.series.own_bots import OwnBots
from tests.benchmarks.random_play import seeded_chance
from tests.benchmarks.searches import drawn_positions

_JUDGE: Final = "expert"


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision. ``phase``: of the match. ``gains``: for each bot, by how much its action is ahead of the
    expert's; None where it is the same."""

    phase: str
    gains: dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried. ``player``: who plays the matches. ``decisions``: how many of a match are judged. ``playouts``:
    how often each action of one is played on."""

    ruleset: str
    seats: int
    bots: tuple[str, ...]
    own_bots: OwnBots
    player: str
    decisions: int
    playouts: int

    def judge(self, match: int) -> list[JudgedDecision]:
        """The decisions of one match."""
        rules = registry.ruleset(self.ruleset)
        bots = self.own_bots.roster(rules).bots
        drawn = drawn_positions(rules, bots[self.player], self.seats, match, self.decisions)
        return [self._judge(rules, bots, position, seat, 1000 * match + n) for n, (position, seat) in enumerate(drawn)]

    def _judge(
        self, rules: AnyRuleset, bots: Mapping[str, Bot[Any]], position: bytes, seat: int, number: int
    ) -> JudgedDecision:
        state = rules.load(position, seeded_chance(number))
        view, legal = rules.observe(state, seat), rules.legal(state, seat)
        chosen = {name: bots[name].choose(view, legal.copy(), seeded_chance(number)) for name in self.bots}
        usual = bots[_JUDGE].choose(view, legal.copy(), seeded_chance(number))
        others = set(chosen.values()) - {usual}
        compared = {usual, *others} if others else set()
        worth = {action: self._worth(rules, position, seat, action, number) for action in compared}
        phase = str(rules.view_json(view).get("phase", ""))
        gains = {name: None if action == usual else worth[action] - worth[usual] for name, action in chosen.items()}
        return JudgedDecision(phase, gains)

    def _worth(self, rules: AnyRuleset, position: bytes, seat: int, action: int, number: int) -> float:
        """The share of the win after an action."""
        expert = rules.bots()[_JUDGE]
        playouts = Playouts(rules, Policies(expert, (expert,)), None)
        values = []
        for again in range(self.playouts):
            seed = number * self.playouts + again
            state = rules.load(position, FastChance(seed))
            rules.play(state, seat, action)
            values.append(playouts.play(state, [expert] * self.seats, FastChance(seed), seat)[seat])
        return statistics.fmean(values)


def table(judged: list[JudgedDecision], bots: tuple[str, ...], *, by_phase: bool) -> Table:
    """The mean gain of each bot with its standard error; by phase, also of those of each."""
    phases: dict[str, list[JudgedDecision]] = defaultdict(list)
    for each in judged:
        phases["all"].append(each)
        if by_phase:
            phases[each.phase].append(each)
    drawn = Table("decisions", "number", "bot", "differs", "gain of a decision")
    for phase, those in phases.items():
        for bot in bots:
            gains = [each.gains[bot] or 0.0 for each in those]
            error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
            differs = sum(each.gains[bot] is not None for each in those) / len(those)
            gain = f"{100 * statistics.fmean(gains):+.2f} % ± {100 * error:.2f}"
            drawn.add_row(phase, str(len(those)), bot, f"{differs:.0%}", gain)
    return drawn


@click.command()
@click.argument("ruleset")
@click.argument("names", metavar="[BOT ...]", nargs=-1)
@click.option("--bots", "files", type=click.Path(path_type=Path), multiple=True, help="A file with bots of your own.")
@click.option("--player", default="search", show_default=True, help="Who plays the matches.")
@click.option("--seats", default=2, show_default=True)
@click.option("--matches", default=10, show_default=True)
@click.option("--decisions", default=20, show_default=True, help="How many of a match are judged.")
@click.option("--playouts", default=80, show_default=True, help="How often each action is played on.")
@click.option("--phases", "by_phase", is_flag=True, help="Tell of each phase of a match, too.")
@click.option("--workers", default=1, show_default=True)
def main(
    ruleset: str,
    names: tuple[str, ...],
    files: tuple[Path, ...],
    player: str,
    seats: int,
    matches: int,
    decisions: int,
    playouts: int,
    by_phase: bool,
    workers: int,
) -> None:
    """Judge the decisions of some bots, or of the levels that search."""
    own_bots = OwnBots.read(files)
    trial = Trial(ruleset, seats, names or ("search", "search-deep"), own_bots, player, decisions, playouts)
    judged: list[JudgedDecision] = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for found in pool.imap_unordered(partial(Trial.judge, trial), range(matches)):
            judged += found
    Console().print(table(judged, trial.bots, by_phase=by_phase))


if __name__ == "__main__":
    main()
