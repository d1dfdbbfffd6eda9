"""What an action means to who sees the view."""

from typing import Final

from services.rulesets.faceoff.abilities.attacks import asks_for_shield
from services.rulesets.faceoff.abilities.current_ability import program_of
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.cards.vocabulary import KIND_ASSAULT, Op
from services.rulesets.faceoff.table.actions import (
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
    ACTIONS_PER_KIND,
    entries_of,
)
from services.rulesets.faceoff.table.state import (
    PHASE_BUILD_UP,
    PHASE_DRAW_ACTIONS,
    PHASE_REFILL_CLOCK,
    View,
)
from services.rulesets.faceoff.words.card_names import card_text, entry_text

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
    if action < ACTIONS_PER_KIND:
        return _word_label(view, action)
    if action >= ACTION_BUILD and not ACTION_FLIP <= action < ACTION_FLIP + ACTIONS_PER_KIND:
        return _build_label(view, action)
    kind, number = action // ACTIONS_PER_KIND * ACTIONS_PER_KIND, action % ACTIONS_PER_KIND
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
