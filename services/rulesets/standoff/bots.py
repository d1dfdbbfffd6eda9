"""The bots. Each sees a seat's view and nothing else."""

from collections.abc import Callable
from typing import Final

from services.engine.chance import Chance
from services.engine.ruleset import Bot
from services.rulesets.standoff import placement, tiles
from services.rulesets.standoff.board import BIT, NOWHERE
from services.rulesets.standoff.cards import Op
from services.rulesets.standoff.deck_heuristics import DeckHeuristics
from services.rulesets.standoff.heuristics import Heuristics
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
from services.rulesets.standoff.turn_planner import next_step


class GreedyBot(Bot[View]):
    """Plays the turn that is worth most to it now, in tiles of the red zone ahead of the others.

    It makes for the red zone through the gates and openings, buys cards as long as there are turns to play them in, and
    aims what it has where the board is better for it afterwards.
    """

    def choose(self, view: View, legal: list[int], chance: Chance) -> int:
        if len(legal) == 1:
            return legal[0]
        heuristics = Heuristics(view)
        if view.phase == PHASE_ACTION:
            return next_step(heuristics, legal)
        if view.phase == PHASE_DISCARD_DOWN:
            deck_heuristics = DeckHeuristics(heuristics)
            return min(legal, key=lambda action: (deck_heuristics.kept(argument_of(action)), action))
        effect = view.rules.cards.programs[view.program][view.effect]
        return _CHOOSE[kind_of(legal[0])](heuristics, effect, legal)


def _place(heuristics: Heuristics, effect: tuple[int, ...], legal: list[int]) -> int:
    """The next tile of the best group."""
    view, seat = heuristics.view, heuristics.seat
    space = tiles.space(view, seat)
    if view.group:
        groups = placement.groups_with(space, view.group, effect[1])
    else:
        groups = placement.groups(space, view.own[seat], effect[1])
    best = heuristics.best_group(groups)
    return next(action for action in legal if BIT[argument_of(action)] & best)


def _group(heuristics: Heuristics, _effect: tuple[int, ...], legal: list[int]) -> int:
    groups = {group_of(action): action for action in legal}
    return groups[heuristics.best_group(list(groups))]


def _target(heuristics: Heuristics, effect: tuple[int, ...], legal: list[int]) -> int:
    hex, _ = heuristics.best_target(effect, heuristics.view.source)
    return ACTION_TARGET + hex if hex != NOWHERE else legal[0]


def _player(heuristics: Heuristics, _effect: tuple[int, ...], legal: list[int]) -> int:
    """The opponent who claims most."""
    return ACTION_PLAYER + heuristics.leader([argument_of(action) for action in legal])


def _pick(heuristics: Heuristics, effect: tuple[int, ...], legal: list[int]) -> int:
    """The best card; the worst to trash, as long as the deck is better without it."""
    deck_heuristics = DeckHeuristics(heuristics)
    picks = [action for action in legal if action != ACTION_STOP]
    if effect[0] != Op.TRASH_FROM_HAND:
        return max(picks, key=lambda action: (deck_heuristics.kept(argument_of(action)), -action))
    worst = max(picks, key=lambda action: (deck_heuristics.trashed(argument_of(action)), -action))
    return ACTION_STOP if ACTION_STOP in legal and deck_heuristics.trashed(argument_of(worst)) <= 0 else worst


def _pick_slot(heuristics: Heuristics, _effect: tuple[int, ...], legal: list[int]) -> int:
    """The card that would serve the others best."""
    deck_heuristics, row = DeckHeuristics(heuristics), heuristics.view.row
    return max(legal, key=lambda action: (deck_heuristics.played(row[argument_of(action)]), -action))


_CHOOSE: Final[dict[int, Callable[[Heuristics, tuple[int, ...], list[int]], int]]] = {
    ACTION_PLACE: _place,
    ACTION_GROUP: _group,
    ACTION_TARGET: _target,
    ACTION_PLAYER: _player,
    ACTION_PICK: _pick,
    ACTION_STOP: _pick,
    ACTION_PICK_SLOT: _pick_slot,
}
"""What to choose in the middle of a card, by the kind of the first choice."""
