"""A match in words: what an action means, and what the table looks like. What happened is told in ``telling.py``."""

from typing import Final

from services.engine.ruleset import SPECTATOR
from services.rulesets.faceoff import table
from services.rulesets.faceoff.actions import (
    ACTION_BID,
    ACTION_BUILD,
    ACTION_CHOOSE_CARD,
    ACTION_CHOOSE_CLOCK,
    ACTION_CHOOSE_NONE,
    ACTION_CHOOSE_OPTION,
    ACTION_CHOOSE_PLAYER,
    ACTION_DECLINE,
    ACTION_DONE,
    ACTION_FACE_DOWN,
    ACTION_FACTION,
    ACTION_FLIP,
    ACTION_FLY,
    ACTION_KEEP_HAND,
    ACTION_MULLIGAN,
    ACTION_NO,
    ACTION_NO_CARD,
    ACTION_PASS,
    ACTION_PLACE,
    ACTION_PLAY,
    ACTION_REFILL,
    ACTION_SHUFFLE_IN,
    ACTION_STAY,
    ACTION_TAKE_CLOCK,
    ACTION_TAKE_HQ_REWARD,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC7,
    ACTION_TAKE_VP,
    ACTION_TO_DISCARD,
    ACTION_USE,
    ACTION_YES,
    entries_of,
)
from services.rulesets.faceoff.attacks import asks_for_shield
from services.rulesets.faceoff.cards import Cards
from services.rulesets.faceoff.power import army_parts, faceoff_parts, sheltered
from services.rulesets.faceoff.registers import program_of
from services.rulesets.faceoff.table import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_CARD,
    NO_COMMIT,
    PHASE_BUILD_UP,
    PHASE_CHOOSE_FACTION,
    PHASE_DRAW_ACTIONS,
    PHASE_GAME_OVER,
    PHASE_REFILL_CLOCK,
    SEATS_OF,
    View,
)
from services.rulesets.faceoff.vocabulary import AS_PERSONALITY, KIND_ASSAULT, KIND_BONUS, Op


def card_text(cards: Cards, card: int) -> str:
    """A card in a few words: its name, and its power or value."""
    if card == HIDDEN:
        return "a face-down card"
    if card == NO_CARD:
        return "nothing"
    name = cards.names[card]
    if cards.types[card]:
        return f"{name} ({_TYPES[cards.types[card]]}{cards.power[card]})"
    if cards.pieces[card]:
        pieces = "1 piece" if cards.pieces[card] == 1 else f"{cards.pieces[card]} pieces"
        return f"{name} ({set_name(cards, cards.set_of[card])} {cards.value[card]}, {pieces})"
    if cards.kind[card] == KIND_BONUS:
        return f"{name} (bonus {cards.value[card]})"
    if cards.kind[card] == KIND_ASSAULT:
        return f"{name} (HQ assault: {_bare(cards.texts[card])})"
    return name


_TYPES: Final = ("", "P", "E", "P/E")


def set_name(cards: Cards, faction: int) -> str:
    """What the victory cards of a faction are called."""
    return cards.sets[faction].replace("_", " ").title()


def entry_text(cards: Cards, entry: int) -> str:
    """A card near the HQ; what it is played as, where it could be otherwise."""
    card, played_as = divmod(entry, 3)
    if cards.is_personality[card] and cards.is_equipment[card]:
        kind = "a personality" if played_as == AS_PERSONALITY else "an equipment"
        return f"{card_text(cards, card)} as {kind}"
    return card_text(cards, card)


def _bare(text: str) -> str:
    return text.removesuffix(".")


# -- label -----------------------------------------------------------------------------------------------------------

