"""``playhall bench``: how fast this machine plays, beside a yardstick of the machine itself.

Machines differ and are shared, so no figure stands alone: the yardstick (ten million ``x += 1`` in a function) is timed
before and after every measurement, and each rate is also given as it would be on a machine whose yardstick is 0.35 s.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from services.engine.chance import SEED_BYTES, Chance, FastChance, SeededChance
from services.engine.options import complete
from services.engine.registry import ruleset as find_ruleset
from services.engine.ruleset import Ruleset

REFERENCE_YARDSTICK: Final = 0.35
"""Seconds of the yardstick on the machine that targets are stated for."""

_MOVES_SECONDS: Final = 10.0

AnyRuleset = Ruleset[Any, Any, Any]


def yardstick() -> float:
    """Seconds that ten million ``x += 1`` in a function take here and now."""
    start = time.perf_counter()
    _count_to_ten_million()
    return time.perf_counter() - start


def _count_to_ten_million() -> int:
    x = 0
    for _ in range(10_000_000):
        x += 1
    return x


@dataclass(frozen=True, slots=True)
class Rate:
    """Something per second, measured between two yardsticks."""

    per_second: float
    yardstick: float

    @property
    def scaled(self) -> float:
        """What it would be on the reference machine."""
        return self.per_second * self.yardstick / REFERENCE_YARDSTICK


def measure_rate(work: Callable[[float], tuple[int, float]], seconds: float, rounds: int = 3) -> Rate:
    """The median of a few rounds of ``work(seconds) -> (units done, seconds used)``, each between two yardsticks."""
    rates = []
    for _ in range(rounds):
        before = yardstick()
        units, used = work(seconds / rounds)
        rates.append(Rate(units / used, (before + yardstick()) / 2))
    return sorted(rates, key=lambda rate: rate.scaled)[rounds // 2]


def play_at_random(rules: AnyRuleset, seats: int, chance: Callable[[int], Chance], seconds: float) -> tuple[int, float]:
    """Decisions played in whole random matches, and the seconds they took."""
    pick = random.Random(7)
    options = complete({}, rules.describe().options)
    decisions = match = 0
    start = time.perf_counter()
    while (used := time.perf_counter() - start) < seconds:
        state, _ = rules.start(seats, options, chance(match))
        match += 1
        while pending := rules.pending(state):
            for seat in pending:
                legal = rules.legal(state, seat)
                rules.play(state, seat, legal[int(pick.random() * len(legal))])
                decisions += 1
        rules.outcome(state)
    return decisions, used


def seeded_chance(match: int) -> SeededChance:
    """The chance that a served match has."""
    return SeededChance(match.to_bytes(SEED_BYTES, "big"))


def positions_in_mid_match(rules: AnyRuleset, seats: int, count: int) -> Iterator[Any]:
    """States from the middle of random matches."""
    pick = random.Random(11)
    options = complete({}, rules.describe().options)
    for match in range(count):
        trail = []
        state, _ = rules.start(seats, options, seeded_chance(match))
        while pending := rules.pending(state):
            trail.append(rules.clone(state))
            rules.play(state, pending[0], pick.choice(rules.legal(state, pending[0])))
        yield trail[len(trail) // 2]


def microseconds(work: Callable[[], object], least: float) -> float:
    """Median microseconds of one call, over batches for at least ``least`` seconds."""
    times: list[float] = []
    calls = 1
    start = time.perf_counter()
    while time.perf_counter() - start < least or len(times) < 5:
        begin = time.perf_counter()
        for _ in range(calls):
            work()
        used = time.perf_counter() - begin
        if used < 0.005:
            calls *= 2
            continue
        times.append(used / calls * 1e6)
    return statistics.median(times)


def measure_operations(rules: AnyRuleset, seats: int, least: float = 0.15) -> dict[str, float]:
    """Microseconds of clone, observe, imagine, dump and load, median over positions in mid match; each is measured for
    at least ``least`` seconds in each position."""
    figures: dict[str, list[float]] = {}
    for state in positions_in_mid_match(rules, seats, 5):
        view = rules.observe(state, 0)
        operations: dict[str, Callable[[], object]] = {
            "clone": partial(rules.clone, state),
            "observe": partial(rules.observe, state, 0),
            "imagine": partial(rules.imagine, view, FastChance(1)),
            "dump": partial(rules.dump, state),
            "load": partial(rules.load, rules.dump(state), seeded_chance(1)),
        }
        for name, work in operations.items():
            figures.setdefault(name, []).append(microseconds(work, least))
    return {name: statistics.median(times) for name, times in figures.items()}


@click.command()
@click.argument("ruleset", default="factionwars")
@click.option("--seconds", default=3.0, show_default=True, help="Seconds of random play per figure.")
@click.option("--matches", default=120, show_default=True, help="Bot matches to play on the platform; 0: none.")
@click.option(
    "--moves", type=float, help="Seconds of served moves per figure; 0: none. Default: 10, without matches 0."
)
def bench(ruleset: str, seconds: float, matches: int, moves: float | None) -> None:
    """Measure random play, state operations, bot matches on the platform, and what one served move costs."""
    console = Console()
    rules = find_ruleset(ruleset)
    about = rules.describe()
    counts = range(about.min_seats, about.max_seats + 1)
    console.print(f"Yardstick: {yardstick():.3f} s for ten million x += 1 (reference {REFERENCE_YARDSTICK} s)")

    speed = Table(title=f"{about.title}: random play, decisions per second", title_justify="left")
    for heading in ("seats", "fast chance", "at the reference", "seeded chance", "at the reference"):
        speed.add_column(heading, justify="right")
    for seats in counts:
        rates = [
            measure_rate(partial(play_at_random, rules, seats, chance), seconds)
            for chance in (FastChance, seeded_chance)
        ]
        figures = (figure for rate in rates for figure in (rate.per_second, rate.scaled))
        speed.add_row(str(seats), *(f"{figure:,.0f}" for figure in figures))
    console.print(speed)

    costs = Table(title="Microseconds per call, in mid match", title_justify="left")
    costs.add_column("seats", justify="right")
    rows = {seats: measure_operations(rules, seats) for seats in counts}
    for name in rows[about.min_seats]:
        costs.add_column(name, justify="right")
    for seats, row in rows.items():
        costs.add_row(str(seats), *(f"{value:.1f}" for value in row.values()))
    console.print(costs)

    if matches:
        _measure_platform(console, ruleset, matches)
    if moves if moves is not None else matches:
        from cli.bench_served import measure_moves

        measure_moves(console, ruleset, moves or _MOVES_SECONDS)


def _measure_platform(console: Console, ruleset: str, matches: int) -> None:
    from cli.bench_platform import measure_platform

    result = measure_platform(ruleset, matches)
    console.print(
        f"Platform: {result.matches} matches of {result.seats} bots in {result.seconds:.1f} s through the REST API: "
        f"{result.per_minute:,.0f} matches and {result.decisions_per_minute:,.0f} decisions per minute"
    )
