"""How quickly a series plays, beside the bare loop over the same ruleset and bots.

    .venv/bin/python -m tests.benchmarks.series [RULESET ...] [--bots greedy random] [--slice 2] [--rounds 5]
    .venv/bin/python -m tests.benchmarks.series [RULESET ...] --matches 40    # processor time in this process

The bare loop asks each bot in turn and draws all chance of the bots from one stream; it counts and keeps nothing.
Slices of it and of series with one process and with two take turns, each for ``--slice`` seconds: of a machine that
others use, read the ratios. A slice of a series begins when its processes have played their first match.

With ``--matches`` each match is played by the bare loop and as a series plays it, in turns, and the least processor
time of three of each counts: that can be told apart also where others use the machine.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from services import gc_tuning
from services.engine import registry
from services.engine.chance import SeededChance
from services.engine.documents import catalogue_sha256
from services.engine.fairness import sha256_hex
from services.engine.options import complete
from services.engine.registry import AnyRuleset
from services.series.designs import Schedule, Table
from services.series.document import FORMAT, Entrant, FixedStop, SeriesDocument
from services.series.folder import Folder, result_line
from services.series.local import LocalPool, play_series
from services.series.playing import Player

_SEED = bytes(32)
_MATCHES = 1_000_000
_TRIES = 3


def document_of(rules: AnyRuleset, bots: list[str]) -> SeriesDocument:
    """A long duplicate of two seats."""
    about = rules.describe()
    return SeriesDocument(
        format=FORMAT,
        ruleset=about.id,
        ruleset_version=about.version,
        catalogue_sha256=catalogue_sha256(about.cards),
        options=complete({}, about.options),
        entrants=tuple(Entrant(bot=bot, version=about.version) for bot in bots),
        seats=(about.min_seats,),
        design="duplicate",
        stop=FixedStop(rule="fixed", matches=_MATCHES),
        series_seed_sha256=sha256_hex(_SEED),
    )


def play_bare(rules: AnyRuleset, document: SeriesDocument, table: Table) -> int:
    """A match in the bare loop: its decisions."""
    bots = [rules.bots()[document.entrants[entrant].bot] for entrant in table.entrants]
    state, _ = rules.start(len(bots), dict(document.options), SeededChance(table.deal.to_bytes(32, "big")))
    chance = SeededChance((table.number + (1 << 128)).to_bytes(32, "big"))
    decisions = 0
    while pending := rules.pending(state):
        seat = pending[0]
        rules.play(state, seat, bots[seat].choose(rules.observe(state, seat), rules.legal(state, seat), chance))
        decisions += 1
    return decisions


def bare(rules: AnyRuleset, document: SeriesDocument) -> Iterator[int]:
    """Match after match in the bare loop."""
    schedule = Schedule(document)
    for number in range(_MATCHES):
        play_bare(rules, document, schedule.table(number))
        yield 1


def in_series(stack: ExitStack, document: SeriesDocument, workers: int) -> Iterator[int]:
    """How many matches of a series have come at a time."""
    folder = Folder.create(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "run", document, _SEED)
    pool = stack.enter_context(LocalPool(document, _SEED, workers=workers))
    return (len(results) for results in play_series(pool, folder) if results)


def rate(matches: Iterator[int], seconds: float) -> float:
    """Matches a second."""
    played, start = 0, time.perf_counter()
    while (used := time.perf_counter() - start) < seconds:
        played += next(matches)
    return played / used


def measure(rules: AnyRuleset, bots: list[str], seconds: float, rounds: int) -> str:
    """A line of the table."""
    document = document_of(rules, bots)
    rates: dict[str, list[float]] = {"bare": [], "1": [], "2": []}
    for _ in range(rounds):
        rates["bare"].append(rate(bare(rules, document), seconds))
        for workers in (1, 2):
            with ExitStack() as stack:
                playing = in_series(stack, document, workers)
                for _ in range(2 * workers):
                    next(playing)
                rates[str(workers)].append(rate(playing, seconds))
    loop, one, two = (statistics.median(rates[name]) for name in ("bare", "1", "2"))
    ratios = [statistics.median(a / b for a, b in zip(rates[n], rates["bare"], strict=True)) for n in ("1", "2")]
    name = rules.describe().id
    return f"{name:<12} {loop:8.1f} {one:8.1f} {two:8.1f} {ratios[0]:8.2f} {ratios[1]:8.2f}"


def processor_times(rules: AnyRuleset, bots: list[str], matches: int) -> str:
    """A line of the table of processor times."""
    document = document_of(rules, bots)
    schedule, player = Schedule(document), Player(rules, document, _SEED)
    plays: tuple[Callable[[Table], object], ...] = (
        lambda table: play_bare(rules, document, table),
        lambda table: result_line(player.play(table)),
    )
    gc_tuning.freeze_startup_objects()
    used = [0.0, 0.0]
    for table in map(schedule.table, range(matches)):
        times: list[list[float]] = [[], []]
        for way in (0, 1) * _TRIES:
            before = time.thread_time()
            plays[way](table)
            times[way].append(time.thread_time() - before)
        used = [sum_ + min(tries) for sum_, tries in zip(used, times, strict=True)]
    loop, series = (1000 * seconds / matches for seconds in used)
    return f"{rules.describe().id:<12} {loop:8.2f} {series:8.2f} {loop / series:8.2f}"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="How quickly a series plays, beside the bare loop.")
    parser.add_argument("rulesets", nargs="*", default=registry.installed_ids())
    parser.add_argument("--bots", nargs="+", default=["greedy", "random"])
    parser.add_argument("--slice", type=float, default=2.0, help="seconds")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, help="of which processor time is measured, instead of matches a second")
    asked = parser.parse_args()
    if asked.matches:
        print(f"{'ms a match':<12} {'bare':>8} {'series':>8} {'ratio':>8}")  # noqa: T201
        for id in asked.rulesets:
            print(processor_times(registry.ruleset(id), asked.bots, asked.matches), flush=True)  # noqa: T201
        return
    print(f"{'matches/s':<12} {'bare':>8} {'1':>8} {'2':>8} {'1/bare':>8} {'2/bare':>8}")  # noqa: T201
    for id in asked.rulesets:
        print(measure(registry.ruleset(id), asked.bots, asked.slice, asked.rounds), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
