"""Why an action is refused: the page's reason codes, each with a sentence. Nothing here depends on what the seat that
asks cannot know."""

from typing import Final

from services.rulesets.standoff import action_phase, placement, tiles
from services.rulesets.standoff.board import BIT, BOARD, NOWHERE, Q, R
from services.rulesets.standoff.cards import NO_CARD, PARTS, Op, Part
from services.rulesets.standoff.notation import (
    ACTION_ACTIVATE,
    ACTION_ACTIVATE_SATELLITE,
    ACTION_BUY,
    ACTION_BUY_SLOT,
    ACTION_CREDIT,
    ACTION_DISCARD,
    ACTION_DISCARD_DOWN,
    ACTION_DRAW,
    ACTION_GROUP,
    ACTION_PLACE,
    ACTION_PLAY,
    ACTION_RESOURCE,
    ACTION_TARGET,
    AFTER_LAST_ACTION,
    argument_of,
    card_of_group,
    group_of,
    kind_of,
)
from services.rulesets.standoff.table import NO_PROGRAM, PHASE_DISCARD_DOWN, PHASE_GAME_OVER, PHASE_RESOLVE, State

_REASONS: Final = {
    "NO_ACTIONS": "there are not enough actions left.",
    "NO_CREDITS": "the budget does not reach.",
    "NO_ENCAMPMENT": "no encampment card may be played any more this turn.",
    "NO_STOCK": "there is no such card to buy.",
    "NO_PLACEMENT": "there is no room for a group of that many tiles.",
    "COLLISION": "there is a tile already.",
    "NOT_CONTIGUOUS": "the tiles of a group must be connected.",
    "NOT_ADJACENT": "a group must touch the edge or a tile of the player's own.",
    "FORCEFIELD": "another player's forcefield is too near.",
    "OUT_OF_BOARD": "that is no hex of the board.",
    "NO_TARGET": "it cannot be aimed at that, or at anything.",
    "NOT_IN_HAND": "the card is not in hand.",
    "NOT_PLAYABLE": "that cannot be played or used.",
    "WRONG_PHASE": "that is not one of the choices now.",
    "NOT_YOUR_TURN": "it is another player's turn.",
}
"""The page's reason codes (3.3), and what each says."""


def reason(state: State, seat: int, action: int) -> str:
    """Why an action that is not legal is refused: a reason code and a sentence."""
    code = _code(state, seat, action)
    return f"{code}: {_REASONS[code]}"


def _code(state: State, seat: int, action: int) -> str:
    if state.phase == PHASE_GAME_OVER:
        return "WRONG_PHASE"
    if seat != state.active:
        return "NOT_YOUR_TURN"
    if action < 0 or AFTER_LAST_ACTION <= action < ACTION_GROUP or action >> 256:
        return "WRONG_PHASE"
    kind = kind_of(action)
    if state.phase == PHASE_DISCARD_DOWN:
        return "NOT_IN_HAND" if kind == ACTION_DISCARD_DOWN else "WRONG_PHASE"
    if state.phase == PHASE_RESOLVE:
        return _code_while_resolving(state, seat, action, kind)
    if kind == ACTION_GROUP or kind in (ACTION_PLAY, ACTION_RESOURCE, ACTION_DISCARD):
        return _code_of_card(state, seat, action, kind)
    if kind in (ACTION_DRAW, ACTION_CREDIT):
        return "NO_ACTIONS" if argument_of(action) == 0 else "WRONG_PHASE"
    if kind in (ACTION_BUY, ACTION_BUY_SLOT):
        return _code_of_purchase(state, kind, argument_of(action))
    if kind == ACTION_ACTIVATE:
        return _code_of_token(state, seat, argument_of(action))
    if kind == ACTION_ACTIVATE_SATELLITE:
        return _code_of_satellite(state, seat, argument_of(action))
    return "WRONG_PHASE"


