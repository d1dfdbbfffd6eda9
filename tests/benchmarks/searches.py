"""``python -m tests.benchmarks.searches [RULESET ...]``: what the searches cost and how much they try.

Experts play matches; at some of their decisions, those with more than one legal action, a search is asked instead of
played. Times are processor time, as on a machine whose yardstick is 0.35 s; iterations are playouts.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services import gc_tuning
from services.bots.thinking import AnyRuleset, Budget, ThinkingBot
from services.engine.chance import Chance
from services.engine.options import complete
from services.engine.registry import installed_ids
from services.engine.registry import ruleset as find_ruleset
from services.engine.ruleset import Bot
from tests.benchmarks.random_play import seeded_chance
from tests.benchmarks.yardstick import ProcessorYardstick

_SIZES: Final = (2, 4)
_DEADLINE_MS: Final = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that a search made. ``cpu_ms`` of a budget in iterations; ``late``: by what part a budget of 100 ms of
    elapsed time was overrun."""

    cpu_ms: float
    iterations: int
    late: float


def ask(
    rules: AnyRuleset, seats: int, level: str, wanted: int, every: int, yardstick: ProcessorYardstick
) -> list[Asked]:
    """What a search did at every so-many-th decision of matches between experts."""
    bot, expert = rules.bots()[level], rules.bots()["expert"]
    assert isinstance(bot, ThinkingBot)
    timed = bot.with_budget(Budget(milliseconds=_DEADLINE_MS))
    found: list[Asked] = []
    match = choices = 0
    while True:
        chance = seeded_chance(match + (1 << 64))
        for state, seat, legal in decisions(rules, expert, seats, seeded_chance(match), chance):
            choices += 1
            if choices % every == 0:
                view = rules.observe(state, seat)
                yardstick.sample()
                before = time.thread_time()
                explained = bot.explain(view, legal.copy(), chance)
                cpu_ms = 1000 * (time.thread_time() - before)
                before = time.perf_counter()
                timed.explain(view, legal.copy(), chance)
                late = (time.perf_counter() - before) * 1000 / _DEADLINE_MS - 1
                found.append(Asked(cpu_ms, explained.iterations, late))
                if len(found) == wanted:
                    return found
        match += 1


def drawn_positions(
    rules: AnyRuleset,
    bot: Bot[Any],
    seats: int,
    match: int,
    most: int,
    is_wanted: Callable[[Any], bool] = lambda state: True,
) -> list[tuple[bytes, int]]:
    """Some of the decisions of a match of a bot with itself, drawn: the positions that are wanted, and whose turn it
    is."""
    made = decisions(rules, bot, seats, seeded_chance(match), seeded_chance(match + (1 << 64)))
    positions = [(rules.dump(state), seat) for state, seat, _ in made if is_wanted(state)]
    return random.Random(match).sample(positions, min(len(positions), most))


def decisions(
    rules: AnyRuleset, bot: Bot[Any], seats: int, match_chance: Chance, bot_chance: Chance
) -> Iterator[tuple[Any, int, list[int]]]:
    """The decisions of a match of a bot with itself in which there is a choice: the state, which is played on
    afterwards, the seat, and its legal actions."""
    state, _ = rules.start(seats, complete({}, rules.describe().options), match_chance)
    while pending := rules.pending(state):
        seat = pending[0]
        legal = rules.legal(state, seat)
        action = legal[0]
        if len(legal) > 1:
            yield state, seat, legal
            action = bot.choose(rules.observe(state, seat), legal.copy(), bot_chance)
        rules.play(state, seat, action)


def quantile(values: list[float], part: float) -> float:
    """The least value that at least this part of all does not exceed."""
    return sorted(values)[max(0, round(part * len(values)) - 1)]


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--level", default="search", show_default=True)
@click.option("--seats", "sizes", multiple=True, default=_SIZES, show_default=True, help="How many play; repeat.")
@click.option("--decisions", default=200, show_default=True, help="How many are asked, for each number of seats.")
@click.option("--every", default=7, show_default=True, help="Of how many decisions one is asked.")
def main(rulesets: tuple[str, ...], level: str, sizes: tuple[int, ...], decisions: int, every: int) -> None:
    """Measure the searches of some rulesets, or of all."""
    table = Table(
        "ruleset", "seats", "median ms", "p99 ms", "iterations/s", f"p99 over {_DEADLINE_MS} ms", "yardstick s"
    )
    for id in rulesets or installed_ids():
        rules = find_ruleset(id)
        about = rules.describe()
        for seats in (size for size in sizes if about.min_seats <= size <= about.max_seats):
            yardstick = ProcessorYardstick()
            gc_tuning.freeze_startup_objects()  # as every process that serves does
            found = ask(rules, seats, level, decisions, every, yardstick)
            times = [asked.cpu_ms * yardstick.scale for asked in found]
            rate = 1000 * sum(asked.iterations for asked in found) / sum(times)
            late = quantile([asked.late for asked in found], 0.99)
            figures = f"{quantile(times, 0.5):.0f}", f"{quantile(times, 0.99):.0f}", f"{rate:,.0f}", f"{late:+.0%}"
            table.add_row(id, str(seats), *figures, f"{yardstick.seconds:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