_WORDS: Final = {
    ACTION_KEEP_HAND: "Keep the hand",
    ACTION_MULLIGAN: "Shuffle the hand back and draw five new cards",
    ACTION_TAKE_VP: "Take a VP token",
    ACTION_DECLINE: "Take no reward",
    ACTION_STAY: "Discard the Aviator",
    ACTION_FLY: "Move the Aviator to the HQ stack",
    ACTION_PASS: "Bid no more",
}
_OF_CARD: Final = {
    ACTION_PLAY: "Play {}",
    ACTION_FACE_DOWN: "Discard {} face down",
    ACTION_TAKE_POWER: "Take {}",
    ACTION_TAKE_VC7: "Take {}",
    ACTION_PLACE: "Place {} in front of you",
}
_EACH: Final = 1 << 10
_TAKING: Final = {
    int(Op.DISCARD): "discard",
    int(Op.DESTROY): "destroy",
    int(Op.RECALL): "take back",
    int(Op.KICK_HQ): "throw out",
    int(Op.PAY_DISCARD): "discard",
}


def label(view: View, action: int) -> str:
    """What an action means to who sees the view."""
    cards = view.rules.cards
    if action in _WORDS:
        return _WORDS[action]
    if action < _EACH:
        return _word_label(view, action)
    if action >= ACTION_BUILD and not ACTION_FLIP <= action < ACTION_FLIP + _EACH:
        return _build_label(view, action)
    kind, number = action // _EACH * _EACH, action % _EACH
    if kind in _OF_CARD:
        return _OF_CARD[kind].format(card_text(cards, number))
    if kind == ACTION_CHOOSE_CLOCK:
        what = "assault the HQ" if cards.kind[number] == KIND_ASSAULT else "face off for it"
        return f"Choose {card_text(cards, number)}: {what}"
    if kind == ACTION_USE:
        return f"Use {cards.names[number]}: {cards.texts[number]}"
    if kind == ACTION_FACTION:
        return f"Play the {cards.factions[number].capitalize()}"
    if kind == ACTION_BID:
        return f"Bid {number} VP token{'s' * (number != 1)}"
    if kind in (ACTION_REFILL, ACTION_FLIP):
        what = f"face-down card {number + 1}" if kind == ACTION_FLIP else card_text(cards, number)
        tree = "Clock" if view.phase == PHASE_REFILL_CLOCK else "Power"
        return f"Move {what} to the Available {tree} Row"
    return _ability_label(view, kind, number)


def _word_label(view: View, action: int) -> str:
    cards = view.rules.cards
    if action == ACTION_NO_CARD:
        return "Add no card" if view.phase == PHASE_BUILD_UP else "Play no card"
    if action == ACTION_TAKE_CLOCK:
        return f"Take {card_text(cards, view.chosen)}"
    if action == ACTION_TAKE_HQ_REWARD:
        reward = cards.hq_reward[cards.faction[view.hq]] if view.hq != NO_CARD else NO_CARD
        if reward == NO_CARD:
            return "Take the HQ reward"
        tokens = view.rules.tokens_for_hq_reward
        if tokens:  # FO-P04: the card itself leaves the match
            return f"Take {tokens} VP tokens for {card_text(cards, reward)}"
        return f"Take {card_text(cards, reward)}: {cards.texts[reward]}"
    if action in (ACTION_TO_DISCARD, ACTION_SHUFFLE_IN):
        where = "on the discard pile" if action == ACTION_TO_DISCARD else "shuffled into the deck"
        return f"Have {card_text(cards, view.market)} {where}"
    if action == ACTION_DONE:
        return "Use nothing more, and draw" if view.phase == PHASE_DRAW_ACTIONS else "Use nothing more"
    return _answer_label(view, action)


def _answer_label(view: View, action: int) -> str:
    """Yes, no or none to what an ability asks."""
    if view.acting == NO_CARD:
        return {ACTION_YES: "Yes", ACTION_NO: "No"}.get(action, "Choose no card")
    name = view.rules.cards.names[view.acting]
    if action == ACTION_CHOOSE_NONE:
        return f"{name}: {'discard no shield' if _is_attacked(view) else 'choose no card'}"
    if _op(view) == Op.PEEK:
        top = card_text(view.rules.cards, view.deck_top) if view.deck_top != NO_CARD else "the top card"
        return f"{name}: {f'discard {top}' if action == ACTION_YES else f'leave {top} on top'}"
    return f"{name}: {'yes' if action == ACTION_YES else 'no'}"


