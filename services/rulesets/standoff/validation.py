"""Whether a state or view that was read can be one of this game."""

from typing import NoReturn

from services.engine.ruleset import SPECTATOR, MalformedPosition
from services.rulesets.standoff import action_phase, effect_choices, knowledge, placement, scoring, tiles
from services.rulesets.standoff.board import BOARD, NOWHERE
from services.rulesets.standoff.cards import NO_CARD, PARTS, Op, Part
from services.rulesets.standoff.table import (
    ENDED_ADJUDICATED,
    NO_PROGRAM,
    NO_SEAT,
    NOT_ENDED,
    ORBIT_LIMIT,
    PHASE_ACTION,
    PHASE_DISCARD_DOWN,
    PHASE_GAME_OVER,
    PHASE_RESOLVE,
    State,
    Table,
    View,
    hand_limit,
)

# -- a state ---------------------------------------------------------------------------------------------------------


def check_state(state: State) -> None:
    """Check a state of the right shape.

    Raises:
        MalformedPosition: it cannot come about. The message says where.
    """
    _check_table(state)
    if NO_CARD in state.row and state.draft:
        _fail("row", "a slot stays empty only when the draft pile is")
    _check_cards(state)
    _CHECKED[state.phase](state)


def _check_table(table: Table) -> None:
    """What a state and a view have in common."""
    if table.round > table.rules.round_limit:
        _fail("round", f"must be at most {table.rules.round_limit}")
    if table.first and not table.rules.random_first:
        _fail("first", "must be 0 with the option first_player=seat0")
    taken = table.black
    for seat, own in enumerate(table.own):
        if own & taken:
            _fail(f"players[{seat}].tiles", "a hex has one tile")
        taken |= own
    for seat, orbit in enumerate(table.orbits):
        if len(orbit) > ORBIT_LIMIT:
            _fail(f"players[{seat}].orbit", f"must be at most {ORBIT_LIMIT}")
    if len(table.used) != len(table.orbits[table.active]):
        _fail("used", "must be one for each satellite of the active player")
    _check_scheduled(table)
    over = table.phase == PHASE_GAME_OVER
    if over != (table.ended != NOT_ENDED):
        _fail("ending", "must be there exactly when the match has ended")
    if (table.phase == PHASE_RESOLVE) != (table.program != NO_PROGRAM):
        _fail("resolving", "must be there exactly when a choice is waited for")
    _check_ending(table)


def _check_scheduled(table: Table) -> None:
    programs = table.rules.cards.programs
    for seat, queue in enumerate(table.scheduled):
        for card, place, left in queue:
            effects = programs[card * PARTS]
            if place >= len(effects) or effects[place][0] != Op.SCHEDULE or left > effects[place][3]:
                _fail(f"players[{seat}].scheduled", "the card schedules no such thing")


def _check_ending(table: Table) -> None:
    how = scoring.how_it_ends(table)
    if table.ended == ENDED_ADJUDICATED:
        last = (table.active + 1) % table.rules.seats == table.first
        if how != NOT_ENDED or table.round != table.rules.round_limit or not last:
            _fail("ending", "the match was not decided by the end of the last round")
    elif table.ended != how:
        _fail("ending", "must be what the red zone says")


def _check_cards(state: State) -> None:
    """Each card is in exactly one place."""
    cards = state.rules.cards
    left = state.rules.totals.copy()
    for place, card in enumerate(cards.piles):
        left[card] -= state.piles[place]
    zones = [state.row, state.draft, state.trash, state.in_play, *state.decks, *state.hands]
    for zone in (*zones, *state.discards, *state.orbits):
        for card in zone:
            if card != NO_CARD:
                left[card] -= 1
    for card, number in enumerate(left):
        if number:
            _fail("piles", f"{cards.ids[card]}: {'too few' if number > 0 else 'too many'} in the match")


# -- phases ----------------------------------------------------------------------------------------------------------


def _check_acting(_state: State) -> None:
    """Anything goes."""


def _check_resolving(state: State) -> None:
    cards = state.rules.cards
    card, part = divmod(state.program, PARTS)
    effects = cards.programs[state.program]
    if state.effect >= len(effects) or not effect_choices.asks(effects[state.effect]):
        _fail("resolving.effect", "must be one with a choice")
    if part == Part.EFFECTS:
        if card not in state.in_play and card not in state.trash:
            _fail("resolving.card", "must have been played")
    elif part == Part.ORBIT and card not in state.orbits[state.active]:
        _fail("resolving.card", "must be in orbit")
    _check_source(state, card, part)
    _check_waiting(state, effects[state.effect])
    if not effect_choices.choices(state, effects[state.effect]):
        _fail("resolving", "waits for no choice")


