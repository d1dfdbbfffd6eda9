"""Random play of a ruleset in this process: decisions per second, and microseconds per operation on a state."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from services.engine.chance import SEED_BYTES, Chance, FastChance, SeededChance
from services.engine.options import complete
from services.engine.ruleset import Ruleset
from tests.benchmarks.yardstick import REFERENCE_SECONDS, yardstick

AnyRuleset = Ruleset[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Rate:
    """Something per second, measured between two yardsticks."""

    per_second: float
    yardstick_seconds: float

    @property
    def scaled(self) -> float:
        """What it would be on the reference machine."""
        return self.per_second * self.yardstick_seconds / REFERENCE_SECONDS


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


def measure_operations(rules: AnyRuleset, seats: int, least: float) -> dict[str, float]:
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
