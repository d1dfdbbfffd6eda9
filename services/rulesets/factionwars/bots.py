"""The bots. Each sees a seat's view and nothing else."""

from functools import lru_cache

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.factionwars import collection
from services.rulesets.factionwars.auction import KEPT, Auction
from services.rulesets.factionwars.cards import PROGRAM, Step
from services.rulesets.factionwars.heuristics import Heuristics
from services.rulesets.factionwars.notation import card_of, player_of
from services.rulesets.factionwars.table import PHASE_BID, View


class GreedyBot(Bot[View]):
    """Plays what is worth most to it now, in points ahead of the others; chance decides between equals.

    A bid is worth what the card is, times the odds of getting it: how likely the others are to bid on it too, as far as
    it is worth it to them, and who wins the battle, given what is left in each battle deck.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if view.phase == PHASE_BID:
            worth = _bids(Auction(view), tuple(legal))[view.viewer]
        else:
            worth = self._choices(Heuristics(view), legal)
        return best(legal, worth, chance)

    def _choices(self, heuristics: Heuristics, legal: list[int]) -> list[float]:
        """What each choice for the card being resolved is worth."""
        view, seat = heuristics.view, heuristics.view.collector
        effect = Step(PROGRAM[view.limbo[-1]][-1])
        if collection.open_choice(view) in (Step.CHOOSE_OWN_BYSTANDER, Step.CHOOSE_OWN_RECRUIT):
            return [-heuristics.keeping(seat, card_of(action)) for action in legal]
        if effect == Step.TAKE_FROM_RECRUIT_DISCARD:
            return [heuristics.collecting(seat, card_of(action)) for action in legal]
        players = [player_of(action) for action in legal]
        if effect == Step.REMOVE_RANDOM:
            return [heuristics.losing_one(seat, player) for player in players]
        if effect in (Step.STEAL_RANDOM, Step.SWAP_RANDOM):
            return [heuristics.stealing_one(seat, player) for player in players]
        given = view.chosen_card if effect == Step.MOVE_BYSTANDER else view.limbo[-1]
        return [heuristics.giving(seat, player, given) for player in players]


@lru_cache(maxsize=KEPT)
def _bids(auction: Auction, positions: tuple[int, ...]) -> list[list[float]]:
    return Heuristics(auction.view).bids(positions)
