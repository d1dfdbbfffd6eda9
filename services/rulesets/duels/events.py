"""What happens in a match, and what a viewer sees of it: the JSON of the Event message. Slots count from 0 in an event,
and from 1 for a viewer.

What is face down, in hand or looked at is told to those who see it; the others are told that it happened. The placing
of a card is told to nobody else.
"""

from typing import Final

from services.engine.event_table import NUMBER, Event, EventTable, from_1, one_of, optional, own
from services.engine.ruleset import JsonObject
from services.rulesets.duels.cards import IDS, NO_CARD, SLOTS
from services.rulesets.duels.scoring import Score

NOBODY: Final = -1
NOWHERE: Final = -1

# What must be chosen for an action
CHOICE_SLOT: Final = 1
CHOICE_SLOTS: Final = 2
CHOICE_CARD: Final = 3

_SLOT: Final = from_1
_CARD: Final = one_of(IDS)
_CARD_OR_NONE: Final = one_of({NO_CARD: "", **dict(enumerate(IDS))})
_CHOICE: Final = one_of({CHOICE_SLOT: "CHOICE_SLOT", CHOICE_SLOTS: "CHOICE_SLOTS", CHOICE_CARD: "CHOICE_CARD"})


def card_ids(cards: list[int]) -> list[str]:
    """Ids of cards; an empty text for none."""
    return [IDS[card] if card != NO_CARD else "" for card in cards]


def slots_of(mask: int) -> list[int]:
    """The slots of a bit mask, from 1."""
    return [slot + 1 for slot in range(SLOTS) if mask >> slot & 1]


def score_json(score: Score) -> JsonObject:
    """A score as the JSON of the Score message."""
    return score._asdict()


# -- events that are more than a number for each field ---------------------------------------------------------------


def _card_placed(event: Event, viewer: int) -> JsonObject | None:
    """Seat, slot, card or NO_CARD for an empty spot."""
    if event[1] != viewer:  # nobody else learns of it, or how far the player is (FD-R08)
        return None
    body: JsonObject = {"player": event[1], "slot": event[2] + 1}
    return body if event[3] == NO_CARD else {**body, "card": IDS[event[3]]}


def _lined_up(event: Event) -> JsonObject:
    """For each seat: bit mask of the slots with a card."""
    return {"players": [{"slots": slots_of(mask)} for mask in event[1:]]}


def _duel_decided(event: Event) -> JsonObject:
    """Winner or NOBODY, then each seat's total."""
    body: JsonObject = {"totals": list(event[2:])}
    return body if event[1] == NOBODY else {**body, "winner": event[1]}


def _power_discarded(event: Event, viewer: int) -> JsonObject:
    """Seat, card, 1 if it is face up."""
    body: JsonObject = {"player": event[1]}
    if event[3] or event[1] == viewer:  # FD-R05
        body["card"] = IDS[event[2]]
    return body


def _scored(event: Event) -> JsonObject:
    """Seat, total, then the points of each set."""
    return {"player": event[1], "score": score_json(Score(*event[2:]))}


# -- all events ------------------------------------------------------------------------------------------------------

_EVENTS: Final = EventTable()

