"""The expert bot: it reckons with what the others will bid, and where several bids are about as good it leaves the
choice to chance.

Its sums are made of operations that give the same on every machine: what it chooses can be played again anywhere.
"""

from functools import lru_cache
from math import sqrt
from typing import Final

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.factionwars import collection, scoring
from services.rulesets.factionwars.auction import KEPT, Auction
from services.rulesets.factionwars.battle_deck import recruits_of
from services.rulesets.factionwars.cards import (
    AT_LEAST_5,
    AT_MOST_2,
    BATTLE,
    BERSERKERS,
    BIT,
    BONUS_CARDS,
    BYSTANDERS,
    COUNTS_FACTION,
    FACTION,
    FACTION_CARDS,
    FACTIONS,
    IS_BERSERKER,
    IS_BYSTANDER,
    IS_RECRUIT,
    OF_FACTION,
    POINTS,
    PROGRAM,
    BonusCard,
    Condition,
    Step,
    card_set,
)
from services.rulesets.factionwars.heuristics import rounds_to_come
from services.rulesets.factionwars.notation import card_of, player_of
from services.rulesets.factionwars.table import PHASE_BID, View

# Found by matches against greedy and against bots with other figures.
STRENGTH: Final = 0.5
"""Points that a player gains in each round to come for each battle value that their cards have more on average."""
LONG: Final = 40.0
"""Rounds that strength counts for at most."""
SHARE: Final = 0.4
"""Recruits that a player gains and keeps in a round, as far as plans may count on them."""
LEAD: Final = 8.0
"""How many points behind the leader a player is who counts a quarter of them."""
EAGERNESS: Final = 1.5
"""How much likelier a player is to bid on a card for each point that it is worth to them."""
DOUBT: Final = 0.6
"""How likely a player who thinks of no other is to bid without regard for what a card is worth."""
FORESIGHT: Final = 4.0
"""The same as ``EAGERNESS``, of a player who reckons with the others."""
SURPRISE: Final = 0.2
"""The same as ``DOUBT``, of a player who reckons with the others."""
MIXING: Final = 12.0
"""How much less often a bid is made for each point that it is worth less than the best."""
NEAR: Final = 0.15
"""Points that a bid may be worth less than the best and still be made."""
_ODDS_PARTS: Final = 1 << 16


class ExpertBot(Bot[View]):
    """Expects the others to bid as players do who reckon with one another, and bids what is worth most against that."""

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        worth = self.preferences(view, legal)
        if view.phase != PHASE_BID:
            return best(legal, worth, chance)
        most = max(worth)
        shares = [0 if most - w > NEAR else 1 + int(_ODDS_PARTS * _falling(MIXING * (most - w))) for w in worth]
        drawn = chance.below("bot", sum(shares))
        for action, share in zip(legal, shares, strict=True):
            drawn -= share
            if drawn < 0:
                return action
        raise AssertionError("the shares add up")

    def preferences(self, view: View, legal: list[int]) -> list[float]:
        if view.phase == PHASE_BID:
            return _bidding(Auction(view), tuple(legal)).bids(view.viewer).copy()
        return self._choices(Appraisal(view), legal)

    def _choices(self, appraisal: "Appraisal", legal: list[int]) -> list[float]:
        """What each choice for the card being resolved is worth."""
        view, seat = appraisal.view, appraisal.view.viewer
        effect = PROGRAM[view.limbo[-1]][-1]
        if collection.open_choice(view) in (Step.CHOOSE_OWN_BYSTANDER, Step.CHOOSE_OWN_RECRUIT):
            return [-appraisal.losing(seat, card_of(action)) for action in legal]
        if effect == Step.TAKE_FROM_RECRUIT_DISCARD:
            return [appraisal.collecting(seat, card_of(action)) for action in legal]
        players = [player_of(action) for action in legal]
        if effect == Step.REMOVE_RANDOM:
            return [appraisal.robbing(seat, player) for player in players]
        if effect in (Step.STEAL_RANDOM, Step.SWAP_RANDOM):
            return [appraisal.stealing(seat, player) for player in players]
        given = view.chosen_card if effect == Step.MOVE_BYSTANDER else view.limbo[-1]
        return [appraisal.giving(seat, player, given) for player in players]


