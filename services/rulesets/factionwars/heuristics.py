"""What cards are worth to whom: the heuristic of the greedy bot.

Everything is in points of lead: a point of one's own counts 1, a point that another player loses counts that player's
*weight*; the weights of the others add up to 1, and the leader's is the greatest.
"""

from collections.abc import Sequence
from typing import Final

from services.bots.exact_math import exp
from services.rulesets.factionwars import scoring
from services.rulesets.factionwars.battle_deck import has_recruit, recruits_of
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
    NO_CARD,
    OF_FACTION,
    POINTS,
    PROGRAM,
    BonusCard,
    Condition,
    Step,
    card_set,
)
from services.rulesets.factionwars.table import WAR_IN_DECK, Table, View

# Found by playing against random players and against bots with other figures.
STRENGTH: Final = 1.0
"""Points that one battle value above the average is worth while the whole match is to come."""
AVERAGE_BATTLE: Final = 2.5
LONG: Final = 25.0
"""Rounds that make a match long: with fewer to come, strength counts less."""
SHARE: Final = 0.4
"""Recruits that a player gains and keeps in a round, as far as plans may count on them."""
EAGERNESS: Final = 1.5
"""How much likelier a player is to bid on a card for each point that it is worth to them."""
DOUBT: Final = 0.6
"""How likely a player is to bid without regard for what a card is worth to them."""
NEXT_PASS: Final = 0.6
"""How much of the cards that are not with players comes back in the next pass, on average."""
LEAD: Final = 8.0
"""Points of score that make a rival's weight e times as great."""


class Holding:
    """What matters of a player's cards. ``wishes``: sets of cards, and what each further card of the set adds."""

    __slots__ = ("bystanders", "factions", "recruits", "wishes")

    def __init__(self, view: View, seat: int, rounds: float) -> None:
        """``rounds``: to come."""
        owned = card_set(view.decks[seat] + view.discards[seat])
        berserkers = (owned & BERSERKERS).bit_count()
        self.recruits = recruits_of(view, seat)
        self.factions = [(owned & cards).bit_count() for cards in OF_FACTION]
        self.bystanders = (owned & BYSTANDERS).bit_count()
        self.wishes = [(BERSERKERS, 2.0 * berserkers + 1.0)]
        for cards in OF_FACTION:
            if owned & cards & FACTION_CARDS:
                self.wishes.append((cards, float((owned & cards & FACTION_CARDS).bit_count())))
        for number in view.display:
            wish = _wish(BONUS_CARDS[number], view.rules.seats, owned, self.factions, rounds)
            if wish[0]:
                self.wishes.append(wish)


def _wish(bonus: BonusCard, players: int, owned: int, factions: list[int], rounds: float) -> tuple[int, float]:
    """The cards that bring a player nearer to a displayed bonus card, and by how many points each of them does."""
    condition, needed = bonus.condition, bonus.at_least[players]
    if condition is Condition.OWN_CARDS_OF_FACTION:
        return OF_FACTION[bonus.faction], float(bonus.points)
    if condition is Condition.NO_BYSTANDERS:
        return 0, 0.0
    if condition is Condition.EACH_FACTION_AT_LEAST:
        missing = sum([max(0, needed - count) for count in factions])
        cards = sum([OF_FACTION[faction] for faction, count in enumerate(factions) if count < needed])
        likely = 0.9
    elif condition is Condition.ONE_FACTION_AT_LEAST:
        missing = needed - max(factions)
        cards = sum([OF_FACTION[faction] for faction, count in enumerate(factions) if count == max(factions)])
        likely = 0.4
    elif condition is Condition.BATTLE_AT_LEAST_5_COUNT:
        missing, cards, likely = needed - (owned & AT_LEAST_5).bit_count(), AT_LEAST_5, 0.3
    else:
        missing, cards, likely = needed - (owned & AT_MOST_2).bit_count(), AT_MOST_2, 0.4
    if missing <= 0:
        return 0, 0.0
    expected = rounds * SHARE * likely
    return cards, bonus.points * (_hope(missing - 1, expected) - _hope(missing, expected))


def _hope(missing: int, expected: float) -> float:
    """How likely so many more will come, when so many are expected."""
    return 1.0 if missing <= 0 else 1.0 / (1.0 + exp(1.3 * (missing - expected)))


