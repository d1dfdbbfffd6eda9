"""The action phase (ST-021 to ST-029): what the active player may do, and doing it."""

from services.engine.event_table import Event
from services.rulesets.standoff import effect_choices, effects, placement, tiles
from services.rulesets.standoff.board import BIT, NOWHERE, hexes
from services.rulesets.standoff.cards import NO_CARD, PARTS, Part
from services.rulesets.standoff.events import (
    EVENT_ACTIONS,
    EVENT_CARD_PLAYED,
    EVENT_CREDITS,
    EVENT_RESOLVED,
    EVENT_SATELLITE_USED,
    EVENT_TOKEN_USED,
    NO_SLOT,
)
from services.rulesets.standoff.notation import (
    ACTION_ACTIVATE,
    ACTION_ACTIVATE_SATELLITE,
    ACTION_BUY,
    ACTION_BUY_SLOT,
    ACTION_CREDIT,
    ACTION_DISCARD,
    ACTION_DRAW,
    ACTION_END_TURN,
    ACTION_GROUP,
    ACTION_PLAY,
    ACTION_RESOURCE,
    argument_of,
    card_of_group,
    group_of,
    kind_of,
    play_group,
)
from services.rulesets.standoff.table import (
    NO_PROGRAM,
    NO_SEAT,
    PHASE_ACTION,
    PHASE_RESOLVE,
    State,
    Table,
    without,
)

# -- what may be done ------------------------------------------------------------------------------------------------


def choices(state: State, seat: int) -> list[int]:
    """D1: everything that the active player may do, ascending. Resource cards and ending the turn take no action."""
    cards = state.rules.cards
    hand = sorted(set(state.hands[seat]))
    resources = [ACTION_RESOURCE + card for card in hand if cards.kind[card] == "resource"]  # ST-R28
    if state.actions < 1:
        return [*resources, ACTION_END_TURN]
    playable = [card for card in hand if may_play(state, seat, card)]
    groups: list[int] = []
    if state.rules.macro:
        groups = _groups(state, seat, [card for card in playable if cards.group[card]])
        playable = [card for card in playable if not cards.group[card]]
    budget = state.budget
    found = [ACTION_PLAY + card for card in playable]
    found += resources
    found.append(ACTION_DRAW)  # ST-R27
    found.append(ACTION_CREDIT)
    found += [ACTION_DISCARD + card for card in hand]
    price, piles = cards.price, state.piles
    for place, card in enumerate(cards.piles[: -len(cards.special)]):
        if price[card] <= budget and piles[place]:
            found.append(ACTION_BUY + card)
    for slot, card in enumerate(state.row):
        if card != NO_CARD and price[card] <= budget:
            found.append(ACTION_BUY_SLOT + slot)
    found += _activations(state, seat)
    found.append(ACTION_END_TURN)  # ST-R23
    found += groups
    return found


def may_play(state: State, seat: int, card: int) -> bool:
    """Whether a card in hand that takes an action may be played: it is affordable (ST-038, ST-R29), encampments are
    left if it is one (ST-028), and what it does first to something has something to be done to (ST-R31)."""
    cards = state.rules.cards
    kind = cards.kind[card]
    if kind in ("resource", "special") or cards.cost[card] > state.budget:  # ST-057
        return False
    if cards.uses_encampment[card] and state.encampments < 1:
        return False
    return can_start(state, seat, NOWHERE, card * PARTS)


def can_start(state: State, seat: int, source: int, program: int) -> bool:
    """Whether a program may be begun (ST-R31)."""
    gate = state.rules.cards.gates[program]
    return gate < 0 or effect_choices.can_aim(state, seat, source, state.rules.cards.programs[program][gate])