class Appraisal:
    """What the cards of a view are worth to each seat, in points. A point that another player loses counts that
    player's weight; the weights of the others add up to 1."""

    __slots__ = ("_factions", "_recruits", "_strengths", "_wishes", "rounds", "view", "weights")

    def __init__(self, view: View) -> None:
        self.view = view
        self.rounds = rounds_to_come(view)
        self._strengths: list[tuple[float, float]] = []  # mean battle value; points for each battle value above it
        self._factions: list[list[int]] = []
        self._recruits: list[list[int] | None] = [None] * view.rules.seats
        self._wishes = [self._wishes_of(seat) for seat in range(view.rules.seats)]
        self.weights = self._weights()

    def _wishes_of(self, seat: int) -> list[tuple[int, float]]:
        """Sets of cards, and what each further card of the set adds to what it is worth to a player."""
        view = self.view
        own = view.decks[seat] + view.discards[seat]
        owned = card_set(own)
        power = view.rules.power
        mean = sum([power[card] for card in own]) / 2 / len(own)
        self._strengths.append((mean, STRENGTH * min(self.rounds, LONG) / (len(own) + 1)))
        factions = [(owned & cards).bit_count() for cards in OF_FACTION]
        self._factions.append(factions)
        wishes = [(BERSERKERS, 2.0 * (owned & BERSERKERS).bit_count() + 1.0)]
        if owned & FACTION_CARDS:
            for cards in OF_FACTION:
                counting = (owned & cards & FACTION_CARDS).bit_count()
                if counting:
                    wishes.append((cards, float(counting)))
        for number in view.display:
            wish = self._wish(BONUS_CARDS[number], owned, factions)
            if wish[0]:
                wishes.append(wish)
        return wishes

    def _wish(self, bonus: BonusCard, owned: int, factions: list[int]) -> tuple[int, float]:
        """The cards that bring a player nearer to a displayed bonus card, and by how many points each of them does."""
        condition, needed = bonus.condition, bonus.at_least[self.view.rules.seats]
        if condition is Condition.OWN_CARDS_OF_FACTION:
            return OF_FACTION[bonus.faction], float(bonus.points)
        if condition is Condition.NO_BYSTANDERS:  # the first bystander takes its points
            return (0, 0.0) if owned & BYSTANDERS else (BYSTANDERS, -bonus.points * max(0.4, 1.0 - self.rounds / 40.0))
        if condition is Condition.EACH_FACTION_AT_LEAST:
            missing = sum([max(0, needed - count) for count in factions])
            cards = sum([OF_FACTION[faction] for faction, count in enumerate(factions) if count < needed])
            likely = 0.9
        elif condition is Condition.ONE_FACTION_AT_LEAST:
            most = max(factions)
            missing = needed - most
            cards = sum([OF_FACTION[faction] for faction, count in enumerate(factions) if count == most])
            likely = 0.4
        elif condition is Condition.BATTLE_AT_LEAST_5_COUNT:
            missing, cards, likely = needed - (owned & AT_LEAST_5).bit_count(), AT_LEAST_5, 0.3
        else:
            missing, cards, likely = needed - (owned & AT_MOST_2).bit_count(), AT_MOST_2, 0.4
        if missing <= 0:
            return 0, 0.0
        expected = self.rounds * SHARE * likely
        now, then = missing - expected, missing - 1 - expected
        nearer = now / sqrt(1.0 + now * now) - then / sqrt(1.0 + then * then)
        return cards, bonus.points * (0.5 - 0.5 * then / sqrt(1.0 + then * then) if missing == 1 else 0.5 * nearer)

    def _weights(self) -> list[list[float]]:
        """How much a point that each other player loses is worth to each player."""
        seats = range(self.view.rules.seats)
        if len(seats) == 2:
            return [[0.0, 1.0], [1.0, 0.0]]
        scores = [scoring.score(self.view, seat).total for seat in seats]
        most = max(scores)
        near = [1.0 / (1.0 + (most - score) / LEAD) for score in scores]
        rivals = [each * each for each in near]
        total = sum(rivals)
        return [[0.0 if other == seat else rivals[other] / (total - rivals[seat]) for other in seats] for seat in seats]

    # -- a card in hand ----------------------------------------------------------------------------------------------

    def keeping(self, seat: int, card: int) -> float:
        """What one card more in a player's battle cards is worth to them, its abilities aside."""
        if not (IS_RECRUIT[card] or IS_BYSTANDER[card]):
            return 0.0
        mean, strength = self._strengths[seat]
        worth = POINTS[card] + strength * (BATTLE[card] - mean)
        if COUNTS_FACTION[card]:
            worth += self._factions[seat][FACTION[card]] + 1 + self.rounds * SHARE / len(FACTIONS)
        bit = BIT[card]
        for cards, gain in self._wishes[seat]:
            if bit & cards:
                worth += gain
        return worth

    def losing(self, seat: int, card: int) -> float:
        """What a player loses with a card: with one Berserker of n, 2 n - 1 points, while one more brings 2 n + 1."""
        return self.keeping(seat, card) - (2.0 if IS_BERSERKER[card] else 0.0)

    def recruits(self, seat: int) -> list[int]:
        """A player's recruits."""
        known = self._recruits[seat]
        if known is None:
            self._recruits[seat] = known = recruits_of(self.view, seat)
        return known

    # -- collecting --------------------------------------------------------------------------------------------------

    def collecting(self, seat: int, card: int) -> float:
        """What it is worth to a player to collect a card, its ability included."""
        if not PROGRAM[card]:
            return self.keeping(seat, card)
        if IS_BYSTANDER[card]:
            return max([self.giving(seat, other, card) for other in range(self.view.rules.seats) if other != seat])
        return self.keeping(seat, card) + self._ability(seat, PROGRAM[card][-1])

    def _ability(self, seat: int, effect: int) -> float:
        if effect == Step.DRAW_TOP:
            return self._drawing(seat)
        others = [other for other in range(self.view.rules.seats) if other != seat]
        if effect == Step.MOVE_BYSTANDER:
            return self._scapegoat(seat, others)
        if effect == Step.TAKE_FROM_RECRUIT_DISCARD:
            recruits = [card for card in self.view.recruit_discard if IS_RECRUIT[card]]
            return max([self.keeping(seat, card) for card in recruits], default=0.0)
        if effect == Step.REMOVE_RANDOM_FROM_EACH:
            return sum([self.robbing(seat, other) for other in others])
        if effect == Step.REMOVE_RANDOM:
            return max([self.robbing(seat, other) for other in others])
        stolen = max([self.stealing(seat, other) for other in others])
        if effect == Step.STEAL_RANDOM:
            return stolen
        own = self.recruits(seat)
        return stolen - min([self.losing(seat, card) for card in own]) if own else 0.0

    def _drawing(self, seat: int) -> float:
        """The top card of the recruit deck, on average, abilities of recruits aside."""
        cards = self.view.recruit_deck
        worth = sum([-POINTS[card] if IS_BYSTANDER[card] else self.keeping(seat, card) for card in cards])
        return worth / len(cards) if cards else 0.0

    def stealing(self, seat: int, owner: int) -> float:
        """A random recruit of another player: what the taker gains, and what the owner loses."""
        recruits = self.recruits(owner)
        if not recruits:
            return 0.0
        return sum([self.keeping(seat, card) for card in recruits]) / len(recruits) + self.robbing(seat, owner)

    def robbing(self, seat: int, owner: int) -> float:
        """A random recruit of another player lost: what that is worth to ``seat``."""
        recruits = self.recruits(owner)
        if not recruits:
            return 0.0
        return self.weights[seat][owner] * sum([self.losing(owner, card) for card in recruits]) / len(recruits)

    def giving(self, seat: int, receiver: int, card: int) -> float:
        """What it is worth to a player to give a card, a bystander, to another."""
        return -self.weights[seat][receiver] * self.keeping(receiver, card)

    def _scapegoat(self, seat: int, others: list[int]) -> float:
        own = [c for c in self.view.decks[seat] + self.view.discards[seat] if IS_BYSTANDER[c]]
        if not own:
            return 0.0
        worst = min(own, key=lambda card: POINTS[card])
        return max([self.giving(seat, other, worst) for other in others]) - self.keeping(seat, worst)


