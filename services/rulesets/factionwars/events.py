"""What happens in a match, and what a viewer sees of it: the JSON of the Event message.

Everybody sees the same, save a bid's position.
"""

from typing import Final

from services.engine.event_table import FLAG, NUMBER, Event, EventTable, one_of, optional, own
from services.engine.ruleset import JsonObject
from services.rulesets.factionwars.cards import BONUS_CARDS, IDS, NO_CARD, NO_SYMBOL, SYMBOLS
from services.rulesets.factionwars.scoring import ENDED_BY_NO_CARDS, ENDED_BY_WAR_IS_OVER, Score

# Where a collected card came from
SOURCE_LINE_UP: Final = 1
SOURCE_DRAW: Final = 2
SOURCE_DISCARD: Final = 3
SOURCE_STEAL: Final = 4
SOURCE_TRADE: Final = 5
_SOURCE: Final = one_of(
    {
        SOURCE_LINE_UP: "SOURCE_LINE_UP",
        SOURCE_DRAW: "SOURCE_DRAW",
        SOURCE_DISCARD: "SOURCE_DISCARD",
        SOURCE_STEAL: "SOURCE_STEAL",
        SOURCE_TRADE: "SOURCE_TRADE",
    }
)

# What must be chosen
CHOICE_PLAYER: Final = 1
CHOICE_CARD: Final = 2
_CHOICE: Final = one_of({CHOICE_PLAYER: "CHOICE_PLAYER", CHOICE_CARD: "CHOICE_CARD"})

# Where War is Over was drawn
DRAWN_IN_REFILL: Final = 1
DRAWN_BY_ABILITY: Final = 2
_DRAWN: Final = one_of({DRAWN_IN_REFILL: "WAR_IS_OVER_PLACE_REFILL", DRAWN_BY_ABILITY: "WAR_IS_OVER_PLACE_ABILITY"})

_END_REASON: Final = one_of({ENDED_BY_WAR_IS_OVER: "END_REASON_WAR_IS_OVER", ENDED_BY_NO_CARDS: "END_REASON_NO_CARDS"})

_CARD: Final = one_of(IDS)
_CARD_OR_NONE: Final = one_of({NO_CARD: "", **dict(enumerate(IDS))})
_SYMBOL: Final = one_of(SYMBOLS)
_BONUS_CARD: Final = one_of([card.id for card in BONUS_CARDS])


def card_ids(cards: list[int]) -> list[str]:
    """Ids of cards; an empty text for a position without one."""
    return [IDS[card] if card != NO_CARD else "" for card in cards]


def score_json(score: Score) -> JsonObject:
    """A score as the JSON of the Score message."""
    return {**score._asdict(), "bonuses": list(score.bonuses)}


def _scored(event: Event) -> JsonObject:
    """Seat, then its score: total, recruits, berserkers, faction cards, bystanders, displayed bonuses."""
    _, seat, total, recruits, berserkers, faction_cards, bystanders, *bonuses = event
    score = Score(total, recruits, berserkers, faction_cards, bystanders, tuple(bonuses))
    return {"player": seat, "score": score_json(score)}


_EVENTS: Final = EventTable()

EVENT_GAME_STARTED: Final = _EVENTS.kind("game_started", {"seats": NUMBER, "positions": NUMBER, "final_pass": NUMBER})
EVENT_BONUS_DISPLAYED: Final = _EVENTS.kind("bonus_displayed", {"cards": [_BONUS_CARD]})
EVENT_LINE_UP_FILLED: Final = _EVENTS.kind("line_up_filled", {"round": NUMBER, "cards": [_CARD_OR_NONE]})
# The position is the bidder's own until all are revealed (FW-014).
EVENT_BID_PLACED: Final = _EVENTS.kind("bid_placed", {"player": NUMBER, "position": own(NUMBER)})
EVENT_BIDS_REVEALED: Final = _EVENTS.kind("bids_revealed", {"positions": [NUMBER]})
EVENT_BATTLE_STARTED: Final = _EVENTS.kind("battle_started", {"position": NUMBER, "card": _CARD, "players": [NUMBER]})
EVENT_BATTLE_CARD_REVEALED: Final = _EVENTS.kind(
    "battle_card_revealed",
    {"player": NUMBER, "card": _CARD, "step": NUMBER, "value": NUMBER, "symbol": optional(_SYMBOL, NO_SYMBOL)},
)
EVENT_BATTLE_TIED: Final = _EVENTS.kind("battle_tied", {"players": [NUMBER]})
EVENT_BATTLE_DROPPED: Final = _EVENTS.kind("battle_dropped", {"player": NUMBER})
EVENT_BATTLE_WON: Final = _EVENTS.kind("battle_won", {"player": NUMBER, "card": _CARD})
EVENT_BATTLE_UNRESOLVED: Final = _EVENTS.kind("battle_unresolved", {"position": NUMBER, "card": _CARD})
EVENT_COLLECTED: Final = _EVENTS.kind(
    "collected", {"player": NUMBER, "card": _CARD, "source": _SOURCE, "position": NUMBER}
)
# The card is the one being resolved, here and in the next two.
EVENT_CHOICE_ASKED: Final = _EVENTS.kind("choice_asked", {"player": NUMBER, "card": _CARD, "choice": _CHOICE})
EVENT_PLAYER_CHOSEN: Final = _EVENTS.kind("player_chosen", {"player": NUMBER, "card": _CARD, "chosen": NUMBER})
EVENT_CARD_CHOSEN: Final = _EVENTS.kind("card_chosen", {"player": NUMBER, "card": _CARD, "chosen": _CARD})
EVENT_RECRUIT_TAKEN: Final = _EVENTS.kind("recruit_taken", {"player": NUMBER, "owner": NUMBER, "card": _CARD})
EVENT_RECRUIT_GIVEN: Final = _EVENTS.kind("recruit_given", {"player": NUMBER, "receiver": NUMBER, "card": _CARD})
EVENT_RECRUIT_LOST: Final = _EVENTS.kind("recruit_lost", {"player": NUMBER, "card": _CARD})
EVENT_BYSTANDER_GIVEN: Final = _EVENTS.kind("bystander_given", {"player": NUMBER, "receiver": NUMBER, "card": _CARD})
EVENT_RECRUITED: Final = _EVENTS.kind("recruited", {"player": NUMBER, "card": _CARD})
EVENT_ACTION_PERFORMED: Final = _EVENTS.kind("action_performed", {"player": NUMBER, "card": _CARD})
EVENT_DECK_RESHUFFLED: Final = _EVENTS.kind("deck_reshuffled", {"player": NUMBER, "cards": NUMBER})
EVENT_RECRUITS_RESHUFFLED: Final = _EVENTS.kind(
    "recruits_reshuffled", {"pass": NUMBER, "cards": NUMBER, "with_war_is_over": FLAG}
)
EVENT_WAR_IS_OVER_DRAWN: Final = _EVENTS.kind("war_is_over_drawn", {"place": _DRAWN})
EVENT_ROUND_ENDED: Final = _EVENTS.kind("round_ended", {"round": NUMBER, "cards": [_CARD_OR_NONE]})
EVENT_SCORED: Final = _EVENTS.kind("scored", _scored)
EVENT_GAME_ENDED: Final = _EVENTS.kind("game_ended", {"reason": _END_REASON, "winners": [NUMBER]})

SHARES: Final = _EVENTS.shares()
