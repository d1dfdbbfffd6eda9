"""The expert bot. It sees a seat's view and nothing else."""

from typing import Final

from services.rulesets.faceoff.bots.greedy import GreedyBot
from services.rulesets.faceoff.bots.judgement import Temper

EXPERT: Final = Temper(
    cycle=6.0,
    average=5.6,
    lead_now=0.85,
    lead_later=0.02,
    uncracked_share=0.5,
    power=0.24,
    ability=0.5,
    clutter=0.3,
    most_power_cards=0.5,
    weight=1.8,
)
"""Found by matches in which every seat drew a temper of its own, and what the winners' had in common."""


class ExpertBot(GreedyBot):
    """Weighs like greedy, with another temper: a strong deck and victory cards over what abilities bring now, since a
    lead in a set mostly holds and power counts in every round; what the others get, too; and assaults that its army
    leads, also long before the HQ cracks."""

    def __init__(self) -> None:
        super().__init__(EXPERT)