class Heuristics:
    """What the cards of a view are worth."""

    __slots__ = ("_drawn", "_lost", "_strength", "holdings", "rounds", "scores", "view", "weights")

    def __init__(self, view: View) -> None:
        self.view = view
        seats = range(view.rules.seats)
        self.rounds = rounds_to_come(view)
        self.holdings = [Holding(view, seat, self.rounds) for seat in seats]
        self.scores = [scoring.score(view, seat).total for seat in seats]
        self.weights = [self._weights_for(seat) for seat in seats]
        self._strength = STRENGTH * min(1.0, self.rounds / LONG)
        self._drawn: list[float | None] = [None] * view.rules.seats
        self._lost: list[float | None] = [None] * view.rules.seats

    def _weights_for(self, seat: int) -> list[float]:
        """How much a point that each other player loses is worth to this one."""
        rivals = [0.0 if other == seat else exp(score / LEAD) for other, score in enumerate(self.scores)]
        total = sum(rivals)
        return [rival / total for rival in rivals]

    # -- a card in hand ----------------------------------------------------------------------------------------------

    def keeping(self, seat: int, card: int) -> float:
        """What one card more, or less, in a player's battle cards is worth to them, its abilities aside."""
        if IS_BYSTANDER[card]:
            return POINTS[card] - self._clean_hands(seat) - STRENGTH
        if not IS_RECRUIT[card]:
            return 0.0
        holding = self.holdings[seat]
        bit = BIT[card]
        worth = POINTS[card] + self._strength * (BATTLE[card] - AVERAGE_BATTLE)
        for cards, gain in holding.wishes:
            if bit & cards:
                worth += gain
        if COUNTS_FACTION[card]:
            worth += holding.factions[FACTION[card]] + 1 + self.rounds * SHARE / len(FACTIONS)
        return worth

    def _clean_hands(self, seat: int) -> float:
        """What a player loses with their first bystander."""
        if self.holdings[seat].bystanders:
            return 0.0
        points = [
            BONUS_CARDS[number].points
            for number in self.view.display
            if BONUS_CARDS[number].condition is Condition.NO_BYSTANDERS
        ]
        return sum(points) * max(0.4, 1.0 - self.rounds / 40.0)

    # -- collecting --------------------------------------------------------------------------------------------------

    def collecting(self, seat: int, card: int) -> float:
        """What it is worth to a player to collect a card, its ability included."""
        if IS_BYSTANDER[card]:
            return max([self.giving(seat, other, card) for other in range(self.view.rules.seats) if other != seat])
        worth = self.keeping(seat, card)
        if PROGRAM[card]:
            worth += self._ability(seat, card)
        return worth

    def _ability(self, seat: int, card: int) -> float:
        effect = PROGRAM[card][-1]
        if effect == Step.DRAW_TOP:
            return self._drawing(seat)
        others = [other for other in range(self.view.rules.seats) if other != seat]
        robbed = [other for other in others if has_recruit(self.view, other)]
        if effect == Step.STEAL_RANDOM:
            return max([self.stealing_one(seat, other) for other in robbed], default=0.0)
        if effect == Step.REMOVE_RANDOM:
            return max([self.losing_one(seat, other) for other in robbed], default=0.0)
        if effect == Step.REMOVE_RANDOM_FROM_EACH:
            return sum([self.losing_one(seat, other) for other in robbed])
        if effect == Step.TAKE_FROM_RECRUIT_DISCARD:
            recruits = [other for other in self.view.recruit_discard if IS_RECRUIT[other]]
            return max([self.keeping(seat, recruit) for recruit in recruits], default=0.0)
        if effect == Step.MOVE_BYSTANDER:
            return self._scapegoat(seat, others)
        return self._trading(seat, robbed)

    def _drawing(self, seat: int) -> float:
        """The top card of the recruit deck, on average, abilities of recruits aside."""
        known = self._drawn[seat]
        if known is not None:
            return known
        cards = self.view.recruit_deck
        worth = sum([-POINTS[card] if IS_BYSTANDER[card] else self.keeping(seat, card) for card in cards])
        self._drawn[seat] = average = worth / len(cards) if cards else 0.0
        return average

    def stealing_one(self, seat: int, owner: int) -> float:
        """A random recruit of another player: what the taker gains, and what the owner loses."""
        recruits = self.holdings[owner].recruits
        if not recruits:
            return 0.0
        gain = sum([self.keeping(seat, card) for card in recruits]) / len(recruits)
        return gain + self.losing_one(seat, owner)

    def losing_one(self, seat: int, owner: int) -> float:
        """A random recruit of another player lost: what that is worth to ``seat``."""
        lost = self._lost[owner]
        if lost is None:
            recruits = self.holdings[owner].recruits
            worth = sum([self._loss(owner, card) for card in recruits])
            self._lost[owner] = lost = worth / len(recruits) if recruits else 0.0
        return self.weights[seat][owner] * lost

    def _loss(self, owner: int, card: int) -> float:
        """What a player loses with a card: with one Berserker of n, 2 n - 1 points, while one more brings 2 n + 1."""
        return self.keeping(owner, card) - (2.0 if IS_BERSERKER[card] else 0.0)

    def giving(self, seat: int, receiver: int, card: int) -> float:
        """What it is worth to a player to give a card, a bystander, to another."""
        return -self.weights[seat][receiver] * self.keeping(receiver, card)

    def _scapegoat(self, seat: int, others: list[int]) -> float:
        own = [c for c in self.view.decks[seat] + self.view.discards[seat] if IS_BYSTANDER[c]]
        if not own:
            return 0.0
        worst = min(own, key=lambda card: POINTS[card])
        return -float(POINTS[worst]) + max([self.giving(seat, other, worst) for other in others])

    def _trading(self, seat: int, partners: list[int]) -> float:
        recruits = self.holdings[seat].recruits
        if not recruits or not partners:
            return 0.0
        given = min([self.keeping(seat, card) for card in recruits])
        return max([self.stealing_one(seat, partner) for partner in partners]) - given

    # -- bidding -----------------------------------------------------------------------------------------------------

    def bids(self, positions: Sequence[int]) -> list[list[float]]:
        """What it is worth to each player to bid on each of the positions."""
        view = self.view
        seats = range(view.rules.seats)
        worth = [[self.collecting(seat, view.line_up[position - 1]) for position in positions] for seat in seats]
        likely = [_likelihoods(each) for each in worth]
        powers = [[view.rules.power[card] for card in deck] for deck in view.decks]
        return [self._bids_of(seat, worth, likely, powers) for seat in seats]

    def _bids_of(
        self, seat: int, worth: list[list[float]], likely: list[list[float]], powers: list[list[int]]
    ) -> list[float]:
        own, mine = worth[seat], powers[seat]
        others = [other for other in range(len(worth)) if other != seat]
        odds = [_odds(mine, powers[other]) for other in others]
        result = []
        for place in range(len(own)):
            alone = 0.0  # over the cards that may be on top: the odds that nobody takes the prize away
            for top in range(len(mine)):
                survives = 1.0
                for rival, other in enumerate(others):
                    survives *= 1.0 - likely[other][place] * odds[rival][top]
                alone += survives
            win = alone / len(mine)
            value = win * own[place]
            for rival, other in enumerate(others):
                denied = likely[other][place] * (1.0 - sum(odds[rival]) / len(mine))
                value += denied * self.weights[seat][other] * max(0.0, worth[other][place])
            result.append(value)
        return result


def rounds_to_come(view: Table) -> float:
    """About how many rounds are still to be played, this one not counted."""
    cards = float(len(view.recruit_deck))
    if view.war == WAR_IN_DECK:
        return cards / 2 / view.rules.positions
    loose = cards + len(view.recruit_discard) + sum([card != NO_CARD for card in view.line_up])
    later = view.rules.final_pass - view.pass_number
    for number in range(later):
        loose *= NEXT_PASS
        cards += loose / 2 if number == later - 1 else loose
    return cards / view.rules.positions


def _likelihoods(worth: list[float]) -> list[float]:
    """How likely a player is to bid on each position, given what each is worth to them: in part anywhere, in part
    where it is worth most."""
    most = max(worth)
    eager = [exp(EAGERNESS * (points - most)) for points in worth]
    total = sum(eager)
    anywhere = DOUBT / len(worth)
    return [anywhere + (1.0 - DOUBT) * each / total for each in eager]


def _odds(mine: list[int], theirs: list[int]) -> list[float]:
    """For each of my cards: the odds that the other's top card beats it, a tie counted half."""
    if not theirs:
        return [0.0] * len(mine)
    return [sum([1.0 if t > m else 0.5 if t == m else 0.0 for t in theirs]) / len(theirs) for m in mine]
