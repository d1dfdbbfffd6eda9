"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.faceoff import memory
from services.rulesets.faceoff.cards import PLAYED_AS
from services.rulesets.faceoff.events import (
    CLOCK_REWARD,
    HQ_REWARD,
    POWER_REWARD,
    VC7_REWARD,
    VP_REWARD,
)
from services.rulesets.faceoff.face_off import turn_order
from services.rulesets.faceoff.notation import action_from_json
from services.rulesets.faceoff.positions import PHASES, PLAYED_AS_WORDS, REWARDS, TRIGGERS
from services.rulesets.faceoff.setup import STARTING_HAND, STARTING_VP, VICTORY_CARDS_DEALT
from services.rulesets.faceoff.table import (
    ABILITY,
    AT_END_OF_TURN,
    AVIATOR,
    COMMITTED,
    DRAW_ACTIONS,
    END_OF_TURN,
    FACEOFF_REWARD,
    GAME_OVER,
    HIDDEN,
    IN_DRAW_PHASE,
    MIDDLE,
    NO_CARD,
    NO_COMMIT,
    NO_SEAT,
    NO_TRIGGER,
    ON_EQUIPMENT,
    ON_PERSONALITY,
    ON_WIN,
    PERSONALITY,
    REACTED_BITS,
    REFILL_CLOCK,
    REFILL_POWER,
    ROW,
    View,
)
from services.rulesets.faceoff.table import HQ_REWARD as HQ_REWARD_PHASE

_PHASES: Final = {word: number for number, word in PHASES.items()}
_TRIGGERS: Final = {word: number for number, word in enumerate(TRIGGERS)}
_REWARDS: Final = {word: number for number, word in enumerate(REWARDS)}
_PLAYED_AS: Final = {word: number for number, word in enumerate(PLAYED_AS_WORDS)}


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        _FOLLOWED[kind](view, body)


def _nothing(_view: View, _body: JsonObject) -> None:
    """The event says what happens, and others say what changes."""


def _card(view: View, id: str) -> int:
    return view.rules.cards.index[id]


def _cards(view: View, ids: list[str]) -> list[int]:
    """Cards by their ids; an empty text is one that may not be known."""
    index = view.rules.cards.index
    return [index[id] if id else HIDDEN for id in ids]


def _entry(view: View, body: JsonObject) -> int:
    return PLAYED_AS * _card(view, body["card"]) + _PLAYED_AS[body["played_as"]]


# -- setup -----------------------------------------------------------------------------------------------------------


def _faction_chosen(view: View, body: JsonObject) -> None:
    view.factions[body["player"]] = view.rules.cards.factions.index(body["faction"])


def _table_set(view: View, body: JsonObject) -> None:
    cards, seats = view.rules.cards, view.rules.seats
    playing = sorted([*view.factions, cards.heathen])
    view.first = body["first"]
    view.hq = _card(view, body["hq"])
    view.timing = _card(view, body["timing"])
    view.market = _card(view, body["market"])
    view.scrub = _card(view, body["scrub"])
    view.clock_row = _cards(view, body["clock_row"])
    view.clock_mid = _cards(view, body["clock_middle"])
    view.power_row = _cards(view, body["power_row"])
    view.power_mid = _cards(view, body["power_middle"])
    view.vc7 = sorted([cards.vc7[faction] for faction in playing])
    view.hq_rewards = sorted([cards.hq_reward[faction] for faction in playing])
    view.clock_deck_size += sum([len(cards.vcs[faction]) for faction in playing])
    view.clock_deck_size -= VICTORY_CARDS_DEALT * seats + ROW + MIDDLE
    view.power_deck_size += sum([len(cards.power_of[faction]) for faction in view.factions]) - MIDDLE
    view.market_deck_size += sum([len(cards.market_of[faction]) for faction in view.factions])
    view.hq_deck_size = seats
    view.timing_deck_size -= 1
    view.vp = [STARTING_VP] * seats