EVENT_MATCH_STARTED: Final = _EVENTS.kind("match_started", {"player": NUMBER, "power_deck": NUMBER})
EVENT_ROUND_DEALT: Final = _EVENTS.kind("round_dealt", {"round": NUMBER, "player": NUMBER, "cards": [_CARD_OR_NONE]})
EVENT_CARD_PLACED: Final = _EVENTS.private_kind("card_placed", _card_placed)
EVENT_PLAYER_READY: Final = _EVENTS.kind("player_ready", {"player": NUMBER})
EVENT_LINED_UP: Final = _EVENTS.kind("lined_up", _lined_up)
EVENT_TURN_BEGAN: Final = _EVENTS.kind("turn_began", {"player": NUMBER, "quiet": NUMBER})
EVENT_SWITCHED: Final = _EVENTS.kind(
    "switched", {"player": NUMBER, "slot": _SLOT, "card": own(_CARD), "taken": own(_CARD)}
)
EVENT_FILLED: Final = _EVENTS.kind("filled", {"player": NUMBER, "slot": _SLOT, "card": own(_CARD)})
EVENT_MOVED: Final = _EVENTS.kind("moved", {"player": NUMBER, "slot": _SLOT, "other_slot": _SLOT})
EVENT_PASSED: Final = _EVENTS.kind("passed", {"player": NUMBER})
EVENT_ACTION_PLAYED: Final = _EVENTS.kind("action_played", {"player": NUMBER, "slot": _SLOT, "card": _CARD})
EVENT_CHOICE_ASKED: Final = _EVENTS.kind("choice_asked", {"player": NUMBER, "card": _CARD, "choice": _CHOICE})
# The player is the one whose card it was, and below whose card is locked, exposed or raised.
EVENT_CARD_DESTROYED: Final = _EVENTS.kind(
    "card_destroyed", {"player": NUMBER, "card": _CARD, "slot": optional(_SLOT, NOWHERE)}
)
# The player looks at a card of the other player.
EVENT_PEEKED: Final = _EVENTS.kind("peeked", {"player": NUMBER, "slot": _SLOT, "card": own(_CARD)})
EVENT_VC_MOVED: Final = _EVENTS.kind("vc_moved", {"player": NUMBER, "slot": _SLOT, "other_slot": _SLOT})
EVENT_CARD_LOCKED: Final = _EVENTS.kind("card_locked", {"player": NUMBER, "slot": _SLOT})
EVENT_CARD_EXPOSED: Final = _EVENTS.kind("card_exposed", {"player": NUMBER, "slot": _SLOT, "card": _CARD})
EVENT_POWER_RAISED: Final = _EVENTS.kind("power_raised", {"player": NUMBER, "slot": _SLOT, "power": NUMBER})
# Each seat's card there, or none.
EVENT_DUEL_STARTED: Final = _EVENTS.kind("duel_started", {"player": NUMBER, "slot": _SLOT, "cards": [_CARD_OR_NONE]})
EVENT_EQUIPMENT_ASKED: Final = _EVENTS.kind("equipment_asked", {"player": NUMBER})
EVENT_EQUIPPED: Final = _EVENTS.kind("equipped", {"player": NUMBER, "card": _CARD})
EVENT_EQUIPMENT_DECLINED: Final = _EVENTS.kind("equipment_declined", {"player": NUMBER})
EVENT_DUEL_DECIDED: Final = _EVENTS.kind("duel_decided", _duel_decided)
EVENT_PRIZE_ASKED: Final = _EVENTS.kind("prize_asked", {"player": NUMBER})
EVENT_PRIZE_DECLINED: Final = _EVENTS.kind("prize_declined", {"player": NUMBER})
EVENT_VC_TAKEN: Final = _EVENTS.kind("vc_taken", {"player": NUMBER, "slot": _SLOT, "card": _CARD})
EVENT_VC_REMOVED: Final = _EVENTS.kind("vc_removed", {"slot": _SLOT, "card": _CARD})
EVENT_POWER_LOOKED: Final = _EVENTS.kind("power_looked", {"player": NUMBER, "number": NUMBER, "cards": own([_CARD])})
EVENT_POWER_KEPT: Final = _EVENTS.kind("power_kept", {"player": NUMBER, "card": own(_CARD)})
EVENT_POWER_DISCARDED: Final = _EVENTS.private_kind("power_discarded", _power_discarded)
EVENT_ROUND_ENDED: Final = _EVENTS.kind("round_ended", {"round": NUMBER})
EVENT_SCORED: Final = _EVENTS.kind("scored", _scored)
EVENT_GAME_ENDED: Final = _EVENTS.kind("game_ended", {"winners": [NUMBER]})

SHARES: Final = _EVENTS.shares()
