"""Sealed Rows with a hook: for tests of what happens while a ruleset is at work, or when it fails."""

from collections.abc import Callable
from dataclasses import replace

from services.engine.ruleset import Description
from tests.rulesets.sealed import Event, Sealed, State


class Doctored(Sealed):
    """Sealed Rows under the name ``doctored``; calls ``before_play`` in the middle of every action."""

    def __init__(self, before_play: Callable[[], None]) -> None:
        self._before_play = before_play

    def describe(self) -> Description:
        return replace(super().describe(), id="doctored")

    def play(self, state: State, seat: int, action: int) -> list[Event]:
        self._before_play()
        return super().play(state, seat, action)
