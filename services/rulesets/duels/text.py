"""A match in words: what an action means, what the table looks like, what happened."""

from collections.abc import Callable
from typing import Final

from services.engine.ruleset import SPECTATOR, JsonObject
from services.engine.sentences import Sentences, seat_name
from services.rulesets.duels import scoring
from services.rulesets.duels.cards import (
    AMOUNT,
    EFFECT,
    HIDDEN,
    IS_EQUIPMENT,
    NAMES,
    NO_CARD,
    PIECES,
    PLACES,
    POWER,
    SEATS,
    SET,
    SETS,
    SLOTS,
    VALUE,
    Effect,
)
from services.rulesets.duels.notation import (
    ACTION_CARD,
    ACTION_DECLINE,
    ACTION_DUEL,
    ACTION_EQUIP,
    ACTION_FILL,
    ACTION_KEEP,
    ACTION_LEAVE,
    ACTION_NO_EQUIPMENT,
    ACTION_PAIR,
    ACTION_PASS,
    ACTION_SLOT,
    ACTION_SWAP,
    ACTION_SWITCH,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC,
    card_of,
    pair_of,
    slot_of,
)
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

SET_NAMES: Final = [name.replace("_", " ").title() for name in SETS]


def card_text(card: int) -> str:
    """A card in a few words: its name, and its power or value."""
    if card == HIDDEN:
        return "a face-down card"
    if card == NO_CARD:
        return "nothing"
    if SET[card] >= 0:
        pieces = "1 piece" if PIECES[card] == 1 else f"{PIECES[card]} pieces"
        return f"{NAMES[card]} ({SET_NAMES[SET[card]]} {VALUE[card]}, {pieces})"
    return f"{NAMES[card]} ({'E' if IS_EQUIPMENT[card] else 'P'}{POWER[card]})"


# -- label -----------------------------------------------------------------------------------------------------------

_PLAIN_LABELS: Final = {
    ACTION_LEAVE: "Leave the next slot empty",
    ACTION_PASS: "Do nothing",
    ACTION_NO_EQUIPMENT: "Play no equipment",
    ACTION_TAKE_POWER: "Look at the top two Power cards and keep one",
    ACTION_DECLINE: "Take nothing",
}


def label(view: View, action: int) -> str:
    """What an action means to who sees the view."""
    if action == ACTION_TAKE_POWER and view.power_deck_size == 1:
        return "Take the last Power card"
    if action in _PLAIN_LABELS:
        return _PLAIN_LABELS[action]
    if action < ACTION_LEAVE:
        return _place_label(view, action)
    if action == ACTION_TAKE_VC:
        return f"Take {_vc(view, view.duel_slot)}"
    if action >= ACTION_SWITCH:
        return _from_hand_label(view, action)
    if action >= ACTION_EQUIP:
        verb = "Play" if action < ACTION_KEEP else "Keep" if action < ACTION_CARD else "Destroy"
        return f"{verb} {card_text(card_of(action))}"
    return _slot_label(view, action)


def _place_label(view: View, action: int) -> str:
    slot = view.placed[view.viewer] if view.viewer != SPECTATOR else SLOTS
    where = f"in slot {slot + 1}, opposite {_vc(view, slot)}" if slot < SLOTS else "in the next slot"
    return f"Place {card_text(action)} {where}"


def _from_hand_label(view: View, action: int) -> str:
    slot, card = slot_of(action), card_of(action)
    if action >= ACTION_FILL:
        return f"Fill slot {slot + 1} with {card_text(card)}"
    return f"Switch {_own(view, slot)} in slot {slot + 1} with {card_text(card)}"


