"""What happens in a match, and what a viewer sees of it: the JSON of the Event message. Options and places count from 0
in an event, and from 1 for a viewer.

Committed cards, drawn cards, face-down cards and cards looked at are told to those who see them; the others are told
that it happened, in the same words whatever the card is.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from services.engine.event_table import FLAG, NUMBER, ByCatalogue, Event, EventTable, from_1, one_of, optional, own
from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS, Cards
from services.rulesets.faceoff.table.ability import ability_json
from services.rulesets.faceoff.table.enum_words import (
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
from services.rulesets.faceoff.table.rules import VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table.state import HIDDEN, MIDDLE_SIZE, NO_SEAT, ROW_SIZE, SEATS_OF, Registers

# What a player does in a step of a Face Off
REVEAL_NOTHING: Final = 0
REVEAL_FACE_DOWN: Final = 1
REVEAL_PLAYED: Final = 2

ORIGIN_HAND: Final = 0
ORIGIN_DISCARD_PILE: Final = 1
ORIGIN_DECK: Final = 2

# Rewards
REWARD_CLOCK: Final = 0
REWARD_POWER: Final = 1
REWARD_VP: Final = 2
REWARD_VC7: Final = 3
REWARD_HQ: Final = 4

# Trees
TREE_CLOCK: Final = 0
TREE_POWER: Final = 1

# Why a match ended
END_ALL_CRACKED: Final = 0
END_COMPLETE_SET: Final = 1
END_CLOCK_EMPTY: Final = 2

SCORE_PARTS: Final = ("face_down", "bonus", "tokens", "power_cards", "scrubs", "cards", "set")
"""The parts of a score behind those of the sets, in the order of ``scoring.parts``."""


class Shown(NamedTuple):
    """By what a match shows its cards, and the actions that are committed (``notation/actions.py``)."""

    cards: Cards
    action_json: Callable[[Cards, int], JsonObject]


_CARD: Final = ByCatalogue(lambda shown: one_of(shown.cards.ids))
_CARD_OR_HIDDEN: Final = ByCatalogue(lambda shown: one_of({HIDDEN: "", **dict(enumerate(shown.cards.ids))}))
_FACTION: Final = ByCatalogue(lambda shown: one_of(shown.cards.factions))
_SET: Final = ByCatalogue(lambda shown: one_of(shown.cards.sets))
_ACTION: Final = ByCatalogue(lambda shown: partial(shown.action_json, shown.cards))
_PHASE: Final = one_of(PHASE_WORDS)
_TRIGGER: Final = one_of(TRIGGER_WORDS)
_ORIGIN: Final = one_of(ORIGIN_WORDS)
_LOCATION: Final = one_of(LOCATION_WORDS)


def _seats(mask: int) -> list[int]:
    return SEATS_OF[mask].copy()


def _ids(shown: Shown, numbers: Event) -> list[str]:
    return [shown.cards.ids[card] if card != HIDDEN else "" for card in numbers]


def _entry(shown: Shown, entry: int) -> JsonObject:
    return {"card": shown.cards.ids[entry // PLAYED_AS], "played_as": PLAYED_AS_WORDS[entry % PLAYED_AS]}


# -- events that are more than a number for each field ---------------------------------------------------------------


def _table_set(shown: Shown, event: Event) -> JsonObject:
    """First player, HQ, timing card, Market card, top scrub, then row (3) and middle (2) of the Clock tree, then of the
    Power tree; a middle card is HIDDEN with option tree_middle=face_down."""
    _, first, *cards = event
    hq, timing, market, scrub, *trees = _ids(shown, tuple(cards))
    one, two, three = ROW_SIZE, ROW_SIZE + MIDDLE_SIZE, ROW_SIZE + MIDDLE_SIZE + ROW_SIZE
    return {
        "first": first,
        "hq": hq,
        "timing": timing,
        "market": market,
        "scrub": scrub,
        "clock_row": trees[:one],
        "clock_middle": trees[one:two],
        "power_row": trees[two:three],
        "power_middle": trees[three:],
    }


def _dealt(shown: Shown, event: Event, viewer: int) -> JsonObject:
    """Seat, two victory cards, then the hand: all for the player alone."""
    ids = _ids(shown, event[2:]) if event[1] == viewer else []
    return {"player": event[1], "victory_cards": ids[:VICTORY_CARDS_DEALT], "hand": ids[VICTORY_CARDS_DEALT:]}


def _ability_asked(shown: Shown, event: Event) -> JsonObject:
    """Seat, turn, then trigger, acting card, actor, pc, target, todo, reacted (see Table for each register)."""
    return {"player": event[1], "turn": event[2], "ability": ability_json(shown.cards.ids, Registers(*event[3:]))}


def _revealed(shown: Shown, event: Event, viewer: int) -> JsonObject:
    """Seat, a REVEAL_, card or NO_CARD. What is discarded instead of being played stays hidden until Clean up (FO-069,
    FO-R18)."""
    _, seat, kind, card = event
    body: JsonObject = {"player": seat, "kind": REVEAL_WORDS[kind]}
    if kind == REVEAL_PLAYED or (kind == REVEAL_FACE_DOWN and seat == viewer):
        body["card"] = shown.cards.ids[card]
    return body


def _build_revealed(shown: Shown, event: Event) -> JsonObject:
    """Seat, then entries."""
    return {"player": event[1], "cards": [_entry(shown, entry) for entry in event[2:]]}


def _player_and_entry(shown: Shown, event: Event) -> JsonObject:
    """Seat, entry."""
    return {"player": event[1], **_entry(shown, event[2])}


def _moved_to_hq(shown: Shown, event: Event) -> JsonObject:
    """Seat, entry, ORIGIN_HAND or ORIGIN_DISCARD_PILE."""
    return {"player": event[1], **_entry(shown, event[2]), "origin": ORIGIN_WORDS[event[3]]}


def _hand_looked_at(shown: Shown, event: Event, viewer: int) -> JsonObject:
    """Seat that looks, seat whose hand it is, the cards: for the two alone."""
    ids = _ids(shown, event[3:]) if viewer in event[1:3] else []
    return {"player": event[1], "other": event[2], "cards": ids}


def _totals(_shown: Shown, event: Event) -> JsonObject:
    """Location, then for each seat: printed power, combos, modifiers, total."""
    parts = ("power", "combos", "modifiers", "total")
    players = [dict(zip(parts, event[place : place + 4], strict=True)) for place in range(2, len(event), 4)]
    return {"location": LOCATION_WORDS[event[1]], "players": players}


def _victory_placed(shown: Shown, event: Event, viewer: int) -> JsonObject:
    """Seat, card, 1 if it lies face up."""
    body: JsonObject = {"player": event[1]}
    if event[3] or event[1] == viewer:  # FO-R62
        body["card"] = shown.cards.ids[event[2]]
    return body


def _scored(shown: Shown, event: Event) -> JsonObject:
    """Seat, total, number of sets, then for each its faction and points, then the other parts (play/scoring.py)."""
    _, seat, total, sets, *rest = event
    score: JsonObject = {
        "total": total,
        "sets": [{"set": shown.cards.sets[rest[2 * place]], "points": rest[2 * place + 1]} for place in range(sets)],
        **dict(zip(SCORE_PARTS, rest[2 * sets :], strict=True)),
    }
    return {"player": seat, "score": score}


EVENTS: Final = EventTable()

# -- setup -----------------------------------------------------------------------------------------------------------
EVENT_MATCH_STARTED: Final = EVENTS.kind("match_started", {"players": NUMBER})
EVENT_FACTION_CHOSEN: Final = EVENTS.kind("faction_chosen", {"player": NUMBER, "faction": _FACTION})
EVENT_TABLE_SET: Final = EVENTS.kind("table_set", _table_set)
EVENT_DEALT: Final = EVENTS.private_kind("dealt", _dealt)
EVENT_MULLIGANED: Final = EVENTS.kind("mulliganed", {"player": NUMBER, "cards": own([_CARD_OR_HIDDEN])})
EVENT_HAND_KEPT: Final = EVENTS.kind("hand_kept", {"player": NUMBER})

# -- the course of a round -------------------------------------------------------------------------------------------
EVENT_ROUND_BEGAN: Final = EVENTS.kind("round_began", {"round": NUMBER, "first": NUMBER})
# The seats that must commit, as a bit mask.
EVENT_AWAITED: Final = EVENTS.kind("awaited", {"phase": _PHASE, "players": _seats})
# All see that it was done, and nothing of what (FO-R19).
EVENT_COMMITTED: Final = EVENTS.kind("committed", {"player": NUMBER, "action": own(_ACTION)})
# What is waited for next, if it is not an ability's choice.
EVENT_ASKED: Final = EVENTS.kind("asked", {"phase": _PHASE, "player": NUMBER, "turn": NUMBER})
EVENT_ABILITY_ASKED: Final = EVENTS.kind("ability_asked", _ability_asked)
EVENT_CLOCK_CHOSEN: Final = EVENTS.kind("clock_chosen", {"player": NUMBER, "card": _CARD})
EVENT_REVEALED: Final = EVENTS.private_kind("revealed", _revealed)
EVENT_BUILD_REVEALED: Final = EVENTS.kind("build_revealed", _build_revealed)
EVENT_ADDED_TO_HQ: Final = EVENTS.kind("added_to_hq", _player_and_entry)

# -- abilities: the player is the actor, or whose card, hand or deck it is -------------------------------------------
EVENT_ABILITY_BEGAN: Final = EVENTS.kind(
    "ability_began", {"player": optional(NUMBER, NO_SEAT), "card": _CARD, "trigger": _TRIGGER}
)
EVENT_TARGET_CHOSEN: Final = EVENTS.kind("target_chosen", {"player": NUMBER, "target": NUMBER})
EVENT_ANSWERED: Final = EVENTS.kind("answered", {"player": NUMBER, "yes": FLAG})
EVENT_OPTION_CHOSEN: Final = EVENTS.kind("option_chosen", {"player": NUMBER, "number": from_1})
EVENT_DREW: Final = EVENTS.kind("drew", {"player": NUMBER, "number": NUMBER, "cards": own([_CARD_OR_HIDDEN])})
# Its discard pile is its deck now.
EVENT_RESHUFFLED: Final = EVENTS.kind("reshuffled", {"player": NUMBER, "number": NUMBER})
EVENT_DISCARDED: Final = EVENTS.kind("discarded", {"player": NUMBER, "card": _CARD, "origin": _ORIGIN})
EVENT_DESTROYED: Final = EVENTS.kind("destroyed", {"player": NUMBER, "card": _CARD, "origin": _ORIGIN})
EVENT_VP_CHANGED: Final = EVENTS.kind("vp_changed", {"player": NUMBER, "change": NUMBER, "vp": NUMBER})
# The next scrub on top, if there is one.
EVENT_SCRUB_GAINED: Final = EVENTS.kind(
    "scrub_gained", {"player": NUMBER, "card": _CARD, "next": optional(_CARD, NO_CARD)}
)
EVENT_POWER_MODIFIED: Final = EVENTS.kind("power_modified", {"player": NUMBER, "change": NUMBER, "location": _LOCATION})
# The player is not affected by the attacking card.
EVENT_SHIELDED: Final = EVENTS.kind("shielded", {"player": NUMBER, "card": _CARD})
# A card from hand (option shield=reaction), or none.
EVENT_SHIELD_DISCARDED: Final = EVENTS.kind("shield_discarded", {"player": NUMBER, "card": _CARD})
EVENT_NO_SHIELD: Final = EVENTS.kind("no_shield", {"player": NUMBER})
EVENT_HAND_LOOKED_AT: Final = EVENTS.private_kind("hand_looked_at", _hand_looked_at)
EVENT_TOP_LOOKED_AT: Final = EVENTS.kind("top_looked_at", {"player": NUMBER, "card": own(_CARD)})
EVENT_LEFT_ON_TOP: Final = EVENTS.kind("left_on_top", {"player": NUMBER})
# From its discard pile to its hand.
EVENT_RECALLED: Final = EVENTS.kind("recalled", {"player": NUMBER, "card": _CARD})
EVENT_MOVED_TO_HQ: Final = EVENTS.kind("moved_to_hq", _moved_to_hq)
# From the player's stack to the player's discard pile.
EVENT_KICKED: Final = EVENTS.kind("kicked", _player_and_entry)
EVENT_CHOSE_NONE: Final = EVENTS.kind("chose_none", {"player": NUMBER})

# -- Face Off --------------------------------------------------------------------------------------------------------
EVENT_TOTALS: Final = EVENTS.kind("totals", _totals)
# The seats in order, best first.
EVENT_RANKED: Final = EVENTS.kind("ranked", {"location": _LOCATION, "players": [NUMBER]})
EVENT_REWARD_TAKEN: Final = EVENTS.kind(
    "reward_taken", {"player": NUMBER, "reward": one_of(REWARD_WORDS), "card": optional(_CARD, NO_CARD)}
)
EVENT_REWARD_DECLINED: Final = EVENTS.kind("reward_declined", {"player": NUMBER})
# The VC or bonus card that nobody took (FO-R17); the next is the same with option unclaimed=first_player.
EVENT_CLOCK_CARD_REMOVED: Final = EVENTS.kind("clock_card_removed", {"card": _CARD})
EVENT_CLOCK_CARD_GIVEN: Final = EVENTS.kind("clock_card_given", {"player": NUMBER, "card": _CARD})
EVENT_AVIATOR_MOVED: Final = EVENTS.kind("aviator_moved", {"player": NUMBER, "card": _CARD})
EVENT_AVIATOR_STAYED: Final = EVENTS.kind("aviator_stayed", {"player": NUMBER, "card": _CARD})
# The cards that go to its discard pile, face up.
EVENT_CLEANED_UP: Final = EVENTS.kind("cleaned_up", {"player": NUMBER, "cards": [_CARD_OR_HIDDEN]})
# A place in the middle, the card that moves to the row, and the card that takes its place, if there is one: HIDDEN with
# option tree_middle=face_down.
EVENT_REFILLED: Final = EVENTS.kind(
    "refilled",
    {"tree": one_of(TREE_WORDS), "place": from_1, "card": _CARD, "next": optional(_CARD_OR_HIDDEN, NO_CARD)},
)

# -- HQ Assault ------------------------------------------------------------------------------------------------------
EVENT_BID_MADE: Final = EVENTS.kind("bid_made", {"player": NUMBER, "tokens": NUMBER})
EVENT_BID_PASSED: Final = EVENTS.kind("bid_passed", {"player": NUMBER})
# Nobody can bid.
EVENT_MARKET_UNSOLD: Final = EVENTS.kind("market_unsold", {})
# The assault card ends the final HQ (FO-110), or there is no Market card left.
EVENT_MARKET_SKIPPED: Final = EVENTS.kind("market_skipped", {})
EVENT_MARKET_SOLD: Final = EVENTS.kind("market_sold", {"player": NUMBER, "card": _CARD, "tokens": NUMBER})
# Into its deck; EVENT_PUT_ON_DISCARD otherwise.
EVENT_SHUFFLED_IN: Final = EVENTS.kind("shuffled_in", {"player": NUMBER, "card": _CARD})
EVENT_PUT_ON_DISCARD: Final = EVENTS.kind("put_on_discard", {"player": NUMBER, "card": _CARD})
EVENT_MARKET_FLIPPED: Final = EVENTS.kind("market_flipped", {"card": optional(_CARD, NO_CARD)})
# How many lie at this HQ now.
EVENT_ASSAULT_COUNTED: Final = EVENTS.kind("assault_counted", {"card": _CARD, "number": NUMBER})
EVENT_HQ_CRACKED: Final = EVENTS.kind("hq_cracked", {"card": _CARD})
# The reward card that nobody took (FO-R57).
EVENT_HQ_REWARD_REMOVED: Final = EVENTS.kind("hq_reward_removed", {"card": _CARD})
# The cards that go from its stack to its discard pile.
EVENT_HQ_CLEARED: Final = EVENTS.kind("hq_cleared", {"player": NUMBER, "cards": [_CARD_OR_HIDDEN]})
# The former ones and the assault cards are set aside.
EVENT_HQ_REVEALED: Final = EVENTS.kind("hq_revealed", {"hq": _CARD, "timing": _CARD})

# -- Draw Phase and end ----------------------------------------------------------------------------------------------
EVENT_VICTORY_PLACED: Final = EVENTS.private_kind("victory_placed", _victory_placed)
# Its Draw Phase or End of Turn action.
EVENT_ACTION_USED: Final = EVENTS.kind("action_used", {"player": NUMBER, "card": _CARD})
# The next first player.
EVENT_ROUND_ENDED: Final = EVENTS.kind("round_ended", {"round": NUMBER, "first": NUMBER})
EVENT_SET_COMPLETED: Final = EVENTS.kind("set_completed", {"player": NUMBER, "set": _SET})
EVENT_SCORED: Final = EVENTS.kind("scored", _scored)
EVENT_GAME_ENDED: Final = EVENTS.kind("game_ended", {"reason": one_of(END_REASON_WORDS), "winners": [NUMBER]})
# The two victory cards that it was dealt: the match is over.
EVENT_DEALT_SHOWN: Final = EVENTS.kind("dealt_shown", {"player": NUMBER, "cards": [_CARD_OR_HIDDEN]})