def _code_of_card(state: State, seat: int, action: int, kind: int) -> str:
    cards = state.rules.cards
    card = card_of_group(action) if kind == ACTION_GROUP else argument_of(action)
    if card == NO_CARD:
        return "WRONG_PHASE"
    if card not in state.hands[seat]:
        return "NOT_IN_HAND"
    if kind == ACTION_RESOURCE:
        return "NOT_PLAYABLE"
    if kind == ACTION_DISCARD:
        return "NO_ACTIONS"
    if cards.kind[card] in ("resource", "special"):
        return "NOT_PLAYABLE"
    if state.actions < 1:
        return "NO_ACTIONS"
    if cards.cost[card] > state.budget:
        return "NO_CREDITS"
    if cards.uses_encampment[card] and state.encampments < 1:
        return "NO_ENCAMPMENT"
    if not action_phase.can_start(state, seat, NOWHERE, card * PARTS):
        return "NO_PLACEMENT" if cards.group[card] else "NO_TARGET"
    if kind != ACTION_GROUP or not state.rules.macro or not cards.group[card]:
        return "NOT_PLAYABLE"  # with `placement_api` the other way round
    return _code_of_group(state, seat, group_of(action), cards.group[card])


def _code_of_group(state: State, seat: int, group: int, number: int) -> str:
    if group & ~BOARD:
        return "OUT_OF_BOARD"
    forbidden = tiles.forbidden(state, seat)
    code = placement.refusal_of_group(group, number, tiles.occupied(state), forbidden, state.own[seat])
    return code or "WRONG_PHASE"


def _code_of_purchase(state: State, kind: int, argument: int) -> str:
    cards = state.rules.cards
    if state.actions < 1:
        return "NO_ACTIONS"
    if kind == ACTION_BUY_SLOT:
        stocked = argument < len(state.row) and state.row[argument] != NO_CARD
        return "NO_CREDITS" if stocked else "NO_STOCK"
    place = cards.places_in_pile.get(argument, -1)
    if place < 0 or argument in cards.special or not state.piles[place]:
        return "NO_STOCK"
    return "NO_CREDITS"


def _code_of_token(state: State, seat: int, hex: int) -> str:
    if hex >= len(BIT):
        return "OUT_OF_BOARD"
    program = action_phase.program_on(state, hex)
    if program == NO_PROGRAM or not state.rules.cards.programs[program]:
        return "NOT_PLAYABLE"
    if program % PARTS == Part.RAINBOW and not state.own[seat] & BIT[hex]:
        return "NOT_PLAYABLE"
    return _code_of_program(state, program)


def _code_of_satellite(state: State, seat: int, place: int) -> str:
    orbit = state.orbits[seat]
    if place >= len(orbit):
        return "NOT_PLAYABLE"
    cards = state.rules.cards
    program = orbit[place] * PARTS + Part.ORBIT
    per_turn = cards.active_per_turn[orbit[place]]
    if not cards.programs[program] or (per_turn and state.used[place] >= per_turn):
        return "NOT_PLAYABLE"
    return _code_of_program(state, program)


def _code_of_program(state: State, program: int) -> str:
    cards = state.rules.cards
    if cards.active_actions[program] > state.actions:
        return "NO_ACTIONS"
    return "NO_CREDITS" if cards.active_credits[program] > state.budget else "NO_TARGET"


def _code_while_resolving(state: State, seat: int, action: int, kind: int) -> str:
    effect = action_phase.waiting(state)
    if effect[0] == Op.PLACE_GROUP:
        return _code_of_placing(state, seat, action, kind, effect[1])
    if kind != ACTION_TARGET:
        return "WRONG_PHASE"
    hex = argument_of(action)
    if hex >= len(BIT):
        return "OUT_OF_BOARD"
    if effect[0] in (Op.PLACE_TILE, Op.MOVE_TILE):
        if BIT[hex] & tiles.occupied(state):
            return "COLLISION"
        black = effect[1] == 1 if effect[0] == Op.PLACE_TILE else state.black & BIT[state.source] != 0
        if not black and BIT[hex] & tiles.forbidden(state, seat):
            return "FORCEFIELD"
    return "NO_TARGET"


def _code_of_placing(state: State, seat: int, action: int, kind: int, number: int) -> str:
    if kind == ACTION_GROUP and card_of_group(action) == NO_CARD and state.rules.macro:
        return _code_of_group(state, seat, group_of(action), number)
    if kind != ACTION_PLACE:
        return "WRONG_PHASE"
    hex = argument_of(action)
    if hex >= len(BIT):
        return "OUT_OF_BOARD"
    code = placement.refusal_of_tile(
        Q[hex], R[hex], state.group, state.left, tiles.occupied(state), tiles.forbidden(state, seat), state.own[seat]
    )
    return code or "WRONG_PHASE"


CODES: Final = tuple(_REASONS)
"""Every reason code."""
