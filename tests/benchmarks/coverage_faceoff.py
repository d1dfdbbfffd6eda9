"""What the cards of Face Off were seen to do in random matches.

    .venv/bin/python -m tests.benchmarks.coverage_faceoff [MATCHES]

It plays until every card has done everything that it can do, at most so many matches, and prints for each kind of card
and each thing that cards do how much of it was seen, and what was not.
"""

import sys
from collections import Counter

from services.rulesets.faceoff.cards.vocabulary import KINDS
from tests.unit.faceoff.coverage import Coverage, fuzz


def report(coverage: Coverage) -> list[str]:
    """The lines of the report."""
    wanted: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for card, things in enumerate(coverage.wanted):
        kind = KINDS[coverage.cards.kind[card]]
        cards[kind] += 1
        whole[kind] += things <= coverage.seen[card]
        wanted.update(things)
        seen.update(things & coverage.seen[card])
    lines = [f"{coverage.matches} random matches of 2 to 5 players"]
    lines += [f"  {kind}: {whole[kind]} of {number} cards did all that they can do" for kind, number in cards.items()]
    lines += [f"  {thing}: {seen[thing]} of {number} cards" for thing, number in sorted(wanted.items())]
    lines += [f"  not seen: {id}: {', '.join(things)}" for id, things in coverage.missing().items()]
    total, all_seen = wanted.total(), seen.total()
    return [*lines, f"{sum(whole.values())} of {coverage.cards.n} cards; {all_seen} of {total} things that cards do"]


def main() -> None:
    """Print the report."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("\n".join(report(fuzz(most))))  # noqa: T201 - a command that is run by hand


if __name__ == "__main__":
    main()