def _dealt(view: View, body: JsonObject) -> None:
    seat = body["player"]
    starters = view.rules.cards.starters[view.factions[seat]]
    view.hidden[seat] = sorted(starters)
    view.hand_sizes[seat] = STARTING_HAND
    view.deck_sizes[seat] = len(starters) - STARTING_HAND
    view.dealt[seat] = [HIDDEN] * VICTORY_CARDS_DEALT
    if seat == view.viewer:
        view.dealt[seat] = _cards(view, body["victory_cards"])
        view.hand = _cards(view, body["hand"])


def _mulliganed(view: View, body: JsonObject) -> None:
    view.commits[body["player"]] = NO_COMMIT
    if body["player"] == view.viewer:
        view.hand = _cards(view, body["cards"])


def _hand_kept(view: View, body: JsonObject) -> None:
    view.commits[body["player"]] = NO_COMMIT


# -- who must decide -------------------------------------------------------------------------------------------------

_IN_REWARDS: Final = (FACEOFF_REWARD, HQ_REWARD_PHASE)
_IN_FACEOFF: Final = (FACEOFF_REWARD, AVIATOR)
_WITH_POWER_TAKER: Final = (FACEOFF_REWARD, AVIATOR, REFILL_CLOCK, REFILL_POWER)
_IN_FACEOFF_TRIGGERS: Final = (ON_PERSONALITY, ON_EQUIPMENT, ON_WIN)
_STEPS: Final = {
    DRAW_ACTIONS: DRAW_ACTIONS,
    END_OF_TURN: END_OF_TURN,
    IN_DRAW_PHASE: DRAW_ACTIONS,
    AT_END_OF_TURN: END_OF_TURN,
}
"""The step of a player's turn to which a phase or a trigger belongs."""


def _awaited(view: View, body: JsonObject) -> None:
    phase = _PHASES[body["phase"]]
    _step_over(view, phase, 0)
    if phase == PERSONALITY:
        _face_off_over(view)
    view.phase = phase
    view.waiting = sum([1 << seat for seat in body["players"]])
    view.turn = 0
    view.places = []
    view.rewards = 0
    _clear_ability(view)


def _committed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.waiting &= ~(1 << seat)
    view.commits[seat] = action_from_json(view.rules.cards, body["action"]) if "action" in body else COMMITTED


def _asked(view: View, body: JsonObject) -> None:
    phase, turn = _PHASES[body["phase"]], body["turn"]
    _step_over(view, phase, turn)
    if phase not in _IN_REWARDS:
        view.places = []
        view.rewards = 0
    elif phase == FACEOFF_REWARD and turn == 0:
        view.rewards = 1 << CLOCK_REWARD | 1 << VP_REWARD
        if view.power_row:
            view.rewards |= 1 << POWER_REWARD
    if phase not in _WITH_POWER_TAKER:
        view.power_taker = NO_SEAT
    if phase not in _IN_FACEOFF:
        _face_off_over(view)
    elif phase == AVIATOR:
        for seat in turn_order(view)[:turn]:
            view.mods[seat] = 0
    view.phase = phase
    view.waiting = 1 << body["player"]
    view.turn = turn
    _clear_ability(view)


def _ability_asked(view: View, body: JsonObject) -> None:
    ability = body["ability"]
    trigger = _TRIGGERS[ability["trigger"]]
    _step_over(view, trigger, body["turn"])
    if trigger != ON_WIN:
        view.places = []
    if trigger not in _IN_FACEOFF_TRIGGERS:
        view.power_taker = NO_SEAT
        _face_off_over(view)
    view.phase = ABILITY
    view.waiting = 1 << body["player"]
    view.turn = body["turn"]
    view.trigger = trigger
    view.acting = _card(view, ability["card"])
    view.actor = ability.get("actor", NO_SEAT)
    view.pc = ability["place"]
    view.target = ability.get("target", NO_SEAT)
    view.todo = sum([1 << seat for seat in ability["todo"]])
    asked, shielded = (sum([1 << seat for seat in ability[key]]) for key in ("asked_for_shield", "shielded"))
    view.reacted = asked | shielded << REACTED_BITS


def _step_over(view: View, asked: int, turn: int) -> None:
    """What a player has used and drawn in a turn of the Draw Phase is forgotten when it is over."""
    step = view.trigger if view.phase == ABILITY else view.phase
    if _STEPS.get(step) != _STEPS.get(asked) or view.turn != turn:
        view.used = []
        view.late = []


