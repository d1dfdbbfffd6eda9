"""Effects that ask (ST-047): whether they can be aimed at anything, what may be chosen, what a choice does.

An effect begins, waits for as many choices as it takes, one after the other, each a state like any other, and is done.
What waits is in the table: the effect, the choices left, the player aimed at, the group so far.
"""

from collections.abc import Callable
from typing import Final

from services.engine.event_table import Event
from services.rulesets.standoff import effects, placement, targets, tiles
from services.rulesets.standoff.board import BIT, hexes
from services.rulesets.standoff.cards import NO_CARD, PARTS, Op
from services.rulesets.standoff.events import (
    EVENT_CARD_FOUND,
    EVENT_HAND_SHOWN,
    EVENT_PLAYED_CARD_TRASHED,
    EVENT_RECOVERED,
    EVENT_SATELLITE_DEPLOYED,
    EVENT_SATELLITE_DESTROYED,
    EVENT_SCHEDULED,
    EVENT_SLOT_TRASHED,
    EVENT_TILE_CHOSEN,
    EVENT_TRASHED,
)
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
    play_group,
)
from services.rulesets.standoff.table import BLACK_TILE, NO_SEAT, ORBIT_LIMIT, Scheduled, State, without

Effect = tuple[int, ...]

# -- can it be aimed? ------------------------------------------------------------------------------------------------


def can_aim(state: State, seat: int, source: int, effect: Effect) -> bool:
    """Whether an effect has anything to be aimed at (ST-R31), before the card that does it is played."""
    op = effect[0]
    if op == Op.PLACE_GROUP:
        return placement.can_place(tiles.space(state, seat), state.own[seat], effect[1])  # ST-R14
    if op == Op.TRASH_FROM_HAND:
        return len(state.hands[seat]) > effect[1]  # the card itself is in hand, too
    if op == Op.SEARCH_DECK:
        return len(state.decks[seat]) > 0
    if op == Op.REVEAL_HAND_DISCARD:
        return len(_opponents_with(seat, state.hands)) > 0
    if op == Op.RECOVER:
        return len(state.discards[seat]) > 0
    if op == Op.MARKET_TRASH:
        return any(card != NO_CARD for card in state.row)
    if op == Op.DEPLOY_SATELLITE:
        return len(state.orbits[seat]) < ORBIT_LIMIT  # ST-R57
    if op == Op.DESTROY_SATELLITE:
        return len(_opponents_with(seat, state.orbits)) > 0
    return targets.hexes(state, seat, source, effect) != 0


def _opponents_with(seat: int, zones: list[tuple[int, ...]]) -> list[int]:
    """The other players who have a card in a zone."""
    return [other for other, zone in enumerate(zones) if zone and other != seat]


# -- beginning -------------------------------------------------------------------------------------------------------


def begin(state: State, effect: Effect, events: list[Event]) -> bool:
    """Begin an effect of the active player. Returns whether it is done: it needs no choice, or cannot do anything."""
    return _BEGIN[effect[0]](state, state.active, effect, events)


def _automatic(state: State, seat: int, effect: Effect, events: list[Event]) -> bool:
    effects.automatic(state, seat, effect, events)
    return True


def _begin_group(state: State, seat: int, effect: Effect, events: list[Event]) -> bool:
    if state.group:  # chosen together with the card
        _lay_group(state, seat, events)
        return True
    state.left = effect[1]
    return not placement.can_place(tiles.space(state, seat), state.own[seat], effect[1])


def _begin_at_hex(state: State, seat: int, effect: Effect, _events: list[Event]) -> bool:
    state.left = 1
    return not targets.hexes(state, seat, state.source, effect)


def _remove_source(state: State, seat: int, _effect: Effect, events: list[Event]) -> bool:
    token = tiles.token_on(state, state.source)
    if token >= 0:
        effects.remove_token(state, seat, state.source, token, events)
    return True


def _begin_trashing(state: State, seat: int, effect: Effect, _events: list[Event]) -> bool:
    state.left = min(effect[2], len(state.hands[seat]))
    return state.left == 0


