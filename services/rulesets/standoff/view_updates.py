"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.standoff import action_phase, phases, scoring, tiles
from services.rulesets.standoff.board import BIT, NOWHERE, hex_named, mask_of
from services.rulesets.standoff.cards import NO_CARD, PARTS
from services.rulesets.standoff.events import ENDING_NAMES, PART_NAMES
from services.rulesets.standoff.table import (
    BLACK_TILE,
    NO_SEAT,
    PHASE_DISCARD_DOWN,
    PHASE_RESOLVE,
    Scheduled,
    View,
    Zone,
    without,
)


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        if kind in _FOLLOWED:  # others say what happens, and change nothing
            _FOLLOWED[kind](view, body)


def _card(view: View, body: JsonObject) -> int:
    return view.rules.cards.numbers[body["card"]]


# -- hands and decks -------------------------------------------------------------------------------------------------


def _leave_hand(view: View, seat: int, card: int) -> None:
    """A card leaves a player's hand in the open."""
    view.hand_sizes[seat] -= 1
    if seat == view.viewer:
        view.hand = without(view.hand, card)
    else:
        view.unseen[seat] = without(view.unseen[seat], card)
        if seat == view.target and view.shown:
            view.shown = without(view.shown, card)


def _enter_unseen(view: View, seat: int, cards: Zone) -> None:
    view.unseen[seat] = tuple(sorted(view.unseen[seat] + cards))


def _take_from_deck(view: View, seat: int, number: int, cards: list[str]) -> None:
    view.hand_sizes[seat] += number
    view.deck_sizes[seat] -= number
    for id in cards:
        card = view.rules.cards.numbers[id]
        view.unseen[seat] = without(view.unseen[seat], card)
        view.hand += (card,)


def _drew(view: View, body: JsonObject) -> None:
    _take_from_deck(view, body["player"], body["number"], body["cards"])


def _card_found(view: View, body: JsonObject) -> None:
    _take_from_deck(view, body["player"], 1, [body["card"]] if "card" in body else [])


def _reshuffled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    _enter_unseen(view, seat, view.discards[seat])
    view.deck_sizes[seat] += body["number"]
    view.discards[seat] = ()


def _discarded(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body)
    _leave_hand(view, seat, card)
    view.discards[seat] += (card,)


def _trashed(view: View, body: JsonObject) -> None:
    card = _card(view, body)
    _leave_hand(view, body["player"], card)
    view.trash += (card,)


def _recovered(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body)
    view.discards[seat] = without(view.discards[seat], card)
    view.hand_sizes[seat] += 1
    if seat == view.viewer:
        view.hand += (card,)
    else:
        _enter_unseen(view, seat, (card,))


def _card_given(view: View, body: JsonObject) -> None:
    seat, card = body["to_player"], _card(view, body)
    view.piles[view.rules.cards.places_in_pile[card]] -= 1
    if body["to_deck"]:
        view.deck_sizes[seat] += 1
        _enter_unseen(view, seat, (card,))
    else:
        view.discards[seat] += (card,)


def _hand_shown(view: View, body: JsonObject) -> None:
    view.shown = tuple([view.rules.cards.numbers[id] for id in body["cards"]])


# -- the market ------------------------------------------------------------------------------------------------------


def _bought(view: View, body: JsonObject) -> None:
    card = _card(view, body)
    view.discards[body["player"]] += (card,)
    if "slot" not in body:
        view.piles[view.rules.cards.places_in_pile[card]] -= 1


def _slot_filled(view: View, body: JsonObject) -> None:
    card = _card(view, body) if "card" in body else NO_CARD
    slot = body["slot"] - 1
    view.row = (*view.row[:slot], card, *view.row[slot + 1 :])
    view.draft_size -= card != NO_CARD


def _slot_trashed(view: View, body: JsonObject) -> None:
    view.trash += (_card(view, body),)


# -- playing ---------------------------------------------------------------------------------------------------------


def _turn_began(view: View, body: JsonObject) -> None:
    phases.begin_turn(view, body["player"], body["round"])


def _upkeep_paid(view: View, body: JsonObject) -> None:
    """What was scheduled is worked off from the first on; with upkeeps left it comes last again."""
    if "times_left" not in body:
        return
    seat = body["player"]
    first, *rest = view.scheduled[seat]
    if body["times_left"]:
        rest.append(first._replace(times_left=body["times_left"]))
    view.scheduled[seat] = tuple(rest)


def _credits(view: View, body: JsonObject) -> None:
    view.budget = body["now"]


def _actions(view: View, body: JsonObject) -> None:
    view.actions = body["now"]


def _encampments(view: View, body: JsonObject) -> None:
    view.encampments = body["now"]