def _groups(state: State, seat: int, playable: list[int]) -> list[int]:
    """With ``placement_api=macro``: each card with each group that it may place."""
    if not playable:
        return []
    space, own, cards = tiles.space(state, seat), state.own[seat], state.rules.cards
    sizes = {cards.group[card] for card in playable}
    groups = {size: placement.groups(space, own, size) for size in sizes}
    found: list[int] = []
    for card in playable:
        base = play_group(card, 0)
        found += [base + group for group in groups[cards.group[card]]]
    return found


def _activations(state: State, seat: int) -> list[int]:
    """Tokens and satellites that the player may use (ST-076, ST-R58)."""
    cards = state.rules.cards
    found: list[int] = []
    for token, part, program in cards.active_tokens:
        where = state.tokens[token]
        if where and may_pay(state, program):
            where &= _usable(state, seat, part)
            found += [ACTION_ACTIVATE + hex for hex in hexes(where) if can_start(state, seat, hex, program)]
    found.sort()
    for place, card in enumerate(state.orbits[seat]):
        program = card * PARTS + Part.ORBIT
        if not cards.programs[program] or not may_pay(state, program):
            continue
        per_turn = cards.active_per_turn[card]
        if (not per_turn or state.used[place] < per_turn) and can_start(state, seat, NOWHERE, program):
            found.append(ACTION_ACTIVATE_SATELLITE + place)
    return found


def _usable(state: State, seat: int, part: int) -> int:
    """Where a token's abilities of a colour are active for a player (ST-051 to ST-053)."""
    if part == Part.RAINBOW:
        return state.own[seat]
    return state.black if part == Part.BLACK else tiles.empty(state)


def may_pay(state: Table, program: int) -> bool:
    """Whether the costs of an ability can be paid (ST-R58)."""
    cards = state.rules.cards
    return cards.active_actions[program] <= state.actions and cards.active_credits[program] <= state.budget


def program_on(table: Table, hex: int) -> int:
    """The program that the token on a hex can be activated for, or ``NO_PROGRAM``."""
    token = tiles.token_on(table, hex)
    if token < 0:
        return NO_PROGRAM
    part = Part.GRAY
    if tiles.occupied(table) & BIT[hex]:
        part = Part.RAINBOW if tiles.owner(table, hex) >= 0 else Part.BLACK
    return table.rules.cards.tokens[token] * PARTS + part


# -- doing it --------------------------------------------------------------------------------------------------------


def act(state: State, seat: int, action: int, events: list[Event]) -> None:
    """Do one thing of the action phase, except ending the turn. Costs are paid first, and are never given back."""
    kind, argument = kind_of(action), argument_of(action)
    if kind == ACTION_RESOURCE:
        _play_resource(state, seat, argument, events)
    elif kind == ACTION_PLAY:
        _play_card(state, seat, argument, 0, events)
    elif kind == ACTION_GROUP:
        _play_card(state, seat, card_of_group(action), group_of(action), events)
    elif kind == ACTION_ACTIVATE:
        _activate(state, seat, argument, events)
    elif kind == ACTION_ACTIVATE_SATELLITE:
        _activate_satellite(state, seat, argument, events)
    else:
        _simple(state, seat, kind, argument, events)


def _simple(state: State, seat: int, kind: int, argument: int, events: list[Event]) -> None:
    if kind in (ACTION_BUY, ACTION_BUY_SLOT):  # ST-027, ST-059, ST-060, ST-062, ST-R30
        card = argument if kind == ACTION_BUY else state.row[argument]
        spend(state, seat, 1, state.rules.cards.price[card], events)
        effects.buy(state, seat, card, NO_SLOT if kind == ACTION_BUY else argument, events)
        return
    spend(state, seat, 1, 0, events)
    if kind == ACTION_DRAW:  # ST-022
        effects.draw(state, seat, 1, events)
    elif kind == ACTION_CREDIT:  # ST-023
        effects.gain_credits(state, seat, 1, events)
    else:  # ST-026
        effects.discard(state, seat, argument, events)


