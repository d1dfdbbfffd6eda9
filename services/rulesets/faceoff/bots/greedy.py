"""The greedy bot. It sees a seat's view and nothing else."""

from collections.abc import Callable
from typing import Final

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.faceoff.bots.answers import answers
from services.rulesets.faceoff.bots.judgement import ASSAULT_SHARE, WORTH_POWER_HELD, Judgement, Temper
from services.rulesets.faceoff.bots.odds import AssaultOdds, FaceOffOdds
from services.rulesets.faceoff.bots.worth import WORTH_DRAW
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT, KIND_SCRUB, LOCATION_FACEOFF, LOCATION_HQ, Op, Who
from services.rulesets.faceoff.play.rewards import REWARDED_PLACES
from services.rulesets.faceoff.power.totals import faceoff_parts, high_man, low_man
from services.rulesets.faceoff.table.actions import (
    ACTION_BID,
    ACTION_CHOOSE_CLOCK,
    ACTION_DECLINE,
    ACTION_DONE,
    ACTION_FACE_DOWN,
    ACTION_FLIP,
    ACTION_FLY,
    ACTION_MULLIGAN,
    ACTION_NO_CARD,
    ACTION_PASS,
    ACTION_PLAY,
    ACTION_REFILL,
    ACTION_SHUFFLE_IN,
    ACTION_TAKE_CLOCK,
    ACTION_TAKE_HQ_REWARD,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC7,
    ACTION_TAKE_VP,
    ACTION_USE,
    ACTIONS_PER_KIND,
    entries_of,
)
from services.rulesets.faceoff.table.state import (
    PHASE_ABILITY,
    PHASE_AVIATOR,
    PHASE_BID,
    PHASE_BUILD_UP,
    PHASE_CHOOSE_CLOCK,
    PHASE_CHOOSE_FACTION,
    PHASE_DESTINATION,
    PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN,
    PHASE_EQUIPMENT,
    PHASE_FACEOFF_REWARD,
    PHASE_HQ_REWARD,
    PHASE_MULLIGAN,
    PHASE_PERSONALITY,
    PHASE_REFILL_CLOCK,
    PHASE_REFILL_POWER,
    View,
)

WORTH_PLACING: Final = 10.0
"""What it is worth to place a victory card: nothing comes first, or it might be discarded for something else."""
GREEDY: Final = Temper(
    cycle=6.0,
    average=4.2,
    lead_now=0.85,
    lead_later=0.07,
    uncracked_share=0.2,
    power=0.14,
    ability=1.0,
    clutter=1.0,
    most_power_cards=1.0,
    weight=1.0,
)


class GreedyBot(Bot[View]):
    """Plays what is worth most to it now, in points ahead of the others; chance decides between equals.

    It reckons with what the others may hold: which cards are in a player's hand is hidden, but which are in hand and
    deck together is not.
    """

    def __init__(self, temper: Temper = GREEDY) -> None:
        self._temper = temper

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if view.phase in _BEFORE:
            return ACTION_MULLIGAN if ACTION_MULLIGAN in legal else legal[chance.below("bot", len(legal))]
        worth = self.preferences(view, legal)
        return best(legal, worth, chance, margin=1e-9)

    def preferences(self, view: View, legal: list[int]) -> list[float]:
        if view.phase in _BEFORE:
            return [float(action == ACTION_MULLIGAN) for action in legal]
        return _WORTH[view.phase](Judgement(view, self._temper), legal)


_BEFORE: Final = (PHASE_CHOOSE_FACTION, PHASE_MULLIGAN)


# -- what the places are worth ---------------------------------------------------------------------------------------


def _faceoff_rewards(judge: Judgement, card: int) -> list[float]:
    """What the first, second and third place of a Face Off for a card are worth."""
    power = [judge.reward(judge.seat, other) for other in judge.view.power_row]
    return _in_order(judge, [1.0, judge.reward(judge.seat, card), max(power, default=0.0)])


def _hq_rewards(judge: Judgement) -> list[float]:
    """What the first, second and third place near the HQ are worth when it cracks."""
    sevens = [judge.reward(judge.seat, card) for card in judge.view.vc7]
    cards = judge.cards
    reward = judge.permanent(cards.hq_reward[cards.faction[judge.view.hq]])
    return _in_order(judge, [1.0, reward, max(sevens, default=0.0)])


def _in_order(judge: Judgement, rewards: list[float]) -> list[float]:
    """What one does not get, others do."""
    return [(1.0 + judge.weight) * max(0.0, reward) for reward in sorted(rewards, reverse=True)]


def _effect_of_assault(judge: Judgement, card: int) -> float:
    """What the action of an assault card gives the player, as the armies are."""
    program = judge.cards.on_assault[card]
    points = 0.0
    for pc in range(0, len(program), INSTRUCTION_WIDTH):
        op, who, n = program[pc : pc + 3]
        if who not in (Who.HIGH_MAN, Who.LOW_MAN):
            continue
        seat = high_man(judge.view, LOCATION_HQ) if who == Who.HIGH_MAN else low_man(judge.view, LOCATION_HQ)
        each = {Op.VP: n, Op.DRAW: n * WORTH_DRAW, Op.SCRUB: -1.3 * n, Op.STEAL: -2.0 * n, Op.DISCARD: -0.4}
        points += each.get(Op(op), 0.0) * (1.0 if seat == judge.seat else -judge.weight)
    return points


