"""Replay in this process what another has played: ``python -m services.engine.conformance.other_process ADDRESS``.

Reads a JSON list of ``{"seats", "options"}`` from standard input and writes a JSON list with the digests of each.
"""

import json
import sys

from services.engine.conformance.cases import Case
from services.engine.conformance.determinism import digests
from services.engine.conformance.ruleset_address import ruleset_at


def main() -> None:
    """Read, play, write."""
    ruleset = ruleset_at(sys.argv[1])
    orders = json.load(sys.stdin)
    json.dump([digests(Case(ruleset, order["seats"], order["options"])) for order in orders], sys.stdout)


if __name__ == "__main__":
    main()
