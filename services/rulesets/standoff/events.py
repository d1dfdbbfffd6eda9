"""What happens in a match, and what a viewer sees of it: the JSON of the Event message. Slots, satellites and effects
count from 0 in an event, and from 1 for a viewer.

Cards that are drawn, found or shown are told to the player who sees them; the others are told that it happened.
"""

from typing import Final

from services.engine.event_table import FLAG, NUMBER, ByCatalogue, Event, EventTable, from_1, one_of, optional, own
from services.engine.ruleset import JsonObject
from services.rulesets.standoff.board import NOWHERE, hexes, name
from services.rulesets.standoff.cards import NO_CARD, PARTS, Cards
from services.rulesets.standoff.table import (
    BLACK_TILE,
    ENDED_ADJUDICATED,
    ENDED_BY_MAJORITY,
    ENDED_FILLED,
    NO_SEAT,
    NOT_ENDED,
)

NO_SLOT: Final = -1
NOT_SCHEDULED: Final = -1

PART_NAMES: Final = ("PART_EFFECTS", "PART_RAINBOW", "PART_BLACK", "PART_GRAY", "PART_ORBIT")
ENDING_NAMES: Final = {
    NOT_ENDED: "ENDING_UNSPECIFIED",
    ENDED_FILLED: "ENDING_FILLED",
    ENDED_BY_MAJORITY: "ENDING_MAJORITY",
    ENDED_ADJUDICATED: "ENDING_ADJUDICATED",
}

_CARD: Final = ByCatalogue(lambda cards: one_of(cards.ids))
_HEX: Final = name
_OWNER: Final = optional(NUMBER, BLACK_TILE)
_CONTROLLER: Final = optional(NUMBER, NO_SEAT)


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


# -- events that are more than a number for each field ---------------------------------------------------------------


def _tiles_placed(_cards: Cards, event: Event) -> JsonObject:
    """Seat that places, owner, set of hexes as a bit mask."""
    return {"player": event[1], "hexes": [name(hex) for hex in hexes(event[3])], "black": event[2] == BLACK_TILE}


def _scheduled(cards: Cards, event: Event) -> JsonObject:
    """Seat whose upkeeps, card, place of the effect, times."""
    what = {"card": cards.ids[event[2]], "effect": event[3] + 1, "times_left": event[4]}
    return {"player": event[1], "what": what}


def _choice_asked(cards: Cards, event: Event) -> JsonObject:
    """Seat, program, place of the effect, hex or NOWHERE, seat aimed at or NO_SEAT, choices left."""
    _, seat, program, effect, source, target, left = event
    return {"player": seat, "what": {**resolving_json(program, effect, source, target, left, cards), "group": []}}


# -- all events ------------------------------------------------------------------------------------------------------

EVENTS: Final = EventTable()