def _face_off_over(view: View) -> None:
    view.eligible = 0
    view.mods = [0] * view.rules.seats


def _clear_ability(view: View) -> None:
    view.trigger = NO_TRIGGER
    view.acting = NO_CARD
    view.actor = NO_SEAT
    view.pc = 0
    view.target = NO_SEAT
    view.todo = 0
    view.reacted = 0


# -- the course of a round -------------------------------------------------------------------------------------------


def _round_began(view: View, body: JsonObject) -> None:
    view.round = body["round"]


def _clock_chosen(view: View, body: JsonObject) -> None:
    view.chosen = _card(view, body["card"])
    view.clock_row.remove(view.chosen)


def _revealed(view: View, body: JsonObject) -> None:
    seat, kind = body["player"], body["kind"]
    view.commits[seat] = NO_COMMIT
    if kind == "REVEAL_FACE_DOWN":
        card = _card(view, body["card"]) if "card" in body else HIDDEN
        memory.laid_down(view, seat)
        _take_from_hand(view, seat, card)
        view.down[seat].append(card)
    elif kind == "REVEAL_PLAYED":
        card = _card(view, body["card"])
        _leave_hand(view, seat, card)
        if view.phase == PERSONALITY:
            view.personality[seat] = card
            view.eligible |= 1 << seat
        else:
            view.equipment[seat] = card


