"""Following a match: a view brought up to date by what its viewer is shown of each event."""

from bisect import insort
from collections.abc import Callable
from typing import Any, Final

from services.engine.ruleset import JsonObject
from services.rulesets.duels import actions, duel, memory, phases
from services.rulesets.duels.cards import HIDDEN, NO_CARD, PLACES, ROUNDS, SEATS, SLOTS
from services.rulesets.duels.table import (
    NO_SLOT,
    PHASE_CHOOSE,
    PHASE_EQUIP,
    PHASE_GAME_OVER,
    PHASE_KEEP,
    PHASE_PLACE,
    PHASE_PRIZE,
    PHASE_TURN,
    View,
)


def follow(view: View, share: JsonObject) -> None:
    """Bring a view up to date with the next event share of the same viewer, in place."""
    for kind, body in share.items():
        if kind in _FOLLOWED:  # others say what happens, and change nothing
            _FOLLOWED[kind](view, body)


def _match_started(view: View, body: JsonObject) -> None:
    view.first = body["player"]


def _round_dealt(view: View, body: JsonObject) -> None:
    view.round = body["round"]
    view.line = [PLACES[id] for id in body["cards"]]
    view.live = phases.ALL_SLOTS
    for card in view.line:
        view.vc_deck.remove(card)
    view.phase = PHASE_PLACE
    view.active = view.asked = body["player"]


def _card_placed(view: View, body: JsonObject) -> None:
    seat, slot = body["player"], body["slot"] - 1
    if "card" in body:
        card = PLACES[body["card"]]
        view.hand.remove(card)
        view.hand_sizes[seat] -= 1
        view.cards[seat][slot] = card
    view.placed[seat] = slot + 1


def _player_ready(view: View, body: JsonObject) -> None:
    view.placed[body["player"]] = SLOTS


def _lined_up(view: View, body: JsonObject) -> None:
    masks = [sum(1 << (slot - 1) for slot in player["slots"]) for player in body["players"]]
    memory.line_up(view, masks)
    for seat, mask in enumerate(masks):
        if seat != view.viewer:
            view.cards[seat] = [HIDDEN if mask >> slot & 1 else NO_CARD for slot in range(SLOTS)]
            view.hand_sizes[seat] -= mask.bit_count()


def _turn_began(view: View, body: JsonObject) -> None:
    phases.finish_turn(view)
    view.phase = PHASE_TURN
    view.active = view.asked = body["player"]
    view.quiet = body["quiet"]


def _switched(view: View, body: JsonObject) -> None:
    seat, slot = body["player"], body["slot"] - 1
    card = HIDDEN
    taken = view.cards[seat][slot]
    if "card" in body:
        card = PLACES[body["card"]]
        view.hand.remove(card)
        insort(view.hand, taken)
    memory.switch(view, seat, slot, card, taken)


def _filled(view: View, body: JsonObject) -> None:
    seat = body["player"]
    card = PLACES[body["card"]] if "card" in body else HIDDEN
    if card != HIDDEN:
        view.hand.remove(card)
    view.hand_sizes[seat] -= 1
    memory.fill(view, seat, body["slot"] - 1, card)


def _moved(view: View, body: JsonObject) -> None:
    memory.move(view, body["player"], body["slot"] - 1, body["other_slot"] - 1)


def _action_played(view: View, body: JsonObject) -> None:
    view.quiet = 0
    memory.turn_up(view, body["player"], body["slot"] - 1, PLACES[body["card"]])


def _choice_asked(view: View, body: JsonObject) -> None:
    view.phase = PHASE_CHOOSE
    view.acting = PLACES[body["card"]]
    view.paid = int(body["choice"] != "CHOICE_CARD")


def _card_destroyed(view: View, body: JsonObject) -> None:
    seat, card = body["player"], PLACES[body["card"]]
    slot = body["slot"] - 1 if "slot" in body else NO_SLOT
    if slot != NO_SLOT:
        if view.down[seat] >> slot & 1:  # destroyed for an action, unseen until then
            memory.turn_up(view, seat, slot, card)
    elif view.equipment[seat] == card:
        view.equipment[seat] = NO_CARD
    else:
        memory.see(view, seat, card, memory.FROM_HAND)
        _leave_hand(view, seat, card)
    memory.destroy(view, seat, card, slot)


def _leave_hand(view: View, seat: int, card: int) -> None:
    view.hand_sizes[seat] -= 1
    if seat == view.viewer:
        view.hand.remove(card)


