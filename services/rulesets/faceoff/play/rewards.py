"""Choosing rewards after a ranking (FO-085, FO-086, FO-115, FO-116): the first place chooses, the second from what
remains, the third receives what remains (FO-R32, FO-R33). All others get nothing (FO-R34)."""

from typing import Final

from services.engine.event_table import Event
from services.rulesets.faceoff.cards.cards import NO_CARD
from services.rulesets.faceoff.play import ending
from services.rulesets.faceoff.table.actions import (
    ACTION_DECLINE,
    ACTION_TAKE_CLOCK,
    ACTION_TAKE_HQ_REWARD,
    ACTION_TAKE_POWER,
    ACTION_TAKE_VC7,
    ACTION_TAKE_VP,
)
from services.rulesets.faceoff.table.events import (
    EVENT_ASKED,
    EVENT_REWARD_DECLINED,
    EVENT_REWARD_TAKEN,
    REWARD_CLOCK,
    REWARD_HQ,
    REWARD_POWER,
    REWARD_VC7,
    REWARD_VP,
)
from services.rulesets.faceoff.table.player_cards import change_vp
from services.rulesets.faceoff.table.state import State

REWARDED_PLACES: Final = 3
"""Places that get a reward."""


def give(state: State, phase: int, events: list[Event]) -> bool:
    """Go on with the places that have not had their reward. False: one must choose, or the match has ended."""
    while state.turn < min(REWARDED_PLACES, len(state.places)) and state.rewards:
        seat = state.places[state.turn]
        found = choices(state)
        if len(found) > 1:
            state.phase = phase
            state.waiting = 1 << seat
            events.append((EVENT_ASKED, phase, seat, state.turn))
            return False
        if not take(state, seat, found[0], events):
            return False
    state.turn = 0
    return True


def choices(state: State) -> list[int]:
    """What the player in turn may take, ascending. All of it lies in the open."""
    left = state.rewards
    found = []
    if left >> REWARD_CLOCK & 1:
        found.append(ACTION_TAKE_CLOCK)
    if left >> REWARD_VP & 1:
        found.append(ACTION_TAKE_VP)
    if left >> REWARD_HQ & 1:
        found.append(ACTION_TAKE_HQ_REWARD)
    if state.rules.decline and state.turn < REWARDED_PLACES - 1:
        found.append(ACTION_DECLINE)
    if left >> REWARD_POWER & 1:
        found += sorted([ACTION_TAKE_POWER + card for card in state.power_row])
    if left >> REWARD_VC7 & 1:
        found += [ACTION_TAKE_VC7 + card for card in state.vc7]
    return found


def take(state: State, seat: int, action: int, events: list[Event]) -> bool:
    """A player takes a reward (FO-R35) or declines. False: that ends the match."""
    state.turn += 1
    if action == ACTION_DECLINE:
        events.append((EVENT_REWARD_DECLINED, seat))
        return True
    if action == ACTION_TAKE_CLOCK:
        card = state.chosen
        state.chosen = NO_CARD
        _hand_over(state, seat, REWARD_CLOCK, card, events)
        return not ending.gain_victory(state, seat, card, events)
    if action == ACTION_TAKE_VP:
        _hand_over(state, seat, REWARD_VP, NO_CARD, events)
        change_vp(state, seat, 1, events)
    elif action == ACTION_TAKE_HQ_REWARD:
        cards = state.rules.cards
        card = cards.hq_reward[cards.faction[state.hq]]
        state.hq_rewards.remove(card)
        _hand_over(state, seat, REWARD_HQ, card, events)
        if state.rules.tokens_for_hq_reward:  # "a special power or victory points" (FO-010, FO-P04)
            state.removed.append(card)
            change_vp(state, seat, state.rules.tokens_for_hq_reward, events)
        else:
            state.perms[seat].append(card)
    elif action >= ACTION_TAKE_VC7:
        card = action - ACTION_TAKE_VC7
        state.vc7.remove(card)
        _hand_over(state, seat, REWARD_VC7, card, events)
        return not ending.gain_victory(state, seat, card, events)
    else:
        card = action - ACTION_TAKE_POWER
        state.power_row.remove(card)
        state.discards[seat].append(card)
        state.power_taker = seat
        _hand_over(state, seat, REWARD_POWER, card, events)
    return True


def _hand_over(state: State, seat: int, reward: int, card: int, events: list[Event]) -> None:
    state.rewards &= ~(1 << reward)
    events.append((EVENT_REWARD_TAKEN, seat, reward, card))