def _check_source(state: State, card: int, part: int) -> None:
    of_token = part in (Part.RAINBOW, Part.BLACK, Part.GRAY)
    if of_token != (state.source != NOWHERE):
        _fail("resolving.hex", "must be there for a token, and for nothing else")
    if of_token and action_phase.program_on(state, state.source) != card * PARTS + part and state.effect == 0:
        _fail("resolving.hex", "must have the token of the card, on such a tile")


def _check_waiting(state: State, effect: tuple[int, ...]) -> None:
    op = effect[0]
    if op == Op.PLACE_GROUP:
        _check_group(state, effect[1])
        return
    if state.group:
        _fail("resolving.group", "must be empty")
    if not 1 <= state.left <= _most_choices(state, effect):
        _fail("resolving.left", "does not fit the effect")
    if state.target == NO_SEAT:
        return
    if op not in (Op.REVEAL_HAND_DISCARD, Op.DESTROY_SATELLITE) or state.target == state.active:
        _fail("resolving.player", "must be an opponent, for an effect that is aimed at one")


def _most_choices(state: State, effect: tuple[int, ...]) -> int:
    """How many choices an effect has left at most."""
    op, seat = effect[0], state.active
    if op == Op.TRASH_FROM_HAND:
        return min(effect[2], len(state.hands[seat]))
    if op == Op.SEARCH_DECK:
        return min(effect[1], len(state.decks[seat]))
    if op == Op.RECOVER:
        return min(effect[1], len(state.discards[seat]))
    if op == Op.REVEAL_HAND_DISCARD:
        return effect[1] if state.target == NO_SEAT else min(effect[1], len(state.hands[state.target]))
    return effect[1] if op == Op.MARKET_TRASH else 1


def _check_group(state: State, number: int) -> None:
    group = state.group
    if state.left < 1 or group.bit_count() + state.left != number or state.target != NO_SEAT:
        _fail("resolving.left", "does not fit the group")
    if not group:
        return
    space, own = tiles.space(state, state.active), state.own[state.active]
    if group & ~space or state.rules.macro:
        _fail("resolving.group", "must be of hexes where tiles may be placed, tile by tile")
    if placement.refusal_of_group(group, group.bit_count(), BOARD & ~space, 0, own):
        _fail("resolving.group", "must be connected, and touch the edge or a tile of the player's own")


def _check_discarding(state: State) -> None:
    _check_turn_over(state)
    if len(state.hands[state.active]) <= hand_limit(state, state.active):
        _fail("phase", "the player has not too many cards")


def _check_over(state: State) -> None:
    if state.ended == ENDED_ADJUDICATED:
        _check_turn_over(state)


def _check_turn_over(state: State) -> None:
    if state.budget or state.actions or state.encampments or state.in_play:
        _fail("budget", "is nothing at the end of a turn, as are actions, encampments and cards in play")


_CHECKED = {
    PHASE_ACTION: _check_acting,
    PHASE_RESOLVE: _check_resolving,
    PHASE_DISCARD_DOWN: _check_discarding,
    PHASE_GAME_OVER: _check_over,
}


# -- a view ----------------------------------------------------------------------------------------------------------


def check_view(view: View) -> None:
    """Check a view of the right shape as far as a state can be imagined from it; whether that state looks like the view
    is checked with the state.

    Raises:
        MalformedPosition: no state can be. The message says where.
    """
    _check_table(view)
    if view.program != NO_PROGRAM and view.effect >= len(view.rules.cards.programs[view.program]):
        _fail("resolving.effect", "the card has no such effect")
    for seat, unseen in enumerate(view.unseen):
        there = view.deck_sizes[seat] + (0 if seat == view.viewer else view.hand_sizes[seat])
        if len(unseen) != there:
            _fail(f"players[{seat}].unseen", "does not fit the sizes of deck and hand")
        if seat == view.viewer and len(view.hand) != view.hand_sizes[seat]:
            _fail(f"players[{seat}].hand_size", "does not fit the hand")
    _check_shown(view)
    if len(knowledge.draft_cards(view, view.unseen, view.hand)) != view.draft_size:
        _fail("draft_size", "does not fit the cards that are nowhere else")


def _check_shown(view: View) -> None:
    if not view.shown:
        return
    if view.viewer == SPECTATOR or view.viewer != view.active or not knowledge.is_looking(view):
        _fail("shown", "nobody's hand is looked at")
    left = list(view.unseen[view.target])
    for card in view.shown:
        if card not in left:
            _fail("shown", "has a card that the player cannot have")
        left.remove(card)
    if len(view.shown) != view.hand_sizes[view.target]:
        _fail("shown", "does not fit the size of the hand")


def _fail(where: str, what: str) -> NoReturn:
    raise MalformedPosition(f"{where}: {what}")
