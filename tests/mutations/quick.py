"""``python -m tests.mutations.quick FILE ...``: the tests of ``make quick``, chosen from records of ``--record FILE``.

Prints few and cheap tests that together find every fault that a fast test finds, a line each, as ``quick.txt`` has
them.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PER_TEST: Final = 0.2
"""Seconds that a test costs beside its own: collecting it, importing what it needs."""

Finders = Mapping[str, Mapping[str, float]]
"""Of each fault, the tests that find it, with their seconds."""


def chosen(found_by: Finders) -> list[str]:
    """A set of tests that find all faults: always the next that finds most for its seconds."""
    left = {mutant for mutant, tests in found_by.items() if tests}
    finds: dict[str, set[str]] = {}
    seconds: dict[str, float] = {}
    for mutant, tests in found_by.items():
        for test, taken in tests.items():
            finds.setdefault(test, set()).add(mutant)
            seconds[test] = max(taken, seconds.get(test, 0.0))
    chosen_tests: list[str] = []
    while left:
        best = max(sorted(finds), key=lambda test: len(finds[test] & left) / (seconds[test] + PER_TEST))
        left -= finds[best]
        chosen_tests.append(best)
    return sorted(chosen_tests)


def main() -> int:
    """Read the records, print the list."""
    found_by: dict[str, dict[str, float]] = {}
    for file in sys.argv[1:]:
        for line in Path(file).read_text().splitlines():
            record = json.loads(line)
            found_by[record["mutant"]] = record["found_by"]
    print("\n".join(chosen(found_by)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
