"""Count what requests cost.

    python -m tests.integration.costs                              # the counts, as JSON
    python -m tests.integration.costs --record                     # and keep them as the budget
    python -m tests.integration.costs --functions "turn of a bot"  # and which functions are called how often

``test_budgets.py`` holds the counts against ``budgets.json``.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from tests.integration.costs.served import SCENES, Costs, Served
from tests.valkey import RealValkey

BUDGETS: Final = Path(__file__).with_name("budgets.json")
_WARM_UPS: Final = 2
_REPEATS: Final = 8


def count(functions: str = "") -> dict[str, Costs]:
    """The least that each scene has cost in some repetitions, since now and then something happens beside it: a key is
    looked up anew, a server asked for its role. ``functions``: of which scene to show the functions."""
    counted = {}
    valkey = RealValkey(appendfsync="no")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        served = Served(Path(folder), valkey.path)
        for name, scene in SCENES.items():
            found: list[Costs] = []
            by_function: list[Counter[str]] = []
            for _ in range(_WARM_UPS + _REPEATS):
                with scene(served) as work:
                    costs, called = served.costs_of(work)
                found.append(costs)
                shown = Counter({f"{code.co_filename}:{code.co_qualname}": times for code, times in called.items()})
                by_function.append(shown)
            counted[name] = {kind: min(each[kind] for each in found[_WARM_UPS:]) for kind in found[0]}
            if name == functions:
                least = min(by_function[_WARM_UPS:], key=Counter.total)
                sys.stderr.writelines(f"{times:6} {function}\n" for function, times in least.most_common())
    valkey.close()
    return counted


def main() -> None:
    """Count, and print or keep it."""
    parser = argparse.ArgumentParser(description="Count what requests cost.")
    parser.add_argument("--record", action="store_true", help="keep the counts as the budget")
    parser.add_argument("--functions", default="", choices=SCENES, help="show the functions that are called")
    given = parser.parse_args()
    version = ".".join(platform.python_version_tuple()[:2])
    text = json.dumps({"Python": version, "budgets": count(given.functions)}, indent=2) + "\n"
    if given.record:
        BUDGETS.write_text(text)
    sys.stdout.write(text)
    sys.stdout.flush()
    os._exit(0)  # servers and clients of gRPC need not be stopped in order


if __name__ == "__main__":
    main()