def _slot_label(view: View, action: int) -> str:
    slot = slot_of(action)
    if action < ACTION_DUEL:
        return f"Reveal {_own(view, slot)} in slot {slot + 1} and play its action"
    if action < ACTION_SLOT:
        return f"Duel for {_vc(view, slot)} in slot {slot + 1} with {_own(view, slot)}"
    if action < ACTION_SWAP:
        return f"{_aim(view)} in slot {slot + 1}"
    one, two = pair_of(action)
    if action < ACTION_PAIR:
        return f"Switch the positions of {_own(view, one)} in slot {one + 1} and {_own(view, two)} in slot {two + 1}"
    what = "the VC cards" if view.acting != NO_CARD and EFFECT[view.acting] == Effect.SWAP_VC else "your cards"
    return f"Switch the positions of {what} in slots {one + 1} and {two + 1}"


def _aim(view: View) -> str:
    effect = EFFECT[view.acting] if view.acting != NO_CARD else Effect.NONE
    if effect == Effect.MOD_SLOT:
        return f"Give {AMOUNT[view.acting]} more power to your card"
    verb = {Effect.PEEK_SLOT: "Look at", Effect.LOCK_SLOT: "Lock", Effect.EXPOSE_SLOT: "Reveal"}.get(
        Effect(effect), "Choose"
    )
    return f"{verb} the opponent's card"


def _vc(view: View, slot: int) -> str:
    return card_text(view.line[slot]) if slot != NO_SLOT else "the VC card"


def _own(view: View, slot: int) -> str:
    return card_text(view.cards[view.viewer][slot]) if view.viewer != SPECTATOR else "a card"


# -- picture ---------------------------------------------------------------------------------------------------------


def picture(view: View) -> str:
    """The table as text: a line for each slot, each player's card on their side of the VC card."""
    lines = [_state_of_play(view)]
    if view.phase != PHASE_GAME_OVER:
        heads = [f"Player {seat}{' (you)' if seat == view.viewer else ''}" for seat in range(SEATS)]
        lines.append(f"     {heads[0]:<32} {'VC':<48} {heads[1]}")
        lines += [
            f"  {slot + 1}  {_slot(view, 0, slot):<32} {_line_card(view, slot):<48} {_slot(view, 1, slot)}".rstrip()
            for slot in range(SLOTS)
        ]
    for seat in range(SEATS):
        lines += _player(view, seat)
    lines.append(f"Power deck {view.power_deck_size}. Removed VC cards: {_cards(view.removed)}.")
    return "\n".join(lines)


def _state_of_play(view: View) -> str:
    if view.phase == PHASE_GAME_OVER:
        return "The match has ended after three rounds."
    return f"Round {view.round}. {_waiting(view)}"


def _waiting(view: View) -> str:
    who = f"Player {view.asked}"
    if view.phase == PHASE_PLACE:
        ready = [f"player {seat} is ready" for seat in range(SEATS) if view.placed[seat] == SLOTS]
        return f"Cards are being placed{': ' + ready[0] if ready else ''}. Player {view.active} will begin."
    if view.phase == PHASE_TURN:
        quiet = f" Quiet turns so far: {view.quiet} of {view.rules.stall_limit}." if view.quiet else ""
        return f"{who} takes a turn.{quiet}"
    if view.phase == PHASE_CHOOSE:
        return f"{who} chooses for the action of {card_text(view.acting)}."
    where = f" in the duel for slot {view.duel_slot + 1}" if view.duel_slot != NO_SLOT else ""
    doing = {
        PHASE_EQUIP: "decides about equipment",
        PHASE_PRIZE: "chooses a prize",
        PHASE_KEEP: "looks at Power cards",
    }[view.phase]
    looked = f" Looking at {_cards(view.looked)}." if view.looked else ""
    played = [f" Player {s} plays {card_text(card)}." for s, card in enumerate(view.equipment) if card != NO_CARD]
    return f"{who} {doing}{where}.{''.join(played)}{looked}"


def _line_card(view: View, slot: int) -> str:
    return card_text(view.line[slot]) if view.line[slot] != NO_CARD else "-"