def spend(state: State, seat: int, actions: int, credits: int, events: list[Event]) -> None:
    """Pay with actions and credits."""
    if actions:
        state.actions -= actions
        events.append((EVENT_ACTIONS, seat, -actions, state.actions))
    if credits:
        state.budget -= credits
        events.append((EVENT_CREDITS, seat, -credits, state.budget))


def _play_resource(state: State, seat: int, card: int, events: list[Event]) -> None:
    """A free action (ST-056)."""
    put_in_play(state, seat, card, events)
    for effect in state.rules.cards.programs[card * PARTS]:
        effects.automatic(state, seat, effect, events)


def _play_card(state: State, seat: int, card: int, group: int, events: list[Event]) -> None:
    """ST-024, ST-025: pay, then do what it says in the written order (ST-047)."""
    cards = state.rules.cards
    put_in_play(state, seat, card, events)
    spend(state, seat, 1, cards.cost[card], events)
    if cards.uses_encampment[card]:
        state.encampments -= 1
    state.group = group
    start(state, card * PARTS, NOWHERE, events)


def put_in_play(state: State, seat: int, card: int, events: list[Event]) -> None:
    """A played card lies in play until the end of the turn (ST-R24)."""
    state.hands[seat] = without(state.hands[seat], card)
    state.in_play += (card,)
    events.append((EVENT_CARD_PLAYED, seat, card))


def _activate(state: State, seat: int, hex: int, events: list[Event]) -> None:
    program = program_on(state, hex)
    cards = state.rules.cards
    events.append((EVENT_TOKEN_USED, seat, hex, program // PARTS))
    spend(state, seat, cards.active_actions[program], cards.active_credits[program], events)
    start(state, program, hex, events)


def _activate_satellite(state: State, seat: int, place: int, events: list[Event]) -> None:
    card = state.orbits[seat][place]
    program = card * PARTS + Part.ORBIT
    cards = state.rules.cards
    use_satellite(state, place)
    events.append((EVENT_SATELLITE_USED, seat, place, card))
    spend(state, seat, cards.active_actions[program], cards.active_credits[program], events)
    start(state, program, NOWHERE, events)


def use_satellite(table: Table, place: int) -> None:
    """Count that the active player's satellite is used."""
    used = table.used
    table.used = (*used[:place], used[place] + 1, *used[place + 1 :])


# -- resolving -------------------------------------------------------------------------------------------------------


def start(state: State, program: int, source: int, events: list[Event]) -> None:
    """Begin a program, and go on until a choice is needed or it is done."""
    state.program = program
    state.effect = 0
    state.source = source
    _go_on(state, events)


def resolve(state: State, seat: int, action: int, events: list[Event]) -> None:
    """Go on with the program that waits, after a choice."""
    effect = waiting(state)
    if effect_choices.choose(state, effect, action, events) and not state.ended:
        _next_effect(state)
        _go_on(state, events)
    if state.phase == PHASE_ACTION:
        events.append((EVENT_RESOLVED, seat))


def waiting(table: Table) -> tuple[int, ...]:
    """The effect that waits for a choice."""
    return table.rules.cards.programs[table.program][table.effect]


def _go_on(state: State, events: list[Event]) -> None:
    """Effect after effect in the written order (ST-047), those with nothing to be aimed at left out (ST-P06), until one
    waits for a choice, the last is done, or the match is over (ST-R32)."""
    programs = state.rules.cards.programs[state.program]
    while state.effect < len(programs):
        if not effect_choices.begin(state, programs[state.effect], events):
            state.phase = PHASE_RESOLVE
            return
        if state.ended:
            return
        _next_effect(state)
    settle(state)


def _next_effect(state: State) -> None:
    state.effect += 1
    state.target = NO_SEAT
    state.left = 0


def settle(table: Table) -> None:
    """Nothing is being resolved any more."""
    table.phase = PHASE_ACTION
    table.program = NO_PROGRAM
    table.effect = 0
    table.source = NOWHERE
    table.target = NO_SEAT
    table.left = 0
    table.group = 0
