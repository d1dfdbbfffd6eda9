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
from types import CodeType
from typing import Final

from tests.integration.costs.served import SCENES, Costs, Served
from tests.valkey import RealValkey

BUDGETS: Final = Path(__file__).with_name("budgets.json")
_WARM_UPS: Final = 2
_REPEATS: Final = 8


def count(functions: str = "") -> dict[str, Costs]:
    """The least that each scene has cost, repeated until it has not become less for some times: now and then something
    happens beside it, such as a server being asked for its role. ``functions``: of which scene to show the
    functions."""
    counted: dict[str, Costs] = {}
    least: Costs
    valkey = RealValkey(appendfsync="no")
    with tempfile.TemporaryDirectory(prefix="ph-") as folder:
        served = Served(Path(folder), valkey.path)
        for name, scene in SCENES.items():
            for _ in range(_WARM_UPS):
                with scene(served) as work:
                    work()
            least, called, since = {}, Counter[CodeType](), 0
            while since < _REPEATS:
                with scene(served) as work:
                    costs, calls = served.costs_of(work)
                if not called or calls.total() < called.total():
                    called, since = calls, -1
                least = {kind: min(number, least.get(kind, number)) for kind, number in costs.items()}
                since += 1
            counted[name] = least
            if name == functions:
                lines = (f"{times:6} {code.co_filename}:{code.co_qualname}\n" for code, times in called.most_common())
                sys.stderr.writelines(lines)
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