def _trash_self(state: State, seat: int, _effect: Effect, events: list[Event]) -> bool:
    card = state.program // PARTS
    state.in_play = without(state.in_play, card)
    state.trash += (card,)
    events.append((EVENT_PLAYED_CARD_TRASHED, seat, card))
    return True


def _begin_search(state: State, seat: int, effect: Effect, _events: list[Event]) -> bool:
    state.left = min(effect[1], len(state.decks[seat]))
    return state.left == 0


def _begin_reveal(state: State, seat: int, effect: Effect, events: list[Event]) -> bool:
    """A player to whom one opponent is left is not asked which (ST-P01)."""
    state.left = effect[1]
    opponents = _opponents_with(seat, state.hands)
    if len(opponents) == 1:
        _show_hand(state, seat, opponents[0], events)
    return not opponents


def _begin_giving(state: State, seat: int, effect: Effect, events: list[Event]) -> bool:
    """With none left nothing is gained; a single opponent is not asked for (ST-R55)."""
    state.left = 1
    if not state.piles[state.rules.cards.places_in_pile[effect[1]]]:
        return True
    if state.rules.seats > 2:
        return False
    _give(state, seat, 1 - seat, effect, events)
    return True


def _begin_recovering(state: State, seat: int, effect: Effect, _events: list[Event]) -> bool:
    state.left = min(effect[1], len(state.discards[seat]))
    return state.left == 0


def _schedule(state: State, seat: int, effect: Effect, events: list[Event]) -> bool:
    """Put effects off to the next upkeeps of the player, or of each opponent in seat order."""
    card = state.program // PARTS
    for other in range(state.rules.seats):
        if (other == seat) != (effect[1] == 1):
            state.scheduled[other] += (Scheduled(card, state.effect, effect[3]),)
            events.append((EVENT_SCHEDULED, other, card, state.effect, effect[3]))
    return True


def _begin_market_trash(state: State, _seat: int, effect: Effect, _events: list[Event]) -> bool:
    state.left = effect[1]
    return all(card == NO_CARD for card in state.row)


def _deploy(state: State, seat: int, _effect: Effect, events: list[Event]) -> bool:
    card = state.program // PARTS
    state.in_play = without(state.in_play, card)
    state.orbits[seat] += (card,)
    state.used += (0,)
    events.append((EVENT_SATELLITE_DEPLOYED, seat, card))
    return True


def _begin_interception(state: State, seat: int, _effect: Effect, _events: list[Event]) -> bool:
    state.left = 1
    opponents = _opponents_with(seat, state.orbits)
    if len(opponents) == 1:
        state.target = opponents[0]
    return not opponents


# -- choosing --------------------------------------------------------------------------------------------------------


def choices(state: State, effect: Effect) -> list[int]:
    """What the active player may choose for an effect that waits, ascending; never nothing."""
    return _CHOICES[effect[0]](state, state.active, effect)


def choose(state: State, effect: Effect, action: int, events: list[Event]) -> bool:
    """Go on with an effect after a choice. Returns whether it is done."""
    return _CHOSEN[effect[0]](state, state.active, effect, action, events)


def _tile_choices(state: State, seat: int, effect: Effect) -> list[int]:
    """D2: the next tile of a group, or the whole group."""
    space = tiles.space(state, seat)
    if state.group:
        found = placement.next_tiles(space, state.group)
    elif state.rules.macro and effect[1] > 1:
        return [play_group(NO_CARD, group) for group in placement.groups(space, state.own[seat], effect[1])]
    else:
        found = placement.first_tiles(space, state.own[seat], effect[1])
    return [ACTION_PLACE + hex for hex in hexes(found)]


def _tile_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    if action >= ACTION_GROUP:
        state.group = group_of(action)
        state.left = 0
    else:
        hex = argument_of(action)
        state.group |= BIT[hex]
        state.left -= 1
        if state.left:
            events.append((EVENT_TILE_CHOSEN, seat, hex))
            return False
    _lay_group(state, seat, events)
    return True


