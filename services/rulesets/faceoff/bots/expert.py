"""The expert bot. It sees a seat's view and nothing else."""

from typing import Final

from services.rulesets.faceoff.bots.greedy import GreedyBot
from services.rulesets.faceoff.bots.judgement import Temper

EXPERT: Final = Temper(cycle=8.0, average=5.0, lead_now=0.85, lead_later=0.03, uncracked_share=0.5)
"""Found by playing matches against the greedy bot."""


class ExpertBot(GreedyBot):
    """Weighs like greedy, with another temper: victory cards over a stronger deck, since a card comes to hand seldom
    enough and a lead in a set mostly holds; and assaults that its army leads, also long before the HQ cracks."""

    def __init__(self) -> None:
        super().__init__(EXPERT)
