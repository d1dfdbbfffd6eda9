"""What a viewer sees of an event: the JSON of the Event message. Slots and satellites are counted from 1 here.

Cards that are drawn, found or shown are told to the player who sees them; the others are told that it happened.
"""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.standoff import events
from services.rulesets.standoff.board import NOWHERE, hexes, name
from services.rulesets.standoff.cards import NO_CARD, PARTS, Cards
from services.rulesets.standoff.events import Event
from services.rulesets.standoff.table import (
    BLACK_TILE,
    ENDED_ADJUDICATED,
    ENDED_BY_MAJORITY,
    ENDED_FILLED,
    NO_SEAT,
    NOT_ENDED,
)

PART_NAMES: Final = ("PART_EFFECTS", "PART_RAINBOW", "PART_BLACK", "PART_GRAY", "PART_ORBIT")
ENDING_NAMES: Final = {
    NOT_ENDED: "ENDING_UNSPECIFIED",
    ENDED_FILLED: "ENDING_FILLED",
    ENDED_BY_MAJORITY: "ENDING_MAJORITY",
    ENDED_ADJUDICATED: "ENDING_ADJUDICATED",
}


def share(event: Event, viewer: int, cards: Cards) -> JsonObject | None:
    """What the viewer sees of an event."""
    return _SHARED[event[0]](event, viewer, cards)


