"""The bots. Each sees a seat's view and nothing else."""

from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.standoff.table import View


class RandomBot(Bot[View]):
    """Plays any legal action, each equally likely."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]