# -- clock and Face Off ----------------------------------------------------------------------------------------------


def _clocks(judge: Judgement, legal: list[int]) -> list[float]:
    """A Face Off for what the hand may win; an assault when the own army is ahead, or the hand is weak."""
    odds = FaceOffOdds(judge)
    total = max([total for total, _ in _pairs(judge)], default=0.0)
    return [_clock(judge, odds, total, action - ACTION_CHOOSE_CLOCK) for action in legal]


def _clock(judge: Judgement, odds: FaceOffOdds, total: float, card: int) -> float:
    if judge.cards.kind[card] != KIND_ASSAULT:
        rewards = _faceoff_rewards(judge, card)
        return odds.worth(total, rewards) - sum(rewards) / judge.seats
    rewards = _hq_rewards(judge)
    ahead = AssaultOdds(judge, rewards).worth([], others_add=False) - sum(rewards) / judge.seats
    return (ahead if judge.until_crack() == 0 else ahead * judge.temper.uncracked_share) + _effect_of_assault(
        judge, card
    )


def _pairs(judge: Judgement) -> list[tuple[float, float]]:
    """The totals that the hand allows, and what else each is worth."""
    return [pair for card in judge.view.hand if judge.cards.is_personality[card] for pair in _pairs_of(judge, card)]


def _pairs_of(judge: Judgement, personality: int) -> list[tuple[float, float]]:
    """The same for one personality, with each equipment in hand and with none."""
    cards, worth = judge.cards, judge.worth
    extra = sum([cards.faceoff_mod[reward] for reward in judge.view.perms[judge.seat]])
    base = cards.power[personality] + worth.shift[LOCATION_FACEOFF][personality] + extra
    gain = _playing(judge, personality)
    found = [(base, gain)]
    for card in judge.view.hand:
        if card != personality and cards.is_equipment[card]:
            total = base + cards.power[card] + cards.pair[personality][card] + worth.shift[LOCATION_FACEOFF][card]
            found.append((total, gain + _playing(judge, card)))
    return found


def _playing(judge: Judgement, card: int) -> float:
    """What revealing a card in a Face Off is worth beside its power."""
    return judge.worth.ability[LOCATION_FACEOFF][card] - judge.holding(card)


def _personalities(judge: Judgement, legal: list[int]) -> list[float]:
    odds, rewards = FaceOffOdds(judge), _faceoff_rewards(judge, judge.view.chosen)
    found = []
    for action in legal:
        if action == ACTION_NO_CARD:
            found.append(0.0)
        elif action >= ACTION_FACE_DOWN:
            found.append(-judge.holding(action - ACTION_FACE_DOWN))
        else:
            pairs = _pairs_of(judge, action - ACTION_PLAY)
            found.append(max([odds.worth(total, rewards) + gain for total, gain in pairs]))
    return found


def _equipment(judge: Judgement, legal: list[int]) -> list[float]:
    view, cards, seat = judge.view, judge.cards, judge.seat
    odds, rewards = FaceOffOdds(judge), _faceoff_rewards(judge, view.chosen)
    personality = view.personality[seat]
    total = float(sum(faceoff_parts(view, seat)))
    as_it_is = odds.worth(total, rewards) if personality != NO_CARD else 0.0
    found = []
    for action in legal:
        if action == ACTION_NO_CARD:
            found.append(as_it_is)
        elif action >= ACTION_FACE_DOWN:
            found.append(as_it_is - judge.holding(action - ACTION_FACE_DOWN))
        else:
            card = action - ACTION_PLAY
            combo = cards.pair[personality][card] if personality != NO_CARD else 0
            more = cards.power[card] + combo + judge.worth.shift[LOCATION_FACEOFF][card]
            found.append(odds.worth(total + more, rewards) + _playing(judge, card))
    return found