EVENT_MATCH_STARTED: Final = EVENTS.kind("match_started", {"player": NUMBER})
EVENT_TURN_BEGAN: Final = EVENTS.kind("turn_began", {"player": NUMBER, "round": NUMBER})
EVENT_UPKEEP_PAID: Final = EVENTS.kind(
    "upkeep_paid",
    {"player": NUMBER, "card": _CARD, "hex": optional(_HEX, NOWHERE), "times_left": optional(NUMBER, NOT_SCHEDULED)},
)
EVENT_CREDITS: Final = EVENTS.kind("credits", {"player": NUMBER, "change": NUMBER, "now": NUMBER})
EVENT_ACTIONS: Final = EVENTS.kind("actions", {"player": NUMBER, "change": NUMBER, "now": NUMBER})
EVENT_ENCAMPMENTS: Final = EVENTS.kind("encampments", {"player": NUMBER, "change": NUMBER, "now": NUMBER})
EVENT_CARD_PLAYED: Final = EVENTS.kind("card_played", {"player": NUMBER, "card": _CARD})
EVENT_TOKEN_USED: Final = EVENTS.kind("token_used", {"player": NUMBER, "hex": _HEX, "card": _CARD})
EVENT_SATELLITE_USED: Final = EVENTS.kind("satellite_used", {"player": NUMBER, "satellite": from_1, "card": _CARD})
# One tile of a group that is not complete.
EVENT_TILE_CHOSEN: Final = EVENTS.kind("tile_chosen", {"player": NUMBER, "hex": _HEX})
EVENT_TILES_PLACED: Final = EVENTS.kind("tiles_placed", _tiles_placed)
# The player is the one who does it, the owner the one whose tile it was; a black tile has none.
EVENT_TILE_DESTROYED: Final = EVENTS.kind("tile_destroyed", {"player": NUMBER, "hex": _HEX, "owner": _OWNER})
EVENT_TILE_CONVERTED: Final = EVENTS.kind("tile_converted", {"player": NUMBER, "hex": _HEX, "owner": _OWNER})
EVENT_TILE_MOVED: Final = EVENTS.kind("tile_moved", {"player": NUMBER, "hex": _HEX, "to_hex": _HEX, "owner": _OWNER})
EVENT_TOKEN_PLACED: Final = EVENTS.kind("token_placed", {"player": NUMBER, "hex": _HEX, "card": _CARD})
EVENT_TOKEN_REMOVED: Final = EVENTS.kind("token_removed", {"player": NUMBER, "hex": _HEX, "card": _CARD})
EVENT_CONTROL_CHANGED: Final = EVENTS.kind(
    "control_changed", {"hex": _HEX, "card": _CARD, "before": _CONTROLLER, "now": _CONTROLLER}
)
EVENT_DREW: Final = EVENTS.kind("drew", {"player": NUMBER, "number": NUMBER, "cards": own([_CARD])})
EVENT_RESHUFFLED: Final = EVENTS.kind("reshuffled", {"player": NUMBER, "number": NUMBER})
EVENT_DISCARDED: Final = EVENTS.kind("discarded", {"player": NUMBER, "card": _CARD})
EVENT_TRASHED: Final = EVENTS.kind("trashed", {"player": NUMBER, "card": _CARD})
EVENT_PLAYED_CARD_TRASHED: Final = EVENTS.kind("played_card_trashed", {"player": NUMBER, "card": _CARD})
# Without a slot: from a pile.
EVENT_BOUGHT: Final = EVENTS.kind("bought", {"player": NUMBER, "card": _CARD, "slot": optional(from_1, NO_SLOT)})
# Without a card: the draft pile is empty.
EVENT_SLOT_FILLED: Final = EVENTS.kind("slot_filled", {"slot": from_1, "card": optional(_CARD, NO_CARD)})
EVENT_SLOT_TRASHED: Final = EVENTS.kind("slot_trashed", {"player": NUMBER, "slot": from_1, "card": _CARD})
EVENT_CARD_GIVEN: Final = EVENTS.kind(
    "card_given", {"player": NUMBER, "to_player": NUMBER, "card": _CARD, "to_deck": FLAG}
)
# The cards ascending, for the player who looks alone (ST-R61).
EVENT_HAND_SHOWN: Final = EVENTS.kind("hand_shown", {"player": NUMBER, "of_player": NUMBER, "cards": own([_CARD])})
EVENT_CARD_FOUND: Final = EVENTS.kind("card_found", {"player": NUMBER, "card": own(_CARD)})
EVENT_DECK_SHUFFLED: Final = EVENTS.kind("deck_shuffled", {"player": NUMBER})
EVENT_RECOVERED: Final = EVENTS.kind("recovered", {"player": NUMBER, "card": _CARD})
EVENT_SATELLITE_DEPLOYED: Final = EVENTS.kind("satellite_deployed", {"player": NUMBER, "card": _CARD})
EVENT_SATELLITE_DESTROYED: Final = EVENTS.kind("satellite_destroyed", {"player": NUMBER, "card": _CARD})
EVENT_SCHEDULED: Final = EVENTS.kind("scheduled", _scheduled)
EVENT_CHOICE_ASKED: Final = EVENTS.kind("choice_asked", _choice_asked)
# What waited for a choice is done.
EVENT_RESOLVED: Final = EVENTS.kind("resolved", {"player": NUMBER})
EVENT_TURN_ENDED: Final = EVENTS.kind("turn_ended", {"player": NUMBER})
EVENT_DISCARD_ASKED: Final = EVENTS.kind("discard_asked", {"player": NUMBER, "number": NUMBER})
# The seats from first to last.
EVENT_GAME_ENDED: Final = EVENTS.kind("game_ended", {"ending": one_of(ENDING_NAMES), "ranking": [NUMBER]})
