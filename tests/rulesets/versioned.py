"""Sealed Rows in several versions: for tests of versions side by side.

    python -m tests.rulesets.versioned VERSION [ADDRESS]      serves one, and prints its address

``1.0.0``: Sealed Rows. ``1.1.0``: the same rules. ``1.2.0``: other labels, so
that lists of legal actions differ. ``1.3.0``: another deck, which nobody sees at first. ``2.0.0``: who keeps its luck
gets two points. Any other version: as 1.0.0. 1.1.0, 1.2.0 and 1.3.0 say that they continue matches of 1.0.0, the last
of them wrongly.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace

from cli.signals import STOPPING, SignalWatch
from services.engine.chance import Chance
from services.engine.grpc_server import EngineServer
from services.engine.ruleset import Description, JsonObject, OptionValue
from tests.rulesets.sealed import KEEP, Event, Sealed, State, View


class Versioned(Sealed):
    """One version of Sealed Rows. ``cards``: its catalogue."""

    def __init__(self, version: str, cards: tuple[JsonObject, ...] = ()) -> None:
        self._version = version
        self._cards = cards

    def describe(self) -> Description:
        continues = ("1.0.0",) if self._version in ("1.1.0", "1.2.0", "1.3.0") else ()
        return replace(super().describe(), version=self._version, cards=self._cards, continues=continues)

    def start(self, seats: int, options: Mapping[str, OptionValue], chance: Chance) -> tuple[State, list[Event]]:
        state, events = super().start(seats, options, chance)
        if self._version == "1.3.0":
            state.deck.reverse()
        return state, events

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        if self._version == "2.0.0" and action == KEEP and action in self.legal(state, seat):
            state.public.columns[seat] += 1
        return super().play(state, seat, action)

    def label(self, view: View, action: int) -> str:
        label = super().label(view, action)
        return label.upper() if self._version == "1.2.0" else label


def main(version: str, address: str = "127.0.0.1:0") -> None:
    """Serve until told to stop."""
    watch = SignalWatch(STOPPING)
    server = EngineServer([Versioned(version)], address=address, served_by=f"versioned {version}")
    server.start()
    sys.stdout.write(f"listens on {server.address}\n")
    sys.stdout.flush()
    while not watch.stop_asked:
        watch.wait(None)
    server.stop(drain_seconds=0.2, grace_seconds=5.0)


if __name__ == "__main__":
    main(*sys.argv[1:])
