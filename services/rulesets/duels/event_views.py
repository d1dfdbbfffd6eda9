"""What a viewer sees of an event: the JSON of the Event message. A slot is 1 to 7 here.

What is face down, in hand or looked at is told to those who see it; the others are told that it happened. The placing
of a card is told to nobody else.
"""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.duels import events
from services.rulesets.duels.cards import IDS, NO_CARD, SLOTS
from services.rulesets.duels.events import Event
from services.rulesets.duels.scoring import Score

CHOICE_NAMES: Final = {
    events.CHOICE_SLOT: "CHOICE_SLOT",
    events.CHOICE_SLOTS: "CHOICE_SLOTS",
    events.CHOICE_CARD: "CHOICE_CARD",
}


def share(event: Event, viewer: int) -> JsonObject | None:
    """What the viewer sees of an event; None: nothing."""
    return _SHARED[event[0]](event, viewer)


def card_ids(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Ids of cards; an empty text for none."""
    return [IDS[card] if card != NO_CARD else "" for card in cards]


def slots_of(mask: int) -> list[int]:
    """The slots of a bit mask, from 1."""
    return [slot + 1 for slot in range(SLOTS) if mask >> slot & 1]


def score_json(score: Score) -> JsonObject:
    """A score as the JSON of the Score message."""
    return score._asdict()


Shared = Callable[[Event, int], JsonObject | None]


def _player(name: str) -> Shared:
    return lambda event, _: {name: {"player": event[1]}}


def _player_and_card(name: str) -> Shared:
    return lambda event, _: {name: {"player": event[1], "card": IDS[event[2]]}}


def _player_slot_and_card(name: str) -> Shared:
    return lambda event, _: {name: {"player": event[1], "slot": event[2] + 1, "card": IDS[event[3]]}}


def _player_and_slots(name: str) -> Shared:
    return lambda event, _: {name: {"player": event[1], "slot": event[2] + 1, "other_slot": event[3] + 1}}


def _player_and_own_card(name: str) -> Shared:
    """The card is for the player alone."""

    def shared(event: Event, viewer: int) -> JsonObject:
        body: JsonObject = {"player": event[1]}
        if event[1] == viewer:
            body["card"] = IDS[event[2]]
        return {name: body}

    return shared


def _slot_and_own_cards(name: str, *keys: str) -> Shared:
    """The cards are for the player alone."""

    def shared(event: Event, viewer: int) -> JsonObject:
        body: JsonObject = {"player": event[1], "slot": event[2] + 1}
        if event[1] == viewer:
            body |= {key: IDS[card] for key, card in zip(keys, event[3:], strict=True)}
        return {name: body}

    return shared


def _card_placed(event: Event, viewer: int) -> JsonObject | None:
    if event[1] != viewer:  # nobody else learns of it, or how far the player is (FD-R08)
        return None
    body: JsonObject = {"player": event[1], "slot": event[2] + 1}
    if event[3] != NO_CARD:
        body["card"] = IDS[event[3]]
    return {"card_placed": body}


def _round_dealt(event: Event, _viewer: int) -> JsonObject:
    return {"round_dealt": {"round": event[1], "player": event[2], "cards": card_ids(event[3:])}}


def _lined_up(event: Event, _viewer: int) -> JsonObject:
    return {"lined_up": {"players": [{"slots": slots_of(mask)} for mask in event[1:]]}}


def _choice_asked(event: Event, _viewer: int) -> JsonObject:
    return {"choice_asked": {"player": event[1], "card": IDS[event[2]], "choice": CHOICE_NAMES[event[3]]}}


def _card_destroyed(event: Event, _viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1], "card": IDS[event[2]]}
    if event[3] != events.NOWHERE:
        body["slot"] = event[3] + 1
    return {"card_destroyed": body}


def _power_raised(event: Event, _viewer: int) -> JsonObject:
    return {"power_raised": {"player": event[1], "slot": event[2] + 1, "power": event[3]}}


def _duel_started(event: Event, _viewer: int) -> JsonObject:
    return {"duel_started": {"player": event[1], "slot": event[2] + 1, "cards": card_ids(event[3:])}}


def _duel_decided(event: Event, _viewer: int) -> JsonObject:
    body: JsonObject = {"totals": list(event[2:])}
    if event[1] != events.NOBODY:
        body["winner"] = event[1]
    return {"duel_decided": body}


def _power_looked(event: Event, viewer: int) -> JsonObject:
    cards = card_ids(event[2:])
    return {"power_looked": {"player": event[1], "number": len(cards), "cards": cards if viewer == event[1] else []}}


def _power_discarded(event: Event, viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1]}
    if event[3] or event[1] == viewer:  # FD-R05
        body["card"] = IDS[event[2]]
    return {"power_discarded": body}


_SHARED: Final[dict[int, Shared]] = {
    events.EVENT_MATCH_STARTED: lambda event, _: {"match_started": {"player": event[1], "power_deck": event[2]}},
    events.EVENT_ROUND_DEALT: _round_dealt,
    events.EVENT_CARD_PLACED: _card_placed,
    events.EVENT_PLAYER_READY: _player("player_ready"),
    events.EVENT_LINED_UP: _lined_up,
    events.EVENT_TURN_BEGAN: lambda event, _: {"turn_began": {"player": event[1], "quiet": event[2]}},
    events.EVENT_SWITCHED: _slot_and_own_cards("switched", "card", "taken"),
    events.EVENT_FILLED: _slot_and_own_cards("filled", "card"),
    events.EVENT_MOVED: _player_and_slots("moved"),
    events.EVENT_PASSED: _player("passed"),
    events.EVENT_ACTION_PLAYED: _player_slot_and_card("action_played"),
    events.EVENT_CHOICE_ASKED: _choice_asked,
    events.EVENT_CARD_DESTROYED: _card_destroyed,
    events.EVENT_PEEKED: _slot_and_own_cards("peeked", "card"),
    events.EVENT_VC_MOVED: _player_and_slots("vc_moved"),
    events.EVENT_CARD_LOCKED: lambda event, _: {"card_locked": {"player": event[1], "slot": event[2] + 1}},
    events.EVENT_CARD_EXPOSED: _player_slot_and_card("card_exposed"),
    events.EVENT_POWER_RAISED: _power_raised,
    events.EVENT_DUEL_STARTED: _duel_started,
    events.EVENT_EQUIPMENT_ASKED: _player("equipment_asked"),
    events.EVENT_EQUIPPED: _player_and_card("equipped"),
    events.EVENT_EQUIPMENT_DECLINED: _player("equipment_declined"),
    events.EVENT_DUEL_DECIDED: _duel_decided,
    events.EVENT_PRIZE_ASKED: _player("prize_asked"),
    events.EVENT_PRIZE_DECLINED: _player("prize_declined"),
    events.EVENT_VC_TAKEN: _player_slot_and_card("vc_taken"),
    events.EVENT_VC_REMOVED: lambda event, _: {"vc_removed": {"slot": event[1] + 1, "card": IDS[event[2]]}},
    events.EVENT_POWER_LOOKED: _power_looked,
    events.EVENT_POWER_KEPT: _player_and_own_card("power_kept"),
    events.EVENT_POWER_DISCARDED: _power_discarded,
    events.EVENT_ROUND_ENDED: lambda event, _: {"round_ended": {"round": event[1]}},
    events.EVENT_SCORED: lambda event, _: {"scored": {"player": event[1], "score": score_json(Score(*event[2:]))}},
    events.EVENT_GAME_ENDED: lambda event, _: {"game_ended": {"winners": list(event[1:])}},
}