def _build_revealed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.commits[seat] = NO_COMMIT
    view.builds[seat] = [_entry(view, each) for each in body["cards"]]
    for entry in view.builds[seat]:
        _leave_hand(view, seat, entry // PLAYED_AS)


def _added_to_hq(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].append(view.builds[seat].pop(0))


def _leave_hand(view: View, seat: int, card: int) -> None:
    """A card leaves a hand, seen by all."""
    memory.left_hand(view, seat, card)
    _take_from_hand(view, seat, card)
    view.hidden[seat].remove(card)


def _take_from_hand(view: View, seat: int, card: int) -> None:
    view.hand_sizes[seat] -= 1
    if seat == view.viewer:
        view.hand.remove(card)


def _leave_deck(view: View, seat: int, number: int) -> None:
    """Cards leave the top of a deck."""
    view.deck_sizes[seat] -= number
    _forget_top(view, seat)


def _forget_top(view: View, seat: int) -> None:
    view.known_top[seat] = 0
    if seat == view.viewer:
        view.deck_top = NO_CARD


# -- abilities -------------------------------------------------------------------------------------------------------


def _ability_began(view: View, body: JsonObject) -> None:
    """Cards drawn by an ability in the Draw Phase are remembered."""
    view.trigger = _TRIGGERS[body["trigger"]]
    view.actor = body.get("player", NO_SEAT)


def _drew(view: View, body: JsonObject) -> None:
    seat, number = body["player"], body["number"]
    memory.drew(view, seat, number)
    view.hand_sizes[seat] += number
    _leave_deck(view, seat, number)
    cards = [HIDDEN] * number
    if seat == view.viewer:
        cards = _cards(view, body["cards"])
        view.hand = sorted(view.hand + cards)
    if view.trigger == IN_DRAW_PHASE and seat == view.actor:
        view.late += cards


def _reshuffled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    memory.reshuffled(view, seat, view.hidden[seat])
    view.deck_sizes[seat] = body["number"]
    view.hidden[seat] = sorted(view.hidden[seat] + view.discards[seat])
    view.discards[seat] = []


def _discarded(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body["card"])
    if body["origin"] == "PLACE_DECK":
        memory.left_deck(view, seat, card)
        _leave_deck(view, seat, 1)
        view.hidden[seat].remove(card)
    else:
        _leave_hand(view, seat, card)
    view.discards[seat].append(card)


def _destroyed(view: View, body: JsonObject) -> None:
    view.destroyed.append(_leave_place(view, body))


def _leave_place(view: View, body: JsonObject) -> int:
    """A card leaves its owner's hand or discard pile."""
    seat, card = body["player"], _card(view, body["card"])
    if body["origin"] == "PLACE_HAND":
        _leave_hand(view, seat, card)
    else:
        view.discards[seat].remove(card)
    return card


def _vp_changed(view: View, body: JsonObject) -> None:
    view.vp[body["player"]] = body["vp"]


def _scrub_gained(view: View, body: JsonObject) -> None:
    view.discards[body["player"]].append(_card(view, body["card"]))
    view.scrub = _card(view, body["next"]) if "next" in body else NO_CARD
    view.scrub_deck_size -= 1


def _power_modified(view: View, body: JsonObject) -> None:
    mods = view.mods if body["location"] == "LOCATION_FACEOFF" else view.hq_mods
    mods[body["player"]] += body["change"]


def _shield_discarded(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body["card"])
    _leave_hand(view, seat, card)
    view.discards[seat].append(card)


def _hand_looked_at(view: View, body: JsonObject) -> None:
    if body["cards"]:
        memory.looked(view, body["player"], body["other"], _cards(view, body["cards"]))


def _top_looked_at(view: View, body: JsonObject) -> None:
    view.known_top[body["player"]] = 1
    if "card" in body:
        view.deck_top = _card(view, body["card"])


def _recalled(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body["card"])
    memory.came_to_hand(view, seat, card)
    view.discards[seat].remove(card)
    view.hand_sizes[seat] += 1
    insort(view.hidden[seat], card)
    if seat == view.viewer:
        insort(view.hand, card)


def _moved_to_hq(view: View, body: JsonObject) -> None:
    _leave_place(view, body)
    view.stacks[body["player"]].append(_entry(view, body))


def _kicked(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].remove(_entry(view, body))
    view.discards[seat].append(_card(view, body["card"]))


# -- Face Off --------------------------------------------------------------------------------------------------------


def _ranked(view: View, body: JsonObject) -> None:
    view.places = body["players"].copy()
    if body["location"] == "LOCATION_HQ":
        view.rewards = 1 << VC7_REWARD | 1 << HQ_REWARD | 1 << VP_REWARD


def _reward_taken(view: View, body: JsonObject) -> None:
    seat, reward = body["player"], _REWARDS[body["reward"]]
    view.rewards &= ~(1 << reward)
    if reward == VP_REWARD:
        return
    card = _card(view, body["card"])
    if reward == HQ_REWARD:
        view.hq_rewards.remove(card)
        (view.perms[seat] if view.rules.options["hq_reward"] == "permanent" else view.removed).append(card)
        return
    view.discards[seat].append(card)
    if reward == CLOCK_REWARD:
        view.chosen = NO_CARD
    elif reward == VC7_REWARD:
        view.vc7.remove(card)
    else:
        view.power_row.remove(card)
        view.power_taker = seat


def _clock_card_removed(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.removed.append(_card(view, body["card"]))


def _clock_card_given(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.discards[body["player"]].append(_card(view, body["card"]))


def _aviator_moved(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.stacks[seat].append(PLAYED_AS * view.personality[seat])
    view.personality[seat] = NO_CARD


def _cleaned_up(view: View, body: JsonObject) -> None:
    seat, cards = body["player"], _cards(view, body["cards"])
    if view.down[seat]:
        shown = cards[-len(view.down[seat]) :]
        memory.turned_up(view, seat, shown)
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
    row.append(_card(view, body["card"]))
    if "next" not in body:
        del middle[place]
        return
    middle[place] = _card(view, body["next"]) if body["next"] else HIDDEN
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
    seat, card = body["player"], _card(view, body["card"])
    memory.shuffled_in(view, seat, card)
    view.deck_sizes[seat] += 1
    insort(view.hidden[seat], card)
    _forget_top(view, seat)


def _put_on_discard(view: View, body: JsonObject) -> None:
    view.discards[body["player"]].append(_card(view, body["card"]))


def _market_flipped(view: View, body: JsonObject) -> None:
    _bidding_over(view, body)
    view.market = NO_CARD
    if "card" in body:
        view.market = _card(view, body["card"])
        view.market_deck_size -= 1


def _assault_counted(view: View, body: JsonObject) -> None:
    view.chosen = NO_CARD
    view.assaults.append(_card(view, body["card"]))


def _hq_reward_removed(view: View, body: JsonObject) -> None:
    card = _card(view, body["card"])
    view.hq_rewards.remove(card)
    view.removed.append(card)


def _hq_cleared(view: View, body: JsonObject) -> None:
    seat = body["player"]
    view.discards[seat] += _cards(view, body["cards"])
    view.stacks[seat] = []


def _hq_revealed(view: View, body: JsonObject) -> None:
    view.removed += [view.hq, *view.assaults, view.timing]
    view.assaults = []
    view.hq = _card(view, body["hq"])
    view.timing = _card(view, body["timing"])
    view.hq_deck_size -= 1
    view.timing_deck_size -= 1
    view.hq_mods = [0] * view.rules.seats


# -- Draw Phase and end ----------------------------------------------------------------------------------------------


def _victory_placed(view: View, body: JsonObject) -> None:
    seat = body["player"]
    card = _card(view, body["card"]) if "card" in body else HIDDEN
    if view.rules.placed_hidden:
        memory.placed_down(view, seat, view.hidden[seat])
        _take_from_hand(view, seat, card)
    else:
        _leave_hand(view, seat, card)
    view.front[seat].append(card)


def _action_used(view: View, body: JsonObject) -> None:
    seat, card = body["player"], _card(view, body["card"])
    view.used.append(card)
    if card in view.hidden[seat]:
        memory.seen_in_hand(view, seat, card)


def _round_ended(view: View, body: JsonObject) -> None:
    view.first = body["first"]
    view.used = []
    view.late = []
    view.power_taker = NO_SEAT
    _face_off_over(view)


def _dealt_shown(view: View, body: JsonObject) -> None:
    view.dealt[body["player"]] = _cards(view, body["cards"])


def _game_ended(view: View, _body: JsonObject) -> None:
    view.phase = GAME_OVER
    view.waiting = 0
    view.turn = 0
    view.places = []
    view.rewards = 0
    _clear_ability(view)


_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    "match_started": _nothing,
    "faction_chosen": _faction_chosen,
    "table_set": _table_set,
    "dealt": _dealt,
    "mulliganed": _mulliganed,
    "hand_kept": _hand_kept,
    "round_began": _round_began,
    "awaited": _awaited,
    "committed": _committed,
    "asked": _asked,
    "ability_asked": _ability_asked,
    "clock_chosen": _clock_chosen,
    "revealed": _revealed,
    "build_revealed": _build_revealed,
    "added_to_hq": _added_to_hq,
    "ability_began": _ability_began,
    "target_chosen": _nothing,
    "answered": _nothing,
    "option_chosen": _nothing,
    "drew": _drew,
    "reshuffled": _reshuffled,
    "discarded": _discarded,
    "destroyed": _destroyed,
    "vp_changed": _vp_changed,
    "scrub_gained": _scrub_gained,
    "power_modified": _power_modified,
    "shielded": _nothing,
    "shield_discarded": _shield_discarded,
    "no_shield": _nothing,
    "hand_looked_at": _hand_looked_at,
    "top_looked_at": _top_looked_at,
    "left_on_top": _nothing,
    "recalled": _recalled,
    "moved_to_hq": _moved_to_hq,
    "kicked": _kicked,
    "chose_none": _nothing,
    "totals": _nothing,
    "ranked": _ranked,
    "reward_taken": _reward_taken,
    "reward_declined": _nothing,
    "clock_card_removed": _clock_card_removed,
    "clock_card_given": _clock_card_given,
    "aviator_moved": _aviator_moved,
    "aviator_stayed": _nothing,
    "cleaned_up": _cleaned_up,
    "refilled": _refilled,
    "bid_made": _bid_made,
    "bid_passed": _bid_passed,
    "market_unsold": _bidding_over,
    "market_skipped": _nothing,
    "market_sold": _nothing,
    "shuffled_in": _shuffled_in,
    "put_on_discard": _put_on_discard,
    "market_flipped": _market_flipped,
    "assault_counted": _assault_counted,
    "hq_cracked": _nothing,
    "hq_reward_removed": _hq_reward_removed,
    "hq_cleared": _hq_cleared,
    "hq_revealed": _hq_revealed,
    "victory_placed": _victory_placed,
    "action_used": _action_used,
    "round_ended": _round_ended,
    "set_completed": _nothing,
    "dealt_shown": _dealt_shown,
    "scored": _nothing,
    "game_ended": _game_ended,
}