class Bidding:
    """What it is worth to each player to bid on each of the positions.

    The others bid as far as it is worth it to them, given that their rivals bid for what they would like to have.
    """

    __slots__ = ("_beaten", "_bids", "_expected", "_tops", "_wanted", "_weights", "_worth")

    def __init__(self, view: View, positions: tuple[int, ...]) -> None:
        seats = range(view.rules.seats)
        appraisal = Appraisal(view)
        self._weights = appraisal.weights
        self._worth = [
            [appraisal.collecting(each, view.line_up[position - 1]) for position in positions] for each in seats
        ]
        self._tops = [_tops(view.rules.power, view.decks[each]) for each in seats]
        self._beaten = [_beaten(tops) for tops in self._tops]
        self._wanted = [_likelihoods(worth, EAGERNESS, DOUBT) for worth in self._worth]
        self._expected: dict[int, list[float]] = {}
        self._bids: dict[int, list[float]] = {}

    def bids(self, seat: int) -> list[float]:
        """What each bid is worth to a player."""
        known = self._bids.get(seat)
        if known is None:
            likely = [self._wanted[each] if each == seat else self._bid_by(each) for each in range(len(self._worth))]
            known = self._bids[seat] = self._bids_against(seat, likely)
        return known

    def _bid_by(self, seat: int) -> list[float]:
        """How likely a player who reckons with the others is to bid on each position."""
        known = self._expected.get(seat)
        if known is None:
            worth = self._bids_against(seat, self._wanted)
            known = self._expected[seat] = _likelihoods(worth, FORESIGHT, SURPRISE)
        return known

    def _bids_against(self, seat: int, likely: list[list[float]]) -> list[float]:
        """What each bid is worth to a player: the odds of getting the card times its worth, and what the others do not
        get. ``likely``: how likely each of the others is to bid on each position."""
        worth, tops, beaten = self._worth, self._tops, self._beaten
        own = worth[seat]
        weights = self._weights[seat]
        others = [other for other in range(len(worth)) if other != seat]
        meets = [[beaten[other][top] for top, _ in tops[seat]] for other in others]
        loses = [sum([odds * part for odds, (_, part) in zip(each, tops[seat], strict=True)]) for each in meets]
        result = []
        for place in range(len(own)):
            bidding = [likely[other][place] for other in others]
            win = 0.0
            for number, (_, part) in enumerate(tops[seat]):
                holds = part
                for bids, odds in zip(bidding, meets, strict=True):
                    holds *= 1.0 - bids * odds[number]
                win += holds
            value = win * own[place]
            for rival, other in enumerate(others):
                denied = bidding[rival] * (1.0 - loses[rival]) * weights[other]
                value += denied * max(0.0, worth[other][place])
            result.append(value)
        return result


