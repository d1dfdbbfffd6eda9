"""The table as text."""

from typing import Final

from services.engine.ruleset import SPECTATOR
from services.rulesets.faceoff.cards.cards import NO_CARD, Cards
from services.rulesets.faceoff.power.totals import army_parts, faceoff_parts, sheltered
from services.rulesets.faceoff.table.state import (
    HIDDEN,
    HIDDEN_COMMIT,
    NO_COMMIT,
    PHASE_ABILITY,
    PHASE_AVIATOR,
    PHASE_BID,
    PHASE_BUILD_UP,
    PHASE_CHOOSE_CLOCK,
    PHASE_CHOOSE_FACTION,
    PHASE_DESTINATION,
    PHASE_DRAW_ACTIONS,
    PHASE_END_OF_TURN,
    PHASE_EQUIPMENT,
    PHASE_FACEOFF_REWARD,
    PHASE_GAME_OVER,
    PHASE_HQ_REWARD,
    PHASE_MULLIGAN,
    PHASE_PERSONALITY,
    PHASE_REFILL_CLOCK,
    PHASE_REFILL_POWER,
    SEATS_OF,
    View,
)
from services.rulesets.faceoff.words.card_names import card_text, entry_text, without_full_stop

_PHASES: Final = {
    PHASE_CHOOSE_FACTION: "Factions are chosen",
    PHASE_MULLIGAN: "Mulligans",
    PHASE_CHOOSE_CLOCK: "A clock card is chosen",
    PHASE_PERSONALITY: "Face Off, personalities",
    PHASE_EQUIPMENT: "Face Off, equipment",
    PHASE_ABILITY: "An ability asks",
    PHASE_FACEOFF_REWARD: "Face Off, rewards",
    PHASE_AVIATOR: "Face Off, clean up",
    PHASE_REFILL_CLOCK: "The Clock row is refilled",
    PHASE_REFILL_POWER: "The Power row is refilled",
    PHASE_BUILD_UP: "HQ Assault, build up",
    PHASE_BID: "HQ Assault, bidding",
    PHASE_DESTINATION: "HQ Assault, the Market card is put away",
    PHASE_HQ_REWARD: "HQ Assault, rewards",
    PHASE_DRAW_ACTIONS: "Draw Phase",
    PHASE_END_OF_TURN: "End of turn",
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
        rewards = "; ".join(f"{cards.names[card]}: {without_full_stop(cards.texts[card])}" for card in view.perms[seat])
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