def _slot(view: View, seat: int, slot: int) -> str:
    card = view.cards[seat][slot]
    if card == NO_CARD:
        return "-"
    known = card_text(card) if card != HIDDEN else "?"
    marks = [] if view.up[seat] >> slot & 1 else ["face down"] if card != HIDDEN else []
    if view.locked[seat] >> slot & 1:
        marks.append("locked")
    if view.peeked[seat] == slot:
        marks.append("looked at")
    if view.bonus[seat][slot]:
        marks.append(f"+{view.bonus[seat][slot]}")
    return f"{known} {', '.join(marks)}".strip()


def _player(view: View, seat: int) -> list[str]:
    hand = f": {_cards(view.hand)}" if seat == view.viewer else ""
    lines = [
        f"Player {seat}: {scoring.score(view, seat).total} points, won {_cards(view.won[seat])}",
        f"  hand {view.hand_sizes[seat]}{hand}; destroyed {_cards(view.destroyed[seat])}; "
        f"discarded {_cards(view.discards[seat])}",
    ]
    known = [*view.memories[seat + (SEATS if view.viewer != SPECTATOR else 0)].shown]
    if known and seat != view.viewer:
        lines.append(f"  Power cards known to be theirs: {_cards(known)}")
    if view.recalled[seat] != NO_CARD and seat != view.viewer:
        lines.append(f"  was looked at and switched out: {card_text(view.recalled[seat])}")
    return lines


def _cards(cards: list[int]) -> str:
    return ", ".join(card_text(card) for card in cards) or "-"


# -- telling ---------------------------------------------------------------------------------------------------------


Telling = Callable[[JsonObject, list[str]], str]


def _name(id: str) -> str:
    return card_text(PLACES[id])


def _who(body: JsonObject, names: list[str]) -> str:
    return names[body["player"]]


def _other(body: JsonObject, names: list[str]) -> str:
    seat: int = body["player"]
    return names[1 - seat]


def _round_dealt(body: JsonObject, names: list[str]) -> str:
    cards = ", ".join(f"{slot} {_name(id)}" for slot, id in enumerate(body["cards"], 1))
    return f"Round {body['round']}. VC cards: {cards}. {_who(body, names)} will begin."


def _card_placed(body: JsonObject, names: list[str]) -> str:
    if "card" not in body:
        return f"{_who(body, names)} leaves slot {body['slot']} empty."
    return f"{_who(body, names)} places {_name(body['card'])} in slot {body['slot']}."


def _lined_up(body: JsonObject, names: list[str]) -> str:
    full = all(len(player["slots"]) == SLOTS for player in body["players"])
    counts = [f"{name} {len(player['slots'])}" for name, player in zip(names, body["players"], strict=True)]
    return "Both are ready." if full else f"Both are ready. Cards in the line-up: {', '.join(counts)}."


def _turn_began(body: JsonObject, names: list[str]) -> str:
    return f"{_who(body, names)}'s turn." + (f" ({body['quiet']} quiet so far.)" if body["quiet"] else "")


def _switched(body: JsonObject, names: list[str]) -> str:
    cards = f": {_name(body['card'])} for {_name(body['taken'])}" if "card" in body else ""
    return f"{_who(body, names)} switches the card in slot {body['slot']} with one from hand{cards}."


def _filled(body: JsonObject, names: list[str]) -> str:
    what = _name(body["card"]) if "card" in body else "a card"
    return f"{_who(body, names)} fills slot {body['slot']} with {what} from hand."


_CHOICES: Final = {"CHOICE_SLOT": "a slot", "CHOICE_SLOTS": "two slots", "CHOICE_CARD": "a card to destroy"}


def _card_destroyed(body: JsonObject, names: list[str]) -> str:
    where = f" in slot {body['slot']}" if "slot" in body else ""
    return f"{_name(body['card'])} of {_who(body, names)}{where} is destroyed."


def _peeked(body: JsonObject, names: list[str]) -> str:
    card = f": {_name(body['card'])}" if "card" in body else ""
    return f"{_who(body, names)} looks at the card of {_other(body, names)} in slot {body['slot']}{card}."