def _lay_group(state: State, seat: int, events: list[Event]) -> None:
    """The group is complete (ST-R15)."""
    group = state.group
    state.group = 0
    effects.place_tiles(state, seat, seat, group, events)


def _hex_choices(state: State, seat: int, effect: Effect) -> list[int]:
    """D3."""
    return [ACTION_TARGET + hex for hex in hexes(targets.hexes(state, seat, state.source, effect))]


def _hex_chosen(state: State, seat: int, effect: Effect, action: int, events: list[Event]) -> bool:
    op, hex = effect[0], argument_of(action)
    if op == Op.PLACE_TILE:
        effects.place_tiles(state, seat, BLACK_TILE if effect[1] else seat, BIT[hex], events)
    elif op == Op.DESTROY_TILE:
        effects.destroy_tile(state, seat, hex, effect[-1] == 1, events)
    elif op == Op.DESTROY_IMPROVEMENT:
        effects.destroy_token(state, seat, hex, events)
    elif op == Op.CONVERT_TILE:
        effects.convert_tile(state, seat, hex, events)
    elif op == Op.MOVE_TILE:
        effects.move_tile(state, seat, state.source, hex, events)
    else:
        effects.place_token(state, seat, hex, effect[1], events)
    return True


def _picks(cards: tuple[int, ...]) -> list[int]:
    """D5: each card once."""
    return [ACTION_PICK + card for card in sorted(set(cards))]


def _trash_choices(state: State, seat: int, effect: Effect) -> list[int]:
    """D6: a card from hand, or stop."""
    found = _picks(state.hands[seat])
    if effect[2] - state.left >= effect[1]:
        found.append(ACTION_STOP)
    return found


def _trash_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    if action == ACTION_STOP:
        return True
    card = argument_of(action)
    state.hands[seat] = without(state.hands[seat], card)
    state.trash += (card,)
    events.append((EVENT_TRASHED, seat, card))
    state.left -= 1
    return state.left == 0


def _search_choices(state: State, seat: int, _effect: Effect) -> list[int]:
    return _picks(state.decks[seat])


def _search_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    card = argument_of(action)
    state.decks[seat] = without(state.decks[seat], card)
    state.hands[seat] += (card,)
    events.append((EVENT_CARD_FOUND, seat, card))
    state.left -= 1
    if state.left:
        return False
    effects.shuffle_deck(state, seat, events)
    return True


def _players(seats: list[int]) -> list[int]:
    """D4."""
    return [ACTION_PLAYER + seat for seat in seats]


def _reveal_choices(state: State, seat: int, _effect: Effect) -> list[int]:
    if state.target == NO_SEAT:
        return _players(_opponents_with(seat, state.hands))
    return _picks(state.hands[state.target])


def _reveal_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    if state.target == NO_SEAT:
        _show_hand(state, seat, argument_of(action), events)
        return False
    card = argument_of(action)
    effects.discard(state, state.target, card, events)
    state.left -= 1
    return state.left == 0


def _show_hand(state: State, seat: int, other: int, events: list[Event]) -> None:
    """A player looks at another's hand, until the effect is done (ST-R61)."""
    state.target = other
    state.left = min(state.left, len(state.hands[other]))
    events.append((EVENT_HAND_SHOWN, seat, other, *sorted(state.hands[other])))


def _giving_choices(state: State, seat: int, _effect: Effect) -> list[int]:
    return _players([other for other in range(state.rules.seats) if other != seat])


def _giving_chosen(state: State, seat: int, effect: Effect, action: int, events: list[Event]) -> bool:
    _give(state, seat, argument_of(action), effect, events)
    return True


def _give(state: State, seat: int, other: int, effect: Effect, events: list[Event]) -> None:
    to_deck = effect[2] == 0 and state.rules.horse_to_deck
    effects.give(state, seat, other, effect[1], to_deck, events)


def _recover_choices(state: State, seat: int, _effect: Effect) -> list[int]:
    return _picks(state.discards[seat])


def _recover_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    card = argument_of(action)
    state.discards[seat] = without(state.discards[seat], card)
    state.hands[seat] += (card,)
    events.append((EVENT_RECOVERED, seat, card))
    state.left -= 1
    return state.left == 0


