"""Compares rounds by the Dutch rules with those of a reference program: ``python -m tests.benchmarks.dutch_rounds FILE
...``.

A file is a text as ``tests/unit/tournaments/dutch_events.txt``, or has a JSON object with an event in each line:
``entrants`` (their number; they are numbered from 1 by seed), ``rounds`` (how many it has), optionally ``points``
(of a win, a draw and a loss, in hundredths) and ``apart`` (pairs that never meet), and ``played``: of each round
``absent``, ``pairs`` (white first), ``bye``, and ``results``: by entrant the kind of its result, its points, and for a
table the opponent and the seat, 0 for white. Rounds are paired from the results before them, whoever paired those.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from services.tournaments.records import Entrant, ResultKind, RoundResult
from services.tournaments.swiss import SwissRules
from tests.benchmarks.yardstick import yardstick
from tests.unit.tournaments.dutch_events import PairedRound, compare, paired_round, rounds_of


def read(path: Path) -> Iterator[PairedRound]:
    """The rounds of a file."""
    text = path.read_text()
    if text.startswith("{"):
        for line in text.splitlines():
            yield from _rounds_of_event(json.loads(line))
    else:
        yield from rounds_of(text)


def _rounds_of_event(event: dict[str, Any]) -> Iterator[PairedRound]:
    win, _, loss = event.get("points", (100, 50, 0))
    apart = frozenset(frozenset(map(str, pair)) for pair in event.get("apart", ()))
    rules = SwissRules(event["rounds"], apart, win, loss)
    results: dict[int, list[RoundResult]] = {seed: [] for seed in range(1, event["entrants"] + 1)}
    for number, played in enumerate(event["played"], 1):
        entrants = [Entrant(str(seed), seed, tuple(those)) for seed, those in results.items()]
        pairs = [(str(white), str(black)) for white, black in played["pairs"] or ()]
        yield paired_round(
            str(event["event"]),
            number,
            entrants,
            rules,
            away=set(map(str, played["absent"])),
            pairs=pairs,
            byes=map(str, played["bye"] or ()),
        )
        for seed, (kind, points, *table) in played["results"].items():
            opponents, seat = ((str(table[0]),), table[1]) if table else ((), None)
            results[int(seed)].append(RoundResult(number, ResultKind[kind], points, opponents, seat))


def main() -> None:
    """Prints what is the same, and each round that is not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    for path in parser.parse_args().files:
        same = Counter[str]()
        slowest = 0.0
        for paired in read(path):
            start = time.perf_counter()
            found = compare(paired)
            slowest = max(slowest, time.perf_counter() - start)
            same.update(
                rounds=1,
                pairs=found.pairs,
                byes=found.byes,
                colours=found.colours,
                **{"sure colours": len(paired.sure)},
            )
            if not (found.pairs and found.byes and found.colours == len(paired.sure)):
                print(f"{path.name}: event {paired.event}, round {paired.number} differs: {found}")  # noqa: T201
        told = ", ".join(f"{count:,} {name}" for name, count in same.items())
        print(f"{path.name}: {told}; {slowest:.2f} s at most, yardstick {yardstick():.2f} s")  # noqa: T201


if __name__ == "__main__":
    main()
