"""What a viewer sees of an event: the JSON of the Event message. Everybody sees the same, save a bid's position."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.factionwars import events
from services.rulesets.factionwars.cards import BONUS_CARDS, IDS, NO_CARD, NO_SYMBOL, SYMBOLS
from services.rulesets.factionwars.events import Event
from services.rulesets.factionwars.scoring import Score

SOURCE_NAMES: Final = {
    events.SOURCE_LINE_UP: "SOURCE_LINE_UP",
    events.SOURCE_DRAW: "SOURCE_DRAW",
    events.SOURCE_DISCARD: "SOURCE_DISCARD",
    events.SOURCE_STEAL: "SOURCE_STEAL",
    events.SOURCE_TRADE: "SOURCE_TRADE",
}
CHOICE_NAMES: Final = {events.CHOICE_PLAYER: "CHOICE_PLAYER", events.CHOICE_CARD: "CHOICE_CARD"}
WAR_IS_OVER_PLACES: Final = {
    events.DRAWN_IN_REFILL: "WAR_IS_OVER_PLACE_REFILL",
    events.DRAWN_BY_ABILITY: "WAR_IS_OVER_PLACE_ABILITY",
}
END_REASONS: Final = {
    events.ENDED_BY_WAR_IS_OVER: "END_REASON_WAR_IS_OVER",
    events.ENDED_BY_NO_CARDS: "END_REASON_NO_CARDS",
}


def share(event: Event, viewer: int) -> JsonObject:
    """What the viewer sees of an event."""
    if event[0] == events.EVENT_BID_PLACED:
        placed: JsonObject = {"player": event[1]}
        if event[1] == viewer:
            placed["position"] = event[2]
        return {"bid_placed": placed}
    return _PUBLIC[event[0]](event)


def is_public(event: Event) -> bool:
    """Whether everybody sees the same of an event."""
    return event[0] != events.EVENT_BID_PLACED  # FW-014: the position is the bidder's own until all are revealed


def card_ids(cards: tuple[int, ...] | list[int]) -> list[str]:
    """Ids of cards; an empty text for a position without one."""
    return [IDS[card] if card != NO_CARD else "" for card in cards]


def score_json(score: Score) -> JsonObject:
    """A score as the JSON of the Score message."""
    return {**score._asdict(), "bonuses": list(score.bonuses)}


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
    body: JsonObject = {"player": event[1], "card": IDS[event[2]], "step": event[3], "value": event[4]}
    return {"battle_card_revealed": body if event[5] == NO_SYMBOL else {**body, "symbol": SYMBOLS[event[5]]}}


def _battle_tied(event: Event) -> JsonObject:
    return {"battle_tied": {"players": list(event[1:])}}


def _battle_dropped(event: Event) -> JsonObject:
    return {"battle_dropped": {"player": event[1]}}


def _battle_unresolved(event: Event) -> JsonObject:
    return {"battle_unresolved": {"position": event[1], "card": IDS[event[2]]}}


def _collected(event: Event) -> JsonObject:
    return {
        "collected": {"player": event[1], "card": IDS[event[2]], "source": SOURCE_NAMES[event[3]], "position": event[4]}
    }


def _choice_asked(event: Event) -> JsonObject:
    return {"choice_asked": {"player": event[1], "card": IDS[event[2]], "choice": CHOICE_NAMES[event[3]]}}


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
    return {"war_is_over_drawn": {"place": WAR_IS_OVER_PLACES[event[1]]}}


def _round_ended(event: Event) -> JsonObject:
    return {"round_ended": {"round": event[1], "cards": card_ids(event[2:])}}


def _scored(event: Event) -> JsonObject:
    _, seat, total, recruits, berserkers, faction_cards, bystanders, *bonuses = event
    score = Score(total, recruits, berserkers, faction_cards, bystanders, tuple(bonuses))
    return {"scored": {"player": seat, "score": score_json(score)}}


def _game_ended(event: Event) -> JsonObject:
    return {"game_ended": {"reason": END_REASONS[event[1]], "winners": list(event[2:])}}


_PUBLIC: Final[dict[int, Callable[[Event], JsonObject]]] = {
    events.EVENT_GAME_STARTED: _game_started,
    events.EVENT_BONUS_DISPLAYED: _bonus_displayed,
    events.EVENT_LINE_UP_FILLED: _line_up_filled,
    events.EVENT_BIDS_REVEALED: _bids_revealed,
    events.EVENT_BATTLE_STARTED: _battle_started,
    events.EVENT_BATTLE_CARD_REVEALED: _battle_card_revealed,
    events.EVENT_BATTLE_TIED: _battle_tied,
    events.EVENT_BATTLE_DROPPED: _battle_dropped,
    events.EVENT_BATTLE_WON: _player_and_card("battle_won"),
    events.EVENT_BATTLE_UNRESOLVED: _battle_unresolved,
    events.EVENT_COLLECTED: _collected,
    events.EVENT_CHOICE_ASKED: _choice_asked,
    events.EVENT_PLAYER_CHOSEN: _player_chosen,
    events.EVENT_CARD_CHOSEN: _card_chosen,
    events.EVENT_RECRUIT_TAKEN: _recruit_taken,
    events.EVENT_RECRUIT_GIVEN: _recruit_given,
    events.EVENT_RECRUIT_LOST: _player_and_card("recruit_lost"),
    events.EVENT_BYSTANDER_GIVEN: _bystander_given,
    events.EVENT_RECRUITED: _player_and_card("recruited"),
    events.EVENT_ACTION_PERFORMED: _player_and_card("action_performed"),
    events.EVENT_DECK_RESHUFFLED: _deck_reshuffled,
    events.EVENT_RECRUITS_RESHUFFLED: _recruits_reshuffled,
    events.EVENT_WAR_IS_OVER_DRAWN: _war_is_over_drawn,
    events.EVENT_ROUND_ENDED: _round_ended,
    events.EVENT_SCORED: _scored,
    events.EVENT_GAME_ENDED: _game_ended,
}