def _market_choices(state: State, _seat: int, _effect: Effect) -> list[int]:
    return [ACTION_PICK_SLOT + slot for slot, card in enumerate(state.row) if card != NO_CARD]


def _market_chosen(state: State, seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    slot = argument_of(action)
    card = state.row[slot]
    state.trash += (card,)
    events.append((EVENT_SLOT_TRASHED, seat, slot, card))
    effects.fill_slot(state, slot, events)
    state.left -= 1
    return state.left == 0 or all(card == NO_CARD for card in state.row)


def _interception_choices(state: State, seat: int, _effect: Effect) -> list[int]:
    if state.target == NO_SEAT:
        return _players(_opponents_with(seat, state.orbits))
    return _picks(state.orbits[state.target])


def _interception_chosen(state: State, _seat: int, _effect: Effect, action: int, events: list[Event]) -> bool:
    if state.target == NO_SEAT:
        state.target = argument_of(action)
        return False
    card = argument_of(action)
    state.orbits[state.target] = without(state.orbits[state.target], card)
    state.discards[state.target] += (card,)
    events.append((EVENT_SATELLITE_DESTROYED, state.target, card))
    return True


_AT_HEX: Final = (
    Op.PLACE_TILE,
    Op.DESTROY_TILE,
    Op.DESTROY_IMPROVEMENT,
    Op.CONVERT_TILE,
    Op.MOVE_TILE,
    Op.PLACE_IMPROVEMENT,
)
_BEGIN: Final[dict[int, Callable[[State, int, Effect, list[Event]], bool]]] = {
    Op.GAIN_CREDITS: _automatic,
    Op.GAIN_ACTIONS: _automatic,
    Op.GAIN_ENCAMPMENTS: _automatic,
    Op.DRAW: _automatic,
    Op.PLACE_GROUP: _begin_group,
    **dict.fromkeys(_AT_HEX, _begin_at_hex),
    Op.REMOVE_SOURCE_TOKEN: _remove_source,
    Op.TRASH_FROM_HAND: _begin_trashing,
    Op.TRASH_SELF: _trash_self,
    Op.SEARCH_DECK: _begin_search,
    Op.REVEAL_HAND_DISCARD: _begin_reveal,
    Op.GIVE_CARD: _begin_giving,
    Op.RECOVER: _begin_recovering,
    Op.SCHEDULE: _schedule,
    Op.MARKET_TRASH: _begin_market_trash,
    Op.DEPLOY_SATELLITE: _deploy,
    Op.DESTROY_SATELLITE: _begin_interception,
}
_CHOICES: Final[dict[int, Callable[[State, int, Effect], list[int]]]] = {
    Op.PLACE_GROUP: _tile_choices,
    **dict.fromkeys(_AT_HEX, _hex_choices),
    Op.TRASH_FROM_HAND: _trash_choices,
    Op.SEARCH_DECK: _search_choices,
    Op.REVEAL_HAND_DISCARD: _reveal_choices,
    Op.GIVE_CARD: _giving_choices,
    Op.RECOVER: _recover_choices,
    Op.MARKET_TRASH: _market_choices,
    Op.DESTROY_SATELLITE: _interception_choices,
}
_CHOSEN: Final[dict[int, Callable[[State, int, Effect, int, list[Event]], bool]]] = {
    Op.PLACE_GROUP: _tile_chosen,
    **dict.fromkeys(_AT_HEX, _hex_chosen),
    Op.TRASH_FROM_HAND: _trash_chosen,
    Op.SEARCH_DECK: _search_chosen,
    Op.REVEAL_HAND_DISCARD: _reveal_chosen,
    Op.GIVE_CARD: _giving_chosen,
    Op.RECOVER: _recover_chosen,
    Op.MARKET_TRASH: _market_chosen,
    Op.DESTROY_SATELLITE: _interception_chosen,
}


def asks(effect: Effect) -> bool:
    """Whether an effect may wait for a choice."""
    return effect[0] in _CHOICES
