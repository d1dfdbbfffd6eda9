"""What a viewer sees of an event: the JSON of the Event message.

Committed cards, drawn cards, face-down cards and cards looked at are told to those who see them; the others are told
that it happened, in the same words whatever the card is.
"""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS, Cards
from services.rulesets.faceoff.notation.ability import ability_json
from services.rulesets.faceoff.notation.actions import action_json
from services.rulesets.faceoff.notation.enum_words import (
    END_REASON_WORDS,
    LOCATION_WORDS,
    ORIGIN_WORDS,
    PHASE_WORDS,
    PLAYED_AS_WORDS,
    REVEAL_WORDS,
    REWARD_WORDS,
    TREE_WORDS,
    TRIGGER_WORDS,
)
from services.rulesets.faceoff.table.events import (
    EVENT_ABILITY_ASKED,
    EVENT_ABILITY_BEGAN,
    EVENT_ACTION_USED,
    EVENT_ADDED_TO_HQ,
    EVENT_ANSWERED,
    EVENT_ASKED,
    EVENT_ASSAULT_COUNTED,
    EVENT_AVIATOR_MOVED,
    EVENT_AVIATOR_STAYED,
    EVENT_AWAITED,
    EVENT_BID_MADE,
    EVENT_BID_PASSED,
    EVENT_BUILD_REVEALED,
    EVENT_CHOSE_NONE,
    EVENT_CLEANED_UP,
    EVENT_CLOCK_CARD_GIVEN,
    EVENT_CLOCK_CARD_REMOVED,
    EVENT_CLOCK_CHOSEN,
    EVENT_COMMITTED,
    EVENT_DEALT,
    EVENT_DEALT_SHOWN,
    EVENT_DESTROYED,
    EVENT_DISCARDED,
    EVENT_DREW,
    EVENT_FACTION_CHOSEN,
    EVENT_GAME_ENDED,
    EVENT_HAND_KEPT,
    EVENT_HAND_LOOKED_AT,
    EVENT_HQ_CLEARED,
    EVENT_HQ_CRACKED,
    EVENT_HQ_REVEALED,
    EVENT_HQ_REWARD_REMOVED,
    EVENT_KICKED,
    EVENT_LEFT_ON_TOP,
    EVENT_MARKET_FLIPPED,
    EVENT_MARKET_SKIPPED,
    EVENT_MARKET_SOLD,
    EVENT_MARKET_UNSOLD,
    EVENT_MATCH_STARTED,
    EVENT_MOVED_TO_HQ,
    EVENT_MULLIGANED,
    EVENT_NO_SHIELD,
    EVENT_OPTION_CHOSEN,
    EVENT_POWER_MODIFIED,
    EVENT_PUT_ON_DISCARD,
    EVENT_RANKED,
    EVENT_RECALLED,
    EVENT_REFILLED,
    EVENT_RESHUFFLED,
    EVENT_REVEALED,
    EVENT_REWARD_DECLINED,
    EVENT_REWARD_TAKEN,
    EVENT_ROUND_BEGAN,
    EVENT_ROUND_ENDED,
    EVENT_SCORED,
    EVENT_SCRUB_GAINED,
    EVENT_SET_COMPLETED,
    EVENT_SHIELD_DISCARDED,
    EVENT_SHIELDED,
    EVENT_SHUFFLED_IN,
    EVENT_TABLE_SET,
    EVENT_TARGET_CHOSEN,
    EVENT_TOP_LOOKED_AT,
    EVENT_TOTALS,
    EVENT_VICTORY_PLACED,
    EVENT_VP_CHANGED,
    REVEAL_FACE_DOWN,
    REVEAL_PLAYED,
    Event,
)
from services.rulesets.faceoff.table.state import HIDDEN, MIDDLE_SIZE, NO_SEAT, ROW_SIZE, SEATS_OF, Registers

SCORE_PARTS: Final = ("face_down", "bonus", "tokens", "power_cards", "scrubs", "cards", "set")
"""The parts of a score behind those of the sets, in the order of ``scoring.parts``."""


def share(cards: Cards, event: Event, viewer: int) -> JsonObject | None:
    """What the viewer sees of an event; None: nothing."""
    return _SHARED[event[0]](cards, event, viewer)


Shared = Callable[[Cards, Event, int], JsonObject | None]


def _ids(cards: Cards, numbers: Event) -> list[str]:
    return [cards.ids[card] if card != HIDDEN else "" for card in numbers]