def _card_played(view: View, body: JsonObject) -> None:
    card = _card(view, body)
    _leave_hand(view, body["player"], card)
    view.in_play += (card,)
    view.encampments -= view.rules.cards.uses_encampment[card]


def _satellite_used(view: View, body: JsonObject) -> None:
    action_phase.use_satellite(view, body["satellite"] - 1)


def _played_card_trashed(view: View, body: JsonObject) -> None:
    card = _card(view, body)
    view.in_play = without(view.in_play, card)
    view.trash += (card,)


def _satellite_deployed(view: View, body: JsonObject) -> None:
    card = _card(view, body)
    view.in_play = without(view.in_play, card)
    view.orbits[body["player"]] += (card,)
    view.used += (0,)


def _satellite_destroyed(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body)
    view.orbits[seat] = without(view.orbits[seat], card)
    view.discards[seat] += (card,)


def _scheduled(view: View, body: JsonObject) -> None:
    what = body["what"]
    view.scheduled[body["player"]] += (Scheduled(_card(view, what), what["effect"] - 1, what["times_left"]),)


def _choice_asked(view: View, body: JsonObject) -> None:
    what = body["what"]
    view.phase = PHASE_RESOLVE
    view.program = _card(view, what) * PARTS + PART_NAMES.index(what["part"])
    view.effect = what["effect"] - 1
    view.left = what["left"]
    view.source = hex_named(what["hex"]) if "hex" in what else NOWHERE
    view.target = what.get("player", NO_SEAT)


def _resolved(view: View, _body: JsonObject) -> None:
    action_phase.settle(view)
    view.shown = ()


def _turn_ended(view: View, body: JsonObject) -> None:
    phases.end_turn(view, body["player"])


def _discard_asked(view: View, _body: JsonObject) -> None:
    view.phase = PHASE_DISCARD_DOWN


def _game_ended(view: View, body: JsonObject) -> None:
    scoring.finish(view, _ENDINGS[body["ending"]])
    view.shown = ()


# -- the board -------------------------------------------------------------------------------------------------------


def _tile_chosen(view: View, body: JsonObject) -> None:
    view.group |= BIT[hex_named(body["hex"])]


def _tiles_placed(view: View, body: JsonObject) -> None:
    view.group = 0
    tiles.lay(view, BLACK_TILE if body["black"] else body["player"], mask_of([hex_named(hex) for hex in body["hexes"]]))


def _tile_destroyed(view: View, body: JsonObject) -> None:
    tiles.lift(view, hex_named(body["hex"]))


def _tile_converted(view: View, body: JsonObject) -> None:
    hex = hex_named(body["hex"])
    tiles.lift(view, hex)
    tiles.lay(view, body["player"], BIT[hex])


def _tile_moved(view: View, body: JsonObject) -> None:
    start, end = hex_named(body["hex"]), hex_named(body["to_hex"])
    token = tiles.token_on(view, start)
    tiles.lay(view, tiles.lift(view, start), BIT[end])
    view.tokens[token] ^= BIT[start] | BIT[end]


def _token_placed(view: View, body: JsonObject) -> None:
    view.tokens[view.rules.cards.token_numbers[_card(view, body)]] |= BIT[hex_named(body["hex"])]


def _token_removed(view: View, body: JsonObject) -> None:
    view.tokens[view.rules.cards.token_numbers[_card(view, body)]] &= ~BIT[hex_named(body["hex"])]


_ENDINGS: Final = {name: number for number, name in ENDING_NAMES.items()}
_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    "turn_began": _turn_began,
    "upkeep_paid": _upkeep_paid,
    "credits": _credits,
    "actions": _actions,
    "encampments": _encampments,
    "card_played": _card_played,
    "satellite_used": _satellite_used,
    "tile_chosen": _tile_chosen,
    "tiles_placed": _tiles_placed,
    "tile_destroyed": _tile_destroyed,
    "tile_converted": _tile_converted,
    "tile_moved": _tile_moved,
    "token_placed": _token_placed,
    "token_removed": _token_removed,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "discarded": _discarded,
    "trashed": _trashed,
    "played_card_trashed": _played_card_trashed,
    "bought": _bought,
    "slot_filled": _slot_filled,
    "slot_trashed": _slot_trashed,
    "card_given": _card_given,
    "hand_shown": _hand_shown,
    "card_found": _card_found,
    "recovered": _recovered,
    "satellite_deployed": _satellite_deployed,
    "satellite_destroyed": _satellite_destroyed,
    "scheduled": _scheduled,
    "choice_asked": _choice_asked,
    "resolved": _resolved,
    "turn_ended": _turn_ended,
    "discard_asked": _discard_asked,
    "game_ended": _game_ended,
}
