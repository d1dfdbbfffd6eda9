"""What abilities, Face Offs, HQ Assaults and the Draw Phase change in a view, by what its viewer is shown, in
the order of ``table/events.py``; ``follow.py`` has the rest."""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff.cards.cards import NO_CARD, PLAYED_AS
from services.rulesets.faceoff.events.view_cards import (
    card_of,
    cards_of,
    entry_of,
    forget_top,
    leave_deck,
    leave_hand,
    take_from_hand,
)
from services.rulesets.faceoff.table import hand_memory
from services.rulesets.faceoff.table.enum_words import REWARD_WORDS, TRIGGER_WORDS
from services.rulesets.faceoff.table.events import REWARD_CLOCK, REWARD_HQ, REWARD_VC7, REWARD_VP
from services.rulesets.faceoff.table.state import HIDDEN, NO_SEAT, TRIGGER_DRAW_PHASE, View

_REWARDS: Final = {word: number for number, word in enumerate(REWARD_WORDS)}


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability_began(view: View, body: JsonObject) -> None:
    """Cards drawn by an ability in the Draw Phase are remembered."""
    view.trigger = TRIGGER_WORDS.index(body["trigger"])
    view.actor = body.get("player", NO_SEAT)


def _drew(view: View, body: JsonObject) -> None:
    seat, number = body["player"], body["number"]
    hand_memory.drew(view, seat, number)
    view.hand_sizes[seat] += number
    leave_deck(view, seat, number)
    cards = [HIDDEN] * number
    if seat == view.viewer:
        cards = cards_of(view, body["cards"])
        view.hand = sorted(view.hand + cards)
    if view.trigger == TRIGGER_DRAW_PHASE and seat == view.actor:
        view.late += cards


def _reshuffled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    hand_memory.reshuffled(view, seat, view.hidden[seat])
    view.deck_sizes[seat] = body["number"]
    view.hidden[seat] = sorted(view.hidden[seat] + view.discards[seat])
    view.discards[seat] = []


def _discarded(view: View, body: JsonObject) -> None:
    seat, card = body["player"], card_of(view, body["card"])
    if body["origin"] == "PLACE_DECK":
        hand_memory.left_deck(view, seat, card)
        leave_deck(view, seat, 1)
        view.hidden[seat].remove(card)
    else:
        leave_hand(view, seat, card)
    view.discards[seat].append(card)


def _destroyed(view: View, body: JsonObject) -> None:
    view.destroyed.append(_leave_place(view, body))


def _leave_place(view: View, body: JsonObject) -> int:
    """A card leaves its owner's hand or discard pile."""
    seat, card = body["player"], card_of(view, body["card"])
    if body["origin"] == "PLACE_HAND":
        leave_hand(view, seat, card)
    else:
        view.discards[seat].remove(card)
    return card


def _vp_changed(view: View, body: JsonObject) -> None:
    view.vp[body["player"]] = body["vp"]


def _scrub_gained(view: View, body: JsonObject) -> None:
    view.discards[body["player"]].append(card_of(view, body["card"]))
    view.scrub = card_of(view, body["next"]) if "next" in body else NO_CARD
    view.scrub_deck_size -= 1


def _power_modified(view: View, body: JsonObject) -> None:
    mods = view.mods if body["location"] == "LOCATION_FACEOFF" else view.hq_mods
    mods[body["player"]] += body["change"]


def _shield_discarded(view: View, body: JsonObject) -> None:
    seat, card = body["player"], card_of(view, body["card"])
    leave_hand(view, seat, card)
    view.discards[seat].append(card)


def _hand_looked_at(view: View, body: JsonObject) -> None:
    if body["cards"]:
        hand_memory.looked(view, body["player"], body["other"], cards_of(view, body["cards"]))


def _top_looked_at(view: View, body: JsonObject) -> None:
    view.known_top[body["player"]] = 1
    if "card" in body:
        view.deck_top = card_of(view, body["card"])


def _recalled(view: View, body: JsonObject) -> None:
    seat, card = body["player"], card_of(view, body["card"])
    hand_memory.came_to_hand(view, seat, card)
    view.discards[seat].remove(card)
    view.hand_sizes[seat] += 1
    insort(view.hidden[seat], card)
    if seat == view.viewer:
        insort(view.hand, card)


def _moved_to_hq(view: View, body: JsonObject) -> None:
    _leave_place(view, body)
    view.stacks[body["player"]].append(entry_of(view, body))


def _kicked(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].remove(entry_of(view, body))
    view.discards[seat].append(card_of(view, body["card"]))


# -- Face Off --------------------------------------------------------------------------------------------------------


def _ranked(view: View, body: JsonObject) -> None:
    view.places = body["players"].copy()
    if body["location"] == "LOCATION_HQ":
        view.rewards = 1 << REWARD_VC7 | 1 << REWARD_HQ | 1 << REWARD_VP


def _reward_taken(view: View, body: JsonObject) -> None:
    seat, reward = body["player"], _REWARDS[body["reward"]]
    view.rewards &= ~(1 << reward)
    if reward == REWARD_VP:
        return
    card = card_of(view, body["card"])
    if reward == REWARD_HQ:
        view.hq_rewards.remove(card)
        (view.removed if view.rules.tokens_for_hq_reward else view.perms[seat]).append(card)
        return
    view.discards[seat].append(card)
    if reward == REWARD_CLOCK:
        view.chosen = NO_CARD
    elif reward == REWARD_VC7:
        view.vc7.remove(card)
    else:
        view.power_row.remove(card)
        view.power_taker = seat


