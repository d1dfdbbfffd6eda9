"""Whether an ability that asks somebody can ask just that."""

from services.engine.event_table import Event
from services.rulesets.faceoff.abilities import execution
from services.rulesets.faceoff.abilities.current_ability import program_of, reached
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.programs import INSTRUCTION_WIDTH
from services.rulesets.faceoff.cards.vocabulary import OPS_ON_PLAYERS, Op, Who
from services.rulesets.faceoff.positions.basic_checks import (
    check_draw_phase,
    check_no_auction,
    check_no_builds,
    check_no_power_taker,
    fail,
)
from services.rulesets.faceoff.positions.violence_checks import check_assault, check_face_off, check_in_violence
from services.rulesets.faceoff.table.events import EVENT_TOP_LOOKED_AT
from services.rulesets.faceoff.table.state import (
    NO_SEAT,
    REACTED_BITS,
    SEATS_OF,
    TRIGGER_AFTER_ASSAULT,
    TRIGGER_ASSAULT,
    TRIGGER_BUILD_UP,
    TRIGGER_DRAW_PHASE,
    TRIGGER_END_OF_TURN,
    TRIGGER_EQUIPMENT,
    TRIGGER_PERSONALITY,
    TRIGGER_WIN_FACEOFF,
    State,
    turn_order,
)

# -- abilities -------------------------------------------------------------------------------------------------------


def check_ability(state: State) -> None:
    """An ability's program stands at an instruction that asks just this."""
    acting, actor = _expected(state)
    if state.acting != acting or state.actor != actor:
        fail("ability.card", "must be the card whose turn it is")
    program = program_of(state, state.trigger, state.acting)
    if state.pc % INSTRUCTION_WIDTH or state.pc >= len(program):
        fail("ability.place", "is no place in the card's program")
    if state.target == NO_SEAT and _needs_target(program, state.pc):
        fail("ability.target", "must be an opponent who was chosen")
    if state.target != NO_SEAT and state.target == actor:
        fail("ability.target", "must be an opponent")
    op, who = program[state.pc], program[state.pc + 1]
    if state.todo & ~(reached(state, who) if op in OPS_ON_PLAYERS else 0):
        fail("ability.todo", "must be players whom the instruction reaches")
    asked = state.reacted & ((1 << REACTED_BITS) - 1)
    if (state.reacted and not state.rules.react) or state.reacted >> REACTED_BITS & ~asked:
        fail("ability.shielded", "must be players who were asked")
    _check_asks_again(state)


def _expected(state: State) -> tuple[int, int]:
    """The card that acts and its owner, as they follow from the step; the step is checked, too."""
    trigger = state.trigger
    order = turn_order(state)
    if trigger in (TRIGGER_ASSAULT, TRIGGER_AFTER_ASSAULT):
        check_assault(state)
        check_no_builds(state)
        check_no_auction(state)
        return (state.chosen if trigger == TRIGGER_ASSAULT else state.hq), NO_SEAT
    if trigger == TRIGGER_WIN_FACEOFF:
        check_face_off(state, equipped=True)
        if sorted(state.places) != SEATS_OF[state.eligible] or not state.places or state.rewards:
            fail("ranking", "must be the players who have played a personality")
        check_no_power_taker(state)
        perms = state.perms[state.places[0]]
        return (perms[state.turn] if state.turn < len(perms) else NO_CARD), state.places[0]
    if state.turn >= state.rules.seats:
        fail("turn", "is more than there are players")
    seat = order[state.turn]
    if trigger == TRIGGER_BUILD_UP:
        check_assault(state)
        check_no_auction(state)
        _check_building(state, order)
        return state.builds[seat][0] // 3, seat
    if trigger in (TRIGGER_PERSONALITY, TRIGGER_EQUIPMENT):
        check_face_off(state, equipped=trigger == TRIGGER_EQUIPMENT)
        check_in_violence(state)
        return (state.personality if trigger == TRIGGER_PERSONALITY else state.equipment)[seat], seat
    if trigger not in (TRIGGER_DRAW_PHASE, TRIGGER_END_OF_TURN):
        fail("ability.trigger", "must say what made it work")
    return _expected_action(state, seat), seat


def _check_building(state: State, order: list[int]) -> None:
    most = state.rules.cards.build_cards[state.hq]
    for place, other in enumerate(order):
        number = len(state.builds[other])
        if number > most or (place < state.turn and number) or (place == state.turn and not number):
            fail(f"players[{other}].building", "does not fit whose turn it is")


def _expected_action(state: State, seat: int) -> int:
    """A card whose action the player uses in the Draw Phase: the last that was used."""
    cards = state.rules.cards
    waiting, state.waiting = state.waiting, 1 << seat
    does = cards.on_draw_phase if state.trigger == TRIGGER_DRAW_PHASE else cards.on_end_turn
    check_draw_phase(state, state.turn, does)
    state.waiting = waiting
    return state.used[-1] if state.used else NO_CARD


def _needs_target(program: list[int], start: int) -> bool:
    """Whether an instruction from a place on may need a chosen opponent before it chooses one."""
    waiting, seen = [start], set[int]()
    while waiting:
        pc = waiting.pop()
        if pc in seen or pc >= len(program) or not program[pc]:
            continue
        seen.add(pc)
        op, who, n, arg = program[pc : pc + INSTRUCTION_WIDTH]
        if op == Op.CHOOSE_OPPONENT:
            continue
        if op in OPS_ON_PLAYERS and Who.CHOSEN_OPPONENT in (who & 15, arg if op == Op.STEAL else Who.SELF):
            return True
        if op == Op.OPTION:
            waiting += [pc + INSTRUCTION_WIDTH * (1 + option) for option in range(n)]
            continue
        if op != Op.JUMP:
            waiting.append(pc + INSTRUCTION_WIDTH)
        if op in (Op.JUMP, Op.IF, Op.MAY, Op.PEEK):
            waiting.append(arg)
    return False


def _check_asks_again(state: State) -> None:
    """Taken up again where it stands, the program asks the same and does nothing else."""
    copy = state.clone()
    events: list[Event] = []
    ended = execution.resume(copy, events)
    if ended or any(event[0] != EVENT_TOP_LOOKED_AT for event in events[:-1]) or _rests_at(copy) != _rests_at(state):
        fail("ability", "does not ask this player")


def _rests_at(state: State) -> tuple[int, ...]:
    return (state.phase, state.waiting, state.turn, *state.known_top, *state.registers())