def _aviators(judge: Judgement, legal: list[int]) -> list[float]:
    """An Aviator strengthens the army, and is away from the deck until the HQ cracks."""
    entry = 3 * judge.view.personality[judge.seat]
    assault = AssaultOdds(judge, _hq_rewards(judge))
    gain = assault.worth([entry], others_add=False) - assault.worth([], others_add=False)
    return [gain - _absence(judge, entry // 3) if action == ACTION_FLY else 0.0 for action in legal]


def _absence(judge: Judgement, card: int) -> float:
    """What it costs that a card lies near the HQ until that cracks."""
    rounds = judge.until_crack() / ASSAULT_SHARE
    return (
        WORTH_POWER_HELD
        * (judge.worth.strength[card] - judge.temper.average)
        * min(rounds, judge.rounds_left)
        / judge.temper.cycle
    )


# -- rewards and trees -----------------------------------------------------------------------------------------------


def _rewards(judge: Judgement, legal: list[int]) -> list[float]:
    """What it brings, and what it leaves to the next place."""
    view = judge.view
    following = view.turn + 1
    after = view.places[following] if following < min(REWARDED_PLACES, len(view.places)) else judge.seat
    theirs = [_reward(judge, after, action) if after != judge.seat else 0.0 for action in legal]
    found = []
    for action in legal:
        left = [worth for other, worth in zip(legal, theirs, strict=True) if _sort_of(other) != _sort_of(action)]
        found.append(_reward(judge, judge.seat, action) - judge.weight * max(left, default=0.0))
    return found


def _sort_of(action: int) -> int:
    return (
        ACTION_TAKE_VC7 if action >= ACTION_TAKE_VC7 else ACTION_TAKE_POWER if action >= ACTION_TAKE_POWER else action
    )


def _reward(judge: Judgement, seat: int, action: int) -> float:
    if action == ACTION_DECLINE:
        return 0.0
    if action == ACTION_TAKE_VP:
        return 1.0
    if action == ACTION_TAKE_CLOCK:
        return judge.reward(seat, judge.view.chosen)
    if action == ACTION_TAKE_HQ_REWARD:
        cards = judge.cards
        return judge.permanent(cards.hq_reward[cards.faction[judge.view.hq]])
    return judge.reward(seat, action % ACTIONS_PER_KIND)


def _refills(judge: Judgement, legal: list[int]) -> list[float]:
    """What is worth more to oneself than to the others."""
    if legal[0] >= ACTION_FLIP:
        return [0.0] * len(legal)
    return [_refill(judge, action - ACTION_REFILL) for action in legal]


def _refill(judge: Judgement, card: int) -> float:
    if judge.cards.kind[card] == KIND_ASSAULT:
        return 0.0
    others = [judge.reward(seat, card) for seat in judge.others]
    return judge.reward(judge.seat, card) - sum(others) / len(others)


# -- HQ Assault ------------------------------------------------------------------------------------------------------


def _builds(judge: Judgement, legal: list[int]) -> list[float]:
    assault = AssaultOdds(judge, _hq_rewards(judge))
    cost = {card: judge.holding(card) + _absence(judge, card) for card in judge.view.hand}
    gain = judge.worth.ability[LOCATION_HQ]
    found = []
    for action in legal:
        entries = entries_of(action)
        points = assault.worth(entries, others_add=True)
        found.append(points + sum([gain[entry // 3] - cost[entry // 3] for entry in entries]))
    return found


def _bids(judge: Judgement, legal: list[int]) -> list[float]:
    """The least possible bid, up to what the card is worth."""
    worth = judge.fighter(judge.view.market)
    least = min([action for action in legal if action >= ACTION_BID])
    return [
        0.0 if action == ACTION_PASS else worth - (action - ACTION_BID) if action == least else -100.0
        for action in legal
    ]


def _destinations(_judge: Judgement, legal: list[int]) -> list[float]:
    return [float(action == ACTION_SHUFFLE_IN) for action in legal]


# -- Draw Phase ------------------------------------------------------------------------------------------------------


def _draw_actions(judge: Judgement, legal: list[int]) -> list[float]:
    return [_draw_action(judge, action) for action in legal]


def _draw_action(judge: Judgement, action: int) -> float:
    """Victory cards are placed; a scrub is worth getting rid of if that costs less than it does."""
    if action == ACTION_DONE:
        return 0.0
    if action < ACTION_USE:
        return WORTH_PLACING
    card, cards = action - ACTION_USE, judge.cards
    if cards.kind[card] == KIND_SCRUB:
        paid = sorted([judge.holding(other) for other in judge.view.hand if other != card])
        cost = sum([max(0.0, each) for each in paid[: cards.draw_cost_discards[card]]])
        return judge.destroying(card) - cost - cards.draw_cost_vp[card]
    program = cards.on_draw_phase[card]
    if program[0] == Op.DESTROY:
        return judge.best_destroyed(program[3])
    return judge.worth.ability[LOCATION_HQ][card] + 0.1


def _end_of_turn(_judge: Judgement, legal: list[int]) -> list[float]:
    return [float(action != ACTION_DONE) for action in legal]


_WORTH: Final[dict[int, Callable[[Judgement, list[int]], list[float]]]] = {
    PHASE_CHOOSE_CLOCK: _clocks,
    PHASE_PERSONALITY: _personalities,
    PHASE_EQUIPMENT: _equipment,
    PHASE_ABILITY: answers,
    PHASE_FACEOFF_REWARD: _rewards,
    PHASE_AVIATOR: _aviators,
    PHASE_REFILL_CLOCK: _refills,
    PHASE_REFILL_POWER: _refills,
    PHASE_BUILD_UP: _builds,
    PHASE_BID: _bids,
    PHASE_DESTINATION: _destinations,
    PHASE_HQ_REWARD: _rewards,
    PHASE_DRAW_ACTIONS: _draw_actions,
    PHASE_END_OF_TURN: _end_of_turn,
}