def _clock_card_removed(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.removed.append(card_of(view, body["card"]))


def _clock_card_given(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.discards[body["player"]].append(card_of(view, body["card"]))


def _aviator_moved(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].append(PLAYED_AS * view.personality[seat])
    view.personality[seat] = NO_CARD


def _cleaned_up(view: View, body: JsonObject) -> None:
    seat, cards = body["player"], cards_of(view, body["cards"])
    if view.down[seat]:
        shown = cards[-len(view.down[seat]) :]
        hand_memory.turned_up(view, seat, shown)
        for card in shown:
            view.hidden[seat].remove(card)
        view.down[seat] = []
    view.personality[seat] = NO_CARD
    view.equipment[seat] = NO_CARD
    view.mods[seat] = 0
    view.discards[seat] += cards


def _refilled(view: View, body: JsonObject) -> None:
    clock = body["tree"] == "TREE_CLOCK"
    row, middle = (view.clock_row, view.clock_mid) if clock else (view.power_row, view.power_mid)
    place = body["place"] - 1
    row.append(card_of(view, body["card"]))
    if "next" not in body:
        del middle[place]
        return
    middle[place] = card_of(view, body["next"]) if body["next"] else HIDDEN
    if clock:
        view.clock_deck_size -= 1
    else:
        view.power_deck_size -= 1


# -- HQ Assault ------------------------------------------------------------------------------------------------------


def _bid_made(view: View, body: JsonObject) -> None:
    view.bid = body["tokens"]
    view.bidder = body["player"]


def _bid_passed(view: View, body: JsonObject) -> None:
    view.passed |= 1 << body["player"]


def _bidding_over(view: View, _body: JsonObject) -> None:
    view.bid = 0
    view.bidder = NO_SEAT
    view.passed = 0


def _shuffled_in(view: View, body: JsonObject) -> None:
    seat, card = body["player"], card_of(view, body["card"])
    hand_memory.shuffled_in(view, seat, card)
    view.deck_sizes[seat] += 1
    insort(view.hidden[seat], card)
    forget_top(view, seat)


def _put_on_discard(view: View, body: JsonObject) -> None:
    view.discards[body["player"]].append(card_of(view, body["card"]))


def _market_flipped(view: View, body: JsonObject) -> None:
    _bidding_over(view, body)
    view.market = NO_CARD
    if "card" in body:
        view.market = card_of(view, body["card"])
        view.market_deck_size -= 1


def _assault_counted(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.assaults.append(card_of(view, body["card"]))


def _hq_reward_removed(view: View, body: JsonObject) -> None:
    card = card_of(view, body["card"])
    view.hq_rewards.remove(card)
    view.removed.append(card)


def _hq_cleared(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.discards[seat] += cards_of(view, body["cards"])
    view.stacks[seat] = []


def _hq_revealed(view: View, body: JsonObject) -> None:
    view.removed += [view.hq, *view.assaults, view.timing]
    view.assaults = []
    view.hq = card_of(view, body["hq"])
    view.timing = card_of(view, body["timing"])
    view.hq_deck_size -= 1
    view.timing_deck_size -= 1
    view.hq_mods = [0] * view.rules.seats


# -- Draw Phase and end ----------------------------------------------------------------------------------------------


def _victory_placed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    card = card_of(view, body["card"]) if "card" in body else HIDDEN
    if view.rules.placed_hidden:
        hand_memory.placed_down(view, seat, view.hidden[seat])
        take_from_hand(view, seat, card)
    else:
        leave_hand(view, seat, card)
    view.front[seat].append(card)


def _action_used(view: View, body: JsonObject) -> None:
    seat, card = body["player"], card_of(view, body["card"])
    view.used.append(card)
    if card in view.hidden[seat]:
        hand_memory.seen_in_hand(view, seat, card)


def _dealt_shown(view: View, body: JsonObject) -> None:
    view.dealt[body["player"]] = cards_of(view, body["cards"])


CHANGES: Final[dict[str, Callable[[View, Any], None]]] = {
    "ability_began": _ability_began,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "discarded": _discarded,
    "destroyed": _destroyed,
    "vp_changed": _vp_changed,
    "scrub_gained": _scrub_gained,
    "power_modified": _power_modified,
    "shield_discarded": _shield_discarded,
    "hand_looked_at": _hand_looked_at,
    "top_looked_at": _top_looked_at,
    "recalled": _recalled,
    "moved_to_hq": _moved_to_hq,
    "kicked": _kicked,
    "ranked": _ranked,
    "reward_taken": _reward_taken,
    "clock_card_removed": _clock_card_removed,
    "clock_card_given": _clock_card_given,
    "aviator_moved": _aviator_moved,
    "cleaned_up": _cleaned_up,
    "refilled": _refilled,
    "bid_made": _bid_made,
    "bid_passed": _bid_passed,
    "market_unsold": _bidding_over,
    "shuffled_in": _shuffled_in,
    "put_on_discard": _put_on_discard,
    "market_flipped": _market_flipped,
    "assault_counted": _assault_counted,
    "hq_reward_removed": _hq_reward_removed,
    "hq_cleared": _hq_cleared,
    "hq_revealed": _hq_revealed,
    "victory_placed": _victory_placed,
    "action_used": _action_used,
    "dealt_shown": _dealt_shown,
}
"""What changes in a view, by the kind of event."""
