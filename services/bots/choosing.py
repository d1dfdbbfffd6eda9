"""What the bots that do not search have in common."""

from typing import Any, Final

from services.engine.chance import Chance
from services.engine.ruleset import Bot, BotInfo

RANDOM: Final = BotInfo("random", "Plays any legal action.")


class RandomBot(Bot[Any]):
    """Plays any legal action, each equally likely."""

    def choose(self, view: object, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]


def best(legal: list[int], worth: list[float], chance: Chance, *, margin: float = 0.0) -> int:
    """The action that is worth most; chance decides between those that are, within a margin."""
    least = max(worth) - margin
    equals = [action for action, points in zip(legal, worth, strict=True) if points >= least]
    return equals[chance.below("bot", len(equals))]