def _build_label(view: View, action: int) -> str:
    built = [entry_text(view.rules.cards, entry) for entry in entries_of(action)]
    return f"{'Move' if view.acting != NO_CARD else 'Add'} {', then '.join(built)} to your HQ stack"


def _ability_label(view: View, kind: int, number: int) -> str:
    cards = view.rules.cards
    start = f"{cards.names[view.acting]}: " if view.acting != NO_CARD else ""
    if kind == ACTION_CHOOSE_PLAYER:
        return f"{start}player {number}"
    if kind == ACTION_CHOOSE_OPTION:
        return f"{start}{_option(view, number)}"
    if kind == ACTION_CHOOSE_CARD:
        verb = "discard" if _is_attacked(view) else _TAKING.get(_op(view), "choose")
        return f"{start}{verb} {card_text(cards, number)}"
    return f"{start}{number}"


def _is_attacked(view: View) -> bool:
    """Whether the viewer is asked for a defense card (option ``shield=reaction``)."""
    return view.acting != NO_CARD and asks_for_shield(view, view.viewer)


def _op(view: View) -> int:
    """The instruction that asks."""
    program = program_of(view, view.trigger, view.acting) if view.acting != NO_CARD else []
    return program[view.pc] if view.pc < len(program) else int(Op.END)


def _option(view: View, number: int) -> str:
    """An option in the words of its card."""
    _, _, options = view.rules.cards.texts[view.acting].partition("hoose one: ")
    words = options.partition(".")[0].split("; or ")
    return words[number] if options and number < len(words) else f"option {number + 1}"


# -- picture ---------------------------------------------------------------------------------------------------------


_PHASES: Final = {
    table.PHASE_CHOOSE_FACTION: "Factions are chosen",
    table.PHASE_MULLIGAN: "Mulligans",
    table.PHASE_CHOOSE_CLOCK: "A clock card is chosen",
    table.PHASE_PERSONALITY: "Face Off, personalities",
    table.PHASE_EQUIPMENT: "Face Off, equipment",
    table.PHASE_ABILITY: "An ability asks",
    table.PHASE_FACEOFF_REWARD: "Face Off, rewards",
    table.PHASE_AVIATOR: "Face Off, clean up",
    table.PHASE_REFILL_CLOCK: "The Clock row is refilled",
    table.PHASE_REFILL_POWER: "The Power row is refilled",
    table.PHASE_BUILD_UP: "HQ Assault, build up",
    table.PHASE_BID: "HQ Assault, bidding",
    table.PHASE_DESTINATION: "HQ Assault, the Market card is put away",
    table.PHASE_HQ_REWARD: "HQ Assault, rewards",
    table.PHASE_DRAW_ACTIONS: "Draw Phase",
    table.PHASE_END_OF_TURN: "End of turn",
}


def picture(view: View) -> str:
    """The table as text."""
    lines = [_state_of_play(view)]
    if view.hq != NO_CARD:
        lines += _middle(view)
    for seat in range(view.rules.seats):
        lines += _player(view, seat)
    return "\n".join(lines)


def _state_of_play(view: View) -> str:
    if view.phase == PHASE_GAME_OVER:
        return f"The match ended in round {view.round}."
    *others, last = [f"player {seat}" for seat in SEATS_OF[view.waiting]]
    who = f"{', '.join(others)} and {last}" if others else last
    asks = f" for {view.rules.cards.names[view.acting]}" if view.acting != NO_CARD else ""
    start = f"Round {view.round} of at most {view.rules.max_rounds}. " if view.round else ""
    return f"{start}{_PHASES[view.phase]}{asks}: waiting for {who}."