# -- what many have in common ----------------------------------------------------------------------------------------


def _nothing(name: str) -> Shared:
    return lambda _cards, _event, _viewer: {name: {}}


def _player(name: str) -> Shared:
    return lambda _cards, event, _viewer: {name: {"player": event[1]}}


def _card(name: str) -> Shared:
    return lambda cards, event, _viewer: {name: {"card": cards.ids[event[1]]}}


def _player_and_card(name: str) -> Shared:
    return lambda cards, event, _viewer: {name: {"player": event[1], "card": cards.ids[event[2]]}}


def _player_and_cards(name: str) -> Shared:
    return lambda cards, event, _viewer: {name: {"player": event[1], "cards": _ids(cards, event[2:])}}


def _player_and_entry(name: str) -> Shared:
    return lambda cards, event, _viewer: {name: {"player": event[1], **_entry(cards, event[2])}}


def _card_moved(name: str) -> Shared:
    return lambda cards, event, _viewer: {
        name: {"player": event[1], "card": cards.ids[event[2]], "origin": ORIGIN_WORDS[event[3]]}
    }


def _entry(cards: Cards, entry: int) -> JsonObject:
    return {"card": cards.ids[entry // PLAYED_AS], "played_as": PLAYED_AS_WORDS[entry % PLAYED_AS]}


def _player_and_own_card(name: str) -> Shared:
    """The card is for the player alone."""

    def shared(cards: Cards, event: Event, viewer: int) -> JsonObject:
        body: JsonObject = {"player": event[1]}
        if event[1] == viewer:
            body["card"] = cards.ids[event[2]]
        return {name: body}

    return shared


# -- setup and the course of a round ---------------------------------------------------------------------------------


def _faction_chosen(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"faction_chosen": {"player": event[1], "faction": cards.factions[event[2]]}}


def _table_set(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    _, first, hq, timing, market, scrub, *trees = event
    ids = _ids(cards, tuple(trees))
    one, two, three = ROW_SIZE, ROW_SIZE + MIDDLE_SIZE, ROW_SIZE + MIDDLE_SIZE + ROW_SIZE
    return {
        "table_set": {
            "first": first,
            "hq": cards.ids[hq],
            "timing": cards.ids[timing],
            "market": cards.ids[market],
            "scrub": cards.ids[scrub],
            "clock_row": ids[:one],
            "clock_middle": ids[one:two],
            "power_row": ids[two:three],
            "power_middle": ids[three:],
        }
    }


def _dealt(cards: Cards, event: Event, viewer: int) -> JsonObject:
    own = event[1] == viewer
    ids = _ids(cards, event[2:]) if own else []
    return {"dealt": {"player": event[1], "victory_cards": ids[:2], "hand": ids[2:]}}


def _mulliganed(cards: Cards, event: Event, viewer: int) -> JsonObject:
    return {"mulliganed": {"player": event[1], "cards": _ids(cards, event[2:]) if event[1] == viewer else []}}


def _awaited(_cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"awaited": {"phase": PHASE_WORDS[event[1]], "players": SEATS_OF[event[2]].copy()}}


def _committed(cards: Cards, event: Event, viewer: int) -> JsonObject:
    """All see that it was done, and nothing of what (FO-R19)."""
    body: JsonObject = {"player": event[1]}
    if event[1] == viewer:
        body["action"] = action_json(cards, event[2])
    return {"committed": body}


def _asked(_cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"asked": {"phase": PHASE_WORDS[event[1]], "player": event[2], "turn": event[3]}}


def _ability_asked(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    ability = ability_json(cards.ids, Registers(*event[3:]))
    return {"ability_asked": {"player": event[1], "turn": event[2], "ability": ability}}


def _revealed(cards: Cards, event: Event, viewer: int) -> JsonObject:
    """What is discarded instead of being played stays hidden until Clean up (FO-069, FO-R18)."""
    _, seat, kind, card = event
    body: JsonObject = {"player": seat, "kind": REVEAL_WORDS[kind]}
    if kind == REVEAL_PLAYED or (kind == REVEAL_FACE_DOWN and seat == viewer):
        body["card"] = cards.ids[card]
    return {"revealed": body}


def _build_revealed(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"build_revealed": {"player": event[1], "cards": [_entry(cards, entry) for entry in event[2:]]}}


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability_began(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1]} if event[1] != NO_SEAT else {}
    return {"ability_began": {**body, "card": cards.ids[event[2]], "trigger": TRIGGER_WORDS[event[3]]}}


def _drew(cards: Cards, event: Event, viewer: int) -> JsonObject:
    ids = _ids(cards, event[2:]) if event[1] == viewer else []
    return {"drew": {"player": event[1], "number": len(event) - 2, "cards": ids}}


def _scrub_gained(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1], "card": cards.ids[event[2]]}
    if event[3] != NO_CARD:
        body["next"] = cards.ids[event[3]]
    return {"scrub_gained": body}


def _power_modified(_cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"power_modified": {"player": event[1], "change": event[2], "location": LOCATION_WORDS[event[3]]}}


def _hand_looked_at(cards: Cards, event: Event, viewer: int) -> JsonObject:
    ids = _ids(cards, event[3:]) if viewer in event[1:3] else []
    return {"hand_looked_at": {"player": event[1], "other": event[2], "cards": ids}}


def _moved_to_hq(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"moved_to_hq": {"player": event[1], **_entry(cards, event[2]), "origin": ORIGIN_WORDS[event[3]]}}


# -- Face Off and HQ Assault -----------------------------------------------------------------------------------------


def _totals(_cards: Cards, event: Event, _viewer: int) -> JsonObject:
    players = [
        dict(zip(("power", "combos", "modifiers", "total"), event[place : place + 4], strict=True))
        for place in range(2, len(event), 4)
    ]
    return {"totals": {"location": LOCATION_WORDS[event[1]], "players": players}}


def _reward_taken(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1], "reward": REWARD_WORDS[event[2]]}
    if event[3] != NO_CARD:
        body["card"] = cards.ids[event[3]]
    return {"reward_taken": body}


def _refilled(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    _, tree, place, card, following = event
    body: JsonObject = {"tree": TREE_WORDS[tree], "place": place + 1, "card": cards.ids[card]}
    if following != NO_CARD:
        body["next"] = cards.ids[following] if following != HIDDEN else ""
    return {"refilled": body}


def _market_sold(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"market_sold": {"player": event[1], "card": cards.ids[event[2]], "tokens": event[3]}}


def _market_flipped(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"market_flipped": {"card": cards.ids[event[1]]} if event[1] != NO_CARD else {}}


def _hq_revealed(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"hq_revealed": {"hq": cards.ids[event[1]], "timing": cards.ids[event[2]]}}


# -- Draw Phase and end ----------------------------------------------------------------------------------------------


def _victory_placed(cards: Cards, event: Event, viewer: int) -> JsonObject:
    body: JsonObject = {"player": event[1]}
    if event[3] or event[1] == viewer:  # FO-R62
        body["card"] = cards.ids[event[2]]
    return {"victory_placed": body}


def _scored(cards: Cards, event: Event, _viewer: int) -> JsonObject:
    _, seat, total, sets, *rest = event
    score: JsonObject = {
        "total": total,
        "sets": [{"set": cards.sets[rest[2 * place]], "points": rest[2 * place + 1]} for place in range(sets)],
        **dict(zip(SCORE_PARTS, rest[2 * sets :], strict=True)),
    }
    return {"scored": {"player": seat, "score": score}}


def _game_ended(_cards: Cards, event: Event, _viewer: int) -> JsonObject:
    return {"game_ended": {"reason": END_REASON_WORDS[event[1]], "winners": list(event[2:])}}


_SHARED: Final[dict[int, Shared]] = {
    EVENT_MATCH_STARTED: lambda _cards, event, _viewer: {"match_started": {"players": event[1]}},
    EVENT_FACTION_CHOSEN: _faction_chosen,
    EVENT_TABLE_SET: _table_set,
    EVENT_DEALT: _dealt,
    EVENT_MULLIGANED: _mulliganed,
    EVENT_HAND_KEPT: _player("hand_kept"),
    EVENT_ROUND_BEGAN: lambda _cards, event, _viewer: {"round_began": {"round": event[1], "first": event[2]}},
    EVENT_AWAITED: _awaited,
    EVENT_COMMITTED: _committed,
    EVENT_ASKED: _asked,
    EVENT_ABILITY_ASKED: _ability_asked,
    EVENT_CLOCK_CHOSEN: _player_and_card("clock_chosen"),
    EVENT_REVEALED: _revealed,
    EVENT_BUILD_REVEALED: _build_revealed,
    EVENT_ADDED_TO_HQ: _player_and_entry("added_to_hq"),
    EVENT_ABILITY_BEGAN: _ability_began,
    EVENT_TARGET_CHOSEN: lambda _cards, event, _viewer: {"target_chosen": {"player": event[1], "target": event[2]}},
    EVENT_ANSWERED: lambda _cards, event, _viewer: {"answered": {"player": event[1], "yes": event[2] == 1}},
    EVENT_OPTION_CHOSEN: lambda _cards, event, _viewer: {"option_chosen": {"player": event[1], "number": event[2] + 1}},
    EVENT_DREW: _drew,
    EVENT_RESHUFFLED: lambda _cards, event, _viewer: {"reshuffled": {"player": event[1], "number": event[2]}},
    EVENT_DISCARDED: _card_moved("discarded"),
    EVENT_DESTROYED: _card_moved("destroyed"),
    EVENT_VP_CHANGED: lambda _cards, event, _viewer: {
        "vp_changed": {"player": event[1], "change": event[2], "vp": event[3]}
    },
    EVENT_SCRUB_GAINED: _scrub_gained,
    EVENT_POWER_MODIFIED: _power_modified,
    EVENT_SHIELDED: _player_and_card("shielded"),
    EVENT_SHIELD_DISCARDED: _player_and_card("shield_discarded"),
    EVENT_NO_SHIELD: _player("no_shield"),
    EVENT_HAND_LOOKED_AT: _hand_looked_at,
    EVENT_TOP_LOOKED_AT: _player_and_own_card("top_looked_at"),
    EVENT_LEFT_ON_TOP: _player("left_on_top"),
    EVENT_RECALLED: _player_and_card("recalled"),
    EVENT_MOVED_TO_HQ: _moved_to_hq,
    EVENT_KICKED: _player_and_entry("kicked"),
    EVENT_CHOSE_NONE: _player("chose_none"),
    EVENT_TOTALS: _totals,
    EVENT_RANKED: lambda _cards, event, _viewer: {
        "ranked": {"location": LOCATION_WORDS[event[1]], "players": list(event[2:])}
    },
    EVENT_REWARD_TAKEN: _reward_taken,
    EVENT_REWARD_DECLINED: _player("reward_declined"),
    EVENT_CLOCK_CARD_REMOVED: _card("clock_card_removed"),
    EVENT_CLOCK_CARD_GIVEN: _player_and_card("clock_card_given"),
    EVENT_AVIATOR_MOVED: _player_and_card("aviator_moved"),
    EVENT_AVIATOR_STAYED: _player_and_card("aviator_stayed"),
    EVENT_CLEANED_UP: _player_and_cards("cleaned_up"),
    EVENT_REFILLED: _refilled,
    EVENT_BID_MADE: lambda _cards, event, _viewer: {"bid_made": {"player": event[1], "tokens": event[2]}},
    EVENT_BID_PASSED: _player("bid_passed"),
    EVENT_MARKET_UNSOLD: _nothing("market_unsold"),
    EVENT_MARKET_SKIPPED: _nothing("market_skipped"),
    EVENT_MARKET_SOLD: _market_sold,
    EVENT_SHUFFLED_IN: _player_and_card("shuffled_in"),
    EVENT_PUT_ON_DISCARD: _player_and_card("put_on_discard"),
    EVENT_MARKET_FLIPPED: _market_flipped,
    EVENT_ASSAULT_COUNTED: lambda cards, event, _viewer: {
        "assault_counted": {"card": cards.ids[event[1]], "number": event[2]}
    },
    EVENT_HQ_CRACKED: _card("hq_cracked"),
    EVENT_HQ_REWARD_REMOVED: _card("hq_reward_removed"),
    EVENT_HQ_CLEARED: _player_and_cards("hq_cleared"),
    EVENT_HQ_REVEALED: _hq_revealed,
    EVENT_VICTORY_PLACED: _victory_placed,
    EVENT_ACTION_USED: _player_and_card("action_used"),
    EVENT_ROUND_ENDED: lambda _cards, event, _viewer: {"round_ended": {"round": event[1], "first": event[2]}},
    EVENT_SET_COMPLETED: lambda cards, event, _viewer: {
        "set_completed": {"player": event[1], "set": cards.sets[event[2]]}
    },
    EVENT_DEALT_SHOWN: _player_and_cards("dealt_shown"),
    EVENT_SCORED: _scored,
    EVENT_GAME_ENDED: _game_ended,
}
