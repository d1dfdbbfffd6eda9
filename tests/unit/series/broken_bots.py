"""Bots that ruin a series: for processes that find them by the name of this module."""

import os
import time
from collections.abc import Callable, Mapping

from services.engine.chance import Chance
from services.engine.ruleset import Bot
from tests.rulesets.sealed import RULESET, RandomBot, Sealed, View


class Ruinous(Bot[View]):
    """Plays at random until it lies badly."""

    def __init__(self, ruin: Callable[[], object]) -> None:
        self._ruin = ruin

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if chance.below("ruin", 40) == 0:
            self._ruin()
        return legal[chance.below("bot", len(legal))]


class SealedWith(Sealed):
    """Sealed Rows with another greedy bot."""

    def __init__(self, greedy: Bot[View]) -> None:
        self._greedy = greedy

    def bots(self) -> Mapping[str, Bot[View]]:
        return {"greedy": self._greedy, "random": RandomBot()}


def _raise() -> None:
    raise LookupError("no idea")


def sealed(id: str) -> Sealed:
    """Sealed Rows as they are."""
    return RULESET


def failing(id: str) -> Sealed:
    """A bot that raises in some decisions."""
    return SealedWith(Ruinous(_raise))


def deadly(id: str) -> Sealed:
    """A bot that ends its process in some decisions."""
    return SealedWith(Ruinous(lambda: os._exit(3)))


def endless(id: str) -> Sealed:
    """A bot that does not come back from some decisions."""
    return SealedWith(Ruinous(lambda: time.sleep(600)))