def _middle(view: View) -> list[str]:
    cards = view.rules.cards
    done = f"assault {len(view.assaults)} of {cards.value[view.timing]}" if view.timing != NO_CARD else ""
    made = f" ({_names(cards, view.assaults)})" if view.assaults else ""
    lines = [
        f"HQ: {cards.names[view.hq]}. {cards.texts[view.hq]}".rstrip(),
        f"  {done}{made}, {view.hq_deck_size} more to come; to win: {_names(cards, view.vc7) or 'no seven'}; "
        f"{_names(cards, view.hq_rewards) or 'no reward'}",
        f"Clock: {_list(cards, view.clock_row)} | behind: {_list(cards, view.clock_mid)} | deck {view.clock_deck_size}",
        f"Power: {_list(cards, view.power_row)} | behind: {_list(cards, view.power_mid)} | deck {view.power_deck_size}",
        f"Market: {card_text(cards, view.market)} | deck {view.market_deck_size}. "
        f"Scrubs: {card_text(cards, view.scrub)} | {view.scrub_deck_size}",
    ]
    if view.removed:
        lines.append(f"Out of the match: {_names(cards, view.removed)}")
    if view.destroyed:
        lines.append(f"Destroyed: {_names(cards, view.destroyed)}")
    if view.chosen != NO_CARD:
        lines.append(f"This round: {card_text(cards, view.chosen)}")
    if view.bid:
        lines.append(f"Highest bid: {view.bid} by player {view.bidder}")
    return lines


def _player(view: View, seat: int) -> list[str]:
    cards = view.rules.cards
    faction = f", {cards.factions[view.factions[seat]].capitalize()}" if view.factions[seat] >= 0 else ""
    if view.phase == PHASE_CHOOSE_FACTION:
        return [f"Player {seat}{_you(view, seat)}{faction}"]
    first = ", first" if seat == view.first else ""
    known = _known(view, seat)
    lines = [
        f"Player {seat}{_you(view, seat)}{faction}{first}: {view.vp[seat]} VP, hand {view.hand_sizes[seat]}"
        f"{known}, deck {view.deck_sizes[seat]}{_top(view, seat)}",
        f"  discard pile {len(view.discards[seat])}: {_list(cards, view.discards[seat])}",
    ]
    if view.stacks[seat]:
        total = sum(army_parts(view, seat))
        army = ", ".join(entry_text(cards, entry) for entry in view.stacks[seat])
        lines.append(f"  HQ stack, power {total}{', sheltered' * sheltered(view, seat)}: {army}")
    lines += _in_play(view, seat)
    if view.front[seat]:
        lines.append(f"  in front: {_list(cards, view.front[seat])}")
    if view.perms[seat]:
        rewards = "; ".join(f"{cards.names[card]}: {_bare(cards.texts[card])}" for card in view.perms[seat])
        lines.append(f"  rewards: {rewards}")
    if HIDDEN not in view.dealt[seat]:
        lines.append(f"  dealt: {_list(cards, view.dealt[seat])}")
    return lines


def _you(view: View, seat: int) -> str:
    return " (you)" if seat == view.viewer and seat != SPECTATOR else ""


def _known(view: View, seat: int) -> str:
    """The hand, or that something was committed."""
    cards = view.rules.cards
    if seat == view.viewer:
        ready = ", ready" if view.commits[seat] != NO_COMMIT else ""
        return f": {_list(cards, view.hand)}{ready}"
    return ", ready" if view.commits[seat] == HIDDEN_COMMIT else ""


def _top(view: View, seat: int) -> str:
    if seat == view.viewer and view.deck_top != NO_CARD:
        return f" (on top {card_text(view.rules.cards, view.deck_top)})"
    return " (has seen the top card)" if view.known_top[seat] else ""


def _in_play(view: View, seat: int) -> list[str]:
    """What a player has in this Face Off, or is about to add to the stack."""
    cards = view.rules.cards
    played = [card for card in (view.personality[seat], view.equipment[seat]) if card != NO_CARD]
    lines = []
    if played or view.down[seat]:
        total = f", power {sum(faceoff_parts(view, seat))}" if played else ""
        lines.append(f"  in the Face Off{total}: {_list(cards, played + view.down[seat])}")
    if view.builds[seat]:
        lines.append(f"  to be added: {', '.join(entry_text(cards, entry) for entry in view.builds[seat])}")
    if seat in view.places:
        lines.append(f"  place {view.places.index(seat) + 1}")
    return lines


def _list(cards: Cards, pile: list[int]) -> str:
    return ", ".join(card_text(cards, card) for card in pile) or "-"


def _names(cards: Cards, pile: list[int]) -> str:
    return ", ".join(cards.names[card] for card in pile)
