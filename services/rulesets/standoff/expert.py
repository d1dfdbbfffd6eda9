"""The expert bot: quick enough to play whole matches for a search. It sees a seat's view and nothing else."""

from collections.abc import Callable
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.standoff.board import BIT, NOWHERE
from services.rulesets.standoff.cards import Op
from services.rulesets.standoff.expert_board import Judgement
from services.rulesets.standoff.expert_turn import Turn
from services.rulesets.standoff.notation import (
    ACTION_GROUP,
    ACTION_PICK,
    ACTION_PICK_SLOT,
    ACTION_PLACE,
    ACTION_PLAYER,
    ACTION_STOP,
    ACTION_TARGET,
    argument_of,
    group_of,
    kind_of,
)
from services.rulesets.standoff.table import PHASE_ACTION, PHASE_DISCARD_DOWN, View


class ExpertBot(Bot[View]):
    """Plays the turn that is worth most to it, by what it can tell of the board without trying anything out.

    It makes for wells that are near and for the red zone, fills pockets of it that have room for the whole group, and
    buys for the turns to come.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        judgement = Judgement(view)
        if view.phase == PHASE_ACTION:
            return Turn(judgement).next_step(legal)
        if view.phase == PHASE_DISCARD_DOWN:
            turn = Turn(judgement)
            return min(legal, key=lambda action: (turn.kept(argument_of(action)), action))
        effect = view.rules.cards.programs[view.program][view.effect]
        return _CHOOSE[kind_of(legal[0])](judgement, effect, legal)


def _place(judgement: Judgement, _effect: tuple[int, ...], legal: list[int]) -> int:
    among = 0
    for action in legal:
        among |= BIT[argument_of(action)]
    return ACTION_PLACE + judgement.best_tile(among, judgement.view.left - 1)


def _group(judgement: Judgement, _effect: tuple[int, ...], legal: list[int]) -> int:
    groups = {group_of(action): action for action in legal}
    return groups[judgement.best_group(list(groups))]


def _target(judgement: Judgement, effect: tuple[int, ...], legal: list[int]) -> int:
    hex, _ = judgement.best_target(effect, judgement.view.source)
    return ACTION_TARGET + hex if hex != NOWHERE else legal[0]


def _player(judgement: Judgement, _effect: tuple[int, ...], legal: list[int]) -> int:
    """The opponent who is ahead."""
    return max(legal, key=lambda action: (judgement.rivals[argument_of(action)], -action))


def _pick(judgement: Judgement, effect: tuple[int, ...], legal: list[int]) -> int:
    """The best card; the worst to trash, as long as the deck is better without it."""
    turn = Turn(judgement)
    picks = [action for action in legal if action != ACTION_STOP]
    if effect[0] != Op.TRASH_FROM_HAND:
        return max(picks, key=lambda action: (turn.kept(argument_of(action)), -action))
    worst = max(picks, key=lambda action: (turn.trashed(argument_of(action)), -action))
    return ACTION_STOP if ACTION_STOP in legal and turn.trashed(argument_of(worst)) <= 0 else worst


def _pick_slot(judgement: Judgement, _effect: tuple[int, ...], legal: list[int]) -> int:
    """The card that would serve the others best."""
    row, turn = judgement.view.row, Turn(judgement)
    return max(legal, key=lambda action: (turn.bought(row[argument_of(action)]), -action))


_CHOOSE: Final[dict[int, Callable[[Judgement, tuple[int, ...], list[int]], int]]] = {
    ACTION_PLACE: _place,
    ACTION_GROUP: _group,
    ACTION_TARGET: _target,
    ACTION_PLAYER: _player,
    ACTION_PICK: _pick,
    ACTION_STOP: _pick,
    ACTION_PICK_SLOT: _pick_slot,
}
"""What to choose in the middle of a card, by the kind of the first choice."""
