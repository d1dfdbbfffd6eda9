"""The bots. Each sees a seat's view and nothing else."""

from collections.abc import Callable
from typing import Final

from services.bots.choosing import best
from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.duels.cards import COST, EFFECT, IS_PERSONALITY, NO_CARD, POWER, Cost, Effect
from services.rulesets.duels.heuristics import Heuristics
from services.rulesets.duels.notation import (
    ACTION_DUEL,
    ACTION_LEAVE,
    ACTION_NO_EQUIPMENT,
    ACTION_PASS,
    ACTION_SLOT,
    ACTION_SWITCH,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC,
    card_of,
    pair_of,
    slot_of,
)
from services.rulesets.duels.table import (
    PHASE_CHOOSE,
    PHASE_EQUIP,
    PHASE_KEEP,
    PHASE_PLACE,
    PHASE_PRIZE,
    PHASE_TURN,
    View,
)

PATIENCE: Final = 0.35
"""What a better line-up must be worth at least, for a turn to be spent on it instead of a duel."""

SPREAD: Final = 3.0
"""How far from the best slot a personality may be laid."""
KEEP_IN_HAND: Final = 100.0
"""What it is worth to have an equipment in hand and not in the line-up."""


class GreedyBot(Bot[View]):
    """Plays what is worth most to it now, in points ahead of the other player; chance decides between equals.

    It lays its strongest personalities opposite the best VC cards, by and large, so that it cannot be read; betters its
    line-up while that is worth a turn; and duels where it is likeliest to win.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        worth = _WORTH[view.phase](Heuristics(view), legal)
        if view.phase == PHASE_PLACE:
            worth = [points + SPREAD * chance.below("bot", 1000) / 1000 for points in worth]
        return best(legal, worth, chance, margin=1e-9)


def _placements(heuristics: Heuristics, legal: list[int]) -> list[float]:
    """The strongest personality for the best VC card, the next for the next, and so on: what is further from that is
    worth less. Equipment stays in hand."""
    view = heuristics.view
    slots = list(range(view.placed[view.viewer], len(view.line)))
    better = sum([heuristics.vc(view.line[slot]) > heuristics.vc(view.line[slots[0]]) for slot in slots])
    fighters = sorted([POWER[card] for card in view.hand if IS_PERSONALITY[card]], reverse=True)
    if better >= len(fighters):  # too few for all
        return [float(action == ACTION_LEAVE) * KEEP_IN_HAND - POWER[action % ACTION_LEAVE] for action in legal]
    return [
        -float(abs(fighters.index(POWER[action]) - better))
        if action != ACTION_LEAVE and IS_PERSONALITY[action]
        else -KEEP_IN_HAND
        for action in legal
    ]


def _turns(heuristics: Heuristics, legal: list[int]) -> list[float]:
    """A duel is worth what it wins more than the duels that are left; everything else what it betters."""
    now = heuristics.slots()
    return [_turn(heuristics, action, now) for action in legal]


def _turn(heuristics: Heuristics, action: int, now: list[float]) -> float:
    own = heuristics.view.cards[heuristics.seat]
    slot = slot_of(action)
    if action == ACTION_PASS:
        return -PATIENCE
    if action < ACTION_DUEL:
        effect, cost = EFFECT[own[slot]], COST[own[slot]]
        return heuristics.action(slot, effect, int(cost == Cost.DESTROY_THIS)) - PATIENCE
    if action < ACTION_SLOT:
        return now[slot] * 0.05
    if action < ACTION_SWITCH:
        one, two = pair_of(action)
        return heuristics.slot(one, own[two]) + heuristics.slot(two, own[one]) - now[one] - now[two] - PATIENCE
    return heuristics.slot(slot, card_of(action)) - now[slot] - PATIENCE


def _choices(heuristics: Heuristics, legal: list[int]) -> list[float]:
    """What an action is aimed at."""
    view = heuristics.view
    effect = EFFECT[view.acting]
    own = view.cards[heuristics.seat]
    if not view.paid:
        return [-float(POWER[card_of(action)]) for action in legal]
    if effect == Effect.SWAP_OWN:
        pairs = [pair_of(action) for action in legal]
        return [heuristics.slot(one, own[two]) + heuristics.slot(two, own[one]) for one, two in pairs]
    if effect == Effect.SWAP_VC:
        odds = [worth / max(0.1, heuristics.prize(slot)) for slot, worth in enumerate(heuristics.slots())]
        prizes = [heuristics.prize(slot) for slot in range(len(odds))]
        return [(odds[one] - odds[two]) * (prizes[two] - prizes[one]) for one, two in map(pair_of, legal)]
    if effect == Effect.MOD_SLOT:
        return [heuristics.prize(slot_of(a)) if IS_PERSONALITY[own[slot_of(a)]] else 0.0 for a in legal]
    hidden = heuristics.hidden_slots()
    return [heuristics.prize(slot_of(action)) * (slot_of(action) in hidden) for action in legal]


def _equipment(heuristics: Heuristics, legal: list[int]) -> list[float]:
    return [heuristics.equipment(NO_CARD if action == ACTION_NO_EQUIPMENT else card_of(action)) for action in legal]


def _prizes(heuristics: Heuristics, legal: list[int]) -> list[float]:
    worth = {
        ACTION_TAKE_VC: heuristics.vc(heuristics.view.line[heuristics.view.duel_slot]),
        ACTION_TAKE_POWER: heuristics.power_card(),
    }
    return [worth.get(action, 0.0) for action in legal]


def _kept(heuristics: Heuristics, legal: list[int]) -> list[float]:
    return [heuristics.keeping(card_of(action)) for action in legal]


_WORTH: Final[dict[int, Callable[[Heuristics, list[int]], list[float]]]] = {
    PHASE_PLACE: _placements,
    PHASE_TURN: _turns,
    PHASE_CHOOSE: _choices,
    PHASE_EQUIP: _equipment,
    PHASE_PRIZE: _prizes,
    PHASE_KEEP: _kept,
}