def _duel_started(body: JsonObject, names: list[str]) -> str:
    cards = " against ".join(
        f"{_name(id) if id else 'nothing'} of {name}" for id, name in zip(body["cards"], names, strict=True)
    )
    return f"{_who(body, names)} says Duel for slot {body['slot']}: {cards}.{_without_a_fight(body['cards'])}"


def _without_a_fight(ids: list[str]) -> str:
    """Why a duel is decided at once (FD-R18 to FD-R20)."""
    equipment = [_name(id) for id in ids if id and IS_EQUIPMENT[PLACES[id]]]
    return f" {' and '.join(equipment)}: equipment in a slot beats nobody." if equipment else ""


def _duel_decided(body: JsonObject, names: list[str]) -> str:
    totals = " to ".join(map(str, body["totals"]))
    return (
        f"{totals}: {names[body['winner']]} wins the duel." if "winner" in body else f"{totals}: nobody wins the duel."
    )


def _power_looked(body: JsonObject, names: list[str]) -> str:
    cards = f": {', '.join(map(_name, body['cards']))}" if body["cards"] else ""
    what = "the last Power card" if body["number"] == 1 else "the top two Power cards"
    return f"{_who(body, names)} looks at {what}{cards}."


def _power_card(verb: str) -> Telling:
    return lambda b, n: f"{_who(b, n)} {verb} {_name(b['card']) if 'card' in b else 'a Power card'}."


def _scored(body: JsonObject, names: list[str]) -> str:
    score = body["score"]
    sets = ", ".join(f"{name} {score[key]}" for key, name in zip(SETS, SET_NAMES, strict=True))
    return f"{_who(body, names)} scores {score['total']}: {sets}."


def _game_ended(body: JsonObject, names: list[str]) -> str:
    winners = [names[seat] for seat in body["winners"]]
    return "The match is over. " + (f"{winners[0]} wins." if len(winners) == 1 else "It is a draw.")


_SENTENCES: Final = Sentences(
    {"player": seat_name, "card": lambda id, _: _name(id), "choice": lambda choice, _: _CHOICES[choice]},
    {
        "match_started": lambda b, n: f"{' and '.join(n)} begin. {_who(b, n)} has the first turn.",
        "round_dealt": _round_dealt,
        "card_placed": _card_placed,
        "player_ready": "{player} is ready.",
        "lined_up": _lined_up,
        "turn_began": _turn_began,
        "switched": _switched,
        "filled": _filled,
        "moved": "{player} switches the positions of the cards in slots {slot} and {other_slot}.",
        "passed": "{player} does nothing.",
        "action_played": "{player} reveals {card} in slot {slot} and plays its action.",
        "choice_asked": "{player} must choose {choice}.",
        "card_destroyed": _card_destroyed,
        "peeked": _peeked,
        "vc_moved": "{player} switches the VC cards in slots {slot} and {other_slot}.",
        "card_locked": "The card of {player} in slot {slot} is locked.",
        "card_exposed": "The card of {player} in slot {slot} is revealed: {card}.",
        "power_raised": "The card of {player} in slot {slot} gets {power} more power.",
        "duel_started": _duel_started,
        "equipment_asked": "{player} decides about equipment.",
        "equipped": "{player} plays {card}.",
        "equipment_declined": "{player} plays no equipment.",
        "duel_decided": _duel_decided,
        "prize_asked": "{player} chooses a prize.",
        "prize_declined": "{player} takes nothing.",
        "vc_taken": "{player} takes {card} from slot {slot}.",
        "vc_removed": "{card} in slot {slot} is removed.",
        "power_looked": _power_looked,
        "power_kept": _power_card("takes"),
        "power_discarded": _power_card("discards"),
        "round_ended": "Round {round} ends. All line-up cards go back to hand.",
        "scored": _scored,
        "game_ended": _game_ended,
    },
)

telling = _SENTENCES.telling
