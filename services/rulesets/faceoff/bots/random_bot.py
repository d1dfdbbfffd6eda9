"""A bot that plays at random."""

from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.faceoff.table.state import View


class RandomBot(Bot[View]):
    """Plays any legal action, each equally likely."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        return legal[chance.below("bot", len(legal))]