def resolving_json(program: int, effect: int, source: int, target: int, left: int, cards: Cards) -> JsonObject:
    """An effect that waits for a choice as the JSON of the Resolving message, without the group."""
    document: JsonObject = {
        "card": cards.ids[program // PARTS],
        "part": PART_NAMES[program % PARTS],
        "effect": effect + 1,
        "left": left,
    }
    if source != NOWHERE:
        document["hex"] = name(source)
    if target != NO_SEAT:
        document["player"] = target
    return document


Shared = Callable[[Event, int, Cards], JsonObject]


def _player(kind: str) -> Shared:
    return lambda event, _viewer, _cards: {kind: {"player": event[1]}}


def _player_and_card(kind: str) -> Shared:
    return lambda event, _viewer, cards: {kind: {"player": event[1], "card": cards.ids[event[2]]}}


def _player_and_number(kind: str) -> Shared:
    return lambda event, _viewer, _cards: {kind: {"player": event[1], "number": event[2]}}


def _changed(kind: str) -> Shared:
    return lambda event, _viewer, _cards: {kind: {"player": event[1], "change": event[2], "now": event[3]}}


def _hex_and_card(kind: str) -> Shared:
    return lambda event, _viewer, cards: {
        kind: {"player": event[1], "hex": name(event[2]), "card": cards.ids[event[3]]}
    }


def _tile_changed(kind: str) -> Shared:
    def shared(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
        body: JsonObject = {"player": event[1], "hex": name(event[2])}
        if event[3] != BLACK_TILE:
            body["owner"] = event[3]
        return {kind: body}

    return shared


def _turn_began(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
    return {"turn_began": {"player": event[1], "round": event[2]}}


def _upkeep_paid(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    body: JsonObject = {"player": event[1], "card": cards.ids[event[2]]}
    if event[3] != NOWHERE:
        body["hex"] = name(event[3])
    if event[4] != events.NOT_SCHEDULED:
        body["times_left"] = event[4]
    return {"upkeep_paid": body}


def _satellite_used(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    return {"satellite_used": {"player": event[1], "satellite": event[2] + 1, "card": cards.ids[event[3]]}}


def _tile_chosen(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
    return {"tile_chosen": {"player": event[1], "hex": name(event[2])}}


def _tiles_placed(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
    where = [name(hex) for hex in hexes(event[3])]
    return {"tiles_placed": {"player": event[1], "hexes": where, "black": event[2] == BLACK_TILE}}


def _tile_moved(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
    body: JsonObject = {"player": event[1], "hex": name(event[2]), "to_hex": name(event[3])}
    if event[4] != BLACK_TILE:
        body["owner"] = event[4]
    return {"tile_moved": body}


def _control_changed(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    body: JsonObject = {"hex": name(event[1]), "card": cards.ids[event[2]]}
    if event[3] != NO_SEAT:
        body["before"] = event[3]
    if event[4] != NO_SEAT:
        body["now"] = event[4]
    return {"control_changed": body}


def _drew(event: Event, viewer: int, cards: Cards) -> JsonObject:
    """The cards are for the player alone."""
    drawn = [cards.ids[card] for card in event[2:]] if viewer == event[1] else []
    return {"drew": {"player": event[1], "number": len(event) - 2, "cards": drawn}}


def _bought(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    body: JsonObject = {"player": event[1], "card": cards.ids[event[2]]}
    if event[3] != events.NO_SLOT:
        body["slot"] = event[3] + 1
    return {"bought": body}


def _slot_filled(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    body: JsonObject = {"slot": event[1] + 1}
    if event[2] != NO_CARD:
        body["card"] = cards.ids[event[2]]
    return {"slot_filled": body}


def _slot_trashed(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    return {"slot_trashed": {"player": event[1], "slot": event[2] + 1, "card": cards.ids[event[3]]}}


def _card_given(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    body = {"player": event[1], "to_player": event[2], "card": cards.ids[event[3]], "to_deck": event[4] == 1}
    return {"card_given": body}


def _hand_shown(event: Event, viewer: int, cards: Cards) -> JsonObject:
    """The cards are for the player who looks alone (ST-R61)."""
    shown = [cards.ids[card] for card in event[3:]] if viewer == event[1] else []
    return {"hand_shown": {"player": event[1], "of_player": event[2], "cards": shown}}


def _card_found(event: Event, viewer: int, cards: Cards) -> JsonObject:
    """The card is for the player alone."""
    body: JsonObject = {"player": event[1]}
    if viewer == event[1]:
        body["card"] = cards.ids[event[2]]
    return {"card_found": body}


def _scheduled(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    what = {"card": cards.ids[event[2]], "effect": event[3] + 1, "times_left": event[4]}
    return {"scheduled": {"player": event[1], "what": what}}


def _choice_asked(event: Event, _viewer: int, cards: Cards) -> JsonObject:
    what = resolving_json(event[2], event[3], event[4], event[5], event[6], cards)
    what["group"] = []
    return {"choice_asked": {"player": event[1], "what": what}}


def _game_ended(event: Event, _viewer: int, _cards: Cards) -> JsonObject:
    return {"game_ended": {"ending": ENDING_NAMES[event[1]], "ranking": list(event[2:])}}


_SHARED: Final[dict[int, Shared]] = {
    events.EVENT_MATCH_STARTED: _player("match_started"),
    events.EVENT_TURN_BEGAN: _turn_began,
    events.EVENT_UPKEEP_PAID: _upkeep_paid,
    events.EVENT_CREDITS: _changed("credits"),
    events.EVENT_ACTIONS: _changed("actions"),
    events.EVENT_ENCAMPMENTS: _changed("encampments"),
    events.EVENT_CARD_PLAYED: _player_and_card("card_played"),
    events.EVENT_TOKEN_USED: _hex_and_card("token_used"),
    events.EVENT_SATELLITE_USED: _satellite_used,
    events.EVENT_TILE_CHOSEN: _tile_chosen,
    events.EVENT_TILES_PLACED: _tiles_placed,
    events.EVENT_TILE_DESTROYED: _tile_changed("tile_destroyed"),
    events.EVENT_TILE_CONVERTED: _tile_changed("tile_converted"),
    events.EVENT_TILE_MOVED: _tile_moved,
    events.EVENT_TOKEN_PLACED: _hex_and_card("token_placed"),
    events.EVENT_TOKEN_REMOVED: _hex_and_card("token_removed"),
    events.EVENT_CONTROL_CHANGED: _control_changed,
    events.EVENT_DREW: _drew,
    events.EVENT_RESHUFFLED: _player_and_number("reshuffled"),
    events.EVENT_DISCARDED: _player_and_card("discarded"),
    events.EVENT_TRASHED: _player_and_card("trashed"),
    events.EVENT_PLAYED_CARD_TRASHED: _player_and_card("played_card_trashed"),
    events.EVENT_BOUGHT: _bought,
    events.EVENT_SLOT_FILLED: _slot_filled,
    events.EVENT_SLOT_TRASHED: _slot_trashed,
    events.EVENT_CARD_GIVEN: _card_given,
    events.EVENT_HAND_SHOWN: _hand_shown,
    events.EVENT_CARD_FOUND: _card_found,
    events.EVENT_DECK_SHUFFLED: _player("deck_shuffled"),
    events.EVENT_RECOVERED: _player_and_card("recovered"),
    events.EVENT_SATELLITE_DEPLOYED: _player_and_card("satellite_deployed"),
    events.EVENT_SATELLITE_DESTROYED: _player_and_card("satellite_destroyed"),
    events.EVENT_SCHEDULED: _scheduled,
    events.EVENT_CHOICE_ASKED: _choice_asked,
    events.EVENT_RESOLVED: _player("resolved"),
    events.EVENT_TURN_ENDED: _player("turn_ended"),
    events.EVENT_DISCARD_ASKED: _player_and_number("discard_asked"),
    events.EVENT_GAME_ENDED: _game_ended,
}
