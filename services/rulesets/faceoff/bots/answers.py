"""How greedy answers what abilities ask."""

from collections.abc import Callable
from typing import Final

from services.rulesets.faceoff.abilities.current_ability import LOCATION_OF_TRIGGER, program_of
from services.rulesets.faceoff.bots.judgement import Judgement
from services.rulesets.faceoff.bots.worth import WORTH_DESTROY, points
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import ATTACK, LOCATION_FACEOFF, Op
from services.rulesets.faceoff.power.totals import army_parts, faceoff_parts, shielded
from services.rulesets.faceoff.table.actions import (
    ACTION_BUILD,
    ACTION_CHOOSE_CARD,
    ACTION_CHOOSE_NONE,
    ACTION_CHOOSE_OPTION,
    ACTION_CHOOSE_PLAYER,
    ACTION_YES,
)

SPARE: Final = 0.2
"""A defense card of less worth is discarded to block an attack."""


def answers(judge: Judgement, legal: list[int]) -> list[float]:
    """What each answer is worth to the player who is asked."""
    view = judge.view
    program = program_of(view, view.trigger, view.acting)
    op, who = program[view.pc], program[view.pc + 1]
    if op in _ANSWERS:
        return _ANSWERS[op](judge, program, legal)
    if op == Op.DISCARD and ACTION_CHOOSE_NONE not in legal:
        return [-judge.holding(action - ACTION_CHOOSE_CARD) for action in legal]
    if who >= ATTACK and view.actor != judge.seat:
        return [
            0.0 if action == ACTION_CHOOSE_NONE else SPARE - judge.holding(action - ACTION_CHOOSE_CARD)
            for action in legal
        ]
    return _take(judge, program, legal)


def _opponents(judge: Judgement, program: list[int], legal: list[int]) -> list[float]:
    """The opponent whom it harms most: the strongest here, or the richest; nobody behind a Shield."""
    view = judge.view
    location = LOCATION_OF_TRIGGER[view.trigger]
    ops = program[view.pc :: INSTRUCTION_WIDTH]
    found = []
    for action in legal:
        seat = action - ACTION_CHOOSE_PLAYER
        points = 0.01 * view.vp[seat]
        if Op.MOD in ops:
            points += sum(faceoff_parts(view, seat)) if location == LOCATION_FACEOFF else sum(army_parts(view, seat))
        if Op.STEAL in ops and not view.vp[seat]:
            points -= 10.0
        if not view.rules.react and shielded(view, location, seat):
            points -= 100.0
        found.append(points)
    return found


def _may(judge: Judgement, program: list[int], legal: list[int]) -> list[float]:
    pc = judge.view.pc
    gain = _branch(judge, program, pc + INSTRUCTION_WIDTH) - points(program, program[pc + 3], judge.seats)
    return [gain if action == ACTION_YES else 0.0 for action in legal]


def _options(judge: Judgement, program: list[int], legal: list[int]) -> list[float]:
    """Each option is a jump to where it stands."""
    jumps = judge.view.pc + INSTRUCTION_WIDTH
    return [
        _branch(judge, program, program[jumps + INSTRUCTION_WIDTH * (action - ACTION_CHOOSE_OPTION) + 3])
        for action in legal
    ]


def _branch(judge: Judgement, program: list[int], pc: int) -> float:
    """What is gained by going on here: of destroying a card it is known what that is worth."""
    gain = points(program, pc, judge.seats)
    if program[pc] == Op.DESTROY:
        gain += judge.best_destroyed(program[pc + 3]) - WORTH_DESTROY
    return gain


def _peek(judge: Judgement, program: list[int], legal: list[int]) -> list[float]:
    gain = judge.looking(judge.view.deck_top, program[judge.view.pc + INSTRUCTION_WIDTH] == Op.DRAW)
    return [gain if action == ACTION_YES else 0.0 for action in legal]


def _destroy(judge: Judgement, _program: list[int], legal: list[int]) -> list[float]:
    return [0.0 if action == ACTION_CHOOSE_NONE else judge.destroying(action - ACTION_CHOOSE_CARD) for action in legal]


def _pay(judge: Judgement, _program: list[int], legal: list[int]) -> list[float]:
    return [-judge.holding(action - ACTION_CHOOSE_CARD) for action in legal]


def _move(judge: Judgement, _program: list[int], legal: list[int]) -> list[float]:
    return [
        0.0 if action == ACTION_CHOOSE_NONE else judge.worth.strength[(action - ACTION_BUILD) // 3] for action in legal
    ]


def _take(judge: Judgement, _program: list[int], legal: list[int]) -> list[float]:
    return [judge.worth.strength[action - ACTION_CHOOSE_CARD] for action in legal]


_ANSWERS: Final[dict[int, Callable[[Judgement, list[int], list[int]], list[float]]]] = {
    int(Op.CHOOSE_OPPONENT): _opponents,
    int(Op.MAY): _may,
    int(Op.OPTION): _options,
    int(Op.PEEK): _peek,
    int(Op.DESTROY): _destroy,
    int(Op.PAY_DISCARD): _pay,
    int(Op.MOVE_TO_HQ): _move,
    int(Op.RECALL): _take,
}