def _peeked(view: View, body: JsonObject) -> None:
    owner, slot = 1 - body["player"], body["slot"] - 1
    if "card" in body:
        view.cards[owner][slot] = PLACES[body["card"]]
    memory.peek(view, owner, slot, view.cards[owner][slot])


def _vc_moved(view: View, body: JsonObject) -> None:
    actions.swap_vc(view, body["slot"] - 1, body["other_slot"] - 1)


def _card_locked(view: View, body: JsonObject) -> None:
    view.locked[body["player"]] |= 1 << (body["slot"] - 1)


def _card_exposed(view: View, body: JsonObject) -> None:
    memory.turn_up(view, body["player"], body["slot"] - 1, PLACES[body["card"]])


def _power_raised(view: View, body: JsonObject) -> None:
    view.bonus[body["player"]][body["slot"] - 1] += body["power"]


def _duel_started(view: View, body: JsonObject) -> None:
    view.quiet = 0
    duel.reveal(view, body["slot"] - 1, [PLACES.get(id, NO_CARD) for id in body["cards"]])


def _equipment_asked(view: View, body: JsonObject) -> None:
    view.phase = PHASE_EQUIP
    view.asked = body["player"]


def _equipped(view: View, body: JsonObject) -> None:
    seat, card = body["player"], PLACES[body["card"]]
    _leave_hand(view, seat, card)
    duel.equip(view, seat, card)
    view.answers += 1


def _equipment_declined(view: View, _body: JsonObject) -> None:
    view.answers += 1


def _duel_decided(view: View, body: JsonObject) -> None:
    if "winner" in body:
        view.duels_won[body["winner"]] += 1


def _prize_asked(view: View, body: JsonObject) -> None:
    view.phase = PHASE_PRIZE
    view.asked = body["player"]


def _vc_taken(view: View, body: JsonObject) -> None:
    view.won[body["player"]].append(duel.leave_line(view, body["slot"] - 1))


def _vc_removed(view: View, body: JsonObject) -> None:
    view.removed.append(duel.leave_line(view, body["slot"] - 1))


def _power_looked(view: View, body: JsonObject) -> None:
    view.phase = PHASE_KEEP
    view.asked = body["player"]
    view.acting = NO_CARD
    view.paid = 0
    view.looked = [PLACES[id] for id in body["cards"]]


def _power_kept(view: View, body: JsonObject) -> None:
    seat = body["player"]
    if "card" in body:
        insort(view.hand, PLACES[body["card"]])
    view.looked = []
    view.hand_sizes[seat] += 1
    view.power_deck_size -= 1
    memory.take_power(view, seat)


def _power_discarded(view: View, body: JsonObject) -> None:
    view.power_deck_size -= 1
    view.discards[body["player"]].append(PLACES[body["card"]] if "card" in body else HIDDEN)


def _round_ended(view: View, body: JsonObject) -> None:
    phases.finish_turn(view)
    for seat in range(SEATS):
        cards = [card for card in view.cards[seat] if card != NO_CARD]
        view.hand_sizes[seat] += len(cards)
        if seat == view.viewer:
            view.hand = sorted(view.hand + cards)
    memory.clear_line_up(view)
    view.quiet = 0
    if body["round"] == ROUNDS:
        view.phase = PHASE_GAME_OVER
        view.asked = view.active


_FOLLOWED: Final[dict[str, Callable[[View, Any], None]]] = {
    "match_started": _match_started,
    "round_dealt": _round_dealt,
    "card_placed": _card_placed,
    "player_ready": _player_ready,
    "lined_up": _lined_up,
    "turn_began": _turn_began,
    "switched": _switched,
    "filled": _filled,
    "moved": _moved,
    "action_played": _action_played,
    "choice_asked": _choice_asked,
    "card_destroyed": _card_destroyed,
    "peeked": _peeked,
    "vc_moved": _vc_moved,
    "card_locked": _card_locked,
    "card_exposed": _card_exposed,
    "power_raised": _power_raised,
    "duel_started": _duel_started,
    "equipment_asked": _equipment_asked,
    "equipped": _equipped,
    "equipment_declined": _equipment_declined,
    "duel_decided": _duel_decided,
    "prize_asked": _prize_asked,
    "vc_taken": _vc_taken,
    "vc_removed": _vc_removed,
    "power_looked": _power_looked,
    "power_kept": _power_kept,
    "power_discarded": _power_discarded,
    "round_ended": _round_ended,
}