@lru_cache(maxsize=KEPT)
def _bidding(auction: Auction, positions: tuple[int, ...]) -> Bidding:
    return Bidding(auction.view, positions)


def _tops(power: list[int], deck: list[int]) -> list[tuple[int, float]]:
    """How likely each battle power is to lie on top of a deck."""
    counts: dict[int, int] = {}
    for card in deck:
        counts[power[card]] = counts.get(power[card], 0) + 1
    return [(each, counts[each] / len(deck)) for each in sorted(counts)]


_POWERS: Final = 20


def _beaten(tops: list[tuple[int, float]]) -> list[float]:
    """For each battle power the odds that a deck's top card beats it, a tie counted half."""
    at = [0.0] * _POWERS
    for power, part in tops:
        at[power] = part
    odds = [0.0] * _POWERS
    above = 0.0
    for power in range(_POWERS - 1, -1, -1):
        odds[power] = above + 0.5 * at[power]
        above += at[power]
    return odds


def _likelihoods(worth: list[float], eagerness: float, doubt: float) -> list[float]:
    """How likely a player is to bid on each position, given what each is worth to them: in part anywhere, in part
    where it is worth most."""
    most = max(worth)
    eager = [_falling(eagerness * (most - points)) for points in worth]
    total = sum(eager)
    anywhere = doubt / len(worth)
    return [anywhere + (1.0 - doubt) * each / total for each in eager]


def _falling(x: float) -> float:
    """From 1 at 0 down towards 0, about as 1 / exp(x)."""
    return 1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0))))
