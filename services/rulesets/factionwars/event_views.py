"""What a viewer sees of an event: the JSON of the Event message. Everybody sees the same, save a bid's position."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.factionwars import events
from services.rulesets.factionwars.cards import BONUS_CARDS, IDS, NO_CARD
from services.rulesets.factionwars.events import Event

SOURCES: Final = {
    events.LINE_UP: "SOURCE_LINE_UP",
    events.DRAW: "SOURCE_DRAW",
    events.DISCARD: "SOURCE_DISCARD",
    events.STEAL: "SOURCE_STEAL",
    events.TRADE: "SOURCE_TRADE",
}
CHOICES: Final = {events.PLAYER: "CHOICE_PLAYER", events.CARD: "CHOICE_CARD"}
PLACES: Final = {events.REFILL: "WAR_IS_OVER_PLACE_REFILL", events.ABILITY: "WAR_IS_OVER_PLACE_ABILITY"}
END_REASONS: Final = {
    events.BY_WAR_IS_OVER: "END_REASON_WAR_IS_OVER",
    events.BY_NO_CARDS: "END_REASON_NO_CARDS",
}


def share(event: Event, viewer: int) -> JsonObject:
    """What the viewer sees of an event."""
    if event[0] == events.BID_PLACED:
        placed: JsonObject = {"player": event[1]}
        if event[1] == viewer:
            placed["position"] = event[2]
        return {"bid_placed": placed}
    return _PUBLIC[event[0]](event)


def is_public(event: Event) -> bool:
    """Whether everybody sees the same of an event."""
    return event[0] != events.BID_PLACED  # FW-014: the position is the bidder's own until all are revealed


def card_ids(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Ids of cards; an empty text for a position without one."""
    return [IDS[card] if card != NO_CARD else "" for card in cards]


def score_json(parts: tuple[int, ...] | list[int]) -> JsonObject:
    """A score as the JSON of the Score message."""
    return {
        "total": parts[0],
        "recruits": parts[1],
        "berserkers": parts[2],
        "faction_cards": parts[3],
        "bystanders": parts[4],
        "bonuses": list(parts[5:]),
    }


def _player_and_card(name: str) -> Callable[[Event], JsonObject]:
    def told(event: Event) -> JsonObject:
        return {name: {"player": event[1], "card": IDS[event[2]]}}

    return told


def _game_started(event: Event) -> JsonObject:
    return {"game_started": {"seats": event[1], "positions": event[2], "final_pass": event[3]}}


def _bonus_displayed(event: Event) -> JsonObject:
    return {"bonus_displayed": {"cards": [BONUS_CARDS[number].id for number in event[1:]]}}


def _line_up_filled(event: Event) -> JsonObject:
    return {"line_up_filled": {"round": event[1], "cards": card_ids(event[2:])}}


def _bids_revealed(event: Event) -> JsonObject:
    return {"bids_revealed": {"positions": list(event[1:])}}


def _battle_started(event: Event) -> JsonObject:
    return {"battle_started": {"position": event[1], "card": IDS[event[2]], "players": list(event[3:])}}


def _battle_card_revealed(event: Event) -> JsonObject:
    return {"battle_card_revealed": {"player": event[1], "card": IDS[event[2]], "step": event[3], "value": event[4]}}


def _battle_tied(event: Event) -> JsonObject:
    return {"battle_tied": {"players": list(event[1:])}}


def _battle_dropped(event: Event) -> JsonObject:
    return {"battle_dropped": {"player": event[1]}}


def _battle_unresolved(event: Event) -> JsonObject:
    return {"battle_unresolved": {"position": event[1], "card": IDS[event[2]]}}


def _collected(event: Event) -> JsonObject:
    return {"collected": {"player": event[1], "card": IDS[event[2]], "source": SOURCES[event[3]], "position": event[4]}}


def _choice_asked(event: Event) -> JsonObject:
    return {"choice_asked": {"player": event[1], "card": IDS[event[2]], "choice": CHOICES[event[3]]}}


def _player_chosen(event: Event) -> JsonObject:
    return {"player_chosen": {"player": event[1], "card": IDS[event[2]], "chosen": event[3]}}


def _card_chosen(event: Event) -> JsonObject:
    return {"card_chosen": {"player": event[1], "card": IDS[event[2]], "chosen": IDS[event[3]]}}


def _recruit_taken(event: Event) -> JsonObject:
    return {"recruit_taken": {"player": event[1], "owner": event[2], "card": IDS[event[3]]}}


def _recruit_given(event: Event) -> JsonObject:
    return {"recruit_given": {"player": event[1], "receiver": event[2], "card": IDS[event[3]]}}


def _bystander_given(event: Event) -> JsonObject:
    return {"bystander_given": {"player": event[1], "receiver": event[2], "card": IDS[event[3]]}}


def _deck_reshuffled(event: Event) -> JsonObject:
    return {"deck_reshuffled": {"player": event[1], "cards": event[2]}}


def _recruits_reshuffled(event: Event) -> JsonObject:
    return {"recruits_reshuffled": {"pass": event[1], "cards": event[2], "with_war_is_over": event[3] == 1}}


def _war_is_over_drawn(event: Event) -> JsonObject:
    return {"war_is_over_drawn": {"place": PLACES[event[1]]}}


def _round_ended(event: Event) -> JsonObject:
    return {"round_ended": {"round": event[1], "cards": card_ids(event[2:])}}


def _scored(event: Event) -> JsonObject:
    return {"scored": {"player": event[1], "score": score_json(event[2:])}}


def _game_ended(event: Event) -> JsonObject:
    return {"game_ended": {"reason": END_REASONS[event[1]], "winners": list(event[2:])}}


_PUBLIC: Final[dict[int, Callable[[Event], JsonObject]]] = {
    events.GAME_STARTED: _game_started,
    events.BONUS_DISPLAYED: _bonus_displayed,
    events.LINE_UP_FILLED: _line_up_filled,
    events.BIDS_REVEALED: _bids_revealed,
    events.BATTLE_STARTED: _battle_started,
    events.BATTLE_CARD_REVEALED: _battle_card_revealed,
    events.BATTLE_TIED: _battle_tied,
    events.BATTLE_DROPPED: _battle_dropped,
    events.BATTLE_WON: _player_and_card("battle_won"),
    events.BATTLE_UNRESOLVED: _battle_unresolved,
    events.COLLECTED: _collected,
    events.CHOICE_ASKED: _choice_asked,
    events.PLAYER_CHOSEN: _player_chosen,
    events.CARD_CHOSEN: _card_chosen,
    events.RECRUIT_TAKEN: _recruit_taken,
    events.RECRUIT_GIVEN: _recruit_given,
    events.RECRUIT_LOST: _player_and_card("recruit_lost"),
    events.BYSTANDER_GIVEN: _bystander_given,
    events.RECRUITED: _player_and_card("recruited"),
    events.ACTION_PERFORMED: _player_and_card("action_performed"),
    events.DECK_RESHUFFLED: _deck_reshuffled,
    events.RECRUITS_RESHUFFLED: _recruits_reshuffled,
    events.WAR_IS_OVER_DRAWN: _war_is_over_drawn,
    events.ROUND_ENDED: _round_ended,
    events.SCORED: _scored,
    events.GAME_ENDED: _game_ended,
}
