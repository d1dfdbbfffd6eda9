"""``python -m tests.benchmarks.environments [RULESET ...]``: how fast vector environments play.

Random play in environments, beside the same play in a bare loop over the ruleset: once with the view of each seat that
decides, as bots are given it, and once without any view. The three take turns in short slices, so that whatever else
the machine does slows them all.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from services.engine.options import complete
from services.engine.registry import AnyRuleset, installed_ids
from services.engine.registry import ruleset as find_ruleset
from services.training.environments import VectorEnvironment
from tests.benchmarks.random_play import seeded_chance

_BATCH: Final = 64
"""Decisions between two looks at the clock: about; environments step all at once."""


def bare_loop(rules: AnyRuleset, seats: int, *, observed: bool) -> Iterator[int]:
    """Play matches for ever; gives how many decisions it has played since it gave the last number."""
    pick = random.Random(7)
    options = complete({}, rules.describe().options)
    match = decisions = 0
    while True:
        state, _ = rules.start(seats, options, seeded_chance(match))
        match += 1
        while pending := rules.pending(state):
            seat = pending[0]
            legal = rules.legal(state, seat)
            if observed:
                rules.observe(state, seat)
            rules.play(state, seat, legal[int(pick.random() * len(legal))])
            decisions += 1
            if decisions == _BATCH:
                yield decisions
                decisions = 0
        rules.outcome(state)


def environments(rules: AnyRuleset, seats: int, num_envs: int) -> Iterator[int]:
    """The same in vector environments."""
    pick = random.Random(7)
    environment = VectorEnvironment(rules, num_envs, seats=seats)
    _, infos = environment.reset()
    while True:
        infos = environment.step([legal[int(pick.random() * len(legal))] for legal in infos.legal]).infos
        yield num_envs


def rates(plays: list[Callable[[], Iterator[int]]], slices: int, seconds: float) -> list[float]:
    """Decisions per second of each, taken in turns."""
    running = [play() for play in plays]
    decisions, used = [0] * len(plays), [0.0] * len(plays)
    for _ in range(slices):
        for place, play in enumerate(running):
            begun = time.perf_counter()
            while (now := time.perf_counter()) - begun < seconds:
                decisions[place] += next(play)
            used[place] += now - begun
    return [count / time_used for count, time_used in zip(decisions, used, strict=True)]


@click.command()
@click.argument("rulesets", nargs=-1)
@click.option("--seats", default=2, show_default=True)
@click.option("--num-envs", default=64, show_default=True)
@click.option("--slices", default=10, show_default=True, help="Slices of each kind of play.")
@click.option("--seconds", default=0.4, show_default=True, help="Seconds of a slice.")
def main(rulesets: tuple[str, ...], seats: int, num_envs: int, slices: int, seconds: float) -> None:
    """Measure vector environments against bare loops."""
    table = Table("ruleset", "environments, decisions/s", "bare loop with views", "ratio", "without views", "ratio")
    for id in rulesets or installed_ids():
        rules = find_ruleset(id)
        vector, viewed, blind = rates(
            [
                lambda rules=rules: environments(rules, seats, num_envs),  # type: ignore[misc]
                lambda rules=rules: bare_loop(rules, seats, observed=True),  # type: ignore[misc]
                lambda rules=rules: bare_loop(rules, seats, observed=False),  # type: ignore[misc]
            ],
            slices,
            seconds,
        )
        figures = f"{vector:,.0f}", f"{viewed:,.0f}", f"{vector / viewed:.2f}", f"{blind:,.0f}", f"{vector / blind:.2f}"
        table.add_row(id, *figures)
    Console().print(table)


if __name__ == "__main__":
    main()
